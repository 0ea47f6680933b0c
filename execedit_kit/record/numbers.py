"""Whole numbers of any length as text. Python refuses to write very long ones out unless it is told to."""

from __future__ import annotations

import sys

_LONG_ENOUGH_TO_COUNT = 4_000 * 3  # bits: below this, every Python writes the number out


def digits(number: int) -> str:
    """Return a whole number's digits, however many there are."""
    if number.bit_length() < _LONG_ENOUGH_TO_COUNT:
        return str(number)
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        return str(number)
    finally:
        sys.set_int_max_str_digits(limit)


def grouped(number: int) -> str:
    """Return a whole number for people: grouped by thousands, or how many digits it has."""
    if number.bit_length() < _LONG_ENOUGH_TO_COUNT:
        return f"{number:,}"
    return f"(a number of {len(digits(number)):,} digits)"


def count(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
