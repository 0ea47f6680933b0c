"""The evidence of an answer, from the graph that decided it (model, section 4).

Sets are written in the contract's order, so that other names change nothing but names. The order in which a document
writes the keys of its results is thereby seen in the order of the evidence, and in nothing else: the answers to two
documents that differ in the order of keys say the same, and each confirms for both.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from execedit_kit.check.automaton import RuleAutomaton
from execedit_kit.check.graph import Graph, path
from execedit_kit.check.problem import bits
from execedit_kit.edits.derivation import Derivation, RequiredResult
from execedit_kit.proof.form import LISTED
from execedit_kit.record.errors import LimitError
from execedit_kit.record.limits import Limits


def rejected_evidence(graph: Graph) -> dict[str, Any]:
    """Return every blocked state and, where there are few policy-obeying pairs, the removal of each."""
    space = _Space(graph.problem.limits)
    proof: dict[str, Any] = {"blocked": list(_blocked(graph, space))}
    if graph.sizes()[0] <= LISTED:
        proof["executions"] = list(_removed(graph, space))
    return {"proof": proof}


def accepted_evidence(
    graph: Graph, rules: RuleAutomaton, target: dict[str, Any], derivation: Derivation | None
) -> dict[str, Any]:
    """Return the rules in force, the target, what becomes of every required result, and every blocked state.

    A state that is not blocked completes all its results: the verifier sees that from the states after it, so that no
    table of completions is written, which would be as large as all states times all results.
    """
    space = _Space(graph.problem.limits)
    return {
        "automaton": _automaton(rules, space),
        "target": _target(target),
        "coverage": _coverage(derivation, space),
        "proof": {"blocked": list(_blocked(graph, space))},
    }


class _Space:
    """How much may still be written. Evidence is counted before it is made, so that what is too large costs nothing."""

    def __init__(self, limits: Limits) -> None:
        self._left = self._most = limits.evidence_values

    def take(self, values: int) -> None:
        """Raise :class:`LimitError` when there is no room for so many more values."""
        self._left -= values
        if self._left < 0:
            raise LimitError("longer evidence (--no-evidence leaves it out)", "evidence_values", self._most)


def _blocked(graph: Graph, space: _Space) -> Iterator[dict[str, Any]]:
    names = graph.problem.calls
    for round_, fallen in graph.fallen.items():
        for state in fallen:
            way, missing = path(graph, state), graph.missing(state)
            space.take(6 + len(way) + missing.bit_count())
            yield {
                "path": [names[call] for call in way],
                "round": round_,
                "missing": list(graph.problem.names(missing)),
            }


def _removed(graph: Graph, space: _Space) -> Iterator[dict[str, Any]]:
    """Yield the removal of every pair of B₀: in its round, the shortest prefix that falls and the first result lost."""
    problem = graph.problem
    alive = graph.on_pairs(0)
    ahead: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = [(0, (), (0,))]
    while ahead:
        state, calls, states = ahead.pop()
        if graph.complete(state):
            fallen = [(graph.round(at), n) for n, at in enumerate(states) if graph.round(at)]
            round_, length = min(fallen)
            missing = problem.results[next(bits(graph.missing(states[length])))]
            names = [problem.calls[call] for call in calls]
            for result in problem.names(graph.compatible(state)):
                space.take(8 + len(names) + length)
                yield {
                    "result": result,
                    "calls": names,
                    "round": round_,
                    "prefix": names[:length],
                    "missing": missing,
                }
        for call, _, target in reversed(graph.edges(state)):
            if alive[target]:
                ahead.append((target, (*calls, call), (*states, target)))


def _automaton(rules: RuleAutomaton, space: _Space) -> dict[str, Any]:
    space.take(6 * len(rules.transitions) + len(rules.marked))
    moves = [[m.source, m.call, m.action, m.mode, m.target] for m in rules.transitions]
    return {"states": rules.states, "marked": sorted(rules.marked), "moves": moves}


def _coverage(derivation: Derivation | None, space: _Space) -> dict[str, Any]:
    """Return part → required result → its account."""
    required: tuple[RequiredResult, ...] = () if derivation is None else derivation.required
    made: dict[str, dict[str, Any]] = {}
    for one in required:
        space.take(6 + len(one.authorities) + len(one.covered_by))
        made.setdefault(one.part, {})[one.result] = {
            "account": one.account,
            "authorities": sorted(one.authorities),
            "covered_by": list(one.covered_by),
        }
    return made


def _target(document: dict[str, Any]) -> dict[str, Any]:
    """Return a workflow document with every order's pairs sorted: composition leaves them in any order."""
    if "branch" not in document:
        return {key: list(map(_target, value)) if isinstance(value, list) else value for key, value in document.items()}
    results = {}
    for name, result in document["contract"]["results"].items():
        place = {call: n for n, call in enumerate(result["calls"])}
        order = sorted(result["order"], key=lambda pair: (place[pair[0]], place[pair[1]]))
        results[name] = {"calls": result["calls"], "order": order}
    return {"branch": document["branch"], "contract": {"results": results}}
