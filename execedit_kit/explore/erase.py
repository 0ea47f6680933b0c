"""Erase a part of what a record keeps (model, section 7), and see what is left of it, whatever things are called.

What a record keeps of an execution, beside its policy and what is asked, has four parts:

=  ==================================================================  ==========================================
P  the workflow and its required results                               the tree with its contracts, the copies that
                                                                       checkpoints hold
I  which calls refer to which action                                   for every call that can still happen
E  earlier authorizations and progress                                 the log, processed calls, requests, returns
C  the rule versions                                                   the one in force, that of a prepared answer
=  ==================================================================  ==========================================

and R is the part of E and I that links them: which action an entry of the log was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import permutations, product
from typing import Any, Literal, TypeAlias

from execedit_kit.explore.situation import Situation
from execedit_kit.explore.verdict import moves_of
from execedit_kit.record.contract import Contract
from execedit_kit.record.execution import ExecutionRecord, Rule
from execedit_kit.record.workflow import Branch, Choice, Parallel, Workflow, branches

Dropped: TypeAlias = Literal["P", "I", "E", "C", "R"]
DROPPED: tuple[Dropped, ...] = ("P", "I", "E", "C", "R")
TITLES: Mapping[str, str] = {
    "P": "the workflow and its required results",
    "I": "which calls refer to which action",
    "E": "earlier authorizations and progress",
    "C": "the rule versions",
    "R": "which action an entry of the log was",
}
_MOST_ORDERS = 5_000


def erased(situation: Situation, dropped: Dropped | None) -> Any:
    """Return what is left of a situation, as a value that does not depend on names of calls, actions and labels.

    Two situations are indistinguishable after the erasure exactly when these values are equal (for records with so
    many alike calls that trying all their orders would take long, only if).
    """
    parts: list[Any] = [_asked(situation, dropped), _state(situation.record, dropped, situation.edit.rule)]
    if dropped != "C":
        parts.append(("version", situation.version))
    if situation.prepared is not None:
        parts.append(("answered for", _state(situation.prepared.record, dropped, situation.edit.rule)))
        if dropped != "C":
            parts.append(("answered in version", situation.prepared.version))
    return tuple(parts)


def _asked(situation: Situation, dropped: Dropped | None) -> Any:
    ((kind, fields),) = situation.edit.document().items()
    return kind, tuple((name, str(value)) for name, value in sorted(fields.items()) if name != "rule")


def _state(record: ExecutionRecord, dropped: Dropped | None, rule: str | None) -> Any:
    """Return the least description over all orders of calls that look alike."""
    live = live_calls(record, rule)
    looks = {call: _look(record, call, dropped) for call in live}
    alike: dict[Any, list[str]] = {}
    for call in sorted(live, key=lambda call: (repr(looks[call]), call)):
        alike.setdefault(looks[call], []).append(call)
    orders = 1
    for group in alike.values():
        orders *= _factorial(len(group))
    groups: list[Iterable[tuple[str, ...]]] = [
        permutations(group) if orders <= _MOST_ORDERS else [tuple(group)] for group in alike.values()
    ]
    found = (
        _described(record, [call for group in chosen for call in group], dropped, rule) for chosen in product(*groups)
    )
    return min(found, key=repr)


def _factorial(number: int) -> int:
    return 1 if number < 2 else number * _factorial(number - 1)


def live_calls(record: ExecutionRecord, rule: str | None) -> list[str]:
    """Return the calls that can still happen: in the workflow, in checkpoints, in the rule that is asked for."""
    contracts = [branch.contract for branch in branches(record.workflow)]
    contracts += [stored.contract for stored in record.checkpoints.values()]
    contracts += [contract for _, contract in _adds(record, rule)]
    return list(dict.fromkeys(call for contract in contracts for call in contract.calls))


def _adds(record: ExecutionRecord, rule: str | None) -> list[tuple[str, Contract]]:
    known: Rule | None = None if rule is None else record.registration.rules.get(rule)
    if known is None:
        return []
    sides = (("left", known.left), ("right", known.right), ("join", known.join))
    return [(side, contract) for side, contract in sides if contract is not None]


def _look(record: ExecutionRecord, call: str, dropped: Dropped | None) -> Any:
    """Return what can be said of a call without naming any."""
    if dropped == "P":
        return ()
    seen = []
    held = [(branch.name, branch.contract) for branch in branches(record.workflow)]
    held += [(f"checkpoint {name}", stored.contract) for name, stored in record.checkpoints.items()]
    for place, contract in held:
        for result in contract.results:
            if call in result.calls:
                after = sum(first == call for first, _ in result.order)
                before = sum(then == call for _, then in result.order)
                seen.append((place, len(result.calls), before, after))
    return tuple(sorted(seen))


def _described(record: ExecutionRecord, calls: list[str], dropped: Dropped | None, rule: str | None) -> Any:
    """Describe a record with calls numbered in this order, actions and labels as they are met."""
    number = {call: n for n, call in enumerate(calls)}
    actions: dict[str, int] = {}
    labels: dict[str, int] = {}

    def label(action: str) -> int:
        return labels.setdefault(record.label(action), len(labels))

    def action(name: str) -> tuple[int, int]:
        return actions.setdefault(name, len(actions)), label(name)

    told: list[Any] = []
    if dropped == "I":
        told.append(tuple(label(record.calls[call]) for call in calls))
    else:
        told.append(tuple(action(record.calls[call]) for call in calls))
    if dropped != "P":
        told.append(_tree(record.workflow, number, record.registration.authority))
        told.append(tuple((name, k.branch, _contract(k.contract, number)) for name, k in record.checkpoints.items()))
    told.append(tuple((side, _contract(contract, number)) for side, contract in _adds(record, rule)))
    if dropped != "E":
        # Without the link, and without actions, an entry of the log is a label.
        of: Any = label if dropped in ("I", "R") else action
        told.append(tuple(of(name) for name in record.log))
        told.append(tuple((step.branch, step.mode, of(step.action)) for step in record.processed))
        told.append(tuple(tuple(of(name) for name in names) for names in (record.queued, record.sent)))
        told.append(tuple((of(name), value) for name, value in record.returns.items()))
    told.append(_policy(record, labels))
    return tuple(told)


def _contract(contract: Contract, number: Mapping[str, int]) -> Any:
    return tuple(
        sorted(
            (
                tuple(sorted(number[call] for call in result.calls)),
                tuple(sorted((number[first], number[then]) for first, then in result.order)),
                tuple(sorted(result.authorities)),
            )
            for result in contract.results
        )
    )


def _tree(tree: Workflow, number: Mapping[str, int], authority: str) -> Any:
    if isinstance(tree, Branch):
        return tree.name, _contract(tree.contract, number)
    group = tree.group if isinstance(tree, Choice | Parallel) else ""
    selected = tree.selected if isinstance(tree, Choice) else ""
    arms = _tree(tree.left, number, authority), _tree(tree.right, number, authority)
    return type(tree).__name__, group, selected, *arms


def _policy(record: ExecutionRecord, labels: dict[str, int]) -> Any:
    """Return the policy from the start, states numbered as they are met, labels by their numbers."""
    moves = moves_of(record.registration.policy)
    for name in record.registration.policy.labels:
        labels.setdefault(name, len(labels))
    names = sorted(labels, key=labels.__getitem__)
    place, order = {-1: -1, 0: 0}, [0]
    for state in order:
        for to in (moves[state].get(name, -1) for name in names):
            if to not in place:
                place[to] = len(order)
                order.append(to)
    return tuple(tuple(place[moves[state].get(name, -1)] for name in names) for state in order)
