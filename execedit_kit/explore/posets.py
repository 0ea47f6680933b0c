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
    """Return which two of these posets no contract may hold: one can be extended into the other."""
    every = posets(calls)
    found = np.zeros((len(every), len(every)), dtype=np.bool_)
    results = [
        Result.of(str(n), [str(call) for call in inside], [(str(a), str(b)) for a, b in order])
        for n, (inside, order) in enumerate(every)
    ]
    for one, other in combinations(range(len(every)), 2):
        small, large = every[one][0], every[other][0]
        if len(small) == len(large) or not set(small) <= set(large):
            continue
        try:
            Contract.of((results[one], results[other]))
        except ExtendableResult:
            found[one, other] = found[other, one] = True
    return found
