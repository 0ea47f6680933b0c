"""Every registration of a size but for its names, actions, labels and policy: a root workflow and at most one rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Literal, TypeAlias

from execedit_kit.explore.contracts import Plain, Poset, Turn, contracts
from execedit_kit.record.events import EditKind

Root: TypeAlias = Literal["branch", "choice", "parallel", "sequence", "join"]
ROOTS: tuple[Root, ...] = ("branch", "choice", "parallel", "sequence", "join")
SIDES: dict[EditKind, tuple[tuple[str, ...], ...]] = {
    "fork_choice": (("left",), ("right",), ("left", "right")),
    "fork_parallel": (("left",), ("right",), ("left", "right")),
    "merge_select": (("join",),),
    "merge_join": (("join",),),
}
"""What a rule for each kind of edit may add."""
_NOTHING = Plain((((), ()),), ((),))


@dataclass(frozen=True, slots=True)
class Shape:
    """A registration without names.

    Parameters
    ----------
    calls : int
        How many, numbered through all parts.
    root : Root
        The form of the root workflow: one branch, or two under an operator.
    leaves : tuple[tuple[Poset, ...], ...]
        The contract of each branch, left to right.
    kind : EditKind | None
        The edit that the rule is for, or ``None`` for no rule.
    adds : tuple[tuple[str, tuple[Poset, ...]], ...]
        What it adds: side → contract.
    turns : tuple[Turn, ...]
        The symmetries: permutations of calls that leave everything as it is.
    """

    calls: int
    root: Root
    leaves: tuple[tuple[Poset, ...], ...]
    kind: EditKind | None
    adds: tuple[tuple[str, tuple[Poset, ...]], ...]
    turns: tuple[Turn, ...]


@cache
def shapes(calls: int, results: int, kinds: tuple[EditKind, ...]) -> tuple[Shape, ...]:
    """Return every shape with so many calls and results, whose rule is for one of these kinds of edit."""
    return tuple(_shapes(calls, results, kinds))


def _shapes(calls: int, results: int, kinds: tuple[EditKind, ...]) -> Iterator[Shape]:
    rules: list[tuple[EditKind | None, tuple[str, ...]]] = [(None, ())]
    rules += [(kind, sides) for kind in SIDES if kind in kinds for sides in SIDES[kind]]
    for kind, sides in rules:
        for root in ROOTS:
            leaves = 1 if root == "branch" else 2
            slots = leaves + len(sides)
            for calls_of in _split(calls, [0] * leaves + [1] * len(sides)):
                if root == "choice" and (calls_of[0] == 0) != (calls_of[1] == 0):
                    continue  # an arm with nothing to do beside one with something is undefined
                for results_of in _split(results, [1] * slots):
                    parts = [_contracts(*part) for part in zip(calls_of, results_of, strict=True)]
                    for chosen in product(*parts):
                        placed, turns = _placed(chosen, calls_of)
                        adds = tuple(zip(sides, placed[leaves:], strict=True))
                        yield Shape(calls, root, placed[:leaves], kind, adds, turns)


def _contracts(calls: int, results: int) -> tuple[Plain, ...]:
    return contracts(calls, results) if calls else (_NOTHING,) * (results == 1)


def _split(number: int, least: list[int]) -> Iterator[tuple[int, ...]]:
    """Split a number over parts, each at least so large."""
    if not least:
        if number == 0:
            yield ()
        return
    for first in range(least[0], number - sum(least[1:]) + 1):
        for rest in _split(number - first, least[1:]):
            yield (first, *rest)


def _placed(
    chosen: tuple[Plain, ...], calls_of: tuple[int, ...]
) -> tuple[tuple[tuple[Poset, ...], ...], tuple[Turn, ...]]:
    """Number the calls through all parts; the symmetries of the whole are those of the parts."""
    begin = 0
    placed = []
    turns: list[Turn] = [()]
    for part, calls in zip(chosen, calls_of, strict=True):
        first = begin
        placed.append(
            tuple(
                (tuple(call + first for call in inside), tuple((a + first, b + first) for a, b in order))
                for inside, order in part.posets
            )
        )
        turns = [(*before, *(call + first for call in turn)) for before in turns for turn in part.turns]
        begin += calls
    return tuple(placed), tuple(turns)


@cache
def partitions(number: int, parts: int) -> tuple[tuple[int, ...], ...]:
    """Return every way to put numbered things into so many unnamed parts; parts are numbered as they are met."""
    return tuple(way for way in product(range(parts), repeat=number) if normal(way) == way and len(set(way)) == parts)


def normal(way: tuple[int, ...]) -> tuple[int, ...]:
    """Number parts as they are met."""
    met: dict[int, int] = {}
    return tuple(met.setdefault(part, len(met)) for part in way)
