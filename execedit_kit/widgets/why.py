"""Why: a place under a desk in which the pruning behind a verdict opens when somebody asks."""

from __future__ import annotations

from typing import Any

import ipywidgets as w

from execedit_kit.check.answer import Answer, check
from execedit_kit.record.build import read_edit
from execedit_kit.record.limits import Limits
from execedit_kit.widgets.desk_state import DESK_LIMITS, DeskState
from execedit_kit.widgets.frame import in_words
from execedit_kit.widgets.stepper import PruningStepper, open_stepper


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
        self._stepper: PruningStepper | None = None
        self._busy = w.HTML('<p role="status">Working out the pruning …</p>')
        desk.observe(self._asked, "why_requested")
        desk.observe(lambda _: self.empty(), "document")

    def _asked(self, change: Any) -> None:
        """Open the pruning, and have it looked at; what is seen meanwhile says that it is being worked out."""
        step = change["new"].get("step")
        if not self.children:
            self.set_trait("children", (self._busy,))
        try:
            edit = None if step is None else read_edit(step)
            stepper = self._opened(check(self._desk.record, edit, limits=self._limits))
        except Exception as error:
            self.empty()
            self._desk.error = in_words(error)
            return
        self.set_trait("children", (stepper,))
        stepper.come_into_sight()

    def _opened(self, answer: Answer) -> PruningStepper:
        """Return the one stepper of this place, open where that answer is decided."""
        predict = self._desk.predicting
        if self._stepper is None:
            self._stepper = open_stepper(answer, predict=predict)
        else:
            self._stepper.show(answer)
            self._stepper.predict = predict
            self._stepper.to_decision()
        return self._stepper

    def empty(self) -> None:
        """Close the pruning that is open."""
        self.set_trait("children", ())
