"""Objects through ``Object``, ``Reflect`` and ``Proxy``: descriptors, accessors, traps."""

from __future__ import annotations

from collections.abc import Sequence

from execedit_kit.restart.check.flow.machine import ITEMS
from execedit_kit.restart.check.flow.sinks import Sinks
from execedit_kit.restart.check.flow.values import NO_TAINTS, Thing, Value
from execedit_kit.restart.check.source import Node

_PREFIXES = ("Object.", "Reflect.")


class Reflection(Sinks):
    """What reads and writes properties by their descriptors."""

    def reflected(self, name: str, arguments: Sequence[Value], node: Node) -> Value | None:
        """Follow a function of ``Object``, ``Reflect`` or ``Proxy``; nothing where it is none of these."""
        first, second, third = [*arguments, *[self.undefined] * 3][:3]
        if name == "Proxy.revocable":
            cells = {"proxy": self.proxy(first, second, node), "revoke": self.fresh(node)}
            return self.make(Thing("object"), "revocable", node.id, cells=cells)
        if not name.startswith(_PREFIXES):
            return None
        match name.partition(".")[2]:
            case "getPrototypeOf":
                return self.prototype_of(first, node)
            case "setPrototypeOf":
                self.set_behind(first, second)
                return first
            case "defineProperty":
                self.define(first, second, third, node)
                return first
            case "defineProperties":
                self._define_all(first, second, node)
                return first
            case "create":
                made = self.make(Thing("object", parts={"proto": first}), "create", node.id)
                if second.refs:
                    self._define_all(made, second, node)
                return made
            case "getOwnPropertyDescriptor":
                return self.descriptor(first, self.name_of(self.as_key(second, node)), node)
            case "getOwnPropertyDescriptors":
                names = sorted({name for ref in first.refs for name, _ in self.fields(ref)})
                all_of_it = {one: self.descriptor(first, one if one != ITEMS else None, node) for one in names}
                return self.make(Thing("object"), "descriptors", node.id, cells=all_of_it).tainted(first.taints)
            case "has":
                return self.contains(first, second, node)
            case "deleteProperty":
                self.delete(first, self.as_key(second, node), node)
                return self.const(True)
        return None

    def proxy(self, target: Value, handler: Value, node: Node) -> Value:
        """Return a proxy."""
        return self.make(Thing("proxy", parts={"target": target, "handler": handler}), "proxy", node.id)

    def trapped(self, value: Value, name: str, given: Sequence[Value], node: Node) -> Value | None:
        """Call what proxies do themselves about something; nothing where none does."""
        results = []
        for ref in sorted(value.refs):
            if self.things[ref].kind != "proxy":
                continue
            parts, trap = self.things[ref].parts, self.trap(ref, name)
            if trap is not None:
                results.append(self.call(trap, parts["handler"], [parts["target"], *given], node))
            elif parts["target"].refs and parts["target"].refs != value.refs:
                inner = self.trapped(parts["target"], name, given, node)
                results += [inner] if inner is not None else []
        return self.join(*results).tainted(value.taints) if results else None

    def define(self, target: Value, key: Value, descriptor: Value, node: Node) -> None:
        """Give an object a property as a descriptor says."""
        key = self.as_key(key, node)
        if self.trapped(target, "defineProperty", [key, descriptor], node) is not None:
            return
        parts = {kind: found for kind in ("get", "set") if (found := self.get(descriptor, kind, node)).refs}
        held = self.get(descriptor, "value", node)
        if parts:
            held = self.make(Thing("accessor", parts=parts), "accessor", node.id, key.symbols)
        name = self.name_of(key)
        for ref in sorted(target.refs):
            before = self.st.cells.get((ref, name)) if name is not None else None
            opened = before is not None and any(self.things[one].kind == "accessor" for one in before.refs)
            if name is not None and (parts or opened):
                self.st.cells[ref, name] = held
            else:
                self.put(Value(target.taints, frozenset((ref,)), frozenset()), name, held.tainted(key.taints), node)

    def _define_all(self, target: Value, descriptors: Value, node: Node) -> None:
        for ref in sorted(descriptors.refs):
            for name, held in self.fields(ref):
                key = self.const(name) if name != ITEMS else self.fresh(node, tag="key")
                self.define(target, key, self._opened(held, descriptors, node), node)

    def descriptor(self, owner: Value, name: str | None, node: Node) -> Value:
        """Return what describes a property."""
        alone = [ref for ref in sorted(owner.refs) if name is not None and (ref, name) in self.st.cells]
        for ref in alone:
            for one in sorted(self.st.cells[ref, name or ""].refs):
                if self.things[one].kind == "accessor":
                    cells = {kind: self.things[one].parts.get(kind, self.undefined) for kind in ("get", "set")}
                    return self.make(Thing("object"), "descriptor", node.id, name, cells=cells)
        trapped = self.trapped(owner, "getOwnPropertyDescriptor", [self.fresh(node, tag="key")], node)
        if trapped is not None:
            return trapped
        cells = {"value": self.get(owner, name, node)}
        return self.make(Thing("object"), "descriptor", node.id, name, cells=cells).tainted(owner.taints)

    def contains(self, owner: Value, key: Value, node: Node) -> Value:
        """Return whether an object has a property."""
        asked = self.trapped(owner, "has", [key], node)
        if asked is not None:
            return asked
        taints = {**self.length_taints(owner), **key.taints}
        return self.op("member", [owner, key], node, taints or NO_TAINTS)

    def delete(self, owner: Value, key: Value, node: Node) -> None:
        """Take a property away."""
        if self.trapped(owner, "deleteProperty", [key], node) is not None:
            return
        self.put(owner, self.name_of(key), self.undefined, node)
        for ref in sorted(owner.refs):
            self.touched(ref, node, {**owner.taints, **key.taints})
