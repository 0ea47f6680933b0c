"""A process that is copied while it has a file open: locks are not copied, and nothing that was answered is lost.

Copying is done in processes of their own, which are run from here.
"""

import json
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

START = """
import json, os, signal, sys, threading
import execedit_kit as ek
from execedit_kit.record.errors import KitError
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
        finally:
            os._exit(status)
    return pid

def ended(pid):
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0

def said():
    with Runtime.open(path) as runtime:
        assert runtime.audit()
        print(json.dumps(len(runtime.record().checkpoints)))
"""

PROGRAMS = {
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
def test_copies(tmp_path, what):
    program = START + textwrap.dedent(PROGRAMS[what])
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", program, str(tmp_path / "domain.ek")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    assert json.loads(done.stdout) == 3
