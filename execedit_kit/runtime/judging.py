"""May this call be processed with this token? The first reason why not, in a fixed order (model, section 5, use)."""

from __future__ import annotations

from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.workflow import enabled
from execedit_kit.runtime.answers import Denied, Reason
from execedit_kit.runtime.arguments import quoted
from execedit_kit.runtime.journal import bound
from execedit_kit.runtime.state import Moment
from execedit_kit.runtime.tokens import Claims, claimed, genuine, mint, same


def claims(now: Moment, call: str) -> Claims:
    """Return what a call's token binds now."""
    action, request = bound(now.record, call)
    return Claims(now.issuer, now.record.registration.domain, call, action, request, now.rule_version)


def tokens(now: Moment, key: bytes) -> dict[str, str]:
    """Return the token of every remaining call."""
    return {call: mint(key, claims(now, call)) for call in now.remaining}


def use_denied(now: Moment, key: bytes, call: str, token: object, request_json: str) -> Denied | None:
    """Return why a call may not be processed now, or ``None``."""

    def denied(reason: Reason, why: str) -> Denied:
        return Denied(reason, why, now.record_version)

    if call not in now.record.calls or not same(token, mint(key, claims(now, call))):
        presented = claimed(token)
        if presented is None:
            return denied("forged", "this is no token")
        if (presented.issuer, presented.domain) != (now.issuer, now.record.registration.domain):
            return denied("scope", f"the token is of another domain or another file: {quoted(presented.domain)}")
        if genuine(key, token) is None:
            return denied("forged", "the runtime did not issue this token")
        if presented.rule_version != now.rule_version:
            return denied(
                "stale", f"the token is of rule version {presented.rule_version}, and {now.rule_version} is active"
            )
        return denied("call", f"the token is for call {quoted(presented.call)}, not for {quoted(call)}")
    action = now.record.calls[call]
    if request_json != now.record.registration.actions[action].request_json:
        return denied("request", f"the request is not the canonical request of action {action!r}")
    if now.move(call) is not None:
        return None
    if any(step.call == call for step in now.record.processed):
        return denied("processed", f"call {call!r} is processed already; retry returns what is stored")
    if not any(call == name for name, _ in enabled(now.record.workflow)):
        return denied("not enabled", f"call {call!r} must wait for what comes before it, or its arm was not chosen")
    return denied("rules", f"after call {call!r} not every result could be finished; the rules in force refuse it")


def retry_denied(record: ExecutionRecord, call: str, request_json: str, version: int) -> Denied | None:
    """Return why a call has no stored return to give, or ``None``."""
    if not any(step.call == call for step in record.processed):
        return Denied(
            "not processed", f"call {quoted(call)} has not been processed, so nothing is stored for it", version
        )
    action = record.calls[call]
    if request_json != record.registration.actions[action].request_json:
        return Denied("request", f"the request is not the canonical request of action {action!r}", version)
    return None
