"""What an eval leaves behind: what each plan did both ways, what the check said, and the counts by task (section 6)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from execedit_kit.record.errors import KitError, MalformedRecord
from execedit_kit.record.files import read_bytes, read_with, write_text
from execedit_kit.record.limits import Limits
from execedit_kit.restart import engine
from execedit_kit.restart.corpus import Draft, LeftOut, in_order
from execedit_kit.restart.evaluate import DEFECT, Row, Settings
from execedit_kit.restart.receipt_form import FORMAT, well_formed

if TYPE_CHECKING:
    import pandas as pd

ALL = "all"
# What decides, beside the kit, what a plan does and what is found in it.
_LIBRARIES = ("wasmtime", "tree-sitter", "tree-sitter-javascript", "tree-sitter-typescript")
_LONGEST = 300
# Half of a pair of UTF-16 is no character: it is written as the text of its escape.
_HALF = re.compile("[\ud800-\udfff]")
_MOST = Limits(bytes=1 << 28)


class MalformedReceipt(KitError):
    """A file that is no receipt of an eval."""


@dataclass(frozen=True)
class Receipt:
    """The receipt of an eval.

    Parameters
    ----------
    document : Mapping[str, Any]
        The whole of it, as JSON: ``world``, ``budget``, ``check_limits``, ``design``, ``designs``, ``versions``,
        ``planted``, ``plans``, ``rejected``, ``defects`` (how many of the rejected met a defect of the kit),
        ``left_out`` (files that look like plans), ``drafts`` and ``tasks``. The same plans, settings and versions give
        the same bytes.
    """

    document: Mapping[str, Any]

    @property
    def plans(self) -> Sequence[Row]:
        """One row for each plan that finished when paused."""
        plans: Sequence[Row] = self.document["plans"]
        return plans

    def by_task(self) -> pd.DataFrame:
        """Return the counts by task and in all.

        Returns
        -------
        DataFrame
            Columns ``task``, ``plans``, ``broke``, ``rejected`` and, for each level, ``caught``, ``missed`` and
            ``false_alarms`` after its name and a blank; and ``unconfirmed``, the alarms of the flow level that neither
            break here nor in any world that was tried.
        """
        import pandas as pd

        return pd.json_normalize(list(self.document["tasks"]), sep=" ")

    def by_design(self) -> pd.DataFrame:
        """Return how many plans of each task break under each replay design.

        Returns
        -------
        DataFrame
            Columns ``design``, ``task``, ``plans``, ``broke``.
        """
        import pandas as pd

        rows = [
            {
                "design": name,
                "task": task,
                "plans": len(plans),
                "broke": sum(bool(one["designs"][name]) for one in plans),
            }
            for name in [design["name"] for design in self.document["designs"]]
            for task, plans in _tasks(self.plans).items()
        ]
        return pd.DataFrame(rows, columns=["design", "task", "plans", "broke"])

    def to_text(self) -> str:
        """Return the receipt as JSON text."""
        text = json.dumps(self.document, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
        return _HALF.sub(lambda half: f"\\\\u{ord(half.group()):04x}", text)

    def write(self, path: str | PathLike[str]) -> None:
        """Write the receipt, whole or not at all."""
        write_text(Path(path), self.to_text())


def receipt(
    settings: Settings,
    planted: Sequence[Row],
    rows: Iterable[Row],
    *,
    left_out: Sequence[LeftOut] = (),
    drafts: Sequence[Draft] = (),
) -> Receipt:
    """Return the receipt of an eval's rows, of what was left out, and of the drafts beside the plans."""
    listed = list(rows)
    plans = [row for row in listed if "rejected" not in row]
    rejected = [row for row in listed if "rejected" in row]
    return Receipt(
        {
            "format": FORMAT,
            "versions": {
                "execedit-kit": version("execedit-kit"),
                "engine": engine.digest(),
                **{library: version(library) for library in _LIBRARIES},
            },
            "world": settings.world.to_json(),
            "budget": asdict(settings.budget),
            "check_limits": asdict(settings.check_limits),
            "design": settings.design.name,
            "designs": [design.to_json() for design in settings.all_designs],
            "levels": list(settings.levels),
            "planted": list(planted),
            "plans": plans,
            "rejected": rejected,
            "defects": sum(row["rejected"]["reason"] == DEFECT for row in rejected),
            "left_out": [asdict(one) for one in left_out],
            "drafts": [asdict(one) for one in drafts],
            "tasks": _counted(plans, rejected, settings.levels),
        }
    )


