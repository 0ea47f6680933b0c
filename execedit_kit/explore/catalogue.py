"""The smallest counterexample to every naive checker, in each direction that has one: found, and kept as documents.

``python -m execedit_kit.explore.catalogue`` searches afresh and writes `data/records/counterexamples/`: one document
for each counterexample, and an index that says how far a direction without one was searched.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from execedit_kit.explore.aim import ACCEPTS_UNSAFE, DIRECTIONS, REFUSES_SAFE, Aim, wrong
from execedit_kit.explore.findings import Findings
from execedit_kit.explore.naive import NAIVE, NaiveChecker, naive
from execedit_kit.explore.question import Question
from execedit_kit.explore.scope import Scope
from execedit_kit.explore.search import search
from execedit_kit.explore.size import Size
from execedit_kit.explore.walk import Instance
from execedit_kit.library import data_folder
from execedit_kit.record.errors import KitError
from execedit_kit.record.files import write_text

if TYPE_CHECKING:
    import pandas as pd

SHIPPED = Scope(most=Size(calls=3, actions=3, labels=3, results=3, events=2, policy_states=3))
"""Where the shipped counterexamples were searched."""


def folder() -> Path:
    """Return where the counterexamples are kept."""
    return data_folder() / "records" / "counterexamples"


@dataclass(frozen=True)
class Entry:
    """One direction of one naive checker.

    Parameters
    ----------
    naive, direction : str
        Which.
    file : str | None
        The name of its document, without ``.json``; ``None`` when none was found.
    size : Size | None
        The size of the counterexample.
    exhausted : int
        Every question of the scope with a total up to this was asked, and is no counterexample.
    scope : str
        The scope in words.
    edit, naive_verdict, verdict : str
        The kind of the edit, what the naive checker says, and the exact verdict or what the edit broke.
    why : str
        For a direction without a counterexample: why there can be none, where that is known.
    """

    naive: str
    direction: str
    file: str | None
    size: Size | None
    exhausted: int
    scope: str
    edit: str = ""
    naive_verdict: str = ""
    verdict: str = ""
    why: str = ""


@cache
def entries() -> tuple[Entry, ...]:
    """Return the index of the shipped counterexamples."""
    with (folder() / "index.toml").open("rb") as file:
        listed = tomllib.load(file)["counterexample"]
    return tuple(
        Entry(**{"file": None, **one, "size": Size(**one["size"]) if "size" in one else None}) for one in listed
    )


def counterexample(name: str, direction: str = ACCEPTS_UNSAFE) -> Question:
    """Return the shipped smallest counterexample to a naive checker.

    Raises
    ------
    KitError
        When there is no such checker, or none was found in this direction.
    """
    wanted = naive(name).name
    for entry in entries():
        if (entry.naive, entry.direction) == (wanted, direction) and entry.file is not None:
            return Question.read(json.loads((folder() / f"{entry.file}.json").read_text(encoding="utf-8")))
    raise KitError(f"no counterexample to {wanted} is shipped for {direction!r}; the directions are {DIRECTIONS}")


def table() -> pd.DataFrame:
    """Return the index as a table: one row for each direction of each naive checker."""
    import pandas as pd  # tables are slow to import

    rows = []
    for entry in entries():
        size = asdict(entry.size) if entry.size is not None else dict.fromkeys(Size.__dataclass_fields__)
        rows.append(
            {
                "naive": entry.naive,
                "direction": entry.direction,
                "edit": entry.edit or None,
                "verdict": entry.verdict or None,
                "total": None if entry.size is None else entry.size.total,
                **size,
                "none up to": entry.exhausted,
            }
        )
    frame = pd.DataFrame(rows)
    return frame.astype(dict.fromkeys(("total", *Size.__dataclass_fields__), "Int64"))


@dataclass(frozen=True)
class _Several:
    """Judges by several naive checkers; the exact verdict is worked out once for all of them."""

    checkers: tuple[NaiveChecker, ...]
    asked: frozenset[str]

    def __call__(self, instance: Instance) -> tuple[str, tuple[str, ...]]:
        found = (f"{one.name} {wrong(one, instance)}" for one in self.checkers)
        return "asked", tuple(name for name in found if name in self.asked)


def every_direction(checkers: Iterable[NaiveChecker], directions: Iterable[str] = DIRECTIONS) -> Aim:
    """Aim at a counterexample to each of these naive checkers in each direction; all stale, or none."""
    ones, ways = tuple(checkers), tuple(directions)
    asked = tuple(f"{one.name} {way}" for one in ones for way in ways)
    name = ones[0].name if len(ones) == 1 else "all naive checkers"
    judge = _Several(ones, frozenset(asked))
    possible = ones[0].possible if len(ones) == 1 else None
    return Aim(name, asked, judge, any(one.stale for one in ones), numeric=True, possible=possible)


def written(found: Findings, name: str, target: Path) -> dict[str, Any]:
    """Write the smallest finding in a direction into a folder; return what the index says of the direction."""
    one, _, direction = name.partition(" ")
    finding = found.smallest(name)
    entry: dict[str, Any] = {
        "naive": one,
        "direction": direction,
        "exhausted": found.exhausted if finding is None else finding.size.total - 1,
        "scope": str(replace(found.scope, total=None)),
    }
    if finding is None:
        return entry | {"why": naive(one).never_refuses if direction == REFUSES_SAFE else ""}
    text = json.dumps(finding.question.document(), ensure_ascii=False, indent=1)
    write_text(target / f"{one}-{direction}.json", text + "\n")
    return entry | {
        "file": f"{one}-{direction}",
        "edit": "none" if finding.question.edit is None else finding.question.edit.kind,
        "naive_verdict": "accepts" if direction == ACCEPTS_UNSAFE else "refuses",
        "verdict": finding.truth,
        "size": asdict(finding.size),
    }


def write_index(listed: Iterable[dict[str, Any]], target: Path) -> None:
    """Write the index of the counterexamples."""
    lines = [
        "# The smallest counterexample to every naive checker, in each direction; written by",
        "# python -m execedit_kit.explore.catalogue. Every question of the scope (at least one call) with a total up",
        "# to `exhausted` was asked and is no counterexample: what is listed is proved smallest.",
    ]
    for entry in listed:
        lines += ["", "[[counterexample]]", *(f"{name} = {_toml(value)}" for name, value in entry.items())]
    write_text(target / "index.toml", "\n".join(lines) + "\n")


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_toml(part)}" for name, part in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)


def main(total: int = 10, further: int = 12, state: str = "") -> None:
    """Search afresh and write everything.

    Parameters
    ----------
    total : int
        How far all directions are searched together.
    further : int
        How far those are searched, each alone, that are still open then and for which nobody has shown that there is
        no counterexample.
    state : str
        The beginning of the names of files to go on from.
    """

    def done(aim: Aim, most: int) -> Findings:
        path = f"{state}-{aim.name.replace(' ', '-')}-{int(aim.stale)}.json" if state else None
        found = search(aim, replace(SHIPPED, total=most), state=path)
        if not found.done:
            raise KitError("stopped before the end; with a state file the next run goes on from there")
        return found

    folder().mkdir(parents=True, exist_ok=True)
    listed = []
    for stale in (False, True):
        ones = [one for one in NAIVE if one.stale == stale]
        together = done(every_direction(ones), total)
        for one in ones:
            for direction in DIRECTIONS:
                name = f"{one.name} {direction}"
                found = together
                if not together.of(name) and not (direction == REFUSES_SAFE and one.never_refuses):
                    found = done(every_direction([one], [direction]), further)
                listed.append(written(found, name, folder()))
    write_index(listed, folder())


if __name__ == "__main__":
    main(*(int(word) if word.isdigit() else word for word in sys.argv[1:]))  # type: ignore[arg-type]
