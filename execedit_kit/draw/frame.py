"""What stands around a picture: the verdict above it; the authorization log, the key and what was left out below it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from execedit_kit.check.answer import Accepted, Answer, Invalid, Rejected
from execedit_kit.check.steps import Removal, first_removal
from execedit_kit.draw.labels import (
    GAP,
    LONGEST_LINE,
    Line,
    asked,
    cell,
    listed,
    shown,
    stack,
    table,
    width,
)
from execedit_kit.draw.theme import NAME, SMALL, TINY, VERDICT_SIGNS, Theme
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.numbers import count, grouped

_SYMBOLS = {
    "new": "■ filled: processed, and its action authorized (new)",
    "reuse": "↺ dashed: reuse, adds nothing to the log",
    "next": "▶ heavy line: may be next",
    "waits": "○ thin line: waits for what comes before it",
    "flag": "⚑ checkpoint",
    "lost": "✕ struck out: not chosen",
    "removed": "✕ struck out: removed by the edit",
    "copy": "⇢ copied from",
    "edit": "+ in the frame: what the edit makes; all else stays as it is",
    "sometimes": "dashed arrow: in some results only",
    "prefix": "prefix: the first prefix that falls",
    "missing": "✕ not any more: calls of the missing result",
    "summary": "▤ many, drawn as one",
}
_FIRST_ENTRIES, _LAST_ENTRIES = 4, 30


def wrapped(text: str, wide: float, size: float = SMALL) -> list[str]:
    """Break a sentence into lines of about a width in points."""
    return textwrap.wrap(shown(text), max(LONGEST_LINE, int(wide / (0.56 * size))), max_lines=6, placeholder=" …")


def head(value: ExecutionRecord | Answer, theme: Theme, wide: float, *, struck: bool = False) -> str:
    """Return what stands above the picture of a record or an answer; the counts of a record struck out, if told."""
    if isinstance(value, ExecutionRecord):
        title = Line(shown(value.registration.domain or "execution record"), theme.ink, NAME + 1, bold=True)
        rows = [
            [line.cell("LEFT")]
            for line in (title, *[Line(text, theme.muted, struck=struck) for text in wrapped(counted(value), wide)])
        ]
        return f"<{table([*rows, [_filler(wide, 8)]])}>"
    ground, line = theme.verdict(value.verdict)
    sign = Line(f"{VERDICT_SIGNS[value.verdict]} {value.verdict}", theme.ink, NAME + 1, bold=True)
    seal = table(
        [[cell(sign.markup(), WIDTH=round(sign.width) + 8)]],
        BORDER=2,
        COLOR=line,
        BGCOLOR=ground,
        CELLPADDING=5,
        STYLE="ROUNDED",
    )
    edit = [Line(text, theme.ink, NAME, bold=True) for text in wrapped(asked(value.edit), wide, NAME)]
    used = sign.width + 12 + max(line_.width for line_ in edit)
    words = stack(edit, "LEFT")[1:-1]
    first = table([[cell(seal), cell("", WIDTH=10), cell(words, ALIGN="LEFT"), _filler(wide - used)]])
    said = [Line(text, theme.muted) for sentence in sentences(value) for text in wrapped(sentence, wide)]
    rows = [[cell(first, ALIGN="LEFT")], [cell("", HEIGHT=4)], *([line_.cell("LEFT")] for line_ in said)]
    return f"<{table([*rows, [_filler(wide, 8)]])}>"


def counted(record: ExecutionRecord) -> str:
    """Return what there is in a record, in numbers."""
    parts = [
        f"{count(len(record.processed), 'call')} processed",
        f"{count(len(record.log), 'action')} authorized",
        count(len(record.checkpoints), "checkpoint"),
        count(record.edits, "edit"),
    ]
    return ", ".join(parts)


def _filler(wide: float, high: int = 1) -> str:
    """Return an empty cell that fills a row. Graphviz stretches the cells of rows that are narrower than others."""
    return cell("", WIDTH=max(1, round(wide)), HEIGHT=high, BORDER=0)


def sentences(answer: Answer) -> list[str]:
    """Return what an answer says, one fact a line."""
    if isinstance(answer, Invalid):
        return [shown(answer.why), f"broken rule: {answer.broken}; nothing changes"]
    rounds = f"rounds: {' → '.join(map(grouped, answer.rounds))} (pairs of a result and a complete sequence)"
    if isinstance(answer, Accepted):
        return [shown(answer.why), rounds, *accounts(answer)]
    removal = first_removal(answer.graph)
    lost = listed(removal.missing, 3)
    first = f"first prefix that falls: {prefix(removal)}; missing result: {lost}"
    return [first, shown(answer.why), rounds]


def prefix(removal: Removal) -> str:
    """Return the prefix of a removal in words."""
    return " → ".join(map(shown, removal.prefix)) or "the empty one, before anything happens"


def accounts(answer: Accepted | Rejected) -> list[str]:
    """Return how many required results are kept, satisfied and removed."""
    derived = answer.derivation
    if derived is None:
        return []
    parts = [
        f"{derived.count(account)} {account}"
        for account in ("still required", "satisfied", "removed")
        if derived.count(account)
    ]
    return [f"required results: {', '.join(parts)}"] if parts else []


@dataclass(frozen=True, slots=True)
class Foot:
    """What stands below a picture.

    Parameters
    ----------
    record : ExecutionRecord
        Whose log and rules.
    theme : Theme
        The colours.
    wide : float
        About how wide the picture is.
    marks : tuple[str, ...]
        The marks that the key explains.
    notes : tuple[str, ...]
        What else is to be said, such as what was left out.
    erased : frozenset[str]
        The parts of the record that are struck out.
    """

    record: ExecutionRecord
    theme: Theme
    wide: float
    marks: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    erased: frozenset[str] = frozenset()

    def label(self) -> str:
        """Return it as a label."""
        rows = [[cell("", HEIGHT=6)], *[[cell(row, ALIGN="LEFT")] for row in self._log()]]
        said = [text for note in (*self._outside(), *self.notes) for text in wrapped(note, self.wide)]
        rows += [[cell("", HEIGHT=4)], *[[Line(text, self.theme.muted).cell("LEFT")] for text in said]]
        rows += [[Line(text, self.theme.muted, TINY).cell("LEFT")] for text in self._key()]
        return f"<{table(rows)}>"

    def _log(self) -> list[str]:
        """Return the authorization log as strips of cells, and an open end: it only ever grows."""
        theme = self.theme
        name = stack([Line("Δ", theme.ink, NAME + 2, bold=True), Line("log", theme.muted, TINY)])[1:-1]
        start = self.wide - 24
        strips, row, room = [], [cell(name, BORDER=0)], start
        for lines in self._entries():
            wide = max(line.width for line in lines) + 9
            if wide > room and len(row) > 1:
                strips.append(self._strip([*row, _filler(room)]))
                row, room = [cell("", WIDTH=20, BORDER=0)], start
            room -= wide
            looks = {"BGCOLOR": theme.done, "COLOR": theme.done_line} if len(lines) > 1 else {"BORDER": 0}
            row.append(cell(stack(lines, CELLPADDING=0)[1:-1], **looks))
        last = Line(self._end(), theme.muted, TINY, struck="E" in self.erased)
        return [*strips, self._strip([*row, last.cell(BORDER=0), _filler(room - last.width - 8)])]

    def _entries(self) -> Iterator[list[Line]]:
        """Yield the lines of each entry of the log; in the middle of very many, one that says how many more."""
        theme, record = self.theme, self.record
        all_of_it, link = "E" in self.erased, "R" in self.erased
        same = len({self._sent(action) for action in record.log}) == 1
        many = len(record.log) - _FIRST_ENTRIES - _LAST_ENTRIES
        for n, action in enumerate(record.log):
            if many > 1 and _FIRST_ENTRIES <= n < _FIRST_ENTRIES + many:
                if n == _FIRST_ENTRIES:
                    yield [Line(f"… {many:,} more …", theme.muted)]
                continue
            label = record.label(action)
            lines = [Line(_short(label), theme.ink, NAME, bold=True, struck=all_of_it)]
            which = _short(action) if label != action or link else str(n + 1)
            lines.append(Line(which, theme.muted, TINY, struck=all_of_it or link))
            if not same:
                lines.append(Line(self._sent(action), theme.muted, TINY, struck=all_of_it))
            yield lines

    def _end(self) -> str:
        """Say that the log only grows and, where that is one thing for all, what became of its requests."""
        if not self.record.log:
            return "empty: nothing is authorized yet"
        states = {self._sent(action) for action in self.record.log}
        return "→ append only" if len(states) > 1 else f"→ append only; requests: {states.pop()}"

    def _strip(self, row: Sequence[str]) -> str:
        return table([row], CELLBORDER=1, CELLSPACING=2, CELLPADDING=3)

    def _sent(self, action: str) -> str:
        record = self.record
        if action in record.returns:
            return "● returned"
        if action in record.sent:
            return "◐ sent"
        return "○ to be sent" if action in record.queued else "◌ earlier"

    def _outside(self) -> Iterable[str]:
        rules = self.record.registration.rules
        if rules:
            named = [f"{name} ({rule.kind})" for name, rule in rules.items()]
            yield f"edit rules that may be asked for: {listed(named, 6)}"

    def _key(self) -> list[str]:
        lines, line = [], ""
        for part in (_SYMBOLS[mark] for mark in _SYMBOLS if mark in self.marks):
            longer = f"{line}{GAP}{part}" if line else part
            if line and width(longer, TINY) > self.wide:
                lines.append(line)
                longer = part
            line = longer
        return [*lines, line] if line else []


def _short(name: str) -> str:
    text = shown(name)
    return text if len(text) <= 18 else f"{text[:11]}…{text[-6:]}"


def in_words(value: ExecutionRecord | Answer) -> str:
    """Return what a picture of a record or an answer says, for a reader who cannot see it."""
    if not isinstance(value, ExecutionRecord):
        return "\n".join([f"{VERDICT_SIGNS[value.verdict]} {value.verdict}: {asked(value.edit)}", *sentences(value)])
    done = ", ".join(f"{shown(one.call)} ({one.mode})" for one in value.processed) or "none"
    lines = [
        f"execution record {value.registration.domain!r}: {count(len(value.processed), 'call')} processed: {done}",
        f"log Δ: {' '.join(map(shown, value.labels)) or 'empty'}",
    ]
    if value.checkpoints:
        lines.append(f"checkpoints: {listed(value.checkpoints)}")
    return "\n".join(lines)
