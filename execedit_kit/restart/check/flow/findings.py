"""From what reached what is visible to findings, each with its reason, its path and its assumption."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from execedit_kit.restart.check.finding import CACHED, CLOCK, KEYED, LIVE, RANDOM, Finding, Kind, Place
from execedit_kit.restart.check.flow.machine import Reached, Repeated
from execedit_kit.restart.check.flow.sinks import TOOLS
from execedit_kit.restart.check.flow.statements import Statements
from execedit_kit.restart.check.flow.values import Step
from execedit_kit.restart.check.limits import DEFAULT_LIMITS, Limits
from execedit_kit.restart.check.source import Source
from execedit_kit.restart.replay import POST, Design

_STACK = 20_000
_KINDS: dict[str, Kind] = {"clock": "clock", "timer": "clock", "random": "random", "stale": "stale", "live": "stale"}
_ORDER = {"argument": 0, "returned": 1, "decides": 2, "error": 3, "ends": 4}


def flow_findings(source: Source, design: Design = POST, *, limits: Limits = DEFAULT_LIMITS) -> list[Finding]:
    """Return what the flow level says about a plan, in the order of its lines (restart lab, section 5).

    Raises
    ------
    LimitError
        When the plan is too intricate to be followed.
    """
    run = Statements(source, limits, reads_cached=design.reads)
    with _deep_stack():
        run.run_plan()
    found = [*_sources(run, design), *_repeats(run, design)]
    return sorted(found, key=lambda one: (one.line, one.column, one.kind))


def _sources(run: Statements, design: Design) -> Iterable[Finding]:
    by_place: dict[tuple[str, int], list[Reached]] = {}
    for reached in run.reached.values():
        if _differs(run, reached, design):
            by_place.setdefault((reached.token.kind, reached.token.node.id), []).append(reached)
    for (kind, _), all_of_it in by_place.items():
        first = min(all_of_it, key=lambda one: (_ORDER[one.sink], one.node.line, one.node.column, one.what))
        where = {(one.node.line, one.what) for one in all_of_it}
        yield _finding(run.plan, kind, first, len(where) - 1)


def _differs(run: Statements, reached: Reached, design: Design) -> bool:
    """Say whether a source that reached something visible is read differently there by a restart of this design."""
    token = reached.token
    # A call that is known by something else than this argument is not performed again, only perhaps differently.
    replayed = reached.sink == "argument" and (design.key == "position" or (design.key == "explicit" and reached.named))
    match token.kind:
        case "clock":
            return not design.clock and (reached.aged if replayed else token in run.unstable)
        case "timer":
            return not design.clock
        case "random":
            return not design.randomness and (reached.asked if replayed else run.asks)
        case "stale":
            return design.reads and design.key != "position"
        case _:
            return not design.reads and token in run.unstable


def _finding(source: Source, kind: str, reached: Reached, more: int) -> Finding:
    token = reached.token
    reads, assumption = _reads(token.kind, token.what, token.because)
    decides = reached.sink in ("decides", "ends")
    where = "" if reached.node.kind == "program" or reached.node is token.node else f" (line {reached.node.line})"
    why = f"{reads}: it {'decides' if decides else 'reaches'} {reached.what}{where}"
    if more:
        why += f", and {more} more {'thing' if more == 1 else 'things'} that can be seen"
    path = (
        Place(token.node.line, f"reads {token.what}"),
        *_way(reached.way),
        Place(reached.node.line, f"{'decides ' if decides else ''}{reached.what}"),
    )
    name = _KINDS[kind]
    return Finding(
        name, token.node.line, source.column(token.node), source.line(token.node.line), f"{why}.", path, assumption
    )


def _reads(kind: str, what: str, because: str) -> tuple[str, str]:
    """Return the first half of a reason, and the assumption it rests on."""
    if kind == "clock":
        return (
            f"The clock is read ({what}) before a question that may still come, so a restart reads it again, later",
            CLOCK,
        )
    if kind == "timer":
        return (
            f"The time since the start is read ({what}) after a question, and a restart counts from its own start",
            CLOCK,
        )
    if kind == "random":
        return f"A random value is drawn ({what}), and a restart draws anew", RANDOM
    if kind == "live":
        return f"{what} is read before a question that may still come, so a restart reads it again, changed", LIVE
    why, _, line = because.partition(" ")
    after = f"after the wait of line {line}" if why == "wait" else f"after line {line} may have changed it"
    return f"{what} is read again {after}, and a restart's cache hands back the first result", CACHED


def _way(step: Step | None) -> list[Place]:
    places: list[Place] = []
    while step is not None:
        places.append(Place(step.line, step.text))
        step = step.before
    return places[::-1]


def _repeats(run: Statements, design: Design) -> Iterable[Finding]:
    if design.key == "position":
        return
    by_node: dict[int, list[Repeated]] = {}
    for repeated in run.repeated.values():
        if repeated.named is not (design.key == "explicit" and run.carries_key(repeated.node)):
            continue
        by_node.setdefault(repeated.node.id, []).append(repeated)
    for all_of_it in by_node.values():
        first = min(all_of_it, key=lambda one: (one.first.line, one.first.column))
        yield _repeat(run.plan, first)


def _repeat(source: Source, repeated: Repeated) -> Finding:
    node, first = repeated.node, repeated.first
    tool = TOOLS.get(repeated.tool)
    again = "in a later round" if node is first else f"after line {first.line}"
    said = f" “{_cut(repeated.shown)}”" if repeated.shown.strip("… ") else ""
    if tool is not None and tool.kind == "ask":
        why = f"The same question{said} may come again {again}"
        why += ", and a restart's cache hands back the first answer: nobody is asked"
    else:
        does = tool.comes if tool is not None else "a tool is called"
        why = f"It may happen again {again} that {does} with the same arguments{said}"
        why += ", and a restart's cache answers: it is lost"
    path = (Place(first.line, f"{repeated.tool}{said}"), Place(node.line, f"the same {again}"))
    return Finding("repeat", node.line, source.column(node), source.line(node.line), f"{why}.", path, KEYED)


@contextmanager
def _deep_stack() -> Iterator[None]:
    """Let Python recurse as deeply as a plan within its limits may need."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _STACK))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:59] + "…"
