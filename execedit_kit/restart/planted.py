"""The planted plans: what is known of each, and the gate that an eval has to pass first (restart lab, section 6)."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from execedit_kit.record.errors import KitError
from execedit_kit.restart.compare import VISIBLE
from execedit_kit.restart.corpus import Entry, NoPlans, is_plan, read_entry
from execedit_kit.restart.evaluate import Row, Settings, evaluate
from execedit_kit.restart.limits import DEFAULT, Budget

COUNTED = ("questions", "closed", "escalated", "scheduled", "log")
"""The visible things that ``planted.toml`` counts, both ways."""


class Refused(KitError):
    """A planted plan does not do what is known of it, so nothing that the eval says could be trusted."""


@dataclass(frozen=True)
class Planted:
    """A plan whose outcome is known, in the fixed world under the post's design.

    Parameters
    ----------
    entry : Entry
        The plan.
    differs : tuple[str, ...]
        The visible things that differ; none when it does not break.
    paused, restarted : Mapping[str, int]
        How many of each of :data:`COUNTED` there are.
    outcome : str
        The digest of everything visible both ways, as :func:`outcome_digest` returns it.
    reason : str
        Why.
    """

    entry: Entry
    differs: tuple[str, ...]
    paused: Mapping[str, int]
    restarted: Mapping[str, int]
    outcome: str
    reason: str

    def to_json(self) -> dict[str, Any]:
        """Return what is expected, for a receipt."""
        return {
            "breaks": bool(self.differs),
            "differs": list(self.differs),
            "paused": dict(self.paused),
            "restarted": dict(self.restarted),
            "outcome": self.outcome,
            "why": self.reason,
        }


def read_planted(folder: str | PathLike[str], *, budget: Budget = DEFAULT) -> tuple[Planted, ...]:
    """Return the planted plans of a folder, as its ``planted.toml`` lists them.

    Raises
    ------
    NoPlans
        When the list cannot be read, is not the list of the folder's plans, contradicts itself, or could notice
        nothing: it needs plans that break and plans that do not.
    """
    top = Path(folder)
    index = top / "planted.toml"
    try:
        listed = tomllib.loads(index.read_text(encoding="utf-8"))
    except OSError as error:
        raise NoPlans(f"{index}: {(error.strerror or str(error)).lower()}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise NoPlans(f"{index}: {error}") from None
    there = {path.name for path in top.iterdir() if is_plan(path)}
    if there != set(listed):
        odd = min(there ^ set(listed))
        raise NoPlans(f"{index}: {odd} is " + ("not listed" if odd in there else "listed and not there"))
    planted = tuple(_planted(top, name, said, budget) for name, said in listed.items())
    if {bool(each.differs) for each in planted} != {True, False}:
        raise NoPlans(f"{index}: a gate needs planted plans that break and planted plans that do not")
    return planted


def _planted(top: Path, name: str, said: Any, budget: Budget) -> Planted:
    index = top / "planted.toml"
    match said:
        case {
            "task": str(task),
            "breaks": bool(breaks),
            "differs": list(differs),
            "paused": dict(paused),
            "restarted": dict(restarted),
            "outcome": str(outcome),
            "reason": str(reason),
        } if all(what in VISIBLE for what in differs) and _counts(paused) and _counts(restarted):
            if breaks != bool(differs):
                listed = f"differs lists {', '.join(differs)}" if differs else "differs lists nothing"
                raise NoPlans(f"{index}: {name} contradicts itself: breaks is {str(breaks).lower()}, and {listed}")
            return Planted(read_entry(top / name, task, budget), tuple(differs), paused, restarted, outcome, reason)
    raise NoPlans(
        f"{index}: {name} needs task, breaks, differs (of {', '.join(VISIBLE)}), paused and restarted (each with the "
        f"numbers of {', '.join(COUNTED)}), outcome and reason"
    )


def _counts(said: Mapping[str, Any]) -> bool:
    return set(said) == set(COUNTED) and all(type(number) is int for number in said.values())


def outcome_digest(row: Row) -> str:
    """Return ``sha256:…`` of everything visible in a row, paused and restarted."""
    seen = json.dumps([row["paused"], row["restarted"]], sort_keys=True, ensure_ascii=True)
    return "sha256:" + hashlib.sha256(seen.encode()).hexdigest()


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
    rows: dict[int, Row] = {}
    with closing(evaluate([each.entry for each in planted], settings, workers=workers)) as running:
        for number, ran in running:
            rows[number] = ran
            done()
    for number, each in enumerate(planted):
        if (wrong := _wrong(each, rows[number])) is not None:
            raise Refused(f"planted plan {each.entry.name} {wrong}")
    return [{**rows[number], "expected": each.to_json()} for number, each in enumerate(planted)]


def _wrong(known: Planted, row: Row) -> str | None:
    """Say in what a plan does not do what is known of it, the plainest first."""
    if "rejected" in row:
        return f"was rejected: {row['rejected']['text']}"
    if row["differs"] != list(known.differs):
        return f"{_differs(row['differs'])}, but it is known that it {_differs(known.differs)}"
    for way, counts in (("paused", known.paused), ("restarted", known.restarted)):
        for what, number in counts.items():
            if len(row[way][what]) != number:
                return f"has {what}: {len(row[way][what])} when {way}, but it is known that there are {number}"
    if outcome_digest(row) != known.outcome:
        return (
            "does as many things as is known of it, but not the same: what is visible has the digest "
            f"{outcome_digest(row)}, and {known.outcome} is known"
        )
    return None


def _differs(what: Sequence[str]) -> str:
    return f"differs in {', '.join(what)}" if what else "does not break"
