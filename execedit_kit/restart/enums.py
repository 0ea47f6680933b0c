"""Enums of TypeScript, written as the objects they are when they run, member by member, on the lines where they stood.

Every member is also a constant beside its fellows, because the value of a later one may name it without the enum. Two
enums of one name in one place are one object.
"""

from __future__ import annotations

from dataclasses import dataclass

from tree_sitter import Node

from execedit_kit.restart.rewriting import Edits, text_of

# No constant can have these names, and no value can name such a member without its enum.
_RESERVED = frozenset(
    b"arguments await break case catch class const continue debugger default delete do else enum eval export extends"
    b" false finally for function if implements import in instanceof interface let new null package private protected"
    b" public return static super switch this throw true try typeof var void while with yield".split()
)
_FUNCTIONS = ("function_declaration", "function_expression", "generator_function", "generator_function_declaration")
_BODIES_OF = (*_FUNCTIONS, "arrow_function", "method_definition")


@dataclass(frozen=True)
class _Member:
    node: Node
    key: Node
    value: Node | None

    @property
    def quoted(self) -> bytes:
        """Its name as a text of JavaScript."""
        return text_of(self.key) if self.key.type == "string" else b'"' + text_of(self.key) + b'"'

    @property
    def constant(self) -> bytes | None:
        """Its name as one that values can use."""
        name = text_of(self.key)
        return name if self.key.type == "property_identifier" and name not in _RESERVED else None


def _members(node: Node) -> list[_Member]:
    found = []
    for child in (node.child_by_field_name("body") or node).named_children:
        if child.type != "comment":
            key = child.child_by_field_name("name") or child
            if key.type == "computed_property_name" and key.named_children:
                key = key.named_children[0]
            found.append(_Member(child, key, child.child_by_field_name("value")))
    return found


def refusal(node: Node) -> tuple[Node, str] | None:
    """Return what about an enum has no meaning, and why; ``None`` when nothing has."""
    texts: set[bytes] = set()
    before: _Member | None = None
    for member in _members(node):
        if member.key.type not in ("property_identifier", "string"):
            return member.node, "this TypeScript is not supported: a member of an enum has a name or a text for one"
        if member.value is None and before is not None and _is_text(before.value, texts):
            return member.node, f"a member of an enum after a text needs a value: {text_of(member.key).decode()} = …"
        if _is_text(member.value, texts):
            texts.add(text_of(member.key))
        before = member
    return None


def _is_text(value: Node | None, texts: set[bytes]) -> bool:
    if value is None:
        return False
    if value.type == "binary_expression":
        sign = value.child_by_field_name("operator")
        return text_of(sign) == b"+" and any(_is_text(side, texts) for side in value.named_children)
    if value.type in ("parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression"):
        return bool(value.named_children) and _is_text(value.named_children[0], texts)
    return value.type in ("string", "template_string") or (value.type == "identifier" and text_of(value) in texts)


def rewrite(node: Node, edits: Edits) -> list[Node]:
    """Write an enum as an object; return the values, which may have types in them."""
    name, made = text_of(node.child_by_field_name("name")), edits.fresh
    body = node.child_by_field_name("body")
    assert body is not None
    earlier = _earlier(node, name)
    of_block = node.parent is not None and node.parent.type == "statement_block" and not _of_function(node.parent)
    declared = b";" if of_block and earlier else (b"let " if of_block else b"var ") + name + b";"
    known = [one.constant for other in earlier for one in _members(other)]
    names = b"".join(b" const %b = %b.%b;" % (each, made, each) for each in dict.fromkeys(known) if each)
    edits.blank(node.start_byte, body.start_byte + 1)
    edits.put(node.start_byte, declared + b" ((" + made + b") => {" + names)
    edits.blank(body.end_byte - 1, body.end_byte)
    edits.put(body.end_byte, b" })(%b ||= {});" % name)
    for child in body.children:
        if child.type == ",":
            edits.blank(child.start_byte, child.end_byte)
    before: _Member | None = None
    values: list[Node] = []
    for member in _members(node):
        place = made + b"[" + member.quoted + b"]"
        start = (b" const " + member.constant + b" = " if member.constant else b" ") + place + b" = "
        end = b'; if (typeof %b !== "string") %b[%b] = %b;' % (place, made, place, member.quoted)
        if member.value is not None:
            edits.blank(member.node.start_byte, member.value.start_byte)
            edits.blank(member.value.end_byte, member.node.end_byte)
            edits.put(member.node.start_byte, start + b"(")
            edits.put(member.value.end_byte, b")" + end)
            values.append(member.value)
        else:
            edits.blank(member.node.start_byte, member.node.end_byte)
            edits.put(member.node.start_byte, _counted(before, made, member) + start + _next(before, made) + end)
        before = member
    return values


def _next(before: _Member | None, made: bytes) -> bytes:
    return b"0" if before is None else made + b"[" + before.quoted + b"] + 1"


def _counted(before: _Member | None, made: bytes, member: _Member) -> bytes:
    """Say, when it runs, that there is no next of what turned out to be no number."""
    if before is None or before.value is None or before.value.type == "number":
        return b""
    place = made + b"[" + before.quoted + b"]"
    why = b"a member of an enum after one that is no number needs a value: " + text_of(member.key).strip(b"\"'")
    return b' if (typeof %b !== "number") throw new TypeError("%b");' % (place, why)


def _earlier(node: Node, name: bytes) -> list[Node]:
    found = []
    for other in node.parent.named_children if node.parent is not None else ():
        if other.start_byte >= node.start_byte:
            break
        if other.type == "enum_declaration" and text_of(other.child_by_field_name("name")) == name:
            found.append(other)
    return found


def _of_function(block: Node) -> bool:
    return block.parent is not None and block.parent.type in _BODIES_OF
