"""What the picture of a record or of an answer shows, gathered before anything is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from execedit_kit.check.answer import Answer, Invalid, Rejected
from execedit_kit.check.problem import bits
from execedit_kit.check.steps import Removal, first_removal
from execedit_kit.draw.calls import CallState, call_states, lost_branches
from execedit_kit.draw.past import Past, Place, past, place
from execedit_kit.edits.derivation import Derivation
from execedit_kit.edits.extend import Extend
from execedit_kit.record.events import Edited, RestoreLive, RestoreReplace
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.workflow import Branch, Choice, Workflow, branches


@dataclass(frozen=True)
class View:
    """What is drawn.

    Parameters
    ----------
    record : ExecutionRecord
        What happened.
    tree : Workflow
        The current workflow or, for a derived edit, its target.
    derivation : Derivation | None
        The edit that is drawn onto the record.
    states : Mapping[str, CallState]
        Every call.
    past : Mapping[Place, tuple[Past, ...]]
        The past steps, by the place in `tree` at which they are drawn.
    before : tuple[Past, ...]
        Past steps of places that are no more.
    prefix : tuple[str, ...]
        For a rejected edit, the first prefix that falls.
    missing : frozenset[str]
        And the calls that a result which it loses still needs.
    """

    record: ExecutionRecord
    tree: Workflow
    derivation: Derivation | None
    states: Mapping[str, CallState]
    past: Mapping[Place, tuple[Past, ...]]
    before: tuple[Past, ...]
    prefix: tuple[str, ...] = ()
    missing: frozenset[str] = frozenset()

    @property
    def removed(self) -> Workflow | None:
        """What the edit takes away while it is still required by someone: a branch, or the arm of a choice."""
        derived = self.derivation
        if derived is None or not derived.count("removed"):
            return None
        if isinstance(derived.before, Choice):
            kept = {branch.name for branch in branches(derived.after)}
            left = {branch.name for branch in branches(derived.before.left)}
            return derived.before.right if left & kept else derived.before.left
        return derived.before

    @property
    def lost(self) -> frozenset[str]:
        """The branches of arms that were not chosen."""
        return frozenset(branch.name for branch in lost_branches(self.tree))

    def restored(self) -> Iterator[tuple[str, str]]:
        """Yield (branch, checkpoint) for every branch that was copied from a checkpoint."""
        edits = [event.request for event in self.record.history if isinstance(event, Edited)]
        for branch, (source, number) in self.record.origins.items():
            if isinstance(edits[number - 1], RestoreLive | RestoreReplace):
                yield branch, source
        if self.derivation is not None and isinstance(self.derivation.request, RestoreLive | RestoreReplace):
            yield from self.derivation.origins.items()


def view(value: ExecutionRecord | Answer) -> View:
    """Gather what the picture of a record or an answer shows."""
    if isinstance(value, ExecutionRecord):
        return _view(value, None)
    derivation = None if isinstance(value, Invalid) else value.derivation
    if not isinstance(value, Rejected) or isinstance(value.edit, Extend):
        return _view(value.record, derivation)
    return _view(value.record, derivation, *_blocked(value, first_removal(value.graph)))


def _blocked(answer: Rejected, removal: Removal) -> tuple[tuple[str, ...], frozenset[str]]:
    problem = answer.graph.problem
    result = problem.results.index(removal.missing[0])
    needed = {problem.calls[call] for call in bits(problem.result_calls[result])}
    return removal.prefix, frozenset(needed - set(removal.prefix))


def _view(
    record: ExecutionRecord,
    derivation: Derivation | None,
    prefix: tuple[str, ...] = (),
    missing: frozenset[str] = frozenset(),
) -> View:
    tree = record.workflow if derivation is None else derivation.target
    steps = past(record, None if derivation is None else derivation.request)
    here = set(_places(tree))
    return View(
        record=record,
        tree=tree,
        derivation=derivation,
        states=call_states(record, derivation),
        past={where: those for where, those in steps.items() if where in here},
        before=tuple(step for where, those in steps.items() if where not in here for step in those),
        prefix=prefix,
        missing=missing,
    )


def _places(tree: Workflow) -> Iterator[Place]:
    here = place(tree)
    if here is not None:
        yield here
    if not isinstance(tree, Branch):
        yield from _places(tree.left)
        yield from _places(tree.right)
