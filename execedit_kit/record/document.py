"""The shape of an ``execution-record/1`` document, and of an edit request, as pydantic models.

What the models cannot say (that a call's action is declared, that an order has no cycle …) is checked in
:mod:`execedit_kit.record.build`, where the values are made.
"""

from __future__ import annotations

import difflib
import json
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    Strict,
    StringConstraints,
    Tag,
    TypeAdapter,
    ValidationError,
)
from pydantic_core import ErrorDetails

from execedit_kit.record.errors import MalformedRecord

Name: TypeAlias = Annotated[str, StringConstraints(min_length=1, strict=True)]
State: TypeAlias = Annotated[str, Field(strict=True)] | Annotated[int, Field(strict=True)]
FORMAT = "execution-record/1"


class _Document(BaseModel):
    """Strict and closed: unknown fields and wrong types are errors."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def _one_of(what: str, *keys: str, also: dict[type, str] | None = None, empty: str | None = None) -> Discriminator:
    """Tell the forms of a union apart by the one key they have, or by their type."""

    def tag(value: Any) -> str | None:
        if also is not None and type(value) in also:
            return also[type(value)]
        if not isinstance(value, dict):
            return None
        found = next((key for key in keys if key in value), empty)
        return None if found is None else f"<{found}>"

    forms = ", ".join(keys)
    return Discriminator(
        tag,
        custom_error_type="no_such_form",
        custom_error_message=f"expected {what} an object with one of the keys {forms}",
    )


class ResultDocument(_Document):
    """One result: its calls, pairs that generate its order, and who requires it."""

    calls: list[Name] = []
    order: list[Annotated[list[Name], Field(min_length=2, max_length=2)]] = []
    authority: Name | None = None


class SequenceContract(_Document):
    """Everything of one before everything of the next."""

    sequence: list[ContractDocument]
    authority: Name | None = None


class ParallelContract(_Document):
    """All of them, interleaved."""

    parallel: list[ContractDocument]
    authority: Name | None = None


class ChoiceContract(_Document):
    """One of them."""

    choice: Annotated[list[ContractDocument], Field(min_length=1)]
    authority: Name | None = None


class ResultsContract(_Document):
    """Results written out."""

    results: Annotated[dict[Name, ResultDocument], Field(min_length=1)]
    authority: Name | None = None


class NothingContract(_Document):
    """Nothing to do: one result, no calls."""

    authority: Name | None = None


ContractDocument: TypeAlias = Annotated[
    Annotated[Name, Tag("<call>")]
    | Annotated[None, Tag("<null>")]
    | Annotated[SequenceContract, Tag("<sequence>")]
    | Annotated[ParallelContract, Tag("<parallel>")]
    | Annotated[ChoiceContract, Tag("<choice>")]
    | Annotated[ResultsContract, Tag("<results>")]
    | Annotated[NothingContract, Tag("<nothing>")],
    _one_of(
        "a contract: a call, null, or",
        "sequence",
        "parallel",
        "choice",
        "results",
        also={str: "<call>", type(None): "<null>"},
        empty="nothing",
    ),
]


class WordsPolicy(_Document):
    """Every prefix of these words."""

    words: list[list[Name]]


class RegexPolicy(_Document):
    """Every prefix of a word of the regular expression."""

    regex: str


class AutomatonDocument(_Document):
    """A start and moves [state, label, state]; nondeterminism is allowed."""

    start: State
    moves: list[Annotated[tuple[State, Name, State], Strict(False)]]


class AutomatonPolicy(_Document):
    """Every path of the automaton."""

    automaton: AutomatonDocument


class AtMostPolicy(_Document):
    """A label at most so many times."""

    at_most: Annotated[tuple[Name, Annotated[int, Field(ge=0, strict=True)]], Strict(False)]


class BeforePolicy(_Document):
    """No second label until the first."""

    before: Annotated[list[Name], Field(min_length=2, max_length=2)]


class ExclusivePolicy(_Document):
    """Only one of these labels ever occurs."""

    exclusive: list[Name]


class NeverPolicy(_Document):
    """A label that never occurs."""

    never: Name


class AnyPolicy(_Document):
    """Everything is allowed."""

    any: Literal[True]


class AllPolicy(_Document):
    """The intersection."""

    all: list[PolicyDocument]


PolicyDocument: TypeAlias = Annotated[
    Annotated[WordsPolicy, Tag("<words>")]
    | Annotated[RegexPolicy, Tag("<regex>")]
    | Annotated[AutomatonPolicy, Tag("<automaton>")]
    | Annotated[AtMostPolicy, Tag("<at_most>")]
    | Annotated[BeforePolicy, Tag("<before>")]
    | Annotated[ExclusivePolicy, Tag("<exclusive>")]
    | Annotated[NeverPolicy, Tag("<never>")]
    | Annotated[AnyPolicy, Tag("<any>")]
    | Annotated[AllPolicy, Tag("<all>")],
    _one_of("a policy:", "words", "regex", "automaton", "at_most", "before", "exclusive", "never", "any", "all"),
]


class BranchWorkflow(_Document):
    """A branch and what it has to do."""

    branch: Name
    contract: ContractDocument


class ChoiceWorkflow(_Document):
    """One of two arms; `selected` when the choice was made."""

    choice: Annotated[list[WorkflowDocument], Field(min_length=2, max_length=2)]
    group: Name
    selected: Literal["left", "right"] | None = None


class ParallelWorkflow(_Document):
    """Both arms, interleaved."""

    parallel: Annotated[list[WorkflowDocument], Field(min_length=2, max_length=2)]
    group: Name


class SequenceWorkflow(_Document):
    """The first, then the second."""

    sequence: Annotated[list[WorkflowDocument], Field(min_length=2, max_length=2)]


class JoinWorkflow(_Document):
    """Both arms of a group that has been merged."""

    join: Annotated[list[WorkflowDocument], Field(min_length=2, max_length=2)]


WorkflowDocument: TypeAlias = Annotated[
    Annotated[BranchWorkflow, Tag("<branch>")]
    | Annotated[ChoiceWorkflow, Tag("<choice>")]
    | Annotated[ParallelWorkflow, Tag("<parallel>")]
    | Annotated[SequenceWorkflow, Tag("<sequence>")]
    | Annotated[JoinWorkflow, Tag("<join>")],
    _one_of("a workflow:", "branch", "choice", "parallel", "sequence", "join"),
]


class ActionDocument(_Document):
    """A tool action: its label (its own name when left out) and its canonical request."""

    label: Name | None = None
    request: Any = None


class RuleDocument(_Document):
    """An edit rule: the edit it is for and what it adds."""

    kind: Literal["fork_choice", "fork_parallel", "restore_replace", "restore_live", "merge_select", "merge_join"]
    left: ContractDocument = None
    right: ContractDocument = None
    join: ContractDocument = None
    authority: Name | None = None


class _RequestDocument(_Document):
    rule: Name | None = None
    signed_by: list[Name] = []


class ForkRequest(_RequestDocument):
    """Fork a branch."""

    branch: Name


class RestoreRequest(_RequestDocument):
    """Restore a checkpoint over or beside a branch."""

    branch: Name
    checkpoint: Name


class SelectRequest(_RequestDocument):
    """Keep one arm of a choice."""

    group: Name
    winner: str


class JoinRequest(_RequestDocument):
    """Wait for both arms of a parallel group."""

    group: Name


class ForkChoiceEdit(_Document):
    """Fork into a choice."""

    fork_choice: ForkRequest


class ForkParallelEdit(_Document):
    """Fork into a parallel group."""

    fork_parallel: ForkRequest


class RestoreReplaceEdit(_Document):
    """Restore instead of going on."""

    restore_replace: RestoreRequest


class RestoreLiveEdit(_Document):
    """Restore beside going on."""

    restore_live: RestoreRequest


class MergeSelectEdit(_Document):
    """Merge by selection."""

    merge_select: SelectRequest


class MergeJoinEdit(_Document):
    """Merge by waiting for both."""

    merge_join: JoinRequest


EditDocument: TypeAlias = Annotated[
    Annotated[ForkChoiceEdit, Tag("<fork_choice>")]
    | Annotated[ForkParallelEdit, Tag("<fork_parallel>")]
    | Annotated[RestoreReplaceEdit, Tag("<restore_replace>")]
    | Annotated[RestoreLiveEdit, Tag("<restore_live>")]
    | Annotated[MergeSelectEdit, Tag("<merge_select>")]
    | Annotated[MergeJoinEdit, Tag("<merge_join>")],
    _one_of(
        "an edit:", "fork_choice", "fork_parallel", "restore_replace", "restore_live", "merge_select", "merge_join"
    ),
]


class CallEvent(_Document):
    """A call was processed."""

    call: Name


class CheckpointEvent(_Document):
    """A branch was checkpointed."""

    checkpoint: Name
    branch: Name


class EditEvent(_Document):
    """An edit was accepted."""

    edit: EditDocument


class DispatchEvent(_Document):
    """The oldest queued request was sent."""

    dispatch: Name


class SettleEvent(_Document):
    """The return of an action was recorded."""

    settle: Name
    value: Any


EventDocument: TypeAlias = Annotated[
    Annotated[CallEvent, Tag("<call>")]
    | Annotated[CheckpointEvent, Tag("<checkpoint>")]
    | Annotated[EditEvent, Tag("<edit>")]
    | Annotated[DispatchEvent, Tag("<dispatch>")]
    | Annotated[SettleEvent, Tag("<settle>")],
    _one_of("an event:", "call", "checkpoint", "edit", "dispatch", "settle"),
]


class RecordDocument(_Document):
    """An execution record: a registration followed by the history of what happened."""

    format: Literal["execution-record/1"]
    domain: Name | None = None
    authority: Name = "owner"
    actions: dict[Name, ActionDocument]
    calls: dict[Name, Name] = {}
    authorized: list[Name] = []
    policy: PolicyDocument
    rules: dict[Name, RuleDocument] = {}
    workflow: WorkflowDocument
    history: list[EventDocument] = []


RECORD: TypeAdapter[RecordDocument] = TypeAdapter(RecordDocument)
EDIT: TypeAdapter[EditDocument] = TypeAdapter(EditDocument)
EVENT: TypeAdapter[EventDocument] = TypeAdapter(EventDocument)
POLICY: TypeAdapter[PolicyDocument] = TypeAdapter(PolicyDocument)

T = TypeVar("T")
_FIELDS = sorted(
    {name for model in _Document.__subclasses__() for name in model.model_fields}
    | {name for model in _RequestDocument.__subclasses__() for name in model.model_fields}
)


def validated(adapter: TypeAdapter[T], value: Any) -> T:
    """Return `value` as a model.

    Raises
    ------
    MalformedRecord
        With the JSON path of the first mistake, and how many more there are.
    """
    try:
        return adapter.validate_python(value)
    except ValidationError as error:
        mistakes = error.errors(include_url=False, include_input=True)
        first = mistakes[0]
        more = f" (and {len(mistakes) - 1} more)" if len(mistakes) > 1 else ""
        raise MalformedRecord(_sentence(first) + more, _real(first, value)) from None


def _real(mistake: ErrorDetails, value: Any) -> tuple[str | int, ...]:
    """Drop the union tags from a location, leaving the path in the document."""
    path: list[str | int] = []
    at: Any = value
    for n, part in enumerate(mistake["loc"]):
        inside = part in at if isinstance(at, dict) else isinstance(at, list) and part in range(len(at))
        if inside:
            at = at[part]
        elif not (n == len(mistake["loc"]) - 1 and mistake["type"] == "missing"):
            continue
        path.append(part)
    return tuple(path)


def _sentence(mistake: ErrorDetails) -> str:
    kind, context = mistake["type"], mistake.get("ctx", {})
    name = mistake["loc"][-1] if mistake["loc"] else ""
    if kind == "extra_forbidden":
        near = difflib.get_close_matches(str(name), _FIELDS, n=1)
        return f"unknown field {name!r}" + (f"; did you mean {near[0]!r}?" if near and near[0] != name else "")
    if kind == "missing":
        return f"the field {name!r} is missing"
    if kind == "no_such_form":
        return f"{mistake['msg']}, not {_shown(mistake['input'])}"
    if kind == "literal_error":
        return f"expected {context['expected']}, not {_shown(mistake['input'])}"
    if kind == "recursion_loop":
        return "nested too deeply to be read"
    wanted = {"string_type": "a string", "list_type": "a list", "dict_type": "an object", "model_type": "an object"}
    if kind in wanted:
        return f"expected {wanted[kind]}, not {_shown(mistake['input'])}"
    return f"{mistake['msg'][0].lower()}{mistake['msg'][1:]}, not {_shown(mistake['input'])}"


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:57]}…"
