"""Positions from Graphviz, once: every box has its size beforehand, so that no font and no program moves anything."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any, Literal, TypeAlias

from execedit_kit.draw.engine import run

Point: TypeAlias = tuple[float, float]
MARGIN = 18.0
_HEAD = 7.0


@dataclass(frozen=True, slots=True)
class Way:
    """An arrow as it is drawn: Bézier points from start to end, the triangle of its head, and its label's middle."""

    points: tuple[Point, ...]
    head: tuple[Point, Point, Point]
    label: Point

    def fields(self) -> dict[str, Any]:
        """Return what an edge of a scene holds of it, with the margin added."""
        points = tuple(_inside(point) for point in self.points)
        (x, y), *rest = points
        return {
            "path": f"M{x:g},{y:g}C" + " ".join(f"{a:g},{b:g}" for a, b in rest),
            "points": points,
            "head": tuple(_inside(point) for point in self.head),
            "x": _inside(self.label)[0],
            "y": _inside(self.label)[1],
        }


def _inside(point: Point) -> Point:
    return _point((point[0] + MARGIN, point[1] + MARGIN))


@dataclass(frozen=True, slots=True)
class Placed:
    """Middles of boxes and ways of arrows, in the order asked; y grows downwards."""

    width: float
    height: float
    middles: tuple[Point, ...]
    ways: tuple[Way, ...]


def placed(
    boxes: Sequence[tuple[float, float]],
    arrows: Sequence[tuple[int, int, float]],
    *,
    shape: Literal["box", "circle"] = "box",
    ranksep: float = 30,
    nodesep: float = 12,
    ordered: bool = False,
    down: bool = False,
    straight: bool = False,
) -> Placed:
    """Lay out boxes and arrows, from left to right.

    Parameters
    ----------
    boxes : Sequence[tuple[float, float]]
        Width and height of each.
    arrows : Sequence[tuple[int, int, float]]
        From, to, and the width to leave for a label (0 for none).
    shape : Literal["box", "circle"]
        Where arrows end.
    ranksep, nodesep : float
        Between ranks, and between boxes of one rank.
    ordered : bool
        Whether arrows keep their order.
    down : bool
        From top to bottom instead.
    straight : bool
        Whether arrows are straight; for graphs in which each goes from one rank to the next.

    Raises
    ------
    CannotDraw
        When there is no layout program, or it fails.
    """
    source = "\n".join(_source(boxes, arrows, shape, ranksep, nodesep, ordered, down, straight))
    found = json.loads(run(source, "json"))
    _, _, wide, high = map(float, found["bb"].split(","))
    middles: list[Point] = [(0.0, 0.0)] * len(boxes)
    for one in found.get("objects", []):
        x, y = map(float, one["pos"].split(","))
        middles[int(one["name"])] = (_round(x), _round(high - y))
    ways: list[Way | None] = [None] * len(arrows)
    for one in found.get("edges", []):
        ways[int(one["id"])] = _way(one, high)
    return Placed(_round(wide), _round(high), tuple(middles), tuple(way for way in ways if way is not None))


def _source(
    boxes: Sequence[tuple[float, float]],
    arrows: Sequence[tuple[int, int, float]],
    shape: str,
    ranksep: float,
    nodesep: float,
    ordered: bool,
    down: bool,
    straight: bool,
) -> Iterator[str]:
    yield f"digraph {{ rankdir={'TB' if down else 'LR'}; nodesep={nodesep / 72:g}; ranksep={ranksep / 72:g};"
    if straight:
        yield "splines=line;"
    if ordered:
        yield "ordering=out;"
    yield f'node [shape={shape}, fixedsize=true, label=""]; edge [arrowsize=0.6];'
    for number, (wide, high) in enumerate(boxes):
        yield f"{number} [width={wide / 72:.4f}, height={high / 72:.4f}];"
    for number, (start, end, wide) in enumerate(arrows):
        label = ""
        if wide:
            inside = f'<TD FIXEDSIZE="TRUE" WIDTH="{round(wide)}" HEIGHT="13"></TD>'
            label = (
                f', label=<<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="0" CELLSPACING="0"><TR>{inside}</TR></TABLE>>'
            )
        sides = ", tailport=e, headport=w" if straight else ""
        yield f'{start} -> {end} [id="{number}"{label}{sides}];'
    yield "}"


def _way(edge: dict[str, str], high: float) -> Way:
    end: Point | None = None
    points: list[Point] = []
    for part in edge["pos"].split():
        at = part.split(",")
        if at[0] in ("e", "s"):
            end = (float(at[1]), high - float(at[2]))
        else:
            points.append((float(at[0]), high - float(at[1])))
    tip = end or points[-1]
    base = points[-1]
    length = hypot(tip[0] - base[0], tip[1] - base[1]) or 1.0
    ux, uy = (tip[0] - base[0]) / length, (tip[1] - base[1]) / length
    back = (tip[0] - _HEAD * ux, tip[1] - _HEAD * uy)
    half = _HEAD * 0.42
    head = (
        _point(tip),
        _point((back[0] - half * uy, back[1] + half * ux)),
        _point((back[0] + half * uy, back[1] - half * ux)),
    )
    points[-1] = back
    middle = points[len(points) // 2]
    if "lp" in edge:
        x, y = map(float, edge["lp"].split(","))
        middle = (x, high - y)
    return Way(tuple(map(_point, points)), head, _point(middle))


def _point(point: Point) -> Point:
    return _round(point[0]), _round(point[1])


def _round(number: float) -> float:
    return round(number, 1) + 0.0
