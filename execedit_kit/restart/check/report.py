"""What a check prints for people: a count, then for each line its number, its source, and why."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from execedit_kit.restart.check.checked import Checked
from execedit_kit.restart.check.finding import ALWAYS, Finding

_WIDEST = 100


def report(checked: Checked, *, explain: bool = False) -> str:
    """Return a check's result as text; ``explain`` adds the path and the assumption of each finding."""
    return "\n".join(_lines(checked, explain))


def _lines(checked: Checked, explain: bool) -> Iterator[str]:
    by_line = [(number, list(found)) for number, found in groupby(checked.findings, key=lambda one: one.line)]
    count = len(by_line)
    what = "1 line to look at" if count == 1 else f"{count or 'no'} lines to look at"
    hidden = f", {len(checked.suppressed)} suppressed" if checked.suppressed else ""
    yield f"{checked.plan.name}: {what} ({checked.level}){hidden}"
    width = max((len(str(number)) for number, _ in by_line), default=1)
    for number, found in by_line:
        source = found[0].source
        yield f"  {number:>{width}}  {source if len(source) <= _WIDEST else source[: _WIDEST - 1] + '…'}"
        for finding in found:
            yield from (f"  {'':{width}}  {line}" for line in _about(finding, explain))
    if checked.witness is not None:
        yield f"  witness: {checked.witness}"


def _about(finding: Finding, explain: bool) -> Iterator[str]:
    yield finding.why
    if explain:
        for place in finding.path:
            yield f"  line {place.line}: {place.text}"
        if finding.assumption != ALWAYS:
            yield f"  assumes: {finding.assumption}"
