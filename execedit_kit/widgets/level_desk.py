"""LevelDesk: the levels as a page, around an :class:`~execedit_kit.widgets.desk.EditDesk`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any

import ipywidgets as w
import traitlets as t

from execedit_kit.record.errors import KitError
from execedit_kit.widgets import level_pages as pages
from execedit_kit.widgets.desk import EditDesk
from execedit_kit.widgets.desk_model import Timeline
from execedit_kit.widgets.frame import Sheet, in_words
from execedit_kit.widgets.levels import Asked, Level, Progress, judge, levels, play
from execedit_kit.widgets.levels_goal import AskedFor
from execedit_kit.widgets.levels_keeper import Keeper, read_file, write_file
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
    file : str | PathLike | None
        A file in which progress is kept too, for a notebook of one's own; it need not be there yet. A page that many
        play must not have one.

    Notes
    -----
    Progress is kept in the browser of whoever plays (for this server and this list of levels), so that running the
    cell again or loading the page anew goes on from it. What is better of browser, file and token counts.

    Raises
    ------
    MalformedLevel
        With file, field and mistake, when a level file cannot be read.
    MalformedToken
        When the token, or the file, cannot be read.
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

    def __init__(
        self,
        level: str = "",
        *,
        token: str = "",
        folder: str | PathLike[str] | None = None,
        file: str | PathLike[str] | None = None,
    ) -> None:
        self.levels = {one.name: one for one in levels(folder)}
        self._file = None if file is None else Path(file)
        held = [] if self._file is None else [read_file(self._file, self.levels)]
        self._saved = Saved().joined(*held, *([read_token(token, self.levels)] if token else []))
        if level and level not in self.levels:
            raise KitError(f"there is no level {level!r}; there are: {', '.join(self.levels)}")
        self._chosen = bool(level or self._saved.level)
        self._asked: list[Asked] = []
        self._hints, self._shown, self._following = 0, False, True
        self.judged: Progress | None = None
        name = level or self._saved.level or self._first_open()
        self.desk: EditDesk = EditDesk(self.levels[name].start)
        self._make_parts()
        super().__init__(children=self._arranged())
        self.add_class("ek-frame")
        self.add_class("ek-levels")
        self._keeper.observe(self._found, "found")
        self._keeper.observe(lambda _: self._refresh(), "keeps")
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
        self._saved = self._saved.joined(held)
        self._save()
        if held.level:
            self.level = held.level
        self._refresh()

    def start_over(self) -> None:
        """Forget all progress, in the browser and in the file too, and open the first level."""
        self._saved = Saved()
        self.level = next(iter(self.levels))
        self.reset()

    def account(self) -> str:
        """Return the level, how far it is, and the token, as plain text."""
        judged = self.judged
        return "" if judged is None else pages.account(self.playing, judged, self._saved)

    # The page.

    def _make_parts(self) -> None:
        wide = w.Layout(width="auto")
        self._picker = w.Dropdown(description="Level", layout=wide)
        self._picker.add_class("ek-picker")
        self._keeper = Keeper(self.levels)
        self._kept = w.HTML()
        self._total, self._brief, self._goal, self._said = w.HTML(), w.HTML(), w.HTML(), w.HTML()
        self._why = Why(self.desk)
        self._buttons = {
            "reset": w.Button(description="Reset", tooltip="Begin this level anew"),
            "hint": w.Button(description="Hint", tooltip="Show one hint more"),
            "show": w.Button(description="Show me", tooltip="Play a solution; worth one star"),
            "next": w.Button(description="Next level", tooltip="Open the level after this one"),
        }
        self._ask = w.Button(description="Ask", tooltip="See the verdict; nothing is applied")
        self._questions = w.VBox([])
        self._keep = w.Textarea(description="Keep", disabled=False, layout=wide)
        self._bring = w.Text(description="Go on from", placeholder="paste a line that you kept", layout=wide)
        self._take = w.Button(description="Go on", tooltip="Take over the progress of that line")
        self._over = w.Button(description="Start over", tooltip="Forget all progress, here and in this browser")
        self._sure = w.Button(
            description="Yes, forget all of it", button_style="danger", layout=w.Layout(display="none")
        )
        self._trouble = w.HTML()
        wiring = {"reset": self.reset, "hint": self.hint, "show": self.show_me, "next": self.next}
        for name, action in wiring.items():
            self._buttons[name].on_click(lambda _, action=action: self._careful(action))
        self._ask.on_click(lambda _: self._careful(lambda: self.ask(self._question.value)))
        self._take.on_click(lambda _: self._careful(lambda: self.restore(self._bring.value)))
        self._over.on_click(lambda _: self._ask_whether(self._sure.layout.display == "none"))
        self._sure.on_click(lambda _: self._careful(self._forget))
        self._picker.observe(self._picked, "value")

    def _ask_whether(self, sure: bool) -> None:
        """Ask before all progress is forgotten, or do not."""
        self._sure.layout.display = "" if sure else "none"
        self._over.description = "Keep it" if sure else "Start over"

    def _forget(self) -> None:
        self._ask_whether(False)
        self.start_over()

    def _arranged(self) -> list[Any]:
        kept = w.VBox([])
        over = w.HBox([self._over, self._sure], layout=w.Layout(flex_flow="row wrap"))
        contents = (self._kept, self._keep, self._bring, self._take, over)
        opener = w.ToggleButton(description="Keep your progress", layout=w.Layout(width="auto"))
        opener.observe(lambda change: setattr(kept, "children", contents if change["new"] else ()), "value")
        row = w.HBox(list(self._buttons.values()), layout=w.Layout(flex_flow="row wrap"))
        beside = [self._picker, self._total, self._brief, self._goal, self._said, self._questions, row, self._trouble]
        top = w.Box([w.VBox([*beside, opener, kept]), self.desk])
        top.add_class("ek-levels-top")
        return [top, self._why, self._keeper, Sheet()]

    def _offered(self) -> tuple[Any, ...]:
        """Return the level's own questions; made anew, since a list that was empty shows nothing chosen."""
        if not self.playing.questions:
            return ()
        options = [(question.say, n) for n, question in enumerate(self.playing.questions, 1)]
        self._question = w.RadioButtons(options=options, layout=w.Layout(width="auto"))
        self._question.add_class("ek-questions")
        return (w.HTML("<b>Questions to ask</b>"), self._question, self._ask)

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
        self._kept.value = pages.kept(self._keeper.keeps, "" if self._file is None else self._file.name)
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
        self.token = self._keep.value = self._keeper.token = self._saved.token
        if self._file is not None:
            write_file(self._file, self._saved)

    def _found(self, change: Mapping[str, Any]) -> None:
        """Go on from what the browser had kept; unless a level was asked for or begun, from the level that was open."""
        if change["new"]:
            self._careful(lambda: self._go_on_from(change["new"]))

    def _go_on_from(self, token: str) -> None:
        held = read_token(token, self.levels)
        self._saved = self._saved.joined(held)
        if held.level and not self._chosen and not self.desk.steps:
            self.level = held.level
        self._chosen = True
        self._refresh()

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
        except Exception as error:
            self._trouble.value = pages.trouble(in_words(error))

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

    def __repr__(self) -> str:
        """Say what is open, and how far it is."""
        return f"<LevelDesk {self.level}: {len(self._saved.reached)} of {len(self.levels)} solved>"

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data = super()._repr_mimebundle_(**kwargs) or {}
        return {**data, "text/plain": self.account(), "image/svg+xml": self.desk.svg()}, {}
