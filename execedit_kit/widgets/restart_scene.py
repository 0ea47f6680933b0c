"""What RestartDesk shows of a setup: both runs, what differs, what the check says, and worlds that break the plan."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from execedit_kit.draw.moments import lay_out
from execedit_kit.record.errors import KitError
from execedit_kit.restart.check.checked import Checked, check
from execedit_kit.restart.check.finding import Finding
from execedit_kit.restart.check.limits import DEFAULT_LIMITS
from execedit_kit.restart.check.witness import find_witness
from execedit_kit.restart.check.worlds import Trial, trials
from execedit_kit.restart.plan import Plan, plan
from execedit_kit.restart.run import Pair, run_both
from execedit_kit.restart.world import World
from execedit_kit.widgets.restart_setup import Setup

BREAKS, HOLDS, UNFINISHED = "breaks", "does not break here", "does not finish"
_SECONDS = 20.0


@dataclass(frozen=True)
class Looked:
    """A setup that was run and checked.

    Parameters
    ----------
    setup : Setup
        What was run.
    pair : Pair
        Both runs.
    checked : Checked | None
        What the check says; ``None`` when it could not say anything, and ``unchecked`` why.
    unchecked : str
        Why there is no check.
    """

    setup: Setup
    pair: Pair
    checked: Checked | None
    unchecked: str = ""

    @property
    def verdict(self) -> str:
        """One of ``breaks``, ``does not break here``, ``does not finish``."""
        if not self.pair.paused.finished or self.pair.undecided:
            return UNFINISHED
        return BREAKS if self.pair.breaks else HOLDS

    @property
    def differences(self) -> tuple[str, ...]:
        """What differs, in words, the first thing first."""
        return tuple(str(one) for one in self.pair.differences)

    @property
    def says(self) -> str:
        """The verdict in one sentence."""
        if self.verdict == UNFINISHED:
            ended = self.pair.restarted.ended if self.pair.undecided else self.pair.paused.ended
            place = f" (line {ended.line})" if ended.line else ""
            why = f"{ended.reason}: {self.pair.undecided or ended.text}{place}"
            return f"{why}. It is rejected: there is nothing to compare."
        if self.verdict == BREAKS:
            more = len(self.differences) - 1
            return self.differences[0] + (f", and {more} more" if more else "")
        return "The outside sees the same whether it is paused or restarted."

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the check found."""
        return self.checked.findings if self.checked is not None else ()

    @property
    def found(self) -> str:
        """What the check says, in one line."""
        if self.checked is None:
            return f"Not checked: {self.unchecked}"
        many = len(self.findings)
        number = "nothing to look at" if not many else f"{many} {'line' if many == 1 else 'lines'} to look at"
        quiet = len(self.checked.suppressed)
        return f"{number} ({self.checked.level} level)" + (f"; {quiet} suppressed by comments" if quiet else "")

    def document(self) -> dict[str, Any]:
        """Return it as JSON."""
        scene = lay_out(self.pair)
        return {
            "verdict": self.verdict,
            "says": self.says,
            "differences": list(self.differences),
            "scene": scene.document(),
            "found": self.found,
            "findings": [{**finding.document(), "says": said(finding)} for finding in self.findings],
        }


def look(setup: Setup) -> Looked:
    """Run a setup both ways and check it.

    Raises
    ------
    MalformedPlan
        When the source is no program.
    """
    program = made(setup)
    pair = run_both(program, setup.world, setup.replay)
    try:
        return Looked(setup, pair, check(program, setup.level, setup.replay))
    except KitError as error:
        return Looked(setup, pair, None, str(error))


def made(setup: Setup) -> Plan:
    """Return the plan of a setup."""
    return plan(setup.source, name=setup.name, language=setup.language)


def said(finding: Finding) -> str:
    """Return a finding's reason with what it assumes of the host."""
    return finding.why if finding.assumption == "none" else f"{finding.why} Assumes: {finding.assumption}."


@dataclass(frozen=True)
class Broken:
    """A world in which the plan breaks, and the first difference there."""

    trial: Trial
    first: str

    @property
    def says(self) -> str:
        """One line for the button that applies it."""
        return f"{self.trial.what}: breaks, {self.first}"


@dataclass(frozen=True)
class Worlds:
    """What came of trying all worlds: those that break the plan, in a fixed order."""

    tried: int
    broken: tuple[Broken, ...]
    says: str

    def document(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {"says": self.says, "broken": [one.says for one in self.broken]}


def try_worlds(setup: Setup) -> Worlds:
    """Run the plan both ways in every world of the witness level, and keep all that break it."""
    program, design = made(setup), setup.replay
    every = trials(World())
    broken: list[Broken] = []
    tried, unfinished, stopped, reason = 0, 0, False, ""
    end = time.monotonic() + _SECONDS
    going = True
    while going:
        left = end - time.monotonic()
        if left <= 0:
            stopped = True
            break
        one = find_witness(program, design, limits=replace(DEFAULT_LIMITS, seconds=left), worlds=every)
        tried, unfinished, stopped = tried + one.tried, unfinished + one.unfinished, one.stopped
        reason = reason or one.reason
        going = one.trial is not None
        if one.trial is not None:
            broken.append(Broken(one.trial, str(one.differences[0])))
    worlds = f"{tried} {'world' if tried == 1 else 'worlds'}"
    said_ = f"breaks in {len(broken)} of {worlds} tried" if broken else f"breaks in none of {worlds} tried"
    said_ += f"; does not finish in {unfinished}" if unfinished else ""
    said_ += "; the time was over" if stopped else ""
    return Worlds(tried, tuple(broken), said_ + (f" ({reason})" if reason and not broken else ""))


def account(looked: Looked, worlds: Worlds | None) -> str:
    """Return everything that is shown as plain text."""
    return "\n".join(_account(looked, worlds))


def _account(looked: Looked, worlds: Worlds | None) -> Iterator[str]:
    setup, scene = looked.setup, lay_out(looked.pair)
    yield f"{setup.name}, {setup.design}: {looked.verdict}. {looked.says}"
    answers = ", ".join(f"{number} {answer}" for number, answer in sorted(setup.world.answers.items()))
    minutes = ", ".join(map(str, setup.world.delays))
    yield f"World: starts {setup.world.start:%Y-%m-%d %H:%M} UTC; answers after {minutes} min: {answers}"
    yield from (f"  differs: {one}" for one in looked.differences)
    for row in scene.rows:
        yield row.says
        for mark in scene.marks:
            if mark.row == row.name:
                lit = "  <- first difference" if mark.lit else ""
                yield f"  {scene.moments[mark.moment].clock}  {mark.name}{lit}"
    yield looked.found
    yield from (f"  line {one.line}: {said(one)}" for one in looked.findings)
    if worlds is not None:
        yield worlds.says
        yield from (f"  {one.says}" for one in worlds.broken)
