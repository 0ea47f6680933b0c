"""What may stand in a history: processed calls, checkpoints, edits, dispatches, settlements (format, section 1)."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias

EditKind: TypeAlias = Literal[
    "fork_choice", "fork_parallel", "restore_replace", "restore_live", "merge_select", "merge_join"
]


@dataclass(frozen=True, slots=True)
class _Edit:
    """Common to the six edits.

    Parameters
    ----------
    rule : str | None
        The registered edit rule; ``None`` adds nothing.
    signed_by : tuple[str, ...]
        The authorities whose signatures have been verified.
    """

    kind: ClassVar[EditKind]
    _own: ClassVar[tuple[str, ...]]
    rule: str | None = field(default=None, kw_only=True)
    signed_by: tuple[str, ...] = field(default=(), kw_only=True)

    def document(self) -> dict[str, Any]:
        """Return the request as it stands in a document."""
        fields: dict[str, Any] = {name: getattr(self, name) for name in self._own}
        if self.rule is not None:
            fields["rule"] = self.rule
        if self.signed_by:
            fields["signed_by"] = list(self.signed_by)
        return {self.kind: fields}


@dataclass(frozen=True, slots=True)
class ForkChoice(_Edit):
    """Copy a branch into two, of which one will happen."""

    kind: ClassVar[EditKind] = "fork_choice"
    _own: ClassVar[tuple[str, ...]] = ("branch",)
    branch: str


@dataclass(frozen=True, slots=True)
class ForkParallel(_Edit):
    """Copy a branch into two, both of which happen."""

    kind: ClassVar[EditKind] = "fork_parallel"
    _own: ClassVar[tuple[str, ...]] = ("branch",)
    branch: str


@dataclass(frozen=True, slots=True)
class RestoreReplace(_Edit):
    """Go back to a checkpoint instead of going on with a branch."""

    kind: ClassVar[EditKind] = "restore_replace"
    _own: ClassVar[tuple[str, ...]] = ("branch", "checkpoint")
    branch: str
    checkpoint: str


@dataclass(frozen=True, slots=True)
class RestoreLive(_Edit):
    """Go back to a checkpoint beside a branch that goes on."""

    kind: ClassVar[EditKind] = "restore_live"
    _own: ClassVar[tuple[str, ...]] = ("branch", "checkpoint")
    branch: str
    checkpoint: str


@dataclass(frozen=True, slots=True)
class MergeSelect(_Edit):
    """Keep one arm of a choice, then the rule's calls. `winner` is ``"left"`` or ``"right"``."""

    kind: ClassVar[EditKind] = "merge_select"
    _own: ClassVar[tuple[str, ...]] = ("group", "winner")
    group: str
    winner: str


@dataclass(frozen=True, slots=True)
class MergeJoin(_Edit):
    """Wait for both arms of a parallel group, then the rule's calls."""

    kind: ClassVar[EditKind] = "merge_join"
    _own: ClassVar[tuple[str, ...]] = ("group",)
    group: str


EditRequest: TypeAlias = ForkChoice | ForkParallel | RestoreReplace | RestoreLive | MergeSelect | MergeJoin
EDITS: dict[EditKind, type[EditRequest]] = {
    edit.kind: edit for edit in (ForkChoice, ForkParallel, RestoreReplace, RestoreLive, MergeSelect, MergeJoin)
}


@dataclass(frozen=True, slots=True)
class Call:
    """A call was processed: its action was authorized, or its authorization reused."""

    call: str

    def document(self) -> dict[str, Any]:
        """Return the event as it stands in a document."""
        return {"call": self.call}


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A branch's remaining contract and progress were stored under a name."""

    name: str
    branch: str

    def document(self) -> dict[str, Any]:
        """Return the event as it stands in a document."""
        return {"checkpoint": self.name, "branch": self.branch}


@dataclass(frozen=True, slots=True)
class Edited:
    """An edit was accepted and is in force."""

    request: EditRequest

    def document(self) -> dict[str, Any]:
        """Return the event as it stands in a document."""
        return {"edit": self.request.document()}


@dataclass(frozen=True, slots=True)
class Dispatch:
    """The oldest queued request was sent."""

    action: str

    def document(self) -> dict[str, Any]:
        """Return the event as it stands in a document."""
        return {"dispatch": self.action}


@dataclass(frozen=True, slots=True)
class Settle:
    """The return of an action was recorded, once, for good. `value_json` is canonical JSON text."""

    action: str
    value_json: str

    def document(self) -> dict[str, Any]:
        """Return the event as it stands in a document."""
        return {"settle": self.action, "value": json.loads(self.value_json)}


Event: TypeAlias = Call | Checkpoint | Edited | Dispatch | Settle
