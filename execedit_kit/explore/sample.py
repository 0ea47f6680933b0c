"""Random questions beyond a scope: larger than can be gone through, from a seed, the same everywhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from tqdm import tqdm

from execedit_kit.explore.aim import Aim
from execedit_kit.explore.findings import Counts, Finding
from execedit_kit.explore.policies import Rows
from execedit_kit.explore.posets import Poset
from execedit_kit.explore.scope import Scope
from execedit_kit.explore.search import confirm
from execedit_kit.explore.shapes import ROOTS, SIDES, Shape, normal
from execedit_kit.explore.size import Size, size_of
from execedit_kit.explore.walk import Assignment, Base, Instance, Past, Walk, start_of
from execedit_kit.record.contract import Contract, Result
from execedit_kit.record.errors import ExtendableResult, LimitError, ModelError

LARGE = Size(calls=6, actions=6, labels=4, results=4, events=4, policy_states=6)


@dataclass(frozen=True)
class Sample:
    """What random questions gave.

    Parameters
    ----------
    name : str
        Of the naive checker or the property.
    checked : int
        Questions asked.
    counts : Counts
        By edit, truth and what was said.
    found : tuple[Finding, ...]
        Smallest first; ``number`` is the number of the draw. None of them is proved smallest: shrink them.
    """

    name: str
    checked: int
    counts: Counts
    found: tuple[Finding, ...]


def sample(aim: Aim, most: Size = LARGE, *, draws: int = 1_000, seed: int = 0, progress: bool | None = None) -> Sample:
    """Ask random questions.

    Parameters
    ----------
    aim : Aim
        What is searched for; not of the kind with later events.
    most : Size
        The most of everything.
    draws : int
        How many histories are drawn; every edit is asked of each.
    seed : int
        Where the dice start.
    """
    counts: Counts = {}
    found: list[Finding] = []
    checked = 0
    shown = sys.stderr is not None and sys.stderr.isatty() if progress is None else progress
    for number in tqdm(range(draws), unit="history", disable=not shown, leave=False):
        for place, instance in enumerate(drawn(Random(f"{seed} {number}"), most, number)):
            try:
                says, directions = aim.judge(instance)
            except LimitError:
                continue
            checked += 1
            edit = "none" if instance.edit is None else instance.edit.kind
            key = (edit, instance.reason, says)
            counts[key] = counts.get(key, 0) + 1
            for direction in directions:
                question = instance.question
                confirm(question, instance.truth)
                found.append(Finding(direction, number, place, size_of(question), question, says, instance.reason))
    found.sort(key=lambda finding: finding.size.key)
    return Sample(aim.name, checked, counts, tuple(found))


def drawn(dice: Random, most: Size, number: int = 0) -> Iterator[Instance]:
    """Yield every edit that can be asked of a record drawn by these dice; nothing when its root is rejected."""
    shape = _shape(dice, most)
    if shape is None:
        return
    actions = dice.randint(1, min(shape.calls, most.actions))
    identity = normal(tuple(dice.randrange(actions) for _ in range(shape.calls)))
    labels = normal(tuple(dice.randrange(min(len(set(identity)), most.labels)) for _ in set(identity)))
    rows = _policy(dice, len(set(labels)), dice.randint(1, most.policy_states))
    size = Size(shape.calls, len(labels), len(set(labels)), 1, dice.randint(0, most.events), len(rows))
    base = Base(number, size, shape, Assignment(identity, labels, ()), rows)
    walk = Walk(base, Scope(most), stale=False)
    node, past = start_of(shape), Past((), (), (), ())
    if not walk.accepts(node, past):
        return
    for _ in range(size.events):
        for step in dice.sample(node.steps, len(node.steps)):
            after = walk.after(step.event, step.call, past, step.node)
            if after is not None:
                node, past = step.node, after
                break
    for asked in walk.questions(node, True):
        yield Instance(walk, asked, past)


def _shape(dice: Random, most: Size) -> Shape | None:
    calls = dice.randint(1, most.calls)
    root = dice.choice(ROOTS)
    leaves = 1 if root == "branch" else 2
    kind = dice.choice([None, *SIDES])
    sides = () if kind is None else dice.choice(SIDES[kind])
    slots: list[list[int]] = [[] for _ in range(leaves + len(sides))]
    for call in range(calls):
        dice.choice(slots).append(call)
    if not all(slots[leaves:]) or (root == "choice" and bool(slots[0]) != bool(slots[1])):
        return None
    posets = [_contract(dice, slot, most.results) for slot in slots]
    return Shape(calls, root, tuple(posets[:leaves]), kind, tuple(zip(sides, posets[leaves:], strict=True)), ())


def _contract(dice: Random, calls: list[int], results: int) -> tuple[Poset, ...]:
    """Draw a contract: results that together have all these calls, none of which extends another."""
    if not calls:
        return (((), ()),)
    found: list[Poset] = [_poset(dice, calls)]
    for _ in range(dice.randint(0, results - 1)):
        other = _poset(dice, sorted(dice.sample(calls, dice.randint(1, len(calls)))))
        try:
            Contract.of(_result(n, poset) for n, poset in enumerate([*found, other]))
        except (ExtendableResult, ModelError):
            continue
        if other not in found:
            found.append(other)
    return tuple(sorted(found))


def _poset(dice: Random, calls: list[int]) -> Poset:
    line = dice.sample(calls, len(calls))
    pairs = {(a, b) for n, a in enumerate(line) for b in line[n + 1 :] if dice.random() < 0.3}
    while more := {(a, d) for a, b in pairs for c, d in pairs if b == c} - pairs:
        pairs |= more
    return tuple(calls), tuple(sorted(pairs))


def _result(number: int, poset: Poset) -> Result:
    inside, order = poset
    return Result.of(str(number), map(str, inside), [(str(a), str(b)) for a, b in order])


def _policy(dice: Random, labels: int, states: int) -> Rows:
    """Draw an automaton, and keep what its start can reach."""
    drawn_rows = [[dice.choice([-1, *range(states), *range(states)]) for _ in range(labels)] for _ in range(states)]
    place, order = {-1: -1, 0: 0}, [0]
    for state in order:
        for to in drawn_rows[state]:
            if to not in place:
                place[to] = len(order)
                order.append(to)
    return tuple(tuple(place[to] for to in drawn_rows[state]) for state in order)
