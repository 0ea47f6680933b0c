"""Notebooks handed on as pages: a picture of each widget, for readers without the network and without Python.

``jupyter nbconvert --to html --HTMLExporter.preprocessors=execedit_kit.widgets.still.StillPictures NOTEBOOK`` writes a
page on which the picture stands in each widget's place until the widget itself is there, if ever it is.
"""

from __future__ import annotations

from html import escape
from typing import Any

from nbconvert.preprocessors import Preprocessor

WIDGET = "application/vnd.jupyter.widget-view+json"
PICTURE = "image/svg+xml"
_UNTIL_THE_WIDGET_IS_THERE = """<script>(() => {
  const still = document.currentScript.previousElementSibling;
  const outputs = still.closest(".jp-OutputArea, .output_wrapper") ?? still.parentElement;
  const watch = new MutationObserver(() => {
    if (!outputs.querySelector(".ek-desk, .ek-stepper, .ek-restart")) return;
    still.hidden = true;
    watch.disconnect();
  });
  watch.observe(outputs, { childList: true, subtree: true });
})();</script>"""


class StillPictures(Preprocessor):
    """Sets a widget's own picture, and its account in words, beside it; without it a page would show nothing offline.

    Only outputs that carry a picture change: the desks, the stepper, the workbench and the levels. The notebook stays.
    """

    def preprocess_cell(self, cell: Any, resources: Any, index: int) -> tuple[Any, Any]:
        """Change the outputs of one cell."""
        if cell.cell_type == "code":
            cell.outputs = [one for output in cell.outputs for one in _with_picture(output)]
        return cell, resources


def _with_picture(output: Any) -> list[Any]:
    data = output.get("data", {})
    if WIDGET not in data or PICTURE not in data:
        return [output]
    picture, words = "".join(data[PICTURE]), "".join(data.get("text/plain", ""))
    details = f"<details><summary>In words</summary><pre>{escape(words)}</pre></details>" if words else ""
    still = type(output)(
        output_type="display_data",
        metadata={},
        data={"text/html": f'<div class="execedit-still">{picture}{details}</div>{_UNTIL_THE_WIDGET_IS_THERE}'},
    )
    view = type(output)({**output, "data": {WIDGET: data[WIDGET]}})
    return [view, still]
