"""The edits, checkpoints and events as functions: what a cell writes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from execedit_kit.edits.extend import Extend
from execedit_kit.record.events import (
    Call,
    Checkpoint,
    Dispatch,
    ForkChoice,
    ForkParallel,
    MergeJoin,
    MergeSelect,
    RestoreLive,
    RestoreReplace,
    Settle,
)
from execedit_kit.record.json_text import canonical_json


def fork_choice(branch: str, *, rule: str | None = None) -> ForkChoice:
    """Ask to copy a branch into two, of which one will happen."""
    return ForkChoice(branch, rule)


def fork_parallel(branch: str, *, rule: str | None = None) -> ForkParallel:
    """Ask to copy a branch into two, both of which happen."""
    return ForkParallel(branch, rule)


def restore_replace(
    branch: str, checkpoint: str, *, rule: str | None = None, signed_by: Iterable[str] = ()
) -> RestoreReplace:
    """Ask to go back to a checkpoint instead of going on with a branch.

    Parameters
    ----------
    signed_by : Iterable[str]
        The authorities whose signatures under the removal of the branch's results have been verified.
    """
    return RestoreReplace(branch, checkpoint, rule, tuple(signed_by))


def restore_live(branch: str, checkpoint: str, *, rule: str | None = None) -> RestoreLive:
    """Ask to go back to a checkpoint beside a branch that goes on."""
    return RestoreLive(branch, checkpoint, rule)


def merge_select(group: str, winner: str, *, rule: str | None = None, signed_by: Iterable[str] = ()) -> MergeSelect:
    """Ask to keep one arm of a choice, ``"left"`` or ``"right"``, and to remove the other's results.

    Parameters
    ----------
    signed_by : Iterable[str]
        The authorities whose signatures under the removal have been verified.
    """
    return MergeSelect(group, winner, rule, tuple(signed_by))


def merge_join(group: str, *, rule: str | None = None) -> MergeJoin:
    """Ask to wait for both arms of a parallel group."""
    return MergeJoin(group, rule)


def extend(**additions: Any) -> Extend:
    """Ask to register more: ``actions``, ``calls``, ``rules`` and a larger ``policy``, as in a record document."""
    return Extend(canonical_json(additions))


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
    return Settle(action, canonical_json(value))
