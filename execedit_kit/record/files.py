"""Documents in files: read with the place of every mistake, written whole or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from execedit_kit.record.errors import MalformedRecord
from execedit_kit.record.json_text import line_of, parse_json
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits

T = TypeVar("T")
STANDARD_INPUT = "-"


def read_bytes(name: str, *, limits: Limits = DEFAULT_LIMITS) -> bytes:
    """Return a file's bytes, or standard input's for ``-``; no more than just past the limit.

    Raises
    ------
    MalformedRecord
        When the file cannot be read.
    """
    try:
        if name == STANDARD_INPUT:
            return sys.stdin.buffer.read(limits.bytes + 1)
        with Path(name).open("rb") as file:
            return file.read(limits.bytes + 1)
    except OSError as error:
        raise MalformedRecord((error.strerror or str(error)).lower(), (), name) from None


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
    """Write a file whole, or leave what was there.

    Raises
    ------
    OSError
        When it cannot be written.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        temporary.write_bytes(data)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
