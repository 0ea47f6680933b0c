"""Ways out: ``return``, ``throw``, and ``try`` with what it does about them."""

from __future__ import annotations

from execedit_kit.restart.check.flow.expressions import Expressions
from execedit_kit.restart.check.flow.values import State, Value, joined, united
from execedit_kit.restart.check.source import Node


class Exits(Expressions):
    """What leaves a function, or a block."""

    def _on_return_statement(self, node: Node) -> None:
        value = self.evaluate(node.kids[0]) if node.kids else self.undefined
        if self.st.dead:
            return
        self.frame.returns.append((value, self.st.copy(), node))
        self.left[1] += 1
        self.st.dead = True

    def _on_throw_statement(self, node: Node) -> None:
        self.throw(self.evaluate(node.kids[0]), node)

    def throw(self, value: Value, node: Node) -> None:
        """An error goes up from here: to the next ``catch``, or out of the plan."""
        if self.st.dead:
            return
        self.left[2] += 1
        if "async" in self.frame.node.words and self.frame.catchers == len(self.catchers):
            self.frame.rejections.append((value, self.st.copy()))
            if not self.catchers:
                self.st.dead = True
                return
        if self.catchers:
            self.catchers[-1].append((value, self.st.copy()))
        else:
            self.reach(self.within_things(value), "error", node, "the error that ends the plan")
            self.reach(self.st.pc, "ends", node, "whether an error ends the plan")
        self.st.dead = True

    def _on_try_statement(self, node: Node) -> None:
        handler, last = node.get("handler"), node.get("finalizer")
        outer, left = self.st.pc, list(self.left)
        caught: list[tuple[Value, State]] = []
        pending: list[tuple[Value, State]] = []
        if last is not None:
            self.catchers.append(pending)
        if handler is not None:
            self.catchers.append(caught)
        returned = len(self.frame.returns)
        leaving = [(len(around.breaks), len(around.continues)) for around in self.frame.loops]
        self.execute(node["body"])
        if handler is not None:
            self.catchers.pop()
            ends = [self.st]
            decided = united(*(self._since(state.pc, outer) for _, state in caught))
            if caught:
                start = joined([state for _, state in caught], self.symbols.unknown, decided)
                if start is not None:
                    self.st = start
                    self._handle(handler, self.join(*(value for value, _ in caught)))
                    ends.append(self.st)
            self.join_states(ends, decided)
            self.left[2] = left[2] if self.left[2] >= left[2] and not self.st.dead else self.left[2]
            if self.left == left and not self.st.dead:
                self.st.pc = outer
        if last is not None:
            self.catchers.pop()
            self._finally(last.kids[-1], returned, leaving)
            if pending:
                self._finally_thrown(last.kids[-1], pending, thrown=self.left[2] != left[2])

    def _finally(self, last: Node, returned: int, leaving: list[tuple[int, int]]) -> None:
        """Follow ``finally`` on every way out of the block: by a return, round or out of a loop, or at its end."""

        def ended(state: State) -> State:
            kept, self.st = self.st, state
            self.execute(last)
            state, self.st = self.st, kept
            return state

        for place in range(returned, len(self.frame.returns)):
            value, state, where = self.frame.returns[place]
            self.frame.returns[place] = (value, ended(state), where)
        for (breaks, continues), around in zip(leaving, self.frame.loops, strict=False):
            around.breaks[breaks:] = [state for one in around.breaks[breaks:] if not (state := ended(one)).dead]
            around.continues[continues:] = [s for one in around.continues[continues:] if not (s := ended(one)).dead]
        self.execute(last)

    def _finally_thrown(self, last: Node, pending: list[tuple[Value, State]], *, thrown: bool) -> None:
        """Follow ``finally`` where an error goes on up, unless it does not let it."""
        start = joined([state for _, state in pending], self.symbols.unknown)
        if start is None:
            return
        kept, self.st = self.st, start.copy()
        self.execute(last)
        if not self.st.dead and self.catchers:
            self.catchers[-1].append((self.join(*(value for value, _ in pending)), self.st))
        elif not self.st.dead and thrown:
            self.throw(self.join(*(value for value, _ in pending)), last)
        self.st = kept

    def _handle(self, handler: Node, error: Value) -> None:
        with self.inside(handler):
            parameter = handler.get("parameter")
            if parameter is not None:
                self.introduce(parameter, error)
            self.execute(handler["body"])
