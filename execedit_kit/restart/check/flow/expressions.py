"""Expressions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from execedit_kit.restart.check.flow import operators
from execedit_kit.restart.check.flow.literals import Literals
from execedit_kit.restart.check.flow.scopes import short
from execedit_kit.restart.check.flow.symbols import UNDEFINED
from execedit_kit.restart.check.flow.values import NO_TAINTS, State, Taints, Thing, Value, joined, stepped, united
from execedit_kit.restart.check.source import Node

_CALLABLE = ("function", "builtin", "class", "bound", "resolver", "proxy")


@dataclass
class Decision:
    """A decision: whether its outcome is sure, what it rests on, and the state on either way."""

    sure: bool | None
    taints: Taints
    then: State
    other: State


class Expressions(Literals):
    """What every expression does."""

    def evaluate(self, node: Node) -> Value:
        """Follow an expression."""
        self.tick(node)
        handler = getattr(self, f"_on_{node.kind}", None)
        if handler is None:
            return self._passed_on(node)
        value = handler(node)
        assert isinstance(value, Value)
        return value

    def _passed_on(self, node: Node) -> Value:
        """What is not known passes on everything inside."""
        if not node.kids:
            return self.fresh(node)
        values = [self.evaluate(kid) for kid in node.kids]
        return self.op(node.kind, values, node, united(*(self.within_things(value) for value in values)))

    # Properties and calls.

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

    def _invoke(self, owner: Value, name: str | None, function: Value, arguments: list[Value], node: Node) -> Value:
        kinds = {self.things[ref].kind for ref in owner.refs}
        reflects = any(self.things[ref].name == "Reflect.apply" for ref in function.refs)
        if name in ("call", "apply", "bind") and kinds & set(_CALLABLE) and self._unwritten(function) and not reflects:
            return self._borrowed(owner, name, arguments, node)
        if name in ("next", "return", "throw") and "generator" in kinds:
            return self.resumed(owner, name, arguments, node)
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

    # Operators.

    def _on_sequence_expression(self, node: Node) -> Value:
        return [self.evaluate(kid) for kid in node.kids][-1]

    def _on_unary_expression(self, node: Node) -> Value:
        value = self.evaluate(node["argument"])
        sign = next(iter(node.words))
        if sign in ("void", "typeof", "delete"):
            if sign == "delete":
                self._deleted(node["argument"])
            return self.undefined if sign == "void" else self.fresh(node)
        if sign == "!":
            sure = self.truthy(value)
            if sure is not None:
                return self.const(not sure).tainted(value.taints if not self.always(value) else NO_TAINTS)
        return operators.unary(self, sign, self.primitive(value, node) if sign != "!" else value, node)

    def always(self, value: Value) -> bool:
        """Say whether a value counts as true whatever was read: an object does."""
        return bool(value.refs) and not value.symbols

    def _deleted(self, target: Node) -> None:
        if target.kind in ("member_expression", "subscript_expression"):
            owner = self.evaluate(target["object"])
            name = target["property"].text if target.get("property") else self.name_of(self.evaluate(target["index"]))
            self.put(owner, name, self.undefined, target)
            for ref in sorted(owner.refs):
                self.touched(ref, target, owner.taints)

    def _on_binary_expression(self, node: Node) -> Value:
        sign = next(iter(node.words))
        if sign in ("&&", "||", "??"):
            return self._short_circuit(node, sign)
        left, right = self.evaluate(node["left"]), self.evaluate(node["right"])
        return self.combined(sign, left, right, node)

    def combined(self, sign: str, left: Value, right: Value, node: Node) -> Value:
        """Return what an operator makes of two values."""
        if sign == "in":
            return self.op("member", [right, left], node, united(self.length_taints(right), left.taints))
        if sign == "instanceof":
            own = [(one, self.own_method(one, "[Symbol.hasInstance]", node)) for one in sorted(right.refs)]
            asked = [self.call(how, right, [left], node) for _, how in own if how is not None]
            return self.join(*asked) if asked else self.op(sign, [left], node, NO_TAINTS)
        if sign in ("==", "!=") and self._compares_as_text(left, right):
            left, right = self.primitive(left, node), self.primitive(right, node)
        if sign in ("===", "!==", "==", "!=") and (left.refs or right.refs):
            return operators.compared(self, sign, left, right, node)
        return operators.binary(self, sign, self.primitive(left, node), self.primitive(right, node), node)

    def _compares_as_text(self, left: Value, right: Value) -> bool:
        """Say whether ``==`` may convert an object: where the other side may be neither an object nor nothing."""
        nothing = {self.symbols.const(None), self.symbols.const(UNDEFINED)}
        return any(one.refs and other.symbols - nothing for one, other in ((left, right), (right, left)))

    def _short_circuit(self, node: Node, sign: str) -> Value:
        left = self.evaluate(node["left"])
        sure = self.truthy(left)
        if sign == "??":
            sure = operators.present(self, left)
        goes_on = {"&&": sure, "||": None if sure is None else not sure, "??": None if sure is None else not sure}[sign]
        if goes_on is False:
            return left
        if goes_on is True and (self.always(left) or not left.taints):
            return self.evaluate(node["right"])
        decided = stepped(left.taints, node, f"decides `{short(node['left'].text)}`")
        right = self.branch(decided, lambda: self.evaluate(node["right"]), None)
        result = self.join(left, right).tainted(united(left.taints, right.taints))
        if sign == "&&" and len(left.symbols) == 1 and len(right.symbols) == 1 and not left.refs and not right.refs:
            symbol = self.symbols.op("&&", *left.symbols, *right.symbols)
            return Value(result.taints, frozenset(), frozenset((symbol,)))
        return result

    def decide(self, node: Node) -> Decision:
        """Follow what a decision rests on; each way goes on with what was evaluated on the way to it."""
        sign = next(iter(node.words), "")
        if node.kind == "binary_expression" and sign in ("&&", "||"):
            return self._decide_both(node, sign)
        if node.kind == "unary_expression" and sign == "!":
            turned = self.decide(node["argument"])
            return Decision(None if turned.sure is None else not turned.sure, turned.taints, turned.other, turned.then)
        value = self.evaluate(node)
        sure = self.truthy(value)
        taints = NO_TAINTS if sure is not None and (self.always(value) or not value.taints) else value.taints
        return Decision(sure, taints, self.st, self.st.copy())

    def _decide_both(self, node: Node, sign: str) -> Decision:
        left = self.decide(node["left"])
        ends = sign == "||"  # the value of the left side that ends the matter
        if left.sure is ends:
            return left
        outer = (left.other if ends else left.then).pc
        self.st = left.other if ends else left.then
        self.st.pc = united(outer, left.taints)
        right = self.decide(node["right"])
        for state in (right.then, right.other):
            if state.pc.keys() == united(outer, left.taints).keys():
                state.pc = outer
        taints = united(left.taints, right.taints)
        if left.sure is not None:
            return Decision(right.sure, taints, right.then, right.other)
        early = left.then if ends else left.other
        both = joined([early, right.then if ends else right.other], self.symbols.unknown, left.taints) or early
        sure = right.sure if right.sure is ends else None
        return Decision(sure, taints, both if ends else right.then, right.other if ends else both)

    def branch(
        self,
        decided: Taints,
        then: Callable[[], Value],
        other: Callable[[], Value] | None,
        starts: tuple[State, State] | None = None,
    ) -> Value:
        """Follow both arms of a decision and join what they did."""
        before = starts if starts is not None else (self.st, self.st.copy())
        outer, left = before[0].pc if not before[0].dead else before[1].pc, list(self.left)
        results, ends = [], []
        for arm, start in zip((then, other), before, strict=True):
            self.st = start
            self.st.pc = united(self.st.pc, decided)
            if arm is not None:
                result = arm()
                if not self.st.dead:
                    results.append(result)
            ends.append(self.st)
        self.join_states(ends, decided)
        if not self.st.dead and self.left == left:
            self.st.pc = outer
        return self.join(*results) if results else self.undefined

    def _on_ternary_expression(self, node: Node) -> Value:
        """``a ? b : c``."""
        decision = self.decide(node["condition"])
        then, other = node["consequence"], node["alternative"]
        if decision.sure is not None:
            self.st = decision.then if decision.sure else decision.other
            return self.evaluate(then if decision.sure else other)
        decided = stepped(decision.taints, node, f"decides `{short(node['condition'].text)}`")
        seen: list[Value] = []

        def one() -> Value:
            seen.append(self.evaluate(then))
            return seen[-1]

        def two() -> Value:
            seen.append(self.evaluate(other))
            return seen[-1]

        result = self.branch(decided, one, two, (decision.then, decision.other))
        if len(seen) == 2 and seen[0].same(seen[1]) and seen[0].symbols != {self.symbols.unknown}:
            return result
        return result.tainted(decided)

    def _on_assignment_expression(self, node: Node) -> Value:
        value = self.evaluate(node["right"])
        self.assign(node["left"], value)
        return value

    def _on_augmented_assignment_expression(self, node: Node) -> Value:
        target = node["left"]
        sign = next(iter(node.words)).removesuffix("=")
        before = self.evaluate(target)
        if sign in ("&&", "||", "??"):
            decided = stepped(before.taints, node, f"decides `{short(node.text)}`")

            def store() -> Value:
                value = self.evaluate(node["right"])
                self.assign(target, value)
                return value

            sure = operators.present(self, before) if sign == "??" else self.truthy(before)
            if sure is not None and sure is not (sign == "&&"):
                return before if sure or sign == "&&" else store()
            return self.join(before, self.branch(decided, store, None))
        value = self.combined(sign, before, self.evaluate(node["right"]), node)
        self.assign(target, value)
        return value

    def _on_update_expression(self, node: Node) -> Value:
        target = node["argument"]
        before = self.evaluate(target)
        value = self.combined("+" if "++" in node.words else "-", before, self.const(1.0), node)
        self.assign(target, value)
        return before if node.text.endswith(("++", "--")) else value
