"""The ghost of an edit: the scene as if it were accepted, every element marked as kept, added, removed or copied."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from execedit_kit.edits.derivation import Derivation
from execedit_kit.record.events import ForkChoice, ForkParallel
from execedit_kit.record.execution import ExecutionRecord, install_edit
from execedit_kit.widgets.layout import band_id, call_id, layout, tip_id
from execedit_kit.widgets.scene import scene
from execedit_kit.widgets.scene_parts import Change, Edge, Scene


def ghost(record: ExecutionRecord, derived: Derivation) -> Scene:
    """Return the scene as if a derived edit were accepted, every element marked as kept, added or removed."""
    after = install_edit(record, derived.request, derived.target, derived.calls, derived.origins)
    before, then = scene(record), scene(after)
    given_up = {call_id(call) for call in layout(after).given_up - layout(record).given_up}
    copied: set[str] = set()
    if isinstance(derived.request, ForkChoice | ForkParallel):
        copied = {call_id(call) for call in derived.copies.values()} | {tip_id(derived.request.branch)}
        copied.add(band_id(derived.request.branch))
        copied |= {node.frame for node in before.nodes if node.frame and node.id in copied}

    def lost_how(item: Any) -> Change:
        ends = (item.source, item.target) if isinstance(item, Edge) else (item.id,)
        return "copied" if copied.intersection(ends) else "removed"

    def marked(old: Any, new: Any) -> Any:
        known = {item.id for item in old}
        there = {item.id for item in new}
        lost = (replace(item, change=lost_how(item)) for item in old if item.id not in there)
        kept = (
            replace(item, change="removed" if item.id in given_up else "kept" if item.id in known else "added")
            for item in new
        )
        return (*kept, *lost)

    return Scene(
        max(before.width, then.width),
        max(before.height, then.height),
        marked(before.bands, then.bands),
        marked(before.edges, then.edges),
        marked(before.nodes, then.nodes),
        then.strip,
    )
