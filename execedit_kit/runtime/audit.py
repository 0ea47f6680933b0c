"""The five clauses of the invariant, each from the tables and the record, apart from how the runtime keeps them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields

from execedit_kit.check.answer import Accepted, check
from execedit_kit.check.automaton import RuleAutomaton, Transition
from execedit_kit.check.replay import read_record
from execedit_kit.edits.unfold import unfold
from execedit_kit.record.events import Call, Dispatch
from execedit_kit.record.execution import Mode
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits
from execedit_kit.record.workflow import Branch, Workflow, branches, meaning
from execedit_kit.runtime.journal import bound, read_automaton
from execedit_kit.runtime.verify import Verified


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause, and where it does not hold."""

    name: str
    broken: tuple[str, ...]

    def __bool__(self) -> bool:
        """Whether it holds."""
        return not self.broken


@dataclass(frozen=True, slots=True)
class Audit:
    """The clauses of the invariant on one moment of a file.

    Parameters
    ----------
    record_version : int
        The moment.
    clauses : tuple[Clause, ...]
        Five.
    """

    record_version: int
    clauses: tuple[Clause, ...]

    def __bool__(self) -> bool:
        """Whether every clause holds."""
        return all(self.clauses)

    def __str__(self) -> str:
        """Return a line for each clause."""
        return "\n".join(
            ": ".join((("✓ " if clause else "✗ ") + clause.name, *clause.broken[:1])) for clause in self.clauses
        )


def audited(connection: sqlite3.Connection, found: Verified, *, limits: Limits = DEFAULT_LIMITS) -> Audit:
    """Return which clauses hold, inside the caller's transaction."""
    clauses: dict[str, Callable[[], Iterator[str]]] = {
        "the record is checked": lambda: _checked_record(found, limits),
        "required results are kept": lambda: _required_results(found),
        "executed calls match progress and log": lambda: _executed_calls(connection, found),
        "the automaton's state is the one recomputed": lambda: _automaton(connection, found, limits),
        "one active version with one entry for each remaining call": lambda: _entries(connection, found),
    }
    return Audit(found.now.record_version, tuple(Clause(name, tuple(broken())) for name, broken in clauses.items()))


def _checked_record(found: Verified, limits: Limits) -> Iterator[str]:
    record = found.now.record
    again = read_record(record.document(), limits=limits)
    for field in fields(record):
        if field.name != "registration" and getattr(again, field.name) != getattr(record, field.name):
            yield f"the record's document replays to another {field.name}"
    if not isinstance(check(record, limits=limits), Accepted):
        yield "the current workflow is rejected"


def _required_results(found: Verified) -> Iterator[str]:
    for _, _, derived, _ in unfold(found.now.record):
        if derived is None:
            continue
        offered = {result.name for part in _subtrees(derived.after) for result in meaning(part).results}
        for branch in branches(derived.after):
            offered |= {f"{branch.name}: {result.name}" for result in branch.contract.results}
        for required in derived.required:
            where = f"edit {derived.number}, {required.part}, result {required.result!r}"
            if required.account == "still required":
                if not required.covered_by or not offered.issuperset(required.covered_by):
                    yield f"{where} is covered by nothing that the edit left"
            elif required.account == "satisfied":
                if not isinstance(derived.before, Branch) or not derived.before.contract.finished:
                    yield f"{where} is called satisfied"
            elif not required.authorities.issubset(derived.request.signed_by):
                yield f"{where} was removed without a signature"


def _subtrees(tree: Workflow) -> Iterator[Workflow]:
    yield tree
    if not isinstance(tree, Branch):
        yield from _subtrees(tree.left)
        yield from _subtrees(tree.right)


def _executed_calls(connection: sqlite3.Connection, found: Verified) -> Iterator[str]:
    record = found.now.record
    done = [event.call for event in record.history if isinstance(event, Call)]
    if done != [step.call for step in record.processed]:
        yield "the processed calls are not the calls of the history"
    if len(set(done)) < len(done):
        yield "a call was processed twice"
    new = [step.action for step in record.processed if step.mode == "new"]
    log = [*record.registration.authorized, *new]
    if len(set(log)) < len(log):
        yield "an action was authorized twice"
    if any(step.action not in log for step in record.processed):
        yield "a reuse of what was never authorized"
    rows = connection.execute("SELECT action, status FROM authorizations ORDER BY position").fetchall()
    if [action for action, _ in rows] != log:
        yield "the table of authorizations is not the log"
    sent = [event.action for event in record.history if isinstance(event, Dispatch)]
    if sent != new[: len(sent)]:
        yield "requests were sent in another order than they were authorized in"
    if [action for action, status in rows if status == "queued"] != new[len(sent) :]:
        yield "the queue is not what was authorized and not sent"
    left = set(meaning(record.workflow).calls)
    if left.intersection(done):
        yield "a processed call still remains"


def _automaton(connection: sqlite3.Connection, found: Verified, limits: Limits) -> Iterator[str]:
    stored = connection.execute("SELECT automaton FROM versions WHERE closed IS NULL").fetchall()
    states = connection.execute("SELECT state FROM head").fetchall()
    answer = check(found.now.record, limits=limits)
    if len(stored) != 1 or len(states) != 1 or not isinstance(answer, Accepted):
        yield "there is no one automaton with one state"
    elif ahead(read_automaton(stored[0][0]), states[0][0]) != ahead(answer.automaton, 0):
        yield "from its state the stored automaton allows other executions than the check of what remains"


def ahead(rules: RuleAutomaton, state: int) -> tuple[list[tuple[int, str, str, Mode, int]], set[int]]:
    """Return the moves and completions reachable from a state, numbered from there: equal futures are equal values."""
    outgoing: dict[int, list[Transition]] = {}
    for move in sorted(rules.transitions, key=lambda move: move.call):
        outgoing.setdefault(move.source, []).append(move)
    number, reached = {state: 0}, [state]
    moves = []
    for source in reached:
        for move in outgoing.get(source, ()):
            if move.target not in number:
                number[move.target] = len(number)
                reached.append(move.target)
            moves.append((number[source], move.call, move.action, move.mode, number[move.target]))
    return moves, {number[state] for state in rules.marked if state in number}


def _entries(connection: sqlite3.Connection, found: Verified) -> Iterator[str]:
    active = [version for (version,) in connection.execute("SELECT version FROM versions WHERE closed IS NULL")]
    if active != [found.now.rule_version]:
        yield f"the active versions are {active}"
    record = found.now.record
    entries = sorted(connection.execute("SELECT call, version, action, request FROM entries"))
    wanted = [(call, found.now.rule_version, *bound(record, call)) for call in meaning(record.workflow).calls]
    if entries != sorted(wanted):
        yield "the rule entries are not one for each remaining call"
