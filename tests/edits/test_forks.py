"""ForkChoice and ForkParallel: (copy_L C ▷ E_L) ⊕ or ∥ (copy_R C ▷ E_R)."""

import pytest

import execedit_kit as ek
from execedit_kit.edits.derive import derive
from tests.support.shapes import account, record, shape, target

FORKS = [(ek.fork_choice, ("choice", "g#1", "open")), (ek.fork_parallel, ("parallel", "g#1"))]


@pytest.mark.parametrize(("fork", "group"), FORKS)
def test_both_copies_are_freshly_named_and_nothing_is_added(fork, group):
    before = record({"branch": "b", "contract": {"sequence": ["x", "y"]}})
    assert target(before, fork("b")) == (*group, ("b#1L", "x#1L y#1L"), ("b#1R", "x#1R y#1R"))
    assert account(before, fork("b")) == {
        "left copy": [("still required", "owner")],
        "right copy": [("still required", "owner")],
    }


@pytest.mark.parametrize(("fork", "group"), FORKS)
def test_a_rule_adds_its_calls_after_each_copy(fork, group):
    """A side that the rule leaves out adds nothing."""
    rules = {
        "both": {"kind": fork("b").kind, "left": "p", "right": {"parallel": ["p", "q"]}},
        "one": {"kind": fork("b").kind, "right": {"choice": ["p", "q"]}},
    }
    before = record({"branch": "b", "contract": "x"}, rules=rules)
    assert target(before, fork("b", rule="both")) == (
        *group,
        ("b#1L", "x#1L p#1L"),
        ("b#1R", "x#1R p#1R q#1R | x#1R q#1R p#1R"),
    )
    assert target(before, fork("b", rule="one")) == (
        *group,
        ("b#1L", "x#1L"),
        ("b#1R", "x#1R p#1R", "x#1R q#1R"),
    )


def test_a_fork_of_a_finished_branch_adds_what_the_rule_says():
    rules = {"r": {"kind": "fork_choice", "left": "x", "right": "y"}}
    before = record({"branch": "b", "contract": None}, rules=rules)
    assert target(before, ek.fork_choice("b", rule="r")) == (
        "choice",
        "g#1",
        "open",
        ("b#1L", "x#1L"),
        ("b#1R", "y#1R"),
    )


def test_copies_keep_order_results_action_and_authority():
    contract = {
        "results": {
            "o": {"calls": ["x", "y", "z"], "order": [["z", "x"]], "authority": "alice"},
            "p": {"calls": ["x", "w"]},
            "twin": {"calls": ["x", "w"]},
        }
    }
    before = record(
        {"branch": "b", "contract": contract}, calls={"x": "d", "y": "d", "z": "e", "w": "e"}, authority="bob"
    )
    fork = derive(before, ek.fork_parallel("b"))
    assert shape(fork.after)[2] == (
        "b#1L",
        "y#1L z#1L x#1L | z#1L x#1L y#1L | z#1L y#1L x#1L",
        "w#1L x#1L | x#1L w#1L",
        "w#1L x#1L | x#1L w#1L",
    )
    assert fork.calls == {f"{call}#1{mark}": action for mark in "LR" for call, action in before.calls.items()}
    assert fork.copies == {f"{call}#1{mark}": call for mark in "LR" for call in "xyzw"}
    assert fork.origins == {"b#1L": "b", "b#1R": "b"}
    assert account(before, ek.fork_parallel("b")) == {
        f"{side} copy": [("still required", "alice"), ("still required", "bob"), ("still required", "bob")]
        for side in ("left", "right")
    }


def test_only_what_is_left_is_copied_and_copies_start_without_progress():
    before = record({"branch": "b", "contract": {"sequence": ["x", "y", "z"]}}, history=[ek.call("x"), ek.call("y")])
    assert target(before, ek.fork_choice("b")) == ("choice", "g#1", "open", ("b#1L", "z#1L"), ("b#1R", "z#1R"))
    after = ek.advance(before, ek.fork_choice("b"))
    assert after.progress("b") == ("x", "y")
    assert after.progress("b#1L") == after.progress("b#1R") == ()
    assert ek.advance(after, ek.call("z#1R")).progress("b#1R") == ("z#1R",)


