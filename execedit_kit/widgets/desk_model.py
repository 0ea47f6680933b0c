"""What the desk does, without a browser: legal targets, previews with their verdict, apply, undo, redo, jump.

Every gesture, key, button and Python call comes down to one *step*: a history event or an edit request in the form of
format.md. So the same step gives the same answer however it was made.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from execedit_kit.check.answer import Accepted, Invalid, Rejected, check
from execedit_kit.check.problem import bits
from execedit_kit.check.replay import advance
from execedit_kit.check.steps import first_removal
from execedit_kit.edits.derivation import Derivation, InvalidEdit
from execedit_kit.edits.derive import derive
from execedit_kit.record.build import read_edit, read_step
from execedit_kit.record.errors import RefusedStep
from execedit_kit.record.events import (
    EDITS,
    Call,
    Checkpoint,
    Dispatch,
    Edited,
    EditKind,
    EditRequest,
    Event,
    MergeSelect,
    RestoreReplace,
    Settle,
)
from execedit_kit.record.execution import ExecutionRecord, install_edit
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits
from execedit_kit.record.workflow import Branch, Choice, Parallel, branches, current, current_group, enabled
from execedit_kit.widgets.ghost import ghost
from execedit_kit.widgets.layout import START, call_id, end_id, flag_id, group_id, tip_id
from execedit_kit.widgets.scene import scene
from execedit_kit.widgets.scene_parts import Scene

Operation: TypeAlias = Literal["call", "checkpoint"] | EditKind

# Not in any scene: the flag that has not been set yet, and free space.
NEW_FLAG = "flag+"
GROUND = "ground"


@dataclass(frozen=True, slots=True)
class Target:
    """Something that may be done with what was picked up.

    Parameters
    ----------
    operation : Operation
        Which of the eight gestures.
    node : str
        The id of the node to drop on; empty for free space.
    label : str
        The words of the drop zone, such as ``one of`` or ``keep live``.
    step : dict
        The event or edit request, without rule and signatures.
    rules : tuple[str, ...]
        The registered rules for this kind of edit.
    """

    operation: Operation
    node: str
    label: str
    step: Mapping[str, Any]
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pick:
    """One thing to do with a node that was picked up: the index of a target, and the ids of the places to drop it."""

    target: int
    on: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Signature:
    """An authority whose signature the edit needs, and what it would give up."""

    authority: str
    results: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """The verdict on a step, before anything is applied.

    Parameters
    ----------
    verdict : str
        ``accepted``, ``rejected`` or ``invalid``.
    why : str
        One sentence.
    broken : str
        For invalid: which rule of the model.
    rounds : tuple[str, ...]
        The sizes of the rounds, as digits.
    lit : tuple[str, ...]
        For rejected: the ids of the calls of the first prefix that falls; for the empty prefix, of the present.
    missing : tuple[str, ...]
        For rejected: the results it loses.
    doomed : tuple[str, ...]
        The ids of the calls that the first of them still waits for.
    signatures : tuple[Signature, ...]
        Whose signature the edit needs.
    owed : tuple[str, ...]
        Every required result with what becomes of it, in words.
    scene : Scene | None
        The ghost, where the edit has a derivation.
    after : ExecutionRecord | None
        The record after the step, when it is accepted: applying it asks nothing anew.
    """

    verdict: str
    why: str
    broken: str = ""
    rounds: tuple[str, ...] = ()
    lit: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    doomed: tuple[str, ...] = ()
    signatures: tuple[Signature, ...] = ()
    owed: tuple[str, ...] = ()
    scene: Scene | None = None
    after: ExecutionRecord | None = None


@dataclass(frozen=True, slots=True)
class Timeline:
    """The desk's state: the records one step apart, and which of them is shown. Frozen.

    Parameters
    ----------
    records : tuple[ExecutionRecord, ...]
        The first is what the desk was opened on.
    steps : tuple[dict, ...]
        What led from each record to the next.
    at : int
        The position shown; undo and redo move it.
    """

    records: tuple[ExecutionRecord, ...]
    steps: tuple[Mapping[str, Any], ...] = ()
    at: int = 0

    @property
    def record(self) -> ExecutionRecord:
        """The record that is shown."""
        return self.records[self.at]

    def apply(self, step: Mapping[str, Any], *, limits: Limits = DEFAULT_LIMITS) -> Timeline:
        """Return the timeline after one more step; what was undone is forgotten.

        Raises
        ------
        RefusedStep
            When policy, workflow or the rules in force refuse it.
        MalformedRecord
            When it is no step.
        """
        return self.then(step, advance(self.record, event_of(step), limits=limits))

    def then(self, step: Mapping[str, Any], after: ExecutionRecord) -> Timeline:
        """Return the timeline after one more step that is known to be allowed, and to lead to a record."""
        return Timeline((*self.records[: self.at + 1], after), (*self.steps[: self.at], dict(step)), self.at + 1)

    def jump(self, position: int) -> Timeline:
        """Return the timeline shown at a position; positions outside are brought inside."""
        return replace(self, at=min(max(position, 0), len(self.steps)))


def event_of(step: Mapping[str, Any]) -> Event:
    """Read a step: an edit request, or an event such as ``{"call": "xa"}``.

    Raises
    ------
    MalformedRecord
        When it is neither.
    """
    if any(kind in step for kind in EDITS):
        return Edited(read_edit(dict(step)))
    return read_step(dict(step))


def targets(record: ExecutionRecord, picked: str) -> tuple[Target, ...]:
    """Return what may be done with a picked-up node: a tip, a call, a flag or a group."""
    everything = tuple(every_target(record))
    return tuple(everything[pick.target] for pick in picks(record, everything).get(picked, ()))


def picks(record: ExecutionRecord, everything: tuple[Target, ...]) -> dict[str, tuple[Pick, ...]]:
    """Return for each node that can be picked up what may be done with it, and where to drop it for that."""
    found: dict[str, list[Pick]] = {}
    for n, target in enumerate(everything):
        for picked, on in _drops(record, target):
            found.setdefault(picked, []).append(Pick(n, on))
    return {picked: tuple(those) for picked, those in found.items()}


def _drops(record: ExecutionRecord, target: Target) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what can be picked up for a target, and the places to drop it."""
    fields: Mapping[str, Any] = next(iter(target.step.values()))
    if target.operation == "call":
        yield target.node, (target.node,)
    elif target.operation == "checkpoint":
        yield NEW_FLAG, (target.node,)
        yield target.node, ()
    elif target.operation in ("fork_choice", "fork_parallel"):
        yield tip_id(fields["branch"]), (GROUND,)
    elif target.operation in ("restore_replace", "restore_live"):
        yield tip_id(fields["branch"]), (target.node,)
        yield target.node, (tip_id(fields["branch"]),)
    else:
        left, right = _arms(record, fields["group"])
        group, end = group_id(fields["group"]), end_id(fields["group"])
        yield group, (end,)
        for arm, other, side in ((left, right, "left"), (right, left, "right")):
            if target.operation == "merge_join" or fields["winner"] == side:
                siblings = () if target.operation == "merge_select" else tuple(tip_id(name) for name in other)
                for name in arm:
                    yield tip_id(name), (*siblings, end, group)


