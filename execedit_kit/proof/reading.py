"""The model's sections 1 and 2 read once more, from a record document's own words.

The checker has its own contracts, workflows and edits; a mistake in those would be invisible to a verifier that used
them. This page shares with it only that the document is well-formed, and the policy's automata.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from typing import Any, Literal, TypeAlias

from execedit_kit.record.errors import LimitError
from execedit_kit.record.limits import Limits

Account: TypeAlias = dict[str, dict[str, dict[str, Any]]]
_LONGEST_NAME = 60


class Underivable(Exception):
    """The edit has no derivation (model, section 2); says why."""


# ---------------------------------------------------------------- contracts


@dataclass(frozen=True, slots=True)
class Result:
    """One way to finish: its calls, pairs that generate their order, and who requires it."""

    name: str
    calls: tuple[str, ...] = ()
    order: tuple[tuple[str, str], ...] = ()
    authorities: frozenset[str] = frozenset()

    def ends(self, side: Literal[0, 1]) -> list[str]:
        """Return the maximal calls (side 0: they stand first in no pair) or the minimal ones (side 1)."""
        inner = {pair[side] for pair in self.order}
        return [call for call in self.calls if call not in inner]

    def without(self, call: str) -> Result:
        """Return what is left after one of the minimal calls."""
        calls, order = (x for x in self.calls if x != call), (pair for pair in self.order if call not in pair)
        return replace(self, calls=tuple(calls), order=tuple(order))


Contract: TypeAlias = tuple[Result, ...]
NOTHING = Result("∅")


def calls_of(contract: Contract) -> tuple[str, ...]:
    """Return every call of any result, in the order of first mention."""
    return tuple(dict.fromkeys(call for result in contract for call in result.calls))


def required_by(contract: Contract, authority: str) -> Contract:
    """Return the contract with an authority for every result that has none."""
    return tuple(r if r.authorities else replace(r, authorities=frozenset({authority})) for r in contract)


def contract_of(written: Any, authority: str, limits: Limits) -> Contract:
    """Read a contract; each part that names no authority is required by the innermost one around it."""

    def part(written: Any, authority: str) -> Contract:
        if written is None:
            return (NOTHING,)
        if isinstance(written, str):
            return required_by((Result(written, (written,)),), authority)
        inner = written.get("authority") or authority
        form = next((form for form in ("results", "sequence", "parallel", "choice") if form in written), None)
        made: Contract = (NOTHING,)
        if form == "results":
            made = tuple(
                Result(
                    name,
                    tuple(r.get("calls", ())),
                    tuple((before, after) for before, after in r.get("order", ())),
                    frozenset({r.get("authority") or inner}),
                )
                for name, r in written["results"].items()
            )
        elif form is not None and written[form]:
            made = compose(form, [part(inside, inner) for inside in written[form]], limits)
        return required_by(made, inner) if written.get("authority") else made

    return required_by(part(written, authority), authority)


def compose(
    form: str, parts: Sequence[Contract], limits: Limits, name: Callable[[Sequence[Result]], str] | None = None
) -> Contract:
    """Return ⊕, ⊗ or ▷ of contracts: the tagged union, or every combination side by side or one after the other."""
    number = sum(map(len, parts)) if form == "choice" else math.prod(map(len, parts))
    if number > limits.results:
        raise LimitError(f"a contract with {number:,} results", "results", limits.results)
    if form == "choice":
        return _distinct(result for part in parts for result in part)

    def combined(results: tuple[Result, ...]) -> Result:
        order = [pair for result in results for pair in result.order]
        if form == "sequence":
            for p, q in pairwise(result for result in results if result.calls):
                order += product(p.ends(0), q.ends(1))
        calls = tuple(call for result in results for call in result.calls)
        who = frozenset().union(*(result.authorities for result in results))
        return Result((name or _joined(form))(results), calls, tuple(order), who)

    made = list(product(*parts))
    return _distinct(map(combined, made), [[result.name for result in results] for results in made])


def _joined(form: str) -> Callable[[Sequence[Result]], str]:
    own, other = ("→", "∥") if form == "sequence" else ("∥", "→")

    def name(results: Sequence[Result]) -> str:
        names = [result.name for result in results if result.name != NOTHING.name]
        if len(names) < 2:
            return names[0] if names else NOTHING.name
        text = own.join(f"({part})" if other in part else part for part in names)
        return text if len(text) <= _LONGEST_NAME else f"{text[: _LONGEST_NAME - 20]}…{text[-16:]}"

    return name


def _distinct(results: Iterable[Result], made_of: Sequence[Sequence[str]] = ()) -> Contract:
    """Call the second result of a name o, by the names it is made of (else as listed), ``o (2)``."""
    listed = list(results)
    taken, seen = {result.name for result in listed}, set[str]()
    for n in sorted(range(len(listed)), key=lambda n: tuple(made_of[n : n + 1])):
        name, number = listed[n].name, 2
        while name in seen or (name != listed[n].name and name in taken):
            name, number = f"{listed[n].name} ({number})", number + 1
        seen.add(name)
        listed[n] = replace(listed[n], name=name)
    return tuple(listed)


# ---------------------------------------------------------------- workflows


@dataclass(frozen=True, slots=True, eq=False)
class Leaf:
    """A branch and its remaining contract."""

    name: str
    contract: Contract


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A choice, parallel, join or sequence of two workflows."""

    form: str
    left: Tree
    right: Tree
    group: str = ""
    selected: str = "open"

    @property
    def parts(self) -> tuple[Tree, ...]:
        """The arms that count: a selected choice has one."""
        return (self.left, self.right) if self.selected == "open" else (getattr(self, self.selected),)

    @property
    def now(self) -> tuple[str, ...]:
        """The sides that are current."""
        if self.form == "sequence":
            return ("right",) if finished(self.left) else ("left",)
        return ("left", "right") if self.selected == "open" else (self.selected,)


