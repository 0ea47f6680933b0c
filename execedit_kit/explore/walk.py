"""The questions about one registration: every history of so many events, and every edit that can be asked after it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations
from typing import TYPE_CHECKING

from execedit_kit.check.answer import Verdict
from execedit_kit.edits.derivation import BrokenRule
from execedit_kit.explore.case import verdict_of
from execedit_kit.explore.play import Asked, Node, Numbered, replayed
from execedit_kit.explore.policies import Rows, policies, renamed
from execedit_kit.explore.posets import Turn
from execedit_kit.explore.question import Question
from execedit_kit.explore.registered import label_name, registration
from execedit_kit.explore.shapes import Shape
from execedit_kit.explore.size import Size
from execedit_kit.explore.verdict import Moves, Posed, exact
from execedit_kit.record.events import Edited, EditRequest, Event
from execedit_kit.record.execution import ExecutionRecord

if TYPE_CHECKING:
    from execedit_kit.explore.scope import Scope


@dataclass(frozen=True, slots=True)
class Assignment:
    """Which call refers to which action, and which action has which label.

    Parameters
    ----------
    identity, labels : tuple[int, ...]
        For each call its action; for each action its label.
    turns : tuple[tuple[Turn, tuple[int, ...]], ...]
        The symmetries of the shape, but the identity, that leave this as it is, each with what it does to labels.
    """

    identity: tuple[int, ...]
    labels: tuple[int, ...]
    turns: tuple[tuple[Turn, tuple[int, ...]], ...]

    def kept(self, number: int, states: int) -> tuple[Turn, ...] | None:
        """Return the symmetries that leave a policy as it is too; ``None`` when one of them makes an earlier one."""
        kept = []
        for turn, labels in self.turns:
            other = renamed(len(labels), states, number, labels)
            if other < number:
                return None
            if other == number:
                kept.append(turn)
        return tuple(kept)


@lru_cache(maxsize=64)
def start_of(shape: Shape) -> Node:
    """Return the node of a shape before anything has happened; the last few are kept."""
    return Node.start(shape)


@lru_cache(maxsize=4096)
def _moves(rows: Rows) -> Moves:
    return tuple({label_name(n): to for n, to in enumerate(row) if to >= 0} for row in rows)


@lru_cache(maxsize=100_000)
def _policy_class(labels: int, states: int, rows: Rows) -> tuple[int, int, int]:
    """Return the same for policies that differ by the names of labels only."""
    number = policies(labels, states).index(rows)
    return labels, states, min(renamed(labels, states, number, turn) for turn in permutations(range(labels)))


@dataclass(frozen=True, slots=True)
class Base:
    """A numbered registration."""

    number: int
    size: Size
    shape: Shape
    assignment: Assignment
    rows: Rows
    turns: tuple[Turn, ...] = ()

    def record(self) -> ExecutionRecord:
        """Return the record in which nothing has happened yet."""
        one = self.assignment
        return ExecutionRecord.start(registration(self.shape, one.identity, one.labels, self.rows))

    def instances(self, scope: Scope, stale: bool = False) -> Iterator[Instance]:
        """Yield every question about every history of the size's number of events."""
        walk = Walk(self, scope, stale)
        start = start_of(self.shape)
        past = Past((), (), (), ())
        if not scope.as_it_stands and not walk.accepts(start, past):
            return iter(())
        return walk.from_node(start, past, self.turns, self.shape.kind is None, ())


@dataclass(frozen=True, slots=True)
class Past:
    """What has happened: the events, the log, its labels, and the label of every processed call."""

    events: tuple[Event, ...]
    log: tuple[int, ...]
    labels: tuple[str, ...]
    trace: tuple[str, ...]


