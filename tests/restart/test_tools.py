"""The tools do what the page for plan authors says, and the person answers by the words of the question alone."""

from dataclasses import replace
from datetime import datetime

import pytest

from execedit_kit import restart
from execedit_kit.restart.person import answer
from execedit_kit.restart.tools import TOOLS, when
from execedit_kit.restart.world import ISSUES, WrongWorld, iso, next_morning

AT = restart.World().start_ms + 90 * 60_000  # 18:29


def returns(source):
    run = restart.run_paused(restart.plan(f"return JSON.stringify(await (async () => {{ {source} }})());"))
    assert run.finished, run.ended
    return run.ended.text


def test_each_tool_returns_what_the_page_says():
    assert returns("return tool('list_issues', {})[0];") == (
        '{"id":112,"title":"Crash when the config file is empty","author":"mira","labels":["bug"],"comments":4}'
    )
    assert returns("return tool('list_issues').length;") == "5"
    assert returns("return tool('ask_human', { question: 'Close #112?' });") == '"yes"'
    assert returns("return tool('close_issue', { id: 112, comment: 'x' });") == '{"id":112,"state":"closed"}'
    assert returns("return tool('escalate_issue', { id: 112, reason: 'x' });") == '{"id":112,"state":"escalated"}'
    assert returns("return tool('log', { message: 'x' });") == "null"
    assert returns("return await tool('log', { message: 'x', idempotencyKey: 'k' });") == "null"


def test_a_closing_is_scheduled_for_a_time_or_for_the_next_morning():
    given = returns("return tool('schedule_close', { id: 112, at: '2026-03-12T10:00+01:00' });")
    assert given == '{"id":112,"state":"scheduled","at":"2026-03-12T09:00:00.000Z"}'
    assert returns("return tool('schedule_close', { id: 112 }).at;") == '"2026-03-11T09:00:00.000Z"'
    assert iso(next_morning(when("2026-03-11T09:00Z"))) == "2026-03-12T09:00:00.000Z"
    assert iso(next_morning(when("2026-03-11T08:59Z"))) == "2026-03-11T09:00:00.000Z"


def test_closed_issues_leave_the_list_and_others_stay():
    source = """
    tool("close_issue", { id: 127 }); tool("escalate_issue", { id: 139 }); tool("schedule_close", { id: 148 });
    return tool("list_issues", {}).map((issue) => issue.id);
    """
    assert returns(source) == "[112,139,148,153]"


def test_what_a_plan_does_to_a_list_is_its_own_affair():
    assert returns("tool('list_issues', {}).length = 0; return tool('list_issues', {}).length;") == "5"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("tool('delete_issue', {})", "there is no tool 'delete_issue'; there are list_issues, ask_human,"),
        ("tool()", "there is no tool 'undefined'"),
        ("tool({})", "there is no tool '[object Object]'"),
        ("tool('constructor', {})", "there is no tool 'constructor'"),
        ("tool('list_issues', { state: 'open' })", "list_issues takes no argument 'state'"),
        ("tool('list_issues', [])", "list_issues takes an object of arguments"),
        ("tool('list_issues', null)", "list_issues takes an object of arguments, not null"),
        ("tool('ask_human', 'Close?')", "ask_human takes an object of arguments, not 'Close?'"),
        ("tool('ask_human', {})", "ask_human needs question, a text"),
        ("tool('ask_human', { question: 1 })", "ask_human: question is a text, not 1"),
        ("tool('close_issue', {})", "close_issue needs id, a number"),
        ("tool('close_issue', { id: '112' })", "close_issue: id is the number of an issue, not '112'"),
        ("tool('close_issue', { id: NaN })", "close_issue: id is the number of an issue, not null"),
        ("tool('close_issue', { id: 112.5 })", "close_issue: id is the number of an issue, not 112.5"),
        ("tool('close_issue', { id: true })", "close_issue: id is the number of an issue, not true"),
        ("tool('close_issue', { id: 1 })", "close_issue: there is no issue 1"),
        ("tool('close_issue', { id: 112, reason: 'x' })", "close_issue takes no argument 'reason'"),
        (
            "tool('schedule_close', { id: 112, at: 'tomorrow' })",
            "schedule_close: at is an ISO 8601 time, not 'tomorrow'",
        ),
        ("tool('schedule_close', { id: 112, at: 1773306000000 })", "schedule_close: at is an ISO 8601 time"),
        ("tool('schedule_close', { id: 112, at: '2026-02-30' })", "schedule_close: at is an ISO 8601 time"),
        ("tool('log', { message: null })", "log: message is a text, not null"),
        ("tool('log', { message: 'x', level: 'info' })", "log takes no argument 'level'"),
    ],
)
def test_a_call_that_is_wrong_throws_in_the_plan_and_rejects_it_when_uncaught(call, message):
    run = restart.run_paused(restart.plan(f"try {{ {call}; }} catch (e) {{ return `${{e.name}}: ${{e.message}}`; }}"))
    assert run.ended.text.startswith(f"ToolError: {message}")
    rejected = restart.run_paused(restart.plan(f"{call};"))
    assert rejected.ended.reason == ("unknown tool" if "no tool" in message else "bad argument")
    assert not run.outcome.order


def test_what_is_undefined_is_left_out():
    run = restart.run_paused(restart.plan("tool('close_issue', { id: 112, comment: undefined });"))
    assert run.outcome.closed == ("112",)


