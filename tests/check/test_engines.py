"""Shapes that drawn questions do not have: more than a machine word of calls and results, counts beyond 64 bits."""

from math import factorial

import numpy as np
import pytest

import execedit_kit as ek
from execedit_kit.check.columns import distinct_rows
from execedit_kit.check.fixed_point import NarrowGraph
from execedit_kit.check.graph import explore
from execedit_kit.check.problem import problem
from execedit_kit.check.wide import WideGraph
from tests.support.graphs import assert_same_graph

ANY = {"any": True}


def branch(contract, policy=ANY):
    """A record with one branch, whose calls all have an action of their own name."""
    actions = {call: {} for call in mentioned(contract)}
    return ek.record(actions=actions, policy=policy, workflow={"branch": "b", "contract": contract})


def mentioned(contract):
    if isinstance(contract, str):
        return [contract]
    if "results" in contract:
        return [call for result in contract["results"].values() for call in result["calls"]]
    return [call for parts in contract.values() for part in parts for call in mentioned(part)]


def engines(record):
    question = problem(record)
    return NarrowGraph(explore(question)), WideGraph(question)


def blocks(number, width):
    """Blocks of unordered calls, one block after another."""
    return {"sequence": [{"parallel": [f"c{n}.{i}" for i in range(width)]} for n in range(number)]}


@pytest.mark.parametrize(("number", "width"), [(1, 1), (33, 2), (16, 4), (13, 5), (65, 1), (33, 3)])
def test_more_calls_than_a_machine_word_has_bits(number, width):
    narrow, wide = engines(branch(blocks(number, width)))
    assert_same_graph(narrow, wide)
    assert narrow.sizes() == (factorial(width) ** number,)
    assert len(narrow) == number * 2**width - (number - 1)


def test_counts_beyond_64_bits_are_exact():
    narrow, wide = engines(branch(blocks(12, 6)))
    assert narrow.sizes() == wide.sizes() == (factorial(6) ** 12,)
    assert factorial(6) ** 12 > 2**113
    assert narrow.prefixes() == wide.prefixes() > 2**113


@pytest.mark.parametrize("results", [1, 63, 64, 65, 130])
def test_more_results_than_a_machine_word_has_bits(results):
    """Result i is x before y_i; the policy forbids y_0 after x, so that only what starts with it falls."""
    contract = {"results": {f"o{i}": {"calls": ["x", f"y{i}"], "order": [["x", f"y{i}"]]} for i in range(results)}}
    for lost in (None, 0, results - 1):
        policy = ANY if lost is None else {"never": f"y{lost}"}
        narrow, wide = engines(branch(contract, policy))
        assert_same_graph(narrow, wide)
        sizes = (results,) if lost is None else (results - 1, 0) if results > 1 else (0,)
        assert narrow.sizes() == sizes
        if lost is not None:
            assert narrow.missing(0) == 1 << lost


def ladder(steps):
    """A question that falls apart rung by rung, from the far end back to the start.

    Result o_j has the calls u_1 … u_n, a_i for every i > j, and b_i for every i < j. The policy lets u_n, u_{n-1}, …
    come in this order, down to rung 0. On rung k, a_k may come instead, and then every o_j with j < k can be finished;
    or b_k, and then every o_j with j > k can. So o_k can be finished only from the rung below, and o_0 not from rung 0:
    rung 0 falls in round 1, then rung 1, and so on up to the start.
    """
    rungs = range(steps + 1)

    def called(letter, numbers):
        return [f"{letter}{i}" for i in numbers]

    contract = {
        "results": {
            f"o{j}": {"calls": called("u", rungs[1:]) + called("a", rungs[j + 1 :]) + called("b", rungs[:j])}
            for j in rungs
        }
    }
    moves = [[k, f"u{k}", k - 1] for k in rungs[1:]]

    def then(state, calls, end):
        for n, call in enumerate(calls):
            after = end if n == len(calls) - 1 else f"{end} in {len(calls) - n - 1} from {state}"
            moves.append([state, call, after])
            state = after

    for k in rungs:
        # What every result that is left has in common comes first; then they part, one after another.
        common = called("u", range(k, 0, -1))
        if k:
            then(k, [f"a{k}", *common, *called("a", rungs[k + 1 :])], f"below {k}")
            then(f"below {k}", called("b", range(k - 2, -1, -1)), "end")
        if k > 1:
            moves.append([f"below {k}", f"a{k - 1}", f"below {k - 1}"])
        if k < steps:
            then(k, [f"b{k}", *common, *called("b", rungs[:k])], f"above {k}")
            then(f"above {k}", called("a", rungs[k + 2 :]), "end")
        if k < steps - 1:
            moves.append([f"above {k}", f"b{k + 1}", f"above {k + 1}"])
    return branch(contract, {"automaton": {"start": steps, "moves": moves}})


