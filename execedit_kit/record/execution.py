"""The execution record: a registration, the history of events, and the state that history replays to.

The functions here are the transitions that need no check: each returns a new record and refuses what the workflow,
the log or the queue cannot do. That the rules in force allow a step is for :mod:`execedit_kit.check.replay`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, TypeAlias

from frozendict import frozendict

from execedit_kit.record.contract import Contract
from execedit_kit.record.errors import RefusedStep, UnknownName
from execedit_kit.record.events import Call, Checkpoint, Dispatch, Edited, EditKind, EditRequest, Event, Settle
from execedit_kit.record.json_text import canonical_json
from execedit_kit.record.policy import Policy, PolicyState
from execedit_kit.record.workflow import Workflow, current_branch, enabled, process

Mode: TypeAlias = Literal["new", "reuse"]


@dataclass(frozen=True, slots=True)
class Action:
    """A tool action: the external operation that calls refer to.

    Parameters
    ----------
    name : str
        Unique in the record.
    label : str
        The authorization label, a letter of the policy's language.
    request_json : str
        The canonical request as canonical JSON text.
    """

    name: str
    label: str
    request_json: str = "null"


@dataclass(frozen=True, slots=True)
class Rule:
    """A registered edit rule: which edit it is for and what that edit may add.

    Parameters
    ----------
    kind : EditKind
        The only edit that may use it.
    left, right, join : Contract | None
        What a fork adds to each copy, and a merge after the merged arms; ``None`` adds nothing.
    """

    name: str
    kind: EditKind
    left: Contract | None = None
    right: Contract | None = None
    join: Contract | None = None


@dataclass(frozen=True, slots=True)
class Processed:
    """A processed call, with its action, whether that was new or a reuse, and its branch."""

    call: str
    action: str
    mode: Mode
    branch: str


@dataclass(frozen=True, slots=True)
class StoredCheckpoint:
    """K(k): an immutable copy of a branch's remaining contract and progress.

    Parameters
    ----------
    name, branch : str
        Its own name and the branch it copied.
    contract : Contract
        The remaining contract at that moment.
    progress : tuple[str, ...]
        The calls the branch had processed.
    position : int
        How many events the history had before it.
    """

    name: str
    branch: str
    contract: Contract
    progress: tuple[str, ...]
    position: int


@dataclass(frozen=True, slots=True)
class Registration:
    """What is registered before anything happens. Maps are frozen.

    Parameters
    ----------
    domain, authority : str
        The policy domain, and who requires every result that names no other.
    actions : Mapping[str, Action]
        By name.
    calls : Mapping[str, str]
        Call → action, for every call of the root workflow, of the rules, and any other that was declared.
    authorized : tuple[str, ...]
        Actions in the log before anything here happened.
    policy : Policy
        Compiled.
    rules : Mapping[str, Rule]
        By name.
    workflow : Workflow
        The root.
    text : str
        The document's own words for all of this as JSON text, without the history.
    """

    domain: str
    authority: str
    actions: Mapping[str, Action]
    calls: Mapping[str, str]
    authorized: tuple[str, ...]
    policy: Policy
    rules: Mapping[str, Rule]
    workflow: Workflow
    text: str = field(repr=False)


@dataclass(frozen=True, eq=False)
class ExecutionRecord:
    """What happened, as a value. Two records are equal when their documents are.

    Parameters
    ----------
    registration : Registration
        What was registered.
    history : tuple[Event, ...]
        What happened, in order.
    workflow : Workflow
        The current workflow T.
    calls : Mapping[str, str]
        Call → action, copies included.
    processed : tuple[Processed, ...]
        The processed calls in order.
    log : tuple[str, ...]
        Δ, the authorized actions in order, each once.
    policy_state : PolicyState
        Where the policy is after the labels of Δ.
    checkpoints : Mapping[str, StoredCheckpoint]
        By name.
    edits : int
        How many edits were accepted; the rule version in force.
    queued, sent : tuple[str, ...]
        Actions whose requests wait to be sent, oldest first, and those sent.
    returns : Mapping[str, str]
        Action → recorded return, as canonical JSON text.
    origins : Mapping[str, tuple[str, int]]
        For a branch made by an edit: the branch or checkpoint it came from and the edit's number.
    """

    registration: Registration
    history: tuple[Event, ...]
    workflow: Workflow
    calls: Mapping[str, str]
    processed: tuple[Processed, ...]
    log: tuple[str, ...]
    policy_state: PolicyState
    checkpoints: Mapping[str, StoredCheckpoint]
    edits: int
    queued: tuple[str, ...]
    sent: tuple[str, ...]
    returns: Mapping[str, str]
    origins: Mapping[str, tuple[str, int]]

    @classmethod
    def start(cls, registration: Registration) -> ExecutionRecord:
        """Return the record in which nothing has happened yet.

        Raises
        ------
        RefusedStep
            When the policy forbids the log it starts with.
        """
        labels = [registration.actions[name].label for name in registration.authorized]
        state = registration.policy.start
        for n, label in enumerate(labels):
            after = registration.policy.step(state, label)
            if after is None:
                raise RefusedStep(registration.policy.refusal(labels[:n], label))
            state = after
        return cls(
            registration=registration,
            history=(),
            workflow=registration.workflow,
            calls=registration.calls,
            processed=(),
            log=registration.authorized,
            policy_state=state,
            checkpoints=frozendict(),
            edits=0,
            queued=(),
            sent=(),
            returns=frozendict(),
            origins=frozendict(),
        )

    def document(self) -> dict[str, Any]:
        """Return the record as an ``execution-record/1`` document; reading it gives an equal record."""
        written: dict[str, Any] = json.loads(self.registration.text)
        if self.history:
            written["history"] = [event.document() for event in self.history]
        return written

    @cached_property
    def digest(self) -> str:
        """``sha256:`` of the document as JSON with sorted keys, no spaces, in UTF-8."""
        return "sha256:" + hashlib.sha256(canonical_json(self.document()).encode()).hexdigest()

    def __eq__(self, other: object) -> bool:
        """Compare documents."""
        return isinstance(other, ExecutionRecord) and self.digest == other.digest

    def __hash__(self) -> int:
        """Hash the digest."""
        return hash(self.digest)

    def __repr__(self) -> str:
        """Say what is there without printing it all."""
        return (
            f"<ExecutionRecord {self.registration.domain!r}: {len(self.processed)} calls processed, "
            f"{len(self.log)} actions authorized, {len(self.checkpoints)} checkpoints, {self.edits} edits>"
        )

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the log, in order."""
        return tuple(self.label(action) for action in self.log)

    def label(self, action: str) -> str:
        """Return the authorization label of an action."""
        return self.registration.actions[action].label

    def mode(self, call: str) -> Mode:
        """Whether processing the call now would authorize its action or reuse it."""
        return "reuse" if self.calls[call] in self.log else "new"

    def progress(self, branch: str) -> tuple[str, ...]:
        """Return the calls processed in a branch, in order."""
        return tuple(step.call for step in self.processed if step.branch == branch)


