"""Contracts and workflows of a record document, each mistake with its place (model, section 1)."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import TypeVar

from execedit_kit.record import document as doc
from execedit_kit.record.contract import Contract, Result, choice, nothing, parallel, sequence, single
from execedit_kit.record.errors import (
    CallOutsideResult,
    DuplicateName,
    LimitError,
    MalformedRecord,
    ModelError,
    UnknownAction,
    json_path,
)
from execedit_kit.record.execution import Action
from execedit_kit.record.limits import Limits
from execedit_kit.record.workflow import Branch, Choice, Join, Parallel, Sequence, Workflow

Path = tuple[str | int, ...]
T = TypeVar("T")


def second(names: Iterable[str]) -> int | None:
    """Return the first position at which a name stands that has stood before."""
    seen: set[str] = set()
    for n, name in enumerate(names):
        if name in seen:
            return n
        seen.add(name)
    return None


def near_name(name: str, known: Iterable[str]) -> str:
    """Suggest the known name that looks most like an unknown one."""
    near = difflib.get_close_matches(name[:99], list(islice(known, 1000)), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


class Calls:
    """The actions of calls: as declared, or the action of the same name."""

    def __init__(self, declared: Mapping[str, str], actions: Mapping[str, Action]) -> None:
        self.known = dict(declared)
        self._actions = actions

    def need(self, call: str) -> str:
        """Return a call that has an action.

        Raises
        ------
        UnknownAction
            When none was declared for it.
        """
        if call not in self.known:
            if call not in self._actions:
                raise UnknownAction(
                    f"call {call!r} has no action: declare an action {call!r}, or name its action under calls"
                    + near_name(call, [*self.known, *self._actions])
                )
            self.known[call] = call
        return call


def placed(path: Path, make: Callable[[], T]) -> T:
    """Make something; what is wrong with it is said with its JSON path."""
    try:
        return make()
    except ModelError as error:
        raise MalformedRecord(str(error), path) from None
    except LimitError as error:
        raise LimitError(f"{json_path(path)}: {error.what}", error.limit, error.value) from None


def build_contract(written: doc.ContractDocument, path: Path, authority: str, calls: Calls, limits: Limits) -> Contract:
    """Make a contract; every part that names no authority is required by the innermost one around it.

    Nothing to do is required by nobody where it stands beside something.
    """
    return _part(written, path, authority, calls, limits).required_by(authority)


def _part(written: doc.ContractDocument, path: Path, authority: str, calls: Calls, limits: Limits) -> Contract:
    if written is None:
        return nothing()
    if isinstance(written, str):
        call = written
        return placed(path, lambda: single(calls.need(call))).required_by(authority)
    inner = authority if written.authority is None else written.authority

    def composed(compose: Callable[..., Contract], kind: str) -> Contract:
        parts = [_part(part, (*path, kind, n), inner, calls, limits) for n, part in enumerate(getattr(written, kind))]
        made = placed((*path, kind), lambda: compose(*parts, limits=limits))
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


def _results(written: doc.ResultsContract, path: Path, calls: Calls, limits: Limits) -> Contract:
    if len(written.results) > limits.results:
        what = f"{json_path(path)}: a contract with {len(written.results):,} results"
        raise LimitError(what, "results", limits.results)
    results = [_result(name, part, (*path, name), calls) for name, part in written.results.items()]
    return placed(path, lambda: Contract.of(results))


def _result(name: str, written: doc.ResultDocument, path: Path, calls: Calls) -> Result:
    for n, call in enumerate(written.calls):
        placed((*path, "calls", n), lambda call=call: calls.need(call))  # type: ignore[misc]
    order = [(first, then) for first, then in written.order]
    authorities = () if written.authority is None else (written.authority,)
    try:
        return Result.of(name, written.calls, order, authorities)
    except DuplicateName as error:
        twice = second(written.calls)
        raise MalformedRecord(str(error), (*path, "calls", *(() if twice is None else (twice,)))) from None
    except CallOutsideResult as error:
        listed = set(written.calls)
        place = next(((n, i) for n, pair in enumerate(order) for i in (0, 1) if pair[i] not in listed), ())
        raise MalformedRecord(str(error), (*path, "order", *place)) from None
    except ModelError as error:
        raise MalformedRecord(str(error), (*path, "order")) from None


def build_workflow(written: doc.WorkflowDocument, path: Path, authority: str, calls: Calls, limits: Limits) -> Workflow:
    """Return the workflow of a document; one Python frame for each level, since trees may be deep."""
    if isinstance(written, doc.BranchWorkflow):
        return Branch(written.branch, build_contract(written.contract, (*path, "contract"), authority, calls, limits))
    field, (first, second) = _arms(written)
    left = build_workflow(first, (*path, field, 0), authority, calls, limits)
    right = build_workflow(second, (*path, field, 1), authority, calls, limits)
    return placed(path, lambda: _composed_workflow(written, left, right))


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


def refuse_duplicates(written: doc.WorkflowDocument) -> None:
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
