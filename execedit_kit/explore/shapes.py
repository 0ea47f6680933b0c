"""Every registration of a size but for its names, actions, labels and policy: a root workflow and at most one rule."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, product
from math import prod
from typing import Literal, TypeAlias, overload

import numpy as np

from execedit_kit.explore.contracts import Contracts, Numbers, Plain, contracts
from execedit_kit.explore.posets import Poset, Turn
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


@dataclass(frozen=True)
class _Family:
    """The shapes that differ by their contracts only: every way to choose one for each part."""

    root: Root
    kind: EditKind | None
    sides: tuple[str, ...]
    calls_of: tuple[int, ...]
    parts: tuple[Contracts, ...]

    def __len__(self) -> int:
        return prod(map(len, self.parts))

    def __getitem__(self, number: int) -> Shape:
        chosen: list[Plain] = []
        for part in reversed(self.parts):
            number, at = divmod(number, len(part))
            chosen.append(part[at])
        placed, turns = _placed(tuple(reversed(chosen)), self.calls_of)
        leaves = len(placed) - len(self.sides)
        adds = tuple(zip(self.sides, placed[leaves:], strict=True))
        return Shape(sum(self.calls_of), self.root, placed[:leaves], self.kind, adds, turns)

    def group(self, numbers: dict[tuple[Turn, ...], int]) -> Numbers:
        """Return for each shape the number of its group of symmetries; new groups get the next."""
        every = np.zeros(1, dtype=np.int32)
        for part in self.parts:
            every = (every[:, None] * len(part.groups) + part.group[None, :]).ravel()
        combined = list(product(*(part.groups for part in self.parts)))
        number = np.zeros(len(combined), dtype=np.int32)
        for n in np.flatnonzero(np.bincount(every, minlength=len(combined))):
            number[n] = numbers.setdefault(_together(combined[n], self.calls_of), len(numbers))
        return number[every]


class Shapes(Sequence[Shape]):
    """Shapes in order; each is put together when it is asked for.

    Parameters
    ----------
    groups : tuple[tuple[Turn, ...], ...]
        The different groups of symmetries.
    group : NDArray
        For each shape the number of its group.
    """

    def __init__(self, families: list[_Family]) -> None:
        self._families = families
        self._ends = list(accumulate(map(len, families)))
        numbers: dict[tuple[Turn, ...], int] = {}
        self.group: Numbers = np.concatenate(
            [np.zeros(0, dtype=np.int32), *(family.group(numbers) for family in families)]
        )
        self.groups = tuple(numbers)

    def __len__(self) -> int:
        """Return how many."""
        return len(self.group)

    @overload
    def __getitem__(self, number: int) -> Shape: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Shape, ...]: ...
    def __getitem__(self, number: int | slice) -> Shape | tuple[Shape, ...]:
        """Return a shape by its number."""
        if isinstance(number, slice):
            return tuple(self[n] for n in range(*number.indices(len(self))))
        at = bisect_right(self._ends, range(len(self))[number])
        return self._families[at][number - self._ends[at]]


@cache
def shapes(calls: int, results: int, kinds: tuple[EditKind, ...]) -> Shapes:
    """Return every shape with so many calls and results, whose rule is for one of these kinds of edit."""
    return Shapes([family for family in _families(calls, results, kinds) if len(family)])


def _families(calls: int, results: int, kinds: tuple[EditKind, ...]) -> Iterator[_Family]:
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
                    parts = tuple(contracts(*part) for part in zip(calls_of, results_of, strict=True))
                    yield _Family(root, kind, sides, calls_of, parts)


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
    for part, calls in zip(chosen, calls_of, strict=True):
        first = begin
        placed.append(
            tuple(
                (tuple(call + first for call in inside), tuple((a + first, b + first) for a, b in order))
                for inside, order in part.posets
            )
        )
        begin += calls
    return tuple(placed), _together(tuple(part.turns for part in chosen), calls_of)


@cache
def _together(groups: tuple[tuple[Turn, ...], ...], calls_of: tuple[int, ...]) -> tuple[Turn, ...]:
    """Return the symmetries of calls that are numbered through all parts."""
    turns: list[Turn] = [()]
    begin = 0
    for group, calls in zip(groups, calls_of, strict=True):
        turns = [(*before, *(call + begin for call in turn)) for before in turns for turn in group]
        begin += calls
    return tuple(turns)


@cache
def partitions(number: int, parts: int) -> tuple[tuple[int, ...], ...]:
    """Return every way to put numbered things into so many unnamed parts; parts are numbered as they are met."""
    return tuple(way for way in product(range(parts), repeat=number) if normal(way) == way and len(set(way)) == parts)


def normal(way: tuple[int, ...]) -> tuple[int, ...]:
    """Number parts as they are met."""
    met: dict[int, int] = {}
    return tuple(met.setdefault(part, len(met)) for part in way)
