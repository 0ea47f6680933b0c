"""The witness level: run the plan both ways in many worlds until one breaks it (restart lab, section 5)."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from execedit_kit.restart.check.limits import DEFAULT_LIMITS, Limits
from execedit_kit.restart.check.worlds import Trial, trials
from execedit_kit.restart.compare import Difference
from execedit_kit.restart.plan import Plan
from execedit_kit.restart.replay import POST, Design
from execedit_kit.restart.run import run_both
from execedit_kit.restart.world import World


@dataclass(frozen=True)
class Witness:
    """What came of trying worlds.

    Parameters
    ----------
    tried : int
        Worlds in which the plan was run both ways.
    unfinished : int
        How many of them it does not finish in when paused, so that there is nothing to compare.
    trial : Trial | None
        The world in which it breaks.
    differences : tuple[Difference, ...]
        What differs there.
    stopped : bool
        The seconds were over before all worlds were tried.
    reason : str
        Why the plan finished in none of them; otherwise empty.
    """

    tried: int
    unfinished: int
    trial: Trial | None
    differences: tuple[Difference, ...] = ()
    stopped: bool = False
    reason: str = ""

    def __str__(self) -> str:
        """One line."""
        worlds = f"{self.tried} {'world' if self.tried == 1 else 'worlds'}"
        if self.trial is not None:
            return f"breaks {self.trial.where}: {self.differences[0]}"
        if self.reason:
            return f"cannot be run: {self.reason}"
        ended = f"; in {self.unfinished} of them it does not finish" if self.unfinished else ""
        return f"no world found that breaks it, {worlds} tried{ended}" + ("; the time was over" if self.stopped else "")

    def document(self) -> dict[str, Any]:
        """Return it as JSON."""
        found = None
        if self.trial is not None:
            differences = [str(one) for one in self.differences]
            found = {"what": self.trial.what, "world": self.trial.world.to_json(), "differences": differences}
        return {
            "tried": self.tried,
            "unfinished": self.unfinished,
            "stopped": self.stopped,
            "breaks": found,
            "reason": self.reason,
        }


def find_witness(
    plan: Plan,
    design: Design = POST,
    *,
    base: World | None = None,
    limits: Limits = DEFAULT_LIMITS,
    worlds: Iterable[Trial] | None = None,
) -> Witness:
    """Try a plan in world after world until a restart changes what it does.

    The same plan, design and limits give the same answer, unless the seconds run out first.
    """
    until = time.monotonic() + limits.seconds
    tried = unfinished = 0
    reason = ""
    for trial in islice(worlds if worlds is not None else trials(base or World()), limits.worlds):
        if tried and time.monotonic() > until:
            return Witness(tried, unfinished, None, stopped=True)
        pair = run_both(plan, trial.world, design)
        tried += 1
        if not pair.paused.finished or pair.undecided:
            unfinished += 1
            reason = reason or pair.undecided or f"{pair.paused.ended.reason}: {pair.paused.ended.text}"
        elif pair.breaks:
            return Witness(tried, unfinished, trial, pair.differences)
    return Witness(tried, unfinished, None, reason=reason if tried == unfinished else "")
