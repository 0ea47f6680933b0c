"""The desk as a widget: its synced traits, the steps that are made on it, and the messages of its views.

Python decides everything and never waits for a browser. Whatever goes wrong in a handler is shown in the strip.
"""

from __future__ import annotations

import pprint
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

import anywidget
import traitlets as t

from execedit_kit.check.answer import check
from execedit_kit.check.replay import read_record
from execedit_kit.library import load as load_record
from execedit_kit.record.errors import KitError, LimitError, MalformedRecord, RefusedStep
from execedit_kit.record.events import EDITS, Edited, EditRequest, Event
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.files import read_with
from execedit_kit.record.limits import Limits
from execedit_kit.widgets import protocol, token
from execedit_kit.widgets.desk_model import Preview, Timeline, event_of, json_line, preview, python_line, words

# A hover may not keep a class waiting; a longer look is asked for by name.
DESK_LIMITS = Limits(states=400_000, seconds=20)
_HOVER_SECONDS = 1.0
_MOST_REMEMBERED = 256

Opened: TypeAlias = ExecutionRecord | Mapping[str, Any] | str | PathLike[str]
AnyStep: TypeAlias = EditRequest | Event | Mapping[str, Any]


class DeskState(anywidget.AnyWidget):
    """What :class:`~execedit_kit.widgets.desk.EditDesk` holds and does, without the operations by name."""

    title = t.Unicode().tag(sync=True)
    """The record's domain."""
    document = t.Dict().tag(sync=True)
    """The record that is shown, as a document."""
    scene = t.Dict().tag(sync=True)
    """What stands where."""
    steps: t.List[Any] = t.List().tag(sync=True)
    """The edit list: step, JSON, line of Python, words."""
    at = t.Int(0).tag(sync=True)
    """How many of the steps are in force."""
    selection = t.Unicode("").tag(sync=True)
    """The id of the selected node; set by the views."""
    targets: t.List[Any] = t.List().tag(sync=True)
    """Every legal step, without rule and signatures."""
    picks = t.Dict().tag(sync=True)
    """Node → what may be done with it: the index of a target, and where to drop it."""
    queued: t.List[Any] = t.List().tag(sync=True)
    """The request that may be sent next."""
    policy = t.Unicode().tag(sync=True)
    """The policy in words."""
    standing = t.Dict().tag(sync=True)
    """The verdict on the workflow as it stands."""
    pending = t.Dict().tag(sync=True)
    """The step in question: rules, signatures, alternatives and its preview. Empty without one."""
    predicting = t.Bool(False).tag(sync=True)
    """Whether verdicts are hidden until a guess is made; set by the views too."""
    guess = t.Dict().tag(sync=True)
    """The guess about the step in question: ``guess``, ``verdict``, ``right``. Empty before it is made."""
    score = t.List([0, 0]).tag(sync=True)
    """Right guesses, and all of them."""
    error = t.Unicode("").tag(sync=True)
    """What went wrong and what to do; shown in a strip."""
    status = t.Unicode("").tag(sync=True)
    """What was done last, for the live region."""
    why_requested = t.Dict().tag(sync=True)
    """Somebody asked why: ``step`` (``None`` for the workflow as it stands), ``at``, and a running ``number``."""

    def __init__(self, record: Opened, *, predict: bool = False, limits: Limits = DESK_LIMITS) -> None:
        self._limits = limits
        self._timeline = Timeline((self._read(record),))
        self._opened = record if isinstance(record, str) and not Path(record).is_file() else ""
        self._seen: dict[tuple[str, str], Preview] = {}
        self._asking: tuple[dict[str, Any], Preview] | None = None
        self._mistake: dict[str, Any] | None = None
        self.trouble: Exception | None = None
        super().__init__()
        self.predicting = predict
        self.on_msg(self._receive)
        self.observe(self._on_predicting, "predicting")
        self._show("")

    @property
    def record(self) -> ExecutionRecord:
        """The record that is shown."""
        return self._timeline.record

    def propose(self, step: AnyStep) -> Preview:
        """Show a step's ghost and verdict, as a drop does, and return them; nothing is applied.

        Raises
        ------
        MalformedRecord
            When it is no step.
        LimitError
            When the check hits a limit.
        """
        plain = plain_step(step)
        seen = self._preview(plain)
        self._ask(plain, seen)
        return seen

    def cancel(self) -> None:
        """Take the ghost away."""
        self._ask(None)

    def undo(self) -> None:
        """Show the record before the last step; without limit."""
        self.jump(self.at - 1)

    def redo(self) -> None:
        """Do again what was undone."""
        self.jump(self.at + 1)

    def jump(self, position: int) -> None:
        """Show the record after so many of the steps."""
        self._timeline = self._timeline.jump(position)
        self._show(f"Step {self._timeline.at} of {len(self._timeline.steps)}.")

    def load(self, record: Opened) -> None:
        """Open another record; the edit list begins anew."""
        self._timeline = Timeline((self._read(record),))
        self._opened = record if isinstance(record, str) and not Path(record).is_file() else ""
        self._seen.clear()
        self._show(f"Opened {self.record.registration.domain}.")

    def to_json(self) -> str:
        """Return the steps in force as a JSON list."""
        return json_line([dict(step) for step in self._timeline.steps[: self.at]])

    def to_python(self) -> str:
        """Return lines of Python that make the record that is shown."""
        first = self._timeline.records[0]
        if self._opened:
            opening = f"ek.load({self._opened!r})"
        else:
            fields = {name: value for name, value in first.document().items() if name != "format"}
            opening = f"ek.record(**{pprint.pformat(fields, width=100, sort_dicts=False)})"
        lines = [f"    {python_line(step)},\n" for step in self._timeline.steps[: self.at]]
        steps = f"record = ek.advance(\n    record,\n{''.join(lines)})\n" if lines else ""
        return f"import execedit_kit as ek\n\nrecord = {opening}\n{steps}"

    @property
    def token(self) -> str:
        """Record, steps, position and question in one line, for a link; :meth:`from_token` reads it."""
        first, steps = self._timeline.records[0], [dict(step) for step in self._timeline.steps]
        question = None if self._asking is None else self._asking[0]
        return token.to_token(token.Held(first.document(), steps, self.at, question))

    def _read(self, record: Opened) -> ExecutionRecord:
        if isinstance(record, ExecutionRecord):
            return record
        if isinstance(record, Mapping):
            return read_record(record, limits=self._limits)
        return load_record(record, limits=self._limits)

    def _do(self, step: EditRequest | Event, after: ExecutionRecord | None = None) -> None:
        """Make a step, which leads to a record that is known already, or is asked for."""
        plain, line = plain_step(step), self._timeline
        self._timeline = line.apply(plain, limits=self._limits) if after is None else line.then(plain, after)
        self._show(f"Applied: {words(plain)}.")

    def _preview(self, step: Mapping[str, Any], *, quick: bool = False) -> Preview:
        """Return the preview of a step, once for each record; a quick one may hit a limit that a drop does not."""
        key = (self.record.digest, json_line(step))
        if key not in self._seen:
            if len(self._seen) >= _MOST_REMEMBERED:
                self._seen.clear()
            limits = self._limits
            if quick:
                limits = replace(limits, seconds=min(limits.seconds, _HOVER_SECONDS))
            self._seen[key] = preview(self.record, step, limits=limits)
        return self._seen[key]

    def _ask(
        self, step: dict[str, Any] | None, seen: Preview | None = None, mistake: dict[str, Any] | None = None
    ) -> None:
        """Make a step the question, or end the question; a mistake is what was typed last, and why it cannot be."""
        with self.hold_sync():
            self.error = ""
            self.guess = {}
            self._mistake = mistake
            self._asking = None if step is None or seen is None else (step, seen)
            self._show_question()

    def _show_question(self) -> None:
        if self._asking is None:
            self.pending = {}
        else:
            hide = self.predicting and not self.guess and self._mistake is None
            state = protocol.pending_state(self.record, *self._asking, hide=hide)
            self.pending = {**state, "mistake": self._mistake or state["mistake"]}

    def _show(self, status: str) -> None:
        """Bring every trait to the record that is shown."""
        with self.hold_sync():
            self._ask(None)
            for name, value in protocol.record_state(self.record).items():
                self.set_trait(name, value)
            self.steps = protocol.steps_state(self._timeline)
            self.at = self._timeline.at
            self.standing = self._standing()
            self.status = f"{status} Now {self.standing['verdict']}: {self.standing['why']}." if status else ""

    def notify_change(self, change: Any) -> None:
        """Tell who observes. What fails there is shown in the strip and stops nothing: a comm would swallow it."""
        try:
            super().notify_change(change)
        except Exception as error:
            self.trouble = error
            if change["name"] != "error":
                what = f"What observes {change['name']!r} failed ({type(error).__name__}: {error})."
                self.error = f"{what} The desk goes on; desk.trouble holds the exception. Mend it, or unobserve it."

    def _standing(self) -> dict[str, Any]:
        try:
            answer = check(self.record, limits=self._limits)
        except LimitError as error:
            return {"verdict": "unanswered", "why": str(error), "rounds": []}
        rounds = [str(size) for size in getattr(answer, "rounds", ())]
        return {"verdict": answer.verdict, "why": answer.why, "rounds": rounds}

    # Messages.

    def _receive(self, _: Any, content: Any, buffers: Any) -> None:
        """Handle a message of a view; whatever goes wrong is shown in the strip."""
        message = content if isinstance(content, dict) else {}
        handlers: dict[str, Callable[[Any], Any]] = {
            "preview": self._on_preview,
            "propose": self._on_propose,
            "apply": self._on_apply,
            "cancel": lambda m: self.cancel(),
            "undo": lambda m: self.undo(),
            "redo": lambda m: self.redo(),
            "jump": lambda m: self.jump(int(m["at"])),
            "load": self._on_load,
            "guess": lambda m: self._on_guess(m["guess"]),
            "why": self._on_why,
            "export": self._on_export,
            "dismiss": lambda m: setattr(self, "error", ""),
        }
        kind = str(message.get("type"))
        with self._caught(f"The message {kind!r}" if "step" not in message else f"{kind} {json_line(message['step'])}"):
            if kind not in handlers:
                raise MalformedRecord(f"the desk knows no message of type {kind!r}")
            handlers[kind](message)
        if "seq" in message and kind != "preview":
            self.send({"type": "done", "view": message["view"], "seq": message["seq"]})

    def _on_load(self, message: protocol.Loaded) -> None:
        """Open what a browser read; a mistake is told with file and line, and what to do about it."""
        opened: Opened = message["record"]
        name = str(message.get("name") or "The file")
        try:
            if isinstance(opened, str):
                data = opened.encode(errors="surrogatepass")
                opened = read_with(
                    lambda value: read_record(value, limits=self._limits), data, name, limits=self._limits
                )
            self.load(_document(opened))
        except MalformedRecord as mistake:
            place = [f"line {mistake.line}"] if mistake.line else []
            where = ", ".join(place + ([mistake.path] if mistake.at else []))
            why = f"{where}: {mistake.reason}" if where else mistake.reason
            advice = "Nothing changed; correct the file there and open it again, or open another."
            self._fail(mistake, f"{name} was not opened. {why}. {advice}")
        except LimitError as error:
            self._fail(error, f"{name} was not opened. {error}. Nothing changed; in a cell: desk.load({name!r}).")

    def _on_preview(self, message: protocol.PreviewAsked) -> None:
        step = plain_step(message["step"])
        try:
            seen = self._preview(step, quick=True)
        except LimitError:
            seen = Preview("unanswered", "this takes longer than pointing at it may; let go, and it is answered")
        state = protocol.preview_state(self.record, seen, hide=self.predicting)
        self.send({"type": "preview", "view": message["view"], "seq": message["seq"], "preview": state})

    def _on_propose(self, message: protocol.StepSent) -> None:
        """Open the question about a step; what was typed wrong in it is said beside its field, and not applied."""
        try:
            self.propose(message["step"])
        except MalformedRecord as mistake:
            ((operation, typed), *_) = message["step"].items()
            if self._asking is None or operation not in self._asking[0]:
                raise
            why = "give the checkpoint a name" if typed == "" else mistake.reason
            self._ask(self._asking[0], Preview("unanswered", why), {"text": typed, "why": why})

    def _on_apply(self, message: protocol.StepSent) -> None:
        """Apply a step when it is accepted; otherwise it becomes (or stays) the question."""
        asked = None if self._asking is None else self._asking[0]
        step = plain_step(message["step"]) if "step" in message else asked
        if step is None or (self._mistake is not None and step == asked):
            return
        seen = self._preview(step)
        guessed = bool(self.guess) and step == asked
        if seen.verdict == "accepted" and (guessed or not self.predicting):
            in_force = self.standing["verdict"] == "accepted"  # nothing may happen otherwise, and applying says so
            self._do(event_of(step), seen.after if in_force else None)
        elif step != asked:
            self._ask(step, seen)

    def _on_guess(self, guess: protocol.Guess) -> None:
        if guess not in protocol.GUESSES:
            raise MalformedRecord(f"a guess is one of {', '.join(protocol.GUESSES)}, not {guess!r}")
        if self._asking is None or self.guess or self._mistake is not None or not self.predicting:
            return
        verdict = self._asking[1].verdict
        right = guess == verdict
        with self.hold_sync():
            self.guess = {"guess": guess, "verdict": verdict, "right": right}
            self.score = [self.score[0] + right, self.score[1] + 1]
            self._show_question()

    def _on_why(self, message: protocol.Asked) -> None:
        number = self.why_requested.get("number", 0) + 1
        step = plain_step(message["step"]) if message.get("step") else None
        if step is not None and not any(kind in step for kind in EDITS):
            step = None  # what refuses a call is the workflow as it stands; only edits have a pruning of their own
        self.why_requested = {"step": step, "at": self.at, "number": number}

    def _on_export(self, message: protocol.ExportAsked) -> None:
        makers: dict[str, Callable[[], str]] = {
            "json": self.to_json,
            "python": self.to_python,
            "token": lambda: self.token,
        }
        text = makers[message["what"]]()
        self.send({"type": "exported", "view": message["view"], "what": message["what"], "text": text})

    def _on_predicting(self, _: Any) -> None:
        with self._caught("Predict mode"):
            self.guess = {}
            self._show_question()

    @contextmanager
    def _caught(self, doing: str) -> Iterator[None]:
        """Show what goes wrong, with what to do; the exception stays in `trouble`."""
        try:
            yield
        except RefusedStep as error:
            self._fail(error, f"{doing} was refused: {error}. Nothing changed; choose another step, or undo.")
        except MalformedRecord as error:
            self._fail(error, f"{doing} could not be read: {error}. Nothing changed; correct it and try again.")
        except LimitError as error:
            advice = "Nothing changed; open the desk with EditDesk(record, limits=Limits(...))."
            self._fail(error, f"{doing} has no answer: {error}. {advice}")
        except KitError as error:
            self._fail(error, f"{doing}: {error}. Nothing changed.")
        except Exception as error:
            advice = "Nothing changed, and the desk can be used on; desk.trouble holds the exception for a report."
            self._fail(error, f"{doing} failed inside the kit ({type(error).__name__}: {error}). {advice}")

    def _fail(self, error: Exception, text: str) -> None:
        self.trouble = error
        self.error = text


def plain_step(step: AnyStep) -> dict[str, Any]:
    """Return a step in its one form: an edit request, or an event, as JSON values."""
    event = event_of(step) if isinstance(step, Mapping) else step
    return event.request.document() if isinstance(event, Edited) else event.document()


def _document(opened: Any) -> Mapping[str, Any] | ExecutionRecord:
    """Return what a browser has opened, if it is a document: a browser may not name files of this machine."""
    if not isinstance(opened, Mapping | ExecutionRecord):
        raise MalformedRecord("the file that was opened is no JSON document of a record")
    return opened
