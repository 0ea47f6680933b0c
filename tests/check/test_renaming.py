"""Answers do not change when names are changed consistently (section 4)."""

import re
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

import execedit_kit as ek
from execedit_kit.check.replay import read_record
from tests.support.generate import KINDS
from tests.support.renaming import Names
from tests.support.strategies import examples, questions, thrown

CHOSEN = re.compile(r"(?:[bcdGkor]\d+|b|o|p|twin|owner|alice|bob|[abc])")


def words_in(value):
    """Every word of every string in a document."""
    if isinstance(value, dict):
        return words_in([*value, *value.values()])
    if isinstance(value, list):
        return set().union(*map(words_in, value))
    return set(re.split(r"[\s()|*+?#]+", value)) if isinstance(value, str) else set()


def other_names(document, dice):
    """New names for whatever was chosen, in another alphabetical order and of every kind of letter.

    The default authority need not be in the document, so that its name stays.
    """
    old = sorted(name for name in words_in(document) if CHOSEN.fullmatch(name) and name != "owner")
    numbers = dice.some(range(len(old)), len(old))
    kinds = ["n{}", "Ω{}", "{}z", "call-{}", "a.b/{}", "é{}", "{}", "A{}B"]
    return Names({name: kinds[n % len(kinds)].format(n + 10) for name, n in zip(old, numbers, strict=True)})


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@examples(40)
def test_other_names_change_nothing_but_names(kind, data):
    question = data.draw(questions(kind))
    names = other_names({**question.document, "edit": question.edit}, thrown(data.draw))
    edit = None if question.edit is None else names.edit(question.edit)
    before, after = (
        ek.check(question.record, question.edit),
        ek.check(read_record(names.record(question.document)), edit),
    )
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
