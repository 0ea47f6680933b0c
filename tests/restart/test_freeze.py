"""A paused plan is frozen to bytes at each question and goes on at the same line elsewhere, whatever its shape."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from execedit_kit import restart
from execedit_kit.restart.freeze import Damaged, Frozen, Paused

ASK = 'const ask = (q) => tool("ask_human", { question: q });\n'
SHAPES = tomllib.loads(Path(__file__).with_name("shapes.toml").read_text())["shapes"]


@pytest.fixture(scope="module")
def processes():
    with restart.elsewhere() as ready:
        yield ready


@pytest.mark.parametrize("shape", SHAPES)
def test_frozen_and_thawed_elsewhere_a_plan_does_what_it_does_in_one_process(shape, processes):
    try:
        plan = restart.plan(ASK + SHAPES[shape])
    except restart.MalformedPlan:
        pytest.fail("the grammar of plans lacks this")
    here = restart.run_paused(plan)
    there = restart.run_paused(plan, elsewhere=processes)
    assert there.events == here.events
    assert there.ended == here.ended
    assert (here.freeze, there.freeze) == ("in-process", "durable")
    questions = len(here.outcome.questions)
    assert questions >= 1
    assert "never" not in here.outcome.questions
    assert len(processes.processes) == questions + 1
    assert all(one != next_ for one, next_ in zip(processes.processes, processes.processes[1:], strict=False))
    assert os.getpid() not in processes.processes


DEEP = {
    "map": "const f = (n) => (n ? [1].map(() => f(n - 1))[0] : ask('q')); f(N); return 'x';",
    "yield*": "function* f(n) { if (n) return yield* f(n - 1); return ask('q'); } [...f(N)]; return 'x';",
    "async": "const f = async (n) => (n ? await f(n - 1) : ask('q')); await f(N); return 'x';",
}


@pytest.mark.parametrize("shape", DEEP)
def test_how_deep_a_question_may_be_asked_is_the_same_in_every_way_of_running(shape, processes):
    reasons = set()
    for depth in (100, 270, 290, 320, 370, 390, 410, 500, 1500):
        plan = restart.plan(ASK + DEEP[shape].replace("N", str(depth)))
        here, there = restart.run_paused(plan), restart.run_paused(plan, elsewhere=processes)
        assert (here.events, here.ended) == (there.events, there.ended)
        assert restart.run_restarted(plan).ended == here.ended
        reasons.add(here.ended.reason)
    assert reasons == {"finished", "too deep"}


def test_every_part_of_a_run_may_have_a_fresh_process():
    plan = restart.plan(ASK + SHAPES["forEach"])
    with restart.elsewhere(workers=0) as fresh:
        run = restart.run_paused(plan, elsewhere=fresh)
        assert run.events == restart.run_paused(plan).events
        assert len(set(fresh.processes)) == 3


def test_a_frozen_plan_is_a_file_that_another_python_goes_on_with(tmp_path):
    frozen = restart.start(restart.plan(ASK + 'let n = 1; [1].forEach(() => { n += 1; n += ask("how?"); }); return n;'))
    assert isinstance(frozen, Frozen)
    assert frozen.question == "how?"
    file = tmp_path / "plan.frozen"
    file.write_bytes(frozen.to_bytes())
    go_on = (
        "import sys, pathlib; from execedit_kit import restart; from execedit_kit.restart.freeze import Frozen\n"
        "run = restart.resume(Frozen.from_bytes(pathlib.Path(sys.argv[1]).read_bytes()), 'slowly')\n"
        "print(run.ended.text, run.clock)"
    )
    for _ in range(2):  # the bytes are a value: one may go on with them more than once
        done = subprocess.run([sys.executable, "-c", go_on, str(file)], capture_output=True, text=True, check=True)
        assert done.stdout.split() == ["2slowly", str(restart.World().start_ms + 90 * 60_000)]


def test_equal_runs_freeze_to_equal_bytes():
    plan = restart.plan(ASK + SHAPES["generator"])
    assert restart.start(plan).to_bytes() == restart.start(plan).to_bytes()


@pytest.mark.parametrize(
    "harm", [lambda b: b[:-1], lambda b: b[:200] + b"x" + b[201:], lambda b: b"", lambda b: b + b" "]
)
def test_bytes_that_changed_are_refused(harm):
    frozen = restart.start(restart.plan(ASK + 'ask("a")'))
    with pytest.raises(Damaged, match="bytes changed"):
        Frozen.from_bytes(harm(frozen.to_bytes()))


def test_a_plan_that_asks_nothing_is_never_frozen():
    run = restart.start(restart.plan("return 'at once'"))
    assert isinstance(run, Paused)
    assert run.ended.text == "at once"


def test_the_budget_is_that_of_the_whole_program_not_of_its_parts(processes):
    plan = restart.plan(ASK + 'for (let i = 0; i < 40; i++) { for (let j = 0; j < 3e5; j++); ask(`${i}`); } return "";')
    budget = restart.Budget(instructions=1_000_000_000)
    assert restart.run_paused(plan, budget=budget, elsewhere=processes).ended.reason == "never finishes"


def test_one_process_alone_is_no_elsewhere(tmp_path):
    with pytest.raises(ValueError, match="two or more"):
        restart.Elsewhere(tmp_path, workers=1)
