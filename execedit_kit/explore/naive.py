"""Simplified checkers: what people do instead of the exact check, and what each of them forgets.

Each forgets exactly one thing. It is handed the same question as the exact check, derives the same target with the
same edits, and then decides as if the forgotten thing were not there.
"""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable
from dataclasses import dataclass

from execedit_kit.explore.case import Case, RecordCase
from execedit_kit.explore.predicate import name_of, says
from execedit_kit.explore.question import Question
from execedit_kit.explore.size import Size
from execedit_kit.explore.verdict import Posed, exact, safe, stuck
from execedit_kit.record.errors import KitError
from execedit_kit.record.events import EditRequest
from execedit_kit.record.execution import ExecutionRecord


def _any_size(size: Size) -> bool:
    return True


def _something_happened(size: Size) -> bool:
    """Whether there can be a log to forget."""
    return size.events > 0


def _shared_labels(size: Size) -> bool:
    """Whether two actions have one label."""
    return size.labels < size.actions


@dataclass(frozen=True)
class NaiveChecker:
    """A simplified checker.

    Parameters
    ----------
    name : str
        For the command line and for file names.
    title : str
        A few words.
    paragraph : str
        Who does this in practice, and what it forgets.
    decide : Callable[[Case], bool]
        Whether it accepts.
    stale : bool
        Whether the question is of another kind: asked now, installed after more has happened. The naive checker
        decides on the record as it was, and the truth is that of the record at the install.
    numeric : bool
        Whether it decides on the question in numbers alone (:attr:`Case.posed`, ``proposed``, ``verdict``).
    possible : Callable[[Size], bool]
        Whether it can be wrong about questions of a size at all. Where it is the exact check word for word, a search
        need not ask.
    never_refuses : str
        Why it cannot refuse what is safe, where that is so.
    """

    name: str
    title: str
    paragraph: str
    decide: Callable[[Case], bool]
    stale: bool = False
    numeric: bool = True
    possible: Callable[[Size], bool] = _any_size
    never_refuses: str = ""

    def __call__(self, record: ExecutionRecord, edit: EditRequest | None) -> bool:
        """Whether it accepts the edit of this record."""
        return self.decide(RecordCase(record, edit))

    def accepts(self, question: Question) -> bool:
        """Whether it accepts; what happens after the check it does not see."""
        return self(question.record, question.edit)


def _workspace_only(case: Case) -> bool:
    posed = case.posed
    return posed is not None and safe(posed, posed.structure, posed.actions, (), 0)


def _trace_only(case: Case) -> bool:
    posed = case.posed
    return posed is not None and safe(posed, posed.structure, range(len(posed.actions)), (), posed.after(posed.trace))


def _log_only(case: Case) -> bool:
    posed = case.posed
    return posed is not None and safe(posed, posed.structure, posed.actions, (), posed.after(posed.log_labels))


def _label_as_identity(case: Case) -> bool:
    posed = case.posed
    return posed is not None and safe(
        posed, posed.structure, posed.labels, posed.log_labels, posed.after(posed.log_labels)
    )


def _alone(posed: Posed) -> list[bool]:
    start = posed.after(posed.log_labels)
    return [
        safe(posed, posed.structure.alone(result), posed.actions, posed.log, start)
        for result in range(len(posed.structure.result_calls))
    ]


def _each_result_alone(case: Case) -> bool:
    return case.posed is not None and all(_alone(case.posed))


def _merged_language(case: Case) -> bool:
    return case.posed is not None and any(_alone(case.posed))


def _never_stuck(case: Case) -> bool:
    return case.posed is not None and not stuck(case.posed)


def _proposed_alone(case: Case) -> bool:
    return case.proposed is not None and exact(case.proposed)


def _no_recheck(case: Case) -> bool:
    return case.verdict == "accepted"


