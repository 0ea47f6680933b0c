"""The scene on the screen as SVG, PNG and PDF, made in Python: the scene becomes marks, and each format draws those."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any, Literal, TypeAlias

from frozendict import frozendict

from execedit_kit.widgets.scene_parts import MARGIN, Band, Edge, Node, Scene

LIGHT = frozendict(
    ground="#ffffff", ink="#1f2328", muted="#57606a", line="#6e7781", lane="#f3f5f8", past="#e4e9ef", card="#ffffff",
    enabled="#0b5cad", added="#5a3fb8", removed="#8f3b1b", accepted="#1a7f37", rejected="#b42318", invalid="#8a5a00",
)  # fmt: skip
DARK = frozendict(
    ground="#16191d", ink="#e8ebef", muted="#a7b0bb", line="#8b949e", lane="#20252b", past="#333b45", card="#16191d",
    enabled="#6cb2ff", added="#b7a3ff", removed="#f0a184", accepted="#5fd07f", rejected="#ff8d85", invalid="#e8b64c",
)  # fmt: skip
SIGNS = {"accepted": "✓ accepted", "rejected": "✕ rejected", "invalid": "△ invalid", "hidden": "? your guess"}
FONT = "system-ui, 'DejaVu Sans', sans-serif"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with round corners."""

    x: float
    y: float
    width: float
    height: float
    radius: float
    fill: str
    stroke: str
    thick: float = 1.0
    dashed: bool = False
    hatched: bool = False


@dataclass(frozen=True, slots=True)
class Curve:
    """An SVG path of moves, lines and cubic curves."""

    path: str
    stroke: str
    thick: float = 1.4
    dashed: bool = False
    arrow: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text; `y` is the middle of its height."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    anchor: Literal["start", "middle", "end"] = "middle"
    bold: bool = False
    title: str = ""


Mark: TypeAlias = Box | Curve | Text


def short(text: str, width: float, size: float) -> str:
    """Return as much of a text as fits, and an ellipsis."""
    most = int(width / (size * 0.58))
    return text if len(text) <= most else text[: max(most - 1, 1)] + "…"


def svg(scene: Scene, caption: str, *, lit: tuple[str, ...] = (), verdict: str = "", dark: bool = False) -> str:
    """Return a self-contained SVG.

    Parameters
    ----------
    scene : Scene
        What is on the screen, a ghost included.
    caption : str
        The line below it; also the picture's accessible name.
    lit : tuple[str, ...]
        The nodes of the first prefix that falls.
    verdict : str
        Of the ghost; empty without one.
    dark : bool
        For a dark ground.
    """
    colours = DARK if dark else LIGHT
    width, height = _size(scene)
    body = "\n".join(_svg_mark(mark) for mark in _marks(scene, caption, lit, verdict, dark=dark))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" font-family="{FONT}">\n<title>{escape(caption)}</title>\n'
        f'<defs><pattern id="hatch-{dark:d}" width="6" height="6" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)"><path d="M0,0V6" stroke="{colours["removed"]}" stroke-opacity=".45" '
        f'stroke-width="2"/></pattern></defs>\n'
        f'<rect width="{width:g}" height="{height:g}" fill="{colours["ground"]}"/>\n'
        + body.replace("url(#hatch)", f"url(#hatch-{dark:d})")
        + "\n</svg>\n"
    )


