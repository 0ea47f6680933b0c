"""What a search has found so far, question by question and counted."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from execedit_kit.explore.question import Question
from execedit_kit.explore.scope import Scope
from execedit_kit.explore.size import Size

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Finding:
    """One question that was searched for.

    Parameters
    ----------
    direction : str
        In which way it is one.
    number, place : int
        The number of its registration in the canonical order, and its place among the questions about that.
    size : Size
        Its size.
    question : Question
        The question itself.
    says, truth : str
        What the naive checker or the property says, and the exact verdict or what the invalid edit broke.
    """

    direction: str
    number: int
    place: int
    size: Size
    question: Question
    says: str
    truth: str

    def document(self) -> dict[str, Any]:
        """Return the finding as JSON."""
        head = {name: getattr(self, name) for name in ("direction", "number", "place", "says", "truth")}
        return {**head, "size": asdict(self.size), **self.question.document()}

    @classmethod
    def read(cls, written: dict[str, Any]) -> Finding:
        """Read what :meth:`document` wrote."""
        question: dict[str, Any] = {name: written[name] for name in ("record", "edit", "later") if name in written}
        head = {name: written[name] for name in ("direction", "number", "place", "says", "truth")}
        return cls(**head, size=Size(**written["size"]), question=Question.read(question))


Counts = dict[tuple[str, str, str], int]
"""(edit, exact verdict or reason, what is said of it) → how many."""


@dataclass
class Part:
    """What a range of numbers gave: everything in it was asked.

    Parameters
    ----------
    first, last : int
        The range; `last` is not in it.
    checked : int
        Questions asked.
    counts : Counts
        By edit, truth and what was said.
    found : list[Finding]
        The first of each direction, in order.
    """

    first: int
    last: int
    checked: int = 0
    counts: Counts = field(default_factory=dict)
    found: list[Finding] = field(default_factory=list)


@dataclass(frozen=True)
class Findings:
    """What a search has found so far.

    Parameters
    ----------
    name : str
        Of the naive checker or the property.
    scope : Scope
        Where it searches.
    directions : tuple[str, ...]
        What it looks for.
    first : int
        How many it looks for in each direction.
    next : int
        All registrations before this number are done.
    checked : int
        Questions asked.
    counts : Counts
        By edit, truth and what was said.
    found : tuple[Finding, ...]
        In the canonical order: the first is the smallest.
    interrupted : bool
        Whether it was stopped before it was done.
    """

    name: str
    scope: Scope
    directions: tuple[str, ...]
    first: int
    next: int = 0
    checked: int = 0
    counts: Counts = field(default_factory=dict)
    found: tuple[Finding, ...] = ()
    interrupted: bool = False

    @property
    def complete(self) -> bool:
        """Whether the scope is exhausted."""
        return self.next >= len(self.scope)

    @property
    def done(self) -> bool:
        """Whether enough was found, or the scope is exhausted."""
        enough = all(len(self.of(direction)) >= self.first for direction in self.directions)
        return enough or self.complete

    def of(self, direction: str) -> tuple[Finding, ...]:
        """Return the findings in one direction."""
        return tuple(finding for finding in self.found if finding.direction == direction)

    def smallest(self, direction: str | None = None) -> Finding | None:
        """Return the smallest finding: everything smaller in the scope was asked and is none."""
        found = self.found if direction is None else self.of(direction)
        return found[0] if found else None

    @property
    def exhausted(self) -> int:
        """The largest total up to which every size of the scope is exhausted."""
        here = self.scope.size_at(self.next)
        if here is None:
            return max((size.total for size in self.scope.sizes()), default=0)
        return here.total - 1

    def with_part(self, part: Part) -> Findings:
        """Return the findings with those of the next range."""
        counts = dict(self.counts)
        for key, number in part.counts.items():
            counts[key] = counts.get(key, 0) + number
        found = list(self.found)
        for finding in part.found:
            if sum(other.direction == finding.direction for other in found) < self.first:
                found.append(finding)
        return replace(self, next=part.last, checked=self.checked + part.checked, counts=counts, found=tuple(found))

    def table(self) -> pd.DataFrame:
        """Return how often what was said of which edit: columns ``edit``, ``truth``, ``says``, ``questions``."""
        import pandas as pd  # tables are slow to import

        rows = [(*key, number) for key, number in sorted(self.counts.items())]
        return pd.DataFrame(rows, columns=["edit", "truth", "says", "questions"])

    def __str__(self) -> str:
        """Say what was found and how far the search has come."""
        lines = [f"{self.name}: {self.checked:,} questions asked in {self.scope}"]
        for direction in self.directions:
            finding = self.smallest(direction)
            if finding is None:
                lines.append(f"{direction}: none up to a total of {self.exhausted}")
            else:
                lines.append(f"{direction}: the smallest is of size {finding.size} (exactly: {finding.truth})")
        return "\n".join(lines)
