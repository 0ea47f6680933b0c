"""MergeSelect: carry T_w ; E_J; and MergeJoin: join(carry T_L, carry T_R) ; E_J."""

import pytest

import execedit_kit as ek
from execedit_kit.edits.derive import derive
from execedit_kit.record.workflow import enabled
from tests.support.shapes import account, record, shape, target

LEFT = {"branch": "a", "contract": {"sequence": ["x", "y"]}}
RIGHT = {"branch": "b", "contract": {"choice": ["z", "w"], "authority": "bob"}}
CHOICE = {"choice": [LEFT, RIGHT], "group": "g"}
PARALLEL = {"parallel": [LEFT, RIGHT], "group": "g"}
RULES = {
    "s": {"kind": "merge_select", "join": {"parallel": ["p", "q"]}},
    "j": {"kind": "merge_join", "join": "p", "authority": "alice"},
}


def test_selecting_carries_the_winner_and_removes_the_loser():
    before = record(CHOICE)
    left = ek.merge_select("g", "left", signed_by=["bob"])
    assert target(before, left) == ("sequence", ("a", "x y"), ("g#1J", ""))
    assert account(before, left) == {
        "winner": [("still required", "owner")],
        "loser": [("removed", "bob"), ("removed", "bob")],
    }
    right = ek.merge_select("g", "right", signed_by=["owner"])
    assert target(before, right) == ("sequence", ("b", "z", "w"), ("g#1J", ""))
    assert account(before, right) == {
        "winner": [("still required", "bob"), ("still required", "bob")],
        "loser": [("removed", "owner")],
    }


def test_a_merge_copies_nothing_and_names_what_its_rule_adds_after_the_group():
    before = record(CHOICE, rules=RULES)
    merge = derive(before, ek.merge_select("g", "left", rule="s", signed_by=["bob"]))
    assert shape(merge.target) == ("sequence", ("a", "x y"), ("g#1J", "p#1J q#1J | q#1J p#1J"))
    assert merge.copies == {}
    assert merge.calls == {"p#1J": "p", "q#1J": "q"}
    assert merge.added == ("p#1J", "q#1J")
    assert merge.origins == {"g#1J": "g"}


def test_selecting_the_arm_that_has_moved_keeps_its_progress_and_still_removes_the_loser():
    """Also when the choice was already made, the loser's results need their authority's signature."""
    before = record(CHOICE, history=[ek.call("x")])
    unsigned = ek.check(before, ek.merge_select("g", "left"))
    assert unsigned.broken == "signature"
    assert "bob" in unsigned.why
    edit = ek.merge_select("g", "left", signed_by=["bob"])
    assert target(before, edit) == ("sequence", ("a", "y"), ("g#1J", ""))
    assert account(before, edit)["loser"] == [("removed", "bob"), ("removed", "bob")]
    after = ek.advance(before, edit)
    assert after.progress("a") == ("x",)
    assert [call for call, _ in enabled(after.workflow)] == ["y"]


def test_a_loser_with_nothing_to_do_needs_a_signature_too():
    tree = {"choice": [{"branch": "a", "contract": None}, {"branch": "b", "contract": {}}], "group": "g"}
    assert ek.check(record(tree), ek.merge_select("g", "left")).broken == "signature"
    assert account(record(tree), ek.merge_select("g", "left", signed_by=["owner"])) == {
        "winner": [("still required", "owner")],
        "loser": [("removed", "owner")],
    }


def test_joining_carries_both_arms_and_then_adds():
    before = record(PARALLEL, rules=RULES, history=[ek.call("w"), ek.call("x")])
    edit = ek.merge_join("g", rule="j")
    assert target(before, edit) == ("sequence", ("join", ("a", "y"), ("b", "")), ("g#1J", "p#1J"))
    assert account(before, edit) == {
        "left arm": [("still required", "owner")],
        "right arm": [("still required", "bob")],
    }
    after = ek.advance(before, edit)
    assert (after.progress("a"), after.progress("b")) == (("x",), ("w",))
    assert after.workflow.right.contract.results[0].authorities == {"alice"}
    with pytest.raises(ek.RefusedStep):
        ek.advance(after, ek.call("p#1J"))
    assert ek.advance(after, ek.call("y"), ek.call("p#1J")).progress("g#1J") == ("p#1J",)


def test_a_join_without_a_rule_adds_nothing_and_loses_its_name():
    after = record(PARALLEL, history=[ek.merge_join("g")])
    assert shape(after.workflow) == ("sequence", ("join", ("a", "x y"), ("b", "z", "w")), ("g#1J", ""))
    again = ek.check(after, ek.merge_join("g"))
    assert (again.verdict, again.broken) == ("invalid", "group")


def test_nested_groups_are_merged_from_the_inside_or_the_outside():
    tree = {
        "parallel": [
            {"choice": [{"branch": "a", "contract": "x"}, {"branch": "b", "contract": "y"}], "group": "inner"},
            {"parallel": [{"branch": "c", "contract": "z"}, {"branch": "d", "contract": "w"}], "group": "other"},
        ],
        "group": "outer",
    }
    before = record(tree)
    select = ek.merge_select("inner", "right", signed_by=["owner"])
    assert target(before, select) == (
        "parallel",
        "outer",
        ("sequence", ("b", "y"), ("inner#1J", "")),
        ("parallel", "other", ("c", "z"), ("d", "w")),
    )
    outside = ek.merge_join("outer")
    arms = ("choice", "inner", "open", ("a", "x"), ("b", "y")), ("parallel", "other", ("c", "z"), ("d", "w"))
    assert target(before, outside) == ("sequence", ("join", *arms), ("outer#1J", ""))
    assert account(before, outside) == {
        "left arm": [("still required", "owner"), ("still required", "owner")],
        "right arm": [("still required", "owner")],
    }
    both = ek.advance(before, outside, select, ek.merge_join("other"))
    assert shape(both.workflow) == (
        "sequence",
        (
            "join",
            ("sequence", ("b", "y"), ("inner#2J", "")),
            ("sequence", ("join", ("c", "z"), ("d", "w")), ("other#3J", "")),
        ),
        ("outer#1J", ""),
    )


def test_losing_a_whole_tree_removes_every_result_of_its_meaning():
    tree = {
        "choice": [
            {"branch": "a", "contract": "x"},
            {
                "parallel": [
                    {"branch": "b", "contract": {"choice": ["y", "z"], "authority": "bob"}},
                    {"branch": "c", "contract": {"choice": ["u", "v", "w"], "authority": "alice"}},
                ],
                "group": "inner",
            },
        ],
        "group": "g",
    }
    edit = ek.merge_select("g", "left", signed_by=["alice", "bob"])
    assert account(record(tree), edit)["loser"] == [("removed", "alice", "bob")] * 6
    for signed in (["alice"], ["bob"], ["owner"]):
        assert ek.check(record(tree), ek.merge_select("g", "left", signed_by=signed)).broken == "signature"


def test_a_merge_of_what_a_fork_made_is_named_after_its_group():
    before = record({"branch": "b", "contract": "x"}, rules=RULES, history=[ek.fork_choice("b")])
    edit = ek.merge_select("g#1", "right", rule="s", signed_by=["owner"])
    assert target(before, edit) == ("sequence", ("b#1R", "x#1R"), ("g#1#2J", "p#2J q#2J | q#2J p#2J"))
