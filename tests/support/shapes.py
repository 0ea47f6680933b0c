"""Records in a line, and workflows as plain values to compare with."""

import execedit_kit as ek
from execedit_kit.edits.derive import derive
from execedit_kit.record.workflow import Branch, Choice, Join, Parallel
from tests.support import reference

ANY = {"any": True}


def record(workflow, *, calls=None, rules=None, history=(), **fields):
    """A record in which a call's action has the call's own name, unless `calls` says otherwise."""
    given = calls or {}
    mentioned = set(given)
    for tree in [workflow]:
        mentioned |= calls_in(tree)
    for rule in (rules or {}).values():
        for side in ("left", "right", "join"):
            mentioned |= reference.calls_of(reference.contract_of(rule.get(side)))
    actions = {given.get(call, call): {} for call in sorted(mentioned)}
    fields = {"policy": ANY, **fields}
    actions |= fields.pop("actions", {})
    return ek.advance(ek.record(actions=actions, calls=given, rules=rules or {}, workflow=workflow, **fields), *history)


def calls_in(tree):
    if "branch" in tree:
        return reference.calls_of(reference.contract_of(tree["contract"]))
    return frozenset().union(*(calls_in(part) for form in tree.values() if isinstance(form, list) for part in form))


def shape(tree):
    """A workflow without the names of results.

    A branch is its name and, for each result, its complete sequences; ``"x y | y x"`` is x and y in any order.
    """
    if isinstance(tree, Branch):
        results = [" | ".join(sorted(" ".join(z) for z in result.linearizations())) for result in tree.contract.results]
        return (tree.name, *results)
    arms = shape(tree.left), shape(tree.right)
    if isinstance(tree, Choice):
        return ("choice", tree.group, tree.selected, *arms)
    if isinstance(tree, Parallel):
        return ("parallel", tree.group, *arms)
    return ("join" if isinstance(tree, Join) else "sequence", *arms)


def target(record, request):
    return shape(derive(record, request).target)


def account(record, request):
    """The required results of an edit: part → [(account, authorities)] in order."""
    found = {}
    for required in derive(record, request).required:
        found.setdefault(required.part, []).append((required.account, *sorted(required.authorities)))
    return found


def state_of(record):
    """Everything a record knows but what was registered and what it only remembers."""
    return {name: value for name, value in vars(record).items() if name not in ("registration", "digest")}
