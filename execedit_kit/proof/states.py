"""Where a call sequence can lead, forward from the log (model, section 3): one state and its moves at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from execedit_kit.proof.edit import Derived, Now
from execedit_kit.proof.reading import calls_of, meaning, predecessors
from execedit_kit.record.policy import PolicyState


class State(NamedTuple):
    """What the future of a prefix depends on: the processed calls, the results still compatible, the policy's state."""

    done: int
    compatible: int
    policy: PolicyState


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
        actions: Mapping[str, str] = {**now.actions, **target.calls}
        self._policy = now.policy
        self.results = tuple(result.name for result in contract)
        self.calls = calls_of(contract)
        self.number = {call: n for n, call in enumerate(self.calls)}
        self.actions = tuple(actions[call] for call in self.calls)
        self._labels = tuple(now.label(action) for action in self.actions)
        self._authorized = {n for n, action in enumerate(self.actions) if action in now.log}
        self._twins = tuple(sum(1 << n for n, other in enumerate(self.actions) if other == own) for own in self.actions)
        self._ends: dict[int, int] = {}  # all calls of a result → those results
        self._needs: list[dict[int, int]] = [{} for _ in self.calls]  # what must come before a call → in which results
        for n, result in enumerate(contract):
            all_calls = sum(1 << self.number[call] for call in result.calls)
            self._ends[all_calls] = self._ends.get(all_calls, 0) | 1 << n
            for call, before in predecessors(result, self.number).items():
                needs = self._needs[self.number[call]]
                needs[before] = needs.get(before, 0) | 1 << n
        self._all_calls: dict[int, int] = {}
        self._of = [sum(1 << self.number[call] for call in result.calls) for result in contract]
        self.start = State(0, (1 << len(contract)) - 1, now.state)

    def completed(self, at: State) -> int:
        """Return the results that are complete."""
        return at.compatible & self._ends.get(at.done, 0)

    def names(self, results: int) -> str:
        """Return the first of some results, for a sentence."""
        return repr(self.results[next(ones(results))])

    def step(self, at: State, call: int) -> tuple[bool, State] | str:
        """Return whether a call is new and where it leads, or why it cannot come next."""
        compatible = 0
        if not at.done >> call & 1:
            for before, results in self._needs[call].items():
                if not before & ~at.done:
                    compatible |= results & at.compatible
        if not compatible:
            return f"{self.calls[call]!r} comes next in no result that is still compatible"
        new = call not in self._authorized and not self._twins[call] & at.done
        policy = self._policy.step(at.policy, self._labels[call]) if new else at.policy
        if policy is None:
            return f"the policy forbids {self.calls[call]!r} there"
        return new, State(at.done | 1 << call, compatible, policy)

    def moves(self, at: State) -> list[tuple[int, bool, State]]:
        """Return (call, whether it is new, next state) for every call that obeys the policy."""
        made = []
        for call in ones(self._ahead(at)):
            step = self.step(at, call)
            if not isinstance(step, str):
                made.append((call, *step))
        return made

    def _ahead(self, at: State) -> int:
        calls = self._all_calls.get(at.compatible)
        if calls is None:
            calls = 0
            for result in ones(at.compatible):
                calls |= self._of[result]
            self._all_calls[at.compatible] = calls
        return calls & ~at.done

    def follow(self, path: Sequence[str]) -> State | tuple[int, str]:
        """Return where a call sequence leads, or the position at which it cannot go on and why."""
        at = self.start
        for n, name in enumerate(path):
            call = self.number.get(name)
            step = f"there is no call {name!r} in the target" if call is None else self.step(at, call)
            if isinstance(step, str):
                return n, step
            at = step[1]
        return at
