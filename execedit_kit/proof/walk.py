"""The walk: every state an answer is about, forward from the log, each claim compared with the claims one call on."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from execedit_kit.proof import form
from execedit_kit.proof.states import State, States, Step, Wrong, ones
from execedit_kit.record.errors import LimitError
from execedit_kit.record.limits import Limits

BLOCKED = ("proof", "blocked")


@dataclass(frozen=True, slots=True)
class Claim:
    """What an answer says of a blocked state: when it falls, which results it loses then; and where it says so."""

    round: int
    missing: int
    item: int


@dataclass(slots=True)
class _Reached:
    """A state as the walk reaches it.

    Parameters
    ----------
    way : tuple[Any, ...]
        The first path to it, last call first: ``((((), "x"), "y"))``.
    paths : list[int]
        The number of paths to it all whose states are there in B₀, in B₁, …, as long as it is there itself.
    rules : int | None
        For a safe state: the state of the automaton that stands for it.
    """

    way: tuple[Any, ...]
    paths: list[int]
    rules: int | None = None

    def __str__(self) -> str:
        """Say where the path leads."""
        names, way = [], self.way
        while way:
            way, name = way
            names.append(name)
        return f"after {', '.join(reversed(names))}" if names else "at the start"


def claims(states: States, blocked: Iterable[form.Blocked]) -> dict[State, Claim]:
    """Find the states that an answer lists as blocked, by their paths."""
    found: dict[State, Claim] = {}
    bit = {name: 1 << n for n, name in enumerate(states.results)}
    for n, entry in enumerate(blocked):
        at = states.follow(entry.path, (*BLOCKED, n, "path"))[-1]
        if entry.round > len(states.calls):
            raise Wrong((*BLOCKED, n, "round"), f"there are at most {len(states.calls)} rounds: one for each call")
        if at in found:
            raise Wrong((*BLOCKED, n, "path"), f"this leads to the same state as item {found[at].item}")
        missing = 0
        for m, name in enumerate(entry.missing):
            if not at.compatible & ~missing & bit.get(name, 0):
                raise Wrong(
                    (*BLOCKED, n, "missing", m), f"{name!r} is no result that is compatible here, or named twice"
                )
            missing |= bit[name]
        found[at] = Claim(entry.round, missing, n)
    return found


class Walk:
    """Visit every state once, those with fewer processed calls first.

    Parameters
    ----------
    states : States
        The target's.
    blocked : dict[State, Claim]
        The claims; every other state is claimed to be safe.
    rules : Rules | None
        The automaton of an accepted answer.

    Attributes
    ----------
    rounds : list[int]
        |B₀|, |B₁|, … up to and including the fixed point.
    prefixes : int
        |W†|.

    Raises
    ------
    Wrong
        When a claim does not agree with the claims one call on. Of several it is the one with most processed calls:
        all claims after it agree, so that they are true and this one is not.
    LimitError
        When there are more states, or it takes longer, than the limits allow.
    """

    def __init__(self, states: States, blocked: dict[State, Claim], rules: Rules | None, limits: Limits) -> None:
        self._states, self._blocked = states, blocked
        self._last = max((claim.round for claim in blocked.values()), default=0)
        self._sizes = [0] * (self._last + 1)
        self.prefixes = 0
        until, number = time.monotonic() + limits.seconds, 0
        here = {states.start: _Reached((), [1] * self._there(states.start), 0)}
        deepest: Wrong | None = None
        unlike: Wrong | None = None
        while here:
            ahead: dict[State, _Reached] = {}
            first: Wrong | None = None
            for at, reached in here.items():
                number += 1
                if number > limits.states:
                    raise LimitError("an answer about more states", "states", limits.states)
                if time.monotonic() > until:
                    raise LimitError("a verification that takes longer", "seconds", limits.seconds)
                complete = states.completed(at)
                steps = [] if complete else states.moves(at)
                first = first or self._false(at, reached, steps, complete)
                self._count(at, reached, steps, complete, ahead)
                if rules is not None and reached.rules is not None and unlike is None:
                    safe = [step for step in steps if step[2] not in blocked]
                    unlike = rules.unlike(reached, bool(complete), safe, ahead)
            here, deepest = ahead, first or deepest
        if deepest is not None or unlike is not None:
            raise deepest or unlike or AssertionError
        self.rounds = [size for n, size in enumerate(self._sizes) if n == 0 or size < self._sizes[n - 1]]

    def _there(self, at: State) -> int:
        """Return in how many of B₀, B₁, … a prefix that leads here can still begin a pair."""
        return self._blocked[at].round if at in self._blocked else self._last + 1

    def _count(
        self, at: State, reached: _Reached, steps: list[Step], complete: int, ahead: dict[State, _Reached]
    ) -> None:
        """Carry the numbers of paths one call on."""
        if at not in self._blocked:
            self.prefixes += reached.paths[-1]
        for n, paths in enumerate(reached.paths):
            self._sizes[n] += paths * complete.bit_count()
        for call, _, target in steps:
            there = ahead.get(target)
            if there is None:
                there = ahead[target] = _Reached((reached.way, self._states.calls[call]), [0] * self._there(target))
            for n in range(min(len(reached.paths), len(there.paths))):
                there.paths[n] += reached.paths[n]

    def _lost(self, at: State, steps: list[Step], k: int) -> int:
        """Return the results that cannot be completed from here through states that are there after round k."""
        lost = at.compatible
        for _, _, target in steps:
            claim = self._blocked.get(target)
            if claim is None or claim.round > k + 1:
                lost &= ~target.compatible
            elif claim.round == k + 1:
                lost &= ~target.compatible | claim.missing
        return lost

    def _false(self, at: State, reached: _Reached, steps: list[Step], complete: int) -> Wrong | None:
        """Compare what is claimed of a state with the claims one call on."""
        named, claim = self._states.named, self._blocked.get(at)
        if claim is None:
            lost = 0 if complete else self._lost(at, steps, self._last)
            return (
                Wrong(BLOCKED, f"{reached}, {named(lost)} has no safe completion, and no item says so")
                if lost
                else None
            )
        where, k = (*BLOCKED, claim.item), claim.round
        if complete:
            return Wrong(where, f"{reached}, {named(complete)} is complete, so that this state never falls")
        lost = self._lost(at, steps, k - 1)
        if claim.missing & ~lost:
            return Wrong(
                (*where, "missing"), f"{named(claim.missing & ~lost)} can be completed here after round {k - 1}"
            )
        if lost & ~claim.missing:
            return Wrong((*where, "missing"), f"{named(lost & ~claim.missing)} is lost here too")
        if k > 1 and (lost := self._lost(at, steps, k - 2)):
            return Wrong((*where, "round"), f"{named(lost)} is lost here before round {k}")
        return None


class Rules:
    """The automaton of an accepted answer, compared with the safe states it stands for.

    Parameters
    ----------
    claimed : form.Automaton
        As it stands in the answer.
    states : States
        The target's.
    """

    def __init__(self, claimed: form.Automaton, states: States) -> None:
        self._claimed, self._states = claimed, states
        self._moves: dict[int, dict[str, int]] = {}
        self._seen: set[int] = set()
        for n, (source, call, _, _, target) in enumerate(claimed.moves):
            own = self._moves.setdefault(source, {})
            if max(source, target) >= claimed.states or call in own:
                raise Wrong(("automaton", "moves", n), "there is no such state, or the state has a move by this call")
            own[call] = n
        self._marked = set(claimed.marked)
        if len(self._marked) < len(claimed.marked) or max(self._marked, default=0) >= claimed.states:
            raise Wrong(("automaton", "marked"), "there is no such state, or it is named twice")

    def unlike(self, reached: _Reached, complete: bool, safe: list[Step], ahead: dict[State, _Reached]) -> Wrong | None:
        """Compare a safe state with the state that stands for it, and note which states stand for the next ones."""
        state = reached.rules or 0
        self._seen.add(state)
        if (state in self._marked) != complete:
            return Wrong(("automaton", "marked"), f"{reached}, an execution is complete exactly if {state} is marked")
        moves = dict(self._moves.get(state, {}))
        for call, new, target in safe:
            name = self._states.calls[call]
            n = moves.pop(name, None)
            if n is None:
                return Wrong(("automaton", "moves"), f"{reached}, {name!r} is safe, and state {state} has no such move")
            _, _, action, mode, after = self._claimed.moves[n]
            right = self._states.actions[call], "new" if new else "reuse"
            if (action, mode) != right:
                return Wrong(("automaton", "moves", n), f"{reached}, {name!r} is {right[0]!r}, {right[1]}")
            there = ahead[target]
            if there.rules not in (None, after):
                return Wrong(
                    ("automaton", "moves", n), f"{reached}, {name!r} leads to what state {there.rules} stands for"
                )
            there.rules = after
        for n in moves.values():
            return Wrong(("automaton", "moves", n), f"{reached}, this call is not safe")
        return None

    def close(self) -> int:
        """Return the number of states, each of them reached, no two with equal futures."""
        if len(self._seen) != self._claimed.states:
            raise Wrong(("automaton", "states"), f"safe prefixes lead to {len(self._seen)} states")
        futures: dict[Any, int] = {}
        for state in range(self._claimed.states):
            moves = frozenset(self._claimed.moves[n][1:] for n in self._moves.get(state, {}).values())
            other = futures.setdefault((state in self._marked, moves), state)
            if other != state:
                raise Wrong(("automaton", "states"), f"states {other} and {state} have equal futures")
        return self._claimed.states


def removals(states: States, blocked: dict[State, Claim], pairs: int, proof: form.Rejection) -> None:
    """Compare the listed removals: different pairs of B₀, as many as there are, are all of them."""
    place = ("proof", "executions")
    if ("executions" in proof.model_fields_set) != (pairs <= form.LISTED):
        raise Wrong(place, f"removals are listed exactly when there are at most {form.LISTED} pairs")
    known: set[tuple[str, ...]] = set()
    for n, entry in enumerate(proof.executions):
        at = (*place, n)
        passed = states.follow(entry.calls, (*at, "calls"))
        if entry.result not in {states.results[r] for r in ones(states.completed(passed[-1]))}:
            raise Wrong((*at, "result"), f"{entry.result!r} is not complete after these calls")
        if (entry.result, *entry.calls) in known:
            raise Wrong(at, "this pair is listed already")
        known.add((entry.result, *entry.calls))
        when = min(blocked[state].round for state in passed if state in blocked)
        if entry.round != when:
            raise Wrong((*at, "round"), f"this pair is removed in round {when}")
        claim = blocked.get(passed[len(entry.prefix)]) if entry.calls[: len(entry.prefix)] == entry.prefix else None
        if claim is None or claim.round != when:
            raise Wrong((*at, "prefix"), f"this is no prefix of the calls that falls in round {when}")
        if entry.missing not in {states.results[r] for r in ones(claim.missing)}:
            raise Wrong((*at, "missing"), f"{entry.missing!r} is not lost after the prefix")
    if pairs <= form.LISTED and len(known) != pairs:
        raise Wrong(place, f"{len(known)} removals are listed, and {pairs} pairs obey the policy")
