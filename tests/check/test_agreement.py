"""The exact pass lists nothing and says what the definition says, which lists everything; so do both of its engines."""

import json
from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import execedit_kit as ek
from execedit_kit.check.definition import annotated
from execedit_kit.check.fixed_point import NarrowGraph
from execedit_kit.check.graph import explore
from execedit_kit.check.wide import WideGraph
from execedit_kit.check.wide_explore import fits
from tests.support import literal, reference
from tests.support.generate import EDITS, KINDS
from tests.support.graphs import assert_same_graph
from tests.support.strategies import examples, questions, sample

# Eight kinds of question in each of the two tests that draw: 3,200 examples.
AGREE = 260
ENGINES = 140
MOST = 2_000


def answers(question):
    """The exact answer, the package's literal definition, and the model read once more."""
    try:
        again = reference.answer(question.document, question.edit, most=MOST)
    except reference.TooMuch:
        assume(False)
    answer = ek.check(question.record, question.edit)
    return answer, None if again.verdict == "invalid" else literal.defined(question.record, question.edit), again


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@examples(AGREE)
def test_the_exact_answer_is_the_literal_one(kind, data):
    question = data.draw(questions(kind))
    answer, definition, again = answers(question)
    assert answer.verdict == again.verdict
    if answer.verdict == "invalid":
        return
    assert bool(answer) == definition.accepted
    assert answer.results == len(definition.contract.results) == again.results
    assert answer.rounds == tuple(map(len, definition.rounds)) == again.rounds
    assert [step.size for step in answer.steps()] == list(answer.rounds)
    assert answer.safe_executions == len(definition.safe)
    assert answer.partial_executions == len(definition.partial)
    assert frozenset((answer.graph.problem.results[n], z) for n, z in again.safe) == definition.safe
    assert answer.automaton.states == definition.automaton_states == again.automaton_states
    assert_automaton(answer.automaton, definition)
    assert_removals(answer, definition, question.record.log)
    if answer:
        assert literal.listed(answer) == literal.executions(definition.safe)
    written = answer.document()
    assert written["automaton_states"] == again.automaton_states
    assert (written["required"], written["satisfied"], written["removed"]) == again.account
    assert json.loads(json.dumps(written)) == written


def assert_automaton(automaton, definition):
    """Its paths are W†, and its marked states are completions."""
    complete = {sequence for _, sequence in definition.safe}
    words = literal.marked_words(automaton)
    assert set(words) == definition.partial
    assert {word for word, marked in words.items() if marked} == complete
    assert all(move.action == definition.actions[move.call] for move in automaton.transitions)
    # Smallest: no two states have the same future.
    assert len(set(automaton.moves)) == len(automaton.transitions)


def assert_removals(answer, definition, log):
    """What falls in a round is what literally falls in it, and loses what it literally loses."""
    falls = literal.falls(definition)
    assert [step.number for step in answer.steps()] == list(range(len(falls) + 1))
    graph, calls = answer.graph, answer.graph.problem.calls
    for number, step in enumerate(list(answer.steps())[1:], start=1):
        there = falls[number - 1]
        states = {removal.state for removal in step.removals}
        assert len(states) == len(step.removals)
        for removal in step.removals:
            assert removal.round == number
            assert there[annotated(removal.prefix, definition.actions, log)] == set(removal.missing)
            assert removal.reason
        for z, lost in there.items():
            state = 0
            for call, _ in z:
                state = next(target for bit, _, target in graph.edges(state) if calls[bit] == call)
            assert state in states
            assert set(graph.problem.names(graph.missing(state))) == lost


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@examples(ENGINES)
def test_both_engines_give_the_same_graph(kind, data):
    question = data.draw(questions(kind))
    answer = ek.check(question.record, question.edit)
    assume(answer.verdict != "invalid" and len(answer.graph) < 20_000)
    problem = answer.graph.problem
    assume(fits(problem))
    assert_same_graph(NarrowGraph(explore(problem)), WideGraph(problem))


# ---------------------------------------------------------------- what is drawn

SAMPLE = 160
POLICIES = ("words", "regex", "automaton", "at_most", "before", "exclusive", "never", "any", "all")
SHAPES = ("results", "order", "authority", "sequence", "parallel", "choice", "join", "group", "selected", "twin")
EVENTS = ("call", "checkpoint", "dispatch", "settle", "rule", "signed_by")
REASONS = ("branch", "group", "checkpoint", "group mode", "winner", "edit rule", "signature", "composition")


def names(value):
    """Every field name that occurs anywhere in a document."""
    if isinstance(value, dict):
        return set(value).union(*map(names, value.values()))
    return set().union(*map(names, value)) if isinstance(value, list) else set()


def depth(tree):
    parts = [part for form in tree.values() if isinstance(form, list) for part in form]
    return 1 + max(map(depth, parts), default=0)


def classes(kind, question, answer):
    """What one question is an example of."""
    yield f"{answer.verdict} {kind}"
    if answer.verdict == "invalid":
        yield f"broken {answer.broken}"
    else:
        yield f"{answer.verdict} after {len(answer.rounds) - 1}"
    if answer and any(move.mode == "reuse" for move in answer.automaton.transitions):
        yield "reuse"
    record, document = question.record, question.document
    for part in ("policy", "workflow", "history"):
        yield from (f"{part} {name}" for name in names(document.get(part, [])))
    yield from (f"field {name}" for name in document)
    yield from (f"rule {rule.kind}" for rule in record.registration.rules.values())
    yield f"{depth(document['workflow'])} deep"
    yield f"{record.edits} edits"
    if any(call.count("#") > 1 for call in record.calls):
        yield "copy of a copy"


def test_the_questions_are_of_every_class():
    """A generator that draws only easy questions makes every property true."""
    met = Counter()
    for kind in KINDS:
        for question in sample(kind, 3 * SAMPLE if kind == "tangle" else SAMPLE):
            met.update(set(classes(kind, question, ek.check(question.record, question.edit))))
    least = {f"{verdict} {kind}": 12 for verdict in ("accepted", "invalid") for kind in EDITS}
    least |= {f"rejected {kind}": 3 if kind.startswith("restore") else 6 for kind in EDITS}
    least |= {"accepted tangle": 40, "rejected tangle": 40, "accepted none": 40, "rejected none": 10}
    least |= {f"accepted after {n}": 10 for n in range(3)} | {f"rejected after {n}": 10 for n in range(3)}
    least |= {"rejected after 3": 2, "reuse": 40, "copy of a copy": 3, "2 edits": 10}
    least |= {f"broken {reason}": 2 for reason in REASONS}
    least |= {f"policy {form}": 5 for form in POLICIES} | {f"workflow {form}": 5 for form in SHAPES}
    least |= {
        f"history {form}": 5 for form in (*EDITS, "call", "checkpoint", "dispatch", "settle", "rule", "signed_by")
    }
    least |= {f"rule {kind}": 5 for kind in EDITS} | {f"{n} deep": 10 for n in (1, 2, 3, 4)}
    least |= {f"field {field}": 20 for field in ("authority", "authorized", "history", "rules")}
    assert {form: met[form] for form, number in least.items() if met[form] < number} == {}
