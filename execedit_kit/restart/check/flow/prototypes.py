"""Prototypes: what an object has from elsewhere, and the way from an object to what made it."""

from __future__ import annotations

from execedit_kit.restart.check.flow.machine import SHAPE
from execedit_kit.restart.check.flow.scopes import Scopes
from execedit_kit.restart.check.flow.symbols import UNDEFINED
from execedit_kit.restart.check.flow.values import NO_TAINTS, Thing, Value
from execedit_kit.restart.check.source import Node

PROTO = "^"
TIME = "t"
ANY_METHOD = "[?]"  # a method whose name is not known
_HIGHEST = 20
_NATIVE = {
    "array": "Array",
    "map": "Map",
    "set": "Set",
    "date": "Date",
    "function": "Function",
    "class": "Function",
    "bound": "Function",
    "promise": "Promise",
}


class Prototypes(Scopes):
    """Classes, constructor functions, and objects that stand behind others."""

    def builtin(self, name: str) -> Value:
        """Return a built-in by its dotted name."""
        number = self.number("builtin", name)
        self.things.setdefault(number, Thing("builtin", name))
        return Value(NO_TAINTS, frozenset((number,)), frozenset())

    def native(self, ref: int) -> str:
        """Return the name of the built-in that an object is an instance of."""
        if (ref, TIME) in self.st.cells:
            return "Date"
        return _NATIVE.get(self.things[ref].kind, "Object")

    def constructor_of(self, ref: int) -> Value:
        """Return what ``constructor`` is, where nobody has put another there."""
        thing = self.things[ref]
        if "class" in thing.parts:
            return Value(NO_TAINTS, frozenset((thing.parts["class"],)), frozenset())
        if thing.kind == "builtin":
            owner = thing.name.removesuffix(".prototype").removesuffix("()")
            return self.builtin(owner if owner != thing.name else "Function")
        return self.builtin(self.native(ref))

    def prototype(self, ref: int) -> Value:
        """Return what a class or a function gives to what it makes."""
        held = self.st.cells.get((ref, "prototype"))
        if held is not None:
            return held
        if self.things[ref].kind == "builtin":
            return self.builtin(f"{self.things[ref].name}.prototype")
        number = self.number("prototype", ref)
        self.things[number] = Thing("instance", parts={"class": ref})
        self.st.cells.setdefault((number, SHAPE), self.version(number, "new"))
        made = Value(NO_TAINTS, frozenset((number,)), frozenset())
        self.st.cells[ref, "prototype"] = made
        return made

    def prototype_of(self, value: Value, node: Node) -> Value:
        """Return what an object has from elsewhere."""
        found = [self._behind(ref) for ref in sorted(value.refs)]
        return self.join(*found).tainted(value.taints) if found else self.fresh(node, value.taints)

    def _behind(self, ref: int) -> Value:
        held = self._set_behind(ref)
        if held is not None:
            return held
        thing = self.things[ref]
        if thing.kind == "proxy":
            handler: Value = thing.parts["handler"]
            traps = [self.get(handler, "getPrototypeOf", self.plan.root)] if handler.refs else []
            for trap in traps:
                if trap.refs:
                    return self.call(trap, handler, [thing.parts["target"]], self.plan.root)
            return self.prototype_of(thing.parts["target"], self.plan.root)
        if thing.kind == "class" and thing.parts.get("base") is not None:
            base: Value = thing.parts["base"]
            return base
        if "class" in thing.parts and ref != self.number("prototype", thing.parts["class"]):
            return self.prototype(thing.parts["class"])
        return self.builtin(f"{self.native(ref)}.prototype")

    def _set_behind(self, ref: int) -> Value | None:
        """Return what the plan itself has put behind an object."""
        held: Value | None = self.st.cells.get((ref, PROTO), self.things[ref].parts.get("proto"))
        return held

    def set_behind(self, target: Value, proto: Value) -> None:
        """Put an object behind another, as ``Object.setPrototypeOf`` does."""
        for ref in sorted(target.refs):
            self.add((ref, PROTO), proto)

    def inherited(self, ref: int, name: str, depth: int = 0) -> Value | None:
        """Return what an object has under a name, from elsewhere, as it is held."""
        thing = self.things[ref]
        if thing.kind == "class" or "class" in thing.parts:
            found = self._of_class(ref, name, depth)
            if found is not None:
                return found
        behind = self._set_behind(ref)
        for one in sorted(behind.refs) if behind is not None and depth < _HIGHEST else ():
            held = self.st.cells.get((one, name)) or self.inherited(one, name, depth + 1)
            if held is not None:
                return held
        return None if thing.kind == "builtin" else self.written_on((self.native(ref), "Object"), name)

    def _of_class(self, ref: int, name: str, depth: int) -> Value | None:
        static = self.things[ref].kind == "class"
        at: int | None = ref if static else self.things[ref].parts["class"]
        for _ in range(_HIGHEST):
            kind = self.things.get(at) if at is not None else None
            if kind is None or at is None:
                return None
            if static and at != ref and (at, name) in self.st.cells:
                return self.st.cells[at, name]
            given = self.st.cells.get((at, "prototype")) if not static else None
            for one in sorted(given.refs) if given is not None and depth < _HIGHEST else ():
                held = self.st.cells.get((one, name))
                if held is None and one != self.number("prototype", at):
                    held = self.inherited(one, name, depth + 1)
                if held is not None:
                    return held
            if kind.kind == "builtin":
                if static:
                    return self.builtin(f"{kind.name}.{name}") if name != "prototype" else None
                return self.written_on((kind.name,), name)
            if kind.kind != "class":
                return None
            methods = kind.parts["statics" if static else "methods"]
            found: Value | None = methods.get(name, methods.get(ANY_METHOD) if name != "constructor" else None)
            if found is not None:
                return found
            base = kind.parts.get("base")
            at = min(base.refs) if base is not None and base.refs else None
        return None

    def written_on(self, owners: tuple[str, ...], name: str) -> Value | None:
        """Return what the plan itself has put on the prototype of a built-in."""
        for owner in owners:
            held = self.st.cells.get((self.number("builtin", f"{owner}.prototype"), name))
            if held is not None:
                return held
        return None

    def methods_of(self, ref: int) -> list[Value]:
        """Return every method that an instance may be asked for by a name that is not known."""
        found: list[Value] = []
        static = self.things[ref].kind == "class"
        at = ref if static else self.things[ref].parts.get("class", 0)
        for _ in range(_HIGHEST):
            kind = self.things.get(at)
            if kind is None or kind.kind != "class":
                break
            methods = kind.parts["statics" if static else "methods"]
            found += [held for name, held in sorted(methods.items()) if name != "constructor"]
            base = kind.parts.get("base")
            at = min(base.refs) if base is not None and base.refs else 0
        return found

    def of_text_or_number(self, value: Value, name: str) -> Value | None:
        """Return what the plan itself has put on the prototype of what a primitive may be."""
        owners = ["String", "Number", "Boolean", "Object"]
        sure, known = self.known(value)
        if sure and (known is None or known is UNDEFINED):
            return None
        return self.written_on(tuple(owners), name)
