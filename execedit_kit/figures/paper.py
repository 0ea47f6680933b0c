"""The figures about arXiv 2608.22928: its worked cases as this kit computes them, and its times beside this kit's."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from execedit_kit.check.answer import Accepted, Answer, Rejected, check
from execedit_kit.draw import tables
from execedit_kit.draw.dag import dag
from execedit_kit.draw.rounds import rounds
from execedit_kit.draw.states import state_graph
from execedit_kit.draw.theme import theme
from execedit_kit.edits.asking import (
    fork_choice,
    fork_parallel,
    merge_join,
    merge_select,
    restore_live,
    restore_replace,
)
from execedit_kit.figures.figure import Figure, Painted, shipped
from execedit_kit.library import load
from execedit_kit.record.events import EditRequest

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from execedit_kit.draw.theme import Theme

Asked = TypeVar("Asked")
PAPER = "worked case of arXiv 2608.22928, computed by this kit"
_TIMES = {
    "accepted": ("shared, accepted", "results"),
    "rejected": ("shared, rejected", "results"),
    "unordered completions": ("unordered", "completions"),
}


def _ask(name: str, edit: EditRequest | None) -> Answer:
    return check(load(name), edit)


def _checked(name: str) -> Accepted | Rejected:
    answer = _ask(name, None)
    assert isinstance(answer, Accepted | Rejected), answer.why
    return answer


def _worked(
    name: str,
    title: str,
    ask: Callable[[], Asked],
    table: Callable[[Asked], pd.DataFrame],
    paint: Callable[..., Any],
) -> Figure:
    """A figure of one answer of this kit: a table of it, and a picture of it."""
    return Figure(name, title, PAPER, lambda: table(ask()), lambda _, dark: paint(ask(), dark=dark))


def _drawn(name: str, title: str, record: str, edit: EditRequest | None) -> Figure:
    """A record's DAG with an edit drawn onto it; its data are the calls."""
    return _worked(name, title, lambda: _ask(record, edit), tables.calls, dag)


def _pruned(name: str, title: str, record: str, paint: Callable[..., Any]) -> Figure:
    """The pruning of a record's workflow as it stands; its data are the removals."""
    return _worked(name, title, lambda: _checked(record), tables.rounds, paint)


def _times() -> pd.DataFrame:
    """The paper's ends of ranges and this kit's medians, one row a time, each labelled with whose it is."""
    import pandas as pd

    published = shipped("published", "check_times.csv")
    ends = [
        published[["workload", f"size_{end}", f"ms_{end}"]].set_axis(["workload", "size", "ms"], axis=1)
        for end in ("from", "to")
    ]
    theirs = pd.concat(ends).assign(whose="published", python="3.12", machine="16-vCPU AMD EPYC 7R12")
    # The paper counts in results, 128 at most, or completions, 720 at most.
    theirs["size"] = theirs["size"].astype(str).str.split().str[0].astype(int)
    ours = shipped("measured", "check_times.csv").assign(whose="this kit")
    both = pd.concat([theirs, ours], ignore_index=True)[["workload", "whose", "size", "ms", "python", "machine"]]
    return both.sort_values(["workload", "whose", "size"], kind="stable", ignore_index=True)


def _paint_times(table: pd.DataFrame, dark: bool) -> Painted:
    from execedit_kit.draw.chart import new_charts

    colours = theme(dark)
    figure, panels = new_charts(colours, 9.6, 4.2, len(_TIMES))
    for axes, (workload, (title, unit)) in zip(panels, _TIMES.items(), strict=True):
        rows = table[table["workload"] == workload]
        _time_panel(axes, rows, colours)
        axes.set_title(title, loc="left", color=colours.ink, fontsize=11, fontweight="bold")
        axes.set_xlabel(unit, color=colours.muted)
    panels[0].set_ylabel("milliseconds, median of five fresh processes", color=colours.muted)
    panels[0].legend(frameon=False, labelcolor=colours.ink, fontsize=9, loc="upper left")
    ours = table[table["whose"] == "this kit"].iloc[0]
    theirs = table[table["whose"] == "published"].iloc[0]
    note = (
        f"published: CPython {theirs['python']}, {theirs['machine']}; this kit: CPython {ours['python']}, "
        f"{ours['machine']}. Other machines: compare shapes, not milliseconds."
    )
    figure.supxlabel(note, color=colours.muted, fontsize=8, x=0.01, ha="left")
    return figure


def _time_panel(axes: Axes, rows: pd.DataFrame, colours: Theme) -> None:
    theirs, ours = (rows[rows["whose"] == whose] for whose in ("published", "this kit"))
    axes.plot(
        theirs["size"], theirs["ms"], "s:", color=colours.no_line, markersize=7, label="published: ends of a range"
    )
    axes.plot(ours["size"], ours["ms"], "o-", color=colours.done_line, markersize=4, label="measured with this kit")
    axes.set(xscale="log", yscale="log", ylim=(0.05, 1000))
    axes.grid(color=colours.lane, linewidth=1)
    axes.set_axisbelow(True)


PAPER_FIGURES = (
    _drawn("laptop-fork", "The laptop order, forked into two suppliers", "laptop", fork_choice("b0", rule="suppliers")),
    _drawn(
        "laptop-fork-tight",
        "The same fork with the word for R taken out of the policy",
        "laptop-tight",
        fork_choice("b0", rule="suppliers"),
    ),
    _drawn(
        "laptop-restore-live",
        "R is paid, and a checkpoint from before approval is restored: a reuse",
        "laptop-paid",
        restore_live("b0#1R", "k"),
    ),
    _drawn("release-emergency", "A release and an emergency plan, both kept possible", "release-emergency", None),
    _pruned("release-emergency-rounds", "Two executions, then one, then none", "release-emergency", rounds),
    _pruned("release-emergency-states", "The states that fall, and in which round", "release-emergency", state_graph),
    _drawn(
        "edit-fork-parallel",
        "A fork in parallel",
        "lab-robot",
        fork_parallel("pipette", rule="two-tubes"),
    ),
    _drawn(
        "edit-restore-replace",
        "A restore that replaces, signed",
        "insurance-claim",
        restore_replace("damage", "filed", signed_by=("claimant",)),
    ),
    _drawn(
        "edit-merge-select",
        "A merge that selects, signed",
        "code-review",
        merge_select("g#1", "left", rule="land", signed_by=("maintainer",)),
    ),
    _drawn("edit-merge-join", "A merge that joins", "order-split", merge_join("g#1", rule="bill")),
    Figure(
        "check-times",
        "Times of the exact check: the paper's ranges, and this kit's medians",
        "arXiv 2608.22928 (ranges) and this kit (points), each labelled",
        _times,
        _paint_times,
    ),
)
"""In the order of the paper: the running example, the rounds, the edits, the times."""
