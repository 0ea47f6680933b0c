"""A process's hold on a file: a connection, and the last moment seen, brought up to date in every transaction."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from execedit_kit.check.automaton import RuleAutomaton
from execedit_kit.edits.extend import Extend
from execedit_kit.record.errors import KitError
from execedit_kit.record.events import EditRequest
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.limits import Limits
from execedit_kit.runtime import journal
from execedit_kit.runtime.answers import Damaged
from execedit_kit.runtime.audit import Audit, audited
from execedit_kit.runtime.journal import WrongRow
from execedit_kit.runtime.replaying import following
from execedit_kit.runtime.schema import connect, is_busy, transaction
from execedit_kit.runtime.state import Moment
from execedit_kit.runtime.verify import Verified, verified


class Writing:
    """A write transaction: the moment it found, and the event that it appends."""

    def __init__(self, connection: sqlite3.Connection, key: bytes, now: Moment, digest: bytes) -> None:
        self.now = now
        self.digest = digest
        self._connection = connection
        self._key = key

    def append(self, event: Mapping[str, Any], after: Moment) -> None:
        """Write an event and what follows from it; it is there when the transaction has ended, and not before."""
        self.digest = journal.append(self._connection, self._key, (self.now, self.digest), event, after)
        self.now = after


class Session:
    """An open file. Threads of one process take turns; another process opens the file itself.

    Parameters
    ----------
    path : Path
        The file.
    patience : float
        Seconds to wait for other processes.
    limits : Limits
        How much the checks may cost.

    Raises
    ------
    NotARuntime, Damaged, Busy
        When the file cannot be opened, is not as it was written, or stays locked.
    """

    def __init__(self, path: Path, *, patience: float, limits: Limits) -> None:
        self.path = path
        self.limits = limits
        self._process = os.getpid()
        self._lock = threading.RLock()
        self._connection = connect(path, patience)
        try:
            found = self.verify()
        except BaseException:
            self._connection.close()
            raise
        self.key = journal.secret(self._connection)
        self._now, self._digest = found.now, found.digests[-1]

    def verify(self) -> Verified:
        """Compare the whole file with what its history replays to.

        Raises
        ------
        Damaged
            When something differs.
        """
        with self._reading() as connection:
            return self._verified(connection)

    def audit(self) -> Audit:
        """Verify the file and say which clauses of the invariant hold.

        Raises
        ------
        Damaged
            When something differs from what the history replays to.
        """
        with self._reading() as connection:
            return audited(connection, self._verified(connection), limits=self.limits)

    def _verified(self, connection: sqlite3.Connection) -> Verified:
        found: Verified | tuple[str, ...]
        try:
            found = verified(connection, limits=self.limits)
        except sqlite3.DatabaseError as error:
            if is_busy(error):
                raise
            found = (f"the database cannot be read: {error}",)
        if isinstance(found, tuple):
            raise Damaged(str(self.path), found)
        return found

    @contextlib.contextmanager
    def reading(self) -> Iterator[Moment]:
        """Yield the moment that is committed now."""
        with self._reading():
            self._catch_up()
            yield self._now

    @contextlib.contextmanager
    def writing(self) -> Iterator[Writing]:
        """Yield a write transaction on the moment that is committed now; nobody else writes meanwhile."""
        with self._lock:
            connection = self._own_connection()
            with transaction(connection, str(self.path), write=True):
                self._catch_up()
                writing = Writing(connection, self.key, self._now, self._digest)
                yield writing
            self._now, self._digest = writing.now, writing.digest

    @property
    def digest(self) -> bytes:
        """The head's digest at the moment last seen."""
        return self._digest

    def rows(self) -> tuple[journal.Row, ...]:
        """Return the history."""
        with self._reading() as connection:
            return tuple(journal.rows(connection))

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._process == os.getpid():
                self._connection.close()

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            connection = self._own_connection()
            with transaction(connection, str(self.path), write=False):
                yield connection

    def _own_connection(self) -> sqlite3.Connection:
        if self._process != os.getpid():
            raise KitError(f"{self.path} was opened by another process, which this one is a copy of; open it here anew")
        return self._connection

    def _catch_up(self) -> None:
        """Apply what other processes have appended since."""
        now, digest = self._now, self._digest
        try:
            head = journal.head(self._connection)
            if head is not None and (head.seq, head.digest, head.state) == (now.record_version, digest, now.at):
                return
            for row in journal.rows(self._connection, now.record_version):
                digest = journal.chained(digest, row.seq, row.event_json, row.at)
                if digest != row.digest:
                    raise WrongRow(f"row {row.seq} of the history does not follow from the row before it")
                now = following(row, now, self._stored_rules, imported=False, limits=self.limits)
            seal = journal.sealed(self.key, now.record_version, digest, now.at)
            if head != journal.Head(now.record_version, digest, now.at, seal):
                raise WrongRow("the head does not name the last row: the file was changed, or put back")
        except WrongRow as error:
            raise Damaged(str(self.path), (str(error),)) from None
        self._now, self._digest = now, digest

    def _stored_rules(
        self, record: ExecutionRecord, request: EditRequest | Extend | None, version: int
    ) -> RuleAutomaton:
        """Return the rules that another process stored when it checked them; the history names their digest."""
        row = self._connection.execute("SELECT automaton FROM versions WHERE version = ?", (version,)).fetchone()
        if row is None:
            raise WrongRow(f"rule version {version} is not stored")
        return journal.read_automaton(row[0])
