"""Pictures in files: written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from execedit_kit.check.answer import Answer
from execedit_kit.draw.dag import dag
from execedit_kit.draw.engine import CannotDraw, Picture, render
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.files import write_bytes

SUFFIXES = (".svg", ".png", ".pdf")


def draw_to_file(
    value: ExecutionRecord | Answer | Picture, path: str | os.PathLike[str], *, dark: bool = False
) -> None:
    """Draw a record, an answer or a finished picture into a file.

    Parameters
    ----------
    value : ExecutionRecord | Accepted | Rejected | Invalid | Picture
        What to draw.
    path : str | os.PathLike[str]
        A name that ends in ``.svg``, ``.png`` or ``.pdf``.
    dark : bool
        Whether on a dark ground.

    Raises
    ------
    CannotDraw
        When the name ends in something else, or there is no layout program.
    OSError
        When the file cannot be written; what was there stays.
    """
    target = Path(path)
    suffix = target.suffix.lower()
    if suffix not in SUFFIXES:
        raise CannotDraw(f"{target.name}: a picture's file name ends in .svg, .png or .pdf")
    picture = value if isinstance(value, Picture) else dag(value, dark=dark)
    write_bytes(target, render(picture, suffix[1:]))
