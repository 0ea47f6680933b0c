"""Abstract values, objects and the state of a run (restart lab, section 5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from execedit_kit.restart.check.flow.symbols import MOST
from execedit_kit.restart.check.source import Node


@dataclass(frozen=True, eq=False)
class Token:
    """One source: a reading of the clock, a draw, a read of what can change; at a place, in a context of calls.

    Parameters
    ----------
    kind : str
        ``clock``, ``timer``, ``random``, ``stale``, or ``live`` for a read that is not cached.
    node : Node
        Where it is read.
    what : str
        What is read, as the plan writes it.
    because : str
        For a stale read: what came between, as a clause.
    """

    kind: str
    node: Node
    what: str
    because: str = ""


class Step(NamedTuple):
    """One step of the way from a source: the place, what happens there, and the step before."""

    line: int
    text: str
    before: Step | None


Taints = Mapping[Token, Step | None]
NO_TAINTS: Taints = MappingProxyType({})
_LONGEST_WAY = 14


def united(*many: Taints) -> Taints:
    """Return all sources; where two ways lead from one, the first."""
    adding: list[Taints] = []
    known: set[Token] = set()
    for taints in many:
        if not taints or (adding and taints.keys() <= (known or adding[0].keys())):
            continue
        if adding:
            known.update(taints if known else (*adding[0], *taints))
        adding.append(taints)
    if len(adding) < 2:
        return adding[0] if adding else NO_TAINTS
    result: dict[Token, Step | None] = {}
    for taints in reversed(adding):
        result.update(taints)
    return result


def stepped(taints: Taints, node: Node, text: str) -> Taints:
    """Return the same sources, one step further on their way."""
    if not taints:
        return taints
    return {token: _next(way, node.line, text) for token, way in taints.items()}


def _next(way: Step | None, line: int, text: str) -> Step:
    length, step = 0, way
    while step is not None:
        if (step.line, step.text) == (line, text):
            return step  # round a loop: the first time is enough
        length, step = length + 1, step.before
    return way if way is not None and length >= _LONGEST_WAY else Step(line, text, way)


class Value(NamedTuple):
    """What an expression may be: the sources in it, the objects it may refer to, the symbols it may have."""

    taints: Taints
    refs: frozenset[int]
    symbols: frozenset[int]

    def same(self, other: Value) -> bool:
        """Say whether it is the same but for the ways its sources took."""
        return (
            self.refs == other.refs
            and self.symbols == other.symbols
            and (self.taints is other.taints or self.taints.keys() == other.taints.keys())
        )

    def tainted(self, taints: Taints) -> Value:
        """Return it with more sources."""
        return self if not taints else Value(united(self.taints, taints), self.refs, self.symbols)


@dataclass(frozen=True)
class Thing:
    """An object: what never changes about it. Its fields are cells of the state.

    Parameters
    ----------
    kind : str
        ``object``, ``array``, ``map``, ``set``, ``date``, ``function``, ``class``, ``instance``, ``builtin``,
        ``bound``, ``proxy``,
        ``generator``, ``promise``.
    name : str
        Of a built-in, with dots; else what to call it.
    node : Node | None
        A function's or class's place.
    scope : int
        The scope a function or class was made in.
    parts : Mapping[str, Any]
        What else belongs to it: the bound function, a class's base, a collection's root.
    """

    kind: str
    name: str = ""
    node: Node | None = None
    scope: int = 0
    parts: Mapping[str, Any] = field(default_factory=dict)


Cell = tuple[int, str]
Cells = dict[Cell, Value]


@dataclass
class State:
    """Where a run may stand: every cell, and what has happened on the way.

    Parameters
    ----------
    cells : dict
        Variables by scope, fields by object; ``#`` is an object's shape (how many, which), ``[]`` its unnamed items.
    reads : frozenset[Token]
        Sources that were read: a question that comes now makes them differ.
    keys : frozenset[int]
        Calls that were made, by the number of their key.
    known : frozenset[int]
        Reads whose result the cache holds.
    changed : frozenset[tuple[int, int]]
        For such a read, the call (by its place) that may have changed what it read.
    aged : frozenset[Token]
        Sources that were read before a question that has come.
    asked : bool
        A question may have come.
    since : frozenset[int]
        The questions that may have come last, by place and context; while none comes the clock stands still.
    kept : frozenset[tuple[int, int]]
        What was put into which collection: the object's number and the symbol.
    pc : Taints
        What decided that the run is here.
    dead : bool
        The run does not get here.
    """

    cells: Cells
    reads: frozenset[Token] = frozenset()
    keys: frozenset[int] = frozenset()
    known: frozenset[int] = frozenset()
    changed: frozenset[tuple[int, int]] = frozenset()
    aged: frozenset[Token] = frozenset()
    asked: bool = False
    since: frozenset[int] = frozenset((0,))
    kept: frozenset[tuple[int, int]] = frozenset()
    pc: Taints = field(default_factory=lambda: NO_TAINTS)
    dead: bool = False

    def copy(self) -> State:
        """Return a state that can go its own way."""
        return State(
            dict(self.cells),
            self.reads,
            self.keys,
            self.known,
            self.changed,
            self.aged,
            self.asked,
            self.since,
            self.kept,
            self.pc,
            self.dead,
        )


def joined_values(one: Value, other: Value, unknown: int) -> Value:
    """Return a value that may be either."""
    symbols = one.symbols | other.symbols
    if len(symbols) > MOST:
        symbols = frozenset((unknown,))
    return Value(united(one.taints, other.taints), one.refs | other.refs, symbols)


def joined(states: Iterable[State], unknown: int, decided: Taints = NO_TAINTS) -> State | None:
    """Return a state that may be any of these; cells in which they differ are marked by what decided between them."""
    live = [state for state in states if not state.dead]
    if not live:
        return None
    result = live[0]
    for other in live[1:]:
        cells = _joined_cells(result.cells, other.cells, unknown, decided)
        result = State(
            cells,
            result.reads | other.reads,
            result.keys | other.keys,
            result.known | other.known,
            result.changed | other.changed,
            result.aged | other.aged,
            result.asked or other.asked,
            result.since | other.since,
            result.kept | other.kept,
            united(result.pc, other.pc),
        )
    return result


def _joined_cells(one: Cells, other: Cells, unknown: int, decided: Taints) -> Cells:
    cells = dict(one)
    for cell, theirs in other.items():
        mine = one.get(cell)
        if mine is theirs:
            continue
        if mine is None:
            cells[cell] = theirs.tainted(decided) if _was_there(cell, one) else theirs
        elif not mine.same(theirs):
            cells[cell] = joined_values(mine, theirs, unknown).tainted(decided)
    if decided:
        for cell, mine in one.items():
            if cell not in other and _was_there(cell, other):
                cells[cell] = mine.tainted(decided)
    return cells


def _was_there(cell: Cell, cells: Cells) -> bool:
    """Say whether the owner of a cell is known on the other side too; what is new is marked by who refers to it."""
    return cell[0] == 0 or (cell[0], "#") in cells
