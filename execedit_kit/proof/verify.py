"""Confirm an answer from the record and the answer alone (model, section 4).

The checker finds the blocked states by a pass from the largest processed sets back. The verifier finds nothing: an
answer says which states are blocked, in which round, and what each loses there; all others are claimed to be safe. It
walks forward from the log and compares each state's claim with the claims of the states one call on. A call is never
undone, so there are no circles: claims that agree with those after them everywhere are true, and no others would be.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from execedit_kit.proof import form
from execedit_kit.proof.edit import Derived
from execedit_kit.proof.form import number
from execedit_kit.proof.question import Question
from execedit_kit.proof.reading import Underivable, document_of
from execedit_kit.proof.states import State, States, ones
from execedit_kit.record.document_errors import shown, validated
from execedit_kit.record.errors import LimitError, MalformedRecord, json_path
from execedit_kit.record.json_text import canonical_json, plain
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits
from execedit_kit.record.numbers import grouped

Path = tuple[str | int, ...]


class HasDocument(Protocol):
    """A record or an answer as a value: anything that has a document."""

    def document(self) -> dict[str, Any]:
        """Return the document."""
        ...


@dataclass(frozen=True, slots=True)
class Verification:
    """Whether an answer is confirmed.

    Parameters
    ----------
    confirmed : bool
        Every field but ``why``, which is a sentence for people, says what is so.
    reason : str
        What was confirmed, or the first thing that is wrong.
    at : tuple[str | int, ...]
        Where in the answer that stands.
    """

    confirmed: bool
    reason: str
    at: Path = ()

    def __bool__(self) -> bool:
        """Whether the answer is confirmed."""
        return self.confirmed

    def __str__(self) -> str:
        """Return one line."""
        return f"confirmed: {self.reason}" if self.confirmed else f"not confirmed: {json_path(self.at)}: {self.reason}"


class _Wrong(Exception):
    def __init__(self, at: Path, reason: str) -> None:
        super().__init__(reason)
        self.at, self.reason = at, reason


def verify(
    record: HasDocument | Mapping[str, Any] | Question,
    answer: HasDocument | Mapping[str, Any],
    *,
    limits: Limits = DEFAULT_LIMITS,
) -> Verification:
    """Confirm an answer without the checker (model, section 4).

    Taken on trust: that the record is what happened, each step allowed by the rules in force at its moment.

    Parameters
    ----------
    record : ExecutionRecord | Mapping[str, Any]
        The record, or its document.
    answer : Answer | Mapping[str, Any]
        The answer with its evidence, or its document.
    limits : Limits
        How much work this may cost.

    Returns
    -------
    Verification
        True when the answer is confirmed; its text says what was, or names the first thing that is wrong.

    Raises
    ------
    MalformedRecord
        When `record` is no record, or `answer` no answer.
    LimitError
        When a limit is hit: then nothing is confirmed and nothing refuted.

    Examples
    --------
    >>> import execedit_kit as ek
    >>> laptop = ek.load("laptop")
    >>> str(verify(laptop, ek.check(laptop, ek.fork_choice("b0", rule="suppliers"))))
    'confirmed: accepted; 2 of 2 executions that obey the policy are safe, automaton states: 4'
    """
    question = record if isinstance(record, Question) else Question.of(_document(record), limits=limits)
    written = plain(_document(answer))
    if not isinstance(written, dict) or written.get("format") != form.FORMAT:
        raise MalformedRecord(f"expected an answer of the format {form.FORMAT}", ("format",))
    try:
        return Verification(True, _confirm(question, written, limits))
    except _Wrong as wrong:
        return Verification(False, wrong.reason, wrong.at)


def _document(value: HasDocument | Mapping[str, Any]) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else value.document()


def _confirm(question: Question, written: dict[str, Any], limits: Limits) -> str:
    adapter = form.ANSWERS.get(str(written.get("verdict")))
    if adapter is None:
        raise _Wrong(("verdict",), f"expected accepted, rejected or invalid, not {shown(written.get('verdict'))}")
    try:
        answer = validated(adapter, written)
    except MalformedRecord as error:
        raise _Wrong(error.at, error.reason) from None
    _same(question.digest, written["record"], ("record",))
    try:
        now, target = question.asked(written)
    except MalformedRecord as error:
        raise _Wrong(("edit", *error.at), error.reason) from None
    except Underivable as error:
        if answer.verdict == "invalid":
            return f"invalid; {error}"
        raise _Wrong(("verdict",), f"the edit has no derivation: {error}") from None
    if answer.verdict == "invalid":
        raise _Wrong(("verdict",), "the edit has a derivation, so it is accepted or rejected")
    states = States(now, target)
    for name, value in (
        ("results", len(states.results)),
        ("required", target.count()),
        ("satisfied", target.count("satisfied")),
        ("removed", target.count("removed")),
    ):
        _same(value, written[name], (name,))
    if answer.verdict == "accepted":
        _same(
            {"old": now.edits, "new": now.edits + (answer.edit is not None)}, written["rule_version"], ("rule_version",)
        )
        _same(document_of(target.tree), written["target"], ("target",))
        _covered(target, written["coverage"])
    walk = _Walk(states, answer, limits)
    walk.all()
    sizes = walk.rounds()
    _same([number(size) for size in sizes], written["rounds"], ("rounds",))
    for name, count in (
        ("safe_executions", number(sizes[-1])),
        ("partial_executions", number(walk.prefixes)),
        ("automaton_states", len(walk.seen)),
    ):
        _same(count, written[name], (name,))
    if answer.verdict == "rejected":
        _executions(states, walk.labels, sizes[0], answer)
        return f"rejected; {' → '.join(map(grouped, sizes))} executions"
    kept = f"{grouped(sizes[-1])} of {grouped(sizes[0])} executions that obey the policy are safe"
    return f"accepted; {kept}, automaton states: {len(walk.seen):,}"


def _same(right: Any, found: Any, at: Path) -> None:
    """Compare two JSON values, and name the first difference; ``1``, ``true`` and ``1.0`` are three values."""
    if canonical_json(right) == canonical_json(found):
        return
    if isinstance(right, dict) and isinstance(found, dict):
        for key in (*right, *found):
            if key not in found or key not in right:
                raise _Wrong((*at, key), "is missing" if key in right else "does not belong here")
            _same(right[key], found[key], (*at, key))
    if isinstance(right, list) and isinstance(found, list):
        for n, (one, other) in enumerate(zip(right, found, strict=False)):
            _same(one, other, (*at, n))
        raise _Wrong(at, f"has {len(found)} items, and there are {len(right)}")
    raise _Wrong(at, f"is {shown(found)}, and it is {shown(right)}")


def _covered(target: Derived, coverage: Any) -> None:
    """Compare the account of required results; who requires and what covers one are sets."""

    def sets(account: Any) -> Any:
        return {
            part: {
                name: {**entry, "authorities": sorted(entry["authorities"]), "covered_by": sorted(entry["covered_by"])}
                for name, entry in results.items()
            }
            for part, results in account.items()
        }

    _same(sets(target.account), sets(coverage), ("coverage",))


@dataclass(frozen=True, slots=True)
class _Label:
    """What is claimed of a blocked state: the round in which it falls and what it loses there."""

    round: int
    missing: int
    at: int


@dataclass(slots=True)
class _Seen:
    """A state as it is reached: a path to it, how many there are after each round, its state of the automaton."""

    path: tuple[Any, ...]
    paths: list[int]
    rules: int | None = None

    def calls(self) -> str:
        """Say where the path leads."""
        names, at = [], self.path
        while at:
            at, name = at
            names.append(name)
        return f"after {', '.join(reversed(names))}" if names else "at the start"


class _Walk:
    """Walk forward through all states, and compare each state's claim with its successors'."""

    def __init__(self, states: States, answer: Any, limits: Limits) -> None:
        self.states = states
        self.labels = _labels(states, answer.proof.blocked)
        self.last = max((label.round for label in self.labels.values()), default=0)
        self.sizes = [0] * (self.last + 1)
        self.prefixes = 0
        self.limits = limits
        self.until = time.monotonic() + limits.seconds
        self.rules = _Rules(states, answer.automaton) if answer.verdict == "accepted" else None
        self.seen = set[int]() if self.rules is None else self.rules.seen
        if (states.start in self.labels) == (self.rules is not None):
            says = "is listed as blocked" if self.rules else "is not listed as blocked"
            raise _Wrong(("proof", "blocked"), f"the start {says}, and the verdict is {answer.verdict}")

    def all(self) -> None:
        """Visit every state, those with fewer processed calls first.

        Raises
        ------
        LimitError
            When there are more states, or it takes longer, than the limits allow.
        """
        start = self.states.start
        here = {start: _Seen((), [1] * self._there(start), 0)}
        number = 0
        while here:
            after: dict[State, _Seen] = {}
            for at, seen in here.items():
                number += 1
                if number > self.limits.states:
                    raise LimitError("an answer about more states", "states", self.limits.states)
                if time.monotonic() > self.until:
                    raise LimitError("a verification that takes longer", "seconds", self.limits.seconds)
                self._visit(at, seen, after)
            here = after
        if self.rules is not None:
            self.rules.all_seen()

    def _there(self, at: State) -> int:
        """Return for how many of B₀, B₁, … a state is there."""
        label = self.labels.get(at)
        return self.last + 1 if label is None else label.round

    def _visit(self, at: State, seen: _Seen, after: dict[State, _Seen]) -> None:
        complete = self.states.completed(at)
        moves = [] if complete else self.states.moves(at)
        label = self.labels.get(at)
        if label is None:
            lost = at.compatible & ~(complete or self._still(moves, self.last))
            if lost:
                raise _Wrong(
                    ("proof", "blocked"),
                    f"the state {seen.calls()} is not listed, and result {self.states.names(lost)} has no safe "
                    "completion there",
                )
        else:
            self._blocked(at, seen, label, moves)
        for n, count in enumerate(seen.paths):
            self.sizes[n] += count * complete.bit_count()
        if label is None:
            self.prefixes += seen.paths[self.last]
        for call, _, target in moves:
            there = after.get(target)
            if there is None:
                path = (seen.path, self.states.calls[call])
                there = after[target] = _Seen(path, [0] * self._there(target))
            for n, count in enumerate(seen.paths[: len(there.paths)]):
                there.paths[n] += count
        if self.rules is not None and seen.rules is not None and label is None:
            safe = [move for move in moves if move[2] not in self.labels]
            self.rules.visit(seen, bool(complete), safe, after)

    def _still(self, moves: Iterable[tuple[int, bool, State]], k: int) -> int:
        """Return the results that can be completed from here through states that are there after round k."""
        still = 0
        for _, _, target in moves:
            label = self.labels.get(target)
            if label is None or label.round > k + 1:
                still |= target.compatible
            elif label.round == k + 1:
                still |= target.compatible & ~label.missing
        return still

    def _blocked(self, at: State, seen: _Seen, label: _Label, moves: list[tuple[int, bool, State]]) -> None:
        where: Path = ("proof", "blocked", label.at)
        if self.states.completed(at):
            raise _Wrong(where, f"a result is complete {seen.calls()}, so this state is never blocked")
        lost = at.compatible & ~self._still(moves, label.round - 1)
        if label.missing & ~lost:
            result = self.states.names(label.missing & ~lost)
            raise _Wrong((*where, "missing"), f"result {result} can still be completed there in round {label.round}")
        if lost & ~label.missing:
            result = self.states.names(lost & ~label.missing)
            raise _Wrong((*where, "missing"), f"result {result} is not listed, and is lost there too")
        if label.round > 1 and (earlier := at.compatible & ~self._still(moves, label.round - 2)):
            result = self.states.names(earlier)
            raise _Wrong((*where, "round"), f"result {result} is lost before round {label.round}")

    def rounds(self) -> list[int]:
        """Return |B₀|, |B₁|, … up to and including the fixed point."""
        sizes = self.sizes[:1]
        for size in self.sizes[1:]:
            if size == sizes[-1]:
                break
            sizes.append(size)
        return sizes


def _labels(states: States, blocked: Iterable[form.Blocked]) -> dict[State, _Label]:
    """Find the states that an answer lists as blocked, by their paths."""
    labels: dict[State, _Label] = {}
    result = {name: n for n, name in enumerate(states.results)}
    for n, entry in enumerate(blocked):
        at = _followed(states, entry.path, ("proof", "blocked", n, "path"))
        if at in labels:
            raise _Wrong(("proof", "blocked", n, "path"), f"reaches the state that item {labels[at].at} reaches too")
        missing = 0
        for m, name in enumerate(entry.missing):
            if name not in result or not at.compatible >> result[name] & 1:
                raise _Wrong(("proof", "blocked", n, "missing", m), f"no result {name!r} is compatible with this path")
            if missing >> result[name] & 1:
                raise _Wrong(("proof", "blocked", n, "missing", m), f"result {name!r} is listed twice")
            missing |= 1 << result[name]
        labels[at] = _Label(entry.round, missing, n)
    return labels


def _followed(states: States, path: list[str], at: Path) -> State:
    found = states.follow(path)
    if not isinstance(found, State):
        raise _Wrong((*at, found[0]), found[1])
    return found


@dataclass
class _Rules:
    """The automaton of an accepted answer, compared with the safe states that it stands for."""

    states: States
    claimed: form.Automaton
    seen: set[int] = field(default_factory=set)
    moves: dict[int, dict[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Sort the moves by state and call."""
        number, most = self.states.number, self.claimed.states
        for n, (source, call, _, _, target) in enumerate(self.claimed.moves):
            at: Path = ("automaton", "moves", n)
            if source >= most or target >= most:
                raise _Wrong(at, f"there are {most} states, numbered from 0")
            if call not in number:
                raise _Wrong((*at, 1), f"there is no call {call!r} in the target")
            own = self.moves.setdefault(source, {})
            if number[call] in own:
                raise _Wrong(at, f"state {source} has a move by {call!r} already")
            own[number[call]] = n
        self.marked = set(self.claimed.marked)
        if len(self.marked) < len(self.claimed.marked) or any(state >= most for state in self.marked):
            raise _Wrong(("automaton", "marked"), "a state stands there twice, or there is no such state")

    def visit(
        self, seen: _Seen, complete: bool, safe: list[tuple[int, bool, State]], after: dict[State, _Seen]
    ) -> None:
        """Compare one safe state with the state of the automaton that a path has led to."""
        assert seen.rules is not None
        self.seen.add(seen.rules)
        moves = dict(self.moves.get(seen.rules, {}))
        if (seen.rules in self.marked) != complete:
            done = "completes" if complete else "completes no result"
            raise _Wrong(("automaton", "marked"), f"state {seen.rules}: {seen.calls()} the execution {done}")
        for call, new, target in safe:
            name = self.states.calls[call]
            n = moves.pop(call, None)
            if n is None:
                raise _Wrong(("automaton", "moves"), f"state {seen.rules} lacks {name!r}, which is safe {seen.calls()}")
            _, _, action, mode, reached = self.claimed.moves[n]
            _same([self.states.actions[call], "new" if new else "reuse"], [action, mode], ("automaton", "moves", n))
            there = after[target]
            if there.rules not in (None, reached):
                raise _Wrong(
                    ("automaton", "moves", n, 4),
                    f"{seen.calls()}, {name} leads where state {there.rules} stands already",
                )
            there.rules = reached
        for n in moves.values():
            raise _Wrong(("automaton", "moves", n), f"is no safe move {seen.calls()}")

    def all_seen(self) -> None:
        """Refuse states that no safe prefix reaches, and two states with equal futures."""
        _same(len(self.seen), self.claimed.states, ("automaton", "states"))
        futures: dict[Any, int] = {}
        for state in sorted(self.seen):
            ways = ((call, self.claimed.moves[n][3:]) for call, n in self.moves.get(state, {}).items())
            other = futures.setdefault((state in self.marked, frozenset(ways)), state)
            if other != state:
                raise _Wrong(("automaton", "states"), f"states {other} and {state} have equal futures")


