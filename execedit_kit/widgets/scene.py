"""What the desk shows: a scene of stable ids, boxes, paths and names. No markup, and nothing for the browser to guess.

A scene is a pure function of a record.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.workflow import (
    Branch,
    Choice,
    Sequence,
    Workflow,
    branches,
    current,
    enabled,
    groups,
)
from execedit_kit.widgets.layout import (
    START,
    Lane,
    Layout,
    Spot,
    call_id,
    end_id,
    flag_id,
    group_id,
    layout,
    tip_id,
)

NodeKind: TypeAlias = Literal["start", "call", "junction", "flag", "tip", "end"]
NodeState: TypeAlias = Literal[
    "past", "new", "reuse", "enabled", "waiting", "impossible", "given up", "current", "later", "lost", "merged"
]
Change: TypeAlias = Literal["kept", "added", "removed", "copied"]

# Pixels of a cell, of what stands in it, and of the margin around all.
CELL = (144, 76)
BOX = (118, 42)
MARGIN = 24
_LISTS = ("bands", "edges", "nodes", "strip", "ends")
# A lane's label stands above its boxes.
LABEL = 6


@dataclass(frozen=True, slots=True)
class Node:
    """Something that stands somewhere.

    Parameters
    ----------
    id : str
        Stable: ``call:xa``, ``group:g#1``, ``flag:k``, ``tip:b0``.
    x, y, width, height : float
        Its box, in pixels.
    label, detail : str
        What is written on it, large and small.
    state : NodeState
        What it is at now.
    reuse : bool
        For a call: whether its action is authorized already (and so "already happened").
    branch : str
        For a call, tip or flag: its branch.
    name : str
        The whole of it in words, for a screen reader and the table.
    change : Change
        In a ghost: whether the edit keeps, adds or removes it; ``copied`` for a call whose copies go on in its place.
    """

    id: str
    kind: NodeKind
    x: float
    y: float
    width: float
    height: float
    label: str
    detail: str
    state: NodeState
    reuse: bool
    branch: str
    name: str
    change: Change = "kept"


@dataclass(frozen=True, slots=True)
class Edge:
    """A path from one node to another, as an SVG path."""

    id: str
    source: str
    target: str
    path: str
    change: Change = "kept"


@dataclass(frozen=True, slots=True)
class Band:
    """A lane's ground and its label."""

    id: str
    x: float
    y: float
    width: float
    height: float
    label: str
    live: bool
    change: Change = "kept"


@dataclass(frozen=True, slots=True)
class Authorization:
    """One entry of the append-only strip: an authorized action, its label, and how far its request got."""

    action: str
    label: str
    state: Literal["before", "queued", "sent", "settled"]


@dataclass(frozen=True, slots=True)
class Scene:
    """All of it. `document` is what travels to the browser; `ends` are drop places, shown while something is held."""

    width: float
    height: float
    bands: tuple[Band, ...]
    edges: tuple[Edge, ...]
    nodes: tuple[Node, ...]
    strip: tuple[Authorization, ...]
    ends: tuple[Node, ...] = ()

    def document(self) -> dict[str, Any]:
        """Return the scene as JSON values."""
        lists = {kind: [asdict(item) for item in getattr(self, kind)] for kind in _LISTS}
        return {"width": self.width, "height": self.height, **lists}

    def over(self, before: Scene) -> dict[str, Any]:
        """Return, as JSON values, what differs from the scene before: what a ghost needs to travel."""
        changed: dict[str, Any] = {"width": self.width, "height": self.height}
        for kind in ("bands", "edges", "nodes"):
            known = {item.id: item for item in getattr(before, kind)}
            changed[kind] = [asdict(item) for item in getattr(self, kind) if known.get(item.id) != item]
        changed["gone"] = [node.id for node in before.nodes if node.id not in {node.id for node in self.nodes}]
        changed["strip"] = [asdict(entry) for entry in self.strip]
        return changed


@lru_cache(maxsize=64)
def scene(record: ExecutionRecord) -> Scene:
    """Return the scene of a record."""
    drawn = layout(record)
    nodes = {node.id: node for node in _nodes(record, drawn)}
    edges = tuple(_edges(record, drawn, nodes))
    bands = tuple(_bands(record, drawn))
    ends = tuple(_ends(record, drawn))
    boxes: list[Node | Band] = [*nodes.values(), *bands, *ends]
    return Scene(
        max(box.x + box.width for box in boxes) + MARGIN,
        max(box.y + box.height for box in boxes) + MARGIN,
        bands,
        edges,
        tuple(nodes.values()),
        tuple(_strip(record)),
        ends,
    )


def _nodes(record: ExecutionRecord, drawn: Layout) -> Iterator[Node]:
    yield _node(START, "start", Spot(0, 0), "start", "", "past", name="start")
    live = {branch.name: branch for branch in _live(record.workflow)}
    now = {node.name for node in current(record.workflow) if isinstance(node, Branch)}
    groups = {node.group for node in current(record.workflow) if not isinstance(node, Branch)}
    may = {call for call, _ in enabled(record.workflow)}
    done = {step.call: step for step in record.processed}
    known = {branch.name for branch in branches(record.workflow)}
    for lane in drawn.lanes.values():
        remaining = live[lane.branch].contract.calls if lane.branch in live else ()
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
            yield _call(record, lane, call, spot, state)
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
    for name, (spot, behind) in drawn.flags.items():
        stored = record.checkpoints[name]
        word = f"checkpoint {name} of branch {stored.branch}, after {behind.partition(':')[2] or 'the start'}"
        before = sum(other == spot for other, _ in list(drawn.flags.values())[: list(drawn.flags).index(name)])
        yield _flag(name, spot, before, stored.branch, word)


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


