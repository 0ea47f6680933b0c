"""Paths between boxes: a curve where nothing stands in between, else round it, along the gaps between the cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Protocol, TypeAlias

from execedit_kit.widgets.scene_parts import CELL, MARGIN

Point: TypeAlias = tuple[float, float]

# A gap between rows, from a cell's top; half of one between columns, and before a tip; how near a path may come to a
# box; a corner.
_GAP = -4
_GUTTER = 13
_NARROW = 8
# From a frame's edge to the middle of its first or last row.
_FIRST_ROW = 27
_NEAR = 2
_ROUND = 8
_NEIGHBOUR = 2 * _GUTTER + 4
_SAMPLES = 32


class Placed(Protocol):
    """Anything with a box."""

    @property
    def id(self) -> str: ...  # noqa: D102
    @property
    def x(self) -> float: ...  # noqa: D102
    @property
    def y(self) -> float: ...  # noqa: D102
    @property
    def width(self) -> float: ...  # noqa: D102
    @property
    def height(self) -> float: ...  # noqa: D102


class Routes:
    """Paths round everything that stands somewhere.

    Parameters
    ----------
    standing : Iterable[Placed]
        What no path may run behind.
    """

    def __init__(self, standing: Iterable[Placed]) -> None:
        self._cells: dict[tuple[int, int], list[Placed]] = {}
        self._rows = 0
        for box in standing:
            right, bottom = _cell(box.x + box.width, box.y + box.height)
            left, top = _cell(box.x, box.y)
            self._rows = max(self._rows, bottom)
            for column in range(left, right + 1):
                for row in range(top, bottom + 1):
                    self._cells.setdefault((column, row), []).append(box)

    def path(self, source: Placed, target: Placed) -> str:
        """Return the SVG path from the right side of a box to the left side of another."""
        start = source.x + source.width, _level(source, target)
        end = target.x, _level(target, source)
        bend = max(20.0, abs(end[0] - start[0]) / 2)
        curve = start, (start[0] + bend, start[1]), (end[0] - bend, end[1]), end
        ends = {source.id, target.id}
        if 0 < end[0] - start[0] <= _NEIGHBOUR or not any(self._hit(*point, ends) for point in _along(curve)):
            return "M{:g},{:g} C{:g},{:g} {:g},{:g} {:g},{:g}".format(*(n for point in curve for n in point))
        return _rounded(self._round(start, end, ends))

    def _round(self, start: Point, end: Point, ends: set[str]) -> list[Point]:
        """Return the corners of the shortest way along the gaps that runs behind nothing, or behind the least."""
        away = start[0] + _GUTTER
        ways = []
        for row in range(self._rows + 2):
            level = MARGIN + row * CELL[1] + _GAP
            for back in (end[0] - _GUTTER, end[0] - _NARROW):
                way = [start, (away, start[1]), (away, level), (back, level), (back, end[1]), end]
                ways.append((sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pairwise(way)), way))
        best: tuple[int, list[Point]] | None = None
        for _, way in sorted(ways):
            hits = len({box for a, b in pairwise(way) for box in self._crossed(a, b, ends)})
            if best is None or hits < best[0]:
                best = hits, way
            if not hits:
                break
        assert best is not None
        return best[1]

    def _crossed(self, a: Point, b: Point, ends: set[str]) -> Iterator[str]:
        """Yield what a straight piece, level or upright, runs behind."""
        (left, right), (top, bottom) = sorted((a[0], b[0])), sorted((a[1], b[1]))
        (first, high), (last, low) = _cell(left, top), _cell(right, bottom)
        for column in range(first, last + 1):
            for row in range(high, low + 1):
                for box in self._cells.get((column, row), ()):
                    beside = box.x >= right + _NEAR or box.x + box.width <= left - _NEAR
                    apart = box.y >= bottom + _NEAR or box.y + box.height <= top - _NEAR
                    if box.id not in ends and not beside and not apart:
                        yield box.id

    def _hit(self, x: float, y: float, ends: set[str]) -> bool:
        return any(
            box.id not in ends
            and box.x - _NEAR < x < box.x + box.width + _NEAR
            and box.y - _NEAR < y < box.y + box.height + _NEAR
            for box in self._cells.get(_cell(x, y), ())
        )


def _cell(x: float, y: float) -> tuple[int, int]:
    return int((x - MARGIN) // CELL[0]), int((y - MARGIN) // CELL[1])


def _level(box: Placed, other: Placed) -> float:
    """Return where on its side a box is met: in the middle; a frame of many rows as level with the other as can be."""
    (top, bottom), (upper, lower) = _reach(box), _reach(other)
    return min(max((max(top, upper) + min(bottom, lower)) / 2, top), bottom)


def _reach(box: Placed) -> tuple[float, float]:
    half = min(box.height / 2, _FIRST_ROW)
    return box.y + half, box.y + box.height - half


def _along(curve: tuple[Point, ...]) -> Iterator[Point]:
    """Yield points of a cubic curve."""
    for n in range(1, _SAMPLES):
        t = n / _SAMPLES
        weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        x, y = (sum(w * point[axis] for w, point in zip(weights, curve, strict=True)) for axis in (0, 1))
        yield x, y


def _rounded(corners: list[Point]) -> str:
    """Return straight pieces with round corners between them."""
    path = "M{:g},{:g}".format(*corners[0])
    for before, corner, after in zip(corners, corners[1:], corners[2:], strict=False):
        enter, leave = (_towards(corner, other) for other in (before, after))
        path += " L {:g},{:g} Q {:g},{:g} {:g},{:g}".format(*enter, *corner, *leave)
    return path + " L {:g},{:g}".format(*corners[-1])


def _towards(corner: Point, other: Point) -> Point:
    """Return the point at which the rounding of a corner begins, on the way to another."""
    far = abs(other[0] - corner[0]) + abs(other[1] - corner[1])
    part = min(_ROUND, far / 2) / far if far else 0
    return corner[0] + (other[0] - corner[0]) * part, corner[1] + (other[1] - corner[1]) * part
