"""What arrays, maps, sets, dates, promises and texts can do."""

from __future__ import annotations

from collections.abc import Sequence

from execedit_kit.restart.check.flow.access import COLLECTIONS, KEYS
from execedit_kit.restart.check.flow.callbacks import Callbacks
from execedit_kit.restart.check.flow.machine import ITEMS
from execedit_kit.restart.check.flow.prototypes import TIME
from execedit_kit.restart.check.flow.symbols import UNDEFINED, Primitive
from execedit_kit.restart.check.flow.values import NO_TAINTS, State, Value, stepped, united
from execedit_kit.restart.check.source import Node

_CALLED_WITH_ITEMS = {
    "forEach",
    "map",
    "filter",
    "find",
    "findLast",
    "some",
    "every",
    "flatMap",
    "findIndex",
    "findLastIndex",
}
_SAME_ITEMS = {"reverse", "fill", "flat", "toReversed", "with", "copyWithin", "toSpliced", "values", "keys", "entries"}
_SPREADS = "[Symbol.isConcatSpreadable]"
_IN_PLACE = {"reverse", "fill", "copyWithin"}
_MAKES = {"map", "filter", "slice", "splice", "concat", "flat", "flatMap"}
_LOOKS = {"includes", "indexOf", "lastIndexOf", "has"}
_EMPTY = Value(NO_TAINTS, frozenset(), frozenset())


