"""A restart seen through the model: RestoreReplace of a checkpoint at the top of the program (restart lab, section 7).

One restart of a run becomes an execution record and one edit, and the exact checker is asked whether the edit is
safe.

*Calls and actions.* What the outside sees of the paused run, in order, is one branch, ``run``: each question, each
effect and the return is a call, and each is an action of its own, since the outside met it once. Where the person's
answer arrives there is a call too, ``answer n``: time has passed, and the log knows it. What the program does when it
is run again after the n-th answer, from the top to the next question or its end, is another branch, ``again``. A call
that the cache answers refers to the action whose result is handed back: that is all a cache is, a claim that two
calls are one action. A call that the cache does not answer is new.

*Policy.* Two words and their prefixes: the paused run as it was, and the program run from the top with all its
answers at hand, so that nothing is waited for. Either is right when it happens alone.

*History and edit.* Both branches stand under an open choice. The top of ``again`` is checkpointed, then ``run`` is
processed up to the n-th answer. The restart is ``RestoreReplace(run, top)``, signed by the owner, who lets go of what
the paused program would still have done. The restored copies reuse what is in the log and add the rest after it.

*What the verdict means.* The log has answers in it, so only the paused word can go on from it. The edit is accepted
exactly when what the restarted program performs next is what the paused one would have performed; a plan changes
nothing visible exactly when every one of its restarts is accepted. Nothing here compares the two runs. When the clock
or a stale list sends the program another way, its next call has no place after the log. When the cache merges two
questions that are different actions, the second adds no letter, and what follows it comes too early: the post's miss.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from execedit_kit.edits.asking import restore_replace
from execedit_kit.library import record
from execedit_kit.record.errors import KitError
from execedit_kit.record.events import RestoreReplace
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.restart.compare import visible
from execedit_kit.restart.replay import Design
from execedit_kit.restart.run import Pair, Run
from execedit_kit.restart.session import Event

OWNER = "owner"
_WORDS = {"ask_human": "ask", "close_issue": "close", "escalate_issue": "escalate", "schedule_close": "schedule"}


class NothingRestarted(KitError):
    """A pair of runs without the restart that was asked for."""


@dataclass(frozen=True)
class Restart:
    """One restart as a question for the checker: ``check(restart.record, restart.edit)``.

    Parameters
    ----------
    number : int
        After which answer, from 1.
    record : ExecutionRecord
        The paused run up to that answer, with the top of the program checkpointed.
    edit : RestoreReplace
        Go back to the top.
    """

    number: int
    record: ExecutionRecord
    edit: RestoreReplace


@dataclass(frozen=True)
class _Step:
    """One call: what the cache knows it by, what the outside sees of it, and whether it was handed back."""

    key: Any
    label: str
    request: dict[str, Any]
    cached: bool


class _Labels:
    """Short letters for what the outside sees: equal things have one letter."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], str] = {}

    def of(self, event: Event) -> str:
        word = _WORDS.get(event.name, event.name)
        shown = visible(event) if event.kind != "end" else str(event.result)
        known = (word, shown)
        if known not in self._known:
            number = event.arguments.get("id", 1 + sum(other == word for other, _ in self._known))
            letter = word if event.kind == "end" else f"{word} {number}"
            taken = sum(label.partition(" (")[0] == letter for label in self._known.values())
            self._known[known] = letter if not taken else f"{letter} ({taken + 1})"
        return self._known[known]


def as_records(pair: Pair) -> tuple[Restart, ...]:
    """Return the restarts that both runs have, each as a record and an edit.

    Raises
    ------
    NothingRestarted
        When the plan asks nothing.
    """
    answers = sum(event.kind == "answer" for event in pair.paused.events)
    count = min(answers, pair.restarted.executions - 1)
    if not count:
        raise NothingRestarted("this plan was never restarted: it asks no question, or does not get to one")
    return tuple(as_record(pair, number) for number in range(1, count + 1))


