"""Values as texts, as primitives, and as the structures by which a call is known."""

from __future__ import annotations

from collections.abc import Sequence

from execedit_kit.restart.check.flow.access import KEYS
from execedit_kit.restart.check.flow.loops import Loops
from execedit_kit.restart.check.flow.machine import ITEMS, SHAPE
from execedit_kit.restart.check.flow.symbols import to_text
from execedit_kit.restart.check.flow.values import NO_TAINTS, Value, united
from execedit_kit.restart.check.source import Node

TIME = "t"
_DEEPEST = 5


class Texts(Loops):
    """Conversions."""

    def primitive(self, value: Value, node: Node, hint: str = "valueOf") -> Value:
        """Return what an operator gets of a value: a date's time, the result of a plan's own ``valueOf``."""
        if not value.refs:
            return value
        parts = []
        names = ("valueOf", "toString") if hint == "valueOf" else ("toString", "valueOf")
        for ref in sorted(value.refs):
            alone = Value(value.taints, frozenset((ref,)), frozenset())
            time = self.st.cells.get((ref, TIME))
            own = next((found for name in names if (found := self.own_method(ref, name)) is not None), None)
            if own is not None:
                parts.append(self.call(own, alone, [], node))
            elif time is not None:
                parts.append(time)
            elif self.things[ref].kind in ("function", "builtin", "class"):
                parts.append(Value(value.taints, frozenset(), self.identity(alone)))
            else:
                parts.append(Value(self.within_things(alone), frozenset(), frozenset(self.structure(alone))))
        if value.symbols:
            parts.append(Value(value.taints, frozenset(), value.symbols))
        return self.join(*parts).tainted(value.taints)

    def own_method(self, ref: int, name: str) -> Value | None:
        """Return a method that the plan itself wrote for an object."""
        held = self.st.cells.get((ref, name))
        if held is None and "class" in self.things[ref].parts:
            held = self.method(self.things[ref], name)
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
            if own is not None:
                made = self.call(own, alone, [], node)
                result = Value(
                    united(result.taints, made.taints), (result.refs - {ref}) | made.refs, result.symbols | made.symbols
                )
            elif depth < _DEEPEST and self.things[ref].kind in ("object", "array", "instance"):
                for _, held in self.fields(ref):
                    if held.refs:
                        result = result.tainted(self.within_things(self._for_json(held, node, depth + 1)))
        return result

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
        return sorted((cell[1], held) for cell, held in self.st.cells.items() if cell[0] == ref and cell[1] != SHAPE)

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
