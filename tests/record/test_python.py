"""Records written in Python: as tersely as they read, and with the same care."""

import math
from enum import IntEnum, StrEnum
from types import MappingProxyType

import pytest
from frozendict import frozendict

import execedit_kit as ek
from tests.record.documents import FULL, SMALL


class Text(StrEnum):
    A = "a"


class Number(IntEnum):
    TWO = 2


def record(**fields):
    return ek.record(**{**{key: value for key, value in SMALL.items() if key != "format"}, **fields})


def mistake(**fields):
    with pytest.raises(ek.MalformedRecord) as caught:
        record(**fields)
    assert caught.value.source is None
    assert caught.value.line is None
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


@pytest.mark.parametrize(
    "actions",
    [
        ["a", "b"],
        ("a", "b"),
        dict.fromkeys(["a", "b"], "x"),
        {"a": "x", "b": {"label": "x"}},
        {"a": {"label": "x"}, "b": frozendict(label="x")},
        MappingProxyType({"a": "x", "b": "x"}),
        (name for name in "ab"),
    ],
)
def test_actions_may_be_names_or_labels_for_short(actions):
    labels = {"a", "b"} if not hasattr(actions, "items") else {"x"}
    made = record(actions=actions)
    assert {made.label("a"), made.label("b")} == labels
    assert ek.check(made).safe_executions == 1


def test_what_is_short_in_python_is_written_out_in_the_document():
    made = record(actions={"a": "x", "b": {"request": [1]}})
    assert made.document()["actions"] == {"a": {"label": "x"}, "b": {"request": [1]}}
    assert made.document()["format"] == "execution-record/1"


def test_the_whole_format_can_be_written_in_python():
    fields = {key: value for key, value in FULL.items() if key != "format"}
    assert ek.record(**fields).document() == FULL
    assert ek.record(**FULL).document() == FULL


def test_tuples_and_other_mappings_are_taken_for_lists_and_objects():
    made = record(
        workflow=frozendict(branch="b0", contract={"sequence": ("a", "b")}),
        policy={"words": (("a", "b"), ["a"])},
        history=({"call": "a"},),
        authorized=(),
    )
    assert made.document()["policy"] == {"words": [["a", "b"], ["a"]]}
    assert made.document()["workflow"] == {"branch": "b0", "contract": {"sequence": ["a", "b"]}}


def test_kinds_of_text_and_numbers_are_taken_for_what_they_are():
    made = record(calls={Text.A: "a"}, policy={"at_most": [Text.A, Number.TWO]})
    assert made.document()["calls"] == {"a": "a"}
    assert made.document()["policy"] == {"at_most": ["a", 2]}
    assert type(made.document()["policy"]["at_most"][1]) is int
    assert made == record(calls={"a": "a"}, policy={"at_most": ["a", 2]})


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (math.nan, "nan is not a JSON number"),
        (math.inf, "inf is not a JSON number"),
        (-math.inf, "-inf is not a JSON number"),
        (10**5000, "the number is too large"),
        ({"x", "y"}, "not a set; write a list, which has an order"),
        (frozenset(), "not a frozenset; write a list, which has an order"),
        (b"x", "not a bytes"),
        (object(), "not a object"),
        (1j, "not a complex"),
        (range(3), "not a range"),
        ("\ud800", "half a surrogate pair"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_that_json_has_not_are_named_with_their_place(value, says):
    found = mistake(actions={"a": {}, "b": {"request": {"deep": [0, value]}}})
    assert found.startswith("$.actions.b.request.deep[1]: ")
    assert says in found


@pytest.mark.parametrize("key", [1, None, True, ("a",), 2.5])
def test_a_key_is_text(key):
    found = mistake(actions={"a": {}, "b": {"request": {key: 1}}})
    assert found == f"$.actions.b.request: the key {key!r} is no text, and JSON has no other keys"


def test_a_key_has_whole_characters():
    assert mistake(calls={"\udc00": "a"}).startswith("$.calls: the text has half a surrogate pair")


def test_a_value_that_holds_itself_is_refused():
    loop = []
    loop.append(loop)
    assert "nested more than 500 levels deep, or holds itself" in mistake(actions={"a": {"request": loop}, "b": {}})
    ring = {}
    ring["ring"] = {"ring": ring}
    assert "or holds itself" in mistake(workflow=ring)


def test_deep_values_are_refused_without_recursion():
    deep = "a"
    for _ in range(10_000):
        deep = {"sequence": [deep]}
    assert "nested more than 500 levels deep" in mistake(workflow={"branch": "b0", "contract": deep})


@pytest.mark.parametrize(
    ("actions", "says"),
    [
        ("ab", "$.actions: expected a list of names or a mapping, not 'ab'"),
        (None, "$.actions: expected a list of names or a mapping, not None"),
        (3, "$.actions: expected a list of names or a mapping, not 3"),
        (["a", "b", "a"], "$.actions[2]: action 'a' is listed twice"),
        (["a", 1], "$.actions[1]: expected the name of an action, not 1"),
        ({"a": None, "b": {}}, "$.actions.a: expected an object, not null"),
        ({"a": {}, 2: {}}, "$.actions: the key 2 is no text, and JSON has no other keys"),
    ],
)
def test_actions_that_are_none(actions, says):
    assert mistake(actions=actions) == says


def test_a_misspelled_field_is_recognised():
    with pytest.raises(ek.MalformedRecord, match=r"^\$\.polcy: unknown field 'polcy'; did you mean 'policy'\?$"):
        ek.record(actions=["a"], workflow={"branch": "b", "contract": "a"}, polcy={"any": True})


def test_the_place_of_a_mistake_has_no_line_since_there_is_no_text():
    assert mistake(policy={"words": [["a", 1]]}) == "$.policy.words[0][1]: expected a string, not 1"


def test_an_edit_may_be_asked_as_a_value_or_as_json():
    made = record(authorized=())
    for signed_by in ((), ["owner"], ("owner",)):
        asked = {"restore_replace": frozendict(branch="b0", checkpoint="k", signed_by=signed_by)}
        answer = ek.check(ek.advance(made, ek.checkpoint("k", "b0")), asked)
        assert answer.verdict == ("accepted" if signed_by else "invalid")
    with pytest.raises(ek.MalformedRecord, match=r"^\$\.fork_choice\.branch: a record holds JSON values only"):
        ek.check(made, {"fork_choice": {"branch": {"b0"}}})


def test_limits_reach_the_record():
    with pytest.raises(ek.LimitError, match=r"^\$\.policy: a policy that counts to 60,000"):
        record(policy={"at_most": ["a", 60_000]})
    larger = ek.Limits(policy_states=60_001)
    assert ek.check(record(policy={"at_most": ["a", 60_000]}, limits=larger)).verdict == "accepted"
    with pytest.raises(ek.LimitError, match=r"^\$\.workflow\.contract\.choice: a contract with 2 results"):
        record(workflow={"branch": "b0", "contract": {"choice": ["a", "b"]}}, limits=ek.Limits(results=1))
    many = {"results": {"one": {"calls": ["a"]}, "two": {"calls": ["b"]}}}
    with pytest.raises(ek.LimitError, match=r"^\$\.workflow\.contract\.results: a contract with 2 results"):
        record(workflow={"branch": "b0", "contract": many}, limits=ek.Limits(results=1))
