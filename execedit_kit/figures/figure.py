"""A figure as a value: what it shows, from where, its data, and how it is painted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from execedit_kit.draw.engine import Picture, render
from execedit_kit.library import data_folder
from execedit_kit.record.errors import KitError

if TYPE_CHECKING:
    import pandas as pd

    from execedit_kit.draw.chart import Chart
    from execedit_kit.draw.timelines import Timelines

Painted: TypeAlias = "Chart | Picture | Timelines"
FORMATS = ("svg", "pdf", "png")


class NoFigure(KitError):
    """No figure has that name, or its data are not there."""


@dataclass(frozen=True)
class Figure:
    """One figure of a source, or of this kit.

    Parameters
    ----------
    name : str
        The name of its files.
    title : str
        What it shows, in one line.
    source : str
        Whose numbers these are.
    table : Callable[[], pandas.DataFrame]
        The numbers, one row a mark; they are written beside the picture as CSV.
    paint : Callable[[pandas.DataFrame, bool], Chart | Picture | Timelines]
        The picture of the table, on a light or a dark ground.
    """

    name: str
    title: str
    source: str
    table: Callable[[], pd.DataFrame]
    paint: Callable[[pd.DataFrame, bool], Painted]

    def draw(self, *, dark: bool = False) -> Painted:
        """Return the picture, which shows itself at the end of a notebook cell."""
        return self.paint(self.table(), dark)


def written(picture: Painted, format: str) -> bytes:
    """Return a picture as a file's bytes, the same for equal data."""
    return render(picture, format) if isinstance(picture, Picture) else picture.render(format)


def shipped(folder: str, name: str) -> pd.DataFrame:
    """Return a CSV file of the shipped data.

    Raises
    ------
    NoFigure
        When it is not there.
    """
    import pandas as pd

    path = data_folder() / folder / name
    if not path.is_file():
        raise NoFigure(f"{path}: the data of this figure are missing; install the kit again")
    return pd.read_csv(path)
