"""The forms in which a policy can be written, each with its language (format, section 1)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import TypeVar

from automata.fa.dfa import DFA

from execedit_kit.record.errors import LimitError, PolicySyntax
from execedit_kit.record.limits import Limits
from execedit_kit.record.regex import Positions, bits, mentioned, positions

# Measured: larger ones take seconds and gigabytes, and nobody writes them by hand.
_MOST_LABELS = 100_000
_MOST_ENTRIES = 1_000_000
_MOST_STEPS = 10_000_000
_SMALL_MINIMIZATION = 250_000

Subset = TypeVar("Subset", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Constraint:
    """One form of policy. Subclasses say what they mention and why they refuse a label."""

    def mentions(self) -> Iterator[str]:
        """Yield the labels that the constraint names."""
        return iter(())

    def entries(self, labels: int) -> int:
        """Return how large the table over so many labels is, for a form whose table outgrows its text."""
        return 0

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

    def read(self) -> Positions:
        """Read the pattern, or say where it cannot be read."""
        return positions(self.pattern)

    def mentions(self) -> Iterator[str]:
        """Yield the labels of the pattern."""
        return iter(mentioned(self.pattern))


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

    def entries(self, labels: int) -> int:
        """Count the rows: one more than the times."""
        return (self.times + 1) * labels

    def refusal(self, labels: Sequence[str], label: str, allowed: Sequence[str]) -> str:
        """Say how often the label has occurred."""
        if not self.times:
            return f"the policy allows no {self.label} at all"
        return f"the policy allows at most {self.times} × {self.label}, and it has happened {self.times} ×"


@dataclass(frozen=True, slots=True)
class Before(Constraint):
    """No `second` until a `first`."""

    first: str
    second: str

    def mentions(self) -> Iterator[str]:
        """Yield both labels."""
        yield from (self.first, self.second)

    def entries(self, labels: int) -> int:
        """Count the rows: before and after."""
        return 2 * labels

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

    def entries(self, labels: int) -> int:
        """Count the rows: one for each label that may come first."""
        listed = len(set(self.labels))
        return labels + listed * (labels - listed + 1)

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

    def entries(self, labels: int) -> int:
        """Count the one row."""
        return labels

    def refusal(self, labels: Sequence[str], label: str, allowed: Sequence[str]) -> str:
        """Say that the label is forbidden altogether."""
        return f"the policy never allows {self.label}"


def refuse_large(constraints: Sequence[Constraint], labels: Iterable[str], limits: Limits) -> None:
    """Refuse a policy whose tables would not fit, before any is made.

    Parameters
    ----------
    constraints : Sequence[Constraint]
        The policy is their intersection.
    labels : Iterable[str]
        The labels of the declared actions.

    Raises
    ------
    LimitError
        When a constraint counts further than `limits` allows.
    PolicySyntax
        When there are too many labels, or too many constraints for so many.
    """
    alphabet = set(labels)
    for constraint in constraints:
        alphabet.update(constraint.mentions())
        if isinstance(constraint, AtMost) and constraint.times >= limits.policy_states:
            raise LimitError(f"a policy that counts to {constraint.times:,}", "policy_states", limits.policy_states)
    if len(alphabet) > _MOST_LABELS:
        raise PolicySyntax(f"the policy and the actions have {len(alphabet):,} labels; the most are {_MOST_LABELS:,}")
    entries = sum(constraint.entries(len(alphabet)) for constraint in constraints)
    if entries > _MOST_ENTRIES:
        raise PolicySyntax(
            f"the policy's tables over {len(alphabet):,} labels would have {entries:,} entries; "
            f"the most are {_MOST_ENTRIES:,}: write fewer constraints, or smaller numbers"
        )


def language(constraint: Constraint, letters: Mapping[str, str], limits: Limits) -> DFA:
    """Return a small automaton of a constraint; its states all accept.

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
    rows: list[dict[str, int]] = [{}]
    for word in constraint.words:
        state = 0
        for label in word:
            after = rows[state].setdefault(letters[label], len(rows))
            if after == len(rows):
                rows.append({})
            state = after
    # Every move leads to a later row, so that from the last back, rows with equal futures are simply equal.
    number: dict[frozenset[tuple[str, int]], int] = {}
    place = [0] * len(rows)
    for state in range(len(rows) - 1, -1, -1):
        future = frozenset((letter, place[after]) for letter, after in rows[state].items())
        place[state] = number.setdefault(future, len(number))
    start = len(number) - 1
    _refuse_many(len(number), limits)
    return _all_accept([dict(future) for future in number], letters.values(), start)


