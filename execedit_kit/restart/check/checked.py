"""A check: one plan, one level, what it says (restart lab, section 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

from execedit_kit.restart.check.finding import Finding
from execedit_kit.restart.check.flow.findings import flow_findings
from execedit_kit.restart.check.limits import DEFAULT_LIMITS, Limits
from execedit_kit.restart.check.source import read_source
from execedit_kit.restart.check.suppress import Suppressed, apply
from execedit_kit.restart.check.text import text_findings
from execedit_kit.restart.check.witness import Witness, find_witness
from execedit_kit.restart.plan import Plan
from execedit_kit.restart.replay import POST, Design

Level = Literal["text", "flow", "witness"]
LEVELS: tuple[Level, ...] = get_args(Level)


@dataclass(frozen=True)
class Checked:
    """What a check says about a plan.

    Parameters
    ----------
    plan : Plan
        The plan.
    level : str
        ``text``, ``flow`` or ``witness``.
    design : Design
        How the host is taken to replay.
    findings : tuple[Finding, ...]
        What was found, in the order of the lines; at the witness level what the flow level finds.
    suppressed : tuple[Suppressed, ...]
        What a comment suppresses.
    witness : Witness | None
        At the witness level, what came of trying worlds.
    """

    plan: Plan
    level: Level
    design: Design
    findings: tuple[Finding, ...]
    suppressed: tuple[Suppressed, ...] = ()
    witness: Witness | None = None

    @property
    def flagged(self) -> bool:
        """Whether there is anything to look at: a finding, or a world that breaks the plan."""
        return bool(self.findings) or self.confirmed

    @property
    def confirmed(self) -> bool:
        """Whether a world was found in which a restart changes what the plan does."""
        return self.witness is not None and self.witness.trial is not None

    def document(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {
            "plan": self.plan.name,
            "digest": self.plan.digest,
            "level": self.level,
            "design": self.design.to_json(),
            "flagged": self.flagged,
            "findings": [finding.document() for finding in self.findings],
            "suppressed": [{**one.finding.document(), "reason": one.reason} for one in self.suppressed],
            "witness": self.witness.document() if self.witness is not None else None,
        }


def check(plan: Plan, level: Level = "flow", design: Design = POST, *, limits: Limits = DEFAULT_LIMITS) -> Checked:
    """Check whether restarting a plan may change what it does.

    Parameters
    ----------
    plan : Plan
        The plan.
    level : str
        ``text`` looks at lines, ``flow`` follows values, ``witness`` also runs the plan.
    design : Design
        How the host replays; findings that cannot matter there are left out (the text level knows no designs).
    limits : Limits
        What it may cost.

    Raises
    ------
    LimitError
        When a limit is hit.
    """
    source = read_source(plan, limits=limits)
    found = text_findings(plan) if level == "text" else flow_findings(source, design, limits=limits)
    kept, suppressed = apply(source, found, unused=level == "flow" and design == POST)
    witness = find_witness(plan, design, limits=limits) if level == "witness" else None
    return Checked(plan, level, design, tuple(kept), suppressed, witness)
