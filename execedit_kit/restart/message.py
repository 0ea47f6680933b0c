"""Reading what a program says to its host: whatever a plan has put into it, it is read, or refused as its argument."""

from __future__ import annotations

import json
import re
from math import isfinite
from typing import Any


def read(text: str) -> Any:
    """Return the message that a text of the program holds, whatever a plan has put into it.

    Numbers are those that JavaScript reads, and are ``None`` where they are not finite, as its ``JSON.stringify``
    writes them. No tool takes a structure inside its arguments, so what is in one is left out.
    """
    return json.loads(_flat(text), parse_int=_number, parse_float=_number)


def _number(text: str) -> int | float | None:
    value = float(text)
    if not isfinite(value):
        return None
    return int(value) if value.is_integer() and abs(value) < 1e21 else value


# The list of a message, its arguments, and what is in them: as deep as can matter.
_DEEPEST = 3
_PARTS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[]}]|[^"\[\]{}]+')


def _flat(text: str) -> str:
    """Leave out what is nested deeper than can matter: reading must not depend on the stack of this process."""
    if text.count("[") + text.count("{") <= _DEEPEST:
        return text
    kept: list[str] = []
    depth = 0
    for part in _PARTS.finditer(text):
        sign = part.group()
        depth += sign in ("[", "{")
        if depth < _DEEPEST or (depth == _DEEPEST and sign in ("[", "{", "]", "}")):
            kept.append(sign)
        depth -= sign in ("]", "}")
    return "".join(kept)
