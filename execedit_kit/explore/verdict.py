"""The verdict alone, for questions asked by the million: no rounds, no automaton, no names.

A question is posed in numbers. Every part of it can be replaced by what a simplified checker believes, which is how
:mod:`execedit_kit.explore.naive` is made. That the exact reading of it is what :func:`execedit_kit.check.answer.check`
answers is tested; whatever a search reports is checked again by both.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from execedit_kit.check.problem import Problem
from execedit_kit.record.errors import LimitError
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits
from execedit_kit.record.policy import Policy, PolicyState

Moves: TypeAlias = Sequence[Mapping[str, int]]
"""A policy: for each state, label → next state; a missing move is forbidden; the start is state 0."""
ReadyAfter: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]


@dataclass(frozen=True, slots=True)
class Structure:
    """A contract in numbers, as in :class:`~execedit_kit.check.problem.Problem`: bit *i* is the *i*-th call or result.

    Parameters
    ----------
    result_calls : tuple[int, ...]
        For each result, its calls.
    ready_after : tuple[tuple[tuple[int, int], ...], ...]
        For each call, pairs (calls that must come first, the results in which exactly those must).
    """

    result_calls: tuple[int, ...]
    ready_after: ReadyAfter

    @classmethod
    def of(cls, problem: Problem) -> Structure:
        """Take a question's contract."""
        return cls(problem.result_calls, problem.ready_after)

    def alone(self, result: int) -> Structure:
        """Return the same with one result only."""
        bit = 1 << result
        ready = tuple(tuple((first, 1) for first, those in groups if those & bit) for groups in self.ready_after)
        return Structure((self.result_calls[result],), ready)


@dataclass(slots=True)
class Posed:
    """A target workflow, with the past it would go on from.

    Parameters
    ----------
    structure : Structure
        The target's contract.
    actions, labels : tuple[Hashable, ...] and tuple[str, ...]
        For each of its calls.
    log : tuple[Hashable, ...]
        Δ, the authorized actions in order.
    log_labels : tuple[str, ...]
        Their labels.
    trace : tuple[str, ...]
        The label of every call that was ever processed, reuses included, after those of the log before the start.
    moves : Moves
        The policy.
    """

    structure: Structure
    actions: tuple[Hashable, ...]
    labels: tuple[str, ...]
    log: tuple[Hashable, ...]
    log_labels: tuple[str, ...]
    trace: tuple[str, ...]
    moves: Moves

    def after(self, word: Iterable[str]) -> int | None:
        """Return the policy's state after a word, or ``None`` when it forbids the word."""
        state = 0
        for label in word:
            following = self.moves[state].get(label)
            if following is None:
                return None
            state = following
        return state


def exact(posed: Posed) -> bool:
    """Whether the target is safe to go on with (model, section 3)."""
    return safe(posed, posed.structure, posed.actions, posed.log, posed.after(posed.log_labels))


def safe(
    posed: Posed,
    structure: Structure,
    actions: Sequence[Hashable],
    authorized: Iterable[Hashable],
    start: int | None,
) -> bool:
    """Whether the start of the state graph is not blocked.

    Parameters
    ----------
    structure, actions, authorized, start
        What is believed of the contract, of which action each call refers to, of what is authorized already, and of
        where the policy is.
    """
    if start is None:
        return False
    known: dict[tuple[int, int, int], bool] = {}
    result_calls, ready_after = structure.result_calls, structure.ready_after
    free, same = _reuse(actions, authorized)
    labels, moves = posed.labels, posed.moves
    numbers = range(len(ready_after))

    def good(done: int, compatible: int, state: int) -> bool:
        if result_calls[(compatible & -compatible).bit_length() - 1] == done:
            return True
        key = (done, compatible, state)
        answer = known.get(key)
        if answer is not None:
            return answer
        answer, finishable = False, 0
        row = moves[state]
        for call in numbers:
            if done >> call & 1:
                continue
            results = 0
            for first, those in ready_after[call]:
                if not first & ~done:
                    results |= those
            results &= compatible
            if not results or not results & ~finishable:
                continue
            following = state if free >> call & 1 or same[call] & done else row.get(labels[call], -1)
            if following >= 0 and good(done | 1 << call, results, following):
                finishable |= results
                if finishable == compatible:
                    answer = True
                    break
        known[key] = answer
        return answer

    return good(0, (1 << len(result_calls)) - 1, start)


def stuck(posed: Posed) -> bool:
    """Whether some allowed beginning, of whatever result, cannot be completed to any result at all."""
    start = posed.after(posed.log_labels)
    if start is None:
        return True
    structure = posed.structure
    known: dict[tuple[int, int, int], bool] = {}
    free, same = _reuse(posed.actions, posed.log)
    found_stuck = False

    def ends(done: int, compatible: int, state: int) -> bool:
        nonlocal found_stuck
        if structure.result_calls[(compatible & -compatible).bit_length() - 1] == done:
            return True
        key = (done, compatible, state)
        if key not in known:
            some = False
            for call, groups in enumerate(structure.ready_after):
                results = 0
                for first, those in groups:
                    if not first & ~done and not done >> call & 1:
                        results |= those
                results &= compatible
                reuse = free >> call & 1 or same[call] & done
                following = state if reuse else posed.moves[state].get(posed.labels[call], -1)
                if results and following >= 0:
                    some |= ends(done | 1 << call, results, following)
            known[key] = some
            found_stuck |= not some
        return known[key]

    ends(0, (1 << len(structure.result_calls)) - 1, start)
    return found_stuck


def _reuse(actions: Sequence[Hashable], authorized: Iterable[Hashable]) -> tuple[int, list[int]]:
    """Return the calls that are reuses from the start, and for each call those of the same action."""
    past = set(authorized)
    free = 0
    holders: dict[Hashable, int] = {}
    for call, action in enumerate(actions):
        holders[action] = holders.get(action, 0) | 1 << call
        free |= (action in past) << call
    return free, [holders[action] & ~(1 << call) for call, action in enumerate(actions)]


def moves_of(policy: Policy, *, limits: Limits = DEFAULT_LIMITS) -> Moves:
    """Return a policy as one table.

    Raises
    ------
    LimitError
        When that has more states than `limits` allows.
    """
    if len(policy.tables) == 1:
        return policy.tables[0].moves
    number: dict[PolicyState, int] = {policy.start: 0}
    queue = [policy.start]
    moves: list[dict[str, int]] = []
    for state in queue:
        row: dict[str, int] = {}
        for label in policy.labels:
            after = policy.step(state, label)
            if after is None:
                continue
            if after not in number:
                number[after] = len(number)
                queue.append(after)
                if len(queue) > limits.policy_states:
                    raise LimitError("a policy with more states", "policy_states", limits.policy_states)
            row[label] = number[after]
        moves.append(row)
    return moves