@pytest.mark.parametrize("steps", [1, 2, 3, 8, 21, 30])
def test_a_pruning_of_many_rounds(steps):
    """With one step it is release and emergency."""
    narrow, wide = engines(ladder(steps))
    assert_same_graph(narrow, wide)
    assert narrow.sizes() == tuple(steps * (steps + 1 - r) for r in range(steps + 2))
    assert sorted(narrow.fallen) == list(range(1, steps + 2))
    assert narrow.round(0) == wide.round(0) == steps + 1


def test_wide_levels_with_shared_actions_and_constraints():
    """Eleven calls of four actions, under a product of policies that stays a list."""
    calls = {f"c{i}": f"d{i % 4}" for i in range(11)}
    policy = {"all": [{"at_most": [f"d{i}", i]} for i in range(1, 4)] + [{"before": ["d1", "d2"]}, {"never": "zz"}]}
    record = ek.record(
        actions=["d0", "d1", "d2", "d3"],
        calls=calls,
        policy=policy,
        authorized=["d3"],
        workflow={"branch": "b", "contract": {"parallel": [*list(calls)[:9], {"choice": ["c9", "c10"]}]}},
    )
    narrow, wide = engines(record)
    assert len(narrow) > 800
    assert_same_graph(narrow, wide)


def test_the_wide_engine_is_chosen_when_it_should_be():
    """Otherwise nothing above says anything about what `check` does."""
    assert isinstance(ek.check(branch({"parallel": [f"c{i}" for i in range(6)]})).graph, NarrowGraph)
    assert isinstance(ek.check(branch({"parallel": [f"c{i}" for i in range(15)]})).graph, WideGraph)


def told_apart(rows):
    """The first place of every distinct row, and for each row the number of its value: by comparing values."""
    first = {}
    for place, row in enumerate(map(tuple, rows.tolist())):
        first.setdefault(row, place)
    number = {row: n for n, row in enumerate(first)}
    return list(first.values()), [number[row] for row in map(tuple, rows.tolist())]


@pytest.mark.parametrize("width", [1, 2, 3])
@pytest.mark.parametrize("kinds", [1, 2, 7, 1000])
def test_equal_rows_are_told_apart(width, kinds):
    rows = np.random.default_rng(kinds).integers(0, 2**64, size=(kinds, width), dtype=np.uint64)
    rows = rows[np.random.default_rng(1).integers(0, kinds, size=500)]
    first, number = distinct_rows(rows)
    assert (first.tolist(), number.tolist()) == told_apart(rows)


def test_different_rows_with_one_hash_are_told_apart():
    """Rows are sorted by a linear hash modulo 2⁶⁴; these are made to share one, and stand between each other."""
    factors = np.random.default_rng(0).integers(1, 2**63, size=2, dtype=np.uint64) * 2 + 1
    inverse = pow(int(factors[1]), -1, 2**64)
    colliding = [[a, (12345 - a * int(factors[0])) * inverse % 2**64] for a in range(5)]
    hashes = {(a * int(factors[0]) + b * int(factors[1])) % 2**64 for a, b in colliding}
    assert len(hashes) == 1
    rows = np.array([colliding[n] for n in (3, 0, 3, 1, 0, 4, 3, 2, 1, 0)], dtype=np.uint64)
    first, number = distinct_rows(rows)
    assert (first.tolist(), number.tolist()) == told_apart(rows)