def _call(record: ExecutionRecord, lane: Lane, call: str, spot: Spot, state: NodeState) -> Node:
    action = record.calls[call]
    reuse = state == "reuse" or (state not in ("new", "reuse") and action in record.log)
    words = {"new": "processed, new", "reuse": "processed, reuse"}.get(state, state)
    if state in ("enabled", "waiting"):
        words += ", reuse: already authorized" if reuse else ", new"
    name = f"call {call}, action {action}, branch {lane.branch}, {words}"
    detail = action if record.label(action) == action else f"{action} · {record.label(action)}"
    return _node(call_id(call), "call", spot, call, detail, state, reuse=reuse, branch=lane.branch, name=name)


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


def _flag(name: str, spot: Spot, before: int, branch: str, words: str) -> Node:
    """Return a flag on the border between two columns, above the lane, beside those that stand there already."""
    x, y = _corner(spot)
    return Node(flag_id(name), "flag", x - 14 + 32 * before, y - 8, 28, 28, name, "", "past", False, branch, words)


def _corner(spot: Spot) -> tuple[float, float]:
    return MARGIN + spot.column * CELL[0], MARGIN + spot.row * CELL[1]


def _bands(record: ExecutionRecord, drawn: Layout) -> Iterator[Band]:
    live = {branch.name for branch in _live(record.workflow)}
    for lane in drawn.lanes.values():
        first, last, top, bottom = lane.cells()
        if last < first:
            continue
        x, y = _corner(Spot(first, top))
        width = (last - first + 1) * CELL[0] - (0 if lane.cut is not None else CELL[0] - 32)
        height = (bottom - top + 1) * CELL[1]
        yield Band(f"band:{lane.branch}", x, y, width, height - 8, lane.branch, lane.branch in live)


def _edges(record: ExecutionRecord, drawn: Layout, nodes: dict[str, Node]) -> Iterator[Edge]:
    pairs: list[tuple[str, str]] = []
    heads: dict[str, list[str]] = {}
    for lane in drawn.lanes.values():
        shown = [call for call in lane.spots if call_id(call) in nodes]
        inner = [(first, then) for first, then in lane.order if first in shown and then in shown]
        later, earlier = {then for _, then in inner}, {first for first, _ in inner}
        first_calls = [call_id(call) for call in shown if call not in later]
        last_calls = [call_id(call) for call in shown if call not in earlier]
        tip = tip_id(lane.branch)
        heads[lane.branch] = first_calls or ([tip] if tip in nodes else [])
        pairs += [(call_id(first), call_id(then)) for first, then in inner]
        if lane.entry:
            pairs += [(lane.entry, head) for head in heads[lane.branch]]
        if tip in nodes:
            pairs += [(call, tip) for call in last_calls]
    for junction in drawn.junctions.values():
        pairs += [(entry, junction.id) for entry in junction.entries]
    pairs += _sequences(record.workflow, drawn, heads)
    pairs += _beside_copies(record.workflow, drawn)
    for source, target in dict.fromkeys(pairs):
        if source in nodes and target in nodes:
            yield Edge(f"{source}→{target}", source, target, _path(nodes[source], nodes[target]))


def _sequences(tree: Workflow, drawn: Layout, heads: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    """Yield the edges from the end of what comes first to the beginning of what comes after."""
    if isinstance(tree, Branch):
        return
    yield from _sequences(tree.left, drawn, heads)
    yield from _sequences(tree.right, drawn, heads)
    if isinstance(tree, Sequence):
        for branch in _live(tree.left):
            for entry in _entries(tree.right, drawn, heads):
                yield tip_id(branch.name), entry


def _beside_copies(tree: Workflow, drawn: Layout) -> Iterator[tuple[str, str]]:
    """Yield the edges from the group of a live restore to what the branch beside the copy still has to do."""
    for group in groups(tree):
        junction = drawn.junctions.get(group_id(group.group))
        restored = junction is not None and any(entry.startswith("flag:") for entry in junction.entries)
        if restored and isinstance(group.left, Branch):
            going_on = [call_id(call) for call in group.left.contract.enabled()]
            for head in going_on or [tip_id(group.left.name)]:
                yield group_id(group.group), head


def _entries(tree: Workflow, drawn: Layout, heads: dict[str, list[str]]) -> list[str]:
    if isinstance(tree, Branch):
        entry = drawn.lanes[tree.name].entry
        return [entry] if entry else heads[tree.name]
    if isinstance(tree, Sequence):
        return _entries(tree.left, drawn, heads)
    leftmost = next(branches(tree))
    entry = drawn.lanes[leftmost.name].entry
    return [entry] if entry else []


def _live(tree: Workflow) -> Iterator[Branch]:
    """Yield the branches that can still contribute: all but the lost arms of choices."""
    if isinstance(tree, Branch):
        yield tree
    elif isinstance(tree, Choice) and tree.selected != "open":
        yield from _live(tree.left if tree.selected == "left" else tree.right)
    else:
        yield from _live(tree.left)
        yield from _live(tree.right)


def _path(source: Node, target: Node) -> str:
    x1, y1 = source.x + source.width, source.y + source.height / 2
    x2, y2 = target.x, target.y + target.height / 2
    bend = max(20.0, abs(x2 - x1) / 2)
    return f"M{x1:g},{y1:g} C{x1 + bend:g},{y1:g} {x2 - bend:g},{y2:g} {x2:g},{y2:g}"


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
