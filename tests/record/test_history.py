"""A history replays step by step; the first step that was not allowed at its moment is named, and why."""

import json

import pytest

import execedit_kit as ek
from tests.record.documents import SMALL, changed, placed, read

# The school's laptop order: the approval may be reused, and only one supplier is paid.
ORDER = {
    "format": "execution-record/1",
    "authority": "school",
    "actions": {
        "reserve": {"label": "r"},
        "approve": {"label": "a"},
        "pay_L": {"label": "pL"},
        "pay_R": {"label": "pR"},
    },
    "calls": {"xr": "reserve", "xa": "approve", "xpL": "pay_L", "xpR": "pay_R"},
    "policy": {"words": [["r", "a", "pL"], ["r", "a", "pR"]]},
    "rules": {
        "suppliers": {"kind": "fork_choice", "left": "xpL", "right": "xpR"},
        "both": {"kind": "fork_parallel", "left": "xpL", "right": "xpR"},
    },
    "workflow": {"branch": "b0", "contract": {"sequence": ["xr", "xa"]}},
}
# Each of y and z is safe with x, but after x only z is: the rules in force refuse x at the start.
PLANS = {
    "format": "execution-record/1",
    "actions": {"x": {}, "y": {}, "z": {}},
    "policy": {"words": [["x", "z"], ["z", "x"], ["y", "x"]]},
    "workflow": {"branch": "b", "contract": {"parallel": ["x", {"choice": ["y", "z"]}]}},
}
FORK = {"edit": {"fork_choice": {"branch": "b0", "rule": "suppliers"}}}

REFUSED = [
    (ORDER, [{"call": "xa"}], "call 'xa' is not enabled: something must come before it, or its arm was not chosen"),
    (ORDER, [{"call": "xq"}], "there is no call 'xq' left in the workflow; enabled are: xr"),
    (ORDER, [{"call": "xr"}, {"call": "xr"}], "there is no call 'xr' left in the workflow; enabled are: xa"),
    (
        ORDER,
        [{"call": "xr"}, FORK, {"call": "xa"}],
        "there is no call 'xa' left in the workflow; enabled are: xa#1L, xa#1R",
    ),
    (
        changed(PLANS, ("policy",), {"words": [["x"], ["y", "x"], ["z", "x"], ["x", "z"]]}),
        [{"call": "x"}],
        "the rules in force refuse call 'x': after x, result 'x∥y' can no longer be finished: "
        "y would be next, but after x the policy allows only z, not y",
    ),
    (
        changed(SMALL, ("policy",), {"words": [["a"], ["b", "a"]]})
        | {"workflow": {"branch": "b0", "contract": {"parallel": ["a", "b"]}}},
        [{"call": "a"}],
        "the rules in force refuse call 'a': after a, result 'a∥b' can no longer be finished: "
        "b would be next, but after a the policy allows nothing more, not b",
    ),
    (
        changed(SMALL, ("policy",), {"before": ["b", "a"]})
        | {"workflow": {"branch": "b0", "contract": {"parallel": ["a", "b"]}}},
        [{"call": "a"}],
        "call 'a' is refused: the policy allows no a before b",
    ),
    (
        ORDER,
        [{"checkpoint": "k", "branch": "b0"}, {"call": "xr"}, {"checkpoint": "k", "branch": "b0"}],
        "there is a checkpoint 'k' already; choose another name",
    ),
    (ORDER, [{"checkpoint": "k", "branch": "b1"}], "there is no branch 'b1'; current are: b0"),
    (ORDER, [FORK, {"checkpoint": "k", "branch": "b0"}], "there is no branch 'b0'; current are: b0#1L, b0#1R"),
    (
        ORDER,
        [FORK, {"call": "xr#1L"}, {"checkpoint": "k", "branch": "b0#1R"}],
        "branch 'b0#1R' is not current: it lost a choice, waits for what comes before it, or is over",
    ),
    (ORDER, [{"dispatch": "reserve"}], "nothing waits to be sent, so 'reserve' cannot be dispatched"),
    (
        ORDER,
        [{"call": "xr"}, {"call": "xa"}, {"dispatch": "approve"}],
        "'approve' cannot be dispatched: the oldest queued request is 'reserve'",
    ),
    (
        ORDER,
        [{"call": "xr"}, {"dispatch": "reserve"}, {"dispatch": "reserve"}],
        "nothing waits to be sent, so 'reserve' cannot be dispatched",
    ),
    (
        ORDER,
        [{"call": "xr"}, {"settle": "reserve", "value": 1}],
        "'reserve' cannot be settled: its request has not been sent",
    ),
    (ORDER, [{"settle": "nothing", "value": 1}], "'nothing' cannot be settled: its request has not been sent"),
    (
        ORDER,
        [
            {"call": "xr"},
            {"dispatch": "reserve"},
            {"settle": "reserve", "value": {"seat": 1}},
            {"settle": "reserve", "value": {"seat": 2}},
        ],
        "'reserve' is settled already, with another value",
    ),
    (
        ORDER,
        [
            {"call": "xr"},
            {"dispatch": "reserve"},
            {"settle": "reserve", "value": 1},
            {"settle": "reserve", "value": True},
        ],
        "'reserve' is settled already, with another value",
    ),
    (
        ORDER,
        [{"edit": {"fork_choice": {"branch": "b9"}}}],
        "the edit is invalid: there is no branch 'b9'; current are: b0",
    ),
    (
        ORDER,
        [{"edit": {"fork_choice": {"branch": "b0", "rule": "both"}}}],
        "the edit is invalid: edit rule 'both' is for fork_parallel, not for fork_choice",
    ),
    (
        ORDER,
        [FORK, {"edit": {"merge_select": {"group": "g#1", "winner": "left"}}}],
        "would be removed without the signature of school, who still requires it",
    ),
    (
        ORDER,
        [{"edit": {"fork_parallel": {"branch": "b0", "rule": "both"}}}],
        "the edit is rejected: already now, result ",
    ),
]


