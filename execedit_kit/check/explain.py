"""Reasons in the record's own names: why a result cannot be finished after a prefix."""

from __future__ import annotations

from collections.abc import Iterator

from execedit_kit.check.graph import Graph, path
from execedit_kit.check.problem import Problem, bits


def after(problem: Problem, calls: tuple[int, ...]) -> str:
    """Say where a prefix leads, as the start of a sentence."""
    return f"after {', '.join(problem.calls[call] for call in calls)}" if calls else "already now"


def why_missing(graph: Graph, state: int, result: int) -> str:
    """Say why a result cannot be completed any more from a state that falls.

    For a state that falls in round 1 that is the policy's doing: follow the result as far as the policy allows, and
    name the constraint that stops it. Later, every way leads through a prefix that fell before; name one.
    """
    problem = graph.problem
    done: list[int] = []
    for call, at in _following(graph, state, result):
        done.append(call)
        if 0 < graph.round(at) < graph.round(state):
            lost = problem.results[next(bits(graph.missing(at)))]
            names = ", ".join(problem.calls[call] for call in done)
            return f"each way to finish it passes a prefix that fell before, such as {names} (which loses {lost!r})"
    on = f"going on with {', '.join(problem.calls[call] for call in done)}, " if done else ""
    return on + _refused(problem, (*path(graph, state), *done), result)


def _following(graph: Graph, state: int, result: int) -> Iterator[tuple[int, int]]:
    """Yield (call, state) along the first way that stays compatible with a result, as far as there is one."""
    while True:
        ahead = (edge for edge in graph.edges(state) if graph.compatible(edge[2]) >> result & 1)
        edge = next(ahead, None)
        if edge is None:
            return
        call, _, state = edge
        yield call, state


def _refused(problem: Problem, calls: tuple[int, ...], result: int) -> str:
    """Say which next call of a result the policy forbids after a prefix, and by which constraint."""
    labels = list(problem.log_labels)
    done = 0
    for call in calls:
        if problem.is_new(call, done):
            labels.append(problem.labels[call])
        done |= 1 << call
    state = problem.policy.run(labels)
    assert state is not None
    for call in bits(problem.result_calls[result] & ~done):
        ready = problem.ready(call, done) >> result & 1
        if ready and problem.is_new(call, done) and problem.policy.step(state, problem.labels[call]) is None:
            return f"{problem.calls[call]} would be next, but {problem.policy.refusal(labels, problem.labels[call])}"
    raise AssertionError("a result that cannot be finished has a ready call that the policy forbids")
