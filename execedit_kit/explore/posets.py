"""Every strict partial order on some of the calls: what one result of a contract can be."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from execedit_kit.record.contract import Contract, Result
from execedit_kit.record.errors import ExtendableResult

Poset: TypeAlias = tuple[tuple[int, ...], tuple[tuple[int, int], ...]]
"""Calls, and all pairs (before, after) of a strict partial order on them."""
Turn: TypeAlias = tuple[int, ...]
"""A permutation of calls: call *n* becomes ``turn[n]``."""


@cache
def posets(calls: int) -> tuple[Poset, ...]:
    """Return every strict partial order on every subset of the calls, with few pairs first."""
    found: list[Poset] = []
    for size in range(calls + 1):
        for inside in combinations(range(calls), size):
            found += [(inside, order) for order in _orders(inside)]
    return tuple(sorted(found, key=lambda poset: (len(poset[0]), len(poset[1]), poset)))


@cache
def _orders(inside: tuple[int, ...]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return every strict partial order on these calls: a new last call has what is before it, and what after."""
    if not inside:
        return ((),)
    *rest, last = inside
    found: set[tuple[tuple[int, int], ...]] = set()
    for order in _orders(tuple(rest)):
        below = set(order)
        for before in _subsets(rest):
            for after in _subsets([call for call in rest if call not in before]):
                made = below | {(call, last) for call in before} | {(last, call) for call in after}
                if all((a, d) in made for a, b in made for c, d in made if b == c):
                    found.add(tuple(sorted(made)))
    return tuple(sorted(found))


def _subsets(calls: list[int]) -> list[tuple[int, ...]]:
    return [chosen for size in range(len(calls) + 1) for chosen in combinations(calls, size)]


def turned(poset: Poset, turn: Turn) -> Poset:
    """Return a poset with its calls renamed."""
    inside, order = poset
    return tuple(sorted(turn[call] for call in inside)), tuple(sorted((turn[a], turn[b]) for a, b in order))


@cache
def clashes(calls: int) -> NDArray[np.bool_]:
    """Return which two of these posets no contract may hold: one can be extended into the other.

    Whether it can depends only on the beginning of the longer one, so that one of all that begin alike is asked.
    """
    every = posets(calls)
    results = [
        Result.of(str(n), [str(call) for call in inside], [(str(a), str(b)) for a, b in order])
        for n, (inside, order) in enumerate(every)
    ]
    on: dict[tuple[int, ...], list[int]] = {}
    begin_with: dict[Poset, list[int]] = {}
    for n, (inside, order) in enumerate(every):
        on.setdefault(inside, []).append(n)
        for size in range(len(inside)):
            for first in combinations(inside, size):
                if all(a in first for a, b in order if b in first):
                    begin_with.setdefault((first, tuple(pair for pair in order if pair[1] in first)), []).append(n)
    found = np.zeros((len(every), len(every)), dtype=np.bool_)
    for (first, _), longer in begin_with.items():
        for n in on[first]:
            if _extends(results[n], results[longer[0]]):
                found[n, longer] = found[longer, n] = True
    return found


def _extends(one: Result, other: Result) -> bool:
    try:
        Contract.of((one, other))
    except ExtendableResult:
        return True
    return False
