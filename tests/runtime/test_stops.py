"""A stop at any instant, made exact: before every statement of every event, at every place of the log on the disk."""

import os
import shutil
import signal
import struct
import subprocess
import sys
from pathlib import Path

import pytest

import execedit_kit as ek
from execedit_kit.record.errors import KitError
from execedit_kit.runtime import journal, schema
from execedit_kit.runtime.answers import Failed
from execedit_kit.runtime.runtime import Runtime
from tests.support.runtimes import lasting, public_keys

FORK = ek.fork_choice("two")


def use(runtime):
    call = runtime.allowed()[0]
    return runtime.use(call, runtime.tokens()[call], {"do": call})


EVENTS = {
    "use": use,
    "dispatch": lambda runtime: runtime.dispatch(),
    "settle": lambda runtime: runtime.settle("a", {"done": 1}),
    "checkpoint": lambda runtime: runtime.checkpoint("again", "two"),
    "install": lambda runtime: runtime.install(runtime.prepare(FORK)),
    "extend": lambda runtime: runtime.extend(actions={"g": {}}),
}


@pytest.fixture
def path(tmp_path):
    """A domain in which every one of the events can happen."""
    path = tmp_path / "domain.ek"
    with Runtime.create(path, lasting(), keys=public_keys(lasting())) as runtime:
        assert runtime.use("a", runtime.tokens()["a"], {"do": "a"})
        assert runtime.dispatch()
        assert runtime.use("b", runtime.tokens()["b"], {"do": "b"})
    return path


class Stopped(BaseException):
    """Stands for whatever stops a process; nothing in the package catches it."""


def stopping(runtime, number):
    """Stop the process before the statement of that number, counted from here."""
    count = 0

    def traced(statement):
        nonlocal count
        count += 1
        if count == number:
            os.kill(os.getpid(), signal.SIGKILL)

    runtime._session._connection.set_trace_callback(traced)


# A fork server of its own: what it forks is warm, and single-threaded.
STOPPER = """
import os, sys
from execedit_kit.runtime.runtime import Runtime
from tests.runtime.test_stops import EVENTS, stopping

for line in sys.stdin:
    path, event, number = line.split()
    pid = os.fork()
    if pid == 0:
        runtime = Runtime.open(path)
        stopping(runtime, int(number))
        os._exit(0 if EVENTS[event](runtime) else 3)
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
"""


@pytest.fixture(scope="module")
def stopper():
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", STOPPER]
    with subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:

        def run(*words):
            process.stdin.write(" ".join(map(str, words)) + "\n")
            process.stdin.flush()
            return int(process.stdout.readline())

        yield run
        process.stdin.close()


@pytest.mark.parametrize("event", EVENTS)
def test_a_kill_before_any_statement_leaves_the_moment_before(path, event, stopper):
    """Whatever statement the kill comes before, nothing of the event is there; without a kill, all of it is."""
    with Runtime.open(path) as runtime:
        before = runtime.head
    number, exit_code = 1, -signal.SIGKILL
    while exit_code == -signal.SIGKILL:
        exit_code = stopper(path, event, number)
        with Runtime.open(path) as runtime:
            assert runtime.audit()
            assert (runtime.head == before) == (exit_code == -signal.SIGKILL), number
        number += 1
        assert number < 80
    assert exit_code == 0
    assert number > 6


