"""Every policy with so many labels and states: the smallest automata whose states all accept, each once.

A policy is a language closed under truncation, so that every one of them is such an automaton; two policies are the
same exactly when their smallest automata are, numbered breadth-first.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TypeAlias

Rows: TypeAlias = tuple[tuple[int, ...], ...]
"""For each state, for each label: the next state, or -1. The start is state 0."""


@cache
def policies(labels: int, states: int) -> tuple[Rows, ...]:
    """Return the policies over so many labels whose smallest automaton has so many states, in order.

    Parameters
    ----------
    labels : int
        How many.
    states : int
        How many. Nothing allowed and everything allowed have one.
    """
    found: list[Rows] = []

    def walk(rows: Rows, used: int) -> None:
        # States are numbered as they are met, so that none is written twice and each can be reached.
        if len(rows) == states:
            if used == states and _is_smallest(rows):
                found.append(rows)
            return
        if len(rows) == used:
            return  # the next state has not been met and never will be
        for row in product(range(-1, states), repeat=labels):
            met = used
            for target in row:
                if target > met:
                    break
                met = max(met, target + 1)
            else:
                walk((*rows, row), met)

    walk((), 1)
    return tuple(found)


def _is_smallest(rows: Rows) -> bool:
    """Whether no two states have the same future."""
    kinds: tuple[object, ...] = (0,) * len(rows)
    while True:
        refined = [
            (kind, tuple(-1 if to < 0 else kinds[to] for to in row)) for kind, row in zip(kinds, rows, strict=True)
        ]
        number = {kind: n for n, kind in enumerate(dict.fromkeys(refined))}
        after = tuple(number[kind] for kind in refined)
        if len(number) == len(rows):
            return True
        if len(number) == len(set(kinds)):
            return False
        kinds = after


@cache
def _numbers(labels: int, states: int) -> dict[Rows, int]:
    return {rows: n for n, rows in enumerate(policies(labels, states))}


@cache
def renamed(labels: int, states: int, number: int, names: tuple[int, ...]) -> int:
    """Return the number of the policy in which label *n* is called ``names[n]``."""
    rows = policies(labels, states)[number]
    back = sorted(range(labels), key=names.__getitem__)
    place, order = {-1: -1, 0: 0}, [0]
    for state in order:
        for to in (rows[state][n] for n in back):
            if to not in place:
                place[to] = len(order)
                order.append(to)
    turned = tuple(tuple(place[rows[state][n]] for n in back) for state in order)
    return _numbers(labels, states)[turned]