def events(history):
    """The history as values, to go on with from a record in Python."""
    made = []
    for event in history:
        match event:
            case {"call": call}:
                made.append(ek.call(call))
            case {"checkpoint": name, "branch": branch}:
                made.append(ek.checkpoint(name, branch))
            case {"dispatch": action}:
                made.append(ek.dispatch(action))
            case {"settle": action, "value": value}:
                made.append(ek.settle(action, value))
            case {"edit": edit}:
                ((kind, fields),) = edit.items()
                made.append(getattr(ek, kind)(**fields))
    return made


IDS = [f"{n}-{says[:50]}" for n, (_, _, says) in enumerate(REFUSED)]


@pytest.mark.parametrize(("document", "history", "says"), REFUSED, ids=IDS)
def test_a_refused_step_is_named_in_the_document(document, history, says):
    error = placed(changed(document, ("history",), history))
    assert error.path == f"$.history[{len(history) - 1}]"
    assert says in error.reason
    read(changed(document, ("history",), history[:-1]))


@pytest.mark.parametrize(("document", "history", "says"), REFUSED, ids=IDS)
def test_going_on_refuses_the_same_step_and_leaves_the_record(document, history, says):
    record = read(changed(document, ("history",), history[:-1]))
    before = record.digest, json.dumps(record.document()), record.processed, record.log, record.queued
    *_, last = events(history)
    with pytest.raises(ek.RefusedStep) as caught:
        ek.advance(record, last)
    assert says in str(caught.value)
    with pytest.raises(ek.RefusedStep):
        ek.advance(read(document), *events(history))
    assert (record.digest, json.dumps(record.document()), record.processed, record.log, record.queued) == before


ALLOWED = [
    (ORDER, [{"call": "xr"}, {"call": "xa"}, FORK, {"call": "xpL#1L"}]),
    (ORDER, [{"checkpoint": "k", "branch": "b0"}, {"call": "xr"}, {"checkpoint": "k2", "branch": "b0"}]),
    (
        ORDER,
        [
            {"call": "xr"},
            {"dispatch": "reserve"},
            {"settle": "reserve", "value": {"a": [1, 2], "b": None}},
            {"settle": "reserve", "value": {"b": None, "a": [1, 2]}},
        ],
    ),
    (ORDER, [{"call": "xr"}, {"call": "xa"}, {"dispatch": "reserve"}, {"dispatch": "approve"}]),
    (
        ORDER,
        [
            {"checkpoint": "k", "branch": "b0"},
            {"call": "xr"},
            {"edit": {"restore_live": {"branch": "b0", "checkpoint": "k"}}},
            {"call": "xr#1k"},
        ],
    ),
    (changed(PLANS, ("policy",), {"words": [["x", "z"], ["x", "y"], ["y", "x"], ["z", "x"]]}), [{"call": "x"}]),
]


@pytest.mark.parametrize(("document", "history"), ALLOWED, ids=range(len(ALLOWED)))
def test_allowed_steps_are_the_same_in_a_document_and_in_python(document, history):
    record = read(changed(document, ("history",), history))
    assert record == ek.advance(read(document), *events(history))
    assert [event.document() for event in record.history] == history
    assert ek.check(record).verdict == "accepted"


def test_a_root_that_is_rejected_may_stand_without_a_history_only():
    rejected = changed(PLANS, ("policy",), {"words": [["x", "z"], ["y", "x"]]})
    assert ek.check(read(rejected)).rounds == (2, 1, 0)
    for step in (
        {"call": "x"},
        {"checkpoint": "k", "branch": "b"},
        {"dispatch": "x"},
        {"edit": {"fork_choice": {"branch": "b"}}},
    ):
        error = placed(changed(rejected, ("history",), [step]))
        assert error.path == "$.history[0]"
        assert error.reason.startswith("nothing may happen, since the workflow is rejected: after x, result 'x∥y'")
        with pytest.raises(ek.RefusedStep, match="nothing may happen, since the workflow is rejected"):
            ek.advance(read(rejected), *events([step]))


def test_only_the_first_refused_step_is_named():
    error = placed(changed(ORDER, ("history",), [{"call": "xr"}, {"call": "zz"}, {"call": "yy"}]))
    assert error.path == "$.history[1]"
    assert "'zz'" in error.reason


def test_a_history_is_checked_under_the_limits():
    document = changed(ORDER, ("history",), [{"call": "xr"}])
    with pytest.raises(ek.LimitError, match="states"):
        ek.record(**{k: v for k, v in document.items() if k != "format"}, limits=ek.Limits(states=1))
