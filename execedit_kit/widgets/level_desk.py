"""LevelDesk: the levels as a page, around an :class:`~execedit_kit.widgets.desk.EditDesk`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from os import PathLike
from typing import Any

import ipywidgets as w
import traitlets as t

from execedit_kit.record.errors import KitError
from execedit_kit.widgets import level_pages as pages
from execedit_kit.widgets.desk import EditDesk
from execedit_kit.widgets.desk_model import Timeline
from execedit_kit.widgets.levels import Asked, Level, Progress, judge, levels, play
from execedit_kit.widgets.levels_goal import AskedFor
from execedit_kit.widgets.levels_progress import Saved, read_token
from execedit_kit.widgets.levels_steps import after, step_key, step_of
from execedit_kit.widgets.why import Why


class LevelDesk(w.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """Levels to play: a picker, what is asked for, a desk, hints, and an explanation after.

    Parameters
    ----------
    level : str
        The name of the level to open; the first unsolved one when left out.
    token : str
        Progress to go on from, as shown under "Keep your progress".
    folder : str | PathLike | None
        A folder of level files; the shipped ones when left out.

    Raises
    ------
    MalformedLevel
        With file, field and mistake, when a level file cannot be read.
    MalformedToken
        When the token cannot be read.
    KitError
        When there is no level of that name.

    Examples
    --------
    >>> from execedit_kit.widgets.level_desk import LevelDesk
    >>> desk = LevelDesk(level="04-two-suppliers")
    >>> desk.desk.fork_choice("b0", rule="suppliers")
    >>> desk.judged.stars
    3
    """

    level = t.Unicode().tag(sync=True)
    """The name of the level that is open."""
    progress = t.Dict().tag(sync=True)
    """Level → most stars and fewest steps, for every solved level. It is saved with the notebook's widgets."""
    token = t.Unicode().tag(sync=True)
    """The progress in one line of text; ``LevelDesk(token=…)`` goes on from it."""

    def __init__(self, level: str = "", *, token: str = "", folder: str | PathLike[str] | None = None) -> None:
        self.levels = {one.name: one for one in levels(folder)}
        self._saved = read_token(token, self.levels) if token else Saved()
        if level and level not in self.levels:
            raise KitError(f"there is no level {level!r}; there are: {', '.join(self.levels)}")
        self._asked: list[Asked] = []
        self._hints, self._shown, self._following = 0, False, True
        self.judged: Progress | None = None
        name = level or self._saved.level or self._first_open()
        self.desk: EditDesk = EditDesk(self.levels[name].start)
        self._make_parts()
        super().__init__(children=self._arranged())
        self.desk.observe(self._desk_moved, ["document", "steps", "at"])
        self.desk.observe(self._desk_asked, ["pending", "guess"])
        self.observe(self._open_level, "level")
        self.level = name

    @property
    def playing(self) -> Level:
        """The level that is open."""
        return self.levels[self.level]

    # What the buttons do, also from a cell.

    def reset(self) -> None:
        """Begin the level anew: steps, questions, guesses and hints are forgotten, what was reached is not."""
        self._asked, self._hints, self._shown = [], 0, False
        self._why.empty()
        with self._not_following():
            self.desk.load(self.playing.start)
            predicted = any(isinstance(c.part, AskedFor) and c.part.predicted for _, c in self.playing.goal)
            self.desk.predicting = predicted
        self._refresh()

    def hint(self) -> None:
        """Show one hint more."""
        self._hints = min(self._hints + 1, len(self.playing.hints))
        self._refresh()

    def show_me(self) -> None:
        """Play the first solution on the desk; it is worth one star."""
        self.reset()
        self._shown = True
        moves = self.playing.solutions[0].moves
        with self._not_following():
            self.desk.predicting = False
            for move in moves:
                if move.kind == "undo":
                    self.desk.jump(self.desk.at - move.back)
                elif move.kind == "ask":
                    self.desk.propose(step_of(move.step))
                else:
                    self._apply(step_of(move.step))
        self._asked = list(play(self.playing, moves)[1])
        self._refresh()

    def ask(self, number: int) -> None:
        """Put one of the level's own questions (from 1) to the desk."""
        self.desk.propose(step_of(self.playing.questions[number - 1].step))

    def next(self) -> None:
        """Open the level after this one."""
        names = list(self.levels)
        self.level = names[min(names.index(self.level) + 1, len(names) - 1)]

    def restore(self, token: str) -> None:
        """Go on from a token; what is better here already stays.

        Raises
        ------
        MalformedToken
            When it cannot be read.
        """
        held = read_token(token, self.levels)
        for name, one in held.reached.items():
            self._saved = self._saved.solved(name, one.stars, one.steps)
        self._save()
        if held.level:
            self.level = held.level
        self._refresh()

    def account(self) -> str:
        """Return the level, how far it is, and the token, as plain text."""
        judged = self.judged
        return "" if judged is None else pages.account(self.playing, judged, self._saved)

    # The page.

    def _make_parts(self) -> None:
        wide = w.Layout(width="auto")
        self._picker = w.Dropdown(description="Level", layout=w.Layout(width="min(32rem, 100%)"))
        self._total, self._brief, self._goal, self._said = w.HTML(), w.HTML(), w.HTML(), w.HTML()
        self._why = Why(self.desk)
        self._buttons = {
            "reset": w.Button(description="Reset", tooltip="Begin this level anew"),
            "hint": w.Button(description="Hint", tooltip="Show one hint more"),
            "show": w.Button(description="Show me", tooltip="Play a solution; worth one star"),
            "next": w.Button(description="Next level", tooltip="Open the level after this one"),
        }
        self._ask = w.Button(description="Ask", tooltip="See the verdict; nothing is applied")
        self._questions = w.HBox([], layout=w.Layout(flex_flow="row wrap"))
        self._keep = w.Textarea(description="Keep", disabled=False, layout=wide)
        self._bring = w.Text(description="Go on from", placeholder="paste a line that you kept", layout=wide)
        self._take = w.Button(description="Go on", tooltip="Take over the progress of that line")
        self._trouble = w.HTML()
        wiring = {"reset": self.reset, "hint": self.hint, "show": self.show_me, "next": self.next}
        for name, action in wiring.items():
            self._buttons[name].on_click(lambda _, action=action: self._careful(action))
        self._ask.on_click(lambda _: self._careful(lambda: self.ask(self._question.value)))
        self._take.on_click(lambda _: self._careful(lambda: self.restore(self._bring.value)))
        self._picker.observe(self._picked, "value")

    def _arranged(self) -> list[Any]:
        kept = w.VBox([])
        contents = (w.HTML(pages.KEEP), self._keep, self._bring, self._take)
        opener = w.ToggleButton(description="Keep your progress", layout=w.Layout(width="14rem"))
        opener.observe(lambda change: setattr(kept, "children", contents if change["new"] else ()), "value")
        head = w.HBox([self._picker, self._total], layout=w.Layout(flex_flow="row wrap", align_items="center"))
        row = w.HBox(list(self._buttons.values()), layout=w.Layout(flex_flow="row wrap"))
        first = [head, self._brief, self._goal, self._questions, row, self._trouble, self._said]
        return [*first, self.desk, self._why, opener, kept]

    def _offered(self) -> tuple[Any, ...]:
        """Return the level's own questions; made anew, since a list that was empty shows nothing chosen."""
        if not self.playing.questions:
            return ()
        options = [(question.say, n) for n, question in enumerate(self.playing.questions, 1)]
        layout = w.Layout(width="min(44rem, 100%)")
        self._question = w.Dropdown(description="Question", options=options, layout=layout)
        return (self._question, self._ask)

    def _refresh(self) -> None:
        """Judge again and bring the page up to date."""
        timeline = self._timeline()
        if timeline is None:
            self._trouble.value = pages.OTHER_RECORD
            return
        self._trouble.value = ""
        judged = judge(self.playing, timeline, self._asked, hints=self._hints, shown=self._shown)
        self.judged = judged
        if judged.solved:
            self._saved = self._saved.solved(self.level, judged.stars, judged.steps)
        self._save()
        reached = self._saved.reached
        self._show_options([(pages.option(level, reached.get(name)), name) for name, level in self.levels.items()])
        self._total.value = pages.total(self._saved, len(self.levels))
        self._brief.value = pages.brief(self.playing)
        self._goal.value = pages.goal(judged)
        self._said.value = pages.said(self.playing, judged, hints=self._hints, shown=self._shown)
        left = len(self.playing.hints) - self._hints
        self._buttons["hint"].description = f"Hint ({left} left)"
        self._buttons["hint"].disabled = left == 0
        self._buttons["next"].button_style = "success" if judged.solved else ""
        self._buttons["next"].disabled = self.level == list(self.levels)[-1]

    def _show_options(self, options: list[tuple[str, str]]) -> None:
        """Bring the picker up to date; new options make it forget what is picked, which is no wish to play."""
        self._picker.unobserve(self._picked, "value")
        if self._picker.options != tuple(options):
            self._picker.options = options
        self._picker.value = self.level
        self._picker.observe(self._picked, "value")

    def _save(self) -> None:
        self.progress = {name: [one.stars, one.steps] for name, one in self._saved.reached.items()}
        self.token = self._keep.value = self._saved.token

    def _timeline(self) -> Timeline | None:
        """Return the desk's state, made again from the level's start; ``None`` when it shows another record."""
        steps = [one["step"] for one in self.desk.steps]
        records = [self.playing.start]
        for step in steps:
            then = after(records[-1], step_key(step))
            if then is None:
                return None
            records.append(then)
        timeline = Timeline(tuple(records), tuple(steps), min(self.desk.at, len(steps)))
        return timeline if timeline.record == self.desk.record else None

    # What happens.

    @t.validate("level")
    def _known_level(self, proposal: Mapping[str, Any]) -> str:
        name = str(proposal["value"])
        if name not in self.levels:
            raise t.TraitError(f"there is no level {name!r}; there are: {', '.join(self.levels)}")
        return name

    def _open_level(self, _: Any) -> None:
        self._saved = self._saved.opened(self.level)
        self._questions.children = self._offered()
        self.reset()

    def _picked(self, change: Mapping[str, Any]) -> None:
        if change["new"] and change["new"] != self.level:
            self._careful(lambda: setattr(self, "level", change["new"]))

    def _desk_moved(self, _: Any) -> None:
        if self._following:
            self._careful(self._refresh)

    def _desk_asked(self, _: Any) -> None:
        """Keep what was asked, as soon as its verdict is seen."""
        pending, guess = self.desk.pending, self.desk.guess
        if not self._following or not pending or (self.desk.predicting and not guess):
            return
        before = [one["step"] for one in self.desk.steps[: self.desk.at]]
        asked = Asked.of(before, pending["step"], guess.get("guess", ""))
        if not self._asked or self._asked[-1] != asked:
            self._asked.append(asked)
            self._careful(self._refresh)

    def _apply(self, step: Mapping[str, Any]) -> None:
        if "call" in step:
            self.desk.call(step["call"])
        elif "checkpoint" in step:
            self.desk.checkpoint(step["checkpoint"], step["branch"])
        else:
            ((operation, fields),) = step.items()
            getattr(self.desk, operation)(**fields)

    def _careful(self, action: Any) -> None:
        """Do something on behalf of a browser; what goes wrong is shown on the page."""
        try:
            action()
        except KitError as error:
            self._trouble.value = pages.trouble(str(error))
        except Exception as error:
            self._trouble.value = pages.trouble(f"this failed inside the kit ({type(error).__name__}: {error})")

    @contextmanager
    def _not_following(self) -> Iterator[None]:
        self._following = False
        try:
            yield
        finally:
            self._following = True

    def _first_open(self) -> str:
        unsolved = (name for name in self.levels if name not in self._saved.reached)
        return next(unsolved, next(iter(self.levels)))

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        made = super()._repr_mimebundle_(**kwargs)
        return {**made, "text/plain": self.account()} if isinstance(made, dict) else made