def figure(scene: Scene, caption: str, *, lit: tuple[str, ...], verdict: str, dark: bool, form: str) -> bytes:
    """Return the same picture as the bytes of a PNG (at twice the size) or a PDF."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    colours = DARK if dark else LIGHT
    width, height = _size(scene)
    drawing = Figure(figsize=(width / 96, height / 96), facecolor=colours["ground"])
    FigureCanvasAgg(drawing)
    axes = drawing.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, width), ylim=(height, 0))
    axes.axis("off")
    for n, mark in enumerate(_marks(scene, caption, lit, verdict, dark=dark)):
        _draw(axes, mark, n, colours)
    out = io.BytesIO()
    drawing.savefig(out, format=form, dpi=192, facecolor=colours["ground"])
    return out.getvalue()


def _size(scene: Scene) -> tuple[float, float]:
    return max(scene.width, 480.0), scene.height + 96


def _marks(scene: Scene, caption: str, lit: tuple[str, ...], verdict: str, *, dark: bool) -> Iterator[Mark]:
    colours = DARK if dark else LIGHT
    for band in scene.bands:
        yield from _band(band, colours)
    for edge in scene.edges:
        yield from _edge(edge, colours)
    for node in scene.nodes:
        if node.change != "copied":
            yield from _node(node, colours, node.id in lit)
    y = scene.height + 4
    width, _ = _size(scene)
    log = " → ".join(f"{entry.action} ({entry.state})" for entry in scene.strip) or "nothing yet"
    yield Text(MARGIN, y + 14, short(f"authorized: {log}", width - 2 * MARGIN, 12), 12, colours["ink"], "start")
    yield Text(MARGIN, y + 36, short(caption, width - 2 * MARGIN, 12), 12, colours["muted"], "start")
    if verdict:
        yield Text(MARGIN, y + 64, SIGNS[verdict], 14, colours.get(verdict, colours["ink"]), "start", bold=True)


def _band(band: Band, colours: Any) -> Iterator[Mark]:
    added = band.change == "added"
    stroke = colours["added"] if added else "none"
    yield Box(band.x, band.y, band.width, band.height, 10, colours["lane"], stroke, 1, dashed=added)
    yield Text(band.x + 8, band.y + 8, short(band.label, band.width, 10), 10, colours["muted"], "start")


def _edge(edge: Edge, colours: Any) -> Iterator[Mark]:
    if edge.change != "copied":
        stroke = {"added": colours["added"], "removed": colours["removed"]}.get(edge.change, colours["line"])
        yield Curve(edge.path, stroke, 1.4, dashed=edge.change != "kept", arrow=True)


def _node(node: Node, colours: Any, lit: bool) -> Iterator[Mark]:
    x, y, width, height = node.x, node.y, node.width, node.height
    gone = node.change == "removed" or node.state in ("given up", "impossible", "lost")
    stroke = colours["line"]
    if node.state == "enabled":
        stroke = colours["enabled"]
    if node.change != "kept" or gone:
        stroke = colours["added"] if node.change == "added" else colours["removed"] if gone else stroke
    if lit:
        stroke = colours["rejected"]
    dashed = node.change == "added" or gone
    thick = 3.0 if lit else 2.0 if node.state == "enabled" else 1.2
    middle = y + height / 2
    if node.kind == "tip":
        yield Box(x, y, width, height, 12, colours["card"], stroke, 2 if node.state == "current" else 1, dashed)
    elif node.kind == "flag":
        yield Curve(f"M{x:g},{y + height:g} L{x:g},{y:g}", colours["ink"], 2)
        yield Box(x, y, width, 17, 2, colours["card"], stroke, 1.4, node.change == "added")
        yield Text(x + width / 2, y + 8.5, short(node.label, width, 11), 11, colours["ink"], title=node.name)
    else:
        fill = colours["past"] if node.state in ("new", "reuse") else colours["card"]
        radius = 20 if node.kind in ("junction", "start") else 7
        yield Box(x, y, width, height, radius, fill, stroke, thick, dashed, hatched=gone)
        ink = colours["muted"] if gone or node.state == "waiting" else colours["ink"]
        down = 7 if node.detail else 0
        yield Text(x + width / 2, middle - down, short(node.label, width - 8, 13), 13, ink, bold=True, title=node.name)
        if node.detail:
            yield Text(x + width / 2, middle + 9, short(node.detail, width - 8, 10.5), 10.5, ink)
        if node.reuse:
            yield Box(x + width - 46, y - 8, 44, 15, 7, colours["card"], colours["ink"], 1)
            yield Text(x + width - 24, y - 0.5, "↺ reuse", 9.5, colours["ink"])


def _svg_mark(mark: Mark) -> str:
    if isinstance(mark, Box):
        head = (
            f'<rect x="{mark.x:g}" y="{mark.y:g}" width="{mark.width:g}" height="{mark.height:g}" rx="{mark.radius:g}"'
        )
        dash = ' stroke-dasharray="5 3"' if mark.dashed else ""
        drawn = f'{head} fill="{mark.fill}" stroke="{mark.stroke}" stroke-width="{mark.thick:g}"{dash}/>'
        return drawn + (f'{head} fill="url(#hatch)"/>' if mark.hatched else "")
    if isinstance(mark, Curve):
        dash = ' stroke-dasharray="5 3"' if mark.dashed else ""
        line = f'<path d="{mark.path}" fill="none" stroke="{mark.stroke}" stroke-width="{mark.thick:g}"{dash}/>'
        return line + (f'<path d="{_head(mark.path)}" fill="{mark.stroke}"/>' if mark.arrow else "")
    weight = ' font-weight="600"' if mark.bold else ""
    title = f"<title>{escape(mark.title)}</title>" if mark.title else ""
    return (
        f'<text x="{mark.x:g}" y="{mark.y + mark.size * 0.35:g}" font-size="{mark.size:g}" text-anchor="{mark.anchor}" '
        f'fill="{mark.colour}"{weight}>{title}{escape(mark.text)}</text>'
    )


def _points(path: str) -> list[tuple[float, float]]:
    numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", path)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _head(path: str) -> str:
    x, y = _points(path)[-1]
    return f"M{x:g},{y:g} l-7,-3.5 v7 z"


def _draw(axes: Any, mark: Mark, order: int, colours: Any) -> None:
    from matplotlib.patches import FancyBboxPatch, PathPatch, Polygon
    from matplotlib.path import Path

    points = 0.75  # of a pixel
    if isinstance(mark, Box):
        radius = min(mark.radius, mark.width / 2, mark.height / 2)
        corners = f"round,pad=0,rounding_size={radius}"
        dash = (0, (5, 3)) if mark.dashed else "solid"
        place = ((mark.x, mark.y), mark.width, mark.height)
        look: dict[str, Any] = {
            "linewidth": mark.thick * points,
            "linestyle": dash,
            "edgecolor": mark.stroke,
            "facecolor": mark.fill,
        }
        axes.add_patch(FancyBboxPatch(*place, boxstyle=corners, zorder=order, mutation_aspect=1, **look))
        if mark.hatched:
            hatch: dict[str, Any] = {
                "fill": False,
                "hatch": "////",
                "edgecolor": colours["removed"],
                "linewidth": 0,
                "alpha": 0.45,
            }
            axes.add_patch(FancyBboxPatch(*place, boxstyle=corners, zorder=order, **hatch))
    elif isinstance(mark, Curve):
        stops = _points(mark.path)
        codes = [Path.MOVETO] + ([Path.CURVE4] * 3 if "C" in mark.path else [Path.LINETO])
        dash = (0, (5, 3)) if mark.dashed else "solid"
        look = {"edgecolor": mark.stroke, "linewidth": mark.thick * points, "linestyle": dash}
        axes.add_patch(PathPatch(Path(stops, codes), fill=False, zorder=order, **look))
        if mark.arrow:
            x, y = stops[-1]
            axes.add_patch(Polygon([(x, y), (x - 7, y - 3.5), (x - 7, y + 3.5)], color=mark.stroke, zorder=order, lw=0))
    else:
        anchor = {"start": "left", "middle": "center", "end": "right"}[mark.anchor]
        weight = "bold" if mark.bold else "normal"
        look = {"fontsize": mark.size * points, "color": mark.colour, "weight": weight, "family": "DejaVu Sans"}
        plain = mark.text.replace("$", r"\$")
        axes.text(mark.x, mark.y, plain, ha=anchor, va="center_baseline", zorder=order, **look)
