"""Regular expressions over labels, read into their position automaton (Glushkov's), without recursion.

Every occurrence of a label is a state. What may come next, from the start or after an occurrence, is a set of
occurrences: one Python integer, bit *i* for the *i*-th. Each occurrence lies on the way to a whole word, so that every
path of the automaton is a prefix of a word of the expression.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NoReturn

from execedit_kit.record.errors import PolicySyntax

_TOKEN = re.compile(r"[()|*+?]|[^\s()|*+?]+")
_OPERATORS = frozenset("()|*+?")
_MOST_LABELS = 10_000
_MOST_LINKS = 2_000_000


@dataclass(frozen=True, slots=True)
class Positions:
    """A position automaton.

    Parameters
    ----------
    labels : tuple[str, ...]
        The label of each occurrence.
    first : int
        The occurrences that a word may begin with.
    follow : tuple[int, ...]
        For each occurrence, those that may come next.
    """

    labels: tuple[str, ...]
    first: int
    follow: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of an expression: whether it may be empty, how it begins and ends, whether it repeats already."""

    empty: bool = True
    first: int = 0
    last: int = 0
    repeats: bool = False


@dataclass
class _Group:
    """What has been read since an opening parenthesis: finished alternatives, and the parts of the present one."""

    column: int
    bar: int = 0
    alternatives: list[_Part] = field(default_factory=list)
    parts: list[_Part] = field(default_factory=list)


class _Reader:
    """Reads one expression."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._labels: list[str] = []
        self._follow: list[int] = []
        self._links = 0

    def read(self) -> Positions:
        """Read it all."""
        groups = [_Group(0)]
        for token in _TOKEN.finditer(self._pattern):
            text, column = token[0], token.start() + 1
            here = groups[-1]
            if text == "(":
                groups.append(_Group(column))
            elif text == ")":
                if len(groups) == 1:
                    self._refuse("there is no '(' for this ')'", column)
                part = self._closed(groups.pop())
                groups[-1].parts.append(part)
            elif text == "|":
                if not here.parts:
                    self._refuse("nothing stands before this '|'; write (…)? for what may be left out", column)
                here.alternatives.append(self._in_sequence(here.parts))
                here.parts, here.bar = [], column
            elif text in ("*", "+", "?"):
                if not here.parts:
                    self._refuse(f"nothing stands before this {text!r} that it could repeat", column)
                here.parts[-1] = self._repeated(here.parts[-1], text)
            else:
                here.parts.append(self._occurrence(text))
        if len(groups) > 1:
            self._refuse("this '(' is never closed", groups[-1].column)
        whole = self._closed(groups[0])
        return Positions(tuple(self._labels), whole.first, tuple(self._follow))

    def _refuse(self, reason: str, column: int) -> NoReturn:
        shown = self._pattern if len(self._pattern) <= 60 else f"…{self._pattern[max(0, column - 20) : column + 20]}…"
        raise PolicySyntax(f"the regular expression {shown!r} cannot be read: {reason} (column {column})")

    def _occurrence(self, label: str) -> _Part:
        if len(self._labels) == _MOST_LABELS:
            raise PolicySyntax(
                f"the regular expression names more than {_MOST_LABELS:,} labels; write the policy as an automaton"
            )
        bit = 1 << len(self._labels)
        self._labels.append(label)
        self._follow.append(0)
        return _Part(False, bit, bit)

    def _closed(self, group: _Group) -> _Part:
        if not group.parts and group.alternatives:
            self._refuse("nothing stands after this '|'; write (…)? for what may be left out", group.bar)
        alternatives = [*group.alternatives, self._in_sequence(group.parts)]
        if len(alternatives) == 1:
            return alternatives[0]
        first = last = 0
        for part in alternatives:
            first |= part.first
            last |= part.last
        return _Part(any(part.empty for part in alternatives), first, last)

    def _in_sequence(self, parts: list[_Part]) -> _Part:
        """Join parts one after the other, from the right: then each occurrence is linked once."""
        if len(parts) == 1:
            return parts[0]
        rest = _Part()
        for part in reversed(parts):
            self._link(part.last, rest.first)
            rest = _Part(
                part.empty and rest.empty,
                part.first | (rest.first if part.empty else 0),
                rest.last | (part.last if rest.empty else 0),
            )
        return rest

    def _repeated(self, part: _Part, operator: str) -> _Part:
        if operator != "?" and not part.repeats:
            self._link(part.last, part.first)
        return replace(part, empty=part.empty or operator != "+", repeats=part.repeats or operator != "?")

    def _link(self, earlier: int, later: int) -> None:
        if later:
            for position in bits(earlier):
                self._follow[position] |= later
            self._links += earlier.bit_count()
            if self._links > _MOST_LINKS:
                raise PolicySyntax("the regular expression is nested too intricately; write it as an automaton")


def bits(mask: int) -> Iterable[int]:
    """Return the positions of the bits of a mask, lowest first."""
    digits = f"{mask:b}"[::-1]
    at = digits.find("1")
    while at >= 0:
        yield at
        at = digits.find("1", at + 1)


def positions(pattern: str) -> Positions:
    """Read a regular expression over labels: ``r a (pL | pR) s``, with ``*``, ``+`` and ``?`` after what they repeat.

    Raises
    ------
    PolicySyntax
        With the column of what cannot be read.
    """
    return _Reader(pattern).read()


def mentioned(pattern: str) -> list[str]:
    """Return the labels of a regular expression, in order, without checking anything else."""
    return [token for token in _TOKEN.findall(pattern) if token not in _OPERATORS]
