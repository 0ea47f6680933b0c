"""A contract's calls in columns by rank; what has no order and would stack too high is wrapped, as a block."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from graphlib import TopologicalSorter
from math import ceil, sqrt
from typing import Literal, TypeAlias

from execedit_kit.record.contract import Contract

Pair: TypeAlias = tuple[str, str]
Said: TypeAlias = Literal["any order", "one of", "no order shown"]

# A stack as high as the stage is wrapped; a block of hundreds may be a little higher.
_HIGHEST_STACK = 6
_HIGHEST_BLOCK = 12


@dataclass(frozen=True, slots=True)
class Block:
    """Calls with the same calls before and after them, wrapped into columns that are no order.

    Parameters
    ----------
    calls : tuple[str, ...]
        Its calls.
    says : Said
        What stands on its frame: all of them happen, in any order; one of them happens; or neither is true of all.
    """

    calls: tuple[str, ...]
    says: Said


@dataclass(frozen=True, slots=True)
class Ranks:
    """Where a lane's calls stand: call → column and row from 0, the size of all, and the blocks among them."""

    cells: Mapping[str, tuple[int, int]]
    columns: int
    rows: int
    blocks: tuple[Block, ...]


def covering(contract: Contract) -> tuple[Pair, ...]:
    """Return the covering pairs of any of a contract's results."""
    return tuple(dict.fromkeys(pair for result in contract.results for pair in result.order))


def ranks(contract: Contract, order: tuple[Pair, ...]) -> Ranks:
    """Return a contract's calls in columns by rank: how many must come before, in the result where that is least."""
    cells: dict[str, tuple[int, int]] = {}
    blocks: list[Block] = []
    column = rows = 0
    for stack, wrapped in _by_rank(contract, order):
        cells |= {call: (column, row) for row, call in enumerate(stack)}
        row, wide = len(stack), int(bool(stack))
        for calls in wrapped:
            across = ceil(len(calls) / min(_HIGHEST_BLOCK, max(_HIGHEST_STACK, ceil(sqrt(len(calls) / 2)))))
            high = ceil(len(calls) / across)
            cells |= {call: (column + n // high, row + n % high) for n, call in enumerate(calls)}
            blocks.append(Block(calls, _says(contract, calls)))
            row, wide = row + high, max(wide, across)
        column, rows = column + wide, max(rows, row)
    return Ranks(cells, column, max(rows, 1), tuple(blocks))


def _by_rank(contract: Contract, order: tuple[Pair, ...]) -> Iterator[tuple[list[str], list[tuple[str, ...]]]]:
    """Yield for each rank the calls that are stacked, and those that are wrapped together."""
    before: dict[str, set[str]] = {}
    after: dict[str, set[str]] = {}
    for first, then in order:
        before.setdefault(then, set()).add(first)
        after.setdefault(first, set()).add(then)
    alike: dict[tuple[int, frozenset[str], frozenset[str]], list[str]] = {}
    rank = _rank(contract)
    levels: dict[int, list[str]] = {}
    for call in contract.calls:
        sides = frozenset(before.get(call, ())), frozenset(after.get(call, ()))
        alike.setdefault((rank[call], *sides), []).append(call)
        levels.setdefault(rank[call], []).append(call)
    high = [(key[0], tuple(calls)) for key, calls in alike.items() if len(calls) > _HIGHEST_STACK]
    wrapped = {call for _, calls in high for call in calls}
    for level in sorted(levels):
        stack = [call for call in levels[level] if call not in wrapped]
        yield stack, [calls for other, calls in high if other == level]


def _rank(contract: Contract) -> dict[str, int]:
    rank: dict[str, int] = {}
    for result in contract.results:
        depth: dict[str, int] = {}
        before: dict[str, list[str]] = {call: [] for call in result.calls}
        for first, then in result.order:
            before[then].append(first)
        for call in TopologicalSorter(before).static_order():
            depth[call] = max((depth[first] + 1 for first in before[call]), default=0)
            rank[call] = min(rank.get(call, depth[call]), depth[call])
    return rank


def _says(contract: Contract, calls: tuple[str, ...]) -> Said:
    within = [sum(call in result.calls for call in calls) for result in contract.results]
    if set(within) <= {0, len(calls)}:
        return "any order"
    return "one of" if max(within) == 1 else "no order shown"
