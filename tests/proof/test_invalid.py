"""That an edit has no derivation is found anew, for every reason there is; nobody's word is taken for it."""

import pytest

import execedit_kit as ek
from execedit_kit.proof.verify import verify
from tests.edits.test_invalid import CASES, HISTORY, RULES, SIGNED, TREE
from tests.proof.truth import document
from tests.support.shapes import record

BEFORE = record(TREE, rules=RULES, history=HISTORY)
ALONE = {"branch": "b", "contract": "x"}
BOTH = {"parallel": [ALONE, {"branch": "b#1R", "contract": "y"}], "group": "g"}
EITHER = {"choice": [{"branch": "a", "contract": "x"}, {"branch": "b", "contract": "y"}], "group": "g"}
DONE = {"parallel": [{"branch": "done", "contract": None}, EITHER], "group": "both"}
AGAIN = {"again": {"kind": "fork_parallel", "right": "x"}}
UNEVEN = {"uneven": {"kind": "fork_choice", "left": "p"}}
NOBODY = [ek.fork_parallel("b0"), ek.merge_join("g#1"), ek.fork_choice("g#1#2J")]
GONE = {"parallel": [ALONE, {"branch": "b#2L", "contract": {"sequence": ["y", "z"]}}], "group": "g"}
BACK = ek.restore_replace("b#2L", "k", **SIGNED)
STORED = ek.checkpoint("k", "b#2L")

OTHERS = [
    (record({"branch": "b", "contract": None}, rules=UNEVEN), ek.fork_choice("b", rule="uneven"), "at once"),
    (record(DONE, history=[ek.checkpoint("k", "done")]), ek.restore_replace("a", "k", **SIGNED), "at once"),
    (record(ALONE, rules=AGAIN), ek.fork_parallel("b", rule="again"), "copies"),
    (record(ALONE, calls={"x#1L": "x"}), ek.fork_choice("b"), "x#1L"),
    (record(BOTH), ek.fork_parallel("b"), "b#1R"),
    (record({**BOTH, "group": "g#1"}), ek.fork_parallel("b#1R"), "g#1"),
    (record(GONE, history=[STORED, ek.call("y"), BACK]), ek.fork_choice("b"), "b#2L"),
    (record({"branch": "b0", "contract": None}, history=NOBODY), ek.merge_select("g#3", "left"), "owner"),
]
QUESTIONS = [*((BEFORE, edit, said.split()[-1]) for edit, _, said in CASES), *OTHERS]


@pytest.mark.parametrize(("asked", "edit", "said"), QUESTIONS, ids=[str(edit.document()) for _, edit, _ in QUESTIONS])
def test_it_is_confirmed_and_nothing_else_is(asked, edit, said):
    answer = ek.check(asked, edit)
    assert answer.verdict == "invalid"
    found = verify(asked, document(answer))
    assert found, found
    assert found.reason.startswith("invalid; ")
    for other in (ek.check(BEFORE, ek.merge_join("both")), ek.check(record(EITHER, policy={"never": "x"}))):
        forged = {**document(other), "edit": edit.document(), "record": asked.digest}
        refused = verify(asked, forged)
        assert (refused.confirmed, refused.at) == (False, ("verdict",))
        assert "no derivation" in refused.reason


@pytest.mark.parametrize(
    "edit",
    [
        ek.fork_choice("a", rule="fc"),
        ek.fork_parallel("c"),
        ek.restore_live("c", "k"),
        ek.restore_replace("c", "k", rule="rr", **SIGNED),
        ek.merge_select("either", "left", **SIGNED),
        ek.merge_join("both", rule="mj"),
    ],
)
def test_an_edit_that_has_a_derivation_is_not_invalid(edit):
    forged = {
        "format": "check-answer/1",
        "verdict": "invalid",
        "edit": edit.document(),
        "record": BEFORE.digest,
        "why": "there is no such branch",
    }
    found = verify(BEFORE, forged)
    assert (found.confirmed, found.at) == (False, ("verdict",))
    assert verify(BEFORE, ek.check(BEFORE, edit))


def test_a_name_that_is_free_again():
    """The branch is gone, and nothing was done in it."""
    asked = record(GONE, history=[STORED, BACK])
    answer = ek.check(asked, ek.fork_choice("b"))
    assert answer
    assert verify(asked, answer)


def test_the_workflow_as_it_stands_is_never_invalid():
    forged = {"format": "check-answer/1", "verdict": "invalid", "record": BEFORE.digest, "why": "no"}
    assert verify(BEFORE, forged).at == ("verdict",)
