"""A laid-out picture as SVG: on a card of its own, so that it is legible on any page, light or dark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from execedit_kit.draw.layout import Group, Layout, Mark, Outline, Oval, Pen, Point, Text
from execedit_kit.draw.theme import FONT, Theme

_DASHES = {"dashed": ' stroke-dasharray="5 3"', "dotted": ' stroke-dasharray="1.2 3"', "solid": ""}


def svg(layout: Layout, theme: Theme, words: str, titles: Mapping[str, str]) -> str:
    """Return one ``<svg>`` element that never is wider than where it stands.

    Parameters
    ----------
    layout : Layout
        What to draw.
    theme : Theme
        For the card.
    words : str
        What the picture says, for a reader who cannot see it.
    titles : Mapping[str, str]
        Node → the text to show under the pointer.
    """
    wide, high = _number(layout.width), _number(layout.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}pt" height="{high}pt" viewBox="0 0 {wide} {high}" '
        f'role="img" aria-label="{escape(words)}" font-family="{FONT}" style="max-width:100%;height:auto">',
        f'<rect x="0.5" y="0.5" width="{_number(layout.width - 1)}" height="{_number(layout.height - 1)}" rx="8" '
        f'fill="{theme.card}" stroke="{theme.edge}"/>',
    ]
    for group in layout.groups:
        title = titles.get(group.name, "") if group.kind == "node" else ""
        lines += _group(group, layout.height, title, group.ground or theme.card)
    return "\n".join([*lines, "</svg>", ""])


def _group(group: Group, height: float, title: str, ground: str) -> Iterator[str]:
    if not group.marks:
        return
    halo = f' stroke="{ground}" stroke-width="3" stroke-linejoin="round" paint-order="stroke"'
    yield f'<g class="{group.kind}"{halo if group.kind == "title" else ""}>'
    if title:
        yield f"<title>{escape(title, quote=False)}</title>"
    for mark in group.marks:
        yield _mark(mark, height)
    yield "</g>"


def _mark(mark: Mark, height: float) -> str:
    if isinstance(mark, Text):
        x, y = _point(mark.at, height)
        looks = "" if mark.left else ' text-anchor="middle"'
        looks += ' font-weight="bold"' if mark.bold else ""
        looks += ' text-decoration="line-through" stroke="none"' if mark.struck else ""
        text = escape(mark.text, quote=False)
        return f'<text x="{x}" y="{y}" font-size="{_number(mark.size)}" fill="{mark.colour}"{looks}>{text}</text>'
    if isinstance(mark, Oval):
        x, y = _point(mark.middle, height)
        radii = f'rx="{_number(mark.radii[0])}" ry="{_number(mark.radii[1])}"'
        return f'<ellipse cx="{x}" cy="{y}" {radii}{_pen(mark.pen)}/>'
    return f'<path d="{_path(mark, height)}"{_pen(mark.pen)}/>'


def _path(mark: Outline, height: float) -> str:
    points = [" ".join(_point(point, height)) for point in mark.points]
    rest = f"C{' '.join(points[1:])}" if mark.curved else f"L{' '.join(points[1:])}"
    return f"M{points[0]}{rest}{'Z' if mark.closed else ''}"


def _pen(pen: Pen) -> str:
    if pen.line is None:
        return f' fill="{pen.fill or "none"}"'
    width = "" if pen.width == 1 else f' stroke-width="{_number(pen.width)}"'
    return f' fill="{pen.fill or "none"}" stroke="{pen.line}"{width}{_DASHES[pen.dash]}'


def _point(point: Point, height: float) -> tuple[str, str]:
    return _number(point[0]), _number(height - point[1])


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
