"""RestartDesk from Python: what is run, what differs, what the check says, worlds, pictures, and what it refuses."""

import json
import re

import pytest

import execedit_kit as ek
from execedit_kit import restart
from execedit_kit.widgets.restart_desk import RestartDesk
from execedit_kit.widgets.restart_setup import CHOICES, SAYS, named, shipped

YES = dict.fromkeys((112, 127, 139, 148, 153), "yes")


@pytest.fixture
def desk():
    return RestartDesk("two-hours")


def send(desk, **message):
    sent = []
    desk.send = sent.append
    desk._receive(desk, {"view": "v", "seq": 7, **message}, [])
    return sent


def test_the_worked_example(desk):
    assert desk.verdict == "breaks"
    assert desk.differences[:3] == (
        "questions: 2 paused, 5 restarted",
        "closed: 1 paused, 3 restarted",
        "escalated: 3 paused, 0 restarted",
    )
    assert [finding["line"] for finding in desk.result["findings"]] == [2, 7]
    assert ek.RestartDesk is RestartDesk


def test_what_is_shown_is_what_the_lab_says(desk):
    pair = restart.run_both(restart.plan(desk.source, name="two-hours.js"))
    assert desk.pair == pair
    assert desk.result["differences"] == [str(one) for one in pair.differences]
    json.dumps([desk.setup, desk.result, desk.choices], allow_nan=False)


def test_a_recorded_clock_saves_it_and_position_keys_save_the_posts_miss(desk):
    desk.change(design="recorded clock")
    assert desk.verdict == "does not break here"
    assert desk.result["findings"] == []
    desk.change(plan="asks-for-the-hour", design="post")
    assert desk.differences == ("questions: 8 paused, 6 restarted",)
    desk.change(design="position keys")
    assert desk.verdict == "does not break here"


def test_answers_start_and_delays_change_the_runs(desk):
    desk.change(answers={127: "yes"})
    assert desk.world.answers[127] == "yes"
    assert desk.world.answers[112] == "yes"
    desk.change(start="2026-03-10 08:00", delays="1")
    assert desk.verdict == "does not break here"
    assert desk.result["scene"]["moments"][0]["clock"] == "08:00"
    desk.change(world=None)
    assert desk.world == restart.World()


def test_worlds_are_found_and_applied(desk):
    desk.change(plan="hours-at-the-start", answers=YES)
    found = desk.try_worlds()
    assert desk.worlds["says"] == found.says
    assert found.tried == 50
    assert found.broken
    for number in (0, len(found.broken) - 1):
        desk.apply(number)
        assert desk.world == found.broken[number].trial.world
        assert desk.verdict == "breaks"
        assert desk.differences[0] == found.broken[number].first
        assert desk.worlds  # still the worlds of this plan
    desk.change(design="recorded clock")
    assert desk.worlds == {}


def test_a_plan_that_breaks_nowhere_says_how_many_worlds_were_tried(desk):
    desk.change(plan="ask-then-act")
    assert desk.try_worlds().says.startswith("breaks in none of 50 worlds tried")


def test_levels_differ_where_text_sees_more_than_there_is(desk):
    desk.change(plan="clock-unused")
    assert desk.result["found"] == "nothing to look at (flow level)"
    desk.change(level="text")
    assert desk.result["found"] == "1 line to look at (text level)"


def test_a_source_that_is_no_plan_is_kept_to_be_mended(desk):
    with pytest.raises(restart.MalformedPlan):
        desk.change(source="const a = ;")
    assert desk.verdict == "not a plan"
    assert desk.setup["source"] == "const a = ;"
    assert desk.result == {}
    assert "image/svg+xml" not in desk._repr_mimebundle_()[0]
    desk.change(source="return 'x';")
    assert desk.verdict == "does not break here"


def test_an_edited_plan_is_called_so_until_it_is_the_shipped_one_again(desk):
    shipped_source = desk.source
    assert (desk.setup["name"], desk.setup["edited"]) == ("two-hours.js", False)
    desk.change(source="return 'x';")
    assert (desk.setup["name"], desk.setup["edited"]) == ("two-hours.js (edited)", True)
    assert desk.account().startswith("two-hours.js (edited), post: ")
    desk.change(source=shipped_source)
    assert (desk.setup["name"], desk.setup["edited"]) == ("two-hours.js", False)
    desk.change(source="return 'x';")
    desk.change(plan="two-hours")
    assert (desk.source, desk.setup["edited"]) == (shipped_source, False)
    mine = RestartDesk(restart.plan("return 'x';", name="mine.ts"))
    mine.change(source="return 'y';")
    assert mine.setup["name"] == "mine.ts (edited)"


def test_a_plan_can_be_taken_as_ones_own(desk):
    source, verdict = desk.source, desk.verdict
    desk.change(plan="")
    assert (desk.setup["plan"], desk.setup["name"], desk.setup["edited"]) == ("", "plan.js", False)
    assert (desk.source, desk.verdict) == (source, verdict)


