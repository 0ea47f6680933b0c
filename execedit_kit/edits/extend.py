"""Extend: register new rules, calls, actions, and a larger policy, without touching the current workflow."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from frozendict import frozendict

from execedit_kit.edits.derivation import InvalidEdit
from execedit_kit.record.build import read_registration
from execedit_kit.record.errors import LimitError, MalformedRecord
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits
from execedit_kit.record.policy import Policy, compile_policy

_REGISTERED = ("actions", "calls", "rules")


@dataclass(frozen=True, slots=True)
class Extend:
    """A request to register more.

    Parameters
    ----------
    additions_json : str
        The fields ``actions``, ``calls``, ``rules`` (what is new) and ``policy`` (the larger policy), as in a record,
        as canonical JSON text.
    """

    additions_json: str

    def document(self) -> dict[str, Any]:
        """Return the request as it stands in a document."""
        return {"extend": json.loads(self.additions_json)}


def extended(record: ExecutionRecord, request: Extend, *, limits: Limits = DEFAULT_LIMITS) -> ExecutionRecord:
    """Return the record with the larger registration; workflow, log and history are untouched.

    A larger policy makes the largest safe execution set no smaller, so that every step of the history stays allowed.

    Raises
    ------
    InvalidEdit
        When something registered would change, or the policy would forbid what it allowed.
    MalformedRecord
        When an addition is not what a record may hold.
    """
    document = json.loads(record.registration.text)
    for field, new in json.loads(request.additions_json).items():
        if field == "policy":
            document["policy"] = new
            continue
        if field not in _REGISTERED:
            raise InvalidEdit(
                "name", f"an extension may not register {field!r}; it may register actions, calls, rules and a policy"
            )
        if not isinstance(new, dict):
            raise MalformedRecord("expected an object", ("extend", field))
        known = record.calls if field == "calls" else document.get(field, {})
        taken = next((name for name in new if name in known), None)
        if taken is not None:
            raise InvalidEdit("name", f"{taken!r} is registered under {field} already, and stays as it is")
        document[field] = {**document.get(field, {}), **new}
    try:
        start, _ = read_registration(document, limits=limits)
    except MalformedRecord as error:
        if error.at[:1] != ("authorized",):  # which no extension names, so it is the policy that does not fit the log
            raise
        raise InvalidEdit("policy", error.reason) from None
    lost = first_lost_word(record.registration.policy, start.registration.policy, limits=limits)
    if lost is not None:
        raise InvalidEdit("policy", f"the new policy forbids {' '.join(lost)!r}, which the old one allows")
    taken = next((call for call in start.calls if call in record.calls and call not in record.registration.calls), None)
    if taken is not None:
        raise InvalidEdit("name", f"there is a call {taken!r} already: an edit made it")
    state = start.registration.policy.run(record.labels)
    assert state is not None  # the old policy allows the log, and the new one allows what the old one does
    return replace(
        record,
        registration=start.registration,
        calls=frozendict({**start.calls, **record.calls}),
        policy_state=state,
    )


def first_lost_word(old: Policy, new: Policy, *, limits: Limits = DEFAULT_LIMITS) -> tuple[str, ...] | None:
    """Return a shortest word that `old` allows and `new` does not, or ``None`` when A ⊆ A⁺.

    Both are read over the labels of both: what a policy does not mention it does not restrict.
    """
    labels = tuple(dict.fromkeys((*old.labels, *new.labels)))
    was, will = (
        compile_policy([constraint for constraint, _ in policy.constraints], labels, limits=limits)
        for policy in (old, new)
    )
    start = (was.start, will.start)
    words: dict[object, tuple[str, ...]] = {start: ()}
    queue = [start]
    for before, after in queue:
        word = words[before, after]
        for label in labels:
            moved = was.step(before, label)
            if moved is None:
                continue
            kept = will.step(after, label)
            if kept is None:
                return (*word, label)
            if (moved, kept) not in words:
                words[moved, kept] = (*word, label)
                queue.append((moved, kept))
        if len(queue) > limits.policy_states:
            raise LimitError("comparing two policies", "policy_states", limits.policy_states)
    return None
