"""Copies: every call gets a fresh name; results, order and authorities stay; there is no progress."""

from __future__ import annotations

from dataclasses import dataclass, field

from execedit_kit.edits.derivation import InvalidEdit
from execedit_kit.record.contract import Contract
from execedit_kit.record.errors import ModelError
from execedit_kit.record.events import EditRequest
from execedit_kit.record.execution import ExecutionRecord, Rule


@dataclass
class NewNames:
    """The names one edit makes. Collects what is new while the target is derived.

    Parameters
    ----------
    record : ExecutionRecord
        The record that is edited.
    """

    record: ExecutionRecord
    calls: dict[str, str] = field(default_factory=dict)
    copies: dict[str, str] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)
    groups: list[str] = field(default_factory=list)

    @property
    def number(self) -> int:
        """The n of every name: the edit would be the n-th accepted one."""
        return self.record.edits + 1

    def branch(self, base: str, mark: str, source: str) -> str:
        """Name a branch that comes from `source`, a branch or a checkpoint."""
        name = f"{base}#{self.number}{mark}"
        self.origins[name] = source
        return name

    def group(self) -> str:
        """Name the group that a fork or a live restore makes."""
        self.groups.append(f"g#{self.number}")
        return self.groups[-1]

    def copy(self, contract: Contract, mark: str) -> Contract:
        """Return the contract with every call freshly named; a copy keeps its original's action."""
        fresh = {call: self._fresh(call, mark) for call in contract.calls}
        self.copies |= {new: old for old, new in fresh.items()}
        return contract.renamed(fresh.__getitem__)

    def added(self, contract: Contract, mark: str) -> Contract:
        """Return what a rule adds, freshly named."""
        fresh = {call: self._fresh(call, mark) for call in contract.calls}
        return contract.renamed(fresh.__getitem__)

    def _fresh(self, call: str, mark: str) -> str:
        name = f"{call}#{self.number}{mark}"
        if name in self.record.calls:
            raise InvalidEdit("name", f"the edit would call something {name!r}, and there is such a call already")
        self.calls[name] = self.record.calls[call]
        return name


def rule_of(record: ExecutionRecord, request: EditRequest) -> Rule:
    """Return the registered rule that the request names; without a name, one that adds nothing.

    Raises
    ------
    InvalidEdit
        When the rule is unknown or is for another edit.
    """
    if request.rule is None:
        return Rule("", request.kind)
    rule = record.registration.rules.get(request.rule)
    if rule is None:
        known = ", ".join(record.registration.rules) or "none"
        raise InvalidEdit("edit rule", f"there is no edit rule {request.rule!r}; registered are: {known}")
    if rule.kind != request.kind:
        raise InvalidEdit("edit rule", f"edit rule {rule.name!r} is for {rule.kind}, not for {request.kind}")
    return rule


def undefined(error: ModelError) -> InvalidEdit:
    """Return the undefined composition as what is wrong with the edit."""
    return InvalidEdit("composition", f"the edited workflow is undefined: {error}")
