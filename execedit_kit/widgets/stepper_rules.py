"""The automaton that remains when nothing falls any more, as its own small picture."""

from __future__ import annotations

from execedit_kit.check.answer import Accepted
from execedit_kit.draw.labels import width
from execedit_kit.record.numbers import count
from execedit_kit.widgets.stepper_layout import MARGIN, placed
from execedit_kit.widgets.stepper_values import Edge, Node, Rules

SMALL = 10.0
MOST_RULE_STATES, MOST_RULE_MOVES = 60, 150


def rules_left(answer: Accepted) -> Rules:
    """Return the automaton that remains, laid out for itself; it is not even made when it is too large to draw."""
    states = max(answer.graph.classes()) + 1
    if states > MOST_RULE_STATES:
        return Rules(str(states), "", f"The automaton that remains has {count(states, 'state')}: too large to draw")
    automaton = answer.automaton
    moves = len(automaton.transitions)
    size = f"{count(states, 'state')}, {count(moves, 'move')}"
    if moves > MOST_RULE_MOVES:
        return Rules(str(states), str(moves), f"The automaton that remains has {size}: too large to draw")
    labels = [("↺ " if move.mode == "reuse" else "") + move.call for move in automaton.transitions]
    arrows = [
        (move.source, move.target, width(label, SMALL) + 6)
        for move, label in zip(automaton.transitions, labels, strict=True)
    ]
    where = placed([(34.0, 34.0)] * states, arrows, shape="circle", ranksep=24, nodesep=18)
    nodes = tuple(
        Node(
            id=f"q{q}",
            x=round(x - 17 + MARGIN, 1),
            y=round(y - 17 + MARGIN, 1),
            width=34,
            height=34,
            lines=(str(q),),
            details=(),
            name=f"state {q}" + (", start" if q == 0 else "") + (", complete" if q in automaton.marked else ""),
            prefix=(),
            depth=0,
            falls=0,
            own=False,
            stub=False,
            complete=q in automaton.marked,
            compatible=(),
            missing=(),
            reason="",
            states="1",
            prefixes="",
        )
        for q, (x, y) in enumerate(where.middles)
    )
    edges = tuple(
        Edge(
            id=f"m{number}",
            source=f"q{move.source}",
            target=f"q{move.target}",
            call=move.call,
            action=move.action,
            mode=move.mode,
            count="1",
            label=label,
            shown=True,
            falls=0,
            **way.fields(),
        )
        for number, (move, label, way) in enumerate(zip(automaton.transitions, labels, where.ways, strict=True))
    )
    says = f"The automaton that remains: {size}; a double ring is complete"
    return Rules(str(states), str(moves), says, where.width + 2 * MARGIN, where.height + 2 * MARGIN, nodes, edges)
