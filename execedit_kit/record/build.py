"""From documents to values and back: contracts, policies, workflows, registrations, edits and events."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from frozendict import frozendict

from execedit_kit.record import document as doc
from execedit_kit.record import policy_language as forms
from execedit_kit.record.contract import (
    Contract,
    Result,
    choice,
    nothing,
    parallel,
    sequence,
    single,
)
from execedit_kit.record.errors import DuplicateName, MalformedRecord, ModelError, RefusedStep, UnknownAction
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
from execedit_kit.record.json_text import canonical_json
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits
from execedit_kit.record.policy import compile_policy
from execedit_kit.record.workflow import (
    Branch,
    Choice,
    Join,
    Parallel,
    Sequence,
    Workflow,
    branches,
    groups,
    refuse_undefined,
)

Path = tuple[str | int, ...]
T = TypeVar("T")

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
    written = doc.validated(doc.RECORD, value)
    actions = frozendict(
        {
            name: Action(name, name if action.label is None else action.label, canonical_json(action.request))
            for name, action in written.actions.items()
        }
    )
    for call, action in written.calls.items():
        if action not in actions:
            raise MalformedRecord(
                f"call {call!r} refers to action {action!r}, which is not declared under actions",
                ("calls", call),
            )
    calls = _Calls(written.calls, actions)
    for n, name in enumerate(written.authorized):
        if name not in actions:
            raise MalformedRecord(f"action {name!r} is not declared", ("authorized", n))
        if name in written.authorized[:n]:
            raise MalformedRecord(f"action {name!r} is authorized twice", ("authorized", n))
    workflow = _workflow(written.workflow, ("workflow",), written.authority, calls, limits)
    _refuse_duplicates(workflow)
    _placed(("workflow",), lambda: refuse_undefined(workflow))
    rules = {name: _rule(name, rule, written.authority, calls, limits) for name, rule in written.rules.items()}
    constraints = tuple(_constraints(written.policy))
    policy = _placed(
        ("policy",), lambda: compile_policy(constraints, (a.label for a in actions.values()), limits=limits)
    )
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
        raise MalformedRecord(f"the policy forbids the log: {error}", ("authorized",)) from None
    return record, [read_event(event) for event in written.history]


def read_edit(value: Any) -> EditRequest:
    """Read an edit request, such as ``{"fork_choice": {"branch": "b0", "rule": "suppliers"}}``.

    Raises
    ------
    MalformedRecord
        With the JSON path of the mistake.
    """
    return _edit(doc.validated(doc.EDIT, value))


def read_step(value: Any) -> Event:
    """Read one history event, such as ``{"call": "xa"}``.

    Raises
    ------
    MalformedRecord
        With the JSON path of the mistake.
    """
    return read_event(doc.validated(doc.EVENT, value))


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


class _Calls:
    """The actions of calls: as declared, or the action of the same name."""

    def __init__(self, declared: Mapping[str, str], actions: Mapping[str, Action]) -> None:
        self.known = dict(declared)
        self._actions = actions

    def need(self, call: str) -> str:
        if call not in self.known:
            if call not in self._actions:
                raise UnknownAction(
                    f"call {call!r} has no action: declare an action {call!r}, or name its action under calls"
                )
            self.known[call] = call
        return call


def _placed(path: Path, make: Callable[[], T]) -> T:
    try:
        return make()
    except ModelError as error:
        raise MalformedRecord(str(error), path) from None


def _contract(written: doc.ContractDocument, path: Path, calls: _Calls, limits: Limits) -> Contract:
    if written is None:
        return nothing()
    if isinstance(written, str):
        call = written
        return _placed(path, lambda: single(calls.need(call)))
    match written:
        case doc.NothingContract():
            made = nothing()
        case doc.ResultsContract():
            made = _results(written, (*path, "results"), calls)
        case doc.SequenceContract():
            made = _composed(sequence, written.sequence, (*path, "sequence"), calls, limits)
        case doc.ParallelContract():
            made = _composed(parallel, written.parallel, (*path, "parallel"), calls, limits)
        case doc.ChoiceContract():
            made = _composed(choice, written.choice, (*path, "choice"), calls, limits)
    return made if written.authority is None else made.required_by(written.authority)


def _composed(
    compose: Callable[..., Contract], parts: list[doc.ContractDocument], path: Path, calls: _Calls, limits: Limits
) -> Contract:
    contracts = [_contract(part, (*path, n), calls, limits) for n, part in enumerate(parts)]
    return _placed(path, lambda: compose(*contracts, limits=limits))


def _results(written: doc.ResultsContract, path: Path, calls: _Calls) -> Contract:
    def result(name: str, part: doc.ResultDocument) -> Result:
        for call in part.calls:
            calls.need(call)
        order = [(first, then) for first, then in part.order]
        return Result.of(name, part.calls, order, () if part.authority is None else (part.authority,))

    results = [
        _placed((*path, name), lambda name=name, part=part: result(name, part))  # type: ignore[misc]
        for name, part in written.results.items()
    ]
    return _placed(path, lambda: Contract.of(results))


def _workflow(written: doc.WorkflowDocument, path: Path, authority: str, calls: _Calls, limits: Limits) -> Workflow:
    def arms(parts: list[doc.WorkflowDocument], field: str) -> tuple[Workflow, Workflow]:
        left, right = (_workflow(p, (*path, field, n), authority, calls, limits) for n, p in enumerate(parts))
        return left, right

    match written:
        case doc.BranchWorkflow():
            contract = _contract(written.contract, (*path, "contract"), calls, limits)
            return Branch(written.branch, contract.required_by(authority))
        case doc.ChoiceWorkflow():
            left, right = arms(written.choice, "choice")
            selected = written.selected or "open"
            return _placed(path, lambda: Choice(left, right, group=written.group, selected=selected))
        case doc.ParallelWorkflow():
            left, right = arms(written.parallel, "parallel")
            return _placed(path, lambda: Parallel(left, right, group=written.group))
        case doc.SequenceWorkflow():
            left, right = arms(written.sequence, "sequence")
            return _placed(path, lambda: Sequence(left, right))
        case doc.JoinWorkflow():
            left, right = arms(written.join, "join")
            return _placed(path, lambda: Join(left, right))


def _refuse_duplicates(workflow: Workflow) -> None:
    def check() -> None:
        for what, names in (
            ("branches", [branch.name for branch in branches(workflow)]),
            ("groups", [group.group for group in groups(workflow)]),
        ):
            twice = next((name for n, name in enumerate(names) if name in names[:n]), None)
            if twice is not None:
                raise DuplicateName(f"two {what} are called {twice!r}")

    _placed(("workflow",), check)


def _rule(name: str, written: doc.RuleDocument, authority: str, calls: _Calls, limits: Limits) -> Rule:
    path: Path = ("rules", name)
    adds: dict[str, Contract] = {}
    for side in ("left", "right", "join"):
        part = getattr(written, side)
        if part is None:
            continue
        if side not in _ADDS[written.kind]:
            raise MalformedRecord(f"a {written.kind} rule adds nothing {side}", (*path, side))
        contract = _contract(part, (*path, side), calls, limits)
        adds[side] = contract.required_by(written.authority or authority)
    return Rule(name, written.kind, **adds)


def _constraints(written: doc.PolicyDocument) -> Iterator[forms.Constraint]:
    match written:
        case doc.AllPolicy():
            for part in written.all:
                yield from _constraints(part)
        case doc.WordsPolicy():
            yield forms.Words(tuple(tuple(word) for word in written.words))
        case doc.RegexPolicy():
            yield forms.Regex(written.regex)
        case doc.AutomatonPolicy():
            yield forms.Paths(written.automaton.start, tuple(written.automaton.moves))
        case doc.AtMostPolicy():
            yield forms.AtMost(*written.at_most)
        case doc.BeforePolicy():
            yield forms.Before(*written.before)
        case doc.ExclusivePolicy():
            yield forms.Exclusive(tuple(written.exclusive))
        case doc.NeverPolicy():
            yield forms.Never(written.never)
        case doc.AnyPolicy():
            pass
