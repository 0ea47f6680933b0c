"""Processes that are killed, and processes that race: the drivers are processes of their own, which fork."""

import contextlib
import json
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

import execedit_kit as ek
from execedit_kit.record.errors import KitError
from execedit_kit.runtime import schema
from execedit_kit.runtime.answers import Busy
from execedit_kit.runtime.runtime import Runtime
from tests.runtime.torture import Broken, compare

ROOT = Path(__file__).parents[2]


def driver(module, *arguments):
    command = [sys.executable, "-m", f"tests.runtime.{module}", *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout)


@pytest.mark.slow
def test_a_kill_at_any_instant_leaves_what_committed():
    counts = driver("torture", "--json", "--kills", 300, "--seed", 1)
    assert counts["kills"] >= 300
    assert counts["killed in an event"] > 60
    assert counts["acknowledged"] > 100
    assert counts["refused"] > 100


@pytest.mark.slow
def test_eight_processes_are_explained_by_one_order():
    seen = driver("hammer", "--processes", 8, "--events", 100)
    answers = seen["answers"]
    for kind in ("Used", "Stored", "Sent", "Settled", "Checkpointed", "Installed", "NoCommit"):
        assert answers[kind] > 0, kind
    assert sum(answers.values()) == 800


CALL, SENT = {"call": "a"}, {"dispatch": "a"}


def said(tried, event, version):
    return [(tried, {"event": event, "version": version})]


@pytest.mark.parametrize(
    ("before", "after", "ended", "why"),
    [
        ([CALL], [], [], "does not go on"),
        ([], [], [(said(None, CALL, 0), None)], "lost"),
        ([], [SENT], [(said(None, CALL, 0), None)], "was acknowledged as"),
        ([], [CALL], [([], None)], "nobody tried"),
        ([], [CALL, CALL], [([], {"event": CALL})], "nobody tried"),
        ([], [CALL], [([], {"event": SENT})], "nobody tried"),
        ([], [CALL], [(said(None, CALL, 0), None), (said(None, CALL, 0), None)], "two answers"),
    ],
)
def test_the_harness_notices_what_a_kill_may_break(before, after, ended, why):
    with pytest.raises(Broken, match=why):
        compare(before, after, ended)


def test_a_wait_for_others_is_bounded_and_changes_nothing(tmp_path):
    path = tmp_path / "domain.ek"
    Runtime.create(path, ek.load("laptop")).close()
    with Runtime.open(path, patience=0.2) as runtime:
        before = runtime.head
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        asked = time.monotonic()
        with pytest.raises(Busy, match="held it for too long"):
            runtime.dispatch()
        assert time.monotonic() - asked >= 0.15
        assert runtime.retry("xr")  # a reader waits for nobody
        other.execute("ROLLBACK")
        other.close()
        assert runtime.head == before
        assert runtime.dispatch()


def test_who_waits_long_asks_as_often_as_who_comes_new(tmp_path, monkeypatch):
    """Or else, with eight that write all the time, one is passed by the others for many seconds."""
    path = tmp_path / "domain.ek"
    Runtime.create(path, ek.load("laptop")).close()
    with Runtime.open(path, patience=60) as runtime, contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        waits = []

        def wait(seconds):
            waits.append(seconds)
            if len(waits) == 500:
                other.execute("ROLLBACK")

        monkeypatch.setattr(schema.time, "sleep", wait)
        assert runtime.dispatch()
    assert len(waits) == 500
    assert max(waits[400:]) <= 0.01


def test_a_copy_of_a_process_opens_the_file_itself(tmp_path, monkeypatch):
    with Runtime.create(tmp_path / "domain.ek", ek.load("laptop")) as runtime:
        monkeypatch.setattr("os.getpid", lambda: -1)
        with pytest.raises(KitError, match="open it here anew"):
            runtime.dispatch()
        monkeypatch.undo()
        assert runtime.dispatch()


def test_a_file_that_stays_locked_is_busy_and_not_another_kind_of_file(tmp_path):
    path = tmp_path / "domain.ek"
    Runtime.create(path, ek.load("laptop")).close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA locking_mode=EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(Busy):
        Runtime.open(path, patience=0.1)
    other.close()
    Runtime.open(path).close()
