"""The shape of an ``execution-record/1`` document, and of an edit request, as pydantic models.

What the models cannot say (that a call's action is declared, that an order has no cycle …) is checked in
:mod:`execedit_kit.record.build`, where the values are made.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Field, Strict, Tag, TypeAdapter

from execedit_kit.record.document_base import Document, Listed, Name, State, one_of

FORMAT = "execution-record/1"


class ResultDocument(Document):
    """One result: its calls, pairs that generate its order, and who requires it."""

    calls: Listed[Name] = []
    order: Listed[Annotated[Listed[Name], Field(min_length=2, max_length=2)]] = []
    authority: Name | None = None


class SequenceContract(Document):
    """Everything of one before everything of the next."""

    sequence: Listed[ContractDocument]
    authority: Name | None = None


class ParallelContract(Document):
    """All of them, interleaved."""

    parallel: Listed[ContractDocument]
    authority: Name | None = None


class ChoiceContract(Document):
    """One of them."""

    choice: Annotated[Listed[ContractDocument], Field(min_length=1)]
    authority: Name | None = None


class ResultsContract(Document):
    """Results written out."""

    results: Annotated[dict[Name, ResultDocument], Field(min_length=1)]
    authority: Name | None = None


class NothingContract(Document):
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
    one_of(
        "a contract: a call, null, or",
        "sequence",
        "parallel",
        "choice",
        "results",
        also={str: "<call>", type(None): "<null>"},
        empty="nothing",
    ),
]


class WordsPolicy(Document):
    """Every prefix of these words."""

    words: Listed[Listed[Name]]


class RegexPolicy(Document):
    """Every prefix of a word of the regular expression."""

    regex: str


class AutomatonDocument(Document):
    """A start and moves [state, label, state]; nondeterminism is allowed."""

    start: State
    moves: Listed[Annotated[tuple[State, Name, State], Strict(False)]]


class AutomatonPolicy(Document):
    """Every path of the automaton."""

    automaton: AutomatonDocument


class AtMostPolicy(Document):
    """A label at most so many times."""

    at_most: Annotated[tuple[Name, Annotated[int, Field(ge=0, strict=True)]], Strict(False)]


class BeforePolicy(Document):
    """No second label until the first."""

    before: Annotated[list[Name], Field(min_length=2, max_length=2)]


class ExclusivePolicy(Document):
    """Only one of these labels ever occurs."""

    exclusive: Listed[Name]


class NeverPolicy(Document):
    """A label that never occurs."""

    never: Name


def _only_true(value: Any) -> Any:
    """Tell ``1`` from ``true``: they are equal in Python."""
    return value if value is True else None


class AnyPolicy(Document):
    """Everything is allowed."""

    any: Annotated[Literal[True], BeforeValidator(_only_true)]


class AllPolicy(Document):
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
    one_of("a policy:", "words", "regex", "automaton", "at_most", "before", "exclusive", "never", "any", "all"),
]


class BranchWorkflow(Document):
    """A branch and what it has to do."""

    branch: Name
    contract: ContractDocument


class ChoiceWorkflow(Document):
    """One of two arms; `selected` when the choice was made."""

    choice: Annotated[list[WorkflowDocument], Field(min_length=2, max_length=2)]
    group: Name
    selected: Literal["left", "right"] | None = None


class ParallelWorkflow(Document):
    """Both arms, interleaved."""

    parallel: Annotated[list[WorkflowDocument], Field(min_length=2, max_length=2)]
    group: Name


class SequenceWorkflow(Document):
    """The first, then the second."""

    sequence: Annotated[list[WorkflowDocument], Field(min_length=2, max_length=2)]


class JoinWorkflow(Document):
    """Both arms of a group that has been merged."""

    join: Annotated[list[WorkflowDocument], Field(min_length=2, max_length=2)]


InnerWorkflow: TypeAlias = ChoiceWorkflow | ParallelWorkflow | SequenceWorkflow | JoinWorkflow
WorkflowDocument: TypeAlias = Annotated[
    Annotated[BranchWorkflow, Tag("<branch>")]
    | Annotated[ChoiceWorkflow, Tag("<choice>")]
    | Annotated[ParallelWorkflow, Tag("<parallel>")]
    | Annotated[SequenceWorkflow, Tag("<sequence>")]
    | Annotated[JoinWorkflow, Tag("<join>")],
    one_of("a workflow:", "branch", "choice", "parallel", "sequence", "join"),
]


class ActionDocument(Document):
    """A tool action: its label (its own name when left out) and its canonical request."""

    label: Name | None = None
    request: Any = None


class RuleDocument(Document):
    """An edit rule: the edit it is for and what it adds."""

    kind: Literal["fork_choice", "fork_parallel", "restore_replace", "restore_live", "merge_select", "merge_join"]
    left: ContractDocument = None
    right: ContractDocument = None
    join: ContractDocument = None
    authority: Name | None = None


class _RequestDocument(Document):
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


class ForkChoiceEdit(Document):
    """Fork into a choice."""

    fork_choice: ForkRequest


class ForkParallelEdit(Document):
    """Fork into a parallel group."""

    fork_parallel: ForkRequest


class RestoreReplaceEdit(Document):
    """Restore instead of going on."""

    restore_replace: RestoreRequest


class RestoreLiveEdit(Document):
    """Restore beside going on."""

    restore_live: RestoreRequest


class MergeSelectEdit(Document):
    """Merge by selection."""

    merge_select: SelectRequest


class MergeJoinEdit(Document):
    """Merge by waiting for both."""

    merge_join: JoinRequest


EditDocument: TypeAlias = Annotated[
    Annotated[ForkChoiceEdit, Tag("<fork_choice>")]
    | Annotated[ForkParallelEdit, Tag("<fork_parallel>")]
    | Annotated[RestoreReplaceEdit, Tag("<restore_replace>")]
    | Annotated[RestoreLiveEdit, Tag("<restore_live>")]
    | Annotated[MergeSelectEdit, Tag("<merge_select>")]
    | Annotated[MergeJoinEdit, Tag("<merge_join>")],
    one_of("an edit:", "fork_choice", "fork_parallel", "restore_replace", "restore_live", "merge_select", "merge_join"),
]


class CallEvent(Document):
    """A call was processed."""

    call: Name


class CheckpointEvent(Document):
    """A branch was checkpointed."""

    checkpoint: Name
    branch: Name


class EditEvent(Document):
    """An edit was accepted."""

    edit: EditDocument


class DispatchEvent(Document):
    """The oldest queued request was sent."""

    dispatch: Name


class SettleEvent(Document):
    """The return of an action was recorded."""

    settle: Name
    value: Any


EventDocument: TypeAlias = Annotated[
    Annotated[CallEvent, Tag("<call>")]
    | Annotated[CheckpointEvent, Tag("<checkpoint>")]
    | Annotated[EditEvent, Tag("<edit>")]
    | Annotated[DispatchEvent, Tag("<dispatch>")]
    | Annotated[SettleEvent, Tag("<settle>")],
    one_of("an event:", "call", "checkpoint", "edit", "dispatch", "settle"),
]


class RecordDocument(Document):
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
