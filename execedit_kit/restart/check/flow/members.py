"""Properties, calls, ``new``, ``await`` and ``yield``."""

from __future__ import annotations

from execedit_kit.restart.check.flow.literals import Literals
from execedit_kit.restart.check.flow.symbols import UNDEFINED
from execedit_kit.restart.check.flow.values import NO_TAINTS, State, Thing, Value, joined, united
from execedit_kit.restart.check.source import Node

_CALLABLE = ("function", "builtin", "class", "bound", "resolver", "proxy")


class Members(Literals):
    """What is read from things and done with them."""

    def _on_member_expression(self, node: Node) -> Value:
        if node["object"].kind == "super":
            return self.super_property(node["property"].text, node)
        return self.get(self._present(self.evaluate(node["object"]), node), node["property"].text, node)

    def _present(self, owner: Value, node: Node) -> Value:
        """What is read may decide that there is nothing here: then an error comes."""
        nothing = {self.symbols.const(None), self.symbols.const(UNDEFINED)}
        if owner.taints and owner.symbols & nothing and node.get("optional_chain") is None:
            if self.catchers:
                state = self.st.copy()
                state.pc = united(state.pc, owner.taints)
                self.catchers[-1].append((self.error(self.fresh(node, tag="nothing"), node), state))
            else:
                self.reach(owner.taints, "ends", node, "whether an error ends the plan")
        return owner

    def _on_subscript_expression(self, node: Node) -> Value:
        return self._indexed(self.evaluate(node["object"]), node)

    def _indexed(self, owner: Value, node: Node) -> Value:
        index = self.as_key(self.evaluate(node["index"]), node)
        name = self.name_of(index)
        if name is None and len(index.symbols) > 1 and all(self.symbols.is_const(one) for one in index.symbols):
            each = [Value(index.taints, frozenset(), frozenset((one,))) for one in sorted(index.symbols)]
            return self.join(*(self.get(owner, self.name_of(one), node) for one in each)).tainted(index.taints)
        found = []
        for ref in sorted(owner.refs) if name is None else ():
            if self.things[ref].kind == "array":
                found.append(self.item_at(ref, index.symbols, node))
            else:
                alone = Value(NO_TAINTS, frozenset((ref,)), frozenset())
                held = self.get(alone, None, node)
                callable_ = any(self.things[one].kind in _CALLABLE for one in held.refs)
                if not callable_ and len(index.symbols) == 1 and (ref, "[]") in self.st.cells:
                    root = self.symbols.intern(("fields", ref))
                    held = self.selected(held, root, ("key", next(iter(index.symbols))), frozenset(), held.taints)
                found.append(held)
        if found:
            return self.join(*found).tainted(united(owner.taints, index.taints))
        return self.get(owner, name, node).tainted(index.taints)

    def _arguments_of(self, node: Node) -> list[Value]:
        arguments = node.get("arguments")
        if arguments is None:
            return []
        if arguments.kind == "template_string":
            values = [self.evaluate(kid.kids[0]) for kid in arguments.kids if kid.kind == "template_substitution"]
            return [self.const(arguments.text), *values]
        given: list[Value] = []
        for kid in arguments.kids:
            if kid.kind == "spread_element":
                given.extend(self.opened(self.spread([self.evaluate(kid.kids[0])], kid), kid))
            else:
                given.append(self.evaluate(kid))
        return given

    def _on_call_expression(self, node: Node) -> Value:
        callee = node["function"]
        if callee.kind == "super":
            return self.call_super(self._arguments_of(node), node)
        if callee.kind == "import":
            return self.fresh(node)
        if callee.kind == "identifier" and callee.text == "await":  # the grammar takes `await (x)` for a call
            return self.settled(self._arguments_of(node)[-1], node)
        if callee.kind not in ("member_expression", "subscript_expression"):
            function = self.evaluate(callee)
            return self.call(function, self.undefined, self._arguments_of(node), node)
        if callee["object"].kind == "super":
            function = self.super_property(callee["property"].text if callee.get("property") else None, node)
            return self.call(function, self.frame.this, self._arguments_of(node), node)
        named = callee.get("property")
        if callee.text == "Promise.allSettled":
            return self._all_settled(node)
        if named is not None and named.text in ("catch", "then"):
            return self._with_rescue(callee, named.text, node)
        owner = self.evaluate(callee["object"])
        if callee.kind == "subscript_expression":
            name = None
            function = self._indexed(owner, callee)
            index = self.evaluate(callee["index"]) if not function.refs else None
            name = self.name_of(index) if index is not None else None
        else:
            name = callee["property"].text
            function = self.get(self._present(owner, callee), name, callee)
        arguments = self._arguments_of(node)
        return self._invoke(owner, name, function, arguments, node)

    def _all_settled(self, node: Node) -> Value:
        """``Promise.allSettled(…)``: what went wrong is among what comes."""
        caught: list[tuple[Value, State]] = []
        self.catchers.append(caught)
        given = self._arguments_of(node)
        self.catchers.pop()
        start = joined([self.st, *(state for _, state in caught)], self.symbols.unknown)
        self.st = start or self.st
        return self._settled(self.gone_through(self.join(*given), node), node, [value for value, _ in caught])

    def _with_rescue(self, callee: Node, name: str, node: Node) -> Value:
        """``promise.catch(…)``: where an error came, it is handed over."""
        caught: list[tuple[Value, State]] = []
        self.catchers.append(caught)
        owner = self.evaluate(callee["object"])
        self.catchers.pop()
        if self.catchers:
            self.catchers[-1].extend(caught)
        start = joined([state for _, state in caught], self.symbols.unknown)
        fine = self.st
        if fine.dead and start is not None:
            self.st = start
        function = self.get(self._present(owner, callee), name, callee)
        arguments = self._arguments_of(node)
        handlers = arguments[:1] if name == "catch" else arguments[1:2]
        if start is None or not handlers:
            self.st = fine if fine.dead else self.st
            return self._invoke(owner, name, function, arguments, node)
        after = self.st
        self.st = start.copy()
        rescued = self.call(handlers[0], self.undefined, [self.join(*(value for value, _ in caught))], node)
        if fine.dead:
            return rescued
        error, self.st = self.st, after
        result = self._invoke(owner, name, function, arguments, node)
        self.join_states([self.st, error])
        return self.join(result, rescued)

    def _invoke(self, owner: Value, name: str | None, function: Value, arguments: list[Value], node: Node) -> Value:
        kinds = {self.things[ref].kind for ref in owner.refs}
        reflects = any(self.things[ref].name == "Reflect.apply" for ref in function.refs)
        if name in ("call", "apply", "bind") and kinds & set(_CALLABLE) and self._unwritten(function) and not reflects:
            return self._borrowed(owner, name, arguments, node)
        if name in ("next", "return", "throw") and "generator" in kinds:
            return self.resumed(owner, name, arguments, node)
        if name in ("__defineGetter__", "__defineSetter__") and len(arguments) > 1 and owner.refs:
            parts = {"get" if "Getter" in name else "set": arguments[1]}
            descriptor = self.make(Thing("object"), "descriptor", node.id, cells=parts)
            self.define(owner, arguments[0], descriptor, node)
            return self.undefined
        ours = frozenset(ref for ref in function.refs if self.things[ref].kind in _CALLABLE)
        if ours:
            return self.call(Value(function.taints, ours, frozenset()), owner, arguments, node)
        if name is None:
            return self.call(Value(function.taints, frozenset(), function.symbols), owner, arguments, node)
        return self.method_call(owner, name, arguments, node)

    def _unwritten(self, function: Value) -> bool:
        return all(self.things[ref].kind == "builtin" for ref in function.refs) or not function.refs

    def _borrowed(self, function: Value, name: str, arguments: list[Value], node: Node) -> Value:
        this = arguments[0] if arguments else self.undefined
        if name == "bind":
            parts = {"target": function, "this": this, "arguments": arguments[1:]}
            return self.make(Thing("bound", parts=parts), "bound", node.id)
        given = arguments[1:]
        if name == "apply":
            given = self.opened(arguments[1], node) if len(arguments) > 1 and arguments[1].refs else []
        return self.call(function, this, given, node)

    def _on_new_expression(self, node: Node) -> Value:
        return self.construct(self.evaluate(node["constructor"]), self._arguments_of(node), node)

    def _on_await_expression(self, node: Node) -> Value:
        return self.settled(self.evaluate(node.kids[0]), node)

    def _on_yield_expression(self, node: Node) -> Value:
        value = self.evaluate(node.kids[0]) if node.kids else self.undefined
        hook = self.frame.hook
        if hook is None:
            return self.undefined
        if "*" in node.words:
            if not self.drawn(value, node, hook):
                self.over(value, node, lambda item, place: (hook(item), None)[1])
                return self.undefined
            return self.completed
        return hook(value)

    def _on_meta_property(self, node: Node) -> Value:
        """``new.target``: the class of what is being made."""
        kinds = [self.things[ref].parts.get("class") for ref in sorted(self.frame.this.refs)]
        made = frozenset(kind for kind in kinds if kind is not None)
        return self.join(self.undefined, Value(NO_TAINTS, made, frozenset())) if made else self.undefined
