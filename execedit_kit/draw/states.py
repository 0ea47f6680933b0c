"""The state graph of a check: where an execution may be, and which states fall in which round."""

from __future__ import annotations

from execedit_kit.check.answer import Accepted, Rejected
from execedit_kit.check.graph import NEVER, Graph
from execedit_kit.draw.automaton import MOST_STATES
from execedit_kit.draw.engine import Picture
from execedit_kit.draw.labels import (
    GAP,
    Line,
    lines_of,
    shown,
)
from execedit_kit.draw.levels import Level, draw_levels
from execedit_kit.draw.scene import Scene
from execedit_kit.draw.theme import SMALL, TINY, VERDICT_SIGNS, theme
from execedit_kit.record.numbers import count

_RESULTS_NAMED = 3
_COUNT_MOVES_UP_TO = 100_000


def state_graph(
    answer: Accepted | Rejected, *, until: int | None = None, dark: bool = False, most: int = MOST_STATES
) -> Picture:
    """Draw the state graph of an answer, with the states that fall marked.

    Parameters
    ----------
    answer : Accepted | Rejected
        Whose check.
    until : int, optional
        Mark only what falls up to this round, to show the pruning step by step.
    dark : bool
        Whether on a dark ground.
    most : int
        With more states than this, states after equally many calls are drawn as one box.

    Returns
    -------
    Picture
        A :class:`graphviz.Digraph`.
    """
    graph = answer.graph
    scene = Scene(theme(dark))
    fallen = sum(_fallen(graph, state, until) > 0 for state in range(len(graph)))
    words = (
        f"{VERDICT_SIGNS[answer.verdict]} {answer.verdict}: {count(len(graph), 'state')}, {fallen:,} of which fall"
        + (f" up to round {until}" if until is not None else "")
    )
    marks = ["double line: everything is finished", "✕ dashed: falls, with its round", "↺ dashed arrow: reuse"]
    notes = [GAP.join(marks)]
    if len(graph) > most:
        draw_levels(scene, _levels(graph, until))
        notes = [f"▤ Summarised: one box for all states after equally many calls; {count(len(graph), 'state')} in all."]
    else:
        _draw(scene, graph, until)
    return scene.plain_picture(words, notes)


def _fallen(graph: Graph, state: int, until: int | None) -> int:
    """Return the round in which a state falls, if that is to be shown, else 0."""
    round_ = graph.round(state)
    return 0 if round_ == NEVER or (until is not None and round_ > until) else round_


def _draw(scene: Scene, graph: Graph, until: int | None) -> None:
    start = scene.point()
    nodes = [_state(scene, graph, state, _fallen(graph, state, until)) for state in range(len(graph))]
    scene.arrow(start, nodes[0])
    problem = graph.problem
    for state, node in enumerate(nodes):
        for call, new, target in graph.edges(state):
            action = problem.actions[call]
            mode = "new" if new else "↺ reuse"
            lines = [
                Line(shown(problem.calls[call]), scene.theme.ink, SMALL, bold=True),
                Line(mode if action == problem.calls[call] else f"{shown(action)} {mode}", scene.theme.muted, TINY),
            ]
            gone = _fallen(graph, target, until)
            looks = {"color": scene.theme.no_line, "arrowhead": "tee"} if gone else {}
            style = "solid" if new else "dashed"
            scene.arrow(node, nodes[target], "next", scene.words(lines), style=style, **looks)


def _state(scene: Scene, graph: Graph, state: int, fallen: int) -> str:
    colours = scene.theme
    names = graph.problem.names(graph.compatible(state))
    finished = graph.complete(state)
    said = "finished" if finished else "still possible"
    lines = [Line(said, colours.muted, TINY)]
    if len(names) <= _RESULTS_NAMED:
        lines += [Line(text, colours.ink, SMALL) for name in names for text in lines_of(name, most=2)]
    else:
        lines.append(Line(count(len(names), "result"), colours.ink, SMALL))
    if fallen:
        lost = graph.problem.names(graph.missing(state))
        lines.append(Line(f"✕ falls in round {fallen}", colours.ink, SMALL, bold=True))
        if len(names) > 1:
            more = f" and {len(lost) - 1:,} more" if len(lost) > 1 else ""
            lines.append(Line(f"no way to {lines_of(lost[0], most=1)[0]}{more}", colours.muted, TINY))
    return scene.box(
        lines,
        title=f"state {state}: {', '.join(names[:40])}",
        style="rounded,filled,dashed" if fallen else "rounded,filled",
        peripheries="2" if finished else "1",
        fillcolor=colours.no if fallen else colours.yes if finished else colours.box,
        color=colours.no_line if fallen else colours.yes_line if finished else colours.ink,
        penwidth="1.8" if fallen else "1.3",
    )


def _levels(graph: Graph, until: int | None) -> list[Level]:
    levels: list[Level] = []
    with_moves = len(graph) <= _COUNT_MOVES_UP_TO
    for state in range(len(graph)):
        n = graph.processed(state).bit_count()
        while len(levels) <= n:
            levels.append(Level(f"after {count(len(levels), 'call')}"))
        level = levels[n]
        level.states += 1
        level.finished += graph.complete(state)
        fallen = _fallen(graph, state, until)
        if fallen:
            level.fallen[fallen] = level.fallen.get(fallen, 0) + 1
        for _, new, _target in graph.edges(state) if with_moves else ():
            level.count_move(n + 1, new=new)
    if not with_moves:
        for n, level in enumerate(levels[:-1]):
            level.moves[n + 1] = (0, 0)
    return levels
