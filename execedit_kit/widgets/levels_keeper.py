"""Where progress in levels lasts: in the browser of whoever plays, and in a file when one is named."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

import anywidget
import traitlets as t

from execedit_kit.record.files import write_text
from execedit_kit.widgets.front_end import STATIC
from execedit_kit.widgets.levels_progress import MalformedToken, Saved, read_token

_MOST_LETTERS = 100_000


class Keeper(anywidget.AnyWidget):
    """Keeps one token in the browser's own store, for pages of one server with the same levels. It shows nothing.

    Parameters
    ----------
    levels : Iterable[str]
        The names of the levels; another list of levels has a place of its own.
    """

    _esm = STATIC / "levels.js"

    levels = t.Unicode().tag(sync=True)
    """Which list of levels."""
    token = t.Unicode().tag(sync=True)
    """What is to be kept."""
    found = t.Unicode().tag(sync=True)
    """What a browser had kept from before."""
    keeps = t.Bool(False).tag(sync=True)
    """Whether a browser keeps it; one may be told to keep nothing."""

    def __init__(self, levels: Iterable[str]) -> None:
        super().__init__(levels=sha256("\n".join(levels).encode()).hexdigest()[:16])


def read_file(path: Path, known: Iterable[str]) -> Saved:
    """Return the progress that a file holds; none when there is no such file.

    Raises
    ------
    MalformedToken
        With the file's name, when it cannot be read or holds something else; it is left as it is.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Saved()
    except (OSError, UnicodeDecodeError):
        raise MalformedToken(f"{path.name}: this file of progress cannot be read; name another, or move it") from None
    try:
        return read_token(text[:_MOST_LETTERS], known)
    except MalformedToken as error:
        raise MalformedToken(f"{path.name}: {error}") from None


def write_file(path: Path, saved: Saved) -> None:
    """Write progress to a file, all of it or nothing.

    Raises
    ------
    MalformedToken
        When it cannot be written; what was there stays.
    """
    try:
        write_text(path, saved.token + "\n")
    except OSError as error:
        raise MalformedToken(
            f"{path.name}: progress could not be written ({(error.strerror or 'error').lower()})"
        ) from None
