"""Explore the state graph whole levels at a time with numpy.

A level holds the states with equally many processed calls, as columns: processed calls as 64-bit words, an interned
compatible set, a policy state. For each call, masks say in which states it may come next; next states are told apart by
sorting. States and edges come out in the same order as from :func:`execedit_kit.check.graph.explore`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from execedit_kit.check.columns import WORD, Flags, Ints, Words, contains, distinct_rows, meets, words
from execedit_kit.check.graph import Clock
from execedit_kit.check.problem import FORBIDDEN, PolicyMoves, Problem

# Cells of a (states × calls) block: keeps the working memory of a level at some tens of megabytes.
_BLOCK = 2_000_000
_SMALL_TABLE = 1 << 16
_MOST_GROUPS = 40
_MOST_RESULTS = 1_000  # a set of results is that many bits in every state; measured


@dataclass
class Columns:
    """The explored graph as columns, one entry a state or an edge.

    Parameters
    ----------
    levels : list[int]
        Where each level begins; its last entry is the number of states.
    processed : ndarray of uint64, shape (states, words)
    compatible : ndarray of int32
        For each state, the number of its compatible set in `sets`.
    parent : ndarray of int32
    offsets : ndarray of int64, shape (states + 1,)
        Where each state's edges begin.
    call, new, target : ndarrays, one entry an edge
    sets : list[int]
        The compatible sets that occur, as masks of results.
    """

    problem: Problem
    levels: list[int]
    processed: Words
    compatible: NDArray[np.int32]
    parent: NDArray[np.int32]
    offsets: Ints
    call: NDArray[np.int32]
    new: Flags
    target: NDArray[np.int32]
    sets: list[int]


@dataclass
class _Sets:
    """Compatible sets as small numbers; -1 for the empty one."""

    masks: list[int]
    number: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.number = {mask: n for n, mask in enumerate(self.masks)}

    def add(self, mask: int) -> int:
        if not mask:
            return -1
        known = self.number.setdefault(mask, len(self.masks))
        if known == len(self.masks):
            self.masks.append(mask)
        return known


@dataclass(frozen=True, slots=True)
class _Block:
    """Some states of one level."""

    first: int
    processed: Words
    compatible: NDArray[np.int32]
    policy: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class _Edges:
    """The edges out of a block, by source, then call."""

    source: Ints
    call: Ints
    new: Flags
    compatible: NDArray[np.int32]
    policy: NDArray[np.int32]
    processed: Words


def fits(problem: Problem) -> bool:
    """Whether whole levels can be handled: calls with few different sets of predecessors, and not too many results."""
    few = len(problem.calls) > 0 and len(problem.results) <= _MOST_RESULTS
    return few and all(len(groups) <= _MOST_GROUPS for groups in problem.ready_after)


def explore_levels(problem: Problem) -> Columns:
    """Explore the state graph.

    Raises
    ------
    LimitError
        When there are more states, or it takes longer, than the problem's limits allow.
    """
    clock = Clock(problem.limits)
    width = max(1, -(-len(problem.calls) // WORD))
    moves, sets = problem.moves(), _Sets([problem.all_results])
    level = _Block(0, np.zeros((1, width), np.uint64), np.zeros(1, np.int32), np.zeros(1, np.int32))
    levels, parents = [0], [np.zeros(1, np.int32)]
    states = [level]
    edges: list[tuple[NDArray[np.int32], NDArray[np.int32], Flags]] = []
    targets: list[NDArray[np.int32]] = []
    while len(level.processed):
        levels.append(level.first + len(level.processed))
        rows = max(1, _BLOCK // max(1, len(problem.calls)))
        found = []
        kinds, edges_here = _kinds(level), 0
        for at in range(0, len(level.processed), rows):
            part = slice(at, at + rows)
            block = _Block(level.first + at, level.processed[part], level.compatible[part], level.policy[part])
            found.append(_expand(problem, block, moves, sets))
            # A state is reached by each of its calls from at most so many kinds of states: stop before too much.
            edges_here += len(found[-1].source)
            clock.check(levels[-1] + edges_here // (kinds * (len(levels) - 1)))
        out = _together(found)
        first, number = distinct_rows(
            np.column_stack(
                [out.processed, out.compatible.astype(np.uint64) << np.uint64(32) | out.policy.astype(np.uint64)]
            )
        )
        edges.append((out.source.astype(np.int32), out.call.astype(np.int32), out.new))
        targets.append((number + levels[-1]).astype(np.int32))
        parents.append(out.source[first].astype(np.int32))
        level = _Block(levels[-1], out.processed[first], out.compatible[first], out.policy[first])
        states.append(level)
        clock.check(levels[-1] + len(level.processed))
    source, call, new = (np.concatenate(column) for column in zip(*edges, strict=True))
    offsets = np.zeros(levels[-1] + 1, np.int64)
    np.cumsum(np.bincount(source, minlength=levels[-1]), out=offsets[1:])
    return Columns(
        problem,
        levels,
        np.concatenate([part.processed for part in states]),
        np.concatenate([part.compatible for part in states]),
        np.concatenate(parents),
        offsets,
        call,
        new,
        np.concatenate(targets),
        sets.masks,
    )


def _kinds(level: _Block) -> int:
    """Return how many pairs of a compatible set and a policy state there are in a level."""
    return len(np.unique(level.compatible.astype(np.int64) << 32 | level.policy)) if len(level.processed) else 1


def _expand(problem: Problem, block: _Block, moves: PolicyMoves, sets: _Sets) -> _Edges:
    shape = (len(block.processed), len(problem.calls))
    compatible = np.full(shape, -1, np.int32)
    policy = np.empty(shape, np.int32)
    new = np.empty(shape, bool)
    set_values, set_index = np.unique(block.compatible, return_inverse=True)
    policy_values, policy_index = np.unique(block.policy, return_inverse=True)
    mentioned = np.stack([words(problem.calls_of(sets.masks[n]), block.processed.shape[1]) for n in set_values])
    steps: dict[str, NDArray[np.int32]] = {}
    for call, label in enumerate(problem.labels):
        if label not in steps:
            steps[label] = np.array([moves.step(int(q), label) for q in policy_values], np.int32)
        fresh = ~meets(block.processed, problem.same_action[call])
        if problem.authorized >> call & 1:
            fresh[:] = False
        after = np.where(fresh, steps[label][policy_index], block.policy)
        possible = (after != FORBIDDEN) & ~meets(block.processed, 1 << call)
        possible &= meets(mentioned, 1 << call)[set_index]
        rows = np.flatnonzero(possible)
        compatible[rows, call] = _still_compatible(
            problem, call, block.processed[rows], set_values, set_index[rows], sets
        )
        policy[:, call] = after
        new[:, call] = fresh
    source, calls = np.nonzero(compatible >= 0)
    width = block.processed.shape[1]
    bit = np.stack([words(1 << call, width) for call in range(len(problem.calls))])
    return _Edges(
        source + block.first,
        calls,
        new[source, calls],
        compatible[source, calls],
        policy[source, calls],
        block.processed[source] | bit[calls],
    )


def _still_compatible(
    problem: Problem, call: int, processed: Words, set_values: NDArray[np.int32], set_index: Ints, sets: _Sets
) -> NDArray[np.int32]:
    """Return, for each row, the number of the compatible set after a call, or -1 when none is left."""
    groups = problem.ready_after[call]
    code = np.zeros(len(processed), np.int64)
    for n, (first, _) in enumerate(groups):
        code |= contains(processed, first).astype(np.int64) << n
    code = code * len(set_values) + set_index
    size = (1 << len(groups)) * len(set_values)
    if size <= _SMALL_TABLE:
        met, place = np.flatnonzero(np.bincount(code, minlength=size)), None
    else:
        met, place = np.unique(code, return_inverse=True)
    after = np.empty(len(met), np.int32)
    for n, value in enumerate(met.tolist()):
        ready, which = divmod(value, len(set_values))
        results = 0
        for g, (_, those) in enumerate(groups):
            if ready >> g & 1:
                results |= those
        after[n] = sets.add(results & sets.masks[set_values[which]])
    if place is not None:
        return after[place]
    table = np.empty(size, np.int32)
    table[met] = after
    return table[code]


def _together(parts: list[_Edges]) -> _Edges:
    return _Edges(
        np.concatenate([part.source for part in parts]),
        np.concatenate([part.call for part in parts]),
        np.concatenate([part.new for part in parts]),
        np.concatenate([part.compatible for part in parts]),
        np.concatenate([part.policy for part in parts]),
        np.concatenate([part.processed for part in parts]),
    )
