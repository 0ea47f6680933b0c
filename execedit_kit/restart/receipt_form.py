"""The form of a receipt, read strictly: whoever counts from one may rely on every field (restart lab, section 6)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from execedit_kit.record.document_base import Document
from execedit_kit.record.document_errors import validated
from execedit_kit.record.errors import MalformedRecord
from execedit_kit.restart.check.checked import Level

FORMAT = "restart-receipt/1"
Count = Annotated[int, Field(ge=0)]
Kinds = list[Literal["questions", "closed", "escalated", "scheduled", "log", "summary", "end", "order"]]


class _Design(Document):
    name: str
    key: str
    clock: bool
    randomness: bool
    reads: bool


class _Finding(Document):
    line: int
    kind: str
    why: str


class _Checked(BaseModel):
    # Not closed: what a level says beside this is the level's own.
    model_config = ConfigDict(extra="allow", strict=True, frozen=True)

    flagged: bool
    findings: list[_Finding] | None = None
    limit: str | None = None


class _Outcome(Document):
    questions: list[str]
    closed: list[str]
    escalated: list[str]
    scheduled: list[str]
    log: list[str]
    summary: str | None
    end: str


class _Named(Document):
    task: str
    name: str


class _Plan(_Named):
    digest: str
    freeze: str
    breaks: bool
    differs: Kinds
    differences: list[str]
    paused: _Outcome
    restarted: _Outcome
    executions: Count
    designs: dict[str, Kinds]
    checks: dict[Level, _Checked]


class _Expected(Document):
    breaks: bool
    differs: Kinds
    paused: dict[str, Count]
    restarted: dict[str, Count]
    outcome: str
    why: str


class _Planted(_Plan):
    expected: _Expected


class _Why(Document):
    reason: str
    text: str
    line: int | None


class _Rejected(_Named):
    rejected: _Why


class _Draft(_Named):
    reason: str


class _LeftOut(Document):
    file: str
    reason: str


class _Receipt(Document):
    format: Literal["restart-receipt/1"]
    versions: dict[str, str]
    world: dict[str, Any]
    budget: dict[str, Count]
    check_limits: dict[str, float]
    design: str
    designs: Annotated[list[_Design], Field(min_length=1)]
    levels: list[Level]
    planted: list[_Planted]
    plans: list[_Plan]
    rejected: list[_Rejected]
    defects: Count
    left_out: list[_LeftOut]
    drafts: list[_Draft]
    tasks: list[dict[str, Any]]


_RECEIPT = TypeAdapter(_Receipt)


def well_formed(value: Any) -> dict[str, Any]:
    """Return a receipt's document; its counts are held against its rows elsewhere.

    Raises
    ------
    MalformedRecord
        With the place of the first mistake.
    """
    if isinstance(value, dict) and value.get("format") != FORMAT:
        raise MalformedRecord(f"this is no {FORMAT}; restart-eval writes one")
    made = validated(_RECEIPT, value)
    designs = [design.name for design in made.designs]
    if made.design not in designs:
        raise MalformedRecord(f"expected one of the designs {', '.join(designs)}", ("design",))
    for part, rows in (("planted", made.planted), ("plans", made.plans)):
        for number, row in enumerate(rows):
            at = (part, number)
            if set(row.designs) != set(designs):
                raise MalformedRecord("expected one entry for each of the designs", (*at, "designs"))
            if set(row.checks) != set(made.levels):
                raise MalformedRecord("expected one entry for each of the levels", (*at, "checks"))
            if row.breaks != bool(row.differs):
                raise MalformedRecord("a plan breaks exactly when something differs", (*at, "breaks"))
            if part == "plans" and row.differs != row.designs[made.design]:
                raise MalformedRecord("expected what differs under the design that decides", (*at, "differs"))
    assert isinstance(value, dict)
    return value
