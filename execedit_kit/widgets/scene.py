"""What the desk shows: a scene of stable ids, boxes, paths and names. No markup, and nothing for the browser to guess.

A scene is a pure function of a record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Literal

from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.workflow import Branch, Choice, Workflow, branches, current, enabled
from execedit_kit.widgets.edges import edges, live_branches
from execedit_kit.widgets.layout import (
    START,
    Lane,
    Layout,
    Spot,
    band_id,
    call_id,
    end_id,
    flag_id,
    frame_id,
    layout,
    tip_id,
)
from execedit_kit.widgets.scene_parts import (
    BOX,
    CELL,
    LABEL,
    MARGIN,
    Authorization,
    Band,
    Node,
    NodeKind,
    NodeState,
    Scene,
)


@lru_cache(maxsize=64)
def scene(record: ExecutionRecord) -> Scene:
    """Return the scene of a record."""
    drawn = layout(record)
    nodes = {node.id: node for node in _nodes(record, drawn)}
    bands = tuple(_bands(record, drawn, nodes))
    frames = {band.id: band for band in bands if band.kind == "frame"}
    ends = tuple(_ends(record, drawn))
    boxes: list[Node | Band] = [*nodes.values(), *bands, *ends]
    return Scene(
        max(box.x + box.width for box in boxes) + MARGIN,
        max(box.y + box.height for box in boxes) + MARGIN,
        bands,
        tuple(edges(record, drawn, nodes, frames)),
        tuple(nodes.values()),
        tuple(_strip(record)),
        ends,
    )


def _nodes(record: ExecutionRecord, drawn: Layout) -> Iterator[Node]:
    yield _node(START, "start", Spot(0, 0), "start", "", "past", name="start")
    live = {branch.name: branch for branch in live_branches(record.workflow)}
    now = {node.name for node in current(record.workflow) if isinstance(node, Branch)}
    groups = {node.group for node in current(record.workflow) if not isinstance(node, Branch)}
    may = {call for call, _ in enabled(record.workflow)}
    done = {step.call: step for step in record.processed}
    known = {branch.name for branch in branches(record.workflow)}
    for lane in drawn.lanes.values():
        remaining = set(live[lane.branch].contract.calls if lane.branch in live else ())
        framed = {call: n for n, block in enumerate(lane.blocks) for call in block.calls}
        for call, spot in lane.spots.items():
            state: NodeState
            if call in done:
                state = done[call].mode
            elif lane.cut is not None:
                continue
            elif call in drawn.given_up:
                state = "given up"
            elif call not in remaining:
                state = "impossible"
            else:
                state = "enabled" if call in may else "waiting"
            yield _call(record, lane, call, spot, state, framed.get(call))
        if lane.branch in known:
            at: NodeState = "current" if lane.branch in now else "later" if lane.branch in live else "lost"
            yield _node(
                tip_id(lane.branch),
                "tip",
                lane.tip,
                "",
                "",
                at,
                branch=lane.branch,
                name=f"tip of branch {lane.branch}, {at}",
            )
    for junction in drawn.junctions.values():
        words = {"choice": "one of", "parallel": "both", "join": "both", "merge": "then"}[junction.kind]
        group = junction.id.partition(":")[2] if junction.id.startswith("group:") else ""
        at = "current" if group in groups else "past"
        yield _node(junction.id, "junction", junction.spot, words, group, at, name=f"{words} {group}".strip())
    taken: dict[Spot, float] = {}
    for name, (spot, behind) in drawn.flags.items():
        stored = record.checkpoints[name]
        word = f"checkpoint {name} of branch {stored.branch}, after {behind.partition(':')[2] or 'the start'}"
        flag = _flag(name, spot, taken.get(spot, 0), stored.branch, word)
        taken[spot] = taken.get(spot, 0) + flag.width + 4
        yield flag


def _ends(record: ExecutionRecord, drawn: Layout) -> Iterator[Node]:
    """Yield the ends of the current groups."""
    for tree in current(record.workflow):
        if isinstance(tree, Branch):
            continue
        kept: Workflow = tree
        if isinstance(tree, Choice) and tree.selected != "open":
            kept = tree.left if tree.selected == "left" else tree.right
        words = f"end of group {tree.group}"
        yield _node(end_id(tree.group), "end", drawn.end(kept), "end", tree.group, "current", name=words)


def _call(record: ExecutionRecord, lane: Lane, call: str, spot: Spot, state: NodeState, block: int | None) -> Node:
    action = record.calls[call]
    reuse = state == "reuse" or (state not in ("new", "reuse") and action in record.log)
    words = {"new": "processed, new", "reuse": "processed, reuse"}.get(state, state)
    if state in ("enabled", "waiting"):
        words += ", reuse: already authorized" if reuse else ", new"
    name = f"call {call}, action {action}, branch {lane.branch}, {words}"
    detail = action if record.label(action) == action else f"{action} · {record.label(action)}"
    frame = ""
    if block is not None:
        frame = frame_id(lane.branch, block)
        name += f", {lane.blocks[block].says}: {len(lane.blocks[block].calls)} calls"
    node = _node(call_id(call), "call", spot, call, detail, state, reuse=reuse, branch=lane.branch, name=name)
    return replace(node, frame=frame)


def _node(
    name_: str,
    kind: NodeKind,
    spot: Spot,
    label: str,
    detail: str,
    state: NodeState,
    *,
    reuse: bool = False,
    branch: str = "",
    name: str,
) -> Node:
    width, height = {"call": BOX, "junction": (64, 40), "end": (64, 40), "start": (56, 24), "tip": (24, 24)}.get(
        kind, BOX
    )
    x, y = _corner(spot)
    dx = 0 if kind == "tip" else (CELL[0] - width) / 2
    return Node(
        name_,
        kind,
        x + dx,
        y + (CELL[1] - height) / 2 + LABEL,
        width,
        height,
        label,
        detail,
        state,
        reuse,
        branch,
        name,
    )


def _flag(name: str, spot: Spot, after: float, branch: str, words: str) -> Node:
    """Return a flag on the border between two columns, above the lane, beside those that stand there already."""
    x, y = _corner(spot)
    wide = min(max(28, 12 + 7 * len(name)), 100)
    return Node(flag_id(name), "flag", x - 14 + after, y - 8, wide, 28, name, "", "past", False, branch, words)


def _corner(spot: Spot) -> tuple[float, float]:
    return MARGIN + spot.column * CELL[0], MARGIN + spot.row * CELL[1]


def _bands(record: ExecutionRecord, drawn: Layout, nodes: Mapping[str, Node]) -> Iterator[Band]:
    live = {branch.name for branch in live_branches(record.workflow)}
    for lane in drawn.lanes.values():
        first, last, top, bottom = lane.cells()
        if last < first:
            continue
        x, y = _corner(Spot(first, top))
        width = (last - first + 1) * CELL[0] - (0 if lane.cut is not None else CELL[0] - 32)
        height = (bottom - top + 1) * CELL[1]
        yield Band(band_id(lane.branch), x, y, width, height - 8, lane.branch, lane.branch in live, x + 9)
        for n, block in enumerate(lane.blocks):
            spots = [lane.spots[call] for call in block.calls if call_id(call) in nodes]
            if spots:
                corner = min(spot.column for spot in spots) == first and min(spot.row for spot in spots) == top
                after = 9 * min(len(lane.branch), 12) + 8 if corner else 0
                yield _frame(frame_id(lane.branch, n), spots, block.says, lane.branch in live, after)


def _frame(name: str, spots: list[Spot], says: str, live: bool, after: float) -> Band:
    """Return the frame around some cells; what it says stands above them, after the lane's own label."""
    columns, rows = {spot.column for spot in spots}, {spot.row for spot in spots}
    x, y = _corner(Spot(min(columns), min(rows)))
    width, height = (max(columns) - min(columns) + 1) * CELL[0], (max(rows) - min(rows) + 1) * CELL[1]
    return Band(name, x + 5, y + 17, width - 10, height - 23, says, live, x + 14 + after, "frame")


def _strip(record: ExecutionRecord) -> Iterator[Authorization]:
    for action in record.log:
        state: Literal["before", "queued", "sent", "settled"] = "before"
        if action in record.returns:
            state = "settled"
        elif action in record.sent:
            state = "sent"
        elif action in record.queued:
            state = "queued"
        yield Authorization(action, record.label(action), state)
