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
HEAD = "cluster_head"
"""The frame around the whole picture, whose title is the picture's head."""
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


Kind: TypeAlias = Literal["cluster", "edge", "title", "node", "graph"]
Mark: TypeAlias = Outline | Oval | Text


@dataclass(frozen=True, slots=True)
class Group:
    """The marks of one cluster, arrow or node.

    Parameters
    ----------
    kind : Kind
        What it is; ``title`` for the text of a cluster, which stands in front of the arrows.
    name : str
        The node's.
    marks : tuple[Mark, ...]
        From back to front.
    ground : Colour | None
        For a title, what it stands on.
    """

    kind: Kind
    name: str
    marks: tuple[Mark, ...]
    ground: Colour | None = None


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
    size = (right - left + 2 * margin, top - bottom + 2 * margin)
    return Layout(*size, tuple(_groups(placed, shift)))


def _groups(placed: Mapping[str, Any], shift: Point) -> Iterator[Group]:
    """Yield what there is, from back to front; nodes in the order in which they are to be read."""
    clusters: list[Mapping[str, Any]] = []
    nodes: list[Mapping[str, Any]] = []
    for one in placed.get("objects", ()):
        inner = "nodes" in one or "subgraphs" in one or str(one.get("name", "")).startswith("cluster")
        (clusters if inner else nodes).append(one)
    titles = []
    for cluster in clusters:
        outline = tuple(_operations(cluster.get("_draw_", ()), shift))
        yield Group("cluster", "", outline)
        if cluster.get("name") == HEAD:
            titles.append(Group("graph", "", tuple(_operations(cluster.get("_ldraw_", ()), shift))))
            continue
        ground = next((mark.pen.fill for mark in outline if not isinstance(mark, Text)), None)
        titles.append(Group("title", "", tuple(_operations(cluster.get("_ldraw_", ()), shift)), ground))
    for edge in placed.get("edges", ()):
        yield Group("edge", "", tuple(_marks(edge, shift)))
    yield from titles
    for node in sorted(nodes, key=lambda one: (len(one.get("name", "")), one.get("name", ""))):
        yield Group("node", str(node.get("name", "")), tuple(_marks(node, shift)))
    yield Group("graph", "", tuple(_operations(placed.get("_ldraw_", ()), shift)))  # it stands on a card of its own


def _marks(one: Mapping[str, Any], shift: Point) -> Iterator[Mark]:
    for part in _PARTS:
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
