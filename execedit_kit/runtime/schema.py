"""The file: one SQLite database for one policy domain, its tables, and how it is opened."""

from __future__ import annotations

import contextlib
import os
import random
import secrets
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

from execedit_kit.runtime.answers import Failed, NotARuntime
from execedit_kit.runtime.failures import NO_DATABASE, code_of, is_there, refused

APPLICATION = 0x656B6974  # "ekit"
FORMAT = 1
# An event changes one row in each of four tables: the smaller their pages, the less a commit waits for (tests/bench).
PAGE = 1024
_ASK_AGAIN = (0.0002, 0.004)  # seconds, from and to

TABLES = """
CREATE TABLE secret (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE history (seq INTEGER PRIMARY KEY, event TEXT NOT NULL, at REAL NOT NULL, digest BLOB NOT NULL);
CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL, digest BLOB NOT NULL,
    state INTEGER NOT NULL, seal BLOB NOT NULL);
CREATE TABLE versions (version INTEGER PRIMARY KEY, policy_version INTEGER NOT NULL, opened INTEGER NOT NULL,
    closed INTEGER, automaton TEXT NOT NULL);
CREATE UNIQUE INDEX one_active_version ON versions (closed IS NULL) WHERE closed IS NULL;
CREATE TABLE entries (call TEXT PRIMARY KEY, version INTEGER NOT NULL, action TEXT NOT NULL, request TEXT NOT NULL)
    WITHOUT ROWID;
CREATE TABLE authorizations (action TEXT PRIMARY KEY, position INTEGER NOT NULL, status TEXT NOT NULL, value TEXT)
    WITHOUT ROWID;
CREATE TRIGGER history_is_never_updated BEFORE UPDATE ON history
    BEGIN SELECT RAISE(ABORT, 'the history is append-only'); END;
CREATE TRIGGER history_is_never_deleted BEFORE DELETE ON history
    BEGIN SELECT RAISE(ABORT, 'the history is append-only'); END;
CREATE TRIGGER history_only_grows BEFORE INSERT ON history
    WHEN NEW.seq IS NOT (SELECT coalesce(max(seq) + 1, 0) FROM history)
    BEGIN SELECT RAISE(ABORT, 'the history is append-only'); END;
"""


def declared(connection: sqlite3.Connection) -> dict[str, str]:
    """Return name → definition of everything a database declares."""
    rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_autoindex%'")
    return {name: " ".join((sql or "").split()) for name, sql in rows}


def expected() -> dict[str, str]:
    """Return what a runtime's file declares."""
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(TABLES)
        return declared(connection)


def connect(path: Path, patience: float) -> sqlite3.Connection:
    """Open an existing file; every commit is on the disk when it returns.

    Raises
    ------
    NotARuntime
        When there is no such file, or it is no runtime's.
    Busy
        When other processes hold it for longer than `patience`.
    Failed
        When it cannot be written, or not even read.
    """
    if not is_there(path.is_file):
        raise NotARuntime(str(path), "there is no such file; Runtime.create makes one from a record")
    with contextlib.ExitStack() as opened:
        try:
            connection = opened.enter_context(contextlib.closing(_connection(path, patience)))
            identity = [
                connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
            ]
            if identity != [APPLICATION, FORMAT]:
                raise NotARuntime(str(path), "this database is not the file of a runtime")
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.Error as error:
            if code_of(error) in NO_DATABASE:
                raise NotARuntime(str(path), f"this file cannot be opened as a runtime's: {error}") from None
            raise refused(str(path), error) from None
        opened.pop_all()
    return connection


def _connection(path: Path, patience: float) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(uri, uri=True, timeout=patience, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA trusted_schema=OFF")
    return connection


def unused(path: Path) -> None:
    """Make sure that a file can be made here.

    Raises
    ------
    FileExistsError
        When there is something of that name already.
    Failed
        When there is no folder to hold it.
    """
    if os.path.lexists(path):
        raise FileExistsError(f"{path} is there already; Runtime.open opens it")
    if not is_there(path.parent.is_dir):
        raise Failed(str(path), f"there is no folder {str(path.parent)!r} to make it in; make the folder first")


@contextlib.contextmanager
def created(path: Path) -> Iterator[sqlite3.Connection]:
    """Fill a new database inside one transaction; the file appears whole, readable by its owner, or not at all.

    Raises
    ------
    FileExistsError
        When there is something of that name already.
    Failed
        When it cannot be written.
    """
    temporary = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with contextlib.closing(_connection(temporary, 5.0)) as connection:
            connection.execute(f"PRAGMA page_size={PAGE}")
            connection.execute(f"PRAGMA application_id={APPLICATION}")
            connection.execute(f"PRAGMA user_version={FORMAT}")
            connection.executescript(TABLES)
            with transaction(connection, str(path), write=True):
                yield connection
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("SELECT * FROM head").fetchone()  # so that there is room to open it, too
        _appear(temporary, path)
    except sqlite3.Error as error:
        raise refused(str(path), error) from None
    except FileExistsError:
        unused(path)  # says it of the file itself
        raise
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise Failed(str(path), f"it could not be made, and nothing is left of it: {why}") from None
    finally:
        for left in temporary.parent.glob(f"{temporary.name}*"):
            with contextlib.suppress(OSError):
                left.unlink()


def _appear(temporary: Path, path: Path) -> None:
    """Give a whole file its name, never another file's, and put the name on the disk where a folder can be opened."""
    os.link(temporary, path)
    if os.name != "posix":
        return
    try:
        handle = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError:
        path.unlink()
        raise


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection, name: str, *, write: bool, patience: float = 0.0) -> Iterator[None]:
    """Do everything inside or nothing; a reader sees one moment.

    Parameters
    ----------
    name : str
        Of the file, for what is said when it cannot be done.
    patience : float
        Seconds to wait for other processes that write.

    Raises
    ------
    Busy
        When other processes hold the file for longer than the connection's patience.
    Failed
        When the database could not do it: a full disk, a file that may only be read.
    Damaged
        When it cannot be the database that the runtime wrote.
    """
    try:
        try:  # an interrupt can come right after it has begun
            if write:
                _begin_writing(connection, patience)
            else:
                connection.execute("BEGIN")
            yield
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    except sqlite3.Error as error:
        raise refused(name, error) from None


def _begin_writing(connection: sqlite3.Connection, patience: float) -> None:
    """Wait for the turn to write, asking again soon, however long one waits already.

    SQLite asks less often the longer it waits. With eight processes that write all the time, who waits was passed by
    who comes new for fifteen seconds and more.
    """
    until = time.monotonic() + patience
    connection.execute("PRAGMA busy_timeout=0")
    try:
        while True:
            try:
                connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if code_of(error) != sqlite3.SQLITE_BUSY or time.monotonic() >= until:
                    raise
                time.sleep(random.uniform(*_ASK_AGAIN))
            else:
                return
    finally:
        connection.execute(f"PRAGMA busy_timeout={round(1000 * patience)}")
