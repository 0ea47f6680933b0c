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


_NO_DATES: dict[str, dict[str, None]] = {
    "svg": {"Date": None, "Creator": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
    "png": {"Software": None},
}
DOTS_PER_INCH = 160


class Chart(Figure):
    """A figure that a bare name at the end of a cell shows, on its own ground, as SVG."""

    def render(self, format: str) -> bytes:
        """Return the figure as a file of ``svg``, ``pdf`` or ``png``: the same bytes for the same figure."""
        out = io.BytesIO()
        with rc_context(_STABLE):
            self.savefig(
                out,
                format=format,
                bbox_inches="tight",
                pad_inches=0.15,
                dpi=DOTS_PER_INCH,
                metadata=_NO_DATES[format],
            )
        return out.getvalue()

    def svg(self) -> str:
        """Return the figure as one ``<svg>`` element that never is wider than where it stands."""
        text = self.render("svg").decode()
        return text[text.index("<svg") :].replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)

    def _repr_mimebundle_(
        self, include: Iterable[str] | None = None, exclude: Iterable[str] | None = None, **_: Any
    ) -> dict[str, str]:
        return {"image/svg+xml": self.svg(), "text/plain": repr(self)}


def new_chart(colours: Theme, wide: float, high: float) -> tuple[Chart, Axes]:
    """Return an empty chart, in inches, without a frame around it."""
    figure, (axes,) = new_charts(colours, wide, high, 1)
    return figure, axes


def new_charts(colours: Theme, wide: float, high: float, panels: int) -> tuple[Chart, list[Axes]]:
    """Return an empty chart with panels side by side that share their height's scale."""
    figure = Chart(
        figsize=(wide, high), facecolor=colours.card, edgecolor=colours.edge, linewidth=1, layout="constrained"
    )
    all_axes: list[Axes] = list(figure.subplots(1, panels, sharey=True, squeeze=False)[0])
    for axes in all_axes:
        axes.set_facecolor(colours.card)
        axes.tick_params(length=0, which="both", colors=colours.ink)
        for side in axes.spines.values():
            side.set_visible(False)
    return figure, all_axes
