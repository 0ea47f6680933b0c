"""The rules in force as an automaton: states, completions, and moves that are new or a reuse."""

from __future__ import annotations

from execedit_kit.check.answer import Accepted, Rejected
from execedit_kit.check.automaton import RuleAutomaton, Transition
from execedit_kit.draw.engine import Picture
from execedit_kit.draw.labels import GAP, Line, shown
from execedit_kit.draw.levels import Level, draw_levels
from execedit_kit.draw.scene import Scene
from execedit_kit.draw.theme import NAME, SMALL, TINY, theme
from execedit_kit.record.numbers import count

MOST_STATES = 60
_MOST_ON_AN_ARROW = 4


def automaton(
    value: Accepted | Rejected | RuleAutomaton,
    *,
    current: int | None = None,
    dark: bool = False,
    most: int = MOST_STATES,
) -> Picture:
    """Draw the rules in force.

    Parameters
    ----------
    value : Accepted | Rejected | RuleAutomaton
        Whose rules.
    current : int, optional
        The state to mark as the present one.
    dark : bool
        Whether on a dark ground.
    most : int
        With more states than this, states equally far from the start are drawn as one box.

    Returns
    -------
    Picture
        A :class:`graphviz.Digraph`.
    """
    rules = value if isinstance(value, RuleAutomaton) else value.automaton
    scene = Scene(theme(dark))
    words = automaton_words(rules)
    if not rules.states:
        scene.box([Line("✕ no states: nothing may happen", scene.theme.ink, NAME, bold=True)], fillcolor=scene.theme.no)
        return scene.plain_picture(words, [])
    if rules.states > most:
        draw_levels(scene, _levels(rules), _far(rules, current))
        said = "▤ Summarised: one box for all states that are equally far from the start."
        return scene.plain_picture(words, [said])
    start = scene.point()
    nodes = [_state(scene, rules, state, state == current) for state in range(rules.states)]
    scene.arrow(start, nodes[0])
    for (source, target, reuse), moves in _arrows(rules).items():
        style = "dashed" if reuse else "solid"
        scene.arrow(nodes[source], nodes[target], label=_moves(scene, moves), style=style)
    marks = ["◎ double ring: everything is finished"]
    if any(move.mode == "reuse" for move in rules.transitions):
        marks.append("↺ dashed: reuse")
    if current is not None:
        marks.append("● now: the current state")
    return scene.plain_picture(words, [GAP.join(marks)])


def automaton_words(rules: RuleAutomaton) -> str:
    """Say how large an automaton is."""
    reuse = sum(move.mode == "reuse" for move in rules.transitions)
    return (
        f"rules in force: {count(rules.states, 'state')}, {count(len(rules.transitions), 'move')} "
        f"({len(rules.transitions) - reuse:,} new, {reuse:,} reuse), {count(len(rules.marked), 'completion')}"
    )


def _state(scene: Scene, rules: RuleAutomaton, state: int, now: bool) -> str:
    colours = scene.theme
    marked = state in rules.marked
    lines = [Line(str(state), colours.ink, NAME, bold=True)]
    if now:
        lines.append(Line("● now", colours.ink, TINY))
    return scene.ring(
        lines,
        title=f"state {state}"
        + (", everything is finished" if marked else "")
        + (", the current state" if now else ""),
        shape="doublecircle" if marked else "circle",
        fillcolor=colours.flag if now else colours.yes if marked else colours.box,
        color=colours.flag_line if now else colours.yes_line if marked else colours.ink,
        penwidth="2.2" if now else "1.3",
    )


def _arrows(rules: RuleAutomaton) -> dict[tuple[int, int, bool], list[Transition]]:
    """Return the moves between the same two states together, new ones and reuses apart."""
    arrows: dict[tuple[int, int, bool], list[Transition]] = {}
    for move in rules.transitions:
        arrows.setdefault((move.source, move.target, move.mode == "reuse"), []).append(move)
    return arrows


def _moves(scene: Scene, moves: list[Transition]) -> str:
    return scene.words(
        [line for move in moves[:_MOST_ON_AN_ARROW] for line in _move(scene, move)], len(moves) - _MOST_ON_AN_ARROW
    )


def _move(scene: Scene, move: Transition) -> list[Line]:
    mode = "new" if move.mode == "new" else "↺ reuse"
    said = mode if move.call == move.action else f"{shown(move.action)} {mode}"
    return [Line(f"{shown(move.call)}:", scene.theme.ink, SMALL, bold=True), Line(said, scene.theme.muted, TINY)]


def _levels(rules: RuleAutomaton) -> list[Level]:
    far = _distances(rules)
    levels = [Level(f"after {count(n, 'call')}") for n in range(max(far) + 1)]
    for state, n in enumerate(far):
        levels[n].states += 1
        levels[n].finished += state in rules.marked
    for move in rules.transitions:
        levels[far[move.source]].count_move(far[move.target], new=move.mode == "new")
    return levels


def _distances(rules: RuleAutomaton) -> list[int]:
    far = [0] * rules.states
    known = {0}
    for move in rules.transitions:  # ordered by source, and states are numbered breadth-first
        if move.target not in known:
            known.add(move.target)
            far[move.target] = far[move.source] + 1
    return far


def _far(rules: RuleAutomaton, current: int | None) -> int | None:
    return None if current is None else _distances(rules)[current]
