"""A laid-out picture painted by Matplotlib: PNG and PDF without a system Graphviz, the same bytes everywhere.

The face is DejaVu Sans, which comes with Matplotlib and has every sign the pictures use.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Mapping
from typing import Any

from matplotlib import font_manager
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Ellipse, FancyBboxPatch, Patch, PathPatch
from matplotlib.path import Path
from matplotlib.patheffects import withStroke

from execedit_kit.draw.layout import Layout, Outline, Oval, Pen, Text, read_layout
from execedit_kit.draw.theme import Theme

DPI = 192
_MOST_PIXELS = 20_000
_DASHES: dict[str, Any] = {"solid": "solid", "dashed": (0, (4, 2.4)), "dotted": (0, (1, 2.4))}
_OTHER_FACES = (
    "Noto Sans CJK SC",
    "Noto Sans CJK JP",
    "Microsoft YaHei",
    "PingFang SC",
    "Noto Sans",
    "Arial Unicode MS",
)


def painted(layout: Layout | Mapping[str, Any], theme: Theme, format: str) -> bytes:
    """Return a laid-out picture, or Graphviz's JSON output, as a PNG or a PDF on a rounded card."""
    if isinstance(layout, Mapping):
        layout = read_layout(layout, 4.0)
    figure = Figure(figsize=(layout.width / 72, layout.height / 72))
    canvas = FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, layout.width), ylim=(0, layout.height))
    axes.axis("off")
    figure.patch.set_alpha(0)
    corner, pad = 8.0, 0.5
    card = FancyBboxPatch(
        (corner + pad, corner + pad),
        layout.width - 2 * (corner + pad),
        layout.height - 2 * (corner + pad),
        boxstyle=f"round,pad={corner}",
        facecolor=theme.card,
        edgecolor=theme.edge,
        linewidth=1,
    )
    axes.add_patch(card)
    families = _families()
    for order, group in enumerate(layout.groups, 2):
        for mark in group.marks:
            if isinstance(mark, Text):
                _write(
                    axes, canvas, mark, order, families, (group.ground or theme.card) if group.kind == "title" else None
                )
            else:
                axes.add_patch(_patch(mark, order))
    out = io.BytesIO()
    dpi = min(DPI, 72 * _MOST_PIXELS / max(layout.width, layout.height))
    metadata = {"CreationDate": None, "Producer": None, "Creator": None} if format == "pdf" else {"Software": None}
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        figure.savefig(out, format=format, dpi=dpi, transparent=True, metadata=metadata)
    return out.getvalue()


def _families() -> list[str]:
    """Return DejaVu Sans and, for scripts it lacks, whichever of some common faces this machine has."""
    here = {entry.name for entry in font_manager.fontManager.ttflist}
    return ["DejaVu Sans", *(face for face in _OTHER_FACES if face in here)]


def _patch(mark: Outline | Oval, order: int) -> Patch:
    looks = _looks(mark.pen, order)
    if isinstance(mark, Oval):
        return Ellipse(mark.middle, 2 * mark.radii[0], 2 * mark.radii[1], **looks)
    if mark.curved:
        return PathPatch(Path(mark.points, [Path.MOVETO, *[Path.CURVE4] * (len(mark.points) - 1)]), **looks)
    if mark.closed:
        return PathPatch(Path([*mark.points, mark.points[0]], closed=True), **looks)
    return PathPatch(Path(mark.points), **looks)


def _looks(pen: Pen, order: int) -> dict[str, Any]:
    return {
        "facecolor": pen.fill or "none",
        "edgecolor": pen.line or "none",
        "linewidth": pen.width if pen.line else 0,
        "linestyle": _DASHES[pen.dash],
        "zorder": order,
    }


def _write(axes: Any, canvas: FigureCanvasAgg, mark: Text, order: int, families: list[str], halo: str | None) -> None:
    text = axes.text(
        *mark.at,
        mark.text,
        fontsize=mark.size,
        color=mark.colour,
        family=families,
        weight="bold" if mark.bold else "normal",
        horizontalalignment="left" if mark.left else "center",
        verticalalignment="baseline",
        parse_math=False,
        zorder=order,
    )
    if halo is not None:
        text.set_path_effects([withStroke(linewidth=3, foreground=halo)])
    if mark.struck:
        renderer = canvas.get_renderer()  # type: ignore[no-untyped-call]
        box = text.get_window_extent(renderer).transformed(axes.transData.inverted())
        middle = mark.at[1] + mark.size * 0.28
        axes.plot([box.x0, box.x1], [middle, middle], color=mark.colour, linewidth=0.8, zorder=order)
