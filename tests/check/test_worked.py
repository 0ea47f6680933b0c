"""The worked cases of the model, sections 6 and 7, as far as they need no runtime, and the workloads of section 8."""

import json
from math import factorial
from pathlib import Path

import pytest

import execedit_kit as ek
from execedit_kit.check.graph import NEVER
from execedit_kit.check.replay import read_record
from tests.support import literal
from tests.support.workloads import shared_accepted, shared_rejected, unordered

CASES = {
    case["name"]: case
    for case in json.loads((Path(__file__).parents[1] / "cases" / "worked.json").read_text(encoding="utf-8"))
}


def case(name):
    """The answer to a worked case of the handed file."""
    return ek.check(read_record(CASES[name]["record"]), CASES[name]["edit"])


def outcome(answer):
    """Verdict, rounds, safe executions, prefixes of them, states of the rules."""
    return answer.verdict, answer.rounds, answer.safe_executions, answer.partial_executions, answer.automaton.states


@pytest.mark.parametrize("name", CASES)
def test_a_worked_case_of_the_handed_file(name):
    wanted = CASES[name]["expect"]
    written = case(name).document()
    assert {field: written.get(field) for field in wanted} == wanted


# ---------------------------------------------------------------- section 6


FORK = ek.fork_choice("b0", rule="suppliers")


def test_laptop_the_fork_is_accepted_with_two_executions():
    """Log r a; a choice of pay L before ship or pay R before ship; the two ship calls are one action."""
    laptop = ek.load("laptop")
    assert laptop.labels == ("r", "a")
    answer = ek.check(laptop, FORK)
    assert outcome(answer) == ("accepted", (2,), 2, 5, 4)
    assert {execution.calls for execution in answer.executions()} == {("xpL#1L", "xsL#1L"), ("xpR#1R", "xsR#1R")}
    forked = ek.load("laptop-forked")
    assert forked.calls["xsL#1L"] == forked.calls["xsR#1R"] == "ship"
    assert forked == ek.advance(laptop, FORK)


def test_laptop_with_the_word_for_r_taken_out_the_fork_is_rejected_in_one_round():
    answer = ek.check(ek.load("laptop-tight"), FORK)
    assert outcome(answer) == ("rejected", (1, 0), 0, 0, 0)
    [removal] = answer.removals
    assert (removal.round, removal.prefix) == (1, ())
    assert [name.startswith("b0#1R") for name in removal.missing] == [True]
    assert "pR" in answer.why


@pytest.mark.parametrize("name", ["laptop", "laptop-constraints"])
def test_laptop_the_policy_as_words_or_as_constraints(name):
    assert outcome(ek.check(ek.load(name), FORK)) == ("accepted", (2,), 2, 5, 4)


def test_laptop_a_restored_approval_is_a_reuse_and_adds_no_label():
    """After the Fork, choosing R and paying R: RestoreLive of a checkpoint from before approval."""
    paid = ek.load("laptop-paid")
    assert paid == ek.advance(ek.load("laptop-forked"), ek.call("xpR#1R"))
    answer = ek.check(paid, ek.restore_live("b0#1R", "k"))
    assert outcome(answer) == ("accepted", (2,), 2, 5, 4)
    assert {move.mode for move in answer.automaton.transitions if move.action == "approve"} == {"reuse"}
    restored = ek.advance(paid, ek.restore_live("b0#1R", "k"))
    approved = ek.advance(restored, ek.call("xa#2k"))
    assert approved.processed[-1].mode == "reuse"
    assert approved.labels == paid.labels == ("r", "a", "pR")
    assert approved.log == paid.log
    assert approved.queued == paid.queued


def test_release_and_emergency_each_plan_is_safe_alone_and_together_they_are_rejected():
    """X ⊗ (Y ⊕ Z) with the policy words ε, x, y, xz, yx: 2 → 1 → 0."""
    assert outcome(case("release alone")) == ("accepted", (1,), 1, 3, 3)
    assert outcome(case("emergency alone")) == ("accepted", (1,), 1, 3, 3)
    together = case("release and emergency")
    assert outcome(together) == ("rejected", (2, 1, 0), 0, 0, 0)
    assert [(r.round, r.prefix, r.missing) for r in together.removals] == [(1, ("x",), ("x∥y",)), (2, (), ("x∥z",))]


