"""The text level: looks at lines, follows no values (restart lab, section 5).

It is kept to compare with: it does what a short script of patterns can. It flags every reading of the clock and every
draw, used or not, and every reading of what can change that the text shows to come a second time: at a second place, in
a loop, or in a function that is named more than once. It cannot tell two equal questions apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from execedit_kit.restart.check.finding import CACHED, CLOCK, RANDOM, Finding, Kind, Place
from execedit_kit.restart.plan import Plan
from execedit_kit.restart.tools import TOOLS

_CLOCK = re.compile(
    r"\bnew\s+Date\b(?!\s*\(\s*[^\s)])|\bDate\.now\b|(?<!new )(?<![\w.])Date\(\)|\bperformance\.now\b|\bTemporal\.Now\b"
    r"|\.(?:format|formatToParts)\(\s*\)"
)
_RANDOM = re.compile(r"\bMath\.random\b|\bcrypto\.(?:randomUUID|getRandomValues)\b")
_READ = re.compile("[\"'`](" + "|".join(name for name, tool in TOOLS.items() if tool.kind == "read") + ")[\"'`]")
_LOOP = re.compile(r"\b(?:for|while|do)\b|\.(?:forEach|map|filter|find|some|every|reduce|flatMap)\(")
_AGAIN = re.compile(r"\bwhile\b[^;]*$")
_NAMED = re.compile(
    r"\bfunction\s*\*?\s*([\w$]+)"
    r"|\b(?:const|let|var)\s+([\w$]+)(?:\s*:[^=]+)?\s*=\s*(?:async\b|function\b|\([^()]*\)\s*(?::[^=]*)?=>|[\w$]+\s*=>)"
    r"|^\s*(?:async\s+|static\s+|get\s+)*(?!if\b|for\b|while\b|switch\b|catch\b|return\b|function\b)([\w$]+)\s*\([^)]*\)[^;]*\{\s*$"
    r"|^\s*([\w$]+)\s*:\s*(?:async\b|\([^()]*\)\s*=>)"
)


def text_findings(plan: Plan) -> list[Finding]:
    """Return what the text level says about a plan, in the order of its lines."""
    lines = plan.text.split("\n")
    found = [*_matching(lines, _CLOCK, "clock", "reads the clock", CLOCK)]
    found += _matching(lines, _RANDOM, "random", "draws a random value", RANDOM)
    found += _read_again(lines)
    return sorted(found, key=lambda one: (one.line, one.column, one.kind))


def _matching(lines: list[str], pattern: re.Pattern[str], kind: Kind, does: str, assumption: str) -> Iterator[Finding]:
    for number, line in enumerate(lines, 1):
        if match := pattern.search(line):
            why = f"This line {does}: {match.group().strip()}."
            yield _finding(kind, number, match.start(), line, why, assumption)


def _read_again(lines: list[str]) -> Iterator[Finding]:
    """Yield the places at which the text shows that something is read again."""
    opened: list[str] = []
    seen: set[str] = set()
    text = "\n".join(lines)
    for number, line in enumerate(lines, 1):
        for match in _READ.finditer(line):
            name = match.group(1)
            headers = [*opened, line[: match.start()]]
            if name in seen:
                why = f"{name} is read again."
            elif any(_LOOP.search(header) for header in opened) or _AGAIN.search(line[: match.start()]):
                why = f"{name} is read in a loop."
            elif helper := next((one for header in headers if (one := _named(header)) and _calls(text, one) > 1), None):
                why = f"{name} is read by {helper}, which is named {_calls(text, helper)} times."
            else:
                seen.add(name)
                continue
            seen.add(name)
            yield _finding("stale", number, match.start(), line, why, CACHED)
        for sign in line:
            if sign == "{":
                opened.append(line)
            elif sign == "}" and opened:
                opened.pop()


def _named(header: str) -> str | None:
    match = _NAMED.search(header)
    return next((name for name in match.groups() if name), None) if match else None


def _calls(text: str, name: str) -> int:
    """Return how often a name stands where it may be called, its definition left out."""
    return len(re.findall(rf"(?<![\w$]){re.escape(name)}(?![\w$])\s*(?!\s*[=:])", text)) - 1


def _finding(kind: Kind, number: int, column: int, line: str, why: str, assumption: str) -> Finding:
    path = (Place(number, line.strip()),)
    return Finding(kind, number, column + 1, line.strip(), why, path, assumption)
