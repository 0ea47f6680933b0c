"""The worlds in which the witness level tries a plan, in a fixed order (restart lab, section 5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from execedit_kit.restart.world import World

_UNCLEAR = "maybe"
_FIXED, _AT_HAND = "the fixed world", "the world at hand"
# Inside and outside of office hours, at their edges, at a weekend, before a day, a month and a year ends.
_STARTS = (
    (10, 13, 30, "on a working day at 13:30"),
    (10, 7, 45, "before office hours, at 07:45"),
    (10, 15, 40, "shortly before office hours end, at 15:40"),
    (10, 22, 40, "late in the evening, at 22:40"),
    (13, 16, 59, "on a Friday at 16:59"),
    (13, 22, 40, "late on a Friday, at 22:40"),
    (14, 10, 0, "on a Saturday at 10:00"),
    (15, 22, 40, "late on a Sunday, at 22:40"),
    (10, 8, 59, "one minute before office hours"),
    (10, 0, 5, "shortly after midnight"),
    (31, 22, 40, "on the last evening of a month"),
)
_DELAYS = ((1, "a minute"), (10, "ten minutes"), (45, "45 minutes"), (24 * 60, "a day"), (7 * 24 * 60, "a week"))


@dataclass(frozen=True)
class Trial:
    """A world to try, and how it differs from the one at hand, as a phrase."""

    world: World
    what: str

    @property
    def where(self) -> str:
        """The same as a place."""
        return f"in {self.what}" if self.what in (_FIXED, _AT_HAND) else f"where {self.what}"


def trials(base: World) -> Iterator[Trial]:
    """Yield the worlds to try, the fixed one first; always the same ones in the same order."""
    ids = [issue.id for issue in base.issues]
    everyone: Mapping[int, str] = dict.fromkeys(ids, "yes")
    nobody: Mapping[int, str] = dict.fromkeys(ids, "no")
    unclear: Mapping[int, str] = dict.fromkeys(ids, _UNCLEAR)
    yield Trial(base, _FIXED if base == World() else _AT_HAND)
    yield Trial(replace(base, answers=everyone), "every answer is yes")
    yield Trial(replace(base, answers=nobody), "every answer is no")
    yield Trial(replace(base, answers=unclear), f"every answer is {_UNCLEAR}")
    starts = [(datetime(2026, 3, day, hour, minute, tzinfo=UTC), said) for day, hour, minute, said in _STARTS]
    starts.append((datetime(2026, 12, 31, 22, 40, tzinfo=UTC), "on the last evening of a year"))
    for start, said in starts:
        yield Trial(replace(base, answers=everyone, start=start), f"every answer is yes and it starts {said}")
    for number in ids:
        other = "no" if base.answers.get(number, "no") == "yes" else "yes"
        yield Trial(replace(base, answers={**base.answers, number: other}), f"the answer about {number} is {other}")
    for number in ids:
        said = f"the answer about {number} is {_UNCLEAR}"
        yield Trial(replace(base, answers={**base.answers, number: _UNCLEAR}), said)
    for minutes, said in _DELAYS:
        yield Trial(replace(base, delays=(minutes,)), f"each answer takes {said}")
        yield Trial(
            replace(base, answers=everyone, delays=(minutes,), start=starts[0][0]),
            f"every answer is yes and takes {said}",
        )
    for start, said in starts[:4]:
        yield Trial(replace(base, answers=nobody, start=start), f"every answer is no and it starts {said}")
        yield Trial(replace(base, answers=unclear, start=start), f"every answer is {_UNCLEAR} and it starts {said}")
    yield Trial(replace(base, delays=(1, 24 * 60, 1)), "the second answer takes a day, all others a minute")
    yield Trial(replace(base, seed=base.seed + 1), "other random numbers")
    # What a plan asks about or sorts by may be the same for two issues.
    alike = tuple(replace(one, author="ada", labels=("bug",), comments=2) for one in base.issues)
    yield Trial(replace(base, issues=alike), "all issues have the same author, labels and number of comments")
    late = datetime(2026, 3, 10, 22, 40, tzinfo=UTC)
    said = "all issues have the same author, labels and number of comments and it starts late in the evening, at 22:40"
    yield Trial(replace(base, issues=alike, start=late), said)
    yield Trial(replace(base, issues=base.issues[:1]), "there is one open issue")
    yield Trial(replace(base, issues=()), "there is no open issue")
