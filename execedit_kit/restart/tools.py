"""The six tools: what they accept, what they return, what they change (the page that plan authors are given).

All are fakes that return the same data each time, except that closed issues leave the list.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from execedit_kit.restart.world import World, iso, next_morning, since_1970

# Tools ignore it; the replay design of that name reads it.
IDEMPOTENCY_KEY = "idempotencyKey"


@dataclass(frozen=True)
class Tool:
    """One tool.

    Parameters
    ----------
    name : str
        As plans call it.
    kind : str
        ``"read"``, ``"question"`` or ``"effect"``.
    needed, optional : Mapping[str, str]
        Argument → its kind: ``"text"``, ``"number"`` or ``"time"``.
    """

    name: str
    kind: str
    needed: Mapping[str, str]
    optional: Mapping[str, str]


def _tool(name: str, kind: str, needed: dict[str, str], optional: dict[str, str] | None = None) -> tuple[str, Tool]:
    return name, Tool(name, kind, needed, {**(optional or {}), IDEMPOTENCY_KEY: "text"})


TOOLS: Mapping[str, Tool] = dict(
    (
        _tool("list_issues", "read", {}),
        _tool("ask_human", "question", {"question": "text"}),
        _tool("close_issue", "effect", {"id": "number"}, {"comment": "text"}),
        _tool("escalate_issue", "effect", {"id": "number"}, {"reason": "text"}),
        _tool("schedule_close", "effect", {"id": "number"}, {"at": "time"}),
        _tool("log", "effect", {"message": "text"}),
    )
)


class Refused(Exception):
    """A call the host refuses; inside the plan it is thrown, and the plan may catch it.

    Parameters
    ----------
    reason : str
        ``"unknown tool"`` or ``"bad argument"``.
    message : str
        One sentence for the plan's author.
    """

    def __init__(self, reason: str, message: str) -> None:
        self.reason = reason
        super().__init__(message)


@dataclass(frozen=True)
class State:
    """What tools can change: the clock stands still for them, closed issues leave the list."""

    closed: tuple[int, ...] = ()


def checked(name: object, arguments: object, world: World) -> Tool:
    """Return the tool of a call whose name and arguments are right.

    Raises
    ------
    Refused
        When they are not.
    """
    tool = TOOLS.get(name) if isinstance(name, str) else None
    if tool is None:
        raise Refused("unknown tool", f"there is no tool {_short(name)}; there are {', '.join(TOOLS)}")
    if not isinstance(arguments, dict):
        raise Refused("bad argument", f"{name} takes an object of arguments, not {_short(arguments)}")
    for argument, kind in tool.needed.items():
        if argument not in arguments:
            raise Refused("bad argument", f"{name} needs {argument}, a {kind}")
    for argument, value in arguments.items():
        wanted = tool.needed.get(argument) or tool.optional.get(argument)
        if wanted is None:
            raise Refused("bad argument", f"{name} takes no argument {_short(argument)}")
        if not _fits(value, wanted):
            of = " of a year from 1 to 9999 in UTC" if wanted == "time" and _ISO.fullmatch(str(value)) else ""
            raise Refused("bad argument", f"{name}: {argument} is {_KINDS[wanted]}{of}, not {_short(value)}")
    if "id" in tool.needed and arguments["id"] not in {issue.id for issue in world.issues}:
        raise Refused("bad argument", f"{name}: there is no issue {_short(arguments['id'])}")
    return tool


_KINDS = {"text": "a text", "number": "the number of an issue", "time": "an ISO 8601 time"}


def _fits(value: object, kind: str) -> bool:
    if kind == "number":
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, str) and (kind == "text" or when(value) is not None)


def _short(value: object) -> str:
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "an array"
    if isinstance(value, str):
        return _cut(repr(value))
    return json.dumps(value) if value is None or isinstance(value, bool) else _cut(str(value))


def _cut(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"


_ISO = re.compile(
    r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?", re.IGNORECASE | re.ASCII
)


def when(text: str) -> int | None:
    """Return an ISO 8601 time in milliseconds since 1970 (UTC where no zone is given), or ``None``.

    A time that is no such time in UTC, in the years 1 to 9999, is none: nothing could be scheduled for it.
    """
    if not _ISO.fullmatch(text):
        return None
    try:
        value = datetime.fromisoformat(text.upper())
        return since_1970(value if value.tzinfo else value.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        return None


def perform(tool: Tool, arguments: Mapping[str, Any], at: int, world: World, state: State) -> tuple[Any, State]:
    """Return what a read or an effect returns at a time, and the state after it. Questions are the person's."""
    number = arguments.get("id")
    match tool.name:
        case "list_issues":
            return [issue.to_json() for issue in world.issues if issue.id not in state.closed], state
        case "close_issue":
            assert isinstance(number, int)
            closed = state.closed if number in state.closed else (*state.closed, number)
            return {"id": number, "state": "closed"}, replace(state, closed=closed)
        case "escalate_issue":
            return {"id": number, "state": "escalated"}, state
        case "schedule_close":
            given = when(arguments["at"]) if "at" in arguments else None
            return {"id": number, "state": "scheduled", "at": iso(next_morning(at) if given is None else given)}, state
        case _:
            return None, state