@_language.register
def _(constraint: Regex, letters: Mapping[str, str], limits: Limits) -> DFA:
    read = constraint.read()
    spelled = [letters[label] for label in read.labels]

    def step(subset: int) -> dict[str, int]:
        reached = 0
        for position in bits(subset >> 1):
            reached |= read.follow[position]
        if subset & 1:
            reached |= read.first
        targets: dict[str, int] = {}
        for position in bits(reached):
            letter = spelled[position]
            targets[letter] = targets.get(letter, 0) | 2 << position
        return targets

    # Bit 0 is the start, before any label.
    return _determined(1, step, int.bit_count, letters.values(), limits)


@_language.register
def _(constraint: Paths, letters: Mapping[str, str], limits: Limits) -> DFA:
    moves: dict[str | int, dict[str, set[str | int]]] = {}
    for source, label, target in constraint.moves:
        moves.setdefault(source, {}).setdefault(letters[label], set()).add(target)

    def step(subset: frozenset[str | int]) -> dict[str, frozenset[str | int]]:
        if len(subset) == 1:
            return {letter: frozenset(ends) for letter, ends in moves.get(next(iter(subset)), {}).items()}
        targets: dict[str, set[str | int]] = {}
        for state in subset:
            for letter, ends in moves.get(state, {}).items():
                targets.setdefault(letter, set()).update(ends)
        return {letter: frozenset(ends) for letter, ends in targets.items()}

    def size(subset: frozenset[str | int]) -> int:
        return sum(len(moves.get(state, ())) for state in subset)

    return _determined(frozenset({constraint.start}), step, size, letters.values(), limits)


@_language.register
def _(constraint: AtMost, letters: Mapping[str, str], limits: Limits) -> DFA:
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


def _all_accept(rows: list[dict[str, int]], letters: Iterable[str], start: int = 0) -> DFA:
    states = set(range(len(rows)))
    return DFA(
        states=states,
        input_symbols=set(letters),
        transitions=dict(enumerate(rows)),
        initial_state=start,
        final_states=states,
        allow_partial=True,
    )


def _determined(
    start: Subset,
    step: Callable[[Subset], dict[str, Subset]],
    size: Callable[[Subset], int],
    letters: Iterable[str],
    limits: Limits,
) -> DFA:
    """Determinize an automaton whose states all accept, stopping at the limit: it may be exponential.

    Parameters
    ----------
    step : Callable[[Subset], dict[str, Subset]]
        From a set of states, by letter, the states that may come next.
    size : Callable[[Subset], int]
        What one step from a set costs.
    """
    number = {start: 0}
    queue = [start]
    rows: list[dict[str, int]] = []
    steps = 0
    for subset in queue:
        row: dict[str, int] = {}
        for letter, reached in step(subset).items():
            if reached not in number:
                number[reached] = len(number)
                queue.append(reached)
            row[letter] = number[reached]
            steps += size(reached)
        rows.append(row)
        _refuse_many(len(number), limits)
        if steps > _MOST_STEPS:
            raise PolicySyntax("the policy's automaton is too intricate to be made deterministic; write a smaller one")
    automaton = _all_accept(rows, letters)
    if len(rows) * len(automaton.input_symbols) > _SMALL_MINIMIZATION:
        return automaton
    return automaton.minify(retain_names=False)


def _refuse_many(states: int, limits: Limits) -> None:
    if states > limits.policy_states:
        raise LimitError("a policy whose automaton is too large", "policy_states", limits.policy_states)
