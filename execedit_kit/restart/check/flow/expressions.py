"""Expressions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from execedit_kit.restart.check.flow import operators
from execedit_kit.restart.check.flow.machine import TAINTS_A_STEP
from execedit_kit.restart.check.flow.members import Members
from execedit_kit.restart.check.flow.scopes import short
from execedit_kit.restart.check.flow.symbols import UNDEFINED
from execedit_kit.restart.check.flow.values import NO_TAINTS, State, Taints, Value, joined, stepped, united
from execedit_kit.restart.check.source import Node


@dataclass
class Decision:
    """A decision: whether its outcome is sure, what it rests on, and the state on either way."""

    sure: bool | None
    taints: Taints
    then: State
    other: State


class Expressions(Members):
    """What every expression does."""

    def evaluate(self, node: Node) -> Value:
        """Follow an expression."""
        self.tick(node)
        handler = getattr(self, f"_on_{node.kind}", None)
        if handler is None:
            return self._passed_on(node)
        value = handler(node)
        assert isinstance(value, Value)
        if len(value.taints) >= TAINTS_A_STEP:
            self.tick(node, len(value.taints) // TAINTS_A_STEP)
        return value

    def _passed_on(self, node: Node) -> Value:
        """What is not known passes on everything inside."""
        if not node.kids:
            return self.fresh(node)
        values = [self.evaluate(kid) for kid in node.kids]
        return self.op(node.kind, values, node, united(*(self.within_things(value) for value in values)))

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
            named = target.get("property")
            key = self.const(named.text) if named else self.as_key(self.evaluate(target["index"]), target)
            self.delete(owner, key, target)

    def _on_binary_expression(self, node: Node) -> Value:
        sign = next(iter(node.words))
        if sign in ("&&", "||", "??"):
            return self._short_circuit(node, sign)
        left, right = self.evaluate(node["left"]), self.evaluate(node["right"])
        return self.combined(sign, left, right, node)

    def combined(self, sign: str, left: Value, right: Value, node: Node) -> Value:
        """Return what an operator makes of two values."""
        if sign == "in":
            return self.contains(right, left, node)
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
        if "using" in node.words:  # so the grammar of TypeScript takes the declaration
            self.dispose(value, node)
        return value

    def dispose(self, value: Value, node: Node) -> None:
        """Do what is done with a thing when its block ends."""
        for ref in sorted(value.refs):
            for name in ("[Symbol.dispose]", "[Symbol.asyncDispose]"):
                own = self.own_method(ref, name, node)
                if own is not None:
                    self.call(own, value, [], node)

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
