"""Every contract of a size, one for each class of contracts that differ by the names of calls and results only.

Of each class the least is kept: a contract is the rising list of its results' numbers, and lists are compared from the
front. Without its last result a least contract is a least contract too (adding one result to a list and to a smaller
renaming of it leaves the renaming smaller), so that contracts are grown result by result and what is not least, or has
two results of which one can be extended into the other, is left at once (orderly generation after R. C. Read, 1978).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from math import comb, factorial
from typing import Any, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from execedit_kit.explore.posets import Poset, Turn, clashes, posets, turned
from execedit_kit.record.errors import LimitError

Numbers: TypeAlias = NDArray[np.int32]

MOST_CALLS = 5
"""Of how many calls contracts are listed at most: there are 130,023 orders of six, each with 720 names."""
MOST_CONTRACTS = 10_000_000
"""How many contracts of one size are listed at most."""


class TooManyContracts(LimitError):
    """There are more contracts of a size than are listed, or more calls.

    Parameters
    ----------
    calls, results : int
        The size.
    """

    def __init__(self, calls: int, results: int) -> None:
        limit, value = ("MOST_CALLS", MOST_CALLS) if calls > MOST_CALLS else ("MOST_CONTRACTS", MOST_CONTRACTS)
        what = f"contracts of {calls} calls and {results} results"
        super().__init__(what, limit, value)
        self.size = calls, results
        self.args = (
            f"there are too many {what} to list, the limit is {value:,} {limit[5:].lower()} of one size: search with "
            f"fewer calls or results or a smaller total, or raise execedit_kit.explore.contracts.{limit}",
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by its parts (worker processes send errors back)."""
        return (TooManyContracts, self.size)


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


class Contracts(Sequence[Plain]):
    """The contracts of a size, in order; each is put together when it is asked for.

    Parameters
    ----------
    posets : tuple[Poset, ...]
        What a result can be.
    rows : NDArray
        For each contract the numbers of its results.
    groups : tuple[tuple[Turn, ...], ...]
        The different groups of symmetries.
    group : NDArray
        For each contract the number of its group.
    """

    def __init__(
        self, posets: tuple[Poset, ...], rows: Numbers, groups: tuple[tuple[Turn, ...], ...], group: Numbers
    ) -> None:
        self._posets = posets
        self._rows = rows
        self.groups = groups
        self.group = group

    def __len__(self) -> int:
        """Return how many."""
        return len(self._rows)

    @overload
    def __getitem__(self, number: int) -> Plain: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Plain, ...]: ...
    def __getitem__(self, number: int | slice) -> Plain | tuple[Plain, ...]:
        """Return a contract by its number."""
        if isinstance(number, slice):
            return tuple(self[n] for n in range(*number.indices(len(self))))
        return Plain(tuple(self._posets[n] for n in self._rows[number]), self.groups[self.group[number]])


@cache
def contracts(calls: int, results: int) -> Contracts:
    """Return every contract with so many calls and results.

    Raises
    ------
    TooManyContracts
        When there are more than :data:`MOST_CONTRACTS`, or more calls than :data:`MOST_CALLS`.
    """
    if calls > MOST_CALLS:
        raise TooManyContracts(calls, results)
    every = posets(calls)
    whole = sum(len(inside) == calls for inside, _ in every)
    if comb(whole, results) > MOST_CONTRACTS * factorial(calls):  # none of these can be extended into another
        raise TooManyContracts(calls, results)
    number = {poset: n for n, poset in enumerate(every)}
    turns = list(permutations(range(calls)))
    images = np.array([[number[turned(poset, turn)] for poset in every] for turn in turns], dtype=np.int32)
    clash = clashes(calls)
    members = np.array([sum(1 << call for call in inside) for inside, _ in every])
    level: list[Numbers] = [np.zeros((1, 0), dtype=np.int32)]
    groups: dict[tuple[Turn, ...], int] = {(turns[0],): 0}
    group: list[Numbers] = []
    for size in range(1, results + 1):
        grown: list[Numbers] = []
        listed = 0
        for row in (row for rows in level for row in rows):
            rest = np.arange(row[-1] + 1 if size > 1 else 0, len(every), dtype=np.int32)
            rest = rest[~clash[row][:, rest].any(axis=0)]
            if size == results:
                rest = rest[members[rest] | np.bitwise_or.reduce(members[row], initial=0) == (1 << calls) - 1]
            if not len(rest):
                continue
            least, same = _least(images, row, rest)
            if not least.any():
                continue
            kept = rest[least]
            grown.append(np.column_stack([np.tile(row, (len(kept), 1)), kept]))
            listed += len(kept)
            if listed > MOST_CONTRACTS:
                raise TooManyContracts(calls, results)
            if size == results:
                group.append(_numbered(same[:, least], turns, groups))
        level = grown
    rows = np.concatenate(level) if level else np.zeros((0, results), dtype=np.int32)
    return Contracts(every, rows, tuple(groups), np.concatenate(group) if group else np.zeros(0, dtype=np.int32))


def _least(images: Numbers, row: Numbers, rest: Numbers) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which of the next results make a least list, and for each turn which are left as they are by it."""
    moved = np.empty((len(images), len(rest), len(row) + 1), dtype=np.int32)
    moved[:, :, :-1] = images[:, row][:, None, :]
    moved[:, :, -1] = images[:, rest]
    moved.sort(axis=2)
    apart = moved - moved[0]
    at = (apart != 0).argmax(axis=2)
    first = np.take_along_axis(apart, at[:, :, None], axis=2)[:, :, 0]
    return np.all(first >= 0, axis=0), np.equal(first, 0)


def _numbered(same: NDArray[np.bool_], turns: list[Turn], groups: dict[tuple[Turn, ...], int]) -> Numbers:
    """Return the number of each group of symmetries; new ones get the next."""
    found = np.zeros(same.shape[1], dtype=np.int32)
    for n in np.flatnonzero(same[1:].any(axis=0)):
        kept = tuple(turns[m] for m in np.flatnonzero(same[:, n]))
        found[n] = groups.setdefault(kept, len(groups))
    return found
