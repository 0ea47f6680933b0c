"""A record's history and the edits it is asked for, read from the document (model, section 2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from execedit_kit.proof.reading import (
    NOTHING,
    Account,
    Contract,
    Leaf,
    Node,
    Result,
    Tree,
    Underivable,
    calls_of,
    compose,
    contract_of,
    meaning,
    nodes,
    process,
    required_by,
    swap,
    tree_of,
    undefined,
)
from execedit_kit.record.errors import MalformedRecord
from execedit_kit.record.limits import Limits
from execedit_kit.record.policy import Policy, PolicyState


@dataclass(frozen=True)
class Now:
    """What a record's history replays to.

    Parameters
    ----------
    document : Mapping[str, Any]
        The record.
    policy : Policy
        Its policy, compiled.
    actions : Mapping[str, str]
        Call → action, copies included.
    tree : Tree
        The current workflow.
    log : tuple[str, ...]
        Δ.
    state : PolicyState
        Where the policy is after the labels of Δ.
    checkpoints : Mapping[str, Leaf]
        Name → the branch as it was.
    taken : frozenset[str]
        Branches with progress: no edit may use these names again. What edits make carries the edit's number.
    edits : int
        How many edits were accepted.
    """

    document: Mapping[str, Any]
    policy: Policy
    actions: Mapping[str, str]
    tree: Tree
    log: tuple[str, ...]
    state: PolicyState
    limits: Limits = field(repr=False)
    checkpoints: Mapping[str, Leaf] = field(default_factory=dict)
    taken: frozenset[str] = frozenset()
    edits: int = 0

    @property
    def authority(self) -> str:
        """Who requires every result that names no other."""
        authority: str = self.document.get("authority", "owner")
        return authority

    def label(self, action: str) -> str:
        """Return an action's authorization label."""
        label: str = self.document["actions"][action].get("label") or action
        return label


@dataclass(frozen=True)
class Derived:
    """What an edit derives: the target, the new calls, and the account of required results."""

    tree: Tree
    calls: Mapping[str, str] = field(default_factory=dict)
    account: Account = field(default_factory=dict)

    def count(self, account: str | None = None) -> int:
        """Return how many required results there are, or how many have that account."""
        return sum(account in (None, r["account"]) for part in self.account.values() for r in part.values())


def replayed(document: Mapping[str, Any], policy: Policy, actions: Mapping[str, str], limits: Limits) -> Now:
    """Return what a history replays to. That the rules in force allowed each step is taken from the record.

    Raises
    ------
    MalformedRecord
        When a step is impossible: a call that is not enabled or against the policy, an edit without a derivation.
    """
    log = tuple(document.get("authorized", ()))
    tree = tree_of(document["workflow"], document.get("authority", "owner"), limits)
    now = Now(document, policy, actions, tree, log, policy.start, limits)
    state = policy.run(map(now.label, log))
    assert state is not None
    now = replace(now, state=state)
    for n, event in enumerate(document.get("history", ())):
        try:
            now = _after(now, event)
        except Underivable as error:
            raise MalformedRecord(str(error), ("history", n)) from None
    return now


def _after(now: Now, event: Mapping[str, Any]) -> Now:
    if "call" in event:
        call = event["call"]
        tree = process(now.tree, call)
        if tree is None:
            raise Underivable(f"call {call!r} is not enabled")
        holder = {n.name for n in nodes(now.tree) if isinstance(n, Leaf) and call in calls_of(n.contract)}
        now = replace(now, tree=tree, taken=now.taken | holder)
        action = now.actions[call]
        if action in now.log:
            return now
        state = now.policy.step(now.state, now.label(action))
        if state is None:
            raise Underivable(f"the policy forbids call {call!r}")
        return replace(now, log=(*now.log, action), state=state)
    if "checkpoint" in event:
        if event["checkpoint"] in now.checkpoints:
            raise Underivable(f"there is a checkpoint {event['checkpoint']!r} already")
        return replace(now, checkpoints={**now.checkpoints, event["checkpoint"]: _branch(now, event["branch"])})
    if "edit" in event:
        made = derived(now, event["edit"])
        return replace(
            now,
            tree=made.tree,
            actions={**now.actions, **made.calls},
            edits=now.edits + 1,
        )
    return now  # sending and settling change nothing that a check looks at


def _branch(now: Now, name: str) -> Leaf:
    for node in nodes(now.tree, current=True):
        if isinstance(node, Leaf) and node.name == name:
            return node
    raise Underivable(f"there is no current branch {name!r}")


def _group(now: Now, name: str) -> Node:
    for node in nodes(now.tree, current=True):
        if isinstance(node, Node) and node.group == name:
            return node
    raise Underivable(f"there is no current group {name!r}")


