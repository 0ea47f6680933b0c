"""Going on from a record: every step must be allowed at its moment by workflow, policy and the rules in force.

After an allowed prefix z, checking the remaining workflow against the grown log gives B†/z (model, section 3): the
rules move along the graph that was solved, and are solved anew only after an edit.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from execedit_kit.check.answer import Accepted, check
from execedit_kit.check.graph import NEVER, Graph
from execedit_kit.check.steps import removal
from execedit_kit.edits.extend import Extend, extended
from execedit_kit.record.build import read_registration
from execedit_kit.record.errors import KitError, MalformedRecord, RefusedStep
from execedit_kit.record.events import Call, Checkpoint, Dispatch, Edited, EditRequest, Event, Settle
from execedit_kit.record.execution import (
    ExecutionRecord,
    dispatch,
    install_edit,
    process_call,
    settle,
    store_checkpoint,
)
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits


class _Rules:
    """The record as it is now, with the rules in force and where they are."""

    def __init__(self, record: ExecutionRecord, limits: Limits) -> None:
        self.record = record
        self._limits = limits
        self._graph: Graph | None = None
        self._state = 0

    def do(self, event: Event) -> None:
        """Make one step, or raise :class:`RefusedStep` and leave everything as it was."""
        graph = self._in_force()
        match event:
            case Call(call):
                after = process_call(self.record, call)
                self._state = self._moved(graph, call)
                self.record = after
            case Checkpoint(name, branch):
                self.record = store_checkpoint(self.record, name, branch)
            case Dispatch(action):
                self.record = dispatch(self.record, action)
            case Settle(action, _):
                self.record = settle(self.record, action, json.loads(event.value_json))
            case Edited(request):
                self._edit(request)

    def extend(self, request: Extend) -> None:
        """Register more, if the workflow stays accepted under it."""
        answer = check(self.record, request, limits=self._limits)
        if not isinstance(answer, Accepted):
            raise RefusedStep(f"the extension is {answer.verdict}: {answer.why}")
        self.record = extended(self.record, request, limits=self._limits)
        self._graph, self._state = answer.graph, 0

    def _in_force(self) -> Graph:
        if self._graph is None:
            answer = check(self.record, limits=self._limits)
            if not isinstance(answer, Accepted):
                raise RefusedStep(f"nothing may happen, since the workflow is rejected: {answer.why}")
            self._graph, self._state = answer.graph, 0
        return self._graph

    def _moved(self, graph: Graph, call: str) -> int:
        bit = graph.problem.calls.index(call)
        target = next(target for edge, _, target in graph.edges(self._state) if edge == bit)
        if graph.round(target) != NEVER:
            lost = removal(graph, target)
            raise RefusedStep(f"the rules in force refuse call {call!r}: {lost.reason}")
        return target

    def _edit(self, request: EditRequest) -> None:
        answer = check(self.record, request, limits=self._limits)
        if not isinstance(answer, Accepted) or answer.derivation is None:
            raise RefusedStep(f"the edit is {answer.verdict}: {answer.why}")
        derived = answer.derivation
        self.record = install_edit(self.record, request, derived.target, derived.calls, derived.origins)
        self._graph, self._state = answer.graph, 0


def advance(
    record: ExecutionRecord, *events: Event | EditRequest | Extend, limits: Limits = DEFAULT_LIMITS
) -> ExecutionRecord:
    """Return the record after more events, each of which must be allowed at its moment.

    Parameters
    ----------
    record : ExecutionRecord
        Where to go on from.
    events : Event | EditRequest | Extend
        What happens, in order; an edit request stands for the accepted edit.

    Raises
    ------
    RefusedStep
        When policy, workflow or the rules in force refuse a step; it says which.
    """
    rules = _Rules(record, limits)
    for event in events:
        if isinstance(event, Extend):
            rules.extend(event)
        elif not isinstance(event, Event | EditRequest):
            raise KitError(f"a record goes on by events and edits, not by {event!r}")
        else:
            rules.do(event if isinstance(event, Event) else Edited(event))
    return rules.record


def replay(start: ExecutionRecord, history: Iterable[Event], *, limits: Limits = DEFAULT_LIMITS) -> ExecutionRecord:
    """Return the record that a history replays to.

    Raises
    ------
    MalformedRecord
        With the place of the first step that was not allowed at its moment.
    """
    rules = _Rules(start, limits)
    for n, event in enumerate(history):
        try:
            rules.do(event)
        except RefusedStep as error:
            raise MalformedRecord(str(error), ("history", n)) from None
    return rules.record


def read_record(value: Mapping[str, Any], *, limits: Limits = DEFAULT_LIMITS) -> ExecutionRecord:
    """Read an ``execution-record/1`` document and replay its history (format, section 1).

    Raises
    ------
    MalformedRecord
        With the JSON path of the first mistake.
    LimitError
        When checking its history hits a limit.
    """
    start, history = read_registration(value, limits=limits)
    return replay(start, history, limits=limits)
