"""The eval: each plan of a folder paused and restarted, under every design, and checked (restart lab, section 6)."""

from __future__ import annotations

import atexit
import shutil
from collections.abc import Generator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from execedit_kit.record.errors import LimitError
from execedit_kit.restart.check.checked import LEVELS, Level, check
from execedit_kit.restart.check.limits import Limits
from execedit_kit.restart.corpus import Entry
from execedit_kit.restart.defect import defect
from execedit_kit.restart.elsewhere import Elsewhere, ProcessEnded, ProcessFailed, elsewhere
from execedit_kit.restart.limits import DEFAULT, Budget
from execedit_kit.restart.plan import Plan
from execedit_kit.restart.processes import end_with_parent, pooled
from execedit_kit.restart.replay import DESIGNS, POST, Design
from execedit_kit.restart.run import Pair, run_paused, run_restarted
from execedit_kit.restart.world import World

MALFORMED, CRASHED, DEFECT = "malformed", "crashed", "defect"
"""Why a plan is rejected that was not run to an end: its file is none, its process died, the kit failed."""
_POOLS = 2


@dataclass(frozen=True)
class Settings:
    """What an eval runs its plans with.

    Parameters
    ----------
    world : World
        The world of every run.
    design : Design
        The replay design by which a plan counts as broken.
    designs : tuple[Design, ...]
        All designs that are run, for the table of which breaks which task.
    budget : Budget
        The limits of each run.
    durable : bool
        Whether paused plans are frozen to disk and go on in other processes, or wait in the process.
    levels : tuple[str, ...]
        The levels at which plans are checked.
    check_limits : Limits
        What a check may cost; the seconds are many, so that the number of worlds and not the machine ends a search.
    """

    world: World = field(default_factory=World)
    design: Design = POST
    designs: tuple[Design, ...] = tuple(DESIGNS.values())
    budget: Budget = DEFAULT
    durable: bool = True
    levels: tuple[Level, ...] = LEVELS
    check_limits: Limits = field(default_factory=lambda: Limits(seconds=600))

    @property
    def all_designs(self) -> tuple[Design, ...]:
        """The designs that are run, the one that decides first."""
        return tuple(dict.fromkeys((self.design, *self.designs)))


Row = dict[str, Any]
"""What a receipt says of one plan, as JSON."""


def evaluate(
    entries: Sequence[Entry], settings: Settings | None = None, *, workers: int = 2
) -> Generator[tuple[int, Row], None, None]:
    """Run and check plans, `workers` at a time.

    Parameters
    ----------
    entries : Sequence[Entry]
        The plans.
    settings : Settings, optional
        With what; the post's design in the fixed world when left out.
    workers : int
        How many processes run them.

    Yields
    ------
    tuple[int, dict]
        A plan's number in `entries` and its row, as they get done. A plan that cannot be run, brings its process down
        or meets a defect of the kit has a row with ``rejected`` and stops nothing.
    """
    chosen = settings or Settings()
    left = dict(enumerate(entries))
    with TemporaryDirectory(prefix="frozen-plans-", ignore_cleanup_errors=True) as folder:
        given = (_prepare, chosen, folder)
        # A process that dies takes its pool with it. What it left undone is run again, at last each plan alone.
        for _ in range(_POOLS):
            for number, made in pooled(_row, dict(left), workers, *given):
                del left[number]
                yield number, made
            if not left:
                return
        for number, entry in left.items():
            done = list(pooled(_row, {number: entry}, 1, *given))
            yield done[0] if done else (number, _rejected(entry, CRASHED, "the process that ran it ended each time"))


# What a process of the pool keeps from one plan to the next.
_SETTINGS: list[Settings] = []
_ELSEWHERE: list[Elsewhere] = []
_OPEN = ExitStack()


def _prepare(settings: Settings, folder: str) -> None:
    end_with_parent(lambda: _abandon(Path(folder)))
    _SETTINGS.append(settings)
    if settings.durable:
        _ELSEWHERE.append(_OPEN.enter_context(elsewhere(folder=Path(folder))))
        atexit.register(_OPEN.close)


def _abandon(folder: Path) -> None:
    """Leave nothing behind when the eval was killed."""
    for processes in _ELSEWHERE:
        processes.abandon()
    shutil.rmtree(folder, ignore_errors=True)  # every process of the pool does so when its own have ended


def _row(entry: Entry) -> Row:
    settings = _SETTINGS[0]
    return row(entry, settings, _ELSEWHERE[0] if settings.durable else None)


def row(entry: Entry, settings: Settings, processes: Elsewhere | None = None) -> Row:
    """Return what a receipt says of one plan, run in this process (and in `processes` where it waits)."""
    if entry.plan is None:
        return _rejected(entry, MALFORMED, entry.reason)
    try:
        return _ran(entry, entry.plan, settings, processes)
    except ProcessEnded as error:
        return _rejected(entry, CRASHED, str(error))
    except ProcessFailed as error:
        return _rejected(entry, DEFECT, f"{_REPORT}: {error}")
    except Exception as error:
        return _rejected(entry, DEFECT, f"{_REPORT}: {defect(error)}")


_REPORT = "a defect of the kit for this plan, please report it"


def _ran(entry: Entry, plan: Plan, settings: Settings, processes: Elsewhere | None) -> Row:
    world, budget = settings.world, settings.budget
    paused = run_paused(plan, world, budget=budget, elsewhere=processes)
    if not paused.finished:
        return _rejected(entry, paused.ended.reason, paused.ended.text, paused.ended.line)
    pairs = {
        design.name: Pair(paused, run_restarted(plan, world, design, budget=budget)) for design in settings.all_designs
    }
    for name, each in pairs.items():
        if each.undecided:
            return _rejected(entry, each.restarted.ended.reason, f"{each.undecided} ({name})")
    pair = pairs[settings.design.name]
    return {
        **_named(entry),
        "digest": plan.digest,
        "freeze": paused.freeze,
        "breaks": pair.breaks,
        "differs": [one.what for one in pair.differences],
        "differences": [str(one) for one in pair.differences],
        "paused": paused.outcome.to_json(),
        "restarted": pair.restarted.outcome.to_json(),
        "executions": pair.restarted.executions,
        "designs": {name: [one.what for one in each.differences] for name, each in pairs.items()},
        "checks": _checks(plan, settings),
    }


def _checks(plan: Plan, settings: Settings) -> dict[str, Any]:
    """Check at each level; a limit that is hit is said, and counts as nothing found."""
    said: dict[str, Any] = {}
    for level in settings.levels:
        try:
            checked = check(plan, level, settings.design, limits=settings.check_limits)
        except LimitError as error:
            said[level] = {"flagged": False, "limit": str(error)}
            continue
        findings = [{"line": one.line, "kind": one.kind, "why": one.why} for one in checked.findings]
        if checked.witness is None:
            said[level] = {"flagged": checked.flagged, "findings": findings}
        else:
            # What the witness level adds to the flow level's findings is a world.
            said[level] = {"flagged": checked.confirmed, **checked.witness.document()}
    return said


def _named(entry: Entry) -> Row:
    return {"task": entry.task, "name": entry.name}


def _rejected(entry: Entry, reason: str, text: str, line: int | None = None) -> Row:
    return {**_named(entry), "rejected": {"reason": reason, "text": text, "line": line}}
