"""The check as it is defined (model, section 3): list every pair, and prune until nothing changes.

This is for teaching and as the yardstick of the exact pass, which lists nothing. It uses nothing of that pass, and
refuses politely when there is too much to list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, TypeAlias

from execedit_kit.edits.derive import derive
from execedit_kit.record.build import read_edit
from execedit_kit.record.contract import Contract, Result
from execedit_kit.record.errors import LimitError
from execedit_kit.record.events import EditRequest
from execedit_kit.record.execution import ExecutionRecord, Mode
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits
from execedit_kit.record.workflow import meaning

Sequence: TypeAlias = tuple[tuple[str, Mode], ...]
"""Annotated calls, in order: each with whether it is new or a reuse."""
Pair: TypeAlias = tuple[str, Sequence]
"""(result, complete annotated sequence)."""


def prefixes(sequence: Sequence) -> Iterator[Sequence]:
    """Yield every prefix of a sequence, the empty one first and itself last."""
    return (sequence[:n] for n in range(len(sequence) + 1))


def annotated(calls: tuple[str, ...], actions: Mapping[str, str], log: tuple[str, ...]) -> Sequence:
    """Mark each call: new when its action is not yet authorized, by the log or earlier in the sequence; else reuse."""
    authorized = set(log)
    marked: list[tuple[str, Mode]] = []
    for call in calls:
        marked.append((call, "reuse" if actions[call] in authorized else "new"))
        authorized.add(actions[call])
    return tuple(marked)


def begins(result: Result, calls: tuple[str, ...]) -> bool:
    """Whether the result has a linearization that begins with these calls."""
    for call in calls:
        if call not in result.minimal():
            return False
        result = result.without(call)
    return True


@dataclass(frozen=True)
class Definition:
    """The definition at work on one contract.

    Parameters
    ----------
    contract : Contract
        The target's contract.
    actions : Mapping[str, str]
        Call → action.
    record : ExecutionRecord
        Whose log and policy.
    limits : Limits
        How many pairs may be listed.
    """

    contract: Contract
    actions: Mapping[str, str]
    record: ExecutionRecord
    limits: Limits = DEFAULT_LIMITS

    def obeys(self, sequence: Sequence) -> bool:
        """Whether labels(Δ) followed by the labels of the new calls is in the policy's language."""
        new = [self.record.label(self.actions[call]) for call, mode in sequence if mode == "new"]
        return self.record.registration.policy.allows([*self.record.labels, *new])

    def compat(self, prefix: Sequence) -> frozenset[str]:
        """Return Compat(z): the results that have a linearization beginning with z's calls."""
        calls = tuple(call for call, _ in prefix)
        return frozenset(result.name for result in self.contract.results if begins(result, calls))

    @cached_property
    def pairs(self) -> frozenset[Pair]:
        """B₀: the pairs (result, complete annotated sequence) that obey the policy."""
        every = (
            (result.name, annotated(calls, self.actions, self.record.log))
            for result in self.contract.results
            for calls in result.linearizations()
        )
        listed = list(islice(every, self.limits.pairs + 1))
        if len(listed) > self.limits.pairs:
            raise LimitError("listing more complete sequences", "pairs", self.limits.pairs)
        return frozenset(pair for pair in listed if self.obeys(pair[1]))

    def phi(self, pairs: frozenset[Pair]) -> frozenset[Pair]:
        """Return Φ(B): the pairs of B₀ every prefix z of which still has, for every result in Compat(z), a pair in B
        that extends z.
        """  # noqa: D205
        extended = {(result, z) for result, sequence in pairs for z in prefixes(sequence)}
        known: dict[Sequence, bool] = {}

        def holds(z: Sequence) -> bool:
            if z not in known:
                known[z] = all((result, z) in extended for result in self.compat(z))
            return known[z]

        return frozenset(pair for pair in self.pairs if all(holds(z) for z in prefixes(pair[1])))

    @cached_property
    def rounds(self) -> tuple[frozenset[Pair], ...]:
        """B₀ ⊇ B₁ = Φ(B₀) ⊇ … up to and including the greatest fixed point B†."""
        rounds = [self.pairs]
        while (after := self.phi(rounds[-1])) != rounds[-1]:
            rounds.append(after)
        return tuple(rounds)

    @property
    def safe(self) -> frozenset[Pair]:
        """B†, the largest safe execution set."""
        return self.rounds[-1]

    @property
    def accepted(self) -> bool:
        """Whether B† is not empty."""
        return bool(self.safe)

    @cached_property
    def partial(self) -> frozenset[Sequence]:
        """W†, the prefixes of the safe executions."""
        return frozenset(z for _, sequence in self.safe for z in prefixes(sequence))

    @cached_property
    def automaton_states(self) -> int:
        """How many different futures the prefixes in W† have: the states of the smallest automaton."""
        futures: dict[Sequence, set[Sequence]] = {z: set() for z in self.partial}
        for _, sequence in self.safe:
            for z in prefixes(sequence):
                futures[z].add(sequence[len(z) :])
        return len({frozenset(future) for future in futures.values()})


def define(
    record: ExecutionRecord,
    edit: EditRequest | Mapping[str, Any] | None = None,
    *,
    limits: Limits = DEFAULT_LIMITS,
) -> Definition:
    """Set the definition to work on the edited workflow, or on the current one.

    Raises
    ------
    InvalidEdit
        When the edit has no derivation.
    LimitError
        From the properties of what is returned, when there is too much to list.
    """
    if edit is None:
        return Definition(meaning(record.workflow, limits=limits), record.calls, record, limits)
    request = read_edit(dict(edit)) if isinstance(edit, Mapping) else edit
    derived = derive(record, request, limits=limits)
    actions = {**record.calls, **derived.calls}
    return Definition(meaning(derived.target, limits=limits), actions, record, limits)
