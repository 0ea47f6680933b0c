"""The page's worked example: a deadline of two hours, each answer taking ninety minutes."""

import pytest

from execedit_kit import restart

DEADLINE = """
const began = Date.now();
for (const issue of tool("list_issues", {})) {
  if (Date.now() - began >= 2 * 60 * 60 * 1000) tool("escalate_issue", { id: issue.id });
  else if (tool("ask_human", { question: `Close #${issue.id}?` }) === "yes") tool("close_issue", { id: issue.id });
}
return "done";
"""
FRESH = """
for (const { id } of tool("list_issues")) {
  if (tool("ask_human", { question: `Close #${id}?` }) === "yes") tool("close_issue", { id });
}
return `open: ${tool("list_issues").length}`;
"""


def test_paused_it_asks_twice_and_escalates_the_rest_restarted_it_asks_all_and_closes_three():
    pair = restart.run_both(restart.plan(DEADLINE))
    paused, restarted = pair.paused.outcome, pair.restarted.outcome
    assert (len(paused.questions), paused.closed, paused.escalated) == (2, ("112",), ("139", "148", "153"))
    assert (len(restarted.questions), restarted.closed, restarted.escalated) == (5, ("112", "139", "148"), ())
    assert pair.breaks
    assert str(pair.differences[0]) == "questions: 2 paused, 5 restarted"


def test_the_run_starts_at_one_minute_to_five_and_every_answer_takes_ninety_minutes():
    run = restart.run_paused(restart.plan(DEADLINE))
    times = [(event.at - restart.World().start_ms) // 60_000 for event in run.events if event.kind == "answer"]
    assert times == [90, 180]
    assert (restart.START.hour, restart.START.minute, restart.START.weekday() < 5) == (16, 59, True)


def test_a_restarted_run_runs_from_the_top_once_more_for_every_question():
    run = restart.run_restarted(restart.plan(DEADLINE))
    assert run.executions == 6
    assert [event.execution for event in run.events if event.kind == "restart"] == [2, 3, 4, 5, 6]
    performed = [event.arguments["id"] for event in run.events if event.name == "close_issue" and not event.cached]
    assert performed == [112, 139, 148]


@pytest.mark.parametrize(
    ("design", "deadline", "fresh"),
    [
        ("post", True, True),
        ("recorded clock", False, True),
        ("recorded randomness", True, True),
        ("position keys", True, False),
        ("explicit keys", True, True),
        ("everything recorded", False, False),
    ],
)
def test_a_recorded_clock_saves_the_deadline_and_not_the_fresh_list(design, deadline, fresh):
    how = restart.DESIGNS[design]
    assert restart.run_both(restart.plan(DEADLINE), design=how).breaks is deadline
    assert restart.run_both(restart.plan(FRESH), design=how).breaks is fresh


def test_other_worlds_decide_otherwise():
    plan = restart.plan(DEADLINE)
    assert not restart.run_both(plan, restart.World(delays=(20,))).breaks
    paused = restart.run_paused(plan, restart.World(delays=(10, 10, 200))).outcome
    assert len(paused.questions) == 3
    nobody = restart.run_paused(plan, restart.World(answers={}, delays=(0,))).outcome
    assert (len(nobody.questions), nobody.closed) == (5, ())


def test_the_same_plan_world_and_design_give_the_same_bytes():
    plan = restart.plan(DEADLINE.replace('"done"', "String(Math.random())"))
    once, again = restart.run_both(plan), restart.run_both(plan)
    assert once.paused.to_bytes() == again.paused.to_bytes()
    assert once.restarted.to_bytes() == again.restarted.to_bytes()
    assert restart.run_both(plan, restart.World(seed=2)).paused.outcome.summary != once.paused.outcome.summary
