"""The rules in force and where they are: the automaton of the last accepted edit, moved by the calls since."""

from __future__ import annotations

from execedit_kit.check.answer import Answer, Invalid, check
from execedit_kit.check.automaton import RuleAutomaton
from execedit_kit.edits.unfold import unfold
from execedit_kit.record.events import Call, Edited
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits


def rules_in_force(record: ExecutionRecord, *, limits: Limits = DEFAULT_LIMITS) -> tuple[RuleAutomaton, int]:
    """Return the rules in force and their current state (model, section 3, "checking again").

    Parameters
    ----------
    record : ExecutionRecord
        Whose history says which edit was accepted last.

    Returns
    -------
    RuleAutomaton
        The automaton that was accepted with the last edit, or with the root workflow; empty when that is rejected.
    int
        The state it has moved to by the calls processed since.
    """
    base = ExecutionRecord.start(record.registration)
    calls: list[str] = []
    for _, event, _, after in unfold(record):
        if isinstance(event, Edited):
            base, calls = after, []
        elif isinstance(event, Call):
            calls.append(event.call)
    answer: Answer = check(base, limits=limits)
    assert not isinstance(answer, Invalid)
    rules, state = answer.automaton, 0
    for call in calls:
        state = rules.moves[state, call].target
    return rules, state
