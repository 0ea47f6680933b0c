"""A record's history, unfolded: the record as it was after every event."""

from __future__ import annotations

import json
from collections.abc import Iterator

from execedit_kit.edits.derivation import Derivation
from execedit_kit.edits.derive import derive
from execedit_kit.record.events import Call, Checkpoint, Dispatch, Edited, Event, Settle
from execedit_kit.record.execution import (
    ExecutionRecord,
    dispatch,
    install_edit,
    process_call,
    settle,
    store_checkpoint,
)


def unfold(record: ExecutionRecord) -> Iterator[tuple[ExecutionRecord, Event, Derivation | None, ExecutionRecord]]:
    """Yield (record before, event, what an edit derived, record after) for every event, oldest first.

    The history of a record was allowed when it was made, so nothing is checked against the policy again.
    """
    now = ExecutionRecord.start(record.registration)
    for event in record.history:
        derived = None
        match event:
            case Call(call):
                after = process_call(now, call)
            case Checkpoint(name, branch):
                after = store_checkpoint(now, name, branch)
            case Dispatch(action):
                after = dispatch(now, action)
            case Settle(action, value):
                after = settle(now, action, json.loads(value))
            case Edited(request):
                derived = derive(now, request)
                after = install_edit(now, request, derived.target, derived.calls, derived.origins)
        yield now, event, derived, after
        now = after
