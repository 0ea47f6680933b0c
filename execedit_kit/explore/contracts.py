"""Every contract of a size, one for each class of contracts that differ by the names of calls and results only."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from typing import TypeAlias

from execedit_kit.record.contract import Contract, Result
from execedit_kit.record.errors import ExtendableResult

Poset: TypeAlias = tuple[tuple[int, ...], tuple[tuple[int, int], ...]]
"""Calls, and all pairs (before, after) of a strict partial order on them."""
Turn: TypeAlias = tuple[int, ...]
"""A permutation of calls: call *n* becomes ``turn[n]``."""


@dataclass(frozen=True, slots=True)
class Plain:
    """A contract without names.

    Parameters
    ----------
    posets : tuple[Poset, ...]
        One for each result; no two are the same.
    turns : tuple[Turn, ...]
        Its symmetries: the permutations of calls that leave it as it is, the identity first.
    """

    posets: tuple[Poset, ...]
    turns: tuple[Turn, ...]


@cache
def contracts(calls: int, results: int) -> tuple[Plain, ...]:
    """Return every contract with so many calls and results."""
    every = _posets_within(calls)
    number = {poset: n for n, poset in enumerate(every)}
    turns = list(permutations(range(calls)))
    images = [[number[_turned(poset, turn)] for poset in every] for turn in turns]
    clash = _clashes(every)
    found = []
    for chosen in combinations(range(len(every)), results):
        if len({call for n in chosen for call in every[n][0]}) < calls:
            continue
        if any(two in clash for two in combinations(chosen, 2)):
            continue
        kept = []
        for turn, image in zip(turns, images, strict=True):
            other = tuple(sorted(image[n] for n in chosen))
            if other < chosen:
                break
            if other == chosen:
                kept.append(turn)
        else:
            found.append(Plain(tuple(every[n] for n in chosen), tuple(kept)))
    return tuple(found)


@cache
def _posets_within(calls: int) -> tuple[Poset, ...]:
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


def _turned(poset: Poset, turn: Turn) -> Poset:
    inside, order = poset
    return tuple(sorted(turn[call] for call in inside)), tuple(sorted((turn[a], turn[b]) for a, b in order))


@cache
def _clashes(every: tuple[Poset, ...]) -> frozenset[tuple[int, int]]:
    """Return the pairs of results that no contract may hold: one can be extended into the other."""
    found = set()
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
            found.add((one, other))
    return frozenset(found)
