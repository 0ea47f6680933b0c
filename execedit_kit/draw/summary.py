"""What to draw as one box when a record is too large for a picture of every call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from execedit_kit.draw.past import Done, Past, Place, place
from execedit_kit.draw.shape import LARGEST
from execedit_kit.draw.view import View
from execedit_kit.record.workflow import Branch, Workflow

MOST_NODES, SUMMARISED = 150, 60
"""A picture with more nodes is summarised, and then so far that it is clear."""
_WORTH_A_BOX = 3
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
    leaves = [node for node in _nodes(view.tree) if isinstance(node, Branch)]
    pasts = {where: len(steps) for where, steps in view.past.items()}
    contracts = {one.name: 1 if one.name in lost else max(len(one.contract.calls), 1) for one in leaves}
    shortened: set[Place] = set()
    boxed = {
        one.name
        for one in leaves
        if len(one.contract.results) * len(one.contract.calls) > LARGEST and one.name not in lost
    }
    contracts |= dict.fromkeys(boxed, 1)
    total = sum(pasts.values()) + sum(contracts.values()) + len(leaves) - 1
    if total > most:
        most = min(most, SUMMARISED)
    kept = KEPT_FIRST + KEPT_LAST + 1
    pieces: list[tuple[int, Place | str]] = [
        *((size, where) for where, size in pasts.items() if size > kept),
        *((size, name) for name, size in contracts.items() if size > _WORTH_A_BOX),
    ]
    for size, piece in sorted(pieces, key=lambda one: -one[0]):
        if total <= most:
            break
        if isinstance(piece, str):
            boxed.add(piece)
            contracts[piece] = 1
            total -= size - 1
        else:
            shortened.add(piece)
            pasts[piece] = kept
            total -= size - kept
    trees = _boxed_trees(view, pasts, contracts, total - most) if total > most else set()
    return Plan(frozenset(shortened), frozenset(boxed), frozenset(trees), _hidden(view, shortened, boxed, trees))


def _boxed_trees(view: View, pasts: Mapping[Place, int], contracts: Mapping[str, int], over: int) -> set[int]:
    """Box the smallest inner nodes of the workflow until `over` fewer nodes are drawn."""
    boxed: set[int] = set()
    weights: dict[int, int] = {}
    nodes = list(_nodes(view.tree))
    sizes: dict[int, int] = {}
    for node in reversed(nodes):  # inner before outer
        here = place(node)
        own = pasts.get(here, 0) if here is not None else 0
        if isinstance(node, Branch):
            weights[id(node)], sizes[id(node)] = own + contracts[node.name], 1
        else:
            weights[id(node)] = own + 1 + weights[id(node.left)] + weights[id(node.right)]
            sizes[id(node)] = sizes[id(node.left)] + sizes[id(node.right)]
    saved: dict[int, int] = {}
    for node in sorted((one for one in nodes if not isinstance(one, Branch)), key=lambda one: sizes[id(one)]):
        if over <= 0:
            break
        inside = [id(one) for one in _nodes(node)]
        within = sum(saved.pop(one, 0) for one in inside)
        boxed.difference_update(inside)
        boxed.add(id(node))
        saved[id(node)] = weights[id(node)] - 1
        over -= saved[id(node)] - within
    return boxed


def _hidden(view: View, shortened: set[Place], boxed: set[str], trees: set[int]) -> int:
    """Return how many calls are not drawn one by one."""
    hidden = 0
    stack = [(view.tree, False)]
    while stack:
        node, inside = stack.pop()
        inside = inside or id(node) in trees
        where = place(node)
        steps = view.past.get(where, ()) if where is not None else ()
        if inside or where in shortened:
            hidden += sum(isinstance(step, Done) for step in (steps if inside else shorten(steps)[1]))
        if isinstance(node, Branch):
            hidden += len(node.contract.calls) if inside or node.name in boxed else 0
        else:
            stack += ((node.left, inside), (node.right, inside))
    return hidden


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
