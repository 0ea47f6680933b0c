"""From rows of the history back to moments: what a row does, and whether what it says of itself is true."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from frozendict import frozendict

from execedit_kit.check.answer import Accepted, check
from execedit_kit.check.automaton import RuleAutomaton
from execedit_kit.edits.asking import extend
from execedit_kit.edits.extend import Extend
from execedit_kit.record.build import read_edit, read_registration, read_step
from execedit_kit.record.errors import KitError, LimitError, RefusedStep
from execedit_kit.record.events import EditRequest
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits
from execedit_kit.runtime.journal import Row, WrongRow, automaton_digest, automaton_json
from execedit_kit.runtime.signatures import signed
from execedit_kit.runtime.state import Moment, changed, happened, started

RulesOf: TypeAlias = Callable[[ExecutionRecord, "EditRequest | Extend | None", int], RuleAutomaton]

_WRONG = (KitError, KeyError, TypeError, ValueError, AttributeError, RecursionError)


def creation(
    issuer: str, record: ExecutionRecord, versions: tuple[int, int], keys: Mapping[str, bytes], rules: RuleAutomaton
) -> dict[str, Any]:
    """Return the first row's event; `versions` are the policy's and the rules', `record` the one to be continued."""
    document = record.document()
    imported = len(document.pop("history", ()))
    return {
        "create": {
            "issuer": issuer,
            "registration": document,
            "policy_version": versions[0],
            "rule_version": versions[1],
            "keys": {name: key.hex() for name, key in keys.items()},
            "imported": imported,
        },
        "rules": automaton_digest(automaton_json(rules)),
    }


def change(
    request: EditRequest | Extend, rules: RuleAutomaton, proofs: Mapping[str, bytes] = frozendict()
) -> dict[str, Any]:
    """Return the event of an edit or extension, with the digest of its rules and its signatures or new keys."""
    event: dict[str, Any] = request.document() if isinstance(request, Extend) else {"edit": request.document()}
    event["rules"] = automaton_digest(automaton_json(rules))
    if proofs:
        named = "keys" if isinstance(request, Extend) else "signatures"
        event[named] = {name: proof.hex() for name, proof in proofs.items()}
    return event


def solved(limits: Limits = DEFAULT_LIMITS) -> RulesOf:
    """Return the way to find rules that trusts nothing: check again."""

    def rules_of(record: ExecutionRecord, request: EditRequest | Extend | None, version: int) -> RuleAutomaton:
        answer = check(record, request, limits=limits)
        if not isinstance(answer, Accepted):
            raise RefusedStep(f"the {'workflow' if request is None else 'edit'} is {answer.verdict}: {answer.why}")
        return answer.automaton

    return rules_of


def first(row: Row, rules_of: RulesOf, *, limits: Limits = DEFAULT_LIMITS) -> tuple[Moment, int]:
    """Return the moment of the creation, and how many of the next rows came with the record.

    Raises
    ------
    WrongRow
        When the row is no creation.
    """
    event = row.event
    try:
        made = event["create"]
        record, _ = read_registration(made["registration"], limits=limits)
        rules = rules_of(record, None, made["rule_version"])
        keys = {name: bytes.fromhex(key) for name, key in made["keys"].items()}
        versions = (made["policy_version"], made["rule_version"])
        now = started(made["issuer"], record, versions, rules, keys)
        imported: int = made["imported"]
    except LimitError:
        raise
    except _WRONG as error:
        raise WrongRow(f"the first row of the history creates no domain: {error}") from None
    _compare_rules(event, rules)
    return now, imported


def following(row: Row, now: Moment, rules_of: RulesOf, *, imported: bool, limits: Limits = DEFAULT_LIMITS) -> Moment:
    """Return the moment after a row.

    Parameters
    ----------
    imported : bool
        Whether it came with the record, so that who signed is taken from there.

    Raises
    ------
    WrongRow
        When the event was not allowed at its moment, or its signatures do not hold.
    """
    try:
        event = row.event
        if "extend" in event:
            extension = extend(**event["extend"])
            rules = rules_of(now.record, extension, now.rule_version + 1)
            keys = {name: bytes.fromhex(key) for name, key in event.get("keys", {}).items()}
            after = changed(now, extension, rules, keys, limits=limits)
        elif "edit" in event:
            request = read_edit(event["edit"])
            if not imported:
                signatures = {name: bytes.fromhex(text) for name, text in event.get("signatures", {}).items()}
                bare = replace(request, signed_by=())
                if request != signed(now.record, bare, now.issuer, now.versions, signatures, now.keys, limits=limits):
                    raise RefusedStep("the edit names signers whose signatures are not there")
            rules = rules_of(now.record, request, now.rule_version + 1)
            after = changed(now, request, rules, limits=limits)
        else:
            return happened(now, read_step(event))
    except LimitError:
        raise
    except _WRONG as error:
        raise WrongRow(f"row {row.seq} of the history cannot have happened: {error}") from None
    _compare_rules(event, rules)
    return after


def _compare_rules(event: Mapping[str, Any], rules: RuleAutomaton) -> None:
    if event.get("rules") != automaton_digest(automaton_json(rules)):
        raise WrongRow("the rules that the history names are not the rules that its edit leads to")
