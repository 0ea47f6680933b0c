"""Search a scope for disagreements with the exact check, or for what breaks a property, smallest first.

A search goes through the canonical order in ranges of numbers. What a range gives does not depend on anything but the
range, and ranges are put together in order: so a search can be stopped, gone on with, and spread over processes
(:mod:`execedit_kit.explore.cluster`) without any difference in what it finds.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from tqdm import tqdm

from execedit_kit.check.answer import check
from execedit_kit.check.definition import define
from execedit_kit.edits.derivation import InvalidEdit
from execedit_kit.explore.aim import Aim
from execedit_kit.explore.findings import Finding, Findings, Part
from execedit_kit.explore.question import Question
from execedit_kit.explore.scope import Scope
from execedit_kit.explore.walk import Instance
from execedit_kit.record.errors import KitError, LimitError
from execedit_kit.record.json_text import canonical_json
from execedit_kit.record.limits import Limits

_LISTED = Limits(pairs=2_000)
UNIT = 100
"""Registrations in one range."""
_SHOWN = 1.0
"""Seconds after which a range is cut, however slow what is asked: an interrupt loses no more than that."""


def search_range(aim: Aim, scope: Scope, first: int, last: int, keep: int, until: float | None = None) -> Part:
    """Ask every question of a range.

    Parameters
    ----------
    keep : int
        How many findings to keep of each direction; all are counted.
    until : float | None
        When to stop, by :func:`time.monotonic`; the part then ends after the last registration that was finished. One
        is finished in any case.
    """
    part = Part(first, first)
    left = dict.fromkeys(aim.directions, keep)
    for base in scope.bases(first, last):
        if until is not None and part.last > first and time.monotonic() > until:
            return part
        if aim.possible is not None and not aim.possible(base.size):
            continue
        known: dict[Hashable, tuple[str, str, tuple[str, ...]]] = {}
        for place, instance in enumerate(base.instances(scope, aim.stale)):
            part.checked += 1
            alike = instance.alike if aim.numeric else place
            judged = known.get(alike)
            if judged is None:
                judged = known[alike] = (instance.reason, *_judged(aim, instance, place))
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


def _judged(aim: Aim, instance: Instance, place: int) -> tuple[str, tuple[str, ...]]:
    try:
        return aim.judge(instance)
    except Exception as error:
        error.add_note(
            f"raised when {aim.name} was asked about registration {instance.number}, question {place}: "
            f"{canonical_json(instance.question.document())}"
        )
        raise


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

    Raises
    ------
    KitError
        When the state belongs to another search, and whatever the aim raises: a note then names the question, and what
        was found before is in the state.
    """
    from execedit_kit.explore.state import read_state, write_state

    if first < 1 or (seconds is not None and not seconds > 0):
        raise KitError(f"a search is for at least one finding and takes some time, not {first} and {seconds} seconds")
    where = Scope() if scope is None else scope
    found = Findings(aim.name, where, aim.directions, first)
    path = None if state is None else Path(state)
    if path is not None:
        found = read_state(path, found)
        write_state(path, found)  # where it cannot be kept, this is said before anything is searched
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
        except Exception:
            if path is not None:
                write_state(path, found)
            raise
    found = replace(found, interrupted=not found.done)
    if path is not None:
        write_state(path, found)
    return found


def _here(aim: Aim, until: float | None) -> Callable[[Findings], Iterator[Part]]:
    def parts(found: Findings) -> Iterator[Part]:
        for begin, end in ranges(found):
            while begin < end:
                soon = time.monotonic() + _SHOWN
                part = search_range(
                    aim, found.scope, begin, end, found.first, soon if until is None else min(soon, until)
                )
                yield part
                begin = part.last
                if until is not None and time.monotonic() > until:
                    return

    return parts


def ranges(found: Findings, unit: int = UNIT) -> Iterator[tuple[int, int]]:
    """Yield the ranges that are left; wherever a search was stopped, their ends are multiples of the unit."""
    begin, end = found.next, len(found.scope)
    while begin < end:
        after = min(end, (begin // unit + 1) * unit)
        yield begin, after
        begin = after
