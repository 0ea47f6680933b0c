"""The figures about the post "Is it safe to restart this plan?": its split by task, and this kit's corpus beside it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from execedit_kit.draw.theme import theme
from execedit_kit.draw.timelines import timelines
from execedit_kit.figures.figure import Figure, Painted, shipped
from execedit_kit.library import data_folder
from execedit_kit.restart.plan import read_plan
from execedit_kit.restart.receipt import ALL, Receipt, read_receipt
from execedit_kit.restart.run import Pair, run_both
from execedit_kit.restart.world import iso

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from execedit_kit.draw.theme import Theme

POST = 'the post "Is it safe to restart this plan?"'
_WHOSE = {
    "published": "published (one model, its 88 plans)",
    "this kit": "this kit's corpus",
}
_DERIVED = "*"


def shipped_receipt() -> Receipt:
    """Return the receipt of this kit's corpus that comes with the kit."""
    return read_receipt(data_folder() / "receipts" / "corpus.json")


def _frame(rows: Iterable[dict[str, Any]]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(list(rows))


def published_by_task() -> pd.DataFrame:
    """Return the post's split by task; ``derived`` names the cells that it does not print.

    Returns
    -------
    DataFrame
        Columns ``whose``, ``task``, ``plans``, ``broke``, ``caught``, ``missed``, ``false_alarms``, ``derived``.
    """
    table = shipped("published", "restart_break_by_task.csv")
    return table.assign(whose="published", derived=table["derived"].fillna(""))[
        ["whose", *table.columns.drop("derived"), "derived"]
    ]


def paint_by_task(table: pd.DataFrame, dark: bool) -> Painted:
    """Draw how many plans broke by task, one panel for each origin; derived cells wear an asterisk."""
    from execedit_kit.draw.chart import new_charts

    colours = theme(dark)
    origins = list(dict.fromkeys(table["whose"]))
    tasks = [task for task in dict.fromkeys(table["task"]) if task != "all"]
    figure, panels = new_charts(colours, 2.2 + 3.9 * len(origins), 1.2 + 0.5 * (len(tasks) + 1), len(origins))
    for axes, whose in zip(panels, origins, strict=True):
        rows = table[table["whose"] == whose].set_index("task").loc[[*tasks, "all"]]
        _panel(axes, rows, colours)
        axes.set_title(_WHOSE[whose], loc="left", color=colours.ink, fontsize=11, fontweight="bold", pad=10)
    panels[0].set_yticks(range(len(tasks) + 1), [*tasks, "all"], fontsize=11)
    panels[0].get_yticklabels()[-1].set_fontweight("bold")
    panels[0].invert_yaxis()
    marks = (
        [f"{_DERIVED} not printed in the post: what is left of its totals"] if table["derived"].str.len().any() else []
    )
    note = "; ".join(["filled: broke when restarted; outline: plans", *marks])
    figure.supxlabel(note, color=colours.muted, fontsize=8.5, x=0.01, ha="left")
    return figure


def _panel(axes: Axes, rows: pd.DataFrame, colours: Theme) -> None:
    share = rows["broke"] / rows["plans"]
    high = range(len(rows))
    axes.barh(high, [1.0] * len(rows), color=colours.box, edgecolor=colours.line, linewidth=1, height=0.6)
    axes.barh(high, share, color=colours.no, edgecolor=colours.no_line, linewidth=1.2, height=0.6)
    for row, (_, each) in enumerate(rows.iterrows()):
        mark = _DERIVED if {"plans", "broke"} & set(each["derived"].split(";")) else ""
        axes.text(1.03, row, f"{each['broke']} of {each['plans']}{mark}", va="center", color=colours.ink, fontsize=11)
    axes.axhline(len(rows) - 1.5, color=colours.edge, linewidth=1)
    axes.set(xlim=(0, 1.45), xticks=[])


def own_by_task(made: Receipt | None = None) -> pd.DataFrame:
    """Return the same columns for this kit's corpus, from a receipt; the check is the flow level.

    Parameters
    ----------
    made : Receipt, optional
        Another receipt than the shipped one.
    """
    counts = (made or shipped_receipt()).by_task()
    return _frame(
        {
            "whose": "this kit",
            "task": row["task"].replace("-", " "),
            "plans": row["plans"],
            "broke": row["broke"],
            "caught": row["flow caught"],
            "missed": row["flow missed"],
            "false_alarms": row["flow false_alarms"],
            "derived": "",
        }
        for _, row in counts.iterrows()
    )


def both_by_task(made: Receipt | None = None) -> pd.DataFrame:
    """Return the published split and this kit's, each row labelled with whose it is."""
    import pandas as pd

    return pd.concat([published_by_task(), own_by_task(made)], ignore_index=True)


def checker_quality(made: Receipt | None = None) -> pd.DataFrame:
    """Return what each checker says of its own plans: the post's, and each level of this kit's.

    Returns
    -------
    DataFrame
        Columns ``whose``, ``checker``, ``plans``, ``broke``, ``caught``, ``missed``, ``false_alarms``, ``confirmed``
        (false alarms in the fixed world that another world confirms; empty where nobody looked).
    """
    published = published_by_task().set_index("task").loc["all"]
    receipt = made or shipped_receipt()
    (counts,) = (row for row in receipt.document["tasks"] if row["task"] == ALL)
    theirs: dict[str, Any] = {name: published[name] for name in _QUALITY}
    rows = [{"whose": "published", "checker": "the post's", **theirs, "confirmed": None}]
    for level in receipt.document["levels"]:
        own = {"plans": counts["plans"], "broke": counts["broke"], **counts[level]}
        confirmed = sum(
            row["checks"][level]["flagged"] and not row["breaks"] and row["checks"]["witness"]["flagged"]
            for row in receipt.plans
        )
        rows.append({"whose": "this kit", "checker": level, **own, "confirmed": confirmed})
    return _frame(rows).astype(dict.fromkeys((*_QUALITY, "confirmed"), "Int64"))


def paint_quality(table: pd.DataFrame, dark: bool) -> Painted:
    """Draw caught, missed and false alarms of each checker."""
    import pandas as pd

    from execedit_kit.draw.chart import new_chart

    colours = theme(dark)
    figure, axes = new_chart(colours, 8.2, 1.4 + 0.62 * len(table))
    for high, (_, row) in enumerate(table.iterrows()):
        left = 0
        tried = not pd.isna(row["confirmed"])
        confirmed = int(row["confirmed"]) if tried else 0
        parts = (
            (row["caught"], colours.yes, colours.yes_line, "", "caught"),
            (row["missed"], colours.no, colours.no_line, "xx", "missed"),
            (confirmed, colours.flag, colours.flag_line, "//", "confirmed elsewhere"),
            (row["false_alarms"] - confirmed, colours.void, colours.void_line, ".." if tried else "", "false alarm"),
        )
        for size, ground, line, hatch, _name in parts:
            axes.barh(high, size, left=left, color=ground, edgecolor=line, hatch=hatch, linewidth=1, height=0.6)
            left += size
        words = (
            f"{row['caught']} of {row['broke']} caught, {row['missed']} missed, {row['false_alarms']} not breaking here"
        )
        words += f" ({confirmed} of them elsewhere)" if tried else ""
        axes.text(left + 1, high, words, va="center", color=colours.ink, fontsize=9.5)
    names = [f"{row['checker']} ({row['whose']})" for _, row in table.iterrows()]
    axes.set_yticks(range(len(table)), names, fontsize=10.5)
    axes.invert_yaxis()
    axes.set(xlim=(0, 2.1 * (table["broke"] + table["false_alarms"]).max()), xticks=[])
    axes.set_xlabel(
        "green: caught; crossed: missed; striped: breaks in another world; dotted: in none that was tried; "
        "plain: no other was tried",
        loc="left",
        color=colours.muted,
        fontsize=8.5,
    )
    return figure


def by_design(made: Receipt | None = None) -> pd.DataFrame:
    """Return how many plans of this kit's corpus break under each replay design, by task."""
    table = (made or shipped_receipt()).by_design()
    return table.assign(whose="this kit", task=table["task"].str.replace("-", " "))


def paint_designs(table: pd.DataFrame, dark: bool) -> Painted:
    """Draw which replay design breaks which task, as a grid of shares."""
    from matplotlib.colors import LinearSegmentedColormap

    from execedit_kit.draw.chart import new_chart

    colours = theme(dark)
    designs, tasks = (list(dict.fromkeys(table[name])) for name in ("design", "task"))
    figure, axes = new_chart(colours, 2.4 + 1.25 * len(tasks), 1.2 + 0.5 * len(designs))
    shares = table.assign(share=table["broke"] / table["plans"]).pivot(index="design", columns="task", values="share")
    scale = LinearSegmentedColormap.from_list("breaks", [colours.box, colours.no])
    axes.imshow(shares.loc[designs, tasks], cmap=scale, vmin=0, vmax=1, aspect="auto")
    for _, row in table.iterrows():
        place = tasks.index(row["task"]), designs.index(row["design"])
        weight = "bold" if row["broke"] else "normal"
        axes.text(
            *place, f"{row['broke']}/{row['plans']}", ha="center", va="center", color=colours.ink, fontweight=weight
        )
    axes.set_xticks(range(len(tasks)), [task.replace(" ", "\n") for task in tasks])
    axes.set_yticks(range(len(designs)), designs)
    axes.xaxis.tick_top()
    for line in range(1, len(designs)):
        axes.axhline(line - 0.5, color=colours.edge, linewidth=0.8)
    axes.set_xlabel(
        "plans of this kit's corpus that break in the fixed world", loc="left", color=colours.muted, fontsize=9
    )
    return figure


def _deadline() -> Pair:
    """Run the worked example of the lab: a deadline of two hours (restart lab, section 2)."""
    return run_both(read_plan(data_folder() / "plans" / "planted" / "two-hours.js"))


def deadline_events() -> pd.DataFrame:
    """Return both timelines of the worked example, one row an event.

    Returns
    -------
    DataFrame
        Columns ``run``, ``execution``, ``at`` (UTC), ``kind``, ``tool``, ``arguments`` (JSON), ``cached``.
    """
    pair = _deadline()
    return _frame(
        {
            "run": run.mode,
            "execution": event.execution,
            "at": iso(event.at),
            "kind": event.kind,
            "tool": event.name,
            "arguments": json.dumps(dict(event.arguments), ensure_ascii=False),
            "cached": event.cached,
        }
        for run in (pair.paused, pair.restarted)
        for event in run.events
    )


_QUALITY = ["plans", "broke", "caught", "missed", "false_alarms"]
OWN = "this kit's corpus, from the receipt data/receipts/corpus.json"
POST_FIGURES = (
    Figure(
        "restart-timelines",
        "A deadline plan, paused and restarted: 2 questions and escalation, or 5 questions and 3 closed",
        f"a planted plan of this kit, run by this kit; the outcome is that of {POST}",
        deadline_events,
        lambda _, dark: timelines(_deadline(), dark=dark),
    ),
    Figure(
        "restart-published",
        "Plans that broke when restarted, by task, as published",
        POST,
        published_by_task,
        paint_by_task,
    ),
    Figure(
        "restart-by-task",
        "Plans that broke when restarted, by task: published, and this kit's corpus",
        f"{POST}; {OWN}; each panel labelled",
        both_by_task,
        paint_by_task,
    ),
    Figure(
        "restart-checker",
        "What the checks catch, miss and flag without need",
        f"{POST}; {OWN}; each row labelled",
        checker_quality,
        paint_quality,
    ),
    Figure("restart-designs", "Which replay design breaks which task", OWN, by_design, paint_designs),
)
