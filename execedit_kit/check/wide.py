"""The fixed point of :mod:`execedit_kit.check.fixed_point`, whole levels at a time with numpy.

Everything is exact: counts are 64-bit while a bound shows that they fit, and Python integers beyond.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from execedit_kit.check.columns import (
    WORD,
    Flags,
    Ints,
    Words,
    as_mask,
    distinct_rows,
    reduced,
    segments,
    words,
)
from execedit_kit.check.graph import NEVER, Clock
from execedit_kit.check.problem import Problem
from execedit_kit.check.wide_explore import explore_levels

# Words of a block of compatible sets gathered at a time.
_BLOCK = 4_000_000
_FITS = 2**62


class WideGraph:
    """An explored graph with its fixed point, as columns."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self._columns = found = explore_levels(problem)
        width = max(1, -(-len(problem.results) // WORD))
        self._set_words = np.stack([words(mask, width) for mask in found.sets])
        lowest = [problem.result_calls[(mask & -mask).bit_length() - 1] for mask in found.sets]
        ends = np.stack([words(mask, found.processed.shape[1]) for mask in lowest])
        self._complete: Flags = (found.processed == ends[found.compatible]).all(axis=1)
        self._degree: Ints = np.diff(found.offsets)
        self._round = np.zeros(len(found.compatible), np.int32)
        self._still: list[tuple[Ints, Words]] = []
        self._fall()

    def __len__(self) -> int:
        """Return the number of states."""
        return len(self._round)

    def processed(self, state: int) -> int:
        """Return the calls processed since the log, as a mask."""
        return as_mask(self._columns.processed[state])

    def compatible(self, state: int) -> int:
        """Return Compat, as a mask of results."""
        return self._columns.sets[int(self._columns.compatible[state])]

    def parent(self, state: int) -> int:
        """Return a state from which one call leads here."""
        return int(self._columns.parent[state])

    def edges(self, state: int) -> Sequence[tuple[int, bool, int]]:
        """Return (call, whether it is new, next state), in call order."""
        found = self._columns
        part = slice(int(found.offsets[state]), int(found.offsets[state + 1]))
        return list(zip(found.call[part].tolist(), found.new[part].tolist(), found.target[part].tolist(), strict=True))

    def complete(self, state: int) -> bool:
        """Whether the state completes its compatible results."""
        return bool(self._complete[state])

    def round(self, state: int) -> int:
        """Return the round in which the state falls, or ``NEVER``."""
        return int(self._round[state])

    def missing(self, state: int) -> int:
        """Return the results that cannot be completed any more when the state falls."""
        for states, still in self._still:
            at = int(np.searchsorted(states, state))
            if at < len(states) and states[at] == state:
                return self.compatible(state) & ~as_mask(still[at])
        return 0

    @cached_property
    def fallen(self) -> dict[int, list[int]]:
        """Round → the states that fall in it, in graph order."""
        rounds = np.unique(self._round[self._round != NEVER]).tolist()
        return {when: np.flatnonzero(self._round == when).tolist() for when in rounds}

    def on_pairs(self, number: int) -> Sequence[int]:
        """Return, for every state, whether it lies on a pair of B_number."""
        there = self._there(number)
        alive = self._reached(there)
        for first, last in self._levels_back():
            edges, begins = self._edges_of(np.arange(first, last))
            some = reduced(np.logical_or, alive[self._columns.target[edges]], begins, self._degree[first:last], False)
            alive[first:last] &= self._complete[first:last] | some
        listed: list[bool] = alive.tolist()
        return listed

    def sizes(self) -> tuple[int, ...]:
        """Return |B₀|, |B₁|, … up to and including the fixed point."""
        own = np.array([mask.bit_count() for mask in self._columns.sets])[self._columns.compatible]
        own = np.where(self._complete, own, 0)
        sizes = [self._total(own, self._there(0))]
        clock = Clock(self.problem.limits)
        for k in range(1, int(self._round.max()) + 1):
            clock.check(len(self))
            if sizes[-1] == 0:
                break
            size = self._total(own, self._there(k))
            if size == sizes[-1]:
                break
            sizes.append(size)
        return tuple(sizes)

    def prefixes(self) -> int:
        """Return |W†|: the number of paths from the start through unblocked states."""
        return self._total(np.ones(len(self), np.int64), self._round == NEVER)

    def classes(self) -> Sequence[int]:
        """Number the classes of equal futures among the unblocked states that the start can reach.

        Equal futures are equally long, so states are told apart by height, from the completions up.
        """
        reached = self._reached(self._round == NEVER)
        height = self._heights(reached)
        classes = np.full(len(self), -1, np.int64)
        known = 0
        for h in range(int(height.max()) + 1):
            states = np.flatnonzero(height == h)
            first, number = self._futures(states, classes, known)
            classes[states] = number + known
            known += first
        listed: list[int] = classes.tolist()
        return listed

    def _futures(self, states: Ints, classes: Ints, known: int) -> tuple[int, Ints]:
        """Number states of one height by their moves: how many classes, and the class of each state."""
        found = self._columns
        edges, _ = self._edges_of(states)
        owner = np.repeat(np.arange(len(states)), self._degree[states])
        inside = classes[found.target[edges]] >= 0
        edges, owner = edges[inside], owner[inside]
        moves = (found.call[edges].astype(np.uint64) * np.uint64(2) + found.new[edges]) * np.uint64(known + 1)
        moves += classes[found.target[edges]].astype(np.uint64)
        degree = np.bincount(owner, minlength=len(states))
        begins = np.cumsum(degree) - degree
        number = np.empty(len(states), np.int64)
        total = 0
        for d in np.unique(degree).tolist():
            rows = np.flatnonzero(degree == d)
            if d == 0:
                number[rows], kinds = total, 1
            else:
                first, which = distinct_rows(moves[begins[rows][:, None] + np.arange(d)])
                number[rows], kinds = which + total, len(first)
            total += kinds
        return total, number

    def _heights(self, reached: Flags) -> Ints:
        """Return the length of the longest way to a completion through reached states; -1 for others."""
        height = np.full(len(self), -1, np.int64)
        for first, last in self._levels_back():
            edges, begins = self._edges_of(np.arange(first, last))
            above = reduced(np.maximum, height[self._columns.target[edges]], begins, self._degree[first:last], -1)
            height[first:last] = np.where(reached[first:last], above + 1, -1)
        return height

    def _there(self, number: int) -> Flags:
        """Return which states are there after round `number`."""
        there: Flags = (self._round == NEVER) | (self._round > number)
        return there

    def _reached(self, there: Flags) -> Flags:
        found = self._columns
        reached = np.zeros(len(self), bool)
        reached[0] = there[0]
        for first, last in zip(found.levels, found.levels[1:], strict=False):
            edges, _ = self._edges_of(np.flatnonzero(reached[first:last]) + first)
            targets = found.target[edges]
            reached[targets[there[targets]]] = True
        return reached

    def _levels_back(self) -> Iterator[tuple[int, int]]:
        levels = self._columns.levels
        return zip(levels[-2::-1], levels[:0:-1], strict=True)

    def _edges_of(self, states: Ints) -> tuple[Ints, Ints]:
        """Return the edges out of states, one after the other, and where each state's begin among them."""
        return segments(self._columns.offsets[states], self._columns.offsets[states + 1])

    def _total(self, own: Ints, there: Flags) -> int:
        """Sum `own` over all paths from the start to any state, through states that are there."""
        values: Any = np.zeros(0, np.int64)
        first_next, most = len(self), 0
        most_own = int(own.max())
        for first, last in self._levels_back():
            edges, begins = self._edges_of(np.arange(first, last))
            most = most_own + most * int(self._degree[first:last].max(initial=0))
            if most >= _FITS and values.dtype != object:
                values = values.astype(object)
            ahead = values[self._columns.target[edges] - first_next]
            summed = reduced(np.add, ahead, begins, self._degree[first:last], 0)
            values = (summed + own[first:last]) * there[first:last]
            first_next = first
            most = int(values.max())
        return int(values[0])

    def _fall(self) -> None:
        """Decide every state, level by level from the largest processed sets back."""
        width = self._set_words.shape[1]
        still_next = np.zeros((0, width), np.uint64)
        first_next = len(self)
        clock = Clock(self.problem.limits)
        for first, last in self._levels_back():
            clock.check(len(self))
            still = np.zeros((last - first, width), np.uint64)
            rows = max(1, _BLOCK // (width * max(1, int(self._degree[first:last].max(initial=0)))))
            for at in range(first, last, rows):
                states = np.arange(at, min(at + rows, last))
                self._fall_block(states, still, first, still_next, first_next)
            fallen = np.flatnonzero(self._round[first:last] != NEVER)
            if len(fallen):
                self._still.append((fallen + first, still[fallen]))
            still_next, first_next = still, first

    def _fall_block(self, states: Ints, still: Words, first: int, still_next: Words, first_next: int) -> None:
        states = states[~self._complete[states]]
        for k in count(-1):  # -1 stands for F_∞: what can be completed through states that never fall
            if not len(states):
                return
            possible = self._possible(states, k, still_next, first_next)
            whole = (possible == self._set_words[self._columns.compatible[states]]).all(axis=1)
            if k < 0:
                states = states[~whole]
                continue
            fallen = states[~whole]
            self._round[fallen] = k + 1
            still[fallen - first] = possible[~whole]
            states = states[whole]

    def _possible(self, states: Ints, k: int, still_next: Words, first_next: int) -> Words:
        """Return F_k for each state; k = -1 stands for F_∞."""
        edges, begins = self._edges_of(states)
        targets = self._columns.target[edges]
        rounds = self._round[targets]
        values: NDArray[np.uint64] = self._set_words[self._columns.compatible[targets]]
        values[(rounds != NEVER) & ((rounds <= k + 1) | (k < 0))] = 0
        if k >= 0 and len(still_next):
            now = rounds == k + 1
            values[now] = still_next[targets[now] - first_next]
        result: Words = reduced(np.bitwise_or, values, begins, self._degree[states], 0)
        return result
