"""Documents in files: read with the place of every mistake, written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from execedit_kit.record.errors import MalformedRecord
from execedit_kit.record.json_text import line_of, parse_json
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits

T = TypeVar("T")
STANDARD_INPUT = "-"

# How long a named pipe may be without anybody who writes to it.
_PATIENCE = 3.0


def read_bytes(name: str, *, limits: Limits = DEFAULT_LIMITS) -> bytes:
    """Return a file's bytes, or standard input's for ``-``; no more than just past the limit.

    Raises
    ------
    MalformedRecord
        When the file cannot be read.
    """
    try:
        if name == STANDARD_INPUT:
            if sys.stdin is None:
                raise OSError(errno.EBADF, "Standard input is closed")
            return sys.stdin.buffer.read(limits.bytes + 1)
        if not name:
            raise FileNotFoundError(errno.ENOENT, "No file is named")
        return _read(Path(name), limits.bytes + 1)
    except OSError as error:
        raise MalformedRecord((error.strerror or str(error)).lower(), (), name or None) from None
    except ValueError:
        raise MalformedRecord("no file can have such a name", (), repr(name)) from None


def _read(path: Path, most: int) -> bytes:
    """Read a file, or a pipe: one that nobody writes to is given up instead of waited for."""
    if not path.is_fifo():
        with path.open("rb") as file:
            return file.read(most)
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(handle, "rb", buffering=0) as pipe:
        first: bytes | None = b""
        until = time.monotonic() + _PATIENCE
        while first == b"" and time.monotonic() < until:
            first = pipe.read(most)  # nothing: nobody writes; None: somebody does, and has not written yet
            if first == b"":
                time.sleep(0.02)
        if first == b"":
            raise OSError(errno.EPIPE, "Nobody writes to this pipe")
        os.set_blocking(handle, True)
        data = bytearray(first or b"")
        while len(data) < most and (more := pipe.read(most - len(data))):
            data += more
    return bytes(data)


def read_with(make: Callable[[Any], T], data: bytes, source: str | None, *, limits: Limits = DEFAULT_LIMITS) -> T:
    """Parse JSON and make a value of it, naming file and line of a mistake.

    Raises
    ------
    MalformedRecord
        With file, line and JSON path.
    """
    value = parse_json(data, source, limits=limits)
    try:
        return make(value)
    except MalformedRecord as error:
        raise error.placed(source, line_of(data, error.at)) from None


def write_text(path: Path, text: str) -> None:
    """Write a text file whole, in UTF-8, or leave what was there; see :func:`write_bytes`."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file whole, or leave what was there. A link stays a link; a device or a pipe is written to as it is.

    Raises
    ------
    OSError
        When it cannot be written.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            file.write(data)
        return
    target = Path(os.path.realpath(path))
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    temporary = target.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, temporary)
        temporary.replace(target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise
