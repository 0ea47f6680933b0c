"""Pausing: at a question the whole program becomes bytes, and goes on at the same line in whatever process reads them.

A :class:`Frozen` holds the program's memory and stack, its clock, and what has happened so far, so that another process
needs nothing else. It is durable for every shape of plan: a callback of ``forEach``, a getter, a comparator of
``sort``, a generator or a promise wait where they are, because it is the engine that leaves its stack, not the plan.

Frozen bytes are read only when their digest holds, they were made with this engine and this version of the kit, and
they have the form that the kit writes. They are a memory image, so they are trusted as a program's own process is: read
those that you or your runtime wrote.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from execedit_kit.record.errors import KitError, MalformedRecord
from execedit_kit.restart import engine, isolate
from execedit_kit.restart.defect import defect
from execedit_kit.restart.freeze_form import read_header, read_run
from execedit_kit.restart.guest import Image
from execedit_kit.restart.limits import DEFAULT, Budget
from execedit_kit.restart.person import answer
from execedit_kit.restart.plan import Plan
from execedit_kit.restart.session import Ended, Event, Session
from execedit_kit.restart.tools import State, Tool
from execedit_kit.restart.world import World

FORMAT = "frozen-plan/1"
# What an isolate has beside the plan's heap.
_OF_THE_ENGINE = 8 << 20
_PAGE = 1 << 16


class Damaged(KitError):
    """Bytes, or a value, that are no frozen program of this engine and this version of the kit."""


class Paused(Session):
    """A run that waits at each question, until it is answered."""

    def __init__(self, plan: Plan, world: World, budget: Budget) -> None:
        super().__init__(plan, world, budget)
        self.waiting: str | None = None

    def call(self, tool: Tool, arguments: dict[str, Any]) -> str | None:
        """Perform, or wait for the person."""
        if tool.kind != "question":
            return json.dumps([0, self.carry_out(tool, arguments)])
        self.asked(tool, arguments)
        self.waiting = arguments["question"]
        return None

    def answered(self, said: str | None = None) -> str:
        """Let the person answer the question that waits; the clock moves on by the delay."""
        assert self.waiting is not None
        self.clock += self.world.delay_ms(self.questions - 1)
        if said is None:
            said = answer(self.waiting, self.clock, self.world)
        self.happened("answer", "ask_human", {"question": self.waiting}, said)
        self.waiting = None
        return json.dumps([0, said])

    def to_json(self) -> dict[str, Any]:
        """Return everything about the run that is not in the program's memory."""
        return {
            "plan": [self.plan.name, self.plan.language, base64.b85encode(self.plan.source).decode()],
            "world": self.world.to_json(),
            "budget": vars(self.budget),
            "clock": self.clock,
            "closed": self.state.closed,
            "events": [event.to_json() for event in self.events],
            "questions": self.questions,
            "calls": self.calls,
            "refusals": self.refusals,
            "waiting": self.waiting,
            "ended": vars(self.ended) if self.ended else None,
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Paused:
        """Return the run that :meth:`to_json` wrote."""
        name, language, source = value["plan"]
        plan = Plan(name, language, base64.b85decode(source))
        run = cls(plan, World.from_json(value["world"]), Budget(**value["budget"]))
        run.clock = value["clock"]
        run.state = State(tuple(value["closed"]))
        run.events = [Event(**event) for event in value["events"]]
        run.questions, run.calls = value["questions"], value["calls"]
        run.refusals, run.waiting = value["refusals"], value["waiting"]
        run.ended = Ended(**value["ended"]) if value["ended"] else None
        return run


@dataclass(frozen=True)
class Frozen:
    """A program that waits for an answer, as a value.

    Parameters
    ----------
    question : str
        What the person is asked.
    run : str
        The rest of the run, as JSON.
    image : Image
        The program's memory.
    """

    question: str
    run: str
    image: Image

    def to_bytes(self) -> bytes:
        """Return the bytes that any process can go on with."""
        image = self.image
        header = {
            "format": FORMAT,
            "engine": engine.digest(),
            "kit": version("execedit-kit"),
            "call": image.call,
            "room": image.room,
            "pointer": image.pointer,
            "fuel": image.fuel,
            "run": self.run,
            "question": self.question,
        }
        body = json.dumps(header).encode() + b"\n" + zlib.compress(image.memory, 1)
        return hashlib.sha256(body).hexdigest().encode() + b"\n" + body

    @classmethod
    def from_bytes(cls, data: bytes) -> Frozen:
        """Return what :meth:`to_bytes` wrote.

        Raises
        ------
        Damaged
            When a byte is missing or wrong, another engine or version of the kit wrote it, or it has another form.
        """
        digest, _, body = data.partition(b"\n")
        if hashlib.sha256(body).hexdigest().encode() != digest:
            raise Damaged("this is no frozen plan, or some of its bytes changed")
        head, _, packed = body.partition(b"\n")
        try:
            header = read_header(head, {"format": FORMAT, "engine": engine.digest(), "kit": version("execedit-kit")})
        except MalformedRecord as error:
            raise Damaged(f"this frozen plan has not the form that the kit writes: {error}") from None
        if header is None:
            raise Damaged("this plan was frozen by another engine or another version of the kit: run it again")
        name, arguments = header.call
        run = _waiting(header.run, header.question)
        memory = _unpacked(packed, run.budget)
        image = Image((name, arguments), header.room, header.pointer, header.fuel, memory)
        _possible(image, run.budget)
        return cls(header.question, header.run, image)


def _possible(image: Image, budget: Budget) -> None:
    """Refuse the image of a program that no isolate with this budget could have been."""
    size = len(image.memory)
    whole = 0 < size <= budget.memory + _OF_THE_ENGINE and size % _PAGE == 0
    inside = 0 <= image.room < size and 0 <= image.pointer < size and 0 <= image.fuel <= budget.instructions
    if not (whole and inside):
        raise Damaged("this frozen plan's memory is none that an isolate with its budget could have")


def _unpacked(packed: bytes, budget: Budget) -> bytes:
    """Return a program's memory; it is never larger than an isolate's may get."""
    unpacking = zlib.decompressobj()
    try:
        memory = unpacking.decompress(packed, budget.memory + _OF_THE_ENGINE)
    except zlib.error as error:
        raise Damaged(f"this frozen plan's memory cannot be unpacked: {error}") from None
    if not unpacking.eof or unpacking.unused_data:
        raise Damaged("this frozen plan's memory is cut off, or larger than its budget allows")
    return memory


def _waiting(text: str, question: str) -> Paused:
    """Return the run of a frozen program, which waits for the answer to its question."""
    try:
        run = Paused.from_json(read_run(text))
    except (KitError, ValueError, TypeError, ArithmeticError) as error:
        raise Damaged(f"this frozen plan's run cannot be read: {error}") from None
    if run.waiting != question or run.ended is not None:
        raise Damaged("this frozen plan's run does not wait for the answer to its question")
    return run


def start(plan: Plan, world: World | None = None, *, budget: Budget = DEFAULT) -> Frozen | Paused:
    """Run a plan until its first question, where it is frozen, or to its end."""
    run = Paused(plan, world or World(), budget)
    return _frozen(run, isolate.execute(run))


def resume(frozen: Frozen, said: str | None = None) -> Frozen | Paused:
    """Go on with a frozen plan at the line where it waits, to its next question or its end.

    Parameters
    ----------
    frozen : Frozen
        The plan.
    said : str | None
        The answer; left out, the run's world gives it.

    Raises
    ------
    Damaged
        When its run or its memory is none that the kit froze.
    """
    run = _waiting(frozen.run, frozen.question)
    _possible(frozen.image, run.budget)
    try:
        reply = run.answered(said)
        image = isolate.resume(run, frozen.image, reply)
    except Exception as error:  # in a memory that is foreign anything may go wrong
        raise Damaged(f"this frozen plan does not go on from where it waits: {defect(error)}") from error
    return _frozen(run, image)


def _frozen(run: Paused, image: Image | None) -> Frozen | Paused:
    if image is None or run.waiting is None:
        return run
    return Frozen(run.waiting, json.dumps(run.to_json()), image)
