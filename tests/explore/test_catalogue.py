"""The shipped counterexamples are what their index says, and nothing smaller in reach is one."""

import json
from dataclasses import replace

import pytest

import execedit_kit as ek
from execedit_kit.check.definition import define
from execedit_kit.edits.derivation import InvalidEdit
from execedit_kit.explore.aim import ACCEPTS_UNSAFE, DIRECTIONS, REFUSES_SAFE
from execedit_kit.explore.catalogue import SHIPPED, counterexample, entries, every_direction, folder, table
from execedit_kit.explore.naive import NAIVE, naive
from execedit_kit.explore.question import Question
from execedit_kit.explore.scope import Scope
from execedit_kit.explore.search import search
from execedit_kit.explore.size import Size, size_of
from tests.explore.test_scope import every_question

FOUND = [entry for entry in entries() if entry.file is not None]
CHEAP = 7


def test_every_direction_of_every_naive_checker_is_listed():
    assert [(entry.naive, entry.direction) for entry in entries()] == [
        (one.name, direction) for one in NAIVE for direction in DIRECTIONS
    ]
    assert sorted(path.stem for path in folder().glob("*.json")) == sorted(entry.file for entry in FOUND)
    assert {entry.naive for entry in FOUND} == {one.name for one in NAIVE}, "each of them is wrong somewhere"


@pytest.mark.parametrize("entry", FOUND, ids=lambda entry: entry.file)
def test_a_counterexample_is_one(entry):
    question = Question.read(json.loads((folder() / f"{entry.file}.json").read_text()))
    assert question == counterexample(entry.naive, entry.direction)
    accepts = naive(entry.naive).accepts(question)
    assert accepts == (entry.direction == ACCEPTS_UNSAFE) == (entry.naive_verdict == "accepts")
    answer = question.answer()
    assert accepts != bool(answer)
    broken = getattr(answer, "broken", None)
    assert entry.verdict == (answer.verdict if broken is None else f"invalid: {broken}")
    try:
        assert bool(answer) == define(question.at_install, question.edit).accepted
    except InvalidEdit:
        assert answer.verdict == "invalid"
    assert question.edit.kind == entry.edit
    assert size_of(question) == entry.size
    assert entry.exhausted == entry.size.total - 1, "everything smaller was asked"


def test_a_direction_without_one_says_how_far_it_was_searched():
    for entry in entries():
        if entry.file is None:
            assert entry.exhausted >= 10
            assert entry.direction == REFUSES_SAFE
            assert entry.why == naive(entry.naive).never_refuses != ""
        assert str(replace(SHIPPED, total=None)) == entry.scope


@pytest.mark.parametrize("stale", [False, True])
def test_nothing_smaller_in_reach_is_a_counterexample(stale):
    """Proved again, as far as is cheap: the search finds exactly those of the catalogue up to a total."""
    ones = [one for one in NAIVE if one.stale == stale]
    found = search(every_direction(ones), replace(SHIPPED, total=CHEAP))
    listed = {
        f"{e.naive} {e.direction}": e.size for e in FOUND if e.size.total <= CHEAP and naive(e.naive).stale == stale
    }
    assert {finding.direction: finding.size for finding in found.found} == listed
    assert found.complete or not [name for name in found.directions if name not in listed]


@pytest.mark.parametrize("entry", [e for e in FOUND if e.size.total > CHEAP], ids=lambda entry: entry.file)
def test_nothing_with_one_event_or_label_less_is_a_counterexample(entry):
    """Among the questions of the same shape of size, but smaller: a cheap part of the proof for each larger one."""
    size = entry.size
    policy = min(size.policy_states, 2)
    smaller = Size(min(size.calls, 2), min(size.actions, 2), min(size.labels, 2), min(size.results, 2), 1, policy)
    aim = every_direction([naive(entry.naive)], [entry.direction])
    found = search(aim, Scope(smaller, total=min(8, size.total - 1)))
    assert found.found == ()
    assert found.complete


def test_the_table_for_a_notebook():
    frame = table()
    assert len(frame) == 2 * len(NAIVE)
    assert frame["total"].dropna().gt(4).all()
    assert frame.loc[frame["verdict"].isna(), "none up to"].ge(10).all()


def test_what_is_not_shipped_is_said():
    with pytest.raises(ek.KitError, match="no counterexample to each-result-alone is shipped for 'refuses-safe'"):
        counterexample("each-result-alone", "refuses-safe")


@pytest.mark.parametrize("root", ["branch", "choice", "parallel", "sequence", "join"])
def test_what_no_scope_holds_records_without_a_call_fool_only_who_trusts_the_description(root):
    """Nothing is left to call, but what was required may still be dropped; a scope begins with one call."""
    leaves = [{"branch": f"b{n}", "contract": None} for n in range(1 if root == "branch" else 2)]
    group = {"group": "g"} if root in ("choice", "parallel") else {}
    tree = leaves[0] if root == "branch" else {root: leaves} | group
    record = ek.record(actions={}, calls={}, policy={"any": True}, rules={}, workflow=tree)
    fooled = {
        (one.name, one.accepts(question))
        for events in (0, 1)
        for question in every_question(record, events)
        for one in NAIVE
        if not one.stale and one.accepts(question) != bool(question.answer())
    }
    assert fooled == {("proposed-alone", True)}
    assert all(size.calls >= 1 for size in SHIPPED.sizes())
