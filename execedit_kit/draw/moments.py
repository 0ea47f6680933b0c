"""Two runs of a plan on one clock, laid out: a column for each moment, a row for each run (restart lab, section 1).

Time passes only while somebody waits for an answer, so the clock of a run has few moments, and what happens at one of
them stands there from top to bottom. Both runs share the columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from execedit_kit.draw.labels import shown
from execedit_kit.restart.compare import visible
from execedit_kit.restart.person import mentioned
from execedit_kit.restart.run import Pair, Run
from execedit_kit.restart.session import Event
from execedit_kit.restart.world import World

WIDE, HIGH, GAP, LEFT, TOP, ROW_HEAD = 158.0, 20.0, 4.0, 12.0, 42.0, 24.0
SIGNS = {
    "read": "≡",
    "question": "?",
    "answer": "‹",
    "effect": "!",
    "refused": "✕",
    "restart": "▲",
    "end": "■",
    "cached": "↺",
    "more": "…",
}
_MOST_MOMENTS, _MOST_MARKS, _MANY, _LONGEST, _LONGEST_NAME = 24, 30, 14, 27, 400
_DID = {"close_issue": "closes", "escalate_issue": "escalates", "schedule_close": "schedules"}


@dataclass(frozen=True)
class Mark:
    """One thing that happened, or several cached calls in a row.

    Parameters
    ----------
    id : str
        Stable while the run is the same up to here.
    row : str
        ``"paused"`` or ``"restarted"``.
    moment : int
        Its column.
    x, y, width, height : float
        Its box.
    kind : str
        A key of :data:`SIGNS`.
    text : str
        What fits into the box.
    name : str
        The whole of it, in words.
    execution : int
        Which execution of the program.
    cached : bool
        Handed back: nothing was performed.
    lit : bool
        Whether this is where the two runs first differ.
    """

    id: str
    row: str
    moment: int
    x: float
    y: float
    width: float
    height: float
    kind: str
    text: str
    name: str
    execution: int
    cached: bool
    lit: bool

    @property
    def sign(self) -> str:
        """What stands before the text, so that no kind is known by its colour alone."""
        return SIGNS["cached" if self.cached else self.kind]


@dataclass(frozen=True)
class Moment:
    """A column: the clock, its day where that changed, and how long was waited for it."""

    x: float
    width: float
    clock: str
    day: str
    waited: str


@dataclass(frozen=True)
class Row:
    """One run."""

    name: str
    says: str
    y: float
    height: float


@dataclass(frozen=True)
class Moments:
    """The two timelines, laid out; :meth:`document` is what a view gets."""

    width: float
    height: float
    moments: tuple[Moment, ...]
    rows: tuple[Row, ...]
    marks: tuple[Mark, ...]
    says: str
    note: str

    def document(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {**asdict(self), "marks": [{**asdict(mark), "sign": mark.sign} for mark in self.marks]}


def first_difference(pair: Pair) -> tuple[int, int] | None:
    """Return the positions in both timelines of the first visible thing that differs; ``None`` when nothing does."""
    seen = [[(n, *_seen(event)) for n, event in enumerate(run.events) if _seen(event)] for run in _runs(pair)]
    for one, other in zip(*seen, strict=False):
        if one[1:] != other[1:]:
            return one[0], other[0]
    return None


def _seen(event: Event) -> tuple[str, str]:
    """Return what the outside sees of an event, empty for nothing."""
    if event.kind == "end":
        return event.name, str(event.result)
    return (event.name, visible(event)) if event.kind in ("question", "effect") and not event.cached else ()  # type: ignore[return-value]


def lay_out(pair: Pair) -> Moments:
    """Return both timelines on one clock."""
    lit = first_difference(pair) or (-1, -1)
    every = sorted({event.at for run in _runs(pair) for event in run.events})
    times, left_out = every[:_MOST_MOMENTS], len(every) - _MOST_MOMENTS
    rows, marks, top = [], [], TOP
    for run, place in zip(_runs(pair), lit, strict=True):
        lowest = top + ROW_HEAD + HIGH
        for column, at in enumerate(times):
            those = [(n, event) for n, event in enumerate(run.events) if event.at == at]
            made = _column(run, those, place)
            for n, (id, kind, text, name, event, is_lit) in enumerate(made):
                box = (LEFT + column * WIDE, top + ROW_HEAD + n * (HIGH + GAP), WIDE - 10, HIGH)
                marks.append(Mark(id, run.mode, column, *box, kind, text, name, event.execution, event.cached, is_lit))
                lowest = max(lowest, box[1] + HIGH)
        rows.append(Row(run.mode, _says(run), top, lowest - top + 8))
        top = lowest + 18
    note = f"{left_out} later moments are left out" if left_out > 0 else ""
    moments = tuple(_moments(times))
    says = f"{_says(pair.paused)}; {_says(pair.restarted)}"
    return Moments(2 * LEFT + WIDE * max(3, len(times)), top, moments, tuple(rows), tuple(marks), says, note)


def _runs(pair: Pair) -> tuple[Run, Run]:
    return pair.paused, pair.restarted


def _says(run: Run) -> str:
    if run.mode == "paused":
        return "Paused: frozen at each question, goes on at the same line"
    often = f"runs {run.executions} times from the top" if run.executions > 1 else "runs once"
    return f"Restarted ({run.design.name if run.design else ''}): {often}"


def _moments(times: Sequence[int]) -> Iterable[Moment]:
    before: datetime | None = None
    for n, at in enumerate(times):
        now = datetime.fromtimestamp(at / 1000, UTC)
        day = "" if before is not None and before.date() == now.date() else f"{now:%a} {now.day} {now:%b %Y}"
        waited = "" if before is None else f"+{_long(round((now - before).total_seconds() / 60))}"
        yield Moment(LEFT + n * WIDE, WIDE - 10, f"{now:%H:%M}", day, waited)
        before = now


def _long(minutes: int) -> str:
    if minutes % 1440 == 0:
        return f"{minutes // 1440} d"
    return f"{minutes} min" if minutes < 600 else f"{minutes // 60} h {minutes % 60:02d}"


def _column(run: Run, those: list[tuple[int, Event]], lit: int) -> list[tuple[str, str, str, str, Event, bool]]:
    """Return what stands in one column of a row; in a long one, cached calls that follow each other are one mark."""
    letter = run.mode[0]
    made = []
    for cached, group in groupby(those, key=lambda pair: pair[1].cached):
        parts = list(group)
        if cached and len(those) > _MANY and len(parts) > 2:
            number, event = parts[0]
            names = "; ".join(_text(one, run.world)[1] for _, one in parts)
            text = f"{len(parts)} cached calls"
            made.append((f"{letter}{number}", "more", text, f"{text}: {names}", event, False))
            continue
        for number, event in parts:
            text, name = _text(event, run.world)
            made.append((f"{letter}{number}", event.kind, text, name, event, number == lit))
    if len(made) > _MOST_MARKS:
        kept = [*made[: _MOST_MARKS - 2], *(one for one in made[_MOST_MARKS - 2 :] if one[5])]
        last = made[-1]
        text = f"{len(made) - len(kept)} more"
        return [*kept, (f"{last[0]}m", "more", text, f"{text}, not shown", last[4], False)]
    return made


def _text(event: Event, world: World) -> tuple[str, str]:
    """Return an event in a few words, and in full."""
    short, full = _words(event, world)
    whole = f"{full}, from the cache" if event.cached else full
    return _cut(shown(short), _LONGEST), _cut(shown(whole), _LONGEST_NAME)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _words(event: Event, world: World) -> tuple[str, str]:
    match event.kind:
        case "read":
            return "reads the list", f"reads the list: {len(event.result)} issues"
        case "question":
            asked = str(event.arguments["question"])
            about = ", ".join(str(issue.id) for issue in mentioned(asked, world.issues))
            got = f" gets {event.result}" if event.cached else ""
            return (f"asks about {about}{got}" if about else f"asks: {asked}"), f"asks: {asked}{got}"
        case "answer":
            return f"answer: {event.result}", f"answer to {event.arguments['question']}: {event.result}"
        case "effect" if event.name == "log":
            return f"logs: {visible(event)}", f"logs: {visible(event)}"
        case "effect":
            text = f"{_DID[event.name]} {visible(event)}"
            if event.name == "schedule_close":
                return f"schedules {event.arguments['id']}, {event.result['at'][11:16]}", text
            return text, text
        case "restart":
            return f"run {event.execution}, from the top", f"run {event.execution} begins at the top"
        case "end" if event.name == "return":
            return f"returns: {event.result}", f"returns: {event.result}"
        case "end":
            return f"ends: {event.name}", f"ends: {event.name}: {event.result}"
        case _:
            return f"refused: {event.name}", f"refused: {event.result}"
