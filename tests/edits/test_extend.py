"""Extend registers new rules, calls, actions and a larger policy, without touching the current workflow."""

import pytest

import execedit_kit as ek
from execedit_kit.check.replay import read_record
from tests.support.shapes import record, state_of

TREE = {"branch": "b", "contract": {"sequence": ["x", "y"]}}
POLICY = {"words": [["x", "y"]]}
RULES = {"r": {"kind": "fork_choice", "left": "p"}}


@pytest.fixture
def before():
    return record(TREE, policy=POLICY, rules=RULES, history=[ek.call("x"), ek.checkpoint("k", "b")])


@pytest.mark.parametrize(
    "additions",
    [
        {"actions": {"z": {}}},
        {"actions": {"z": {"label": "x", "request": {"to": ["anyone"]}}}},
        {"calls": {"x2": "x"}},
        {"actions": {"z": {}}, "calls": {"z1": "z"}, "rules": {"s": {"kind": "merge_join", "join": "z1"}}},
        {"rules": {"s": {"kind": "fork_parallel", "right": {"sequence": ["y", "x"]}, "authority": "alice"}}},
        {"policy": {"any": True}},
        {"policy": {"words": [["y"], ["x", "y", "y"]]}},
        {"policy": {"all": [{"at_most": ["x", 1]}, {"before": ["x", "y"]}]}},
        {},
    ],
)
def test_what_is_new_is_registered_and_nothing_else_changes(before, additions):
    document = before.document()
    answer = ek.check(before, ek.extend(**additions))
    assert answer.verdict == "accepted"
    assert answer.rounds == ek.check(before).rounds
    after = ek.advance(before, ek.extend(**additions))
    for what in (
        "workflow",
        "history",
        "processed",
        "log",
        "checkpoints",
        "edits",
        "queued",
        "sent",
        "returns",
        "origins",
    ):
        assert getattr(after, what) == getattr(before, what), what
    assert before.document() == document
    wanted = {**document, "policy": additions.get("policy", document["policy"])}
    for field in ("actions", "calls", "rules"):
        wanted[field] = {**document[field], **additions.get(field, {})}
    assert after.document() == wanted
    assert read_record(after.document()) == after
    assert state_of(read_record(wanted)) == state_of(after)


def test_a_new_rule_can_be_used_at_once(before):
    rules = {"s": {"kind": "fork_parallel", "left": "z", "right": "z"}}
    extension = ek.extend(actions={"z": {}}, rules=rules, policy={"words": [["x", "y", "z"]]})
    edit = ek.fork_parallel("b", rule="s")
    assert ek.check(before, edit).broken == "edit rule"
    after = ek.advance(before, extension, edit)
    assert after.calls["z#1L"] == after.calls["z#1R"] == "z"
    assert ek.check(after).safe_executions == 6
    assert read_record(after.document()) == after


def test_a_larger_policy_may_save_what_was_rejected():
    tight = record({"branch": "b", "contract": {"choice": ["x", "y"]}}, policy={"never": "y"})
    assert ek.check(tight).verdict == "rejected"
    assert ek.check(tight, ek.extend(policy={"any": True})).verdict == "accepted"
    assert ek.check(tight, ek.extend(policy={"at_most": ["y", 0]})).verdict == "rejected"


@pytest.mark.parametrize(
    ("additions", "broken", "said"),
    [
        ({"actions": {"x": {}}}, "name", "'x'"),
        ({"actions": {"x": {"label": "other"}}}, "name", "'x'"),
        ({"rules": {"r": {"kind": "merge_join"}}}, "name", "'r'"),
        ({"workflow": TREE}, "name", "workflow"),
        ({"history": []}, "name", "history"),
        ({"authorized": ["y"]}, "name", "authorized"),
        ({"authority": "alice"}, "name", "authority"),
        ({"policy": {"words": [["x"]]}}, "policy", "'x y'"),
        ({"policy": {"never": "x"}}, "policy", "'x'"),
        ({"policy": {"all": [{"any": True}, {"at_most": ["y", 0]}]}}, "policy", "'x y'"),
    ],
)
def test_nothing_registered_may_change_and_no_word_be_lost(before, additions, broken, said):
    document = before.document()
    answer = ek.check(before, ek.extend(**additions))
    assert (answer.verdict, answer.broken) == ("invalid", broken)
    assert said in answer.why
    with pytest.raises(ek.RefusedStep):
        ek.advance(before, ek.extend(**additions))
    assert before.document() == document


