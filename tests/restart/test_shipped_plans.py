"""The plans that the kit ships behave as their folders say."""

import tomllib
from pathlib import Path

import pytest

from execedit_kit import restart
from execedit_kit.library import data_folder

PLANS = data_folder() / "plans"
PLANTED = tomllib.loads((PLANS / "planted" / "planted.toml").read_text())
MISS = tomllib.loads((PLANS / "miss" / "miss.toml").read_text())
TASKS = ("plain-approvals", "deadline", "business-hours", "fresh-list", "timestamped-log")
CORPUS = sorted(path for path in (PLANS / "corpus").glob("*/*") if path.suffix in (".js", ".ts"))
# Nothing in the folders but plans of the five tasks, and what is written about them.
KNOWN = {".js", ".ts", ".toml", ".md"}


@pytest.mark.parametrize(
    ("folder", "name"), [*(("planted", name) for name in PLANTED), *(("miss", name) for name in MISS)]
)
def test_a_plan_of_known_outcome_has_it(folder, name):
    known = (PLANTED | MISS)[name]
    pair = restart.run_both(restart.read_plan(PLANS / folder / name))
    assert pair.paused.finished, pair.paused.ended
    assert (pair.breaks, [each.what for each in pair.differences]) == (known["breaks"], known["differs"])
    assert known["task"] in TASKS
    assert known["reason"].endswith(".")


def test_of_twenty_planted_plans_thirteen_break():
    assert (len(PLANTED), sum(known["breaks"] for known in PLANTED.values())) == (20, 13)
    there = {path.name for path in (PLANS / "planted").iterdir()}
    assert there == {*PLANTED, "planted.toml"}


def test_position_keys_save_the_miss():
    plan = restart.read_plan(PLANS / "miss" / "asks-for-the-hour.js")
    pair = restart.run_both(plan)
    assert str(pair.differences[0]) == "questions: 8 paused, 6 restarted"
    assert not restart.run_both(plan, design=restart.DESIGNS["position keys"]).breaks
    assert restart.run_both(plan, design=restart.DESIGNS["recorded clock"]).breaks


def test_the_corpus_holds_plans_of_the_five_tasks_only():
    assert len(CORPUS) >= 100
    assert {path.parent.name for path in CORPUS} == set(TASKS)
    assert {path.suffix for path in PLANS.rglob("*") if path.is_file()} <= KNOWN


@pytest.mark.parametrize("task", TASKS)
def test_every_corpus_plan_finishes_when_paused_and_plain_approvals_never_break(task):
    for path in CORPUS:
        if path.parent.name != task:
            continue
        pair = restart.run_both(restart.read_plan(path))
        assert pair.paused.finished, (path.name, pair.paused.ended)
        if task == "plain-approvals":
            assert not pair.breaks, (path.name, pair.differences)


def test_a_draft_has_a_reason_and_does_not_finish():
    drafts = PLANS / "drafts" / "drafts.toml"
    if not drafts.exists():
        assert not list(PLANS.glob("drafts/*/*"))
        return
    known = tomllib.loads(drafts.read_text())
    assert {str(Path(path.parent.name) / path.name) for path in PLANS.glob("drafts/*/*")} == set(known)
    for name, entry in known.items():
        run = restart.run_paused(restart.read_plan(PLANS / "drafts" / name))
        assert (run.finished, run.ended.reason) == (False, entry["reason"])
