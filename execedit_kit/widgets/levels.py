"""Levels: a start, a goal that is checked by verdict and structure, and what to say on the way.

>>> from execedit_kit.widgets.levels import judge, levels, play
>>> first = levels()[0]
>>> timeline, asked = play(first, first.solutions[0].moves)
>>> judge(first, timeline, asked).solved
True
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from execedit_kit.library import data_folder
from execedit_kit.record.errors import KitError
from execedit_kit.widgets.desk_model import Timeline
from execedit_kit.widgets.levels_goal import AskedFor, Turned
from execedit_kit.widgets.levels_parts import Situation
from execedit_kit.widgets.levels_read import Level, MalformedLevel, Move, read_level
from execedit_kit.widgets.levels_steps import Asked, fewest, seen, step_key, step_of

__all__ = ["Asked", "ConditionState", "Level", "MalformedLevel", "Progress", "WrongStart", "judge", "levels", "play"]


class WrongStart(KitError):
    """A timeline that does not start where the level does."""


@dataclass(frozen=True, slots=True)
class ConditionState:
    """One condition of the goal, as it is now.

    Parameters
    ----------
    name, words : str
        Its name in the file, and what is to be true.
    met : bool
        Whether it is.
    now : str
        For an unmet one: what is there instead; may be empty.
    """

    name: str
    words: str
    met: bool
    now: str = ""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a player is.

    Parameters
    ----------
    conditions : tuple[ConditionState, ...]
        In the order of the file.
    steps, par : int
        The steps that count so far: those in the edit list, and those that led to an answer the goal asks for.
        Asking is free, and what was undone is not counted.
    stars : int
        0 until solved; then one, one more within par, one more with no hint taken and no solution shown.
    """

    conditions: tuple[ConditionState, ...]
    steps: int
    par: int
    stars: int

    @property
    def solved(self) -> bool:
        """Whether every condition is met."""
        return all(condition.met for condition in self.conditions)

    @property
    def missing(self) -> tuple[str, ...]:
        """The unmet conditions, in words, with what is there instead."""
        unmet = [condition for condition in self.conditions if not condition.met]
        return tuple(f"{one.words} ({one.now})" if one.now else one.words for one in unmet)


def levels(folder: str | PathLike[str] | None = None) -> tuple[Level, ...]:
    """Return the levels of a folder in order; the shipped ones when left out.

    Raises
    ------
    MalformedLevel
        With file, field and mistake, when a file cannot be read or the folder has no level.
    """
    place = data_folder() / "levels" if folder is None else Path(folder)
    found = tuple(read_level(path) for path in sorted(place.glob("*.toml")))
    if not found:
        raise MalformedLevel(f"{place.name}: there is no level file in this folder")
    return found


def judge(
    level: Level, timeline: Timeline, attempts: Iterable[Asked] = (), *, hints: int = 0, shown: bool = False
) -> Progress:
    """Return how far a player is. Pure: everything is computed again from the level's start.

    Parameters
    ----------
    level : Level
        What is played.
    timeline : Timeline
        The desk's state; steps past the position shown are undone and do not count.
    attempts : Iterable[Asked]
        What was asked, in order. Steps of the timeline count as asked by themselves.
    hints : int
        How many hints were taken.
    shown : bool
        Whether the solution was shown.

    Raises
    ------
    WrongStart
        When the timeline is about another record.
    """
    if timeline.records[0] != level.start:
        raise WrongStart(f"this is not the record of level {level.name!r}; reset the level to play it")
    steps = timeline.steps[: timeline.at]
    keys = tuple(step_key(step) for step in steps)
    applied = (Asked(keys[:n], key) for n, key in enumerate(keys))
    answers = tuple(seen(level.start, (*attempts, *applied)))
    situation = Situation(timeline.records[: timeline.at + 1], steps, answers)
    states, ways = [], []
    for name, condition in level.goal:
        part = condition.part
        if isinstance(part, AskedFor | Turned):
            paths = tuple(part.witnesses(situation))
            ways.append(paths)
            states.append(ConditionState(name, condition.words(), bool(paths)))
        else:
            met = part.holds(situation)
            states.append(ConditionState(name, condition.words(), met, "" if met else part.now(situation)))
    solved = all(state.met for state in states)
    used = fewest(keys, ways) if solved else len(keys)
    stars = solved * (1 + (used <= level.par and not shown) + (hints == 0 and not shown))
    return Progress(tuple(states), used, level.par, stars)


def play(level: Level, moves: Iterable[Move]) -> tuple[Timeline, tuple[Asked, ...]]:
    """Return where moves lead from the level's start, and what was asked on the way.

    Raises
    ------
    RefusedStep
        When a step is refused.
    """
    timeline = Timeline((level.start,))
    asked: list[Asked] = []
    for move in moves:
        if move.kind == "undo":
            timeline = timeline.jump(timeline.at - move.back)
            continue
        before = tuple(step_key(step) for step in timeline.steps[: timeline.at])
        asked.append(Asked(before, move.step, move.guess))
        if move.kind == "step":
            timeline = timeline.apply(step_of(move.step))
    return timeline, tuple(asked)
