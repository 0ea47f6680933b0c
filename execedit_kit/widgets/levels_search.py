"""What is the fewest steps that solve a level? Every legal step is tried, breadth-first.

Asking is free, so at every record everything is asked; the level's own questions too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from execedit_kit.edits.derivation import InvalidEdit
from execedit_kit.edits.derive import derive
from execedit_kit.record.errors import KitError
from execedit_kit.record.events import Edited
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.workflow import branches, current_branch
from execedit_kit.widgets.desk_model import event_of, every_target
from execedit_kit.widgets.levels_goal import AskedFor, Turned
from execedit_kit.widgets.levels_parts import Situation, StepFilter
from execedit_kit.widgets.levels_read import Level
from execedit_kit.widgets.levels_state import Shape
from execedit_kit.widgets.levels_steps import Path, Seen, after, fewest, outcome, step_key, step_of


@dataclass(frozen=True)
class _Place:
    """A way from the level's start, with what can be seen on it."""

    path: Path
    records: tuple[ExecutionRecord, ...]
    seen: tuple[Seen, ...]


def fewest_steps(level: Level, within: int) -> int | None:
    """Return the fewest steps that solve a level, or ``None`` when more than `within` are needed.

    Tried are all targets of the desk, with every registered rule and every set of signatures that give something up,
    and the level's questions. Checkpoints take the name that the desk proposes.
    """
    finals: list[Path] = []
    parts = [condition.part for _, condition in level.goal]
    asks = [part for part in parts if isinstance(part, AskedFor | Turned)]
    states = [part for part in parts if not isinstance(part, AskedFor | Turned)]
    ways: list[list[Path]] = [[] for _ in asks]
    for place in _places(level, within):
        situation = Situation(place.records, [step_of(key) for key in place.path], place.seen)
        if all(part.holds(situation) for part in states):
            finals.append(place.path)
        for part, found in zip(asks, ways, strict=True):
            if any(path == place.path for path in part.witnesses(situation)):
                found.append(place.path)
    if not finals or not all(ways):
        return None
    best = fewest((), [finals, *ways])
    return best if best <= within else None


def options(level: Level, record: ExecutionRecord) -> Iterator[str]:
    """Yield everything that can be asked at a record, each once."""
    known = set()
    for step in _legal(record):
        known.add(step_key(step))
        yield step_key(step)
    for question in level.questions:
        if question.step not in known:
            yield question.step


def _places(level: Level, within: int) -> Iterator[_Place]:
    asks = [condition.part for _, condition in level.goal if isinstance(condition.part, AskedFor | Turned)]
    free = not _names_checkpoints(level)
    level_now = [_Place((), (level.start,), ())]
    for depth in range(within + 1):
        following = []
        for place in level_now:
            record = place.records[-1]
            keys = tuple(options(level, record))
            steps = {key: step_of(key) for key in keys}
            meant = [key for key in keys if any(part.matches(steps[key], record) for part in asks)]
            there = tuple(Seen(place.path, record, steps[key], key, outcome(record, key), True) for key in meant)
            looked = _Place(place.path, place.records, (*place.seen, *there))
            yield looked
            if depth == within:
                continue
            for key in keys:
                then = None if free and _repeats(record, steps[key]) else after(record, key)
                if then is not None:
                    following.append(_Place((*place.path, key), (*place.records, then), looked.seen))
        level_now = following


def _names_checkpoints(level: Level) -> bool:
    """Whether the goal counts checkpoints or names one that is still to be taken."""
    for _, condition in level.goal:
        part = condition.part
        if isinstance(part, StepFilter) and (
            "checkpoint" in part.operation or part.checkpoint not in (None, *level.start.checkpoints)
        ):
            return True
        if isinstance(part, Shape) and part.checkpoints is not None:
            return True
    return False


def _repeats(record: ExecutionRecord, step: Mapping[str, Any]) -> bool:
    """Whether a step stores a moment again that is stored already; leaving it out makes the way shorter."""
    if "checkpoint" not in step:
        return False
    branch = current_branch(record.workflow, step["branch"])
    progress = record.progress(branch.name)
    return any(
        stored.branch == branch.name and stored.progress == progress and stored.contract == branch.contract
        for stored in record.checkpoints.values()
    )


def _legal(record: ExecutionRecord) -> Iterator[Mapping[str, Any]]:
    for target in every_target(record):
        if target.operation in ("call", "checkpoint"):
            yield target.step
            continue
        ((kind, fields),) = target.step.items()
        for rule in (None, *target.rules):
            ruled = {**fields, "rule": rule} if rule else dict(fields)
            for signed in _signatures(record, {kind: ruled}):
                yield {kind: {**ruled, "signed_by": list(signed)} if signed else ruled}


def _signatures(record: ExecutionRecord, step: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Yield every set of authorities that could sign away something here."""
    yield ()
    event = event_of(step)
    if not isinstance(event, Edited) or next(iter(step)) not in ("restore_replace", "merge_select"):
        return
    known = {record.registration.authority}
    results = (result for branch in branches(record.workflow) for result in branch.contract.results)
    known.update(name for result in results for name in result.authorities)
    try:
        derived = derive(record, replace(event.request, signed_by=tuple(sorted(known))))
    except (InvalidEdit, KitError):
        return
    needed = sorted({name for one in derived.required if one.account == "removed" for name in one.authorities})
    for size in range(1, len(needed) + 1):
        yield from combinations(needed, size)
