"""What is on the screen as SVG, PNG and PDF, made in Python: the scene becomes marks, and each format draws those."""

from __future__ import annotations

import io
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import count
from typing import Any

from execedit_kit.widgets.picture_marks import (
    DARK,
    LIGHT,
    Box,
    Circle,
    Colours,
    Element,
    Look,
    Mark,
    Shape,
    Text,
    elements,
)
from execedit_kit.widgets.scene_parts import MARGIN, Scene

SIGNS = {
    "accepted": "✓ accepted",
    "rejected": "✕ rejected",
    "invalid": "△ invalid",
    "hidden": "? your guess first",
    "unanswered": "– no answer yet",
}
_STATES = {"before": "•", "queued": "○", "sent": "◐", "settled": "●"}
_FONT = "system-ui, 'DejaVu Sans', sans-serif"
_NARROWEST, _LINE = 480.0, 18
_POINTS = 0.75  # of a pixel


@dataclass(frozen=True, slots=True)
class Shown:
    """What is on the screen.

    Parameters
    ----------
    scene : Scene
        A ghost included.
    caption : str
        The words below it; also the picture's accessible name.
    known : frozenset[str]
        The actions that are authorized without the ghost.
    first, doomed : frozenset[str]
        The nodes that fall first, and those that cannot be finished then.
    verdict : str
        Of the ghost; empty without one.
    """

    scene: Scene
    caption: str
    known: frozenset[str]
    first: frozenset[str] = frozenset()
    doomed: frozenset[str] = frozenset()
    verdict: str = ""


def svg(shown: Shown, *, dark: bool = False) -> str:
    """Return a self-contained SVG; its elements carry the ids of the scene as ``data-id``."""
    colours = DARK if dark else LIGHT
    width, height, drawn = _page(shown, colours)
    hatch = f"hatch-{dark:d}"
    body = "\n".join(_svg_element(element, hatch) for element in drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" font-family="{_FONT}">\n<title>{escape(shown.caption)}</title>\n'
        f'<defs><pattern id="{hatch}" width="6" height="6" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)"><path d="M0,0V6" stroke="{colours["removed"]}" stroke-opacity="0.4" '
        f'stroke-width="2"/></pattern></defs>\n'
        f'<rect width="{width:g}" height="{height:g}" fill="{colours["ground"]}"/>\n{body}\n</svg>\n'
    )