def test_a_log_cut_or_torn_at_any_byte_is_a_moment_that_committed(tmp_path):
    """What a lost write can leave of the write-ahead log, a part of it, the last frame torn, is one of the moments."""
    path = tmp_path / "domain.ek"
    Runtime.create(path, lasting(), keys=public_keys(lasting())).close()
    runtime = Runtime.open(path)
    moments = [runtime.record().digest]
    for event in ("use", "checkpoint", "install", "dispatch", "settle", "use", "extend"):
        assert EVENTS[event](runtime), event
        moments.append(runtime.record().digest)
    stopped = tmp_path / "stopped"
    stopped.mkdir()
    for part in (path, path.with_name(path.name + "-wal")):
        shutil.copy(part, stopped / part.name)
    runtime.close()
    log = (stopped / (path.name + "-wal")).read_bytes()
    (page,) = struct.unpack_from(">I", log, 8)
    frame = page + 24
    seen = []
    for place in sorted({*range(0, len(log) + 1, frame // 2 + 1), *range(32, len(log) + 1, frame), len(log)}):
        for torn in (b"", b"\xa5" * min(700, len(log) - place)):
            copy = tmp_path / "copy"
            copy.mkdir()
            shutil.copy(stopped / path.name, copy / path.name)
            (copy / (path.name + "-wal")).write_bytes(log[:place] + torn)
            with Runtime.open(copy / path.name) as opened:
                assert opened.audit()
                seen.append(moments.index(opened.record().digest))
            shutil.rmtree(copy)
    assert seen == sorted(seen)
    assert set(seen) == set(range(len(moments)))


@pytest.mark.parametrize("event", EVENTS)
def test_an_exception_inside_a_transaction_leaves_the_moment_before(path, event, monkeypatch):
    with Runtime.open(path) as runtime:
        before, wanted = runtime.head, runtime.record()
        written = journal._write_authorizations

        def stop(*arguments):
            written(*arguments)
            raise Stopped

        monkeypatch.setattr(journal, "_write_authorizations", stop)
        with pytest.raises(Stopped):
            EVENTS[event](runtime)
        monkeypatch.undo()
        assert runtime.head == before
        assert runtime.record() == wanted
        assert EVENTS[event](runtime)
        assert runtime.audit()


def interrupted(do, number):
    """Do something, and stop it at the line of that number that it comes to, as Ctrl-C can; whether it was stopped."""
    count = 0

    def traced(frame, what, _):
        nonlocal count
        count += what == "line"
        if count == number:
            sys.settrace(None)
            raise Stopped
        return traced

    sys.settrace(traced)
    try:
        do()
    except Stopped:
        return True
    finally:
        sys.settrace(None)
    return False


@pytest.mark.parametrize("ask", ["checkpoint", "record"])
def test_an_interrupt_at_any_line_lets_others_go_on(path, ask):
    """Nothing stays locked: others need no patience, and the next event of the same runtime finds what committed."""
    asks = {
        "checkpoint": lambda runtime, number: lambda: runtime.checkpoint(f"mine {number}", "two"),
        "record": lambda runtime, _: runtime.record,
    }
    number, stopped = 0, True
    with Runtime.open(path) as runtime, Runtime.open(path, patience=0) as other:
        while stopped:
            number += 1
            stopped = interrupted(asks[ask](runtime, number), number)
            assert other.checkpoint(f"theirs {number}", "two"), number
            assert runtime.record() == other.record()
        assert runtime.audit()
        assert (f"mine {number}" in runtime.record().checkpoints) == (ask == "checkpoint")
    assert number > 40


def test_a_database_that_cannot_write_says_so_and_nothing_happens(path):
    with Runtime.open(path) as runtime:
        before = runtime.head
        connection = runtime._session._connection
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(Failed, match="full"):
            runtime.extend(actions={f"action {number}": {} for number in range(300)})
        assert runtime.head == before
        connection.execute("PRAGMA max_page_count = 1000000")
        assert runtime.dispatch()
        assert runtime.audit()


def test_a_creation_that_stops_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(schema.os, "link", lambda *_: (_ for _ in ()).throw(Stopped))
    with pytest.raises(Stopped):
        Runtime.create(tmp_path / "domain.ek", lasting())
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_used_by_threads_in_turns(path):
    from concurrent.futures import ThreadPoolExecutor

    with Runtime.open(path) as runtime, ThreadPoolExecutor(8) as pool:
        tokens = runtime.tokens()
        wanted = {call: {"do": call} for call in ("c", "d")}
        answers = list(pool.map(lambda call: runtime.use(call, tokens[call], wanted[call]), ["c", "d"] * 8))
        assert sum(map(bool, answers)) == 1
        assert runtime.audit()


def test_a_closed_file_is_closed(path):
    runtime = Runtime.open(path)
    runtime.close()
    runtime.close()
    with pytest.raises(KitError, match="closed"):
        runtime.dispatch()