class Collections(Callbacks):
    """Methods that are not the plan's own."""

    def method_call(self, this: Value, name: str, arguments: Sequence[Value], node: Node) -> Value:
        """Follow a method of something built in."""
        kinds = {self.things[ref].kind for ref in this.refs}
        if name in ("then", "catch", "finally") and arguments:
            return self._promised(this, name, arguments, node)
        if "generator" in kinds:
            this = self.gone_through(this, node)
            kinds = {self.things[ref].kind for ref in this.refs}
        if kinds & COLLECTIONS:
            mine = Value(
                this.taints, frozenset(r for r in this.refs if self.things[r].kind in COLLECTIONS), this.symbols
            )
            return self._by_species(mine, name, self._of_collection_call(mine, name, arguments, node), node)
        if any((ref, TIME) in self.st.cells for ref in this.refs):
            return self._of_date(this, name, arguments, node)
        if name in _CALLED_WITH_ITEMS or name in ("reduce", "reduceRight", "sort", "toSorted"):
            return self._of_collection_call(this, name, arguments, node)
        return self._of_text(this, name, arguments, node)

    # Arrays, maps and sets.

    def _by_species(self, this: Value, name: str, made: Value, node: Node) -> Value:
        """Let what is made of an instance of the plan's own class be one too."""
        for ref in sorted(this.refs) if name in _MAKES else ():
            if "class" in self.things[ref].parts and self.things[ref].kind == "array":
                kind = self.constructor_of(ref)
                species = self.get(kind, "[Symbol.species]", node)
                ours = species.refs and all(self.things[one].kind != "builtin" for one in species.refs)
                made = self.join(made, self.construct(species if ours else kind, [], node))
        return made

    def _of_collection_call(self, this: Value, name: str, arguments: Sequence[Value], node: Node) -> Value:
        first = arguments[0] if arguments else self.undefined
        if name in _CALLED_WITH_ITEMS:
            return self._each(this, name, first, node, arguments[1] if len(arguments) > 1 else self.undefined)
        if name in ("reduce", "reduceRight"):
            return self._reduced(this, first, arguments[1:], node)
        if name in ("sort", "toSorted"):
            return self._sorted(this, name, arguments, node)
        if name in ("push", "unshift", "add"):
            self._grow(this, arguments, node, counted=name == "add")
            return this if name == "add" else self.fresh(node, this.taints)
        if name in ("shift", "pop"):
            return self._take(this, node)
        if name.startswith("set") and not any(self.things[ref].kind == "map" for ref in this.refs):
            items = [self.stored(ref) for one in arguments for ref in sorted(one.refs)]
            self._grow(this, [*arguments, *items], node)
            return self.undefined
        if name == "set" and len(arguments) > 1:
            self._set(this, first, arguments[1], node)
            return this
        if name in ("get", "at"):
            return self._looked_up(this, name, first, node)
        if name in ("delete", "clear", "splice"):
            for ref in sorted(this.refs):
                self.loosen(ref)
                self.touched(ref, node, united(this.taints, first.taints, self.st.pc))
            self._grow(this, arguments[2:], node)
            return self.sliced(this, None, node) if name == "splice" else self.fresh(node, this.taints)
        if name in _LOOKS:
            taints = united(self.held(this), self.length_taints(this), first.taints)
            return self.op("member", [Value(NO_TAINTS, this.refs, frozenset()), first], node, taints)
        if name == "join":
            return self.joined_text(this, first if arguments else self.const(","), node)
        if name in ("toString", "toLocaleString"):
            return self.joined_text(this, self.const(","), node)
        if name == "concat":
            spreads = [
                self._parts("values", one, node) if any((r, _SPREADS) in self.st.cells for r in one.refs) else one
                for one in arguments
            ]
            return self.spread([this, *spreads], node)
        if name == "slice":
            return self._slice(this, arguments, node)
        return self._same_items(this, name, arguments, node)

    def _slice(self, this: Value, arguments: Sequence[Value], node: Node) -> Value:
        known = self.listed(this, node)
        bounds = [self.known(one)[1] for one in arguments]
        if known is not None and all(isinstance(one, float) and one >= 0 for one in bounds):
            cut = [int(one) for one in bounds if isinstance(one, float)]
            return self.array(known[slice(*(cut or [0]), *([None] if len(cut) < 2 else []))], node, "slice")
        start = arguments[0].symbols if arguments else frozenset((self.symbols.const(0.0),))
        taints = united(*(one.taints for one in arguments))
        made = self.sliced(this, next(iter(start)) if len(start) == 1 else None, node)
        for ref in made.refs if taints else ():
            self.touched(ref, node, taints)
        return made.tainted(taints)

    def _same_items(self, this: Value, name: str, arguments: Sequence[Value], node: Node) -> Value:
        known = self.listed(this, node)
        if known is not None and name == "entries":
            pairs = [self.array([self.const(float(n)), item], node, f"entry{n}") for n, item in enumerate(known)]
            return self.array(pairs, node, "entries")
        if name in ("keys", "entries"):
            maps = [ref for ref in sorted(this.refs) if self.things[ref].kind == "map"]
            if maps and name == "entries":
                return this
            if maps:
                made = [
                    self.collection(
                        "array",
                        node,
                        self.st.cells.get((ref, KEYS), _EMPTY),
                        tag=f"k{ref}",
                        root=self.symbols.intern(("keys", ref)),
                    )
                    for ref in maps
                ]
                return self.join(*made).tainted(self.length_taints(this))
            if name == "entries":
                pair = self.array(
                    [self.fresh(node), self.join(*(self.any_item(r, node) for r in sorted(this.refs)))], node
                )
                roots = {self.root_of(this, ref) for ref in this.refs}
                return self.collection(
                    "array", node, pair.tainted(this.taints), root=min(roots) if len(roots) == 1 else None
                )
            return self.collection("array", node, self.fresh(node, self.length_taints(this)))
        for argument in arguments:
            self._called_back(argument, this, node)
        if name not in _SAME_ITEMS:
            return self.fresh(node, united(self.within_things(this), *(self.within_things(a) for a in arguments)))
        made = []
        for ref in sorted(this.refs) if name in _IN_PLACE else ():
            self.loosen(ref)
            for argument in arguments[:1] if name == "fill" else ():
                self.add((ref, ITEMS), argument)
            self.touched(ref, node, united(this.taints, *(argument.taints for argument in arguments)))
        for ref in sorted(this.refs):
            inner = self.stored(ref)
            if name == "flat":
                inner = self.join(
                    inner, *(self.stored(r) for r in sorted(inner.refs) if self.things[r].kind in COLLECTIONS)
                )
            for argument in arguments:
                inner = self.join(inner, argument)
            order = self.symbols.intern(("fresh", "order", node.id, self.context))
            made.append(self.collection("array", node, inner, tag=f"{name}{ref}", like=ref, offset=order))
        return self.join(*made).tainted(this.taints) if made else self.fresh(node, this.taints)

    def _grow(self, this: Value, items: Sequence[Value], node: Node, *, counted: bool = False) -> None:
        """Add items; in a set it is they who decide how many there are."""
        for ref in sorted(this.refs):
            for item in items:
                self.loosen(ref)
                way = stepped(item.taints, node, f"kept in {_name(node)}")
                self.add((ref, ITEMS), Value(way, item.refs, item.symbols))
                for symbol in item.symbols:
                    before = self.keys_when_kept.get((ref, symbol), frozenset())
                    self.keys_when_kept[ref, symbol] = before | self.st.keys
                self.st.kept |= {(ref, symbol) for symbol in item.symbols}
                self.touched(ref, node, united(this.taints, way) if counted else this.taints)

    def _set(self, this: Value, key: Value, item: Value, node: Node) -> None:
        for ref in sorted(this.refs):
            self.add((ref, KEYS), key)
            self.add((ref, ITEMS), item)
            self.touched(ref, node, united(this.taints, key.taints))

    def _take(self, this: Value, node: Node) -> Value:
        parts = []
        for ref in sorted(this.refs):
            self.loosen(ref)
            again = frozenset(
                symbol
                for symbol in self.stored(ref).symbols
                if self.symbols.meaning(symbol)[0] == "item"
                and self.symbols.meaning(self.symbols.meaning(symbol)[3])[:2] == ("taken", ref)
            )
            item = self.item(ref, ("taken", ref, node.id, self.context), again, self.root_of(this, ref))
            parts.append(item)
            self.touched(ref, node, this.taints)
        return self.join(*parts).tainted(this.taints) if parts else self.fresh(node, this.taints)

    def _looked_up(self, this: Value, name: str, key: Value, node: Node) -> Value:
        parts = []
        for ref in sorted(this.refs):
            if name == "at":
                parts.append(self.item_at(ref, key.symbols, node))
            else:
                chosen = self.identity(key)
                selector = ("key", next(iter(chosen))) if len(chosen) == 1 else ("any",)
                parts.append(self.join(self.item(ref, selector), self.undefined))
        return self.join(*parts).tainted(united(this.taints, key.taints))

    # Promises, dates, texts.

    def _promised(self, this: Value, name: str, arguments: Sequence[Value], node: Node) -> Value:
        errors = [held for ref in sorted(this.refs) if (held := self.st.cells.get((ref, "error"))) is not None]
        errors = [error for error in errors if any(self.things[ref].kind == "promise" for ref in this.refs)]
        rescue = {"then": arguments[1:2], "catch": arguments[:1]}.get(name, [])
        if name == "finally":
            self.call(arguments[0], self.undefined, [], node)
            return this
        rescued = [self._rescued(one, errors, node) for one in rescue]
        if errors and rescue:  # it is not thrown here
            values = [self.st.cells.get((ref, "value"), self.undefined) for ref in sorted(this.refs)]
            this = self.join(*values)
        else:
            this = self.settled(this, node)
        if name == "then":
            rescued.append(self.call(arguments[0], self.undefined, [this], node))
            return self.join(*rescued)
        return self.join(this, *rescued)

    def settled(self, value: Value, node: Node) -> Value:
        """Return what waiting for a value gives."""
        raise NotImplementedError

    def _rescued(self, function: Value, errors: Sequence[Value], node: Node) -> Value:
        """Follow what is done about an error that may come."""
        before = self.st.copy()
        error = self.error(self.fresh(node), node)
        result = self.call(function, self.undefined, [self.join(error, *errors)], node)
        self.join_states([before, self.st])
        return result

    def _of_date(self, this: Value, name: str, arguments: Sequence[Value], node: Node) -> Value:
        parts = []
        for ref in sorted(this.refs):
            time = self.st.cells.get((ref, TIME))
            if time is None:
                continue
            given = [self.primitive(argument, node) for argument in arguments]
            result = self.op(f".{name}", given if name == "setTime" else [time, *given], node)
            if name.startswith("set"):
                self.st.cells[ref, TIME] = result
            parts.append(result)
        return self.join(*parts).tainted(this.taints)

    def _of_text(self, this: Value, name: str, arguments: Sequence[Value], node: Node) -> Value:
        for ref in sorted(arguments[0].refs) if arguments else ():
            own = self.own_method(ref, f"[Symbol.{name}]", node)
            if own is not None:
                return self.call(own, arguments[0], [this, *arguments[1:]], node)
        given = [self._called_back(argument, this, node) for argument in arguments]
        plain = [self.primitive(this, node), *(self.primitive(argument, node) for argument in given)]
        folded = _folded(name, [self.known(value) for value in plain])
        taints = united(*(value.taints for value in plain))
        if folded is not UNDEFINED:
            return self.const(folded).tainted(taints)
        if name in ("split", "match", "matchAll", "values", "entries", "keys", "segment"):
            return self.collection("array", node, self.op(f".{name}[]", plain, node, taints), tag=name).tainted(taints)
        if name == "concat":
            return self.op("text", plain, node, taints)
        return self.op(f".{name}", plain, node, taints)

    def error(self, message: Value, node: Node) -> Value:
        """Return an error with a message."""
        raise NotImplementedError

    def _parts(self, name: str, value: Value, node: Node) -> Value:
        """Return an object's keys, values or entries."""
        raise NotImplementedError

    def spread(self, values: Sequence[Value], node: Node) -> Value:
        """Return one array of the items of several."""
        raise NotImplementedError

    def join_states(self, states: list[State]) -> None:
        """Go on from any of these states."""
        raise NotImplementedError


def _folded(name: str, values: list[tuple[bool, Primitive]]) -> Primitive:
    """Return the text that a method gives for known texts, for the few that plans compare with."""
    if not all(sure and isinstance(value, str) for sure, value in values):
        return UNDEFINED
    this, *rest = [str(value) for _, value in values]
    if not rest:
        return {"trim": this.strip(), "toLowerCase": this.lower(), "toUpperCase": this.upper(), "toString": this}.get(
            name, UNDEFINED
        )
    checks = {"startsWith": this.startswith(rest[0]), "endsWith": this.endswith(rest[0]), "includes": rest[0] in this}
    return checks.get(name, UNDEFINED) if len(rest) == 1 else UNDEFINED


def _name(node: Node) -> str:
    function = node.get("function")
    owner = function.get("object") if function is not None else None
    return " ".join(owner.text.split())[:40] if owner is not None else "a collection"
