"""Replay: what a restarted run hands back and what it lets move (restart lab, sections 1 and 4).

A restarted program ends at each question. When the answer arrives it runs again from the top, and every call it has
made before is answered from a cache. A :class:`Design` says how such a cache works; what it says is where real
runtimes differ.

What a miss means, by what keys the cache:

``"arguments"``
    A call whose name and arguments are new is performed (or put to the person). A call whose name and arguments were
    seen before, in this execution or an earlier one, is not: it gets the first result. So two calls that look the same
    are taken for one.
``"position"``
    The n-th call of an execution gets the n-th result. Past the end of what is recorded, calls are performed. When the
    n-th call has another name than the recorded one, the program did not run the same way twice: the run ends as
    ``diverged``. Other arguments under the same name are not noticed, as in many runtimes: the recorded result is
    given.
``"explicit"``
    A call that carries ``idempotencyKey``, a text that all tools accept and otherwise ignore, is the call of that name
    and key, whatever else it says. A call without one is keyed by name and arguments; no key is ever taken for those.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from execedit_kit.restart.isolate import Stopped, execute
from execedit_kit.restart.limits import Budget
from execedit_kit.restart.person import answer
from execedit_kit.restart.plan import Plan
from execedit_kit.restart.session import Ended, Session
from execedit_kit.restart.tools import IDEMPOTENCY_KEY, Tool
from execedit_kit.restart.world import World


@dataclass(frozen=True)
class Design:
    """How a runtime replays.

    Parameters
    ----------
    name : str
        What tables and receipts call it.
    key : str
        ``"arguments"``, ``"position"`` or ``"explicit"``.
    clock : bool
        The n-th reading of the clock is recorded and handed back; readings past the record are taken from the clock.
    randomness : bool
        Random draws are recorded: the n-th draw of every execution is the same.
    reads : bool
        Results of ``list_issues`` are cached like all others; otherwise each is read anew.
    """

    name: str
    key: str = "arguments"
    clock: bool = False
    randomness: bool = False
    reads: bool = True

    def __post_init__(self) -> None:
        """Refuse a key that there is not."""
        if self.key not in ("arguments", "position", "explicit"):
            raise ValueError(f"a cache is keyed by 'arguments', 'position' or 'explicit', not {self.key!r}")

    def call_key(self, name: str, arguments: Mapping[str, Any], position: int) -> Any:
        """Return what stands for a call in the cache: two calls of one key are taken for one.

        Parameters
        ----------
        name, arguments : str, Mapping[str, Any]
            The call.
        position : int
            How many calls the cache has answered or recorded before it in this execution.
        """
        if self.key == "position":
            return position
        if self.key == "explicit" and IDEMPOTENCY_KEY in arguments:
            return "key", name, arguments[IDEMPOTENCY_KEY]
        return "arguments", name, json.dumps(arguments, sort_keys=True)

    def to_json(self) -> dict[str, Any]:
        """Return the design as JSON."""
        return dict(vars(self))


POST = Design("post")
RECORDED_CLOCK = Design("recorded clock", clock=True)
RECORDED_RANDOMNESS = Design("recorded randomness", randomness=True)
FRESH_READS = Design("fresh reads", reads=False)
POSITION_KEYS = Design("position keys", key="position")
EXPLICIT_KEYS = Design("explicit keys", key="explicit")
EVERYTHING_RECORDED = Design("everything recorded", key="position", clock=True, randomness=True)
DESIGNS: Mapping[str, Design] = {
    design.name: design
    for design in (
        POST,
        RECORDED_CLOCK,
        RECORDED_RANDOMNESS,
        FRESH_READS,
        POSITION_KEYS,
        EXPLICIT_KEYS,
        EVERYTHING_RECORDED,
    )
}


@dataclass(frozen=True)
class Entry:
    """One result in the cache, and the tool it came from."""

    name: str
    result: Any


class Restarted(Session):
    """A run that is restarted at each question."""

    def __init__(self, plan: Plan, world: World, design: Design, budget: Budget) -> None:
        super().__init__(plan, world, budget)
        self.design = design
        self.cache: dict[Any, Entry] = {}
        self.readings: list[int] = []
        self._reading = 0
        self._position = 0
        self._waiting: tuple[Any, str, str] | None = None

    def run(self) -> None:
        """Run the program until an execution of it ends by itself."""
        while True:
            self._reading = self._position = self.calls = 0
            execute(self, self._end_here)
            if self.ended is not None or self._waiting is None:
                return
            key, name, question = self._waiting
            self._waiting = None
            self.clock += self.world.delay_ms(self.questions - 1)
            said = answer(question, self.clock, self.world)
            self.cache[key] = Entry(name, said)
            self.happened("answer", name, {"question": question}, said)
            self.execution += 1
            self.happened("restart", "", {})

    def _end_here(self) -> str:
        """End this execution: the program has left to wait."""
        raise Stopped

    def now(self) -> int:
        """Return the clock, or what it showed at this reading of an earlier execution."""
        if not self.design.clock:
            return self.clock
        if self._reading == len(self.readings):
            self.readings.append(self.clock)
        self._reading += 1
        return self.readings[self._reading - 1]

    def seed(self, execution: int | None = None) -> list[int]:
        """Draw anew in each execution, unless randomness is recorded."""
        return super().seed(1 if self.design.randomness else execution)

    def call(self, tool: Tool, arguments: dict[str, Any]) -> str | None:
        """Answer from the cache, perform, or end this execution at a question."""
        if tool.kind == "read" and not self.design.reads:
            return json.dumps([0, self.carry_out(tool, arguments)])
        key = self.design.call_key(tool.name, self.given, self._position)
        self._position += 1
        entry = self.cache.get(key)
        if entry is not None:
            if entry.name != tool.name:
                self.ended = Ended(
                    "diverged",
                    f"call {key + 1} of this execution is {tool.name}; it was {entry.name} when it was recorded",
                )
                raise Stopped
            self.happened(tool.kind, tool.name, arguments, entry.result, cached=True)
            return json.dumps([0, entry.result])
        if tool.kind == "question":
            self.asked(tool, arguments)
            self._waiting = (key, tool.name, arguments["question"])
            return None
        result = self.carry_out(tool, arguments)
        self.cache[key] = Entry(tool.name, result)
        return json.dumps([0, result])
