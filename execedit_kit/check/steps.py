"""The pruning, round by round, as a generator of frozen values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from execedit_kit.check.explain import after, why_missing
from execedit_kit.check.graph import Graph, path
from execedit_kit.check.problem import bits


@dataclass(frozen=True, slots=True)
class Removal:
    """A prefix that falls: some result can no longer be finished after it.

    Parameters
    ----------
    round : int
        The round in which it falls, from 1.
    state : int
        The state of the graph that it, and perhaps other prefixes, lead to.
    prefix : tuple[str, ...]
        A shortest prefix that leads there.
    missing : tuple[str, ...]
        The results that are still possible after it and can no longer be finished.
    reason : str
        Why the first of them cannot, as a sentence.
    """

    round: int
    state: int
    prefix: tuple[str, ...]
    missing: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Round:
    """One round of the fixed point.

    Parameters
    ----------
    number : int
        0 for B₀, the pairs that obey the policy.
    size : int
        |B_number|, exact.
    removals : tuple[Removal, ...]
        What fell in this round: the states on pairs of the round before that fall now.
    """

    number: int
    size: int
    removals: tuple[Removal, ...]


def steps(graph: Graph) -> Iterator[Round]:
    """Yield B₀, B₁, … up to and including the fixed point (model, section 3)."""
    for number, size in enumerate(graph.sizes()):
        removals: tuple[Removal, ...] = ()
        if number:
            alive = graph.on_pairs(number - 1)
            by = _parents(graph, alive)
            removals = tuple(removal(graph, state, by) for state in graph.fallen[number] if alive[state])
        yield Round(number, size, removals)


def _parents(graph: Graph, alive: Sequence[int]) -> dict[int, int]:
    """Return, for every state on a pair, a state on a pair before it: a prefix that falls was there until now."""
    parents: dict[int, int] = {}
    for state in range(len(graph)):
        if alive[state]:
            for _, _, target in graph.edges(state):
                if alive[target]:
                    parents.setdefault(target, state)
    return parents


def removal(graph: Graph, state: int, parents: Mapping[int, int] | None = None) -> Removal:
    """Describe a state that falls; `parents` says by which prefix it is reached."""
    calls = path(graph, state, parents)
    missing = graph.missing(state)
    first = next(bits(missing))
    problem = graph.problem
    return Removal(
        graph.round(state),
        state,
        tuple(problem.calls[call] for call in calls),
        problem.names(missing),
        f"{after(problem, calls)}, result {problem.results[first]!r} can no longer be finished: "
        f"{why_missing(graph, state, first)}",
    )


def first_removal(graph: Graph) -> Removal:
    """Return the first thing that falls when the start is blocked: the start itself, or else what round 1 removes."""
    if graph.round(0) == 1:
        return removal(graph, 0)
    alive = graph.on_pairs(0)
    return removal(graph, next(state for state in graph.fallen[1] if alive[state]))
