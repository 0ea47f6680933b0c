"""JSON text in and out: strict reading, a line for every path, one canonical form."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NoReturn

import tree_sitter_json
from tree_sitter import Language, Node, Parser

from execedit_kit.record.errors import LimitError, MalformedRecord
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits

# Values are walked by recursion in several libraries; this is what all of them can take.
DEEPEST = 500


def canonical_json(value: Any) -> str:
    """Return `value` as JSON with sorted keys and no spaces: equal values give equal text."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def parse_json(data: bytes, source: str | None = None, *, limits: Limits = DEFAULT_LIMITS) -> Any:
    """Read JSON strictly: UTF-8, no duplicate keys, no NaN, no lone surrogates, not nested without end.

    Raises
    ------
    MalformedRecord
        With file, line and path of the first mistake.
    LimitError
        When the text is larger than `limits` allows.
    """
    if len(data) > limits.bytes:
        raise LimitError(f"{source or 'the document'} is {len(data):,} bytes long", "bytes", limits.bytes)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise MalformedRecord("the file is not UTF-8 text", (), source, line) from None
    try:
        value = json.loads(text, object_pairs_hook=_Pairs, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        reason = f"not JSON: {error.msg[0].lower()}{error.msg[1:]} (column {error.colno})"
        raise MalformedRecord(reason, (), source, error.lineno) from None
    except RecursionError:
        raise MalformedRecord(f"nested more than {DEEPEST} levels deep", (), source) from None
    except ValueError as error:
        raise MalformedRecord(f"not JSON: {error}", (), source) from None
    try:
        return _plain(value)
    except MalformedRecord as error:
        raise error.placed(source, None) from None


def line_of(data: bytes, parts: Iterable[str | int]) -> int | None:
    """Return the line on which the value at a path stands; for a path that leaves the text, its last known part."""
    node: Node | None = Parser(Language(tree_sitter_json.language())).parse(data).root_node.named_child(0)
    line: int | None = None
    for part in parts:
        if node is None:
            break
        line = node.start_point[0] + 1
        node, at = _child(node, part, data)
        line = line if at is None else at
    else:
        line = line if node is None else node.start_point[0] + 1
    return line


def _child(node: Node, part: str | int, data: bytes) -> tuple[Node | None, int | None]:
    if isinstance(part, int):
        children = [child for child in node.named_children if child.type != "comment"]
        found = children[part] if node.type == "array" and part < len(children) else None
        return found, None if found is None else found.start_point[0] + 1
    for pair in node.named_children:
        key = pair.child_by_field_name("key")
        if key is not None and json.loads(data[key.start_byte : key.end_byte]) == part:
            return pair.child_by_field_name("value"), key.start_point[0] + 1
    return None, None


class _Pairs(list[tuple[str, Any]]):
    """The pairs of a JSON object, before duplicate keys are refused."""


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _plain(value: Any) -> Any:
    """Turn pairs into dictionaries without recursion, refusing duplicates, surrogates and deep nesting."""
    top: list[Any] = [None]
    stack: list[tuple[Any, Any, str | int, tuple[str | int, ...]]] = [(value, top, 0, ())]
    while stack:
        item, home, place, path = stack.pop()
        if len(path) > DEEPEST:
            raise MalformedRecord(f"nested more than {DEEPEST} levels deep", path)
        if isinstance(item, _Pairs):
            home[place] = made = dict.fromkeys(key for key, _ in item)
            if len(made) < len(item):
                raise MalformedRecord(f"the key {_twice(item)!r} stands twice in one object", path)
            _refuse_surrogates(made, path)
            stack.extend((child, made, key, (*path, key)) for key, child in item)
        elif isinstance(item, list):
            home[place] = row = [None] * len(item)
            stack.extend((child, row, i, (*path, i)) for i, child in enumerate(item))
        else:
            if isinstance(item, str):
                _refuse_surrogates((item,), path)
            home[place] = item
    return top[0]


def _twice(pairs: _Pairs) -> str:
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            return key
        seen.add(key)
    raise ValueError("no key stands twice")


def _refuse_surrogates(texts: Iterable[str], path: tuple[str | int, ...]) -> None:
    for text in texts:
        if not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text):
            raise MalformedRecord("the text has half a surrogate pair, which is no character", path)
