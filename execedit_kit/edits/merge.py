"""MergeSelect and MergeJoin: one arm of a choice, or both arms of a parallel group, then the rule's calls."""

from __future__ import annotations

from execedit_kit.edits.copying import NewNames, rule_of
from execedit_kit.edits.derivation import InvalidEdit, RequiredResult
from execedit_kit.edits.fork import Shape
from execedit_kit.edits.required import kept, removed
from execedit_kit.record.contract import nothing
from execedit_kit.record.events import MergeJoin, MergeSelect
from execedit_kit.record.execution import ExecutionRecord, Rule
from execedit_kit.record.limits import Limits
from execedit_kit.record.workflow import (
    Branch,
    Choice,
    Join,
    Parallel,
    Sequence,
    Side,
    Workflow,
    arm,
    current_group,
    meaning,
)


def select(record: ExecutionRecord, request: MergeSelect, names: NewNames, limits: Limits) -> Shape:
    """Return the choice, its winner with the rule's calls after it, and both arms' required results."""
    group = current_group(record.workflow, request.group)
    rule = rule_of(record, request)
    if not isinstance(group, Choice):
        raise InvalidEdit("group mode", f"{group.group!r} is a parallel group; merge_select needs a choice")
    if request.winner not in ("left", "right"):
        raise InvalidEdit("winner", f"{request.winner!r} is no member of {group.group!r}; the winner is left or right")
    winner: Side = "left" if request.winner == "left" else "right"
    if group.selected not in ("open", winner):
        raise InvalidEdit("winner", f"the {group.selected} arm of {group.group!r} has already moved")
    kept_arm, lost_arm = arm(group, winner), arm(group, "right" if winner == "left" else "left")
    required = _carried("winner", kept_arm, limits) + removed(
        "loser", meaning(lost_arm, limits=limits), request.signed_by, record.registration.authority
    )
    return group, Sequence(kept_arm, _after(group.group, rule, names)), required


def join(record: ExecutionRecord, request: MergeJoin, names: NewNames, limits: Limits) -> Shape:
    """Return the parallel group, its join with the rule's calls after it, and both arms' required results."""
    group = current_group(record.workflow, request.group)
    rule = rule_of(record, request)
    if not isinstance(group, Parallel):
        raise InvalidEdit("group mode", f"{group.group!r} is a choice; merge_join needs a parallel group")
    required = _carried("left arm", group.left, limits) + _carried("right arm", group.right, limits)
    joined = Join(group.left, group.right)
    return group, Sequence(joined, _after(group.group, rule, names)), required


def _after(group: str, rule: Rule, names: NewNames) -> Branch:
    """Return the branch of E_J; it is there, empty, also when the rule adds nothing."""
    adds = nothing() if rule.join is None else names.added(rule.join, "J")
    return Branch(names.branch(group, "J", group), adds)


def _carried(part: str, tree: Workflow, limits: Limits) -> list[RequiredResult]:
    contract = meaning(tree, limits=limits)
    return kept(part, contract, contract)