def test_comments_reasons_and_times_are_visible():
    source = """
    tool("close_issue", { id: 112, comment: "done" }); tool("escalate_issue", { id: 127, reason: "late" });
    tool("schedule_close", { id: 139 }); tool("log", { message: "line" }); return { n: 1 };
    """
    outcome = restart.run_paused(restart.plan(source)).outcome
    assert outcome.order == (
        "closed 112: done",
        "escalated 127: late",
        "scheduled 139: 2026-03-11T09:00:00.000Z",
        "log line",
    )
    assert outcome.summary == '{"n":1}'


@pytest.mark.parametrize(
    ("returned", "summary"), [("'x'", "x"), ("", ""), ("null", "null"), ("[1]", "[1]"), ("1 / 0", "null")]
)
def test_a_summary_that_is_no_text_is_written_as_json(returned, summary):
    assert restart.run_paused(restart.plan(f"return {returned};")).ended.text == summary


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Close #112?", "yes"),
        ("Close issue 127 (Add a dark theme)?", "no"),
        ('Should "Typo in the install guide" be closed?', "yes"),
        ("1 of 5: search ignores accents. Close it?", "yes"),
        ("Close 112 and 139?", "yes"),
        ("Close 112, 127 and 139?", "no"),
        ("Close #1120?", "yes"),  # no issue of that number: an ordinary question
        ("What should become of #153?", "no"),
        ("Shall I go on?", "yes"),
        ("What is the current hour in UTC?", "18"),
        ("Please tell me the current hour (0-23).", "18"),
        ("What time is it?", "18:29"),
        ("Current UTC time?", "18:29"),
        ("Which issues should be closed?", "112, 139, 148"),
        ("Which of these may go: 112, 127?", "112"),
        ("Which issues? 127, 153", "none"),
        ("Who are you?", "no preference"),
        ("It took some time. Close #148?", "yes"),
    ],
)
def test_the_person_answers_by_the_words_of_the_question(question, said):
    assert answer(question, AT, restart.World()) == said


def test_the_title_of_an_issue_asks_for_no_time():
    world = restart.World(
        issues=(restart.Issue(1007, "What time is it on the clock page", "a", (), 0),), answers={1007: "yes"}
    )
    assert answer("What time is it on the clock page: close?", AT, world) == "yes"


def test_with_all_five_asked_three_are_closed():
    assert len(ISSUES) == 5
    assert sorted(restart.ANSWERS.values()) == ["no", "no", "yes", "yes", "yes"]


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"delays": ()}, "some number of minutes"),
        ({"delays": (-1,)}, "none below 0"),
        ({"delays": (10**9,)}, "none above a year"),
        ({"delays": (1.5,)}, "a whole number of minutes"),
        ({"delays": ("90",)}, "a whole number of minutes"),
        ({"issues": (ISSUES[0], ISSUES[0])}, "the same number"),
        ({"issues": (replace(ISSUES[0], id=2**53),)}, "below 2"),
        ({"answers": {112: True}}, "the person answers with a text"),
        ({"answers": {112: "\ud800"}}, "the person answers with a text"),
        ({"issues": (replace(ISSUES[0], title="\ud800"),)}, "issue 112: a title, an author and labels are texts"),
        ({"issues": (replace(ISSUES[0], comments=float("nan")),)}, "comments are a number"),
        ({"seed": float("inf")}, "a seed is a whole number"),
        ({"start": datetime(1969, 12, 31, 23, 59)}, "in 1970 or later"),
        ({"start": datetime(2555, 1, 1)}, "ends before 2554"),
        ({"start": datetime(2553, 12, 31, 12)}, "with 100 questions would not"),
        ({"start": datetime(2454, 1, 1), "delays": (366 * 24 * 60,)}, "with 100 questions would not"),
        ({"start": datetime(9000, 12, 31, 23, 59)}, "ends before 2554"),
        ({"start": datetime.fromisoformat("0001-01-01T00:00+14:00")}, "in 1970 or later"),
        ({"start": datetime.fromisoformat("9999-12-31T23:59-14:00")}, "ends before 2554"),
        ({"start": "2026-03-10"}, "a datetime, not '2026-03-10'"),
    ],
)
def test_a_world_that_cannot_be_is_refused(wrong, reason):
    with pytest.raises(WrongWorld, match=reason):
        restart.World(**wrong)


@pytest.mark.parametrize("start", [datetime(1970, 1, 1), datetime(2553, 12, 24)])
def test_the_first_and_the_last_worlds_can_be_run(start):
    plan = restart.plan("for (let q = 0; q < 99; q++) tool('ask_human', { question: `${q}` }); return `${Date.now()}`;")
    run = restart.run_paused(plan, restart.World(start=start))
    assert run.ended.text == str(restart.World(start=start).start_ms + 99 * 90 * 60_000)


@pytest.mark.parametrize(
    ("at", "scheduled"),
    [
        ("9999-12-31T23:59:59.9999999Z", "9999-12-31T23:59:59.999Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"),
        ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
    ],
)
def test_every_time_that_is_taken_can_be_written(at, scheduled):
    assert returns(f"return tool('schedule_close', {{ id: 112, at: '{at}' }}).at;") == f'"{scheduled}"'


def test_a_world_is_a_value_that_survives_json():
    world = restart.World(answers={112: "no"}, delays=(5, 10), seed=7)
    assert restart.World.from_json(world.to_json()) == world
    assert hash(world) == hash(restart.World.from_json(world.to_json()))
    assert {tool.kind for tool in TOOLS.values()} == {"read", "question", "effect"}
