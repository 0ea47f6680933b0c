"""The ideal machine: section 5 of the model as plain values, to be read beside its table.

A machine is a frozen value; an event is a function that returns the answer and the next machine, which is the same
machine whenever the answer is a refusal. There is no database, no key and no bookkeeping: what the rules in force
allow is asked of the check each time, by "checking again" (section 3). Tokens and signatures are values that nobody
can make up: a machine knows which of them it stands for.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from frozendict import frozendict

from execedit_kit.check.answer import Accepted, Answer, check
from execedit_kit.check.replay import advance
from execedit_kit.edits.derivation import InvalidEdit
from execedit_kit.edits.derive import derive
from execedit_kit.edits.extend import Extend
from execedit_kit.record.errors import RefusedStep
from execedit_kit.record.events import Call, Checkpoint, Dispatch, EditRequest, MergeSelect, RestoreReplace, Settle
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.json_text import canonical_json
from execedit_kit.record.workflow import branches, enabled, meaning
from execedit_kit.runtime.answers import (
    Checkpointed,
    Denied,
    Installed,
    NoCommit,
    Reason,
    Sent,
    Settled,
    Status,
    Stored,
    Used,
)


@dataclass(frozen=True)
class Token:
    """The permission to process one call, once, under one rule version. `issuer` is the machine's."""

    issuer: str
    call: str
    rule_version: int


@dataclass(frozen=True)
class Signature:
    """An authority's signature under exactly this removal."""

    authority: str
    removal: Removal


@dataclass(frozen=True)
class Removal:
    """What a signature covers: domain, versions, record, edit with its rule σ, and the exact set."""

    issuer: str
    policy_version: int
    rule_version: int
    record: str
    edit: EditRequest
    removed: frozenset[tuple[str, str]]


@dataclass(frozen=True)
class Offer:
    """A prepared answer with what it was computed on: an inactive rule version, visible to nobody."""

    answer: Answer
    machine: Machine
    signatures: frozenset[Signature]


@dataclass(frozen=True)
class Machine:
    """A policy domain.

    Parameters
    ----------
    issuer : str
        Which machine this is.
    record : ExecutionRecord
        What happened.
    record_version, rule_version, policy_version : int
        Versions.
    entries : frozenset[str]
        The calls that have a rule entry under the active rules.
    authorities : frozenset[str]
        Whose signatures can be verified.
    """

    issuer: str
    record: ExecutionRecord
    record_version: int
    rule_version: int
    policy_version: int
    entries: frozenset[str]
    authorities: frozenset[str]


def start(
    issuer: str, record: ExecutionRecord, rule_version: int = 1, authorities: frozenset[str] = frozenset()
) -> Machine:
    """Return the machine that goes on from a record: a new rule version for each edit that its history has."""
    version = rule_version + record.edits
    return Machine(issuer, record, len(record.history), version, 1, _remaining(record), authorities)


def tokens(machine: Machine) -> dict[str, Token]:
    """Return the token of every remaining call."""
    return {call: Token(machine.issuer, call, machine.rule_version) for call in machine.entries}


def use(machine: Machine, call: str, token: object, request: Any) -> tuple[Used | Denied, Machine]:
    """Process a call, new or as a reuse."""
    record = machine.record
    if not isinstance(token, Token):
        return _denied(machine, "forged")
    if token.issuer != machine.issuer:
        return _denied(machine, "scope")
    if token.rule_version != machine.rule_version:
        return _denied(machine, "stale")
    if token.call != call:
        return _denied(machine, "call")
    if not _is_canonical(record, call, request):
        return _denied(machine, "request")
    if any(step.call == call for step in record.processed):
        return _denied(machine, "processed")
    if not any(name == call for name, _ in enabled(record.workflow)):
        return _denied(machine, "not enabled")
    try:
        after = advance(record, Call(call))  # checks again what remains, and moves
    except RefusedStep:
        return _denied(machine, "rules")
    machine = _next(machine, after)
    done = after.processed[-1]
    return Used(call, done.action, done.mode, *_stored(after, done.action), machine.record_version), machine


def retry(machine: Machine, call: str, request: Any) -> tuple[Stored | Denied, Machine]:
    """Return what is stored; nothing changes."""
    record = machine.record
    action = next((step.action for step in record.processed if step.call == call), None)
    if action is None:
        return _denied(machine, "not processed")
    if not _is_canonical(record, call, request):
        return _denied(machine, "request")
    return Stored(call, action, *_stored(record, action), machine.record_version), machine


