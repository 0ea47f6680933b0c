"""Workflows: a tree of branches under choice, parallel, join and sequence (model, section 1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from execedit_kit.record.contract import (
    Contract,
    Result,
    choice,
    parallel,
    refuse_shared,
    refuse_uneven,
    sequence,
)
from execedit_kit.record.errors import NestedTooDeep, UnknownName
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits

Side: TypeAlias = Literal["left", "right"]

# Trees are walked by recursion; deeper ones would exhaust Python's stack.
DEEPEST = 250


@dataclass(frozen=True, slots=True)
class Branch:
    """A leaf: what one branch of the execution still has to do.

    Parameters
    ----------
    name : str
        Unique in the workflow.
    contract : Contract
        The remaining contract.
    """

    name: str
    contract: Contract
    depth: int = 1


@dataclass(frozen=True, slots=True)
class _Inner:
    left: Workflow
    right: Workflow
    depth: int = 0

    def __post_init__(self) -> None:
        """Know the depth without walking."""
        depth = 1 + max(self.left.depth, self.right.depth)
        if depth > DEEPEST:
            raise NestedTooDeep(f"a workflow nested {depth} deep; at most {DEEPEST} levels can be handled")
        object.__setattr__(self, "depth", depth)


@dataclass(frozen=True, slots=True)
class Choice(_Inner):
    """T ⊕_g^s T: one arm happens. `selected` is ``"open"`` until the first call of an arm is processed."""

    group: str = ""
    selected: Literal["open", "left", "right"] = "open"


@dataclass(frozen=True, slots=True)
class Parallel(_Inner):
    """T ∥_g T: both arms happen, interleaved."""

    group: str = ""


@dataclass(frozen=True, slots=True)
class Join(_Inner):
    """join(T, T): what was a parallel group and has been merged; it has no name any more."""


@dataclass(frozen=True, slots=True)
class Sequence(_Inner):
    """T ; T: all of the left before the right."""


Workflow: TypeAlias = Branch | Choice | Parallel | Join | Sequence
Group: TypeAlias = Choice | Parallel


def meaning(tree: Workflow, *, limits: Limits = DEFAULT_LIMITS) -> Contract:
    """Return ⟦T⟧, the contract of a workflow.

    Result names say which branch finishes how: ``b0#1L: pay→ship, b2: notify``.

    Raises
    ------
    SharedCall, ExtendableResult
        When a composition is undefined.
    LimitError
        When there are more results than `limits` allows.
    """
    if isinstance(tree, Branch):
        return tree.contract
    if isinstance(tree, Choice) and tree.selected != "open":
        return meaning(arm(tree, tree.selected), limits=limits)
    left, right = (_named(part, meaning(part, limits=limits)) for part in (tree.left, tree.right))
    if isinstance(tree, Choice):
        return choice(left, right, limits=limits)
    compose = sequence if isinstance(tree, Sequence) else parallel
    return compose(left, right, limits=limits, name=_beside)


def _named(tree: Workflow, contract: Contract) -> Contract:
    while isinstance(tree, Choice) and tree.selected != "open":
        tree = arm(tree, tree.selected)
    if not isinstance(tree, Branch):
        return contract
    branch = tree.name
    return Contract(tuple(replace(result, name=f"{branch}: {result.name}") for result in contract.results))


def _beside(parts: tuple[Result, ...]) -> str:
    return ", ".join(part.name for part in parts)


def arm(tree: Choice | Parallel, side: Side) -> Workflow:
    """Return the left or the right arm of a group."""
    return tree.left if side == "left" else tree.right


def branches(tree: Workflow) -> Iterator[Branch]:
    """Yield every branch, left to right, also those that a selected choice has left behind."""
    if isinstance(tree, Branch):
        yield tree
    else:
        yield from branches(tree.left)
        yield from branches(tree.right)


def groups(tree: Workflow) -> Iterator[Group]:
    """Yield every named group, outer before inner."""
    if isinstance(tree, Branch):
        return
    if isinstance(tree, Choice | Parallel):
        yield tree
    yield from groups(tree.left)
    yield from groups(tree.right)


def finished(tree: Workflow) -> bool:
    """Whether every pomset of ⟦T⟧ is empty."""
    if isinstance(tree, Branch):
        return tree.contract.finished
    return all(finished(part) for part in _meaning_parts(tree))


def may_finish(tree: Workflow) -> bool:
    """Whether some pomset of ⟦T⟧ is empty."""
    if isinstance(tree, Branch):
        return tree.contract.may_finish
    parts = _meaning_parts(tree)
    if isinstance(tree, Choice):
        return any(may_finish(part) for part in parts)
    return all(may_finish(part) for part in parts)


def refuse_undefined(tree: Workflow) -> None:
    """Raise when a composition in ⟦T⟧ is undefined, without composing.

    Raises
    ------
    SharedCall
        When two branches have a call.
    ExtendableResult
        When one arm of an open choice may finish at once while the other still has something to do.
    """
    refuse_shared(branch.contract for branch in branches(tree))

    def walk(node: Workflow) -> None:
        if isinstance(node, Branch):
            return
        parts = _meaning_parts(node)
        for part in parts:
            walk(part)
        if isinstance(node, Choice) and len(parts) == 2:
            refuse_uneven(parts, may_finish, finished)

    walk(tree)


def current(tree: Workflow) -> Iterator[Branch | Group]:
    """Yield what an edit may name: the current branches and groups, outer before inner."""
    if isinstance(tree, Branch):
        yield tree
        return
    if isinstance(tree, Choice | Parallel):
        yield tree
    for part in _current_parts(tree):
        yield from current(part)


def current_branch(tree: Workflow, name: str) -> Branch:
    """Return the current branch with that name.

    Raises
    ------
    UnknownName
        When there is no such branch, or it is not current.
    """
    for node in current(tree):
        if isinstance(node, Branch) and node.name == name:
            return node
    if any(branch.name == name for branch in branches(tree)):
        raise UnknownName(
            f"branch {name!r} is not current: it lost a choice, waits for what comes before it, or is over"
        )
    known = ", ".join(node.name for node in current(tree) if isinstance(node, Branch))
    raise UnknownName(f"there is no branch {name!r}; current are: {known}")


def current_group(tree: Workflow, name: str) -> Group:
    """Return the current group with that name.

    Raises
    ------
    UnknownName
        When there is no such group, or it is not current.
    """
    for node in current(tree):
        if not isinstance(node, Branch) and node.group == name:
            return node
    if any(group.group == name for group in groups(tree)):
        raise UnknownName(f"group {name!r} is not current: it lost a choice, or is not reached or passed")
    known = ", ".join(node.group for node in current(tree) if not isinstance(node, Branch)) or "none"
    raise UnknownName(f"there is no group {name!r}; current are: {known}")


def enabled(tree: Workflow) -> tuple[tuple[str, str], ...]:
    """Return (call, branch) for every call that is minimal in some pomset of ⟦T⟧."""
    if isinstance(tree, Branch):
        return tuple((call, tree.name) for call in tree.contract.enabled())
    return tuple(pair for part in _current_parts(tree) for pair in enabled(part))


def process(tree: Workflow, call: str) -> Workflow:
    """Return the workflow after an enabled call: it leaves its branch and selects the arms of open choices.

    Raises
    ------
    UnknownName
        When the call is not enabled.
    """
    after = _process(tree, call)
    if after is None:
        if any(call in branch.contract.calls for branch in branches(tree)):
            raise UnknownName(f"call {call!r} is not enabled: something must come before it, or its arm was not chosen")
        names = ", ".join(name for name, _ in enabled(tree)) or "none"
        raise UnknownName(f"there is no call {call!r} left in the workflow; enabled are: {names}")
    return after


def _process(tree: Workflow, call: str) -> Workflow | None:
    if isinstance(tree, Branch):
        left = tree.contract.after(call)
        return Branch(tree.name, left) if left.results else None
    for part in _current_parts(tree):
        after = _process(part, call)
        if after is not None:
            side: Side = "left" if part is tree.left else "right"
            return _with_arm(tree, side, after)
    return None


def _with_arm(tree: Choice | Parallel | Join | Sequence, side: Side, after: Workflow) -> Workflow:
    moved = replace(tree, left=after) if side == "left" else replace(tree, right=after)
    if isinstance(moved, Choice) and moved.selected == "open":
        return replace(moved, selected=side)
    return moved


def rewrite(tree: Workflow, old: Workflow, new: Workflow) -> Workflow:
    """Return the tree with the node `old` (by identity) replaced; everything else is shared."""

    def walk(node: Workflow) -> Workflow:
        if node is old:
            return new
        if isinstance(node, Branch):
            return node
        left, right = walk(node.left), walk(node.right)
        return node if left is node.left and right is node.right else replace(node, left=left, right=right)

    return walk(tree)


def _current_parts(tree: Choice | Parallel | Join | Sequence) -> tuple[Workflow, ...]:
    if isinstance(tree, Sequence):
        return (tree.right,) if finished(tree.left) else (tree.left,)
    return _meaning_parts(tree)


def _meaning_parts(tree: Choice | Parallel | Join | Sequence) -> tuple[Workflow, ...]:
    """Return the parts that ⟦T⟧ is made of."""
    if isinstance(tree, Choice) and tree.selected != "open":
        return (arm(tree, tree.selected),)
    return (tree.left, tree.right)
