"""The forms in which a policy can be written, each with its language (format, section 1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import singledispatch

from automata.base.exceptions import InvalidRegexError
from automata.fa.dfa import DFA
from automata.fa.nfa import NFA

from execedit_kit.record.errors import LimitError, PolicySyntax
from execedit_kit.record.limits import Limits

# A finite language is given to automata-lib as all its prefixes: their total length is what costs.
_LONGEST_PREFIXES = 20_000_000
_TOKEN = re.compile(r"\s*([()|*+?]|[^\s()|*+?]+)")


@dataclass(frozen=True, slots=True)
class Constraint:
    """One form of policy. Subclasses say what they mention and why they refuse a label."""

    def mentions(self) -> Iterator[str]:
        """Yield the labels that the constraint names."""
        return iter(())

    def refusal(self, labels: Sequence[str], label: str, allowed: Sequence[str]) -> str:
        """Say why `label` is forbidden after `labels`; `allowed` are the labels that would not be."""
        after = f"after {' '.join(labels)}" if labels else "at the start"
        instead = f"allows only {', '.join(allowed[:5])}" if allowed else "allows nothing more"
        if len(allowed) > 5:
            instead += f" and {len(allowed) - 5} more"
        return f"{after} the policy {instead}, not {label}"


@dataclass(frozen=True, slots=True)
class Words(Constraint):
    """Every prefix of these words."""

    words: tuple[tuple[str, ...], ...]

    def mentions(self) -> Iterator[str]:
        """Yield the labels of the words."""
        return (label for word in self.words for label in word)


@dataclass(frozen=True, slots=True)
class Regex(Constraint):
    """Every prefix of a word of a regular expression; labels are separated by spaces."""

    pattern: str

    def mentions(self) -> Iterator[str]:
        """Yield the labels of the pattern."""
        return (token for token in tokens(self.pattern) if token not in "()|*+?")


@dataclass(frozen=True, slots=True)
class Paths(Constraint):
    """Every path of an automaton."""

    start: str | int
    moves: tuple[tuple[str | int, str, str | int], ...]

    def mentions(self) -> Iterator[str]:
        """Yield the labels of the moves."""
        return (label for _, label, _ in self.moves)


@dataclass(frozen=True, slots=True)
class AtMost(Constraint):
    """A label at most so many times."""

    label: str
    times: int

    def mentions(self) -> Iterator[str]:
        """Yield the label."""
        yield self.label

    def refusal(self, labels: Sequence[str], label: str, allowed: Sequence[str]) -> str:
        """Say how often the label has occurred."""
        return f"the policy allows at most {self.times} × {self.label}, and it has happened {self.times} ×"


@dataclass(frozen=True, slots=True)
class Before(Constraint):
    """No `second` until a `first`."""

    first: str
    second: str

    def mentions(self) -> Iterator[str]:
        """Yield both labels."""
        yield from (self.first, self.second)

    def refusal(self, labels: Sequence[str], label: str, allowed: Sequence[str]) -> str:
        """Say which label must come first."""
        return f"the policy allows no {self.second} before {self.first}"


@dataclass(frozen=True, slots=True)
class Exclusive(Constraint):
    """Only one of these labels ever occurs, as often as it likes."""

    labels: tuple[str, ...]

    def mentions(self) -> Iterator[str]:
        """Yield the labels."""
        return iter(self.labels)

    def refusal(self, labels: Sequence[str], label: str, allowed: Sequence[str]) -> str:
        """Say which of the labels came first."""
        chosen = next(earlier for earlier in labels if earlier in self.labels)
        return f"the policy allows only one of {', '.join(self.labels)}, and {chosen} has happened"


@dataclass(frozen=True, slots=True)
class Never(Constraint):
    """A label that never occurs."""

    label: str

    def mentions(self) -> Iterator[str]:
        """Yield the label."""
        yield self.label

    def refusal(self, labels: Sequence[str], label: str, allowed: Sequence[str]) -> str:
        """Say that the label is forbidden altogether."""
        return f"the policy never allows {self.label}"


def tokens(pattern: str) -> list[str]:
    """Split a regular expression into labels and operators."""
    return _TOKEN.findall(pattern)


def language(constraint: Constraint, letters: Mapping[str, str], limits: Limits) -> DFA:
    """Return the smallest automaton of a constraint; its accepting states are closed under truncation.

    Parameters
    ----------
    constraint : Constraint
        One form of policy.
    letters : Mapping[str, str]
        The alphabet: label → the one character that stands for it in the automaton.

    Raises
    ------
    PolicySyntax
        When a regular expression cannot be read.
    LimitError
        When the words are too long or the automaton too large.
    """
    return _language(constraint, letters, limits)


@singledispatch
def _language(constraint: Constraint, letters: Mapping[str, str], limits: Limits) -> DFA:
    raise TypeError(f"{type(constraint).__name__} is not a constraint")


@_language.register
def _(constraint: Words, letters: Mapping[str, str], limits: Limits) -> DFA:
    length = sum(len(word) * len(word) for word in constraint.words)
    if length > _LONGEST_PREFIXES:
        raise PolicySyntax("the policy's words are too long to list; write them as a regex or an automaton")
    words = {""}
    for word in constraint.words:
        spelled = "".join(letters[label] for label in word)
        words |= {spelled[:n] for n in range(1, len(spelled) + 1)}
    return DFA.from_finite_language(set(letters.values()), words, as_partial=True)


@_language.register
def _(constraint: Regex, letters: Mapping[str, str], limits: Limits) -> DFA:
    spelled = "".join(letters.get(token, token) for token in tokens(constraint.pattern))
    try:
        nfa = NFA.from_regex(spelled, input_symbols=set(letters.values()))
    except InvalidRegexError as error:
        names = {letter: label for label, letter in letters.items()}
        reason = "".join(names.get(c, c) for c in str(error)).strip()
        raise PolicySyntax(f"the regular expression {constraint.pattern!r} cannot be read: {reason}") from None
    return _closed(_determined(nfa, limits))


@_language.register
def _(constraint: Paths, letters: Mapping[str, str], limits: Limits) -> DFA:
    names: dict[str | int, int] = {constraint.start: 0}
    moves: dict[int, dict[str, set[int]]] = {0: {}}
    for source, label, target in constraint.moves:
        ends = [names.setdefault(state, len(names)) for state in (source, target)]
        for end in ends:
            moves.setdefault(end, {})
        moves[ends[0]].setdefault(letters[label], set()).add(ends[1])
    states = set(moves)
    nfa = NFA(
        states=states,
        input_symbols=set(letters.values()),
        transitions=moves,
        initial_state=0,
        final_states=states,
    )
    return _determined(nfa, limits).minify(retain_names=False)


@_language.register
def _(constraint: AtMost, letters: Mapping[str, str], limits: Limits) -> DFA:
    if constraint.times >= limits.policy_states:
        raise LimitError(f"a policy that counts to {constraint.times:,}", "policy_states", limits.policy_states)
    counted = letters[constraint.label]
    return _all_accept(
        [{letter: n + 1 if letter == counted else n for letter in letters.values()} for n in range(constraint.times)]
        + [{letter: constraint.times for letter in letters.values() if letter != counted}],
        letters.values(),
    )


@_language.register
def _(constraint: Before, letters: Mapping[str, str], limits: Limits) -> DFA:
    first, second = letters[constraint.first], letters[constraint.second]
    waiting = {letter: int(letter == first) for letter in letters.values() if letter != second}
    return _all_accept([waiting, dict.fromkeys(letters.values(), 1)], letters.values())


@_language.register
def _(constraint: Exclusive, letters: Mapping[str, str], limits: Limits) -> DFA:
    group = [letters[label] for label in dict.fromkeys(constraint.labels)]
    number = {letter: n for n, letter in enumerate(group, start=1)}
    rows = [{letter: number.get(letter, 0) for letter in letters.values()}]
    for chosen in group:
        rest = (letter for letter in letters.values() if letter == chosen or letter not in number)
        rows.append(dict.fromkeys(rest, number[chosen]))
    return _all_accept(rows, letters.values())


@_language.register
def _(constraint: Never, letters: Mapping[str, str], limits: Limits) -> DFA:
    forbidden = letters[constraint.label]
    return _all_accept([{letter: 0 for letter in letters.values() if letter != forbidden}], letters.values())


def _all_accept(rows: list[dict[str, int]], letters: Iterable[str]) -> DFA:
    states = set(range(len(rows)))
    return DFA(
        states=states,
        input_symbols=set(letters),
        transitions=dict(enumerate(rows)),
        initial_state=0,
        final_states=states,
        allow_partial=True,
    )


def _determined(nfa: NFA, limits: Limits) -> DFA:
    """Determinize, stopping at the limit: automata-lib's own construction has none and may be exponential."""
    plain = nfa.eliminate_lambda()
    start = frozenset({plain.initial_state})
    number = {start: 0}
    queue = [start]
    rows: dict[int, dict[str, int]] = {}
    for subset in queue:
        targets: dict[str, set[object]] = {}
        for state in subset:
            for letter, ends in plain.transitions.get(state, {}).items():
                targets.setdefault(letter, set()).update(ends)
        row = rows[number[subset]] = {}
        for letter, ends in targets.items():
            reached = frozenset(ends)
            if reached not in number:
                number[reached] = len(number)
                queue.append(reached)
            row[letter] = number[reached]
        if len(number) > limits.policy_states:
            raise LimitError("a policy whose automaton is too large", "policy_states", limits.policy_states)
    return DFA(
        states=set(rows),
        input_symbols=plain.input_symbols,
        transitions=rows,
        initial_state=0,
        final_states={n for subset, n in number.items() if subset & plain.final_states},
        allow_partial=True,
    )


def _closed(automaton: DFA) -> DFA:
    """Accept every prefix of an accepted word."""
    back: dict[object, set[object]] = {}
    for state, row in automaton.transitions.items():
        for target in row.values():
            back.setdefault(target, set()).add(state)
    alive = set(automaton.final_states)
    queue = list(alive)
    for state in queue:
        fresh = back.get(state, set()) - alive
        alive |= fresh
        queue.extend(fresh)
    return DFA(
        states=automaton.states,
        input_symbols=automaton.input_symbols,
        transitions=automaton.transitions,
        initial_state=automaton.initial_state,
        final_states=alive,
        allow_partial=True,
    ).minify(retain_names=False)
