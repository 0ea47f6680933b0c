"""Small scopes: every record and edit up to a size, in a canonical order, numbered, none twice up to renaming.

What a scope holds: records that legal steps reach from a root of one or two branches and at most one rule, whose
current workflow is accepted; no two results of one contract with one pomset; every action and every rule is used; one
authority; every edit of a kind that can be asked with names that exist, with and without the signature it needs. The
policies are all there are with so many states.

The order is by size, then shape, then who refers to which action, labels and policy. Each of these registrations has a
number, and a range of numbers is made without those before it: sizes and shapes are skipped by their counts. One number
stands for all histories of the size's number of events, and all edits.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterator
from dataclasses import asdict, dataclass, fields
from functools import cache, cached_property, lru_cache
from itertools import permutations, product
from typing import Any

from execedit_kit.check.answer import Verdict
from execedit_kit.edits.derivation import BrokenRule
from execedit_kit.explore.case import verdict_of
from execedit_kit.explore.contracts import Turn
from execedit_kit.explore.play import Asked, Node, Numbered, replayed
from execedit_kit.explore.policies import Rows, policies, renamed
from execedit_kit.explore.question import Question
from execedit_kit.explore.registered import label_name, registration
from execedit_kit.explore.shapes import Shape, normal, partitions, shapes
from execedit_kit.explore.size import Size
from execedit_kit.explore.verdict import Moves, Posed, exact
from execedit_kit.record.events import EDITS, Edited, EditKind, EditRequest, Event
from execedit_kit.record.execution import ExecutionRecord

EVERY_KIND: tuple[EditKind, ...] = tuple(EDITS)
SMALL = Size(calls=3, actions=3, labels=3, results=3, events=2, policy_states=3)


@dataclass(frozen=True, slots=True)
class Scope:
    """The questions up to a size.

    Parameters
    ----------
    most : Size
        The most of everything.
    total : int | None
        The largest total.
    kinds : tuple[EditKind, ...]
        The edits that may be asked, and for which there may be a rule.
    as_it_stands : bool
        Whether it is also asked whether the workflow is safe as it stands; then also of records that are not.
    """

    most: Size = SMALL
    total: int | None = None
    kinds: tuple[EditKind, ...] = EVERY_KIND
    as_it_stands: bool = False

    def document(self) -> dict[str, Any]:
        """Return the scope as JSON."""
        return {
            "most": asdict(self.most),
            "total": self.total,
            "kinds": list(self.kinds),
            "as_it_stands": self.as_it_stands,
        }

    def __str__(self) -> str:
        """Return the bounds in words."""
        parts = ", ".join(f"{getattr(self.most, part.name)} {part.name.replace('_', ' ')}" for part in fields(Size))
        total = "" if self.total is None else f", {self.total} in all"
        kinds = "" if self.kinds == EVERY_KIND else f"; {', '.join(self.kinds)}"
        return f"at most {parts}{total}{kinds}"

    def sizes(self) -> tuple[Size, ...]:
        """Return the sizes in order."""
        return _sizes(self.most, self.total)

    def __len__(self) -> int:
        """Return how many registrations are numbered."""
        ends = _layout(self)[1]
        return ends[-1] if ends else 0

    def size_at(self, number: int) -> Size | None:
        """Return the size of a numbered registration; ``None`` past the last."""
        blocks, ends = _layout(self)
        at = bisect_right(ends, number)
        return blocks[at].size if at < len(blocks) else None

    def end_of(self, size: Size) -> int:
        """Return the number after the last registration of this size or a smaller one."""
        blocks, ends = _layout(self)
        return max((end for block, end in zip(blocks, ends, strict=True) if block.size.key <= size.key), default=0)

    def bases(self, first: int = 0, last: int | None = None) -> Iterator[Base]:
        """Yield the registrations numbered from `first` up to but not including `last`."""
        blocks, ends = _layout(self)
        at = bisect_right(ends, first)
        number = first
        stop = len(self) if last is None else min(last, len(self))
        while number < stop:
            block = blocks[at]
            begin = ends[at] - block.count
            yield from block.between(number - begin, min(stop, ends[at]) - begin, begin)
            number = ends[at]
            at += 1

    def instances(self, first: int = 0, last: int | None = None, *, stale: bool = False) -> Iterator[Instance]:
        """Yield every question of a range of numbers."""
        for base in self.bases(first, last):
            yield from base.instances(self, stale)


@cache
def _sizes(most: Size, total: int | None) -> tuple[Size, ...]:
    ranges = [range(1, bound + 1) for bound in (most.calls, most.actions, most.labels, most.results)]
    every = (Size(*parts) for parts in product(*ranges, range(most.events + 1), range(1, most.policy_states + 1)))
    fitting = (size for size in every if size.labels <= size.actions <= size.calls)
    return tuple(sorted((s for s in fitting if total is None or s.total <= total), key=lambda size: size.key))


@dataclass(frozen=True)
class _Block:
    """The registrations of one size and one shape."""

    size: Size
    shape: Shape
    assignments: tuple[Assignment, ...]

    @cached_property
    def counts(self) -> list[int]:
        return [len(policies(self.size.labels, self.size.policy_states))] * len(self.assignments)

    @cached_property
    def count(self) -> int:
        return sum(self.counts)

    def between(self, first: int, last: int, begin: int) -> Iterator[Base]:
        offset = 0
        for one, count in zip(self.assignments, self.counts, strict=True):
            for n in range(max(first - offset, 0), min(last - offset, count)):
                turns = one.kept(n, self.size.policy_states)
                if turns is not None:
                    rows = policies(self.size.labels, self.size.policy_states)[n]
                    yield Base(begin + offset + n, self.size, self.shape, one, rows, turns)
            offset += count


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


@lru_cache(maxsize=4096)
def _assignments(turns: tuple[Turn, ...], calls: int, actions: int, labels: int) -> tuple[Assignment, ...]:
    found = []
    for identity in partitions(calls, actions):
        for labelling in partitions(actions, labels):
            own = (identity, labelling)
            kept = []
            for turn in turns[1:]:
                moved, of_labels = _turned(identity, labelling, turn)
                if moved < own:
                    break
                if moved == own:
                    kept.append((turn, of_labels))
            else:
                found.append(Assignment(identity, labelling, tuple(kept)))
    return tuple(found)


def _turned(
    identity: tuple[int, ...], labels: tuple[int, ...], turn: Turn
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], tuple[int, ...]]:
    """Rename the calls, then number actions and labels as they are met; return also what each label becomes."""
    moved = [0] * len(identity)
    for call, action in enumerate(identity):
        moved[turn[call]] = action
    order = list(dict.fromkeys(moved))
    back = [labels[action] for action in order]
    met: dict[int, int] = {}
    labelling = tuple(met.setdefault(label, len(met)) for label in back)
    return (normal(tuple(moved)), labelling), tuple(met[label] for label in range(len(met)))


@lru_cache(maxsize=8)
def _layout(scope: Scope) -> tuple[list[_Block], list[int]]:
    blocks: list[_Block] = []
    ends: list[int] = []
    end = 0
    for size in scope.sizes():
        for shape in shapes(size.calls, size.results, tuple(k for k in EVERY_KIND if k in scope.kinds)):
            block = _Block(size, shape, _assignments(shape.turns, size.calls, size.actions, size.labels))
            if block.count:
                end += block.count
                blocks.append(block)
                ends.append(end)
    return blocks, ends


@lru_cache(maxsize=64)
def _start(shape: Shape) -> Node:
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
        walk = _Walk(self, scope, stale)
        start = _start(self.shape)
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


class _Walk:
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
                for question in self._questions(node, used):
                    yield Instance(self, question, past)
            return
        if self._stale:
            asked += tuple((question, past, question.uses_rule) for question in self._questions(node, True))
        for step in node.steps:
            kept = turns
            if step.call >= 0 and turns:
                images = [turn[step.call] for turn in turns]
                if min(images) < step.call:
                    continue
                kept = tuple(turn for turn, image in zip(turns, images, strict=True) if image == step.call)
            following = self._after(step.event, step.call, past, step.node)
            if following is not None:
                # What happens between check and install is the agent's own going on, and no other edit.
                waiting = () if isinstance(step.event, Edited) else asked
                yield from self.from_node(step.node, following, kept, used or step.uses_rule, waiting)

    def _questions(self, node: Node, used: bool) -> Iterator[Asked]:
        if self._scope.as_it_stands and used:
            yield node.as_it_stands
        for asked in node.asked:
            if asked.edit is not None and asked.edit.kind in self._scope.kinds and (used or asked.uses_rule):
                yield asked

    def _after(self, event: Event, call: int, past: Past, node: Node) -> Past | None:
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
        self, walk: _Walk, asked: Asked, past: Past, at_install: Asked | None = None, later: Past | None = None
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
