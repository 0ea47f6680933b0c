"""A TypeScript plan without its types. What goes is replaced by spaces, so that no line and no column moves.

Nothing is checked: a type is text to be taken out. Enums and parameter properties, which do something when they run,
are written as the JavaScript that they stand for, on the lines where they stood. Namespaces and decorators are refused.
"""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

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


class _Edits:
    """Spaces over what goes, and text put in; positions are those of the source."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.bytes = bytearray(source)
        self.put: list[tuple[int, bytes]] = []

    def blank(self, start: int, end: int) -> None:
        for at in range(start, end):
            if self.bytes[at] not in b"\r\n":
                self.bytes[at] = 32

    def done(self) -> bytes:
        out = bytes(self.bytes)
        for at, text in sorted(self.put, key=lambda edit: edit[0], reverse=True):
            out = out[:at] + text + out[at:]
        return out


def stripped(source: bytes, root: Node) -> bytes:
    """Return JavaScript for the TypeScript of a syntax tree."""
    edits = _Edits(source)
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


def _rewritten(node: Node, edits: _Edits) -> list[Node]:
    """Rewrite what is special about a node and return the parts still to be looked at."""
    for child in node.children:
        if child.type in _WORDS.get(node.type, ()):
            edits.blank(child.start_byte, child.end_byte)
    if node.type in ("as_expression", "satisfies_expression"):
        edits.blank(node.children[0].end_byte, node.end_byte)
        return node.children[:1]
    if rewrite := _REWRITES.get(node.type):
        return rewrite(node, edits)
    return node.children


def _arrow(node: Node, edits: _Edits) -> list[Node]:
    """Move ``=>`` up to the parameters when the return type spans lines: none may end before it."""
    kind = node.child_by_field_name("return_type")
    if kind is not None and kind.start_point.row != kind.end_point.row:
        sign = next(child for child in node.children if child.type == "=>")
        edits.blank(kind.start_byte, sign.end_byte)
        edits.bytes[kind.start_byte : kind.start_byte + 2] = b"=>"
        return [child for child in node.children if child not in (kind, sign)]
    return node.children


def _parameters(node: Node, edits: _Edits) -> list[Node]:
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
            if any(part.type in ("accessibility_modifier", "readonly") for part in child.children)
            and (name := child.child_by_field_name("pattern")) is not None
        )
        if made:
            edits.put.append((_after_super(body), made))
    return node.children


def _after_super(body: Node) -> int:
    """Return where fields may be set: after the call of ``super`` where a constructor begins with one."""
    for statement in body.named_children:
        call = statement.named_children[0] if statement.named_children else None
        if call is not None and call.type == "call_expression" and call.children[0].type == "super":
            return statement.end_byte
    return body.start_byte + 1


def _enum(node: Node, edits: _Edits) -> list[Node]:
    """Write an enum as the object it is when it runs, member by member, on its own lines."""
    name = _text(node.child_by_field_name("name"))
    body = node.child_by_field_name("body")
    assert body is not None
    edits.blank(node.start_byte, body.start_byte)
    edits.put.append((node.start_byte, b"var " + name + b" = ((" + name + b") => {"))
    edits.blank(body.start_byte, body.start_byte + 1)
    edits.blank(body.end_byte - 1, body.end_byte)
    edits.put.append((body.end_byte, b" return " + name + b"; })({});"))
    before = b""
    for child in body.children:
        if child.type == ",":
            edits.blank(child.start_byte, child.end_byte)
        if not child.is_named or child.type == "comment":
            continue
        key = child.child_by_field_name("name") or child
        value = child.child_by_field_name("value")
        place = name + b"[" + (_text(key) if key.type == "string" else b'"' + _text(key) + b'"') + b"]"
        given = _text(value) if value is not None else (before + b" + 1" if before else b"0")
        text = value is not None and value.type in ("string", "template_string")
        edits.blank(child.start_byte, child.end_byte)
        made = place + b" = " + given + b";"
        if not text:
            made += b" " + name + b"[" + place + b"] = " + place[len(name) + 1 : -1] + b";"
        edits.put.append((child.start_byte, made))
        before = place
    return []


def _text(node: Node | None) -> bytes:
    return (node.text if node is not None else None) or b""


_REWRITES: dict[str, Callable[[Node, _Edits], list[Node]]] = {
    "arrow_function": _arrow,
    "formal_parameters": _parameters,
    "enum_declaration": _enum,
}
