"""Folders of plans, ``<task>/<name>.js`` or ``.ts``: what is in them, and what is left out (section 6)."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from execedit_kit.record.errors import KitError
from execedit_kit.restart.limits import DEFAULT, Budget
from execedit_kit.restart.plan import LANGUAGES, MalformedPlan, Plan, read_plan

TASKS = ("plain-approvals", "deadline", "business-hours", "fresh-list", "timestamped-log")
"""The tasks of section 3, in the order of its table; a folder of one's own may have others."""
# Endings of files that somebody may take for plans.
_ALIKE = {*LANGUAGES, ".cjs", ".cts", ".jsx", ".tsx"}


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
class LeftOut:
    """A file that looks like a plan and is none of the folder's.

    Parameters
    ----------
    file : str
        Its path in the folder.
    reason : str
        Why, and what to do.
    """

    file: str
    reason: str


@dataclass(frozen=True)
class Draft:
    """A plan that was written for the corpus and rejected.

    Parameters
    ----------
    task, name : str
        Where it stands in the folder of drafts.
    reason : str
        Why.
    """

    task: str
    name: str
    reason: str


def read_corpus(folder: str | PathLike[str], *, budget: Budget = DEFAULT) -> tuple[Entry, ...]:
    """Return the plans of a folder, task by task, the known tasks first.

    Raises
    ------
    NoPlans
        When there is none, or when the plans stand in a folder further down.
    """
    top = Path(folder)
    if not top.is_dir():
        raise NoPlans(f"{shown(top)}: there is no such folder; plans stand in folders by task, <task>/<name>.js")
    looked = list(_looked_at(top))
    for path, why in looked:
        if why == _DEEPER and path.parent.name in TASKS:
            inside = shown(path.parent.parent)
            raise NoPlans(f"{shown(top)}: the folders of tasks stand further down, in {inside}: say {inside}")
    there = [path for path, why in looked if not why]
    tasks = in_order({path.parent.name for path in there})
    found = sorted(there, key=lambda path: (tasks.index(path.parent.name), path.name))
    if not found:
        where = "directly in it" if any(why == _ABOVE for _, why in looked) else "in it"
        raise NoPlans(
            f"{shown(top)}: no <task>/<name>.js or .ts {where}: put each plan into a folder named by its task"
        )
    return tuple(read_entry(path, shown(path.parent.name), budget) for path in found)


def left_out(folder: str | PathLike[str]) -> tuple[LeftOut, ...]:
    """Return the files of a folder that look like plans and are not run, each with the reason."""
    top = Path(folder)
    listed = [LeftOut(shown(path.relative_to(top).as_posix()), why) for path, why in _looked_at(top) if why]
    return tuple(sorted(listed, key=lambda one: one.file))


_ABOVE = "it stands in no folder of a task: move it into <task>/"
_DEEPER = "it stands deeper than <task>/<name>: move it up"
_HIDDEN = "it is hidden, or in a hidden folder"


def _looked_at(top: Path) -> Iterator[tuple[Path, str]]:
    """Yield what looks like a plan, with why it is left out; an empty reason when it is a plan."""
    for path in top.iterdir():
        if not path.is_dir():
            if path.suffix.lower() in _ALIKE:
                yield path, _ABOVE
            continue
        if path.name.startswith("."):  # one line says it, however much it holds
            if any(inside.suffix.lower() in _ALIKE for inside in path.iterdir()):
                yield path, _HIDDEN
            continue
        for here, folders, files in os.walk(path):
            folders[:] = [name for name in folders if not name.startswith(".")]
            for name in [*files, *(name for name in folders if Path(name).suffix in LANGUAGES)]:
                if Path(name).suffix.lower() in _ALIKE:
                    yield Path(here, name), _why_not(Path(here, name), deeper=Path(here) != path)


def _why_not(path: Path, *, deeper: bool) -> str:
    if deeper:
        return _DEEPER
    if path.name.startswith("."):
        return _HIDDEN
    if not is_plan(path):
        return f"a plan's file name ends in {', '.join(LANGUAGES)}, not in {path.suffix}"
    if path.is_file():
        return ""
    if path.is_symlink() and not path.exists():
        return "it is a link that leads nowhere"
    return "it is a folder" if path.is_dir() else "it is no regular file"


def read_drafts(folder: str | PathLike[str]) -> tuple[Draft, ...]:
    """Return the rejected drafts that ``drafts/drafts.toml`` beside a folder of plans lists; none where there is none.

    Raises
    ------
    NoPlans
        When the list cannot be read, or is not the list of the drafts that are there.
    """
    index = Path(folder).resolve().parent / "drafts" / "drafts.toml"
    if not index.exists():
        return ()
    try:
        listed = tomllib.loads(index.read_text(encoding="utf-8"))
    except OSError as error:
        raise NoPlans(f"{shown(index)}: {(error.strerror or str(error)).lower()}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise NoPlans(f"{shown(index)}: {error}") from None
    there = {shown(path.relative_to(index.parent).as_posix()) for path in index.parent.glob("*/*") if is_plan(path)}
    if there != set(listed):
        odd = min(there ^ set(listed))
        raise NoPlans(f"{shown(index)}: {odd} is " + ("not listed" if odd in there else "listed and not there"))
    drafts = []
    for file, said in sorted(listed.items()):
        match said:
            case {"reason": str(reason)} if reason:
                task, _, name = file.partition("/")
                drafts.append(Draft(task, name, reason))
            case _:
                raise NoPlans(f'{shown(index)}: {file} needs a reason: ["{file}"], then reason = "…"')
    return tuple(drafts)


def is_plan(path: Path) -> bool:
    """Whether a file's name is that of a plan."""
    return path.suffix in LANGUAGES


def shown(name: str | PathLike[str]) -> str:
    """Return a file's name as text; bytes in it that are no UTF-8 are escaped."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def read_entry(path: Path, task: str, budget: Budget = DEFAULT) -> Entry:
    """Return the plan in a file as an entry of a task, or why it is none."""
    try:
        return Entry(task, shown(path.name), read_plan(path, budget=budget))
    except MalformedPlan as error:
        reason = error.reason
        if error.limit == "source":  # no more than just past the limit was read
            reason = f"a plan of {path.stat().st_size:,} bytes: the limit is {budget.source:,}"
        place = ":".join(str(part) for part in (error.line, error.column) if part is not None)
        return Entry(task, shown(path.name), None, f"{place}: {reason}" if place else reason)


def in_order(tasks: Iterable[str]) -> list[str]:
    """Return tasks in the order of the table of section 3, others after them by name."""
    return sorted(tasks, key=lambda task: (TASKS.index(task) if task in TASKS else len(TASKS), task))
