"""What a scene consists of: stable ids, boxes, paths and names. No markup, and nothing for the browser to guess."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal, TypeAlias

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
    frame : str
        For a call that stands in a frame: the frame's id.
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
    frame: str = ""
    change: Change = "kept"


@dataclass(frozen=True, slots=True)
class Edge:
    """A path from one node or frame to another, as an SVG path."""

    id: str
    source: str
    target: str
    path: str
    change: Change = "kept"


@dataclass(frozen=True, slots=True)
class Band:
    """A lane's ground and its label; or the frame around calls whose places are no order, and what it says."""

    id: str
    x: float
    y: float
    width: float
    height: float
    label: str
    live: bool
    text: float
    """Where its label begins."""
    kind: Literal["lane", "frame"] = "lane"
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
        lists = {kind: [_plain(item) for item in getattr(self, kind)] for kind in _LISTS}
        return {"width": self.width, "height": self.height, **lists}

    def over(self, before: Scene) -> dict[str, Any]:
        """Return, as JSON values, what differs from the scene before: what a ghost needs to travel."""
        changed: dict[str, Any] = {"width": self.width, "height": self.height}
        for kind in ("bands", "edges", "nodes"):
            known = {item.id: item for item in getattr(before, kind)}
            changed[kind] = [_plain(item) for item in getattr(self, kind) if known.get(item.id) != item]
        there = {node.id for node in self.nodes}
        changed["gone"] = [node.id for node in before.nodes if node.id not in there]
        changed["strip"] = [_plain(entry) for entry in self.strip]
        return changed


def _plain(item: Any) -> dict[str, Any]:
    """Return an item of a scene as JSON values; `asdict` copies deeply, and a scene has thousands of texts."""
    return {field.name: getattr(item, field.name) for field in fields(item)}
