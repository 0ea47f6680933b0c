"""The journal: rows of history, each chained to the one before, and the tables that follow from them.

What the chain protects: a row's digest is over the digest before it and the row, and the head, sealed with the file's
key, names the last. A row that was changed, moved, dropped or added by hand is noticed, and so is a history cut short.
What somebody changes while a runtime is open is noticed at its next event: every commit of a runtime moves the head, so
that after one which did not, the whole file is compared anew. After events of other processes only what they appended
is compared, and the tables that follow from the present moment; a row of the history that was seen before, changed
between such events, is noticed when the file is opened or audited next. No answer depends on it until then.
What the chain does not protect: somebody who reads the key out of the file can seal a history of his own, and a whole
file put back from an older copy is a consistent file. Against both, keep a
:attr:`~execedit_kit.runtime.runtime.Runtime.head` somewhere else and give it when opening.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sqlite3
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from execedit_kit.check.automaton import RuleAutomaton, Transition
from execedit_kit.record.errors import KitError
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.json_text import canonical_json
from execedit_kit.runtime.state import Moment
from execedit_kit.runtime.tokens import request_digest

NOTHING_BEFORE = bytes(32)


class WrongRow(KitError):
    """A row that the runtime cannot have written."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the history.

    Parameters
    ----------
    seq : int
        The record version that the event made; 0 is the creation.
    event_json : str
        The event as it stands in a document, with what proves it, as JSON text.
    at : float
        When the clock said it happened, in seconds since 1970. It enters no digest of the record.
    digest : bytes
        SHA-256 over the digest before it and the row.
    """

    seq: int
    event_json: str
    at: float
    digest: bytes

    @property
    def event(self) -> dict[str, Any]:
        """The event, parsed."""
        event: dict[str, Any] = json.loads(self.event_json)
        return event


@dataclass(frozen=True, slots=True)
class Head:
    """Where the history ends, and the automaton's state there."""

    seq: int
    digest: bytes
    state: int
    seal: bytes


def chained(before: bytes, seq: int, event_json: str, at: float) -> bytes:
    """Return a row's digest."""
    return hashlib.sha256(b"%b%d\n%b\n%b" % (before, seq, repr(at).encode(), event_json.encode())).digest()


def sealed(key: bytes, seq: int, digest: bytes, state: int) -> bytes:
    """Return the head's seal."""
    return hmac.digest(key, b"head\n%d\n%d\n" % (seq, state) + digest, "sha256")


def secret(connection: sqlite3.Connection) -> bytes:
    """Return the file's key; empty when it is gone."""
    row = connection.execute("SELECT value FROM secret WHERE name = 'key'").fetchone()
    return bytes(row[0]) if row is not None and isinstance(row[0], bytes) else b""


def head(connection: sqlite3.Connection) -> Head | None:
    """Return the head, or ``None`` when it is gone."""
    row = connection.execute("SELECT seq, digest, state, seal FROM head").fetchone()
    return None if row is None else Head(*_typed(row, (int, bytes, int, bytes), "the head"))


def rows(connection: sqlite3.Connection, after: int = -1) -> Iterator[Row]:
    """Yield the rows of the history after a version, in order."""
    for row in connection.execute("SELECT seq, event, at, digest FROM history WHERE seq > ? ORDER BY seq", (after,)):
        yield Row(*_typed(row, (int, str, float, bytes), f"row {row[0]} of the history"))


def _typed(row: tuple[Any, ...], types: tuple[type, ...], what: str) -> tuple[Any, ...]:
    if tuple(map(type, row)) != types:
        raise WrongRow(f"{what} holds a value of another type")
    return row


