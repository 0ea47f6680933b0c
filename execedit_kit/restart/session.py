"""What the outside keeps of a run while it goes on: the clock, what tools changed, and the timeline.

A :class:`Session` answers the messages of one execution. It is the only thing here that changes; what a run hands back
is made of frozen values.
"""

from __future__ import annotations

import hashlib
import json
import re
import struct
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from execedit_kit.restart.early import LINES_BEFORE
from execedit_kit.restart.limits import Budget, Exhausted
from execedit_kit.restart.message import read
from execedit_kit.restart.plan import Plan
from execedit_kit.restart.tools import Refused, State, Tool, checked, perform
from execedit_kit.restart.world import LAST_MS, World


@dataclass(frozen=True)
class Event:
    """One thing that happened in a run.

    Parameters
    ----------
    kind : str
        ``"question"``, ``"answer"``, ``"effect"``, ``"read"``; ``"refused"`` for a call that threw inside the plan;
        ``"restart"`` where an execution other than the first begins; ``"end"``.
    at : int
        The run's clock, in milliseconds since 1970.
    execution : int
        Which execution of the program, from 1. A paused run has one.
    name : str
        The tool; empty for ``restart``; ``"return"``, or the reason, for ``end``.
    arguments : Mapping[str, Any]
        As the plan gave them.
    result : Any
        What the plan got.
    cached : bool
        Handed back from an earlier execution or call: nothing was performed, nobody outside saw it.
    """

    kind: str
    at: int
    execution: int
    name: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    result: Any = None
    cached: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the event as JSON."""
        return asdict(self)


@dataclass(frozen=True)
class Ended:
    """How an execution ended.

    Parameters
    ----------
    reason : str
        ``"finished"``, ``"throws"``, ``"unknown tool"``, ``"bad argument"``, ``"diverged"`` (replay), or the name of a
        limit: ``"never finishes"``, ``"too much work"``, ``"question loop"``, ``"too many calls"``, ``"memory"``,
        ``"too deep"``, ``"too much text"``, ``"clock"``.
    text : str
        The summary, or the message.
    line : int | None
        The plan's line, where known; of a property read the engine knows no more than the function it is in.
    """

    reason: str
    text: str
    line: int | None = None


class Session:
    """One run's outside. Subclasses say what a question does.

    Parameters
    ----------
    plan : Plan
        What is run.
    world : World
        Where.
    budget : Budget
        How much it may use up.
    """

    def __init__(self, plan: Plan, world: World, budget: Budget) -> None:
        self.plan = plan
        self.world = world
        self.budget = budget
        self.clock = world.start_ms
        self.state = State()
        self.events: list[Event] = []
        self.questions = 0
        self.execution = 1
        self.calls = 0
        self.spent = 0  # instructions of the executions before this one
        self.refusals: dict[str, str] = {}
        self.given: Any = None  # the arguments of the call under way, with halves of pairs in their texts
        self.ended: Ended | None = None

    def now(self) -> int:
        """Return what the program reads on its clock."""
        return self.clock

    def seed(self, execution: int | None = None) -> list[int]:
        """Return the seed of an execution's random numbers, this one's when left out: a restart draws anew."""
        text = f"{self.world.seed}:{self.execution if execution is None else execution}"
        return list(struct.unpack("<4I", hashlib.sha256(text.encode()).digest()[:16]))

    def message(self, text: str) -> str | None:
        """Answer a message of the program; ``None`` lets it wait."""
        message = read(text)
        match _whole(message) if _HALF.search(text) else message:
            case ["begin"]:
                return json.dumps([self.plan.javascript, self.seed()])
            case ["tool", name, arguments]:
                self.given = message[2]
                return self._tool(name, arguments)
            case ["done", str(summary)]:
                self.ended = Ended("finished", summary)
            case ["throw", str(name), str(message), str(stack)]:
                self.ended = self._thrown(name, message, stack)
        return "null"

    def _tool(self, name: Any, arguments: Any) -> str | None:
        self.calls += 1
        if self.calls > self.budget.calls:
            raise Exhausted("calls")
        try:
            tool = checked(name, arguments, self.world)
        except Refused as refused:
            self.refusals[str(refused)] = refused.reason
            given = arguments.items() if isinstance(arguments, dict) else ()
            plain = {key: "…" if isinstance(value, dict | list) else value for key, value in given}
            self.happened("refused", str(name), plain, str(refused))
            return json.dumps([1, str(refused)])
        return self.call(tool, arguments)

    def call(self, tool: Tool, arguments: dict[str, Any]) -> str | None:
        """Carry out a call that is right."""
        raise NotImplementedError

    def carry_out(self, tool: Tool, arguments: dict[str, Any]) -> Any:
        """Perform a read or an effect, and note it."""
        result, self.state = perform(tool, arguments, self.clock, self.world, self.state)
        self.happened(tool.kind, tool.name, arguments, result)
        return result

    def happened(
        self, kind: str, name: str, arguments: Mapping[str, Any], result: Any = None, *, cached: bool = False
    ) -> None:
        """Add to the timeline."""
        self.events.append(Event(kind, self.clock, self.execution, name, arguments, result, cached))

    def asked(self, tool: Tool, arguments: dict[str, Any]) -> None:
        """Put a question to the person."""
        if self.questions >= self.budget.questions:
            raise Exhausted("questions")
        if self.clock + self.world.delay_ms(self.questions) > LAST_MS:
            raise Exhausted("clock")
        self.questions += 1
        self.happened("question", tool.name, arguments)

    def _thrown(self, name: str, message: str, stack: str) -> Ended:
        line = _line(stack, self.plan.javascript.count("\n") + 1)
        if name == "ToolError" and message in self.refusals:
            return Ended(self.refusals[message], message, line)
        if name == "InternalError" and message == "out of memory":
            return Ended("memory", message, line)
        if not name and message == "null":
            message = "null (which is also what the engine throws when it has no memory left for an error)"
        return Ended("throws", f"{name}: {message}" if name else message, line)


# Half of a pair in UTF-16, which JavaScript allows in a text, is no character.
_HALF = re.compile(r"\\u[dD][89a-fA-F]")


def _whole(message: Any) -> Any:
    """Return a message with a question mark for every half of a pair."""
    return json.loads(json.dumps(message, ensure_ascii=False).encode("utf-8", "replace"))


def _line(stack: str, lines: int) -> int | None:
    """Return the plan's line in the topmost frame that is in the plan."""
    for place in _PLACE.findall(stack):
        if 1 <= int(place) - LINES_BEFORE <= lines:
            return int(place) - LINES_BEFORE
    return None


# A plan may write any text into the stack of an error.
_PLACE = re.compile(r"<input>:([0-9]{1,7})(?![0-9])")
