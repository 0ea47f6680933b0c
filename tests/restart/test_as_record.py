"""A restart as an execution record: the exact checker rejects one restart of each plan that breaks, and no other."""

import tomllib
from dataclasses import replace

import pytest

import execedit_kit as ek
from execedit_kit import restart
from execedit_kit.library import data_folder
from execedit_kit.restart.as_record import NothingRestarted, as_record, as_records

PLANS = data_folder() / "plans"
KNOWN = [
    (folder, name, known["breaks"])
    for folder in ("planted", "miss")
    for name, known in tomllib.loads((PLANS / folder / f"{folder}.toml").read_text()).items()
]
MISS = PLANS / "miss" / "asks-for-the-hour.js"


def answers(pair):
    return [ek.check(each.record, each.edit) for each in as_records(pair)]


@pytest.mark.parametrize(("folder", "name", "breaks"), KNOWN)
def test_a_plan_breaks_exactly_when_one_of_its_restarts_is_rejected(folder, name, breaks):
    pair = restart.run_both(restart.read_plan(PLANS / folder / name))
    verdicts = {answer.verdict for answer in answers(pair)}
    assert verdicts <= {"accepted", "rejected"}
    assert ("rejected" in verdicts) is breaks


@pytest.mark.parametrize("design", restart.DESIGNS)
@pytest.mark.parametrize("task", ["deadline", "business-hours", "fresh-list", "timestamped-log", "plain-approvals"])
def test_so_it_is_for_corpus_plans_under_every_design(task, design):
    for path in sorted((PLANS / "corpus" / task).glob("*.*s"))[::8]:
        pair = restart.run_both(restart.read_plan(path), design=restart.DESIGNS[design])
        assert any(answer.verdict == "rejected" for answer in answers(pair)) is pair.breaks, path.name


def test_the_miss_is_two_actions_merged_into_one():
    plan = restart.read_plan(MISS)
    pair = restart.run_both(plan)
    (number, rejected) = next((n, a) for n, a in enumerate(answers(pair), 1) if a.verdict == "rejected")
    assert "the policy allows only ask 2, not schedule 139" in rejected.why
    record = as_record(pair, number).record
    hours = [call for call, action in record.calls.items() if action.startswith("ask 2")]
    of_run = {record.calls[call] for call in hours if call.startswith("run")}
    of_again = {record.calls[call] for call in hours if call.startswith("again")}
    assert (len(of_run), len(of_again)) == (3, 1)
    # nothing but the cache's claim decides: told apart by position, the same calls are accepted
    apart = restart.run_both(plan, design=restart.DESIGNS["position keys"])
    assert {answer.verdict for answer in answers(apart)} == {"accepted"}


def test_without_the_owners_signature_a_restart_is_invalid():
    restarted = as_record(restart.run_both(restart.read_plan(MISS)), 1)
    unsigned = replace(restarted.edit, signed_by=())
    assert ek.check(restarted.record, unsigned).verdict == "invalid"
    assert ek.check(restarted.record, restarted.edit).verdict == "accepted"


def test_a_plan_that_was_never_restarted_gives_no_record():
    with pytest.raises(NothingRestarted, match="asks no question"):
        as_records(restart.run_both(restart.plan("return 'x'")))
    with pytest.raises(NothingRestarted, match="no restart 9"):
        as_record(restart.run_both(restart.read_plan(MISS)), 9)


def test_the_record_is_a_document_like_any_other(tmp_path):
    restarted = as_record(restart.run_both(restart.read_plan(MISS)), 2)
    ek.save(restarted.record, tmp_path / "r.json")
    assert ek.load(tmp_path / "r.json") == restarted.record
