"""The check and its answers: invalid, rejected, accepted (model, sections 3 and 4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Literal, TypeAlias

from execedit_kit.check.automaton import RuleAutomaton, rule_automaton
from execedit_kit.check.evidence import accepted_evidence, rejected_evidence
from execedit_kit.check.graph import NEVER, Graph
from execedit_kit.check.problem import problem
from execedit_kit.check.solve import solve
from execedit_kit.check.steps import Removal, Round, first_removal, steps
from execedit_kit.edits.derivation import BrokenRule, Derivation, InvalidEdit
from execedit_kit.edits.derive import derive
from execedit_kit.edits.extend import Extend, extended
from execedit_kit.proof.form import FORMAT, number
from execedit_kit.record.build import read_edit
from execedit_kit.record.errors import KitError
from execedit_kit.record.events import EditRequest
from execedit_kit.record.execution import ExecutionRecord, Mode
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits
from execedit_kit.record.numbers import grouped
from execedit_kit.record.to_document import workflow_document

Verdict: TypeAlias = Literal["accepted", "rejected", "invalid"]


@dataclass(frozen=True, slots=True)
class Execution:
    """A complete safe sequence and the results it completes.

    Parameters
    ----------
    calls : tuple[str, ...]
        In order.
    modes : tuple[Mode, ...]
        For each call, whether it is new or a reuse.
    results : tuple[str, ...]
        The results it is a complete sequence of.
    """

    calls: tuple[str, ...]
    modes: tuple[Mode, ...]
    results: tuple[str, ...]


@dataclass(frozen=True)
class _Answer:
    """Common to the three answers.

    Parameters
    ----------
    record : ExecutionRecord
        The record that was checked.
    edit : EditRequest | Extend | None
        The edit that was asked for; ``None`` when the current workflow was checked as it stands.
    """

    verdict: ClassVar[Verdict]
    record: ExecutionRecord = field(repr=False)
    edit: EditRequest | Extend | None

    @property
    def why(self) -> str:
        """One sentence in the record's own names."""
        raise NotImplementedError

    @property
    def digest(self) -> str:
        """The digest of the record that was checked."""
        return self.record.digest

    def __bool__(self) -> bool:
        """Whether the edit is safe."""
        return self.verdict == "accepted"

    def __str__(self) -> str:
        """Return verdict and reason."""
        return f"{self.verdict}: {self.why}"

    def _head(self) -> dict[str, Any]:
        edit = {} if self.edit is None else {"edit": self.edit.document()}
        return {"format": FORMAT, "verdict": self.verdict, **edit, "record": self.digest, "why": self.why}

    def document(self, *, evidence: bool = True) -> dict[str, Any]:
        """Return the answer as a ``check-answer/1`` document (format, section 2), with or without its evidence."""
        return self._head()


@dataclass(frozen=True)
class Invalid(_Answer):
    """The edit has no derivation; nothing changes.

    Parameters
    ----------
    broken : BrokenRule
        What the edit broke.
    reason : str
        One sentence.
    """

    verdict: ClassVar[Verdict] = "invalid"
    broken: BrokenRule
    reason: str

    @property
    def why(self) -> str:
        """One sentence in the record's own names."""
        return self.reason


@dataclass(frozen=True)
class _Checked(_Answer):
    """Common to accepted and rejected: the exact pass was made.

    Parameters
    ----------
    graph : Graph
        The state graph with its fixed point.
    derivation : Derivation | None
        What the edit derived.
    """

    graph: Graph = field(repr=False)
    derivation: Derivation | None = field(repr=False)

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        """|B₀|, |B₁|, … up to and including the fixed point. A pair counts once for each result."""
        return self.graph.sizes()

    @property
    def results(self) -> int:
        """The number of results of the target contract."""
        return len(self.graph.problem.results)

    @property
    def safe_executions(self) -> int:
        """|B†|."""
        return self.rounds[-1]

    @cached_property
    def partial_executions(self) -> int:
        """|W†|, the prefixes of safe executions, the empty one included."""
        return self.graph.prefixes()

    @property
    def states(self) -> int:
        """States of the explored state graph."""
        return len(self.graph)

    @cached_property
    def automaton(self) -> RuleAutomaton:
        """The rules in force; empty when rejected."""
        return rule_automaton(self.graph)

    def steps(self) -> Iterator[Round]:
        """Yield the rounds of the pruning, each with what falls in it and why."""
        return steps(self.graph)

    def document(self, *, evidence: bool = True) -> dict[str, Any]:
        """Return the answer as a ``check-answer/1`` document (format, section 2), with or without its evidence."""
        derived = self.derivation
        counts = {
            "results": self.results,
            "rounds": [number(size) for size in self.rounds],
            "safe_executions": number(self.safe_executions),
            "partial_executions": number(self.partial_executions),
            "automaton_states": max(self.graph.classes()) + 1,
            "required": 0 if derived is None else len(derived.required),
            "satisfied": 0 if derived is None else derived.count("satisfied"),
            "removed": 0 if derived is None else derived.count("removed"),
        }
        return {**self._head(), **counts, **(self._evidence() if evidence else {})}

    def _evidence(self) -> dict[str, Any]:
        return {}


