"""`execedit check`: exit codes and answers, for people and as JSON."""

import json
import re
from pathlib import Path

import pytest

import execedit_kit as ek
from tests.record.documents import FULL, SMALL, changed

FORK = '{"fork_choice": {"branch": "b0", "rule": "suppliers"}}'
PLANS = Path(__file__).parents[2] / "data" / "records" / "release-emergency.json"
DIGEST = "  record    sha256:ebbe72d46f2c6ed6ed68fcf2266db6bc776971b5e4aceebde0f1106d0fd2a07e\n"

ANSWERS = [
    (("check", "laptop"), 0),
    (("check", "laptop", "--edit", FORK), 0),
    (("check", "laptop-tight", "--edit", FORK), 1),
    (("check", "release-emergency"), 1),
    (("check", "laptop", "--edit", '{"fork_choice": {"branch": "b9"}}'), 2),
    (("check", "laptop", "--edit", '{"merge_select": {"group": "g", "winner": "both"}}'), 2),
]


@pytest.mark.parametrize(("arguments", "code"), ANSWERS, ids=range(len(ANSWERS)))
def test_the_exit_code_is_the_verdict_in_every_form(arguments, code, execedit):
    verdict = ["accepted", "rejected", "invalid"][code]
    for form in ((), ("--json",), ("--json", "--evidence"), ("--json", "--no-evidence"), ("--no-evidence",)):
        done = execedit(*arguments, *form)
        assert done.code == code
        assert done.err == ""
        if "--json" in form:
            assert json.loads(done.out)["verdict"] == verdict
            assert done.out.count("\n") == 1
        else:
            assert done.out.startswith(f"{verdict}: ")
            assert all(line.startswith("  ") for line in done.out.splitlines()[1:])


def test_json_is_the_answer_of_python(execedit):
    answer = ek.check(ek.load("laptop"), ek.fork_choice("b0", rule="suppliers"))
    assert json.loads(execedit("check", "laptop", "--edit", FORK, "--json").out) == answer.document()
    bare = json.loads(execedit("check", "laptop", "--edit", FORK, "--json", "--no-evidence").out)
    assert bare == answer.document(evidence=False)
    assert {"automaton", "target", "coverage", "proof", "rule_version"} == set(answer.document()) - set(bare)
    rejected = json.loads(execedit("check", "release-emergency", "--json").out)
    assert [removal["round"] for removal in rejected["proof"]["executions"]] == [1, 2]
    assert "proof" not in json.loads(execedit("check", "release-emergency", "--json", "--no-evidence").out)
    invalid = json.loads(execedit("check", "laptop", "--edit", '{"fork_choice": {"branch": "b9"}}', "--json").out)
    assert set(invalid) == {"format", "verdict", "why", "record", "edit"}


def test_accepted_for_people(execedit):
    assert execedit("check", "laptop").out == (
        "accepted: 1 safe execution for 1 result; every pair that obeys the policy is safe\n"
        "  go on     nothing is left to do\n"
        "  rounds    1 pair of a result and a sequence\n"
        "  rules     1 state\n" + DIGEST
    )
    assert execedit("check", "laptop", "--edit", FORK).out == (
        "accepted: 2 safe executions for 2 results; every pair that obeys the policy is safe\n"
        "  go on     xpL#1L, xsL#1L\n"
        "            xpR#1R, xsR#1R\n"
        "  rounds    2 pairs of a result and a sequence\n"
        "  rules     4 states\n"
        "  required  2 still required\n" + DIGEST
    )


def test_reuse_and_very_many_ways_for_people(execedit, tmp_path):
    ek.save(ek.record(**FULL), tmp_path / "full.json")
    out = execedit("check", tmp_path / "full.json").out
    assert len(re.findall("(?m)^(?:  go on   |          )  [^ ]", out)) == 5
    assert "            …\n" in out
    calls = [f"c{n}" for n in range(14)]
    chain = {"branch": "b", "contract": {"sequence": calls}}
    record = ek.record(actions=["d"], calls=dict.fromkeys(calls, "d"), policy={"any": True}, workflow=chain)
    ek.save(record, tmp_path / "chain.json")
    line = execedit("check", tmp_path / "chain.json").out.splitlines()[1]
    assert line.startswith("  go on     c0, c1 (reuse), c2 (reuse), ")
    assert line.endswith("c11 (reuse), … and 2 more")


