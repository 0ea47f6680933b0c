"""The witness level: a world that breaks the plan, or how many were tried without one."""

from pathlib import Path

from execedit_kit.restart.check.checked import check
from execedit_kit.restart.check.limits import Limits
from execedit_kit.restart.check.witness import find_witness
from execedit_kit.restart.check.worlds import trials
from execedit_kit.restart.plan import plan, read_plan
from execedit_kit.restart.replay import DESIGNS
from execedit_kit.restart.run import run_both
from execedit_kit.restart.world import World

PLANS = Path(__file__).parents[2] / "data" / "plans"
RETRY = """
for (const { id } of tool("list_issues", {})) {
  for (let tries = 0; tries < 2; tries++) {
    const answer = tool("ask_human", { question: `Close ${id}?` });
    if (answer === "yes" || answer === "no") break;
  }
}
return "done";
"""


def test_an_alarm_on_a_way_the_fixed_answers_never_take_is_confirmed_by_a_world():
    one = plan(RETRY)
    assert not run_both(one).breaks
    found = check(one, "witness")
    assert found.confirmed
    assert found.witness.trial.what == "every answer is maybe"
    assert str(found.witness) == "breaks where every answer is maybe: questions: 10 paused, 5 restarted"
    assert run_both(one, found.witness.trial.world).differences == found.witness.differences


def test_without_a_world_it_says_how_many_were_tried():
    found = check(read_plan(PLANS / "planted" / "one-by-one.js"), "witness", limits=Limits(worlds=7))
    assert not found.flagged
    assert str(found.witness) == "no world found that breaks it, 7 worlds tried"


def test_when_the_seconds_are_over_it_says_so():
    found = find_witness(read_plan(PLANS / "planted" / "one-by-one.js"), limits=Limits(seconds=1e-9))
    assert (found.tried, found.stopped) == (1, True)
    assert str(found).endswith("; the time was over")


def test_a_plan_that_never_finishes_is_said_to():
    found = find_witness(plan("throw new Error('no');"), limits=Limits(worlds=3))
    assert str(found) == "cannot be run: throws: Error: no"
    some = find_witness(
        plan("if (tool('list_issues', {}).length > 1) throw new Error('many'); tool('ask_human', { question: 'x' });"),
    )
    assert some.trial is None
    assert 0 < some.unfinished < some.tried
    assert f"in {some.unfinished} of them it does not finish" in str(some)


def test_the_worlds_are_always_the_same_and_all_different():
    first, second = list(trials(World())), list(trials(World()))
    assert first == second
    assert len({trial.world for trial in first}) == len({trial.what for trial in first}) == len(first) >= 40
    assert first[0].world == World()


def test_it_tries_the_design_it_is_given():
    hours = read_plan(PLANS / "planted" / "two-hours.js")
    assert find_witness(hours).trial is not None
    assert find_witness(hours, DESIGNS["recorded clock"], limits=Limits(worlds=6)).trial is None
