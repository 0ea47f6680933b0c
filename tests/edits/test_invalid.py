"""Every reason why an edit has no derivation, each broken alone. Nothing changes, and the answer says which."""

import pytest

import execedit_kit as ek
from execedit_kit.edits.derivation import InvalidEdit
from execedit_kit.edits.derive import derive
from tests.support.shapes import record

TREE = {
    "sequence": [
        {
            "parallel": [
                {
                    "choice": [
                        {"branch": "a", "contract": {"sequence": ["x", "y"]}},
                        {"branch": "b", "contract": "z"},
                    ],
                    "group": "either",
                },
                {"branch": "c", "contract": "w"},
            ],
            "group": "both",
        },
        {
            "choice": [{"branch": "d", "contract": "u"}, {"branch": "e", "contract": "v"}],
            "group": "late",
        },
    ]
}
RULES = {
    "fc": {"kind": "fork_choice", "left": "p", "right": "q"},
    "uneven": {"kind": "fork_choice", "left": "p"},
    "again": {"kind": "fork_parallel", "right": "x"},
    "mj": {"kind": "merge_join", "join": "p"},
    "rr": {"kind": "restore_replace"},
}
HISTORY = [ek.checkpoint("k", "a"), ek.call("x")]
SIGNED = {"signed_by": ["owner"]}


@pytest.fixture
def before():
    return record(TREE, rules=RULES, history=HISTORY)


CASES = [
    # unknown, lost or waiting names
    (ek.fork_choice("nowhere"), "branch", "nowhere"),
    (ek.fork_parallel("b"), "branch", "lost a choice"),
    (ek.fork_choice("d"), "branch", "waits for what comes before"),
    (ek.restore_live("nowhere", "k"), "branch", "nowhere"),
    (ek.restore_replace("b", "k", **SIGNED), "branch", "'b'"),
    (ek.restore_live("either", "k"), "branch", "either"),
    (ek.restore_replace("c", "l", **SIGNED), "checkpoint", "'l'"),
    (ek.restore_live("c", "a"), "checkpoint", "'a'"),
    (ek.merge_join("nowhere"), "group", "nowhere"),
    (ek.merge_select("late", "left", **SIGNED), "group", "late"),
    (ek.merge_select("a", "left", **SIGNED), "group", "'a'"),
    # the wrong mode, winner or rule
    (ek.merge_select("both", "left", **SIGNED), "group mode", "parallel"),
    (ek.merge_join("either"), "group mode", "choice"),
    (ek.merge_select("either", "middle", **SIGNED), "winner", "middle"),
    (ek.merge_select("either", "right", **SIGNED), "winner", "left"),
    (ek.fork_choice("a", rule="none"), "edit rule", "none"),
    (ek.fork_parallel("a", rule="fc"), "edit rule", "fork_choice"),
    (ek.restore_live("a", "k", rule="rr"), "edit rule", "restore_replace"),
    (ek.restore_replace("a", "k", rule="fc", **SIGNED), "edit rule", "fork_choice"),
    (ek.merge_select("either", "left", rule="mj", **SIGNED), "edit rule", "merge_join"),
    (ek.merge_join("both", rule="fc"), "edit rule", "fork_choice"),
    # removals without their authority
    (ek.restore_replace("a", "k"), "signature", "owner"),
    (ek.restore_replace("a", "k", signed_by=["alice"]), "signature", "owner"),
    (ek.merge_select("either", "left"), "signature", "owner"),
]


@pytest.mark.parametrize(("edit", "broken", "said"), CASES, ids=[f"{c[1]}: {c[0].document()}" for c in CASES])
def test_what_is_broken_is_named(before, edit, broken, said):
    document = before.document()
    answer = ek.check(before, edit)
    assert (answer.verdict, answer.broken) == ("invalid", broken)
    assert said in answer.why
    assert "\n" not in answer.why
    assert not answer
    assert answer.document() == {
        "format": "check-answer/1",
        "verdict": "invalid",
        "edit": edit.document(),
        "record": before.digest,
        "why": answer.why,
    }
    assert before.document() == document
    with pytest.raises(InvalidEdit) as refused:
        derive(before, edit)
    assert refused.value.broken == broken
    with pytest.raises(ek.RefusedStep):
        ek.advance(before, edit)


