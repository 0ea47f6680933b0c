"""Small scopes: every record and edit up to a size, in a canonical order, numbered, none twice up to renaming.

What a scope holds: records of at least one call that legal steps reach from a root of one or two branches and at most
one rule, whose current workflow is accepted; no two results of one contract with one pomset; every action and every
rule is used; one authority; every edit of a kind that can be asked with names that exist, with and without the
signature it needs. The policies are all there are with so many states.

The order is by size, then shape, then who refers to which action, labels and policy. Each of these registrations has a
number, and a range of numbers is made without those before it: sizes and shapes are skipped by their counts. One number
stands for all histories of the size's number of events, and all edits.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, replace
from functools import cache, cached_property, lru_cache
from itertools import accumulate, product
from typing import Any

import numpy as np

from execedit_kit.explore.policies import Rows, policies
from execedit_kit.explore.posets import Turn
from execedit_kit.explore.shapes import Shapes, normal, partitions, shapes
from execedit_kit.explore.size import Size
from execedit_kit.explore.walk import Assignment, Base, Instance
from execedit_kit.record.events import EDITS, EditKind

EVERY_KIND: tuple[EditKind, ...] = tuple(EDITS)
SMALL = Size(calls=3, actions=3, labels=3, results=3, events=2, policy_states=3)


@dataclass(frozen=True, slots=True)
class Scope:
    """The questions up to a size.

    Parameters
    ----------
    most : Size
        The most of everything.
    total : int | None
        The largest total.
    kinds : tuple[EditKind, ...]
        The edits that may be asked, and for which there may be a rule.
    as_it_stands : bool
        Whether it is also asked whether the workflow is safe as it stands; then also of records that are not.
    """

    most: Size = SMALL
    total: int | None = None
    kinds: tuple[EditKind, ...] = EVERY_KIND
    as_it_stands: bool = False

    def document(self) -> dict[str, Any]:
        """Return the scope as JSON."""
        return {
            "most": asdict(self.most),
            "total": self.total,
            "kinds": list(self.kinds),
            "as_it_stands": self.as_it_stands,
        }

    def __str__(self) -> str:
        """Return the bounds in words."""
        parts = ", ".join(f"{getattr(self.most, part.name)} {part.name.replace('_', ' ')}" for part in fields(Size))
        total = "" if self.total is None else f", {self.total} in all"
        kinds = "" if self.kinds == EVERY_KIND else f"; {', '.join(self.kinds)}"
        return f"at most {parts}{total}{kinds}"

    def sizes(self) -> tuple[Size, ...]:
        """Return the sizes in order."""
        return _sizes(self.most, self.total)

    def __len__(self) -> int:
        """Return how many registrations are numbered."""
        ends = _layout(self)[1]
        return ends[-1] if ends else 0

    def size_at(self, number: int) -> Size | None:
        """Return the size of a numbered registration; ``None`` past the last."""
        blocks, ends = _layout(self)
        at = bisect_right(ends, number)
        return blocks[at].size if at < len(blocks) else None

    def end_of(self, size: Size) -> int:
        """Return the number after the last registration of this size or a smaller one."""
        blocks, ends = _layout(self)
        return max((end for block, end in zip(blocks, ends, strict=True) if block.size.key <= size.key), default=0)

    def bases(self, first: int = 0, last: int | None = None) -> Iterator[Base]:
        """Yield the registrations numbered from `first` up to but not including `last`."""
        blocks, ends = _layout(self)
        at = bisect_right(ends, first)
        number = first
        stop = len(self) if last is None else min(last, len(self))
        while number < stop:
            block = blocks[at]
            begin = ends[at] - block.count
            yield from block.between(number - begin, min(stop, ends[at]) - begin, begin)
            number = ends[at]
            at += 1

    def instances(self, first: int = 0, last: int | None = None, *, stale: bool = False) -> Iterator[Instance]:
        """Yield every question of a range of numbers."""
        for base in self.bases(first, last):
            yield from base.instances(self, stale)


@cache
def _sizes(most: Size, total: int | None) -> tuple[Size, ...]:
    ranges = [range(1, bound + 1) for bound in (most.calls, most.actions, most.labels, most.results)]
    every = (Size(*parts) for parts in product(*ranges, range(most.events + 1), range(1, most.policy_states + 1)))
    fitting = (size for size in every if size.labels <= size.actions <= size.calls)
    return tuple(sorted((s for s in fitting if total is None or s.total <= total), key=lambda size: size.key))


class _Counted:
    """How many assignments there are before each shape of a size, whatever the policy."""

    def __init__(self, every: Shapes, size: Size) -> None:
        counts = [len(_assignments(turns, size.calls, size.actions, size.labels)) for turns in every.groups]
        self._count = np.array([0, *counts], dtype=np.int64)[1:]
        self._group = every.group
        sums = (self._count[every.group[n : n + _STRIDE]].sum() for n in range(0, len(every), _STRIDE))
        self._ends = list(accumulate(map(int, sums)))

    @property
    def total(self) -> int:
        """How many there are."""
        return self._ends[-1] if self._ends else 0

    def find(self, number: int) -> tuple[int, int]:
        """Return the shape of a numbered assignment, and the number of its first."""
        stride = bisect_right(self._ends, number)
        begin = self._ends[stride - 1] if stride else 0
        ends = begin + np.cumsum(self._count[self._group[stride * _STRIDE : (stride + 1) * _STRIDE]])
        at = int(np.searchsorted(ends, number, side="right"))
        return stride * _STRIDE + at, int(ends[at - 1]) if at else begin


_STRIDE = 1024
"""The sums are kept for so many shapes together: there may be millions of them."""


@dataclass(frozen=True)
class _Block:
    """The registrations of one size."""

    size: Size
    shapes: Shapes
    counted: _Counted

    @cached_property
    def policies(self) -> tuple[Rows, ...]:
        return policies(self.size.labels, self.size.policy_states)

    @property
    def count(self) -> int:
        return self.counted.total * len(self.policies)

    def between(self, first: int, last: int, begin: int) -> Iterator[Base]:
        size, every = self.size, len(self.policies)
        at, assignment = self.counted.find(first // every)
        offset = assignment * every
        while offset < last:
            turns = self.shapes.groups[self.shapes.group[at]]
            shape = None
            for one in _assignments(turns, size.calls, size.actions, size.labels):
                for n in range(max(first - offset, 0), min(last - offset, every)):
                    kept = one.kept(n, size.policy_states)
                    if kept is not None:
                        shape = shape or self.shapes[at]
                        yield Base(begin + offset + n, size, shape, one, self.policies[n], kept)
                offset += every
            at += 1


@lru_cache(maxsize=4096)
def _assignments(turns: tuple[Turn, ...], calls: int, actions: int, labels: int) -> tuple[Assignment, ...]:
    found = []
    for identity in partitions(calls, actions):
        for labelling in partitions(actions, labels):
            own = (identity, labelling)
            kept = []
            for turn in turns[1:]:
                moved, of_labels = _turned(identity, labelling, turn)
                if moved < own:
                    break
                if moved == own:
                    kept.append((turn, of_labels))
            else:
                found.append(Assignment(identity, labelling, tuple(kept)))
    return tuple(found)


def _turned(
    identity: tuple[int, ...], labels: tuple[int, ...], turn: Turn
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], tuple[int, ...]]:
    """Rename the calls, then number actions and labels as they are met; return also what each label becomes."""
    moved = [0] * len(identity)
    for call, action in enumerate(identity):
        moved[turn[call]] = action
    order = list(dict.fromkeys(moved))
    back = [labels[action] for action in order]
    met: dict[int, int] = {}
    labelling = tuple(met.setdefault(label, len(met)) for label in back)
    return (normal(tuple(moved)), labelling), tuple(met[label] for label in range(len(met)))


@lru_cache(maxsize=8)
def _layout(scope: Scope) -> tuple[list[_Block], list[int]]:
    kinds = tuple(kind for kind in EVERY_KIND if kind in scope.kinds)
    blocks = [
        _Block(size, shapes(size.calls, size.results, kinds), _counted(replace(size, events=0, policy_states=0), kinds))
        for size in scope.sizes()
    ]
    blocks = [block for block in blocks if block.count]
    return blocks, list(accumulate(block.count for block in blocks))


@lru_cache(maxsize=256)
def _counted(size: Size, kinds: tuple[EditKind, ...]) -> _Counted:
    return _Counted(shapes(size.calls, size.results, kinds), size)
