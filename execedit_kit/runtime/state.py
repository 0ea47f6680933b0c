"""A policy domain at one moment, as a value, and the moves that lead from one moment to the next (model, section 5).

The journal stores what these functions decide; nothing here knows of a database.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from frozendict import frozendict

from execedit_kit.check.automaton import RuleAutomaton, Transition
from execedit_kit.edits.derive import derive
from execedit_kit.edits.extend import Extend, extended
from execedit_kit.record.errors import RefusedStep
from execedit_kit.record.events import Call, Checkpoint, Dispatch, EditRequest, Event, Settle
from execedit_kit.record.execution import (
    ExecutionRecord,
    dispatch,
    install_edit,
    process_call,
    settle,
    store_checkpoint,
)
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits
from execedit_kit.record.workflow import Branch, Choice, Workflow, arm
from execedit_kit.runtime.answers import Status


@dataclass(frozen=True)
class Moment:
    """A policy domain at one moment.

    Parameters
    ----------
    issuer : str
        The file's own name for itself, drawn when it was created.
    record : ExecutionRecord
        What happened.
    record_version : int
        How many events happened, extensions among them.
    rule_version, policy_version : int
        The active rules, and how often the policy was replaced.
    rules : RuleAutomaton
        The rules in force.
    at : int
        Their current state.
    remaining : tuple[str, ...]
        The calls of the current workflow: each has one rule entry.
    keys : Mapping[str, bytes]
        Authority → public key.
    """

    issuer: str
    record: ExecutionRecord
    record_version: int
    rule_version: int
    policy_version: int
    rules: RuleAutomaton
    at: int
    remaining: tuple[str, ...]
    keys: Mapping[str, bytes]

    @property
    def versions(self) -> tuple[int, int]:
        """The policy version and the rule version."""
        return self.policy_version, self.rule_version

    def move(self, call: str) -> Transition | None:
        """Return the move of the rules in force that processes a call now."""
        return self.rules.moves.get((self.at, call))

    def status(self, action: str) -> Status:
        """Return how far an authorized action's request is."""
        record = self.record
        if action in record.returns:
            return "returned"
        if action in record.registration.authorized:
            return "authorized"
        return "sent" if action in record.sent else "queued"

    def value(self, action: str) -> Any:
        """Return an action's recorded return, or ``None``."""
        return json.loads(self.record.returns.get(action, "null"))


def remaining(tree: Workflow) -> Iterator[str]:
    """Yield the calls of ⟦T⟧, branch by branch."""
    if isinstance(tree, Branch):
        yield from tree.contract.calls
    elif isinstance(tree, Choice) and tree.selected != "open":
        yield from remaining(arm(tree, tree.selected))
    else:
        yield from remaining(tree.left)
        yield from remaining(tree.right)


def started(
    issuer: str, record: ExecutionRecord, versions: tuple[int, int], rules: RuleAutomaton, keys: Mapping[str, bytes]
) -> Moment:
    """Return the moment before anything happened; `versions` are the policy's and the rules'."""
    policy_version, rule_version = versions
    calls = tuple(remaining(record.workflow))
    return Moment(issuer, record, 0, rule_version, policy_version, rules, 0, calls, frozendict(keys))


def happened(now: Moment, event: Event) -> Moment:
    """Return the moment after an event other than an edit.

    Raises
    ------
    RefusedStep
        When workflow, policy, queue or the rules in force refuse it.
    """
    record, at, calls = now.record, now.at, now.remaining
    match event:
        case Call(call):
            move = now.move(call)
            if move is None:
                raise RefusedStep(f"the rules in force have no move for call {call!r} here")
            record, at = process_call(record, call), move.target
            calls = tuple(remaining(record.workflow))
        case Checkpoint(name, branch):
            record = store_checkpoint(record, name, branch)
        case Dispatch(action):
            record = dispatch(record, action)
        case Settle(action, value):
            record = settle(record, action, json.loads(value))
        case _:
            raise RefusedStep("an edit is installed, it does not happen")
    return replace(now, record=record, record_version=now.record_version + 1, at=at, remaining=calls)


def changed(
    now: Moment,
    request: EditRequest | Extend,
    rules: RuleAutomaton,
    keys: Mapping[str, bytes] = frozendict(),
    *,
    limits: Limits = DEFAULT_LIMITS,
) -> Moment:
    """Return the moment after an edit or extension came into force; that it was accepted is the caller's to know.

    Parameters
    ----------
    rules : RuleAutomaton
        The automaton it was accepted with.
    keys : Mapping[str, bytes]
        Authority → public key, where an extension brings new authorities.

    Raises
    ------
    InvalidEdit
        When it has no derivation.
    """
    policy_version = now.policy_version
    if isinstance(request, Extend):
        record = extended(now.record, request, limits=limits)
        policy_version += "policy" in json.loads(request.additions_json)
    else:
        derived = derive(now.record, request, limits=limits)
        record = install_edit(now.record, request, derived.target, derived.calls, derived.origins)
    return replace(
        now,
        record=record,
        record_version=now.record_version + 1,
        rule_version=now.rule_version + 1,
        policy_version=policy_version,
        rules=rules,
        at=0,
        remaining=tuple(remaining(record.workflow)),
        keys=frozendict({**now.keys, **keys}),
    )