def every_target(record: ExecutionRecord) -> Iterator[Target]:
    """Yield every legal step, without rules and signatures, in a stable order."""
    for call, _ in enabled(record.workflow):
        yield Target("call", call_id(call), "process", {"call": call})
    nodes = tuple(current(record.workflow))
    for node in nodes:
        if isinstance(node, Branch):
            yield from _branch_targets(record, node.name)
    for node in nodes:
        if isinstance(node, Choice):
            for side in ("left", "right") if node.selected == "open" else (node.selected,):
                step = {"merge_select": {"group": node.group, "winner": side}}
                yield _target(record, "merge_select", group_id(node.group), f"keep the {side} arm", step)
        elif isinstance(node, Parallel):
            step = {"merge_join": {"group": node.group}}
            yield _target(record, "merge_join", group_id(node.group), "wait for both", step)


def _branch_targets(record: ExecutionRecord, branch: str) -> Iterator[Target]:
    free = (f"k{n}" for n in range(len(record.checkpoints) + 1) if f"k{n}" not in record.checkpoints)
    step = {"checkpoint": next(free), "branch": branch}
    yield Target("checkpoint", tip_id(branch), "checkpoint", step)
    yield _target(record, "fork_choice", "", "one of", {"fork_choice": {"branch": branch}})
    yield _target(record, "fork_parallel", "", "both", {"fork_parallel": {"branch": branch}})
    for checkpoint in record.checkpoints:
        fields = {"branch": branch, "checkpoint": checkpoint}
        yield _target(record, "restore_replace", flag_id(checkpoint), "replace", {"restore_replace": fields})
        yield _target(record, "restore_live", flag_id(checkpoint), "keep live", {"restore_live": fields})


def _target(record: ExecutionRecord, kind: EditKind, node: str, label: str, step: Mapping[str, Any]) -> Target:
    rules = tuple(name for name, rule in record.registration.rules.items() if rule.kind == kind)
    return Target(kind, node, label, step, rules)


