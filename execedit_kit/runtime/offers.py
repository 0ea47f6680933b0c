"""Offers: an edit is prepared, and what has moved since keeps its answer from being installed (model, section 5)."""

from __future__ import annotations

from collections.abc import Mapping

from frozendict import frozendict

from execedit_kit.check.answer import Accepted, Answer, check
from execedit_kit.edits.asking import extend
from execedit_kit.edits.extend import Extend
from execedit_kit.record.build import read_edit
from execedit_kit.record.events import EditRequest
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.json_text import canonical_json, parse_json
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits
from execedit_kit.record.workflow import branches
from execedit_kit.runtime import arguments
from execedit_kit.runtime.answers import Denied, NoCommit, Prepared
from execedit_kit.runtime.signatures import RefusedSignature, public_key, signed
from execedit_kit.runtime.state import Moment


def read_request(edit: object) -> EditRequest | Extend:
    """Return an edit or extension given as a value or as JSON; a value is read again as what it says of itself.

    Raises
    ------
    MalformedRecord
        When it is none.
    """
    if isinstance(edit, Extend):
        additions = parse_json(arguments.text(edit.additions_json, "extend").encode("utf-8", "surrogatepass"))
        return extend(**arguments.mapping(additions, "extend"))
    if isinstance(edit, EditRequest):
        arguments.of_kind(edit.signed_by, tuple, "signed_by", "the names of signers")
        return read_edit(edit.document())
    given = arguments.mapping(edit, "edit")
    if set(given) == {"extend"}:
        return extend(**arguments.mapping(given["extend"], "extend"))
    return read_edit(given)


def _requiring(record: ExecutionRecord) -> frozenset[str]:
    """Return the authorities that are there: those who require what is to be done, or stored, or what a rule adds."""
    contracts = [branch.contract for branch in branches(record.workflow)]
    contracts += [stored.contract for stored in record.checkpoints.values()]
    for rule in record.registration.rules.values():
        contracts += [part for part in (rule.left, rule.right, rule.join) if part is not None]
    named = (result.authorities for contract in contracts for result in contract.results)
    return frozenset({record.registration.authority}).union(*named)


def offer(
    now: Moment,
    request: EditRequest | Extend,
    signatures: Mapping[str, bytes] = frozendict(),
    keys: Mapping[str, object] = frozendict(),
    *,
    limits: Limits = DEFAULT_LIMITS,
) -> Prepared | Denied:
    """Return the answer to an edit or extension, or why its signatures or keys are not taken."""
    public = {name: public_key(key) for name, key in arguments.mapping(keys, "keys").items()}
    arguments.mapping(signatures, "signatures")
    known = next((name for name, key in public.items() if now.keys.get(name, key) != key), None)
    if known is not None:
        return Denied("key", f"{arguments.quoted(known)} has another key already, and keeps it", now.record_version)
    if isinstance(request, Extend):
        # Whoever may ask for an extension could else name a key for somebody who is there, and sign in their name.
        there = next((name for name in public if name not in now.keys and name in _requiring(now.record)), None)
        if there is not None:
            why = f"{arguments.quoted(there)} requires results already; its key is registered with Runtime.create"
            return Denied("key", why, now.record_version)
        if signatures:
            return Denied("signature", "an extension removes nothing, so nobody signs it", now.record_version)
    elif public:
        return Denied("key", "an edit brings no keys; an extension does", now.record_version)
    else:
        try:
            request = signed(now.record, request, now.issuer, now.versions, signatures, now.keys, limits=limits)
        except RefusedSignature as error:
            return Denied("signature", str(error), now.record_version)
    return Prepared(
        answer=check(now.record, request, limits=limits),
        record_version=now.record_version,
        rule_version=now.rule_version,
        policy_version=now.policy_version,
        signatures=frozendict(signatures),
        keys=frozendict(public),
    )


def whole(prepared: object) -> Prepared:
    """Return what can be an offer; whether it holds is found out by asking again.

    Raises
    ------
    MalformedRecord
        When it cannot be one.
    """
    offered = arguments.of_kind(prepared, Prepared, "prepared", "what prepare returned")
    arguments.of_kind(offered.answer, Answer, "answer", "an answer of the check")  # type: ignore[arg-type]
    for name in ("record_version", "rule_version", "policy_version"):
        arguments.of_kind(getattr(offered, name), int, name, "a version")
    return offered


def moved(prepared: Prepared, now: Moment) -> NoCommit | None:
    """Return what is not as it was when an answer was prepared, or ``None``."""
    was = prepared.answer.record
    has_moved = {
        "record": prepared.record_version != now.record_version or prepared.answer.digest != now.record.digest,
        "rule version": prepared.rule_version != now.rule_version,
        "policy version": prepared.policy_version != now.policy_version,
    }
    names = tuple(name for name, has in has_moved.items() if has)
    if not names:
        return None
    why = f"{' and '.join(names)} moved since the check"
    if now.record_version > prepared.record_version:
        events = [canonical_json(event.document()) for event in now.record.history[len(was.history) :]]
        if was.registration.text != now.record.registration.text:
            events.append("an extension")
        why += f": record version {prepared.record_version} became {now.record_version} by {', '.join(events[:5])}"
    return NoCommit(names, f"{why}; ask again", now.record_version)


def same_fixed_point(before: Accepted, again: Accepted) -> bool:
    """Whether an answer, computed again, is the same: edit, target and rules."""
    return again.edit == before.edit and again.target == before.target and again.automaton == before.automaton
