"""Derive an edit: from a record and a request to the target workflow (model, section 2)."""

from __future__ import annotations

from frozendict import frozendict

from execedit_kit.edits.copying import NewNames, undefined
from execedit_kit.edits.derivation import BrokenRule, Derivation, InvalidEdit
from execedit_kit.edits.fork import Shape, fork
from execedit_kit.edits.merge import join, select
from execedit_kit.edits.restore import restore
from execedit_kit.record.errors import ModelError, UnknownName
from execedit_kit.record.events import (
    EditRequest,
    ForkChoice,
    ForkParallel,
    MergeJoin,
    MergeSelect,
    RestoreLive,
    RestoreReplace,
)
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits
from execedit_kit.record.workflow import branches, groups, refuse_undefined, rewrite


def derive(record: ExecutionRecord, request: EditRequest, *, limits: Limits = DEFAULT_LIMITS) -> Derivation:
    """Return what the edit would make of the record. Nothing changes, and nothing is checked against the policy.

    Raises
    ------
    InvalidEdit
        When the edit has no derivation: an unknown or not-current name, a wrong group mode, an unknown rule, a
        missing signature, an undefined composition.
    """
    names = NewNames(record)
    broken: BrokenRule = "group" if isinstance(request, MergeSelect | MergeJoin) else "branch"
    try:
        before, after, required = _shape(record, request, names, limits)
        target = rewrite(record.workflow, before, after)
        _refuse_taken(record, names)
        refuse_undefined(target)
    except InvalidEdit:
        raise
    except UnknownName as error:
        raise InvalidEdit(broken, str(error)) from None
    except ModelError as error:
        raise undefined(error) from None
    return Derivation(
        request=request,
        number=names.number,
        before=before,
        after=after,
        target=target,
        calls=frozendict(names.calls),
        copies=frozendict(names.copies),
        origins=frozendict(names.origins),
        required=tuple(required),
    )


def _shape(record: ExecutionRecord, request: EditRequest, names: NewNames, limits: Limits) -> Shape:
    match request:
        case ForkChoice() | ForkParallel():
            return fork(record, request, names, limits)
        case RestoreReplace() | RestoreLive():
            return restore(record, request, names)
        case MergeSelect():
            return select(record, request, names, limits)
        case MergeJoin():
            return join(record, request, names, limits)


def _refuse_taken(record: ExecutionRecord, names: NewNames) -> None:
    taken = {branch.name for branch in branches(record.workflow)} | set(record.origins)
    taken |= {step.branch for step in record.processed}
    for name in names.origins:
        if name in taken:
            raise InvalidEdit("name", f"the edit would call a branch {name!r}, and there is such a branch already")
    known = {group.group for group in groups(record.workflow)}
    for name in names.groups:
        if name in known:
            raise InvalidEdit("name", f"the edit would make a group {name!r}, and there is one already")
