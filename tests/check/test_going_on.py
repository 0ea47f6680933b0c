"""Checking again, after an edit is in force and after any allowed prefix, gives the same rules, moved (section 3)."""

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import execedit_kit as ek
from execedit_kit.check.replay import read_record
from execedit_kit.record.build import read_edit
from execedit_kit.record.workflow import Branch, current, enabled
from tests.support import literal
from tests.support.generate import KINDS
from tests.support.shapes import state_of
from tests.support.strategies import examples, questions


def moved(automaton, start=0):
    """What an automaton does from one of its states, without its numbering."""
    number, ahead, made = {start: 0}, [start], []
    for state in ahead:
        moves = sorted((move for move in automaton.transitions if move.source == state), key=lambda move: move.call)
        for move in moves:
            if move.target not in number:
                number[move.target] = len(number)
                ahead.append(move.target)
            made.append((number[state], move.call, move.action, move.mode, number[move.target]))
    return made, {number[state] for state in automaton.marked if state in number}, len(number)


def in_force(question, most=600):
    """The record in which the asked edit is in force, and its answer; nothing else is worth going on with.

    What nobody may go on with cannot be edited either: in a history, the workflow before an edit is accepted.
    """
    answer = ek.check(question.record, question.edit)
    assume(answer and answer.rounds[0] <= most)
    if question.edit is None:
        return answer, question.record
    assume(ek.check(question.record))
    return answer, ek.advance(question.record, read_edit(question.edit))


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@examples(40)
def test_the_rules_move_with_what_happens(kind, data):
    answer, record = in_force(data.draw(questions(kind)))
    executions, state, done = literal.listed(answer), 0, ()
    for _ in range(data.draw(st.integers(0, 5))):
        moves = {move.call: move for (source, _), move in answer.automaton.moves.items() if source == state}
        for call, _ in enabled(record.workflow):
            if call not in moves:
                with pytest.raises(ek.RefusedStep):
                    ek.advance(record, ek.call(call))
        if not moves:
            assert state in answer.automaton.marked
            break
        move = moves[data.draw(st.sampled_from(sorted(moves)))]
        record = ek.advance(record, ek.call(move.call))
        assert record.processed[-1].mode == move.mode
        assert record.processed[-1].action == move.action
        state, done = move.target, (*done, (move.call, move.mode))
    again = ek.check(record)
    assert again
    assert moved(again.automaton) == moved(answer.automaton, state)
    left = {z[len(done) :]: results for z, results in executions.items() if z[: len(done)] == done}
    assert {z: len(results) for z, results in literal.listed(again).items()} == {
        z: len(results) for z, results in left.items()
    }
    assert again.safe_executions == sum(map(len, left.values()))
    assert again.partial_executions == len({z[:n] for z in left for n in range(len(z) + 1)})


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@examples(15)
def test_what_processes_nothing_changes_nothing(kind, data):
    """A checkpoint, a dispatch, a settlement and an extension leave the rules as they were."""
    answer, record = in_force(data.draw(questions(kind)))
    branch = next(node.name for node in current(record.workflow) if isinstance(node, Branch))
    events = [ek.checkpoint("one more", branch), ek.extend(actions={"one more": {}}, calls={"another": "one more"})]
    if record.queued:
        events += [ek.dispatch(record.queued[0]), ek.settle(record.queued[0], {"done": True})]
    after = ek.advance(record, *events)
    assert after.digest != record.digest
    again = ek.check(after)
    assert moved(again.automaton) == moved(answer.automaton)
    assert again.safe_executions == answer.safe_executions


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@examples(25)
def test_a_record_read_and_written_is_the_same_record(kind, data):
    _, record = in_force(data.draw(questions(kind)))
    written = json.dumps(record.document())
    read = read_record(json.loads(written))
    assert read == record
    assert read.digest == record.digest
    assert hash(read) == hash(record)
    assert json.dumps(read.document()) == written
    assert state_of(read) == state_of(record)
