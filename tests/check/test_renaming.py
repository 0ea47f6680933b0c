"""Answers do not change when names are changed consistently (section 4)."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

import execedit_kit as ek
from execedit_kit.check.replay import read_record
from tests.support.generate import KINDS
from tests.support.renaming import under_other_names
from tests.support.strategies import examples, questions, thrown


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@examples(40)
def test_other_names_change_nothing_but_names(kind, data):
    question = data.draw(questions(kind))
    names, _, before, after = under_other_names(question, thrown(data.draw))
    assert before.verdict == after.verdict
    if before.verdict == "invalid":
        assert before.broken == after.broken
        return
    for what in ("rounds", "results", "states", "partial_executions"):
        assert getattr(before, what) == getattr(after, what), what
    assert before.automaton.states == after.automaton.states
    assert before.automaton.marked == after.automaton.marked
    assert [(m.source, names(m.call), names(m.action), m.mode, m.target) for m in before.automaton.transitions] == [
        (m.source, m.call, m.action, m.mode, m.target) for m in after.automaton.transitions
    ]
    for one, other in zip(before.steps(), after.steps(), strict=True):
        assert [(r.round, r.state, tuple(names.each(r.prefix)), len(r.missing)) for r in one.removals] == [
            (r.round, r.state, r.prefix, len(r.missing)) for r in other.removals
        ]
    if before:
        for one, other in zip(islice(before.executions(), 50), islice(after.executions(), 50), strict=True):
            assert (tuple(names.each(one.calls)), one.modes, len(one.results)) == (
                other.calls,
                other.modes,
                len(other.results),
            )
    if before.derivation is not None:
        account = [
            [
                (r.part, r.account, len(r.covered_by), {new(a) for a in r.authorities})
                for r in answer.derivation.required
            ]
            for answer, new in ((before, names), (after, str))
        ]
        assert account[0] == account[1]


@pytest.mark.parametrize("kind", ["none", "fork_choice", "merge_join"])
@given(data=st.data())
@examples(25)
def test_the_order_in_which_things_are_declared_changes_nothing_but_numbers(kind, data):
    """Actions, calls and rules in another order; so the policy's alphabet is in another order too."""
    question = data.draw(questions(kind))
    document = question.document

    def turned(fields):
        return dict(reversed(fields.items()))

    other = {**document, **{name: turned(document.get(name, {})) for name in ("actions", "calls", "rules")}}
    before, after = ek.check(question.record, question.edit), ek.check(read_record(other), question.edit)
    assert before.verdict == after.verdict
    if before.verdict != "invalid":
        assert before.rounds == after.rounds
        assert before.automaton == after.automaton
