"""What the picture of a record or an answer shows, with every layout program."""

import re

import pytest

import execedit_kit as ek
from execedit_kit.draw.calls import call_states
from execedit_kit.draw.theme import DARK, LIGHT
from execedit_kit.library import stories

FORK = {"fork_choice": {"branch": "b0", "rule": "suppliers"}}
ODD = [
    "<b>x</b>",
    "a & b",
    '"quoted"',
    "back\\slash\\N",
    "pipe|{rec}",
    "emoji 😀",
    "日本語",
    "ünïcödé",
    "%s {0} $HOME",
    "&amp;",
    "\\n",
    "∅ ⚑",
]


def chain(length, done=0, **more):
    calls = [f"step_{n}" for n in range(length)]
    return ek.record(
        actions=calls,
        workflow={"branch": "main", "contract": {"sequence": calls}},
        policy={"any": True},
        history=[{"call": call} for call in calls[:done]],
        **more,
    )


def everything():
    for name, story in stories().items():
        yield pytest.param(name, None, id=name)
        for question in story["questions"]:
            yield pytest.param(name, question, id=f"{name}: {question['ask']}")


@pytest.mark.parametrize(("name", "question"), list(everything()))
def test_every_record_and_every_question_can_be_drawn(name, question, program, seen):
    value = ek.load(name)
    if question is not None:
        value = ek.check(value, question.get("edit"))
    picture = seen(ek.draw.dag(value))
    record, derivation = (value, None) if question is None else (value.record, getattr(value, "derivation", None))
    for call, state in call_states(record, derivation).items():
        if state.state != "outside":
            assert call in picture.texts
    for checkpoint in record.checkpoints:
        assert f"⚑ {checkpoint}" in picture.texts
    for action in record.log:
        assert record.label(action) in picture.texts
    if question is not None:
        sign = {"accepted": "✓", "rejected": "✕", "invalid": "⊘"}[value.verdict]
        assert picture.has(f"{sign} {value.verdict}")


def test_a_record_shows_its_past_its_flag_and_its_log(program, seen):
    picture = seen(ek.draw.dag(ek.load("laptop")))
    assert picture.has("school-purchase", "b0", "xr", "reserve · r", "1 · new", "⚑ k", "2 · new", "nothing left to do")
    assert picture.texts.index("xr") < picture.texts.index("⚑ k") < picture.texts.index("xa")
    assert picture.has("Δ", "append only", "suppliers (fork_choice)")


def test_new_and_reuse_differ_in_words_and_in_dashes(program, seen):
    answer = ek.check(ek.load("laptop"), ek.restore_live("b0", "k"))
    picture = seen(ek.draw.dag(answer))
    assert picture.has("▶ next ↺ reuse", "+ copy of xa", "xa#1k", "+ edit 1", "both", "g#1", "⇢ copied from")
    group = next(one for one in re.findall(r'<g class="node">.*?</g>', picture.svg, re.DOTALL) if "xa#1k" in one)
    assert "stroke-dasharray" in group


def test_enabled_and_waiting_differ_in_words_and_in_weight(program, seen):
    picture = seen(ek.draw.dag(chain(3)))
    assert [text for text in picture.texts if text.startswith(("▶ next ·", "○ waits ·"))] == [
        "▶ next · new",
        "○ waits · new",
        "○ waits · new",
    ]
    assert picture.svg.count('stroke-width="2.4"') == 1


def test_a_lost_arm_is_struck_out(program, seen):
    picture = seen(ek.draw.dag(ek.load("laptop-paid")))
    assert picture.struck == ["xpL#1L", "xsL#1L"]
    assert picture.has("✕ not chosen", "one of", "b0#1L", "b0#1R", "3 · new")


def test_what_an_edit_removes_is_struck_out_with_its_signatures(program, seen):
    edit = ek.merge_select("g#1", "left", signed_by=["school"])
    picture = seen(ek.draw.dag(ek.check(ek.load("laptop-forked"), edit)))
    assert picture.struck == ["xpR#1R", "xsR#1R"]
    assert picture.has("✕ removed, signed by", "school", "1 still required, 1 removed")
    edit = ek.restore_replace("schema", "expanded", signed_by=["dba"])
    picture = seen(ek.draw.dag(ek.check(ek.load("database-migration"), edit)))
    assert picture.struck == ["drop", "rollback"]