Tree: TypeAlias = Leaf | Node


def tree_of(written: Any, authority: str, limits: Limits) -> Tree:
    """Read a workflow."""
    if "branch" in written:
        return Leaf(written["branch"], contract_of(written["contract"], authority, limits))
    form = next(form for form in ("choice", "parallel", "sequence", "join") if form in written)
    left, right = (tree_of(arm, authority, limits) for arm in written[form])
    return Node(form, left, right, written.get("group") or "", written.get("selected") or "open")


def meaning(tree: Tree, limits: Limits) -> Contract:
    """Return ⟦T⟧, the contract of a workflow; names of results say in which branch they are."""
    if isinstance(tree, Leaf):
        return tree.contract
    if len(tree.parts) == 1:
        return meaning(tree.parts[0], limits)

    def named(arm: Tree) -> Contract:
        while isinstance(arm, Node) and len(arm.parts) == 1:
            arm = arm.parts[0]
        inside = meaning(arm, limits)
        return tuple(replace(r, name=f"{arm.name}: {r.name}") for r in inside) if isinstance(arm, Leaf) else inside

    form = "parallel" if tree.form == "join" else tree.form
    return compose(form, [named(arm) for arm in tree.parts], limits, lambda rs: ", ".join(r.name for r in rs))


def nodes(tree: Tree, *, current: bool = False) -> Iterator[Tree]:
    """Yield every node of a tree, or those that an edit may name and what holds them; outer before inner."""
    yield tree
    if isinstance(tree, Node):
        for side in tree.now if current else ("left", "right"):
            yield from nodes(getattr(tree, side), current=current)


def finished(tree: Tree) -> bool:
    """Whether every pomset of ⟦T⟧ is empty."""
    return all(map(finished, tree.parts)) if isinstance(tree, Node) else not any(r.calls for r in tree.contract)


def may_finish(tree: Tree) -> bool:
    """Whether some pomset of ⟦T⟧ is empty."""
    if isinstance(tree, Leaf):
        return any(not result.calls for result in tree.contract)
    return (any if tree.form == "choice" else all)(map(may_finish, tree.parts))


def undefined(tree: Tree) -> str | None:
    """Say which composition in ⟦T⟧ is undefined, if one is."""
    calls = [call for node in nodes(tree) if isinstance(node, Leaf) for call in calls_of(node.contract)]
    if len(set(calls)) < len(calls):
        return "a call stands twice in the edited workflow"
    counted = [tree]
    for node in counted:
        if isinstance(node, Node):
            counted += node.parts
            open_choice = node.form == "choice" and len(node.parts) == 2
            if open_choice and any(map(may_finish, node.parts)) and not all(map(finished, node.parts)):
                return f"one arm of choice {node.group!r} may finish at once while the other has something to do"
    return None


def process(tree: Tree, call: str) -> Tree | None:
    """Return the workflow after a call: it leaves its leaf and selects arms; ``None`` when it is not enabled."""
    if isinstance(tree, Leaf):
        left = tuple(r.without(call) for r in tree.contract if call in r.ends(1))
        return Leaf(tree.name, left) if left else None
    for side in tree.now:
        after = process(getattr(tree, side), call)
        if after is not None:
            selected = side if tree.form == "choice" else "open"
            moved = replace(tree, left=after) if side == "left" else replace(tree, right=after)
            return replace(moved, selected=selected)
    return None


def swap(tree: Tree, old: Tree, new: Tree) -> Tree:
    """Return the tree with one node replaced."""
    if tree is old or isinstance(tree, Leaf):
        return new if tree is old else tree
    return replace(tree, left=swap(tree.left, old, new), right=swap(tree.right, old, new))


def document_of(tree: Tree) -> dict[str, Any]:
    """Return a workflow as a document, with every result written out and the covering pairs of its order sorted."""
    if isinstance(tree, Leaf):
        results = {r.name: {"calls": list(r.calls), "order": _covering(r)} for r in tree.contract}
        return {"branch": tree.name, "contract": {"results": results}}
    own = {"group": tree.group} if tree.group else {}
    selected = {"selected": tree.selected} if tree.selected != "open" else {}
    return {tree.form: [document_of(tree.left), document_of(tree.right)], **own, **selected}


def predecessors(result: Result, bit: Mapping[str, int]) -> dict[str, int]:
    """Return, for every call of a result, all calls that come before it, as a mask."""
    direct: dict[str, list[str]] = {call: [] for call in result.calls}
    after: dict[str, list[str]] = {call: [] for call in result.calls}
    for first, then in result.order:
        direct[then].append(first)
        after[first].append(then)
    waiting = {call: len(before) for call, before in direct.items()}
    before = dict.fromkeys(result.calls, 0)
    ready = [call for call, number in waiting.items() if not number]
    for call in ready:
        for then in after[call]:
            before[then] |= before[call] | 1 << bit[call]
            waiting[then] -= 1
            if not waiting[then]:
                ready.append(then)
    return before


def _covering(result: Result) -> list[list[str]]:
    bit = {call: n for n, call in enumerate(result.calls)}
    before = predecessors(result, bit)
    pairs = {(bit[first], bit[then]) for first, then in result.order}
    between = {
        (a, b)
        for a, b in pairs
        if any(before[call] >> a & 1 and before[result.calls[b]] >> c & 1 for call, c in bit.items())
    }
    return [[result.calls[a], result.calls[b]] for a, b in sorted(pairs - between)]
