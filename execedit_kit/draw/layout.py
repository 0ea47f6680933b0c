"""A laid-out graph as marks to be made: Graphviz's drawing operations, read once for every kind of picture.

Graphviz says in its JSON output where everything stands and how it is drawn. The kit draws that itself, so that a
picture has the same bytes whichever program laid it out, and text stands in the middle of its box in any face.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from execedit_kit.draw.theme import BACKSLASH, LEFT_FONT, Colour

Dash: TypeAlias = Literal["solid", "dashed", "dotted"]
Point: TypeAlias = tuple[float, float]
_BOLD, _STRUCK = 1, 32
_PARTS = ("_draw_", "_hdraw_", "_tdraw_", "_ldraw_", "_hldraw_", "_tldraw_")


@dataclass(frozen=True, slots=True)
class Pen:
    """How a line is drawn and what is inside it; ``None``: not at all."""

    line: Colour | None
    fill: Colour | None
    width: float
    dash: Dash


@dataclass(frozen=True, slots=True)
class Outline:
    """A line of Bézier curves (points: start, then three for each curve) or of straight pieces."""

    points: tuple[Point, ...]
    curved: bool
    closed: bool
    pen: Pen


@dataclass(frozen=True, slots=True)
class Oval:
    """An ellipse."""

    middle: Point
    radii: Point
    pen: Pen


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text; `at` is on its baseline, at its left end or in its middle."""

    at: Point
    text: str
    size: float
    colour: Colour
    bold: bool
    struck: bool
    left: bool


Mark: TypeAlias = Outline | Oval | Text


@dataclass(frozen=True, slots=True)
class Group:
    """The marks of one cluster, arrow or node; `name` is the node's."""

    kind: Literal["cluster", "graph", "edge", "node"]
    name: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """A laid-out picture, from back to front. Its lower left corner is (0, 0), and up is positive."""

    width: float
    height: float
    groups: tuple[Group, ...]


def read_layout(placed: Mapping[str, Any], margin: float) -> Layout:
    """Read Graphviz's JSON output, with a margin around everything."""
    left, bottom, right, top = (float(number) for number in placed["bb"].split(","))
    shift = (margin - left, margin - bottom)
    groups = tuple(
        Group(kind, str(one.get("name", "")), tuple(_marks(one, kind, shift))) for kind, one in _things(placed)
    )
    return Layout(right - left + 2 * margin, top - bottom + 2 * margin, groups)


def _things(
    placed: Mapping[str, Any],
) -> Iterator[tuple[Literal["cluster", "graph", "edge", "node"], Mapping[str, Any]]]:
    nodes = []
    for one in placed.get("objects", ()):
        if "nodes" in one or "subgraphs" in one or str(one.get("name", "")).startswith("cluster"):
            yield "cluster", one
        else:
            nodes.append(one)
    for edge in placed.get("edges", ()):
        yield "edge", edge
    for node in sorted(nodes, key=lambda one: (len(one["name"]), one["name"]) if "name" in one else (0, "")):
        yield "node", node  # in the order in which they were drawn, which is the order to read them in
    yield "graph", placed


def _marks(one: Mapping[str, Any], kind: str, shift: Point) -> Iterator[Mark]:
    for part in _PARTS:
        if not (kind == "graph" and part == "_draw_"):  # the picture stands on a card of its own
            yield from _operations(one.get(part, ()), shift)


def _operations(operations: Any, shift: Point) -> Iterator[Mark]:
    line, fill, width, face, size, flags = "#000000", "#000000", 1.0, "", 14.0, 0
    dash: Dash = "solid"
    for op in operations:
        kind = op["op"]
        if kind == "S":
            style = op["style"]
            if style.startswith("setlinewidth("):
                width = float(style[13:-1])
            elif style in ("solid", "dashed", "dotted"):
                dash = style
        elif kind == "c":
            line = op["color"]
        elif kind == "C":
            fill = op["color"]
        elif kind == "F":
            face, size = op.get("face", ""), float(op["size"])
        elif kind == "t":
            flags = int(op["fontchar"])
        elif kind == "T":
            text = op["text"].replace(BACKSLASH, "\\")
            bold, struck = bool(flags & _BOLD), bool(flags & _STRUCK)
            yield Text(_moved(_middle(op, face), shift), text, size, line, bold, struck, _left(op, face))
        elif kind in "EePpBbL":
            inside = fill if kind in "EPB" and not _clear(fill) else None
            pen = Pen(None if _clear(line) or not width else line, inside, width, dash)
            if kind in "Ee":
                x, y, wide, high = op["rect"]
                yield Oval(_moved((x, y), shift), (wide, high), pen)
            else:
                points = tuple(_moved(point, shift) for point in op["points"])
                yield Outline(points, kind in "Bb", kind in "PpB", pen)


def _middle(op: Mapping[str, Any], face: str) -> Point:
    """Return the middle of a text's baseline, or its left end when it is to stand left."""
    x, y = op["pt"]
    if not _left(op, face) and op["align"] != "c":
        x += float(op["width"]) / (2 if op["align"] == "l" else -2)
    return x, y


def _left(op: Mapping[str, Any], face: str) -> bool:
    return face == LEFT_FONT or (op["align"] == "l" and "width" not in op)


def _moved(point: Any, shift: Point) -> Point:
    return float(point[0]) + shift[0], float(point[1]) + shift[1]


def _clear(colour: Colour) -> bool:
    """Whether a colour is fully transparent; Graphviz writes that as an alpha of 00."""
    return colour in ("transparent", "none") or (len(colour) == 9 and colour.endswith("00"))
