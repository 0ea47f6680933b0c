"""Values as texts, as primitives, and as the structures by which a call is known."""

from __future__ import annotations

from collections.abc import Sequence

from execedit_kit.restart.check.flow.access import KEYS
from execedit_kit.restart.check.flow.loops import Loops
from execedit_kit.restart.check.flow.machine import ITEMS, SHAPE
from execedit_kit.restart.check.flow.prototypes import PROTO, TIME
from execedit_kit.restart.check.flow.symbols import to_text
from execedit_kit.restart.check.flow.values import NO_TAINTS, Taints, Thing, Value, united
from execedit_kit.restart.check.source import Node

_DEEPEST = 5
_HINTS = ("default", "number", "string")


class Texts(Loops):
    """Conversions."""

    def primitive(self, value: Value, node: Node, hint: str = "valueOf") -> Value:
        """Return what an operator gets of a value: a date's time, the result of a plan's own ``valueOf``."""
        if not value.refs:
            return value
        parts = []
        for ref in sorted(value.refs):
            alone = Value(value.taints, frozenset((ref,)), frozenset())
            time = self.st.cells.get((ref, TIME))
            own = self._converted(Value(value.taints, alone.refs, value.symbols), ref, hint, node)
            if own is not None:
                parts.append(own)
            elif time is not None:
                parts.append(time)
            elif self.things[ref].kind in ("function", "builtin", "class"):
                parts.append(Value(value.taints, frozenset(), self.identity(alone)))
            elif self.things[ref].kind == "array" and (items := self._item_texts(ref, node)):
                parts.append(Value(self.within_things(alone), frozenset(), self.structure(alone)).tainted(items))
            else:
                tag = self.get(alone, "[Symbol.toStringTag]", node).taints if self._has_tag(ref) else NO_TAINTS
                taints = united(self.within_things(alone), tag)
                parts.append(Value(taints, frozenset(), frozenset(self.structure(alone))))
        if value.symbols:
            parts.append(Value(value.taints, frozenset(), value.symbols))
        return self.join(*parts).tainted(value.taints)

    def _converted(self, alone: Value, ref: int, hint: str, node: Node) -> Value | None:
        """Return what a conversion of the plan's own gives; one that gives an object leaves it to the next."""
        own = self.own_method(ref, "[Symbol.toPrimitive]", node)
        if own is not None:
            hints = self.join(*(self.const(name) for name in _HINTS))
            return self.call(own, alone, [hints], node)
        made: Value | None = None
        for name in ("valueOf", "toString") if hint == "valueOf" else ("toString", "valueOf"):
            own = self.own_method(ref, name, node)
            if own is None:
                continue
            found = self.call(own, alone, [], node)
            made = found if made is None else self.join(made, found)
            if not found.refs:
                break
        return None if made is None else Value(self.within_things(made), frozenset(), made.symbols)

    def _item_texts(self, ref: int, node: Node) -> Taints:
        """Return the sources in the texts of an array's items."""
        inner = frozenset(one for one in self.stored(ref).refs if one != ref and self.things[one].kind != "array")
        return self.primitive(Value(NO_TAINTS, inner, frozenset()), node, "toString").taints if inner else NO_TAINTS

    def _has_tag(self, ref: int) -> bool:
        name = "[Symbol.toStringTag]"
        return (ref, name) in self.st.cells or (
            self.things[ref].kind != "builtin" and self.inherited(ref, name) is not None
        )

    def as_key(self, value: Value, node: Node) -> Value:
        """Return what names a property: an object's text."""
        return self.primitive(value, node, "toString") if value.refs and self.name_of(value) is None else value

    def own_method(self, ref: int, name: str, node: Node | None = None) -> Value | None:
        """Return a method that the plan itself wrote for an object."""
        held = self.st.cells.get((ref, name))
        if held is None and self.things[ref].kind != "builtin":
            held = self.inherited(ref, name)
        if held is not None and any(self.things[one].kind == "accessor" for one in held.refs):
            held = self._opened(held, Value(NO_TAINTS, frozenset((ref,)), frozenset()), node or self.plan.root)
        if held is not None and any(self.things[one].kind in ("function", "bound") for one in held.refs):
            return held
        return None

    def text(self, values: Sequence[Value], node: Node) -> Value:
        """Return values put together as a text."""
        return self.op("text", [self.primitive(value, node, "toString") for value in values], node)

    def json(self, value: Value, node: Node) -> Value:
        """Return an object's text as JSON."""
        shown = self._for_json(value, node, 0)
        symbols = self.structure(shown)
        taints = self.within_things(shown)
        if not symbols:
            return self.fresh(node, taints, "json")
        return Value(taints, frozenset(), frozenset(self.symbols.op("json", symbol) for symbol in symbols))

    def _for_json(self, value: Value, node: Node, depth: int) -> Value:
        """Return what JSON takes of a value: what its own ``toJSON`` gives, and so for its fields."""
        result = value
        for ref in sorted(value.refs):
            own = self.own_method(ref, "toJSON")
            alone = Value(value.taints, frozenset((ref,)), frozenset())
            made = self.call(own, alone, [], node) if own is not None else self.laid_open(alone, ref, node)
            if made is not None:
                if own is None and depth < _DEEPEST:
                    made = self._for_json(made, node, depth + 1)
                result = Value(
                    united(result.taints, made.taints), (result.refs - {ref}) | made.refs, result.symbols | made.symbols
                )
            elif depth < _DEEPEST and self.things[ref].kind in ("object", "array", "instance"):
                for _, held in self.fields(ref):
                    if held.refs:
                        result = result.tainted(self.within_things(self._for_json(held, node, depth + 1)))
        return result

    def laid_open(self, alone: Value, ref: int, node: Node) -> Value | None:
        """Return an object with what its getters, or a proxy's traps, give; nothing where it has none."""
        thing = self.things[ref]
        fields = self.fields(ref)
        if thing.kind == "proxy":
            fields = [field for one in sorted(thing.parts["target"].refs) for field in self.fields(one)]
            keys = self.trap(ref, "ownKeys")
            given = (
                self.call(keys, thing.parts["handler"], [thing.parts["target"]], node) if keys is not None else alone
            )
            names = [name for name, _ in fields] or [ITEMS]
            cells = {name: self.get(alone, None if name == ITEMS else name, node) for name in names}
            made = self.make(Thing("object"), "open", ref, node.id, cells=cells)
            return made.tainted(self.within_things(given))
        if not any(self.things[one].kind == "accessor" for _, held in fields for one in held.refs):
            return None
        cells = {name: self._opened(held, alone, node) for name, held in fields}
        return self.make(Thing("object"), "open", ref, node.id, cells=cells).tainted(self.shape(ref))

    def structure(self, value: Value, depth: int = 0) -> frozenset[int]:
        """Return symbols for what an object holds, so that two objects with equal fields are known as equal."""
        if len(value.refs) != 1 or depth > _DEEPEST or any(self.symbols.is_picked(one) for one in value.symbols):
            return self.identity(value)
        (ref,) = value.refs
        thing = self.things[ref]
        if thing.kind in ("map", "set", "builtin", "function", "class", "generator"):
            return self.identity(Value(NO_TAINTS, value.refs, frozenset()))
        if (ref, TIME) in self.st.cells:
            return frozenset(self.symbols.op("date", one) for one in self.st.cells[ref, TIME].symbols)
        names, choices = [], []
        for name, held in self.fields(ref):
            if name in (ITEMS, KEYS):
                return self.identity(Value(NO_TAINTS, value.refs, frozenset()))
            names.append(name)
            choices.append(self.structure(held, depth + 1))
        return self._combined(f"{thing.kind} {' '.join(names)}", choices) or self.identity(value)

    def fields(self, ref: int) -> list[tuple[str, Value]]:
        """Return an object's fields by name."""
        return sorted(
            (cell[1], held) for cell, held in self.st.cells.items() if cell[0] == ref and cell[1] not in (SHAPE, PROTO)
        )

    def joined_text(self, value: Value, separator: Value, node: Node) -> Value:
        """Return the items of an array as one text."""
        taints = united(self.within_things(value), separator.taints)
        known = self.listed(value, node)
        if known is not None:
            parts = [self.primitive(item, node, "toString") for item in known]
            between = [part for one in parts for part in (separator, one)][1:]
            return (
                self.op("text", between, node, united(taints, *(part.taints for part in parts)))
                if between
                else self.const("")
            )
        for ref in sorted(value.refs):
            taints = united(taints, self.primitive(self.any_item(ref, node), node, "toString").taints)
        return self.op("join", [Value(NO_TAINTS, value.refs, value.symbols), separator], node, taints)

    def shown(self, value: Value) -> str:
        """Return a value's known text for a person, with dots for what is not known."""
        texts = []
        for symbol in sorted(value.symbols):
            meaning = self.symbols.meaning(symbol)
            pieces = meaning[1:] if meaning[0] == "text" else (symbol,)
            texts.append("".join(to_text(self.symbols.value(p)) if self.symbols.is_const(p) else "…" for p in pieces))
        return texts[0] if texts else "…"
