"""Why: a place under a desk in which the pruning behind a verdict opens when somebody asks."""

from __future__ import annotations

from typing import Any

import ipywidgets as w

from execedit_kit.check.answer import check
from execedit_kit.record.build import read_edit
from execedit_kit.record.errors import KitError
from execedit_kit.record.limits import Limits
from execedit_kit.widgets.desk_state import DESK_LIMITS, DeskState
from execedit_kit.widgets.stepper import open_stepper


class Why(w.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """Empty until the desk is asked why; closed again when the desk shows another record.

    Parameters
    ----------
    desk : DeskState
        The desk to follow. What goes wrong is shown in its strip.
    limits : Limits
        How much an answer may cost.
    """

    def __init__(self, desk: DeskState, *, limits: Limits = DESK_LIMITS) -> None:
        super().__init__(children=())
        self._desk, self._limits = desk, limits
        desk.observe(self._asked, "why_requested")
        desk.observe(lambda _: self.empty(), "document")

    def _asked(self, change: Any) -> None:
        step = change["new"].get("step")
        try:
            edit = None if step is None else read_edit(step)
            answer = check(self._desk.record, edit, limits=self._limits)
            self.set_trait("children", (open_stepper(answer, predict=self._desk.predicting),))
        except KitError as error:
            self._desk.error = str(error)

    def empty(self) -> None:
        """Close the pruning that is open."""
        self.set_trait("children", ())