def test_an_accepted_edit_is_drawn_with_what_it_makes(program, seen):
    picture = seen(ek.draw.dag(ek.check(ek.load("laptop"), FORK)))
    assert picture.has("✓ accepted", "fork_choice('b0', rule='suppliers')", "2 safe executions", "+ added by the rule")
    assert picture.texts.index("xpL#1L") < picture.texts.index("xpR#1R")


def test_a_rejected_edit_shows_the_first_prefix_and_what_is_missing(program, seen):
    picture = seen(ek.draw.dag(ek.check(ek.load("release-emergency"))))
    assert picture.has("✕ rejected", "first prefix that falls: x;", "x∥y", "2 → 1 → 0", "prefix, 1st", "✕ not any more")
    picture = seen(ek.draw.dag(ek.check(ek.load("laptop-tight"), FORK)))
    assert picture.has("before anything happens", "pR")
    assert picture.texts.count("✕ not any more") == 2


def test_an_invalid_edit_shows_the_record_and_the_reason(program, seen):
    picture = seen(ek.draw.dag(ek.check(ek.load("laptop"), ek.fork_choice("b0", rule="vendors"))))
    assert picture.has("⊘ invalid", "there is no edit rule 'vendors'", "broken rule: edit rule; nothing changes", "xa")


def test_an_extension_is_drawn_with_its_verdict(program, seen):
    edit = ek.extend(actions={"audit": {}}, policy={"any": True})
    assert seen(ek.draw.dag(ek.check(ek.load("laptop"), edit))).has("✓ accepted", "extend(")


def test_requests_are_marked_in_the_log(program, seen):
    assert seen(ek.draw.dag(ek.load("invoice-payment"))).has("● returned", "◌ earlier")
    assert seen(ek.draw.dag(ek.load("pair-e-dispatched"))).has("◐ sent")
    assert seen(ek.draw.dag(ek.load("pair-e-queued"))).has("○ to be sent")


def test_the_same_value_gives_the_same_bytes(program):
    for dark in (False, True):
        one, other = (ek.draw.dag(ek.check(ek.load("order-split")), dark=dark) for _ in "ab")
        assert one.source == other.source
        assert one.svg() == other.svg()


def test_light_and_dark_are_the_same_picture_in_other_colours(program, seen):
    value = ek.check(ek.load("laptop"), FORK)
    light, dark = (seen(ek.draw.dag(value, dark=dark)) for dark in (False, True))
    assert light.texts == dark.texts
    assert LIGHT.card in light.svg
    assert LIGHT.card not in dark.svg
    assert DARK.card in dark.svg
    assert light.svg != dark.svg


def test_names_are_shown_as_they_are(program, seen):
    record = ek.record(
        domain='a <domain> & "more"',
        actions=ODD,
        workflow={
            "branch": "b & <c>",
            "contract": {"parallel": [{"sequence": ODD[:4]}, {"choice": ODD[4:6]}, *ODD[6:]]},
        },
        policy={"any": True},
        history=[{"call": ODD[0]}, {"checkpoint": "k|<1>\\N", "branch": "b & <c>"}],
    )
    picture = seen(ek.draw.dag(record))
    assert set(ODD) <= set(picture.texts)
    assert picture.has('a <domain> & "more"', "b & <c>", "⚑ k|<1>\\N")


def test_what_cannot_be_seen_is_made_visible(program, seen):
    record = ek.record(
        actions=["new\nline", "\x1b[31m", "tab\there", "\ufffe"],
        workflow={
            "branch": "b",
            "contract": {"parallel": ["new\nline", "\x1b[31m", "tab\there", "\ufffe"]},
        },
        policy={"any": True},
    )
    assert {"new↵line", "␛[31m", "tab␉here", "\N{REPLACEMENT CHARACTER}"} <= set(seen(ek.draw.dag(record)).texts)


