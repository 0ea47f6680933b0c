"""What the stepper shows: every round of the pruning in one frozen scene, laid out once, with every number exact.

The scene is all there is: whoever holds it can step, filter, compare and predict without asking again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from execedit_kit.check.answer import Accepted, Invalid, Rejected
from execedit_kit.check.graph import NEVER, Graph
from execedit_kit.check.problem import bits
from execedit_kit.check.steps import first_removal, removal
from execedit_kit.draw.labels import asked, lines_of, width
from execedit_kit.record.numbers import count
from execedit_kit.widgets.stepper_graph import Arc, Drawing, Kind, Vertex, drawing
from execedit_kit.widgets.stepper_layout import MARGIN, Placed, placed
from execedit_kit.widgets.stepper_rules import rules_left
from execedit_kit.widgets.stepper_values import Edge, Name, Node, Removed, Step, StepperScene

NAME, SMALL = 12.0, 10.0
LINE, SMALL_LINE = 15.0, 13.0
MOST_LISTED = 200
_MOST_LABELS = 60
_MOST_COUNTING = 2_000_000


def stepper_scene(answer: Accepted | Rejected, *, kind: Kind | None = None) -> StepperScene:
    """Return the scene of an answer.

    Parameters
    ----------
    answer : Accepted | Rejected
        Whose pruning.
    kind : Kind | None
        What to draw; chosen by size when left out.

    Raises
    ------
    CannotDraw
        When there is no layout program, or it fails.
    """
    drawn = drawing(answer, kind)
    graph = answer.graph
    names = tuple(map(Name, graph.problem.results, short_names(graph.problem.results)))
    writing = [_written(graph, drawn, vertex, names) for vertex in drawn.vertices]
    boxes = [_box(drawn, vertex, *text) for vertex, text in zip(drawn.vertices, writing, strict=True)]
    if drawn.kind == "states":
        widest: dict[int, float] = {}
        for vertex, (wide, _) in zip(drawn.vertices, boxes, strict=True):
            widest[len(vertex.prefix)] = max(wide, widest.get(len(vertex.prefix), 0))
        boxes = [(widest[len(v.prefix)], high) for v, (_, high) in zip(drawn.vertices, boxes, strict=True)]
    shown = drawn.kind == "states" and len(drawn.arcs) <= _MOST_LABELS
    labels = [_label(graph, arc) for arc in drawn.arcs]
    arrows = [
        (arc.source, arc.target, width(label, SMALL) + 6 if shown else 0.0)
        for arc, label in zip(drawn.arcs, labels, strict=True)
    ]
    groups = drawn.kind == "groups"
    dense = drawn.kind == "states" and not shown
    where = placed(
        boxes,
        arrows,
        ranksep=20 if groups else 60 if dense else 30,
        ordered=drawn.kind == "trie",
        down=groups,
        straight=dense,
    )
    nodes = tuple(_nodes(graph, drawn, names, writing, boxes, where))
    return StepperScene(
        kind=drawn.kind,
        says=_says(drawn, graph),
        note=_empty(graph, names) if nodes[0].stub else "",
        verdict=answer.verdict,
        why=_said(answer.why, names),
        edit=asked(answer.edit),
        remaining=str(answer.partial_executions),
        width=where.width + 2 * MARGIN,
        height=where.height + 2 * MARGIN,
        results=names,
        rounds=tuple(_rounds(answer, drawn, names)),
        nodes=nodes,
        edges=tuple(_edges(graph, drawn, where, labels, shown)),
        rules=rules_left(answer) if isinstance(answer, Accepted) else None,
    )


def invalid_scene(answer: Invalid) -> StepperScene:
    """Return what can be said of an edit without a derivation: there is nothing to prune."""
    return StepperScene(
        kind="trie",
        says="Nothing is pruned: the edit has no derivation, and nothing changes",
        note=f"Broken rule: {answer.broken}",
        verdict=answer.verdict,
        why=answer.why,
        edit=asked(answer.edit),
        remaining="0",
        width=0,
        height=0,
        results=(),
        rounds=(Step(0, "0", (), ()),),
        nodes=(),
        edges=(),
        rules=None,
    )


def short_names(results: Sequence[str]) -> tuple[str, ...]:
    """Return results without what all of them have, and long ones without their middle, as far as they stay apart."""
    parts = [name.split(", ") for name in results]
    common = set(parts[0]).intersection(*parts) if len(parts) > 1 else set()
    short = tuple(", ".join(part for part in name if part not in common) for name in parts)
    for names in (tuple(map(_middle_out, short)), short):
        if len(set(names)) == len(names) and all(names):
            return names
    return tuple(results)


def _middle_out(name: str) -> str:
    return name if len(name) <= 40 else f"{name[:19]}…{name[-19:]}"


def _empty(graph: Graph, names: Sequence[Name]) -> str:
    reason = _said(first_removal(graph).reason, names)
    return f"No complete sequence obeys the policy, so B₀ is empty: {reason}"


def _said(reason: str, names: Sequence[Name]) -> str:
    for name in sorted(names, key=lambda one: -len(one.name)):
        reason = reason.replace(repr(name.name), f"‘{name.short}’")
    return reason


def _says(drawn: Drawing, graph: Graph) -> str:
    many = len(drawn.vertices)
    stubs = drawn.vertices[0].stub
    which = "that the policy allows, none of which can be finished" if stubs else "of pairs of B₀"
    if drawn.kind == "trie":
        return f"Trie of the {count(many, 'prefix').replace('prefixs', 'prefixes')} {which}"
    states = sum(vertex.states for vertex in drawn.vertices)
    if drawn.kind == "states":
        whole = count(states, "state") + ("" if stubs else " on pairs of B₀")
        return f"State graph: {whole}; prefixes with the same future are one state"
    return (
        f"Grouped: {count(states, 'state')} in {count(many, 'group')}; "
        "what has the same number of calls and falls in the same round is drawn as one"
    )


def _written(
    graph: Graph, drawn: Drawing, vertex: Vertex, names: Sequence[Name]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what is written in a node, large and small."""
    problem = graph.problem
    depth = len(vertex.prefix)
    details: list[str] = []
    if drawn.kind == "groups":
        said = [f"{count(depth, 'call')} done" if depth else "start"]
        calls = ", ".join(problem.calls[call] for call in vertex.prefix)
        if depth and vertex.states == vertex.prefixes == 1 and len(calls) <= 24:
            said = [f"after {calls}"]
        if vertex.states > 1:
            said.append(count(vertex.states, "state"))
        if vertex.prefixes > vertex.states:
            said.append(f"{vertex.prefixes:,} prefixes")
        lines = [" · ".join(said)]
    else:
        lines = ["start"]
        if depth and drawn.kind == "trie":
            last = problem.calls[vertex.prefix[-1]]
            done = sum(1 << call for call in vertex.prefix[:-1])
            lines = lines_of(("" if problem.is_new(vertex.prefix[-1], done) else "↺ ") + last, 22, 2)
        elif depth:
            lines = _processed(graph, vertex.state)
    if graph.complete(vertex.state):
        done_ = [names[i].short for i in bits(graph.compatible(vertex.state))]
        if drawn.kind != "groups" and len(done_) == 1:
            details += lines_of(f"✓ {done_[0]}", 24, 2)
        elif drawn.kind != "groups":
            details.append(f"✓ {len(done_)} results")
        else:
            lines = [f"{lines[0]} · ✓ complete"]
    return tuple(lines), tuple(details)


