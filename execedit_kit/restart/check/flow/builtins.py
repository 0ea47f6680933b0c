"""The globals a plan can name: the clock behind all its names, randomness, and what only passes values on."""

from __future__ import annotations

from collections.abc import Sequence

from execedit_kit.restart.check.flow.access import COLLECTIONS, KEYS
from execedit_kit.restart.check.flow.machine import ITEMS, SHAPE
from execedit_kit.restart.check.flow.promises import Promises
from execedit_kit.restart.check.flow.prototypes import TIME
from execedit_kit.restart.check.flow.symbols import UNDEFINED, Primitive
from execedit_kit.restart.check.flow.values import NO_TAINTS, Thing, Value, united
from execedit_kit.restart.check.source import Node

_GLOBALS = {"globalThis", "window", "self", "global"}
_CLOCKS = {"Date.now", "process.hrtime", "process.uptime", "Date"}
_FORMAT = "Intl.DateTimeFormat()"
_DRAWS = {"Math.random", "crypto.randomUUID", "crypto.getRandomValues", "crypto.randomBytes", "crypto.randomInt"}
_VALUES: dict[str, Primitive] = {"undefined": UNDEFINED, "NaN": float("nan"), "Infinity": float("inf")}
_COPIES = {
    "Object.freeze",
    "Object.seal",
    "structuredClone",
    "Promise.resolve",
}
_COPIES |= {"Object", "Object.preventExtensions", "Object.defineProperty"}
_TEXTS = {"String", "encodeURIComponent", "decodeURIComponent", "encodeURI", "decodeURI", "escape", "unescape"}


def plain(name: str) -> str:
    """Return a built-in's name without the global object in front."""
    head, _, rest = name.partition(".")
    while head in _GLOBALS and rest:
        name = rest
        head, _, rest = name.partition(".")
    return name


