"""The sizes of the rounds as a chart: what each round keeps, and what falls in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log10
from typing import TYPE_CHECKING

from execedit_kit.check.answer import Accepted, Rejected
from execedit_kit.check.definition import Definition
from execedit_kit.draw.theme import VERDICT_SIGNS, Theme, theme
from execedit_kit.record.numbers import digits, grouped

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LONGEST_NUMBER, _LONGEST_ASIDE = 45, 20
_SPREAD_FOR_LOG = 500
_MOST_ROUNDS = 24
_POWERS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def rounds(value: Accepted | Rejected | Definition | Sequence[int], *, dark: bool = False) -> Figure:
    """Draw the sizes of the rounds B₀ ⊇ B₁ ⊇ …, each with its exact number.

    The scale is linear; only where the sizes are too far apart to be seen side by side is it logarithmic, and the
    picture says so.

    Parameters
    ----------
    value : Accepted | Rejected | Definition | Sequence[int]
        An answer, the definition at work, or the sizes themselves.
    dark : bool
        Whether on a dark ground.

    Returns
    -------
    matplotlib.figure.Figure
        It shows itself at the end of a notebook cell.
    """
    if isinstance(value, Definition):
        sizes: Sequence[int] = [len(pairs) for pairs in value.rounds]
    else:
        sizes = value.rounds if isinstance(value, Accepted | Rejected) else list(value)
    verdict = "accepted" if sizes[-1] else "rejected"
    return _chart(sizes, verdict, theme(dark))


def _chart(sizes: Sequence[int], verdict: str, colours: Theme) -> Figure:
    from execedit_kit.draw.chart import new_chart

    logarithmic = _needs_log(sizes)
    shown_ = list(range(len(sizes)))
    if len(sizes) > _MOST_ROUNDS:
        shown_ = [*range(_MOST_ROUNDS // 2), *range(len(sizes) - _MOST_ROUNDS // 2, len(sizes))]
    figure, axes = new_chart(colours, 6.4, 0.9 + 0.46 * len(shown_))
    largest = max(sizes)
    lengths = [_length(sizes[n], largest, logarithmic) for n in shown_]
    before = [_length(sizes[max(n - 1, 0)], largest, logarithmic) for n in shown_]
    ground, line = colours.verdict(verdict)
    rows = range(len(shown_))
    axes.barh(rows, before, color="none", edgecolor=colours.line, hatch="////", linewidth=0.8, height=0.62)
    axes.barh(rows, lengths, color=ground, edgecolor=line, linewidth=1.4, height=0.62)
    for row, n in enumerate(shown_):
        fell = sizes[n - 1] - sizes[n] if n else 0
        text = number(sizes[n]) + (f"   ({number(fell, _LONGEST_ASIDE)} fell)" if fell else "")
        axes.text(max(before[row], lengths[row]) + 0.015, row, text, va="center", color=colours.ink, fontsize=11)
    axes.set_yticks(list(rows), [f"B{str(n).translate(_SUBSCRIPTS)}" for n in shown_], fontsize=12)
    title = f"{VERDICT_SIGNS[verdict]} {verdict} after {_times(len(sizes) - 1)}"
    axes.set_title(title, loc="left", color=colours.ink, fontsize=12, fontweight="bold", pad=10)
    axes.set(xlim=(0, 1.5), xticks=[])
    axes.invert_yaxis()
    note = "pairs of a result and a complete sequence; hatched: what fell"
    if logarithmic:
        note += "; logarithmic lengths"
    if len(shown_) < len(sizes):
        note += f"; {len(sizes) - len(shown_):,} rounds between are left out"
    axes.set_xlabel(note, loc="left", color=colours.muted, fontsize=9)
    return figure


def _times(number_: int) -> str:
    return "no round of pruning" if not number_ else f"{number_} round" + ("s" if number_ > 1 else "")


def _needs_log(sizes: Iterable[int]) -> bool:
    positive = [size for size in sizes if size]
    return bool(positive) and max(positive) > _SPREAD_FOR_LOG * min(positive)


def _length(size: int, largest: int, logarithmic: bool) -> float:
    """Return how long a bar is, at most 1; whole numbers too large for a float are no hindrance."""
    if not size:
        return 0.0
    if logarithmic:
        return (1 + log10(size)) / (1 + log10(largest))
    return size * 10**6 // largest / 10**6


def number(value: int, longest: int = _LONGEST_NUMBER) -> str:
    """Return a whole number with separators; a very long one by its leading digits and its power of ten."""
    written = digits(value)
    if len(written) + (len(written) - 1) // 3 <= longest:
        return grouped(value)
    return f"{written[0]}.{written[1:4]}… × 10{str(len(written) - 1).translate(_POWERS)}"
