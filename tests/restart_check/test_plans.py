"""The levels on the plans whose outcome is known and on the corpus, against what happens when they are run."""

import tomllib
from pathlib import Path

import pytest

from execedit_kit.restart.check.checked import check
from execedit_kit.restart.check.text import text_findings
from execedit_kit.restart.check.witness import find_witness
from execedit_kit.restart.plan import read_plan
from execedit_kit.restart.replay import DESIGNS
from execedit_kit.restart.run import run_both

PLANS = Path(__file__).parents[2] / "data" / "plans"
PLANTED = tomllib.loads((PLANS / "planted" / "planted.toml").read_text(encoding="utf-8"))
BREAK = {name for name, said in PLANTED.items() if said["breaks"]}
POST_FALSE_ALARMS = {"clock-unused.js", "draw-thrown-away.js", "weekend.js"}
MISS = PLANS / "miss" / "asks-for-the-hour.js"
CORPUS = sorted((PLANS / "corpus").glob("*/*.[jt]s"))
TASKS = sorted({path.parent.name for path in CORPUS})


def planted(level):
    return {name for name in PLANTED if check(read_plan(PLANS / "planted" / name), level).flagged}


def test_the_text_level_behaves_as_the_posts():
    assert len(BREAK) == 13
    assert planted("text") == BREAK | POST_FALSE_ALARMS
    assert not text_findings(read_plan(MISS))


def test_the_flow_level_keeps_silent_where_the_value_reaches_nothing():
    # The third of the post's false alarms depends on the day: it is true on another one.
    assert planted("flow") == BREAK | {"weekend.js"}
    assert find_witness(read_plan(PLANS / "planted" / "weekend.js")).trial is not None


def test_the_flow_level_finds_the_posts_miss():
    (found,) = check(read_plan(MISS)).findings
    assert found.kind == "repeat"
    assert "What is the current hour" in found.why


@pytest.mark.parametrize("task", TASKS)
def test_no_miss_in_the_corpus_and_every_alarm_breaks_somewhere(task):
    missed, doubtful = [], []
    for path in CORPUS:
        if path.parent.name != task:
            continue
        plan = read_plan(path)
        flagged, breaks = check(plan).flagged, run_both(plan).breaks
        if breaks and not flagged:
            missed.append(path.name)
        if flagged and not breaks and find_witness(plan).trial is None:
            doubtful.append(path.name)
    assert (missed, doubtful) == ([], [])


@pytest.mark.parametrize("design", DESIGNS.values(), ids=lambda design: design.name)
def test_no_miss_under_any_design(design):
    plans = [read_plan(PLANS / "planted" / name) for name in PLANTED]
    plans += [read_plan(path) for path in [MISS, *CORPUS[::12]]]
    broken = [plan for plan in plans if run_both(plan, design=design).breaks]
    assert [plan.name for plan in broken if not check(plan, design=design).flagged] == []


def test_a_host_that_records_the_clock_is_not_told_of_the_clock():
    plan = read_plan(PLANS / "planted" / "two-hours.js")
    assert check(plan).flagged
    assert not check(plan, design=DESIGNS["recorded clock"]).flagged
    reread = read_plan(PLANS / "planted" / "list-before-report.js")
    assert check(reread, design=DESIGNS["recorded clock"]).flagged
    assert not check(reread, design=DESIGNS["position keys"]).flagged
