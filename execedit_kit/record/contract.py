"""Contracts: a finite, non-empty set of results, each with a pomset (model, section 1)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from graphlib import CycleError, TopologicalSorter
from itertools import chain, pairwise, product
from typing import TypeAlias, TypeVar

from execedit_kit.record.errors import (
    CallOutsideResult,
    CyclicOrder,
    DuplicateName,
    EmptyContract,
    ExtendableResult,
    LimitError,
    SharedCall,
)
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits

NOTHING_TO_DO = "∅"
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Result:
    """One way for the task to finish, with its pomset.

    Parameters
    ----------
    name : str
        Unique in its contract.
    calls : tuple[str, ...]
        The calls of the pomset, in the order they were written.
    order : tuple[tuple[str, str], ...]
        Covering pairs (before, after) of the strict partial order; see :meth:`of`.
    authorities : frozenset[str]
        Who requires this result, and so who must sign its removal. A result made of several parts is required by
        the authorities of all of them.
    """

    name: str
    calls: tuple[str, ...]
    order: tuple[tuple[str, str], ...] = ()
    authorities: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls,
        name: str,
        calls: Iterable[str],
        order: Iterable[tuple[str, str]] = (),
        authorities: Iterable[str] = (),
    ) -> Result:
        """Make a result from any pairs that generate its order.

        Raises
        ------
        DuplicateName
            When a call is listed twice.
        CallOutsideResult
            When the order mentions a call that is not listed.
        CyclicOrder
            When the pairs have a cycle.
        """
        listed = tuple(calls)
        index = {call: i for i, call in enumerate(listed)}
        if len(index) < len(listed):
            twice = next(call for i, call in enumerate(listed) if index[call] != i)
            raise DuplicateName(f"result {name!r} lists call {twice!r} twice")
        before: dict[str, set[str]] = {call: set() for call in listed}
        for first, then in order:
            for call in (first, then):
                if call not in index:
                    raise CallOutsideResult(
                        f"the order of result {name!r} names call {call!r}, which is not one of its calls"
                    )
            before[then].add(first)
        try:
            ordered = list(TopologicalSorter(before).static_order())
        except CycleError as error:
            raise CyclicOrder(f"the order of result {name!r} has a cycle: {' < '.join(error.args[1])}") from None
        return cls(name, listed, _covering(ordered, before, index), frozenset(authorities))

    def minimal(self) -> tuple[str, ...]:
        """Return the calls that nothing precedes."""
        later = {then for _, then in self.order}
        return tuple(call for call in self.calls if call not in later)

    def maximal(self) -> tuple[str, ...]:
        """Return the calls that precede nothing."""
        earlier = {first for first, _ in self.order}
        return tuple(call for call in self.calls if call not in earlier)

    def without(self, call: str) -> Result:
        """Return what is left after `call`, one of the minimal calls, has been processed."""
        return replace(
            self,
            calls=tuple(other for other in self.calls if other != call),
            order=tuple(pair for pair in self.order if pair[0] != call),
        )

    def linearizations(self) -> Iterator[tuple[str, ...]]:
        """Yield every complete sequence: each call once, respecting the order."""
        if not self.calls:
            yield ()
        for call in self.minimal():
            for rest in self.without(call).linearizations():
                yield (call, *rest)


def _covering(
    ordered: list[str], before: Mapping[str, set[str]], index: Mapping[str, int]
) -> tuple[tuple[str, str], ...]:
    """Reduce a relation to its covering pairs, in the order the calls were written."""
    below: dict[str, int] = {}
    pairs: list[tuple[str, str]] = []
    for call in ordered:
        strictly = 0
        for earlier in before[call]:
            strictly |= below[earlier]
        pairs += [(earlier, call) for earlier in before[call] if not strictly >> index[earlier] & 1]
        mask = strictly
        for earlier in before[call]:
            mask |= 1 << index[earlier]
        below[call] = mask
    return tuple(sorted(pairs, key=lambda pair: (index[pair[0]], index[pair[1]])))


Operand = TypeVar("Operand")
NameOf: TypeAlias = Callable[[tuple[Result, ...]], str]


@dataclass(frozen=True, slots=True)
class Contract:
    """A finite non-empty set of results. Two results with the same pomset stay distinct.

    Parameters
    ----------
    results : tuple[Result, ...]
        In the order they were written; names are unique.

    Notes
    -----
    Use :meth:`of` for results from outside: it checks that no complete sequence can be properly extended into
    another. The constructors :func:`choice`, :func:`parallel` and :func:`sequence` keep that true by themselves.
    """

    results: tuple[Result, ...]

    @classmethod
    def of(cls, results: Iterable[Result]) -> Contract:
        """Make a contract and check it.

        Raises
        ------
        EmptyContract
            When there is no result.
        DuplicateName
            When two results have one name.
        ExtendableResult
            When a complete sequence of one result can be extended into one of another.
        """
        contract = cls(tuple(results))
        if not contract.results:
            raise EmptyContract("a contract needs at least one result")
        names = {result.name for result in contract.results}
        if len(names) < len(contract.results):
            raise DuplicateName("two results of one contract have the same name")
        _refuse_extension(contract)
        return contract

    @property
    def calls(self) -> tuple[str, ...]:
        """Every call of any result, in the order of first mention."""
        return tuple(dict.fromkeys(call for result in self.results for call in result.calls))

    @property
    def finished(self) -> bool:
        """Whether every pomset is empty."""
        return all(not result.calls for result in self.results)

    @property
    def may_finish(self) -> bool:
        """Whether some pomset is empty."""
        return any(not result.calls for result in self.results)

    def enabled(self) -> tuple[str, ...]:
        """Return the calls that are minimal in some pomset."""
        return tuple(dict.fromkeys(call for result in self.results for call in result.minimal()))

    def after(self, call: str) -> Contract:
        """Return the remaining contract C/x: the results in which `call` is minimal, without it."""
        return Contract(tuple(r.without(call) for r in self.results if call in r.minimal()))

    def renamed(self, name: Callable[[str], str]) -> Contract:
        """Return the same contract with every call renamed; results, order and authorities stay."""
        return Contract(
            tuple(
                Result(
                    r.name,
                    tuple(name(call) for call in r.calls),
                    tuple((name(first), name(then)) for first, then in r.order),
                    r.authorities,
                )
                for r in self.results
            )
        )

    def required_by(self, authority: str) -> Contract:
        """Return the contract with `authority` for every result that names none."""
        return Contract(
            tuple(r if r.authorities else replace(r, authorities=frozenset({authority})) for r in self.results)
        )


def single(call: str) -> Contract:
    """Return the contract with one result that is one call."""
    return Contract((Result(call, (call,)),))


def nothing() -> Contract:
    """Return the contract with one result that has no calls: nothing to do."""
    return Contract((Result(NOTHING_TO_DO, ()),))


def choice(*operands: Contract, limits: Limits = DEFAULT_LIMITS) -> Contract:
    """Return C ⊕ D ⊕ …, the tagged union of the results.

    Raises
    ------
    SharedCall
        When two operands have a call.
    ExtendableResult
        When one operand may finish at once while another still has something to do.
    EmptyContract
        When there are no operands.
    """
    refuse_shared(operands)
    if not operands:
        raise EmptyContract("a choice needs at least one arm")
    refuse_uneven(operands, lambda one: one.may_finish, lambda one: one.finished)
    _refuse_many(sum(len(operand.results) for operand in operands), limits)
    return _distinct([result for operand in operands for result in operand.results])


def parallel(*operands: Contract, limits: Limits = DEFAULT_LIMITS, name: NameOf | None = None) -> Contract:
    """Return C ⊗ D ⊗ …: every combination of results, orders side by side. `name` names a combination.

    Raises
    ------
    SharedCall
        When two operands have a call.
    """
    return _product(operands, lambda parts: (), name or _joined("∥"), limits)


def sequence(*operands: Contract, limits: Limits = DEFAULT_LIMITS, name: NameOf | None = None) -> Contract:
    """Return C ▷ D ▷ …: every combination of results, everything of C before everything of D.

    Raises
    ------
    SharedCall
        When two operands have a call.
    """

    def between(parts: tuple[Result, ...]) -> Iterator[tuple[str, str]]:
        with_calls = [part for part in parts if part.calls]
        for earlier, later in pairwise(with_calls):
            for first in earlier.maximal():
                for then in later.minimal():
                    yield first, then

    return _product(operands, between, name or _joined("→"), limits)


def _product(
    operands: tuple[Contract, ...],
    between: Callable[[tuple[Result, ...]], Iterable[tuple[str, str]]],
    name: NameOf,
    limits: Limits,
) -> Contract:
    refuse_shared(operands)
    _refuse_many(math.prod(len(operand.results) for operand in operands), limits)
    combinations = list(product(*(operand.results for operand in operands)))
    return _distinct(
        [
            Result(
                name(parts),
                tuple(chain.from_iterable(part.calls for part in parts)),
                (*chain.from_iterable(part.order for part in parts), *between(parts)),
                frozenset().union(*(part.authorities for part in parts)),
            )
            for parts in combinations
        ],
        # Not as written: the order of a document's keys says nothing, and must not say which of two is the second.
        by=lambda number: [part.name for part in combinations[number]],
    )


def _joined(symbol: str) -> NameOf:
    other = "∥" if symbol == "→" else "→"

    def name(parts: tuple[Result, ...]) -> str:
        names = [part.name for part in parts if part.name != NOTHING_TO_DO]
        if len(names) < 2:
            return names[0] if names else NOTHING_TO_DO
        joined = symbol.join(f"({part})" if other in part else part for part in names)
        return joined if len(joined) <= _LONGEST_NAME else f"{joined[: _LONGEST_NAME - 20]}…{joined[-16:]}"

    return name


def _distinct(results: list[Result], by: Callable[[int], list[str]] | None = None) -> Contract:
    """Make names unique again after a composition: the second ``o``, by what it is made of, is called ``o (2)``."""
    taken = {result.name for result in results}
    if len(taken) == len(results):
        return Contract(tuple(results))
    seen: set[str] = set()
    named = list(results)
    for number in sorted(range(len(results)), key=by):
        name, copies = results[number].name, 2
        while name in seen or (copies > 2 and name in taken):
            name, copies = f"{results[number].name} ({copies})", copies + 1
        seen.add(name)
        named[number] = replace(results[number], name=name)
    return Contract(tuple(named))


def refuse_shared(operands: Iterable[Contract]) -> None:
    """Raise :class:`SharedCall` when two operands have a call."""
    seen: set[str] = set()
    for operand in operands:
        calls = operand.calls
        shared = next((call for call in calls if call in seen), None)
        if shared is not None:
            raise SharedCall(f"call {shared!r} stands in two operands; a call has one place in the workflow")
        seen.update(calls)


def refuse_uneven(
    operands: Iterable[Operand], may_finish: Callable[[Operand], bool], finished: Callable[[Operand], bool]
) -> None:
    """Raise :class:`ExtendableResult` for a choice in which only some arms may finish at once."""
    arms = tuple(operands)
    if any(map(may_finish, arms)) and not all(map(finished, arms)):
        raise ExtendableResult(
            "a choice between doing nothing and doing something is undefined: the empty sequence could be extended"
        )


def _refuse_many(results: int, limits: Limits) -> None:
    if results > limits.results:
        raise LimitError(f"a contract with {results:,} results", "results", limits.results)


def _refuse_extension(contract: Contract) -> None:
    """Decide the no-extension rule on pairs of results, without listing linearizations.

    p can be extended into q exactly when p's calls are a proper, downward-closed subset of q's and the two orders on
    p's calls have no cycle together.
    """
    sizes = {len(result.calls) for result in contract.results}
    if len(sizes) == 1:
        return
    holders: dict[str, list[Result]] = {}
    for result in contract.results:
        for call in result.calls:
            holders.setdefault(call, []).append(result)
    for short in contract.results:
        rarest = min((holders[call] for call in short.calls), key=len, default=list(contract.results))
        for long in rarest:
            if len(long.calls) > len(short.calls) and _extends(short, long):
                raise ExtendableResult(
                    f"a complete sequence of result {short.name!r} can be extended into result {long.name!r}; "
                    "give the longer way a call that excludes the shorter one, or remove one of them"
                )


def _extends(short: Result, long: Result) -> bool:
    inside = set(short.calls)
    if not inside.issubset(long.calls):
        return False
    if any(then in inside and first not in inside for first, then in long.order):
        return False
    together = [pair for pair in long.order if pair[1] in inside] + list(short.order)
    before: dict[str, set[str]] = {}
    for first, then in together:
        before.setdefault(then, set()).add(first)
    try:
        TopologicalSorter(before).prepare()
    except CycleError:
        return False
    return True
