"""Processes that run plans: one that dies is made up for, and none is left when the eval ends, however it ends."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from execedit_kit import restart
from execedit_kit.restart.corpus import Entry
from execedit_kit.restart.elsewhere import ProcessEnded, ProcessFailed
from execedit_kit.restart.evaluate import Settings, row
from tests.support.program import hears_interrupts

ASKS = 'const a = tool("ask_human", { question: "a?" });\nreturn a + tool("ask_human", { question: "b?" });\n'
BUSY = "for (let i = 0; i < COUNT; i++) { for (let j = 0; j < 2e4; j++); ask(`${i}`); }\nreturn 'done';\n".replace(
    "ask(`${i}`)", 'tool("ask_human", { question: `${i}` })'
)
PATIENCE = 90
EVAL = """
import json, sys
from contextlib import closing
from execedit_kit.restart.corpus import read_corpus
from execedit_kit.restart.evaluate import Settings, evaluate
from execedit_kit.restart.processes import terminated_as_interrupted
if __name__ == "__main__":
    try:
        with terminated_as_interrupted(), closing(evaluate(read_corpus(sys.argv[1]), Settings(levels=()))) as running:
            print(json.dumps([row for _, row in sorted(running, key=lambda one: one[0])]))
    except KeyboardInterrupt:
        sys.exit("interrupted")
"""


def test_a_process_that_died_while_it_waited_is_replaced():
    plan = restart.plan(ASKS)
    with restart.elsewhere() as ready:
        for worker in ready._waiting:
            worker.kill()
            worker.wait()
        assert restart.run_paused(plan, elsewhere=ready).events == restart.run_paused(plan).events


@pytest.mark.parametrize(
    ("program", "how"),
    [
        ("import sys; sys.stdin.readline(); sys.exit(7)", "exit code 7"),
        ("import os, sys; sys.stdin.readline(); os.kill(os.getpid(), 9)", "SIGKILL"),
        ("import os, sys; sys.stdin.readline(); print('{', end='', flush=True); os.kill(os.getpid(), 11)", "SIGSEGV"),
    ],
)
@pytest.mark.parametrize("workers", [0, 2])
def test_a_plan_under_which_every_process_dies_is_rejected_with_that_reason(monkeypatch, program, how, workers):
    started = []

    def spawn():
        started.append(subprocess.Popen([sys.executable, "-c", program], stdin=-1, stdout=-1))
        return started[-1]

    monkeypatch.setattr(sys.modules["execedit_kit.restart.elsewhere"], "_spawn", spawn)
    plan = restart.plan(ASKS)
    with restart.elsewhere(workers) as ready:
        with pytest.raises(ProcessEnded, match=f"the process that ran it ended: {how}"):
            restart.run_paused(plan, elsewhere=ready)
        assert len(started) == 2 * max(workers, 1)  # it was tried once more, in fresh ones
        made = row(Entry("mine", "plan.js", plan), Settings(levels=()), ready)
    assert made["rejected"] == {"reason": "crashed", "text": f"the process that ran it ended: {how}", "line": None}


def test_what_fails_inside_the_kit_in_such_a_process_is_said_and_the_process_goes_on(tmp_path):
    ready = restart.Elsewhere(tmp_path / "nowhere")
    try:
        with pytest.raises(ProcessFailed, match=r"FileNotFoundError: .*nowhere"):
            restart.run_paused(restart.plan(ASKS), elsewhere=ready)
        made = row(Entry("mine", "plan.js", restart.plan(ASKS)), Settings(levels=()), ready)
        assert made["rejected"]["reason"] == "defect"
        assert restart.run_paused(restart.plan("return 'x';"), elsewhere=ready).ended.text == "x"
    finally:
        ready.close()


@pytest.fixture
def evals(tmp_path):
    """Start an eval as a program of its own: the program, and what of it runs."""
    if not Path("/proc/self/environ").exists():
        pytest.skip("processes are looked for in /proc")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    (tmp_path / "eval.py").write_text(EVAL)
    started = []

    def start(count):
        for name in ("one", "other"):
            file = tmp_path / "plans" / "mine" / f"{name}.js"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(BUSY.replace("COUNT", str(count)))
        started.append(
            subprocess.Popen(
                [sys.executable, tmp_path / "eval.py", tmp_path / "plans"],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                env={**os.environ, "TMPDIR": str(temporary), "THIS_EVAL": str(tmp_path)},
                start_new_session=True,
                preexec_fn=hears_interrupts,
            )
        )
        return started[-1]

    start.temporary = temporary
    start.mark = f"THIS_EVAL={tmp_path}".encode()
    yield start
    for process in running(start.mark):
        os.kill(process, signal.SIGKILL)
    for program in started:
        program.wait()


def running(mark, of=""):
    """The processes of an eval, or those of one module."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (process / "environ").read_bytes() and of.encode() in (process / "cmdline").read_bytes():
                found.append(int(process.name))
        except OSError:  # it has ended meanwhile, or is another's
            continue
    return found


def until(holds):
    """Wait for a condition."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "this never came to be"
        time.sleep(0.02)


def at_work(evals, processes=1):
    """So many processes are there, and a plan is frozen."""
    return len(running(evals.mark)) >= processes and any(evals.temporary.glob("frozen-plans-*/*/*.frozen"))


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_and_no_frozen_plan_outlives_an_eval(evals, by):
    program = evals(90)
    until(lambda: at_work(evals, 8))  # the program, two of its own, two of each of these, and one that Python adds
    os.killpg(program.pid, by) if by == signal.SIGINT else os.kill(program.pid, by)
    until(lambda: not running(evals.mark) and not list(evals.temporary.glob("frozen-plans-*")))
    said = program.communicate(timeout=PATIENCE)[1]
    assert "KeyboardInterrupt" not in said
    if by != signal.SIGKILL:
        assert (program.returncode, said) == (1, "interrupted\n")


@pytest.mark.parametrize("which", ["execedit_kit.restart.worker", "multiprocessing.spawn"])
def test_a_process_that_is_killed_changes_no_row(evals, which):
    program = evals(10)
    until(lambda: at_work(evals))
    os.kill(running(evals.mark, which)[-1], signal.SIGKILL)
    out, said = program.communicate(timeout=PATIENCE)
    assert program.returncode == 0, said
    assert [(made["name"], len(made["paused"]["questions"])) for made in json.loads(out)] == [
        ("one.js", 10),
        ("other.js", 10),
    ]
