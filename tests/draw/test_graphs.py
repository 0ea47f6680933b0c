"""The rules in force, the state graph and the rounds as pictures."""

import pytest

import execedit_kit as ek
from execedit_kit.draw.rounds import number


def unordered(length):
    calls = [f"c{n}" for n in range(length)]
    return ek.check(
        ek.record(actions=calls, workflow={"branch": "b", "contract": {"parallel": calls}}, policy={"any": True})
    )


@pytest.fixture
def restored():
    return ek.check(ek.load("laptop-paid"), ek.restore_live("b0#1R", "k"))


def test_the_rules_show_calls_actions_modes_and_completions(restored, program, seen):
    for value in (restored, restored.automaton):
        picture = seen(ek.draw.automaton(value))
        assert picture.has("4 states, 4 moves (2 new, 2 reuse), 1 completion", "xa#2k:", "approve ↺ reuse", "ship new")
        assert {"0", "1", "2", "3"} <= set(picture.texts)
        assert picture.svg.count("stroke-dasharray") == 2
        assert picture.svg.count("<ellipse") == 6, "four states, a second ring, and where the first arrow starts"


def test_the_current_state_is_marked_in_words(restored, program, seen):
    assert "● now" not in seen(ek.draw.automaton(restored)).text
    picture = seen(ek.draw.automaton(restored, current=1, dark=True))
    assert picture.texts.count("● now") == 1
    assert "state 1, the current state" in picture.titles


def test_no_rules_are_said_to_be_none(program, seen):
    assert seen(ek.draw.automaton(ek.check(ek.load("release-emergency")))).has("✕ no states: nothing may happen")


def test_large_rules_are_summarised_with_exact_numbers(program, seen):
    picture = seen(ek.draw.automaton(unordered(10), current=0))
    assert picture.has("1,024 states, 5,120 moves", "▤ Summarised", "after 5 calls", "252 states", "1,260 new", "● now")
    assert "c0" not in picture.text
    assert seen(ek.draw.automaton(unordered(5))).has("c0:", "c4:")


def test_very_long_rules_leave_out_the_middle(pure, seen):
    calls = [f"c{n}" for n in range(100)]
    answer = ek.check(
        ek.record(actions=calls, workflow={"branch": "b", "contract": {"sequence": calls}}, policy={"any": True})
    )
    assert seen(ek.draw.automaton(answer)).has("… 77 more levels with 77 states …", "after 0 calls", "after 100 calls")


def test_many_moves_between_two_states_share_an_arrow(pure, seen):
    calls = [f"c{n}" for n in range(9)]
    answer = ek.check(
        ek.record(actions=calls, workflow={"branch": "b", "contract": {"choice": calls}}, policy={"any": True})
    )
    picture = seen(ek.draw.automaton(answer))
    assert picture.has("c0:", "c3:", "and 5 more")
    assert picture.svg.count('<g class="edge">') == 2


def test_the_state_graph_marks_what_falls_with_its_round(program, seen):
    picture = seen(ek.draw.state_graph(ek.check(ek.load("release-emergency"))))
    assert picture.has("✕ rejected: 5 states, 2 of which fall", "✕ falls in round 1", "✕ falls in round 2", "x∥z")
    assert picture.texts.count("finished") == 2


def test_the_state_graph_can_be_shown_round_by_round(program, seen):
    answer = ek.check(ek.load("release-emergency"))
    assert "falls in" not in seen(ek.draw.state_graph(answer, until=0)).svg
    picture = seen(ek.draw.state_graph(answer, until=1, dark=True))
    assert picture.has("✕ falls in round 1")
    assert "✕ falls in round 2" not in picture.texts


def test_a_large_state_graph_is_summarised(program, seen):
    picture = seen(ek.draw.state_graph(unordered(8)))
    assert picture.has("256 states", "after 4 calls", "70 states", "280 new", "▤ Summarised")


def test_the_rounds_are_written_exactly():
    answer = ek.check(ek.load("release-emergency"))
    for value in (answer, ek.define(ek.load("release-emergency")), [2, 1, 0]):
        figure = ek.draw.rounds(value)
        (axes,) = figure.axes
        assert [text.get_text() for text in axes.texts] == ["2", "1   (1 fell)", "0   (1 fell)"]
        assert [label.get_text() for label in axes.get_yticklabels()] == ["B₀", "B₁", "B₂"]
        assert "✕ rejected after 2 rounds" in axes.get_title(loc="left")
        assert "logarithmic" not in axes.get_xlabel()


def test_the_scale_is_logarithmic_only_where_it_must_be():
    figure = ek.draw.rounds([30**30, 5000, 12, 1], dark=True)
    (axes,) = figure.axes
    assert "logarithmic" in axes.get_xlabel()
    lengths = [bar.get_width() for bar in axes.containers[1]]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] == 1
    assert lengths[-1] > 0


def test_very_large_numbers_stay_readable():
    assert number(265252859812191058636308480000000) == "265,252,859,812,191,058,636,308,480,000,000"
    assert number(10**60) == "1.000… × 10⁶⁰"
    ek.draw.rounds([10**400, 10**399]).svg()


def test_many_rounds_leave_out_the_middle():
    figure = ek.draw.rounds(list(range(100, -1, -1)))
    (axes,) = figure.axes
    assert len(axes.get_yticklabels()) == 24
    assert "77 rounds between are left out" in axes.get_xlabel()


def test_a_chart_shows_itself_and_is_the_same_twice():
    one, other = (ek.draw.rounds([2, 1, 0])._repr_mimebundle_()["image/svg+xml"] for _ in "ab")
    assert one == other
    assert one.startswith('<svg style="max-width:100%;height:auto"')