def test_release_and_emergency_ordinary_nonblocking_would_accept():
    """From every prefix of the merged language some completion can be reached; only not the right ones."""
    graph = case("release and emergency").graph
    can_end = [False] * len(graph)
    for state in reversed(range(len(graph))):
        can_end[state] = graph.complete(state) or any(can_end[target] for _, _, target in graph.edges(state))
    assert all(can_end)
    assert graph.round(0) != NEVER


def test_a_smaller_workflow_can_be_less_safe():
    """Dropping R without the school's signature is Invalid, although every remaining call obeys the policy."""
    forked = ek.load("laptop-forked")
    dropped = ek.check(forked, ek.merge_select("g#1", "left"))
    assert (dropped.verdict, dropped.broken) == ("invalid", "signature")
    assert "school" in dropped.why
    signed = ek.check(forked, ek.merge_select("g#1", "left", signed_by=["school"]))
    assert outcome(signed) == ("accepted", (1,), 1, 3, 3)
    assert signed.derivation.count("removed") == 1
    assert all(literal.defined(forked, signed.edit).obeys(z) for z in literal.defined(forked, signed.edit).partial)


def test_accepted_then_rejected_without_a_new_authorization():
    """A reuse processed between check and install makes the answer stale, and the new check rejects."""
    before, after, edit = ek.load("stale-before"), ek.load("stale-after"), ek.fork_choice("plan", rule="plans")
    assert after == ek.advance(before, ek.call("t2"))
    assert after.processed[-1].mode == "reuse"
    assert after.log == before.log
    accepted, rejected = ek.check(before, edit), ek.check(after, edit)
    assert (accepted.verdict, accepted.rounds) == ("accepted", (3, 2))
    assert (rejected.verdict, rejected.rounds) == ("rejected", (2, 1, 0))
    assert accepted.digest != rejected.digest


# ---------------------------------------------------------------- section 7


def pair(letter, one, other):
    return ek.load(f"pair-{letter}-{one}"), ek.load(f"pair-{letter}-{other}")


def legal_from_an_empty_start(record):
    document = record.document()
    start = read_record({**document, "history": []})
    return start.log == () and start.workflow.contract.finished and read_record(document) == record


def test_p_the_workflow_decides():
    """x and y are one action, and the policy allows all; forked once as a choice, once in parallel."""
    choice, parallel = pair("p", "choice", "parallel")
    assert all(map(legal_from_an_empty_start, (choice, parallel)))
    edit = ek.merge_select("g#1", "left", signed_by=["owner"])
    assert ek.check(choice, edit).verdict == "accepted"
    refused = ek.check(parallel, edit)
    assert (refused.verdict, refused.broken) == ("invalid", "group mode")
    for what in ("log", "calls", "checkpoints", "queued", "edits", "policy_state"):
        assert getattr(choice, what) == getattr(parallel, what), what


def test_i_which_calls_refer_to_which_action_decides():
    """Labels of d0 and d1 are both a; policy: prefixes of a. RestoreLive: one new and one reuse, or a a."""
    same, different = pair("i", "one-action", "two-actions")
    assert all(map(legal_from_an_empty_start, (same, different)))
    edit = ek.restore_live("b#1L", "k")
    accepted, rejected = ek.check(same, edit), ek.check(different, edit)
    assert outcome(accepted) == ("accepted", (3,), 3, 6, 4)
    modes = {frozenset(execution.modes) for execution in accepted.executions() if len(execution.calls) == 2}
    assert modes == {frozenset({"new", "reuse"})}
    assert outcome(rejected) == ("rejected", (1, 0), 0, 0, 0)
    assert same.workflow == different.workflow
    assert same.checkpoints == different.checkpoints


