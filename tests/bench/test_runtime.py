"""Durable decisions a second, beside raw one-row commits on the same disk in the same run.

The disk's mood changes from second to second, so that decisions and raw commits take turns, one by one, and the two
are compared over the same seconds. Target: at least half as many decisions as raw commits.
"""

import contextlib
import sqlite3
import statistics
import time

import pytest

import execedit_kit as ek
from execedit_kit.runtime.runtime import Runtime

CALLS = [f"c{n}" for n in range(60)]
DOMAINS = 10


def domain(shape):
    """Sixty calls in a row; or ten branches side by side, which go in turns; every third call is a reuse."""
    calls = {call: f"d{n - n % 3 % 2}" for n, call in enumerate(CALLS)}
    fields = {"actions": sorted(set(calls.values())), "calls": calls, "policy": {"any": True}}
    if shape == "sequence":
        return ek.record(**fields, workflow={"branch": "b", "contract": {"sequence": CALLS}})
    tree = {"branch": "b0", "contract": {"sequence": CALLS[:20]}}
    for n in (1, 2):
        arm = {"branch": f"b{n}", "contract": {"sequence": CALLS[20 * n : 20 * n + 20]}}
        tree = {"parallel": [tree, arm], "group": f"g{n}"}
    return ek.record(**fields, workflow=tree)


@contextlib.contextmanager
def raw(folder):
    """The same settings, one table, one row a commit."""
    connection = sqlite3.connect(folder / "raw.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, text TEXT)")

    def commit():
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO t (text) VALUES (?)", ("x" * 100,))
        connection.execute("COMMIT")

    yield commit
    connection.close()


def timed(do, *arguments):
    before = time.perf_counter()
    assert do(*arguments) is not False
    return time.perf_counter() - before


@pytest.mark.parametrize("shape", ["sequence", "parallel"])
def test_decisions_beside_raw_commits(benchmark, tmp_path, capsys, shape):
    benchmark.group = "durable decisions"
    record, decisions, commits = domain(shape), [], []

    def run():
        with raw(tmp_path) as commit:
            for n in range(DOMAINS):
                with Runtime.create(tmp_path / f"{n}.ek", record) as runtime:
                    tokens = runtime.tokens()
                    for call in CALLS:
                        commits.append(timed(commit))
                        decisions.append(timed(runtime.use, call, tokens[call]))

    benchmark.pedantic(run, rounds=1, iterations=1)
    each, all_of_them = (
        [round(1 / take(times)) for times in (decisions, commits)] for take in (statistics.median, statistics.mean)
    )
    ratio = sum(commits) / sum(decisions)
    benchmark.extra_info |= {"decisions/s": all_of_them[0], "raw commits/s": all_of_them[1], "ratio": round(ratio, 2)}
    with capsys.disabled():
        print(
            f"\n{shape}: {all_of_them[0]:,} durable decisions/s, {all_of_them[1]:,} raw commits/s, ratio {ratio:.2f} "
            f"(target 0.5; by medians {each[0]:,} and {each[1]:,}, {each[0] / each[1]:.2f})"
        )


def test_opening(benchmark, tmp_path):
    """All of it verified from scratch: sixty calls, a fork, the check of both."""
    benchmark.group = "opening, verified from scratch"
    with Runtime.create(tmp_path / "opened.ek", domain("sequence")) as runtime:
        for call in CALLS[:59]:
            assert runtime.use(call, runtime.tokens()[call])
        assert runtime.install(runtime.prepare(ek.fork_parallel("b")))
    benchmark(lambda: Runtime.open(tmp_path / "opened.ek").close())
