"""Statements, and the plan as a whole."""

from __future__ import annotations

from execedit_kit.restart.check.flow.exits import Exits
from execedit_kit.restart.check.flow.loops import FIRST, Entry, Turn
from execedit_kit.restart.check.flow.machine import Frame, Loop
from execedit_kit.restart.check.flow.scopes import short
from execedit_kit.restart.check.flow.symbols import to_text
from execedit_kit.restart.check.flow.values import NO_TAINTS, State, Thing, Value, stepped, united
from execedit_kit.restart.check.source import Node, read_source
from execedit_kit.restart.plan import plan

_HARMLESS = {"statement_block", "empty_statement", "break_statement", "continue_statement", "function_declaration"}
_SURE = Entry(True, NO_TAINTS)


class Statements(Exits):
    """What every statement does."""

    def execute(self, node: Node) -> None:
        """Follow a statement."""
        if self.st.dead:
            return
        self.tick(node)
        if self.catchers and node.kind not in _HARMLESS:  # anything may throw
            self.catchers[-1].append((self.error(self.fresh(node, tag="thrown"), node), self.st.copy()))
        handler = getattr(self, f"_on_{node.kind}", None)
        if handler is None:
            self._passed_on(node)
        else:
            handler(node)

    def _on_statement_block(self, node: Node) -> None:
        with self.inside(node):
            self.hoist(node.kids, variables=False)
            for statement in node.kids:
                self.execute(statement)

    def _on_with_statement(self, node: Node) -> None:
        """From here on any name may be a property of the object, also in functions that are called later."""
        owner = self.evaluate(node["object"])
        self.named_in = owner if self.named_in is None else self.join(self.named_in, owner)
        self.execute(node["body"])

    def _on_empty_statement(self, node: Node) -> None:
        """Do nothing."""

    _on_function_declaration = _on_generator_function_declaration = _on_empty_statement
    _on_import_statement = _on_debugger_statement = _on_empty_statement

    def _on_lexical_declaration(self, node: Node) -> None:
        for declarator in node.kids:
            value = declarator.get("value")
            self.introduce(declarator["name"], self.evaluate(value) if value is not None else self.undefined)

    def _on_using_declaration(self, node: Node) -> None:
        """What is disposed of when the block ends is taken to be so at once: its end may come anywhere after."""
        self._on_lexical_declaration(node)
        for declarator in node.kids:
            self.dispose(self.evaluate(declarator["name"]), node)

    def _on_variable_declaration(self, node: Node) -> None:
        for declarator in node.kids:
            value = declarator.get("value")
            if value is not None:
                self.assign(declarator["name"], self.evaluate(value))

    def _on_enum_declaration(self, node: Node) -> None:
        made = self.make(Thing("object"), "enum", node.id)
        for place, part in enumerate(node["body"].kids):
            name = (part.get("name") or part).text
            value = part.get("value")
            held = self.evaluate(value) if value is not None else self.const(float(place))
            self.put(made, name, held, part)
            sure, number = self.known(held)
            if sure and isinstance(number, float):
                self.put(made, to_text(number), self.const(name), part)
        self.declare(node["name"].text, made)

    # Decisions.

    def _on_if_statement(self, node: Node) -> None:
        decision = self.decide(node["condition"])
        other = node.get("alternative")
        if decision.sure is not None:
            self.st = decision.then if decision.sure else decision.other
            chosen = node["consequence"] if decision.sure else other
            if chosen is not None:
                self.execute(chosen)
            return
        decided = stepped(decision.taints, node, f"decides `if ({short(node['condition'].text)})`")
        if other is not None and _code(node["consequence"]) == _code(other):
            decided = NO_TAINTS
        self.branch(
            decided,
            lambda: self._arm(node["consequence"]),
            lambda: self._arm(other),
            (decision.then, decision.other),
        )

    def _arm(self, node: Node | None) -> Value:
        if node is not None:
            self.execute(node)
        return self.undefined

    def _on_else_clause(self, node: Node) -> None:
        self.execute(node.kids[0])

    def _on_switch_statement(self, node: Node) -> None:
        value = self.evaluate(node["value"])
        around = Loop((), repeats=False)
        frame, outer, left = self.frame, self.st.pc, list(self.left)
        decided = stepped(value.taints, node, f"decides `switch ({short(node['value'].text)})`")
        frame.loops.append(around)
        entry: list[State] = []
        falling: State | None = None
        cases = node["body"].kids
        certain = False
        with self.inside(node):
            for case in cases:
                self.hoist(case.kids, variables=False)
            for case in cases:
                test = case.get("value")
                if certain:
                    enters: State | None = None
                else:
                    if test is not None:
                        match = self.combined("===", value, self.evaluate(test), case)
                        sure = self.truthy(match)
                        decided = united(decided, stepped(match.taints, case, "decides `case`"))
                    else:
                        sure = None
                    enters = None if sure is False else self.st.copy()
                    certain = sure is True
                before = self.st
                start = [state for state in (enters, falling) if state is not None]
                if start:
                    for state in start:
                        state.pc = united(state.pc, decided)
                    self.join_states(start, decided)
                    for statement in case.kids:
                        if statement is not test:
                            self.execute(statement)
                    falling = None if self.st.dead else self.st
                self.st = before
        frame.loops.pop()
        defaulted = any(case.kind == "switch_default" for case in cases)
        if not certain and not defaulted:
            entry.append(self.st)
        ends = [*entry, *([falling] if falling is not None else []), *around.breaks]
        self._end(ends, decided, outer, left)

    # Loops.

    def _on_for_statement(self, node: Node, labels: tuple[str, ...] = ()) -> None:
        with self.inside(node):
            start, condition, step = node.get("initializer"), node.get("condition"), node.get("increment")
            if start is not None and start.kind != "empty_statement":
                self.execute(start)

            def enter(turn: Turn) -> Entry:
                if step is not None and turn not in (0, FIRST):
                    self.evaluate(step)
                if condition is None or condition.kind == "empty_statement":
                    return _SURE
                return self._tested(condition)

            self.loop(node, enter, lambda turn: self.execute(node["body"]), labels=labels)

    def _tested(self, condition: Node) -> Entry:
        decision = self.decide(condition)
        return Entry(decision.sure, decision.taints, decision.then, decision.other)

    def _on_while_statement(self, node: Node, labels: tuple[str, ...] = ()) -> None:
        self.loop(
            node, lambda turn: self._tested(node["condition"]), lambda turn: self.execute(node["body"]), labels=labels
        )

    def _on_do_statement(self, node: Node, labels: tuple[str, ...] = ()) -> None:
        def enter(turn: Turn) -> Entry:
            return _SURE if turn in (0, FIRST) else self._tested(node["condition"])

        self.loop(node, enter, lambda turn: self.execute(node["body"]), labels=labels)

    def _on_for_in_statement(self, node: Node, labels: tuple[str, ...] = ()) -> None:
        value = self.evaluate(node["right"])
        if "in" in node.words:
            value = self._parts("keys", value, node)
        target, declared = node["left"], bool(node.words & {"const", "let", "var"}) or node.get("kind") is not None

        def body(item: Value) -> None:
            with self.inside(node):
                if declared:
                    self.introduce(target, item)
                else:
                    self.assign(target, item)
                self.execute(node["body"])

        if not self._for_generator(value, node, body, labels):
            self.over(value, node, lambda item, place: body(item), labels=labels)

    def _for_generator(self, value: Value, node: Node, body: object, labels: tuple[str, ...]) -> bool:
        """Let the loop's body run wherever the generator yields."""
        assert callable(body)
        frame, outer, left = self.frame, self.st.pc, list(self.left)
        around = Loop(labels, repeats=True)
        turns = 0

        def each(item: Value) -> None:
            nonlocal turns
            turns += 1
            frame.loops.append(around)
            with self.within("yielded", node.id):
                body(item)
            frame.loops.pop()
            self._meet(around.continues)
            around.continues = []

        if not self.drawn(value, node, each):
            return False
        decided = united(*(self._since(state.pc, outer) for state in around.breaks))
        self._end([self.st, *around.breaks], decided, outer, left)
        return True

    def _on_labeled_statement(self, node: Node) -> None:
        labels = [node["label"].text]
        inner = node["body"]
        while inner.kind == "labeled_statement":
            labels.append(inner["label"].text)
            inner = inner["body"]
        handler = getattr(self, f"_on_{inner.kind}", None)
        if (
            inner.kind in ("for_statement", "while_statement", "do_statement", "for_in_statement")
            and handler is not None
        ):
            handler(inner, tuple(labels))
            return
        around = Loop(tuple(labels), repeats=False)
        outer, left = self.st.pc, list(self.left)
        self.frame.loops.append(around)
        self.execute(inner)
        self.frame.loops.pop()
        self._end([self.st, *around.breaks], united(*(self._since(s.pc, outer) for s in around.breaks)), outer, left)

    def _on_break_statement(self, node: Node) -> None:
        self._leave(node, again=False)

    def _on_continue_statement(self, node: Node) -> None:
        self._leave(node, again=True)

    def _leave(self, node: Node, *, again: bool) -> None:
        label = node.get("label")
        loops = self.frame.loops
        for depth, around in enumerate(reversed(loops)):
            if label is not None and label.text not in around.labels:
                continue
            if label is None and ((again and not around.repeats) or (around.labels and not around.repeats)):
                continue
            (around.continues if again else around.breaks).append(self.st.copy())
            self.left[0 if depth == 0 else 1] += 1
            break
        self.st.dead = True

    # The plan.

    def run_plan(self) -> None:
        """Follow the whole plan, and again where a recursion was cut short, until what it returns is known."""
        for _ in range(4):
            known = dict(self.summaries)
            self._run_once()
            if not self.summaries_used or all(
                one in known and known[one].same(value) for one, value in self.summaries.items()
            ):
                break
            self.summaries_used = False

    def _run_once(self) -> None:
        self.st = State({})
        self.frame = Frame(self.plan.root, self.undefined)
        self.frames = [self.frame]
        self.left = [0, 0, 0]
        with self.inside(self.plan.root):
            self.hoist(self.plan.root.kids, variables=True)
            for statement in self.plan.root.kids:
                self.execute(statement)
        ways = list(self.frame.returns)
        if not self.st.dead:
            ways.append((self.undefined, self.st, self.plan.root))
        for value, state, node in ways:
            self.st = state
            self.reach(self.within_things(self._shown_summary(value, node)), "returned", node, "the summary")
            if not all(value.same(other) and not value.refs for other, _, _ in ways):
                self.reach(state.pc, "decides", node, "which summary comes")

    def _shown_summary(self, value: Value, node: Node) -> Value:
        if not value.refs:
            return value
        value = self.settled(value, node)
        return self.join(value, self.primitive(value, node), self._for_json(value, node, 0))

    def code(self, text: Value, node: Node, *, function: bool = False) -> Value:
        """Follow code made from a text, where the text is known; else whatever went in comes out."""
        sure, known = self.known(text)
        if not sure or not isinstance(known, str):
            # It may do anything; that it reads the clock is the least that has to be said of it.
            read = self.source("clock", node, "in code put together while the plan runs, which is not followed")
            self.reach(united(text.taints, read.taints), "argument", node, "what code made from a text does")
            return read.tainted(text.taints)
        source = f"(function () {{{known}\n}})" if function else known
        name = f"{self.plan.name}, code in line {node.line}"
        inner = read_source(plan(source, name=name, language="js"), limits=self.limits)
        for part in inner.root.walk():
            part.id = self.number("code", node.id, part.id) + (1 << 32)
            part.line, part.column = node.line, node.column
        value = self.undefined
        for statement in inner.root.kids:
            if statement.kind.endswith(("_statement", "_declaration", "_block")):
                self.execute(statement)
            else:
                value = self.evaluate(statement)
        return value


def _code(node: Node) -> str:
    """Return a branch's code without what it is wrapped in."""
    text = node.text.removeprefix("else").strip()
    while text.startswith("{") and text.endswith("}"):
        text = text[1:-1].strip()
    return " ".join(text.split()).removesuffix(";")
