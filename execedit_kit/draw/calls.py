"""What every call of a record is: processed, enabled, waiting, lost, or outside the workflow; new or reuse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from execedit_kit.edits.derivation import Derivation
from execedit_kit.record.execution import ExecutionRecord, Mode
from execedit_kit.record.workflow import Branch, Choice, Workflow, arm, branches, enabled

State: TypeAlias = Literal["processed", "enabled", "waiting", "lost", "outside"]


@dataclass(frozen=True, slots=True)
class CallState:
    """One call, as it stands.

    Parameters
    ----------
    call, action, label : str
        The call, what it refers to, and the letter that stands for it.
    state : State
        ``processed``; ``enabled``: may be next; ``waiting``: something comes before it; ``lost``: in an arm that was
        not chosen; ``outside``: no part of the workflow (any more, or yet).
    mode : Mode
        Whether processing it was, or now would be, new or a reuse.
    branch : str | None
        Where it is or was processed.
    number : int | None
        For a processed call, its place in the order, from 1.
    """

    call: str
    action: str
    label: str
    state: State
    mode: Mode
    branch: str | None = None
    number: int | None = None


def call_states(record: ExecutionRecord, derivation: Derivation | None = None) -> dict[str, CallState]:
    """Return the state of every call of a record, or of the record with an edit derived from it.

    The processed calls come first, in order; then those of the workflow, branch by branch; then those outside.
    """
    actions: Mapping[str, str] = record.calls
    tree = record.workflow
    if derivation is not None:
        actions, tree = {**record.calls, **derivation.calls}, derivation.target
    authorized = set(record.log)
    states: dict[str, CallState] = {}

    def add(call: str, state: State, mode: Mode, branch: str | None, number: int | None = None) -> None:
        action = actions[call]
        states.setdefault(call, CallState(call, action, record.label(action), state, mode, branch, number))

    def now(call: str) -> Mode:
        return "reuse" if actions[call] in authorized else "new"

    for number, done in enumerate(record.processed, 1):
        add(done.call, "processed", done.mode, done.branch, number)
    lost = {branch.name for branch in lost_branches(tree)}
    may_be_next = set(enabled(tree))
    for branch in branches(tree):
        for call in branch.contract.calls:
            state: State = "enabled" if (call, branch.name) in may_be_next else "waiting"
            add(call, "lost" if branch.name in lost else state, now(call), branch.name)
    for call in actions:
        add(call, "outside", now(call), None)
    return states


def lost_branches(tree: Workflow) -> Iterator[Branch]:
    """Yield the branches of the arms that were not chosen."""
    if isinstance(tree, Branch):
        return
    for side in (tree.left, tree.right):
        if isinstance(tree, Choice) and tree.selected != "open" and side is not arm(tree, tree.selected):
            yield from branches(side)
        else:
            yield from lost_branches(side)


def excluded(record: ExecutionRecord) -> tuple[str, ...]:
    """Return the calls that once were in the workflow and can happen no more.

    Those in an arm that was not chosen still stand there, and those of which an edit made copies go on as these.
    """
    states = call_states(record)
    copied = {call.rpartition("#")[0] for call in states}
    by_rule = {
        call
        for rule in record.registration.rules.values()
        for contract in (rule.left, rule.right, rule.join)
        if contract is not None
        for call in contract.calls
    }
    return tuple(call for call, one in states.items() if one.state == "outside" and call not in by_rule | copied)
