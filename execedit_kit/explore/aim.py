"""What is searched for: a disagreement with a naive checker, or what breaks a property."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from execedit_kit.check.answer import Answer, check
from execedit_kit.explore.naive import NaiveChecker, checker
from execedit_kit.explore.predicate import name_of, says
from execedit_kit.explore.size import Size
from execedit_kit.explore.walk import Instance
from execedit_kit.record.errors import KitError
from execedit_kit.record.events import EditRequest
from execedit_kit.record.execution import ExecutionRecord

ACCEPTS_UNSAFE = "accepts-unsafe"
REFUSES_SAFE = "refuses-safe"
BREAKS = "breaks"
DIRECTIONS = (ACCEPTS_UNSAFE, REFUSES_SAFE)


@dataclass(frozen=True)
class Aim:
    """What is searched for.

    Parameters
    ----------
    name : str
        Of the naive checker or the property.
    directions : tuple[str, ...]
        The kinds of finding.
    judge : Callable[[Instance], tuple[str, tuple[str, ...]]]
        What it says of a question, and the directions in which that is a finding.
    stale : bool
        Whether questions have later events.
    possible : Callable[[Size], bool] | None
        Whether there can be a finding among the questions of a size; elsewhere they are not asked.
    numeric : bool
        Whether what it says depends on the question in numbers alone, so that it need not be asked twice of alike ones.
    """

    name: str
    directions: tuple[str, ...]
    judge: Callable[[Instance], tuple[str, tuple[str, ...]]]
    stale: bool = False
    numeric: bool = False
    possible: Callable[[Size], bool] | None = None


def disagreement(
    what: str | NaiveChecker | Callable[[ExecutionRecord, EditRequest | None], bool],
    directions: Sequence[str] = DIRECTIONS,
) -> Aim:
    """Aim at questions on which a naive checker and the exact check disagree.

    Parameters
    ----------
    what : str | NaiveChecker | Callable
        A naive checker, its name, or a function (record, edit) → whether it accepts.
    directions : Sequence[str]
        ``"accepts-unsafe"``, ``"refuses-safe"``, or both.
    """
    unknown = [direction for direction in directions if direction not in DIRECTIONS]
    if unknown or not directions:
        raise KitError(f"the directions are {' and '.join(DIRECTIONS)}, not {', '.join(unknown) or 'none at all'}")
    one = checker(what)
    return Aim(one.name, tuple(directions), _Disagrees(one, tuple(directions)), one.stale, one.numeric, one.possible)


def property_of_answers(holds: Callable[[ExecutionRecord, Answer], bool]) -> Aim:
    """Aim at questions whose exact answer breaks a property: "no edit accepted here ever …".

    Parameters
    ----------
    holds : Callable[[ExecutionRecord, Answer], bool]
        A predicate over the record that was asked about and the exact answer.
    """
    return Aim(name_of(holds, "property"), (BREAKS,), _Breaks(holds))


def wrong(one: NaiveChecker, instance: Instance) -> str | None:
    """Return the direction in which a naive checker is wrong about a question, if it is."""
    accepts = one.decide(instance)
    if accepts == (instance.truth == "accepted"):
        return None
    return ACCEPTS_UNSAFE if accepts else REFUSES_SAFE


@dataclass(frozen=True)
class _Disagrees:
    checker: NaiveChecker
    directions: tuple[str, ...]

    def __call__(self, instance: Instance) -> tuple[str, tuple[str, ...]]:
        direction = wrong(self.checker, instance)
        accepts = (instance.truth == "accepted") != (direction is not None)
        return "accepts" if accepts else "refuses", (direction,) if direction in self.directions else ()


@dataclass(frozen=True)
class _Breaks:
    holds: Callable[[ExecutionRecord, Answer], bool]

    def __call__(self, instance: Instance) -> tuple[str, tuple[str, ...]]:
        question = instance.question
        holds = says(self.holds, question.record, check(question.record, question.edit))
        return ("holds", ()) if holds else ("broken", (BREAKS,))
