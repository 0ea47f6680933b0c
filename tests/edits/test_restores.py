"""Checkpoint, RestoreReplace: copy_k C_k; and RestoreLive: carry C ∥_g copy_k C_k."""

import pytest

import execedit_kit as ek
from execedit_kit.edits.derive import derive
from tests.support.shapes import account, record, target

SEQUENCE = {"branch": "b", "contract": {"sequence": ["x", "y", "z"]}}
MIDWAY = (ek.call("x"), ek.checkpoint("k", "b"), ek.call("y"))


def test_a_checkpoint_stores_what_is_left_and_what_was_done_and_changes_nothing_else():
    before = record(SEQUENCE, history=[ek.call("x")])
    after = ek.advance(before, ek.checkpoint("k", "b"))
    stored = after.checkpoints["k"]
    assert (stored.name, stored.branch, stored.progress) == ("k", "b", ("x",))
    assert stored.contract == before.workflow.contract
    for what in ("workflow", "log", "processed", "calls", "queued", "edits", "policy_state", "origins"):
        assert getattr(after, what) == getattr(before, what), what
    later = ek.advance(after, ek.call("y"))
    assert later.checkpoints["k"] == stored, "immutable"


def test_a_checkpoint_needs_an_unused_name_and_a_current_branch():
    tree = {"sequence": [SEQUENCE, {"branch": "later", "contract": "w"}]}
    before = record(tree, history=[ek.checkpoint("k", "b")])
    for checkpoint, what in [(("k", "b"), "k"), (("l", "later"), "later"), (("l", "nowhere"), "nowhere")]:
        with pytest.raises(ek.RefusedStep, match=what):
            ek.advance(before, ek.checkpoint(*checkpoint))


def test_restoring_beside_a_branch_carries_it_on_and_copies_the_checkpoint():
    before = record(SEQUENCE, history=MIDWAY)
    edit = ek.restore_live("b", "k")
    assert target(before, edit) == ("parallel", "g#1", ("b", "z"), ("b#1k", "y#1k z#1k"))
    assert account(before, edit) == {
        "current branch": [("still required", "owner")],
        "checkpoint": [("still required", "owner")],
    }
    restore = derive(before, edit)
    assert restore.copies == {"y#1k": "y", "z#1k": "z"}
    assert restore.origins == {"b#1k": "k"}
    after = ek.advance(before, edit)
    assert after.progress("b") == ("x", "y"), "carry keeps progress"
    assert after.progress("b#1k") == (), "a copy starts without"
    assert after.origins == {"b#1k": ("k", 1)}
    assert (after.mode("y#1k"), after.mode("z#1k")) == ("reuse", "new")


def test_restoring_instead_of_unfinished_work_removes_it_with_a_signature():
    before = record(SEQUENCE, history=MIDWAY)
    edit = ek.restore_replace("b", "k", signed_by=["owner"])
    assert target(before, edit) == ("b#1k", "y#1k z#1k")
    assert account(before, edit) == {
        "current branch": [("removed", "owner")],
        "checkpoint": [("still required", "owner")],
    }


def test_restoring_instead_of_finished_work_needs_no_signature():
    before = record(SEQUENCE, history=[*MIDWAY, ek.call("z")])
    edit = ek.restore_replace("b", "k")
    assert target(before, edit) == ("b#1k", "y#1k z#1k")
    assert account(before, edit) == {
        "current branch": [("satisfied", "owner")],
        "checkpoint": [("still required", "owner")],
    }


def test_every_result_that_is_left_is_removed_and_every_one_of_the_checkpoint_is_required():
    contract = {
        "results": {
            "o": {"calls": ["x", "y"], "authority": "alice"},
            "p": {"calls": ["x", "z"], "authority": "bob"},
            "q": {"calls": ["w"]},
        }
    }
    before = record({"branch": "b", "contract": contract}, history=[ek.checkpoint("k", "b"), ek.call("x")])
    edit = ek.restore_replace("b", "k", signed_by=["bob", "alice"])
    assert account(before, edit) == {
        "current branch": [("removed", "alice"), ("removed", "bob")],
        "checkpoint": [("still required", "alice"), ("still required", "bob"), ("still required", "owner")],
    }
    for signed in ([], ["alice"], ["bob"], ["owner"]):
        refused = ek.check(before, ek.restore_replace("b", "k", signed_by=signed))
        assert refused.broken == "signature"
        for name in {"alice", "bob"} - set(signed):
            assert name in refused.why


def test_a_checkpoint_of_a_branch_that_is_gone_is_restored_over_another():
    """Its branch lost a choice, whose arm went on, and the choice was merged away."""
    contracts = {name: {"sequence": calls} for name, calls in (("a", ["x", "y"]), ("b", ["z", "w"]))}
    tree = {"choice": [{"branch": name, "contract": contracts[name]} for name in "ab"], "group": "g"}
    history = [ek.checkpoint("k", "a"), ek.call("z"), ek.merge_select("g", "right", signed_by=["owner"])]
    before = record(tree, history=history)
    instead = ek.restore_replace("b", "k", signed_by=["owner"])
    assert target(before, instead) == ("sequence", ("a#2k", "x#2k y#2k"), ("g#1J", ""))
    assert derive(before, instead).origins == {"a#2k": "k"}
    finished = ek.advance(before, ek.call("w"))
    assert ek.check(finished, instead).broken == "branch", "it is not current any more"
    assert target(finished, ek.restore_live("g#1J", "k")) == (
        "sequence",
        ("b", ""),
        ("parallel", "g#2", ("g#1J", ""), ("a#2k", "x#2k y#2k")),
    )


def test_a_checkpoint_is_restored_again_and_again():
    before = record({"branch": "b", "contract": "x"}, history=[ek.checkpoint("k", "b"), ek.restore_live("b", "k")])
    assert target(before, ek.restore_live("b#1k", "k")) == (
        "parallel",
        "g#1",
        ("b", "x"),
        ("parallel", "g#2", ("b#1k", "x#1k"), ("b#2k", "x#2k")),
    )


def test_a_restore_inside_nested_groups():
    tree = {
        "parallel": [
            {"branch": "a", "contract": "w"},
            {"sequence": [{"branch": "b", "contract": {"sequence": ["x", "y"]}}, {"branch": "c", "contract": "z"}]},
        ],
        "group": "g",
    }
    before = record(tree, history=[ek.checkpoint("k", "b"), ek.call("x"), ek.call("y")])
    assert target(before, ek.restore_replace("c", "k", signed_by=["owner"])) == (
        "parallel",
        "g",
        ("a", "w"),
        ("sequence", ("b", ""), ("b#1k", "x#1k y#1k")),
    )
    assert target(before, ek.restore_live("a", "k"))[2] == ("parallel", "g#1", ("a", "w"), ("b#1k", "x#1k y#1k"))


def test_a_checkpoint_of_a_copy_is_named_after_the_copy():
    history = [ek.fork_parallel("b"), ek.checkpoint("k", "b#1L")]
    before = record({"branch": "b", "contract": "x"}, history=history)
    assert target(before, ek.restore_live("b#1R", "k"))[3] == (
        "parallel",
        "g#2",
        ("b#1R", "x#1R"),
        ("b#1L#2k", "x#1L#2k"),
    )
