"""The greatest fixed point by one pass over the state graph, from the largest processed sets back (model, section 3).

A state is blocked when some compatible result cannot be completed from it through unblocked states. The round in which
it falls comes out of the same pass. Write F_k(s) for the results that can be completed from s through states that have
not fallen by round k:

    F_k(s) = ⋃ over next states t of:  Compat(t)  if t has not fallen by round k + 1
                                       F_k(t)     if t falls in round k + 1
                                       nothing    if t has fallen by round k

A completed state has F_k = Compat. Then s falls in round 1 + min { k : F_k(s) ≠ Compat(s) }, or never. So each state
needs to remember no more than its round and F_{round-1}.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import count

from execedit_kit.check.graph import NEVER, Clock, Explored
from execedit_kit.check.problem import Problem


class NarrowGraph:
    """An explored graph with its fixed point, one state at a time in Python integers."""

    def __init__(self, explored: Explored) -> None:
        self.problem: Problem = explored.problem
        self._explored = explored
        self._round, self._still = _rounds(explored)

    def __len__(self) -> int:
        """Return the number of states."""
        return len(self._round)

    def processed(self, state: int) -> int:
        """Return the calls processed since the log, as a mask."""
        return self._explored.processed[state]

    def compatible(self, state: int) -> int:
        """Return Compat, as a mask of results."""
        return self._explored.compatible[state]

    def edges(self, state: int) -> Sequence[tuple[int, bool, int]]:
        """Return (call, whether it is new, next state), in call order."""
        return self._explored.edges[state]

    def parent(self, state: int) -> int:
        """Return a state from which one call leads here."""
        return self._explored.parent[state]

    def complete(self, state: int) -> bool:
        """Whether the state completes its compatible results."""
        return self._explored.complete(state)

    def round(self, state: int) -> int:
        """Return the round in which the state falls, or ``NEVER``."""
        return self._round[state]

    def missing(self, state: int) -> int:
        """Return the results that cannot be completed any more when the state falls."""
        return 0 if self._round[state] == NEVER else self.compatible(state) & ~self._still[state]

    @cached_property
    def fallen(self) -> dict[int, list[int]]:
        """Round → the states that fall in it, in graph order."""
        fallen: dict[int, list[int]] = {}
        for state, when in enumerate(self._round):
            if when != NEVER:
                fallen.setdefault(when, []).append(state)
        return dict(sorted(fallen.items()))

    def on_pairs(self, number: int) -> Sequence[int]:
        """Return, for every state, whether it lies on a pair of B_number."""
        there = [when == NEVER or when > number for when in self._round]
        alive = bytearray(len(self))
        alive[0] = there[0]
        for state in range(len(self)):
            if alive[state]:
                for _, _, target in self.edges(state):
                    if there[target]:
                        alive[target] = 1
        for state in range(len(self) - 1, -1, -1):
            if alive[state] and not self.complete(state):
                alive[state] = any(alive[target] for _, _, target in self.edges(state))
        return alive

    def sizes(self) -> tuple[int, ...]:
        """Return |B₀|, |B₁|, … up to and including the fixed point."""
        clock = Clock(self.problem.limits)
        sizes = [self._size(0)]
        for k in count(1):
            clock.check(len(self))
            if sizes[-1] == 0 or k > max(self.fallen, default=0):
                break
            size = self._size(k)
            if size == sizes[-1]:
                break
            sizes.append(size)
        return tuple(sizes)

    def _size(self, k: int) -> int:
        """Count the (result, complete path) pairs all of whose states are there after round k."""
        counts = [0] * len(self)
        for state in range(len(self) - 1, -1, -1):
            if NEVER < self._round[state] <= k:
                continue
            if self.complete(state):
                counts[state] = self.compatible(state).bit_count()
            else:
                counts[state] = sum([counts[target] for _, _, target in self.edges(state)])
        return counts[0]

    def prefixes(self) -> int:
        """Return |W†|: the number of paths from the start through unblocked states."""
        if self._round[0] != NEVER:
            return 0
        paths = [0] * len(self)
        paths[0] = 1
        for state, number in enumerate(paths):
            if number:
                for _, _, target in self.edges(state):
                    if self._round[target] == NEVER:
                        paths[target] += number
        return sum(paths)

    def classes(self) -> Sequence[int]:
        """Number the classes of equal futures among the unblocked states that the start can reach."""
        reached = self._reached()
        number: dict[frozenset[tuple[int, bool, int]], int] = {}
        classes = [-1] * len(self)
        for state in range(len(self) - 1, -1, -1):
            if reached[state]:
                future = frozenset(
                    (call, new, classes[target]) for call, new, target in self.edges(state) if classes[target] >= 0
                )
                classes[state] = number.setdefault(future, len(number))
        return classes

    def _reached(self) -> bytearray:
        reached = bytearray(len(self))
        reached[0] = self._round[0] == NEVER
        for state in range(len(self)):
            if reached[state]:
                for _, _, target in self.edges(state):
                    if self._round[target] == NEVER:
                        reached[target] = 1
        return reached


def _rounds(explored: Explored) -> tuple[list[int], list[int]]:
    """Return, for every state, the round in which it falls and F_{round-1}."""
    compatible, edges = explored.compatible, explored.edges
    rounds = [NEVER] * len(compatible)
    still = [0] * len(compatible)
    clock = Clock(explored.problem.limits)
    for state in range(len(compatible) - 1, -1, -1):
        if not state & 1023:
            clock.check(len(compatible))
        if explored.complete(state):
            continue
        for_good = 0
        falling: list[int] = []
        for _, _, target in edges[state]:
            if rounds[target] == NEVER:
                for_good |= compatible[target]
            else:
                falling.append(target)
        if for_good == compatible[state]:
            continue
        for k in count():
            possible = for_good
            for target in falling:
                if rounds[target] > k + 1:
                    possible |= compatible[target]
                elif rounds[target] == k + 1:
                    possible |= still[target]
            if possible != compatible[state]:
                rounds[state], still[state] = k + 1, possible
                break
    return rounds, still
