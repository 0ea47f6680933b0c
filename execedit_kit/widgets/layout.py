"""Where everything stands: a fold over the history, so that nothing that exists ever moves.

Workflows are series-parallel, so a branch is a lane of cells and time runs to the right. Each event adds to the
layout; what an edit adds takes the first free cells from where it grows. A proposed edit is laid out as if it were
accepted, and so its ghosts stand where the real thing will.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, TypeAlias

from frozendict import frozendict

from execedit_kit.edits.derivation import Derivation
from execedit_kit.edits.unfold import unfold
from execedit_kit.record.events import (
    Checkpoint,
    ForkChoice,
    ForkParallel,
    MergeJoin,
    MergeSelect,
    RestoreLive,
    RestoreReplace,
)
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.workflow import Branch, Choice, Join, Parallel, Sequence, Workflow, branches
from execedit_kit.widgets.ranks import Block, covering, ranks

START = "start"
JunctionKind: TypeAlias = Literal["choice", "parallel", "join", "merge"]


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell: column and row, from 0."""

    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Lane:
    """A branch's cells.

    Parameters
    ----------
    branch : str
        Its name.
    spots : Mapping[str, Spot]
        Call → cell, for every call the branch had when it was made.
    order : tuple[tuple[str, str], ...]
        The covering pairs of any of its results then.
    entry : str
        The node its first calls come from; empty when the workflow says so (after a sequence).
    tip : Spot
        Where it ends.
    rows : int
        How many rows it takes.
    blocks : tuple[Block, ...]
        Calls whose columns are no order.
    cut : int | None
        For a branch that was forked: the column from which its remaining calls went into the copies.
    """

    branch: str
    spots: Mapping[str, Spot]
    order: tuple[tuple[str, str], ...]
    entry: str
    tip: Spot
    rows: int
    blocks: tuple[Block, ...]
    first: int
    cut: int | None = None

    def cells(self) -> tuple[int, int, int, int]:
        """Return the first and last column and row it occupies."""
        last = self.tip.column if self.cut is None else self.cut - 1
        return self.first, max(last, self.first - 1), self.tip.row, self.tip.row + self.rows - 1


@dataclass(frozen=True, slots=True)
class Junction:
    """Where lanes part or meet.

    Parameters
    ----------
    id : str
        ``group:g#1`` for a named group, ``merge:3`` for the third edit's merge, ``join:0`` for an unnamed join.
    entries : tuple[str, ...]
        The nodes that lead in; empty when the workflow says so.
    """

    id: str
    kind: JunctionKind
    spot: Spot
    entries: tuple[str, ...]