def test_what_a_rule_adds_is_no_copy():
    rules = {"r": {"kind": "fork_choice", "left": "p", "right": {"sequence": ["p", "x'"]}}}
    before = record({"branch": "b", "contract": "x"}, calls={"x'": "x"}, rules=rules)
    fork = derive(before, ek.fork_choice("b", rule="r"))
    assert fork.added == ("p#1L", "p#1R", "x'#1R")
    assert fork.calls == {"x#1L": "x", "p#1L": "p", "x#1R": "x", "p#1R": "p", "x'#1R": "x"}


def test_a_combined_result_is_required_by_both_authorities():
    rules = {"r": {"kind": "fork_choice", "left": "p", "right": "q", "authority": "alice"}}
    before = record({"branch": "b", "contract": "x"}, rules=rules, authority="bob")
    fork = derive(before, ek.fork_choice("b", rule="r"))
    assert [result.authorities for result in fork.after.left.contract.results] == [{"alice", "bob"}]
    assert account(before, fork.request)["left copy"] == [("still required", "bob")], "what was required before"


def test_a_fork_inside_a_choice_inside_a_sequence():
    tree = {
        "sequence": [
            {
                "choice": [{"branch": "a", "contract": "x"}, {"branch": "b", "contract": {"sequence": ["y", "z"]}}],
                "group": "either",
            },
            {"branch": "c", "contract": "w"},
        ]
    }
    before = record(tree)
    assert target(before, ek.fork_parallel("b")) == (
        "sequence",
        (
            "choice",
            "either",
            "open",
            ("a", "x"),
            ("parallel", "g#1", ("b#1L", "y#1L z#1L"), ("b#1R", "y#1R z#1R")),
        ),
        ("c", "w"),
    )
    chosen = ek.advance(before, ek.call("y"))
    assert target(chosen, ek.fork_choice("b")) == (
        "sequence",
        (
            "choice",
            "either",
            "right",
            ("a", "x"),
            ("choice", "g#1", "open", ("b#1L", "z#1L"), ("b#1R", "z#1R")),
        ),
        ("c", "w"),
    )
    passed = ek.advance(chosen, ek.call("z"))
    assert target(passed, ek.fork_choice("c"))[2] == ("choice", "g#1", "open", ("c#1L", "w#1L"), ("c#1R", "w#1R"))


def test_a_fork_of_a_fork_counts_on():
    before = record({"branch": "b", "contract": "x"}, history=[ek.fork_parallel("b"), ek.call("x#1R")])
    assert before.edits == 1
    again = ek.fork_choice("b#1L")
    assert target(before, again) == (
        "parallel",
        "g#1",
        ("choice", "g#2", "open", ("b#1L#2L", "x#1L#2L"), ("b#1L#2R", "x#1L#2R")),
        ("b#1R", ""),
    )
    fork = derive(before, again)
    assert fork.number == 2
    assert fork.copies == {"x#1L#2L": "x#1L", "x#1L#2R": "x#1L"}
    assert fork.calls == {"x#1L#2L": "x", "x#1L#2R": "x"}
    after = ek.advance(before, again)
    assert after.origins == {"b#1L": ("b", 1), "b#1R": ("b", 1), "b#1L#2L": ("b#1L", 2), "b#1L#2R": ("b#1L", 2)}
    assert after.mode("x#1L#2L") == "reuse", "the other copy has authorized the action"


def test_two_forks_side_by_side_name_their_calls_apart():
    tree = {"parallel": [{"branch": "a", "contract": "x"}, {"branch": "b", "contract": "y"}], "group": "g"}
    after = record(tree, history=[ek.fork_choice("b"), ek.fork_choice("a")])
    assert shape(after.workflow) == (
        "parallel",
        "g",
        ("choice", "g#2", "open", ("a#2L", "x#2L"), ("a#2R", "x#2R")),
        ("choice", "g#1", "open", ("b#1L", "y#1L"), ("b#1R", "y#1R")),
    )