class Builtins(Promises):
    """Calls of built-ins."""

    def outside(self, name: str) -> Value:
        """Return a global."""
        (everything,) = self.builtin("globalThis").refs
        if (everything, name) in self.st.cells:
            return self.st.cells[everything, name]
        if name == "arguments":
            return self.array(self.frame.arguments, self.frame.node, "arguments")
        return self.const(_VALUES[name]) if name in _VALUES else self.builtin(name)

    def call_builtin(self, name: str, this: Value, arguments: Sequence[Value], node: Node) -> Value:
        """Follow a call of a built-in function."""
        name = plain(name)
        first = arguments[0] if arguments else self.undefined
        if name == "tool":
            return self.call_tool(arguments, node)
        if name in ("Function.prototype.call", "Function.prototype.apply"):
            rest = (
                list(arguments[1:])
                if name.endswith("call")
                else self.opened(self.join(*arguments[1:2] or [first]), node)
            )
            return self.call(this, first, rest, node)
        if self.reads_clock(name, arguments):
            return self.source("clock", node, f"{_written(name)}")
        if name == "performance.now":
            return self.source("timer", node, "performance.now()")
        if name in _DRAWS:
            drawn = self.source("random", node, f"{name}()")
            for ref in sorted(first.refs):
                self.add((ref, ITEMS), drawn)
                self.touched(ref, node, drawn.taints)
            return drawn.tainted(first.taints)
        reflected = self.reflected(name, arguments, node)
        if reflected is not None:
            return reflected
        if name.startswith("Reflect."):
            return self._reflect(name, arguments, node)
        if name in _COPIES or (name.startswith("Object.") and name in ("Object.assign",)):
            return self._copied(name, arguments, node)
        if name in _TEXTS:
            return self.text([first], node) if arguments else self.const("")
        match name:
            case "Intl.DateTimeFormat":
                return self.builtin(_FORMAT)
            case "JSON.stringify":
                replaced = [self._called_back(one, first, node) for one in arguments[1:2]]
                return self.json(first, node).tainted(united(*(self.within_things(one) for one in replaced)))
            case "Promise.withResolvers":
                return self._with_resolvers(node)
            case "Promise.all" | "Promise.race" | "Promise.any":
                return self._together(name, first, node)
            case "Function":
                return self.code(arguments[-1] if arguments else self.undefined, node, function=True)
            case "Array.from" | "Array.fromAsync":
                made = self._from(arguments, node)
                kinds = frozenset(ref for ref in this.refs if self.things[ref].kind == "class")
                return (
                    self.join(made, self.construct(Value(NO_TAINTS, kinds, frozenset()), [], node)) if kinds else made
                )
            case "Array.of":
                return self.array(arguments, node)
            case "Object.keys" | "Object.values" | "Object.entries":
                return self._parts(name.rpartition(".")[2], first, node)
            case "Object.getOwnPropertyNames" | "Object.getOwnPropertySymbols":
                return self._parts("keys", first, node)
            case "Object.fromEntries" | "Object.groupBy" | "Map.groupBy":
                return self._entries(name, arguments, node)
            case "Promise.allSettled":
                return self._settled(self.gone_through(first, node), node)
            case "Promise.reject":
                self.throw(first, node)
                return self.undefined
            case "isNaN" | "Number" | "Boolean" | "parseInt" | "parseFloat":
                return self.op(name, [self.primitive(one, node) for one in arguments], node)
            case "eval":
                return self.code(first, node)
        return self._unknown_call(name, this, arguments, node)

    def _unknown_call(self, name: str, this: Value, arguments: Sequence[Value], node: Node) -> Value:
        given = [self._called_back(argument, self.join(this, *arguments), node) for argument in arguments]
        if this.refs and not any(self.things[ref].kind == "builtin" for ref in this.refs):
            return self.method_call(this, name.rpartition(".")[2], arguments, node)
        if "prototype." in name and arguments:
            return self.method_call(arguments[0], name.rpartition(".")[2], arguments[1:], node)
        made = self.op(f"{name}()", [self.primitive(one, node) for one in arguments], node)
        return made.tainted(united(*(self.within_things(one) for one in given)))

    def reads_clock(self, name: str, arguments: Sequence[Value]) -> bool:
        """Say whether a call of a built-in reads the clock."""
        name = plain(name)
        if name in _CLOCKS or name.startswith("*.") or name.startswith("Temporal.Now.") or name == "Date.*":
            return True
        if name.startswith(f"{_FORMAT}.format") and "Range" not in name:
            missing = self.symbols.const(UNDEFINED)
            return not arguments or missing in arguments[0].symbols
        return False

    def construct_builtin(self, name: str, arguments: Sequence[Value], node: Node, into: Value | None = None) -> Value:
        """Follow ``new`` of a built-in; ``into`` an instance of a class that extends it."""
        name = plain(name)
        first = arguments[0] if arguments else self.undefined
        if name == "Date":
            if arguments:
                time = self.op("time", [self.primitive(one, node) for one in arguments], node)
                time = Value(
                    united(time.taints, *(self.within_things(one) for one in arguments)), time.refs, time.symbols
                )
            else:
                time = self.source("clock", node, "new Date()")
            return self._filled(into, Thing("date"), node, {TIME: time})
        if name.endswith("Error"):
            many = name == "AggregateError"
            message, options = [*arguments[many:], self.undefined, self.undefined][:2]
            made = self.error(message, node, into)
            self.put(made, "cause", self.get(options, "cause", node), node)
            if many:
                self.put(made, "errors", self.gone_through(first, node), node)
            return made
        if name in ("Map", "WeakMap"):
            return self._map_of(self.gone_through(first, node), node, into)
        if name in ("Set", "WeakSet"):
            return self._set_of(self.gone_through(first, node), node, into)
        if name == "Array" and len(arguments) > 1:
            return self.array(arguments, node)
        if name.endswith("Array") or name in ("DataView", "ArrayBuffer"):
            items = [self.stored(ref) for ref in sorted(self.gone_through(first, node).refs)]
            made = self.collection("array", node, self.join(self.undefined, *items), tag="typed")
            return self._shaped(made, self.length_taints(first), node)
        if name == "Promise":
            return self._promise(first, node)
        if name == "Intl.DateTimeFormat":
            return self.builtin(_FORMAT)
        if name == "Function":
            return self.code(arguments[-1] if arguments else self.undefined, node, function=True)
        if name == "Proxy" and len(arguments) > 1:
            return self.proxy(first, arguments[1], node)
        return self._unknown_call(f"new {name}", self.undefined, arguments, node)

    def _filled(self, into: Value | None, thing: Thing, node: Node, cells: dict[str, Value]) -> Value:
        if into is None:
            return self.make(thing, thing.kind, node.id, cells=cells)
        for ref in sorted(into.refs):
            for name, value in cells.items():
                self.st.cells[ref, name] = value
        return into

    def error(self, message: Value, node: Node, into: Value | None = None) -> Value:
        """Return an error with a message."""
        cells = {"message": message, "name": self.const("Error"), "stack": self.fresh(node, message.taints)}
        return self._filled(into, Thing("object"), node, cells).tainted(message.taints)

    def _map_of(self, entries: Value, node: Node, into: Value | None) -> Value:
        made = self._filled(into, Thing("map"), node, {})
        (ref,) = made.refs
        if not entries.refs:
            return made
        for source in sorted(entries.refs):
            kind = self.things[source].kind
            if kind == "map":
                self.add((ref, KEYS), self.st.cells.get((source, KEYS), self.undefined))
                self.add((ref, ITEMS), self.stored(source))
            else:
                pair = self.stored(source) if kind in COLLECTIONS else self.fresh(node, self.within_things(entries))
                self.add((ref, KEYS), self.get(pair, "0", node))
                self.add((ref, ITEMS), self.get(pair, "1", node))
        self.touched(ref, node, self.length_taints(entries))
        return made

    def _set_of(self, items: Value, node: Node, into: Value | None) -> Value:
        made = self._filled(into, Thing("set"), node, {})
        (ref,) = made.refs
        if items.refs:
            stored = self.join(*(self.stored(one) for one in sorted(items.refs)))
            self.add((ref, ITEMS), stored)
            self.touched(ref, node, self.length_taints(items))
        return made

    def _reflect(self, name: str, arguments: Sequence[Value], node: Node) -> Value:
        padded = [*arguments, self.undefined, self.undefined, self.undefined]
        if name == "Reflect.apply":
            return self.call(padded[0], padded[1], self.opened(padded[2], node), node)
        if name == "Reflect.construct":
            return self.construct(padded[0], self.opened(padded[1], node), node)
        if name == "Reflect.get":
            return self.get(padded[0], self.name_of(padded[1]), node)
        if name == "Reflect.set":
            self.put(padded[0], self.name_of(padded[1]), padded[2], node)
            return self.const(True)
        return self._parts("keys", padded[0], node)

    def opened(self, value: Value, node: Node) -> list[Value]:
        """Return the items of an array of arguments."""
        known = self.listed(value, node)
        if known is not None:
            return known
        items = [self.any_item(ref, node) for ref in sorted(value.refs) if self.things[ref].kind in COLLECTIONS]
        return items or [self.fresh(node, value.taints)]

    def _copied(self, name: str, arguments: Sequence[Value], node: Node) -> Value:
        target = arguments[0] if arguments else self.make(Thing("object"), "empty", node.id)
        if name == "Object.assign":
            for source in arguments[1:]:
                self.merge(target, source, node)
        return target

    def merge(self, target: Value, source: Value, node: Node) -> None:
        """Copy all fields of one object to another."""
        proxies = [ref for ref in sorted(source.refs) if self.things[ref].kind == "proxy"]
        opened = [self.laid_open(Value(source.taints, frozenset((ref,)), frozenset()), ref, node) for ref in proxies]
        source = self.join(source, *(one for one in opened if one is not None))
        for ref in sorted(source.refs):
            for field, held in self.fields(ref):
                value = self._opened(held, source, node).tainted(source.taints)
                self.put(target, None if field == ITEMS else field, value, node)
            for one in sorted(target.refs) if self.shape(ref) else ():
                self.touched(one, node, self.shape(ref))

    def _from(self, arguments: Sequence[Value], node: Node) -> Value:
        source = self.spread(arguments[:1], node)
        if not any(self.things[ref].kind in COLLECTIONS for ref in source.refs) or not self._goes_through(arguments):
            source = self.collection("array", node, self.undefined, tag="from")
            source = source.tainted(self.within_things(arguments[0])) if arguments else source
        return self.method_call(source, "map", arguments[1:], node) if len(arguments) > 1 else source

    def _goes_through(self, arguments: Sequence[Value]) -> bool:
        kinds = {self.things[ref].kind for one in arguments[:1] for ref in one.refs}
        return bool(kinds & (COLLECTIONS | {"generator"})) or any(
            self._is_drawn(r) for a in arguments[:1] for r in a.refs
        )

    def _parts(self, name: str, value: Value, node: Node) -> Value:
        known: list[Value] | None = []
        stored: list[Value] = []
        for ref in sorted(value.refs):
            opened = self.laid_open(value, ref, node) if self.things[ref].kind == "proxy" else None
            if opened is not None:
                value = self.join(Value(value.taints, value.refs - {ref}, value.symbols), opened)
        for ref in sorted(value.refs):
            fields = [(field, self._opened(held, value, node)) for field, held in self.fields(ref) if field != KEYS]
            shape = self.st.cells.get((ref, SHAPE))
            new = shape is not None and all(self.symbols.meaning(one)[-1] == "new" for one in shape.symbols)
            if any(field == ITEMS for field, _ in fields) or not new or len(value.refs) > 1:
                known = None
            made = []
            for field, held in fields:
                key = self.const(field) if field != ITEMS else self.fresh(node, self.shape(ref), "key")
                made.append(
                    {"keys": key, "values": held}.get(name) or self.array([key, held], node, f"entry{ref}{field}")
                )
            stored.extend(made)
            known = None if known is None else [*known, *made]
        taints = self.length_taints(value)
        if known is not None and value.refs:
            return self.array(known, node, name).tainted(taints)
        made_of = self.join(*stored) if stored else self.fresh(node, taints)
        return self._shaped(self.collection("array", node, made_of, tag=name), taints, node).tainted(taints)

    def _entries(self, name: str, arguments: Sequence[Value], node: Node) -> Value:
        first = self.gone_through(arguments[0], node) if arguments else self.undefined
        if name != "Object.fromEntries":
            key = self.method_call(first, "map", arguments[1:], node)
            grouped = self.collection(
                "array", node, self.stored(min(first.refs)) if first.refs else self.undefined, tag="group"
            )
            made = self.make(
                Thing("map" if name == "Map.groupBy" else "object"), "grouped", node.id, cells={ITEMS: grouped}
            )
            return self._shaped(made, self.within_things(key), node)
        known = self.listed(first, node)
        made = self.make(Thing("object"), "entries", node.id)
        pairs = known if known is not None else self.opened(first, node)
        for pair in pairs:
            self.put(made, self.name_of(self.get(pair, "0", node)), self.get(pair, "1", node), node)
        for ref in made.refs:
            self.touched(ref, node, self.length_taints(first))
        return made.tainted(first.taints)

    def _is_drawn(self, ref: int) -> bool:
        raise NotImplementedError

    def code(self, text: Value, node: Node, *, function: bool = False) -> Value:
        """Follow code made from a text."""
        raise NotImplementedError


def _written(name: str) -> str:
    return "Intl.DateTimeFormat().format()" if name.startswith(_FORMAT) else f"{name}()".replace(".*", "[…]")
