"""Opening: a file is compared, all of it, with what its history replays to from scratch; and the invariant's clauses.

Everything is read inside one transaction of the caller, so that it is one moment.
"""

from __future__ import annotations

import hmac
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from execedit_kit.record.limits import DEFAULT_LIMITS, Limits
from execedit_kit.runtime import journal
from execedit_kit.runtime.arguments import quoted
from execedit_kit.runtime.journal import (
    NOTHING_BEFORE,
    Row,
    WrongRow,
    authorizations,
    automaton_json,
    chained,
    entries,
    sealed,
)
from execedit_kit.runtime.replaying import first, following, solved
from execedit_kit.runtime.schema import declared, expected
from execedit_kit.runtime.state import Moment


@dataclass(frozen=True)
class Verified:
    """A file that is as the runtime wrote it.

    Parameters
    ----------
    moments : tuple[Moment, ...]
        After every row of the history.
    digests : tuple[bytes, ...]
        Of every row.
    imported : int
        How many rows came with the record that the runtime was created from.
    """

    moments: tuple[Moment, ...]
    digests: tuple[bytes, ...]
    imported: int

    @property
    def now(self) -> Moment:
        """The moment after the last row."""
        return self.moments[-1]


def verified(connection: sqlite3.Connection, *, limits: Limits = DEFAULT_LIMITS) -> Verified | tuple[str, ...]:
    """Return what a file holds, or what differs from what the runtime would have written."""
    found = tuple(_structure(connection))
    try:
        return found or _replayed(connection, limits)
    except WrongRow as error:
        return (str(error),)


def _replayed(connection: sqlite3.Connection, limits: Limits) -> Verified | tuple[str, ...]:
    history = tuple(journal.rows(connection))
    found = tuple(_chain(connection, history))
    if found:
        return found
    rules_of = solved(limits)
    now, imported = first(history[0], rules_of, limits=limits)
    moments, versions = [now], [(now.rule_version, now.policy_version, 0, automaton_json(now.rules))]
    for row in history[1:]:
        now = following(row, now, rules_of, imported=row.seq <= imported, limits=limits)
        moments.append(now)
        if now.rule_version != versions[-1][0]:
            versions.append((now.rule_version, now.policy_version, row.seq, automaton_json(now.rules)))
    found = tuple(_tables(connection, now, versions))
    return found or Verified(tuple(moments), tuple(row.digest for row in history), imported)


def _structure(connection: sqlite3.Connection) -> Iterator[str]:
    health = [str(line) for (line,) in connection.execute("PRAGMA quick_check(3)")]
    if health != ["ok"]:
        yield f"the database is broken: {health[0]}"
        return
    there, wanted = declared(connection), expected()
    for name in sorted(wanted.keys() | there.keys()):
        if name not in there:
            yield f"{name!r} is missing from the database"
        elif name not in wanted:
            yield f"{name!r} was added to the database"
        elif there[name] != wanted[name]:
            yield f"{name!r} is declared otherwise"


def _chain(connection: sqlite3.Connection, history: tuple[Row, ...]) -> Iterator[str]:
    digest = NOTHING_BEFORE
    for seq, row in enumerate(history):
        if row.seq != seq:
            yield f"row {seq} of the history is missing"
            return
        digest = chained(digest, seq, row.event_json, row.at)
        if row.digest != digest:
            yield f"row {seq} of the history, or one before it, was changed: its digest does not follow"
            return
    head = journal.head(connection)
    if head is None or not history:
        yield "the head is missing" if head is None else "the history is missing"
        return
    last = len(history) - 1
    if head.seq > last:
        yield f"the history was cut short: it ends at row {last}, and the head says {head.seq}"
    elif head.seq < last:
        yield f"the history has rows after its head, from {head.seq + 1} on"
    elif head.digest != digest:
        yield "the head names another last row"
    elif not hmac.compare_digest(head.seal, sealed(journal.secret(connection), last, digest, head.state)):
        yield "the head's seal does not hold: the head or the key was changed"


def _tables(connection: sqlite3.Connection, now: Moment, versions: list[tuple[int, int, int, str]]) -> Iterator[str]:
    head = journal.head(connection)
    if head is None or head.state != now.at:
        yield f"the head says that the rules are in state {head and head.state}, and the history leads to {now.at}"
    closed = [opened for _, _, opened, _ in versions[1:]]
    wanted = [
        (n, policy, opened, end, rules)
        for (n, policy, opened, rules), end in zip(versions, [*closed, None], strict=True)
    ]
    yield from _differing(connection, "versions", "version, policy_version, opened, closed, automaton", wanted)
    yield from _following(connection, now)
    if [name for (name,) in connection.execute("SELECT name FROM secret")] != ["key"]:
        yield "table 'secret' holds something else than the key"


def _following(connection: sqlite3.Connection, now: Moment) -> Iterator[str]:
    yield from _differing(connection, "entries", "call, version, action, request", sorted(entries(now)))
    yield from _differing(connection, "authorizations", "action, position, status, value", sorted(authorizations(now)))


def standing(connection: sqlite3.Connection, now: Moment) -> Iterator[str]:
    """Yield what differs in the tables from a moment that is known: what can be compared without the whole history."""
    active = connection.execute("SELECT version, policy_version FROM versions WHERE closed IS NULL").fetchall()
    if active != [(now.rule_version, now.policy_version)]:
        yield f"the active version is not {now.rule_version} alone"
    (newest,) = connection.execute("SELECT max(version) FROM versions").fetchone()
    if newest != now.rule_version:
        yield f"table 'versions' has version {quoted(newest)}, and the history leads to {now.rule_version}"
    yield from _following(connection, now)


def _differing(
    connection: sqlite3.Connection,
    table: str,
    columns: str,
    wanted: Iterable[tuple[object, ...]],
) -> Iterator[str]:
    wanted = list(wanted)
    rows = connection.execute(f"SELECT {columns} FROM {table} ORDER BY 1").fetchall()
    if rows == wanted:
        return
    there = {row[0]: row for row in rows}
    names = columns.split(", ")
    for row in wanted:
        found = there.pop(row[0], None)
        if found is None:
            yield f"table {table!r} has no {names[0]} {row[0]!r}"
        elif found != row:
            where = next(n for n in range(len(row)) if found[n] != row[n])
            yield (
                f"table {table!r}, {names[0]} {row[0]!r}: {names[where]} is {quoted(found[where])}, "
                f"and the history leads to {quoted(row[where])}"
            )
    for extra in there:
        yield f"table {table!r} has {names[0]} {extra!r}, of which the history knows nothing"
