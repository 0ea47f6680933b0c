"""One execution of a plan: the prelude, the plan, and how it ended, limits included (restart lab, section 4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path

from execedit_kit.restart.guest import Guest, Image
from execedit_kit.restart.limits import Budget, Exhausted
from execedit_kit.restart.session import Ended, Session

_HOST = "__host"
# What a limit that was hit says about the plan.
_LIMITS = {
    "instructions": (
        "never finishes",
        "it was still running after {instructions:,} instructions; Budget(instructions=...)",
    ),
    "memory": ("memory", "it needs more than {memory:,} bytes; Budget(memory=...)"),
    "message": ("too much text", "one call, summary or error has more than {message:,} bytes; Budget(message=...)"),
    "calls": ("too many calls", "one execution calls tools more than {calls:,} times; Budget(calls=...)"),
    "questions": ("question loop", "it asks more than {questions:,} questions; Budget(questions=...)"),
    "depth": ("too deep", "functions call each other too deeply for the engine's stack"),
}


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


def execute(session: Session) -> Image | None:
    """Run the session's plan from the top until it ends, or until it leaves to wait: then its image is returned."""
    begin = session.message('["begin"]')
    assert begin is not None
    image = replace(_laid_out(session.budget.memory), fuel=session.budget.instructions)
    return resume(session, image, begin)


def resume(session: Session, image: Image, reply: str) -> Image | None:
    """Go on with a waiting program at the line where it waits, in this process."""
    guest = Guest(session.message, session.now, session.budget)
    guest.restore(image)
    return _until_it_stops(guest, session, lambda: guest.resume(reply))


def _until_it_stops(guest: Guest, session: Session, run: Callable[[], bool]) -> Image | None:
    try:
        if not run():
            return guest.image()
        if session.ended is None:
            session.ended = Ended("never finishes", "it waits for a promise that nothing settles")
    except Stopped:
        pass
    except Exhausted as exhausted:
        reason, text = _LIMITS[exhausted.limit]
        session.ended = Ended(reason, text.format(**vars(session.budget)))
    finally:
        guest.close()
    return None
