"""What a player did, as values: steps, questions asked about steps, and what each was answered.

A step is kept as canonical JSON text, so that it can be compared, hashed and cached. Answers are computed again from
the level's start, never taken on trust.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeAlias

from execedit_kit.check.answer import Accepted, Invalid, Rejected, check
from execedit_kit.check.replay import advance
from execedit_kit.record.errors import KitError, RefusedStep
from execedit_kit.record.events import Edited
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.json_text import canonical_json
from execedit_kit.widgets.desk_model import event_of

Path: TypeAlias = tuple[str, ...]

# A level is played by a person: what takes longer is no level.
_KEPT = 20_000


@dataclass(frozen=True, slots=True)
class Asked:
    """A step whose verdict a player has seen, whether or not it was then applied.

    Parameters
    ----------
    before : tuple[str, ...]
        The steps from the level's start to where it was asked, each as canonical JSON text.
    step : str
        The step, as canonical JSON text.
    guess : str
        The verdict the player predicted before seeing it; empty for no prediction.
    """

    before: Path
    step: str
    guess: str = ""

    @classmethod
    def of(cls, before: Iterable[Mapping[str, Any]], step: Mapping[str, Any], guess: str = "") -> Asked:
        """Make it from steps in the form of a document."""
        return cls(tuple(step_key(one) for one in before), step_key(step), guess)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The verdict on a step: that of the desk's preview, without the picture."""

    verdict: str
    why: str
    broken: str = ""
    rounds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """An asked step with its outcome, and whether a prediction came before the first answer and was right."""

    before: Path
    record: ExecutionRecord
    step: Mapping[str, Any]
    key: str
    outcome: Outcome
    predicted: bool


def step_key(step: Mapping[str, Any]) -> str:
    """Return a step as canonical JSON text: what is left out and the order of signatures make no difference.

    Raises
    ------
    MalformedRecord
        When it is no step.
    """
    event = event_of(step)
    if not isinstance(event, Edited):
        return canonical_json(event.document())
    request = replace(event.request, signed_by=tuple(sorted(set(event.request.signed_by))))
    return canonical_json(request.document())


def step_of(key: str) -> dict[str, Any]:
    """Return the step that a key stands for."""
    step: dict[str, Any] = json.loads(key)
    return step


def fields_of(step: Mapping[str, Any], record: ExecutionRecord) -> dict[str, Any]:
    """Return a step flat: its operation, its own fields, and for a call the action in that record."""
    if "call" in step:
        return {"operation": "call", "call": step["call"], "action": record.calls.get(step["call"])}
    if "checkpoint" in step:
        return {"operation": "checkpoint", **step}
    ((operation, fields),) = step.items()
    return {"operation": operation, **(fields if isinstance(fields, Mapping) else {})}


@lru_cache(maxsize=_KEPT)
def after(record: ExecutionRecord, key: str) -> ExecutionRecord | None:
    """Return the record after a step, or ``None`` when it is refused."""
    try:
        return advance(record, event_of(step_of(key)))
    except KitError:
        return None


@lru_cache(maxsize=_KEPT)
def outcome(record: ExecutionRecord, key: str) -> Outcome:
    """Return the verdict on a step, as the desk's preview gives it."""
    event = event_of(step_of(key))
    try:
        if not isinstance(event, Edited):
            advance(record, event)
            return Outcome("accepted", "")
        answer = check(record, event.request)
    except RefusedStep as refused:
        return Outcome("rejected", str(refused))
    except KitError as error:
        return Outcome("unknown", str(error))
    if isinstance(answer, Invalid):
        return Outcome("invalid", answer.why, answer.broken)
    return Outcome(answer.verdict, answer.why, "", answer.rounds)


@lru_cache(maxsize=_KEPT)
def standing(record: ExecutionRecord) -> Accepted | Rejected:
    """Return the answer for the workflow as it stands; without an edit there is nothing to be invalid."""
    answer = check(record)
    assert not isinstance(answer, Invalid)
    return answer


def seen(start: ExecutionRecord, asked: Iterable[Asked]) -> Iterator[Seen]:
    """Yield the outcome of each asked step; what cannot be replayed from the start is left out.

    A prediction counts only where nothing was known yet: the first time a step is asked at a record.
    """
    known: set[tuple[str, str]] = set()
    for one in asked:
        record: ExecutionRecord | None = start
        for key in one.before:
            record = record and after(record, key)
        if record is None:
            continue
        answer = outcome(record, one.step)
        first = (record.digest, one.step) not in known
        known.add((record.digest, one.step))
        yield Seen(one.before, record, step_of(one.step), one.step, answer, first and one.guess == answer.verdict)


def fewest(base: Path, groups: Iterable[Iterable[Path]]) -> int:
    """Return the fewest distinct steps that a path, and one path out of each group, stand on together.

    Two paths share the steps of their common beginning. Exact: branch and bound over the choices.
    """
    choices = sorted((_shortest(group) for group in groups), key=len)
    best = len(base) + sum(min(map(len, group)) for group in choices)

    def search(n: int, stood: frozenset[Path]) -> None:
        nonlocal best
        if len(stood) > best:
            return
        if n == len(choices):
            best = len(stood)
            return
        for path in choices[n]:
            search(n + 1, stood | _beginnings(path))

    search(0, _beginnings(base))
    return best


def _beginnings(path: Path) -> frozenset[Path]:
    return frozenset(path[:n] for n in range(1, len(path) + 1))


def _shortest(paths: Iterable[Path]) -> list[Path]:
    """Return the paths that go on from no other one of them."""
    kept: set[Path] = set()
    for path in sorted(set(paths), key=len):
        if not any(path[:n] in kept for n in range(len(path) + 1)):
            kept.add(path)
    return sorted(kept, key=len)
