"""What the stepper draws, before it is laid out: prefixes, states, or groups of states, and when each falls.

A prefix, or a state of the graph, is *there* in round k when it lies on a pair of B_k. It falls in the first round in
which it is not. It falls *itself* when some result can no longer be finished after it, and else it goes along with
what fell before or after it. Nothing here lists a complete sequence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from execedit_kit.check.answer import Accepted, Rejected
from execedit_kit.check.explain import after, why_missing
from execedit_kit.check.graph import NEVER, Graph, path
from execedit_kit.check.problem import bits
from execedit_kit.check.steps import removal
from execedit_kit.record.execution import Mode

Kind: TypeAlias = Literal["trie", "states", "groups"]

MOST_PREFIXES = 120
MOST_STATES = 200
MOST_EDGES = 420
MOST_BESIDE = 44
_COUNTED_EDGES = 3_000_000
OUTSIDE = -1


@dataclass(frozen=True, slots=True)
class Vertex:
    """A prefix, a state or a group of states.

    Parameters
    ----------
    state : int
        Its state in the graph; for a group, the first of them.
    prefix : tuple[int, ...]
        The prefix it stands for, or a shortest one that leads there.
    falls : int
        The round in which it falls; 0 for never.
    own : bool
        Whether it falls itself, rather than along with others.
    stub : bool
        Whether it is on no pair of B₀ at all: what the policy allows there cannot be finished.
    reason : str
        Why it falls, as a sentence.
    states, prefixes : int
        How many states and prefixes it stands for; 0 prefixes when they were not counted.
    """

    state: int
    prefix: tuple[int, ...]
    falls: int
    own: bool
    stub: bool
    reason: str
    states: int = 1
    prefixes: int = 0


@dataclass(frozen=True, slots=True)
class Arc:
    """A call that leads from one vertex to another; between groups, any number of them and no one call."""

    source: int
    target: int
    call: int | None
    mode: Mode
    count: int = 1


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is drawn, and of which kind. `at` finds the vertices of a state of the graph."""

    kind: Kind
    vertices: tuple[Vertex, ...]
    arcs: tuple[Arc, ...]
    at: dict[int, tuple[int, ...]]


def drawing(answer: Accepted | Rejected, kind: Kind | None = None) -> Drawing:
    """Choose what to draw of an answer: the trie when it is small, else the states, else groups of states."""
    graph = answer.graph
    falls = falls_of(graph, answer.rounds)
    if kind is None:
        kind = _kind(graph, falls)
    return {"trie": _trie, "states": _states, "groups": _groups}[kind](graph, falls)


def falls_of(graph: Graph, rounds: Sequence[int]) -> list[int]:
    """Return, for every state, the first round in which it lies on no pair; 0 for never, -1 when on none of B₀.

    Where B₀ is empty, every state is kept, as one that never was on a pair.
    """
    alive = graph.on_pairs(0)
    falls = [0 if there else OUTSIDE for there in alive]
    for number in range(1, len(rounds)):
        then = graph.on_pairs(number)
        for state, there in enumerate(then):
            if falls[state] == 0 and not there:
                falls[state] = number
    return falls


def _kind(graph: Graph, falls: Sequence[int]) -> Kind:
    everything = not _any_pair(falls)
    states = sum(when != OUTSIDE or everything for when in falls)
    if states > MOST_STATES:
        return "groups"
    ways = _ways(graph, falls)
    prefixes: dict[int, int] = {}
    beside: dict[int, int] = {}
    for state, number in enumerate(ways):
        if number:
            depth = graph.processed(state).bit_count()
            prefixes[depth] = prefixes.get(depth, 0) + number
            beside[depth] = beside.get(depth, 0) + 1
    if sum(ways) <= MOST_PREFIXES and max(prefixes.values()) <= MOST_BESIDE:
        return "trie"
    if max(beside.values()) > MOST_BESIDE:
        return "groups"
    edges = sum(len(list(_edges(graph, state, falls))) for state in range(len(graph)) if ways[state])
    return "states" if edges <= MOST_EDGES else "groups"


def _any_pair(falls: Sequence[int]) -> bool:
    return falls[0] != OUTSIDE


def _edges(graph: Graph, state: int, falls: Sequence[int]) -> Iterator[tuple[int, bool, int]]:
    if _any_pair(falls):
        return (edge for edge in graph.edges(state) if falls[edge[2]] != OUTSIDE)
    return iter(graph.edges(state))


def _ways(graph: Graph, falls: Sequence[int]) -> list[int]:
    """Return how many prefixes that are drawn lead to each state."""
    ways = [0] * len(graph)
    ways[0] = 1
    for state, number in enumerate(ways):
        if number:
            for _, _, target in _edges(graph, state, falls):
                ways[target] += number
    return ways