def test_a_long_name_is_broken_into_lines_and_whole_under_the_pointer(program, seen):
    name = "a very long name of a call " * 20
    record = ek.record(actions=[name], workflow={"branch": name, "contract": name}, policy={"any": True})
    picture = seen(ek.draw.dag(record))
    assert picture.has("a very long name of a", "…")
    assert any(name.strip() in title for title in picture.titles)
    assert max(map(len, picture.texts)) < 140


@pytest.mark.parametrize(("length", "direction"), [(5, "LR"), (60, "TB")])
def test_small_and_middling_records_are_drawn_call_by_call(length, direction, program, seen):
    drawn = ek.draw.dag(chain(length, 2))
    assert drawn.graph_attr["rankdir"] == direction
    picture = seen(drawn)
    assert {f"step_{n}" for n in range(length)} <= set(picture.texts)
    assert "Summarised" not in picture.text


def test_a_large_record_is_summarised_and_says_so(program, seen):
    picture = seen(ek.draw.dag(chain(500, 200)))
    assert picture.has("▤ 194 calls processed", "▤ 300 calls to do", "▶ next: step_200", "step_0", "step_199")
    assert picture.has("▤ Summarised: 494 calls of 500 are not drawn one by one", "… 166 more …")
    assert len(picture.svg) < 60_000


def test_many_branches_are_summarised(pure, seen):
    record = ek.record(actions=["a"], workflow={"branch": "b", "contract": "a"}, policy={"any": True})
    for n in range(1, 101):
        last = "b" if n == 1 else f"b{''.join(f'#{m}R' for m in range(1, n))}"
        record = ek.advance(record, ek.fork_choice(last))
    picture = seen(ek.draw.dag(record))
    assert re.search(r"▤ \d+ branches", picture.text)
    assert picture.has("Summarised", "g#1", "one of")
    assert len(picture.svg) < 120_000


def test_many_calls_in_any_order_stand_in_a_frame(program, seen):
    calls = [f"task_{n}" for n in range(60)]
    contract = {"sequence": ["open", {"parallel": calls}, "close"]}
    record = ek.record(
        actions=["open", *calls, "close"], workflow={"branch": "b", "contract": contract}, policy={"any": True}
    )
    picture = seen(ek.draw.dag(record))
    assert picture.has("60 calls in any order", *calls)
    assert picture.svg.count('<g class="edge">') == 2


def test_many_alternatives_stand_in_a_frame(program, seen):
    calls = [f"way_{n}" for n in range(20)]
    contract = {"sequence": ["start", {"choice": [*calls, {"sequence": ["long", "way"]}]}]}
    record = ek.record(
        actions=["start", *calls, "long", "way"],
        workflow={"branch": "b", "contract": contract},
        policy={"any": True},
    )
    picture = seen(ek.draw.dag(record))
    assert picture.has("one of", "20 calls of which one happens", "21 results", *calls)
    assert picture.svg.count('<g class="edge">') == 4


def test_alternatives_within_a_contract_have_a_diamond(program, seen):
    picture = seen(ek.draw.dag(ek.load("database-migration")))
    assert picture.has("2 results", "one of", "drop", "rollback")


def test_results_that_cannot_be_taken_apart_name_their_results(program, seen):
    assert seen(ek.draw.dag(ek.load("grant-application"))).has("in result 1 of 2", "in result 2 of 2")


def test_merged_branches_meet_in_a_bar(program, seen):
    answer = ek.check(ek.load("ci-release-train"), ek.merge_join("builds", rule="publish"))
    assert seen(ek.draw.dag(answer)).has("join", "builds#1J", "announce#1J", "+ added by the rule")


def test_a_picture_says_what_it_shows_to_those_who_cannot_see_it(program, seen):
    assert "✓ accepted" in seen(ek.draw.dag(ek.check(ek.load("laptop"), FORK))).words
    assert "log Δ: r a" in seen(ek.draw.dag(ek.load("laptop"))).words


def test_it_fits_where_it_stands(program):
    assert 'style="max-width:100%;height:auto"' in ek.draw.dag(ek.load("laptop")).svg()


def test_what_is_no_longer_in_the_workflow_is_named(program, seen):
    assert seen(ek.draw.dag(ek.load("invoice-payment"))).has("no longer in the workflow: corrected")
    assert "no longer" not in seen(ek.draw.dag(ek.load("laptop-forked"))).text
