"""Policies: regular languages of authorization labels, closed under truncation (model, section 1).

A policy is compiled once to a few small transition tables whose states all accept: the language is every path. What
the tables have in common is intersected while they stay small; a long list of independent constraints stays a list,
since its product would be exponential and the check visits only a little of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

from automata.fa.dfa import DFA
from frozendict import frozendict

from execedit_kit.record.errors import LimitError
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits
from execedit_kit.record.policy_language import Constraint, Work, language

PolicyState: TypeAlias = tuple[int, ...]

# Intersecting two tables is worth it while the product and the work of minimizing it stay small.
_SMALL_PRODUCT = 256
_SMALL_MINIMIZATION = 20_000
_MOST_COMBINING = 200_000


@dataclass(frozen=True, slots=True)
class Table:
    """A deterministic automaton whose states all accept; a missing move is forbidden.

    Parameters
    ----------
    moves : tuple[frozendict[str, int], ...]
        For each state, label → next state. The start is state 0.
    """

    moves: tuple[frozendict[str, int], ...]


@dataclass(frozen=True)
class Policy:
    """A compiled policy.

    Parameters
    ----------
    labels : tuple[str, ...]
        The alphabet: the labels of the declared actions and those that the policy mentions.
    tables : tuple[Table, ...]
        The language is the intersection of their languages. A policy state is one state of each.
    constraints : tuple[Constraint, ...]
        The constraints as written, each with its own table, to say which of them forbids a label.
    """

    labels: tuple[str, ...]
    tables: tuple[Table, ...]
    constraints: tuple[tuple[Constraint, Table], ...]

    @property
    def start(self) -> PolicyState:
        """The state before anything is authorized."""
        return (0,) * len(self.tables)

    def step(self, state: PolicyState, label: str) -> PolicyState | None:
        """Return the state after authorizing `label`, or ``None`` when the policy forbids it."""
        after = []
        for table, q in zip(self.tables, state, strict=True):
            r = table.moves[q].get(label)
            if r is None:
                return None
            after.append(r)
        return tuple(after)

    def run(self, labels: Iterable[str], state: PolicyState | None = None) -> PolicyState | None:
        """Return the state after a word, or ``None`` when the policy forbids it."""
        at: PolicyState | None = self.start if state is None else state
        for label in labels:
            at = None if at is None else self.step(at, label)
        return at

    def allows(self, labels: Iterable[str]) -> bool:
        """Whether the word is in the language."""
        return self.run(labels) is not None

    def refusal(self, labels: Sequence[str], label: str) -> str:
        """Say which constraint forbids `label` after the word `labels`, in the policy's own terms."""
        for constraint, table in self.constraints:
            state = 0
            for earlier in labels:
                state = table.moves[state][earlier]
            if label not in table.moves[state]:
                allowed = [name for name in self.labels if name in table.moves[state]]
                return constraint.refusal(labels, label, allowed)
        raise ValueError(f"the policy allows {label!r} after {' '.join(labels)!r}")


def compile_policy(
    constraints: Iterable[Constraint], labels: Iterable[str], *, limits: Limits = DEFAULT_LIMITS
) -> Policy:
    """Compile the intersection of `constraints` over an alphabet.

    Parameters
    ----------
    constraints : Iterable[Constraint]
        The leaves of the policy document; none of them means that everything is allowed.
    labels : Iterable[str]
        The labels of the declared actions. Labels that only a constraint mentions are added.

    Raises
    ------
    PolicySyntax
        When a regular expression cannot be read.
    LimitError
        When an automaton has more states than `limits` allows.
    """
    written = tuple(constraints)
    alphabet = tuple(dict.fromkeys(chain(labels, *(c.mentions() for c in written))))
    letters = {label: chr(0xF0000 + i) for i, label in enumerate(alphabet)}
    work = Work()
    automata = [language(constraint, letters, limits, work) for constraint in written]
    combined: list[DFA] = []
    combining = 0
    for automaton in automata:
        last = combined[-1] if combined else None
        product = 0 if last is None else len(last.states) * len(automaton.states)
        if last is not None and product <= _SMALL_PRODUCT and combining + product * len(alphabet) <= _MOST_COMBINING:
            combined[-1] = _smallest(last.intersection(automaton, minify=False))
            combining += product * len(alphabet)
        else:
            combined.append(automaton)
    names = {letter: label for label, letter in letters.items()}
    tables = [_table(automaton, names, limits) for automaton in combined]
    own = [_table(automaton, names, limits) for automaton in automata]
    return Policy(alphabet, tuple(tables) or (_anything(alphabet),), tuple(zip(written, own, strict=True)))


def _smallest(automaton: DFA) -> DFA:
    if len(automaton.states) * len(automaton.input_symbols) > _SMALL_MINIMIZATION:
        return automaton
    return automaton.minify(retain_names=False)


def _anything(alphabet: Iterable[str]) -> Table:
    return Table((frozendict(dict.fromkeys(alphabet, 0)),))


def _table(automaton: DFA, names: dict[str, str], limits: Limits) -> Table:
    """Number the reachable accepting states in breadth-first order; all others are forbidden."""
    number = {automaton.initial_state: 0}
    queue = [automaton.initial_state]
    moves: list[frozendict[str, int]] = []
    for state in queue:
        row: dict[str, int] = {}
        for letter, target in sorted(automaton.transitions[state].items()):
            if target in automaton.final_states:
                if target not in number:
                    number[target] = len(number)
                    queue.append(target)
                row[names[letter]] = number[target]
        moves.append(frozendict(row))
    if len(moves) > limits.policy_states:
        raise LimitError(f"a policy automaton with {len(moves):,} states", "policy_states", limits.policy_states)
    return Table(tuple(moves))
