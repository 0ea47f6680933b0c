"""The policy of a record document, each mistake with its place (format, section 1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from execedit_kit.record import document as doc
from execedit_kit.record import policy_language as forms
from execedit_kit.record.build_workflow import Path, placed
from execedit_kit.record.limits import Limits
from execedit_kit.record.policy import Policy, PolicyState, compile_policy
from execedit_kit.record.regex import refuse_broken


def build_policy(written: doc.PolicyDocument, labels: list[str], limits: Limits) -> Policy:
    """Return the compiled policy of a document, over the labels of the record's actions."""
    found = list(_constraints(written, ("policy",)))
    constraints = [constraint for _, constraint in found]
    for path, constraint in found:
        if isinstance(constraint, forms.Regex):
            placed(path, partial(refuse_broken, constraint.pattern))

    def compiled() -> Policy:
        forms.refuse_large(constraints, labels, limits)
        return compile_policy(constraints, labels, limits=limits)

    return placed(("policy",), compiled)


def first_forbidden(policy: Policy, labels: list[str]) -> int:
    """Return the position of the first label that the policy forbids."""
    state: PolicyState | None = policy.start
    for n, label in enumerate(labels):
        state = policy.run((label,), state)
        if state is None:
            return n
    raise ValueError("the policy allows these labels")


def _constraints(written: doc.PolicyDocument, path: Path) -> Iterator[tuple[Path, forms.Constraint]]:
    """Yield the constraints of which a policy is the intersection, with their places."""
    match written:
        case doc.AllPolicy():
            for n, part in enumerate(written.all):
                yield from _constraints(part, (*path, "all", n))
        case doc.WordsPolicy():
            yield (*path, "words"), forms.Words(tuple(tuple(word) for word in written.words))
        case doc.RegexPolicy():
            yield (*path, "regex"), forms.Regex(written.regex)
        case doc.AutomatonPolicy():
            yield (*path, "automaton"), forms.Paths(written.automaton.start, tuple(written.automaton.moves))
        case doc.AtMostPolicy():
            yield (*path, "at_most"), forms.AtMost(*written.at_most)
        case doc.BeforePolicy():
            yield (*path, "before"), forms.Before(*written.before)
        case doc.ExclusivePolicy():
            yield (*path, "exclusive"), forms.Exclusive(tuple(written.exclusive))
        case doc.NeverPolicy():
            yield (*path, "never"), forms.Never(written.never)
        case doc.AnyPolicy():
            pass