def dispatch(machine: Machine) -> tuple[Sent | Denied, Machine]:
    """Mark exactly the oldest queued request as sent."""
    if not machine.record.queued:
        return _denied(machine, "queue")
    action = machine.record.queued[0]
    machine = _next(machine, advance(machine.record, Dispatch(action)))
    request = json.loads(machine.record.registration.actions[action].request_json)
    return Sent(action, request, machine.record_version), machine


def settle(machine: Machine, action: str, value: Any) -> tuple[Settled | Denied, Machine]:
    """Record the return of an action, once, for good."""
    if action not in machine.record.sent:
        return _denied(machine, "not sent")
    event = Settle(action, canonical_json(value))
    known = machine.record.returns.get(action)
    if known is None:
        machine = _next(machine, advance(machine.record, event))
    elif known != event.value_json:
        return _denied(machine, "settled")
    return Settled(action, value, machine.record_version, again=known is not None), machine


def checkpoint(machine: Machine, name: str, branch: str) -> tuple[Checkpointed | Denied, Machine]:
    """Add a checkpoint."""
    try:
        machine = _next(machine, advance(machine.record, Checkpoint(name, branch)))
    except RefusedStep:
        return _denied(machine, "checkpoint")
    return Checkpointed(name, branch, machine.record_version), machine


def removal(machine: Machine, edit: EditRequest) -> Removal | None:
    """Return what would have to be signed for an edit, or ``None`` when nobody's signature makes it valid."""
    every = {machine.record.registration.authority}
    for branch in branches(machine.record.workflow):
        every.update(*(result.authorities for result in branch.contract.results))
    try:
        derived = derive(machine.record, replace(edit, signed_by=tuple(sorted(every))))
    except InvalidEdit:
        return None
    gone = frozenset(
        (required.result, authority)
        for required in derived.required
        if required.account == "removed"
        for authority in required.authorities
    )
    return Removal(machine.issuer, machine.policy_version, machine.rule_version, machine.record.digest, edit, gone)


def prepare(
    machine: Machine, edit: EditRequest | Extend, signatures: frozenset[Signature] = frozenset()
) -> Offer | Denied:
    """Compute an answer; nothing changes."""
    if isinstance(edit, Extend) or (not signatures and not edit.signed_by):
        return Offer(check(machine.record, edit), machine, frozenset())
    wanted = removal(machine, edit) if isinstance(edit, RestoreReplace | MergeSelect) else None
    if edit.signed_by or (wanted is None and not isinstance(edit, RestoreReplace | MergeSelect)):
        return _denied(machine, "signature")[0]
    if wanted is not None:
        signers = {authority for _, authority in wanted.removed} & machine.authorities
        if any(one.removal != wanted or one.authority not in signers for one in signatures):
            return _denied(machine, "signature")[0]
        edit = replace(edit, signed_by=tuple(sorted(one.authority for one in signatures)))
    return Offer(check(machine.record, edit), machine, signatures)


def install(machine: Machine, offer: Offer) -> tuple[Installed | NoCommit | Denied, Machine]:
    """Put an answer in force, if the record as it is now gives the same fixed point under the same versions."""
    was = offer.machine
    moved = tuple(
        name
        for name, has_moved in {
            "record": was.record_version != machine.record_version or was.record != machine.record,
            "rule version": was.rule_version != machine.rule_version,
            "policy version": was.policy_version != machine.policy_version,
        }.items()
        if has_moved
    )
    if moved:
        return NoCommit(moved, "", machine.record_version), machine
    edit = offer.answer.edit
    if not isinstance(offer.answer, Accepted) or edit is None:
        return _denied(machine, "not accepted")
    machine = replace(
        _next(machine, advance(machine.record, edit)),
        rule_version=machine.rule_version + 1,
        policy_version=machine.policy_version + (isinstance(edit, Extend) and "policy" in edit.document()["extend"]),
    )
    return Installed(machine.rule_version, frozendict(), machine.record_version), machine


def _next(machine: Machine, record: ExecutionRecord) -> Machine:
    return replace(machine, record=record, record_version=machine.record_version + 1, entries=_remaining(record))


def _remaining(record: ExecutionRecord) -> frozenset[str]:
    return frozenset(meaning(record.workflow).calls)


def _is_canonical(record: ExecutionRecord, call: str, request: Any) -> bool:
    return canonical_json(request) == record.registration.actions[record.calls[call]].request_json


def _stored(record: ExecutionRecord, action: str) -> tuple[Status, Any]:
    if action in record.returns:
        return "returned", json.loads(record.returns[action])
    if action in record.sent:
        return "sent", None
    return ("queued" if action in record.queued else "authorized"), None


def _denied(machine: Machine, reason: Reason) -> tuple[Denied, Machine]:
    return Denied(reason, "", machine.record_version), machine
