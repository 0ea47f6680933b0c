"""A plan's text as a tree: tree-sitter's, made lighter, with the place of every mistake (restart lab, section 5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import tree_sitter
import tree_sitter_javascript
import tree_sitter_typescript

from execedit_kit.record.errors import KitError, LimitError
from execedit_kit.restart.check.limits import DEFAULT_LIMITS, Limits

LANGUAGES = ("javascript", "typescript")
_SUFFIXES = {".js": "javascript", ".mjs": "javascript", ".cjs": "javascript", ".jsx": "javascript"}
_SUFFIXES |= {".ts": "typescript", ".mts": "typescript", ".cts": "typescript"}
# Types say nothing about what a plan does; these wrap an expression and are looked through.
_TRANSPARENT = {"parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression"}
_TRANSPARENT |= {"type_assertion", "expression_statement"}
_TYPES_ONLY = {"interface_declaration", "type_alias_declaration", "ambient_declaration", "abstract_method_signature"}
_TYPES_ONLY |= {"method_signature", "function_signature", "type_annotation", "type_arguments", "type_parameters"}
_TYPES_ONLY |= {"accessibility_modifier", "override_modifier", "implements_clause", "asserts_annotation"}
_TYPES_ONLY |= {"type_predicate_annotation", "index_signature", "comment", "html_comment", "hash_bang_line"}


class MalformedPlan(KitError):
    """A plan that cannot be parsed, with the place of the mistake.

    Parameters
    ----------
    reason : str
        What is wrong.
    source : str
        The file's name.
    line, column : int | None
        Where, counted from 1.
    """

    def __init__(self, reason: str, source: str, line: int | None = None, column: int | None = None) -> None:
        self.reason = reason
        self.source = source
        self.line = line
        self.column = column
        place = ":".join(str(part) for part in (source, line, column) if part is not None)
        super().__init__(f"{place}: {reason}")


class Node:
    """One construct of the plan.

    Its ``kind`` is tree-sitter's, its ``kids`` are the named ones without comments and types, ``named`` leads to them by
    field, and ``words`` are the keywords and signs between them.
    """

    __slots__ = ("column", "end", "id", "kids", "kind", "line", "named", "start", "text", "words")

    def __init__(self, number: int, node: tree_sitter.Node, text: str) -> None:
        self.id = number
        self.kind = node.type
        self.start, self.end = node.start_byte, node.end_byte
        self.line = node.start_point[0] + 1
        self.column = node.start_point[1] + 1
        self.text = text
        self.kids: list[Node] = []
        self.named: dict[str, Node] = {}
        self.words: frozenset[str] = frozenset()

    def __getitem__(self, field: str) -> Node:
        return self.named[field]

    def get(self, field: str) -> Node | None:
        """Return the part of that name, if it is there."""
        return self.named.get(field)

    def walk(self) -> Iterator[Node]:
        """Yield this construct and everything inside, outermost first."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.kids))


@dataclass(frozen=True)
class Comment:
    """A comment: the line it begins on, the last it touches, its text, and whether code stands before it on its line."""

    line: int
    last: int
    text: str
    alone: bool


@dataclass(frozen=True)
class Plan:
    """A plan that parses (restart lab, section 1)."""

    name: str
    language: str
    text: str
    root: Node
    comments: tuple[Comment, ...]

    @property
    def lines(self) -> list[str]:
        """Return its lines, as ``\\n`` and ``\\r\\n`` divide them."""
        return [line.removesuffix("\r") for line in self.text.split("\n")]


def language_of(name: str, language: str | None = None) -> str:
    """Return the language that a file's name tells, or the one that was given.

    Raises
    ------
    MalformedPlan
        When neither says.
    """
    if language is not None:
        if language not in LANGUAGES:
            raise MalformedPlan(f"no language {language!r}: javascript or typescript", name)
        return language
    for suffix, found in _SUFFIXES.items():
        if name.lower().endswith(suffix):
            return found
    raise MalformedPlan("neither .js nor .ts: say which language it is with --language", name)


@cache
def _grammar(language: str) -> tree_sitter.Language:
    if language == "javascript":
        return tree_sitter.Language(tree_sitter_javascript.language())
    return tree_sitter.Language(tree_sitter_typescript.language_typescript())


