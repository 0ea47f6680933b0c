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
from execedit_kit.runtime import copies, journal
from execedit_kit.runtime.answers import Damaged, Failed
from execedit_kit.runtime.audit import Audit, audited
from execedit_kit.runtime.failures import identity, refused
from execedit_kit.runtime.journal import WrongRow
from execedit_kit.runtime.replaying import following
from execedit_kit.runtime.schema import connect, transaction
from execedit_kit.runtime.state import Moment
from execedit_kit.runtime.verify import Verified, standing, verified


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
    NotARuntime, Damaged, Busy, Failed
        When the file is no runtime's, is not as it was written, stays locked, or cannot be written.
    """

    def __init__(self, path: Path, *, patience: float, limits: Limits) -> None:
        self.path = path
        self.limits = limits
        self._patience = patience
        self._process = os.getpid()
        self._lock = threading.RLock()
        self._is_let_go = False
        absolute = path.absolute()
        self._places = (absolute, *(absolute.with_name(absolute.name + end) for end in ("-wal", "-shm")))
        self._files = [identity(absolute)]  # before it is opened: what is opened has to be there still
        copies.keep(self)
        with self._lock:
            self._open()

    def _open(self) -> None:
        try:
            self._connection = connect(self.path, self._patience)
            with contextlib.ExitStack() as opened:
                opened.callback(self._connection.close)
                with self._reading() as connection:
                    found = self._verified(connection)
                    self.key = journal.secret(connection)
                    self._data, self._schema = self._number("data_version"), self._number("schema_version")
                    self._files += map(identity, self._places[1:])
                opened.pop_all()
        except BaseException:
            self._files = []
            raise
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
        except sqlite3.Error as error:
            raise refused(str(self.path), error) from None
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
        with self._held() as connection:
            with transaction(connection, str(self.path), write=True, patience=self._patience):
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
        if self._process == os.getpid():
            with self._lock:
                self._files, self._is_let_go = [], False
                self._connection.close()

    def let_go(self) -> None:
        """Close the file until the next event, because the process is copied; other threads wait."""
        self._lock.acquire()
        if self._files and not self._is_let_go and not self._connection.in_transaction:
            self._connection.close()
            self._is_let_go = True
            del self._files[1:]  # the log goes when the last who has it open closes it

    def go_on(self) -> None:
        """Let other threads go on, after the process was copied."""
        self._lock.release()

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._held() as connection, transaction(connection, str(self.path), write=False):
            yield connection

    @contextlib.contextmanager
    def _held(self) -> Iterator[sqlite3.Connection]:
        """Yield the connection to one thread of the process that opened it, to the file that it opened."""
        # First of all: in a copy of a process, a lock that another thread held stays locked for good.
        if self._process != os.getpid():
            raise KitError(f"{self.path} was opened by another process, which this one is a copy of; open it here anew")
        with self._lock:
            if any(was not in (None, identity(place)) for was, place in zip(self._files, self._places, strict=False)):
                raise Failed(
                    str(self.path),
                    "it was moved, removed or replaced while it was open, or its -wal or -shm file was; open it anew",
                )
            if self._is_let_go:
                self._open_again()
            if (
                self._files and self._connection.in_transaction
            ):  # one interrupt came after the other, while it was rolled back
                self._connection.execute("ROLLBACK")
            yield self._connection

    def _open_again(self) -> None:
        self._connection = connect(self._places[0], self._patience)
        self._is_let_go = False
        try:
            with transaction(self._connection, str(self.path), write=False):
                self._data = self._number("data_version")  # of a new connection: it tells nothing of what was before
                self._catch_up()
        finally:
            self._files[1:] = map(identity, self._places[1:])

    def _number(self, pragma: str) -> int:
        number: int = self._connection.execute(f"PRAGMA {pragma}").fetchone()[0]
        return number

    def _catch_up(self) -> None:
        """Apply what other processes have appended since; and notice what somebody changed past the runtime.

        Every commit of a runtime is an event and moves the head. A commit that left it where it was, or changed a
        declaration, was somebody else's, and the whole file is compared anew. After events of others, what was
        appended is compared, and the tables that follow from the moment it leads to.
        """
        now, digest = self._now, self._digest
        try:
            head, data = journal.head(self._connection), self._number("data_version")
            if head is not None and (head.seq, head.digest, head.state) == (now.record_version, digest, now.at):
                if data != self._data:
                    self._verify_anew(data)
                return
            for row in journal.rows(self._connection, now.record_version):
                digest = journal.chained(digest, row.seq, row.event_json, row.at)
                if digest != row.digest:
                    raise WrongRow(f"row {row.seq} of the history does not follow from the row before it")
                now = following(row, now, self._stored_rules, imported=False, limits=self.limits)
            seal = journal.sealed(self.key, now.record_version, digest, now.at)
            if head != journal.Head(now.record_version, digest, now.at, seal):
                raise WrongRow("the head does not name the last row: the file was changed, or put back")
            if self._number("schema_version") != self._schema:
                self._verify_anew(data)
            for difference in standing(self._connection, now):
                raise WrongRow(difference)
        except WrongRow as error:
            raise Damaged(str(self.path), (str(error),)) from None
        self._now, self._digest, self._data = now, digest, data

    def _verify_anew(self, data: int) -> None:
        """Compare the whole file again, after somebody changed it past the runtime."""
        self._verified(self._connection)
        self._data, self._schema = data, self._number("schema_version")

    def _stored_rules(
        self, record: ExecutionRecord, request: EditRequest | Extend | None, version: int
    ) -> RuleAutomaton:
        """Return the rules that another process stored when it checked them; the history names their digest."""
        row = self._connection.execute("SELECT automaton FROM versions WHERE version = ?", (version,)).fetchone()
        if row is None:
            raise WrongRow(f"rule version {version} is not stored")
        return journal.read_automaton(row[0])
