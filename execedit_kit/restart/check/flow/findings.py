"""From what reached what is visible to findings, each with its reason, its path and its assumption."""

from __future__ import annotations

from collections.abc import Iterable

from execedit_kit.restart.check.finding import CACHED, CLOCK, KEYED, LIVE, POST, RANDOM, Finding, Host, Kind, Place
from execedit_kit.restart.check.flow.machine import Reached, Repeated
from execedit_kit.restart.check.flow.sinks import TOOLS
from execedit_kit.restart.check.flow.statements import Statements
from execedit_kit.restart.check.flow.values import Step
from execedit_kit.restart.check.limits import DEFAULT_LIMITS, Limits
from execedit_kit.restart.check.source import Node, Plan

_ORDER = {"argument": 0, "returned": 1, "decides": 2, "error": 3, "ends": 4}


def flow_findings(plan: Plan, host: Host = POST, *, limits: Limits = DEFAULT_LIMITS) -> list[Finding]:
    """Return what the flow level says about a plan, in the order of its lines (restart lab, section 5).

    Raises
    ------
    LimitError
        When the plan is too intricate to be followed.
    """
    run = Statements(plan, limits, reads_cached=host.reads_cached or host.key == "position")
    run.run_plan()
    found = [*_sources(run, host), *_repeats(run, host)]
    return sorted(found, key=lambda one: (one.line, one.column, one.kind))


def _sources(run: Statements, host: Host) -> Iterable[Finding]:
    by_place: dict[tuple[str, int], list[Reached]] = {}
    for reached in run.reached.values():
        if _differs(run, reached, host):
            by_place.setdefault((reached.token.kind, reached.token.node.id), []).append(reached)
    for (kind, _), all_of_it in by_place.items():
        first = min(all_of_it, key=lambda one: (_ORDER[one.sink], one.node.line, one.node.column, one.what))
        where = {(one.node.line, one.what) for one in all_of_it}
        yield _finding(run.plan, kind, first, len(where) - 1)


def _differs(run: Statements, reached: Reached, host: Host) -> bool:
    token = reached.token
    match token.kind:
        case "clock":
            return not host.clock_recorded and token in run.unstable
        case "random":
            return not host.random_recorded and run.asks
        case "stale":
            return host.reads_cached and host.key == "arguments"
        case _:
            return not host.reads_cached and host.key == "arguments" and token in run.unstable


def _finding(plan: Plan, kind: str, reached: Reached, more: int) -> Finding:
    token = reached.token
    reads, assumption = _reads(token.kind, token.what, token.because)
    at = f"line {reached.node.line}" if reached.node.line != token.node.line else "here"
    decides = reached.sink in ("decides", "ends")
    whole_plan = reached.node.kind == "program"
    reaches = f"it decides {reached.what}" if decides else f"it reaches {reached.what}"
    why = f"{reads}, and {reaches}{'' if whole_plan else f' ({at})'}"
    if more:
        why += f", and {more} more {'place' if more == 1 else 'places'}"
    path = [Place(token.node.line, f"reads {token.what}"), *_way(reached.way), Place(reached.node.line, f"{'decides ' if decides else ''}{reached.what}")]
    name: Kind = "stale" if kind == "live" else kind  # type: ignore[assignment]
    return Finding(name, token.node.line, token.node.column, _line(plan, token.node), f"{why}.", tuple(path), assumption)


def _reads(kind: str, what: str, because: str) -> tuple[str, str]:
    """Return the first half of a reason, and the assumption it rests on."""
    if kind == "clock":
        return f"The clock is read ({what}) and a question may still follow: a restart reads it again, later", CLOCK
    if kind == "random":
        return f"A random value is drawn ({what}): a restart draws anew", RANDOM
    if kind == "live":
        return f"{what} is read and a question may still follow: a restart reads it again, and it may have changed", LIVE
    why, _, line = because.partition(" ")
    changed = f"since line {line} waits" if why == "wait" else f"line {line} may have changed it"
    if why == "wait":
        return f"{what} is read again after the wait of line {line}: a restart's cache hands back the first result", CACHED
    return f"{what} is read again though {changed}: a restart's cache hands back the first result", CACHED


def _way(step: Step | None) -> list[Place]:
    places: list[Place] = []
    while step is not None:
        places.append(Place(step.line, step.text))
        step = step.before
    return places[::-1]


def _repeats(run: Statements, host: Host) -> Iterable[Finding]:
    if host.key != "arguments":
        return
    by_node: dict[int, list[Repeated]] = {}
    for repeated in run.repeated.values():
        by_node.setdefault(repeated.node.id, []).append(repeated)
    for all_of_it in by_node.values():
        first = min(all_of_it, key=lambda one: (one.first.line, one.first.column))
        yield _repeat(run.plan, first)


def _repeat(plan: Plan, repeated: Repeated) -> Finding:
    node, first = repeated.node, repeated.first
    tool = TOOLS.get(repeated.tool)
    again = "in a later round" if node is first else f"as in line {first.line}"
    said = f" “{_cut(repeated.shown)}”" if repeated.shown.strip("…") else ""
    if tool is not None and tool.kind == "ask":
        why = f"The same question{said} may be asked {again}: a restart's cache hands back the first answer and the person is not asked again."
    else:
        shows = tool.shows if tool is not None else "a call"
        why = f"{shows[0].upper()}{shows[1:]}{said} may come with the same arguments {again}: a restart's cache answers it and it is lost."
    path = (Place(first.line, f"{repeated.tool}{said}"), Place(node.line, f"the same {again}"))
    return Finding("repeat", node.line, node.column, _line(plan, node), why, path, KEYED)


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:59] + "…"


def _line(plan: Plan, node: Node) -> str:
    lines = plan.lines
    return lines[node.line - 1].strip() if node.line <= len(lines) else ""
