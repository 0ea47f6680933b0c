"""A limit that is hit is an error, never an answer; a limit that is not hit changes nothing."""

import pickle
import re
from functools import partial
from random import Random

import pytest

import execedit_kit as ek
from execedit_kit.check.problem import problem
from execedit_kit.check.replay import read_record
from execedit_kit.check.wide import WideGraph
from execedit_kit.edits.extend import first_lost_word
from execedit_kit.record.build import read_edit
from tests.support.generate import KINDS
from tests.support.shapes import record
from tests.support.strategies import sample
from tests.support.workloads import shared_rejected, unordered

ANY = {"any": True}


def stopped(ask, limit, value):
    """The error by which a limit stops a question; it says which limit and how to raise it, and survives a pipe."""
    with pytest.raises(ek.LimitError) as hit:
        ask()
    error = hit.value
    assert (error.limit, error.value) == (limit, value)
    name = limit.replace("_", " ")
    assert f": the limit is {value:,} {name}; raise it with Limits({limit}=...)" in str(error)
    if limit != "pairs":  # the command line never lists pairs
        assert str(error).endswith(f" or --max-{limit.replace('_', '-')}")
    assert "\n" not in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.limit, again.value) == (ek.LimitError, str(error), limit, value)
    return error


def tried(ask, limit, value):
    """What a question is answered under a limit, or None when the limit stops it."""
    try:
        return ask(ek.Limits(**{limit: value}))
    except ek.LimitError as error:
        if (error.limit, error.value) != (limit, value):
            raise
        return None


def outcome(answer):
    if answer.verdict == "invalid":
        return answer.verdict, answer.broken
    return answer.verdict, answer.rounds, answer.partial_executions, answer.automaton, answer.states


@pytest.mark.parametrize("asked", [unordered(3), shared_rejected(4), record({"branch": "b", "contract": None})])
def test_states_every_limit_below_the_number_stops_and_none_above(asked):
    right = outcome(ek.check(asked))
    needed = right[-1]
    for states in range(1, needed):
        stopped(lambda states=states: ek.check(asked, limits=ek.Limits(states=states)), "states", states)
    for states in (needed, needed + 1, 10 * needed):
        assert outcome(ek.check(asked, limits=ek.Limits(states=states))) == right


@pytest.mark.parametrize("states", [1, 2, 13, 100, 1000, 4_095])
def test_states_stop_the_wide_engine_too(states):
    asked = unordered(12)
    stopped(lambda: WideGraph(problem(asked, limits=ek.Limits(states=states))), "states", states)
    assert len(WideGraph(problem(asked, limits=ek.Limits(states=4_096)))) == 4_096


@pytest.mark.parametrize("states", [8_192, 30_000, 32_767])
def test_states_stop_wherever_the_engines_change_hands(states):
    asked = unordered(15)
    stopped(lambda: ek.check(asked, limits=ek.Limits(states=states)), "states", states)


def test_exactly_as_many_states_as_the_limit_allows_is_an_answer():
    assert ek.check(unordered(15), limits=ek.Limits(states=2**15)).states == 2**15


@pytest.mark.parametrize("calls", [0, 1, 3, 12, 15])
def test_seconds(calls):
    asked = unordered(calls)
    error = stopped(lambda: ek.check(asked, limits=ek.Limits(seconds=1e-9)), "seconds", 1e-9)
    assert "takes longer" in str(error)
    stopped(lambda: WideGraph(problem(unordered(12), limits=ek.Limits(seconds=1e-9))), "seconds", 1e-9)


def test_results_every_limit_below_the_number_stops_and_none_above():
    """Three branches with two, three and two results side by side: twelve."""
    sizes = {"a": 2, "b": 3, "c": 2}
    contracts = {name: {"choice": [f"{name}{i}" for i in range(size)]} for name, size in sizes.items()}
    arms = [{"branch": name, "contract": contract} for name, contract in contracts.items()]
    tree = {"parallel": [{"parallel": arms[:2], "group": "g"}, arms[2]], "group": "h"}
    asked = record(tree)
    right = outcome(ek.check(asked))
    assert ek.check(asked).results == 12
    for results in range(1, 12):
        stopped(lambda results=results: ek.check(asked, limits=ek.Limits(results=results)), "results", results)
    for results in (12, 13):
        assert outcome(ek.check(asked, limits=ek.Limits(results=results))) == right


@pytest.mark.parametrize("form", ["parallel", "sequence", "choice"])
def test_results_of_a_contract_that_is_read(form):
    contract = {form: [{"choice": ["x", "y"]}, {"choice": ["z", "w", "v"]}]}
    needed = 5 if form == "choice" else 6

    def read(results):
        return record({"branch": "b", "contract": contract}, limits=ek.Limits(results=results))

    for results in range(1, needed):
        stopped(lambda results=results: read(results), "results", results)
    assert len(read(needed).workflow.contract.results) == needed


