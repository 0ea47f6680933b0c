"""What to draw as one box when a record is too large for a picture of every call."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from execedit_kit.draw.past import Past, Place, place
from execedit_kit.draw.shape import LARGEST
from execedit_kit.draw.view import View
from execedit_kit.record.workflow import Branch, Workflow

MOST_NODES = 150
"""A picture with more is summarised."""
KEPT_FIRST, KEPT_LAST = 2, 4
"""Of a long past: the steps drawn at its beginning and at its end."""


@dataclass(frozen=True)
class Plan:
    """What is drawn as one box.

    Parameters
    ----------
    pasts : frozenset[Place]
        Places whose long past is shortened.
    contracts : frozenset[str]
        Branches whose remaining calls are drawn as one box.
    trees : frozenset[int]
        Inner nodes of the workflow, by identity, that are drawn as one box.
    hidden : int
        How many calls are not drawn one by one.
    """

    pasts: frozenset[Place] = frozenset()
    contracts: frozenset[str] = frozenset()
    trees: frozenset[int] = frozenset()
    hidden: int = 0


def plan(view: View, most: int = MOST_NODES) -> Plan:
    """Decide what is drawn as one box: the longest pasts and the largest contracts first, then whole groups."""
    lost = view.lost
    pasts = {where: len(steps) for where, steps in view.past.items()}
    leaves = [node for node in _nodes(view.tree) if isinstance(node, Branch)]
    contracts = {leaf.name: (2 if leaf.name in lost else max(len(leaf.contract.calls), 1)) for leaf in leaves}
    shortened: set[Place] = set()
    boxed = {
        leaf.name
        for leaf in leaves
        if leaf.name not in lost and len(leaf.contract.results) * len(leaf.contract.calls) > LARGEST
    }
    inner = sum(not isinstance(node, Branch) for node in _nodes(view.tree))
    total = sum(pasts.values()) + sum(1 if name in boxed else size for name, size in contracts.items()) + inner
    hidden = sum(contracts[name] for name in boxed)
    kept = KEPT_FIRST + KEPT_LAST + 1
    pieces: list[tuple[int, Place | str]] = [
        *((size, where) for where, size in pasts.items() if size > kept),
        *((size, name) for name, size in contracts.items() if size > 3 and name not in boxed),
    ]
    for size, piece in sorted(pieces, key=lambda one: -one[0]):
        if total <= most:
            break
        left = 1 if isinstance(piece, str) else kept
        total -= size - left
        hidden += size - left
        if isinstance(piece, str):
            boxed.add(piece)
        else:
            shortened.add(piece)
    trees, more = _boxed_trees(view, total, most)
    return Plan(frozenset(shortened), frozenset(boxed), frozenset(trees), hidden + more)


def _boxed_trees(view: View, total: int, most: int) -> tuple[set[int], int]:
    """Box the smallest inner nodes of the workflow until few enough nodes are left."""
    boxed: set[int] = set()
    hidden = 0
    inner = [node for node in _nodes(view.tree) if not isinstance(node, Branch)]
    for node in sorted(inner, key=lambda one: len(list(_nodes(one)))):
        if total <= most:
            break
        inside = [one for one in _nodes(node) if id(one) not in boxed]
        covered = {id(one) for one in _nodes(node)}
        steps = [step for one in inside for step in view.past.get(place(one) or ("branch", ""), ())]
        total -= len(inside) - 1
        hidden += len(steps)
        boxed = (boxed - covered) | {id(node)}
    return boxed, hidden


def _nodes(tree: Workflow) -> Iterator[Workflow]:
    """Yield every node, outer before inner."""
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, Branch):
            stack += (node.right, node.left)


def shorten(steps: tuple[Past, ...]) -> tuple[tuple[Past, ...], tuple[Past, ...], tuple[Past, ...]]:
    """Return the first, the many in between, and the last of a long past."""
    return steps[:KEPT_FIRST], steps[KEPT_FIRST:-KEPT_LAST], steps[-KEPT_LAST:]
