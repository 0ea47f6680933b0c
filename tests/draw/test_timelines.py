"""The timelines of two runs: one clock for both, every event once, and the first visible difference lit in each."""

import xml.etree.ElementTree as ET

import pytest

from execedit_kit import restart
from execedit_kit.draw.moments import first_difference, lay_out
from execedit_kit.draw.timelines import timelines
from execedit_kit.library import data_folder
from execedit_kit.widgets.restart_setup import shipped


def both(name, **options):
    return restart.run_both(restart.read_plan(data_folder() / "plans" / name), **options)


def test_the_worked_example_parts_where_one_escalates_and_the_other_asks():
    pair = both("planted/two-hours.js")
    scene = lay_out(pair)
    lit = {mark.row: mark for mark in scene.marks if mark.lit}
    assert {row: mark.text for row, mark in lit.items()} == {"paused": "escalates 139", "restarted": "asks about 139"}
    assert {scene.moments[mark.moment].clock for mark in lit.values()} == {"19:59"}
    assert [moment.clock for moment in scene.moments] == ["16:59", "18:29", "19:59", "21:29", "22:59", "00:29"]
    assert sum(mark.kind == "restart" for mark in scene.marks) == 5


def test_marks_never_overlap_and_stand_under_their_moment():
    scene = lay_out(both("planted/time-on-each-line.js"))
    boxes = [(mark.x, mark.y) for mark in scene.marks]
    assert len(set(boxes)) == len(boxes)
    assert len({mark.id for mark in scene.marks}) == len(boxes)
    assert all(mark.x == scene.moments[mark.moment].x for mark in scene.marks)
    assert all(mark.y + mark.height < scene.height for mark in scene.marks)


@pytest.mark.parametrize("name", shipped()["planted"] + shipped()["the post's miss, rebuilt"])
def test_something_is_lit_exactly_when_the_plan_breaks(name):
    pair = both(name)
    assert (first_difference(pair) is not None) == pair.breaks
    assert sum(mark.lit for mark in lay_out(pair).marks) == 2 * pair.breaks


def test_cached_calls_have_their_own_sign_and_are_never_lit():
    scene = lay_out(both("planted/two-hours.js"))
    cached = [mark for mark in scene.marks if mark.cached]
    assert cached
    assert {mark.sign for mark in cached} == {"↺"}
    assert not any(mark.lit for mark in cached)
    assert all("from the cache" in mark.name or mark.kind == "more" for mark in cached)


def test_a_long_run_is_cut_and_says_so():
    plan = restart.plan("for (let n = 0; n < 40; n++) tool('ask_human', { question: `Go on after ${n}?` });")
    scene = lay_out(restart.run_both(plan))
    assert len(scene.moments) == 24
    assert scene.note == "17 later moments are left out"
    chatty = restart.plan("for (let n = 0; n < 90; n++) tool('log', { message: `${Math.random()}` });")
    texts = [mark.text for mark in lay_out(restart.run_both(chatty)).marks]
    assert sum("more" in text for text in texts) == 2


@pytest.mark.parametrize("dark", [False, True])
def test_the_picture_is_the_same_bytes_each_time_in_every_format(dark):
    pair = both("planted/two-hours.js")
    picture = timelines(pair, dark=dark)
    root = ET.fromstring(picture.svg())
    assert "questions: 2 paused, 5 restarted" in root.attrib["aria-label"]
    for form, magic in (("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
        assert picture.render(form).startswith(magic)
        assert picture.render(form) == timelines(pair, dark=dark).render(form)
    assert set(picture._repr_mimebundle_()) == {"image/svg+xml", "text/plain"}
