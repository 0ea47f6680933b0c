"""Bare names at the end of a notebook cell: records, answers and rules show themselves as pictures.

The kernel's classes know nothing of pictures, so what a notebook asks for is set on them from here when the package is
imported. Nothing is drawn, and no drawing library is loaded, before a notebook asks.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from execedit_kit.check.answer import Accepted, Invalid, Rejected
from execedit_kit.check.automaton import RuleAutomaton
from execedit_kit.check.definition import Definition, Pair
from execedit_kit.draw.automaton import automaton, automaton_words
from execedit_kit.draw.dag import dag
from execedit_kit.draw.engine import CannotDraw, Picture
from execedit_kit.draw.frame import in_words
from execedit_kit.record.errors import LimitError
from execedit_kit.record.execution import ExecutionRecord

MOST_ROWS = 40


def show_pictures() -> None:
    """Let records, answers, rules and the definition show themselves in notebooks."""
    for shown in (ExecutionRecord, Accepted, Rejected, Invalid):
        _attach(shown, lambda value: _pictured(lambda: dag(value), in_words(value)))
    _attach(RuleAutomaton, lambda rules: _pictured(lambda: automaton(rules), automaton_words(rules)))
    _attach(Definition, _tabled)


def _attach(shown: type, bundle: Callable[[Any], dict[str, str]]) -> None:
    def _repr_mimebundle_(self: Any, include: Any = None, exclude: Any = None, **_: Any) -> dict[str, str]:
        return bundle(self)

    shown._repr_mimebundle_ = _repr_mimebundle_  # type: ignore[attr-defined]


def _pictured(draw: Callable[[], Picture], words: str) -> dict[str, str]:
    """Return the picture with its words; the words alone, with the reason, where there can be no picture."""
    try:
        return {"image/svg+xml": draw().svg(), "text/plain": words}
    except CannotDraw as error:
        return {"text/plain": f"{words}\n(no picture: {error})"}


def _tabled(definition: Definition) -> dict[str, str]:
    """Return the pairs of B₀, each with the rounds it survives."""
    try:
        rounds = definition.rounds
    except LimitError as error:
        return {"text/plain": f"the definition at work on {len(definition.contract.results):,} results: {error}"}
    sizes = " → ".join(f"{len(pairs):,}" for pairs in rounds)
    verdict = "✓ accepted" if definition.accepted else "✕ rejected"
    order = {result.name: n for n, result in enumerate(definition.contract.results)}
    pairs = sorted(rounds[0], key=lambda pair: (order[pair[0]], pair[1]))
    titles = ("result", "sequence", *(f"B<sub>{n}</sub>" for n in range(len(rounds))))
    rows = ["".join(f"<th>{title}</th>" for title in titles)]
    for pair in pairs[:MOST_ROWS]:
        words = "".join(f"<td style='text-align:left'>{escape(text)}</td>" for text in (pair[0], _steps(pair)))
        marks = ("✓" if pair in one else "✕" for one in rounds)
        rows.append(words + "".join(f"<td style='text-align:center'>{mark}</td>" for mark in marks))
    if len(pairs) > MOST_ROWS:
        more = f"… and {len(pairs) - MOST_ROWS:,} more pairs"
        rows.append(f"<td colspan='{len(titles)}' style='text-align:left'>{more}</td>")
    caption = f"<caption style='text-align:left'>{verdict}: rounds {sizes}</caption>"
    html = f"<table>{caption}{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
    return {"text/html": html, "text/plain": f"{verdict}: rounds {sizes}"}


def _steps(pair: Pair) -> str:
    """Return a pair's sequence in words, reuses marked."""
    return " → ".join(call if mode == "new" else f"{call} ↺" for call, mode in pair[1]) or "nothing to do"
