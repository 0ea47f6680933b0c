"""Objects: reading and writing properties, and going through what a collection holds."""

from __future__ import annotations

from collections.abc import Iterable

from execedit_kit.restart.check.flow.machine import ITEMS, SHAPE
from execedit_kit.restart.check.flow.prototypes import PROTO, Prototypes
from execedit_kit.restart.check.flow.symbols import MOST, UNDEFINED
from execedit_kit.restart.check.flow.values import NO_TAINTS, Taints, Thing, Value, united
from execedit_kit.restart.check.source import Node

KEYS = "k[]"
COLLECTIONS = {"array", "map", "set", "iterator"}
_OWN = {SHAPE, ITEMS, KEYS, PROTO}
_ANY = ("any",)


class Access(Prototypes):
    """Properties and items."""

    # Properties.

    def get(self, value: Value, name: str | None, node: Node) -> Value:
        """Read a property; ``None`` for one whose name is not known."""
        if not value.refs:
            return self._of_primitive(value, name, node)
        found = [self._own(ref, name, value, node) for ref in sorted(value.refs)]
        result = self.join(*found).tainted(value.taints)
        return self._by_path(value, name, result) if name is not None else result

    def _of_primitive(self, value: Value, name: str | None, node: Node) -> Value:
        written = self.of_text_or_number(value, name) if name is not None else None
        if written is not None:
            return self._opened(written, value, node).tainted(value.taints)
        symbols = (
            frozenset(self.symbols.field(symbol, name) for symbol in value.symbols) if name is not None else frozenset()
        )
        sure, known = self.known(value)
        if sure and isinstance(known, str) and name == "length":
            return self.const(float(len(known))).tainted(value.taints)
        if sure and (known is None or known is UNDEFINED):
            return self.undefined.tainted(value.taints)
        return Value(value.taints, frozenset(), symbols) if symbols else self.fresh(node, value.taints)

    def _by_path(self, value: Value, name: str, stored: Value) -> Value:
        """Let what was read from an item of a collection be known by its path, not by what all items hold."""
        picked = [symbol for symbol in value.symbols if self.symbols.is_picked(symbol)]
        if not picked or (all(self.symbols.is_const(symbol) for symbol in stored.symbols) and not stored.refs):
            return stored
        if any(self.things[ref].kind in ("function", "class", "builtin", "bound") for ref in stored.refs):
            return stored
        symbols = frozenset(self.symbols.field(symbol, name) for symbol in picked)
        for symbol in symbols:
            self.symbols.comes_from(symbol, stored.symbols)
        return Value(stored.taints, stored.refs, symbols)

    def _own(self, ref: int, name: str | None, this: Value, node: Node) -> Value:
        thing, cells = self.things[ref], self.st.cells
        if thing.kind == "builtin":
            if name is not None and (ref, name) in cells:
                return self._opened(cells[ref, name], this, node)  # the plan has put something of its own there
            if name == "constructor":
                return self.constructor_of(ref)
            if name == "timeOrigin" and thing.name.endswith("performance"):
                return self.source("clock", node, "performance.timeOrigin")
            return self.builtin(f"{thing.name}.{name if name is not None else '*'}")
        if thing.kind == "proxy":
            trap = self.trap(ref, "get")
            if trap is None:
                return self.get(thing.parts["target"], name, node)
            asked = self.const(name) if name is not None else self.fresh(node)
            return self.call(trap, thing.parts["handler"], [thing.parts["target"], asked, this], node)
        if name is None:
            if thing.kind in COLLECTIONS:
                return self.any_item(ref, node)
            parts = [
                self._opened(held, this, node) for cell, held in cells.items() if cell[0] == ref and cell[1] not in _OWN
            ]
            parts += [cells[ref, ITEMS]] if (ref, ITEMS) in cells else []
            parts += [self._opened(held, this, node) for held in self.methods_of(ref)]
            return self.join(self.undefined, *parts).tainted(self.shape(ref)) if parts else self.fresh(node)
        held = cells.get((ref, name))
        if held is not None and not (thing.kind == "array" and (ref, ITEMS) in cells):
            return self._opened(held, this, node)
        if name == "constructor":
            return self.constructor_of(ref)
        if name == "prototype" and thing.kind in ("function", "class"):
            return self.prototype(ref)
        if name == "__proto__":
            return self._behind(ref)
        method = self.inherited(ref, name)
        if method is not None:
            return self._opened(method, this, node)
        if thing.kind in COLLECTIONS:
            return self._of_collection(ref, thing, name, node)
        if (ref, ITEMS) in cells:
            return self.join(self.undefined, cells[ref, ITEMS]).tainted(self.shape(ref))
        behind = self._set_behind(ref)
        if behind is not None and behind.refs:
            return self.join(*(self._own(one, name, this, node) for one in sorted(behind.refs))).tainted(behind.taints)
        if thing.kind in ("object", "instance", "function", "class"):
            return self.undefined.tainted(self.shape(ref))
        return self.fresh(node, self.shape(ref))

    def _of_collection(self, ref: int, thing: Thing, name: str, node: Node) -> Value:
        if name in ("length", "size"):
            known = self.known_items(ref)
            if known is not None:
                return self.const(float(len(known))).tainted(self.shape(ref))
            return self.op("length", [Value(NO_TAINTS, frozenset((ref,)), frozenset())], node, self.shape(ref))
        if thing.kind == "array" and name.isdigit():
            if self.known_items(ref) is not None:
                return self.undefined.tainted(self.shape(ref))
            return self.item_at(ref, frozenset((self.symbols.const(float(name)),)), node)
        return self.undefined

    def _opened(self, held: Value, this: Value, node: Node) -> Value:
        """Call what is a getter."""
        results = []
        for ref in sorted(held.refs):
            thing = self.things[ref]
            if thing.kind == "accessor":
                getter = thing.parts.get("get")
                results.append(self.call(getter, this, [], node) if getter is not None else self.undefined)
        return self.join(*results) if results else held

    def put(self, value: Value, name: str | None, item: Value, node: Node) -> None:
        """Write a property."""
        sure = len(value.refs) == 1 and not self.generic
        for ref in sorted(value.refs):
            if self.things[ref].kind == "proxy":
                self._put_through(ref, name, item, node)
                continue
            held = self.st.cells.get((ref, name)) if name is not None else None
            if name == "__proto__":
                self.set_behind(Value(value.taints, frozenset((ref,)), frozenset()), item)
                continue
            if held is None and name is not None and self.things[ref].kind != "builtin":
                held = self.inherited(ref, name)
            setters = (
                [self.things[one].parts.get("set") for one in held.refs if self.things[one].kind == "accessor"]
                if held
                else []
            )
            if setters:
                for setter in setters:
                    if setter is not None:
                        self.call(setter, value, [item], node)
                continue
            if name is None or (self.things[ref].kind == "array" and self.known_items(ref) is None):
                self.loosen(ref)
                self.add((ref, ITEMS), item)
                self.touched(ref, node, value.taints)
            else:
                if (ref, name) not in self.st.cells:
                    self.touched(ref, node, value.taints)
                if sure:
                    self.st.cells[ref, name] = item
                else:
                    self.add((ref, name), item)

    def _put_through(self, ref: int, name: str | None, item: Value, node: Node) -> None:
        parts, trap = self.things[ref].parts, self.trap(ref, "set")
        if trap is None:
            self.put(parts["target"], name, item, node)
        else:
            asked = self.const(name) if name is not None else self.fresh(node)
            self.call(trap, parts["handler"], [parts["target"], asked, item], node)

    def trap(self, ref: int, name: str) -> Value | None:
        """Return what a proxy does itself."""
        handler: Value = self.things[ref].parts["handler"]
        found = [held for one in handler.refs if (held := self.st.cells.get((one, name))) is not None]
        return self.join(*found) if found else None

    def shape(self, ref: int) -> Taints:
        """Return the sources that decided what an object holds."""
        held = self.st.cells.get((ref, SHAPE))
        return held.taints if held is not None else NO_TAINTS

    # Items of collections.

    def array(self, items: Iterable[Value], node: Node, tag: str = "array") -> Value:
        """Return a new array of known items."""
        return self.make(Thing("array"), tag, node.id, cells={str(place): item for place, item in enumerate(items)})

    def collection(
        self, kind: str, node: Node, items: Value | None, *, tag: str = "", like: int | None = None, **parts: object
    ) -> Value:
        """Return a new collection of items of which only this much is known; ``like`` another's items."""
        inherited = (
            {}
            if like is None
            else {k: v for k, v in self.things[like].parts.items() if k in ("root", "filters", "offset")}
        )
        if like is not None:
            inherited.setdefault("root", self.root(like))
        cells = {ITEMS: items} if items is not None else {}
        made = self.make(Thing(kind, parts={**inherited, **parts}), tag or kind, node.id, cells=cells)
        if like is not None and self.shape(like):
            (ref,) = made.refs
            self.touched(ref, node, self.shape(like))
        return made

    def root(self, ref: int) -> int:
        """Return what the items of a collection are known by."""
        found = self.things[ref].parts.get("root")
        return found if isinstance(found, int) else self.symbols.intern(("array", ref))

    def known_items(self, ref: int) -> list[Value] | None:
        """Return all items of an array that has not changed since it was written down."""
        cells = self.st.cells
        shape = cells.get((ref, SHAPE))
        if self.things[ref].kind != "array" or (ref, ITEMS) in cells or shape is None or len(shape.symbols) != 1:
            return None
        (version,) = shape.symbols
        if self.symbols.meaning(version)[-1] != "new":
            return None
        found: list[Value] = []
        while (held := cells.get((ref, str(len(found))))) is not None:
            found.append(held)
        return found

    def loosen(self, ref: int) -> None:
        """Forget which item of an array is where."""
        if self.things[ref].kind != "array":
            return
        items = [held for cell, held in self.st.cells.items() if cell[0] == ref and cell[1].isdigit()]
        for held in items:
            self.add((ref, ITEMS), held)
        if (ref, ITEMS) not in self.st.cells:
            self.st.cells[ref, ITEMS] = Value(NO_TAINTS, frozenset(), frozenset())

    def stored(self, ref: int) -> Value:
        """Return what any item of a collection may be, as it is held."""
        cells = self.st.cells
        found: list[Value] = [cells[ref, ITEMS]] if (ref, ITEMS) in cells else []
        if self.things[ref].kind == "array":
            place = 0
            while (held := cells.get((ref, str(place)))) is not None:
                found.append(held)
                place += 1
        return self.join(*found) if found else Value(NO_TAINTS, frozenset(), frozenset())

    def root_of(self, value: Value, ref: int) -> int:
        """Return what the items of a collection are known by where it is itself an item of another: by its path."""
        picked = [symbol for symbol in value.symbols if self.symbols.is_picked(symbol)]
        return self.symbols.intern(("in", picked[0])) if len(picked) == 1 else self.root(ref)

    def item(
        self, ref: int, selector: tuple[object, ...], extra: frozenset[int] = frozenset(), root: int | None = None
    ) -> Value:
        """Return an item of a collection, by what selects it."""
        held = self.stored(ref)
        known = self.root(ref) if root is None else root
        return self.selected(held, known, selector, self.filters(ref), united(held.taints, self.shape(ref)), extra)

    def selected(
        self,
        held: Value,
        root: int,
        selector: tuple[object, ...],
        filters: frozenset[int],
        taints: Taints,
        extra: frozenset[int] = frozenset(),
    ) -> Value:
        """Return something that is held under a root, by what selects it."""
        if (
            not held.refs
            and held.symbols
            and len(held.symbols) <= MOST
            and all(self.symbols.is_const(one) for one in held.symbols)
        ):
            return Value(taints, held.refs, held.symbols)
        symbol = self.symbols.item(root, selector, filters)
        self.symbols.comes_from(symbol, held.symbols)
        return Value(taints, held.refs, frozenset((symbol,)) | extra)

    def filters(self, ref: int) -> frozenset[int]:
        """Return the predicates that a collection's items satisfy."""
        found = self.things[ref].parts.get("filters", frozenset())
        assert isinstance(found, frozenset)
        return found

    def any_item(self, ref: int, node: Node) -> Value:
        """Return any item of a collection."""
        return self.item(ref, _ANY)

    def item_at(self, ref: int, index: frozenset[int], node: Node, taints: Taints = NO_TAINTS) -> Value:
        """Return the item at a place."""
        if len(index) != 1:
            return self.any_item(ref, node).tainted(taints)
        (place,) = index
        offset = self.things[ref].parts.get("offset")
        if isinstance(offset, int):
            place = self.sum(offset, place)
        found = self.item(ref, ("at", place)).tainted(taints)
        if found.symbols and all(self.symbols.is_const(symbol) for symbol in found.symbols):
            return self.join(found, self.undefined)  # there may be none at this place
        return found

    def sum(self, one: int, other: int) -> int:
        """Return the symbol of a sum."""
        if self.symbols.is_const(one) and self.symbols.is_const(other):
            a, b = self.symbols.value(one), self.symbols.value(other)
            if isinstance(a, float) and isinstance(b, float):
                return self.symbols.const(a + b)
        return self.symbols.op("+", one, other)

    def listed(self, value: Value, node: Node) -> list[Value] | None:
        """Return the items of an array of which all are known."""
        if len(value.refs) != 1 or value.symbols:
            return None
        (ref,) = value.refs
        found = self.known_items(ref)
        return None if found is None else [item.tainted(united(value.taints, self.shape(ref))) for item in found]

    def pass_item(self, value: Value, node: Node, turn: object) -> Value:
        """Return what a loop over a collection gets in one of its passes."""
        found = []
        for ref in sorted(value.refs):
            thing = self.things[ref]
            selector = ("iter", node.id, self.context, turn)
            if thing.kind == "map":
                found.append(self.pair(ref, selector, node))
            elif thing.kind in COLLECTIONS:
                found.append(self.item(ref, selector, root=self.root_of(value, ref)))
            else:
                found.append(self.fresh(node, self.within_things(value), "item"))
        if not found:
            symbols = frozenset(self.symbols.item(one, ("iter", node.id, self.context, turn)) for one in value.symbols)
            return Value(value.taints, frozenset(), symbols)
        return self.join(*found).tainted(value.taints)

    def pair(self, ref: int, selector: tuple[object, ...], node: Node) -> Value:
        """Return an entry of a map."""
        keys = self.st.cells.get((ref, KEYS), Value(NO_TAINTS, frozenset(), frozenset()))
        root = self.symbols.intern(("keys", ref))
        key = self.selected(keys, root, selector, frozenset(), united(keys.taints, self.shape(ref)))
        return self.array([key, self.item(ref, selector)], node, f"pair{ref}")

    def length_taints(self, value: Value) -> Taints:
        """Return the sources that decide how many items there are."""
        return united(value.taints, *(self.shape(ref) for ref in sorted(value.refs)))

    def rest(self, value: Value, start: int, node: Node) -> Value:
        """Return an array of the items from one on."""
        known = self.listed(value, node)
        if known is not None:
            return self.array(known[start:], node, "rest")
        return self.sliced(value, self.symbols.const(float(start)), node)

    def sliced(self, value: Value, start: int | None, node: Node) -> Value:
        """Return a copy of a collection's items from a place on; ``None``: from a place that is not known."""
        made = []
        for ref in sorted(value.refs):
            if self.things[ref].kind not in COLLECTIONS:
                continue
            offset = self.things[ref].parts.get("offset")
            begin = start if start is None or not isinstance(offset, int) else self.sum(offset, start)
            begin = begin if begin is not None else self.symbols.intern(("fresh", "start", node.id, self.context))
            root = self.root_of(value, ref)
            made.append(
                self.collection("array", node, self.stored(ref), tag=f"slice{ref}", like=ref, offset=begin, root=root)
            )
        return (
            self.join(*made).tainted(value.taints)
            if made
            else self.collection("array", node, self.fresh(node, value.taints))
        )

    def without(self, value: Value, names: set[str], node: Node) -> Value:
        """Return an object with all fields but some."""
        cells = {
            name: held
            for (ref, name), held in self.st.cells.items()
            if ref in value.refs and name not in names and name not in (SHAPE, PROTO)
        }
        return self.make(Thing("object"), "without", node.id, cells=cells).tainted(value.taints)
