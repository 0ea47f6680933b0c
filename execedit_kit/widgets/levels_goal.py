"""The vocabulary of goals: what was done, what was asked, and everything that may stand.

A condition never names a solution, only what must be true, so every way there counts. ``data/levels/README.md``
explains the same vocabulary to teachers.
"""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import StrictBool, model_validator

from execedit_kit.check.answer import Verdict
from execedit_kit.edits.derivation import BrokenRule
from execedit_kit.record.workflow import finished
from execedit_kit.widgets.levels_parts import Count, Number, Part, Rounds, Situation, State, StepFilter
from execedit_kit.widgets.levels_state import Kept, Log, Processed, Shape, Standing, Still
from execedit_kit.widgets.levels_steps import Path, Seen


class Done(StepFilter, State):
    """Steps that were taken and stand (what was undone does not count)."""

    times: Number = Count(1, None)
    last: StrictBool = False

    def _number(self, situation: Situation) -> int:
        made = list(zip(situation.steps, situation.records, strict=False))
        return sum(self.matches(step, record) for step, record in (made[-1:] if self.last else made))

    def holds(self, situation: Situation) -> bool:
        """Whether it is met."""
        return self._number(situation) in self.times

    def words(self) -> str:
        """Say the condition as something to do."""
        if self.times.high == 0:
            return f"do not {self.step_words()}"
        often = "" if self.times == Count(1, None) else f", {self.times} times"
        return f"{'last, ' if self.last else ''}{self.step_words()}{often}"


class AskedFor(StepFilter):
    """A step whose verdict was seen, applied or not, here or on a way that was left again."""

    verdict: Verdict
    broken: BrokenRule | None = None
    rounds: Rounds | None = None
    predicted: StrictBool = False

    def witnesses(self, situation: Situation) -> Iterator[Path]:
        """Yield the ways to an answer that meets it."""
        for one in situation.seen:
            answer = one.outcome
            if (
                self.matches(one.step, one.record)
                and answer.verdict == self.verdict
                and self.broken in (None, answer.broken)
                and self.rounds in (None, answer.rounds)
                and (one.predicted or not self.predicted)
            ):
                yield one.before

    def words(self) -> str:
        """Say the condition as something to do."""
        detail = f" ({self.broken})" if self.broken else ""
        if self.rounds is not None:
            detail += f" ({' → '.join(map(str, self.rounds))})"
        if self.predicted:
            return f"predict the verdict before you see it: {self.step_words()}"
        return f"find a way to {self.step_words()} that is {self.verdict}{detail}; you need not apply it"


class Turned(StepFilter):
    """One step, asked twice on one way: first one verdict, later another."""

    first: Verdict
    then: Verdict
    authorized_between: Number | None = None

    def witnesses(self, situation: Situation) -> Iterator[Path]:
        """Yield the ways to an answer that meets it."""
        meant = [one for one in situation.seen if self.matches(one.step, one.record)]
        early = [one for one in meant if one.outcome.verdict == self.first]
        for late in meant:
            if late.outcome.verdict == self.then and any(self._turned(one, late) for one in early):
                yield late.before

    def _turned(self, early: Seen, late: Seen) -> bool:
        between = len(late.record.log) - len(early.record.log)
        return (
            early.key == late.key
            and early.before == late.before[: len(early.before)]
            and (self.authorized_between is None or between in self.authorized_between)
        )

    def words(self) -> str:
        """Say the condition as something to do."""
        between = ""
        if self.authorized_between is not None:
            number = "nothing" if self.authorized_between.high == 0 else str(self.authorized_between)
            between = f", with {number} newly authorized in between"
        return f"ask twice: {self.step_words()} is first {self.first}, later {self.then}{between}"


class Finished(State):
    """Whether anything is left to do."""

    yes: StrictBool = True

    def holds(self, situation: Situation) -> bool:
        """Whether it is met."""
        return finished(situation.record.workflow) == self.yes

    def words(self) -> str:
        """Say the condition as something to do."""
        return "nothing is left to do" if self.yes else "something is left to do"


class Condition(Part):
    """One condition of a goal: exactly one of these, and optionally what to say for it."""

    say: str = ""
    done: Done | None = None
    asked: AskedFor | None = None
    turned: Turned | None = None
    standing: Standing | None = None
    log: Log | None = None
    still: Still | None = None
    shape: Shape | None = None
    processed: Processed | None = None
    checkpoint: Kept | None = None
    finished: StrictBool | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> Condition:
        kinds = [name for name in type(self).model_fields if name != "say"]
        given = [name for name in kinds if getattr(self, name) is not None]
        if len(given) != 1:
            found = " and ".join(given) or "none"
            raise ValueError(f"expected exactly one of {', '.join(kinds)}; found {found}")
        return self

    @property
    def part(self) -> State | AskedFor | Turned:
        """The condition itself."""
        if self.finished is not None:
            return Finished(yes=self.finished)
        parts = (self.done, self.asked, self.turned, self.standing, self.log, self.still)
        more = (self.shape, self.processed, self.checkpoint)
        return next(part for part in (*parts, *more) if part is not None)

    def words(self) -> str:
        """Say what is to be true: the file's own words, or generated ones."""
        return self.say or self.part.words()
