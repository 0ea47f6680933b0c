"""Records by name, by file and from Python."""

from __future__ import annotations

import difflib
import json
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from execedit_kit.check.replay import read_record
from execedit_kit.record.document import FORMAT
from execedit_kit.record.errors import MalformedRecord
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.files import STANDARD_INPUT, read_bytes, read_with, write_text
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits


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
    text = fspath(name)
    shipped = data_folder() / "records" / f"{text}.json"
    is_name = isinstance(name, str) and text == Path(text).name and not text.endswith(".json")
    if is_name and text != STANDARD_INPUT and not Path(text).is_file():
        if not shipped.is_file():
            near = difflib.get_close_matches(text, stories(), n=1)
            meant = f"; did you mean {near[0]!r}?" if near else ""
            raise MalformedRecord(f"there is no file and no shipped record of that name{meant}", (), text)
        text = str(shipped)
    return read_with(
        lambda value: read_record(value, limits=limits), read_bytes(text, limits=limits), text, limits=limits
    )


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
    if isinstance(actions, Mapping):
        written = {k: {"label": v} if isinstance(v, str) else v for k, v in actions.items()}
    else:
        written = {name: {} for name in actions}
    document = {"format": FORMAT, "actions": written, **fields}
    try:
        text = json.dumps(document)
    except (TypeError, ValueError) as error:
        raise MalformedRecord(f"a record holds JSON values only: {error}") from None
    return read_with(lambda value: read_record(value, limits=limits), text.encode(), None, limits=limits)


@cache
def stories() -> Mapping[str, Any]:
    """Return the stories of the shipped records: name → title, story, source and the questions to ask."""
    with (data_folder() / "records" / "stories.toml").open("rb") as file:
        return tomllib.load(file)
