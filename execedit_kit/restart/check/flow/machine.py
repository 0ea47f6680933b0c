"""What every part of the abstract run shares: the state, the objects, contexts, and what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from execedit_kit.record.errors import LimitError
from execedit_kit.restart.check.flow.symbols import UNDEFINED, Primitive, Symbols, to_text, truth
from execedit_kit.restart.check.flow.values import (
    NO_TAINTS,
    Cell,
    Cells,
    State,
    Step,
    Taints,
    Thing,
    Token,
    Value,
    joined_values,
    united,
)
from execedit_kit.restart.check.limits import Limits
from execedit_kit.restart.check.source import Node, Source

# Joining and copying states takes time by their size.
_CELLS_A_STEP = 100
TAINTS_A_STEP = 20
"""Sources in one value that are as much work as a step."""
SHAPE, ITEMS = "#", "[]"
Yielded = Callable[[Value], Value]


@dataclass
class Loop:
    """A loop or a labelled block that ``break`` and ``continue`` may name."""

    labels: tuple[str, ...]
    repeats: bool
    breaks: list[State] = field(default_factory=list)
    continues: list[State] = field(default_factory=list)


@dataclass
class Frame:
    """A function that is being followed."""

    node: Node
    this: Value
    home: int | None = None
    returns: list[tuple[Value, State, Node]] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)
    hook: Yielded | None = None
    new: Value | None = None
    arguments: tuple[Value, ...] = ()
    catchers: int = 0
    rejections: list[tuple[Value, State]] = field(default_factory=list)


@dataclass(frozen=True)
class Reached:
    """A source that reached something visible.

    Parameters
    ----------
    token : Token
        The source.
    way : Step | None
        How it got there.
    sink : str
        ``argument``, ``decides``, ``returned``, ``ends`` or ``error``.
    node : Node
        Where.
    what : str
        What is visible there, as a phrase.
    aged : bool
        A question came between.
    asked : bool
        A question came before.
    named : bool
        The call carries a key of its own.
    """

    token: Token
    way: Step | None
    sink: str
    node: Node
    what: str
    aged: bool
    asked: bool
    named: bool


@dataclass(frozen=True)
class Repeated:
    """Two calls that may share a key; ``named`` where a key of their own says so."""

    tool: str
    first: Node
    node: Node
    shown: str
    named: bool


class Machine:
    """State and bookkeeping of one analysis; the rest of the package adds what JavaScript does."""

    def __init__(self, plan: Source, limits: Limits) -> None:
        self.plan = plan
        self.limits = limits
        self.symbols = Symbols()
        self.st = State({})
        self.things: dict[int, Thing] = {}
        self._numbers: dict[tuple[Any, ...], int] = {}
        self.scope = 0
        self.above: dict[int, int] = {}
        self.frame = Frame(plan.root, self.undefined)
        self.frames: list[Frame] = [self.frame]
        self.catchers: list[list[tuple[Value, State]]] = []
        self.context = self.number("context")
        self.generic = 0
        self.nested = 0
        self.left = [0, 0, 0]  # how often something left a loop, a function, by an error
        self.steps = 0
        self.tokens: dict[tuple[Any, ...], Token] = {}
        self.unstable: set[Token] = set()
        self.asks = False
        self.reached: dict[tuple[Any, ...], Reached] = {}
        self.repeated: dict[tuple[int, int, bool], Repeated] = {}
        self.keys_when_kept: dict[tuple[int, int], frozenset[int]] = {}
        self.entered: dict[int, Cells] = {}
        self.summaries: dict[int, Value] = {}
        self.summaries_used = False
        self.completed = self.undefined
        self.named_in: Value | None = None  # the objects of `with`, in which names may be properties

    # Numbers and contexts.

    def number(self, *what: Any) -> int:
        """Return the number of a scope, an object or a context."""
        found = self._numbers.get(what)
        if found is None:
            found = self._numbers[what] = len(self._numbers) + 1
        return found

    @contextmanager
    def within(self, *what: Any, generic: bool = False) -> Iterator[None]:
        """Be in a deeper context: another call, another pass of a loop."""
        before = self.context
        self.context = self.number("context", before, *what)
        self.generic += generic
        try:
            yield
        finally:
            self.context = before
            self.generic -= generic

    def tick(self, node: Node, more: int = 0) -> None:
        """Count one step, and more where it is a long one.

        Raises
        ------
        LimitError
            When there were too many.
        """
        self.steps += 1 + more + len(self.st.cells) // _CELLS_A_STEP
        if self.steps > self.limits.steps:
            what = f"{self.plan.name}:{node.line}: the plan's flow is too intricate to be followed"
            raise LimitError(what, "steps", self.limits.steps)

    # Values.

    def const(self, value: Primitive) -> Value:
        """Return a known value."""
        return Value(NO_TAINTS, frozenset(), frozenset((self.symbols.const(value),)))

    @property
    def undefined(self) -> Value:
        """Return ``undefined``."""
        return self.const(UNDEFINED)

    def fresh(self, node: Node, taints: Taints = NO_TAINTS, tag: str = "") -> Value:
        """Return a value of which nothing is known but where it was made."""
        symbol = self.symbols.intern(("fresh", node.id, self.context, tag))
        return Value(taints, frozenset(), frozenset((symbol,)))

    def op(self, name: str, operands: Sequence[Value], node: Node, taints: Taints | None = None) -> Value:
        """Return what follows from its operands: their sources, and a symbol built of theirs."""
        carried = united(*(value.taints for value in operands)) if taints is None else taints
        symbols = self._combined(name, [self.identity(value) for value in operands])
        return Value(carried, frozenset(), symbols) if symbols else self.fresh(node, carried, name)

    def _combined(self, name: str, choices: Sequence[frozenset[int]]) -> frozenset[int]:
        results: list[tuple[int, ...]] = [()]
        for choice in choices:
            results = [(*begun, one) for begun in results for one in sorted(choice)]
            if not results or len(results) > 6:
                return frozenset()
        make = self.symbols.text if name == "text" else lambda parts: self.symbols.op(name, *parts)
        return frozenset(make(list(result)) for result in results)

    def identity(self, value: Value) -> frozenset[int]:
        """Return the symbols of a value; an object without any is known by itself and its latest change."""
        if value.symbols or not value.refs:
            return value.symbols
        if len(value.refs) > 4:
            return frozenset()
        parts = []
        for ref in sorted(value.refs):
            shape = self.st.cells.get((ref, SHAPE))
            versions = tuple(sorted(shape.symbols)) if shape is not None else ()
            parts.append(self.symbols.intern(("fresh", "thing", ref, versions)))
        return frozenset(parts)

    def known(self, value: Value) -> tuple[bool, Primitive]:
        """Return whether the value is known, and which it is."""
        if len(value.symbols) == 1 and not value.refs:
            (symbol,) = value.symbols
            if self.symbols.is_const(symbol):
                return True, self.symbols.value(symbol)
        return False, UNDEFINED

    def name_of(self, value: Value) -> str | None:
        """Return a known value as a property's name."""
        sure, known = self.known(value)
        if len(value.refs) == 1 and not value.symbols:
            (ref,) = value.refs
            name = self.things[ref].name.rpartition("Symbol.")
            return f"[Symbol.{name[2]}]" if self.things[ref].kind == "builtin" and name[1] else None
        return to_text(known) if sure else None

    def truthy(self, value: Value) -> bool | None:
        """Return whether a value counts as true, if that is sure."""
        if value.refs and not value.symbols:
            return True
        if value.refs or not value.symbols:
            return None
        found = set()
        for symbol in value.symbols:
            if not self.symbols.is_const(symbol):
                return None
            found.add(truth(self.symbols.value(symbol)))
        return found.pop() if len(found) == 1 else None

    def join(self, *values: Value) -> Value:
        """Return a value that may be any of these."""
        result = values[0]
        for value in values[1:]:
            result = result if value is result else joined_values(result, value, self.symbols.unknown)
        return result

    # Objects.

    def make(self, thing: Thing, *place: Any, cells: Mapping[str, Value] | None = None) -> Value:
        """Make an object at a place, in this context, with its first fields."""
        number = self.number("thing", *place, self.context)
        again = number in self.things and self.generic > 0
        self.things[number] = thing
        parts = {SHAPE: self.version(number, "new"), **(cells or {})}
        for name, value in parts.items():
            if again:
                self.add((number, name), value)
            else:
                self.st.cells[number, name] = value
        return Value(NO_TAINTS, frozenset((number,)), frozenset())

    def version(self, *what: Any) -> Value:
        """Return the shape of an object after a change at a place."""
        symbol = self.symbols.intern(("fresh", "version", self.context, *what))
        return Value(NO_TAINTS, frozenset(), frozenset((symbol,)))

    def add(self, cell: Cell, value: Value) -> None:
        """Let a cell hold this too."""
        before = self.st.cells.get(cell)
        if before is None:
            self.st.cells[cell] = value
        elif not before.same(value):
            self.st.cells[cell] = joined_values(before, value, self.symbols.unknown)

    def touched(self, ref: int, node: Node, taints: Taints = NO_TAINTS) -> None:
        """An object has changed: another version, decided by whatever decided that the run is here."""
        shape = self.st.cells.get((ref, SHAPE))
        version = self.version(ref, node.id)
        self.st.cells[ref, SHAPE] = version.tainted(united(taints, shape.taints if shape is not None else NO_TAINTS))

    def within_things(self, value: Value) -> Taints:
        """Return every source in a value and in what can be reached from it."""
        found = dict(value.taints)
        seen: set[int] = set()
        waiting = list(value.refs)
        fields = self._fields(value.refs)
        while waiting:
            ref = waiting.pop()
            if ref in seen:
                continue
            seen.add(ref)
            thing = self.things[ref]
            if thing.kind in ("function", "class", "builtin"):
                continue
            for inner in fields(ref):
                for token, way in inner.taints.items():
                    found.setdefault(token, way)
                waiting.extend(inner.refs)
        return found

    def _fields(self, refs: frozenset[int]) -> Callable[[int], list[Value]]:
        if not refs:
            return lambda ref: []
        by_thing: dict[int, list[Value]] = {}
        for (owner, _), value in self.st.cells.items():
            by_thing.setdefault(owner, []).append(value)
        return lambda ref: by_thing.get(ref, [])

    # Sources.

    def source(self, kind: str, node: Node, what: str, because: str = "") -> Value:
        """Read a source here."""
        if self.st.dead:
            return self.fresh(node)
        if kind == "timer" and not self.st.asked:
            return self.fresh(node, tag=kind)  # it counts from the start of the execution: nothing yet
        key = (kind, node.id, self.context, because)
        token = self.tokens.get(key)
        if token is None:
            self.tick(node, len(self.tokens) // TAINTS_A_STEP)
            token = self.tokens[key] = Token(kind, node, what, because)
        self.st.reads |= {token}
        if kind not in ("clock", "timer"):
            return self.fresh(node, {token: None}, kind)
        symbol = self.symbols.intern(("fresh", node.id, self.context, tuple(sorted(self.st.since)), kind))
        return Value({token: None}, frozenset(), frozenset((symbol,)))

    def reach(self, taints: Taints, sink: str, node: Node, what: str, *, named: bool = False) -> None:
        """Note the sources that reach something visible."""
        if self.st.dead:
            return
        for token, way in taints.items():
            key = (token, sink, node.id, token in self.st.aged, self.st.asked, named)
            if key not in self.reached:
                self.reached[key] = Reached(token, way, sink, node, what, *key[3:])

    # What the rest of the package adds.

    def evaluate(self, node: Node) -> Value:
        """Follow an expression."""
        raise NotImplementedError

    def execute(self, node: Node) -> None:
        """Follow a statement."""
        raise NotImplementedError

    def call(self, callee: Value, this: Value, arguments: Sequence[Value], node: Node) -> Value:
        """Follow a call."""
        raise NotImplementedError

    def construct(self, callee: Value, arguments: Sequence[Value], node: Node) -> Value:
        """Follow ``new``."""
        raise NotImplementedError
