"""What holds several widgets on one screen: a style sheet, and pages of text, tables and pictures, light and dark."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import TYPE_CHECKING

import anywidget
import ipywidgets as w

from execedit_kit.draw.engine import Picture, render
from execedit_kit.record.errors import KitError
from execedit_kit.widgets.front_end import STATIC

if TYPE_CHECKING:
    import pandas as pd


class Sheet(anywidget.AnyWidget):
    """What everything with the class ``ek-frame`` follows: its style, and that no key in it reaches the host."""

    _esm = STATIC / "frame.js"
    _css = STATIC / "frame.css"

    def __init__(self) -> None:
        super().__init__()
        self.add_class("ek-sheet")


def in_words(error: Exception) -> str:
    """Return what went wrong, for a person: what is raised while a widget listens is seen by nobody otherwise."""
    return (
        str(error) if isinstance(error, KitError) else f"this failed inside the kit ({type(error).__name__}: {error})"
    )


def fill(page: w.HTML, make: Callable[[], str]) -> None:
    """Put on a page what is made, or why it could not be."""
    try:
        inside = make()
    except Exception as error:
        inside = f'<p role="alert"><b>This could not be shown.</b> {escape(in_words(error))}</p>'
    page.value = f'<div class="ek-page">{inside}</div>'


def pictured(draw: Callable[[bool], Picture]) -> str:
    """Return a picture on the ground of its host: drawn light and dark, of which a style sheet shows one."""
    kinds = (("ek-light", False), ("ek-dark", True))
    return "".join(f'<div class="ek-picture {kind}">{render(draw(dark), "svg").decode()}</div>' for kind, dark in kinds)


def tabled(title: str, frame: pd.DataFrame, *, leave_out: Iterable[str] = ()) -> str:
    """Return a table under its title; what is missing is left blank, and a list is set with commas."""
    head = f"<h4>{escape(title)}</h4>"
    if frame.empty:
        return f'{head}<p class="ek-none">none</p>'
    columns = [name for name in frame.columns if name not in set(leave_out)]
    heads = "".join(f'<th scope="col">{escape(str(name).replace("_", " "))}</th>' for name in columns)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(_written(row[name]))}</td>" for name in columns) + "</tr>"
        for row in frame.astype(object).to_dict("records")
    )
    return f'{head}<div class="ek-table"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'


def _written(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(_written, value))
    return "" if value is None or str(value) in ("nan", "<NA>") else str(value)
