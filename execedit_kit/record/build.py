"""From documents to values: registrations, rules, edits and events."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from frozendict import frozendict

from execedit_kit.record import document as doc
from execedit_kit.record.build_policy import build_policy, first_forbidden
from execedit_kit.record.build_workflow import (
    Calls,
    Path,
    build_contract,
    build_workflow,
    near_name,
    placed,
    refuse_duplicates,
    second,
)
from execedit_kit.record.contract import Contract
from execedit_kit.record.document_errors import validated
from execedit_kit.record.errors import MalformedRecord, RefusedStep
from execedit_kit.record.events import (
    EDITS,
    Call,
    Checkpoint,
    Dispatch,
    Edited,
    EditKind,
    EditRequest,
    Event,
    Settle,
)
from execedit_kit.record.execution import Action, ExecutionRecord, Registration, Rule
from execedit_kit.record.json_text import canonical_json, plain
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits
from execedit_kit.record.workflow import refuse_undefined

_ADDS: dict[EditKind, tuple[str, ...]] = {
    "fork_choice": ("left", "right"),
    "fork_parallel": ("left", "right"),
    "restore_replace": (),
    "restore_live": (),
    "merge_select": ("join",),
    "merge_join": ("join",),
}


def read_registration(
    value: Mapping[str, Any], *, limits: Limits = DEFAULT_LIMITS
) -> tuple[ExecutionRecord, list[Event]]:
    """Read a record document.

    Parameters
    ----------
    value : Mapping[str, Any]
        The JSON value.

    Returns
    -------
    ExecutionRecord
        The record before its history: nothing has happened yet.
    list[Event]
        The history, whose steps nobody has checked yet.

    Raises
    ------
    MalformedRecord
        With the JSON path of the mistake.
    """
    written = validated(doc.RECORD, value)
    actions = frozendict(
        {
            name: Action(name, name if action.label is None else action.label, canonical_json(action.request))
            for name, action in written.actions.items()
        }
    )
    for call, action in written.calls.items():
        if action not in actions:
            raise MalformedRecord(
                f"call {call!r} refers to action {action!r}, which is not declared under actions"
                + near_name(action, actions),
                ("calls", call),
            )
    calls = Calls(written.calls, actions)
    for n, name in enumerate(written.authorized):
        if name not in actions:
            raise MalformedRecord(
                f"action {name!r} is not declared under actions{near_name(name, actions)}", ("authorized", n)
            )
    twice = second(written.authorized)
    if twice is not None:
        raise MalformedRecord(f"action {written.authorized[twice]!r} is authorized twice", ("authorized", twice))
    workflow = build_workflow(written.workflow, ("workflow",), written.authority, calls, limits)
    refuse_duplicates(written.workflow)
    placed(("workflow",), lambda: refuse_undefined(workflow))
    rules = {name: _rule(name, rule, written.authority, calls, limits) for name, rule in written.rules.items()}
    policy = build_policy(written.policy, [action.label for action in actions.values()], limits)
    registration = Registration(
        domain=written.domain or "domain",
        authority=written.authority,
        actions=actions,
        calls=frozendict(calls.known),
        authorized=tuple(written.authorized),
        policy=policy,
        rules=frozendict(rules),
        workflow=workflow,
        text=json.dumps({key: child for key, child in value.items() if key != "history"}, ensure_ascii=False),
    )
    try:
        record = ExecutionRecord.start(registration)
    except RefusedStep as error:
        place = ("authorized", first_forbidden(policy, [actions[name].label for name in written.authorized]))
        raise MalformedRecord(f"the policy forbids the log: {error}", place) from None
    return record, [read_event(event) for event in written.history]


def read_edit(value: Any) -> EditRequest:
    """Read an edit request, such as ``{"fork_choice": {"branch": "b0", "rule": "suppliers"}}``.

    Raises
    ------
    MalformedRecord
        With the JSON path of the mistake.
    """
    return _edit(validated(doc.EDIT, plain(value)))


def read_step(value: Any) -> Event:
    """Read one history event, such as ``{"call": "xa"}``.

    Raises
    ------
    MalformedRecord
        With the JSON path of the mistake.
    """
    return read_event(validated(doc.EVENT, plain(value)))


def read_event(event: doc.EventDocument) -> Event:
    """Return a validated history event as a value."""
    match event:
        case doc.CallEvent():
            return Call(event.call)
        case doc.CheckpointEvent():
            return Checkpoint(event.checkpoint, event.branch)
        case doc.EditEvent():
            return Edited(_edit(event.edit))
        case doc.DispatchEvent():
            return Dispatch(event.dispatch)
        case doc.SettleEvent():
            return Settle(event.settle, canonical_json(event.value))


def _edit(edit: doc.EditDocument) -> EditRequest:
    kind = next(kind for kind in EDITS if hasattr(edit, kind))
    fields = dict(getattr(edit, kind))
    return EDITS[kind](**{**fields, "signed_by": tuple(fields["signed_by"])})


def _rule(name: str, written: doc.RuleDocument, authority: str, calls: Calls, limits: Limits) -> Rule:
    path: Path = ("rules", name)
    adds: dict[str, Contract] = {}
    for side in ("left", "right", "join"):
        part = getattr(written, side)
        if part is None:
            continue
        if side not in _ADDS[written.kind]:
            may = " and ".join(_ADDS[written.kind]) or "nothing"
            raise MalformedRecord(f"a {written.kind} rule may add {may}; it has no {side!r}", (*path, side))
        contract = build_contract(part, (*path, side), written.authority or authority, calls, limits)
        if contract.calls or len(contract.results) > 1:  # nothing to do adds nothing, however it is written
            adds[side] = contract
    return Rule(name, written.kind, **adds)
