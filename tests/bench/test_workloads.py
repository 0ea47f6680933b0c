"""The paper's three workloads at its sizes and beyond (model, section 8). Every round is on a freshly built record.

Published, median of five fresh CPython 3.12 processes on a 16-vCPU AMD EPYC 7R12: accepted with 2–128 results
0.11–53.47 ms; rejected 0.11–5.51 ms; 3–6 unordered calls 0.33–50.35 ms.
"""

import subprocess
import sys
from math import factorial
from pathlib import Path

import pytest

import execedit_kit as ek
from execedit_kit.check.fixed_point import NarrowGraph
from execedit_kit.check.graph import explore
from execedit_kit.check.problem import problem
from execedit_kit.check.wide import WideGraph
from tests.support.workloads import shared_accepted, shared_rejected, unordered

PUBLISHED = {
    "shared, accepted": "2–128 results: 0.11–53.47 ms",
    "shared, rejected": "2–128 results: 0.11–5.51 ms",
    "unordered": "3–6 calls: 0.33–50.35 ms",
}


def verdict(record):
    """The check alone: the verdict and its fixed point."""
    return ek.check(record)


def counts(record):
    """With every count of the answer: rounds, executions, prefixes, states of the smallest automaton."""
    answer = ek.check(record)
    answer.document(evidence=False)
    return answer


def automaton(record):
    """With the rules in force written out, move by move."""
    answer = ek.check(record)
    assert answer.automaton.states >= bool(answer)
    return answer


ASKED = pytest.mark.parametrize("ask", [verdict, counts, automaton])


def measured(benchmark, workload, make, size, ask):
    benchmark.group = f"{workload}: {ask.__name__}"
    benchmark.extra_info["published"] = PUBLISHED[workload]
    large = size > (12 if make is unordered else 1_000)
    rounds = 15 if not large else 1 if ask is automaton else 3
    return benchmark.pedantic(ask, setup=lambda: ((make(size),), {}), rounds=rounds, iterations=1)


@ASKED
@pytest.mark.parametrize("n", [1, 2, 4, 8, 16, 32, 64, 128, 4096])
def test_shared_accepted(benchmark, n, ask):
    answer = measured(benchmark, "shared, accepted", shared_accepted, n, ask)
    assert answer.rounds == (n,)


@ASKED
@pytest.mark.parametrize("n", [2, 4, 8, 16, 32, 64, 128, 4096])
def test_shared_rejected(benchmark, n, ask):
    answer = measured(benchmark, "shared, rejected", shared_rejected, n, ask)
    assert answer.rounds == (n, 1, 0)


@ASKED
@pytest.mark.parametrize("w", [3, 4, 5, 6, 10, 16, 20])
def test_unordered(benchmark, w, ask):
    answer = measured(benchmark, "unordered", unordered, w, ask)
    assert answer.rounds == (factorial(w),)


def narrow(question):
    return NarrowGraph(explore(question))


def wide(question):
    return WideGraph(question)


SIDE_BY_SIDE = [(unordered, 8), (unordered, 11), (unordered, 14), (shared_accepted, 1024), (shared_rejected, 128)]


@pytest.mark.parametrize("engine", [narrow, wide])
@pytest.mark.parametrize(("make", "size"), SIDE_BY_SIDE)
def test_one_state_at_a_time_or_whole_levels(benchmark, engine, make, size):
    """The numbers in parentheses say how many times slower one is than the other."""
    benchmark.group = f"engines: {make.__name__} {size}"
    graph = benchmark.pedantic(engine, setup=lambda: ((problem(make(size)),), {}), rounds=5, iterations=1)
    assert len(graph) > size


# Linux hands the peak of the starting process on to the started one, unless it is asked of the memory itself.
CHILD = """
import resource, sys
from pathlib import Path
from tests.bench.test_workloads import automaton, unordered

automaton(unordered(int(sys.argv[1])))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform == "darwin" else 1)
status = Path("/proc/self/status")
lines = status.read_text().splitlines() if status.exists() else []
peak = next((float(line.split()[1]) for line in lines if line.startswith("VmHWM")), peak)
print(peak / 2**20)
"""


@pytest.mark.parametrize("w", [16, 20])
def test_peak_memory(benchmark, capsys, w):
    """In a process of its own, imports included; the target is 2 GiB for twenty calls."""
    benchmark.group = "a fresh process, imports included"
    command = [sys.executable, "-c", CHILD, str(w)]
    root = Path(__file__).parents[2]
    done = benchmark.pedantic(
        lambda: subprocess.run(command, cwd=root, capture_output=True, text=True, check=True), rounds=1, iterations=1
    )
    peak = float(done.stdout)
    benchmark.extra_info["peak GiB"] = peak
    with capsys.disabled():
        print(f"\n{w} unordered calls, answer and automaton: peak memory {peak:.2f} GiB (target for 20 calls: 2 GiB)")
