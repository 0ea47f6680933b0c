"""What is given to a public method: of the right kind, or refused with the argument's name before anything is asked."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from execedit_kit.record.errors import MalformedRecord
from execedit_kit.record.json_text import canonical_json, plain

T = TypeVar("T")

LONGEST_WAIT = 1_000_000.0
_LONGEST_SHOWN = 60


def kind_of(value: object) -> str:
    """Return what a value is, in words that are safe to say: nothing of the value itself is asked."""
    return "nothing" if value is None else f"a {type(value).__name__}"


def quoted(value: object) -> str:
    """Return a value as Python writes it, cut to what fits into a sentence."""
    text = repr(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:40]}… ({len(text)} characters)"


def of_kind(value: object, kind: type[T], argument: str, words: str) -> T:
    """Return a value that is of a kind.

    Parameters
    ----------
    argument : str
        Its name, for who gave it.
    words : str
        What was expected.

    Raises
    ------
    MalformedRecord
        When it is of another kind; so do the others here.
    """
    if isinstance(value, kind) and not (isinstance(value, bool) and kind is not bool):
        return value
    raise MalformedRecord(f"expected {words}, not {kind_of(value)}", (argument,))


def text(value: object, argument: str) -> str:
    """Return a value that is text."""
    return of_kind(value, str, argument, "a string")


def mapping(value: object, argument: str) -> Mapping[str, Any]:
    """Return a value that maps names to something."""
    given: Mapping[Any, Any] = of_kind(value, Mapping, argument, "a mapping from names")  # type: ignore[type-abstract]
    for name in given:
        text(name, argument)
    return given


def json_of(value: object, argument: str) -> str:
    """Return a value as canonical JSON."""
    return canonical_json(plain({argument: value})[argument])


def seconds(value: object, argument: str) -> float:
    """Return a time that can be waited."""
    if type(value) not in (int, float):
        raise MalformedRecord(f"expected a number of seconds, not {kind_of(value)}", (argument,))
    assert isinstance(value, int | float)
    if not 0 <= value <= LONGEST_WAIT:  # nor is "not a number", which compares as false
        raise MalformedRecord(f"expected from 0 to {LONGEST_WAIT:,.0f} seconds", (argument,))
    return float(value)


def file(value: object, argument: str) -> Path:
    """Return the path of a file, there or not."""
    name = os.fspath(value) if isinstance(value, str | os.PathLike) else None
    if not isinstance(name, str):
        raise MalformedRecord(f"expected the path of a file, not {kind_of(value)}", (argument,))
    if not name:
        raise MalformedRecord("no file is named", (argument,))
    try:
        os.lstat(name)
    except ValueError:
        raise MalformedRecord("no file can have such a name", (argument,)) from None
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise MalformedRecord("no file can have so long a name", (argument,)) from None
    return Path(name)
