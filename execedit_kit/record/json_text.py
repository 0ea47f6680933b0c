"""JSON text in and out: strict reading, a line for every path, one canonical form."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

import tree_sitter_json
from tree_sitter import Language, Node, Parser

from execedit_kit.record.errors import LimitError, MalformedRecord
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits

# Values are walked by recursion in several libraries; this is what all of them can take.
DEEPEST = 500

_DEEP = f"nested more than {DEEPEST} levels deep"
_SURROGATE = "the text has half a surrogate pair, which is no character"
_LONGEST_NUMBER = 4_000
_LARGEST = 10**_LONGEST_NUMBER
_MOST_VALUES = 1_000_000
_BOM = b"\xef\xbb\xbf"
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_TOKEN = re.compile(
    r"""[ \t\r\n]*+(?: (?P<string>"(?:[^"\\]++|\\.)*+") | (?P<number>-?[0-9][-+.eE0-9]*+)
    | (?P<constant>NaN|-?Infinity) | (?P<mark>[][{},:]) | true | false | null)""",
    re.VERBOSE | re.DOTALL,
)

Path = tuple[str | int, ...]


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
        raise LimitError(f"{source or 'the document'} is longer than that", "bytes", limits.bytes)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise MalformedRecord("the file is not UTF-8 text", (), source, line) from None
    if _values(data) > _MOST_VALUES:
        raise MalformedRecord(f"the document has more than {_MOST_VALUES:,} values, too many to read", (), source)
    if not text.strip(" \t\r\n"):
        raise MalformedRecord("not JSON: the document is empty", (), source)
    try:
        value = json.loads(
            text, object_pairs_hook=_object, parse_constant=_refused, parse_float=_float, parse_int=_integer
        )
    except json.JSONDecodeError as error:
        raise MalformedRecord(f"not JSON: {_syntax(error, text)}", (), source, error.lineno) from None
    except (RecursionError, _Refused):
        value = None
        suspect = True
    else:
        suspect = _deep_or_torn(value, torn=r"\ud" in text or r"\uD" in text)
    if suspect:
        _refuse_by_token(text, source)
    return value


def plain(value: Any) -> Any:
    """Return a value from Python as one that JSON could have held: tuples as lists, any mapping as a dictionary.

    Raises
    ------
    MalformedRecord
        With the path of the first part that JSON cannot hold.
    """
    top: list[Any] = [None]
    stack: list[tuple[Any, Any, str | int, Path]] = [(value, top, 0, ())]
    while stack:
        item, home, place, path = stack.pop()
        if isinstance(item, Mapping | list | tuple):
            if len(path) >= DEEPEST:
                raise MalformedRecord(f"{_DEEP}, or holds itself", path)
            if isinstance(item, Mapping):
                made: Any = {}
                pairs: list[tuple[str | int, Any]] = [(_key(key, path), child) for key, child in item.items()]
                made.update(dict.fromkeys(key for key, _ in pairs))
            else:
                made = [None] * len(item)
                pairs = list(enumerate(item))
            home[place] = made
            stack.extend((child, made, key, (*path, key)) for key, child in reversed(pairs))
        else:
            home[place] = _scalar(item, path)
    return top[0]


def line_of(data: bytes, parts: Iterable[str | int]) -> int | None:
    """Return the line on which the value at a path stands; for a path that leaves the text, its last known part."""
    text = data.removeprefix(_BOM)
    node: Node | None = Parser(Language(tree_sitter_json.language())).parse(text).root_node.named_child(0)
    line: int | None = None
    for part in parts:
        if node is None:
            break
        line = node.start_point[0] + 1
        node, at = _child(node, part, text)
        line = line if at is None else at
    else:
        line = line if node is None else node.start_point[0] + 1
    return line


def _child(node: Node, part: str | int, data: bytes) -> tuple[Node | None, int | None]:
    if isinstance(part, int):
        found = node.named_child(part) if node.type == "array" and part < node.named_child_count else None
        return found, None if found is None else found.start_point[0] + 1
    for pair in node.named_children:
        key = pair.child_by_field_name("key")
        if key is not None and json.loads(data[key.start_byte : key.end_byte]) == part:
            return pair.child_by_field_name("value"), key.start_point[0] + 1
    return None, None


def _values(data: bytes) -> int:
    """Count the commas and brackets outside strings: as many as values, or a few more."""

    def count(text: bytes) -> int:
        return sum(text.count(mark) for mark in (b",", b"[", b"{"))

    number = count(data)
    return number if number <= _MOST_VALUES else count(_STRING.sub(b"", data))


def _syntax(error: json.JSONDecodeError, text: str) -> str:
    """Say what the JSON reader did not understand, and whether the text simply stops."""
    reason = error.msg[0].lower() + error.msg[1:]
    if reason == "extra data":
        reason = "there is more text after the end of the document"
    at_end = error.pos >= len(text.rstrip()) or reason.startswith("unterminated string")
    return f"{'the text ends too early: ' if at_end else ''}{reason.removesuffix(' at')} (column {error.colno})"


class _Refused(Exception):
    """The reader met something that JSON text may hold and a record may not; where, is looked for afterwards."""


def _refused(text: str) -> NoReturn:
    raise _Refused


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise _Refused
    return made


def _float(text: str) -> float:
    if _is_too_large(text):
        raise _Refused
    return float(text)


def _integer(text: str) -> int:
    if len(text) > _LONGEST_NUMBER and _is_too_large(text):
        raise _Refused
    return int(text)


def _is_too_large(text: str) -> bool:
    """Whether a number would be read as infinity, or has more digits than Python turns into one."""
    if text.lstrip("-").isdigit():
        return len(text.lstrip("-")) > _LONGEST_NUMBER
    return math.isinf(float(text))


def _deep_or_torn(value: Any, *, torn: bool) -> bool:
    """Whether a value is nested too deeply or, when `torn`, has half a surrogate pair; without recursion."""
    level = [value]
    for depth in range(DEEPEST + 2):
        inside: list[Any] = []
        for item in level:
            if type(item) is dict:
                inside.extend(item.values())
                if torn and any(map(_is_torn, item)):
                    return True
            elif type(item) is list:
                inside.extend(item)
            elif torn and type(item) is str and _is_torn(item):
                return True
            else:
                continue
            if depth >= DEEPEST:
                return True
        level = inside
    return False


def _is_torn(text: str) -> bool:
    return not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text)


def _refuse_by_token(text: str, source: str | None) -> NoReturn:
    """Read token by token, which is slow, up to the first thing that a record may not hold."""
    path: list[str | int] = []
    keys: list[set[str] | None] = []  # of each open object; None for an open array
    is_key = False

    def refuse(reason: str, place: Iterable[str | int], position: int) -> NoReturn:
        raise MalformedRecord(reason, tuple(place), source, text.count("\n", 0, position) + 1)

    for token in _TOKEN.finditer(text):
        kind, found = token.lastgroup, token[token.lastgroup or 0]
        start = token.start(token.lastgroup or 0)
        if kind == "constant":
            refuse(f"{found} is not a JSON number", path, start)
        elif kind == "number":
            if _is_too_large(found):
                refuse("the number is too large", path, start)
        elif kind == "string":
            string: str = json.loads(found)
            here = keys[-1] if keys and is_key else None
            if _is_torn(string):
                refuse(_SURROGATE, path if here is None else path[:-1], start)
            if here is not None:
                path[-1] = string
                if string in here:
                    refuse(f"the key {string!r} stands twice in one object", path, start)
                here.add(string)
                is_key = False
        elif found in ("{", "["):
            if len(keys) >= DEEPEST:
                refuse(_DEEP, path, start)
            is_key = found == "{"
            keys.append(set() if is_key else None)
            path.append("" if is_key else 0)
        elif found in ("}", "]"):
            keys.pop()
            path.pop()
            is_key = False
        elif found == ",":
            last = path[-1]
            is_key = keys[-1] is not None
            path[-1] = last + 1 if isinstance(last, int) else last
    raise MalformedRecord("nested too deeply to be read from here", (), source)


def _key(key: Any, path: Path) -> str:
    if not isinstance(key, str):
        raise MalformedRecord(f"the key {key!r} is no text, and JSON has no other keys", path)
    name: str = _scalar(key, path)
    return name


def _scalar(item: Any, path: Path) -> Any:
    """Return text, numbers, true, false and null, freed of subclasses."""
    if item is None or isinstance(item, bool):
        return item
    if isinstance(item, str):
        text = str.__str__(item)
        if _is_torn(text):
            raise MalformedRecord(_SURROGATE, path)
        return text
    if isinstance(item, int):
        if not -_LARGEST < item < _LARGEST:
            raise MalformedRecord("the number is too large", path)
        return int(item)
    if isinstance(item, float):
        if not math.isfinite(item):
            raise MalformedRecord(f"{float(item)!r} is not a JSON number", path)
        return float(item)
    kind = type(item).__name__
    hint = "; write a list, which has an order" if isinstance(item, set | frozenset) else ""
    raise MalformedRecord(f"a record holds JSON values only, not a {kind}{hint}", path)
