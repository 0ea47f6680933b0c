"""`execedit check --cases`: one answer a line, compared with what is expected."""

import json
from pathlib import Path

import pytest

from tests.record.documents import SMALL, changed

SHARED = Path(__file__).parents[3] / "shared" / "cases"
BAD = changed(SMALL, ("polcy",), {})
REJECTED = changed(SMALL, ("policy",), {"never": "b"})
GOOD = {"name": "good", "record": SMALL, "expect": {"verdict": "accepted", "rounds": [1], "why": None}}
del GOOD["expect"]["why"]


@pytest.fixture
def cases(execedit, tmp_path):
    """Run the command over cases in a file; returns it with its answers."""

    def run(*listed, text=None):
        path = tmp_path / "cases.json"
        path.write_text(json.dumps(listed, indent=1) if text is None else text, encoding="utf-8")
        done = execedit("check", "--cases", path)
        return done, [json.loads(line) for line in done.out.splitlines()]

    return run


@pytest.mark.parametrize("path", sorted(SHARED.glob("*.json")), ids=lambda path: path.stem)
def test_the_handed_cases_are_all_as_expected(path, execedit):
    done = execedit("check", "--cases", path)
    assert (done.code, done.err) == (0, "")
    listed = json.loads(path.read_bytes())
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert [answer["name"] for answer in answers] == [case["name"] for case in listed]
    for answer, case in zip(answers, listed, strict=True):
        assert answer["verdict"] == case["expect"]["verdict"]
        assert answer["why"] or answer["verdict"] == "accepted"


def test_answers_come_in_order_each_with_its_name_and_without_evidence(cases):
    listed = [
        GOOD,
        {"name": "rejected", "record": REJECTED},
        {"name": "invalid", "record": SMALL, "edit": {"merge_join": {"group": "g"}}},
        {"name": "malformed", "record": BAD, "expect": {"verdict": "malformed"}},
        {"name": "no edit", "record": SMALL, "edit": {"fork": {}}, "expect": {"verdict": "malformed"}},
        {"name": "null is no edit", "record": SMALL, "edit": None},
        {"name": "good", "record": SMALL},
    ]
    done, answers = cases(*listed)
    assert (done.code, done.err) == (0, "")
    assert [answer["name"] for answer in answers] == [case["name"] for case in listed]
    assert [answer["verdict"] for answer in answers] == [
        "accepted",
        "rejected",
        "invalid",
        "malformed",
        "malformed",
        "accepted",
        "accepted",
    ]
    assert "automaton" not in answers[0]
    assert answers[3] == {
        "name": "malformed",
        "verdict": "malformed",
        "why": "$.polcy: unknown field 'polcy'; only these may stand here: format, domain, authority, actions, calls, "
        "authorized, policy, rules, workflow, history",
    }
    assert answers[4]["why"].startswith("$.edit: expected an edit: ")


DIFFER = [
    ({"verdict": "rejected"}, 'case: verdict is "accepted", expected "rejected"'),
    ({"rounds": [2, 0]}, "case: rounds is [1], expected [2, 0]"),
    ({"rounds": [True]}, "case: rounds is [1], expected [true]"),
    ({"results": "1"}, 'case: results is 1, expected "1"'),
    ({"results": 1.0}, "case: results is 1, expected 1.0"),
    ({"nothing": None}, "case: nothing is missing, expected null"),
    ({"required": False}, "case: required is 0, expected false"),
]


@pytest.mark.parametrize(("expect", "says"), DIFFER, ids=[says for _, says in DIFFER])
def test_a_difference_is_named_and_the_rest_goes_on(expect, says, cases):
    done, answers = cases({"name": "case", "record": SMALL, "expect": expect}, GOOD)
    assert done.code == 1
    assert done.err == says + "\n"
    assert [answer["verdict"] for answer in answers] == ["accepted", "accepted"]


def test_every_difference_is_a_line(cases):
    done, _ = cases(
        {"name": "one", "record": BAD, "expect": {"verdict": "accepted", "results": 1}},
        {"name": "two\nlines", "record": SMALL, "expect": {"verdict": "invalid"}},
    )
    assert done.code == 1
    assert done.err.splitlines() == [
        'one: verdict is "malformed", expected "accepted"',
        "one: results is missing, expected 1",
        'two lines: verdict is "accepted", expected "invalid"',
    ]


BROKEN = [
    ("", ": not JSON: the document is empty"),
    ("[", ":1: not JSON: the text ends too early"),
    ("{}", ":1: expected a list of cases, not {}"),
    ("null", ":1: expected a list of cases, not null"),
    ("[\n1]", ":2: $[0]: a case is an object with a name and a record"),
    ('[{"name": "x", "record": {}},\n{"record": {}}]', ":2: $[1]: a case is an object with a name and a record"),
    ('[{"name": 1, "record": {}}]', ":1: $[0]: a case is an object with a name and a record"),
    ('[{"name": "x"}]', ":1: $[0]: a case is an object with a name and a record"),
    ('[{"name": "x", "record": {},\n"expected": {}}]', ":2: $[0].expected: unknown field 'expected'"),
    ('[{"name": "x", "record": {}, "expect": []}]', ":1: $[0].expect: expected an object"),
    ('[{"name": "x", "name": "y"}]', ":1: $[0].name: the key 'name' stands twice in one object"),
    ('[{"name": "x", "record": {"a": NaN}}]', ":1: $[0].record.a: NaN is not a JSON number"),
    ("[" * 10_000, "nested more than 500 levels deep"),
]


@pytest.mark.parametrize(("text", "says"), BROKEN, ids=[text[:40] for text, _ in BROKEN])
def test_a_list_that_is_none_is_one_line_and_no_answer(text, says, cases):
    done, answers = cases(text=text)
    assert says in done.mistake
    assert answers == []


def test_no_cases_are_all_as_expected(cases):
    done, answers = cases()
    assert (done.code, answers) == (0, [])


def test_a_case_that_is_no_record_at_all_is_malformed(cases):
    for value in (None, [], 1, "laptop", {}):
        done, answers = cases({"name": "x", "record": value, "expect": {"verdict": "malformed"}})
        assert done.code == 0
        assert answers[0]["why"].startswith("expected an object" if value != {} else "the field 'format' is missing")


def test_a_limit_stops_and_names_its_case(execedit, tmp_path):
    path = tmp_path / "cases.json"
    path.write_text(json.dumps([{**GOOD, "name": "first"}, {**GOOD, "name": "second"}]), encoding="utf-8")
    found = execedit("check", "--cases", path, "--max-states", 1).mistake
    assert found.startswith("case 'first': a check with more states")


def test_cases_come_from_standard_input_too(execedit):
    done = execedit("check", "--cases", "-", stdin=json.dumps([GOOD]))
    assert done.code == 0
    assert json.loads(done.out)["verdict"] == "accepted"


def test_cases_that_are_not_there(execedit, tmp_path):
    assert execedit("check", "--cases", "no.json").mistake == "no.json: no such file or directory"
    assert execedit("check", "--cases", tmp_path).mistake == f"{tmp_path}: is a directory"
    assert execedit("check", "--cases", "").mistake == "no file is named"
