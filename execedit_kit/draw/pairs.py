"""Two records side by side, with what was erased struck out."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from execedit_kit.draw.dag import dag
from execedit_kit.explore.erase import DROPPED, TITLES, Dropped, erased, live_calls
from execedit_kit.explore.pairs import Pair
from execedit_kit.explore.situation import Situation
from execedit_kit.record.workflow import branches, enabled

_CELL = "padding:3px 12px;text-align:left;vertical-align:top;border-top:1px solid currentColor"


@dataclass(frozen=True)
class SideBySide:
    """Two pictures and a table; it shows itself at the end of a notebook cell.

    Parameters
    ----------
    html : str
        Both pictures, and below them what each record keeps.
    words : str
        The same in words.
    """

    html: str
    words: str

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        """Return the words."""
        return self.words


def pair(shown: Pair, erase: Dropped | None = None, *, dark: bool = False) -> SideBySide:
    """Show a pair of records, what is asked of both, and what each keeps.

    Parameters
    ----------
    shown : Pair
        The two situations.
    erase : {"P", "I", "E", "C", "R"}, optional
        What is struck out. Left out, everything is there.
    dark : bool
        Whether the pictures are on a dark ground.
    """
    both = (shown.one, shown.other)
    same = erased(shown.one, erase) == erased(shown.other, erase)
    ask = "installed now: " if shown.one.prepared is not None else "asked: "
    head = f"{ask}{shown.one.edit.document()}"
    end = "indistinguishable" if same else "different"
    rows = [(part, [_kept(situation, part) for situation in both]) for part in DROPPED]
    lines = [head, *(f"{n}: {situation.outcome}" for n, situation in zip(("left", "right"), both, strict=True))]
    html = [f"<p>{escape(head)}</p>", '<div style="display:flex;flex-wrap:wrap;gap:12px;align-items:flex-start">']
    lost = gone(erase)
    for situation in both:
        answer = "yes" if situation.positive else "no"
        version = escape(_kept(situation, "C"))
        version = f"<s>{version}</s>" if "C" in lost else version
        caption = f"<figcaption><b>{escape(situation.outcome)}</b> ({answer}); {version}</figcaption>"
        picture = dag(situation.record, dark=dark, erased=lost).svg()
        html.append(f"<figure style='margin:0;flex:1 1 20em;min-width:0'>{picture}{caption}</figure>")
    html.append("</div><table style='border-collapse:collapse'>")
    for part, texts in rows:
        cells = [f"{part}: {TITLES[part]}", *texts]
        marked = [f"<s>{escape(cell)}</s>" if part in lost else escape(cell) for cell in cells]
        html.append("<tr>" + "".join(f"<td style='{_CELL}'>{cell}</td>" for cell in marked) + "</tr>")
        lines.append(("erased: " if part in lost else "") + " | ".join(cells))
    what = "With nothing erased" if erase is None else f"With {erase} erased"
    html.append(f"</table><p>{escape(what)} the two are <b>{end}</b>.</p>")
    return SideBySide("\n".join(html), "\n".join([*lines, f"{what} the two are {end}."]))


def gone(erase: Dropped | None) -> frozenset[str]:
    """Return the parts that go with one: the link from the log to actions is a part of I and of E."""
    if erase is None:
        return frozenset()
    return frozenset({erase, "R"}) if erase in ("I", "E") else frozenset({erase})


def _kept(situation: Situation, part: str) -> str:
    """Return one part of what a record keeps, in words."""
    record = situation.record
    match part:
        case "P":
            leaves = ", ".join(branch.name for branch in branches(record.workflow))
            ahead = ", ".join(call for call, _ in enabled(record.workflow)) or "nothing"
            rule = record.registration.rules.get(situation.edit.rule or "")
            sides = ("left", "right", "join") if rule is not None else ()
            adds = [f"{side} {', '.join(part.calls)}" for side in sides if (part := getattr(rule, side)) is not None]
            added = f"; the rule adds {'; '.join(adds)}" if adds else ""
            return f"{type(record.workflow).__name__.lower()} of {leaves}; enabled: {ahead}{added}"
        case "I":
            live = live_calls(record, situation.edit.rule)
            return ", ".join(f"{call} → {record.calls[call]}" for call in live) or "no calls"
        case "E":
            log = ", ".join(record.label(action) for action in record.log) or "empty"
            queue = ", ".join(record.label(action) for action in record.queued) or "none"
            return f"log: {log}; processed: {len(record.processed)}; waiting to be sent: {queue}"
        case "C":
            answered = "" if situation.prepared is None else f"; the answer's: {situation.prepared.version}"
            return f"rule version {situation.version}{answered}"
    return ", ".join(f"{record.label(action)} was {action}" for action in record.log) or "no entry"
