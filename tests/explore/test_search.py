"""A search finds the smallest, in both directions, wherever it is stopped and gone on with."""

import json
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

import execedit_kit as ek
from execedit_kit.explore.aim import ACCEPTS_UNSAFE, BREAKS, REFUSES_SAFE, disagreement, property_of_answers
from execedit_kit.explore.naive import naive
from execedit_kit.explore.question import Question
from execedit_kit.explore.scope import Scope
from execedit_kit.explore.search import UNIT, confirm, search, search_range
from execedit_kit.explore.size import Size

SMALL = Scope(Size(calls=2, actions=2, labels=2, results=2, events=1, policy_states=2), total=9)
AIM = disagreement("label-identity")


def test_the_first_found_is_the_smallest():
    found = search(AIM, SMALL)
    wrong = [
        (instance.size.key, instance.number)
        for instance in SMALL.instances()
        if naive("label-identity").decide(instance) != (instance.truth == "accepted")
    ]
    smallest = found.smallest(ACCEPTS_UNSAFE)
    assert (smallest.size.key, smallest.number) == min(wrong) == wrong[0]
    assert naive("label-identity").accepts(smallest.question)
    assert smallest.question.answer().verdict == smallest.truth == "rejected"
    assert found.smallest(REFUSES_SAFE) is None
    assert found.complete
    assert found.exhausted == 9


def test_everything_is_counted_by_edit_and_reason():
    found = search(AIM, SMALL)
    table = found.table()
    assert list(table.columns) == ["edit", "truth", "says", "questions"]
    # Where no two actions share a label, label identity is the exact check itself, and nothing is asked.
    asked = [instance for instance in SMALL.instances() if instance.size.labels < instance.size.actions]
    assert table["questions"].sum() == found.checked == len(asked)
    everything = search(disagreement("trace-only"), Scope(SMALL.most, total=7))
    assert everything.checked == sum(1 for _ in Scope(SMALL.most, total=7).instances())
    assert {"accepted", "rejected", "invalid: signature"} <= set(table["truth"])
    wrong = table[(table["truth"] == "rejected") & (table["says"] == "accepts")]
    assert "fork_parallel" in set(wrong["edit"])
    assert len(search(AIM, SMALL, first=3).of(ACCEPTS_UNSAFE)) == min(3, wrong["questions"].sum())


def test_one_direction_alone_stops_as_soon_as_it_is_found():
    found = search(disagreement("label-identity", [ACCEPTS_UNSAFE]), SMALL)
    assert found.done
    assert not found.complete
    assert found.found == search(AIM, SMALL).of(ACCEPTS_UNSAFE)


def test_a_user_function_is_searched_like_any_other():
    def never_twice(record, edit):
        """Refuses every edit once something has happened."""
        return not record.history and bool(ek.check(record, edit))

    found = search(disagreement(never_twice), Scope(SMALL.most, total=6))
    smallest = found.smallest(REFUSES_SAFE)
    assert (smallest.size.total, smallest.size.events) == (6, 1)
    assert found.smallest(ACCEPTS_UNSAFE) is None


def test_a_property_of_answers_is_searched_for_what_breaks_it():
    def no_accepted_edit_ever_reuses(record, answer):
        return not answer or all(move.mode == "new" for move in answer.automaton.transitions)

    found = search(property_of_answers(no_accepted_edit_ever_reuses), SMALL)
    (one,) = found.of(BREAKS)
    assert one.question.answer().verdict == "accepted"
    assert "reuse" in {move.mode for move in one.question.answer().automaton.transitions}

    def no_accepted_edit_ever_loses_the_log(record, answer):
        return not answer or answer.record.log == record.log

    assert search(property_of_answers(no_accepted_edit_ever_loses_the_log), Scope(SMALL.most, total=6)).found == ()


# ---------------------------------------------------------------- stopped and gone on with


def after(parts):
    """An aim that is interrupted after so many questions."""
    left = [parts]

    def judge(instance):
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return AIM.judge(instance)

    return replace(AIM, judge=judge)


def test_an_interrupt_leaves_what_there_is_and_the_next_run_goes_on_from_there(tmp_path):
    whole = search(AIM, SMALL)
    state = tmp_path / "state.json"
    runs = 0
    while True:
        found = search(after(100 << runs), SMALL, state=state)
        runs += 1
        kept = json.loads(state.read_text())
        assert kept["next"] == found.next
        assert sum(row[-1] for row in kept["counts"]) == found.checked
        if not found.interrupted:
            break
        assert runs < 50
    assert runs > 2
    assert found == whole
    assert search(after(0), SMALL, state=state) == whole, "nothing is left to ask"


def test_time_that_runs_out_leaves_what_there_is(tmp_path):
    found = search(AIM, SMALL, seconds=1e-9, state=tmp_path / "state.json")
    assert found.interrupted
    assert found.next < len(SMALL)
    assert search(AIM, SMALL, state=tmp_path / "state.json") == search(AIM, SMALL)


