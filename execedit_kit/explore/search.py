"""Search a scope for disagreements with the exact check, or for what breaks a property, smallest first.

A search goes through the canonical order in ranges of numbers. What a range gives does not depend on anything but the
range, and ranges are put together in order: so a search can be stopped, gone on with, and spread over processes
(:mod:`execedit_kit.explore.cluster`) without any difference in what it finds.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tqdm import tqdm

from execedit_kit.check.answer import Answer, check
from execedit_kit.check.definition import define
from execedit_kit.edits.derivation import InvalidEdit
from execedit_kit.explore.naive import NaiveChecker, checker
from execedit_kit.explore.question import Question
from execedit_kit.explore.scope import Instance, Scope
from execedit_kit.explore.size import Size
from execedit_kit.record.errors import KitError, LimitError
from execedit_kit.record.events import EditRequest
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.limits import Limits

if TYPE_CHECKING:
    import pandas as pd

ACCEPTS_UNSAFE = "accepts-unsafe"
REFUSES_SAFE = "refuses-safe"
BREAKS = "breaks"
DIRECTIONS = (ACCEPTS_UNSAFE, REFUSES_SAFE)
_LISTED = Limits(pairs=2_000)
UNIT = 100
"""Registrations in one range."""


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
    return Aim(getattr(holds, "__name__", "property"), (BREAKS,), _Breaks(holds))


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
        holds = self.holds(question.record, check(question.record, question.edit))
        return ("holds", ()) if holds else ("broken", (BREAKS,))


@dataclass(frozen=True)
class Finding:
    """One question that was searched for.

    Parameters
    ----------
    direction : str
        In which way it is one.
    number, place : int
        The number of its registration in the canonical order, and its place among the questions about that.
    size : Size
        Its size.
    question : Question
        The question itself.
    says, truth : str
        What the naive checker or the property says, and the exact verdict or what the invalid edit broke.
    """

    direction: str
    number: int
    place: int
    size: Size
    question: Question
    says: str
    truth: str

    def document(self) -> dict[str, Any]:
        """Return the finding as JSON."""
        head = {name: getattr(self, name) for name in ("direction", "number", "place", "says", "truth")}
        return {**head, "size": asdict(self.size), **self.question.document()}

    @classmethod
    def read(cls, written: dict[str, Any]) -> Finding:
        """Read what :meth:`document` wrote."""
        question: dict[str, Any] = {name: written[name] for name in ("record", "edit", "later") if name in written}
        head = {name: written[name] for name in ("direction", "number", "place", "says", "truth")}
        return cls(**head, size=Size(**written["size"]), question=Question.read(question))


Counts = dict[tuple[str, str, str], int]
"""(edit, exact verdict or reason, what is said of it) → how many."""


@dataclass
class Part:
    """What a range of numbers gave: everything in it was asked.

    Parameters
    ----------
    first, last : int
        The range; `last` is not in it.
    checked : int
        Questions asked.
    counts : Counts
        By edit, truth and what was said.
    found : list[Finding]
        The first of each direction, in order.
    """

    first: int
    last: int
    checked: int = 0
    counts: Counts = field(default_factory=dict)
    found: list[Finding] = field(default_factory=list)


def search_range(aim: Aim, scope: Scope, first: int, last: int, keep: int, until: float | None = None) -> Part:
    """Ask every question of a range.

    Parameters
    ----------
    keep : int
        How many findings to keep of each direction; all are counted.
    until : float | None
        When to stop, by :func:`time.monotonic`; the part then ends after the last registration that was finished.
    """
    part = Part(first, first)
    left = dict.fromkeys(aim.directions, keep)
    for base in scope.bases(first, last):
        if until is not None and time.monotonic() > until:
            return part
        if aim.possible is not None and not aim.possible(base.size):
            continue
        known: dict[Hashable, tuple[str, str, tuple[str, ...]]] = {}
        for place, instance in enumerate(base.instances(scope, aim.stale)):
            part.checked += 1
            alike = instance.alike if aim.numeric else place
            judged = known.get(alike)
            if judged is None:
                judged = known[alike] = (instance.reason, *aim.judge(instance))
            reason, says, directions = judged
            edit = "none" if instance.edit is None else instance.edit.kind
            key = (edit, reason, says)
            part.counts[key] = part.counts.get(key, 0) + 1
            for direction in directions:
                if not left[direction]:
                    continue
                left[direction] -= 1
                question = instance.question
                confirm(question, instance.truth)
                part.found.append(
                    Finding(direction, base.number, place, instance.size, question, says, instance.reason)
                )
        part.last = base.number + 1
    part.last = max(last, first)
    return part


def confirm(question: Question, verdict: str) -> None:
    """Check a question again, by the exact pass and, unless there is much to list, by the literal definition.

    Raises
    ------
    KitError
        When one of them has another verdict: a defect of the kit.
    """
    record = question.at_install
    by_check = check(record, question.edit).verdict
    try:
        by_definition = "accepted" if define(record, question.edit, limits=_LISTED).accepted else "rejected"
    except InvalidEdit:
        by_definition = "invalid"
    except LimitError:
        by_definition = by_check
    if not verdict == by_check == by_definition:
        raise KitError(
            f"a defect of the kit: the search has {verdict}, the exact pass {by_check}, the definition {by_definition} "
            f"for {question.document()}"
        )


@dataclass(frozen=True)
class Findings:
    """What a search has found so far.

    Parameters
    ----------
    name : str
        Of the naive checker or the property.
    scope : Scope
        Where it searches.
    directions : tuple[str, ...]
        What it looks for.
    first : int
        How many it looks for in each direction.
    next : int
        All registrations before this number are done.
    checked : int
        Questions asked.
    counts : Counts
        By edit, truth and what was said.
    found : tuple[Finding, ...]
        In the canonical order: the first is the smallest.
    interrupted : bool
        Whether it was stopped before it was done.
    """

    name: str
    scope: Scope
    directions: tuple[str, ...]
    first: int
    next: int = 0
    checked: int = 0
    counts: Counts = field(default_factory=dict)
    found: tuple[Finding, ...] = ()
    interrupted: bool = False

    @property
    def complete(self) -> bool:
        """Whether the scope is exhausted."""
        return self.next >= len(self.scope)

    @property
    def done(self) -> bool:
        """Whether enough was found, or the scope is exhausted."""
        enough = all(len(self.of(direction)) >= self.first for direction in self.directions)
        return enough or self.complete

    def of(self, direction: str) -> tuple[Finding, ...]:
        """Return the findings in one direction."""
        return tuple(finding for finding in self.found if finding.direction == direction)

    def smallest(self, direction: str | None = None) -> Finding | None:
        """Return the smallest finding: everything smaller in the scope was asked and is none."""
        found = self.found if direction is None else self.of(direction)
        return found[0] if found else None

    @property
    def exhausted(self) -> int:
        """The largest total up to which every size of the scope is exhausted."""
        here = self.scope.size_at(self.next)
        if here is None:
            return max((size.total for size in self.scope.sizes()), default=0)
        return here.total - 1

    def with_part(self, part: Part) -> Findings:
        """Return the findings with those of the next range."""
        counts = dict(self.counts)
        for key, number in part.counts.items():
            counts[key] = counts.get(key, 0) + number
        found = list(self.found)
        for finding in part.found:
            if sum(other.direction == finding.direction for other in found) < self.first:
                found.append(finding)
        return replace(self, next=part.last, checked=self.checked + part.checked, counts=counts, found=tuple(found))

    def table(self) -> pd.DataFrame:
        """Return how often what was said of which edit: columns ``edit``, ``truth``, ``says``, ``questions``."""
        import pandas as pd  # tables are slow to import

        rows = [(*key, number) for key, number in sorted(self.counts.items())]
        return pd.DataFrame(rows, columns=["edit", "truth", "says", "questions"])

    def __str__(self) -> str:
        """Say what was found and how far the search has come."""
        lines = [f"{self.name}: {self.checked:,} questions asked in {self.scope}"]
        for direction in self.directions:
            finding = self.smallest(direction)
            if finding is None:
                lines.append(f"{direction}: none up to a total of {self.exhausted}")
            else:
                lines.append(f"{direction}: the smallest is of size {finding.size} (exactly: {finding.truth})")
        return "\n".join(lines)


def search(
    aim: Aim,
    scope: Scope | None = None,
    *,
    first: int = 1,
    seconds: float | None = None,
    state: str | Path | None = None,
    progress: bool | None = None,
    parts: Callable[[Findings], Iterable[Part]] | None = None,
) -> Findings:
    """Search a scope, smallest first.

    Parameters
    ----------
    aim : Aim
        From :func:`disagreement` or :func:`property_of_answers`.
    scope : Scope | None
        Where; the default scope when left out.
    first : int
        How many to find in each direction.
    seconds : float | None
        Stop after so long with what there is.
    state : str | Path | None
        A file to go on from, and to keep the findings in as they come.
    progress : bool | None
        Whether to show a bar; by default on a terminal.
    parts : Callable[[Findings], Iterable[Part]] | None
        Where ranges are searched, in order; by default here.

    Returns
    -------
    Findings
        Also after an interrupt: what there is, with ``interrupted`` set.
    """
    from execedit_kit.explore.state import read_state, write_state

    where = Scope() if scope is None else scope
    found = Findings(aim.name, where, aim.directions, first)
    path = None if state is None else Path(state)
    if path is not None:
        found = read_state(path, found)
    until = None if seconds is None else time.monotonic() + seconds
    source = _here(aim, until) if parts is None else parts
    shown = sys.stderr is not None and sys.stderr.isatty() if progress is None else progress
    saved = time.monotonic()
    with tqdm(total=len(where), initial=found.next, unit="registration", disable=not shown, leave=False) as bar:
        try:
            if not found.done:
                for part in source(found):
                    found = found.with_part(part)
                    bar.update(part.last - part.first)
                    bar.set_postfix_str(f"{found.checked:,} questions, {len(found.found)} found")
                    if path is not None and (found.done or time.monotonic() - saved > 1):
                        write_state(path, found)
                        saved = time.monotonic()
                    if found.done or (until is not None and time.monotonic() > until):
                        break
        except KeyboardInterrupt:
            found = replace(found, interrupted=True)
    found = replace(found, interrupted=not found.done)
    if path is not None:
        write_state(path, found)
    return found


def _here(aim: Aim, until: float | None) -> Callable[[Findings], Iterator[Part]]:
    def parts(found: Findings) -> Iterator[Part]:
        for begin, end in ranges(found):
            part = search_range(aim, found.scope, begin, end, found.first, until)
            yield part
            if part.last < end:
                return

    return parts


def ranges(found: Findings, unit: int = UNIT) -> Iterator[tuple[int, int]]:
    """Yield the ranges that are left; wherever a search was stopped, their ends are multiples of the unit."""
    begin, end = found.next, len(found.scope)
    while begin < end:
        after = min(end, (begin // unit + 1) * unit)
        yield begin, after
        begin = after