def read_plan(
    data: bytes | str, name: str = "plan.js", language: str | None = None, *, limits: Limits = DEFAULT_LIMITS
) -> Plan:
    """Parse a plan.

    Raises
    ------
    MalformedPlan
        When it is not UTF-8 text or not a program in its language, with line and column.
    LimitError
        When it is too large or nested too deeply.
    """
    chosen = language_of(name, language)
    if isinstance(data, str):
        data = data.encode(errors="surrogateescape")
    if len(data) > limits.bytes:
        raise LimitError(f"{name}: a plan of more than {limits.bytes:,} bytes", "bytes", limits.bytes)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise MalformedPlan("not UTF-8 text", name, line, column) from None
    if text.startswith("\ufeff"):
        text, data = text[1:], data[3:]
    tree = tree_sitter.Parser(_grammar(chosen)).parse(data)
    if tree.root_node.has_error:
        raise _mistake(tree.root_node, data, name, chosen)
    root, comments = _lighten(tree.root_node, data, name, limits)
    return Plan(name, chosen, text, root, comments)


def _mistake(root: tree_sitter.Node, data: bytes, name: str, language: str) -> MalformedPlan:
    """Name the first place at which the parser had to give up or to invent something."""
    node = root
    while not (node.is_missing or node.is_error):
        node = next(child for child in node.children if child.has_error or child.is_missing)
    inner = next((child for child in node.children if child.is_error or child.is_missing), None)
    if node.is_missing:
        what = f"{node.type!r} is missing here"
    else:
        node = inner if inner is not None and not inner.is_missing else node
        found = data[node.start_byte : node.end_byte].decode(errors="replace").strip().splitlines()
        shown = found[0][:40] if found else ""
        what = f"not {'JavaScript' if language == 'javascript' else 'TypeScript'} from {shown!r} on"
    line, column = node.start_point
    before = data.split(b"\n")[line][:column].decode(errors="replace")
    return MalformedPlan(what, name, line + 1, len(before) + 1)


def _lighten(root: tree_sitter.Node, data: bytes, name: str, limits: Limits) -> tuple[Node, tuple[Comment, ...]]:
    """Copy the tree without comments, types and the wrappers around expressions; no recursion, whatever its depth."""
    comments: list[Comment] = []
    counter = 0
    top = Node(counter, root, "")
    waiting: list[tuple[tree_sitter.Node, Node, int]] = [(root, top, 0)]
    while waiting:
        source, copy, depth = waiting.pop()
        if depth > limits.depth:
            raise LimitError(f"{name}:{copy.line}: nested more deeply than can be followed", "depth", limits.depth)
        words: list[str] = []
        for position, child in enumerate(source.children):
            if child.type == "," and words[-1:] in (["["], [","]) and source.type in ("array", "array_pattern"):
                if source.children[position - 1].type in ("[", ","):  # [, x]: the place counts, though nothing is there
                    counter += 1
                    copy.kids.append(Node(counter, child, ""))
            if child.type in ("comment", "html_comment"):
                comments.append(_comment(child, data))
            if not child.is_named:
                words.append(child.type)
                continue
            if child.type in _TYPES_ONLY:
                if child.type == "accessibility_modifier":
                    words.append("accessibility")
                continue
            inner = child
            while inner.type in _TRANSPARENT:
                inside = [kid for kid in inner.named_children if kid.type not in _TYPES_ONLY]
                comments.extend(_comment(kid, data) for kid in inner.named_children if kid.type == "comment")
                if not inside:
                    break
                inner = inside[-1] if inner.type == "type_assertion" else inside[0]
            counter += 1
            node = Node(counter, inner, data[inner.start_byte : inner.end_byte].decode(errors="replace"))
            copy.kids.append(node)
            field = source.field_name_for_child(position)
            if field is not None and field not in copy.named:
                copy.named[field] = node
            waiting.append((inner, node, depth + 1))
        copy.words = frozenset(words)
    return top, tuple(sorted(comments, key=lambda comment: comment.line))


def _comment(node: tree_sitter.Node, data: bytes) -> Comment:
    before = data[data.rfind(b"\n", 0, node.start_byte) + 1 : node.start_byte]
    text = data[node.start_byte : node.end_byte].decode(errors="replace")
    return Comment(node.start_point[0] + 1, node.end_point[0] + 1, text, not before.strip())
