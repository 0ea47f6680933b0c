"""Where in the current workflow each past step belongs: processed calls and checkpoints, by place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from execedit_kit.record.events import Call, Checkpoint, Edited, EditRequest, MergeJoin, MergeSelect, RestoreReplace
from execedit_kit.record.execution import ExecutionRecord, Mode
from execedit_kit.record.workflow import Branch, Choice, Parallel, Sequence, Workflow

Place: TypeAlias = tuple[Literal["branch", "group", "merged"], str]
"""A branch or group by its name; what a merged group became, by the group's name and the merge's number."""


@dataclass(frozen=True, slots=True)
class Done:
    """A processed call; `number` counts from 1 over the whole record."""

    number: int
    call: str
    action: str
    mode: Mode
    branch: str


@dataclass(frozen=True, slots=True)
class Flag:
    """A checkpoint that was taken."""

    name: str
    branch: str


Past: TypeAlias = Done | Flag


def place(tree: Workflow) -> Place | None:
    """Return the place that a node of a workflow is, if it has a name."""
    if isinstance(tree, Branch):
        return "branch", tree.name
    if isinstance(tree, Choice | Parallel):
        return "group", tree.group
    if isinstance(tree, Sequence) and isinstance(tree.right, Branch):
        return "merged", tree.right.name
    return None


def past(record: ExecutionRecord, edit: EditRequest | None = None) -> dict[Place, tuple[Past, ...]]:
    """Return the past steps by place, in order.

    A fork or a live restore puts a group where a branch was, and what that branch had done stands before the group. A
    merge puts a sequence where a group was. So each step is drawn where the workflow stood when it happened.

    Parameters
    ----------
    record : ExecutionRecord
        Whose history.
    edit : EditRequest | None
        An edit to imagine after it.
    """
    steps: dict[Place, list[Past]] = {}
    processed = iter(enumerate(record.processed, 1))
    number = 0

    def moved(source: Place, target: Place) -> None:
        if source in steps:
            steps[target] = [*steps.pop(source), *steps.get(target, [])]

    for event in (*record.history, *([Edited(edit)] if edit else [])):
        match event:
            case Call():
                n, done = next(processed)
                step = Done(n, done.call, done.action, done.mode, done.branch)
                steps.setdefault(("branch", done.branch), []).append(step)
            case Checkpoint(name, branch):
                steps.setdefault(("branch", branch), []).append(Flag(name, branch))
            case Edited(request):
                number += 1
                moved(*_move(record, request, number))
    return {where: tuple(those) for where, those in steps.items()}


def _move(record: ExecutionRecord, edit: EditRequest, number: int) -> tuple[Place, Place]:
    """Return which place an edit, the n-th, takes away and what it puts there."""
    match edit:
        case MergeSelect(group) | MergeJoin(group):
            return ("group", group), ("merged", f"{group}#{number}J")
        case RestoreReplace(branch, checkpoint):
            return ("branch", branch), ("branch", f"{record.checkpoints[checkpoint].branch}#{number}k")
    return ("branch", edit.branch), ("group", f"g#{number}")
