"""Records and answers as pandas DataFrames."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from execedit_kit.check.answer import Accepted, Answer, Invalid, Rejected
from execedit_kit.draw.calls import call_states
from execedit_kit.draw.labels import asked
from execedit_kit.library import stories
from execedit_kit.record.errors import KitError
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.workflow import Choice, Parallel, Workflow, branches, groups, meaning

if TYPE_CHECKING:
    import pandas as pd

MOST_RESULTS = 10_000


def examples() -> pd.DataFrame:
    """Return the shipped records: one row a question, with the verdict it teaches.

    Returns
    -------
    DataFrame
        Columns ``name``, ``title``, ``ask``, ``edit``, ``verdict``, ``teaches``.
    """
    rows = [
        {
            "name": name,
            "title": story["title"],
            "ask": question["ask"],
            "edit": question.get("edit"),
            "verdict": question["verdict"],
            "teaches": question["teaches"],
        }
        for name, story in stories().items()
        for question in story["questions"]
    ]
    return _frame(rows, ["name", "title", "ask", "edit", "verdict", "teaches"])


def calls(value: ExecutionRecord | Answer) -> pd.DataFrame:
    """Return every call of a record, or of the record with an answer's edit.

    Returns
    -------
    DataFrame
        Columns ``call``, ``action``, ``label``, ``state`` (processed, enabled, waiting, lost, outside), ``mode`` (new
        or reuse: as it was, or as it would be now), ``branch``, ``number`` (of a processed call, in order from 1) and,
        for an answer, ``made_by_edit`` (what the call is a copy of, or ``added``).
    """
    columns = ["call", "action", "label", "state", "mode", "branch", "number"]
    if isinstance(value, ExecutionRecord):
        states = call_states(value)
        made: Mapping[str, str] = {}
    else:
        derived = None if isinstance(value, Invalid) else value.derivation
        states = call_states(value.record, derived)
        made = {} if derived is None else {c: derived.copies.get(c, "added") for c in derived.calls}
        columns.append("made_by_edit")
    rows = [
        {name: getattr(one, name, None) for name in columns} | {"made_by_edit": made.get(call)}
        for call, one in states.items()
    ]
    frame = _frame(rows, columns)
    return frame.astype({"number": "Int64"})


def results(value: ExecutionRecord | Answer, limit: int = MOST_RESULTS) -> pd.DataFrame:
    """Return the results of the current workflow or, for an answer, of the edited one.

    Returns
    -------
    DataFrame
        Columns ``result``, ``calls``, ``order`` (covering pairs, before and after), ``authorities`` and ``branch``
        (those that the result's calls stand in). `limit` is the most rows.
    """
    record, tree = _workflow(value)
    where = {call: branch.name for branch in branches(tree) for call in branch.contract.calls}
    rows = [
        {
            "result": one.name,
            "calls": list(one.calls),
            "order": [f"{first} < {then}" for first, then in one.order],
            "authorities": sorted(one.authorities or {record.registration.authority}),
            "branch": list(dict.fromkeys(where[call] for call in one.calls)),
        }
        for one in islice(meaning(tree).results, limit)
    ]
    return _frame(rows, ["result", "calls", "order", "authorities", "branch"])


def rounds(answer: Accepted | Rejected, limit: int = 100) -> pd.DataFrame:
    """Return the rounds of an answer's check, with what falls in each and why.

    Returns
    -------
    DataFrame
        Columns ``round``, ``size``, ``removed`` (pairs), ``prefix``, ``missing`` and ``reason``: one row for each
        prefix that falls, at most `limit` in a round; a round in which nothing falls has one row without.
    """
    rows: list[dict[str, Any]] = []
    before = None
    for step in _checked(answer).steps():
        fixed = {"round": step.number, "size": step.size, "removed": 0 if before is None else before - step.size}
        before = step.size
        fallen = [
            {**fixed, "prefix": list(one.prefix), "missing": list(one.missing), "reason": one.reason}
            for one in step.removals[:limit]
        ]
        rows += fallen or [{**fixed, "prefix": None, "missing": None, "reason": ""}]
    return _frame(rows, ["round", "size", "removed", "prefix", "missing", "reason"], exact=("size", "removed"))


def executions(answer: Answer, limit: int = 100) -> pd.DataFrame:
    """Return the first safe executions of an answer, in a stable order; none when there are none.

    Returns
    -------
    DataFrame
        Columns ``calls``, ``modes`` (new or reuse, call by call), ``labels`` (what they add to the log) and
        ``results`` (those they complete).
    """
    columns = ["calls", "modes", "labels", "results"]
    rows: list[dict[str, Any]] = []
    if not isinstance(answer, Accepted):
        return _frame(rows, columns)
    actions = _actions(answer)
    for one in islice(answer.executions(), limit):
        labels = [
            answer.record.label(actions[c]) for c, mode in zip(one.calls, one.modes, strict=True) if mode == "new"
        ]
        rows.append(
            {"calls": list(one.calls), "modes": list(one.modes), "labels": labels, "results": list(one.results)}
        )
    return _frame(rows, columns)


def log(value: ExecutionRecord | Answer) -> pd.DataFrame:
    """Return the authorization log Δ, in order.

    Returns
    -------
    DataFrame
        Columns ``action``, ``label``, ``call`` (the call that authorized it; none when that was before the record),
        ``request`` (queued, sent, returned or earlier) and ``value`` (its return, as JSON).
    """
    record = value if isinstance(value, ExecutionRecord) else value.record
    by = {done.action: done.call for done in record.processed if done.mode == "new"}
    rows = [
        {
            "action": action,
            "label": record.label(action),
            "call": by.get(action),
            "request": _request(record, action),
            "value": record.returns.get(action),
        }
        for action in record.log
    ]
    return _frame(rows, ["action", "label", "call", "request", "value"])


def checkpoints(value: ExecutionRecord | Answer) -> pd.DataFrame:
    """Return the checkpoints of a record.

    Returns
    -------
    DataFrame
        Columns ``checkpoint``, ``branch``, ``after`` (how many events came before it), ``progress`` (calls the branch
        had processed), ``calls`` (those it still had to do) and ``results`` (how many).
    """
    record = value if isinstance(value, ExecutionRecord) else value.record
    rows = [
        {
            "checkpoint": one.name,
            "branch": one.branch,
            "after": one.position,
            "progress": list(one.progress),
            "calls": list(one.contract.calls),
            "results": len(one.contract.results),
        }
        for one in record.checkpoints.values()
    ]
    return _frame(rows, ["checkpoint", "branch", "after", "progress", "calls", "results"])


def required(answer: Answer) -> pd.DataFrame:
    """Return the required results in the edited region, and what becomes of each.

    Returns
    -------
    DataFrame
        Columns ``part``, ``result``, ``account`` (still required, satisfied, removed), ``authorities``, ``covered_by``.
    """
    derived = None if isinstance(answer, Invalid) else answer.derivation
    rows = [
        {
            "part": one.part,
            "result": one.result,
            "account": one.account,
            "authorities": sorted(one.authorities or {answer.record.registration.authority}),
            "covered_by": list(one.covered_by),
        }
        for one in (() if derived is None else derived.required)
    ]
    return _frame(rows, ["part", "result", "account", "authorities", "covered_by"])


def workflow(value: ExecutionRecord | Answer) -> pd.DataFrame:
    """Return the branches and named groups of the current workflow or, for an answer, of the edited one.

    Returns
    -------
    DataFrame
        Columns ``name``, ``kind`` (branch, choice, parallel), ``selected`` (of a choice), ``results``, ``calls``.
    """
    _, tree = _workflow(value)
    rows: list[dict[str, Any]] = [_group(one) for one in groups(tree)]
    for leaf in branches(tree):
        counts = {"results": len(leaf.contract.results), "calls": len(leaf.contract.calls)}
        rows.append({"name": leaf.name, "kind": "branch", "selected": None, **counts})
    return _frame(rows, ["name", "kind", "selected", "results", "calls"]).astype({"results": "Int64", "calls": "Int64"})


def _group(group: Choice | Parallel) -> dict[str, Any]:
    chosen = group.selected if isinstance(group, Choice) else None
    kind = "choice" if isinstance(group, Choice) else "parallel"
    return {"name": group.group, "kind": kind, "selected": chosen, "results": None, "calls": None}


def _request(record: ExecutionRecord, action: str) -> str:
    if action in record.returns:
        return "returned"
    if action in record.sent:
        return "sent"
    return "queued" if action in record.queued else "earlier"


def _workflow(value: ExecutionRecord | Answer) -> tuple[ExecutionRecord, Workflow]:
    if isinstance(value, ExecutionRecord):
        return value, value.workflow
    derived = None if isinstance(value, Invalid) else value.derivation
    return value.record, value.record.workflow if derived is None else derived.target


def _actions(answer: Accepted) -> Mapping[str, str]:
    problem = answer.graph.problem
    return dict(zip(problem.calls, problem.actions, strict=True))


def _checked(answer: Answer) -> Accepted | Rejected:
    if isinstance(answer, Invalid):
        raise KitError(f"there are no rounds: {asked(answer.edit)} is invalid, {answer.why}")
    return answer


def _frame(rows: Iterable[Mapping[str, Any]], columns: Sequence[str], *, exact: Sequence[str] = ()) -> pd.DataFrame:
    """Return rows as a DataFrame; whole numbers in `exact` columns stay exact, however large."""
    import pandas as pd

    listed = list(rows)
    return pd.DataFrame(
        {
            name: pd.Series([row.get(name) for row in listed], dtype=object if name in exact else None)
            for name in columns
        },
        columns=list(columns),
    )
