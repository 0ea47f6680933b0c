"""Every element of a scene as marks: the same shapes, words, signs and colours as the front-end's, part for part.

A browser test holds the two together, element by element. What belongs to a view alone is left out: the focus, the
selection, and what is lit while something is held.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from frozendict import frozendict

from execedit_kit.widgets.scene_parts import Band, Edge, Node, Scene

Colours: TypeAlias = Mapping[str, str]
Dash: TypeAlias = tuple[float, ...]

LIGHT: Colours = frozendict(
    ground="#ffffff", ink="#1f2328", muted="#57606a", line="#6e7781", lane="#f1f4f8", past="#dfe6ee",
    enabled="#0b5cad", added="#5a3fb8", removed="#8f3b1b", accepted="#176f31", rejected="#b42318", invalid="#7d5200",
    tint="#f0eef9",
)  # fmt: skip
DARK: Colours = frozendict(
    ground="#16191d", ink="#e8ebef", muted="#a7b0bb", line="#8b949e", lane="#20252b", past="#36404b",
    enabled="#6cb2ff", added="#b7a3ff", removed="#f0a184", accepted="#5fd07f", rejected="#ff8d85", invalid="#e8b64c",
    tint="#2d2c3d",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Look:
    """How a mark is filled and drawn round; an empty colour is none."""

    fill: str = ""
    stroke: str = ""
    thick: float = 1.0
    dash: Dash = ()


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with round corners."""

    part: str
    x: float
    y: float
    width: float
    height: float
    radius: float
    look: Look
    hatched: bool = False


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle."""

    part: str
    x: float
    y: float
    radius: float
    look: Look


@dataclass(frozen=True, slots=True)
class Shape:
    """An SVG path of M, L, C, Q and Z."""

    part: str
    path: str
    look: Look


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text on its base line."""

    part: str
    x: float
    y: float
    text: str
    size: float
    colour: str
    anchor: Literal["start", "middle"] = "middle"
    weight: int = 400
    struck: bool = False
    halo: str = ""


Mark: TypeAlias = Box | Circle | Shape | Text


@dataclass(frozen=True)
class Element:
    """What is drawn for one id of the scene, at its place."""

    id: str
    x: float
    y: float
    marks: tuple[Mark, ...] = field(default=())
    name: str = ""


def elements(
    scene: Scene, colours: Colours, *, first: frozenset[str] = frozenset(), doomed: frozenset[str] = frozenset()
) -> Iterator[Element]:
    """Yield the elements of a scene from the ground up.

    Parameters
    ----------
    scene : Scene
        What is on the screen, a ghost included.
    colours : Colours
        Of a light or a dark ground.
    first, doomed : frozenset[str]
        The nodes that fall first, and those that cannot be finished then.
    """
    for band in scene.bands:
        if band.change != "copied":
            yield Element(band.id, 0, 0, tuple(_band(band, colours)))
    for edge in scene.edges:
        if edge.change != "copied":
            yield Element(edge.id, 0, 0, tuple(_edge(edge, colours)))
    for node in scene.nodes:
        if node.change != "copied":
            marks = _node(node, colours, first=node.id in first, doomed=node.id in doomed)
            yield Element(node.id, node.x, node.y, tuple(marks), node.name)


def short(text: str, width: float, size: float) -> str:
    """Return as much of a text as fits, with an ellipsis before its end, which tells copies apart: ``#2L``."""
    most = max(2, int(width / (size * 0.58)))
    end = min(4, most - 2)
    return text if len(text) <= most else text[: most - 1 - end] + "…" + text[len(text) - end :]


def _band(band: Band, colours: Colours) -> Iterator[Mark]:
    frame = band.kind == "frame"
    stroke, thick = (colours["line"], 1.2) if frame else ("", 1.0)
    dash: Dash = ()
    fill = "" if frame else colours["lane"]
    if band.change == "added":
        stroke, dash, fill = colours["added"], (6, 4), "" if frame else colours["tint"]
    elif band.change == "removed":
        stroke, dash = colours["removed"], (2, 3)
    yield Box("box", band.x, band.y, band.width, band.height, 10, Look(fill, stroke, thick, dash))
    level = band.y + (-5 if frame else 12)
    label = short(band.label, band.width, 11)
    yield Text("text", band.text, level, label, 11, colours["muted"], "start", 600 if frame else 400)


