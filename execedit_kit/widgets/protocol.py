"""What travels between the desk and its front-end, written down once: messages, and the form of the synced traits."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from execedit_kit.record.contract import Contract
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.numbers import count
from execedit_kit.widgets.desk_model import (
    Preview,
    Timeline,
    every_target,
    json_line,
    picks,
    python_line,
    words,
)
from execedit_kit.widgets.scene import scene

Step: TypeAlias = Mapping[str, Any]
Guess: TypeAlias = Literal["accepted", "rejected", "invalid"]
GUESSES: tuple[Guess, ...] = ("accepted", "rejected", "invalid")
HIDDEN = "hidden"


class PreviewAsked(TypedDict):
    """A view hovers: answered with :class:`Previewed` and the same view and number."""

    type: Literal["preview"]
    view: str
    seq: int
    step: Step


class StepSent(TypedDict):
    """`propose` opens the question about a step; `apply` takes it, or the step the question is about."""

    type: Literal["propose", "apply"]
    step: NotRequired[Step]


class Plain(TypedDict):
    """A message that says everything by its type."""

    type: Literal["cancel", "undo", "redo", "dismiss"]


class Jumped(TypedDict):
    """Show another position of the edit list."""

    type: Literal["jump"]
    at: int


class Loaded(TypedDict):
    """Open another record: a document, or the text of a file and the name it has for the person."""

    type: Literal["load"]
    record: Mapping[str, Any] | str
    name: NotRequired[str]


class Guessed(TypedDict):
    """Predict mode: a guess about the step in question."""

    type: Literal["guess"]
    guess: Guess


class Asked(TypedDict):
    """Why is it rejected? The step, or none for the workflow as it stands."""

    type: Literal["why"]
    step: NotRequired[Step]


class ExportAsked(TypedDict):
    """Answered with :class:`Exported`."""

    type: Literal["export"]
    view: str
    what: Literal["json", "python", "token"]


FromView: TypeAlias = PreviewAsked | StepSent | Plain | Jumped | Loaded | Guessed | Asked | ExportAsked


class Previewed(TypedDict):
    """The verdict and the ghost; a view drops it unless the number is its newest."""

    type: Literal["preview"]
    view: str
    seq: int
    preview: dict[str, Any]


class Done(TypedDict):
    """A message that carried a view and a number has been dealt with; what came of it was sent before."""

    type: Literal["done"]
    view: str
    seq: int


class Exported(TypedDict):
    """Text for the clipboard."""

    type: Literal["exported"]
    view: str
    what: str
    text: str


_FEW = 6
"""Moves of a policy's automaton that are listed in its line."""


def record_state(record: ExecutionRecord) -> dict[str, Any]:
    """Return the traits that show one record."""
    everything = tuple(every_target(record))
    return {
        "document": record.document(),
        "scene": scene(record).document(),
        "targets": [
            {**asdict(target), "rules": list(target.rules), "words": words(target.step)} for target in everything
        ],
        "picks": {
            picked: [{"target": pick.target, "on": list(pick.on)} for pick in those]
            for picked, those in picks(record, everything).items()
        },
        "queued": list(record.queued[:1]),
        "policy": policy_line(record),
        "title": record.registration.domain,
    }


def steps_state(timeline: Timeline) -> list[dict[str, Any]]:
    """Return the edit list: every step with its JSON, its line of Python and its words."""
    return [
        {"step": dict(step), "json": json_line(step), "python": python_line(step), "words": words(step)}
        for step in timeline.steps
    ]


def preview_state(record: ExecutionRecord, seen: Preview, *, hide: bool) -> dict[str, Any]:
    """Return a preview as JSON values, with the ghost as what differs; `hide` keeps back the verdict and its hints."""
    answer = {
        "verdict": seen.verdict,
        "why": seen.why,
        "broken": seen.broken,
        "rounds": list(seen.rounds),
        "lit": list(seen.lit),
        "missing": list(seen.missing),
        "doomed": list(seen.doomed),
    }
    if hide:
        answer = {"verdict": HIDDEN, "why": "", "broken": "", "rounds": [], "lit": [], "missing": [], "doomed": []}
    ghost = None if seen.scene is None else seen.scene.over(scene(record))
    return {**answer, "owed": [] if hide else list(seen.owed), "ghost": ghost}


def pending_state(record: ExecutionRecord, step: Step, seen: Preview, *, hide: bool) -> dict[str, Any]:
    """Return the question about a step: its rules, signatures, alternatives, and its preview."""
    ((operation, fields),) = list(step.items())[:1]
    own = dict(fields) if isinstance(fields, Mapping) else {}
    signed = own.get("signed_by", [])
    rules = record.registration.rules
    fitting = [name for name, rule in rules.items() if rule.kind == operation]
    same = [
        target
        for target in every_target(record)
        if target.operation == operation and operation == "merge_select" and _group(target.step) == own.get("group")
    ]
    return {
        "operation": operation,
        "step": dict(step),
        "words": words(step),
        "json": json_line(step),
        "python": python_line(step),
        "rules": [{"name": name, "adds": _adds(rules[name])} for name in fitting]
        + ([{"name": "", "adds": "adds nothing"}] if fitting else []),
        "rule": own.get("rule") or "",
        "signatures": []
        if hide
        else [
            {"authority": each.authority, "results": list(each.results), "signed": each.authority in signed}
            for each in seen.signatures
        ],
        "alternatives": [{"label": target.label, "step": target.step} for target in same] if len(same) > 1 else [],
        "mistake": _taken(record, step, seen),
        "preview": preview_state(record, seen, hide=hide),
    }


def _taken(record: ExecutionRecord, step: Step, seen: Preview) -> dict[str, Any] | None:
    """Return what is wrong with the name of a checkpoint, when another has it."""
    name = step.get("checkpoint")
    return {"text": name, "why": seen.why} if name in record.checkpoints else None


def _group(step: Step) -> Any:
    return next(iter(step.values()))["group"]


def _adds(rule: Any) -> str:
    parts = [(side, getattr(rule, side)) for side in ("left", "right", "join")]
    said = [f"{side}: {_calls(contract)}" for side, contract in parts if contract is not None]
    return "; ".join(said) or "adds nothing"


def _calls(contract: Contract) -> str:
    calls = list(contract.calls)
    return " ".join(calls[:8]) + (f" and {len(calls) - 8} more" if len(calls) > 8 else "")


def policy_line(record: ExecutionRecord) -> str:
    """Return the policy in words."""
    text = _policy(json.loads(record.registration.text)["policy"])
    return text if len(text) <= 400 else f"{text[:399]}…"


def _policy(policy: Mapping[str, Any]) -> str:
    ((form, value),) = policy.items()
    if form == "words":
        return "one of: " + " | ".join(" ".join(word) or "nothing" for word in value)
    if form == "all":
        return "; ".join(_policy(part) for part in value) or "everything is allowed"
    if form == "automaton":
        moves = [f"{source} –{label}→ {target}" for source, label, target in value["moves"]]
        listed = f" from {value['start']}: {', '.join(moves)}" if 0 < len(moves) <= _FEW else ""
        return f"an automaton with {count(len(moves), 'move')}{listed}"
    said = {
        "regex": "{0}",
        "at_most": "at most {0[1]} × {0[0]}",
        "before": "{0[0]} before {0[1]}",
        "never": "never {0}",
        "any": "everything is allowed",
    }
    return f"only one of {', '.join(value)}" if form == "exclusive" else said[form].format(value)
