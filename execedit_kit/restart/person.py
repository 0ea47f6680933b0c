"""What the person answers, decided by the words of the question alone (restart lab, section 2).

The rules, the first that fits:

1. It asks for the hour or the time: the clock when the answer arrives, ``"18"`` or ``"18:29"`` (UTC). Titles of issues
   are taken out of the question first, so that an issue *about* time asks for none.
2. It asks which issues: the numbers of those to be closed, of the issues mentioned or of all, such as ``"112, 139"``.
3. It mentions one issue, by number or title: that issue's answer in the world.
4. It mentions several: ``"yes"`` when all of them are to be closed, else ``"no"``.
5. It asks for something else that no yes or no answers (it begins with who, what, when, where, why, how):
   ``"no preference"``.
6. Anything else, such as "Shall I go on?": ``"yes"``.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from execedit_kit.restart.world import Issue, World

_TIME = re.compile(
    r"\b(?:(?:current|present|exact)\s+(?:utc\s+)?|what\s+|which\s+)(hour|time)\b|\b(hour|time)\s+(?:is\s+it|in\s+utc|now)\b",
    re.I,
)
_WHICH = re.compile(r"^\W*(?:which|list)\b|\bwhich\s+(?:of\s+(?:these|them|the)|issues?|ones?|numbers?|ids?)\b", re.I)
_OPEN = re.compile(r"^\W*(?:who|whom|whose|what|when|where|why|how)\b", re.I)


def mentioned(question: str, issues: tuple[Issue, ...]) -> tuple[Issue, ...]:
    """Return the issues that a question names, by number or by title."""
    lower = question.lower()
    return tuple(
        issue
        for issue in issues
        if issue.title.lower() in lower or re.search(rf"(?<![\w.]){issue.id}(?!\w|\.\d)", question)
    )


def answer(question: str, at: int, world: World) -> str:
    """Return the answer to a question, which arrives at a time in milliseconds since 1970."""
    rest = question
    for issue in world.issues:
        rest = re.sub(re.escape(issue.title), " ", rest, flags=re.I)
    if asked := _TIME.search(rest):
        when = datetime.fromtimestamp(at // 1000, UTC)
        return str(when.hour) if "hour" in asked.group().lower() else f"{when:%H:%M}"
    named = mentioned(question, world.issues)
    if _WHICH.search(rest):
        return ", ".join(str(issue.id) for issue in named or world.issues if _closes(issue, world)) or "none"
    if len(named) == 1:
        return world.answers.get(named[0].id, "no")
    if named:
        return "yes" if all(_closes(issue, world) for issue in named) else "no"
    return "no preference" if _OPEN.search(rest) else "yes"


def _closes(issue: Issue, world: World) -> bool:
    return world.answers.get(issue.id, "no") == "yes"
