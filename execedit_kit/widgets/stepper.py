"""PruningStepper: watch executions being removed, round by round, with the reason for each.

All rounds travel in one frozen scene, so that a view steps, filters, compares and predicts without a kernel.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import anywidget
import traitlets as t

from execedit_kit.check.answer import Accepted, Answer, Invalid, Rejected, check
from execedit_kit.check.steps import Removal
from execedit_kit.edits.extend import Extend
from execedit_kit.record.events import EditRequest
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.widgets.front_end import STATIC
from execedit_kit.widgets.stepper_graph import Kind
from execedit_kit.widgets.stepper_picture import Sheet, sheet
from execedit_kit.widgets.stepper_scene import invalid_scene, stepper_scene
from execedit_kit.widgets.stepper_values import StepperScene
from execedit_kit.widgets.stepper_view import Score, View, account, caption, score

Edit: TypeAlias = EditRequest | Extend | Mapping[str, Any]


class PruningStepper(anywidget.AnyWidget):
    """The rounds of the pruning behind a verdict, in a picture that is laid out once.

    Parameters
    ----------
    answer : Accepted | Rejected | Invalid | ExecutionRecord
        The verdict; or a record, which is then checked.
    edit : EditRequest | Extend | Mapping[str, Any] | None
        With a record: the edit to check.
    round : int
        Where to begin.
    filter : str
        The name of a result to look at alone.
    compare : tuple[int, int] | None
        Two rounds to compare.
    predict : bool
        Whether what falls next is guessed first.
    speed : float
        Seconds for each round while it plays.
    kind : str | None
        ``"trie"``, ``"states"`` or ``"groups"``; chosen by size when left out.

    Raises
    ------
    LimitError
        When the check hits a limit.
    CannotDraw
        When there is no layout program.
    TraitError
        When there is no such round or result.

    Examples
    --------
    >>> import execedit_kit as ek
    >>> stepper = PruningStepper(ek.load("release-emergency"))
    >>> stepper.sizes
    (2, 1, 0)
    >>> stepper.next()
    >>> stepper.round, stepper.removals[0].prefix
    (1, ('x',))
    """

    _esm = STATIC / "stepper.js"
    _css = STATIC / "stepper.css"

    scene = t.Dict().tag(sync=True)
    """All rounds, as a document."""
    round = t.Int(0).tag(sync=True)
    """The round that is shown."""
    playing = t.Bool(False).tag(sync=True)
    """Whether a view goes on by itself."""
    speed = t.Float(1.5).tag(sync=True)
    """Seconds for each round while it plays."""
    filter = t.Unicode("").tag(sync=True)
    """The result looked at; empty for all."""
    compare: t.List[int] = t.List(t.Int()).tag(sync=True)
    """Two rounds, or empty."""
    selection = t.Unicode("").tag(sync=True)
    """The id of the node looked at."""
    predict = t.Bool(False).tag(sync=True)
    """Whether later rounds are hidden and what falls next is guessed."""
    guess: t.List[str] = t.List(t.Unicode()).tag(sync=True)
    """The ids chosen to fall next."""
    guesses = t.Dict().tag(sync=True)
    """Round, as text → the ids that were guessed to fall in it."""
    rules = t.Bool(False).tag(sync=True)
    """Whether the automaton that remains is shown instead."""
    error = t.Unicode("").tag(sync=True)
    """What went wrong; shown in a strip."""
    busy = t.Bool(False).tag(sync=True)
    """Whether another answer is being worked out; shown in a strip too."""
    wanted = t.Int(0).tag(sync=True)
    """How often it was asked for; a view that comes into sight, with the focus in it, sets this back to 0."""

    def __init__(
        self,
        answer: Answer | ExecutionRecord,
        edit: Edit | None = None,
        *,
        round: int = 0,
        filter: str = "",
        compare: tuple[int, int] | None = None,
        predict: bool = False,
        speed: float = 1.5,
        kind: Kind | None = None,
    ) -> None:
        if isinstance(answer, ExecutionRecord):
            answer = check(answer, edit)
        elif edit is not None:
            raise TypeError("an edit goes with a record; this is an answer already")
        self._answer: Answer = answer
        self._scene = _scene_of(answer, kind)
        super().__init__(scene=self._scene.document())
        self.speed, self.filter, self.predict = speed, filter, predict
        self.compare = list(compare or ())
        self.round = round
        self.on_msg(self._receive)

    def show(self, answer: Answer, *, kind: Kind | None = None) -> None:
        """Show the pruning behind another answer, from the start."""
        drawn = _scene_of(answer, kind)
        self._answer = answer
        with self.hold_sync():
            self.playing, self.rules, self.selection, self.filter, self.error = False, False, "", "", ""
            self.busy = False
            self.compare, self.guess, self.guesses, self.round = [], [], {}, 0
            self._scene = drawn
            self.scene = drawn.document()

    def to_decision(self) -> None:
        """Go where a rejection is decided: the first round in which something falls, its first prefix selected."""
        if isinstance(self._answer, Rejected) and self.last_round and not self.predict:
            self.round = 1
            removed = self._scene.rounds[1].removals
            self.selection = removed[0].nodes[0] if removed and removed[0].nodes else ""

    def come_into_sight(self) -> None:
        """Have a view scrolled to, take the focus and say what it shows; one that is hidden does so once it is not."""
        self.wanted += 1

    @property
    def answer(self) -> Answer:
        """The verdict whose pruning is shown."""
        return self._answer

    @property
    def last_round(self) -> int:
        """The number of the last round."""
        return self._scene.last

    @property
    def sizes(self) -> tuple[int, ...]:
        """The exact sizes of the rounds, |B₀| first."""
        return () if isinstance(self._answer, Invalid) else self._answer.rounds

    @property
    def removals(self) -> tuple[Removal, ...]:
        """What falls in the round that is shown, in order, all of it."""
        if isinstance(self._answer, Invalid):
            return ()
        return next(step.removals for step in self._answer.steps() if step.number == self.round)

    def first(self) -> None:
        """Go to round 0."""
        self.round = 0

    def previous(self) -> None:
        """Go a round back; stays at the first."""
        self.round = max(0, self.round - 1)

    def next(self) -> None:
        """Go a round on; stays at the last."""
        self.round = min(self.last_round, self.round + 1)

    def last(self) -> None:
        """Go to the last round."""
        self.round = self.last_round

    def foresee(self, *prefixes: Iterable[str]) -> Score:
        """Guess that these prefixes fall next (none: that nothing does), see what does, and return the score so far.

        Raises
        ------
        ValueError
            When a prefix is not in the picture.
        """
        by_prefix = {node.prefix: node.id for node in self._scene.nodes}
        chosen = []
        for prefix in map(tuple, prefixes):
            if prefix not in by_prefix:
                raise ValueError(f"no such prefix in the picture: {', '.join(prefix) or 'the empty one'}")
            chosen.append(by_prefix[prefix])
        self.predict = True
        number = str(self.round + 1)
        if number not in self.guesses:
            self.guesses = {**self.guesses, number: chosen}
        self.guess = []
        self.next()
        return self.score

    @property
    def score(self) -> Score:
        """How well it was guessed so far what falls."""
        return score(self._scene, self._view().guesses)

    def svg(self, *, dark: bool = False) -> str:
        """Return exactly what is shown, as SVG."""
        return self._sheet(dark).svg()

    def png(self, *, dark: bool = False) -> bytes:
        """Return exactly what is shown, as PNG."""
        return self._sheet(dark).file("png")

    def pdf(self, *, dark: bool = False) -> bytes:
        """Return exactly what is shown, as PDF."""
        return self._sheet(dark).file("pdf")

    def account(self) -> str:
        """Return the whole pruning as plain text: every round with its size, what falls in it and why."""
        return account(self._scene, self._view())

    def __repr__(self) -> str:
        """Say what is there."""
        return f"<PruningStepper: {caption(self._scene, self._view())}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        made = super()._repr_mimebundle_(**kwargs)
        data, metadata = made if isinstance(made, tuple) else (made or {}, {})
        return {**data, "text/plain": self.account(), "image/svg+xml": self.svg()}, metadata

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take what a view sent; what cannot be taken is shown in the strip, and the view gets back what is."""
        try:
            super().set_state(sync_data)
        except Exception as error:
            self.error = f"Not possible: {error}"
            self.send_state([name for name in sync_data if name in self.keys])

    def _receive(self, _: Any, content: Any, buffers: Any) -> None:
        """Send the picture that a view wants to save; what goes wrong is shown in the strip."""
        message = content if isinstance(content, dict) else {}
        form, dark = message.get("form"), bool(message.get("dark"))
        makers = {"svg": lambda: self.svg(dark=dark).encode(), "png": lambda: self.png(dark=dark)}
        makers["pdf"] = lambda: self.pdf(dark=dark)
        if message.get("type") != "export" or form not in makers:
            self.error = f"The stepper knows no message {message!r:.80}"
            return
        try:
            data = b64encode(makers[form]()).decode()
        except Exception as error:
            self.error = f"No picture could be made: {error}"
            return
        name = f"pruning-round-{self.round}.{form}"
        self.send({"type": "exported", "view": message.get("view"), "form": form, "name": name, "data": data})

    def _view(self) -> View:
        return View(
            round=self.round,
            compare=(min(self.compare), max(self.compare)) if self.compare else None,
            filter=self.filter,
            selection=self.selection,
            predict=self.predict,
            guess=tuple(self.guess),
            guesses={int(number): tuple(ids) for number, ids in self.guesses.items()},
            rules=self.rules and self._scene.rules is not None,
        )

    def _sheet(self, dark: bool) -> Sheet:
        return sheet(self._scene, self._view(), dark=dark)

    @t.validate("round")
    def _a_round(self, proposal: Any) -> int:
        return self._checked_round(proposal["value"])

    @t.validate("compare")
    def _two_rounds(self, proposal: Any) -> list[int]:
        rounds = proposal["value"]
        if len(rounds) not in (0, 2):
            raise t.TraitError(f"two rounds are compared, not {len(rounds)}")
        return [self._checked_round(number) for number in rounds]

    def _checked_round(self, number: int) -> int:
        if not 0 <= number <= self._scene.last:
            raise t.TraitError(f"there is no round {number}: the rounds are 0 to {self._scene.last}")
        return number

    @t.validate("filter")
    def _a_result(self, proposal: Any) -> str:
        name: str = proposal["value"]
        if name and name not in [result.name for result in self._scene.results]:
            raise t.TraitError(f"there is no result {name!r}")
        return name

    @t.validate("speed")
    def _seconds(self, proposal: Any) -> float:
        seconds: float = proposal["value"]
        if not 0.1 <= seconds <= 60:
            raise t.TraitError(f"a round is shown for 0.1 to 60 seconds, not {seconds:g}")
        return seconds

    @t.validate("selection")
    def _a_node(self, proposal: Any) -> str:
        return self._known([proposal["value"]])[0] if proposal["value"] else ""

    @t.validate("guess")
    def _nodes(self, proposal: Any) -> list[str]:
        return self._known(proposal["value"])

    @t.validate("guesses")
    def _guesses(self, proposal: Any) -> dict[str, list[str]]:
        for number, nodes in proposal["value"].items():
            if not 1 <= int(number) <= self._scene.last + 1:
                raise t.TraitError(f"nothing falls in a round {number}")
            self._known(nodes)
        made: dict[str, list[str]] = proposal["value"]
        return made

    def _known(self, nodes: list[str]) -> list[str]:
        known = {node.id for node in self._scene.nodes}
        for node in nodes:
            if node not in known:
                raise t.TraitError(f"there is no node {node!r}")
        return nodes


def open_stepper(answer: Answer, **options: Any) -> PruningStepper:
    """Open the stepper where a verdict is decided.

    Parameters
    ----------
    answer : Accepted | Rejected | Invalid
        Any verdict. For a rejected edit the stepper opens on the first round in which something falls, with the first
        prefix that falls selected.
    **options
        As for :class:`PruningStepper`; ``round`` opens it elsewhere.
    """
    stepper = PruningStepper(answer, **options)
    if "round" not in options:
        stepper.to_decision()
    return stepper


def _scene_of(answer: Answer, kind: Kind | None) -> StepperScene:
    if isinstance(answer, Accepted | Rejected):
        return stepper_scene(answer, kind=kind)
    return invalid_scene(answer)
