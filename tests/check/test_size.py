"""Large and simple: long chains, wide graphs with many results, counts with thousands of digits."""

import pytest

import execedit_kit as ek


def solved(contract, calls):
    return ek.check(ek.record(actions=calls, policy={"any": True}, workflow={"branch": "b", "contract": contract}))


def test_a_chain_of_thousands_of_calls():
    calls = [f"c{n}" for n in range(5_000)]
    answer = solved({"sequence": calls}, calls)
    assert (answer.states, answer.rounds) == (5_001, (1,))


def test_two_long_chains_side_by_side():
    calls = [f"{side}{n}" for side in "ab" for n in range(120)]
    answer = solved({"parallel": [{"sequence": calls[:120]}, {"sequence": calls[120:]}]}, calls)
    assert answer.states == 121 * 121


def test_a_number_with_more_digits_than_python_writes_out():
    calls = [f"c{n}" for n in range(6_000)]
    groups = [{"parallel": calls[at : at + 6]} for at in range(0, 6_000, 6)]
    answer = solved({"sequence": groups}, calls)
    assert answer.safe_executions == 720**1_000
    assert "number of 2,858 digits" in str(answer) or "," in str(answer)
    more = solved({"sequence": [{"parallel": calls[at : at + 10]} for at in range(0, 6_000, 10)]}, calls[:6_000])
    assert len(more.document(evidence=False)["safe_executions"]) == 3_936


@pytest.mark.parametrize("shared", [5, 9])
def test_many_results_that_share_their_calls(shared):
    """Once a result's own call has happened, only that result is compatible."""
    calls = [f"s{n}" for n in range(shared)]
    own = [f"y{n}" for n in range(60)]
    results = {f"o{n}": {"calls": [*calls, y]} for n, y in enumerate(own)}
    answer = solved({"results": results}, [*calls, *own])
    assert answer.states == 2**shared * 61


def test_check_says_what_it_is_for():
    with pytest.raises(ek.KitError, match="check answers edits"):
        ek.check(ek.load("laptop"), ek.checkpoint("k2", "b0"))
    with pytest.raises(ek.KitError, match="goes on by events and edits"):
        ek.advance(ek.load("laptop"), "xr")
