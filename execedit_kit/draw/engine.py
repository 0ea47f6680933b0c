"""Graphviz: a picture laid out by the system's ``dot``, or else by the program of the package graphviz-pure."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import graphviz

from execedit_kit.draw.layout import Layout, read_layout
from execedit_kit.draw.svg import svg
from execedit_kit.draw.theme import LIGHT, Theme
from execedit_kit.record.errors import KitError

SECONDS = 120
_PURE = "graphviz-pure"
MARGIN = 14.0
"""Points around a picture."""


class CannotDraw(KitError):
    """A picture cannot be made: there is no layout program, or it failed."""


class Picture(graphviz.Digraph):  # type: ignore[misc]
    """A :class:`graphviz.Digraph` that lays itself out also where there is no system Graphviz.

    At the end of a notebook cell it shows itself, on a card of its own that is legible on a light and a dark page.

    Parameters
    ----------
    words : str
        What the picture says, for those who cannot see it.
    theme : Theme
        The colours it was made in.
    titles : Mapping[str, str]
        Node → the text to show under the pointer.
    pairs : Sequence[tuple[str, str]]
        Nodes of which the first should stand above the second, or left of it when time goes downwards.
    mirrored : str
        The same graph written the other way round. Graphviz turns nested frames upside down, some versions those that
        go to the right and others those that go downwards; it is laid out when the pairs come out wrong.
    """

    def __init__(
        self,
        words: str,
        *,
        theme: Theme = LIGHT,
        titles: Mapping[str, str] | None = None,
        pairs: Sequence[tuple[str, str]] = (),
        mirrored: str = "",
    ) -> None:
        super().__init__(comment=None)
        self.words = words
        self.theme = theme
        self.titles = dict(titles or {})
        self.pairs = tuple(pairs)
        self.mirrored = mirrored

    def svg(self) -> str:
        """Return the picture as one ``<svg>`` element."""
        return svg(layout(self), self.theme, self.words, self.titles)

    def pipe(self, format: str | None = None, encoding: str | None = None, **options: Any) -> bytes | str:
        """Return the picture as SVG, PNG or PDF, or what else the layout program can write."""
        data = render(self, format or "svg")
        return data if encoding is None else data.decode(encoding)

    def _repr_mimebundle_(
        self, include: Iterable[str] | None = None, exclude: Iterable[str] | None = None, **_: Any
    ) -> dict[str, str]:
        return {"image/svg+xml": self.svg(), "text/plain": self.words}


def render(picture: Picture, format: str) -> bytes:
    """Return a picture as bytes.

    Graphviz says where everything stands; SVG is written here and PNG and PDF are painted by Matplotlib, so that a
    picture looks the same wherever it is made, with every sign in it.

    Raises
    ------
    CannotDraw
        When there is no layout program, or it fails.
    """
    if format == "svg":
        return ('<?xml version="1.0" encoding="UTF-8"?>\n' + picture.svg()).encode()
    if format in ("png", "pdf"):
        from execedit_kit.draw.paint import painted

        return painted(layout(picture), picture.theme, format)
    return run(picture.source, format)


def layout(picture: Picture) -> Layout:
    """Return where everything stands and how it is drawn."""
    placed = json.loads(run(picture.source, "json"))
    if picture.mirrored and _in_order(placed, picture.pairs) < len(picture.pairs):
        mirrored = json.loads(run(picture.mirrored, "json"))
        placed = max(placed, mirrored, key=lambda one: _in_order(one, picture.pairs))
    return read_layout(placed, MARGIN)


def _in_order(placed: Mapping[str, Any], pairs: Sequence[tuple[str, str]]) -> int:
    """Return how many pairs stand in their order."""
    at = {one["name"]: one["pos"].split(",") for one in placed.get("objects", ()) if "pos" in one}
    if placed.get("rankdir") == "LR":
        return sum(float(at[first][1]) > float(at[then][1]) for first, then in pairs)
    return sum(float(at[first][0]) < float(at[then][0]) for first, then in pairs)


def run(source: str, format: str) -> bytes:
    """Lay out a graph in the DOT language.

    Raises
    ------
    CannotDraw
        When there is no layout program, or it fails.
    """
    program = layout_program()
    try:
        done = subprocess.run(
            [program, f"-T{format}"], input=source.encode(), capture_output=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise CannotDraw(f"{program.name} laid this picture out for {SECONDS} seconds and did not finish") from None
    except OSError as error:
        raise CannotDraw(f"{program} cannot be run: {error.strerror}") from None
    if done.returncode or not done.stdout:
        said = done.stderr.decode(errors="replace").strip().splitlines() or ["no reason given"]
        raise CannotDraw(f"{program.name} could not draw this: {said[-1]}")
    return done.stdout


def layout_program() -> Path:
    """Return the system's ``dot`` when it is on the PATH, else graphviz-pure's program.

    The latter is not on the PATH in a notebook's kernel, so it is looked for where packages install their programs.

    Raises
    ------
    CannotDraw
        When there is neither.
    """
    system = shutil.which("dot")
    if system:
        return Path(system)
    folders = [sysconfig.get_path("scripts"), str(Path(sys.executable).parent), str(Path(__file__).parents[2] / "bin")]
    if f"{os.name}_user" in sysconfig.get_scheme_names():
        folders.append(sysconfig.get_path("scripts", f"{os.name}_user"))
    for folder in (*folders, None):
        found = shutil.which(_PURE, path=folder)
        if found:
            return Path(found)
    raise CannotDraw("pictures need a layout program: install Graphviz, or the Python package graphviz-pure")