def _trie(graph: Graph, falls: Sequence[int]) -> Drawing:
    vertices: list[Vertex] = []
    arcs: list[Arc] = []
    at: dict[int, list[int]] = {}
    stubs = not _any_pair(falls)

    def grow(state: int, prefix: tuple[int, ...], above: int) -> int:
        when = 0 if stubs else _earlier(falls[state], above)
        own = graph.round(state) == (1 if stubs else when) != NEVER
        number = len(vertices)
        along = when == above and bool(when)
        vertices.append(Vertex(state, prefix, when, own, stubs, _reason(graph, state, prefix, when, own, along), 1, 1))
        at.setdefault(state, []).append(number)
        for call, new, target in _edges(graph, state, falls):
            arcs.append(Arc(number, len(vertices), call, "new" if new else "reuse"))
            grow(target, (*prefix, call), when)
        return number

    grow(0, (), 0)
    return Drawing("trie", tuple(vertices), tuple(arcs), {state: tuple(numbers) for state, numbers in at.items()})


def _earlier(one: int, other: int) -> int:
    """Return the earlier of two rounds, where 0 is never."""
    return min(one or other, other or one)


def _reason(graph: Graph, state: int, prefix: tuple[int, ...], when: int, own: bool, along: bool) -> str:
    problem = graph.problem
    if own:
        said = removal(graph, state).reason
        shortest = path(graph, state)
        if prefix == shortest:
            return said
        lost = next(bits(graph.missing(state)))
        head = f"{after(problem, prefix)}, result {problem.results[lost]!r} can no longer be finished"
        same = ", ".join(problem.calls[call] for call in shortest)
        return f"{head}, as after {same}: {why_missing(graph, state, lost)}"
    if not when:
        return ""
    if along:
        return f"{after(problem, prefix)} nothing goes on: a prefix of it falls in round {when}"
    return f"{after(problem, prefix)} no way to finish is left: each passes a prefix that falls in round {when}"


def _states(graph: Graph, falls: Sequence[int]) -> Drawing:
    stubs = not _any_pair(falls)
    ways = _ways(graph, falls)
    number = {state: n for n, state in enumerate(state for state in range(len(graph)) if ways[state])}
    vertices = []
    for state in number:
        when = 0 if stubs else falls[state]
        own = graph.round(state) == (1 if stubs else when) != NEVER
        prefix = path(graph, state)
        reason = _reason(graph, state, prefix, when, own, False) if own else _gone(when)
        vertices.append(Vertex(state, prefix, when, own, stubs, reason, 1, ways[state]))
    arcs = tuple(
        Arc(n, number[target], call, "new" if new else "reuse")
        for state, n in number.items()
        for call, new, target in _edges(graph, state, falls)
    )
    return Drawing("states", tuple(vertices), arcs, {state: (n,) for state, n in number.items()})


def _gone(when: int) -> str:
    return f"no pair passes here any more: each passed a prefix that falls in round {when}" if when else ""


def _groups(graph: Graph, falls: Sequence[int]) -> Drawing:
    """Put together what has the same number of calls, falls in the same round, and falls itself or along."""
    stubs = not _any_pair(falls)
    member: dict[tuple[int, int, bool], list[int]] = {}
    for state in range(len(graph)):
        if stubs or falls[state] != OUTSIDE:
            when = 0 if stubs else falls[state]
            own = graph.round(state) == (1 if stubs else when) != NEVER
            member.setdefault((graph.processed(state).bit_count(), when, own), []).append(state)
    keys = sorted(member)
    number = {state: n for n, key in enumerate(keys) for state in member[key]}
    one_a_depth = len({depth for depth, _, _ in keys}) == len(keys)
    counted = len(graph) * len(graph.problem.calls) // 2 <= _COUNTED_EDGES
    moves: dict[tuple[int, int], int] = {}
    ways: list[int] = []
    if counted or not one_a_depth:
        ways = [0] * len(graph)
        ways[0] = 1
        for state, n in sorted(number.items()):
            for _, _, target in _edges(graph, state, falls):
                ways[target] += ways[state]
                between = n, number[target]
                moves[between] = moves.get(between, 0) + 1
    else:
        moves = {(n, n + 1): 0 for n in range(len(keys) - 1)}
    vertices = []
    for key in keys:
        _, when, own = key
        states = member[key]
        first = states[0]
        reason = removal(graph, first).reason if own else _gone(when)
        total = sum([ways[state] for state in states]) if ways else 0
        vertices.append(Vertex(first, path(graph, first), when, own, stubs, reason, len(states), total))
    arcs = tuple(Arc(source, target, None, "new", count) for (source, target), count in sorted(moves.items()))
    return Drawing("groups", tuple(vertices), arcs, {state: (n,) for state, n in number.items()})
