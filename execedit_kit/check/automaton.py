"""The rules in force: the smallest deterministic automaton whose paths are W† and whose marks are completions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from frozendict import frozendict

from execedit_kit.check.graph import Graph
from execedit_kit.record.execution import Mode


@dataclass(frozen=True, slots=True)
class Transition:
    """One move of the rules: a call, the action it refers to, whether that is new or a reuse, and the next state."""

    source: int
    call: str
    action: str
    mode: Mode
    target: int


@dataclass(frozen=True)
class RuleAutomaton:
    """The rules in force (model, section 3). State 0 is the start.

    Parameters
    ----------
    states : int
        How many there are; numbered breadth-first in call order, so that names do not matter.
    marked : frozenset[int]
        The completions.
    transitions : tuple[Transition, ...]
        Ordered by source, then call order.
    """

    states: int
    marked: frozenset[int]
    transitions: tuple[Transition, ...]

    @cached_property
    def moves(self) -> Mapping[tuple[int, str], Transition]:
        """(state, call) → transition."""
        return frozendict({(move.source, move.call): move for move in self.transitions})


def rule_automaton(graph: Graph) -> RuleAutomaton:
    """Return the state graph without blocked states, with equal futures merged."""
    problem = graph.problem
    classes = graph.classes()
    number: dict[int, int] = {}
    representatives: list[int] = []

    def numbered(state: int) -> int:
        name = int(classes[state])
        if name not in number:
            number[name] = len(representatives)
            representatives.append(state)
        return number[name]

    if classes[0] >= 0:
        numbered(0)
    transitions = []
    for source, state in enumerate(representatives):
        for call, new, target in graph.edges(state):
            if classes[target] >= 0:
                mode: Mode = "new" if new else "reuse"
                transitions.append(
                    Transition(source, problem.calls[call], problem.actions[call], mode, numbered(target))
                )
    marked = frozenset(n for n, state in enumerate(representatives) if graph.complete(state))
    return RuleAutomaton(len(representatives), marked, tuple(transitions))
