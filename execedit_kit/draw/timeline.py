"""A runtime's audit trail over time: the rules in force, and every action from its authorization to its return."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from execedit_kit.draw.theme import Theme, theme
from execedit_kit.record.errors import KitError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from execedit_kit.runtime.trail import Happening

_MOST_EVENTS, _MOST_ACTIONS, _LONGEST_NAME = 60, 24, 18


def timeline(trail: Sequence[Happening], *, dark: bool = False) -> Figure:
    """Draw what happened, in the order in which it happened.

    Above, the rule versions, each from the edit or extension that opened it to the one that closed it, and the
    checkpoints. Below, a row for every action in the log: authorized (●), perhaps reused (○), its request waiting
    (dotted), sent (▶), and returned (■). Refusals are not there: they change nothing.

    Parameters
    ----------
    trail : Sequence[Happening]
        Of :meth:`~execedit_kit.runtime.runtime.Runtime.trail`. A long one is drawn from its latest events.
    dark : bool
        Whether on a dark ground.

    Returns
    -------
    matplotlib.figure.Figure
        It shows itself at the end of a notebook cell.
    """
    from execedit_kit.draw.chart import new_chart

    if not trail:
        raise KitError("a trail without rows cannot be drawn; a runtime's trail has at least its creation")
    colours = theme(dark)
    first = trail[max(0, len(trail) - _MOST_EVENTS)].version
    every = list(dict.fromkeys(row.action for row in trail if row.action))
    shown = [name for name in every if any(row.action == name and row.version >= first for row in trail)]
    shown = shown[-_MOST_ACTIONS:]
    last = trail[-1].version
    figure, axes = new_chart(colours, min(14.0, 3.2 + 0.34 * (last - first + 1)), 1.6 + 0.36 * (len(shown) + 2))
    _rules(axes, trail, first, colours)
    _checkpoints(axes, trail, first, colours)
    for row, name in enumerate(shown, start=2):
        _action(axes, [one for one in trail if one.action == name], row, (first, last), colours)
    axes.set_yticks(range(len(shown) + 2), ["rules", "checkpoints", *map(_short, shown)], fontsize=10)
    axes.set(xlim=(first - 0.8, last + 1.2), ylim=(len(shown) + 1.6, -0.8))
    axes.locator_params(axis="x", integer=True)
    axes.tick_params(axis="x", labelsize=9, colors=colours.muted)
    note = "record version.   ● authorized   ○ reused   ┄ waits   ▶ sent   ■ returned"
    if first > trail[0].version or len(shown) < len(every):
        note += "   (earlier events left out)"
    axes.set_xlabel(note, loc="left", color=colours.muted, fontsize=9)
    return figure


def _rules(axes: Axes, trail: Sequence[Happening], first: int, colours: Theme) -> None:
    """Draw a bar for each rule version, and a line down where the rules changed."""
    before = [None, *(row.rule_version for row in trail)]
    opened = [row for row, old in zip(trail, before, strict=False) if row.rule_version != old]
    ends = [*(row.version for row in opened[1:]), trail[-1].version + 1]
    for n, (row, end) in enumerate(zip(opened, ends, strict=True)):
        start = max(row.version, first) - 0.5 * (row.version <= first)
        if end <= first:
            continue
        axes.barh(0, end - start, left=start, height=0.62, color=colours.lane, edgecolor=colours.line, linewidth=0.8)
        axes.text(start + 0.15, 0, str(row.rule_version), va="center", color=colours.ink, fontsize=10)
        if n and row.version >= first:
            axes.axvline(row.version, color=colours.edit_line, linewidth=1.2, linestyle="--", zorder=0)
            name = "extension" if row.event == "extend" else row.name.replace("_", " ")
            axes.text(row.version + 0.1, -0.62, name, va="center", color=colours.ink, fontsize=8)


def _checkpoints(axes: Axes, trail: Sequence[Happening], first: int, colours: Theme) -> None:
    for row in trail:
        if row.event == "checkpoint" and row.version >= first:
            axes.plot(row.version, 1, marker="d", markersize=8, color=colours.flag, markeredgecolor=colours.flag_line)
            axes.text(row.version + 0.25, 1, _short(row.name), va="center", color=colours.ink, fontsize=9)


def _action(axes: Axes, rows: Sequence[Happening], at: int, span: tuple[int, int], colours: Theme) -> None:
    """Draw one action's row; `span` is the first and the last version that are shown."""
    first, last = span
    found = {kind: next((row.version for row in rows if row.event == kind), None) for kind in ("dispatch", "settle")}
    new = next((row.version for row in rows if row.mode == "new"), None)
    sent, returned = found["dispatch"], found["settle"]
    if new is not None:
        end = last + 0.6 if sent is None else sent
        axes.plot([max(new, first), max(end, first)], [at, at], ":", color=colours.line, linewidth=1.6, zorder=1)
    if sent is not None:
        end = last + 0.6 if returned is None else returned
        axes.plot([max(sent, first), max(end, first)], [at, at], "-", color=colours.done_line, linewidth=2.2, zorder=1)
    for version, marker in ((sent, ">"), (returned, "s")):
        if version is not None and version >= first:
            axes.plot(version, at, marker=marker, markersize=8, color=colours.done, markeredgecolor=colours.done_line)
    for row in rows:
        if row.event == "call" and row.version >= first:
            fill = colours.done_line if row.mode == "new" else colours.card
            axes.plot(row.version, at, marker="o", markersize=8, color=fill, markeredgecolor=colours.done_line)
            axes.text(row.version, at - 0.36, _short(row.name), ha="center", va="center", color=colours.ink, fontsize=8)


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 6]}…{name[-5:]}"
