"""Contracts against their definition: by listing every complete sequence (section 1)."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

import execedit_kit as ek
from execedit_kit.record import contract as kit
from execedit_kit.record.contract import Contract, Result
from execedit_kit.record.errors import CyclicOrder, EmptyContract, ExtendableResult, SharedCall
from execedit_kit.record.workflow import enabled, meaning, process
from tests.support import reference
from tests.support.generate import KINDS, Calls, contract
from tests.support.strategies import examples, questions, thrown


def sequences(calls, order):
    """The complete sequences of a pomset: the permutations that respect the pairs."""
    return {z for z in permutations(calls) if all(z.index(first) < z.index(then) for first, then in order)}


def extended(contract):
    """Whether some complete sequence is properly extended by another of the same contract."""
    every = {z for result in contract for z in sequences(result.calls, result.order)}
    return any(z[:n] in every for z in every for n in range(len(z)))


@st.composite
def pomsets(draw, calls="abcd", least=0):
    """Draw a result over some of these calls, its order pairs possibly redundant."""
    own = draw(st.lists(st.sampled_from(calls), unique=True, min_size=least))
    pairs = [(own[i], own[j]) for j in range(len(own)) for i in range(j)]
    return Result.of("", own, draw(st.lists(st.sampled_from(pairs), max_size=6)) if pairs else ())


@given(own=st.lists(st.sampled_from("abcde"), unique=True), data=st.data())
@examples(400)
def test_covering_pairs_generate_the_order_that_was_given(own, data):
    given_pairs = data.draw(st.lists(st.tuples(st.sampled_from(own), st.sampled_from(own)), max_size=7)) if own else []
    expected = sequences(own, given_pairs)
    if not expected:
        event("a cycle")
        with pytest.raises(CyclicOrder):
            Result.of("o", own, given_pairs)
        return
    result = Result.of("o", own, given_pairs)
    assert set(result.linearizations()) == sequences(own, result.order) == expected
    assert len(list(result.linearizations())) == len(expected)
    for left_out in result.order:
        fewer = [pair for pair in result.order if pair != left_out]
        assert sequences(own, fewer) != expected, "a covering pair that is not needed"
    assert set(result.minimal()) == {z[0] for z in expected if z}
    assert set(result.maximal()) == {z[-1] for z in expected if z}


@given(results=st.lists(pomsets(), min_size=1, max_size=3))
@examples(500)
def test_the_no_extension_rule_is_decided_on_pairs(results):
    named = [Result(f"o{n}", r.calls, r.order) for n, r in enumerate(results)]
    if extended(named):
        event("can be extended")
        with pytest.raises(ExtendableResult):
            Contract.of(named)
    else:
        assert Contract.of(named).results == tuple(named)


@given(results=st.lists(pomsets(), min_size=1, max_size=3))
@examples(100)
def test_the_second_reading_decides_it_alike(results):
    """The yardstick's yardstick: what the generator keeps is what the definition allows."""
    again = [reference.Result(frozenset(r.calls), frozenset(r.order)) for r in results]
    assert reference.extendable(again) == extended(results)


def made_of(written):
    """The package's contract of a document."""
    calls = sorted(reference.calls_of(reference.contract_of(written)))
    tree = {"branch": "b", "contract": written}
    return ek.record(actions=calls, policy={"any": True}, workflow=tree, authority="nobody").workflow.contract


def pomset_of(result):
    return frozenset(sequences(result.calls, result.order)), result.authorities - {"nobody"}


def as_multiset(contract):
    return Counter(map(pomset_of, contract.results))


def listed(results):
    return Counter((frozenset(r.sequences()), r.authorities) for r in results)


@given(data=st.data())
@examples(150)
def test_the_constructors_are_what_they_are_defined_to_be(data):
    dice = thrown(data.draw)
    calls = Calls(dice, ["d"])
    documents = [contract(dice, calls.fresh, dice.one_of([1, 2, 0]), 1) for _ in range(dice.number(1, 3))]
    operands = [made_of(document) for document in documents]
    for name, form in (("choice", kit.choice), ("parallel", kit.parallel), ("sequence", kit.sequence)):
        expected = reference.contract_of({name: documents})
        if reference.extendable(expected):
            event(f"{name} undefined")
            with pytest.raises(ExtendableResult):
                form(*operands)
            continue
        made = form(*operands)
        assert as_multiset(made) == listed(expected)
        assert len({result.name for result in made.results}) == len(made.results)
        assert Contract.of(made.results) == made
        assert not extended(made.results)


@pytest.mark.parametrize("form", [kit.choice, kit.parallel, kit.sequence])
def test_operands_share_no_call(form):
    with pytest.raises(SharedCall):
        form(kit.single("x"), kit.parallel(kit.single("y"), kit.single("x")))


def test_nothing_to_choose_from():
    with pytest.raises(EmptyContract):
        kit.choice()
    with pytest.raises(EmptyContract):
        Contract.of([])


@given(data=st.data())
@examples(150)
def test_what_remains_after_calls_is_what_the_definition_keeps(data):
    dice = thrown(data.draw)
    written = contract(dice, Calls(dice, ["d"]).fresh, dice.one_of([4, 3, 5, 2]))
    left, done, whole = made_of(written), (), reference.contract_of(written)
    while True:
        expected = Counter()
        for result in whole:
            rest = frozenset(z[len(done) :] for z in result.sequences() if z[: len(done)] == done)
            if rest:
                expected[rest, result.authorities] += 1
        assert as_multiset(left) == expected
        assert not extended(left.results)
        following = {rest[0] for options, _ in expected for rest in options if rest}
        assert set(left.enabled()) == following
        assert left.finished == (not following)
        assert left.may_finish == any(() in options for options, _ in expected)
        if not following:
            return
        call = dice.one_of(sorted(following))
        left, done = left.after(call), (*done, call)


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@examples(25)
def test_a_workflow_means_its_contract(kind, data):
    """Enabled calls, and what is left after one, are those of ⟦T⟧; ⟦T⟧ is what the model says."""
    question = data.draw(questions(kind))
    tree, state = question.record.workflow, reference.replayed(question.document)
    whole = meaning(tree)
    assert as_multiset(whole) == listed(reference.meaning(state.tree))
    assert {call for call, _ in enabled(tree)} == set(whole.enabled())
    for call, branch in enabled(tree):
        after = process(tree, call)
        assert as_multiset(meaning(after)) == as_multiset(whole.after(call))
        assert as_multiset(meaning(after)) == listed(reference.meaning(reference.process(state.tree, call)))
        assert branch in {node.name for node in reference.current(state.tree) if isinstance(node, reference.Leaf)}
