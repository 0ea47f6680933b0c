"""Promises: a value that has come is the value itself; one that comes later, or an error, is kept for who waits."""

from __future__ import annotations

from collections.abc import Sequence

from execedit_kit.restart.check.flow.access import COLLECTIONS
from execedit_kit.restart.check.flow.reflection import Reflection
from execedit_kit.restart.check.flow.values import Thing, Value
from execedit_kit.restart.check.source import Node


class Promises(Reflection):
    """What waits and what settles."""

    def _together(self, name: str, first: Value, node: Node) -> Value:
        """Follow ``Promise.all``, which gives what all give, or ``race`` and ``any``, which give what one gives."""
        items = self.gone_through(first, node)
        known = self.listed(items, node)
        if known is not None:
            known = [self.settled(item, node) for item in known]
        if name == "Promise.all":
            return items if known is None else self.array(known, node, "all")
        each = known if known is not None else [self.any_item(ref, node) for ref in sorted(items.refs)]
        return (self.join(*each) if each else self.fresh(node)).tainted(self.within_things(items))

    def settled(self, value: Value, node: Node) -> Value:
        """Return what waiting for a value gives: what a ``then`` of the plan's own hands over."""
        results = []
        for ref in sorted(value.refs):
            alone = Value(value.taints, frozenset((ref,)), frozenset())
            if self.things[ref].kind == "promise":
                results.append(self._came(ref, value, node))
                continue
            own = self.own_method(ref, "then", node)
            results.append(alone if own is None else self._promise(own, node, alone))
        if value.symbols or not results:
            results.append(Value(value.taints, frozenset(), value.symbols))
        return self.join(*results)

    def _came(self, ref: int, value: Value, node: Node) -> Value:
        """Return what a promise came to; where it came to an error, that goes up."""
        cells = self.st.cells
        error = cells.get((ref, "error"))
        if error is not None:
            kept = self.st.copy()
            self.throw(error.tainted(value.taints), node)
            if (ref, "value") in cells:
                self.st = kept
        return cells.get((ref, "value"), self.undefined).tainted(value.taints)

    def _promise(self, executor: Value, node: Node, this: Value | None = None) -> Value:
        made, resolve, reject = self._pending(node)
        self.call(executor, self.undefined if this is None else this, [resolve, reject], node)
        (ref,) = made.refs
        value = self.st.cells.get((ref, "value"))
        return made if value is None or (ref, "error") in self.st.cells else value

    def _pending(self, node: Node) -> tuple[Value, Value, Value]:
        """Return a promise that is not settled, and what settles it."""
        made = self.make(Thing("promise"), "promise", node.id)
        (ref,) = made.refs
        ways = [
            self.make(Thing("resolver", parts={"cell": (ref, how)}), "resolver", how, node.id)
            for how in ("value", "error")
        ]
        return made, ways[0], ways[1]

    def _with_resolvers(self, node: Node) -> Value:
        made, resolve, reject = self._pending(node)
        cells = {"promise": made, "resolve": resolve, "reject": reject}
        return self.make(Thing("object"), "resolvers", node.id, cells=cells)

    def _settled(self, value: Value, node: Node, reasons: Sequence[Value] = ()) -> Value:
        items = [self.any_item(ref, node) for ref in sorted(value.refs) if self.things[ref].kind in COLLECTIONS]
        inner = self.join(*items) if items else value
        reason = self.join(self.undefined, *reasons)
        result = self.make(
            Thing("object"),
            "settled",
            node.id,
            cells={"status": self.fresh(node), "value": self.join(inner, self.undefined), "reason": reason},
        )
        return self._shaped(self.collection("array", node, result), self.length_taints(value), node)

    def throw(self, value: Value, node: Node) -> None:
        """An error goes up from here."""
        raise NotImplementedError
