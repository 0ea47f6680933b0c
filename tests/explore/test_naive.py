"""Each simplified checker forgets what it says, and nothing else: on the model's worked cases and on smaller ones."""

from itertools import islice

import pytest

import execedit_kit as ek
from execedit_kit.explore.naive import NAIVE, checker, naive
from execedit_kit.explore.question import Question
from execedit_kit.explore.scope import Scope


def asked(record, edit=None):
    """What each naive checker says, and the exact verdict."""
    question = Question(record, edit)
    says = {one.name: one.accepts(question) for one in NAIVE}
    return question.answer().verdict, says


def accepting(says):
    return {name for name, accepts in says.items() if accepts}


EVERY = {one.name for one in NAIVE}
PLAIN = ek.record(
    actions=["x", "y"],
    workflow={"branch": "b", "contract": {"sequence": ["x", "y"]}},
    policy={"words": [["x", "y"]]},
)
"""Without a past, shared actions or labels, and with one result: nothing to forget."""


def test_where_there_is_nothing_to_forget_all_agree_with_the_exact_check():
    assert asked(PLAIN) == ("accepted", dict.fromkeys(EVERY, True))
    forbidden = ek.record(actions=["x"], workflow={"branch": "b", "contract": "x"}, policy={"words": []})
    assert asked(forbidden) == ("rejected", dict.fromkeys(EVERY, False))


def test_release_and_emergency_fools_those_who_forget_which_result_it_will_be():
    verdict, says = asked(ek.load("release-emergency"))
    assert verdict == "rejected"
    assert accepting(says) == {"each-result-alone", "merged-language", "never-stuck"}


def test_a_result_dropped_without_a_signature_fools_who_reads_the_proposal_alone():
    forked = ek.advance(ek.load("laptop"), ek.fork_choice("b0", rule="suppliers"))
    verdict, says = asked(forked, ek.merge_select("g#1", "left"))
    assert verdict == "invalid"
    assert accepting(says) == {"proposed-alone"}


def test_the_proposal_does_not_say_that_a_group_was_parallel():
    verdict, says = asked(ek.load("pair-p-parallel"), ek.merge_select("g#1", "left", signed_by="owner"))
    assert verdict == "invalid"
    assert accepting(says) == {"proposed-alone"}


def test_a_copy_of_what_was_authorized_fools_those_who_forget_identity_or_the_log():
    edit = ek.restore_replace("b#1L", "k")
    verdict, says = asked(ek.load("pair-r-same-action"), edit)
    assert verdict == "accepted"
    assert EVERY - accepting(says) == {"trace-only", "log-only"}
    verdict, says = asked(ek.load("pair-r-other-action"), edit)
    assert verdict == "rejected"
    assert accepting(says) == {"workspace-only", "label-identity"}


def test_a_reuse_in_what_is_to_come_is_seen_by_log_only_and_not_by_trace_only():
    record = ek.record(
        actions={"d": "a"},
        calls={"x": "d", "y": "d"},
        workflow={"branch": "b", "contract": {"parallel": ["x", "y"]}},
        policy={"at_most": ["a", 1]},
    )
    verdict, says = asked(record)
    assert verdict == "accepted"
    assert EVERY - accepting(says) == {"trace-only"}


def test_the_trace_holds_the_reuses_too():
    """After a reuse the monitor of traces has counted two, and refuses to go on at all."""
    record = ek.record(
        actions={"d": "a", "e": "b"},
        calls={"x": "d", "y": "d", "z": "e"},
        workflow={"branch": "b", "contract": {"sequence": ["x", "y", "z"]}},
        policy={"at_most": ["a", 1]},
        history=[{"call": "x"}, {"call": "y"}],
    )
    verdict, says = asked(record)
    assert verdict == "accepted"
    assert EVERY - accepting(says) == {"trace-only"}


def test_a_dead_end_that_the_rules_steer_around_stops_who_cannot_steer():
    record = ek.record(
        actions=["x", "y"],
        workflow={"branch": "b", "contract": {"parallel": ["x", "y"]}},
        policy={"words": [["x", "y"], ["y"]]},
    )
    verdict, says = asked(record)
    assert verdict == "accepted"
    assert EVERY - accepting(says) == {"never-stuck"}


def test_an_approval_gone_stale_fools_who_does_not_check_again():
    before, after = ek.load("stale-before"), ek.load("stale-after")
    later = after.history[len(before.history) :]
    question = Question(before, ek.fork_choice("plan", rule="plans"), later)
    assert naive("no-recheck").accepts(question)
    assert question.answer().verdict == "rejected"


def test_a_user_writes_one_as_a_function():
    def few_calls(record, edit):
        """Accepts whatever leaves at most two calls."""
        return len(record.calls) <= 2

    mine = checker(few_calls)
    assert (mine.name, mine.title) == ("few_calls", "few calls")
    assert mine.paragraph == "Accepts whatever leaves at most two calls."
    assert mine(ek.load("pair-r-same-action"), None) is False
    assert mine(PLAIN, None) is True


@pytest.mark.parametrize("one", NAIVE, ids=lambda one: one.name)
def test_each_says_who_does_it_and_what_it_forgets(one):
    assert one.title == one.title.strip() != ""
    assert "Forgotten:" in one.paragraph
    assert "\n" not in one.paragraph
    assert checker(one.name) is naive(one.name) is one


def test_an_unknown_name_is_answered_with_the_nearest():
    with pytest.raises(ek.KitError, match="did you mean 'log-only'"):
        naive("log_only")


@pytest.mark.parametrize("one", [one for one in NAIVE if not one.stale], ids=lambda one: one.name)
def test_where_a_search_does_not_ask_it_is_the_exact_check(one):
    scope = Scope(total=8)
    skipped = [instance for instance in islice(scope.instances(), 0, 9_000, 3) if not one.possible(instance.size)]
    assert bool(skipped) == (one.name in ("workspace-only", "log-only", "label-identity"))
    for instance in skipped:
        assert one.decide(instance) == (instance.verdict == "accepted")
