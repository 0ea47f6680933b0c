"""Processes on one file: copied while it is open, killed or stopped in an event, creating and installing at once.

Locks are not copied with a process, and nothing that was answered is lost. Copying is done in processes of their own,
which are run from here; each ends with the number of checkpoints that it expects in the file.
"""

import json
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

START = """
import json, os, signal, sys, threading, traceback
import execedit_kit as ek
from execedit_kit.record.errors import KitError
from execedit_kit.runtime.answers import Busy
from execedit_kit.runtime.runtime import Runtime

signal.alarm(40)
path = sys.argv[1]
CALLS = [f"c{n}" for n in range(40)]
workflow = {"branch": "b", "contract": {"sequence": CALLS}}
record = ek.record(actions=CALLS, policy={"any": True}, workflow=workflow)

def copied(what):
    pid = os.fork()
    if pid == 0:
        signal.alarm(20)
        status = 1
        try:
            what()
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    return pid

def ended(pid):
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0

def said():
    with Runtime.open(path) as runtime:
        assert runtime.audit()
        print(json.dumps(len(runtime.record().checkpoints)))

def dies(signal_number, statement):
    # In an event, before the statement after that one; this returns when it is there.
    reading, writing = os.pipe()

    def copy():
        runtime, seen = Runtime.open(path), []

        def traced(text):
            if seen == [True]:
                seen.append(False)
                os.write(writing, b".")
                os.kill(os.getpid(), signal_number)
            elif not seen and text.startswith(statement):
                seen.append(True)

        runtime._session._connection.set_trace_callback(traced)
        call = runtime.allowed()[0]
        assert runtime.use(call, runtime.tokens()[call])

    pid = copied(copy)
    os.read(reading, 1)
    return pid

STATEMENTS = ("BEGIN IMMEDIATE", "INSERT INTO history", "INSERT OR REPLACE INTO head", "DELETE FROM entries")
"""

PROGRAMS = {
    "a process that is killed while it may write lets the others go on, and leaves nothing": """
        Runtime.create(path, record).close()
        with Runtime.open(path) as runtime:
            for number, statement in enumerate(STATEMENTS):
                pid = dies(signal.SIGKILL, statement)
                if number < 3:
                    assert runtime.checkpoint(f"k{number}", "b")
                os.waitpid(pid, 0)
                assert not runtime.record().processed
        said()
    """,
    "a process that stands still while it may write is waited for no longer than asked, and goes on": """
        Runtime.create(path, record).close()
        with Runtime.open(path, patience=0.3) as runtime:
            for number, statement in enumerate(STATEMENTS[:3]):
                pid = dies(signal.SIGSTOP, statement)
                try:
                    runtime.checkpoint("early", "b")
                except Busy:
                    pass
                else:
                    raise AssertionError("it did not wait")
                assert len(runtime.record().processed) == number
                os.kill(pid, signal.SIGCONT)
                ended(pid)
                assert len(runtime.record().processed) == number + 1
                assert runtime.checkpoint(f"k{number}", "b")
        said()
    """,
    "of eight that create a file at once one does, and all of them use it": """
        def create(n):
            try:
                runtime = Runtime.create(path, record)
            except FileExistsError:
                runtime = Runtime.open(path)
                made = 0
            else:
                made = 3
            with runtime:
                for number in range(made):
                    assert runtime.checkpoint(f"k{number}", "b")
                for call in runtime.allowed():
                    runtime.use(call, runtime.tokens().get(call, ""))

        for pid in [copied(lambda: create(n)) for n in range(8)]:
            ended(pid)
        assert os.listdir(os.path.dirname(path)) == [os.path.basename(path)]
        said()
    """,
    "of eight that install at once one does, each time, while others open the file": """
        workflow = {"branch": "b", "contract": "a"}
        Runtime.create(path, ek.record(actions=["a"], policy={"any": True}, workflow=workflow)).close()
        reading, writing = os.pipe()

        def install(n):
            with Runtime.open(path) as runtime:
                for k in range(6):
                    answer = runtime.extend(actions={f"a {n} {k}": {}})
                    assert answer or answer.moved == ("record", "rule version"), answer
                    if answer:
                        os.write(writing, b".")
                        assert set(answer.tokens) == {"a"}

        def look():
            for _ in range(5):
                with Runtime.open(path) as runtime:
                    assert runtime.audit()

        pids = [copied(lambda: install(n)) for n in range(8)] + [copied(look)]
        for pid in pids:
            ended(pid)
        os.close(writing)
        with Runtime.open(path) as runtime:
            installed = len(os.read(reading, 100))
            assert runtime.rule_version == 1 + installed and installed > 6
            for n in range(3):
                assert runtime.checkpoint(f"k{n}", "b")
        said()
    """,
    "the original closes the file, and what its copy was answered is there": """
        runtime = Runtime.create(path, record)
        opened, closed = os.pipe(), os.pipe()

        def copy():
            with Runtime.open(path) as mine:
                os.write(opened[1], b".")
                os.read(closed[0], 1)
                for n in range(3):
                    assert mine.checkpoint(f"k{n}", "b")

        pid = copied(copy)
        os.read(opened[0], 1)
        runtime.close()
        os.write(closed[1], b".")
        ended(pid)
        said()
    """,
    "the copy closes the file and ends, and the original goes on": """
        runtime = Runtime.create(path, record)
        assert runtime.checkpoint("k0", "b")

        def copy():
            with Runtime.open(path) as mine:
                assert mine.checkpoint("k1", "b")

        ended(copied(copy))
        assert runtime.checkpoint("k2", "b")
        said()
    """,
    "a handle that was copied is refused, and what it was a copy of goes on": """
        runtime = Runtime.create(path, record)

        def copy():
            for ask in (lambda: runtime.checkpoint("k", "b"), runtime.record, runtime.tokens, runtime.audit):
                try:
                    ask()
                except KitError as error:
                    assert "open it here anew" in str(error)
                else:
                    os._exit(7)
            runtime.close()

        for n in range(3):
            ended(copied(copy))
            assert runtime.checkpoint(f"k{n}", "b")
        said()
    """,
    "threads are in the middle of events whenever the process is copied": """
        runtime = Runtime.create(path, record)
        done, made = threading.Event(), []

        def work(number):
            n = 0
            while not done.is_set():
                n += 1
                if n % 10 == 0 and n < 100:
                    made.append(runtime.checkpoint(f"k{number}.{n}", "b"))
                assert not runtime.checkpoint("k", "nowhere")

        threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
        for thread in threads:
            thread.start()

        def copy(n):
            try:
                runtime.record()
                os._exit(7)
            except KitError:
                pass
            with Runtime.open(path) as mine:
                assert mine.checkpoint(f"c{n}", "b")

        pids = []
        for n in range(10):
            pids.append(copied(lambda: copy(n)))
        for pid in pids:
            ended(pid)
        done.set()
        for thread in threads:
            thread.join()
        with Runtime.open(path) as opened:
            assert len(opened.record().checkpoints) == 10 + len(made) and all(made)
        runtime.close()
        print(3)
    """,
}


@pytest.mark.parametrize("what", PROGRAMS)
def test_processes_on_one_file(tmp_path, what):
    program = START + textwrap.dedent(PROGRAMS[what])
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", program, str(tmp_path / "domain.ek")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    assert json.loads(done.stdout) == 3
