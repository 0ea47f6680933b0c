"""The edits, checkpoints and events as functions: what a cell writes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from execedit_kit.edits.extend import Extend
from execedit_kit.record.build import read_edit
from execedit_kit.record.events import (
    Call,
    Checkpoint,
    Dispatch,
    EditRequest,
    ForkChoice,
    ForkParallel,
    MergeJoin,
    MergeSelect,
    RestoreLive,
    RestoreReplace,
    Settle,
)
from execedit_kit.record.json_text import canonical_json, plain

Request = TypeVar("Request", bound=EditRequest)


def _read(request: Request, kind: type[Request]) -> Request:
    """Return the request as a document would give it, so that a wrong type is refused with its place."""
    made = read_edit(request.document())
    assert isinstance(made, kind)
    return made


def _names(signed_by: str | Iterable[str] | None) -> tuple[str, ...]:
    return (signed_by,) if isinstance(signed_by, str) else tuple(signed_by or ())


def fork_choice(branch: str, *, rule: str | None = None) -> ForkChoice:
    """Ask to copy a branch into two, of which one will happen."""
    return _read(ForkChoice(branch, rule=rule), ForkChoice)


def fork_parallel(branch: str, *, rule: str | None = None) -> ForkParallel:
    """Ask to copy a branch into two, both of which happen."""
    return _read(ForkParallel(branch, rule=rule), ForkParallel)


def restore_replace(
    branch: str, checkpoint: str, *, rule: str | None = None, signed_by: str | Iterable[str] = ()
) -> RestoreReplace:
    """Ask to go back to a checkpoint instead of going on with a branch.

    Parameters
    ----------
    signed_by : str | Iterable[str]
        The authorities whose signatures under the removal of the branch's results have been verified.
    """
    return _read(RestoreReplace(branch, checkpoint, rule=rule, signed_by=_names(signed_by)), RestoreReplace)


def restore_live(branch: str, checkpoint: str, *, rule: str | None = None) -> RestoreLive:
    """Ask to go back to a checkpoint beside a branch that goes on."""
    return _read(RestoreLive(branch, checkpoint, rule=rule), RestoreLive)


def merge_select(
    group: str, winner: str, *, rule: str | None = None, signed_by: str | Iterable[str] = ()
) -> MergeSelect:
    """Ask to keep one arm of a choice, ``"left"`` or ``"right"``, and to remove the other's results.

    Parameters
    ----------
    signed_by : str | Iterable[str]
        The authorities whose signatures under the removal have been verified.
    """
    return _read(MergeSelect(group, winner, rule=rule, signed_by=_names(signed_by)), MergeSelect)


def merge_join(group: str, *, rule: str | None = None) -> MergeJoin:
    """Ask to wait for both arms of a parallel group."""
    return _read(MergeJoin(group, rule=rule), MergeJoin)


def extend(**additions: Any) -> Extend:
    """Ask to register more: ``actions``, ``calls``, ``rules`` and a larger ``policy``, as in a record document."""
    return Extend(canonical_json(plain(additions)))


def checkpoint(name: str, branch: str) -> Checkpoint:
    """Store a branch's remaining contract and progress under a name."""
    return Checkpoint(name, branch)


def call(name: str) -> Call:
    """Process a call: its action is authorized, or its authorization reused."""
    return Call(name)


def dispatch(action: str) -> Dispatch:
    """Send the oldest queued request."""
    return Dispatch(action)


def settle(action: str, value: Any) -> Settle:
    """Record the return of a sent request, once, for good."""
    return Settle(action, canonical_json(plain(value)))
