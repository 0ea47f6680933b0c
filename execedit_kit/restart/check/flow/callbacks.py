"""Functions that are handed to ``map``, ``find``, ``sort`` and their like."""

from __future__ import annotations

from collections.abc import Sequence

from execedit_kit.restart.check.flow.access import COLLECTIONS
from execedit_kit.restart.check.flow.texts import Texts
from execedit_kit.restart.check.flow.values import NO_TAINTS, Taints, Value, united
from execedit_kit.restart.check.source import Node


class Callbacks(Texts):
    """Calls back."""

    def held(self, this: Value) -> Taints:
        """Return the sources in what a collection holds."""
        return united(*(self.stored(ref).taints for ref in sorted(this.refs)))

    def _each(self, this: Value, name: str, function: Value, node: Node, bound: Value) -> Value:
        results: list[Value] = []
        decided: list[Value] = []
        kept: list[tuple[Value, bool | None]] = []

        def one(item: Value, place: Value) -> None:
            two = [self.get(item, "1", node), self.get(item, "0", node)] if self._is_map(this) else [item, place]
            result = self.call(function, bound, [*two, this], node)
            results.append(result)
            decided.append(result)
            kept.append((item, self.truthy(result)))

        known = self.listed(this, node)
        self.over(this, node, one)
        if name == "forEach":
            return self.undefined
        taints = united(this.taints, self.length_taints(this), *(value.taints for value in decided))
        if name in ("map", "flatMap"):
            if name == "map" and known is not None and len(results) == len(known):
                return self.array(results, node, "map").tainted(this.taints)
            made = self.join(*results) if results else self.undefined
            if name == "flatMap":
                inner = [self.stored(ref) for ref in sorted(made.refs) if self.things[ref].kind in COLLECTIONS]
                made = self.join(*inner).tainted(made.taints) if inner else made
            return self._shaped(self.collection("array", node, made, tag="map"), self.length_taints(this), node)
        return self._selected(this, name, function, known, kept, taints, node)

    def _is_map(self, this: Value) -> bool:
        return any(self.things[ref].kind == "map" for ref in this.refs)

    def _shaped(self, made: Value, taints: Taints, node: Node) -> Value:
        for ref in made.refs if taints else ():
            self.touched(ref, node, taints)
        return made

    def _selected(
        self,
        this: Value,
        name: str,
        function: Value,
        known: list[Value] | None,
        kept: list[tuple[Value, bool | None]],
        taints: Taints,
        node: Node,
    ) -> Value:
        if (
            name == "filter"
            and known is not None
            and len(kept) == len(known)
            and all(sure is not None for _, sure in kept)
        ):
            return self._shaped(self.array([item for item, sure in kept if sure], node, "filter"), taints, node)
        predicate = self._predicate(this, function, node)
        if name == "filter":
            made = []
            for ref in sorted(this.refs):
                order = self.symbols.intern(("fresh", "order", node.id, self.context))
                filters = self.filters(ref) | predicate
                made.append(
                    self.collection(
                        "array",
                        node,
                        self.stored(ref),
                        tag=f"f{ref}",
                        like=ref,
                        filters=filters,
                        offset=order,
                        root=self.root_of(this, ref),
                    )
                )
            return (
                self._shaped(self.join(*made), taints, node).tainted(this.taints) if made else self.fresh(node, taints)
            )
        if name in ("find", "findLast"):
            found = [self.undefined]
            chosen = min(predicate, default=self.symbols.intern(("fresh", "pick", node.id, self.context)))
            for ref in sorted(this.refs):
                item = self.selected(
                    self.stored(ref),
                    self.root_of(this, ref),
                    ("pick", chosen),
                    self.filters(ref) | predicate,
                    self.shape(ref),
                )
                found.append(item)
            return self.join(*found).tainted(taints)
        mine = Value(NO_TAINTS, this.refs, frozenset())
        asked = [Value(NO_TAINTS, frozenset(), predicate)] if predicate else []
        return self.op("member", [mine, *asked], node, taints)

    def _predicate(self, this: Value, function: Value, node: Node) -> frozenset[int]:
        """Return what a predicate asks of any item, as a symbol; nothing where that cannot be said."""
        saved = self.st
        self.st = saved.copy()
        with self.within("predicate", node.id, generic=True):
            held = [self.stored(ref) for ref in sorted(this.refs)]
            refs = frozenset(ref for one in held for ref in one.refs)
            item = Value(this.taints, refs, frozenset((self.symbols.any_item,)))
            result = self.call(function, self.undefined, [item], node)
        self.st = saved
        found = self.identity(result)
        return found if len(found) == 1 else frozenset()

    def _reduced(self, this: Value, function: Value, start: Sequence[Value], node: Node) -> Value:
        known = self.listed(this, node)
        cell = (self.number("accumulator", node.id, self.context), "value")
        first = self.join(*(known or [self.any_item(ref, node) for ref in sorted(this.refs)] or [self.undefined]))
        self.st.cells[cell] = start[0] if start else first

        def one(item: Value, place: Value) -> None:
            before = self.st.cells[cell]
            self.st.cells[cell] = self.call(function, self.undefined, [before, item, place, this], node)

        self.over(this, node, one)
        return self.undefined if self.st.dead else self.st.cells.pop(cell)

    def _sorted(self, this: Value, name: str, arguments: Sequence[Value], node: Node) -> Value:
        taints = self.held(this)
        for function in arguments:
            items = [self.any_item(ref, node) for ref in sorted(this.refs)]
            item = self.join(*items) if items else self.fresh(node)
            taints = united(taints, self.call(function, self.undefined, [item, item], node).taints)
        made = []
        for ref in sorted(this.refs):
            order = self.symbols.intern(("fresh", "order", node.id, self.context))
            made.append(self.collection("array", node, self.stored(ref), tag=f"{name}{ref}", like=ref, offset=order))
            if name == "sort":
                self.loosen(ref)
                self.touched(ref, node, taints)
        result = self._shaped(self.join(*made), taints, node).tainted(this.taints) if made else this
        return result if name == "toSorted" else this.tainted(taints)

    def _called_back(self, function: Value, this: Value, node: Node) -> Value:
        """Follow a function that something unknown may call, as often as it likes."""
        if not any(self.things[ref].kind in ("function", "bound") for ref in function.refs):
            return function
        results = [self.undefined]
        given = self.fresh(node, self.within_things(this), "given")
        fake = self.collection("array", node, given, tag="given")
        self.over(
            fake, node, lambda item, place: results.append(self.call(function, self.undefined, [given, given], node))
        )
        return self.join(*results)
