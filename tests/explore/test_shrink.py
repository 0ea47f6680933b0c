"""Whatever goes in, what comes out keeps the property, and no single step more does."""

import json

import pytest

import execedit_kit as ek
from execedit_kit.explore.naive import naive
from execedit_kit.explore.question import Question
from execedit_kit.explore.shrink import shrink
from execedit_kit.explore.simpler import simpler
from execedit_kit.explore.size import size_of
from tests.support.strategies import sample


def disagrees(name):
    one = naive(name)

    def keeps(question):
        return question.edit is not None and one.accepts(question) != bool(question.answer())

    return keeps


@pytest.fixture(scope="module")
def paid():
    """The laptop order with R chosen and paid, and the restore of the checkpoint from before the approval."""
    forked = ek.advance(ek.load("laptop"), ek.fork_choice("b0", rule="suppliers"))
    return Question(ek.advance(forked, ek.call("xpR#1R")), ek.restore_live("b0#1R", "k"))


def test_a_long_story_becomes_the_few_words_that_matter(paid):
    shrunk = shrink(paid, disagrees("trace-only"))
    assert shrunk.before == size_of(paid)
    assert shrunk.minimal
    assert (shrunk.size.calls, shrunk.size.actions, shrunk.size.results) == (1, 1, 1)
    assert shrunk.size == size_of(shrunk.question)
    assert len(shrunk.steps) > 8
    assert disagrees("trace-only")(shrunk.question)


@pytest.mark.parametrize("name", ["trace-only", "workspace-only", "log-only"])
def test_no_single_step_more_keeps_the_property(paid, name):
    keeps = disagrees(name)
    if not keeps(paid):
        pytest.skip("nothing to shrink")
    shrunk = shrink(paid, keeps).question
    weight = size_of(shrunk).key
    for what, written in simpler(shrunk.document()):
        try:
            other = Question.read(written)
        except ek.KitError:
            continue
        assert not (size_of(other).key < weight and keeps(other)), (what, written)


@pytest.mark.parametrize("kind", ["fork_choice", "restore_live", "merge_select", "merge_join"])
def test_generated_questions_keep_their_verdict_while_they_shrink(kind):
    for drawn in sample(kind, 4):
        question = Question(drawn.record, ek.check(drawn.record, drawn.edit).edit)
        verdict = question.answer().verdict

        def keeps(other, verdict=verdict):
            return other.edit is not None and other.answer().verdict == verdict

        shrunk = shrink(question, keeps)
        assert keeps(shrunk.question)
        assert shrunk.size.key <= shrunk.before.key
        assert shrunk.size.total <= 7 if verdict == "accepted" else shrunk.size.total <= 12


def test_an_edit_taken_out_of_the_history_takes_its_marks_along():
    record = ek.advance(
        ek.load("laptop"), ek.fork_choice("b0", rule="suppliers"), ek.call("xpR#1R"), ek.fork_parallel("b0#1R")
    )
    question = Question(record, ek.fork_choice("b0#1R#2L"))
    made = [written for what, written in simpler(question.document()) if what == "drop an edit"]
    assert {"fork_choice": {"branch": "b0#1R"}} in [written["edit"] for written in made]
    assert {"fork_choice": {"branch": "b0#1L"}} in [written["edit"] for written in made], "the second moves up"


def test_what_happens_later_shrinks_too():
    before, after = ek.load("stale-before"), ek.load("stale-after")
    question = Question(before, ek.fork_choice("plan", rule="plans"), after.history[len(before.history) :])

    def goes_stale(other):
        return other.edit is not None and naive("no-recheck").accepts(other) and other.answer().verdict == "rejected"

    shrunk = shrink(question, goes_stale)
    assert len(shrunk.question.later) == 1
    assert shrunk.size.total < shrunk.before.total
    assert shrunk.minimal


def test_a_question_without_the_property_is_refused(paid):
    with pytest.raises(ek.KitError, match="does not have the property"):
        shrink(paid, lambda question: False)
    with pytest.raises(ek.KitError, match="returned NoneType, not True or False"):
        shrink(paid, lambda question: None)


def test_an_interrupt_leaves_the_smallest_so_far(paid):
    left = [40]

    def keeps(question):
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return disagrees("trace-only")(question)

    shrunk = shrink(paid, keeps)
    assert not shrunk.minimal
    assert disagrees("trace-only")(shrunk.question)
    assert shrunk.size.total < shrunk.before.total


def test_an_edit_of_the_history_is_asked_itself_where_that_is_enough():
    record = ek.advance(ek.load("laptop"), ek.fork_choice("b0", rule="suppliers"), ek.call("xpR#1R"))
    question = Question(record, ek.fork_parallel("b0#1R"))
    asked = [made for what, made in simpler(question.document()) if what == "ask an earlier edit"]
    assert [made["edit"] for made in asked] == [{"fork_choice": {"branch": "b0", "rule": "suppliers"}}]
    assert [len(made["record"].get("history", ())) for made in asked] == [len(ek.load("laptop").history)]
    shrunk = shrink(question, lambda other: other.edit is not None and other.answer().verdict == "accepted")
    assert (shrunk.size.total, shrunk.size.events, shrunk.minimal) == (2, 0, True)


def test_nothing_is_left_behind_by_what_was_dropped(paid):
    """What comes out is read by people: no empty orders, and a single call is written as a call."""
    shrunk = shrink(paid, disagrees("trace-only"))
    text = json.dumps(shrunk.question.document())
    assert '"order": []' not in text
    assert '"results"' not in text
