"""RequiredBefore = StillRequired ⊎ Satisfied ⊎ AuthorizedRemoval: nothing twice, nothing left out (section 2)."""

from collections import Counter

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

import execedit_kit as ek
from execedit_kit.edits.derivation import InvalidEdit
from execedit_kit.edits.derive import derive
from execedit_kit.record.build import read_edit
from execedit_kit.record.workflow import meaning
from tests.support import reference
from tests.support.generate import EDITS
from tests.support.shapes import state_of
from tests.support.strategies import examples, questions

PARTS = {
    "fork_choice": ("left copy", "right copy"),
    "fork_parallel": ("left copy", "right copy"),
    "restore_replace": ("current branch", "checkpoint"),
    "restore_live": ("current branch", "checkpoint"),
    "merge_select": ("winner", "loser"),
    "merge_join": ("left arm", "right arm"),
}


def expected(state, kind, request):
    """The required results before the edit, part by part: (pomset, authorities) of each, in order."""
    if kind in ("merge_select", "merge_join"):
        group = reference.named(state.tree, None, request["group"])
        arms = [group.left, group.right]
        if request.get("winner") == "right":
            arms.reverse()
        contracts = [reference.meaning(arm) for arm in arms]
    else:
        own = reference.named(state.tree, request["branch"], None).contract
        other = own if kind.startswith("fork") else state.checkpoints[request["checkpoint"]].contract
        contracts = [own, other]
    return dict(zip(PARTS[kind], contracts, strict=True))


def copied(kind, part, n):
    """The mark that the calls of a part get in the target, if they are copied."""
    marks = {"left copy": "L", "right copy": "R", "checkpoint": "k"}
    return f"#{n}{marks[part]}" if part in marks else ""


@pytest.mark.parametrize("kind", EDITS)
@given(data=st.data())
@examples(40)
def test_every_required_result_is_accounted_for_once(kind, data):
    question = data.draw(questions(kind))
    try:
        derivation = derive(question.record, read_edit(question.edit))
    except InvalidEdit:
        assume(False)
    state = reference.replayed(question.document)
    request, n = question.edit[kind], state.edits + 1
    before = expected(state, kind, request)
    names = Counter((required.part, required.result) for required in derivation.required)
    assert set(names.values()) <= {1}, "a result is accounted for twice"
    target = meaning(derivation.target).results
    for part, results in before.items():
        found = [required for required in derivation.required if required.part == part]
        assert len(found) == len(results)
        for required, result in zip(found, results, strict=True):
            event(required.account)
            assert required.account in allowed(kind, part, results)
            # Nobody requires the empty branch of a merge whose rule adds nothing, until somebody would remove it.
            nobody = {state.authority} if required.account == "removed" else set()
            assert required.authorities == (result.authorities or nobody)
            if required.account == "removed":
                assert required.authorities <= set(request["signed_by"])
            if required.account == "still required":
                wanted = renamed(result, copied(kind, part, n))
                assert any(restricted(kept, wanted) for kept in target), "a required result that nothing covers"
                assert required.covered_by
            else:
                assert required.covered_by == ()
    assert len(derivation.required) == sum(map(len, before.values()))
    total = sum(derivation.count(account) for account in ("still required", "satisfied", "removed"))
    assert total == len(derivation.required)


def allowed(kind, part, results):
    """The places of the partition that a result of this part may have."""
    if (kind, part) == ("merge_select", "loser"):
        return {"removed"}
    if (kind, part) == ("restore_replace", "current branch"):
        return {"removed"} if any(result.calls for result in results) else {"satisfied"}
    return {"still required"}


def renamed(result, mark):
    return reference.Result(
        frozenset(call + mark for call in result.calls), frozenset((a + mark, b + mark) for a, b in result.before)
    )


def restricted(kept, wanted):
    """Whether a result of the target, restricted to the calls of a required one, is that result."""
    if not wanted.calls <= set(kept.calls):
        return False
    return closure(kept.order, wanted.calls) == closure(wanted.before, wanted.calls)


def closure(pairs, calls):
    """The order that pairs generate, among some calls."""
    every = set(pairs)
    while more := {(a, d) for a, b in every for c, d in every if b == c} - every:
        every |= more
    return {(a, b) for a, b in every if a in calls and b in calls}


@pytest.mark.parametrize("kind", EDITS)
@given(data=st.data())
@examples(20)
def test_what_covers_a_result_is_named_in_the_target(kind, data):
    """`covered_by` names results of one branch of the target, or of one arm."""
    question = data.draw(questions(kind))
    try:
        derivation = derive(question.record, read_edit(question.edit))
    except InvalidEdit:
        assume(False)
    known = set()
    ahead = [derivation.after]
    while ahead:
        tree = ahead.pop()
        whole = meaning(tree)
        known.update(result.name for result in whole.results)
        if hasattr(tree, "left"):
            ahead += [tree.left, tree.right]
        else:
            known.update(f"{tree.name}: {result.name}" for result in whole.results)
    for required in derivation.required:
        assert set(required.covered_by) <= known


@pytest.mark.parametrize("kind", EDITS)
@given(data=st.data())
@examples(20)
def test_results_outside_the_edited_region_stay_and_nothing_changes_the_given_record(kind, data):
    question = data.draw(questions(kind))
    record, request = question.record, read_edit(question.edit)
    document, state, digest = record.document(), dict(state_of(record)), record.digest
    answer = ek.check(record, request)
    if answer.verdict != "invalid":
        tree = record.workflow
        assert derive(record, request).target == answer.derivation.target
        untouched = outside(tree, answer.derivation.before)
        assert untouched == outside(answer.derivation.target, answer.derivation.after)
    if answer and ek.check(record):
        after = ek.advance(record, request)
        assert after.workflow == answer.derivation.target
        for what in ("log", "processed", "checkpoints", "queued", "sent", "returns", "policy_state"):
            assert getattr(after, what) == getattr(record, what), what
        assert after.edits == record.edits + 1
        assert after.history[:-1] == record.history
    answer.document()
    assert record.document() == document
    assert state_of(record) == state
    assert record.digest == digest


def outside(tree, region):
    """A workflow with a hole where the region is; the region is found by identity."""
    if tree is region:
        return "the region"
    if not hasattr(tree, "left"):
        return tree
    fields = (type(tree).__name__, getattr(tree, "group", None), getattr(tree, "selected", None))
    return (*fields, outside(tree.left, region), outside(tree.right, region))
