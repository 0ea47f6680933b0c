"""Names, literals, functions and classes: what is written down."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from execedit_kit.restart.check.flow import operators
from execedit_kit.restart.check.flow.calls import Calls
from execedit_kit.restart.check.flow.prototypes import ANY_METHOD
from execedit_kit.restart.check.flow.values import NO_TAINTS, Thing, Value, stepped
from execedit_kit.restart.check.source import Node


class Literals(Calls):
    """What stands for itself."""

    # Names and literals.

    def _on_identifier(self, node: Node) -> Value:
        return self.look_up(node)

    _on_shorthand_property_identifier = _on_identifier

    def _on_undefined(self, node: Node) -> Value:
        return self.undefined

    def _on_this(self, node: Node) -> Value:
        return self.frame.this

    def _on_number(self, node: Node) -> Value:
        return self.const(operators.number(node.text))

    def _on_string(self, node: Node) -> Value:
        return self.const(
            "".join(operators.unescaped(kid.text) if kid.kind == "escape_sequence" else kid.text for kid in node.kids)
        )

    def _on_true(self, node: Node) -> Value:
        return self.const(True)

    def _on_false(self, node: Node) -> Value:
        return self.const(False)

    def _on_null(self, node: Node) -> Value:
        return self.const(None)

    def _on_regex(self, node: Node) -> Value:
        return Value(NO_TAINTS, frozenset(), frozenset((self.symbols.intern(("regex", node.text)),)))

    def _on_template_string(self, node: Node) -> Value:
        parts = []
        for kid in node.kids:
            if kid.kind == "template_substitution":
                parts.append(self.evaluate(kid.kids[0]))
            else:
                parts.append(self.const(operators.unescaped(kid.text) if kid.kind == "escape_sequence" else kid.text))
        return self.text(parts, node) if parts else self.const("")

    def _on_array(self, node: Node) -> Value:
        if any(kid.kind == "spread_element" for kid in node.kids):
            parts = [
                self.evaluate(kid.kids[0])
                if kid.kind == "spread_element"
                else self.array([self.evaluate(kid)], kid, "one")
                for kid in node.kids
            ]
            return self.spread(parts, node)
        return self.array([self.undefined if kid.kind == "," else self.evaluate(kid) for kid in node.kids], node)

    def _on_object(self, node: Node) -> Value:
        made = self.make(Thing("object"), "object", node.id)
        version = {ref: self.st.cells[ref, "#"] for ref in made.refs}
        open_ended = False
        for part in node.kids:
            match part.kind:
                case "spread_element":
                    self.merge(made, self.evaluate(part.kids[0]), part)
                    open_ended = True
                case "pair":
                    named = NO_TAINTS
                    if part["key"].kind == "computed_property_name":
                        key = self.as_key(self.evaluate(part["key"].kids[0]), part)
                        name, named = self.name_of(key), key.taints
                    else:
                        name = self._property_name(part["key"])
                    value = self.evaluate(part["value"])
                    self.put(
                        made,
                        name,
                        Value(stepped(value.taints, part, f"{name or '[…]'}: …"), value.refs, value.symbols),
                        part,
                    )
                    if named:
                        self._shaped(made, named, part)
                    open_ended |= name is None or bool(named)
                case "method_definition":
                    self._method(part, made)
                case _:
                    self.put(made, part.text, self.look_up(part), part)
        for ref, shape in version.items() if not open_ended else ():
            self.st.cells[ref, "#"] = shape
        return made

    def _property_name(self, key: Node) -> str | None:
        return self.key(key)

    def _method(self, part: Node, owner: Value) -> None:
        name = self._property_name(part["name"])
        home = min(owner.refs)
        thing = Thing("function", name or "", part, self.scope, {"this": self.frame, "home": home})
        made = self.make(thing, "function", part.id, self.scope)
        kind = "get" if "get" in part.words else "set" if "set" in part.words else ""
        if kind and name is not None:
            for ref in owner.refs:
                held = self.st.cells.get((ref, name))
                parts = dict(next((self.things[r].parts for r in held.refs), {})) if held is not None else {}
                self.st.cells[ref, name] = self.make(
                    Thing("accessor", parts={**parts, kind: made}), "accessor", part.id
                )
            return
        self.put(owner, name, made, part)

    # Functions and classes.

    def _on_arrow_function(self, node: Node) -> Value:
        return self.closure(node)

    _on_function_expression = _on_generator_function = _on_arrow_function

    def _on_class(self, node: Node) -> Value:
        heritage = next((kid for kid in node.kids if kid.kind == "class_heritage"), None)
        base = None
        if heritage is not None:
            inner = heritage.kids[0]
            base = self.evaluate(inner.kids[0] if inner.kind == "extends_clause" else inner)
        methods: dict[str, Value] = {}
        statics: dict[str, Value] = {}
        fields: list[tuple[str | None, Node | None]] = []
        name = node.get("name")
        parts = {"base": base, "methods": methods, "statics": statics, "fields": fields}
        thing = Thing("class", name.text if name is not None else "", node, self.scope, parts)
        made = self.make(thing, "class", node.id, self.scope)
        (ref,) = made.refs
        self.prototype(ref)
        if name is not None:
            self.declare(name.text, made)
        for part in node["body"].kids:
            static = "static" in part.words
            if part.kind == "method_definition":
                self._class_method(part, statics if static else methods, ref)
            elif part.kind in ("field_definition", "public_field_definition"):
                key = part.get("property") or part.get("name")
                assert key is not None
                if static:
                    self._static_value(made, ref, key, part)
                else:
                    fields.append((self._property_name(key), part.get("value")))
            elif part.kind == "class_static_block":
                self._with_this(made, ref, partial(self.execute, part["body"]))
        return made

    _on_class_declaration = _on_abstract_class_declaration = _on_class

    def _static_value(self, made: Value, ref: int, key: Node, part: Node) -> None:
        value = part.get("value")
        held: list[Value] = []
        self._with_this(made, ref, lambda: held.append(self.evaluate(value) if value is not None else self.undefined))
        self.put(made, self._property_name(key), held[0], part)

    def _with_this(self, this: Value, home: int, do: Callable[[], None]) -> None:
        frame = self.frame
        kept = (frame.this, frame.home)
        frame.this, frame.home = this, home
        do()
        frame.this, frame.home = kept

    def _class_method(self, part: Node, methods: dict[str, Value], home: int) -> None:
        name = self._property_name(part["name"])
        thing = Thing("function", name or "", part, self.scope, {"this": self.frame, "home": home})
        made = self.make(thing, "method", part.id, self.scope)
        kind = "get" if "get" in part.words else "set" if "set" in part.words else ""
        if name is None:
            held = methods.get(ANY_METHOD)
            methods[ANY_METHOD] = made if held is None else self.join(held, made)
            return
        if kind:
            before = methods.get(name)
            parts = dict(next((self.things[r].parts for r in before.refs), {})) if before is not None else {}
            made = self.make(Thing("accessor", parts={**parts, kind: made}), "accessor", part.id)
        methods[name] = made
