"""Every figure into a folder, each with its data beside it: the same bytes on every run."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from execedit_kit.figures.figure import FORMATS, Figure, NoFigure, written
from execedit_kit.figures.paper import PAPER_FIGURES
from execedit_kit.figures.post import POST_FIGURES
from execedit_kit.record.files import write_bytes

FIGURES: tuple[Figure, ...] = (*PAPER_FIGURES, *POST_FIGURES)
"""All figures, those of the paper first."""


def named(names: Sequence[str]) -> tuple[Figure, ...]:
    """Return the figures of these names, in the order of :data:`FIGURES`; all when none is named.

    Raises
    ------
    NoFigure
        When there is none of a name.
    """
    known = {figure.name: figure for figure in FIGURES}
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1) or list(known)[:1]
            raise NoFigure(f"there is no figure {name!r}; did you mean {near[0]!r}?")
    return tuple(figure for name, figure in known.items() if not names or name in names)


def write_figures(
    folder: str | os.PathLike[str], figures: Sequence[Figure] = FIGURES, *, dark: bool = False
) -> Iterator[Path]:
    """Write figures as SVG, PDF and PNG, with their data as CSV; yields each file when it is written.

    Parameters
    ----------
    folder : str | os.PathLike[str]
        Where to; it is made when it is missing.
    figures : Sequence[Figure]
        Which.
    dark : bool
        Whether on a dark ground.

    Raises
    ------
    CannotDraw
        When there is no layout program.
    OSError
        When a file cannot be written; what was there stays.
    """
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    for figure in figures:
        table = figure.table()
        picture = figure.paint(table, dark)
        made = {suffix: written(picture, suffix) for suffix in FORMATS}
        made["csv"] = table.to_csv(index=False, lineterminator="\n").encode()
        for suffix, data in made.items():
            path = target / f"{figure.name}.{suffix}"
            write_bytes(path, data)
            yield path
