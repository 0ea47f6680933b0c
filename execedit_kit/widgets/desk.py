"""EditDesk: draw an edit onto a record's DAG, see the verdict before letting go."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from os import PathLike
from typing import Any

from ipywidgets import VBox

from execedit_kit.edits import asking
from execedit_kit.library import save as save_record
from execedit_kit.record.errors import MalformedRecord, RefusedStep
from execedit_kit.record.limits import Limits
from execedit_kit.widgets import picture, protocol, token
from execedit_kit.widgets.desk_model import words
from execedit_kit.widgets.desk_state import DESK_LIMITS, DeskState, plain_step
from execedit_kit.widgets.front_end import STATIC, script
from execedit_kit.widgets.scene import scene
from execedit_kit.widgets.why import Why


class EditDesk(DeskState):
    """A record's DAG on which edits are drawn, by pointer, keyboard, toolbar or from Python, with an exact verdict.

    Parameters
    ----------
    record : ExecutionRecord | Mapping | str | PathLike
        A record, its document, the name of a shipped record, or a file.
    predict : bool
        Whether verdicts are hidden until a guess is made.
    limits : Limits
        How much one verdict may cost.

    Notes
    -----
    What a host must give is what anywidget gives everywhere: `render` with `model` (``get``, ``set``, ``save_changes``,
    ``send``, ``on``, ``off``) and `el`, a `signal` or the function that `render` returns for taking a view away, and
    custom messages in both directions, in order. The tests run it in JupyterLab, Notebook and Voilà; VS Code gives the
    same through its Jupyter extension, and its colours are followed by the classes ``vscode-dark`` and ``vscode-light``
    of the page's body, but no test runs there.

    Examples
    --------
    >>> from execedit_kit.widgets.desk import EditDesk
    >>> desk = EditDesk("laptop")
    >>> desk.fork_choice("b0", rule="suppliers")
    >>> desk.to_json()
    '[{"fork_choice": {"branch": "b0", "rule": "suppliers"}}]'
    """

    _esm = script("desk.js")
    _css = STATIC / "desk.css"

    # What a cell calls: the same steps as the gestures.

    def call(self, name: str) -> None:
        """Process an enabled call."""
        self._do(asking.call(name))

    def checkpoint(self, name: str, branch: str) -> None:
        """Store what a branch still has to do."""
        self._do(asking.checkpoint(name, branch))

    def fork_choice(self, branch: str, *, rule: str | None = None) -> None:
        """Copy a branch into two, of which one will happen."""
        self._do(asking.fork_choice(branch, rule=rule))

    def fork_parallel(self, branch: str, *, rule: str | None = None) -> None:
        """Copy a branch into two, both of which happen."""
        self._do(asking.fork_parallel(branch, rule=rule))

    def restore_replace(
        self, branch: str, checkpoint: str, *, rule: str | None = None, signed_by: Iterable[str] = ()
    ) -> None:
        """Go back to a checkpoint instead of going on with a branch."""
        self._do(asking.restore_replace(branch, checkpoint, rule=rule, signed_by=signed_by))

    def restore_live(self, branch: str, checkpoint: str, *, rule: str | None = None) -> None:
        """Go back to a checkpoint beside a branch that goes on."""
        self._do(asking.restore_live(branch, checkpoint, rule=rule))

    def merge_select(self, group: str, winner: str, *, rule: str | None = None, signed_by: Iterable[str] = ()) -> None:
        """Keep one arm of a choice, ``"left"`` or ``"right"``."""
        self._do(asking.merge_select(group, winner, rule=rule, signed_by=signed_by))

    def merge_join(self, group: str, *, rule: str | None = None) -> None:
        """Wait for both arms of a parallel group."""
        self._do(asking.merge_join(group, rule=rule))

    def dispatch(self, action: str) -> None:
        """Send the oldest queued request."""
        self._do(asking.dispatch(action))

    def settle(self, action: str, value: Any) -> None:
        """Record the return of a sent request, once, for good."""
        self._do(asking.settle(action, value))

    def save(self, path: str | PathLike[str]) -> None:
        """Write the record that is shown to a file."""
        save_record(self.record, path)

    @classmethod
    def from_token(cls, text: str, *, predict: bool = False, limits: Limits = DESK_LIMITS) -> EditDesk:
        """Open a desk from a token.

        Raises
        ------
        MalformedRecord
            When it is no token, is damaged or too large, or holds steps that were never allowed.
        """
        held = token.from_token(text, limits=limits)
        desk = cls(held.document, predict=predict, limits=limits)
        timeline = desk._timeline
        for n, step in enumerate(held.steps):
            try:
                timeline = timeline.apply(plain_step(step), limits=limits)
            except RefusedStep as refused:
                raise MalformedRecord(str(refused), ("steps", n), "token") from None
            except MalformedRecord as mistake:
                raise MalformedRecord(mistake.reason, ("steps", n, *mistake.at), "token") from None
        desk._timeline = timeline.jump(held.at)
        desk._show("")
        if held.question is not None:
            with desk._caught("The step in question"):
                desk.propose(held.question)
        return desk

    # Pictures and words of exactly what is on the screen.

    def svg(self, *, dark: bool = False) -> str:
        """Return what is on the screen, a ghost included, as SVG."""
        return picture.svg(self._on_screen(), dark=dark)

    def png(self, *, dark: bool = False) -> bytes:
        """Return what is on the screen, a ghost included, as PNG."""
        return picture.figure(self._on_screen(), dark=dark, form="png")

    def pdf(self, *, dark: bool = False) -> bytes:
        """Return what is on the screen, a ghost included, as PDF."""
        return picture.figure(self._on_screen(), dark=dark, form="pdf")

    def account(self) -> str:
        """Return all of it as plain text."""
        shown = self._on_screen().scene
        lines = [f"EditDesk: {self.title}", f"Policy: {self.policy}", self._caption(), ""]
        lines += [f"- {node.name}" + ("" if node.change == "kept" else f" [{node.change}]") for node in shown.nodes]
        lines += ["", "Authorized: " + (", ".join(f"{e.action} ({e.state})" for e in shown.strip) or "nothing yet")]
        lines += [f"{n}. {words(step)}" for n, step in enumerate(self._timeline.steps[: self.at], 1)]
        return "\n".join(lines) + "\n"

    def __repr__(self) -> str:
        """Say what is there."""
        return f"<EditDesk {self.title!r}: step {self.at} of {len(self._timeline.steps)}>"

    @cached_property
    def _with_why(self) -> VBox:
        """The desk with the place in which the pruning opens: what a cell shows."""
        return VBox([self, Why(self, limits=self._limits)])

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data = self._with_why._repr_mimebundle_(**kwargs) or {}
        return {**data, "text/plain": self.account(), "image/svg+xml": self.svg()}, {}

    def _on_screen(self) -> picture.Shown:
        plain = scene(self.record)
        known = frozenset(entry.action for entry in plain.strip)
        if self._asking is None:
            return picture.Shown(plain, self._caption(), known)
        seen = self._asking[1]
        shown = picture.Shown(plain if seen.scene is None else seen.scene, self._caption(), known, verdict=seen.verdict)
        if self.pending["preview"]["verdict"] == protocol.HIDDEN:
            return replace(shown, verdict=protocol.HIDDEN)
        return replace(shown, first=frozenset(seen.lit), doomed=frozenset(seen.doomed))

    def _caption(self) -> str:
        if self._asking is None:
            return f"{self.title}, as it stands: {self.standing['verdict']}: {self.standing['why']}"
        return f"{self.title}, in question: {words(self._asking[0])}. {self.pending['preview']['why']}".strip()