def append(
    connection: sqlite3.Connection,
    key: bytes,
    before: tuple[Moment, bytes] | None,
    event: Mapping[str, Any],
    after: Moment,
) -> bytes:
    """Write one event with everything that follows from it, inside the caller's transaction.

    Parameters
    ----------
    before : tuple[Moment, bytes] | None
        The moment and the head's digest that the event was judged on; ``None`` at the creation.
    event : Mapping[str, Any]
        The event as it stands in a document, with what proves it.
    after : Moment
        The moment it led to.

    Returns
    -------
    bytes
        The new head's digest.
    """
    moment, last = (None, NOTHING_BEFORE) if before is None else before
    # Keys stay in the order they were written in: answers name what is registered in that order.
    text = json.dumps(event, separators=(",", ":"), ensure_ascii=False)
    seq, at = after.record_version, time.time()
    digest = chained(last, seq, text, at)
    connection.execute("INSERT INTO history VALUES (?, ?, ?, ?)", (seq, text, at, digest))
    connection.execute(
        "INSERT OR REPLACE INTO head VALUES (1, ?, ?, ?, ?)",
        (seq, digest, after.at, sealed(key, seq, digest, after.at)),
    )
    _write_rules(connection, moment, after)
    _write_authorizations(connection, moment, after)
    return digest


def _write_rules(connection: sqlite3.Connection, before: Moment | None, after: Moment) -> None:
    """Close the old version and open the new; or let the entries go that have no call any more."""
    if before is not None and before.rule_version == after.rule_version:
        if before.remaining is not after.remaining:
            gone = set(before.remaining).difference(after.remaining)
            connection.executemany("DELETE FROM entries WHERE call = ?", [(call,) for call in gone])
        return
    seq = after.record_version
    connection.execute("UPDATE versions SET closed = ? WHERE closed IS NULL", (seq,))
    version = (after.rule_version, after.policy_version, seq, automaton_json(after.rules))
    connection.execute("INSERT INTO versions VALUES (?, ?, ?, NULL, ?)", version)
    connection.execute("DELETE FROM entries")
    connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", entries(after))


def _write_authorizations(connection: sqlite3.Connection, before: Moment | None, after: Moment) -> None:
    known = 0 if before is None else len(before.record.log)
    added = [
        (action, known + n, after.status(action), after.record.returns.get(action))
        for n, action in enumerate(after.record.log[known:])
    ]
    if added:
        connection.executemany("INSERT INTO authorizations VALUES (?, ?, ?, ?)", added)
    if before is not None:
        for action in after.record.sent[len(before.record.sent) :]:
            connection.execute("UPDATE authorizations SET status = 'sent' WHERE action = ?", (action,))
        if before.record.returns is not after.record.returns:
            for action in after.record.returns.keys() - before.record.returns.keys():
                connection.execute(
                    "UPDATE authorizations SET status = 'returned', value = ? WHERE action = ?",
                    (after.record.returns[action], action),
                )


def entries(moment: Moment) -> list[tuple[str, int, str, str]]:
    """Return the rule entries of a moment: one for each remaining call."""
    record = moment.record
    return [(call, moment.rule_version, *bound(record, call)) for call in moment.remaining]


def bound(record: ExecutionRecord, call: str) -> tuple[str, str]:
    """Return what a call's token binds it to: its action and the digest of the canonical request."""
    action = record.calls[call]
    return action, request_digest(record.registration.actions[action].request_json)


def authorizations(moment: Moment) -> list[tuple[str, int, str, str | None]]:
    """Return the log of a moment with how far each action is."""
    returns = moment.record.returns
    return [(action, n, moment.status(action), returns.get(action)) for n, action in enumerate(moment.record.log)]


def automaton_json(rules: RuleAutomaton) -> str:
    """Return an automaton as canonical JSON."""
    moves = [[move.source, move.call, move.action, move.mode, move.target] for move in rules.transitions]
    return canonical_json({"states": rules.states, "marked": sorted(rules.marked), "moves": moves})


def automaton_digest(text: str) -> str:
    """Return the digest under which the history names an automaton."""
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def read_automaton(text: str) -> RuleAutomaton:
    """Return the automaton that :func:`automaton_json` wrote."""
    written = json.loads(text)
    moves = tuple(Transition(*move) for move in written["moves"])
    return RuleAutomaton(written["states"], frozenset(written["marked"]), moves)
