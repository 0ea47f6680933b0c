"""What is wrong with a document, as one sentence and a path, from pydantic's account of it."""

from __future__ import annotations

import difflib
import json
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from execedit_kit.record.errors import MalformedRecord

T = TypeVar("T")

_WANTED = {
    "string_type": "a string",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "int_type": "a whole number",
    "greater_than_equal": "a whole number that is 0 or more",
}


def validated(adapter: TypeAdapter[T], value: Any) -> T:
    """Return `value` as a model.

    Raises
    ------
    MalformedRecord
        With the JSON path of the first mistake, and how many more there are.
    """
    try:
        return adapter.validate_python(value)
    except ValidationError as error:
        mistakes = error.errors(include_url=False, include_input=True)
        first = mistakes[0]
        more = f" (and {len(mistakes) - 1:,} more)" if len(mistakes) > 1 else ""
        raise MalformedRecord(_sentence(first) + more, _real(first, value)) from None


def _real(mistake: ErrorDetails, value: Any) -> tuple[str | int, ...]:
    """Drop the union tags from a location, leaving the path in the document."""
    path: list[str | int] = []
    at = value
    for part in mistake["loc"]:
        inside = isinstance(at, dict) and part in at
        if inside or (isinstance(at, list) and isinstance(part, int) and part < len(at)):
            at = at[part]
            path.append(part)
    if mistake["type"] == "unknown_field":
        path.append(mistake["ctx"]["name"])
    return tuple(path)


def _sentence(mistake: ErrorDetails) -> str:
    """Say what is wrong, for a person."""
    kind, context = mistake["type"], mistake.get("ctx", {})
    name = mistake["loc"][-1] if mistake["loc"] else ""
    if kind == "unknown_field":
        near = context["near"]
        hint = f"did you mean {near!r}?" if near else f"only these may stand here: {context['allowed']}"
        return f"unknown field {context['name']!r}; {hint}"
    if kind == "missing":
        return "an item is missing at the end" if isinstance(name, int) else f"the field {name!r} is missing"
    if kind == "no_such_form":
        return f"{mistake['msg']}, not {shown(mistake['input'])}{_meant(mistake['input'], context['forms'])}"
    if kind == "literal_error":
        return f"expected {context['expected'].replace('True', 'true')}, not {shown(mistake['input'])}"
    if kind == "string_too_short":
        return "a name may not be empty"
    if kind in ("too_short", "too_long"):
        most, least = context.get("max_length"), context.get("min_length")
        number = f"at least {least}" if most is None and least == 1 else f"{most or least}"
        return f"expected {number} {'item' if number.endswith(' 1') else 'items'}, not {shown(mistake['input'])}"
    if kind == "recursion_loop":
        return "nested too deeply to be read"
    wanted = f"expected {_WANTED[kind]}" if kind in _WANTED else f"{mistake['msg'][0].lower()}{mistake['msg'][1:]}"
    return f"{wanted}, not {shown(mistake['input'])}"


def _meant(value: Any, forms: str) -> str:
    """Return the nearest form to a key that is none."""
    keys = list(value)[:9] if isinstance(value, dict) else []
    near = (difflib.get_close_matches(str(key)[:99], forms.split(", "), n=1) for key in keys)
    found = next((match[0] for match in near if match), None)
    return "" if found is None else f"; did you mean {found!r}?"


def shown(value: Any) -> str:
    """Return a value as JSON, cut to what fits into a sentence."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:57]}…"