def _processed(graph: Graph, state: int) -> list[str]:
    """Say which calls have been processed, or which are left, or how many, whichever is shortest to read."""
    problem = graph.problem
    done = graph.processed(state)
    calls = [problem.calls[call] for call in bits(done)]
    if len(", ".join(calls)) <= 60:
        return _rows(calls)
    every = 0
    for result in bits(graph.compatible(state)):
        every |= problem.result_calls[result]
    left = [problem.calls[call] for call in bits(every & ~done)]
    if not left:
        return ["all done"]
    return ["all but", *_rows(left)] if len(", ".join(left)) <= 40 else [f"{done.bit_count()} done"]


def _rows(names: Sequence[str]) -> list[str]:
    """Set names in rows, broken between them as far as that is possible."""
    rows: list[str] = []
    for number, name in enumerate(names):
        piece = name if number == len(names) - 1 else f"{name},"
        if rows and len(rows[-1]) + len(piece) < 22:
            rows[-1] += f" {piece}"
        else:
            rows.append(piece)
    return [line for row in rows for line in lines_of(row, 24, 2)]


def _box(drawn: Drawing, vertex: Vertex, lines: Sequence[str], details: Sequence[str]) -> tuple[float, float]:
    text = [width(line, NAME) for line in lines] + [width(line, SMALL) for line in details]
    wide = max(44.0, max(text) + 18)
    high = 12 + LINE * len(lines) + SMALL_LINE * len(details)
    if drawn.kind == "groups":
        wide = max(wide, 60 + 24.0 * vertex.states.bit_length())
    return round(wide), round(high)


