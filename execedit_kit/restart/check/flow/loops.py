"""Loops, as statements or in ``forEach`` and its like: three passes of their own, then until nothing is new."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from execedit_kit.restart.check.flow.access import Access
from execedit_kit.restart.check.flow.machine import Loop
from execedit_kit.restart.check.flow.values import NO_TAINTS, State, Taints, Value, joined, stepped, united
from execedit_kit.restart.check.source import Node

_PASSES = 3
_SHALLOW = 2
_LISTED = 12
_ROUNDS = 12
Turn = int | str
FIRST = "first"  # of passes that all stand for many


class Entry(NamedTuple):
    """Whether a pass begins: surely, surely not, or perhaps; what decided it; and the state of either way."""

    sure: bool | None
    taints: Taints
    then: State | None = None
    other: State | None = None


class Loops(Access):
    """The passes of a loop."""

    def loop(
        self,
        node: Node,
        enter: Callable[[Turn], Entry],
        body: Callable[[Turn], None],
        *,
        labels: tuple[str, ...] = (),
        passes: int | None = None,
    ) -> None:
        """Follow a loop. ``enter`` evaluates what decides on a pass, ``body`` is one.

        Deep inside other loops there are fewer passes, and none where the pass around stands for many itself.
        """
        if passes is None:
            passes = 0 if self.generic else _PASSES if self.nested < _SHALLOW else _PASSES - 1
        around = Loop(labels, repeats=True)
        frame = self.frame
        outer, left = self.st.pc, list(self.left)
        exits: list[State] = []
        decided = NO_TAINTS

        def one(turn: Turn) -> bool:
            nonlocal decided
            entry = enter(turn)
            if self.st.dead:
                return False
            taints = stepped(entry.taints, node, f"decides how often the loop of line {node.line} runs")
            decided = united(decided, taints)
            if entry.sure is not True:
                exits.append(entry.other or self.st.copy())
            if entry.sure is False:
                return False
            self.st = entry.then or self.st
            self.st.pc = united(self.st.pc, taints)
            frame.loops.append(around)
            self.nested += 1
            try:
                body(turn)
            finally:
                self.nested -= 1
                frame.loops.pop()
            self._meet(around.continues)
            around.continues = []
            return not self.st.dead

        going = True
        for turn in range(passes):
            with self.within("pass", node.id, turn):
                going = one(turn)
            if not going:
                break
        rounds = 0
        while going and rounds < _ROUNDS:
            before = self.st.copy()
            with self.within("pass", node.id, "*", generic=True):
                going = one("*" if passes or rounds else FIRST)
            rounds += 1
            if going:
                again = joined([before, self.st], self.symbols.unknown)
                assert again is not None
                if same_state(before, again):
                    break
                self.st = again
        ends = [*exits, *around.breaks]
        decided = united(decided, *(self._since(state.pc, outer) for state in around.breaks))
        self._end(ends, decided, outer, left)

    def _end(self, ends: list[State], decided: Taints, outer: Taints, left: list[int]) -> None:
        result = joined(ends, self.symbols.unknown, decided)
        self.left[0] = left[0]
        if result is None:
            self.st.dead = True
            return
        self.st = result
        if self.left == left:
            self.st.pc = outer

    def _meet(self, others: list[State]) -> None:
        """Join what ``continue`` brought to the end of a pass."""
        states = [state for state in (self.st, *others) if not state.dead]
        if len(states) < 2:
            self.st = states[0] if states else self.st
            return
        shared = states[0].pc
        for state in states[1:]:
            shared = {token: way for token, way in shared.items() if token in state.pc}
        decided = united(*(self._since(state.pc, shared) for state in states))
        result = joined(states, self.symbols.unknown, decided)
        assert result is not None
        self.st = result

    @staticmethod
    def _since(pc: Taints, before: Taints) -> Taints:
        return {token: way for token, way in pc.items() if token not in before}

    def over(
        self, value: Value, node: Node, body: Callable[[Value, Value], None], *, labels: tuple[str, ...] = ()
    ) -> None:
        """Follow a loop over the items of a collection; ``body`` gets the item and its place."""
        known = self.listed(value, node)
        context = self.context
        counted = self.length_taints(value)

        def enter(turn: Turn) -> Entry:
            if known is None:
                return Entry(None, counted)
            return Entry(turn < len(known) if isinstance(turn, int) else None, counted)

        def turn_body(turn: Turn) -> None:
            if known is not None and isinstance(turn, int):
                item, place = known[turn], self.const(float(turn))
            else:
                inside, self.context = self.context, context
                item = self.pass_item(value, node, turn) if known is None else self.join(self.undefined, *known)
                self.context = inside
                place = self.const(float(turn)) if isinstance(turn, int) else self.fresh(node, tag="place")
            body(item, place)

        self.loop(node, enter, turn_body, labels=labels, passes=None if known is None else min(len(known) + 1, _LISTED))


def same_state(one: State, other: State) -> bool:
    """Say whether nothing new came."""
    return (
        one.reads == other.reads
        and one.keys == other.keys
        and one.known == other.known
        and one.changed == other.changed
        and one.aged == other.aged
        and one.asked == other.asked
        and one.since == other.since
        and one.kept == other.kept
        and one.pc.keys() == other.pc.keys()
        and one.cells.keys() == other.cells.keys()
        and all(value is other.cells[cell] or value.same(other.cells[cell]) for cell, value in one.cells.items())
    )
