"""A plan's text as a tree: tree-sitter's, without what does nothing when it runs (restart lab, section 5)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import tree_sitter

from execedit_kit.record.errors import LimitError
from execedit_kit.restart import syntax
from execedit_kit.restart.check.limits import DEFAULT_LIMITS, Limits
from execedit_kit.restart.plan import Plan

# Types say nothing about what a plan does; these wrap an expression and are looked through.
_TRANSPARENT = {"parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression"}
_TRANSPARENT |= {"type_assertion", "expression_statement"}
_TYPES_ONLY = {"interface_declaration", "type_alias_declaration", "ambient_declaration", "abstract_method_signature"}
_TYPES_ONLY |= {"method_signature", "function_signature", "type_annotation", "type_arguments", "type_parameters"}
_TYPES_ONLY |= {"accessibility_modifier", "override_modifier", "implements_clause", "asserts_annotation"}
_TYPES_ONLY |= {"type_predicate_annotation", "index_signature", "comment", "html_comment", "hash_bang_line"}


_COMMENTS = re.compile(rb"/\*.*?\*/|//.*")


class Node:
    """One construct of the plan.

    Its ``kind`` is tree-sitter's, its ``kids`` are the named ones without comments and types, ``named`` leads to them
    by field, and ``words`` are the keywords and signs between them.
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
    """A comment: the line it begins on, the last it touches, its text, and the line of the code beside it, if any."""

    line: int
    last: int
    text: str
    beside: int | None


@dataclass(frozen=True)
class Source:
    """A plan's source as a tree (restart lab, section 5).

    Parameters
    ----------
    plan : Plan
        The plan.
    root : Node
        Its tree.
    comments : tuple[Comment, ...]
        Its comments, in their order.
    """

    plan: Plan
    root: Node
    comments: tuple[Comment, ...]

    @property
    def name(self) -> str:
        """What reports call the plan."""
        return self.plan.name

    @cached_property
    def lines(self) -> list[str]:
        """Its lines, without the signs that divide them."""
        return [line.removesuffix("\r") for line in self.plan.text.split("\n")]

    def column(self, node: Node) -> int:
        """Return the column at which a construct begins, counted in characters from 1."""
        line = self.lines[node.line - 1] if node.line <= len(self.lines) else ""
        return len(line.encode()[: node.column - 1].decode(errors="ignore")) + 1

    def line(self, number: int) -> str:
        """Return a line without the space around it."""
        return self.lines[number - 1].strip() if 0 < number <= len(self.lines) else ""


def read_source(plan: Plan, *, limits: Limits = DEFAULT_LIMITS) -> Source:
    """Return a plan's tree.

    Raises
    ------
    LimitError
        When it is nested too deeply.
    """
    data = plan.text.encode()
    root, comments = _lighten(syntax.parse(data, plan.language).root_node, data, plan.name, limits)
    return Source(plan, root, comments)


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
            if source.type in ("array", "array_pattern") and child.type == "," and not _filled(source, position - 1):
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


def _filled(array: tree_sitter.Node, position: int) -> bool:
    """Say whether there is anything before a comma of an array: in ``[, x]`` the place counts, empty as it is."""
    return array.children[position].type not in ("[", ",")


def _comment(node: tree_sitter.Node, data: bytes) -> Comment:
    before = data[data.rfind(b"\n", 0, node.start_byte) + 1 : node.start_byte]
    end = data.find(b"\n", node.end_byte)
    after = data[node.end_byte : len(data) if end < 0 else end]
    if b"restart-check" in data[node.start_byte : node.end_byte]:  # it may stand beside other comments, and no code
        before, after = (_COMMENTS.sub(b"", part) for part in (before, after))
    first, last = node.start_point[0] + 1, node.end_point[0] + 1
    beside = first if before.strip() else last if after.strip() else None
    return Comment(first, last, data[node.start_byte : node.end_byte].decode(errors="replace"), beside)