def _executions(states: States, labels: dict[State, _Label], pairs: int, answer: form.RejectedAnswer) -> None:
    """Compare the listed removals: different true pairs of B₀, as many as there are, are all of them."""
    listed = answer.proof.executions
    at: Path = ("proof", "executions")
    if (listed is not None) != (pairs <= form.LISTED):
        raise _Wrong(at, f"are listed exactly when there are at most {form.LISTED}; there are {number(pairs)}")
    if listed is None:
        return
    known: dict[tuple[str, ...], int] = {}
    for n, removed in enumerate(listed):
        here: Path = (*at, n)
        pair = (removed.result, *removed.calls)
        if pair in known:
            raise _Wrong(here, f"is the same as item {known[pair]}")
        known[pair] = n
        end = _followed(states, removed.calls, (*here, "calls"))
        if removed.result not in {states.results[r] for r in ones(states.completed(end))}:
            raise _Wrong((*here, "result"), f"{removed.result!r} is not complete after these calls")
        falls = [_label(states, labels, removed.calls[:m]) for m in range(len(removed.calls) + 1)]
        when = min(label.round for label in falls if label is not None)
        _same(when, removed.round, (*here, "round"))
        label = falls[len(removed.prefix)] if removed.calls[: len(removed.prefix)] == removed.prefix else None
        if label is None or label.round != when:
            raise _Wrong((*here, "prefix"), f"is no prefix of these calls that falls in round {when}")
        if removed.missing not in {states.results[r] for r in ones(label.missing)}:
            raise _Wrong((*here, "missing"), f"{removed.missing!r} is not lost there")
    _same(pairs, len(listed), at)


def _label(states: States, labels: dict[State, _Label], path: list[str]) -> _Label | None:
    at = states.follow(path)
    return labels.get(at) if isinstance(at, State) else None
