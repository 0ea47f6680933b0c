"""A contract taken apart is the same contract."""

from itertools import product

import hypothesis.strategies as st
from hypothesis import given

from execedit_kit.draw.shape import Beside, OneOf, Plain, Steps, Tangle, shape
from execedit_kit.record.contract import Contract, Result, choice, parallel, sequence, single


def closure(calls, order):
    """The calls and every ordered pair."""
    pairs = set(order)
    while more := {(a, d) for a, b in pairs for c, d in pairs if b == c} - pairs:
        pairs |= more
    return frozenset(calls), frozenset(pairs)


def results(one):
    """What a shape stands for: each result's calls and ordered pairs."""
    match one:
        case Plain(calls, order):
            return {closure(calls, order)}
        case OneOf(parts):
            return set().union(*map(results, parts))
        case Beside(parts) | Steps(parts):
            combined = set()
            for chosen in product(*map(results, parts)):
                calls = frozenset().union(*(part[0] for part in chosen))
                pairs = set().union(*(part[1] for part in chosen))
                if isinstance(one, Steps):
                    later = range(1, len(chosen))
                    pairs |= {(a, b) for n in later for m in range(n) for a in chosen[m][0] for b in chosen[n][0]}
                combined.add(closure(calls, pairs))
            return combined
    raise AssertionError(one)


def kinds(one):
    return {type(one)}.union(*map(kinds, getattr(one, "parts", ())))


@st.composite
def contracts(draw, names=tuple("abcdefgh")):
    """Contracts put together from single calls, each used once."""
    if len(names) == 1:
        return single(names[0])
    cut = draw(st.integers(1, len(names) - 1))
    left, right = draw(contracts(names[:cut])), draw(contracts(names[cut:]))
    return draw(st.sampled_from([choice, parallel, sequence]))(left, right)


@given(contracts())
def test_what_was_put_together_is_taken_apart(contract):
    taken = shape(contract)
    assert Tangle not in kinds(taken)
    assert results(taken) == {closure(one.calls, one.order) for one in contract.results}


@st.composite
def loose(draw):
    """Contracts of any few results that may share calls."""
    listed = []
    for n in range(draw(st.integers(1, 4))):
        calls = draw(st.lists(st.sampled_from("abcde"), unique=True, min_size=1))
        pairs = [(a, b) for i, a in enumerate(calls) for b in calls[i + 1 :]]
        listed.append(Result.of(str(n), calls, draw(st.lists(st.sampled_from(pairs))) if pairs else []))
    return Contract(tuple(listed))


def members(one):
    """Every call drawn, with how often."""
    match one:
        case Plain(calls):
            return list(calls)
        case Tangle(named):
            return [call for call, _ in named]
    return [call for part in one.parts for call in members(part)]


@given(loose())
def test_any_contract_is_drawn_with_each_call_once(contract):
    taken = shape(contract)
    assert sorted(members(taken)) == sorted(contract.calls)
    if Tangle not in kinds(taken):
        assert results(taken) == {closure(one.calls, one.order) for one in contract.results}


def test_equal_results_are_drawn_once():
    twice = Contract((Result("one", ("a",)), Result("other", ("a",))))
    assert shape(twice) == Plain(("a",))


def test_results_that_share_calls_in_no_simpler_way_stay_whole():
    contract = Contract.of(
        [Result.of("one", ["a", "b", "c"], [("a", "b")]), Result.of("two", ["b", "c", "d"], [("c", "b")])]
    )
    taken = shape(contract)
    assert isinstance(taken, Tangle)
    assert dict(taken.members) == {"a": (1,), "b": (1, 2), "c": (1, 2), "d": (2,)}
    assert set(taken.order) == {("a", "b", True), ("c", "b", False)}


def test_order_across_alternatives_is_not_mistaken_for_a_sequence():
    contract = Contract.of([Result.of("first", ["a", "b"], [("a", "b")]), Result.of("last", ["b", "c"], [("b", "c")])])
    assert isinstance(shape(contract), Tangle)


def test_an_enormous_contract_is_not_taken_apart():
    calls = [f"c{n}" for n in range(400)]
    assert shape(Contract(tuple(Result(str(n), tuple(calls)) for n in range(1000)))) is None
