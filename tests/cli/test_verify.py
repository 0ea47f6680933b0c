"""`execedit verify`: what check --json printed is confirmed, or the first thing that is wrong is named."""

import json

import pytest

from execedit_kit.library import data_folder

FORK = '{"fork_choice": {"branch": "b0", "rule": "suppliers"}}'
QUESTIONS = [
    ("laptop", None, "accepted; 1 of 1 executions that obey the policy are safe, states of the rules: 1"),
    ("laptop", FORK, "accepted; 2 of 2 executions that obey the policy are safe, states of the rules: 4"),
    ("release-emergency", None, "rejected; executions after each round: 2, 1, 0"),
    ("laptop", '{"fork_choice": {"branch": "b9"}}', "invalid; there is no current branch 'b9'"),
]


@pytest.fixture
def answer(execedit, tmp_path):
    """An answer in a file."""

    def written(record, edit=None, **changes):
        asked = () if edit is None else ("--edit", edit)
        document = json.loads(execedit("check", record, *asked, "--json").out)
        path = tmp_path / "answer.json"
        path.write_text(json.dumps({**document, **changes}), encoding="utf-8")
        return path

    return written


@pytest.mark.parametrize(("record", "edit", "said"), QUESTIONS, ids=range(len(QUESTIONS)))
def test_what_check_printed_is_confirmed(record, edit, said, execedit, answer):
    path = answer(record, edit)
    for done in (
        execedit("verify", record, path),
        execedit("verify", record, "-", stdin=path.read_bytes()),
    ):
        assert (done.code, done.out, done.err) == (0, f"confirmed: {said}\n", "")


def test_a_record_may_come_from_standard_input(execedit, answer, tmp_path):
    path = answer("laptop")
    data = (data_folder() / "records" / "laptop.json").read_bytes()
    (tmp_path / "laptop.json").write_bytes(data)
    assert execedit("verify", "-", path, stdin=data).code == 0
    assert execedit("verify", tmp_path / "laptop.json", path).code == 0


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"rounds": [2]}, "not confirmed: $.rounds[0]: this is 2; right is 1\n"),
        ({"verdict": "sure"}, 'not confirmed: $.verdict: expected accepted, rejected or invalid, not "sure"\n'),
        ({"proof": {}}, "not confirmed: $.proof: the field 'blocked' is missing\n"),
        ({"more": 1}, "not confirmed: $.more: unknown field 'more'; "),
    ],
)
def test_the_first_thing_that_is_wrong_is_named(changes, line, execedit, answer):
    done = execedit("verify", "laptop", answer("laptop", **changes))
    assert (done.code, done.err) == (1, "")
    assert done.out.startswith(line)
    assert done.out.count("\n") == 1


def test_an_answer_to_another_record(execedit, answer):
    done = execedit("verify", "release-emergency", answer("laptop"))
    assert (done.code, done.err) == (1, "")
    assert done.out.startswith("not confirmed: $.record: ")


def test_a_name_cannot_write_to_the_terminal(execedit, answer):
    done = execedit("verify", "laptop", answer("laptop", verdict="\x1b[2J\n"))
    assert done.code == 1
    assert "\x1b" not in done.out
    assert done.out.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "answer.json: not JSON: the document is empty"),
        ("{", "answer.json:1: not JSON"),
        ("[]", "expected an answer of the format check-answer/1"),
        ("{}", "expected an answer of the format check-answer/1"),
        ('{"format": "execution-record/1"}', "expected an answer of the format check-answer/1"),
        (
            '{"format": "check-answer/1",\n"verdict": "accepted", "verdict": "rejected"}',
            "the key 'verdict' stands twice",
        ),
        ('{"format": "check-answer/1", "rounds": [NaN]}', "NaN is not a JSON number"),
    ],
)
def test_what_is_no_answer(text, said, execedit, tmp_path):
    path = tmp_path / "answer.json"
    path.write_text(text, encoding="utf-8")
    assert said in execedit("verify", "laptop", path).mistake


def test_what_is_no_record(execedit, answer, tmp_path):
    path = answer("laptop")
    assert "there is no file and no shipped record" in execedit("verify", "laptpo", path).mistake
    (tmp_path / "r.json").write_text('{"format": "execution-record/1"}', encoding="utf-8")
    assert "r.json" in execedit("verify", tmp_path / "r.json", path).mistake


def test_a_limit_is_no_answer(execedit, answer):
    path = answer("release-emergency")
    said = execedit("verify", "release-emergency", path, "--max-states", "1").mistake
    assert (
        said == "an answer about more states: the limit is 1 states; raise it with Limits(states=...) or --max-states"
    )


def test_check_stops_before_evidence_becomes_too_long(execedit):
    said = execedit("check", "release-emergency", "--json", "--max-evidence-values", "3").mistake
    assert said.startswith("longer evidence (--no-evidence leaves it out): the limit is 3 evidence values; raise it")
    assert execedit("check", "release-emergency", "--json", "--no-evidence", "--max-evidence-values", "3").code == 1


def test_the_help_tells_the_exit_codes_and_what_is_trusted(execedit):
    text = " ".join(execedit("verify", "--help").out.split())
    assert "0 confirmed, 1 not confirmed, 3 malformed input, a limit or usage" in text
    assert "is taken from the record" in text
