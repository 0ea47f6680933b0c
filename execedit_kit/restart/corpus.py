"""Folders of plans: ``<task>/<name>.js`` or ``.ts``, and the planted plans with what is known of them (section 6)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from execedit_kit.record.errors import KitError
from execedit_kit.restart.compare import VISIBLE
from execedit_kit.restart.limits import DEFAULT, Budget
from execedit_kit.restart.plan import LANGUAGES, MalformedPlan, Plan, read_plan

TASKS = ("plain-approvals", "deadline", "business-hours", "fresh-list", "timestamped-log")
"""The tasks of section 3, in the order of its table; a folder of one's own may have others."""


class NoPlans(KitError):
    """A folder that holds no plans where they are looked for, or says of its plans what cannot be read."""


@dataclass(frozen=True)
class Entry:
    """A plan of a folder, or why it is none.

    Parameters
    ----------
    task : str
        The folder it stands in.
    name : str
        Its file.
    plan : Plan | None
        The plan; ``None`` when its file is none.
    reason : str
        Why its file is none; otherwise empty.
    """

    task: str
    name: str
    plan: Plan | None
    reason: str = ""


@dataclass(frozen=True)
class Planted:
    """A plan whose outcome is known.

    Parameters
    ----------
    entry : Entry
        The plan.
    breaks : bool
        Whether it breaks in the fixed world under the post's design.
    differs : tuple[str, ...]
        The visible things that differ.
    reason : str
        Why.
    """

    entry: Entry
    breaks: bool
    differs: tuple[str, ...]
    reason: str


def read_corpus(folder: str | PathLike[str], *, budget: Budget = DEFAULT) -> tuple[Entry, ...]:
    """Return the plans of a folder, task by task, the known tasks first.

    Raises
    ------
    NoPlans
        When there is none.
    """
    top = Path(folder)
    if not top.is_dir():
        raise NoPlans(f"{top}: there is no such folder; plans stand in folders by task, <task>/<name>.js")
    there = [path for path in top.glob("*/*") if path.suffix in LANGUAGES and path.is_file()]
    tasks = in_order({path.parent.name for path in there})
    found = sorted(there, key=lambda path: (tasks.index(path.parent.name), path.name))
    if not found:
        where = "directly in it" if any(path.suffix in LANGUAGES for path in top.iterdir()) else "in it"
        raise NoPlans(f"{top}: no <task>/<name>.js or .ts {where}: put each plan into a folder named by its task")
    return tuple(_entry(path, path.parent.name, budget) for path in found)


def read_planted(folder: str | PathLike[str], *, budget: Budget = DEFAULT) -> tuple[Planted, ...]:
    """Return the planted plans of a folder, as its ``planted.toml`` lists them.

    Raises
    ------
    NoPlans
        When the list cannot be read, or is not the list of the folder's plans.
    """
    top = Path(folder)
    index = top / "planted.toml"
    try:
        listed = tomllib.loads(index.read_text(encoding="utf-8"))
    except OSError as error:
        raise NoPlans(f"{index}: {(error.strerror or str(error)).lower()}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise NoPlans(f"{index}: {error}") from None
    there = {path.name for path in top.iterdir() if path.suffix in LANGUAGES}
    if there != set(listed):
        odd = min(there ^ set(listed))
        raise NoPlans(f"{index}: {odd} is " + ("not listed" if odd in there else "listed and not there"))
    return tuple(_planted(top, name, said, budget) for name, said in listed.items())


def _planted(top: Path, name: str, said: Mapping[str, Any], budget: Budget) -> Planted:
    match said:
        case {"task": str(task), "breaks": bool(breaks), "differs": list(differs), "reason": str(reason)}:
            if set(differs) <= set(VISIBLE):
                return Planted(_entry(top / name, task, budget), breaks, tuple(differs), reason)
    raise NoPlans(f"{top / 'planted.toml'}: {name} needs task, breaks, differs (of {', '.join(VISIBLE)}) and reason")


def _entry(path: Path, task: str, budget: Budget) -> Entry:
    try:
        return Entry(task, path.name, read_plan(path, budget=budget))
    except MalformedPlan as error:
        place = ":".join(str(part) for part in (error.line, error.column) if part is not None)
        return Entry(task, path.name, None, f"{place}: {error.reason}" if place else error.reason)


def in_order(tasks: Iterable[str]) -> list[str]:
    """Return tasks in the order of the table of section 3, others after them by name."""
    return sorted(tasks, key=lambda task: (TASKS.index(task) if task in TASKS else len(TASKS), task))
