"""The stepper as a picture: exactly what is shown, as SVG, PNG or PDF, made without a browser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from execedit_kit.draw.labels import lines_of, width
from execedit_kit.draw.layout import Dash, Group, Layout, Mark, Outline, Pen, Text
from execedit_kit.draw.paint import painted
from execedit_kit.draw.svg import svg as written
from execedit_kit.draw.theme import VERDICT_SIGNS, Colour, Theme, theme
from execedit_kit.widgets.stepper_layout import Point
from execedit_kit.widgets.stepper_values import Edge, Node, StepperScene
from execedit_kit.widgets.stepper_view import (
    HIDDEN,
    LEGEND,
    MARKS,
    MARKS_SAID,
    View,
    b,
    caption,
    grouped,
    hidden,
    known,
    looked_at,
    mark,
    matches,
    removals,
    state,
)

EDGE = 14.0
_NARROWEST = 560.0
_MOST_LISTED = 12
_ROUND = 0.5523


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is shown, drawn. `words` is its caption."""

    layout: Layout
    words: str
    theme: Theme

    def svg(self) -> str:
        """Return it as one ``<svg>`` element."""
        return written(self.layout, self.theme, self.words, {})

    def file(self, format: Literal["png", "pdf"]) -> bytes:
        """Return it as a PNG or a PDF."""
        return painted(self.layout, self.theme, format)


Look: TypeAlias = tuple[Colour, Colour, float, Dash, Colour]
"""Fill, line, its width, its dash, and the colour of the text."""


def sheet(scene: StepperScene, view: View, *, dark: bool = False) -> Sheet:
    """Return what is shown as shapes: verdict, rounds, the picture, its legend, what falls, and the node looked at."""
    colours = theme(dark)
    rules = scene.rules if view.rules else None
    wide = max(_NARROWEST, scene.width if rules is None else rules.width)
    marks = list(_head(scene, view, colours, wide))
    top = _bottom(marks) + 10
    if rules is not None:
        drawn = [*_edges(rules.edges, scene, view, colours), *_rule_nodes(rules.nodes, colours)]
        high, said = rules.height, rules.says
    else:
        drawn = [*_edges(scene.edges, scene, view, colours), *_nodes(scene, view, colours)]
        high, said = scene.height, scene.says
    marks += [_moved(one, EDGE, top) for one in drawn]
    marks += list(_foot(scene, view, colours, wide, top + high + 8, said))
    bottom = _bottom(marks) + EDGE
    groups = tuple(Group("node", "", (_moved(one, 0, bottom, flip=True),)) for one in marks)
    return Sheet(Layout(wide + 2 * EDGE, bottom, groups), caption(scene, view), colours)


def _head(scene: StepperScene, view: View, colours: Theme, wide: float) -> Iterator[Mark]:
    guessing = hidden(scene, view)
    ground, line = colours.verdict("hidden" if guessing else scene.verdict)
    sign = f"? {HIDDEN}" if guessing else f"{VERDICT_SIGNS[scene.verdict]} {scene.verdict}"
    chip = width(sign, 12, bold=True) + 16
    yield _box(((EDGE, EDGE), (EDGE + chip, EDGE + 24)), ground, line, 1.5, "solid", 6)
    yield _write((EDGE + 8, EDGE + 16.5), sign, colours.ink, 12, bold=True)
    y = EDGE + 16.5
    for text in lines_of(scene.edit, int((wide - chip) / 6.8), 3):
        yield _write((EDGE + chip + 10, y), text, colours.ink, 11, bold=True)
        y += 14
    for text in () if guessing else lines_of(scene.why, int(wide / 5.8), 3):
        yield _write((EDGE, y + 6), text, colours.muted)
        y += 14
    y += 10
    for text in lines_of(caption(scene, view), int(wide / 7.2), 3):
        yield _write((EDGE, y), text, colours.ink, 12, bold=True)
        y += 17
    low, high = view.span
    x = EDGE
    y += 2
    for step in scene.rounds if scene.nodes else ():
        if view.predict and step.number > known(view) + 1:
            break
        text = f"{b(step.number)}  {grouped(step.size)}"
        if guessing and step.number > known(view):
            text = "?"
        room = width(text, 10) + 14
        if x + room > wide + EDGE and x > EDGE:
            x, y = EDGE, y + 24
        here = step.number == high or (view.compare is not None and step.number == low)
        fill, edge = (colours.done, colours.done_line) if here else ("none", colours.edge)
        yield _box(((x, y - 11), (x + room, y + 8)), fill, edge, 1.5 if here else 1.0, "solid", 6)
        yield _write((x + 7, y + 2.5), text, colours.ink, bold=here)
        x += room + 6


