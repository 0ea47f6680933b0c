"""Replay designs: what each hands back, performs anew, and cannot tell apart."""

import pytest

from execedit_kit import restart

DESIGNS = restart.DESIGNS
ASK = 'const ask = (q) => tool("ask_human", { question: q });\n'


def restarted(source, design="post", **world):
    return restart.run_restarted(restart.plan(ASK + source), restart.World(**world), DESIGNS[design])


def test_the_posts_design_is_the_default():
    assert restart.run_restarted(restart.plan("return 'x'")).design == restart.POST
    assert (restart.POST.key, restart.POST.clock, restart.POST.randomness, restart.POST.reads) == (
        "arguments",
        False,
        False,
        True,
    )


def test_a_call_seen_before_is_not_performed_again_even_in_one_execution():
    source = "tool('log', { message: 'a' }); tool('log', { message: 'a' }); tool('log', { message: 'b' });"
    assert restarted(source).outcome.log == ("a", "b")
    assert restarted(source, "position keys").outcome.log == ("a", "a", "b")
    assert restart.run_paused(restart.plan(source)).outcome.log == ("a", "a", "b")


def test_arguments_are_the_same_in_any_order_of_their_names():
    source = "tool('close_issue', { id: 112, comment: 'x' }); tool('close_issue', { comment: 'x', id: 112 });"
    assert restarted(source).outcome.closed == ("112: x",)


def test_with_explicit_keys_the_plan_says_which_calls_are_one():
    source = """
    const hour = (n) => tool("ask_human", { question: "What is the current hour?", idempotencyKey: `hour ${n}` });
    const hours = [hour(1), hour(2), hour(2)];
    tool("log", { message: `now ${Date.now()}`, idempotencyKey: "once" });
    ask("last");
    return hours.join();
    """
    run = restarted(source, "explicit keys")
    assert run.ended.text == "18,19,19"
    assert len(run.outcome.log) == 1
    assert restarted(source, "post").outcome.log != run.outcome.log
    paused = restart.run_paused(restart.plan(ASK + source))
    assert paused.ended.text == "18,19,21"


def test_an_explicit_key_is_never_taken_for_arguments():
    source = """tool("log", { message: "a" }); tool("log", { message: "b", idempotencyKey: '{"message": "a"}' });"""
    assert restarted(source, "explicit keys").outcome.log == ("a", "b")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("'\\ud800'", "'\\ud801'"),  # the outside is shown a question mark for either
        ("'é'", "'e\\u0301'"),
        ("'a|b'", "'a'"),
        ("'1'", "'1.0'"),
        ("'a', idempotencyKey: 'b'", "'b', idempotencyKey: 'a'"),
    ],
)
def test_texts_that_differ_are_different_calls(one, other):
    source = f"tool('log', {{ message: {one} }}); tool('log', {{ message: {other} }});"
    assert len(restarted(source, "explicit keys" if "Key" in one else "post").outcome.log) == 2


def test_under_position_keys_another_name_at_a_place_is_a_divergence():
    source = """
    if (Date.now() > 1773162000000) tool("log", { message: "late" });
    ask("a");
    return "";
    """
    run = restarted(source, "position keys")
    assert (run.ended.reason, run.finished, run.outcome.summary) == ("diverged", False, None)
    assert run.ended.text == "call 1 of this execution is log; it was ask_human when it was recorded"
    pair = restart.run_both(restart.plan(ASK + source), design=DESIGNS["position keys"])
    assert [each.what for each in pair.differences][-2:] == ["summary", "end"]


def test_a_divergence_cannot_be_caught():
    source = "try { if (Date.now() > 1773162000000) tool('log', { message: 'late' }); ask('a'); } catch {} return 'x';"
    assert restarted(source, "position keys").ended.reason == "diverged"


def test_under_position_keys_other_arguments_are_not_noticed():
    run = restarted("tool('log', { message: `${Date.now()}` }); ask('a'); return '';", "position keys")
    assert len(run.outcome.log) == 1


def test_a_recorded_clock_hands_back_each_reading_and_goes_on_from_there():
    source = "const t = [Date.now()]; ask('a'); t.push(Date.now()); ask('b'); t.push(Date.now()); return t.map((x) => "
    source += "(x - t[0]) / 6e4).join();"
    assert restart.run_paused(restart.plan(ASK + source)).ended.text == "0,90,180"
    assert restarted(source, "recorded clock").ended.text == "0,90,180"
    assert restarted(source).ended.text == "0,0,0"


def test_performance_now_counts_from_the_start_of_an_execution():
    source = "const a = performance.now(); ask('a'); return String((performance.now() - a) / 6e4);"
    assert restart.run_paused(restart.plan(ASK + source)).ended.text == "90"
    assert restarted(source).ended.text == "0"
    assert restarted(source, "recorded clock").ended.text == "90"


def test_a_restart_draws_anew_unless_draws_are_recorded():
    source = "const x = Math.random(); tool('log', { message: `${x}` }); ask('a'); return crypto.randomUUID();"
    assert len(set(restarted(source).outcome.log)) == 2
    assert len(restarted(source, "recorded randomness").outcome.log) == 1
    paused = restart.run_paused(restart.plan(ASK + source))
    assert restarted(source, "recorded randomness").ended.text == paused.ended.text
    assert restarted(source, seed=5).outcome.log != restarted(source).outcome.log


def test_reads_are_cached_or_not():
    source = """
    const before = tool("list_issues").length;
    tool("close_issue", { id: 112 });
    return `${before} ${tool("list_issues").length}`;
    """
    assert restarted(source).ended.text == "5 5"
    assert restarted(source, "fresh reads").ended.text == "5 4"
    assert restarted(source, "position keys").ended.text == "5 4"


def test_an_answer_that_is_never_asked_for_again_is_lost():
    run = restarted("ask(`at ${Date.now()}`); return 'x';", "post")
    assert run.ended.reason == "question loop"
    assert restarted("ask(`at ${Date.now()}`); return 'x';", "recorded clock").finished


def test_a_key_that_there_is_not_is_refused():
    with pytest.raises(ValueError, match="not 'name'"):
        restart.Design("x", key="name")


def test_cached_calls_are_in_the_timeline_and_not_in_the_outcome():
    run = restarted("ask('a'); ask('b'); return 'x';")
    shown = [
        (each.execution, each.arguments["question"], each.cached) for each in run.events if each.kind == "question"
    ]
    assert shown == [(1, "a", False), (2, "a", True), (2, "b", False), (3, "a", True), (3, "b", True)]
    assert run.outcome.questions == ("a", "b")
