"""Who requires what: every part of a contract that names no authority is required by the innermost one around it."""

import pytest

import execedit_kit as ek


def owned(name, call):
    return {"results": {"o": {"calls": [call], "authority": name}}}


def record(left, **fields):
    return ek.record(
        actions=["x", "y", "z"],
        policy={"any": True},
        workflow={
            "choice": [{"branch": "l", "contract": left}, {"branch": "r", "contract": "z"}],
            "group": "g",
        },
        **fields,
    )


def needed(answer):
    return sorted({name for required in answer.derivation.required for name in required.authorities})


@pytest.mark.parametrize("form", ["sequence", "parallel"])
def test_a_part_without_a_name_keeps_its_own_authority_beside_one_with_a_name(form):
    made = record({form: [owned("A", "x"), "y"]})
    drop = {"merge_select": {"group": "g", "winner": "right"}}
    assert ek.check(made, ek.merge_select("g", "right", signed_by=["A"])).broken == "signature"
    assert ek.check(made, ek.merge_select("g", "right", signed_by="owner")).broken == "signature"
    assert ek.check(made, ek.merge_select("g", "right", signed_by=["A", "owner"]))
    assert ek.check(made, drop).broken == "signature"


def test_the_innermost_authority_around_a_part_requires_it():
    made = record({"sequence": [{"parallel": ["x"], "authority": "inner"}, "y"], "authority": "outer"})
    answer = ek.check(made, ek.merge_select("g", "right", signed_by=["inner", "outer"]))
    assert answer
    assert needed(answer) == ["inner", "outer", "owner"]


def test_nothing_to_do_is_required_by_nobody_beside_something():
    made = record({"sequence": [None, owned("A", "x"), {}]})
    assert ek.check(made, ek.merge_select("g", "right", signed_by=["A"]))


@pytest.mark.parametrize("nothing", [None, {}, {"sequence": []}, {"authority": "T"}], ids=str)
def test_what_a_rule_does_not_add_nobody_requires_however_it_is_written(nothing):
    rule = {"kind": "fork_choice", "authority": "T", "left": nothing, "right": nothing}
    made = ek.record(
        actions=["x"],
        policy={"any": True},
        workflow={"branch": "b", "contract": "x"},
        rules={"f": rule},
    )
    forked = ek.advance(made, ek.fork_choice("b", rule="f"))
    assert ek.check(forked, ek.merge_select("g#1", "left", signed_by=["owner"]))