NAIVE: tuple[NaiveChecker, ...] = (
    NaiveChecker(
        "workspace-only",
        "workspace only: ignores the log",
        "Tools that snapshot and restore files, containers or databases treat the restored state as if nothing had "
        "happened outside it. Judged from an empty log, a payment that was made before the restore may be made again, "
        "and a step that only the log permits looks forbidden. Forgotten: every earlier authorization, that is, where "
        "the policy stands and which actions would be reused.",
        _workspace_only,
        possible=_something_happened,
    ),
    NaiveChecker(
        "trace-only",
        "trace only: no action identity",
        "Monitors of tool traces feed the label of every tool call to a policy automaton, and replay the trace they "
        "have recorded. A copied call is one more call to them. Forgotten: that several calls may refer to one "
        "action, so that a repeated call is a reuse and adds nothing, in what is to come as in what was.",
        _trace_only,
    ),
    NaiveChecker(
        "log-only",
        "log only: labels, not which action",
        "An audit log that records the kind of each authorization ('a payment was approved') tells where the policy "
        "stands, and within the workflow at hand calls are matched by their actions. Forgotten: which action an entry "
        "of the log was, so that nothing that is still to come can be recognized as authorized already.",
        _log_only,
        possible=_something_happened,
    ),
    NaiveChecker(
        "label-identity",
        "label as identity",
        "Caches of tool results and idempotency by name take two calls of the same kind for one: pay is pay. Two "
        "different payments then count as one authorization. Forgotten: that an action is more than its label; a call "
        "counts as a reuse as soon as its label has occurred.",
        _label_as_identity,
        possible=_shared_labels,
    ),
    NaiveChecker(
        "each-result-alone",
        "each result alone",
        "Reviewing a plan scenario by scenario ('can the normal release finish? can the emergency?') asks, for each "
        "result, whether some allowed sequence completes it. Forgotten: that the first calls are made before it is "
        "known which result it will be, so that one sequence must keep all of them possible.",
        _each_result_alone,
        never_refuses="a largest safe execution set that is not empty completes every result",
    ),
    NaiveChecker(
        "merged-language",
        "ordinary nonblocking of the merged language",
        "Classical supervisory control marks completed sequences and asks for a supervisor under which a marked one "
        "can always be reached. Merged into one language, the results are no longer told apart, and steering into any "
        "of them is enough. Forgotten: which result a completion completes, so that possible results may be lost.",
        _merged_language,
        never_refuses="a safe execution completes some result, and a supervisor can follow that one",
    ),
    NaiveChecker(
        "never-stuck",
        "nonblocking as it stands",
        "The same, without a supervisor: model checkers report every reachable deadlock of the merged language. "
        "Forgotten: which result a completion completes, and also that the rules in force may refuse a call that the "
        "policy allows, and so steer around a dead end.",
        _never_stuck,
    ),
    NaiveChecker(
        "proposed-alone",
        "policy on the proposed workflow alone",
        "An agent submits the workflow it wants to go on with, and a guard checks that description, log and identity "
        "included, against the policy. Forgotten: what was required before. A result that is silently dropped, without "
        "the signature of its authority, or an arm of a parallel group that is described as the loser of a choice, "
        "leaves no trace in the description.",
        _proposed_alone,
        never_refuses="for a valid edit the description is the target itself",
    ),
    NaiveChecker(
        "no-recheck",
        "no re-check at install",
        "An approval is given when it is asked for and used when it is convenient; in between the agent goes on. "
        "Forgotten: that a call, even a reuse that authorizes nothing, may have moved the record since, so that the "
        "same edit now derives another target, or none.",
        _no_recheck,
        stale=True,
        possible=_something_happened,
    ),
)


def naive(name: str) -> NaiveChecker:
    """Return the naive checker of a name.

    Raises
    ------
    KitError
        When there is none.
    """
    known = {checker.name: checker for checker in NAIVE}
    if name not in known:
        near = difflib.get_close_matches(name[:99], known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(known)}"
        raise KitError(f"there is no naive checker {name!r}; {hint}")
    return known[name]


def checker(what: str | NaiveChecker | Callable[[ExecutionRecord, EditRequest | None], bool]) -> NaiveChecker:
    """Return a naive checker: by name, as it is, or from a function (record, edit) → whether it accepts."""
    if isinstance(what, str):
        return naive(what)
    if isinstance(what, NaiveChecker):
        return what
    name = name_of(what, "mine")
    paragraph = inspect.getdoc(what) or "A function of a user."
    function = what

    def decide(case: Case) -> bool:
        return says(function, case.question.record, case.question.edit)

    return NaiveChecker(name, name.replace("_", " "), paragraph, decide, numeric=False)
