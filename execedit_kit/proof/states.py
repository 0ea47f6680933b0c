"""Where a call sequence can lead, forward from the log (model, section 3): one state and its moves at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from execedit_kit.proof.edit import Derived, Now
from execedit_kit.proof.reading import calls_of, meaning, predecessors
from execedit_kit.record.policy import PolicyState


class State(NamedTuple):
    """What the future of a prefix depends on: the processed calls, the results still compatible, the policy's state."""

    done: int
    compatible: int
    policy: PolicyState


Step: TypeAlias = tuple[int, bool, State]  # a call, whether it is new, where it leads


class Wrong(Exception):
    """The first thing in an answer that is wrong: where it stands, and why."""

    def __init__(self, at: tuple[str | int, ...], reason: str) -> None:
        super().__init__(reason)
        self.at, self.reason = at, reason


def ones(mask: int) -> Iterator[int]:
    """Yield the positions of a mask's bits, lowest first."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


class States:
    """The states of a target, by their moves.

    Parameters
    ----------
    now : Now
        Whose log and policy.
    target : Derived
        The workflow in question and the calls it makes.
    """

    def __init__(self, now: Now, target: Derived) -> None:
        contract = meaning(target.tree, now.limits)
        actions = {**now.actions, **target.calls}
        self._policy = now.policy
        self.results = tuple(result.name for result in contract)
        self.calls = calls_of(contract)
        self.number = {call: n for n, call in enumerate(self.calls)}
        self.actions = [actions[call] for call in self.calls]
        self._labels = [now.label(action) for action in self.actions]
        users: dict[str, int] = {}
        for n, action in enumerate(self.actions):
            users[action] = users.get(action, 0) | 1 << n
        self._authorized = [action in now.log for action in self.actions]
        self._twins = [users[action] for action in self.actions]  # the calls that refer to a call's action
        self._needs: list[dict[int, int]] = [{} for _ in self.calls]  # what must come before a call → in which results
        self._all: list[int] = []  # the calls of each result
        self._ends: dict[int, int] = {}  # all calls of a result → those results
        for n, result in enumerate(contract):
            before = predecessors(result, self.number)
            self._all.append(sum(1 << self.number[call] for call in before))
            self._ends[self._all[n]] = self._ends.get(self._all[n], 0) | 1 << n
            for call, first in before.items():
                needs = self._needs[self.number[call]]
                needs[first] = needs.get(first, 0) | 1 << n
        self._some: dict[int, int] = {}
        self.start = State(0, (1 << len(contract)) - 1, now.state)

    def completed(self, at: State) -> int:
        """Return the results that are complete."""
        return at.compatible & self._ends.get(at.done, 0)

    def named(self, results: int) -> str:
        """Return the first of some results, for a sentence."""
        return repr(self.results[next(ones(results))])

    def step(self, at: State, call: int) -> Step | str:
        """Return where a call leads, or why it cannot come next."""
        compatible = 0
        for before, results in self._needs[call].items():
            if not before & ~at.done:
                compatible |= results & at.compatible
        if at.done >> call & 1 or not compatible:
            return f"{self.calls[call]!r} comes next in no result that is still compatible"
        new = not (self._authorized[call] or self._twins[call] & at.done)
        policy = self._policy.step(at.policy, self._labels[call]) if new else at.policy
        if policy is None:
            return f"the policy forbids {self.calls[call]!r} here"
        return call, new, State(at.done | 1 << call, compatible, policy)

    def moves(self, at: State) -> list[Step]:
        """Return where every call leads that obeys the policy."""
        calls = self._some.get(at.compatible)
        if calls is None:
            calls = 0
            for result in ones(at.compatible):
                calls |= self._all[result]
            self._some[at.compatible] = calls
        steps = (self.step(at, call) for call in ones(calls & ~at.done))
        return [step for step in steps if not isinstance(step, str)]

    def follow(self, path: Sequence[str], where: tuple[str | int, ...]) -> list[State]:
        """Return the states that a call sequence passes, the first and the last included.

        Raises
        ------
        Wrong
            When a call cannot come next; `where` is the place of the sequence in the answer.
        """
        passed = [self.start]
        for n, name in enumerate(path):
            step = (
                self.step(passed[-1], self.number[name]) if name in self.number else f"there is no call {name!r} left"
            )
            if isinstance(step, str):
                raise Wrong((*where, n), step)
            passed.append(step[2])
        return passed
