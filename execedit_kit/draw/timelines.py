"""Two runs of a plan, paused and restarted, one above the other on one clock: as SVG, PNG or PDF (restart lab, 1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Literal

from execedit_kit.draw.labels import width
from execedit_kit.draw.layout import Dash, Group, Layout, Outline, Pen, Text
from execedit_kit.draw.layout import Mark as Shape
from execedit_kit.draw.moments import LEFT, SIGNS, TOP, Mark, Moments, lay_out
from execedit_kit.draw.paint import painted
from execedit_kit.draw.svg import svg as written
from execedit_kit.draw.theme import Colour, Theme, theme
from execedit_kit.restart.run import Pair

LEGEND = (
    ("question", "asks"),
    ("answer", "answer arrives"),
    ("effect", "acts"),
    ("read", "reads"),
    ("restart", "begins again"),
    ("cached", "from the cache"),
    ("end", "ends"),
)


@dataclass(frozen=True, slots=True)
class Timelines:
    """The picture; it shows itself at the end of a notebook cell."""

    layout: Layout
    words: str
    theme: Theme

    def svg(self) -> str:
        """Return it as one ``<svg>`` element."""
        return written(self.layout, self.theme, self.words, {})

    def render(self, format: str) -> bytes:
        """Return it as a file of ``svg``, ``pdf`` or ``png``: the same bytes for the same runs."""
        if format == "svg":
            return ('<?xml version="1.0" encoding="UTF-8"?>\n' + self.svg()).encode()
        kind: Literal["png", "pdf"] = "pdf" if format == "pdf" else "png"
        return painted(self.layout, self.theme, kind)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None, **_: Any) -> dict[str, str]:
        return {"image/svg+xml": self.svg(), "text/plain": self.words}


def timelines(pair: Pair, *, dark: bool = False) -> Timelines:
    """Draw both runs of a pair on one clock; the first visible difference is lit in each.

    Parameters
    ----------
    pair : Pair
        Of :func:`~execedit_kit.restart.run_both`.
    dark : bool
        Whether on a dark ground.
    """
    scene, colours = lay_out(pair), theme(dark)
    said = [str(one) for one in pair.differences] or ["the outside sees the same in both"]
    legend = 20.0
    height = scene.height + legend + 16 * len(said) + 16
    marks = [*_frame(scene, colours), *(shape for mark in scene.marks for shape in _mark(mark, colours))]
    marks += [*_legend(scene.height, colours), *_said(said, scene.height + legend, pair.breaks, colours)]
    if scene.note:
        marks.append(Text((scene.width - 220, scene.height + 6), scene.note, 9, colours.muted, False, False, True))
    flipped = tuple(Group("node", "", (_flip(one, height),)) for one in marks)
    name = PurePath(pair.paused.plan.name).name
    words = f"{name}: {'breaks' if pair.breaks else 'does not break'} in this world. {'; '.join(said)}"
    return Timelines(Layout(scene.width, height, flipped), words, colours)


def _frame(scene: Moments, colours: Theme) -> Iterator[Shape]:
    for moment in scene.moments:
        yield Text((moment.x, 20), moment.clock, 12, colours.ink, True, False, True)
        said = moment.day or moment.waited
        both = f"{moment.waited}, {moment.day}" if moment.day and moment.waited else said
        yield Text((moment.x, 34), both, 9, colours.muted, False, False, True)
        if moment.x > LEFT:
            x = moment.x - 5
            yield Outline(((x, TOP - 32), (x, scene.height - 8)), False, False, Pen(colours.edge, None, 1, "dotted"))
    for row in scene.rows:
        yield Outline(((LEFT, row.y), (scene.width - LEFT, row.y)), False, False, Pen(colours.line, None, 1, "solid"))
        yield Text((LEFT, row.y + 15), row.says, 10, colours.ink, True, False, True)


def _look(kind: str, cached: bool, colours: Theme) -> tuple[Colour, Colour, Dash]:
    if cached or kind == "more":
        return colours.card, colours.line, "dashed"
    return {
        "question": (colours.flag, colours.flag_line, "solid"),
        "answer": (colours.lane, colours.line, "solid"),
        "effect": (colours.done, colours.done_line, "solid"),
        "restart": (colours.edit, colours.edit_line, "solid"),
        "end": (colours.yes, colours.yes_line, "solid"),
        "refused": (colours.no, colours.no_line, "solid"),
    }.get(kind, (colours.box, colours.line, "solid"))  # type: ignore[return-value]


def _mark(mark: Mark, colours: Theme) -> Iterator[Shape]:
    fill, line, dash = _look(mark.kind, mark.cached, colours)
    yield _box(mark.x, mark.y, mark.width, mark.height, Pen(line, fill, 1, dash))
    if mark.lit:
        yield _box(mark.x - 3, mark.y - 3, mark.width + 6, mark.height + 6, Pen(colours.no_line, None, 2.6, "solid"))
    text = f"{mark.sign} {mark.text}"
    size = min(10.0, 10.0 * (mark.width - 10) / max(1.0, width(text, 10, bold=mark.lit)))
    ink = colours.muted if mark.cached else colours.ink
    yield Text((mark.x + 6, mark.y + 14), text, size, ink, mark.lit, False, True)


def _legend(y: float, colours: Theme) -> Iterator[Shape]:
    x = LEFT
    for kind, said in LEGEND:
        fill, line, dash = _look(kind, kind == "cached", colours)
        yield _box(x, y, 16, 14, Pen(line, fill, 1, dash))
        yield Text((x + 4, y + 11), SIGNS[kind], 9, colours.ink, False, False, True)
        yield Text((x + 20, y + 11), said, 9, colours.muted, False, False, True)
        x += 20 + width(said, 9) + 8


def _said(said: list[str], y: float, breaks: bool, colours: Theme) -> Iterator[Shape]:
    for n, one in enumerate(said):
        text = one if len(one) <= 110 else f"{one[:109]}…"
        yield Text((LEFT, y + 14 + 16 * n), f"{'≠' if breaks else '='} {text}", 11, colours.ink, not n, False, True)


def _box(x: float, y: float, wide: float, high: float, pen: Pen) -> Outline:
    return Outline(((x, y), (x + wide, y), (x + wide, y + high), (x, y + high)), False, True, pen)


def _flip(shape: Shape, height: float) -> Shape:
    """Return a shape in a layout in which up is positive."""
    if isinstance(shape, Text):
        return Text(
            (shape.at[0], height - shape.at[1]), shape.text, shape.size, shape.colour, shape.bold, False, shape.left
        )
    assert isinstance(shape, Outline)
    return Outline(tuple((x, height - y) for x, y in shape.points), shape.curved, shape.closed, shape.pen)