def test_results_of_an_edit():
    rules = {"r": {"kind": "fork_choice", "left": {"choice": ["p", "q", "s"]}}}
    asked = record({"branch": "b", "contract": {"choice": ["x", "y"]}}, rules=rules)
    edit = ek.fork_choice("b", rule="r")
    for results in range(2, 8):
        stopped(lambda results=results: ek.check(asked, edit, limits=ek.Limits(results=results)), "results", results)
    assert ek.check(asked, edit, limits=ek.Limits(results=8)).results == 8


def test_pairs_every_limit_below_the_number_stops_and_none_above():
    asked = shared_rejected(3)
    for pairs in range(1, 6):
        stopped(lambda pairs=pairs: ek.define(asked, limits=ek.Limits(pairs=pairs)).rounds, "pairs", pairs)
    assert [len(pairs) for pairs in ek.define(asked, limits=ek.Limits(pairs=6)).rounds] == [3, 1, 0]


@pytest.mark.parametrize(
    ("policy", "needed"),
    [
        ({"at_most": ["x", 5]}, 6),
        ({"words": [["x", "y"], ["y", "x", "x"]]}, 5),
        ({"automaton": {"start": 0, "moves": [[n, "x", n + 1] for n in range(7)]}}, 8),
        ({"regex": "(x | y)* x (x | y) (x | y) (x | y)"}, None),
        ({"regex": "x y x y x"}, None),
    ],
)
def test_policy_states(policy, needed):
    """A limit stops or changes nothing, also where what is stopped is an automaton on the way to a smaller one."""
    actions = {"x": {}, "y": {}}

    def read(states):
        tree = {"branch": "b", "contract": {"parallel": ["x", "y"]}}
        return record(tree, actions=actions, policy=policy, limits=ek.Limits(policy_states=states))

    right = read(50_000).registration.policy
    under = {n: tried(lambda limits: read(limits.policy_states), "policy_states", n) for n in range(1, 40)}
    answered = [states for states, found in under.items() if found is not None]
    assert all(under[states].registration.policy == right for states in answered)
    for states in range(1, answered[0]):
        stopped(lambda states=states: read(states), "policy_states", states)
    assert answered == list(range(answered[0], 40)), "a higher limit stops what a lower one did not"
    assert answered[0] > 1
    if needed is not None:
        assert answered[0] == needed


def test_policy_states_of_a_comparison():
    old = record({"branch": "b", "contract": None}, actions={"x": {}, "y": {}}, policy={"at_most": ["x", 9]})
    new = record({"branch": "b", "contract": None}, actions={"x": {}, "y": {}}, policy={"at_most": ["x", 8]})
    policies = (old.registration.policy, new.registration.policy)
    lost = ("x",) * 9

    def compared(limits):
        return first_lost_word(*policies, limits=limits)

    assert {tried(compared, "policy_states", states) for states in range(1, 15)} <= {lost, None}
    assert first_lost_word(*policies, limits=ek.Limits(policy_states=15)) == lost


def test_a_history_is_stopped_by_the_same_limits():
    tree = {"branch": "b", "contract": {"parallel": ["x", "y", "z"]}}
    asked = record(tree, history=[ek.call("y"), ek.fork_parallel("b")])
    needed = ek.check(asked).states
    document = asked.document()
    for states in range(1, needed):
        with pytest.raises(ek.LimitError, match=re.escape(f"the limit is {states:,} states")):
            read_record(document, limits=ek.Limits(states=states))
    assert read_record(document, limits=ek.Limits(states=needed)) == asked
    stopped(lambda: read_record(document, limits=ek.Limits(seconds=1e-9)), "seconds", 1e-9)


def answer_under(record, request, limits):
    return ek.check(record, request, limits=limits)


@pytest.mark.parametrize("kind", KINDS)
def test_no_limit_gives_a_wrong_answer(kind):
    """Limits anywhere between one and what is needed, on drawn questions."""
    dice = Random(kind)
    hit = 0
    for question in sample(kind, 60):
        request = None if question.edit is None else read_edit(question.edit)
        answer = ek.check(question.record, request)
        right = outcome(answer)
        needed = (
            {"states": 1, "results": 1}
            if answer.verdict == "invalid"
            else {"states": answer.states, "results": answer.results}
        )
        for limit, number in needed.items():
            for value in {1, dice.randint(1, number), number}:
                answered = tried(partial(answer_under, question.record, request), limit, value)
                if answered is None:
                    assert value < number or limit == "results"
                    hit += 1
                else:
                    assert outcome(answered) == right
                    assert limit != "states" or value >= number
    assert hit > 50
