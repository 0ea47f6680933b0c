"""The runtime: one policy domain in one file, one transaction for every event (model, section 5)."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import replace
from os import PathLike
from types import TracebackType
from typing import Any

from frozendict import frozendict

from execedit_kit.check.answer import Accepted
from execedit_kit.edits.asking import extend as extension_of
from execedit_kit.edits.extend import Extend
from execedit_kit.record.build import read_step
from execedit_kit.record.errors import KitError, RefusedStep
from execedit_kit.record.events import Call, Checkpoint, Dispatch, Edited, EditRequest, Settle
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits
from execedit_kit.runtime import arguments, journal
from execedit_kit.runtime.answers import (
    Checkpointed,
    Damaged,
    Denied,
    Failed,
    Installed,
    NoCommit,
    Prepared,
    Sent,
    Settled,
    Stored,
    Used,
)
from execedit_kit.runtime.audit import Audit
from execedit_kit.runtime.judging import retry_denied, tokens, use_denied
from execedit_kit.runtime.offers import moved, offer, read_request, same_fixed_point, whole
from execedit_kit.runtime.replaying import change, creation, solved
from execedit_kit.runtime.schema import created, unused
from execedit_kit.runtime.session import Session
from execedit_kit.runtime.signatures import SignatureRequest, public_key, removal
from execedit_kit.runtime.state import Moment, changed, happened, started
from execedit_kit.runtime.trail import Happening, trail

PATIENCE = 30.0


class Runtime:
    """A policy domain that keeps to its rules. Several processes may have one file open at once.

    Every event is one transaction: after a stop at any instant, what is there is what committed, and what was answered
    is there. Refusals are answers that count as false. Threads may share one; a process that is copied (fork) lets go
    of its files meanwhile, and its copy opens them itself.

    See :meth:`create` and :meth:`open`.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    @classmethod
    def create(
        cls,
        path: str | PathLike[str],
        record: ExecutionRecord,
        *,
        keys: Mapping[str, object] = frozendict(),
        rule_version: int = 1,
        patience: float = PATIENCE,
        limits: Limits = DEFAULT_LIMITS,
    ) -> Runtime:
        """Start a runtime from a record, whose history is written into the new file, and open it.

        Parameters
        ----------
        path : str | PathLike[str]
            The file, which must not be there yet. Only its owner may read it: it holds the key of the tokens.
        record : ExecutionRecord
            Who signed its past removals is taken as it stands there; from now on it must be proved.
        keys : Mapping[str, object]
            Authority → Ed25519 public key: a key of the cryptography library, its 32 bytes, or PEM text.
        rule_version : int
            The number of the first rules in force.
        patience : float
            Seconds to wait for other processes before :class:`~execedit_kit.runtime.answers.Busy`.

        Raises
        ------
        RefusedStep
            When the record's workflow is rejected: there are no rules to keep to.
        FileExistsError
            When the file is there.
        Failed
            When it cannot be written there: no such folder, a full disk. Nothing is left of it.
        """
        target = arguments.file(path, "path")
        arguments.of_kind(record, ExecutionRecord, "record", "an execution record")
        arguments.of_kind(limits, Limits, "limits", "limits")
        arguments.seconds(patience, "patience")
        unused(target)
        if not 0 <= arguments.of_kind(rule_version, int, "rule_version", "a number from 0 on") < 2**53:
            raise KitError(f"a rule version is a number from 0 on, not {arguments.quoted(rule_version)}")
        public = {name: public_key(key) for name, key in arguments.mapping(keys, "keys").items()}
        rules_of = solved(limits)
        versions = (1, rule_version)
        start = ExecutionRecord.start(record.registration)
        rules = rules_of(start, None, rule_version)
        now = started(secrets.token_hex(16), start, versions, rules, public)
        with created(target) as connection:
            key = secrets.token_bytes(32)
            connection.execute("INSERT INTO secret VALUES ('key', ?)", (key,))
            event = creation(now.issuer, record, versions, public, rules)
            digest = journal.append(connection, key, None, event, now)
            for step in record.history:
                if isinstance(step, Edited):
                    rules = rules_of(now.record, step.request, now.rule_version + 1)
                    event, after = change(step.request, rules), changed(now, step.request, rules, limits=limits)
                else:
                    event, after = step.document(), happened(now, step)
                digest = journal.append(connection, key, (now, digest), event, after)
                now = after
        try:
            return cls.open(target, patience=patience, limits=limits)
        except Failed as error:
            reason = f"the file was made, and is whole; but it could not be opened: {error.reason}"
            raise Failed(str(target), reason) from None

    @classmethod
    def open(
        cls,
        path: str | PathLike[str],
        *,
        at_least: str | None = None,
        patience: float = PATIENCE,
        limits: Limits = DEFAULT_LIMITS,
    ) -> Runtime:
        """Open a runtime: what is there is what committed, compared with what the history replays to from scratch.

        Parameters
        ----------
        at_least : str | None
            A :attr:`head` that was kept elsewhere: a file put back from before it, or with another past, is refused.

        Raises
        ------
        NotARuntime
            When there is no such file, or it is not a runtime's.
        Damaged
            When it is not as the runtime wrote it; the error says what differs.
        Busy
            When other processes hold it for longer than `patience`.
        """
        at_least = None if at_least is None else arguments.text(at_least, "at_least")
        session = Session(
            arguments.file(path, "path"),
            patience=arguments.seconds(patience, "patience"),
            limits=arguments.of_kind(limits, Limits, "limits", "limits"),
        )
        runtime = cls(session)
        if at_least is not None and at_least not in runtime._heads():
            session.close()
            raise Damaged(
                str(path),
                (f"its history does not go on from the head {arguments.quoted(at_least)}: an older or another file",),
            )
        return runtime

    def close(self) -> None:
        """Close the file. Nothing is lost by not doing so."""
        self._session.close()

    def __enter__(self) -> Runtime:
        """Return the runtime itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self.close()

    def record(self) -> ExecutionRecord:
        """Return the record as it stands; ``record().document()`` is an ``execution-record/1`` document."""
        return self._now().record

    @property
    def head(self) -> str:
        """Where the history ends, to keep elsewhere: ``version:digest``."""
        with self._session.reading() as now:
            return f"{now.record_version}:{self._session.digest.hex()}"

    @property
    def rule_version(self) -> int:
        """The active rule version."""
        return self._now().rule_version

    def tokens(self) -> dict[str, str]:
        """Return the token of every remaining call under the active rules."""
        return tokens(self._now(), self._session.key)

    def allowed(self) -> tuple[str, ...]:
        """Return the calls that the rules in force let happen next."""
        now = self._now()
        return tuple(call for call in now.remaining if now.move(call) is not None)

    def audit(self) -> Audit:
        """Verify the whole file and return the five clauses of the invariant.

        Raises
        ------
        Damaged
            When the file is not as the runtime wrote it.
        """
        return self._session.audit()

    def trail(self) -> tuple[Happening, ...]:
        """Return the audit trail: what happened, one row an event, ready for a table."""
        found = self._session.verify()
        return trail(self._session.rows()[: len(found.moments)], found.moments, found.imported)

    def retry(self, call: str, request: Any = None) -> Stored | Denied:
        """Return what is stored for a processed call; nothing changes, whatever the rules are now."""
        call, asked = arguments.text(call, "call"), arguments.json_of(request, "request")
        now = self._now()
        denied = retry_denied(now.record, call, asked, now.record_version)
        if denied is not None:
            return denied
        action = now.record.calls[call]
        return Stored(call, action, now.status(action), now.value(action), now.record_version)

    def use(self, call: str, token: str, request: Any = None) -> Used | Denied:
        """Process a call: authorize its action and queue the request, or reuse the action's authorization.

        Parameters
        ----------
        token : str
            The call's own, from :meth:`tokens` or the last installation.
        request : Any
            The canonical request of the call's action, as JSON; ``None`` where none was registered.
        """
        call, asked = arguments.text(call, "call"), arguments.json_of(request, "request")
        with self._session.writing() as writing:
            now = writing.now
            denied = use_denied(now, self._session.key, call, token, asked)
            if denied is not None:
                return denied
            event = Call(call)
            after = happened(now, event)
            writing.append(event.document(), after)
        action = after.record.calls[call]
        mode = after.record.processed[-1].mode
        return Used(call, action, mode, after.status(action), after.value(action), after.record_version)

    def dispatch(self) -> Sent | Denied:
        """Mark the oldest queued request as sent, and return it to be sent.

        It is marked before it is sent: a stop in between loses the sending, which then has to be made good by hand,
        but no request is ever sent twice.
        """
        with self._session.writing() as writing:
            queued = writing.now.record.queued
            if not queued:
                return Denied("queue", "no request waits to be sent", writing.now.record_version)
            event = Dispatch(queued[0])
            after = happened(writing.now, event)
            writing.append(event.document(), after)
        request = json.loads(after.record.registration.actions[event.action].request_json)
        return Sent(event.action, request, after.record_version)

    def settle(self, action: str, value: Any = None) -> Settled | Denied:
        """Record the return of a sent request, once, for good.

        Raises
        ------
        MalformedRecord
            When the value is none that a history could hold.
        """
        event = read_step({"settle": arguments.text(action, "action"), "value": value})
        assert isinstance(event, Settle)
        with self._session.writing() as writing:
            now = after = writing.now
            known = now.record.returns.get(action)
            if action not in now.record.sent:
                why = f"the request of {arguments.quoted(action)} has not been sent, so it has no return"
                return Denied("not sent", why, now.record_version)
            if known not in (None, event.value_json):
                return Denied("settled", f"{action!r} is settled already, with another value", now.record_version)
            if known is None:
                after = happened(now, event)
                writing.append(event.document(), after)
        return Settled(action, after.value(action), after.record_version, again=after is now)

    def checkpoint(self, name: str, branch: str) -> Checkpointed | Denied:
        """Store a current branch's remaining contract and progress under an unused name.

        Raises
        ------
        MalformedRecord
            When the name is none that a history could hold.
        """
        event = read_step({"checkpoint": arguments.text(name, "name"), "branch": arguments.text(branch, "branch")})
        assert isinstance(event, Checkpoint)
        with self._session.writing() as writing:
            try:
                after = happened(writing.now, event)
            except RefusedStep as error:
                return Denied("checkpoint", str(error), writing.now.record_version)
            writing.append(event.document(), after)
        return Checkpointed(name, branch, after.record_version)

    def removal(self, edit: EditRequest | Mapping[str, Any]) -> SignatureRequest:
        """Return what the authorities would have to sign for an edit of the record as it stands.

        Raises
        ------
        InvalidEdit
            When the edit has no derivation, whoever signs.
        """
        now = self._now()
        request = read_request(edit)
        if isinstance(request, Extend):
            raise KitError("an extension removes nothing, so nobody signs it")
        return removal(now.record, request, now.issuer, now.versions, limits=self._session.limits)

    def prepare(
        self,
        edit: EditRequest | Extend | Mapping[str, Any],
        *,
        signatures: Mapping[str, bytes] = frozendict(),
        keys: Mapping[str, object] = frozendict(),
    ) -> Prepared | Denied:
        """Compute the answer to an edit or extension. Nothing changes, and nobody sees it.

        Parameters
        ----------
        signatures : Mapping[str, bytes]
            Authority → its signature under :meth:`removal`. Names in the edit's own ``signed_by`` prove nothing and
            are refused.
        keys : Mapping[str, object]
            With an extension: authority → public key of the authorities it brings.
        """
        return offer(self._now(), read_request(edit), signatures, keys, limits=self._session.limits)

    def install(self, prepared: Prepared | Denied) -> Installed | NoCommit | Denied:
        """Put a prepared answer in force, if nothing at all has moved since it was computed.

        The edit is derived and checked again from the record as it is now. That takes as long as the check and
        keeps nobody waiting; whether anything moved meanwhile is decided inside the transaction. What was denied when
        it was prepared stays denied.
        """
        if isinstance(prepared, Denied):
            return prepared
        prepared, now = whole(prepared), self._now()
        stopped = moved(prepared, now)
        if stopped is not None:
            return stopped
        answer = prepared.answer
        if not isinstance(answer, Accepted) or answer.edit is None:
            return Denied("not accepted", f"the answer is {answer.verdict}: {answer.why}", now.record_version)
        bare = answer.edit if isinstance(answer.edit, Extend) else replace(answer.edit, signed_by=())
        again = offer(now, bare, prepared.signatures, prepared.keys, limits=self._session.limits)
        if isinstance(again, Denied):
            return again
        found = again.answer  # what is written is what was found here, never what was handed in
        if not isinstance(found, Accepted) or found.edit is None or not same_fixed_point(answer, found):
            return NoCommit(("fixed point",), "checked again, the edit has another answer", now.record_version)
        after = changed(now, found.edit, found.automaton, again.keys, limits=self._session.limits)
        with self._session.writing() as writing:
            stopped = moved(prepared, writing.now)
            if stopped is not None:
                return stopped
            proofs = again.keys if isinstance(found.edit, Extend) else again.signatures
            writing.append(change(found.edit, found.automaton, proofs), after)
        return Installed(after.rule_version, tokens(after, self._session.key), after.record_version)

    def extend(self, *, keys: Mapping[str, object] = frozendict(), **additions: Any) -> Installed | NoCommit | Denied:
        """Prepare and install an extension: more ``actions``, ``calls``, ``rules``, a larger ``policy``."""
        return self.install(self.prepare(extension_of(**additions), keys=keys))

    def _now(self) -> Moment:
        with self._session.reading() as now:
            return now

    def _heads(self) -> set[str]:
        return {f"{row.seq}:{row.digest.hex()}" for row in self._session.rows()}
