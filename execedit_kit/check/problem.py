"""The question in numbers: calls and results as bits, the policy as a table of interned states.

A set of calls or of results is one Python integer, bit *i* for the *i*-th call or result: a question about all results
at once is one AND or OR.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from execedit_kit.record.contract import Contract
from execedit_kit.record.execution import ExecutionRecord, Mode
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits
from execedit_kit.record.policy import Policy, PolicyState
from execedit_kit.record.workflow import Workflow, meaning

FORBIDDEN = -1


def bits(mask: int) -> Iterator[int]:
    """Yield the positions of the bits of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class PolicyMoves:
    """The policy's states as small integers, numbered as they are met; a memo of :meth:`Policy.step`."""

    def __init__(self, policy: Policy, start: PolicyState) -> None:
        self._policy = policy
        self._number: dict[PolicyState, int] = {start: 0}
        self._state = [start]
        self._moves: list[dict[str, int]] = [{}]

    def __len__(self) -> int:
        """Return how many states have been met."""
        return len(self._state)

    def step(self, state: int, label: str) -> int:
        """Return the next state, or :data:`FORBIDDEN`."""
        known = self._moves[state].get(label)
        if known is not None:
            return known
        after = self._policy.step(self._state[state], label)
        number = FORBIDDEN
        if after is not None:
            number = self._number.setdefault(after, len(self._state))
            if number == len(self._state):
                self._state.append(after)
                self._moves.append({})
        self._moves[state][label] = number
        return number


@dataclass(frozen=True)
class Problem:
    """What the exact pass works on (model, section 3).

    Parameters
    ----------
    calls : tuple[str, ...]
        The calls of the target's contract, in the order of first mention; bit *i* is ``calls[i]``.
    actions, labels : tuple[str, ...]
        For each call, its action and that action's label.
    results : tuple[str, ...]
        The names of the results; bit *i* is ``results[i]``.
    result_calls : tuple[int, ...]
        For each result, its calls.
    ready_after : tuple[tuple[tuple[int, int], ...], ...]
        For each call, pairs (calls that must come first, the results in which exactly those must).
    followers : tuple[int, ...]
        For each call, the calls that come directly after it in some result.
    same_action : tuple[int, ...]
        For each call, the calls that refer to its action, itself included.
    authorized : int
        The calls whose action is in the log already.
    policy : Policy
        The policy.
    policy_state : PolicyState
        Where it is after the log.
    log_labels : tuple[str, ...]
        The labels of the log.
    limits : Limits
        How much work this may cost.
    """

    calls: tuple[str, ...]
    actions: tuple[str, ...]
    labels: tuple[str, ...]
    results: tuple[str, ...]
    result_calls: tuple[int, ...]
    ready_after: tuple[tuple[tuple[int, int], ...], ...]
    followers: tuple[int, ...]
    same_action: tuple[int, ...]
    authorized: int
    policy: Policy = field(repr=False)
    policy_state: PolicyState
    log_labels: tuple[str, ...]
    limits: Limits = DEFAULT_LIMITS

    @property
    def all_results(self) -> int:
        """The mask of every result."""
        return (1 << len(self.results)) - 1

    def ready(self, call: int, processed: int) -> int:
        """Return the results in which a call may come next, if `processed` began one of their linearizations."""
        results = 0
        for first, those in self.ready_after[call]:
            if not first & ~processed:
                results |= those
        return results

    def is_new(self, call: int, processed: int) -> bool:
        """Whether the call's action is not yet authorized, by the log or by a processed call."""
        return not (self.authorized >> call & 1 or self.same_action[call] & processed)

    def mode(self, call: int, processed: int) -> Mode:
        """Return ``"new"`` or ``"reuse"``."""
        return "new" if self.is_new(call, processed) else "reuse"

    @cached_property
    def _unions(self) -> dict[int, int]:
        return {}

    def calls_of(self, results: int) -> int:
        """Return the calls of any of a mask of results."""
        calls = self._unions.get(results)
        if calls is None:
            calls = 0
            for result in bits(results):
                calls |= self.result_calls[result]
            self._unions[results] = calls
        return calls

    def moves(self) -> PolicyMoves:
        """Return the policy's states, numbered from where the log leads."""
        return PolicyMoves(self.policy, self.policy_state)

    def names(self, results: int) -> tuple[str, ...]:
        """Return the names of a mask of results."""
        return tuple(self.results[i] for i in bits(results))


def problem(
    record: ExecutionRecord,
    target: Workflow | None = None,
    new_calls: Mapping[str, str] | None = None,
    *,
    limits: Limits = DEFAULT_LIMITS,
) -> Problem:
    """Return the question whether a workflow is safe to go on with, from the record's log.

    Parameters
    ----------
    record : ExecutionRecord
        Whose log, policy and actions.
    target : Workflow | None
        The edited workflow; the record's current one when left out.
    new_calls : Mapping[str, str] | None
        Call → action for the calls that the edit makes.
    """
    contract = meaning(record.workflow if target is None else target, limits=limits)
    actions = record.calls if new_calls is None else {**record.calls, **new_calls}
    return from_contract(contract, actions, record, limits=limits)


def from_contract(
    contract: Contract, actions: Mapping[str, str], record: ExecutionRecord, *, limits: Limits = DEFAULT_LIMITS
) -> Problem:
    """Number a contract's calls and results."""
    calls = contract.calls
    index = {call: i for i, call in enumerate(calls)}
    own_actions = tuple(actions[call] for call in calls)
    holders: dict[str, int] = {}
    for i, action in enumerate(own_actions):
        holders[action] = holders.get(action, 0) | 1 << i
    log = set(record.log)
    first: list[dict[int, int]] = [{} for _ in calls]
    followers = [0] * len(calls)
    result_calls = []
    for n, result in enumerate(contract.results):
        before = dict.fromkeys(result.calls, 0)
        for earlier, later in result.order:
            before[later] |= 1 << index[earlier]
            followers[index[earlier]] |= 1 << index[later]
        for call, mask in before.items():
            groups = first[index[call]]
            groups[mask] = groups.get(mask, 0) | 1 << n
        result_calls.append(_mask(index[call] for call in result.calls))
    return Problem(
        calls=calls,
        actions=own_actions,
        labels=tuple(record.label(action) for action in own_actions),
        results=tuple(result.name for result in contract.results),
        result_calls=tuple(result_calls),
        ready_after=tuple(tuple(groups.items()) for groups in first),
        followers=tuple(followers),
        same_action=tuple(holders[action] for action in own_actions),
        authorized=_mask(i for i, action in enumerate(own_actions) if action in log),
        policy=record.registration.policy,
        policy_state=record.policy_state,
        log_labels=record.labels,
        limits=limits,
    )


def _mask(positions: Iterable[int]) -> int:
    mask = 0
    for position in positions:
        mask |= 1 << position
    return mask
