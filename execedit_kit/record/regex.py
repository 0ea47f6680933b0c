"""Regular expressions over labels: checked here, so that a mistake has a column, and read by automata-lib."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise

from automata.fa.nfa import NFA

from execedit_kit.record.errors import PolicySyntax

_TOKEN = re.compile(r"[()|*+?]|[^\s()|*+?]+")
_REPEATED = re.compile(r"[*+?](?:\s*[*+?])+")
_OPERATORS = frozenset("()|*+?")
_REPEATS = frozenset("*+?")

# Measured: within these automata-lib reads any expression in well under a second.
_MOST_TOKENS = 5_000
_DEEPEST = 100
_START, _END = "", " "


def mentioned(pattern: str) -> list[str]:
    """Return the labels of a regular expression, in order, without checking anything else."""
    return [token for token in _TOKEN.findall(pattern) if token not in _OPERATORS]


def read_regex(pattern: str, letters: Mapping[str, str]) -> NFA:
    """Read a regular expression over labels: ``r a (pL | pR) s``, with ``*``, ``+`` and ``?`` after what they repeat.

    Parameters
    ----------
    letters : Mapping[str, str]
        The alphabet: label → the one character that stands for it in the automaton.

    Raises
    ------
    PolicySyntax
        With the column of what cannot be read, or when the expression is too large.
    """
    refuse_broken(pattern)
    tokens = _TOKEN.findall(_REPEATED.sub(_once, pattern))
    spelled = "".join(token if token in _OPERATORS else letters[token] for token in tokens)
    return NFA.from_regex(spelled, input_symbols=set(letters.values()))


def _once(signs: re.Match[str]) -> str:
    """Return the one sign that means the same: repeating what repeats costs automata-lib more than it can pay."""
    return signs[0][0] if len({*signs[0]} & _REPEATS) == 1 else "*"


def refuse_broken(pattern: str) -> None:
    """Raise :class:`PolicySyntax`, with the column, when an expression cannot be read or is too large."""
    tokens = [(match[0], match.start() + 1) for match in _TOKEN.finditer(pattern)]
    if len(tokens) > _MOST_TOKENS:
        raise PolicySyntax(
            f"the regular expression has {len(tokens):,} labels and signs, and the most are {_MOST_TOKENS:,}; "
            "write the policy as an automaton"
        )

    def broken(reason: str, column: int) -> PolicySyntax:
        shown = pattern if len(pattern) <= 60 else f"…{pattern[max(0, column - 20) : column + 20]}…"
        return PolicySyntax(f"the regular expression {shown!r} cannot be read: {reason} (column {column})")

    opened: list[int] = []
    for (before, place), (token, column) in pairwise([(_START, 0), *tokens, (_END, len(pattern) + 1)]):
        if before == "|" and token in (")", _END):
            raise broken("nothing stands after this '|'; write (…)? for what may be left out", place)
        if token == "(":
            opened.append(column)
        elif token == ")":
            if not opened:
                raise broken("there is no '(' for this ')'", column)
            opened.pop()
        elif token == "|" and before in (_START, "(", "|"):
            raise broken("nothing stands before this '|'; write (…)? for what may be left out", column)
        elif token in _REPEATS and before in (_START, "(", "|"):
            raise broken(f"nothing stands before this {token!r} that it could repeat", column)
        if len(opened) > _DEEPEST:
            raise broken(f"parentheses are nested more than {_DEEPEST} deep", column)
    if opened:
        raise broken("this '(' is never closed", opened[-1])