def test_what_could_not_be_run_has_no_verdict_of_what_was_there_before(desk, monkeypatch):
    def fail(setup):
        raise ZeroDivisionError("mine")

    monkeypatch.setattr("execedit_kit.widgets.restart_desk.look", fail)
    send(desk, type="change", change={"source": "return 'x';"})
    assert desk.verdict == "could not be run"
    assert desk.setup["source"] == "return 'x';"
    assert desk.result == {"verdict": "could not be run", "says": desk.error}
    assert "ZeroDivisionError: mine" in desk.error
    assert "two hours" not in desk.account()
    assert "ZeroDivisionError" in desk.account()
    assert desk.differences == ()
    assert "image/svg+xml" not in desk._repr_mimebundle_()[0]
    with pytest.raises(ek.KitError, match="could not be run"):
        desk.svg()
    monkeypatch.undo()
    desk.change(source="return 'y';")
    assert desk.verdict == "does not break here"


def test_a_plan_that_does_not_finish_is_no_break(desk):
    desk.change(source="throw new Error('no');")
    assert desk.verdict == "does not finish"
    assert desk.result["says"].startswith("throws: Error: no")
    desk.change(source="while (true) {}")
    assert desk.result["says"].startswith("never finishes")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"plan": "nothing"}, "no one shipped plan is called 'nothing'"),
        ({"design": "hope"}, "there is no replay design 'hope'"),
        ({"level": "witness"}, "there is no level 'witness' here"),
        ({"start": "noon"}, "a start is a date and a time"),
        ({"start": "9999-01-01 00:00"}, "ends before 2554"),
        ({"start": "9000-12-31T23:59"}, "ends before 2554"),
        ({"start": "0001-01-01T00:00+14:00"}, "starts in 1970 or later"),
        ({"start": ""}, "a start is a date and a time"),
        ({"delays": ""}, "delays are minutes"),
        ({"delays": [1.5]}, "a whole number of minutes"),
        ({"delays": "soon"}, "delays are minutes"),
        ({"delays": "-5"}, "none below 0"),
        ({"answers": {7: "yes"}}, "there is no issue 7 in this world"),
        ({"colour": "red"}, "colour cannot be set"),
        ({"source": "x" * 300_000}, "the limit is"),
    ],
)
def test_what_cannot_be_is_refused_and_shown_and_changes_nothing(desk, change, reason):
    before = desk.setup, desk.result
    with pytest.raises(ek.KitError, match=re.escape(reason)):
        desk.change(**change)
    assert send(desk, type="change", change=change) == [{"type": "done", "view": "v", "seq": 7}]
    assert reason in desk.error
    assert (desk.setup, desk.result) == before


@pytest.mark.parametrize(
    "message",
    [
        {"type": "dance"},
        {"type": ["x"]},
        {},
        {"type": "change"},
        {"type": "change", "change": {"world": {"a": 1}}},
        {"type": "apply", "world": 99},
        {"type": "apply"},
        {"type": "export", "form": "exe"},
    ],
)
def test_messages_nobody_knows_are_answered_and_shown(desk, message):
    assert send(desk, **message)[-1] == {"type": "done", "view": "v", "seq": 7}
    assert desk.error


def test_pictures_and_the_account_carry_everything(desk):
    assert desk.png().startswith(b"\x89PNG")
    assert desk.pdf().startswith(b"%PDF")
    desk.try_worlds()
    data, _ = desk._repr_mimebundle_()
    assert data["image/svg+xml"] == desk.svg()
    text = data["text/plain"]
    for part in (*desk.differences, "<- first difference", "line 2: ", "breaks in 44 of 50 worlds", "from the cache"):
        assert part in text
    assert repr(desk) == "<RestartDesk: two-hours.js, post: breaks>"
    assert send(desk, type="export", form="svg", dark=True)[0]["name"] == "two-hours-restart.svg"


def test_every_shipped_plan_has_a_group_and_every_design_its_words():
    groups = shipped()
    assert len(groups["planted"]) == 20
    assert {"deadline", "business hours", "fresh list"} <= set(groups)
    assert set(SAYS) == set(restart.DESIGNS)
    assert CHOICES == ("text", "flow")
    assert named("two-hours") == named("two-hours.js") == "planted/two-hours.js"


def test_a_plan_of_ones_own():
    desk = RestartDesk(restart.plan("return tool('list_issues', {}).length;", name="mine.ts"), design=restart.POST)
    assert (desk.setup["name"], desk.setup["language"], desk.verdict) == ("mine.ts", "ts", "does not break here")


def test_what_travels_is_small(desk):
    assert len(str(desk._esm)) < 60_000
    assert len(json.dumps([desk.setup, desk.result, desk.choices])) < 100_000


def test_what_fails_in_somebodys_observer_is_shown_and_leaves_nothing_half_shown(desk):
    def fail(change):
        raise ZeroDivisionError("mine")

    desk.observe(fail, "setup")
    send(desk, type="change", change={"design": "recorded clock"})
    assert "ZeroDivisionError: mine" in desk.error
    assert desk.setup["design"] == "recorded clock"
    assert desk.result["verdict"] == desk.verdict == "does not break here"
