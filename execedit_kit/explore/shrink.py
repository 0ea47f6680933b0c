"""Shrink a question to a smallest one that keeps a property.

What comes out is *locally* minimal: no single step of :mod:`execedit_kit.explore.simpler` keeps the property. That
nothing smaller at all has the property is what a search proves that exhausts every smaller size.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tqdm import tqdm

from execedit_kit.explore.predicate import says
from execedit_kit.explore.question import Question
from execedit_kit.explore.simpler import simpler
from execedit_kit.explore.size import Size, size_of
from execedit_kit.record.errors import KitError, LimitError, MalformedRecord, RefusedStep
from execedit_kit.record.json_text import canonical_json


@dataclass(frozen=True)
class Shrunk:
    """What came out.

    Parameters
    ----------
    question : Question
        The smallest one that was reached.
    size, before : Size
        Its size, and that of what went in.
    steps : tuple[str, ...]
        What was done, in order.
    tried : int
        How many simpler questions were tried.
    minimal : bool
        Whether no single step more keeps the property; only an interrupt leaves this open.
    """

    question: Question
    size: Size
    before: Size
    steps: tuple[str, ...]
    tried: int
    minimal: bool


def shrink(question: Question, keeps: Callable[[Question], bool], *, progress: bool | None = None) -> Shrunk:
    """Shrink a question.

    Parameters
    ----------
    question : Question
        Any record with any edit, and what happens later.
    keeps : Callable[[Question], bool]
        The property. Questions that cannot be asked (malformed, a limit) do not have it.
    progress : bool | None
        Whether to show a bar; by default on a terminal.

    Raises
    ------
    KitError
        When the question does not have the property to begin with.
    """
    if not says(keeps, question):
        raise KitError("the question does not have the property that shrinking shall keep")
    at, weight, before = question.document(), _weight(question), size_of(question)
    steps: list[str] = []
    tried, minimal = 0, False
    shown = sys.stderr is not None and sys.stderr.isatty() if progress is None else progress
    with tqdm(unit="question", disable=not shown, leave=False) as bar:
        try:
            while not minimal:
                minimal = True
                for what, made in simpler(at):
                    tried += 1
                    bar.update()
                    smaller = _read(made)
                    if smaller is None or _weight(smaller) >= weight or not _has(keeps, smaller):
                        continue
                    question, at, weight, minimal = smaller, made, _weight(smaller), False
                    steps.append(what)
                    bar.set_postfix_str(f"size {weight[0][0]}")
                    break
        except KeyboardInterrupt:
            minimal = False
    return Shrunk(question, size_of(question), before, tuple(steps), tried, minimal)


def _read(written: dict[str, Any]) -> Question | None:
    try:
        made = Question.read(written)
        made.at_install  # noqa: B018 - what happens later must be legal
    except (MalformedRecord, RefusedStep, LimitError):
        return None
    return made


def _has(keeps: Callable[[Question], bool], question: Question) -> bool:
    try:
        return says(keeps, question)
    except LimitError:
        return False


def _weight(question: Question) -> tuple[tuple[int, ...], int]:
    """Return what must fall with every step: the size, then the length of the text."""
    return size_of(question).key, len(canonical_json(question.document()))
