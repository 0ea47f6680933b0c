"""The workbench: desk, pruning, rules in force, tables and policy side by side, all about the same record."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as w

from execedit_kit.check.answer import check
from execedit_kit.check.in_force import rules_in_force
from execedit_kit.draw import automaton, tables
from execedit_kit.draw.policy import policy as draw_policy
from execedit_kit.record.build import read_edit
from execedit_kit.record.limits import Limits
from execedit_kit.widgets.desk import EditDesk
from execedit_kit.widgets.desk_state import DESK_LIMITS, Opened
from execedit_kit.widgets.frame import Sheet, fill, in_words, pictured, tabled
from execedit_kit.widgets.stepper import open_stepper

_PRUNING, _RULES, _TABLES, _POLICY = range(4)


class Workbench(w.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """A desk, and beside it what is known about its record; one below the other where there is no room for both.

    Parameters
    ----------
    record : ExecutionRecord | Mapping | str | PathLike
        What to open, as for :class:`EditDesk`.
    predict : bool
        Whether verdicts are hidden until a guess is made.
    limits : Limits
        How much an answer may cost.

    Attributes
    ----------
    desk : EditDesk
        The record, and where edits are drawn onto it.
    stepper : PruningStepper
        The pruning behind the workflow as it stands, or behind the edit whose verdict was asked about.

    Notes
    -----
    The tabs follow the desk: the pruning on request ("why?"), the others whenever the record changes. What goes wrong
    is shown where it went wrong, and the rest goes on.
    """

    def __init__(self, record: Opened, *, predict: bool = False, limits: Limits = DESK_LIMITS) -> None:
        self._limits = limits
        self.desk = EditDesk(record, predict=predict, limits=limits)
        self.stepper = open_stepper(check(self.desk.record, limits=limits), predict=predict)
        self._rules, self._tables, self._policy = w.HTML(), w.HTML(), w.HTML()
        self._tabs = w.Tab(
            children=[self.stepper, self._rules, self._tables, self._policy],
            titles=["Pruning", "Rules in force", "Tables", "Policy"],
        )
        self._dirty = {_RULES, _TABLES, _POLICY}
        super().__init__(children=[self.desk, self._tabs, Sheet()])
        self.add_class("ek-frame")
        self.add_class("ek-workbench")
        self.desk.observe(self._moved, "document")
        self.desk.observe(self._asked, "why_requested")
        self._tabs.observe(self._opened_tab, "selected_index")

    def _moved(self, _: Any) -> None:
        """Follow the desk to another record; a tab that is not open is made when it is opened."""
        self._dirty = {_RULES, _TABLES, _POLICY}
        self._step_through(None)
        self._opened_tab(None)

    def _asked(self, change: Any) -> None:
        """Step through the verdict that was asked about."""
        self._tabs.selected_index = _PRUNING
        self._step_through(change["new"].get("step"))
        self.stepper.come_into_sight()

    def _step_through(self, step: dict[str, Any] | None) -> None:
        self.stepper.busy = True
        try:
            edit = None if step is None else read_edit(step)
            self.stepper.show(check(self.desk.record, edit, limits=self._limits))
            self.stepper.to_decision()
        except Exception as error:
            self.stepper.error = in_words(error)
        finally:
            self.stepper.busy = False

    def _opened_tab(self, _: Any) -> None:
        index = self._tabs.selected_index
        if index in self._dirty:
            self._dirty.discard(index)
            pages = {_RULES: (self._rules, self._rules_page), _TABLES: (self._tables, self._tables_page)}
            fill(*pages.get(index, (self._policy, self._policy_page)))

    def _rules_page(self) -> str:
        rules, state = rules_in_force(self.desk.record, limits=self._limits)
        if not rules.states:
            return "<p>No rules are in force: the workflow is rejected.</p>"
        return pictured(lambda dark: automaton(rules, current=state, dark=dark))

    def _tables_page(self) -> str:
        record = self.desk.record
        parts = (("Calls", tables.calls), ("Results", tables.results), ("Authorization log", tables.log))
        return "".join(tabled(title, make(record)) for title, make in parts)

    def _policy_page(self) -> str:
        record = self.desk.record
        policy, labels = record.registration.policy, " ".join(record.labels) or "nothing"
        allowed = [label for label in policy.labels if policy.step(record.policy_state, label) is not None]
        return (
            f"<p>{escape(self.desk.policy)}</p><p>After <b>{escape(labels)}</b> it allows: "
            f"<b>{escape(', '.join(allowed) or 'nothing more')}</b>.</p>"
            + pictured(lambda dark: draw_policy(policy, record.labels, dark=dark))
        )

    def account(self) -> str:
        """Return record, edits and pruning as plain text."""
        return f"{self.desk.account()}\n{self.stepper.account()}"

    def __repr__(self) -> str:
        """Say what is there."""
        return f"<Workbench: {self.desk!r}, {self.stepper!r}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data = super()._repr_mimebundle_(**kwargs) or {}
        return {**data, "text/plain": self.account(), "image/svg+xml": self.desk.svg()}, {}