def test_the_same_requests_are_valid_when_nothing_is_broken(before):
    """Otherwise the cases above might all be invalid for another reason."""
    for edit in (
        ek.fork_choice("a", rule="fc"),
        ek.fork_parallel("c"),
        ek.restore_live("c", "k"),
        ek.restore_replace("c", "k", rule="rr", **SIGNED),
        ek.merge_select("either", "left", **SIGNED),
        ek.merge_join("both", rule="mj"),
    ):
        assert ek.check(before, edit).verdict == "accepted", edit


def test_a_choice_between_something_and_nothing_is_undefined():
    finished = record({"branch": "b", "contract": None}, rules={"uneven": RULES["uneven"]})
    answer = ek.check(finished, ek.fork_choice("b", rule="uneven"))
    assert (answer.verdict, answer.broken) == ("invalid", "composition")


def test_a_restore_that_leaves_an_arm_with_nothing_to_do_is_undefined():
    tree = {
        "parallel": [
            {"branch": "done", "contract": None},
            {"choice": [{"branch": "a", "contract": "x"}, {"branch": "b", "contract": "y"}], "group": "g"},
        ],
        "group": "both",
    }
    before = record(tree, history=[ek.checkpoint("k", "done")])
    answer = ek.check(before, ek.restore_replace("a", "k", **SIGNED))
    assert (answer.verdict, answer.broken) == ("invalid", "composition")
    assert ek.check(before, ek.restore_live("a", "k")).verdict == "accepted"


def test_a_rule_that_adds_the_copied_call_once_more_is_undefined(before):
    """Both would be called x#1R; as soon as x is processed, it is not copied any more."""
    again = {"again": {"kind": "fork_parallel", "right": "x"}}
    first = record({"branch": "b", "contract": {"sequence": ["x", "y"]}}, rules=again)
    assert ek.check(first, ek.fork_parallel("b", rule="again")).broken == "composition"
    later = ek.advance(first, ek.call("x"))
    assert ek.check(later, ek.fork_parallel("b", rule="again")).verdict == "accepted"


@pytest.mark.parametrize(
    ("tree", "calls", "edit"),
    [
        ({"branch": "b", "contract": "x"}, {"x#1L": "x"}, ek.fork_choice("b")),
        (
            {"parallel": [{"branch": "b", "contract": "x"}, {"branch": "b#1R", "contract": "y"}], "group": "g"},
            {},
            ek.fork_parallel("b"),
        ),
        (
            {"parallel": [{"branch": "b", "contract": "x"}, {"branch": "c", "contract": "y"}], "group": "g#1"},
            {},
            ek.fork_parallel("b"),
        ),
    ],
    ids=["call", "branch", "group"],
)
def test_a_new_name_that_is_taken(tree, calls, edit):
    answer = ek.check(record(tree, calls=calls), edit)
    assert (answer.verdict, answer.broken) == ("invalid", "name")
    assert "#1" in answer.why


def test_the_mistakes_are_found_in_one_order_whoever_asks():
    """The branch before the rule, the rule before the checkpoint, and the signature last."""
    before = record({"branch": "b", "contract": "x"})
    broken = [
        ek.check(before, edit).broken
        for edit in (
            ek.restore_replace("nowhere", "k", rule="none"),
            ek.restore_replace("b", "k", rule="none"),
            ek.restore_replace("b", "k"),
        )
    ]
    assert broken == ["branch", "edit rule", "checkpoint"]


def test_a_rejected_workflow_may_be_edited_but_not_gone_on_with():
    """The record without history may have a root that is rejected; an edit of it may be accepted all the same."""
    tree = {"choice": [{"branch": "a", "contract": "x"}, {"branch": "b", "contract": "y"}], "group": "g"}
    before = record(tree, policy={"never": "y"})
    select = ek.merge_select("g", "left", **SIGNED)
    assert ek.check(before).verdict == "rejected"
    assert ek.check(before, select).verdict == "accepted"
    for event in (select, ek.call("x"), ek.checkpoint("k", "a")):
        with pytest.raises(ek.RefusedStep, match="rejected"):
            ek.advance(before, event)
