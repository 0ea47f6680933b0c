"""A registration with names, from a shape, who refers to which action, the labels and the policy."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from frozendict import frozendict

from execedit_kit.explore.policies import Rows
from execedit_kit.explore.posets import Poset
from execedit_kit.explore.shapes import Shape
from execedit_kit.record.contract import Contract, Result, nothing, single
from execedit_kit.record.document import FORMAT
from execedit_kit.record.execution import Action, Registration, Rule
from execedit_kit.record.policy import Policy, Table
from execedit_kit.record.policy_language import Paths
from execedit_kit.record.workflow import Branch, Choice, Join, Parallel, Workflow
from execedit_kit.record.workflow import Sequence as Then

AUTHORITY = "owner"
RULE = "r"


def call_name(number: int) -> str:
    """Return the name of a call: x, y, z, w, x4, x5 and so on."""
    return "xyzw"[number] if number < 4 else f"x{number}"


def label_name(number: int) -> str:
    """Return the name of a label: a, b, c and so on."""
    return chr(ord("a") + number)


def registration(shape: Shape, identity: Sequence[int], labels: Sequence[int], rows: Rows) -> Registration:
    """Make a registration.

    Parameters
    ----------
    shape : Shape
        Workflow and rule.
    identity : Sequence[int]
        For each call, its action.
    labels : Sequence[int]
        For each action, its label.
    rows : Rows
        The policy.
    """
    document = _document(shape, identity, labels, rows)
    leaves = [Branch(f"b{n}", _contract(posets)) for n, posets in enumerate(shape.leaves)]
    rules = {}
    if shape.kind is not None:
        adds = {side: _contract(posets) for side, posets in shape.adds}
        rules[RULE] = Rule(RULE, shape.kind, **adds)
    names = [label_name(n) for n in range(len(set(labels)))]
    return Registration(
        domain="domain",
        authority=AUTHORITY,
        actions=frozendict({f"d{n}": Action(f"d{n}", label_name(label)) for n, label in enumerate(labels)}),
        calls=frozendict({call_name(n): f"d{action}" for n, action in enumerate(identity)}),
        authorized=(),
        policy=policy(rows, names),
        rules=frozendict(rules),
        workflow=_tree(shape, leaves),
        text=json.dumps(document),
    )


def policy(rows: Rows, names: Sequence[str]) -> Policy:
    """Return a policy whose automaton is known already."""
    table = Table(tuple(frozendict({name: to for name, to in zip(names, row, strict=True) if to >= 0}) for row in rows))
    moves = tuple((q, name, to) for q, row in enumerate(table.moves) for name, to in row.items())
    return Policy(tuple(names), (table,), ((Paths(0, moves), table),))


def _contract(posets: tuple[Poset, ...]) -> Contract:
    if not any(inside for inside, _ in posets):
        return nothing().required_by(AUTHORITY)
    if len(posets) == 1 and len(posets[0][0]) == 1:
        return single(call_name(posets[0][0][0])).required_by(AUTHORITY)
    return Contract(
        tuple(
            Result.of(
                f"o{n}",
                [call_name(call) for call in inside],
                [(call_name(a), call_name(b)) for a, b in order],
                [AUTHORITY],
            )
            for n, (inside, order) in enumerate(posets, start=1)
        )
    )


def _tree(shape: Shape, leaves: list[Branch]) -> Workflow:
    if shape.root == "branch":
        return leaves[0]
    left, right = leaves
    match shape.root:
        case "choice":
            return Choice(left, right, group="g")
        case "parallel":
            return Parallel(left, right, group="g")
        case "sequence":
            return Then(left, right)
        case "join":
            return Join(left, right)


def _document(shape: Shape, identity: Sequence[int], labels: Sequence[int], rows: Rows) -> dict[str, Any]:
    """Return the same as a document."""
    leaves = [{"branch": f"b{n}", "contract": _written(posets)} for n, posets in enumerate(shape.leaves)]
    tree: dict[str, Any] = leaves[0]
    if shape.root != "branch":
        tree = {shape.root: leaves} | ({"group": "g"} if shape.root in ("choice", "parallel") else {})
    names = [label_name(n) for n in range(len(set(labels)))]
    moves = [[q, name, to] for q, row in enumerate(rows) for name, to in zip(names, row, strict=True) if to >= 0]
    written: dict[str, Any] = {
        "format": FORMAT,
        "actions": {f"d{n}": {"label": label_name(label)} for n, label in enumerate(labels)},
        "calls": {call_name(n): f"d{action}" for n, action in enumerate(identity)},
        "policy": {"automaton": {"start": 0, "moves": moves}},
    }
    if shape.kind is not None:
        written["rules"] = {RULE: {"kind": shape.kind, **{side: _written(posets) for side, posets in shape.adds}}}
    return written | {"workflow": tree}


def _written(posets: tuple[Poset, ...]) -> Any:
    if not any(inside for inside, _ in posets):
        return None
    if len(posets) == 1 and len(posets[0][0]) == 1:
        return call_name(posets[0][0][0])
    return {
        "results": {
            f"o{n}": {
                "calls": [call_name(call) for call in inside],
                **({"order": [[call_name(a), call_name(b)] for a, b in order]} if order else {}),
            }
            for n, (inside, order) in enumerate(posets, start=1)
        }
    }
