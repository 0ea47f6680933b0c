"""The grammar of plans: where one is broken, and a TypeScript plan without its types, every line where it was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import tree_sitter_javascript
import tree_sitter_typescript
from tree_sitter import Language, Node, Parser, Tree

from execedit_kit.restart import typescript
from execedit_kit.restart.early import early_error

# Statements of a module, not of the body of a function.
_OF_MODULES = {"import_statement": "import", "export_statement": "export"}


@dataclass(frozen=True)
class Mistake:
    """The first place where a source breaks the grammar; line and column count from 1, where they are known."""

    reason: str
    line: int | None
    column: int | None


@cache
def _parser(language: str) -> Parser:
    if language == "ts":
        return Parser(Language(tree_sitter_typescript.language_typescript()))
    return Parser(Language(tree_sitter_javascript.language()))


def parse(source: bytes, language: str) -> Tree:
    """Return the syntax tree of a plan."""
    return _parser(language).parse(source)


def mistake(source: bytes, language: str) -> Mistake | None:
    """Return the first mistake that the grammar shows, or ``None``."""
    root = parse(source, language).root_node
    for child in root.children:
        if child.type in _OF_MODULES:
            word = _OF_MODULES[child.type]
            return _at(child, f"a plan is the body of a function: it has no {word}")
    if language == "ts":
        for node in walk(root, without="ambient_declaration"):
            if (refused := typescript.refusal(node)) is not None:
                return _at(*refused)
    if not root.has_error:
        return None
    for node in walk(root):
        if node.is_missing:
            return _at(node, f"a syntax error: {node.type!r} is missing here")
        if node.type == "ERROR":
            words = source[node.start_byte : node.end_byte].decode("utf-8", "replace").split()
            return _at(node, f"a syntax error at {words[0][:40]!r}" if words else "a syntax error")
    return _at(root, "a syntax error")


def early_mistake(source: bytes, language: str) -> Mistake | None:
    """Return what the engine refuses of a source that the grammar accepts, or ``None``; nothing is run for it."""
    found = early_error(javascript(source, language))
    if found is None:
        return None
    reason, line = found
    if line is None:
        for node in walk(parse(source, language).root_node):
            if node.type == "regex" and early_error((node.text or b"").decode("utf-8", "replace")) is not None:
                return _at(node, f"a syntax error: {reason}")
    return Mistake(f"a syntax error: {reason}", line, None)


def javascript(source: bytes, language: str) -> str:
    """Return what the engine runs; a line that names an interpreter is a comment."""
    data = typescript.stripped(source, parse(source, language).root_node) if language == "ts" else source
    text = data.decode("utf-8").removeprefix("\ufeff")
    return "//" + text[2:] if text.startswith("#!") else text


def walk(node: Node, *, without: str = "") -> Iterator[Node]:
    """Yield a node and everything under it but what is in nodes of one type, in the source's order, not recursively."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        yield here
        if here.type != without:
            waiting.extend(reversed(here.children))


def _at(node: Node, reason: str) -> Mistake:
    row, column = node.start_point
    return Mistake(reason, row + 1, column + 1)