def test_a_call_keeps_its_action_whether_it_was_declared_or_not():
    """A call left out of `calls` refers to the action of its own name, also when a later extension declares it."""
    tree = {"branch": "b", "contract": "x"}
    implicit = ek.record(actions=["x", "z"], policy={"any": True}, workflow=tree)
    assert ek.check(implicit, ek.extend(calls={"x": "z"})).broken == "name"
    forked = ek.advance(implicit, ek.fork_choice("b"))
    assert ek.check(forked, ek.extend(calls={"x#1L": "z"})).broken == "name"


@pytest.mark.parametrize(
    "additions",
    [
        {"calls": {"x2": "nothing"}},
        {"rules": {"s": {"kind": "merge_join", "join": "nothing"}}},
        {"rules": {"s": {"kind": "merge_join", "left": "x"}}},
        {"rules": {"s": {"kind": "merge"}}},
        {"policy": {"any": False}},
        {"policy": {"regex": "("}},
        {"actions": {"z": {"lable": "z"}}},
        {"actions": {"": {}}},
    ],
)
def test_what_a_record_may_not_hold_an_extension_may_not_add(before, additions):
    with pytest.raises(ek.MalformedRecord):
        ek.check(before, ek.extend(**additions))


def test_a_rejected_workflow_is_not_extended_while_it_stays_rejected():
    tight = record({"branch": "b", "contract": {"choice": ["x", "y"]}}, policy={"never": "y"})
    with pytest.raises(ek.RefusedStep, match="rejected"):
        ek.advance(tight, ek.extend(actions={"z": {}}))
    assert ek.check(ek.advance(tight, ek.extend(policy={"any": True}))).verdict == "accepted"


def test_an_extension_may_not_register_a_name_that_an_edit_has_made():
    """Read again, the edit would find its name taken."""
    forked = record({"branch": "b", "contract": "x"}, history=[ek.fork_choice("b")])
    for calls in ({"x#1L": "x"}, {"x#1R": "x"}):
        answer = ek.check(forked, ek.extend(calls=calls))
        assert (answer.verdict, answer.broken) == ("invalid", "name")


@pytest.mark.parametrize("additions", [{"actions": None}, {"calls": [["a", "b"]]}, {"rules": "x"}, {"actions": 3}])
def test_an_addition_that_is_no_object_is_malformed(before, additions):
    with pytest.raises(ek.MalformedRecord):
        ek.check(before, ek.extend(**additions))


def test_no_word_is_lost_that_a_new_action_could_spell():
    """A ⊆ A⁺ is about every label that the policy mentions, also one that no action had before."""
    waiting = record({"branch": "b", "contract": "x"}, policy={"words": [["x"], ["z"]]})
    for additions in ({}, {"actions": {"z": {}}}):
        answer = ek.check(waiting, ek.extend(policy={"words": [["x"]]}, **additions))
        assert (answer.verdict, answer.broken) == ("invalid", "policy")


def test_a_call_that_an_edit_made_cannot_be_registered():
    """Otherwise the record would not be read again."""
    forked = ek.advance(ek.load("laptop"), ek.fork_choice("b0", rule="suppliers"))
    answer = ek.check(forked, ek.extend(calls={"xpL#1L": "pay_L"}))
    assert answer.broken == "name"


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ({"words": [["a", "z"], ["z"]]}, {"words": [["a"]]}, "z"),
        ({"any": True}, {"never": "z"}, "z"),
    ],
)
def test_a_policy_may_not_lose_a_word_of_labels_that_no_action_has(old, new, word):
    record = ek.record(actions=["a"], policy=old, workflow={"branch": "b", "contract": "a"})
    answer = ek.check(record, ek.extend(policy=new))
    assert answer.broken == "policy"
    assert repr(word) in answer.why


@pytest.mark.parametrize("additions", [{"actions": ["z"]}, {"rules": None}, {"actions": {"z": 1}}])
def test_an_addition_of_the_wrong_shape_has_a_place(additions):
    with pytest.raises(ek.MalformedRecord):
        ek.check(ek.load("laptop"), ek.extend(**additions))


def test_a_policy_that_forbids_what_was_authorized_before_is_invalid():
    started = record(TREE, policy={"any": True}, authorized=["y"])
    extension = ek.extend(policy={"never": "y"})
    answer = ek.check(started, extension)
    assert (answer.verdict, answer.broken) == ("invalid", "policy")
    assert "the policy never allows y" in answer.why
    with pytest.raises(ek.RefusedStep):
        ek.advance(started, extension)
