"""The eval: each plan of a folder paused and restarted, under every design, and checked (restart lab, section 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any

from execedit_kit.record.errors import KitError, LimitError
from execedit_kit.restart.check.checked import LEVELS, Level, check
from execedit_kit.restart.check.limits import Limits
from execedit_kit.restart.corpus import Entry, Planted
from execedit_kit.restart.elsewhere import Elsewhere, elsewhere
from execedit_kit.restart.limits import DEFAULT, Budget
from execedit_kit.restart.plan import Plan
from execedit_kit.restart.replay import DESIGNS, POST, Design
from execedit_kit.restart.run import Pair, run_paused, run_restarted
from execedit_kit.restart.world import World


class Refused(KitError):
    """A planted plan does not do what is known of it, so nothing that the eval says could be trusted."""


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
) -> Iterator[tuple[int, Row]]:
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
        A plan's number in `entries` and its row, as they get done. A plan that cannot be run, or brings its process
        down, has a row with ``rejected`` and stops nothing.
    """
    chosen = settings or Settings()
    left = dict(enumerate(entries))
    for number, row in _pooled(left, chosen, workers):
        del left[number]
        yield number, row
    # A process that dies takes its pool with it. What it left undone is run again, each plan in a pool of its own.
    for number, entry in left.items():
        done = list(_pooled({number: entry}, chosen, 1))
        yield done[0] if done else (number, _rejected(entry, "crashed", "the process that ran it has died", None))


def gate(
    planted: Sequence[Planted],
    settings: Settings | None = None,
    *,
    workers: int = 2,
    done: Callable[[], object] = lambda: None,
) -> list[Row]:
    """Run the planted plans and return their rows, with what was expected; `done` is called after each.

    Raises
    ------
    Refused
        When one does not do what is known of it.
    """
    chosen = settings or Settings()
    rows: dict[int, Row] = {}
    for number, ran in evaluate([each.entry for each in planted], chosen, workers=workers):
        rows[number] = ran
        done()
    listed = []
    for number, each in enumerate(planted):
        row = rows[number]
        found = None if "rejected" in row else row["differs"]
        if found != list(each.differs) or bool(found) != each.breaks:
            seen = f"was rejected: {row['rejected']['text']}" if found is None else _differs(found)
            raise Refused(f"planted plan {each.entry.name} {seen}, but it is known that it {_differs(each.differs)}")
        listed.append({**row, "expected": {"breaks": each.breaks, "differs": list(each.differs), "why": each.reason}})
    return listed


def _differs(what: Sequence[str]) -> str:
    return f"differs in {', '.join(what)}" if what else "does not break"


def _pooled(entries: Mapping[int, Entry], settings: Settings, workers: int) -> Iterator[tuple[int, Row]]:
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _prepare, (settings,))
    with pool:
        try:
            waiting: dict[Future[Row], int] = {pool.submit(_row, entry): n for n, entry in entries.items()}
            yield from _done(waiting)
        except BrokenProcessPool:
            return
        finally:
            pool.shutdown(cancel_futures=True)


def _done(waiting: dict[Future[Row], int]) -> Iterable[tuple[int, Row]]:
    for future, number in waiting.items():
        yield number, future.result()


# What a process of the pool keeps from one plan to the next.
_SETTINGS: list[Settings] = []
_ELSEWHERE: list[Elsewhere] = []
_OPEN = ExitStack()


def _prepare(settings: Settings) -> None:
    import atexit

    _SETTINGS.append(settings)
    if settings.durable:
        _ELSEWHERE.append(_OPEN.enter_context(elsewhere()))
        atexit.register(_OPEN.close)


def _row(entry: Entry) -> Row:
    settings = _SETTINGS[0]
    return row(entry, settings, _ELSEWHERE[0] if settings.durable else None)


def row(entry: Entry, settings: Settings, processes: Elsewhere | None = None) -> Row:
    """Return what a receipt says of one plan, run in this process (and in `processes` where it waits)."""
    if entry.plan is None:
        return _rejected(entry, "malformed", entry.reason, None)
    world, budget = settings.world, settings.budget
    paused = run_paused(entry.plan, world, budget=budget, elsewhere=processes)
    if not paused.finished:
        return _rejected(entry, paused.ended.reason, paused.ended.text, paused.ended.line)
    pairs = {
        design.name: Pair(paused, run_restarted(entry.plan, world, design, budget=budget))
        for design in settings.all_designs
    }
    pair = pairs[settings.design.name]
    return {
        **_named(entry),
        "digest": entry.plan.digest,
        "freeze": paused.freeze,
        "breaks": pair.breaks,
        "differs": [one.what for one in pair.differences],
        "differences": [str(one) for one in pair.differences],
        "paused": paused.outcome.to_json(),
        "restarted": pair.restarted.outcome.to_json(),
        "executions": pair.restarted.executions,
        "designs": {name: [one.what for one in each.differences] for name, each in pairs.items()},
        "checks": _checks(entry.plan, settings),
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


def _rejected(entry: Entry, reason: str, text: str, line: int | None) -> Row:
    return {**_named(entry), "rejected": {"reason": reason, "text": text, "line": line}}
