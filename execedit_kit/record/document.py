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
    BeforeValidator,
    ConfigDict,
    Discriminator,
    FailFast,
    Field,
    Strict,
    StringConstraints,
    Tag,
    TypeAdapter,
    ValidationError,
    model_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from execedit_kit.record.errors import MalformedRecord

FORMAT = "execution-record/1"

T = TypeVar("T")
Name: TypeAlias = Annotated[str, StringConstraints(min_length=1, strict=True)]
Listed: TypeAlias = Annotated[list[T], FailFast()]  # one mistake in a long list is enough
State: TypeAlias = Annotated[
    Annotated[str, Tag("<text>")] | Annotated[int, Tag("<number>")],
    Discriminator(
        lambda value: {str: "<text>", int: "<number>"}.get(type(value)),
        custom_error_type="no_state",
        custom_error_message="expected a state: a string or a whole number",
    ),
]


class _Document(BaseModel):
    """Strict and closed: unknown fields and wrong types are errors."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _refuse_unknown(cls, value: Any) -> Any:
        """Refuse the first unknown field and name the nearest one that may stand here."""
        if isinstance(value, dict) and not value.keys() <= cls.model_fields.keys():
            unknown = next(name for name in value if name not in cls.model_fields)
            allowed = [name for name in cls.model_fields if name not in value] or list(cls.model_fields)
            near = next(iter(difflib.get_close_matches(unknown[:99], allowed, n=1)), "")
            raise PydanticCustomError(
                "unknown_field",
                "unknown field",
                {"name": unknown, "near": near, "allowed": ", ".join(cls.model_fields)},
            )
        return value


def _one_of(what: str, *keys: str, also: dict[type, str] | None = None, empty: str | None = None) -> Discriminator:
    """Tell the forms of a union apart by the one key they have, or by their type."""

    def tag(value: Any) -> str | None:
        if also is not None and type(value) in also:
            return also[type(value)]
        if not isinstance(value, dict):
            return None
        found = next((key for key in keys if key in value), None)
        if found is None and value.keys() <= {"authority"}:
            found = empty
        return None if found is None else f"<{found}>"

    forms = ", ".join(keys)
    return Discriminator(
        tag,
        custom_error_type="no_such_form",
        custom_error_message=f"expected {what} an object with one of the keys {forms}",
        custom_error_context={"forms": forms},
    )


class ResultDocument(_Document):
    """One result: its calls, pairs that generate its order, and who requires it."""

    calls: Listed[Name] = []
    order: Listed[Annotated[Listed[Name], Field(min_length=2, max_length=2)]] = []
    authority: Name | None = None


class SequenceContract(_Document):
    """Everything of one before everything of the next."""

    sequence: Listed[ContractDocument]
    authority: Name | None = None


class ParallelContract(_Document):
    """All of them, interleaved."""

    parallel: Listed[ContractDocument]
    authority: Name | None = None


class ChoiceContract(_Document):
    """One of them."""

    choice: Annotated[Listed[ContractDocument], Field(min_length=1)]
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

    words: Listed[Listed[Name]]


class RegexPolicy(_Document):
    """Every prefix of a word of the regular expression."""

    regex: str


class AutomatonDocument(_Document):
    """A start and moves [state, label, state]; nondeterminism is allowed."""

    start: State
    moves: Listed[Annotated[tuple[State, Name, State], Strict(False)]]


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

    exclusive: Listed[Name]


class NeverPolicy(_Document):
    """A label that never occurs."""

    never: Name


def _only_true(value: Any) -> Any:
    """Tell ``1`` from ``true``: they are equal in Python."""
    return value if value is True else None


class AnyPolicy(_Document):
    """Everything is allowed."""

    any: Annotated[Literal[True], BeforeValidator(_only_true)]


class AllPolicy(_Document):
    """The intersection."""

    all: Listed[PolicyDocument]


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


InnerWorkflow: TypeAlias = ChoiceWorkflow | ParallelWorkflow | SequenceWorkflow | JoinWorkflow
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
    signed_by: Listed[Name] = []


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
    authorized: Listed[Name] = []
    policy: PolicyDocument
    rules: dict[Name, RuleDocument] = {}
    workflow: WorkflowDocument
    history: Listed[EventDocument] = []


RECORD: TypeAdapter[RecordDocument] = TypeAdapter(RecordDocument)
EDIT: TypeAdapter[EditDocument] = TypeAdapter(EditDocument)
EVENT: TypeAdapter[EventDocument] = TypeAdapter(EventDocument)
POLICY: TypeAdapter[PolicyDocument] = TypeAdapter(PolicyDocument)

_WANTED = {
    "string_type": "a string",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "int_type": "a whole number",
    "greater_than_equal": "a whole number that is 0 or more",
}


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
        more = f" (and {len(mistakes) - 1:,} more)" if len(mistakes) > 1 else ""
        raise MalformedRecord(_sentence(first) + more, _real(first, value)) from None


def _real(mistake: ErrorDetails, value: Any) -> tuple[str | int, ...]:
    """Drop the union tags from a location, leaving the path in the document."""
    path: list[str | int] = []
    at = value
    for part in mistake["loc"]:
        inside = isinstance(at, dict) and part in at
        if inside or (isinstance(at, list) and isinstance(part, int) and part < len(at)):
            at = at[part]
            path.append(part)
    if mistake["type"] == "unknown_field":
        path.append(mistake["ctx"]["name"])
    return tuple(path)


def _sentence(mistake: ErrorDetails) -> str:
    """Say what is wrong, for a person."""
    kind, context = mistake["type"], mistake.get("ctx", {})
    name = mistake["loc"][-1] if mistake["loc"] else ""
    if kind == "unknown_field":
        near = context["near"]
        hint = f"did you mean {near!r}?" if near else f"only these may stand here: {context['allowed']}"
        return f"unknown field {context['name']!r}; {hint}"
    if kind == "missing":
        return "an item is missing at the end" if isinstance(name, int) else f"the field {name!r} is missing"
    if kind == "no_such_form":
        return f"{mistake['msg']}, not {shown(mistake['input'])}{_meant(mistake['input'], context['forms'])}"
    if kind == "literal_error":
        return f"expected {context['expected'].replace('True', 'true')}, not {shown(mistake['input'])}"
    if kind == "string_too_short":
        return "a name may not be empty"
    if kind in ("too_short", "too_long"):
        most, least = context.get("max_length"), context.get("min_length")
        number = f"at least {least}" if most is None and least == 1 else f"{most or least}"
        return f"expected {number} {'item' if number.endswith(' 1') else 'items'}, not {shown(mistake['input'])}"
    if kind == "recursion_loop":
        return "nested too deeply to be read"
    wanted = f"expected {_WANTED[kind]}" if kind in _WANTED else f"{mistake['msg'][0].lower()}{mistake['msg'][1:]}"
    return f"{wanted}, not {shown(mistake['input'])}"


def _meant(value: Any, forms: str) -> str:
    """Return the nearest form to a key that is none."""
    keys = list(value)[:9] if isinstance(value, dict) else []
    near = (difflib.get_close_matches(str(key)[:99], forms.split(", "), n=1) for key in keys)
    found = next((match[0] for match in near if match), None)
    return "" if found is None else f"; did you mean {found!r}?"


def shown(value: Any) -> str:
    """Return a value as JSON, cut to what fits into a sentence."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:57]}…"