def figure(shown: Shown, *, dark: bool, form: str) -> bytes:
    """Return the same picture as the bytes of a PNG (at twice the size) or a PDF."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    colours = DARK if dark else LIGHT
    width, height, drawn = _page(shown, colours)
    drawing = Figure(figsize=(width / 96, height / 96), facecolor=colours["ground"])
    FigureCanvasAgg(drawing)
    axes = drawing.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, width), ylim=(height, 0))
    axes.axis("off")
    order = count()
    for element in drawn:
        for mark in element.marks:
            _draw(axes, element, mark, next(order), colours)
    out = io.BytesIO()
    drawing.savefig(out, format=form, dpi=192, facecolor=colours["ground"])
    return out.getvalue()


def _page(shown: Shown, colours: Colours) -> tuple[float, float, list[Element]]:
    """Return the size of the picture, and everything on it."""
    width = max(shown.scene.width, _NARROWEST)
    drawn = [*elements(shown.scene, colours, first=shown.first, doomed=shown.doomed)]
    below = [*_below(shown, colours, width)]
    height = max((text.y for text in below), default=shown.scene.height) + MARGIN
    return width, height, [*drawn, Element("", 0, 0, tuple(below))]


def _below(shown: Shown, colours: Colours, width: float) -> Iterator[Text]:
    """Yield what stands under the graph, whole: the authorizations in order, the caption, and the verdict."""
    entries = []
    for n, entry in enumerate(shown.scene.strip, 1):
        action = entry.action if entry.action == entry.label else f"{entry.action} · {entry.label}"
        new = "" if entry.action in shown.known else ", would be new"
        entries.append(f"{n} {action} {_STATES[entry.state]} {entry.state}{new}")
    y = shown.scene.height + 10
    for words, colour in (("Authorized: " + ("; ".join(entries) or "nothing yet"), "ink"), (shown.caption, "muted")):
        for line in textwrap.wrap(words, int((width - 2 * MARGIN) / (12 * 0.58))):
            y += _LINE
            yield Text("words", MARGIN, y, line, 12, colours[colour], "start")
    if shown.verdict:
        colour = colours.get(shown.verdict, colours["ink"])
        yield Text("verdict", MARGIN, y + _LINE + 8, SIGNS[shown.verdict], 14, colour, "start", 700)


def _svg_element(element: Element, hatch: str) -> str:
    marks = "".join(_svg_mark(mark, hatch) for mark in element.marks)
    if not element.id:
        return marks
    title = f"<title>{escape(element.name)}</title>" if element.name else ""
    place = f' transform="translate({element.x:g},{element.y:g})"' if element.x or element.y else ""
    return f'<g data-id="{escape(element.id)}"{place}>{title}{marks}</g>'


def _svg_mark(mark: Mark, hatch: str) -> str:
    part = f'data-part="{mark.part}"'
    if isinstance(mark, Text):
        halo = f' stroke="{mark.halo}" stroke-width="3" paint-order="stroke"' if mark.halo else ""
        struck = ' text-decoration="line-through"' if mark.struck else ""
        return (
            f'<text {part} x="{mark.x:g}" y="{mark.y:g}" font-size="{mark.size:g}" font-weight="{mark.weight}" '
            f'text-anchor="{mark.anchor}" fill="{mark.colour}"{halo}{struck}>{escape(mark.text)}</text>'
        )
    if isinstance(mark, Box):
        look = f'fill="url(#{hatch})"' if mark.hatched else _svg_look(mark.look)
        corner = f'x="{mark.x:g}" y="{mark.y:g}" width="{mark.width:g}" height="{mark.height:g}" rx="{mark.radius:g}"'
        return f"<rect {part} {corner} {look}/>"
    if isinstance(mark, Circle):
        return f'<circle {part} cx="{mark.x:g}" cy="{mark.y:g}" r="{mark.radius:g}" {_svg_look(mark.look)}/>'
    return f'<path {part} d="{mark.path}" {_svg_look(mark.look)}/>'


def _svg_look(look: Look) -> str:
    dash = f' stroke-dasharray="{" ".join(f"{n:g}" for n in look.dash)}"' if look.dash else ""
    stroke = f' stroke="{look.stroke}" stroke-width="{look.thick:g}"{dash}' if look.stroke else ""
    return f'fill="{look.fill or "none"}"{stroke}'


def _draw(axes: Any, element: Element, mark: Mark, order: int, colours: Colours) -> None:
    from matplotlib.patches import Circle as Disc
    from matplotlib.patches import FancyBboxPatch, PathPatch
    from matplotlib.path import Path

    x, y = element.x, element.y
    if isinstance(mark, Text):
        _write(axes, x, y, mark, order)
        return
    look: dict[str, Any] = {
        "facecolor": mark.look.fill or "none",
        "edgecolor": mark.look.stroke or "none",
        "linewidth": mark.look.thick * _POINTS,
        "linestyle": (0, tuple(n / mark.look.thick for n in mark.look.dash)) if mark.look.dash else "solid",
        "zorder": order,
    }
    if isinstance(mark, Circle):
        axes.add_patch(Disc((x + mark.x, y + mark.y), mark.radius, **look))
    elif isinstance(mark, Shape):
        stops, codes = _outline(mark.path)
        axes.add_patch(PathPatch(Path([(x + a, y + b) for a, b in stops], codes), **look))
    else:
        if mark.hatched:
            look |= {"hatch": "////", "edgecolor": colours["removed"], "linewidth": 0, "alpha": 0.4}
        radius = min(mark.radius, mark.width / 2, mark.height / 2)
        corners = f"round,pad=0,rounding_size={radius}"
        axes.add_patch(FancyBboxPatch((x + mark.x, y + mark.y), mark.width, mark.height, boxstyle=corners, **look))


def _write(axes: Any, x: float, y: float, mark: Text, order: int) -> None:
    from matplotlib.patheffects import withStroke

    look: dict[str, Any] = {"fontsize": mark.size * _POINTS, "color": mark.colour, "family": "DejaVu Sans"}
    look |= {"weight": "bold" if mark.weight > 400 else "normal", "zorder": order, "va": "baseline"}
    look |= {"ha": {"start": "left", "middle": "center"}[mark.anchor]}
    if mark.halo:
        look["path_effects"] = [withStroke(linewidth=3 * _POINTS, foreground=mark.halo)]
    axes.text(x + mark.x, y + mark.y, mark.text.replace("$", r"\$"), **look)
    if mark.struck:
        half, level = len(mark.text) * mark.size * 0.3, y + mark.y - mark.size * 0.3
        line = {"color": mark.colour, "linewidth": _POINTS, "zorder": order}
        axes.plot([x + mark.x - half, x + mark.x + half], [level, level], **line)


def _outline(path: str) -> tuple[list[tuple[float, float]], list[int]]:
    """Return an SVG path's points with Matplotlib's codes for them."""
    from matplotlib.path import Path

    codes = {"M": [Path.MOVETO], "L": [Path.LINETO], "C": [Path.CURVE4] * 3, "Q": [Path.CURVE3] * 2}
    stops: list[tuple[float, float]] = []
    drawn: list[int] = []
    for command, text in re.findall(r"([MLCQZ])([^MLCQZ]*)", path):
        numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", text)]
        stops += zip(numbers[::2], numbers[1::2], strict=True) if numbers else stops[:1]
        drawn += [int(code) for code in codes.get(command, [Path.CLOSEPOLY])]
    return stops, drawn
