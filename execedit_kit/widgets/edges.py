"""Which box leads to which: within a lane by the order of its calls, between lanes by the workflow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.workflow import Branch, Choice, Sequence, Workflow, branches, groups
from execedit_kit.widgets.layout import Layout, call_id, group_id, tip_id
from execedit_kit.widgets.routes import Routes
from execedit_kit.widgets.scene_parts import Band, Edge, Node


def edges(
    record: ExecutionRecord, drawn: Layout, nodes: Mapping[str, Node], frames: Mapping[str, Band]
) -> Iterator[Edge]:
    """Yield every edge of a scene; a frame stands for its calls, since none of its columns is a step."""
    pairs: list[tuple[str, str]] = []
    heads: dict[str, list[str]] = {}
    for lane in drawn.lanes.values():
        shown = {call for call in lane.spots if call_id(call) in nodes}
        inner = [(first, then) for first, then in lane.order if first in shown and then in shown]
        later, earlier = {then for _, then in inner}, {first for first, _ in inner}
        first_calls = [call_id(call) for call in lane.spots if call in shown - later]
        last_calls = [call_id(call) for call in lane.spots if call in shown - earlier]
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
    boxes: dict[str, Node | Band] = {**nodes, **frames}
    routes = Routes(boxes.values())
    framed = {node.id: node.frame for node in nodes.values() if node.frame}
    between = dict.fromkeys((framed.get(source, source), framed.get(target, target)) for source, target in pairs)
    for source, target in between:
        if source in boxes and target in boxes:
            yield Edge(f"{source}→{target}", source, target, routes.path(boxes[source], boxes[target]))


def _sequences(tree: Workflow, drawn: Layout, heads: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    """Yield the edges from the end of what comes first to the beginning of what comes after."""
    if isinstance(tree, Branch):
        return
    yield from _sequences(tree.left, drawn, heads)
    yield from _sequences(tree.right, drawn, heads)
    if isinstance(tree, Sequence):
        for branch in live_branches(tree.left):
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


def live_branches(tree: Workflow) -> Iterator[Branch]:
    """Yield the branches that can still contribute: all but the lost arms of choices."""
    if isinstance(tree, Branch):
        yield tree
    elif isinstance(tree, Choice) and tree.selected != "open":
        yield from live_branches(tree.left if tree.selected == "left" else tree.right)
    else:
        yield from live_branches(tree.left)
        yield from live_branches(tree.right)