class Walk:
    """Walks the histories of a shape under one registration."""

    def __init__(self, base: Base, scope: Scope, stale: bool) -> None:
        self.base = base
        self._scope = scope
        self._stale = stale
        one = base.assignment
        self._action = one.identity
        self._label = tuple(label_name(one.labels[action]) for action in one.identity)
        self._moves = _moves(base.rows)
        self._known: dict[tuple[int, tuple[int, ...]], bool] = {}

    def from_node(
        self, node: Node, past: Past, turns: tuple[Turn, ...], used: bool, asked: tuple[tuple[Asked, Past, bool], ...]
    ) -> Iterator[Instance]:
        """Yield the questions of all histories that go on from a node.

        `asked` are, for questions with later events, those asked before; `used` says whether the rule has been used.
        """
        if len(past.events) == self.base.size.events:
            if self._stale:
                for question, before, uses in asked:
                    if used or uses:
                        yield Instance(self, question, before, Asked(node.record, question.edit), past)
            else:
                for question in self.questions(node, used):
                    yield Instance(self, question, past)
            return
        if self._stale:
            asked += tuple((question, past, question.uses_rule) for question in self.questions(node, True))
        for step in node.steps:
            kept = turns
            if step.call >= 0 and turns:
                images = [turn[step.call] for turn in turns]
                if min(images) < step.call:
                    continue
                kept = tuple(turn for turn, image in zip(turns, images, strict=True) if image == step.call)
            following = self.after(step.event, step.call, past, step.node)
            if following is not None:
                # What happens between check and install is the agent's own going on, and no other edit.
                waiting = () if isinstance(step.event, Edited) else asked
                yield from self.from_node(step.node, following, kept, used or step.uses_rule, waiting)

    def questions(self, node: Node, used: bool) -> Iterator[Asked]:
        """Yield what can be asked at a node; a rule that has not been used must be used now."""
        if self._scope.as_it_stands and used:
            yield node.as_it_stands
        for asked in node.asked:
            if asked.edit is not None and asked.edit.kind in self._scope.kinds and (used or asked.uses_rule):
                yield asked

    def after(self, event: Event, call: int, past: Past, node: Node) -> Past | None:
        """Return the past after an event; ``None`` when the policy or the rules in force refuse it."""
        events = (*past.events, event)
        if call < 0:
            after = Past(events, past.log, past.labels, past.trace)
            return after if not isinstance(event, Edited) or self.accepts(node, after) else None
        action, label = self._action[call], self._label[call]
        if action in past.log:
            after = Past(events, past.log, past.labels, (*past.trace, label))
        else:
            after = Past(events, (*past.log, action), (*past.labels, label), (*past.trace, label))
        return after if self.accepts(node, after) else None

    def accepts(self, node: Node, past: Past) -> bool:
        """Whether the workflow at a node is safe as it stands."""
        numbered = node.as_it_stands.numbered
        key = (id(numbered), past.log)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = exact(self.posed(numbered, past))
        return known

    def posed(self, numbered: Numbered | None, past: Past) -> Posed:
        """Return a target in numbers, with the past it goes on from."""
        assert numbered is not None
        origins = numbered.origins
        action, label = self._action, self._label
        return Posed(
            numbered.structure,
            tuple([action[call] for call in origins]),
            tuple([label[call] for call in origins]),
            past.log,
            past.labels,
            past.trace,
            self._moves,
        )


class Instance:
    """A question of a scope, as a checker sees it; the record itself is made when it is asked for."""

    def __init__(
        self, walk: Walk, asked: Asked, past: Past, at_install: Asked | None = None, later: Past | None = None
    ) -> None:
        self._walk = walk
        self._asked = asked
        self._past = past
        self._at_install = at_install
        self._later = later

    @property
    def number(self) -> int:
        """The number of its registration."""
        return self._walk.base.number

    @property
    def size(self) -> Size:
        """Its size."""
        return self._walk.base.size

    @property
    def log(self) -> tuple[int, ...]:
        """The authorized actions, by number."""
        return self._past.log

    @property
    def edit(self) -> EditRequest | None:
        """What is asked."""
        return self._asked.edit

    @property
    def broken(self) -> BrokenRule | None:
        """What an invalid edit broke, on the record as it is when it is asked."""
        return self._asked.broken

    @property
    def posed(self) -> Posed | None:
        """The target in numbers."""
        numbered = self._asked.numbered
        return None if numbered is None else self._walk.posed(numbered, self._past)

    @property
    def proposed(self) -> Posed | None:
        """The target as it is described, in numbers."""
        numbered = self._asked.proposed
        return None if numbered is None else self._walk.posed(numbered, self._past)

    @cached_property
    def verdict(self) -> Verdict:
        """The exact verdict on the record as it is when it is asked."""
        return verdict_of(self.posed)

    @property
    def truth(self) -> Verdict:
        """The exact verdict on the record as it is when the edit would be installed."""
        if self._at_install is None or self._later is None:
            return self.verdict
        numbered = self._at_install.numbered
        return verdict_of(None if numbered is None else self._walk.posed(numbered, self._later))

    @property
    def outline(self) -> tuple[Hashable, ...]:
        """What an erasure that keeps the workflow leaves in any case, in a few numbers that no name changes."""
        base, numbered = self._walk.base, self._asked.numbered
        sizes = () if numbered is None else sorted(calls.bit_count() for calls in numbered.structure.result_calls)
        labels, states = base.size.labels, base.size.policy_states
        return str(self.edit), tuple(sizes), len(self._past.log), _policy_class(labels, states, base.rows)

    @property
    def alike(self) -> tuple[Hashable, ...]:
        """What the answer depends on, among the questions about one registration, for a checker that reads numbers."""
        asked, now, past, later = self._asked, self._at_install, self._past, self._later
        key: tuple[Hashable, ...] = (asked.broken, id(asked.numbered), past.log, past.trace)
        if asked.broken is not None:
            key += (id(asked.proposed),)
        return key if now is None or later is None else (*key, now.broken, id(now.numbered), later.log)

    @property
    def reason(self) -> str:
        """What an invalid edit broke at the install, or the verdict."""
        asked = self._asked if self._at_install is None else self._at_install
        return self.truth if asked.broken is None else f"invalid: {asked.broken}"

    @property
    def record(self) -> ExecutionRecord:
        """The record that is asked about."""
        return replayed(self._walk.base.record(), self._past.events)

    @property
    def question(self) -> Question:
        """The question itself."""
        later = () if self._later is None else self._later.events[len(self._past.events) :]
        return Question(self.record, self._asked.edit, later)
