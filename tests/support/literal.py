"""What the literal definition says, put the way the exact answers put it."""

from collections import defaultdict

from execedit_kit.check.definition import Definition, define, prefixes
from execedit_kit.edits.extend import Extend, extended
from execedit_kit.record.workflow import meaning


def defined(record, edit=None):
    """The definition at work on any question, an extension included."""
    if isinstance(edit, Extend):
        record, edit = extended(record, edit), None
        return Definition(meaning(record.workflow), record.calls, record)
    return define(record, edit)


def executions(pairs):
    """Complete sequences with the results they complete, from pairs: {((call, mode), …): {result, …}}."""
    made = defaultdict(set)
    for result, sequence in pairs:
        made[sequence].add(result)
    return dict(made)


def listed(answer):
    """The executions of an answer in the same form."""
    made = {}
    for execution in answer.executions():
        sequence = tuple(zip(execution.calls, execution.modes, strict=True))
        assert sequence not in made, "an execution is listed twice"
        assert len(set(execution.results)) == len(execution.results)
        made[sequence] = set(execution.results)
    return made


def falls(definition):
    """For every round, the prefixes that fall in it with the results they lose.

    A prefix falls in round k when some pair of the round before begins with it, and some result that is compatible
    with it has no pair there that does.
    """
    rounds = []
    for before in definition.rounds[:-1]:
        reached = defaultdict(set)
        for result, sequence in before:
            for z in prefixes(sequence):
                reached[z].add(result)
        lost = {z: definition.compat(z) - results for z, results in reached.items()}
        rounds.append({z: results for z, results in lost.items() if results})
    return rounds


def marked_words(automaton):
    """Every path of an automaton from its start, with whether it ends in a marked state."""
    moves = defaultdict(list)
    for move in automaton.transitions:
        moves[move.source].append(move)
    found = {(): 0 in automaton.marked} if automaton.states else {}
    ahead = [((), 0)] if automaton.states else []
    while ahead:
        path, state = ahead.pop()
        for move in moves[state]:
            longer = (*path, (move.call, move.mode))
            assert longer not in found, "two moves with one call"
            found[longer] = move.target in automaton.marked
            ahead.append((longer, move.target))
    return found
