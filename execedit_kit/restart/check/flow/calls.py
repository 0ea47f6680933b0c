"""Functions, classes and generators, entered where they are called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from execedit_kit.restart.check.flow.iterators import Iterators
from execedit_kit.restart.check.flow.machine import Frame
from execedit_kit.restart.check.flow.values import NO_TAINTS, Taints, Thing, Value, joined, stepped, united
from execedit_kit.restart.check.source import Node

_SAME = 4
_DEEPEST = 40


class Calls(Iterators):
    """Calls of what the plan itself wrote."""

    def call(self, callee: Value, this: Value, arguments: Sequence[Value], node: Node) -> Value:
        """Follow a call; where the function may be several, each of them."""
        if not callee.refs:
            taints = united(callee.taints, this.taints, *(self.within_things(one) for one in arguments))
            for argument in arguments:
                self._called_back(argument, this, node)
            return self.op("call", [callee, *arguments], node, taints)
        refs = sorted(callee.refs)
        if len(refs) == 1:
            return self._call_one(refs[0], callee, this, arguments, node)
        ends, results, before = [], [], self.st
        outer = before.pc
        decided = stepped(callee.taints, node, "decides which function is called")
        for ref in refs:
            self.st = before.copy()
            self.st.pc = united(outer, decided)
            results.append(self._call_one(ref, callee, this, arguments, node))
            ends.append(self.st)
        self.join_states(ends, decided)
        self.st.pc = outer if not self.st.dead else self.st.pc
        return self.join(*results).tainted(callee.taints)

    def _call_one(self, ref: int, callee: Value, this: Value, arguments: Sequence[Value], node: Node) -> Value:
        thing = self.things[ref]
        if thing.kind == "function":
            pc = self.st.pc
            if callee.taints:
                self.st.pc = united(pc, callee.taints)
            result = self._enter(thing, ref, this, arguments, node)
            if callee.taints and self.st.pc.keys() == united(pc, callee.taints).keys():
                self.st.pc = pc
            return result.tainted(callee.taints)
        if thing.kind == "bound":
            given = [*thing.parts["arguments"], *arguments]
            return self.call(thing.parts["target"], thing.parts["this"], given, node)
        if thing.kind == "builtin":
            return self.call_builtin(thing.name, this, arguments, node)
        if thing.kind == "resolver":
            cell = thing.parts["cell"]
            self.add(cell, arguments[0] if arguments else self.undefined)
            self.add(cell, Value(self.st.pc, frozenset(), frozenset()))
            return self.undefined
        if thing.kind == "class":
            return self.construct(callee, arguments, node)
        if thing.kind == "proxy":
            trap = self.trap(ref, "apply")
            if trap is None:
                return self.call(thing.parts["target"], this, arguments, node)
            given = [thing.parts["target"], this, self.array(arguments, node)]
            return self.call(trap, thing.parts["handler"], given, node)
        return self.fresh(node, united(callee.taints, *(self.within_things(one) for one in arguments)))

    def _enter(self, thing: Thing, ref: int, this: Value, arguments: Sequence[Value], node: Node) -> Value:
        function = thing.node
        assert function is not None
        self.tick(node)
        if self.st.dead:
            return self.undefined
        if "*" in function.words or function.kind.startswith("generator"):
            parts = {"function": ref, "this": this, "arguments": list(arguments)}
            return self.make(Thing("generator", parts=parts), "generator", node.id)
        return self.run(thing, this, arguments, node)

    def run(self, thing: Thing, this: Value, arguments: Sequence[Value], node: Node, **frame: Any) -> Value:
        """Follow a function's body."""
        function = thing.node
        assert function is not None
        inside = sum(one.node is function for one in self.frames)
        if inside >= _SAME or len(self.frames) >= _DEEPEST:
            self.summaries_used = True
            known = self.summaries.get(function.id, self.undefined)
            return self.join(known, *arguments).tainted(united(*(self.within_things(one) for one in arguments)))
        if inside == 1:
            self.entered[function.id] = dict(self.st.cells)
        last = inside == _SAME - 1
        if last:
            arguments = self._widened(function, arguments, node)
        home = thing.parts["this"]
        arrow = function.kind == "arrow_function"
        new = Frame(
            function, home.this if arrow else this, thing.parts.get("home", home.home if arrow else None), **frame
        )
        new.catchers = len(self.catchers)
        new.arguments = home.arguments if arrow else tuple(arguments)
        if arrow and new.new is None:
            new.new = home.new
        pc, left, frames, scope = self.st.pc, list(self.left), self.frame, self.scope
        with self.within("call", node.id, generic=last):
            self.frame = new
            self.frames.append(new)
            try:
                with self.inside(function, thing.scope):
                    self._named(thing)
                    self.parameters(function, list(arguments))
                    result = self._body(function)
            finally:
                self.frames.pop()
                self.frame, self.scope = frames, scope
        if self.st.dead and not new.returns and new.rejections:
            return self._rejected(new, pc, left)
        result = self._returned(new, result, pc, left)
        if new.rejections and not self.catchers:
            for value, state in new.rejections:
                kept, self.st = self.st, state
                self.frame, outer = frames, self.frame
                self.throw(value, node)
                self.frame, self.st = outer, kept
        before = self.summaries.get(function.id)
        self.summaries[function.id] = result if before is None else self.join(before, result)
        return result

    def _rejected(self, frame: Frame, pc: Taints, left: list[int]) -> Value:
        """Return the promise of an async function that surely throws: the error comes where it is waited for."""
        after = joined([state for _, state in frame.rejections], self.symbols.unknown)
        assert after is not None
        self.st = after
        self.left[0], self.left[1] = left[0], left[1]
        made = self.make(Thing("promise"), "rejected", frame.node.id)
        (ref,) = made.refs
        self.st.cells[ref, "error"] = self.join(*(value for value, _ in frame.rejections))
        return made

    def _widened(self, function: Node, arguments: Sequence[Value], node: Node) -> list[Value]:
        """Forget what only the first rounds of a recursion know, so that its last one stands for all that follow."""
        before = self.entered.get(function.id, {})
        for cell, value in list(self.st.cells.items()):
            held = before.get(cell)
            if held is not None and held is not value and not held.same(value):
                self.st.cells[cell] = self._vague(value, node)
        return [self._vague(value, node) for value in arguments]

    def _vague(self, value: Value, node: Node) -> Value:
        for ref in sorted(value.refs):
            if self.things[ref].kind == "array":
                self.loosen(ref)
        if not any(self.symbols.is_const(symbol) for symbol in value.symbols):
            return value
        return Value(value.taints, value.refs, self.fresh(node, tag="vague").symbols)

    def _named(self, thing: Thing) -> None:
        """A function expression can call itself by its own name."""
        if thing.node is not None and thing.node.kind in ("function_expression", "generator_function") and thing.name:
            self.declare(thing.name, self.make(thing, "itself", thing.node.id, thing.scope))

    def _body(self, function: Node) -> Value:
        body = function["body"]
        if body.kind != "statement_block":
            return self.evaluate(body)
        self.hoist(body.kids, variables=True)
        for statement in body.kids:
            self.execute(statement)
        return self.undefined

    def _returned(self, frame: Frame, last: Value, pc: Taints, left: list[int]) -> Value:
        """Join all ways out of a function; where they differ, what decided between them goes along."""
        ways = list(frame.returns)
        if not self.st.dead:
            ways.append((last, self.st, frame.node))
        self.left[0], self.left[1] = left[0], left[1]
        if not ways:
            self.st.dead = True
            return last
        decided = united(*(self._since(state.pc, pc) for _, state, _ in ways))
        thrown = self.left[2] != left[2]
        after = joined([state for _, state, _ in ways], self.symbols.unknown, decided)
        assert after is not None
        self.st = after
        if not thrown:
            self.st.pc = pc
        values = [value for value, _, _ in ways]
        result = self.join(*values)
        if decided and not all(value.same(values[0]) for value in values):
            result = result.tainted(decided)
        name = frame.node.get("name")
        label = f"returned by {name.text}()" if name is not None else ""
        return Value(stepped(result.taints, frame.node, label), result.refs, result.symbols) if label else result

    # Classes.

    def construct(self, callee: Value, arguments: Sequence[Value], node: Node) -> Value:
        """Follow ``new``."""
        made = []
        for ref in sorted(callee.refs):
            thing = self.things[ref]
            if thing.kind == "builtin":
                made.append(self.construct_builtin(thing.name, arguments, node))
            elif thing.kind == "class":
                made.append(self._new(thing, ref, arguments, node))
            elif thing.kind == "function" and thing.node is not None:
                this = self.make(Thing("instance", parts={"class": ref}), "new", node.id)
                result = self.run(thing, this, arguments, node)
                made.append(result if result.refs else this)
            elif thing.kind == "proxy":
                trap = self.trap(ref, "construct")
                given = [thing.parts["target"], self.array(arguments, node), callee]
                if trap is not None:
                    made.append(self.call(trap, thing.parts["handler"], given, node))
                else:
                    made.append(self.construct(thing.parts["target"], arguments, node))
            elif thing.kind == "bound":
                made.append(self.construct(thing.parts["target"], [*thing.parts["arguments"], *arguments], node))
        if not made:
            return self.fresh(node, united(callee.taints, *(self.within_things(one) for one in arguments)))
        return self.join(*made).tainted(callee.taints)

    def _new(self, thing: Thing, ref: int, arguments: Sequence[Value], node: Node) -> Value:
        native = self._native(thing)
        kinds = {"Map": "map", "Set": "set", "Array": "array", "Date": "date"}
        this = self.make(Thing(kinds.get(native or "", "instance"), parts={"class": ref}), "instance", node.id)
        result = self._initialise(ref, this, arguments, node)
        if not result.refs:
            return this
        return self.join(this, result) if result.symbols else result

    def _native(self, thing: Thing) -> str | None:
        """Return the built-in that a class extends in the end."""
        seen = 0
        while thing.kind == "class" and seen < 20:
            base = thing.parts.get("base")
            if base is None or not base.refs:
                return None
            thing, seen = self.things[min(base.refs)], seen + 1
        return thing.name if thing.kind == "builtin" else None

    def _initialise(self, ref: int, this: Value, arguments: Sequence[Value], node: Node) -> Value:
        thing = self.things[ref]
        own = thing.parts["methods"].get("constructor")
        if own is None:
            self._super(ref, this, arguments, node)
            return self.undefined
        (function,) = own.refs
        if thing.parts.get("base") is None:
            self._set_fields(ref, this, node)
        return self.run(self.things[function], this, arguments, node, new=this)

    def _super(self, ref: int, this: Value, arguments: Sequence[Value], node: Node) -> None:
        base = self.things[ref].parts.get("base")
        for one in sorted(base.refs) if base is not None else ():
            parent = self.things[one]
            if parent.kind == "class":
                self._initialise(one, this, arguments, node)
            elif parent.kind == "builtin":
                self.construct_builtin(parent.name, arguments, node, this)
            elif parent.kind == "function":
                self.run(parent, this, arguments, node)
        self._set_fields(ref, this, node)

    def _set_fields(self, ref: int, this: Value, node: Node) -> None:
        thing = self.things[ref]
        frames, self.frame = self.frame, Frame(node, this, ref)
        with self.within("fields", node.id), self.inside(thing.node or node, thing.scope):
            for name, value in thing.parts["fields"]:
                held = self.evaluate(value) if value is not None else self.undefined
                self.put(this, name, held, value or node)
        self.frame = frames

    def call_super(self, arguments: Sequence[Value], node: Node) -> Value:
        """Follow ``super(…)``."""
        if self.frame.home is not None:
            self._super(self.frame.home, self.frame.this, arguments, node)
        return self.undefined

    def super_property(self, name: str | None, node: Node) -> Value:
        """Return ``super.name``."""
        home = self.frame.home
        if home is None or name is None:
            return self.undefined
        if self.things[home].kind != "class":
            behind = self._set_behind(home)
            return self.undefined if behind is None else self.get(behind, name, node)
        base = self.things[home].parts.get("base")
        static = any(self.things[one].kind == "class" for one in self.frame.this.refs)
        found = []
        for ref in sorted(base.refs) if base is not None else ():
            behind = Value(NO_TAINTS, frozenset((ref,)), frozenset()) if static else self.prototype(ref)
            found += [self._own(one, name, self.frame.this, node) for one in sorted(behind.refs)]
        return self.join(*found) if found else self.undefined