def _edges(edges: Sequence[Edge], scene: StepperScene, view: View, colours: Theme) -> Iterator[Mark]:
    by_id = {node.id: node for node in scene.nodes}
    for edge in edges:
        gone = 0 < edge.falls <= view.span[1]
        ends = [by_id[end] for end in (edge.source, edge.target) if end in by_id]
        faint = gone or not all(matches(scene, end, view) for end in ends) or any(end.stub for end in ends)
        line = colours.edge if faint and not gone else colours.line
        dash: Dash = (
            "dotted" if gone or any(end.stub for end in ends) else "dashed" if edge.mode == "reuse" else "solid"
        )
        yield Outline(edge.points, True, False, Pen(line, None, 1.2, dash))
        yield Outline(edge.head, False, True, Pen(line, line, 0.5, "solid"))
        if edge.shown or (scene.kind == "states" and view.selection in (edge.source, edge.target)):
            colour = colours.muted if faint else colours.ink
            yield _write((edge.x, edge.y + 3.5), edge.label, colour, left=False)


def _rule_nodes(nodes: Sequence[Node], colours: Theme) -> Iterator[Mark]:
    for node in nodes:
        for inset in (0.0, 3.5) if node.complete else (0.0,):
            fill = colours.yes if not inset else "none"
            yield _box(_corners(node, inset), fill, colours.yes_line, 1.5, "solid", node.width / 2 - inset)
        yield from _text(node, colours.ink, bold=False)


def _nodes(scene: StepperScene, view: View, colours: Theme) -> Iterator[Mark]:
    for node in scene.nodes:
        fill, line, thick, dash, ink = _look(scene, node, view, colours)
        yield _box(_corners(node), fill, line, thick, dash, 6)
        if node.complete:
            yield _box(_corners(node, 3), "none", line, 0.8, dash, 4)
        if node.id == view.selection:
            yield _box(_corners(node, -4), "none", colours.ink, 2, "solid", 9)
        yield from _text(node, ink, bold=bool(view.filter) and matches(scene, node, view))
        yield from _badges(scene, node, view, colours)


def _look(scene: StepperScene, node: Node, view: View, colours: Theme) -> Look:
    fill, line, thick, dash, ink = _looks(colours)[state(scene, node, view)]
    if not matches(scene, node, view):
        fill, ink, thick = "none", colours.muted, 0.8
    return fill, line, thick, dash, ink


def _looks(colours: Theme) -> dict[str, Look]:
    return {
        "there": (colours.box, colours.ink, 1.3, "solid", colours.ink),
        "kept": (colours.yes, colours.yes_line, 2.0, "solid", colours.ink),
        "now": (colours.no, colours.no_line, 2.2, "dashed", colours.ink),
        "along": ("none", colours.no_line, 1.3, "dashed", colours.ink),
        "gone": ("none", colours.line, 1.0, "dashed", colours.muted),
        "stub": ("none", colours.line, 1.0, "dotted", colours.muted),
    }


def _text(node: Node, ink: Colour, *, bold: bool) -> Iterator[Mark]:
    high = 15 * len(node.lines) + 13 * len(node.details)
    x, y = node.x + node.width / 2, node.y + (node.height - high) / 2 + 11.5
    for text in node.lines:
        yield _write((x, y), text, ink, 12, bold=bold, left=False)
        y += 15
    y -= 2
    for text in node.details:
        yield _write((x, y), text, ink, left=False)
        y += 13


def _badges(scene: StepperScene, node: Node, view: View, colours: Theme) -> Iterator[Mark]:
    now = state(scene, node, view)
    x, y = node.x + node.width, node.y
    if now in ("now", "along", "gone"):
        text = f"✕{node.falls}"
        room = width(text, 10, bold=True) + 8
        line = colours.line if now == "gone" else colours.no_line
        fill = colours.no if now == "now" else colours.card
        yield _box(((x - room + 6, y - 9), (x + 6, y + 6)), fill, line, 1.2, "solid", 7)
        ink = colours.muted if now == "gone" else colours.ink
        yield _write((x - room / 2 + 6, y + 2), text, ink, bold=True, left=False)
    said = MARKS.get(mark(node, view))
    if said:
        yield _box(((node.x - 7, y - 9), (node.x + 11, y + 6)), colours.flag, colours.flag_line, 1.2, "solid", 7)
        yield _write((node.x + 2, y + 2.5), said, colours.ink, 11, bold=True, left=False)