def _edge(edge: Edge, colours: Colours) -> Iterator[Mark]:
    dashes: Mapping[str, Dash] = {"added": (6, 4), "removed": (2, 4)}
    dash = dashes.get(edge.change, ())
    colour = colours[edge.change if edge.change in ("added", "removed") else "line"]
    yield Shape("line", edge.path, Look("", colour, 1.6, dash))
    x, y = (float(number) for number in edge.path.replace(",", " ").split()[-2:])
    yield Shape("arrow", f"M{x:g},{y:g} L{x - 7:g},{y - 3.5:g} L{x - 7:g},{y + 3.5:g} Z", Look(colour))


def _node(node: Node, colours: Colours, *, first: bool, doomed: bool) -> Iterator[Mark]:
    width, height, middle = node.width, node.height, node.height / 2
    gone = node.change == "removed" or node.state in ("given up", "impossible", "lost")
    look = _outline(node, colours, gone=gone, first=first, doomed=doomed)
    ink = colours["muted"] if gone or node.state == "waiting" else colours["ink"]
    if node.kind == "flag":
        yield Shape("pole", f"M1,{height:g} L1,0", Look("", colours["ink"], 2))
        yield Shape("box", f"M1,0 L{width:g},0 L{width - 5:g},9 L{width:g},18 L1,18 Z", look)
        yield Text("flag", width / 2, 13, short(node.label, width - 8, 12), 12, colours["ink"], weight=600)
    elif node.kind == "tip":
        yield Circle("box", width / 2, middle, width / 2 - 2, look)
        dot = "added" if node.change == "added" else "enabled" if node.state == "current" else ""
        dot = "removed" if gone else dot
        yield Circle("dot", width / 2, middle, 4, Look(colours[dot] if dot else ""))
    else:
        radius = 7 if node.kind == "call" else middle
        yield Box("box", 0, 0, width, height, radius, look)
        if gone:
            yield Box("hatch", 0, 0, width, height, radius, Look(), hatched=True)
        level, label = middle - 3 if node.detail else middle + 5, short(node.label, width - 8, 13.5)
        yield Text("label", width / 2, level, label, 13.5, ink, weight=600, struck=gone)
        if node.detail:
            detail = short(node.detail, width - 8, 11)
            yield Text("detail", width / 2, middle + 13, detail, 11, ink, struck=gone)
        yield from _signs(node, colours)
    if first or doomed:
        level = height + (24 if node.reuse else 14) if node.kind == "call" else -9
        words = "✕ first to fall" if first else "✕ cannot finish"
        yield Text("fate", width / 2, level, words, 11, colours["rejected"], weight=700, halo=colours["ground"])


def _outline(node: Node, colours: Colours, *, gone: bool, first: bool, doomed: bool) -> Look:
    """Return how a node's box looks: of what is true of it, the last one wins."""
    fill = colours["past"] if node.state in ("new", "reuse") else colours["ground"]
    stroke, thick = colours["ink" if node.kind == "flag" else "line"], 1.4
    dash: Dash = ()
    if node.state == "enabled" or (node.kind == "tip" and node.state == "current"):
        stroke, thick = colours["enabled"], 2.4
    if gone:
        stroke, dash = colours["removed"], (2, 3)
    if node.change == "added":
        stroke, thick, dash = colours["added"], 2, (6, 4)
    if doomed:
        stroke, thick, dash = colours["rejected"], 2.6, (2, 3)
    if first:
        stroke, thick, dash = colours["rejected"], 4, ()
    return Look(fill, stroke, thick, dash)


def _signs(node: Node, colours: Colours) -> Iterator[Mark]:
    """Yield the sign of a call's state, and the badge of one whose action is authorized already."""
    signs = {"new": "✓", "reuse": "✓", "enabled": "▸", "given up": "✕", "impossible": "—"}
    if node.kind == "call" and node.state in signs:
        yield Text("mark", 7.5, 11, signs[node.state], 10, colours["ink"])
    if node.reuse:
        words, wide = ("↺ reuse", 54) if node.state == "reuse" else ("↺ already authorized", 118)
        left, top = (node.width - wide) / 2, node.height - 5
        yield Box("badge", left, top, wide, 16, 8, Look(colours["ground"], colours["ink"]))
        yield Text("badge-text", left + wide / 2, top + 11.5, words, 10.5, colours["ink"], weight=600)
