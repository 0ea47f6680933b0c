"""Documents in files: read with the place of every mistake, written whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
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
    """Write a file whole, or leave what was there.

    Raises
    ------
    OSError
        When it cannot be written.
    """
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
