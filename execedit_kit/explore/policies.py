"""Every policy, up to what a record can tell apart.

The log holds each action at most once, so of a policy only its words matter in which no label occurs more often than
there are actions of that label. Policies that agree on these words answer every question alike. The list has one
policy for each such class: the one with the fewest states. So a scope that goes through the list goes through all
policies, however they are written, that some automaton of so many states can stand for.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

Rows: TypeAlias = tuple[tuple[int, ...], ...]
"""For each state, for each label: the next state, or -1."""
Spelled: TypeAlias = tuple[bool, ...]
"""Which spellable words are allowed: for each allowed word, shortest first, whether each label may follow."""


@cache
def policies(counts: tuple[int, ...], states: int) -> tuple[Rows, ...]:
    """Return the policies that need exactly so many states.

    Parameters
    ----------
    counts : tuple[int, ...]
        For each label, how many actions have it.
    states : int
        Of the smallest automaton.
    """
    return tuple(_classes(counts, states).values())


@cache
def _classes(counts: tuple[int, ...], states: int) -> dict[Spelled, Rows]:
    if states < 1:
        return {}
    found: dict[Spelled, Rows] = {}
    known = [_classes(counts, fewer) for fewer in range(1, states)]
    labels = range(len(counts))

    def walk(
        words: list[tuple[int, tuple[int, ...]]],
        at: int,
        label: int,
        moves: dict[tuple[int, int], int],
        used: int,
        spelled: list[bool],
    ) -> None:
        # Decide, word by word and label by label, where a move leads that has not been decided yet.
        words, spelled = list(words), list(spelled)
        while at < len(words):
            state, left = words[at]
            if label == len(counts):
                at, label = at + 1, 0
                continue
            if not left[label]:
                label += 1
                continue
            target = moves.get((state, label))
            if target is None:
                for choice in range(-1, min(used + 1, states)):
                    chosen = {**moves, (state, label): choice}
                    walk(words, at, label, chosen, max(used, choice + 1), spelled)
                return
            spelled.append(target >= 0)
            if target >= 0:
                words.append((target, tuple(left[n] - (n == label) for n in labels)))
            label += 1
        if used == states:
            key = tuple(spelled)
            if key not in found and not any(key in smaller for smaller in known):
                found[key] = tuple(tuple(moves.get((q, n), -1) for n in labels) for q in range(states))

    walk([(0, counts)], 0, 0, {}, 1, [])
    return found


@cache
def _index(counts: tuple[int, ...], states: int) -> dict[Spelled, int]:
    return {spelled: n for n, spelled in enumerate(_classes(counts, states))}


def spelled(rows: Rows, counts: tuple[int, ...]) -> Spelled:
    """Return which spellable words a policy allows."""
    words = [(0, counts)]
    allowed: list[bool] = []
    for state, left in words:
        for label, more in enumerate(left):
            if more:
                target = rows[state][label]
                allowed.append(target >= 0)
                if target >= 0:
                    words.append((target, tuple(other - (n == label) for n, other in enumerate(left))))
    return tuple(allowed)


@cache
def renamed(counts: tuple[int, ...], states: int, number: int, labels: tuple[int, ...]) -> int:
    """Return the number of the policy in which label *n* is called ``labels[n]``."""
    rows = policies(counts, states)[number]
    back = sorted(range(len(labels)), key=labels.__getitem__)
    turned = tuple(tuple(row[n] for n in back) for row in rows)
    other = tuple(counts[n] for n in back)
    return _index(other, states)[spelled(turned, other)]
