"""The forms in which a policy can be written, each with its language (format, section 1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import singledispatch

from automata.fa.dfa import DFA
from automata.fa.nfa import NFA

from execedit_kit.record.errors import LimitError, PolicySyntax
from execedit_kit.record.limits import Limits
from execedit_kit.record.regex import mentioned, read_regex

# Measured: larger ones take seconds and gigabytes, and nobody writes them by hand.
_MOST_LABELS = 100_000
_MOST_ENTRIES = 1_000_000
_MOST_WORK = 6_000_000
_LONGEST_PREFIXES = 3_000_000
_SMALL_MINIMIZATION = 50_000


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


@dataclass(slots=True)
class Work:
    """What compiling one policy may still cost, all its constraints together. A unit is about a microsecond."""

    left: int = _MOST_WORK

    def spend(self, units: int) -> None:
        """Do some work, or raise :class:`PolicySyntax` when it is too much."""
        self.left -= units
        if self.left < 0:
            raise PolicySyntax("the policy is too intricate to be compiled; write fewer or smaller constraints")


def language(constraint: Constraint, letters: Mapping[str, str], limits: Limits, work: Work) -> DFA:
    """Return a small automaton of a constraint; its states all accept.

    Parameters
    ----------
    constraint : Constraint
        One form of policy.
    letters : Mapping[str, str]
        The alphabet: label → the one character that stands for it in the automaton.
    work : Work
        What this and the policy's other constraints may cost.

    Raises
    ------
    PolicySyntax
        When a regular expression cannot be read, or there is too much to do.
    LimitError
        When the automaton is too large.
    """
    return _language(constraint, letters, limits, work)


@singledispatch
def _language(constraint: Constraint, letters: Mapping[str, str], limits: Limits, work: Work) -> DFA:
    raise TypeError(f"{type(constraint).__name__} is not a constraint")


@_language.register
def _(constraint: Words, letters: Mapping[str, str], limits: Limits, work: Work) -> DFA:
    # A finite language is given to automata-lib word by word, closed under truncation.
    length = sum(len(word) ** 2 for word in constraint.words)
    if length > _LONGEST_PREFIXES:
        raise PolicySyntax("the policy's words are too long or too many to list; write it as a regex or an automaton")
    work.spend(length)
    words = {""}
    for word in constraint.words:
        spelled = "".join(letters[label] for label in word)
        words |= {spelled[:n] for n in range(1, len(spelled) + 1)}
    _refuse_many(len({len(word) for word in words}), limits)
    return DFA.from_finite_language(set(letters.values()), words, as_partial=True)


@_language.register
def _(constraint: Regex, letters: Mapping[str, str], limits: Limits, work: Work) -> DFA:
    work.spend(len(constraint.pattern) + len(mentioned(constraint.pattern)) ** 2 // 4)
    return _determined(_closed(read_regex(constraint.pattern, letters)), limits, work)


@_language.register
def _(constraint: Paths, letters: Mapping[str, str], limits: Limits, work: Work) -> DFA:
    names: dict[str | int, int] = {constraint.start: 0}
    moves: dict[int, dict[str, set[int]]] = {0: {}}
    for source, label, target in constraint.moves:
        ends = [names.setdefault(state, len(names)) for state in (source, target)]
        for end in ends:
            moves.setdefault(end, {})
        moves[ends[0]].setdefault(letters[label], set()).add(ends[1])
    paths = NFA(
        states=set(moves),
        input_symbols=set(letters.values()),
        transitions=moves,
        initial_state=0,
        final_states=set(moves),
    )
    return _determined(paths, limits, work)


@_language.register
def _(constraint: AtMost, letters: Mapping[str, str], limits: Limits, work: Work) -> DFA:
    counted = letters[constraint.label]
    return _all_accept(
        [{letter: n + 1 if letter == counted else n for letter in letters.values()} for n in range(constraint.times)]
        + [{letter: constraint.times for letter in letters.values() if letter != counted}],
        letters.values(),
    )


@_language.register
def _(constraint: Before, letters: Mapping[str, str], limits: Limits, work: Work) -> DFA:
    first, second = letters[constraint.first], letters[constraint.second]
    waiting = {letter: int(letter == first) for letter in letters.values() if letter != second}
    return _all_accept([waiting, dict.fromkeys(letters.values(), 1)], letters.values())


@_language.register
def _(constraint: Exclusive, letters: Mapping[str, str], limits: Limits, work: Work) -> DFA:
    group = [letters[label] for label in dict.fromkeys(constraint.labels)]
    number = {letter: n for n, letter in enumerate(group, start=1)}
    free = [letter for letter in letters.values() if letter not in number]
    rows = [{letter: number.get(letter, 0) for letter in letters.values()}]
    rows += [dict.fromkeys((*free, chosen), number[chosen]) for chosen in group]
    return _all_accept(rows, letters.values())


@_language.register
def _(constraint: Never, letters: Mapping[str, str], limits: Limits, work: Work) -> DFA:
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


def _closed(nfa: NFA) -> NFA:
    """Accept every prefix of an accepted word: every state from which a whole word can be reached."""
    back: dict[object, set[object]] = {}
    for state, row in nfa.transitions.items():
        for targets in row.values():
            for target in targets:
                back.setdefault(target, set()).add(state)
    alive = set(nfa.final_states)
    queue = list(alive)
    for state in queue:
        fresh = back.get(state, set()) - alive
        alive |= fresh
        queue.extend(fresh)
    return NFA(
        states=nfa.states,
        input_symbols=nfa.input_symbols,
        transitions=nfa.transitions,
        initial_state=nfa.initial_state,
        final_states=alive,
    )


def _determined(nfa: NFA, limits: Limits, work: Work) -> DFA:
    """Determinize and minimize, stopping at the limit: automata-lib's own way has none, and may be exponential.

    The sets of states are closed under empty moves as they are met; eliminating the empty moves beforehand, as the
    library does, takes minutes for an expression with some hundreds of alternatives.
    """
    start = _with_empty_moves(nfa, {nfa.initial_state})
    number = {start: 0}
    queue = [start]
    rows: list[dict[str, int]] = []
    for subset in queue:
        ahead: dict[str, set[object]] = {}
        for state in subset:
            for letter, targets in nfa.transitions.get(state, {}).items():
                if letter:
                    ahead.setdefault(letter, set()).update(targets)
        row: dict[str, int] = {}
        for letter, targets in ahead.items():
            reached = _with_empty_moves(nfa, targets)
            if reached not in number:
                number[reached] = len(number)
                queue.append(reached)
            row[letter] = number[reached]
            work.spend(len(reached))
        rows.append(row)
        _refuse_many(len(number), limits)
    automaton = DFA(
        states=set(range(len(rows))),
        input_symbols=nfa.input_symbols,
        transitions=dict(enumerate(rows)),
        initial_state=0,
        final_states={n for subset, n in number.items() if subset & nfa.final_states},
        allow_partial=True,
    )
    if len(rows) * len(automaton.input_symbols) > _SMALL_MINIMIZATION:
        return automaton
    return automaton.minify(retain_names=False)


def _with_empty_moves(nfa: NFA, states: Iterable[object]) -> frozenset[object]:
    reached = set(states)
    queue = list(reached)
    for state in queue:
        fresh = set(nfa.transitions.get(state, {}).get("", ())) - reached
        reached |= fresh
        queue.extend(fresh)
    return frozenset(reached)


def _refuse_many(states: int, limits: Limits) -> None:
    if states > limits.policy_states:
        raise LimitError("a policy whose automaton is too large", "policy_states", limits.policy_states)
