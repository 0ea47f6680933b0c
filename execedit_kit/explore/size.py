"""How large a question is. "Smallest" means: the least total, then the parts in the order they stand here."""

from __future__ import annotations

from dataclasses import astuple, dataclass, fields
from math import prod

from execedit_kit.explore.question import Question
from execedit_kit.record.numbers import count
from execedit_kit.record.workflow import branches


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a question.

    Parameters
    ----------
    calls : int
        Registered calls, those of rules included; copies are not counted.
    actions : int
        Declared actions.
    labels : int
        Different labels of these actions.
    results : int
        Results of the root's branches and of what rules add, each counted where it is written.
    events : int
        Events of the history, actions authorized before it, and events between check and install.
    policy_states : int
        States of the compiled policy.
    """

    calls: int
    actions: int
    labels: int
    results: int
    events: int
    policy_states: int

    @property
    def total(self) -> int:
        """The sum of the parts."""
        return self.calls + self.actions + self.labels + self.results + self.events + self.policy_states

    @property
    def key(self) -> tuple[int, ...]:
        """What sizes are ordered by."""
        return (self.total, *astuple(self))

    def __str__(self) -> str:
        """Return the parts in words."""
        parts = (count(getattr(self, one.name), one.name.replace("_", " ").removesuffix("s")) for one in fields(self))
        return f"{self.total}: {', '.join(parts)}"


def size_of(question: Question) -> Size:
    """Return the size of any question."""
    registered = question.record.registration
    contracts = [branch.contract for branch in branches(registered.workflow)]
    for rule in registered.rules.values():
        contracts += [part for part in (rule.left, rule.right, rule.join) if part is not None]
    return Size(
        calls=len(registered.calls),
        actions=len(registered.actions),
        labels=len({action.label for action in registered.actions.values()}),
        results=sum(len(contract.results) for contract in contracts),
        events=len(question.record.history) + len(registered.authorized) + len(question.later),
        policy_states=prod(len(table.moves) for table in registered.policy.tables),
    )
