"""How many records a search checks in a second on one core, and what a second worker adds.

Targets: 5,000 records a second with up to four calls; two workers 1.7 times as fast as one. A record here is a
question: a record with its history and an edit, asked of the exact check and of a naive one.
"""

import os
import time
from dataclasses import replace

import distributed
import pytest

from execedit_kit.explore.aim import disagreement
from execedit_kit.explore.cluster import on_cluster
from execedit_kit.explore.scope import Scope
from execedit_kit.explore.search import search, search_range
from execedit_kit.explore.size import Size
from execedit_kit.explore.walk import start_of

FOUR = Size(calls=4, actions=4, labels=2, results=2, events=1, policy_states=2)
"""Up to four calls."""


@pytest.mark.parametrize("calls", [1, 2, 3, 4])
def test_records_a_second_on_one_core(benchmark, capsys, calls):
    """A stretch of the canonical order in processor time of this process; nothing derived is kept between rounds.

    Alike questions about one registration (a checkpoint more that nobody restores) are answered once; how many were
    answered anew is printed too.
    """
    scope = Scope(FOUR, total=13)
    size = next(s for s in reversed(scope.sizes()) if s.calls == calls and s.policy_states == 2 and s.events == 1)
    last = scope.end_of(size)
    anew = [0]

    def judge(instance):
        anew[0] += 1
        return aim.judge(instance)

    aim = disagreement("trace-only")
    counting = replace(aim, judge=judge)
    spent = []

    def stretch():
        start_of.cache_clear()
        anew[0] = 0
        begin = time.process_time()
        part = search_range(counting, scope, max(0, last - 3_000), last, 1)
        spent.append((part.checked, time.process_time() - begin))

    benchmark.group = "explore: questions on one core"
    benchmark.pedantic(stretch, rounds=5, iterations=1)
    checked, seconds = sorted(spent, key=lambda pair: pair[1])[len(spent) // 2]
    benchmark.extra_info["questions a second"] = checked / seconds
    with capsys.disabled():
        print(
            f"\n{calls} calls, {size}: {checked:,} questions, {checked / seconds:,.0f} a second, "
            f"{anew[0] / seconds:,.0f} answered anew (target: 5,000)"
        )


def test_two_workers_beside_one(benchmark, capsys):
    """The whole of a scope on one local worker and on two, the start of the cluster not counted."""
    scope = Scope(Size(calls=3, actions=3, labels=2, results=3, events=2, policy_states=2), total=10)
    aim = disagreement("each-result-alone")
    took, spent = {}, {}

    for workers in (1, 2):
        with (
            distributed.LocalCluster(
                n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, memory_limit=0
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            search(aim, Scope(scope.most, total=6), parts=on_cluster(aim, client))  # imports, layouts
            before = client.run(time.process_time)
            begin = time.perf_counter()
            search(aim, scope, parts=on_cluster(aim, client))
            took[workers] = time.perf_counter() - begin
            spent[workers] = max(after - before[name] for name, after in client.run(time.process_time).items())
    benchmark.group = "explore: two workers beside one"
    benchmark.pedantic(lambda: None, rounds=1)
    benchmark.extra_info["ratio"] = took[1] / took[2]
    benchmark.extra_info["ratio in processor time"] = spent[1] / spent[2]
    with capsys.disabled():
        load = os.getloadavg()[0]
        print(
            f"\none worker {took[1]:.1f} s, two {took[2]:.1f} s: {took[1] / took[2]:.2f} times as fast (target: 1.7); "
            f"busiest worker's processor time {spent[1]:.1f} s and {spent[2]:.1f} s, {spent[1] / spent[2]:.2f} ("
            f"load of the machine {load:.1f} on {os.cpu_count()} cores)"
        )
