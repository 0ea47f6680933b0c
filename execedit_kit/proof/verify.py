"""Confirm an answer from the record and the answer alone (model, section 4).

The checker finds the blocked states by a pass from the largest processed sets back. The verifier finds nothing: an
answer says which states are blocked, in which round, and what each loses there; all others are claimed to be safe. It
walks forward from the log and compares each state's claim with the claims of the states one call on. A call is never
undone, so there are no circles: claims that agree with those after them everywhere are true, and no others would be.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from execedit_kit.proof import form
from execedit_kit.proof.edit import Derived
from execedit_kit.proof.question import Question
from execedit_kit.proof.reading import Underivable, document_of
from execedit_kit.proof.states import States, Wrong
from execedit_kit.proof.walk import BLOCKED, Rules, Walk, claims, removals
from execedit_kit.record.document_errors import shown, validated
from execedit_kit.record.errors import MalformedRecord, json_path
from execedit_kit.record.json_text import canonical_json, plain
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits
from execedit_kit.record.numbers import grouped


class HasDocument(Protocol):
    """A record or an answer as a value: anything that has a document."""

    def document(self) -> dict[str, Any]:
        """Return the document."""
        ...


@dataclass(frozen=True, slots=True)
class Verification:
    """Whether an answer is confirmed.

    Parameters
    ----------
    confirmed : bool
        Whether every field but ``why``, which is a sentence for people, says what is so.
    reason : str
        What was confirmed, or the first thing that is wrong.
    at : tuple[str | int, ...]
        Where in the answer that stands.
    """

    confirmed: bool
    reason: str
    at: tuple[str | int, ...] = ()

    def __bool__(self) -> bool:
        """Whether the answer is confirmed."""
        return self.confirmed

    def __str__(self) -> str:
        """Return one line."""
        return f"confirmed: {self.reason}" if self.confirmed else f"not confirmed: {json_path(self.at)}: {self.reason}"


def verify(
    record: HasDocument | Mapping[str, Any] | Question,
    answer: HasDocument | Mapping[str, Any],
    *,
    limits: Limits = DEFAULT_LIMITS,
) -> Verification:
    """Confirm an answer without the checker (model, section 4).

    Taken on trust: that the record is what happened, each step allowed by the rules in force at its moment.

    Parameters
    ----------
    record : ExecutionRecord | Mapping[str, Any]
        The record, or its document.
    answer : Answer | Mapping[str, Any]
        The answer with its evidence, or its document.
    limits : Limits
        How much work this may cost.

    Returns
    -------
    Verification
        True when the answer is confirmed; its text says what was, or names the first thing that is wrong.

    Raises
    ------
    MalformedRecord
        When `record` is no record, or `answer` no answer.
    LimitError
        When a limit is hit: then nothing is confirmed and nothing refuted.

    Examples
    --------
    >>> import execedit_kit as ek
    >>> laptop = ek.load("laptop")
    >>> str(verify(laptop, ek.check(laptop, ek.fork_choice("b0", rule="suppliers"))))
    'confirmed: accepted; 2 of 2 executions that obey the policy are safe, states of the rules: 4'
    """
    question = record if isinstance(record, Question) else Question.of(_document(record), limits=limits)
    written = plain(_document(answer))
    if not isinstance(written, dict) or written.get("format") != form.FORMAT:
        raise MalformedRecord(f"expected an answer of the format {form.FORMAT}", ("format",))
    try:
        return Verification(True, _confirmed(question, written, limits))
    except Wrong as wrong:
        return Verification(False, wrong.reason, wrong.at)


def _document(value: HasDocument | Mapping[str, Any]) -> Any:
    return value.document() if hasattr(value, "document") else value


def _confirmed(question: Question, written: dict[str, Any], limits: Limits) -> str:
    """Return what is confirmed, or raise :class:`Wrong`."""
    verdict = written.get("verdict")
    adapter = form.ANSWERS.get(verdict) if isinstance(verdict, str) else None
    if adapter is None:
        raise Wrong(("verdict",), f"expected accepted, rejected or invalid, not {shown(verdict)}")
    try:
        answer = validated(adapter, written)
    except MalformedRecord as error:
        raise Wrong(error.at, error.reason) from None
    same(question.digest, answer.record, ("record",))
    try:
        now, target = question.asked(written)
    except MalformedRecord as error:
        raise Wrong(("edit", *error.at), error.reason) from None
    except Underivable as error:
        if verdict == "invalid":
            return f"invalid; {error}"
        raise Wrong(("verdict",), f"the edit has no derivation: {error}") from None
    if verdict == "invalid":
        raise Wrong(("verdict",), "the edit has a derivation, so it is accepted or rejected")
    states = States(now, target)
    _compare(
        written,
        results=len(states.results),
        required=target.count(),
        satisfied=target.count("satisfied"),
        removed=target.count("removed"),
    )
    rules = None
    if verdict == "accepted":
        versions = {"old": now.edits, "new": now.edits + (answer.edit is not None)}
        _compare(written, rule_version=versions, target=document_of(target.tree))
        _covered(target, written["coverage"])
        rules = Rules(answer.automaton, states)
    blocked = claims(states, answer.proof.blocked)
    if (states.start in blocked) != (verdict == "rejected"):
        is_so = "is" if states.start in blocked else "is not"
        raise Wrong(BLOCKED, f"the start {is_so} listed as blocked, and the verdict is {verdict}")
    walk = Walk(states, blocked, rules, limits)
    sizes = [form.number(size) for size in walk.rounds]
    _compare(
        written,
        rounds=sizes,
        safe_executions=sizes[-1],
        partial_executions=form.number(walk.prefixes),
        automaton_states=0 if rules is None else rules.close(),
    )
    if rules is None:
        removals(states, blocked, walk.rounds[0], answer.proof)
        return f"rejected; executions after each round: {', '.join(map(grouped, walk.rounds))}"
    kept = f"{grouped(walk.rounds[-1])} of {grouped(walk.rounds[0])} executions that obey the policy are safe"
    return f"accepted; {kept}, states of the rules: {answer.automaton_states:,}"


def _compare(written: dict[str, Any], **right: Any) -> None:
    for name, value in right.items():
        same(value, written[name], (name,))


def same(right: Any, found: Any, at: tuple[str | int, ...]) -> None:
    """Compare two JSON values, and name the first difference; ``1``, ``true`` and ``1.0`` are three values."""
    if canonical_json(right) == canonical_json(found):
        return
    if isinstance(right, dict) and isinstance(found, dict):
        for key in (*right, *found):
            if key not in found or key not in right:
                raise Wrong((*at, key), "this is missing" if key in right else "this does not belong here")
            same(right[key], found[key], (*at, key))
    if isinstance(right, list) and isinstance(found, list):
        for n, (one, other) in enumerate(zip(right, found, strict=False)):
            same(one, other, (*at, n))
        raise Wrong(at, f"this has {len(found)} items; right are {len(right)}")
    raise Wrong(at, f"this is {shown(found)}; right is {shown(right)}")


def _covered(target: Derived, coverage: Any) -> None:
    """Compare the account of required results; who requires one, and what covers it, are sets."""

    def sets(account: Any) -> Any:
        return {
            part: {
                name: {**entry, "authorities": sorted(entry["authorities"]), "covered_by": sorted(entry["covered_by"])}
                for name, entry in results.items()
            }
            for part, results in account.items()
        }

    same(sets(target.account), sets(coverage), ("coverage",))
