"""What an answer is about: a record as it is now, and the edit that the answer names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from execedit_kit.proof.edit import Derived, Now, derived, replayed
from execedit_kit.proof.reading import Underivable
from execedit_kit.record.build import read_edit, read_registration
from execedit_kit.record.errors import LimitError, MalformedRecord
from execedit_kit.record.json_text import canonical_json, plain
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits
from execedit_kit.record.policy import Policy, PolicyState, compile_policy

_REGISTERED = ("actions", "calls", "rules")


@dataclass(frozen=True)
class Question:
    """A record, read by the verifier.

    Parameters
    ----------
    digest : str
        Of the record's document.
    now : Now
        What its history replays to.
    registered : Mapping[str, str]
        Call → action, without the calls that edits have made.
    """

    digest: str
    now: Now
    registered: Mapping[str, str]

    @classmethod
    def of(cls, document: Mapping[str, Any], *, limits: Limits = DEFAULT_LIMITS) -> Question:
        """Read a record document.

        Raises
        ------
        MalformedRecord
            When it is no record, or a step of its history is impossible.
        """
        start, history = read_registration(plain(document), limits=limits)
        record = replace(start, history=tuple(history))
        registration = record.registration
        now = replayed(record.document(), registration.policy, registration.calls, limits)
        return cls(record.digest, now, registration.calls)

    def asked(self, answer: Mapping[str, Any]) -> tuple[Now, Derived]:
        """Return the record and the target that an answer's edit leads to.

        Raises
        ------
        Underivable
            When the edit has no derivation.
        MalformedRecord
            When it is no edit.
        """
        if "edit" not in answer:
            return self.now, Derived(self.now.tree)
        edit = answer["edit"]
        if isinstance(edit, dict) and list(edit) == ["extend"]:
            try:
                now = self._extended(edit["extend"])
            except MalformedRecord as error:
                raise MalformedRecord(error.reason, ("extend", *error.at)) from None
            return now, Derived(now.tree)
        if canonical_json(read_edit(edit).document()) != canonical_json(edit):
            raise MalformedRecord("is not how an answer names this edit: it leaves out what is empty")
        return self.now, derived(self.now, edit)

    def _extended(self, additions: Any) -> Now:
        """Return the record under a larger registration, in which nothing registered changes."""
        if not isinstance(additions, dict):
            raise MalformedRecord("expected an object")
        document = dict(self.now.document)
        for name, new in additions.items():
            if name not in (*_REGISTERED, "policy"):
                raise Underivable(f"an extension may not register {name!r}")
            if name != "policy" and not isinstance(new, dict):
                raise MalformedRecord("expected an object", (name,))
            known = self.now.actions if name == "calls" else document.get(name, {})
            taken = next((key for key in new if key in known), None) if name != "policy" else None
            if taken is not None:
                raise Underivable(f"{taken!r} is registered under {name} already")
            document[name] = new if name == "policy" else {**document.get(name, {}), **new}
        start, _ = read_registration({**document, "history": []}, limits=self.now.limits)
        made = self.now.actions.keys() - self.registered.keys()
        clash = next((call for call in start.calls if call in made), None)
        if clash is not None:
            raise Underivable(f"there is a call {clash!r} already: an edit made it")
        lost = _lost_word(self.now.policy, start.registration.policy, self.now.limits)
        if lost is not None:
            raise Underivable(f"the new policy forbids {' '.join(lost)!r}, which the old one allows")
        return replayed(document, start.registration.policy, start.calls, self.now.limits)


def _lost_word(old: Policy, new: Policy, limits: Limits) -> tuple[str, ...] | None:
    """Return a word that one policy allows and the other does not, both read over the labels of both."""
    labels = {*old.labels, *new.labels}
    one, other = (
        compile_policy([c for c, _ in policy.constraints], sorted(labels), limits=limits) for policy in (old, new)
    )
    words: dict[tuple[PolicyState, PolicyState], tuple[str, ...]] = {(one.start, other.start): ()}
    ahead = list(words)
    for pair in ahead:
        for label in sorted(labels):
            kept, still = one.step(pair[0], label), other.step(pair[1], label)
            word = (*words[pair], label)
            if kept is not None and still is None:
                return word
            if kept is not None and still is not None and (kept, still) not in words:
                words[kept, still] = word
                ahead.append((kept, still))
        if len(ahead) > limits.policy_states:
            raise LimitError("comparing two policies", "policy_states", limits.policy_states)
    return None