def test_e_the_past_is_part_of_what_was_checked():
    """The same answer before and after a dispatch of d, about two records: the digest of one is not the other's."""
    queued, sent = pair("e", "queued", "dispatched")
    assert all(map(legal_from_an_empty_start, (queued, sent)))
    assert sent == ek.advance(queued, ek.dispatch("d"))
    edit = ek.restore_replace("b#1L", "k")
    before, after = ek.check(queued, edit), ek.check(sent, edit)
    assert outcome(before) == outcome(after) == ("accepted", (1,), 1, 2, 2)
    assert before.derivation.count("satisfied") == 1
    assert before.digest != after.digest


def test_r_the_link_from_past_authorizations_to_actions_decides():
    """c's action, and the log entry, is d in one record and e in the other, both labelled a."""
    same, other = pair("r", "same-action", "other-action")
    assert all(map(legal_from_an_empty_start, (same, other)))
    assert same.labels == other.labels == ("a",)
    assert (same.log, other.log) == (("d",), ("e",))
    edit = ek.restore_replace("b#1L", "k")
    accepted, rejected = ek.check(same, edit), ek.check(other, edit)
    assert outcome(accepted) == ("accepted", (1,), 1, 2, 2)
    assert {move.mode for move in accepted.automaton.transitions} == {"reuse"}
    assert outcome(rejected) == ("rejected", (0,), 0, 0, 0)
    assert same.workflow == other.workflow


# ---------------------------------------------------------------- section 8


@pytest.mark.parametrize("n", [1, 2, 3, 8, 128])
def test_shared_accepted_n_results_and_n_executions(n):
    """Result i is x before y_i; policy words x y_i."""
    answer = ek.check(shared_accepted(n))
    assert (answer.verdict, answer.results, answer.rounds) == ("accepted", n, (n,))
    assert answer.partial_executions == n + 2
    assert answer.automaton.states == 3


@pytest.mark.parametrize("n", [2, 3, 8, 128])
def test_shared_rejected_n_one_none(n):
    """The same calls without order; policy words y_0 x, and x y_i for i ≥ 1."""
    answer = ek.check(shared_rejected(n))
    assert (answer.verdict, answer.results, answer.rounds) == ("rejected", n, (n, 1, 0))


@pytest.mark.parametrize("w", [1, 2, 3, 4, 5, 6, 10])
def test_unordered_w_factorial(w):
    """One result of w unordered calls, every order allowed."""
    answer = ek.check(unordered(w))
    assert (answer.verdict, answer.results, answer.rounds) == ("accepted", 1, (factorial(w),))
    assert answer.states == answer.automaton.states == 2**w
    assert answer.partial_executions == sum(factorial(w) // factorial(k) for k in range(w + 1))


@pytest.mark.parametrize("w", range(1, 5))
def test_unordered_is_what_the_definition_lists(w):
    assert len(ek.define(unordered(w)).safe) == factorial(w)


def test_sixteen_unordered_calls_have_65536_states():
    answer = ek.check(unordered(16))
    assert answer.rounds == (factorial(16),)
    assert answer.states == 65_536
    assert answer.document(evidence=False)["automaton_states"] == 65_536


@pytest.mark.slow
def test_twenty_unordered_calls():
    answer = ek.check(unordered(20))
    assert answer.rounds == (factorial(20),)
    assert answer.states == 2**20
    assert answer.document(evidence=False)["safe_executions"] == str(factorial(20))


def test_twenty_five_unordered_calls_hit_the_limit_which_says_its_name_and_how_to_raise_it():
    """Their 33,554,432 states are more than the default; a lower limit is hit sooner and in the same way."""
    assert ek.Limits().states < 2**25
    with pytest.raises(ek.LimitError) as stopped:
        ek.check(unordered(25), limits=ek.Limits(states=100_000))
    assert (stopped.value.limit, stopped.value.value) == ("states", 100_000)
    assert str(stopped.value) == (
        "a check with more states: the limit is 100,000 states; raise it with Limits(states=...) or --max-states"
    )
