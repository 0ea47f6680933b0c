"""What an eval leaves behind: what each plan did both ways, what the check said, and the counts by task (section 6)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from execedit_kit.record.errors import KitError
from execedit_kit.record.files import write_text
from execedit_kit.restart import engine
from execedit_kit.restart.corpus import in_order
from execedit_kit.restart.evaluate import Row, Settings

if TYPE_CHECKING:
    import pandas as pd

FORMAT = "restart-receipt/1"
ALL = "all"


class MalformedReceipt(KitError):
    """A file that is no receipt of an eval."""


@dataclass(frozen=True)
class Receipt:
    """The receipt of an eval.

    Parameters
    ----------
    document : Mapping[str, Any]
        The whole of it, as JSON: ``world``, ``budget``, ``design``, ``designs``, ``versions``, ``planted``, ``plans``,
        ``rejected`` and ``tasks``. The same plans, settings and versions give the same bytes.
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
        return json.dumps(self.document, indent=1, sort_keys=True, ensure_ascii=False) + "\n"

    def write(self, path: str | PathLike[str]) -> None:
        """Write the receipt, whole or not at all."""
        write_text(Path(path), self.to_text())


def receipt(settings: Settings, planted: Sequence[Row], rows: Iterable[Row]) -> Receipt:
    """Return the receipt of an eval's rows."""
    listed = list(rows)
    plans = [row for row in listed if "rejected" not in row]
    rejected = [row for row in listed if "rejected" in row]
    tasks = [
        {
            "task": task,
            **_counts([row for row in plans if task in (row["task"], ALL)], settings.levels),
            "rejected": lost,
        }
        for task in [*in_order({row["task"] for row in listed}), ALL]
        for lost in [sum(task in (row["task"], ALL) for row in rejected)]
    ]
    return Receipt(
        {
            "format": FORMAT,
            "versions": {
                "execedit-kit": version("execedit-kit"),
                "engine": engine.digest(),
                "wasmtime": version("wasmtime"),
            },
            "world": settings.world.to_json(),
            "budget": vars(settings.budget),
            "design": settings.design.name,
            "designs": [design.to_json() for design in settings.all_designs],
            "levels": list(settings.levels),
            "planted": list(planted),
            "plans": plans,
            "rejected": rejected,
            "tasks": tasks,
        }
    )


def read_receipt(path: str | PathLike[str]) -> Receipt:
    """Read a receipt.

    Raises
    ------
    MalformedReceipt
        When the file is none.
    """
    try:
        document = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise MalformedReceipt(f"{path}: {(error.strerror or str(error)).lower()}") from None
    except ValueError as error:
        raise MalformedReceipt(f"{path}: not JSON: {error}") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise MalformedReceipt(f"{path}: this is no {FORMAT}; restart-eval writes one")
    return Receipt(document)


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


def receipt_text(made: Receipt, where: str) -> str:
    """Return what a person wants to know of a receipt: the counts by task, and what to look at."""
    levels = made.document["levels"]
    head = ["task", "plans", "broke", "rejected", *(f"{level}: caught/missed/false" for level in levels)]
    rows = [
        [row["task"], *(str(row[name]) for name in head[1:4])]
        + ["{caught}/{missed}/{false_alarms}".format(**row[level]) for level in levels]
        for row in made.document["tasks"]
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
    lines += [f"rejected: {row['task']}/{row['name']}: {row['rejected']['text']}" for row in made.document["rejected"]]
    return "\n".join([*lines, f"receipt: {where}"])
