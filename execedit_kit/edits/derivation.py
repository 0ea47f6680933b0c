"""What an edit derives: the target workflow, its new names, and the account of every required result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from execedit_kit.record.errors import ModelError
from execedit_kit.record.events import EditRequest
from execedit_kit.record.workflow import Workflow

BrokenRule: TypeAlias = Literal[
    "branch", "group", "checkpoint", "group mode", "winner", "edit rule", "signature", "composition", "name", "policy"
]
Account: TypeAlias = Literal["still required", "satisfied", "removed"]


class InvalidEdit(ModelError):
    """The edit has no derivation (model, section 2).

    Parameters
    ----------
    broken : BrokenRule
        What the edit broke.
    reason : str
        One sentence in the record's own names.
    """

    def __init__(self, broken: BrokenRule, reason: str) -> None:
        self.broken = broken
        self.reason = reason
        super().__init__(broken, reason)

    def __str__(self) -> str:
        """Return the reason."""
        return self.reason


@dataclass(frozen=True, slots=True)
class RequiredResult:
    """One result of RequiredBefore and what becomes of it.

    Parameters
    ----------
    part : str
        Where it stood before the edit, such as ``left copy`` or ``loser``.
    result : str
        Its name there.
    account : Account
        Its place in the partition RequiredBefore = StillRequired ⊎ Satisfied ⊎ AuthorizedRemoval.
    authorities : frozenset[str]
        Who requires it.
    covered_by : tuple[str, ...]
        For a still required result: the results of the target's branch or arm that go on with it. Every result of
        the target that contains one of them covers it.
    """

    part: str
    result: str
    account: Account
    authorities: frozenset[str]
    covered_by: tuple[str, ...] = ()


@dataclass(frozen=True)
class Derivation:
    """A derived edit.

    Parameters
    ----------
    request : EditRequest
        What was asked.
    number : int
        This would be the n-th accepted edit.
    before, after : Workflow
        The edited region and what replaces it.
    target : Workflow
        The whole edited workflow.
    calls : Mapping[str, str]
        New call → action.
    copies : Mapping[str, str]
        Copied call → its original.
    origins : Mapping[str, str]
        New branch → the branch or checkpoint it comes from.
    required : tuple[RequiredResult, ...]
        RequiredBefore in the edited region, with what becomes of each.
    """

    request: EditRequest
    number: int
    before: Workflow
    after: Workflow
    target: Workflow
    calls: Mapping[str, str]
    copies: Mapping[str, str]
    origins: Mapping[str, str]
    required: tuple[RequiredResult, ...]

    @property
    def added(self) -> tuple[str, ...]:
        """The calls that the edit rule adds."""
        return tuple(call for call in self.calls if call not in self.copies)

    def count(self, account: Account) -> int:
        """Return how many required results have that account."""
        return sum(required.account == account for required in self.required)