def _foot(scene: StepperScene, view: View, colours: Theme, wide: float, y: float, said: str) -> Iterator[Mark]:
    longest = int(wide / 5.8)
    y += 6
    for text in lines_of(said, longest, 3):
        yield _write((EDGE, y), text, colours.muted)
        y += 14
    if scene.nodes:
        yield from _legend(view, colours, wide, y + 4)
        y += 16 + 18 * _legend_rows(wide) + (18 if view.predict else 0)
    notes = [scene.note] if scene.note else []
    if view.filter:
        position = [result.name for result in scene.results].index(view.filter)
        sizes = [step.by_result[position] for step in scene.rounds[: view.span[1] + 1] if step.by_result]
        counted = f": {' → '.join(map(grouped, sizes))} pairs" if sizes else ""
        notes.append(f"Filtered by result ‘{scene.results[position].short}’{counted}")
    falling = list(removals(scene, view))
    notes += [f"✕{removed.round}  {removed.said}" for removed in falling[:_MOST_LISTED]]
    more = (
        len(falling)
        - _MOST_LISTED
        + sum(scene.rounds[n].more for n in range(max(0, view.span[0] + 1), view.span[1] + 1))
    )
    if more > 0:
        notes.append(f"… and {more:,} more")
    notes += [". ".join(facts[:1]) + ": " + " ".join(facts[1:]) for facts in [looked_at(scene, view)] if facts]
    y += 4
    for note in notes:
        for text in lines_of(note, longest, 8):
            yield _write((EDGE, y), text, colours.ink)
            y += 14
        y += 3


def _legend_places(wide: float) -> Iterator[tuple[str, str, float, int]]:
    """Yield each look with its words, where it begins, and its row."""
    x, row = EDGE, 0
    for look, words in LEGEND:
        room = 28 + width(words, 10) + 14
        if x + room > wide + EDGE and x > EDGE:
            x, row = EDGE, row + 1
        yield look, words, x, row
        x += room


def _legend_rows(wide: float) -> int:
    return 1 + max(row for *_, row in _legend_places(wide))


def _legend(view: View, colours: Theme, wide: float, y: float) -> Iterator[Mark]:
    looks = _looks(colours)
    for look, words, x, row in _legend_places(wide):
        top = y + 18 * row
        if look == "reuse":
            yield Outline(_line((x, top + 7), (x + 22, top + 7)), True, False, Pen(colours.line, None, 1.5, "dashed"))
        else:
            fill, line, thick, dash, _ = looks["there" if look == "whole" else look]
            yield _box(((x, top), (x + 22, top + 14)), fill, line, min(thick, 1.6), dash, 4)
            if look == "whole":
                yield _box(((x + 2.5, top + 2.5), (x + 19.5, top + 11.5)), "none", line, 0.8, dash, 2.5)
        yield _write((x + 28, top + 10.5), words, colours.ink)
    if view.predict:
        yield _write((EDGE, y + 18 * _legend_rows(wide) + 10), MARKS_SAID, colours.ink)


def _line(start: Point, end: Point) -> tuple[Point, ...]:
    """Return a straight line as Bézier points."""
    return start, start, end, end


def _corners(node: Node, inset: float = 0.0) -> tuple[Point, Point]:
    left, top = node.x + inset, node.y + inset
    return (left, top), (left + node.width - 2 * inset, top + node.height - 2 * inset)


def _box(corners: tuple[Point, Point], fill: Colour, line: Colour, thick: float, dash: Dash, corner: float) -> Outline:
    """Return a box with round corners."""
    (left, top), (right, low) = corners
    r = min(corner, (right - left) / 2, (low - top) / 2)
    k = r * (1 - _ROUND)
    sides = [
        ((left + r, top), (right - r, top), (right - k, top), (right, top + k)),
        ((right, top + r), (right, low - r), (right, low - k), (right - k, low)),
        ((right - r, low), (left + r, low), (left + k, low), (left, low - k)),
        ((left, low - r), (left, top + r), (left, top + k), (left + k, top)),
    ]
    points: list[Point] = [sides[0][0]]
    for n, (start, end, bend, bend_out) in enumerate(sides):
        points += [start, end, end, bend, bend_out, sides[(n + 1) % 4][0]]
    pen = Pen(None if line == "none" else line, None if fill == "none" else fill, thick, dash)
    return Outline(tuple(points), True, True, pen)


def _write(at: Point, text: str, colour: Colour, size: float = 10, *, bold: bool = False, left: bool = True) -> Text:
    return Text(at, text, size, colour, bold, False, left)


def _moved(mark_: Mark, dx: float, dy: float, *, flip: bool = False) -> Mark:
    """Return a mark elsewhere; flipped, `dy` is the height of the sheet, and what grew downwards grows upwards."""

    def there(point: Point) -> Point:
        return point[0] + dx, dy - point[1] if flip else point[1] + dy

    if isinstance(mark_, Text):
        return replace(mark_, at=there(mark_.at))
    assert isinstance(mark_, Outline)
    return replace(mark_, points=tuple(map(there, mark_.points)))


def _bottom(marks: Sequence[Mark]) -> float:
    return max(
        max(point[1] for point in one.points) if isinstance(one, Outline) else one.at[1]
        for one in marks
        if isinstance(one, Outline | Text)
    )
