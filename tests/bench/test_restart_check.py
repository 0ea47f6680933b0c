"""restart-check: how long a check takes, how good each level is on the plans of the kit, and replayguard beside it.

Published in the post "Is it safe to restart this plan?": a median of 217 ms a check. Its machine and its method differ
from these: a check here is one call in a process that is already running, on plans of this kit's own. The figures are
shown side by side, not compared.

`replayguard` is a checker for another runtime (AWS Lambda durable functions); extra `bench`. So that it can see a plan,
the plan is put into a durable handler whose every `tool` is a step. It was not made for plans: what it misses here it
was never asked to find.
"""

import statistics
import time
from pathlib import Path

import pytest

from execedit_kit.restart.check.checked import LEVELS, check
from execedit_kit.restart.check.witness import find_witness
from execedit_kit.restart.plan import read_plan
from execedit_kit.restart.run import run_both
from tests.restart_check.test_probes import PROBES, TRUTH

PUBLISHED_MS = 217
PLANS = Path(__file__).parents[2] / "data" / "plans"
FILES = sorted([*PLANS.glob("planted/*.[jt]s"), *PLANS.glob("miss/*.js"), *PLANS.glob("corpus/*/*.[jt]s")])
HANDLER = """export const handler = withDurableExecution(async (event, context) => {{
const tool = (name, given) => context.step(name, () => perform(name, given));
{plan}
}});
"""


@pytest.fixture(scope="module")
def plans():
    return [read_plan(path) for path in FILES]


@pytest.fixture(scope="module")
def broken(plans):
    """The plans that break in the fixed world."""
    return {plan.name for plan in plans if run_both(plan).breaks}


@pytest.mark.parametrize("level", LEVELS[:2])
def test_one_check_in_process(benchmark, plans, capsys, level):
    took = []

    def every_plan():
        for plan in plans:
            start = time.perf_counter()
            check(plan, level)
            took.append(1000 * (time.perf_counter() - start))

    benchmark.pedantic(every_plan, rounds=3, warmup_rounds=1)
    found = {"median ms": round(statistics.median(took), 2), "largest ms": round(max(took), 1), "plans": len(plans)}
    benchmark.extra_info.update(found)
    with capsys.disabled():
        print(f"\none check, {level}: {found}; published: {PUBLISHED_MS} ms (another machine, another method)")


@pytest.mark.parametrize("level", LEVELS)
def test_quality(benchmark, plans, broken, capsys, level):
    def flagged():
        checks = [check(plan, level) for plan in plans]
        return {one.plan.name for one in checks if (one.confirmed if level == "witness" else one.flagged)}

    found = benchmark.pedantic(flagged, rounds=1)
    with capsys.disabled():
        print(f"\n{level}: {_quality(found, broken)}")
    if level != "text":
        assert broken <= found


def test_replayguard_on_the_same_plans(benchmark, plans, broken, capsys):
    pytest.importorskip("replayguard", reason="replayguard is not installed: it is in the extra `bench`")
    from replayguard import rules
    from replayguard.findings import Severity
    from replayguard.frontends import typescript_frontend

    def alarms(plan):
        # Its own command leaves notes about what it could not see out of the verdict, and so does this.
        dialect = {"js": "javascript", "ts": "typescript"}[plan.language]
        module = typescript_frontend.parse_source(HANDLER.format(plan=plan.text), plan.name, dialect)
        found = [one for handler in module.handlers for one in rules.check(handler)]
        return [one for one in found if one.severity is not Severity.NOTE]

    took = []

    def every_plan():
        found = set()
        for plan in plans:
            start = time.perf_counter()
            if alarms(plan):
                found.add(plan.name)
            took.append(1000 * (time.perf_counter() - start))
        return found

    found = benchmark.pedantic(every_plan, rounds=1, warmup_rounds=1)
    benchmark.extra_info["median ms"] = round(statistics.median(took), 2)
    with capsys.disabled():
        print(f"\nreplayguard, each plan wrapped: {_quality(found, broken)}")
        print(f"replayguard, median {statistics.median(took):.1f} ms a plan")


def _quality(found, broken):
    short = {Path(name).name for name in broken - found}
    return {
        "hits": len(found & broken),
        "misses": len(broken - found),
        "false alarms in the fixed world": len(found - broken),
        "missed": sorted(short)[:8],
    }


def test_no_world_at_all_breaks_the_probes_that_never_break(benchmark):
    never = [name for name, breaks in TRUTH.items() if not breaks]

    def every_world():
        return [name for name in never if find_witness(read_plan(PROBES / name)).trial is not None]

    assert benchmark.pedantic(every_world, rounds=1) == []