def as_record(pair: Pair, number: int) -> Restart:
    """Return the restart after the answer of that number.

    Raises
    ------
    NothingRestarted
        When there is none.
    """
    design = pair.restarted.design
    executions = pair.restarted.executions
    if design is None or not 1 <= number < executions:
        raise NothingRestarted(f"there is no restart {number}: the program ran {executions} times")
    labels = _Labels()
    run, done = _paused(pair.paused, design, labels, number)
    again = _again(pair.restarted, design, labels, number + 1)

    actions: dict[str, dict[str, Any]] = {}
    calls: dict[str, str] = {}
    owner: dict[Any, tuple[str, int]] = {}
    for place, step in enumerate(run):
        name = _fresh(step.label, actions)
        actions[name] = {"label": step.label, "request": step.request}
        calls[f"run {place + 1}"] = name
        owner.setdefault(step.key, (name, place))
    for place, step in enumerate(again):
        name, origin = owner.get(step.key, ("", -1))
        if not name or not (step.cached or (origin >= done and actions[name]["label"] == step.label)):
            name = _fresh(step.label, actions)
            actions[name] = {"label": step.label, "request": step.request}
            owner[step.key] = (name, len(run))
        calls[f"again {place + 1}"] = name
    of_run = [call for call in calls if call.startswith("run ")]
    of_again = [call for call in calls if call.startswith("again ")]
    words = [[actions[name]["label"] for name in dict.fromkeys(calls[c] for c in of)] for of in (of_run, of_again)]
    document: dict[str, Any] = {
        "domain": "restart",
        "authority": OWNER,
        "actions": actions,
        "calls": calls,
        "policy": {"words": words},
        "workflow": {
            "choice": [
                {"branch": "run", "contract": {"sequence": of_run}},
                {"branch": "again", "contract": {"sequence": of_again}},
            ],
            "group": "program",
        },
        "history": [{"checkpoint": "top", "branch": "again"}, *({"call": call} for call in of_run[:done])],
    }
    return Restart(number, record(**document), restore_replace("run", "top", signed_by=OWNER))


def _paused(run: Run, design: Design, labels: _Labels, number: int) -> tuple[list[_Step], int]:
    """Return the calls of the paused run, and how many there are up to the answer of that number."""
    steps, done, answers = [], 0, 0
    for step, event in _steps(run.events, design, labels):
        if event.kind == "answer":
            answers += 1
            step = _Step(("answer", answers), f"answer {answers}", {"answer": event.result}, False)
        steps.append(step)
        if event.kind == "answer" and answers == number:
            done = len(steps)
    return steps, done


def _again(run: Run, design: Design, labels: _Labels, execution: int) -> list[_Step]:
    """Return the calls of one execution of the restarted run, to its next question or its end."""
    events = [event for event in run.events if event.execution == execution and event.kind != "answer"]
    return [step for step, _ in _steps(events, design, labels)]


def _steps(events: Iterable[Event], design: Design, labels: _Labels) -> list[tuple[_Step, Event]]:
    """Return what the outside sees of one execution; reads count for the position only."""
    steps, position = [], 0
    for event in events:
        if event.kind in ("question", "effect", "read"):
            key = design.call_key(event.name, event.arguments, position)
            position += event.kind != "read" or design.reads
        elif event.kind == "end":
            key = ("end", event.name, event.result)
        elif event.kind == "answer":
            key = None
        else:
            continue
        if event.kind != "read":
            label = "" if event.kind == "answer" else labels.of(event)
            request = {"tool": event.name, "arguments": dict(event.arguments)}
            steps.append((_Step(key, label, request, event.cached), event))
    return steps


def _fresh(label: str, actions: dict[str, dict[str, Any]]) -> str:
    """Return a name for one more action of a letter."""
    count = sum(action["label"] == label for action in actions.values())
    return label if not count else f"{label}, {count + 1}"
