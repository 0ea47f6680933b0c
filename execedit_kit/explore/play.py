"""What can happen to a shape, whatever its actions, labels and policy: a tree of events, derived once for all of them.

Deriving an edit depends on the workflow alone. So the tree of histories of a shape, with every edit that can be asked
at each of its nodes, is made once, on a record in which every call has an action of its own and everything is allowed;
:mod:`execedit_kit.explore.scope` then walks it for each assignment of actions, labels and a policy.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from execedit_kit.explore.case import Derived, Target, proposed_target, target_of
from execedit_kit.explore.registered import AUTHORITY, registration
from execedit_kit.explore.shapes import Shape
from execedit_kit.explore.verdict import Structure
from execedit_kit.record.events import (
    Call,
    Checkpoint,
    Edited,
    EditRequest,
    Event,
    ForkChoice,
    ForkParallel,
    MergeJoin,
    MergeSelect,
    RestoreLive,
    RestoreReplace,
)
from execedit_kit.record.execution import ExecutionRecord, install_edit, process_call, store_checkpoint
from execedit_kit.record.workflow import Branch, Choice, Parallel, current, enabled


@dataclass(frozen=True, slots=True)
class Numbered:
    """A target in numbers: its contract and, for each of its calls, the registered call it stands for."""

    structure: Structure
    origins: tuple[int, ...]


# Equal targets are one object, so that a question is recognized as one that was answered already.
_met: dict[Numbered, Numbered] = {}
_MOST_MET = 200_000


class Asked(Derived):
    """An edit that can be asked at a node; without one, the workflow as it stands."""

    def __init__(self, record: ExecutionRecord, edit: EditRequest | None) -> None:
        super().__init__(record, edit)
        self.uses_rule = edit is not None and edit.rule is not None

    @cached_property
    def numbered(self) -> Numbered | None:
        """The target in numbers."""
        return self._numbered(self.target)

    @cached_property
    def proposed(self) -> Numbered | None:
        """The target as it is described."""
        return self._numbered(proposed_target(self.record, self.edit))

    def _numbered(self, target: Target) -> Numbered | None:
        problem = self.problem(target)
        if problem is None:
            return None
        made = Numbered(Structure.of(problem), tuple(int(action[1:]) for action in problem.actions))
        if len(_met) > _MOST_MET:
            _met.clear()
        return _met.setdefault(made, made)


@dataclass(slots=True)
class Step:
    """One event and where it leads."""

    event: Event
    node: Node
    call: int
    """The registered call that a processed call stands for, else -1."""
    uses_rule: bool


class Node:
    """A history of a shape."""

    def __init__(self, record: ExecutionRecord, as_it_stands: Numbered | None = None) -> None:
        self.record = record
        self._as_it_stands = as_it_stands

    @classmethod
    def start(cls, shape: Shape) -> Node:
        """Return the node before anything has happened."""
        each = tuple(range(shape.calls))
        return cls(ExecutionRecord.start(registration(shape, each, each, ((0,) * shape.calls,))))

    @cached_property
    def as_it_stands(self) -> Asked:
        """The question without an edit."""
        asked = Asked(self.record, None)
        if self._as_it_stands is not None:
            asked.numbered = self._as_it_stands  # after an edit: the target that was derived
        return asked

    @cached_property
    def asked(self) -> tuple[Asked, ...]:
        """Every edit that can be asked here with names that exist."""
        return tuple(self._asked())

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Every event that the workflow lets happen here, in order: calls, checkpoints, edits."""
        return tuple(self._steps())

    def _asked(self) -> Iterator[Asked]:
        record = self.record
        rules = record.registration.rules.values()
        here = list(current(record.workflow))

        def named(kind: str) -> list[str | None]:
            return [None, *(rule.name for rule in rules if rule.kind == kind)]

        def signed(
            kind: type[RestoreReplace] | type[MergeSelect], *names: str, rule: str | None = None
        ) -> Iterator[Asked]:
            asked = Asked(record, kind(*names, rule=rule))
            yield asked
            if asked.broken == "signature":
                yield Asked(record, kind(*names, rule=rule, signed_by=(AUTHORITY,)))

        for node in here:
            if isinstance(node, Branch):
                for rule in named("fork_choice"):
                    yield Asked(record, ForkChoice(node.name, rule=rule))
                for rule in named("fork_parallel"):
                    yield Asked(record, ForkParallel(node.name, rule=rule))
                for checkpoint in record.checkpoints:
                    yield from signed(RestoreReplace, node.name, checkpoint)
                    yield Asked(record, RestoreLive(node.name, checkpoint))
            elif isinstance(node, Choice):
                for side in ("left", "right"):
                    for rule in named("merge_select"):
                        yield from signed(MergeSelect, node.group, side, rule=rule)
                yield Asked(record, MergeJoin(node.group))
            elif isinstance(node, Parallel):
                for rule in named("merge_join"):
                    yield Asked(record, MergeJoin(node.group, rule=rule))
                for side in ("left", "right"):
                    yield Asked(record, MergeSelect(node.group, side, signed_by=(AUTHORITY,)))

    def _steps(self) -> Iterator[Step]:
        record = self.record
        for name, _ in enabled(record.workflow):
            call = int(record.calls[name][1:])
            yield Step(Call(name), Node(process_call(record, name)), call, False)
        checkpoint = f"k{len(record.checkpoints)}"
        for node in current(record.workflow):
            if isinstance(node, Branch):
                event = Checkpoint(checkpoint, node.name)
                after = store_checkpoint(record, checkpoint, node.name)
                yield Step(event, Node(after, self.as_it_stands.numbered), -1, False)
        for asked in self.asked:
            if asked.edit is not None and asked.target.workflow is not None:
                after = _edited(record, asked.edit, asked.target)
                yield Step(Edited(asked.edit), Node(after, asked.numbered), -1, asked.uses_rule)


def _edited(record: ExecutionRecord, edit: EditRequest, target: Target) -> ExecutionRecord:
    assert target.workflow is not None
    return install_edit(record, edit, target.workflow, target.calls, target.origins)


def replayed(start: ExecutionRecord, events: tuple[Event, ...]) -> ExecutionRecord:
    """Return the record after events that are known to be legal, checked against the policy only as they authorize."""
    record = start
    for event in events:
        match event:
            case Call(name):
                record = process_call(record, name)
            case Checkpoint(name, branch):
                record = store_checkpoint(record, name, branch)
            case Edited(request):
                record = _edited(record, request, target_of(record, request))
            case _:
                raise ValueError(f"{event!r} does not occur in a scope")
    return record