def test_rejected_in_one_and_two_rounds_for_people(execedit):
    out = execedit("check", "laptop-tight", "--edit", FORK).out.splitlines()
    assert out[0].startswith(
        "rejected: already now, result 'b0#1R: xr→xa→xpR→xsR' can no longer be finished: xpR#1R would"
    )
    assert out[1:3] == [
        "  rounds    1 → 0 pairs of a result and a sequence",
        "  round 1   the start falls: no way left to finish 'b0#1R: xr→xa→xpR→xsR'",
    ]
    assert execedit("check", "release-emergency").out.splitlines()[:4] == [
        "rejected: after x, result 'x∥y' can no longer be finished: "
        "y would be next, but after x the policy allows only z, not y",
        "  rounds    2 → 1 → 0 pairs of a result and a sequence",
        "  round 1   x falls: no way left to finish 'x∥y'",
        "  round 2   the start falls: no way left to finish 'x∥z'",
    ]


def test_rejected_in_many_rounds_for_people(execedit, tmp_path):
    for rounds in (3, 9):
        (tmp_path / "r.json").write_text(json.dumps(falling(rounds)), encoding="utf-8")
        answer = ek.check(ek.load(tmp_path / "r.json"))
        assert len(answer.rounds) == rounds + 1
        out = execedit("check", tmp_path / "r.json").out
        shown = re.findall("(?m)^  round ([0-9]+) +(.*)$", out)
        assert [int(number) for number, _ in shown] == ([1, 2, 3] if rounds == 3 else [1, 2, 3, 9])
        assert shown[-1][1] == f"the start falls: no way left to finish 'o{rounds}'"
        sizes = [str(size) for size in answer.rounds]
        sizes = sizes if rounds == 3 else [*sizes[:3], "…", *sizes[-2:]]
        assert f"  rounds    {' → '.join(sizes)} pairs of a result and a sequence\n" in out


def falling(rounds):
    """After c1 … c(n-k), each result goes on by its own d, but ok only by one more c: one round later each falls."""
    calls = [f"c{n}" for n in range(1, rounds + 1)]
    own = [f"d{n}" for n in range(1, rounds + 1)]
    results = {f"o{n}": {"calls": [*calls, call]} for n, call in enumerate(own, start=1)}
    words = [
        [*calls[: rounds - k], call, *calls[rounds - k :]]
        for k in range(1, rounds + 1)
        for n, call in enumerate(own, start=1)
        if n != k
    ]
    return {
        "format": "execution-record/1",
        "actions": {call: {} for call in [*calls, *own]},
        "policy": {"words": words},
        "workflow": {"branch": "b", "contract": {"results": results}},
    }


def test_invalid_for_people(execedit):
    assert execedit("check", "laptop", "--edit", '{"fork_choice": {"branch": "b9"}}').out == (
        "invalid: there is no branch 'b9'; current are: b0\n" + DIGEST
    )


def test_names_cannot_play_tricks_on_a_terminal(execedit, tmp_path):
    name = "evil\x1b[2J\naccepted: all is well\u202e\u2028\x07"
    record = ek.record(actions=[name], policy={"never": name}, workflow={"branch": "b", "contract": name})
    ek.save(record, tmp_path / "evil.json")
    done = execedit("check", tmp_path / "evil.json")
    assert done.code == 1
    assert done.out.isprintable() is False
    assert all(line.isprintable() for line in done.out.split("\n"))
    assert len(done.out.splitlines()) == 3
    bad = execedit("check", "laptop", "--edit", json.dumps({"fork_choice": {name: 1}}))
    assert bad.mistake.isprintable()


