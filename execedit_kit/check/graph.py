"""The state graph: (processed calls, compatible results, policy state), explored without listing executions.

What the future of a call sequence can be depends on these three alone (model, section 3). Each call grows the processed
set, so the graph is acyclic and states come out in an order in which every edge goes forward.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from execedit_kit.check.problem import FORBIDDEN, Problem, bits
from execedit_kit.record.errors import LimitError
from execedit_kit.record.limits import Limits

NEVER = 0

# Measured (tests/bench): a level of fewer edges is faster one state at a time.
_WIDE_EDGES = 8_000
_WIDE_EDGES_PER_CALL = 100
_WIDE_SPARSEST = 8


class Graph(Protocol):
    """What the rest of the check asks of an explored state graph; state 0 is the start."""

    problem: Problem

    def __len__(self) -> int:
        """Return the number of states."""
        ...

    def processed(self, state: int) -> int:
        """Return the calls processed since the log, as a mask."""
        ...

    def compatible(self, state: int) -> int:
        """Return Compat, as a mask of results."""
        ...

    def edges(self, state: int) -> Sequence[tuple[int, bool, int]]:
        """Return (call, whether it is new, next state) for every policy-obeying call, in call order."""
        ...

    def parent(self, state: int) -> int:
        """Return a state from which one call leads here: the first found, so that paths are short and stable."""
        ...

    def complete(self, state: int) -> bool:
        """Whether the state completes its compatible results."""
        ...

    def round(self, state: int) -> int:
        """Return the round in which the state falls, or :data:`NEVER`."""
        ...

    def missing(self, state: int) -> int:
        """Return, for a state that falls, the results that cannot be completed from it any more in that round."""
        ...

    @property
    def fallen(self) -> dict[int, list[int]]:
        """Round → the states that fall in it, in graph order."""
        ...

    def on_pairs(self, number: int) -> Sequence[int]:
        """Return, for every state, whether it lies on a pair of B_number."""
        ...

    def sizes(self) -> tuple[int, ...]:
        """Return |B₀|, |B₁|, … up to and including the fixed point."""
        ...

    def prefixes(self) -> int:
        """Return |W†|, the number of prefixes of safe executions."""
        ...

    def classes(self) -> Sequence[int]:
        """Return, for every state of the rules in force, the number of its class of equal futures; else -1."""
        ...


def path(graph: Graph, state: int, parents: Mapping[int, int] | None = None) -> tuple[int, ...]:
    """Return the calls of a shortest way from the start to a state; `parents` says by which states to go."""
    calls: list[int] = []
    while state:
        before = graph.parent(state) if parents is None else parents[state]
        calls.append((graph.processed(state) & ~graph.processed(before)).bit_length() - 1)
        state = before
    return tuple(reversed(calls))


class Clock:
    """Stops work that takes too long or has too many states."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._until = time.monotonic() + limits.seconds

    def check(self, states: int) -> None:
        """Raise :class:`LimitError` when a limit is passed."""
        if states > self._limits.states:
            raise LimitError("a check with more states", "states", self._limits.states)
        if time.monotonic() > self._until:
            raise LimitError(f"a check that takes longer ({states:,} states so far)", "seconds", self._limits.seconds)


@dataclass
class Explored:
    """States and edges as they come out of :func:`explore`; lists indexed by state."""

    problem: Problem
    processed: list[int]
    compatible: list[int]
    policy: list[int]
    parent: list[int]
    edges: list[list[tuple[int, bool, int]]] = field(default_factory=list)

    def complete(self, state: int) -> bool:
        """Whether the processed calls are all those of a compatible result (then of all of them)."""
        results = self.compatible[state]
        return self.problem.result_calls[(results & -results).bit_length() - 1] == self.processed[state]


def _pays(edges: int, states: int, calls: int) -> bool:
    """Whether a level is worth working on whole: large, and with an edge in a fair part of its (state, call) cells."""
    return edges > max(_WIDE_EDGES, _WIDE_EDGES_PER_CALL * calls) and edges * _WIDE_SPARSEST > states * calls


class Wide(Exception):
    """The graph has grown so wide that whole levels at a time are cheaper."""


def explore(problem: Problem, *, narrow: bool = False) -> Explored:
    """Explore the state graph, one state at a time.

    Parameters
    ----------
    problem : Problem
        The question.
    narrow : bool
        Give up with :class:`Wide` when a level has so many edges that :mod:`execedit_kit.check.wide` is faster.

    Raises
    ------
    LimitError
        When there are more states, or it takes longer, than the problem's limits allow.
    """
    clock = Clock(problem.limits)
    moves = problem.moves()
    found = Explored(problem, [0], [problem.all_results], [0], [0])
    candidates = [(1 << len(problem.calls)) - 1]
    at = 0
    while at < len(found.processed):
        known: dict[tuple[int, int, int], int] = {}
        edges_here, first = 0, at
        for state in range(at, len(found.processed)):
            done, compatible, q = found.processed[state], found.compatible[state], found.policy[state]
            out: list[tuple[int, bool, int]] = []
            ready = [
                (call, results)
                for call in bits(candidates[state] & problem.calls_of(compatible) & ~done)
                if (results := compatible & problem.ready(call, done))
            ]
            ahead = 0
            for call, _ in ready:
                ahead |= 1 << call
            for call, results in ready:
                new = problem.is_new(call, done)
                after = moves.step(q, problem.labels[call]) if new else q
                if after == FORBIDDEN:
                    continue
                key = (done | 1 << call, results, after)
                target = known.get(key)
                if target is None:
                    target = known[key] = len(found.processed) + len(known)
                    found.parent.append(state)
                    # What is ready next was ready before, or waited for this call.
                    candidates.append(ahead & ~(1 << call) | problem.followers[call])
                out.append((call, new, target))
            found.edges.append(out)
            edges_here += len(out)
            if not state & 255 or len(out) > 255:
                clock.check(len(found.processed) + len(known))
                if narrow and _pays(edges_here, state - at + 1, len(problem.calls)):
                    raise Wide
        at = len(found.processed)
        for done, compatible, q in known:
            found.processed.append(done)
            found.compatible.append(compatible)
            found.policy.append(q)
        clock.check(len(found.processed))
        if narrow and _pays(edges_here, at - first, len(problem.calls)):
            raise Wide
    return found
