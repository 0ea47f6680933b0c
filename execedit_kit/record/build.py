"""From documents to values and back: contracts, policies, workflows, registrations, edits and events."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
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
from execedit_kit.record.document_errors import validated
from execedit_kit.record.errors import (
    CallOutsideResult,
    DuplicateName,
    LimitError,
    MalformedRecord,
    ModelError,
    RefusedStep,
    UnknownAction,
    json_path,
)
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
from execedit_kit.record.policy import Policy, PolicyState, compile_policy
from execedit_kit.record.regex import refuse_broken
from execedit_kit.record.workflow import (
    Branch,
    Choice,
    Join,
    Parallel,
    Sequence,
    Workflow,
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
                + _near(action, actions),
                ("calls", call),
            )
    calls = _Calls(written.calls, actions)
    for n, name in enumerate(written.authorized):
        if name not in actions:
            raise MalformedRecord(
                f"action {name!r} is not declared under actions{_near(name, actions)}", ("authorized", n)
            )
    twice = _second(written.authorized)
    if twice is not None:
        raise MalformedRecord(f"action {written.authorized[twice]!r} is authorized twice", ("authorized", twice))
    workflow = _workflow(written.workflow, ("workflow",), written.authority, calls, limits)
    _refuse_duplicates(written.workflow)
    _placed(("workflow",), lambda: refuse_undefined(workflow))
    rules = {name: _rule(name, rule, written.authority, calls, limits) for name, rule in written.rules.items()}
    policy = _policy(written.policy, [action.label for action in actions.values()], limits)
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
        place = ("authorized", _first_forbidden(policy, [actions[name].label for name in written.authorized]))
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


def _second(names: Iterable[str]) -> int | None:
    """Return the first position at which a name stands that has stood before."""
    seen: set[str] = set()
    for n, name in enumerate(names):
        if name in seen:
            return n
        seen.add(name)
    return None


def _near(name: str, known: Iterable[str]) -> str:
    """Suggest the known name that looks most like an unknown one."""
    near = difflib.get_close_matches(name[:99], list(islice(known, 1000)), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


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
                    + _near(call, [*self.known, *self._actions])
                )
            self.known[call] = call
        return call


def _placed(path: Path, make: Callable[[], T]) -> T:
    try:
        return make()
    except ModelError as error:
        raise MalformedRecord(str(error), path) from None
    except LimitError as error:
        raise LimitError(f"{json_path(path)}: {error.what}", error.limit, error.value) from None


def _contract(written: doc.ContractDocument, path: Path, authority: str, calls: _Calls, limits: Limits) -> Contract:
    """Make a contract; every part that names no authority is required by the innermost one around it.

    Nothing to do is required by nobody where it stands beside something.
    """
    return _part(written, path, authority, calls, limits).required_by(authority)


def _part(written: doc.ContractDocument, path: Path, authority: str, calls: _Calls, limits: Limits) -> Contract:
    if written is None:
        return nothing()
    if isinstance(written, str):
        call = written
        return _placed(path, lambda: single(calls.need(call))).required_by(authority)
    inner = authority if written.authority is None else written.authority

    def composed(compose: Callable[..., Contract], kind: str) -> Contract:
        parts = [_part(part, (*path, kind, n), inner, calls, limits) for n, part in enumerate(getattr(written, kind))]
        made = _placed((*path, kind), lambda: compose(*parts, limits=limits))
        return made if written.authority is None else made.required_by(inner)

    match written:
        case doc.NothingContract():
            return nothing() if written.authority is None else nothing().required_by(inner)
        case doc.ResultsContract():
            return _results(written, (*path, "results"), calls, limits).required_by(inner)
        case doc.SequenceContract():
            return composed(sequence, "sequence")
        case doc.ParallelContract():
            return composed(parallel, "parallel")
        case doc.ChoiceContract():
            return composed(choice, "choice")


def _results(written: doc.ResultsContract, path: Path, calls: _Calls, limits: Limits) -> Contract:
    if len(written.results) > limits.results:
        what = f"{json_path(path)}: a contract with {len(written.results):,} results"
        raise LimitError(what, "results", limits.results)
    results = [_result(name, part, (*path, name), calls) for name, part in written.results.items()]
    return _placed(path, lambda: Contract.of(results))


def _result(name: str, written: doc.ResultDocument, path: Path, calls: _Calls) -> Result:
    for n, call in enumerate(written.calls):
        _placed((*path, "calls", n), lambda call=call: calls.need(call))  # type: ignore[misc]
    order = [(first, then) for first, then in written.order]
    authorities = () if written.authority is None else (written.authority,)
    try:
        return Result.of(name, written.calls, order, authorities)
    except DuplicateName as error:
        twice = _second(written.calls)
        raise MalformedRecord(str(error), (*path, "calls", *(() if twice is None else (twice,)))) from None
    except CallOutsideResult as error:
        listed = set(written.calls)
        place = next(((n, i) for n, pair in enumerate(order) for i in (0, 1) if pair[i] not in listed), ())
        raise MalformedRecord(str(error), (*path, "order", *place)) from None
    except ModelError as error:
        raise MalformedRecord(str(error), (*path, "order")) from None


def _workflow(written: doc.WorkflowDocument, path: Path, authority: str, calls: _Calls, limits: Limits) -> Workflow:
    """Make a workflow; one Python frame for each level, since trees may be deep."""
    if isinstance(written, doc.BranchWorkflow):
        return Branch(written.branch, _contract(written.contract, (*path, "contract"), authority, calls, limits))
    field, (first, second) = _arms(written)
    left = _workflow(first, (*path, field, 0), authority, calls, limits)
    right = _workflow(second, (*path, field, 1), authority, calls, limits)
    return _placed(path, lambda: _composed_workflow(written, left, right))


def _arms(written: doc.InnerWorkflow) -> tuple[str, list[doc.WorkflowDocument]]:
    match written:
        case doc.ChoiceWorkflow():
            return "choice", written.choice
        case doc.ParallelWorkflow():
            return "parallel", written.parallel
        case doc.SequenceWorkflow():
            return "sequence", written.sequence
        case doc.JoinWorkflow():
            return "join", written.join


def _composed_workflow(written: doc.InnerWorkflow, left: Workflow, right: Workflow) -> Workflow:
    match written:
        case doc.ChoiceWorkflow():
            return Choice(left, right, group=written.group, selected=written.selected or "open")
        case doc.ParallelWorkflow():
            return Parallel(left, right, group=written.group)
        case doc.SequenceWorkflow():
            return Sequence(left, right)
        case doc.JoinWorkflow():
            return Join(left, right)


def _refuse_duplicates(written: doc.WorkflowDocument) -> None:
    """Refuse two branches, or two groups, of one name, where the second stands."""
    seen: set[tuple[str, str]] = set()
    stack: list[tuple[doc.WorkflowDocument, Path]] = [(written, ("workflow",))]
    while stack:
        node, path = stack.pop()
        kind = "branch" if isinstance(node, doc.BranchWorkflow) else "group"
        name: str | None = getattr(node, kind, None)
        if name is not None:
            if (kind, name) in seen:
                plural = "branches" if kind == "branch" else "groups"
                raise MalformedRecord(str(DuplicateName(f"two {plural} are called {name!r}")), (*path, kind))
            seen.add((kind, name))
        if not isinstance(node, doc.BranchWorkflow):
            field, (first, second) = _arms(node)
            stack += [(second, (*path, field, 1)), (first, (*path, field, 0))]


def _rule(name: str, written: doc.RuleDocument, authority: str, calls: _Calls, limits: Limits) -> Rule:
    path: Path = ("rules", name)
    adds: dict[str, Contract] = {}
    for side in ("left", "right", "join"):
        part = getattr(written, side)
        if part is None:
            continue
        if side not in _ADDS[written.kind]:
            may = " and ".join(_ADDS[written.kind]) or "nothing"
            raise MalformedRecord(f"a {written.kind} rule may add {may}; it has no {side!r}", (*path, side))
        contract = _contract(part, (*path, side), written.authority or authority, calls, limits)
        if contract.calls or len(contract.results) > 1:  # nothing to do adds nothing, however it is written
            adds[side] = contract
    return Rule(name, written.kind, **adds)


def _policy(written: doc.PolicyDocument, labels: list[str], limits: Limits) -> Policy:
    placed = list(_constraints(written, ("policy",)))
    constraints = [constraint for _, constraint in placed]
    for path, constraint in placed:
        if isinstance(constraint, forms.Regex):
            _placed(path, partial(refuse_broken, constraint.pattern))

    def compiled() -> Policy:
        forms.refuse_large(constraints, labels, limits)
        return compile_policy(constraints, labels, limits=limits)

    return _placed(("policy",), compiled)


def _first_forbidden(policy: Policy, labels: list[str]) -> int:
    """Return the position of the first label that the policy forbids."""
    state: PolicyState | None = policy.start
    for n, label in enumerate(labels):
        state = policy.run((label,), state)
        if state is None:
            return n
    raise ValueError("the policy allows these labels")


def _constraints(written: doc.PolicyDocument, path: Path) -> Iterator[tuple[Path, forms.Constraint]]:
    """Yield the constraints of which a policy is the intersection, with their places."""
    match written:
        case doc.AllPolicy():
            for n, part in enumerate(written.all):
                yield from _constraints(part, (*path, "all", n))
        case doc.WordsPolicy():
            yield (*path, "words"), forms.Words(tuple(tuple(word) for word in written.words))
        case doc.RegexPolicy():
            yield (*path, "regex"), forms.Regex(written.regex)
        case doc.AutomatonPolicy():
            yield (*path, "automaton"), forms.Paths(written.automaton.start, tuple(written.automaton.moves))
        case doc.AtMostPolicy():
            yield (*path, "at_most"), forms.AtMost(*written.at_most)
        case doc.BeforePolicy():
            yield (*path, "before"), forms.Before(*written.before)
        case doc.ExclusivePolicy():
            yield (*path, "exclusive"), forms.Exclusive(tuple(written.exclusive))
        case doc.NeverPolicy():
            yield (*path, "never"), forms.Never(written.never)
        case doc.AnyPolicy():
            pass
