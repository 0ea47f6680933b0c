"""Scopes: where names live, what is hoisted, how patterns take values apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from execedit_kit.restart.check.flow.machine import Machine
from execedit_kit.restart.check.flow.symbols import UNDEFINED
from execedit_kit.restart.check.flow.values import Thing, Value, stepped
from execedit_kit.restart.check.source import Node

FUNCTIONS = {
    "function_declaration",
    "function_expression",
    "arrow_function",
    "generator_function",
    "generator_function_declaration",
    "method_definition",
    "function",
}
_HOISTED = {"function_declaration", "generator_function_declaration"}
NAMES = {"identifier", "shorthand_property_identifier", "shorthand_property_identifier_pattern", "undefined"}
Put = Callable[[Node, Value], None]


class Scopes(Machine):
    """Names and patterns."""

    @contextmanager
    def inside(self, node: Node, above: int | None = None) -> Iterator[None]:
        """Be in a new scope that belongs to a construct."""
        before = self.scope
        scope = self.number("scope", node.id, self.context, before if above is None else above)
        self.above[scope] = before if above is None else above
        self.scope = scope
        try:
            yield
        finally:
            self.scope = before

    def hoist(self, statements: list[Node], *, variables: bool) -> None:
        """Declare what can be named before its line: functions of this block, and ``var`` of the whole function."""
        if variables:
            for name in _variables(statements):
                self.st.cells.setdefault((self.scope, name), self.undefined)
        for statement in statements:
            inner = statement
            if inner.kind in _HOISTED:
                self.declare(inner["name"].text, self.closure(inner))

    def closure(self, node: Node) -> Value:
        """Return the function made at a place."""
        name = node.get("name")
        thing = Thing("function", name.text if name is not None else "", node, self.scope, {"this": self.frame})
        return self.make(thing, "function", node.id, self.scope)

    def declare(self, name: str, value: Value) -> None:
        """Give a name its first value in this scope."""
        self.st.cells[self.scope, name] = value

    def home(self, name: str) -> int | None:
        """Return the scope in which a name lives."""
        scope = self.scope
        while True:
            if (scope, name) in self.st.cells:
                return scope
            if scope not in self.above:
                return None
            scope = self.above[scope]

    def look_up(self, node: Node) -> Value:
        """Return what a name holds."""
        home = self.home(node.text)
        held = self.outside(node.text) if home is None else self.st.cells[home, node.text]
        if self.named_in is None:
            return held
        self.tick(node, 4 * len(self.named_in.refs))
        return self.join(held, self.get(self.named_in, node.text, node))

    def outside(self, name: str) -> Value:
        """Return a global."""
        raise NotImplementedError

    def get(self, value: Value, name: str | None, node: Node) -> Value:
        """Read a property; ``None`` for one whose name is not known."""
        raise NotImplementedError

    def put(self, value: Value, name: str | None, item: Value, node: Node) -> None:
        """Write a property."""
        raise NotImplementedError

    def listed(self, value: Value, node: Node) -> list[Value] | None:
        """Return the items of an array of which all are known."""
        raise NotImplementedError

    def rest(self, value: Value, start: int, node: Node) -> Value:
        """Return an array of the items from one on."""
        raise NotImplementedError

    def without(self, value: Value, names: set[str], node: Node) -> Value:
        """Return an object with all fields but some."""
        raise NotImplementedError

    def as_key(self, value: Value, node: Node) -> Value:
        """Return what names a property."""
        raise NotImplementedError

    def gone_through(self, value: Value, node: Node) -> Value:
        """Return what is taken apart item by item."""
        raise NotImplementedError

    # Assignment and patterns.

    def assign(self, target: Node, value: Value) -> None:
        """Assign to a name, a property or a pattern."""
        if target.kind in NAMES:
            home = self.home(target.text)
            way = stepped(value.taints, target, f"{target.text} = …")
            cell = (home if home is not None else 0, target.text)
            self.st.cells[cell] = Value(way, value.refs, value.symbols)
            if self.named_in is not None:
                self.tick(target, 4 * len(self.named_in.refs))
                before = self.get(self.named_in, target.text, target)
                self._put(self.named_in, target.text, self.join(before, value), target)
        elif target.kind == "member_expression":
            owner = self.evaluate(target["object"])
            self._put(owner, target["property"].text, value, target)
        elif target.kind == "subscript_expression":
            owner = self.evaluate(target["object"])
            key = self.as_key(self.evaluate(target["index"]), target)
            self._put(owner.tainted(key.taints), self.name_of(key), value.tainted(key.taints), target)
        else:
            self.bind(target, value, self.assign)

    def _put(self, owner: Value, name: str | None, value: Value, target: Node) -> None:
        way = stepped(value.taints, target, f"{short(target.text)} = …")
        self.put(owner, name, Value(way, value.refs, value.symbols), target)

    def introduce(self, target: Node, value: Value) -> None:
        """Declare the names of a pattern in this scope."""
        if target.kind in NAMES:
            way = stepped(value.taints, target, f"{target.text} = …")
            self.declare(target.text, Value(way, value.refs, value.symbols))
        else:
            self.bind(target, value, self.introduce)

    def bind(self, pattern: Node, value: Value, put: Put) -> None:
        """Take a value apart."""
        match pattern.kind:
            case "object_pattern":
                self._bind_object(pattern, value, put)
            case "array_pattern":
                self._bind_array(pattern, value, put)
            case "assignment_pattern" | "object_assignment_pattern":
                put(pattern["left"], self.or_default(value, pattern["right"]))
            case "rest_pattern":
                put(pattern.kids[0], value)
            case "required_parameter" | "optional_parameter":
                default = pattern.get("value")
                value = value if default is None else self.or_default(value, default)
                put(pattern["pattern"], value)
                if "accessibility" in pattern.words and "this" not in pattern.words:
                    self.put(self.frame.this, pattern["pattern"].text, value, pattern)
            case _:
                put(pattern, value) if pattern.kind in NAMES else self.assign(pattern, value)

    def or_default(self, value: Value, default: Node) -> Value:
        """Return a value, or the default where it is (or may be) undefined."""
        nothing = self.symbols.const(UNDEFINED)
        if value.symbols == {nothing} and not value.refs:
            return self.evaluate(default).tainted(value.taints)
        sure = {symbol for symbol in value.symbols if self.symbols.meaning(symbol)[0] in ("const", "text")} - {nothing}
        if sure == value.symbols and (value.refs or sure):
            return value
        kept = Value(value.taints, value.refs, value.symbols - {nothing})
        return self.join(kept, self.evaluate(default))

    def _bind_object(self, pattern: Node, value: Value, put: Put) -> None:
        taken: set[str] = set()
        for part in pattern.kids:
            if part.kind == "rest_pattern":
                put(part.kids[0], self.without(value, taken, part))
                continue
            target, default = part, None
            if part.kind == "pair_pattern":
                name = self.key(part["key"])
                target = part["value"]
            elif part.kind == "object_assignment_pattern":
                name, target, default = part["left"].text, part["left"], part["right"]
            else:
                name = part.text
            if name is not None:
                taken.add(name)
            found = self.get(value, name, part)
            put(target, found if default is None else self.or_default(found, default))

    def _bind_array(self, pattern: Node, value: Value, put: Put) -> None:
        value = self.gone_through(value, pattern)
        for place, part in enumerate(pattern.kids):
            if part.kind == ",":
                continue
            if part.kind == "rest_pattern":
                put(part.kids[0], self.rest(value, place, part))
            else:
                put(part, self.get(value, str(place), part))

    def key(self, node: Node) -> str | None:
        """Return a property's name, if it is known."""
        if node.kind == "computed_property_name":
            return self.name_of(self.as_key(self.evaluate(node.kids[0]), node))
        if node.kind in ("string", "number"):
            return self.name_of(self.evaluate(node))
        return node.text

    def parameters(self, function: Node, arguments: list[Value]) -> None:
        """Give a function's parameters their values."""
        only = function.get("parameter")
        listed = [only] if only is not None else (function["parameters"].kids if function.get("parameters") else [])
        listed = [
            part for part in listed if part is not None and part.text != "this" and not part.text.startswith("this:")
        ]
        for place, part in enumerate(listed):
            inner = part["pattern"] if part.kind == "required_parameter" and part.get("pattern") else part
            if inner.kind == "rest_pattern":
                self.introduce(inner.kids[0], self.array(arguments[place:], part))
            elif part.kind in ("required_parameter", "optional_parameter"):
                self.bind(part, arguments[place] if place < len(arguments) else self.undefined, self.introduce)
            else:
                self.introduce(part, arguments[place] if place < len(arguments) else self.undefined)

    def array(self, items: list[Value], node: Node, tag: str = "array") -> Value:
        """Return a new array of known items."""
        raise NotImplementedError


def _variables(statements: list[Node]) -> Iterator[str]:
    """Yield the names that ``var`` declares, not inside inner functions."""
    waiting = list(statements)
    while waiting:
        node = waiting.pop()
        if node.kind in FUNCTIONS or node.kind in ("class_declaration", "class"):
            continue
        if node.kind == "variable_declaration":
            for declarator in node.kids:
                for part in declarator["name"].walk():
                    if part.kind in NAMES:
                        yield part.text
        elif node.kind == "for_in_statement" and "var" in node.words:
            for part in node["left"].walk():
                if part.kind in NAMES:
                    yield part.text
        waiting.extend(node.kids)


def short(text: str) -> str:
    """Return code as one short line."""
    line = " ".join(text.split())
    return line if len(line) <= 40 else line[:39] + "…"
