"""One execution of a plan: the prelude, the plan, and how it ended, limits included (restart lab, section 4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path

from execedit_kit.restart.guest import Guest, Image
from execedit_kit.restart.limits import Budget, Exhausted
from execedit_kit.restart.session import Ended, Session
from execedit_kit.restart.world import LAST

_HOST = "__host"
# What a limit that was hit says about the plan.
_LIMITS = {
    "instructions": (
        "never finishes",
        "it was still running after {instructions:,} instructions; Budget(instructions=...)",
    ),
    "total": (
        "too much work",
        "its executions together ran more than {total:,} instructions; Budget(total=...)",
    ),
    "memory": ("memory", "it needs more than {memory:,} bytes; Budget(memory=...)"),
    "message": ("too much text", "one call, summary or error has more than {message:,} bytes; Budget(message=...)"),
    "calls": ("too many calls", "one execution calls tools more than {calls:,} times; Budget(calls=...)"),
    "questions": ("question loop", "it asks more than {questions:,} questions; Budget(questions=...)"),
    "depth": ("too deep", "functions call each other too deeply for the engine's stack"),
    "clock": (
        "clock",
        f"the answer would come after {LAST.year - 1}, where the run's clock ends; ask less, or start earlier",
    ),
}


BEYOND = ("too much work", "clock")
"""Ends that say nothing about the plan: it may well finish, beyond the work or the time that one run is given."""


class Stopped(Exception):
    """The session ends this execution here; nothing in the program can catch it."""


@lru_cache(maxsize=8)
def _laid_out(memory: int) -> Image:
    """Return the isolate in which the prelude has run and waits for its plan: the same for every execution."""
    guest = Guest(lambda _: None, lambda: 0, Budget(memory=memory))
    try:
        guest.start(prelude(), _HOST)
        return guest.image()
    finally:
        guest.close()


@cache
def prelude() -> str:
    """Return what is laid out before a plan's first line."""
    folder = Path(__file__).parent
    return (folder / "prelude.js").read_text("utf-8").replace("/* INTL */", (folder / "intl.js").read_text("utf-8"))


def execute(session: Session, answered: Callable[[], str] | None = None) -> Image | None:
    """Run the session's plan from the top until it ends, or until it leaves to wait: then its image is returned.

    Parameters
    ----------
    session : Session
        The run.
    answered : Callable[[], str] | None
        Says what a program that has left to wait is told at once, in place of an image; it may raise :class:`Stopped`.
        However a question is asked, the program leaves its stack: what is too deep for that is so in every way of
        running.
    """
    begin = session.message('["begin"]')
    assert begin is not None
    budget = session.budget
    fuel = max(min(budget.instructions, budget.total - session.spent), 0)
    return resume(session, replace(_laid_out(budget.memory), fuel=fuel), begin, answered)


def resume(session: Session, image: Image, reply: str, answered: Callable[[], str] | None = None) -> Image | None:
    """Go on with a waiting program at the line where it waits, in this process."""
    guest = Guest(session.message, session.now, session.budget)
    guest.restore(image)
    try:
        while not guest.resume(reply):
            if answered is None:
                return guest.image()
            reply = answered()
        if session.ended is None:
            session.ended = Ended("never finishes", "it waits for a promise that nothing settles")
    except Stopped:
        pass
    except Exhausted as exhausted:
        budget, limit = session.budget, exhausted.limit
        if limit == "instructions" and budget.total - session.spent < budget.instructions:
            limit = "total"
        reason, text = _LIMITS[limit]
        session.ended = Ended(reason, text.format(**vars(budget)))
    finally:
        session.spent += image.fuel - guest.fuel
        guest.close()
    return None
