"""Exact operations on columns that numpy does not have by itself."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Words: TypeAlias = NDArray[np.uint64]
Ints: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]

WORD = 64


def words(mask: int, width: int) -> Words:
    """Return a mask as `width` 64-bit words, lowest first."""
    return np.frombuffer(mask.to_bytes(width * 8, "little"), dtype="<u8").astype(np.uint64)


def as_mask(row: Words) -> int:
    """Return words, lowest first, as one mask."""
    return int.from_bytes(np.ascontiguousarray(row, dtype="<u8").tobytes(), "little")


def contains(rows: Words, mask: int) -> Flags:
    """Return, for every row of words, whether it has all bits of `mask`."""
    inside = np.ones(len(rows), dtype=bool)
    for n, part in enumerate(words(mask, rows.shape[1])):
        if part:
            inside &= (rows[:, n] & part) == part
    return inside


def meets(rows: Words, mask: int) -> Flags:
    """Return, for every row of words, whether it has some bit of `mask`."""
    some = np.zeros(len(rows), dtype=bool)
    for n, part in enumerate(words(mask, rows.shape[1])):
        if part:
            some |= (rows[:, n] & part) != 0
    return some


def distinct_rows(rows: Words) -> tuple[Ints, Ints]:
    """Tell equal rows apart.

    Parameters
    ----------
    rows : ndarray of uint64, shape (n, width)

    Returns
    -------
    first : ndarray of int64, shape (d,)
        For each distinct row, where it stands first; ascending.
    number : ndarray of int64, shape (n,)
        For each row, the position of its value in `first`.

    Notes
    -----
    Rows are sorted by a hash and equal hashes compared; should two different rows ever share one, they are sorted by
    all their columns instead. So the answer is exact either way.
    """
    if rows.shape[1] == 1:
        order = np.argsort(rows[:, 0], kind="stable")
        ordered = rows[order]
    else:
        factors = np.random.default_rng(0).integers(1, 2**63, size=rows.shape[1], dtype=np.uint64) * 2 + 1
        hashed = (rows * factors).sum(axis=1, dtype=np.uint64)
        hashed ^= hashed >> np.uint64(29)
        order = np.argsort(hashed, kind="stable")
        ordered = rows[order]
        same_hash = hashed[order][1:] == hashed[order][:-1]
        if np.any(same_hash & (ordered[1:] != ordered[:-1]).any(axis=1)):
            order = np.lexsort(rows.T)
            ordered = rows[order]
    begins = np.ones(len(rows), dtype=bool)
    begins[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    first = order[begins]
    by_place = np.argsort(first)
    rank = np.empty(len(first), dtype=np.int64)
    rank[by_place] = np.arange(len(first))
    number = np.empty(len(rows), dtype=np.int64)
    number[order] = rank[np.cumsum(begins) - 1]
    return first[by_place].astype(np.int64), number


def segments(starts: Ints, ends: Ints) -> tuple[Ints, Ints]:
    """Return the positions start..end of many segments one after the other, and where each begins among them."""
    lengths = ends - starts
    begins = np.cumsum(lengths) - lengths
    return np.repeat(starts - begins, lengths) + np.arange(int(lengths.sum())), begins


def reduced(operation: Any, values: Any, begins: Ints, lengths: Ints, empty: Any) -> Any:
    """Reduce segments of `values` with a numpy operation; an empty segment gives `empty`."""
    result = np.full((len(begins), *values.shape[1:]), empty, dtype=values.dtype)
    filled = lengths > 0
    if filled.any():
        result[filled] = operation.reduceat(values, begins[filled], axis=0)
    return result