def read_receipt(path: str | PathLike[str]) -> Receipt:
    """Read a receipt, and hold its counts against its rows.

    Raises
    ------
    MalformedReceipt
        When the file is none, with the place of the first mistake.
    """
    name = str(path)
    try:
        return Receipt(read_with(_true, read_bytes(name, limits=_MOST), name, limits=_MOST))
    except MalformedRecord as error:
        raise MalformedReceipt(str(error)) from None


def _true(value: Any) -> dict[str, Any]:
    document = well_formed(value)
    counted = _counted(document["plans"], document["rejected"], document["levels"])
    for number, (said, true) in enumerate(zip(document["tasks"], counted, strict=False)):
        if said != true:
            raise MalformedRecord("these are not the counts of the rows", ("tasks", number))
    if len(document["tasks"]) != len(counted):
        raise MalformedRecord(f"expected {len(counted)} rows of counts, not {len(document['tasks'])}", ("tasks",))
    if document["defects"] != sum(row["rejected"]["reason"] == DEFECT for row in document["rejected"]):
        raise MalformedRecord("this is not the number of rejected rows whose reason is a defect", ("defects",))
    return document


def _counted(plans: Sequence[Row], rejected: Sequence[Row], levels: Sequence[str]) -> list[dict[str, Any]]:
    """Count by task, and in all."""
    return [
        {
            "task": task,
            **_counts([row for row in plans if task in (row["task"], ALL)], levels),
            "rejected": sum(task in (row["task"], ALL) for row in rejected),
        }
        for task in [*in_order({row["task"] for row in (*plans, *rejected)}), ALL]
    ]


def _tasks(plans: Sequence[Row]) -> dict[str, list[Row]]:
    names = in_order({row["task"] for row in plans})
    return {task: [row for row in plans if row["task"] == task] for task in names} | {ALL: list(plans)}


def _counts(plans: Sequence[Row], levels: Sequence[str]) -> dict[str, Any]:
    """Count what broke, and what each level says of it."""
    counts: dict[str, Any] = {"plans": len(plans), "broke": sum(row["breaks"] for row in plans)}
    for level in levels:
        alarms = [row for row in plans if row["checks"][level]["flagged"]]
        caught = sum(row["breaks"] for row in alarms)
        counts[level] = {
            "caught": caught,
            "missed": counts["broke"] - caught,
            "false_alarms": len(alarms) - caught,
        }
    if {"flow", "witness"} <= set(levels):
        counts["unconfirmed"] = len(unconfirmed(plans))
    return counts


def unconfirmed(plans: Iterable[Row]) -> list[Row]:
    """Return the plans that the flow level flags though they break neither here nor in any world that was tried."""
    return [
        row
        for row in plans
        if row["checks"]["flow"]["flagged"] and not row["breaks"] and not row["checks"]["witness"]["flagged"]
    ]


def receipt_lines(made: Receipt) -> list[str]:
    """Return what a person wants to know of a receipt: the counts by task, and what to look at."""
    document = made.document
    levels = document["levels"]
    head = ["task", "plans", "broke", "rejected", *(f"{level}: caught/missed/false" for level in levels)]
    rows = [
        [row["task"], *(str(row[name]) for name in head[1:4])]
        + ["{caught}/{missed}/{false_alarms}".format(**row[level]) for level in levels]
        for row in document["tasks"]
    ]
    wide = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    lines = [
        "  ".join(text.ljust(size) for text, size in zip(row, wide, strict=True)).rstrip() for row in [head, *rows]
    ]
    if {"flow", "witness"} <= set(levels):
        odd = [f"{row['task']}/{row['name']}" for row in unconfirmed(made.plans)]
        missed = [
            f"{row['task']}/{row['name']}"
            for row in made.plans
            if row["breaks"] and not row["checks"]["flow"]["flagged"]
        ]
        lines += ["", f"missed by the flow level: {', '.join(missed) or 'none'}"]
        lines += [f"flagged by the flow level, and no world found that breaks it: {', '.join(odd) or 'none'}"]
    lines += [
        f"rejected: {row['task']}/{row['name']}: {_short(row['rejected']['text'])}" for row in document["rejected"]
    ]
    lines += [f"draft: {one['task']}/{one['name']}: {_short(one['reason'])}" for one in document["drafts"]]
    if left := len(document["left_out"]):
        lines.append(f"left out: {left:,} {'file' if left == 1 else 'files'}")
    return lines


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
