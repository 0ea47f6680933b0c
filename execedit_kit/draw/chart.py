"""Matplotlib figures that show themselves in a notebook without pyplot. Imported only when a chart is drawn."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from execedit_kit.draw.theme import Theme

_STABLE: dict[Any, Any] = {"svg.hashsalt": "execedit-kit", "svg.fonttype": "none", "font.family": ["DejaVu Sans"]}


class Chart(Figure):
    """A figure that a bare name at the end of a cell shows, on its own ground, as SVG."""

    def svg(self) -> str:
        """Return the figure as one ``<svg>`` element that never is wider than where it stands."""
        out = io.StringIO()
        with rc_context(_STABLE):
            self.savefig(
                out, format="svg", bbox_inches="tight", pad_inches=0.15, metadata={"Date": None, "Creator": None}
            )
        text = out.getvalue()
        return text[text.index("<svg") :].replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)

    def _repr_mimebundle_(
        self, include: Iterable[str] | None = None, exclude: Iterable[str] | None = None, **_: Any
    ) -> dict[str, str]:
        return {"image/svg+xml": self.svg(), "text/plain": repr(self)}


def new_chart(colours: Theme, wide: float, high: float) -> tuple[Chart, Axes]:
    """Return an empty chart, in inches, without a frame around it."""
    figure = Chart(
        figsize=(wide, high), facecolor=colours.card, edgecolor=colours.edge, linewidth=1, layout="constrained"
    )
    axes = figure.add_subplot()
    axes.set_facecolor(colours.card)
    axes.tick_params(length=0, colors=colours.ink)
    for side in axes.spines.values():
        side.set_visible(False)
    return figure, axes