@dataclass(frozen=True)
class Layout:
    """Lanes, junctions and flags, as :func:`layout` makes it."""

    lanes: Mapping[str, Lane]
    junctions: Mapping[str, Junction]
    flags: Mapping[str, tuple[Spot, str]]
    """Checkpoint → its cell and the node it stands behind."""
    given_up: frozenset[str]
    """Calls that an edit removed."""

    def taken(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield first and last column and row of everything."""
        for lane in self.lanes.values():
            yield lane.cells()
        for junction in self.junctions.values():
            spot = junction.spot
            yield spot.column, spot.column, spot.row, spot.row

    def free_row(self, row: int, rows: int, first: int, last: int) -> int:
        """Return the first row from `row` on with `rows` free rows in the columns first..last."""
        busy = [(top, bottom) for left, right, top, bottom in self.taken() if left <= last and right >= first]
        while True:
            below = [bottom for top, bottom in busy if top < row + rows and bottom >= row]
            if not below:
                return row
            row = max(below) + 1

    def with_lane(self, branch: Branch, column: int, row: int, entry: str) -> Layout:
        """Return the layout with a branch from `column` on, in the first free rows from `row` on."""
        order = covering(branch.contract)
        ranked = ranks(branch.contract, order)
        row = self.free_row(row, ranked.rows, column, column + ranked.columns)
        spots = {call: Spot(column + c, row + r) for call, (c, r) in ranked.cells.items()}
        tip = Spot(column + ranked.columns, row)
        lane = Lane(branch.name, frozendict(spots), order, entry, tip, ranked.rows, ranked.blocks, column)
        return replace(self, lanes=frozendict({**self.lanes, branch.name: lane}))

    def with_junction(self, name: str, kind: JunctionKind, column: int, row: int, entries: tuple[str, ...]) -> Layout:
        """Return the layout with a junction in the first free row from `row` on."""
        spot = Spot(column, self.free_row(row, 1, column, column))
        return replace(self, junctions=frozendict({**self.junctions, name: Junction(name, kind, spot, entries)}))

    def end(self, kept: Workflow) -> Spot:
        """Return where a merge of a group would stand that keeps `kept`: an arm, or the group."""
        column = self.lane_end(kept) + 1
        row = min(self.lanes[branch.name].tip.row for branch in branches(kept))
        return Spot(column, self.free_row(row, 1, column, column))

    def lane_end(self, tree: Workflow) -> int:
        """Return the last column of a workflow's lanes."""
        return max(self.lanes[branch.name].tip.column for branch in branches(tree))


def call_id(call: str) -> str:
    """Return the id of a call's node."""
    return f"call:{call}"


def band_id(branch: str) -> str:
    """Return the id of a lane's ground."""
    return f"band:{branch}"


def frame_id(branch: str, block: int) -> str:
    """Return the id of the frame around a block of a branch's calls."""
    return f"frame:{branch}:{block}"


def tip_id(branch: str) -> str:
    """Return the id of a branch's tip."""
    return f"tip:{branch}"


def flag_id(checkpoint: str) -> str:
    """Return the id of a checkpoint's flag."""
    return f"flag:{checkpoint}"


def group_id(group: str) -> str:
    """Return the id of a group's junction."""
    return f"group:{group}"


def end_id(group: str) -> str:
    """Return the id of a group's end, where its arms would meet in a merge."""
    return f"end:{group}"


@lru_cache(maxsize=128)
def layout(record: ExecutionRecord) -> Layout:
    """Return the layout of a record: of its root workflow, then event by event."""
    drawn = Layout(frozendict(), frozendict(), frozendict(), frozenset())
    drawn, _ = _tree(drawn, record.registration.workflow, 1, 0, START)
    for before, event, derived, _ in unfold(record):
        if derived is not None:
            drawn = _edit(drawn, before, derived)
        elif isinstance(event, Checkpoint):
            drawn = _flag(drawn, before, event.name, event.branch)
    return drawn


def _tree(drawn: Layout, tree: Workflow, column: int, row: int, entry: str) -> tuple[Layout, int]:
    """Lay out a root workflow; return also its last column."""
    if isinstance(tree, Branch):
        drawn = drawn.with_lane(tree, column, row, entry)
        return drawn, drawn.lanes[tree.name].tip.column
    if isinstance(tree, Sequence):
        drawn, end = _tree(drawn, tree.left, column, row, entry)
        return _tree(drawn, tree.right, end + 1, row, "")
    kind: JunctionKind = "choice" if isinstance(tree, Choice) else "parallel" if isinstance(tree, Parallel) else "join"
    name = f"join:{len(drawn.junctions)}" if isinstance(tree, Join) else group_id(tree.group)
    drawn = drawn.with_junction(name, kind, column, row, (entry,) if entry else ())
    row = drawn.junctions[name].spot.row
    drawn, left = _tree(drawn, tree.left, column + 1, row, name)
    drawn, right = _tree(drawn, tree.right, column + 1, row + 1, name)
    return drawn, max(left, right)


def _flag(drawn: Layout, record: ExecutionRecord, name: str, branch: str) -> Layout:
    lane = drawn.lanes[branch]
    spot = Spot(_reached(record, lane), lane.tip.row)
    behind = frontier(record, lane)[-1]
    return replace(drawn, flags=frozendict({**drawn.flags, name: (spot, behind)}))


def frontier(record: ExecutionRecord, lane: Lane) -> tuple[str, ...]:
    """Return the nodes that a lane's progress has reached: its last processed calls, or what leads in."""
    done = [call for call in record.progress(lane.branch) if call in lane.spots]
    followed = {first for first, then in lane.order if then in done}
    return tuple(call_id(call) for call in done if call not in followed) or (lane.entry or tip_id(lane.branch),)


def _reached(record: ExecutionRecord, lane: Lane) -> int:
    """Return the first column after a lane's processed calls."""
    done = [lane.spots[call].column for call in record.progress(lane.branch) if call in lane.spots]
    return max(done, default=lane.first - 1) + 1


def _edit(drawn: Layout, record: ExecutionRecord, derived: Derivation) -> Layout:
    request = derived.request
    if isinstance(request, ForkChoice | ForkParallel):
        return _fork(drawn, record, derived)
    if isinstance(request, RestoreReplace | RestoreLive):
        return _restore(drawn, record, derived, request)
    return _merge(drawn, derived, request)


def _fork(drawn: Layout, record: ExecutionRecord, derived: Derivation) -> Layout:
    group, lane = derived.after, drawn.lanes[_branch(derived.before).name]
    assert isinstance(group, Choice | Parallel)
    entries = frontier(record, lane)
    cut = _reached(record, lane)
    drawn = replace(drawn, lanes=frozendict({**drawn.lanes, lane.branch: replace(lane, cut=cut)}))
    name = group_id(group.group)
    kind: JunctionKind = "choice" if isinstance(group, Choice) else "parallel"
    drawn = drawn.with_junction(name, kind, cut, lane.tip.row, entries)
    drawn = drawn.with_lane(_branch(group.left), cut + 1, lane.tip.row, name)
    below = drawn.lanes[_branch(group.left).name]
    return drawn.with_lane(_branch(group.right), cut + 1, below.tip.row + below.rows, name)


def _restore(
    drawn: Layout, record: ExecutionRecord, derived: Derivation, request: RestoreReplace | RestoreLive
) -> Layout:
    branch = _branch(derived.before)
    spot, _ = drawn.flags[request.checkpoint]
    entry, column = flag_id(request.checkpoint), spot.column + 1
    if isinstance(derived.after, Parallel):
        name = group_id(derived.after.group)
        drawn = drawn.with_junction(name, "parallel", column, spot.row + 1, (entry,))
        spot = drawn.junctions[name].spot
        return drawn.with_lane(_branch(derived.after.right), column + 1, spot.row, name)
    if not branch.contract.finished:
        drawn = replace(drawn, given_up=drawn.given_up | set(branch.contract.calls))
    return drawn.with_lane(_branch(derived.after), column, spot.row + 1, entry)


def _merge(drawn: Layout, derived: Derivation, request: MergeSelect | MergeJoin) -> Layout:
    assert isinstance(derived.after, Sequence)
    kept, added = derived.after.left, _branch(derived.after.right)
    if isinstance(request, MergeSelect):
        assert isinstance(derived.before, Choice)
        lost = derived.before.right if request.winner == "left" else derived.before.left
        calls = {call for branch in branches(lost) for call in branch.contract.calls}
        drawn = replace(drawn, given_up=drawn.given_up | calls)
    spot, name = drawn.end(kept), f"merge:{derived.number}"
    drawn = drawn.with_junction(name, "merge", spot.column, spot.row, ())
    return drawn.with_lane(added, spot.column + 1, spot.row, name)


def _branch(tree: Workflow) -> Branch:
    assert isinstance(tree, Branch)
    return tree
