"""A question posed in numbers: the target that its edit derives, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

from execedit_kit.check.answer import Verdict
from execedit_kit.check.problem import Problem, from_contract
from execedit_kit.edits.derivation import BrokenRule, InvalidEdit
from execedit_kit.edits.derive import derive
from execedit_kit.explore.question import Question
from execedit_kit.explore.verdict import Posed, Structure, exact, moves_of
from execedit_kit.record.events import EditRequest, MergeJoin, MergeSelect, RestoreReplace
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.workflow import Choice, Parallel, Workflow, branches, groups, meaning, rewrite


@dataclass(frozen=True, slots=True)
class Target:
    """What an edit derives.

    Parameters
    ----------
    workflow : Workflow | None
        The target; ``None`` when the edit is invalid.
    calls : Mapping[str, str]
        New call → action.
    origins : Mapping[str, str]
        New branch → the branch or checkpoint it comes from.
    broken : BrokenRule | None
        What an invalid edit broke.
    """

    workflow: Workflow | None
    calls: Mapping[str, str]
    origins: Mapping[str, str]
    broken: BrokenRule | None = None


def target_of(record: ExecutionRecord, edit: EditRequest | None) -> Target:
    """Return what an edit derives; without one, the workflow as it stands."""
    if edit is None:
        return Target(record.workflow, {}, {})
    try:
        derived = derive(record, edit)
    except InvalidEdit as error:
        return Target(None, {}, {}, error.broken)
    return Target(derived.target, derived.calls, derived.origins)


def proposed_target(record: ExecutionRecord, edit: EditRequest | None) -> Target:
    """Return the target as whoever asks describes it: as if every signature were there, and a group of the right mode.

    What was required before is not part of a description of what shall come.
    """
    found = target_of(record, edit)
    if found.broken == "signature" and isinstance(edit, MergeSelect | RestoreReplace):
        everybody = {record.registration.authority}
        for branch in branches(record.workflow):
            everybody.update(*(result.authorities for result in branch.contract.results))
        return target_of(record, replace(edit, signed_by=tuple(sorted(everybody))))
    if found.broken == "group mode" and isinstance(edit, MergeSelect | MergeJoin):
        group = next(group for group in groups(record.workflow) if group.group == edit.group)
        if isinstance(edit, MergeSelect):
            other: Workflow = Choice(group.left, group.right, group=group.group)
        else:
            other = Parallel(group.left, group.right, group=group.group)
        return proposed_target(replace(record, workflow=rewrite(record.workflow, group, other)), edit)
    return found


class Case(Protocol):
    """A question as a checker sees it, before anything that happens later."""

    @property
    def broken(self) -> BrokenRule | None:
        """What an invalid edit broke."""
        ...

    @property
    def posed(self) -> Posed | None:
        """The target in numbers; ``None`` when the edit is invalid."""
        ...

    @property
    def proposed(self) -> Posed | None:
        """The target as it is described, in numbers; see :func:`proposed_target`."""
        ...

    @property
    def verdict(self) -> Verdict:
        """The exact verdict."""
        ...

    @property
    def question(self) -> Question:
        """The question itself."""
        ...


class Derived:
    """An edit that is asked of a record, and what it derives; without an edit, the workflow as it stands.

    Parameters
    ----------
    record : ExecutionRecord
        The record that is asked about.
    edit : EditRequest | None
        What is asked.
    """

    def __init__(self, record: ExecutionRecord, edit: EditRequest | None) -> None:
        self.record = record
        self.edit = edit

    @cached_property
    def target(self) -> Target:
        """What the edit derives."""
        return target_of(self.record, self.edit)

    @property
    def broken(self) -> BrokenRule | None:
        """What an invalid edit broke."""
        return self.target.broken

    def problem(self, target: Target) -> Problem | None:
        """Return the question that the check asks of a target; ``None`` when there is no target."""
        if target.workflow is None:
            return None
        return from_contract(meaning(target.workflow), {**self.record.calls, **target.calls}, self.record)


class RecordCase(Derived):
    """A case from any record; a scope makes its own from numbers that many of them share."""

    @cached_property
    def posed(self) -> Posed | None:
        """The target in numbers; ``None`` when the edit is invalid."""
        return self._posed(self.target)

    @cached_property
    def proposed(self) -> Posed | None:
        """The target as it is described, in numbers; see :func:`proposed_target`."""
        return self._posed(proposed_target(self.record, self.edit))

    @property
    def question(self) -> Question:
        """The question itself."""
        return Question(self.record, self.edit)

    @cached_property
    def verdict(self) -> Verdict:
        """The exact verdict."""
        return verdict_of(self.posed)

    def _posed(self, target: Target) -> Posed | None:
        problem = self.problem(target)
        if problem is None:
            return None
        record = self.record
        started = [record.label(action) for action in record.registration.authorized]
        return Posed(
            structure=Structure.of(problem),
            actions=problem.actions,
            labels=problem.labels,
            log=record.log,
            log_labels=problem.log_labels,
            trace=(*started, *(record.label(step.action) for step in record.processed)),
            moves=moves_of(record.registration.policy),
        )


def verdict_of(posed: Posed | None) -> Verdict:
    """Return the exact verdict on a target."""
    if posed is None:
        return "invalid"
    return "accepted" if exact(posed) else "rejected"
