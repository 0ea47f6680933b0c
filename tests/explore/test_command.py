"""`execedit explore` loses nothing: what is wrong is said before it searches, and an interrupt keeps what there is."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from execedit_kit.cli_explore import explore_command
from execedit_kit.explore import search as searching
from execedit_kit.explore.findings import Findings
from tests.support.program import hears_interrupts


@pytest.fixture
def nothing_searched(monkeypatch):
    def no_search(*arguments, **options):
        raise AssertionError("searched")

    monkeypatch.setattr(searching, "search", no_search)


@pytest.mark.usefixtures("nothing_searched")
def test_what_is_wrong_is_said_before_anything_is_searched(tmp_path):
    def wrong(*asked):
        return CliRunner().invoke(explore_command, [*map(str, asked)], standalone_mode=False).exception

    assert isinstance(wrong("-o", tmp_path / "no" / "found.json"), FileNotFoundError)
    assert isinstance(wrong("-o", tmp_path), IsADirectoryError)
    assert "two files" in str(wrong("-o", tmp_path / "x.json", "--state", tmp_path / "." / "x.json"))
    assert "--seconds is a number" in str(wrong("--seconds", "nan"))
    assert "searched" in str(wrong("-o", tmp_path / "found.json"))
    assert not list(tmp_path.iterdir())


def test_more_calls_and_results_than_by_default_can_be_asked_for(monkeypatch):
    asked = []

    def remembers(aim, scope, **options):
        asked.append(scope)
        return Findings(aim.name, scope, aim.directions, 1)

    monkeypatch.setattr(searching, "search", remembers)
    CliRunner().invoke(explore_command, ["--calls", "4", "--results", "2", "--size", "8"])
    CliRunner().invoke(explore_command, [])
    assert [(s.most.calls, s.most.actions, s.most.labels, s.most.results, s.total) for s in asked] == [
        (4, 4, 4, 2, 8),
        (3, 3, 3, 3, 9),
    ]


@pytest.mark.parametrize("workers", [(), ("--workers", "2")], ids=["here", "workers"])
def test_an_interrupt_keeps_what_there_is_and_says_how_to_go_on(tmp_path, workers):
    """A terminal interrupts every process of a group."""
    state, found = tmp_path / "state.json", tmp_path / "found.json"
    asked = ["explore", "--naive", "log-only", "--direction", "accepts-unsafe", "--size", "11", *workers]
    with subprocess.Popen(
        [sys.executable, "-m", "execedit_kit", *asked, "--state", state, "-o", found],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"PATH": os.environ["PATH"], "PYTHONUTF8": "1"},
        start_new_session=True,
        preexec_fn=hears_interrupts,
    ) as running:
        try:
            until = time.monotonic() + 60
            while not (state.exists() and json.loads(state.read_text())["next"] > 0) and time.monotonic() < until:
                time.sleep(0.05)
            os.killpg(running.pid, signal.SIGINT)
            out, err = running.communicate(timeout=60)
        finally:
            running.kill()
    assert (running.returncode, out) == (3, b"")
    assert err.startswith(b"execedit: stopped after ")
    assert err.count(b"\n") == 1
    assert b"the same --state FILE goes on from where it stopped" in err
    kept = json.loads(state.read_text())
    assert kept["next"] > 0
    assert sum(row[-1] for row in kept["counts"]) == kept["checked"] == json.loads(found.read_text())["questions"]
