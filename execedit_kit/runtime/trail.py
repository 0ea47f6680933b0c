"""The audit trail: the history as rows of a table, with what each event did."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise

from execedit_kit.runtime.journal import Row
from execedit_kit.runtime.state import Moment


@dataclass(frozen=True, slots=True)
class Happening:
    """One row of the audit trail.

    Parameters
    ----------
    version : int
        The record version that the event made.
    event : str
        ``create``, ``call``, ``dispatch``, ``settle``, ``checkpoint``, ``edit`` or ``extend``.
    name : str
        What it was about: the call, action, checkpoint or kind of edit.
    action, mode : str
        For a call: its action, and ``new`` or ``reuse``; for dispatch and settle the action.
    branch : str
        For a call or a checkpoint: its branch.
    rule_version : int
        The rules in force after it.
    log : int
        How many actions were authorized after it.
    queued : int
        How many requests waited to be sent after it.
    imported : bool
        Whether it came with the record that the runtime was created from.
    at : datetime
        When, by the clock of the process that wrote it.
    """

    version: int
    event: str
    name: str
    action: str
    mode: str
    branch: str
    rule_version: int
    log: int
    queued: int
    imported: bool
    at: datetime


def trail(rows: Iterable[Row], moments: tuple[Moment, ...], imported: int) -> tuple[Happening, ...]:
    """Return the rows of the trail; `moments` are those after every row of the history."""
    made = []
    for row, (before, after) in zip(rows, pairwise((moments[0], *moments)), strict=True):
        event, name, action, mode, branch = _what(row, before, after)
        made.append(
            Happening(
                row.seq,
                event,
                name,
                action,
                mode,
                branch,
                after.rule_version,
                len(after.record.log),
                len(after.record.queued),
                0 < row.seq <= imported,
                datetime.fromtimestamp(row.at, UTC),
            )
        )
    return tuple(made)


def _what(row: Row, before: Moment, after: Moment) -> tuple[str, str, str, str, str]:
    event = row.event
    kind = next(
        kind for kind in ("create", "call", "dispatch", "settle", "checkpoint", "edit", "extend") if kind in event
    )
    if kind == "call":
        step = after.record.processed[-1]
        return kind, step.call, step.action, step.mode, step.branch
    if kind in ("dispatch", "settle"):
        return kind, event[kind], event[kind], "", ""
    if kind == "checkpoint":
        return kind, event[kind], "", "", event["branch"]
    if kind == "edit":
        return kind, next(iter(event["edit"])), "", "", ""
    name = after.record.registration.domain if kind == "create" else ", ".join(event["extend"])
    return kind, name, "", "", ""
