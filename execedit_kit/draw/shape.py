"""How a contract can be drawn: its results taken apart into sequence, side by side and one-of, where they are so made.

A contract is a set of results and does not remember how it was written. Two results that share calls are drawn best as
one graph with a diamond where they part, so this module finds the parts again. What cannot be taken apart stays whole:
a :class:`Tangle`, drawn as the union of its results, each call with the results it belongs to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from graphlib import TopologicalSorter
from math import prod
from typing import TypeAlias

from execedit_kit.check.problem import bits
from execedit_kit.record.contract import Contract, Result

LARGEST = 300_000
"""Results times calls; beyond that nobody could read the drawing, and taking it apart would take long."""


@dataclass(frozen=True, slots=True)
class Plain:
    """Calls with one partial order that is nothing simpler, as covering pairs; or one call, or none at all."""

    calls: tuple[str, ...]
    order: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Steps:
    """Parts of which each is finished before the next begins."""

    parts: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Beside:
    """Parts that all happen, in no order."""

    parts: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class OneOf:
    """Parts of which one happens."""

    parts: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Tangle:
    """Results that share calls in no simpler way.

    Parameters
    ----------
    members : tuple[tuple[str, tuple[int, ...]], ...]
        Each call with the numbers of its results, from 1.
    order : tuple[tuple[str, str, bool], ...]
        Covering pairs of any result, and whether the pair is ordered in every result that has both.
    results : int
        How many there are.
    """

    members: tuple[tuple[str, tuple[int, ...]], ...]
    order: tuple[tuple[str, str, bool], ...]
    results: int


Shape: TypeAlias = Plain | Steps | Beside | OneOf | Tangle

_Result: TypeAlias = tuple[int, tuple[tuple[int, int], ...]]
"""A mask of calls, and for each call of it, in order, the mask of calls before it."""


def shape(contract: Contract) -> Shape | None:
    """Take a contract apart; ``None`` when it is too large to be worth it. Equal results are drawn once."""
    calls = contract.calls
    if len(contract.results) * max(len(calls), 1) > LARGEST:
        return None
    index = {call: i for i, call in enumerate(calls)}
    results = dict.fromkeys(_in_bits(result, index) for result in contract.results)
    return _apart(list(results), calls)


def _in_bits(result: Result, index: Mapping[str, int]) -> _Result:
    covering: dict[int, list[int]] = {index[call]: [] for call in result.calls}
    for earlier, later in result.order:
        covering[index[later]].append(index[earlier])
    before = dict.fromkeys(covering, 0)
    for call in TopologicalSorter(covering).static_order():
        for first in covering[call]:
            before[call] |= before[first] | 1 << first
    return sum(1 << call for call in before), tuple(sorted(before.items()))


def _restricted(result: _Result, to: int) -> _Result:
    mask, before = result
    return mask & to, tuple(sorted((call, below & to) for call, below in before if to >> call & 1))


def _apart(results: list[_Result], calls: tuple[str, ...]) -> Shape:
    if len(results) == 1 and len(results[0][1]) < 2:
        return _plain(results[0], calls)
    arms = _arms(results)
    if len(arms) > 1:
        return OneOf(tuple(_apart(arm, calls) for arm in arms))
    together, ever, always = _relations(results)

    def in_sequence(a: int, b: int) -> bool:
        return bool(always[b] >> a & 1 or always[a] >> b & 1)

    def side_by_side(a: int, b: int) -> bool:
        return bool(together[a] >> b & 1) and not (ever[a] >> b & 1 or ever[b] >> a & 1)

    steps = _components(sorted(together), in_sequence)
    steps.sort(key=lambda part: sum(bool(ever[next(bits(part))] & other) for other in steps))
    ordered = all(
        not earlier & ~always[call] for n, part in enumerate(steps) for call in bits(part) for earlier in steps[:n]
    )
    beside = _components(sorted(together), side_by_side)
    for parts, kind in ((steps if ordered else [], Steps), (beside, Beside)):
        projected = [list(dict.fromkeys(_restricted(result, part) for result in results)) for part in parts]
        if len(parts) > 1 and prod(map(len, projected)) == len(results):
            return kind(tuple(_apart(part, calls) for part in projected))
    return _plain(results[0], calls) if len(results) == 1 else _tangle(results, calls, always)


def _arms(results: list[_Result]) -> list[list[_Result]]:
    """Group results that share calls, directly or through others, in the order of their first results."""
    arms: list[tuple[int, list[_Result]]] = []
    for result in results:
        touching = [arm for arm in arms if arm[0] & result[0]]
        if not touching:
            arms.append((result[0], [result]))
            continue
        mask, members = result[0], []
        for arm in touching:
            mask |= arm[0]
            members += arm[1]
        at = arms.index(touching[0])
        arms = [arm for arm in arms if all(arm is not other for other in touching)]
        arms.insert(at, (mask, [*members, result]))
    return [members for _, members in arms]


def _relations(results: Iterable[_Result]) -> tuple[dict[int, int], dict[int, int], dict[int, int]]:
    """Return, for each call: the calls it occurs with, those ever before it, and those before it whenever they meet."""
    together: dict[int, int] = {}
    ever: dict[int, int] = {}
    not_before: dict[int, int] = {}
    for mask, before in results:
        for call, below in before:
            together[call] = together.get(call, 0) | mask & ~(1 << call)
            ever[call] = ever.get(call, 0) | below
            not_before[call] = not_before.get(call, 0) | mask & ~below
    return together, ever, {call: ever[call] & ~not_before[call] for call in ever}


def _components(nodes: list[int], separate: Callable[[int, int], bool]) -> list[int]:
    """Return the parts, as masks, of the graph in which two calls are linked unless they are separate."""
    parts: list[int] = []
    left = set(nodes)
    for start in nodes:
        if start not in left:
            continue
        left.discard(start)
        mask, reached = 0, [start]
        while reached:
            call = reached.pop()
            mask |= 1 << call
            near = [other for other in left if not separate(call, other)]
            left.difference_update(near)
            reached += near
        parts.append(mask)
    return parts


def _plain(result: _Result, calls: tuple[str, ...]) -> Plain:
    _, before = result
    return Plain(
        tuple(calls[call] for call, _ in before),
        tuple((calls[first], calls[then]) for then, below in before for first in _covering(below, dict(before))),
    )


def _covering(below: int, before: dict[int, int]) -> list[int]:
    further = 0
    for call in bits(below):
        further |= before[call]
    return list(bits(below & ~further))


def _tangle(results: list[_Result], calls: tuple[str, ...], always: dict[int, int]) -> Tangle:
    members: dict[int, list[int]] = {}
    order: dict[tuple[int, int], None] = {}
    for number, (_, before) in enumerate(results, 1):
        for then, below in before:
            members.setdefault(then, []).append(number)
            order.update(((first, then), None) for first in _covering(below, dict(before)))
    return Tangle(
        tuple((calls[call], tuple(numbers)) for call, numbers in sorted(members.items())),
        tuple((calls[a], calls[b], bool(always[b] >> a & 1)) for a, b in sorted(order)),
        len(results),
    )
