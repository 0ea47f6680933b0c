"""The handed cases where they are handed: beside the checkout, or where EXECEDIT_SHARED says."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHARED = Path(os.environ.get("EXECEDIT_SHARED", ROOT.parent / "shared"))
FILES = sorted((SHARED / "cases").glob("*.json"))
pytestmark = pytest.mark.skipif(
    not FILES, reason="no handed cases: neither EXECEDIT_SHARED nor a folder shared/ beside the checkout has any"
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_difference(path):
    command = [sys.executable, "-m", "execedit_kit", "check", "--cases", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert done.stderr == ""
    assert done.returncode == 0
    names = [case["name"] for case in json.loads(path.read_text(encoding="utf-8"))]
    assert [json.loads(line)["name"] for line in done.stdout.splitlines()] == names


def test_the_copies_in_the_project_are_the_same():
    for path in FILES:
        copy = ROOT / "tests" / "cases" / path.name
        if copy.exists():
            assert json.loads(copy.read_text(encoding="utf-8")) == json.loads(path.read_text(encoding="utf-8"))
