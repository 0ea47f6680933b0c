"""A policy as an automaton over authorization labels, with the state that a log has led to (model, section 1)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from execedit_kit.draw.engine import Picture
from execedit_kit.draw.labels import GAP, Line, shown
from execedit_kit.draw.scene import Scene
from execedit_kit.draw.theme import NAME, SMALL, TINY, theme
from execedit_kit.record.numbers import count
from execedit_kit.record.policy import Policy, PolicyState

MOST_STATES, MOST_ARROWS = 40, 120
_MOST_ON_AN_ARROW = 4
_MOST_PAST = 8


def policy(value: Policy, log: Sequence[str] = (), *, dark: bool = False) -> Picture:
    """Draw a policy.

    Parameters
    ----------
    value : Policy
        A compiled policy.
    log : Sequence[str]
        The labels authorized so far; the state they lead to is marked.
    dark : bool
        Whether on a dark ground.

    Returns
    -------
    Picture
        A :class:`graphviz.Digraph`: the whole automaton, or, where it is too large to read, the way of the log and
        what is allowed next.
    """
    way: list[PolicyState] = [value.start]
    for label in log:
        after = value.step(way[-1], label)
        if after is None:
            break
        way.append(after)
    states = _states(value)
    scene = Scene(theme(dark))
    if states is None:
        words = "policy: too large to draw whole; the way of the log, and what it allows next"
        states = list(dict.fromkeys([*way[-_MOST_PAST:], *_next(value, way[-1])]))[:MOST_STATES]
        inner = set(way[-_MOST_PAST:])
    else:
        words = f"policy: {count(len(states), 'state')}"
        inner = set(states)
    words += f"; {count(len(log), 'label')} authorized"
    nodes = {state: _node(scene, number, state == way[-1]) for number, state in enumerate(states)}
    if states[0] == value.start:
        scene.arrow(scene.point(), nodes[value.start])
    for (source, target), labels in _arrows(value, [state for state in states if state in inner], nodes).items():
        lines = [Line(shown(label), scene.theme.ink, SMALL, bold=True) for label in labels[:_MOST_ON_AN_ARROW]]
        walked = (source, target) in set(itertools.pairwise(way))
        scene.arrow(
            nodes[source],
            nodes[target],
            label=scene.words(lines, len(labels) - _MOST_ON_AN_ARROW),
            penwidth="2.4" if walked else "1",
        )
    notes = ["● now: where the log has led; a label without an arrow is forbidden there"]
    return scene.plain_picture(words, [GAP.join(notes)])


def _states(value: Policy) -> list[PolicyState] | None:
    """Return the states that can be reached, breadth first, or nothing when they or their arrows are too many."""
    found = [value.start]
    known = {value.start}
    arrows = 0
    for state in found:
        following = list(dict.fromkeys(_next(value, state)))
        arrows += len(following)
        found += [one for one in following if one not in known]
        known.update(following)
        if len(found) > MOST_STATES or arrows > MOST_ARROWS:
            return None
    return found


def _next(value: Policy, state: PolicyState) -> Iterable[PolicyState]:
    return (after for label in value.labels if (after := value.step(state, label)) is not None)


def _arrows(
    value: Policy, states: Iterable[PolicyState], drawn: Iterable[PolicyState]
) -> dict[tuple[PolicyState, PolicyState], list[str]]:
    """Return the labels between the same two states together."""
    there = set(drawn)
    arrows: dict[tuple[PolicyState, PolicyState], list[str]] = {}
    for state in states:
        for label in value.labels:
            after = value.step(state, label)
            if after in there and after is not None:
                arrows.setdefault((state, after), []).append(label)
    return arrows


def _node(scene: Scene, number: int, now: bool) -> str:
    colours = scene.theme
    lines = [Line(str(number), colours.ink, NAME, bold=True)]
    if now:
        lines.append(Line("● now", colours.ink, TINY))
    return scene.ring(
        lines,
        title=f"state {number}" + (", where the log has led" if now else ""),
        shape="circle",
        fillcolor=colours.flag if now else colours.box,
        color=colours.flag_line if now else colours.ink,
        penwidth="2.2" if now else "1.3",
    )