def test_a_record_may_be_a_file_a_name_or_standard_input(execedit, tmp_path):
    text = PLANS.read_bytes()
    (tmp_path / "größe und mehr.json").write_bytes(text)
    by_name = execedit("check", "release-emergency", "--json").out
    for done in (
        execedit("check", PLANS, "--json"),
        execedit("check", tmp_path / "größe und mehr.json", "--json"),
        execedit("check", "-", "--json", stdin=text),
        execedit("check", "--json", "-", stdin=b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n")),
        execedit("check", "--json", "--", "-", stdin=text),
    ):
        assert (done.code, done.out) == (1, by_name)


def test_an_edit_may_be_json_a_file_or_standard_input(execedit, tmp_path):
    (tmp_path / "edit.json").write_text(FORK, encoding="utf-8")
    answer = execedit("check", "laptop", "--edit", FORK, "--json").out
    for done in (
        execedit("check", "laptop", "--json", "--edit", tmp_path / "edit.json"),
        execedit("check", "laptop", "--json", "--edit", "-", stdin=FORK),
        execedit("check", "laptop", "--json", f"--edit= {FORK} "),
        execedit("check", "-", "--json", "--edit", FORK, stdin=(PLANS.parent / "laptop.json").read_bytes()),
    ):
        assert (done.code, done.out) == (0, answer)


BAD_EDITS = [
    ("{", "--edit:1: not JSON: the text ends too early: "),
    ("[1]", "--edit:1: expected an edit: "),
    ('"x"', "--edit:1: expected an edit: "),
    (
        '{"fork_choice":\n{"brnch": "b0"}}',
        "--edit:2: $.fork_choice.brnch: unknown field 'brnch'; did you mean 'branch'?",
    ),
    (
        '{"fork_choice": {"branch": "b0", "branch": "b1"}}',
        "--edit:1: $.fork_choice.branch: the key 'branch' stands twice",
    ),
    ('{"fork_choice": {"branch": NaN}}', "--edit:1: $.fork_choice.branch: NaN is not a JSON number"),
    ("[" * 10_000, "--edit:1: $[0][0][0][0][0][0][0][0].…[0][0][0][0]: nested more than 500 levels deep"),
    ('{"fork_choice":' * 10_000, "nested more than 500 levels deep"),
    ("nothing.json", "nothing.json: no such file or directory"),
    ("/", "/: is a directory"),
    ("", "--edit is empty; give JSON or a file"),
    ("  ", "--edit is empty; give JSON or a file"),
    ("null", "null: no such file or directory"),
]


@pytest.mark.parametrize(("edit", "says"), BAD_EDITS, ids=[edit[:25] for edit, _ in BAD_EDITS])
def test_an_edit_that_is_none(edit, says, execedit):
    assert says in execedit("check", "laptop", "--edit", edit).mistake


BAD_RECORDS = [
    (b"", "-: not JSON: the document is empty"),
    (b"{", "-:1: not JSON: the text ends too early"),
    (b"[]", "-:1: expected an object, not []"),
    (b"\xff", "-:1: the file is not UTF-8 text"),
    (b"\n\n{}", "-:3: the field 'format' is missing (and 3 more)"),
    (json.dumps(changed(SMALL, ("policy",), {"regex": "a ("})).encode(), "-:1: $.policy.regex: the regular expression"),
    (
        json.dumps(changed(SMALL, ("history",), [{"call": "b"}]), indent=1).encode(),
        "-:20: $.history[0]: call 'b' is not enabled: something must come before it",
    ),
    (json.dumps(changed(SMALL, ("policy",), {"at_most": ["a", 10**9]})).encode(), "$.policy: a policy that counts to"),
]


@pytest.mark.parametrize(("text", "says"), BAD_RECORDS, ids=[str(text)[:25] for text, _ in BAD_RECORDS])
def test_a_record_that_is_none(text, says, execedit):
    for form in ((), ("--json",)):
        assert says in execedit("check", "-", *form, stdin=text).mistake


def test_text_that_stops_anywhere_is_one_line(execedit):
    text = json.dumps(SMALL).encode()
    for end in range(len(text)):
        assert execedit("check", "-", stdin=text[:end]).mistake.startswith("-:" if end else "-: ")
    assert execedit("check", "-", stdin=text).code == 0


def test_a_long_name_is_cut_out_of_the_middle_of_a_message(execedit):
    name = "x" * 1_000_000
    for document in (
        changed(SMALL, ("workflow", "contract"), name),
        changed(SMALL, ("calls",), {name: "nothing"}),
        changed(SMALL, ("policy",), {"regex": f"a ) {name}"}),
        changed(SMALL, ("history",), [{"call": name}]),
    ):
        assert len(execedit("check", "-", stdin=json.dumps(document)).mistake) < 600


LIMITS = [
    ("--max-states", 1, "a check with more states: the limit is 1 states"),
    ("--max-results", 1, "$.workflow.contract.choice: a contract with 2 results: the limit is 1 results"),
    ("--max-policy-states", 1, "the limit is 1 policy states"),
    ("--max-bytes", 10, "- is longer than that: the limit is 10 bytes"),
    ("--max-seconds", 1e-9, "the limit is 1e-09 seconds"),
]


@pytest.mark.parametrize(("option", "value", "says"), LIMITS, ids=[option for option, _, _ in LIMITS])
def test_a_limit_that_is_hit_is_no_answer_and_says_how_to_raise_it(option, value, says, execedit):
    document = changed(SMALL, ("workflow", "contract"), {"choice": ["a", "b"]})
    document = changed(document, ("policy",), {"at_most": ["a", 2]})
    found = execedit("check", "-", option, value, stdin=json.dumps(document)).mistake
    assert says in found
    assert found.endswith(option)


def test_a_larger_limit_answers(execedit):
    document = json.dumps(changed(SMALL, ("policy",), {"at_most": ["a", 60_000]}))
    assert "--max-policy-states" in execedit("check", "-", stdin=document).mistake
    assert execedit("check", "-", "--max-policy-states", 60_001, stdin=document).code == 0


def test_numbers_past_two_to_the_53_are_strings_of_digits(execedit, tmp_path):
    calls = [f"c{n}" for n in range(20)]
    chains = [calls[:10], calls[10:]]
    small = ek.record(
        actions=calls,
        policy={"any": True},
        workflow={"branch": "b", "contract": {"parallel": [{"sequence": chain} for chain in chains]}},
    )
    large = ek.record(
        actions=[f"{x}{n}" for x in "abc" for n in range(15)],
        policy={"any": True},
        workflow={
            "branch": "b",
            "contract": {"parallel": [{"sequence": [f"{x}{n}" for n in range(15)]} for x in "abc"]},
        },
    )
    for record, ways in ((small, 184_756), (large, "53494979785374631680")):
        ek.save(record, tmp_path / "r.json")
        answer = json.loads(execedit("check", tmp_path / "r.json", "--json", "--no-evidence").out)
        assert (answer["safe_executions"], answer["rounds"]) == (ways, [ways])
        assert f"{int(ways):,} safe executions" in execedit("check", tmp_path / "r.json").out


def test_numbers_too_long_to_write_out(execedit, tmp_path):
    """Six calls in any order, again and again: 6! ways each time, and more digits than Python writes by itself."""
    groups = [[f"c{k}x{n}" for n in range(6)] for k in range(1_520)]
    record = ek.record(
        actions=[call for group in groups for call in group],
        policy={"any": True},
        workflow={"branch": "b", "contract": {"sequence": [{"parallel": group} for group in groups]}},
    )
    ek.save(record, tmp_path / "r.json")
    out = execedit("check", tmp_path / "r.json").out
    assert out.startswith("accepted: (a number of 4,344 digits) safe executions for 1 result; ")
    assert "  rounds    (a number of 4,344 digits) pairs of a result and a sequence\n" in out
    (digits,) = json.loads(execedit("check", tmp_path / "r.json", "--json", "--no-evidence").out)["rounds"]
    assert (len(digits), digits.isdigit()) == (4_344, True)
    assert int(digits[-600:]) == pow(720, len(groups), 10**600)
