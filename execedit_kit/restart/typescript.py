"""A TypeScript plan without its types. What goes is replaced by spaces, so that no line and no column moves.

Nothing is checked: a type is text to be taken out. Enums and parameter properties, which do something when they run,
are written as the JavaScript that they stand for, on the lines where they stood. Namespaces and decorators are refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tree_sitter import Node

from execedit_kit.restart import enums
from execedit_kit.restart.rewriting import Edits

REFUSED = {
    "internal_module": "namespaces are not supported in a plan: use an object",
    "module": "namespaces are not supported in a plan: use an object",
    "decorator": "decorators are not supported in a plan",
    "import_alias": "a plan is the body of a function: it has no import",
}
# Taken out whole.
_TYPES = {
    "type_annotation",
    "type_arguments",
    "type_parameters",
    "type_predicate_annotation",
    "asserts_annotation",
    "implements_clause",
    "accessibility_modifier",
    "override_modifier",
}
# Taken out whole, and what stands before them ends there.
_DECLARATIONS = {
    "interface_declaration",
    "type_alias_declaration",
    "ambient_declaration",
    "function_signature",
    "method_signature",
    "abstract_method_signature",
    "index_signature",
}
# Words that mean something to the type checker only, by the node they are a part of.
_WORDS = {
    "public_field_definition": {"readonly", "abstract", "?", "!"},
    "method_definition": {"?", "abstract"},
    "required_parameter": {"readonly"},
    "optional_parameter": {"readonly", "?"},
    "variable_declarator": {"!"},
    "abstract_class_declaration": {"abstract"},
    "non_null_expression": {"!"},
}


def refusal(node: Node) -> tuple[Node, str] | None:
    """Return what about a node a plan cannot have, and why; ``None`` when nothing is wrong."""
    if node.type in REFUSED:
        return node, REFUSED[node.type]
    if node.type == "enum_declaration":
        return enums.refusal(node)
    if node.type == "public_field_definition" and any(child.type == "accessor" for child in node.children):
        return node, "this TypeScript is not supported: accessor fields; write a getter and a setter"
    if node.type == "ambient_declaration" and any(
        child.type == "enum_declaration" and child.children[0].type == "const" for child in node.children
    ):
        return node, "this TypeScript is not supported: declare const enum, whose values are known elsewhere"
    if node.type == "binary_expression" and [child.type for child in node.children[1:]] == [">", "template_string"]:
        left = node.children[0]
        if left.type == "binary_expression" and left.children[1].type == "<":
            return node, "this TypeScript is not supported: types of a template's tag; leave them out"
    return None


def stripped(source: bytes, root: Node) -> bytes:
    """Return JavaScript for the TypeScript of a syntax tree."""
    edits = Edits(source)
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.type in _TYPES and node.is_named:
            edits.blank(node.start_byte, node.end_byte)
        elif node.type in _DECLARATIONS:
            edits.blank(node.start_byte, node.end_byte)
            edits.bytes[node.start_byte] = ord(";")
        elif node.type == "public_field_definition" and any(child.type == "declare" for child in node.children):
            edits.blank(node.start_byte, node.end_byte)
        else:
            waiting.extend(_rewritten(node, edits))
    return edits.done()


def _rewritten(node: Node, edits: Edits) -> list[Node]:
    """Rewrite what is special about a node and return the parts still to be looked at."""
    for child in node.children:
        if child.type in _WORDS.get(node.type, ()):
            edits.blank(child.start_byte, child.end_byte)
    if rewrite := _REWRITES.get(node.type):
        return rewrite(node, edits)
    return node.children


def _arrow(node: Node, edits: Edits) -> list[Node]:
    """Move ``=>`` up to the parameters when the return type spans lines: none may end before it."""
    kind = node.child_by_field_name("return_type")
    if kind is not None and kind.start_point.row != kind.end_point.row:
        sign = next(child for child in node.children if child.type == "=>")
        edits.blank(kind.start_byte, sign.end_byte)
        edits.bytes[kind.start_byte : kind.start_byte + 2] = b"=>"
        return [child for child in node.children if child not in (kind, sign)]
    return node.children


def _parameters(node: Node, edits: Edits) -> list[Node]:
    """Take out a ``this`` parameter; make the parameter properties of a constructor."""
    for place, child in enumerate(node.children):
        pattern = child.child_by_field_name("pattern")
        if pattern is not None and pattern.type == "this":
            after = node.children[place + 1]
            edits.blank(child.start_byte, after.end_byte if after.type == "," else child.end_byte)
    method = node.parent
    body = method.child_by_field_name("body") if method is not None and method.type == "method_definition" else None
    if body is not None:
        made = b"".join(
            b" this.%(name)s = %(name)s;" % {b"name": name.text or b""}
            for child in node.named_children
            if any(part.type in _PROPERTY for part in child.children)
            and (name := child.child_by_field_name("pattern")) is not None
        )
        if made:
            edits.put(_after_super(body), made)
    return node.children


_PROPERTY = ("accessibility_modifier", "override_modifier", "readonly")


def _after_super(body: Node) -> int:
    """Return where fields may be set: after the call of ``super`` where a constructor begins with one."""
    for statement in body.named_children:
        call = statement.named_children[0] if statement.named_children else None
        if call is not None and call.type == "call_expression" and call.children[0].type == "super":
            return statement.end_byte
    return body.start_byte + 1


def _as(node: Node, edits: Edits) -> list[Node]:
    """Take out what follows the expression; where the type ended the statement, it ends all the same."""
    kept = node.children[0]
    edits.blank(kept.end_byte, node.end_byte)
    if _GOES_ON.match(edits.source, node.end_byte):
        edits.put(kept.end_byte, b";")
    return [kept]


# No statement goes on with these on a new line after a type; after an expression it does.
_GOES_ON = re.compile(rb"[ \t]*(?://[^\n]*)?\r?\n\s*[(\[`]")


_REWRITES: dict[str, Callable[[Node, Edits], list[Node]]] = {
    "arrow_function": _arrow,
    "formal_parameters": _parameters,
    "as_expression": _as,
    "satisfies_expression": _as,
    "enum_declaration": enums.rewrite,
}