@dataclass(frozen=True)
class Rejected(_Checked):
    """No safe way to go on exists; the rounds are the proof."""

    verdict: ClassVar[Verdict] = "rejected"

    @cached_property
    def removals(self) -> tuple[Removal, ...]:
        """The proof: every prefix that falls, in order, with its round and the results it loses."""
        return tuple(removal for step in self.steps() for removal in step.removals)

    @cached_property
    def why(self) -> str:
        """The first prefix and result that cannot be finished, and the policy's reason."""
        return first_removal(self.graph).reason

    def _evidence(self) -> dict[str, Any]:
        return rejected_evidence(self.graph)


@dataclass(frozen=True)
class Accepted(_Checked):
    """B† is not empty: the largest set of safe ways to go on."""

    verdict: ClassVar[Verdict] = "accepted"

    @property
    def why(self) -> str:
        """How many safe executions there are, and how many were removed."""
        start, end = self.rounds[0], self.rounds[-1]
        kept = "every pair that obeys the policy is safe"
        if start != end:
            removed, rounds = grouped(start - end), _times(len(self.rounds) - 1, "round")
            kept = f"{removed} of {grouped(start)} pairs were removed in {rounds}"
        return f"{_times(end, 'safe execution')} for {_times(self.results, 'result')}; {kept}"

    @property
    def target(self) -> dict[str, Any]:
        """The workflow that was checked, as a document with every result written out."""
        return workflow_document(self.record.workflow if self.derivation is None else self.derivation.target)

    def executions(self) -> Iterator[Execution]:
        """Yield the safe executions, without repeating a sequence for each of its results; lazily, in call order."""
        problem = self.graph.problem
        path: list[tuple[int, Mode]] = []
        stack = [iter(((-1, False, 0),))]
        while stack:
            edge = next(stack[-1], None)
            if edge is None:
                stack.pop()
                if path:
                    path.pop()
                continue
            call, new, state = edge
            if self.graph.round(state) != NEVER:
                continue
            if call >= 0:
                path.append((call, "new" if new else "reuse"))
            if self.graph.complete(state):
                yield Execution(
                    tuple(problem.calls[call] for call, _ in path),
                    tuple(mode for _, mode in path),
                    problem.names(self.graph.compatible(state)),
                )
            stack.append(iter(self.graph.edges(state)))

    def _evidence(self) -> dict[str, Any]:
        old = self.record.edits
        versions = {"old": old, "new": old + (self.edit is not None)}
        evidence = accepted_evidence(self.graph, self.automaton, self.target, self.derivation)
        return {"rule_version": versions, **evidence}


Answer: TypeAlias = Accepted | Rejected | Invalid


def check(
    record: ExecutionRecord,
    edit: EditRequest | Extend | Mapping[str, Any] | None = None,
    *,
    limits: Limits = DEFAULT_LIMITS,
) -> Answer:
    """Answer whether an edit is safe, exactly (model, section 3).

    Parameters
    ----------
    record : ExecutionRecord
        What happened. It does not change.
    edit : EditRequest | Extend | Mapping[str, Any] | None
        The edit, as a value or as its JSON form; left out, the current workflow is checked as it stands.
    limits : Limits
        How much work the answer may cost.

    Returns
    -------
    Accepted | Rejected | Invalid
        Accepted holds the largest safe execution set, Rejected the proof that there is none, Invalid the reason why
        the edit has no derivation.

    Raises
    ------
    LimitError
        When a limit is hit: then there is no answer.
    MalformedRecord
        When `edit` is given as JSON and is no edit request.
    """
    request = read_edit(dict(edit)) if isinstance(edit, Mapping) else edit
    if not isinstance(request, EditRequest | Extend | None):
        raise KitError(f"check answers edits, not {request!r}; what happens otherwise is for advance")
    derivation = None
    try:
        if isinstance(request, Extend):
            question = problem(extended(record, request, limits=limits), limits=limits)
        elif request is None:
            question = problem(record, limits=limits)
        else:
            derivation = derive(record, request, limits=limits)
            question = problem(record, derivation.target, derivation.calls, limits=limits)
    except InvalidEdit as error:
        return Invalid(record, request, error.broken, error.reason)
    graph = solve(question)
    kind = Accepted if graph.round(0) == NEVER else Rejected
    return kind(record, request, graph, derivation)


def _times(number: int, noun: str) -> str:
    return f"{grouped(number)} {noun}" + ("" if number == 1 else "s")
