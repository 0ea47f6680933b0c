"""Iteration: generators, iterators of the plan's own, and what takes everything they give."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from execedit_kit.restart.check.flow.access import COLLECTIONS
from execedit_kit.restart.check.flow.builtins import Builtins
from execedit_kit.restart.check.flow.loops import Entry, Turn
from execedit_kit.restart.check.flow.values import NO_TAINTS, State, Thing, Value, joined
from execedit_kit.restart.check.source import Node

ITERATORS = ("[Symbol.iterator]", "[Symbol.asyncIterator]")
Each = Callable[[Value], object]
_DEEPEST = 6


class Iterators(Builtins):
    """What is gone through one by one."""

    thrown: Value | None = None

    def drawn(self, value: Value, node: Node, each: Each, sent: Value | None = None) -> bool:
        """Give what generators and iterators of the plan's own yield to a function; say whether there are any.

        What they return in the end is kept in ``completed``; ``sent`` is what ``yield`` gives back inside.
        """
        ours = [ref for ref in sorted(value.refs) if self._is_drawn(ref)]
        self.completed = self.undefined
        if not ours:
            return False
        others = frozenset(ref for ref in value.refs if ref not in ours and self.things[ref].kind in COLLECTIONS)
        ends, ways, before = [], [self.undefined], self.st
        for ref in ours:
            self.st = before.copy() if len(ours) > 1 or others else before
            self._draw(ref, value, node, each, sent)
            ways.append(self.completed)
            ends.append(self.st)
        if others:
            self.st = before.copy()
            self.over(Value(value.taints, others, value.symbols), node, lambda item, place: (each(item), None)[1])
            ends.append(self.st)
        if len(ends) > 1:
            pc = before.pc
            self.join_states(ends)
            self.st.pc = pc if not self.st.dead else self.st.pc
        self.completed = self.join(*ways).tainted(value.taints)
        return True

    def _is_drawn(self, ref: int) -> bool:
        return self.things[ref].kind == "generator" or self._iterator(ref) is not None

    def _iterator(self, ref: int) -> Value | None:
        for name in ITERATORS:
            method = self.own_method(ref, name)
            if method is not None:
                return method
        return None

    def _draw(self, ref: int, value: Value, node: Node, each: Each, sent: Value | None) -> None:
        alone = Value(value.taints, frozenset((ref,)), frozenset())
        if self.things[ref].kind == "generator":
            self._resumed(ref, value, node, each, sent)
            return
        method = self._iterator(ref)
        assert method is not None
        made = self.call(method, alone, [], node)
        if self.st.dead:
            return
        again = any(one == ref or self._iterator(one) is not None for one in made.refs)
        stepped = frozenset(one for one in made.refs if self.own_method(one, "next") is not None)
        if stepped:
            self._step_through(Value(made.taints, stepped, frozenset()), node, each)
        elif again or not self.drawn(made, node, each, sent):
            if made.refs and all(self.things[one].kind in COLLECTIONS for one in made.refs):
                self.over(made, node, lambda item, place: (each(item), None)[1])
            else:
                each(self.fresh(node, self.within_things(made)))

    def _resumed(self, ref: int, value: Value, node: Node, each: Each, sent: Value | None) -> None:
        parts = self.things[ref].parts
        outer, thrown = self.frame, self.thrown

        def hook(item: Value) -> Value:
            if thrown is not None and self.catchers:
                self.catchers[-1].append((thrown, self.st.copy()))
            inner, self.frame = self.frame, outer
            try:
                each(item.tainted(value.taints))
            finally:
                self.frame = inner
            return self.undefined if sent is None else self.join(self.undefined, sent)

        self.completed = self.run(self.things[parts["function"]], parts["this"], parts["arguments"], node, hook=hook)

    def _step_through(self, iterator: Value, node: Node, each: Each) -> None:
        """Call ``next`` again and again; where the loop may be left, ``return`` once."""
        steps: list[Value] = []

        def enter(turn: Turn) -> Entry:
            found = self.call(self.get(iterator, "next", node), iterator, [], node)
            steps.append(found)
            done = self.get(found, "done", node)
            sure = self.truthy(done)
            self.completed = self.join(self.completed, self.get(found, "value", node))
            return Entry(False if sure else None, done.taints)  # what goes through it may stop

        def body(turn: Turn) -> None:
            each(self.get(steps[-1], "value", node).tainted(iterator.taints))

        self.loop(node, enter, body)
        ending = self.join(*(self.get(iterator, name, node) for name in ("return",)))
        if ending.refs and not self.st.dead:
            before = self.st.copy()
            self.call(ending, iterator, [], node)
            self.join_states([before, self.st])

    def collected(self, value: Value, node: Node, *, stops: bool = False, sent: Value | None = None) -> Value | None:
        """Return everything that generators yield, as an array; ``stops``: they may be left at any of it."""
        made = self.collection("array", node, Value(NO_TAINTS, frozenset(), frozenset()), tag="yielded")
        (ref,) = made.refs

        def keep(item: Value) -> None:
            self.add((ref, "[]"), item)
            self.touched(ref, node, self.st.pc)
            if stops:
                left.append(self.st.copy())

        left: list[State] = []
        if not self.drawn(value, node, keep, sent):
            return None
        if left:
            pc = self.st.pc
            self.join_states([self.st, *left])
            self.st.pc = pc
        return made

    def gone_through(self, value: Value, node: Node) -> Value:
        """Return what is taken apart item by item: everything that iterators yield, or the thing itself."""
        if not any(self._is_drawn(ref) for ref in value.refs):
            return value
        made = self.collected(value, node, stops=True)
        return value if made is None else made.tainted(value.taints)

    def resumed(self, owner: Value, name: str, arguments: Sequence[Value], node: Node) -> Value:
        """Follow ``next``, ``return`` or ``throw`` of a generator: it may run on to any place."""
        sent = self.join(*arguments) if arguments else self.undefined
        self.thrown = sent if name == "throw" else None
        made = self.collected(owner, node, stops=True, sent=sent)
        self.thrown = None
        items = [self.any_item(ref, node) for ref in sorted(made.refs)] if made is not None else []
        item = self.join(self.undefined, self.completed, *items, *([sent] if name == "return" else []))
        cells = {"value": item, "done": self.fresh(node, item.taints)}
        return self.make(Thing("object"), "next", node.id, cells=cells)

    def spread(self, values: Sequence[Value], node: Node) -> Value:
        """Return one array of the items of several."""
        lists = [self.gone_through(value, node) for value in values]
        known: list[Value] | None = []
        for value in lists:
            listed = self.listed(value, node)
            known = None if known is None or listed is None else [*known, *listed]
        if known is not None:
            return self.array(known, node, "spread")
        if len(lists) == 1 and not self._is_map(lists[0]):
            return self.sliced(lists[0], self.symbols.const(0.0), node)
        made = self.collection("array", node, None, tag="spread")
        (ref,) = made.refs
        for value in lists:
            for one in sorted(value.refs):
                self.loosen(ref)
                item = self.pass_item(Value(NO_TAINTS, frozenset((one,)), frozenset()), node, "any")
                self.add((ref, "[]"), item)
            self.touched(ref, node, self.length_taints(value))
        taints = [value.taints for value in lists]
        return made.tainted({token: way for one in reversed(taints) for token, way in one.items()})

    def join_states(self, states: list[State], decided: Any = NO_TAINTS) -> None:
        """Go on from any of these states."""
        after = joined(states, self.symbols.unknown, decided)
        self.st = after if after is not None else states[0]

    def run(self, thing: Thing, this: Value, arguments: Sequence[Value], node: Node, **frame: Any) -> Value:
        """Follow a function's body."""
        raise NotImplementedError
