"""Run a plan paused, restarted, or both; a run comes back as a frozen value (restart lab, sections 1 to 4)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from execedit_kit.restart import isolate
from execedit_kit.restart.compare import Difference, Outcome, differences, outcome
from execedit_kit.restart.elsewhere import Elsewhere
from execedit_kit.restart.freeze import Paused
from execedit_kit.restart.limits import DEFAULT, Budget
from execedit_kit.restart.plan import Plan
from execedit_kit.restart.replay import POST, Design, Restarted
from execedit_kit.restart.session import Ended, Event, Session
from execedit_kit.restart.world import World


@dataclass(frozen=True)
class Run:
    """What happened.

    Parameters
    ----------
    mode : str
        ``"paused"`` or ``"restarted"``.
    plan : Plan
        What was run.
    world : World
        Where.
    design : Design | None
        The replay design of a restarted run.
    freeze : str | None
        How a paused run waited: ``"durable"``, frozen to bytes on disk and gone on with in another process, or
        ``"in-process"``, on the stack of this one.
    events : tuple[Event, ...]
        The timeline.
    ended : Ended
        How it ended.
    executions : int
        How often the program ran from the top.
    """

    mode: str
    plan: Plan
    world: World
    design: Design | None
    freeze: str | None
    events: tuple[Event, ...]
    ended: Ended
    executions: int

    @property
    def finished(self) -> bool:
        """Whether it came to its end; otherwise ``ended`` says why it is rejected."""
        return self.ended.reason == "finished"

    @property
    def outcome(self) -> Outcome:
        """What the outside saw."""
        return outcome(self.events, self.ended)

    def to_json(self) -> dict[str, Any]:
        """Return the run as JSON: equal runs give equal text."""
        return {
            "mode": self.mode,
            "plan": {"name": self.plan.name, "digest": self.plan.digest},
            "world": self.world.to_json(),
            "design": self.design.to_json() if self.design else None,
            "freeze": self.freeze,
            "executions": self.executions,
            "ended": vars(self.ended),
            "outcome": self.outcome.to_json(),
            "events": [event.to_json() for event in self.events],
        }

    def to_bytes(self) -> bytes:
        """Return the run as canonical bytes."""
        return json.dumps(
            self.to_json(), sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
        ).encode()


@dataclass(frozen=True)
class Pair:
    """A plan run both ways in one world."""

    paused: Run
    restarted: Run

    @property
    def differences(self) -> tuple[Difference, ...]:
        """Where the two differ, the first thing first."""
        return differences(self.paused.outcome, self.restarted.outcome)

    @property
    def breaks(self) -> bool:
        """Whether restarting changed anything the outside can see."""
        return bool(self.differences)

    @property
    def undecided(self) -> str:
        """Why the two cannot be compared: one was stopped by a limit that the plan itself does not hit; else empty."""
        ended = self.restarted.ended
        return f"restarted, {ended.text}" if self.paused.finished and ended.reason in isolate.BEYOND else ""


def run_paused(
    plan: Plan, world: World | None = None, *, budget: Budget = DEFAULT, elsewhere: Elsewhere | None = None
) -> Run:
    """Run a plan that waits at each question and goes on at the same line.

    Parameters
    ----------
    plan : Plan
        The plan.
    world : World | None
        The world; the fixed one of all tasks when left out.
    budget : Budget
        How much it may use up.
    elsewhere : Elsewhere | None
        Processes that the run moves between at every question, frozen to bytes on disk. Left out, it waits in this
        process, which is faster and shows the outside the same.
    """
    where = world or World()
    if elsewhere is not None:
        return _run("paused", elsewhere.run(plan, where, budget), "durable")
    session = Paused(plan, where, budget)  # it leaves its stack all the same, and comes back at once
    isolate.execute(session, session.answered)
    return _run("paused", session, "in-process")


def run_restarted(plan: Plan, world: World | None = None, design: Design = POST, *, budget: Budget = DEFAULT) -> Run:
    """Run a plan that ends at each question and runs again from the top when the answer arrives."""
    session = Restarted(plan, world or World(), design, budget)
    session.run()
    return _run("restarted", session, None, design)


def run_both(
    plan: Plan,
    world: World | None = None,
    design: Design = POST,
    *,
    budget: Budget = DEFAULT,
    elsewhere: Elsewhere | None = None,
) -> Pair:
    """Run a plan paused and restarted in the same world."""
    paused = run_paused(plan, world, budget=budget, elsewhere=elsewhere)
    return Pair(paused, run_restarted(plan, world, design, budget=budget))


def _run(mode: str, session: Session, freeze: str | None, design: Design | None = None) -> Run:
    ended = session.ended or Ended("never finishes", "it neither ends nor asks")
    events = (*session.events, _end(session, ended))
    return Run(mode, session.plan, session.world, design, freeze, events, ended, session.execution)


def _end(session: Session, ended: Ended) -> Event:
    name = "return" if ended.reason == "finished" else ended.reason
    return Event("end", session.clock, session.execution, name, result=ended.text)