def _nodes(
    graph: Graph,
    drawn: Drawing,
    names: Sequence[Name],
    writing: Sequence[tuple[tuple[str, ...], tuple[str, ...]]],
    boxes: Sequence[tuple[float, float]],
    where: Placed,
) -> Iterator[Node]:
    problem = graph.problem
    for number, vertex in enumerate(drawn.vertices):
        (x, y), (wide, high) = where.middles[number], boxes[number]
        prefix = tuple(problem.calls[call] for call in vertex.prefix)
        yield Node(
            id=f"n{number}",
            x=round(x - wide / 2 + MARGIN, 1),
            y=round(y - high / 2 + MARGIN, 1),
            width=wide,
            height=high,
            lines=writing[number][0],
            details=writing[number][1],
            name=_name(drawn, vertex, prefix),
            prefix=prefix,
            depth=len(prefix),
            falls=vertex.falls,
            own=vertex.own,
            stub=vertex.stub,
            complete=graph.complete(vertex.state),
            compatible=tuple(bits(graph.compatible(vertex.state))),
            missing=tuple(bits(graph.missing(vertex.state))) if vertex.own else (),
            reason=_said(vertex.reason, names),
            states=str(vertex.states),
            prefixes=str(vertex.prefixes) if vertex.prefixes else "",
        )


def _name(drawn: Drawing, vertex: Vertex, prefix: tuple[str, ...]) -> str:
    calls = ", ".join(prefix)
    if drawn.kind == "trie":
        return f"prefix {calls}" if calls else "the empty prefix"
    if drawn.kind == "states":
        return f"state after {calls}" if calls else "start state"
    return f"{count(vertex.states, 'state')} after {count(len(prefix), 'call')}" if prefix else "start state"


def _label(graph: Graph, arc: Arc) -> str:
    if arc.call is None:
        return f"{arc.count:,} moves" if arc.count else ""
    return ("↺ " if arc.mode == "reuse" else "") + graph.problem.calls[arc.call]


def _edges(graph: Graph, drawn: Drawing, where: Placed, labels: Sequence[str], shown: bool) -> Iterator[Edge]:
    problem = graph.problem
    for number, (arc, way) in enumerate(zip(drawn.arcs, where.ways, strict=True)):
        ends = [drawn.vertices[end].falls for end in (arc.source, arc.target)]
        yield Edge(
            id=f"e{number}",
            source=f"n{arc.source}",
            target=f"n{arc.target}",
            call="" if arc.call is None else problem.calls[arc.call],
            action="" if arc.call is None else problem.actions[arc.call],
            mode=arc.mode,
            count=str(arc.count) if arc.count else "",
            label=labels[number],
            shown=shown,
            falls=min((end for end in ends if end), default=0),
            **way.fields(),
        )


def _rounds(answer: Accepted | Rejected, drawn: Drawing, names: Sequence[Name]) -> Iterator[Step]:
    graph = answer.graph
    for number, size in enumerate(answer.rounds):
        removals: tuple[Removed, ...] = ()
        more = 0
        if number:
            alive = graph.on_pairs(number - 1)
            falling = [state for state in graph.fallen[number] if alive[state]]
            listed = islice(falling, MOST_LISTED)
            removals = tuple(_removed(graph, drawn, names, state, number) for state in listed)
            more = max(0, len(falling) - MOST_LISTED)
        yield Step(number, str(size), _by_result(graph, number, len(answer.rounds)), removals, more)


def _removed(graph: Graph, drawn: Drawing, names: Sequence[Name], state: int, number: int) -> Removed:
    found = removal(graph, state)
    at = [n for n in drawn.at.get(state, ()) if drawn.vertices[n].own and drawn.vertices[n].falls == number]
    return Removed(
        found.round,
        found.prefix,
        tuple(bits(graph.missing(state))),
        found.reason,
        _said(found.reason, names),
        tuple(f"n{n}" for n in at),
    )


def _by_result(graph: Graph, number: int, rounds: int) -> tuple[str, ...]:
    """Count the pairs of B_number result by result."""
    results = len(graph.problem.results)
    if results == 1 or len(graph) * results * rounds > _MOST_COUNTING:
        return ()
    ways: list[list[int]] = [[]] * len(graph)
    for state in range(len(graph) - 1, -1, -1):
        counts = [0] * results
        if not NEVER < graph.round(state) <= number:
            if graph.complete(state):
                for result in bits(graph.compatible(state)):
                    counts[result] = 1
            else:
                for _, _, target in graph.edges(state):
                    counts = [a + b for a, b in zip(counts, ways[target], strict=True)]
        ways[state] = counts
    return tuple(map(str, ways[0]))