def derived(now: Now, edit: Mapping[str, Any]) -> Derived:
    """Return what an edit derives from a record as it is now (model, section 2).

    Raises
    ------
    Underivable
        When it has no derivation.
    """
    ((kind, request),) = edit.items()
    mark_of_edit = f"#{now.edits + 1}"
    calls: dict[str, str] = {}
    account: Account = {}

    def fresh(contract: Contract, mark: str) -> Contract:
        new = {call: f"{call}{mark_of_edit}{mark}" for call in calls_of(contract)}
        for call, name in new.items():
            if name in now.actions:
                raise Underivable(f"there is a call {name!r} already")
            calls[name] = now.actions[call]
        return tuple(
            Result(r.name, tuple(new[x] for x in r.calls), tuple((new[a], new[b]) for a, b in r.order), r.authorities)
            for r in contract
        )

    def adds(side: str) -> Contract:
        rule: Mapping[str, Any] = {}
        if request.get("rule") is not None:
            rule = now.document.get("rules", {}).get(request["rule"]) or {}
            if rule.get("kind") != kind:
                raise Underivable(f"there is no edit rule {request['rule']!r} for {kind}")
        contract = contract_of(rule.get(side), rule.get("authority") or now.authority, now.limits)
        if len(contract) == 1 and not contract[0].calls:
            return (NOTHING,)
        return fresh(contract, {"left": "L", "right": "R", "join": "J"}[side])

    def still(part: str, before: Contract, after: Contract, branch: str = "") -> None:
        each = len(after) // len(before)
        names = [f"{branch}: {result.name}" if branch else result.name for result in after]
        account[part] = {
            r.name: _entry("still required", r.authorities, names[n * each : (n + 1) * each])
            for n, r in enumerate(before)
        }

    def given_up(part: str, contract: Contract) -> None:
        before = required_by(contract, now.authority)  # what nobody requires is given up by the record's authority
        unsigned = frozenset().union(*(r.authorities for r in before)) - set(request.get("signed_by", ()))
        if unsigned:
            raise Underivable(f"removing the {part}'s results needs the signature of {' and '.join(sorted(unsigned))}")
        account[part] = {r.name: _entry("removed", r.authorities) for r in before}

    old: Tree
    new: Tree
    branches: list[str] = []

    def leaf(base: str, mark: str, contract: Contract) -> Leaf:
        branches.append(f"{base}{mark_of_edit}{mark}")
        return Leaf(branches[-1], contract)

    def copy(old: Leaf, side: str, mark: str) -> Leaf:
        made, added = fresh(old.contract, mark), adds(side)
        if set(calls_of(made)) & set(calls_of(added)):
            raise Underivable(f"the rule adds to the {side} copy a call that it copies")
        if added != (NOTHING,):
            made = compose("sequence", [made, added], now.limits)
        return leaf(old.name, mark, made)

    group = f"g{mark_of_edit}"
    if kind in ("fork_choice", "fork_parallel"):
        old = _branch(now, request["branch"])
        left, right = copy(old, "left", "L"), copy(old, "right", "R")
        still("left copy", old.contract, left.contract, left.name)
        still("right copy", old.contract, right.contract, right.name)
        new = Node(kind.removeprefix("fork_"), left, right, group)
    elif kind in ("restore_replace", "restore_live"):
        old = _branch(now, request["branch"])
        adds("join")  # nothing, but the rule must be there
        stored = now.checkpoints.get(request["checkpoint"])
        if stored is None:
            raise Underivable(f"there is no checkpoint {request['checkpoint']!r}")
        new = restored = leaf(stored.name, "k", fresh(stored.contract, "k"))
        if kind == "restore_live":
            still("current branch", old.contract, old.contract, old.name)
            new = Node("parallel", old, restored, group)
        elif any(r.calls for r in old.contract):
            given_up("current branch", old.contract)
        else:
            account["current branch"] = {r.name: _entry("satisfied", r.authorities) for r in old.contract}
        still("checkpoint", stored.contract, restored.contract, restored.name)
    else:
        old = arms = _group(now, request["group"])
        if arms.form != ("choice" if kind == "merge_select" else "parallel"):
            raise Underivable(f"{kind} cannot merge {arms.group!r}, a {arms.form} group")
        if kind == "merge_select":
            winner = request["winner"]
            if winner not in ("left", "right") or arms.selected not in ("open", winner):
                raise Underivable(f"{winner!r} cannot win {arms.group!r}: it is no member, or the other arm has moved")
            kept, lost = (arms.left, arms.right) if winner == "left" else (arms.right, arms.left)
            still("winner", meaning(kept, now.limits), meaning(kept, now.limits))
            given_up("loser", meaning(lost, now.limits))
        else:
            kept = Node("join", arms.left, arms.right)
            for part, arm in (("left arm", arms.left), ("right arm", arms.right)):
                still(part, meaning(arm, now.limits), meaning(arm, now.limits))
        new = Node("sequence", kept, leaf(arms.group, "J", adds("join")))
    before = list(nodes(now.tree))
    taken = now.taken | {node.name for node in before if isinstance(node, Leaf)}
    clash = next((name for name in branches if name in taken), None)
    if isinstance(new, Node) and any(isinstance(node, Node) and node.group == group == new.group for node in before):
        clash = group
    if clash is not None:
        raise Underivable(f"the name {clash!r} is taken")
    target = swap(now.tree, old, new)
    problem = undefined(target)
    if problem is not None:
        raise Underivable(problem)
    return Derived(target, calls, account)


def _entry(account: str, authorities: frozenset[str], covered_by: list[str] | None = None) -> dict[str, Any]:
    return {"account": account, "authorities": sorted(authorities), "covered_by": covered_by or []}
