"""The timeline of a runtime's audit trail."""

import pytest

import execedit_kit as ek
from execedit_kit.record.errors import KitError
from execedit_kit.runtime import Runtime


@pytest.fixture
def trail(tmp_path):
    with Runtime.create(tmp_path / "laptop.ek", ek.load("laptop")) as runtime:
        assert runtime.dispatch()
        assert runtime.settle("reserve", 1)
        assert runtime.install(runtime.prepare(ek.fork_choice("b0", rule="suppliers")))
        assert runtime.use("xpR#1R", runtime.tokens()["xpR#1R"])
        assert runtime.install(runtime.prepare(ek.restore_live("b0#1R", "k")))
        assert runtime.use("xa#2k", runtime.tokens()["xa#2k"])
        return runtime.trail()


def words(figure):
    (axes,) = figure.axes
    return [text.get_text() for text in (*axes.texts, *axes.get_yticklabels(), axes.xaxis.label)]


@pytest.mark.parametrize("dark", [False, True])
def test_it_says_what_happened(trail, dark):
    figure = ek.draw.timeline(trail, dark=dark)
    said = words(figure)
    for word in (
        "rules",
        "checkpoints",
        "reserve",
        "approve",
        "pay_R",
        "xr",
        "xa#2k",
        "k",
        "fork choice",
        "restore live",
    ):
        assert word in said
    assert said.count("1") == said.count("2") == said.count("3") == 1  # the rule versions
    assert "ship" not in said
    assert "<svg" in figure._repr_mimebundle_()["image/svg+xml"]


def test_the_same_trail_is_the_same_picture(trail):
    assert ek.draw.timeline(trail).svg() == ek.draw.timeline(trail).svg()


def test_an_authorization_is_full_and_a_reuse_is_empty(trail):
    (axes,) = ek.draw.timeline(trail).axes
    dots = {(line.get_xdata()[0], line.get_markerfacecolor()) for line in axes.lines if line.get_marker() == "o"}
    fills = {row.version: fill for row in trail for version, fill in dots if version == row.version}
    modes = {row.version: row.mode for row in trail if row.event == "call"}
    assert fills.keys() == modes.keys()
    assert len({fills[version] for version, mode in modes.items() if mode == "new"}) == 1
    assert {fills[version] for version, mode in modes.items() if mode == "reuse"}.isdisjoint(
        fills[version] for version, mode in modes.items() if mode == "new"
    )


def test_of_a_long_trail_the_latest_events_are_drawn(tmp_path):
    calls = [f"c{n}" for n in range(90)]
    record = ek.record(
        actions=calls,
        policy={"any": True},
        workflow={"branch": "b", "contract": {"sequence": calls}},
        history=[{"call": call} for call in calls],
    )
    with Runtime.create(tmp_path / "long.ek", record) as runtime:
        said = words(ek.draw.timeline(runtime.trail()))
    assert "c89" in said
    assert "c0" not in said
    assert "earlier events left out" in said[-1]


def test_nothing_cannot_be_drawn():
    with pytest.raises(KitError):
        ek.draw.timeline(())
