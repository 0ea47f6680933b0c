"""What every condition of a goal is made of: counts, names, which steps are meant, and what is looked at."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.widgets.levels_steps import Seen, fields_of

Name: TypeAlias = Annotated[str, StringConstraints(min_length=1, strict=True)]
# One literal, not a union of two, so that a mistake is answered with all eight.
OneOperation: TypeAlias = Literal[
    "call",
    "checkpoint",
    "fork_choice",
    "fork_parallel",
    "restore_replace",
    "restore_live",
    "merge_select",
    "merge_join",
]
_NAMED = {
    "call": "process a call",
    "checkpoint": "take a checkpoint",
    "fork_choice": "fork into a choice",
    "fork_parallel": "fork in parallel",
    "restore_replace": "restore in place of a branch",
    "restore_live": "restore beside a branch",
    "merge_select": "select the winner of a choice",
    "merge_join": "join a parallel group",
}


@dataclass(frozen=True, slots=True)
class Count:
    """How many: exactly, at least, or at most."""

    low: int
    high: int | None

    def __contains__(self, number: int) -> bool:
        """Whether a number is such a number."""
        return self.low <= number and (self.high is None or number <= self.high)

    def __str__(self) -> str:
        """Return it in words."""
        if self.high is None:
            return f"at least {self.low:,}"
        return f"{self.low:,}" if self.low == self.high else f"at most {self.high:,}"


def _count(value: object) -> object:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return Count(value, value)
    found = re.fullmatch(r"at (least|most) (\d+)", value) if isinstance(value, str) else None
    if found is None:
        raise ValueError('expected a number, or words such as "at least 2" or "at most 3"')
    number = int(found[2])
    return Count(number, None) if found[1] == "least" else Count(0, number)


def _several(value: object) -> object:
    return (value,) if isinstance(value, str) else value


Number: TypeAlias = Annotated[Count, BeforeValidator(_count)]
Names: TypeAlias = Annotated[tuple[Name, ...], BeforeValidator(_several)]
Rounds: TypeAlias = tuple[Annotated[int, Field(strict=True, ge=0)], ...]


@dataclass(frozen=True, slots=True)
class Situation:
    """Everything that conditions look at.

    Parameters
    ----------
    records : Sequence[ExecutionRecord]
        From the level's start to what is shown.
    steps : Sequence[Mapping[str, Any]]
        Those that led there.
    seen : Sequence[Seen]
        What was asked, in order.
    """

    records: Sequence[ExecutionRecord]
    steps: Sequence[Mapping[str, Any]]
    seen: Sequence[Seen]

    @property
    def record(self) -> ExecutionRecord:
        """The record that is shown."""
        return self.records[-1]


class Part(BaseModel):
    """A table of a level file: closed and frozen."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    # Fields that name something of the record, and of what kind; a misspelt name is an error of the level file.
    names: ClassVar[Mapping[str, str]] = {}

    def words(self) -> str:
        """Say the condition as something to do."""
        raise NotImplementedError


class State(Part):
    """A condition on what is shown."""

    def holds(self, situation: Situation) -> bool:
        """Whether it is met."""
        raise NotImplementedError

    def now(self, situation: Situation) -> str:
        """Say what is there instead; may be empty."""
        return ""


class StepFilter(Part):
    """Which steps are meant: every field that is given must match."""

    names: ClassVar[Mapping[str, str]] = {"rule": "rules", "action": "actions"}
    operation: Annotated[tuple[OneOperation, ...], BeforeValidator(_several)] = ()
    call: Name | None = None
    action: Name | None = None
    branch: Name | None = None
    checkpoint: Name | None = None
    group: Name | None = None
    winner: Literal["left", "right"] | None = None
    rule: Name | None = None
    signed_by: Names | None = None

    def matches(self, step: Mapping[str, Any], record: ExecutionRecord) -> bool:
        """Whether a step, made at a record, is meant."""
        fields = fields_of(step, record)
        if self.operation and fields["operation"] not in self.operation:
            return False
        if self.signed_by is not None and set(fields.get("signed_by", ())) != set(self.signed_by):
            return False
        single = ("call", "action", "branch", "checkpoint", "group", "winner", "rule")
        return all(getattr(self, name) in (None, fields.get(name)) for name in single)

    def step_words(self) -> str:
        """Say which steps are meant."""
        what = " or ".join(_NAMED[one] for one in self.operation) or "make a step"
        single = ("call", "action", "branch", "checkpoint", "group", "winner", "rule")
        details = [f"{name} {getattr(self, name)}" for name in single if getattr(self, name) is not None]
        if self.signed_by is not None:
            details.append(f"signed by {', '.join(self.signed_by)}" if self.signed_by else "unsigned")
        return f"{what} ({', '.join(details)})" if details else what
