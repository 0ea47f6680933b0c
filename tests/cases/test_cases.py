"""The handed cases, copied here so that the project stands alone: answers of a literal enumeration, one line each."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.json"))


def check_cases(path):
    command = [sys.executable, "-m", "execedit_kit", "check", "--cases", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    return done, [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_case_has_the_expected_answer(path):
    cases = json.loads(path.read_text(encoding="utf-8"))
    done, answers = check_cases(path)
    assert done.stderr == ""
    assert done.returncode == 0
    assert [answer["name"] for answer in answers] == [case["name"] for case in cases]
    for case, answer in zip(cases, answers, strict=True):
        assert {field: answer.get(field) for field in case["expect"]} == case["expect"], case["name"]


def test_all_four_files_are_here():
    assert [path.stem for path in FILES] == ["edits", "malformed", "pruning", "worked"]
    assert sum(len(json.loads(path.read_text(encoding="utf-8"))) for path in FILES) == 242


@pytest.mark.parametrize(
    ("field", "wrong"),
    [("verdict", "rejected"), ("rounds", [3])],
)
def test_a_wrong_expectation_is_named(tmp_path, field, wrong):
    """The comparison can fail."""
    case = json.loads((FOLDER / "worked.json").read_text(encoding="utf-8"))[0]
    right = case["expect"][field]
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps([{**case, "expect": {**case["expect"], field: wrong}}]), encoding="utf-8")
    done, answers = check_cases(path)
    assert done.returncode == 1
    said = f"{case['name']}: {field} is {json.dumps(right)}, expected {json.dumps(wrong)}\n"
    assert done.stderr.replace("'", '"') == said
    assert len(answers) == 1
