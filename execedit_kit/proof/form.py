"""The form of an answer with its evidence: ``check-answer/1`` (model, section 4; format, section 2).

What is a set in the model may be written in any order; everything else has one form. Numbers beyond 2⁵³ are strings.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, Strict, TypeAdapter

from execedit_kit.record.document_base import Document, Listed, Name
from execedit_kit.record.numbers import digits

FORMAT = "check-answer/1"
LISTED = 100
"""The removed executions are listed too when a rejected edit has no more policy-obeying pairs than this."""

_EXACT_IN_JSON = 2**53
_Count: TypeAlias = Annotated[int, Field(ge=0)]
_Text: TypeAlias = Annotated[str, Field(min_length=1)]
Number: TypeAlias = int | str
Move: TypeAlias = Annotated[tuple[_Count, Name, Name, Literal["new", "reuse"], _Count], Strict(False)]


def number(value: int) -> Number:
    """Return a whole number as JSON holds it exactly."""
    return value if abs(value) <= _EXACT_IN_JSON else digits(value)


class Automaton(Document):
    """The rules in force. State 0 is the start; a move is [source, call, action, mode, target]."""

    states: _Count
    marked: Listed[_Count]
    moves: Listed[Move]


class Blocked(Document):
    """A blocked state: a path that reaches it, the round in which it falls, every result it loses in that round."""

    path: Listed[Name]
    round: Annotated[int, Field(ge=1)]
    missing: Annotated[list[Name], Field(min_length=1)]


class Removed(Document):
    """A pair of B₀ that is removed: in which round, by which prefix of it, which result has no completion there."""

    result: Name
    calls: Listed[Name]
    round: Annotated[int, Field(ge=1)]
    prefix: Listed[Name]
    missing: Name


class Proof(Document):
    """Every blocked state."""

    blocked: Listed[Blocked]


class Rejection(Proof):
    """Every blocked state and, of at most :data:`LISTED` pairs, the removal of each; of more there is no list."""

    executions: Listed[Removed] = Field(default=[])


class Covered(Document):
    """What becomes of one required result; the results of the new branch or arm that go on with it."""

    account: Literal["still required", "satisfied", "removed"]
    authorities: Listed[Name]
    covered_by: Listed[Name]


class Versions(Document):
    """The rule version in force, counted in accepted edits, and the one that installing the answer would make."""

    old: _Count
    new: _Count


class _Answer(Document):
    format: Literal["check-answer/1"]
    edit: dict[str, Any] | None = None
    record: str
    why: _Text


class InvalidAnswer(_Answer):
    """The edit has no derivation."""

    verdict: Literal["invalid"]


class _Checked(_Answer):
    results: int
    rounds: list[Number]
    safe_executions: Number
    partial_executions: Number
    automaton_states: int
    required: int
    satisfied: int
    removed: int


class RejectedAnswer(_Checked):
    """No safe way to go on exists."""

    verdict: Literal["rejected"]
    proof: Rejection


class AcceptedAnswer(_Checked):
    """The largest safe execution set, as an automaton."""

    verdict: Literal["accepted"]
    rule_version: Versions
    automaton: Automaton
    target: dict[str, Any]
    coverage: dict[Name, dict[Name, Covered]]
    proof: Proof


AnswerDocument: TypeAlias = AcceptedAnswer | RejectedAnswer | InvalidAnswer
ANSWERS: dict[str, TypeAdapter[Any]] = {
    "accepted": TypeAdapter(AcceptedAnswer),
    "rejected": TypeAdapter(RejectedAnswer),
    "invalid": TypeAdapter(InvalidAnswer),
}
