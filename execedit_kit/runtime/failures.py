"""What the database and the disk could not do, as errors for people; and whether a file is still the one opened."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from execedit_kit.runtime.answers import Busy, Damaged, Failed, RuntimeFileError

_WAIT = "other processes held it for too long; ask again, or open it with more patience"
_NEEDS = "writing needs the right to write the file, its folder, and its -wal and -shm where they are there"
NO_DATABASE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
# What a statement of ours meets only in a database that somebody changed: no such table, a row that is there already.
_CHANGED = {*NO_DATABASE, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH}
_REASONS = {
    sqlite3.SQLITE_FULL: "the disk is full, and nothing was changed; make room and ask again",
    sqlite3.SQLITE_READONLY: f"it may only be read, so nothing was changed; {_NEEDS}",
    sqlite3.SQLITE_CANTOPEN: f"it cannot be opened for writing, so nothing was changed; {_NEEDS}, and room on the disk",
}


def code_of(error: sqlite3.Error) -> int:
    """Return SQLite's primary code of an error; Python's own errors carry none."""
    code: int = getattr(error, "sqlite_errorcode", -1)
    return code & 0xFF if code >= 0 else code


def refused(name: str, error: sqlite3.Error) -> RuntimeFileError:
    """Return what an error of the database means for who asked; nothing was changed."""
    code = code_of(error)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_PROTOCOL):
        return Busy(name, _WAIT)
    # Without a code: text that is no text, which Python noticed.
    if code in _CHANGED or (code < 0 and isinstance(error, sqlite3.OperationalError)):
        return Damaged(name, (f"the database answers {str(error)!r}",))
    return Failed(name, _REASONS.get(code, f"the database could not do it, and nothing was changed: {error}"))


def is_there(asked: Callable[[], bool]) -> bool:
    """Whether a file or folder is there; one in a folder that may not be entered is not, for who asks."""
    try:
        return asked()
    except OSError:
        return False


def identity(path: Path) -> tuple[int, int] | None:
    """Return which file stands under a name."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