def process_call(record: ExecutionRecord, call: str) -> ExecutionRecord:
    """Return the record after processing a call.

    Raises
    ------
    RefusedStep
        When the call is not enabled or the policy forbids it.
    """
    try:
        workflow = process(record.workflow, call)
    except UnknownName as error:
        raise RefusedStep(str(error)) from None
    branch = next(name for enabled_call, name in enabled(record.workflow) if enabled_call == call)
    action, mode = record.calls[call], record.mode(call)
    after = replace(
        record,
        history=(*record.history, Call(call)),
        workflow=workflow,
        processed=(*record.processed, Processed(call, action, mode, branch)),
    )
    if mode == "reuse":
        return after
    state = record.registration.policy.step(record.policy_state, record.label(action))
    if state is None:
        reason = record.registration.policy.refusal(record.labels, record.label(action))
        raise RefusedStep(f"call {call!r} is refused: {reason}")
    return replace(after, log=(*record.log, action), queued=(*record.queued, action), policy_state=state)


def store_checkpoint(record: ExecutionRecord, name: str, branch: str) -> ExecutionRecord:
    """Return the record after Checkpoint(k, b).

    Raises
    ------
    RefusedStep
        When the name is used or the branch is not current.
    """
    if name in record.checkpoints:
        raise RefusedStep(f"there is a checkpoint {name!r} already; choose another name")
    try:
        contract = current_branch(record.workflow, branch).contract
    except UnknownName as error:
        raise RefusedStep(str(error)) from None
    stored = StoredCheckpoint(name, branch, contract, record.progress(branch), len(record.history))
    return replace(
        record,
        history=(*record.history, Checkpoint(name, branch)),
        checkpoints=frozendict({**record.checkpoints, name: stored}),
    )


def install_edit(
    record: ExecutionRecord,
    request: EditRequest,
    target: Workflow,
    calls: Mapping[str, str],
    origins: Mapping[str, str],
) -> ExecutionRecord:
    """Return the record with a derived, accepted edit in force.

    Parameters
    ----------
    target : Workflow
        The edited workflow.
    calls : Mapping[str, str]
        New call → action.
    origins : Mapping[str, str]
        New branch → the branch or checkpoint it came from.
    """
    number = record.edits + 1
    return replace(
        record,
        history=(*record.history, Edited(request)),
        workflow=target,
        calls=frozendict({**record.calls, **calls}),
        edits=number,
        origins=frozendict({**record.origins, **{name: (source, number) for name, source in origins.items()}}),
    )


def dispatch(record: ExecutionRecord, action: str) -> ExecutionRecord:
    """Return the record after sending the oldest queued request.

    Raises
    ------
    RefusedStep
        When the queue is empty or another request is older.
    """
    if not record.queued:
        raise RefusedStep(f"nothing waits to be sent, so {action!r} cannot be dispatched")
    if record.queued[0] != action:
        raise RefusedStep(f"{action!r} cannot be dispatched: the oldest queued request is {record.queued[0]!r}")
    return replace(
        record,
        history=(*record.history, Dispatch(action)),
        queued=record.queued[1:],
        sent=(*record.sent, action),
    )


def settle(record: ExecutionRecord, action: str, value: Any) -> ExecutionRecord:
    """Return the record after recording the return of a sent request; the same value again changes nothing else.

    Raises
    ------
    RefusedStep
        When the request was not sent, or has another return already.
    """
    if action not in record.sent:
        raise RefusedStep(f"{action!r} cannot be settled: its request has not been sent")
    text = canonical_json(value)
    if record.returns.get(action, text) != text:
        raise RefusedStep(f"{action!r} is settled already, with another value")
    return replace(
        record,
        history=(*record.history, Settle(action, text)),
        returns=frozendict({**record.returns, action: text}),
    )
