"""The world of a run: issues, answers, when it starts and how long an answer takes (restart lab, section 2).

A world is a value. Time in it moves only while somebody waits for an answer: everything that a plan computes, and every
tool but ``ask_human``, takes no time at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from frozendict import frozendict

from execedit_kit.record.errors import KitError
from execedit_kit.restart.limits import DEFAULT

MINUTE = 60_000
_DAY = 24 * 60 * MINUTE
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# The engine's clock counts nanoseconds since 1970 in 64 bits, which end in 2554.
LAST = datetime(2554, 1, 1, tzinfo=UTC)
_YEAR_OF_MINUTES = 366 * 24 * 60


class WrongWorld(KitError):
    """A world that cannot be: a delay below nothing, a date outside what a clock shows, two issues of one number."""


@dataclass(frozen=True)
class Issue:
    """An open issue, as ``list_issues`` shows it."""

    id: int
    title: str
    author: str
    labels: tuple[str, ...]
    comments: int

    def to_json(self) -> dict[str, Any]:
        """Return the object a plan sees."""
        return {
            "id": self.id,
            "title": self.title,
            "author": self.author,
            "labels": list(self.labels),
            "comments": self.comments,
        }


ISSUES = (
    Issue(112, "Crash when the config file is empty", "mira", ("bug",), 4),
    Issue(127, "Add a dark theme", "tomas", ("feature",), 11),
    Issue(139, "Typo in the install guide", "ines", ("docs",), 0),
    Issue(148, "Search ignores accents", "kofi", ("bug", "search"), 7),
    Issue(153, "Drop support for old browsers", "yuki", ("chore",), 2),
)
# With all five asked, three are closed.
ANSWERS: frozendict[int, str] = frozendict({112: "yes", 127: "no", 139: "yes", 148: "yes", 153: "no"})
# A Tuesday.
START = datetime(2026, 3, 10, 16, 59, tzinfo=UTC)


@dataclass(frozen=True)
class World:
    """Everything outside the plan that a run depends on.

    Parameters
    ----------
    issues : tuple[Issue, ...]
        The open issues at the start.
    answers : Mapping[int, str]
        Issue → what the person says when asked whether to close it; an issue left out gets ``"no"``.
    start : datetime
        When the run starts; without a zone it is UTC.
    delays : tuple[int, ...]
        Minutes that the first, second, … question takes to answer; the last stands for all that follow.
    seed : int
        What the random numbers of the executions are drawn from.
    """

    issues: tuple[Issue, ...] = ISSUES
    answers: Mapping[int, str] = field(default_factory=lambda: ANSWERS)
    start: datetime = START
    delays: tuple[int, ...] = (90,)
    seed: int = 1

    def __post_init__(self) -> None:
        """Make the values immutable, and refuse what cannot be."""
        object.__setattr__(self, "start", _in_utc(self.start))
        object.__setattr__(self, "issues", tuple(self.issues))
        object.__setattr__(self, "answers", frozendict(self.answers))
        object.__setattr__(self, "delays", tuple(self.delays))
        if not all(type(delay) is int for delay in self.delays):
            raise WrongWorld(
                f"a question takes a whole number of minutes, such as delays=(90,), not {self.delays!r:.80}"
            )
        if not self.delays or not 0 <= min(self.delays) <= max(self.delays) <= _YEAR_OF_MINUTES:
            raise WrongWorld(
                "a question takes some number of minutes, none below 0 and none above a year: delays=(90,)"
            )
        if not all(type(issue.id) is int and 0 <= issue.id < 1 << 53 for issue in self.issues):
            raise WrongWorld("the number of an issue is a whole number, 0 or above, below 2**53")
        if len({issue.id for issue in self.issues}) != len(self.issues):
            raise WrongWorld("two issues have the same number")
        for said in self.answers.values():
            if not _is_text(said):
                raise WrongWorld(f'the person answers with a text, such as "yes", not {said!r:.40}')
        for issue in self.issues:
            if not all(map(_is_text, (issue.title, issue.author, *issue.labels))) or type(issue.comments) is not int:
                raise WrongWorld(f"issue {issue.id}: a title, an author and labels are texts, comments are a number")
        if type(self.seed) is not int:
            raise WrongWorld(f"a seed is a whole number, not {self.seed!r:.40}")
        questions = max(DEFAULT.questions, len(self.delays))
        if not 0 <= self.start_ms <= LAST_MS - sum(map(self.delay_ms, range(questions))):
            raise WrongWorld(
                f"a run starts in 1970 or later and ends before {LAST.year}, where its clock ends: this one starts "
                f"{self.start:%Y-%m-%d %H:%M} and with {questions} questions would not"
            )

    @property
    def start_ms(self) -> int:
        """The start in milliseconds since 1970."""
        return since_1970(self.start)

    def delay_ms(self, question: int) -> int:
        """Return how long the question of that number, from 0, takes to answer."""
        return self.delays[min(question, len(self.delays) - 1)] * MINUTE

    def to_json(self) -> dict[str, Any]:
        """Return the world as JSON, for receipts and frozen programs."""
        return {
            "issues": [issue.to_json() for issue in self.issues],
            "answers": {str(number): answer for number, answer in self.answers.items()},
            "start": self.start.isoformat(),
            "delays": list(self.delays),
            "seed": self.seed,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> World:
        """Return the world that :meth:`to_json` wrote."""
        return cls(
            tuple(Issue(**{**issue, "labels": tuple(issue["labels"])}) for issue in value["issues"]),
            {int(number): answer for number, answer in value["answers"].items()},
            datetime.fromisoformat(value["start"]),
            tuple(value["delays"]),
            value["seed"],
        )


def _is_text(value: object) -> bool:
    """Whether it is a text of whole characters, which can be written down."""
    try:
        return isinstance(value, str) and value.encode() is not None
    except UnicodeEncodeError:
        return False


def _in_utc(start: object) -> datetime:
    if not isinstance(start, datetime):
        raise WrongWorld(f"a run starts at a date and a time: a datetime, not {start!r:.40}")
    try:
        return (start if start.tzinfo else start.replace(tzinfo=UTC)).astimezone(UTC)
    except OverflowError:
        raise WrongWorld(f"a run starts in 1970 or later and ends before {LAST.year}, not at {start}") from None


def since_1970(when: datetime) -> int:
    """Return a time in milliseconds since 1970; what is below a millisecond is cut off.

    Raises
    ------
    OverflowError
        When it is outside the years 1 to 9999 in UTC.
    """
    return (when.astimezone(UTC) - _EPOCH) // timedelta(milliseconds=1)


LAST_MS = since_1970(LAST)


def iso(ms: int) -> str:
    """Return a time as JavaScript's ``toISOString`` writes it."""
    when = _EPOCH + timedelta(milliseconds=ms)
    return when.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def next_morning(ms: int) -> int:
    """Return the next 09:00 UTC after a time: when an issue is closed whose closing was scheduled without a time."""
    nine = ms - ms % _DAY + 9 * 60 * MINUTE
    return nine if nine > ms else nine + _DAY
