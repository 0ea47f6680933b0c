"""What the outside sees of a run, and where two runs differ (restart lab, section 1)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from execedit_kit.restart.session import Ended, Event

# What is compared, in the order in which differences are named; also the words that reports use.
VISIBLE = ("questions", "closed", "escalated", "scheduled", "log", "summary", "end", "order")
_EFFECTS = {"close_issue": "closed", "escalate_issue": "escalated", "schedule_close": "scheduled"}


@dataclass(frozen=True)
class Outcome:
    """Everything visible from outside, each kind in its order.

    Parameters
    ----------
    questions : tuple[str, ...]
        What the person was asked.
    closed, escalated, scheduled : tuple[str, ...]
        ``"112"``, with the comment, the reason or the time where there is one: ``"112: done"``.
    log : tuple[str, ...]
        The lines.
    summary : str | None
        What the plan returned; ``None`` when it did not finish.
    end : str
        ``"finished"``, or why not.
    order : tuple[str, ...]
        All of the above that happened, as it happened, across the kinds.
    """

    questions: tuple[str, ...]
    closed: tuple[str, ...]
    escalated: tuple[str, ...]
    scheduled: tuple[str, ...]
    log: tuple[str, ...]
    summary: str | None
    end: str
    order: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the outcome as JSON; the order is left out, the timeline has it."""
        return {name: value for name, value in vars(self).items() if name != "order"}


@dataclass(frozen=True)
class Difference:
    """One kind of visible thing in which two runs differ.

    Parameters
    ----------
    what : str
        One of :data:`VISIBLE`.
    paused, restarted : str
        What is there in each: a number of things, or the text itself.
    first : int | None
        Where the two begin to differ, counted from 0, in a kind that is a list.
    """

    what: str
    paused: str
    restarted: str
    first: int | None = None

    def __str__(self) -> str:
        """One line, such as ``questions: 2 paused, 5 restarted``."""
        return f"{self.what}: {self.paused} paused, {self.restarted} restarted"


def outcome(events: Iterable[Event], ended: Ended) -> Outcome:
    """Return what the outside saw of a timeline."""
    seen: dict[str, list[str]] = {name: [] for name in (*VISIBLE[:5], "order")}
    for event in events:
        kind = "questions" if event.kind == "question" else _EFFECTS.get(event.name, "log")
        if event.cached or event.kind not in ("question", "effect"):
            continue
        seen[kind].append(visible(event))
        seen["order"].append(f"{kind} {visible(event)}")
    finished = ended.reason == "finished"
    return Outcome(
        **{name: tuple(things) for name, things in seen.items()},
        summary=ended.text if finished else None,
        end=ended.reason,
    )


def visible(event: Event) -> str:
    """Return what the outside is shown of a question or an effect."""
    given = event.arguments
    if event.name == "ask_human":
        return str(given["question"])
    if event.name == "log":
        return str(given["message"])
    said = event.result["at"] if event.name == "schedule_close" else given.get("comment", given.get("reason"))
    return str(given["id"]) if said is None else f"{given['id']}: {said}"


def differences(paused: Outcome, restarted: Outcome) -> tuple[Difference, ...]:
    """Return every kind of visible thing that differs, in the order of :data:`VISIBLE`; a plan breaks when any does."""
    found: list[Difference] = []
    for what in VISIBLE:
        one, other = getattr(paused, what), getattr(restarted, what)
        if one == other or (what == "order" and found):
            continue
        if not isinstance(one, tuple):
            found.append(Difference(what, _quoted(one), _quoted(other)))
            continue
        first = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
        if len(one) != len(other):
            shown = str(len(one)), str(len(other))
        else:
            shown = _quoted(one[first]), _quoted(other[first])
        found.append(Difference(what, *shown, first))
    return tuple(found)


def _quoted(value: str | None) -> str:
    if value is None:
        return "none"
    return json.dumps(value if len(value) <= 200 else value[:199] + "…", ensure_ascii=False)