def test_a_state_of_another_search_is_refused(tmp_path):
    state = tmp_path / "state.json"
    search(AIM, replace(SMALL, total=5), state=state)
    before = state.read_text()
    with pytest.raises(ek.KitError, match="the state of another search: its scope differs"):
        search(AIM, SMALL, state=state)
    with pytest.raises(ek.KitError, match=r"its name is \"[a-z-]+\", not \"[a-z-]+\""):
        search(disagreement("log-only"), replace(SMALL, total=5), state=state)
    assert state.read_text() == before
    state.write_text("[]")
    with pytest.raises(ek.MalformedRecord, match="not the state of a search"):
        search(AIM, SMALL, state=state)
    state.write_text(before.replace('"checked"', '"chekced"'))
    with pytest.raises(ek.MalformedRecord, match="not the whole state"):
        search(AIM, replace(SMALL, total=5), state=state)


def test_ranges_together_give_what_the_whole_gives():
    whole = search_range(AIM, SMALL, 0, len(SMALL), 2)
    cuts = [0, 1, 77, 400, len(SMALL)]
    parts = [search_range(AIM, SMALL, first, last, 2) for first, last in pairwise(cuts)]
    assert sum(part.checked for part in parts) == whole.checked
    assert [finding for part in parts for finding in part.found][:2] == whole.found


def test_a_finding_is_checked_again_by_both():
    """A search whose own verdict were wrong stops, instead of reporting."""
    question = search(AIM, SMALL).smallest(ACCEPTS_UNSAFE).question
    confirm(question, "rejected")
    with pytest.raises(ek.KitError, match="a defect of the kit: the search has accepted, the exact pass rejected"):
        confirm(question, "accepted")


def test_what_cannot_be_searched_for_is_said():
    with pytest.raises(ek.KitError, match="the directions are accepts-unsafe and refuses-safe, not sideways"):
        disagreement("log-only", ["sideways"])


# ---------------------------------------------------------------- functions of users


def forgets_to_return(record, edit):
    pass


async def promises(record, edit):
    return True


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (forgets_to_return, "forgets_to_return returned NoneType, not True or False; does every way"),
        (promises, "promises returned coroutine, not True or False"),
        (lambda record, edit: record.history and True, r"<lambda> returned tuple, not True or False; bool\(\.\.\.\)"),
    ],
)
@pytest.mark.filterwarnings("ignore:coroutine 'promises' was never awaited:RuntimeWarning")
def test_what_is_neither_yes_nor_no_is_refused_and_not_taken_for_no(function, said):
    for aim in (disagreement(function), property_of_answers(function)):
        with pytest.raises(ek.KitError, match=said):
            search(aim, SMALL)


def test_an_answer_of_the_check_and_what_numpy_says_are_yes_or_no():
    assert search(disagreement(ek.check), Scope(SMALL.most, total=6)).found == ()
    found = search(property_of_answers(lambda record, answer: np.bool_(True)), Scope(SMALL.most, total=6))
    assert (found.found, found.complete) == ((), True)


def test_what_a_function_raises_comes_out_with_the_question_and_loses_nothing(tmp_path):
    state = tmp_path / "state.json"
    left = [100]

    def gives_up(record, answer):
        left[0] -= 1
        if left[0] < 0:
            raise ZeroDivisionError("mine")
        return True

    with pytest.raises(ZeroDivisionError, match="mine") as raised:
        search(property_of_answers(gives_up), Scope(SMALL.most, total=7), state=state)
    (note,) = raised.value.__notes__
    asked = Question.read(json.loads(note[note.index("{") :]))
    assert asked.edit is not None
    assert "gives_up was asked about registration" in note
    left[0] = 10_000
    whole = search(property_of_answers(gives_up), Scope(SMALL.most, total=7))
    assert search(property_of_answers(gives_up), Scope(SMALL.most, total=7), state=state) == whole


def test_a_slow_function_loses_no_more_than_what_it_is_asked_now(tmp_path, monkeypatch):
    monkeypatch.setattr("execedit_kit.explore.search._SHOWN", 0.0)
    state = tmp_path / "state.json"
    found = search(after(60), SMALL, state=state)
    assert found.interrupted
    assert found.next % UNIT, "a range is cut as soon as it has taken its time"
    assert search(AIM, SMALL, state=state) == search(AIM, SMALL)


def test_where_a_state_cannot_be_kept_nothing_is_searched(tmp_path):
    with pytest.raises(FileNotFoundError):
        search(after(0), SMALL, state=tmp_path / "no" / "state.json")
    for wrong in ({"first": 0}, {"seconds": 0}, {"seconds": float("nan")}):
        with pytest.raises(ek.KitError, match="at least one finding and takes some time"):
            search(AIM, SMALL, **wrong)