def _arms(record: ExecutionRecord, group: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the branches of a current group's arms."""
    tree = current_group(record.workflow, group)
    left, right = (tuple(branch.name for branch in branches(arm)) for arm in (tree.left, tree.right))
    return left, right


def preview(record: ExecutionRecord, step: Mapping[str, Any], *, limits: Limits = DEFAULT_LIMITS) -> Preview:
    """Return the verdict on a step and the ghost of what it would make. Nothing changes.

    Raises
    ------
    MalformedRecord
        When it is no step.
    LimitError
        When the check hits a limit.
    """
    event = event_of(step)
    if isinstance(event, Edited):
        return _edit_preview(record, event.request, limits)
    try:
        after = advance(record, event, limits=limits)
    except RefusedStep as refused:
        return Preview("rejected", str(refused))
    why = "nothing else changes"
    if isinstance(event, Call):
        mode, action = record.mode(event.call), record.calls[event.call]
        why = f"{'authorizes' if mode == 'new' else 'reuses the authorization of'} {action}"
    elif isinstance(event, Checkpoint):
        why = f"stores what {event.branch} still has to do"
    elif isinstance(event, Dispatch):
        why = f"sends the request of {event.action}"
    elif isinstance(event, Settle):
        why = f"records what {event.action} returned, for good"
    return Preview("accepted", why, scene=scene(after), after=after)


def _present(record: ExecutionRecord) -> str:
    """Return the id of what happened last: a check walks on from there, and its empty prefix is that moment."""
    return call_id(record.processed[-1].call) if record.processed else START


def _edit_preview(record: ExecutionRecord, request: EditRequest, limits: Limits) -> Preview:
    answer = check(record, request, limits=limits)
    everyone = _signed_by_all(record, request)
    try:
        derived: Derivation | None = derive(record, everyone, limits=limits)
    except InvalidEdit:
        derived = None
    signatures = () if derived is None else tuple(_signatures(derived))
    owed = () if derived is None else tuple(_owed(derived))
    drawn = None if derived is None else ghost(record, derived)
    if isinstance(answer, Invalid):
        return Preview("invalid", answer.why, answer.broken, signatures=signatures, owed=owed, scene=drawn)
    rounds = tuple(str(size) for size in answer.rounds)
    lit: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    doomed: tuple[str, ...] = ()
    if isinstance(answer, Rejected):
        first = first_removal(answer.graph)
        lit, missing = tuple(call_id(call) for call in first.prefix) or (_present(record),), first.missing
        problem = answer.graph.problem
        calls = bits(problem.result_calls[problem.results.index(missing[0])])
        doomed = tuple(call_id(problem.calls[n]) for n in calls if problem.calls[n] not in first.prefix)
    found = answer.derivation if isinstance(answer, Accepted) else None
    after = None if found is None else install_edit(record, request, found.target, found.calls, found.origins)
    return Preview(answer.verdict, answer.why, "", rounds, lit, missing, doomed, signatures, owed, drawn, after)


def _signed_by_all(record: ExecutionRecord, request: EditRequest) -> EditRequest:
    """Return the request as if everybody had signed, to see what would be given up."""
    if not isinstance(request, RestoreReplace | MergeSelect):
        return request
    known = {record.registration.authority}
    contracts = [branch.contract for branch in branches(record.workflow)]
    known |= {name for contract in contracts for result in contract.results for name in result.authorities}
    return replace(request, signed_by=tuple(sorted(known)))


def _signatures(derived: Derivation) -> Iterator[Signature]:
    removed = [required for required in derived.required if required.account == "removed"]
    for authority in sorted({name for required in removed for name in required.authorities}):
        yield Signature(authority, tuple(r.result for r in removed if authority in r.authorities))


def _owed(derived: Derivation) -> Iterator[str]:
    for required in derived.required:
        covered = f", covered by {', '.join(required.covered_by)}" if required.covered_by else ""
        yield f"{required.part}: {required.result}: {required.account}{covered}"


def words(step: Mapping[str, Any]) -> str:
    """Return a step in words, for a list."""
    if "call" in step:
        return f"process {step['call']}"
    if "checkpoint" in step:
        return f"checkpoint {step['checkpoint']} of {step['branch']}"
    if "dispatch" in step:
        return f"send {step['dispatch']}"
    if "settle" in step:
        return f"settle {step['settle']}: {json_line(step['value'])}"
    ((kind, fields),) = step.items()
    said = {
        "fork_choice": "fork {branch} into one of two",
        "fork_parallel": "fork {branch} into both",
        "restore_replace": "restore {checkpoint} in place of {branch}",
        "restore_live": "restore {checkpoint} beside {branch}",
        "merge_select": "merge {group}, keep {winner}",
        "merge_join": "merge {group}, wait for both",
    }[kind].format(**fields)
    rule = f", rule {fields['rule']}" if fields.get("rule") else ""
    signed = f", signed by {' and '.join(fields['signed_by'])}" if fields.get("signed_by") else ""
    return said + rule + signed


def python_line(step: Mapping[str, Any]) -> str:
    """Return a step as a line of Python for a cell."""
    if "call" in step:
        return f"ek.call({step['call']!r})"
    if "checkpoint" in step:
        return f"ek.checkpoint({step['checkpoint']!r}, {step['branch']!r})"
    if "dispatch" in step:
        return f"ek.dispatch({step['dispatch']!r})"
    if "settle" in step:
        return f"ek.settle({step['settle']!r}, {step['value']!r})"
    ((kind, fields),) = step.items()
    positional = [repr(fields[name]) for name in ("branch", "group", "checkpoint", "winner") if name in fields]
    named = [f"{name}={fields[name]!r}" for name in ("rule", "signed_by") if fields.get(name)]
    return f"ek.{kind}({', '.join(positional + named)})"


def json_line(step: Any) -> str:
    """Return a step as a line of JSON."""
    return json.dumps(step, ensure_ascii=False)
