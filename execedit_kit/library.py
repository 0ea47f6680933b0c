"""Records by name, by file and from Python."""

from __future__ import annotations

import difflib
import json
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from os import PathLike, fspath
from pathlib import Path
from typing import Any, TypeVar

from execedit_kit.check.replay import read_record
from execedit_kit.record.document import FORMAT
from execedit_kit.record.errors import MalformedRecord
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.files import STANDARD_INPUT, read_bytes, read_with, write_text
from execedit_kit.record.json_text import plain
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits

T = TypeVar("T")


def data_folder() -> Path:
    """Return the folder of the shipped data: inside the wheel, or beside the package in a checkout."""
    inside = Path(__file__).with_name("_data")
    return inside if inside.is_dir() else Path(__file__).parents[1] / "data"


def load(name: str | PathLike[str], *, limits: Limits = DEFAULT_LIMITS) -> ExecutionRecord:
    """Read a record.

    Parameters
    ----------
    name : str | PathLike[str]
        The name of a shipped record (see :func:`examples`), a file, or ``-`` for standard input.
    limits : Limits
        How much its history may cost to check.

    Raises
    ------
    MalformedRecord
        With file, line and JSON path of the first mistake.
    LimitError
        When the file, or checking its history, hits a limit.
    """
    return load_with(lambda value: read_record(value, limits=limits), name, limits=limits)


def load_with(make: Callable[[Any], T], name: str | PathLike[str], *, limits: Limits = DEFAULT_LIMITS) -> T:
    """Make a value of a record's document; see :func:`load`."""
    text = fspath(name)
    if isinstance(name, str) and text != STANDARD_INPUT and not _is_there(text):
        text = _shipped(text)
    return read_with(make, read_bytes(text, limits=limits), text, limits=limits)


def _is_there(text: str) -> bool:
    """Whether a file, or a pipe or a device, has that name; a folder of a shipped record's name does not hide it."""
    try:
        path = Path(text)
        return path.exists() and not (path.is_dir() and text in stories())
    except (OSError, ValueError):
        return False


def _shipped(text: str) -> str:
    """Return the file of the shipped record of that name; what looks like a path stays as it is."""
    if text in stories():
        return str(data_folder() / "records" / f"{text}.json")
    if text.lstrip()[:1] in ("{", "["):
        raise MalformedRecord("a record is given by the name of its file, not as JSON; - reads standard input")
    if text and text == Path(text).name and not text.endswith(".json"):
        near = difflib.get_close_matches(text[:99], stories(), n=1)
        meant = f"did you mean {near[0]!r}?" if near else "shipped is, for example, 'laptop'"
        raise MalformedRecord(f"there is no file and no shipped record of that name; {meant}", (), text)
    return text


def save(record: ExecutionRecord, path: str | PathLike[str]) -> None:
    """Write a record as a document; reading it gives an equal record.

    Raises
    ------
    OSError
        When the file cannot be written; what was there stays.
    """
    write_text(Path(path), json.dumps(record.document(), ensure_ascii=False, indent=2) + "\n")


def record(
    *,
    actions: Iterable[str] | Mapping[str, str | Mapping[str, Any]],
    limits: Limits = DEFAULT_LIMITS,
    **fields: Any,
) -> ExecutionRecord:
    """Make a record in Python, field by field as in a document.

    Parameters
    ----------
    actions : Iterable[str] | Mapping[str, str | Mapping[str, Any]]
        As in a document; or names alone (each its own label); or name → label.
    **fields : Any
        ``workflow``, ``policy`` and, where needed, ``calls``, ``rules``, ``history``, ``authorized``, ``authority``,
        ``domain``, as in a document.

    Raises
    ------
    MalformedRecord
        With the JSON path of the first mistake.

    Examples
    --------
    >>> import execedit_kit as ek
    >>> r = ek.record(
    ...     actions=["x", "y", "z"],
    ...     workflow={"branch": "b", "contract": {"parallel": ["x", {"choice": ["y", "z"]}]}},
    ...     policy={"words": [["x", "z"], ["y", "x"]]},
    ... )
    >>> ek.check(r).rounds
    (2, 1, 0)
    """
    return read_record(plain({"format": FORMAT, "actions": _actions(actions), **fields}), limits=limits)


def _actions(actions: Iterable[str] | Mapping[str, str | Mapping[str, Any]]) -> dict[str, Any]:
    """Write actions out: from a mapping with labels for short, or from names alone."""
    if isinstance(actions, Mapping):
        return {name: {"label": what} if isinstance(what, str) else what for name, what in actions.items()}
    if isinstance(actions, str) or not isinstance(actions, Iterable):
        raise MalformedRecord(f"expected a list of names or a mapping, not {actions!r}", ("actions",))
    written: dict[str, Any] = {}
    for n, name in enumerate(actions):
        if not isinstance(name, str):
            raise MalformedRecord(f"expected the name of an action, not {name!r}", ("actions", n))
        if name in written:
            raise MalformedRecord(f"action {name!r} is listed twice", ("actions", n))
        written[name] = {}
    return written


@cache
def stories() -> Mapping[str, Any]:
    """Return the stories of the shipped records: name → title, story, source and the questions to ask."""
    with (data_folder() / "records" / "stories.toml").open("rb") as file:
        return tomllib.load(file)
