"""Where everything stands: nothing reads as an order that is none, and no edge runs behind what it does not join."""

import functools
import re
from dataclasses import replace
from itertools import pairwise

import pytest

import execedit_kit as ek
from execedit_kit.edits.derive import derive
from execedit_kit.library import stories
from execedit_kit.record.execution import process_call
from execedit_kit.widgets.desk_model import event_of, every_target
from execedit_kit.widgets.ghost import ghost
from execedit_kit.widgets.scene import scene


def names(number, letter="a"):
    return [f"{letter}{n}" for n in range(number)]


def opened(contract, calls, processed=()):
    record = ek.record(actions=calls, workflow={"branch": "b", "contract": contract}, policy={"any": True})
    return functools.reduce(process_call, processed, record)  # unchecked: these are pictures of any size


def parallel(number, processed=0):
    return opened({"parallel": names(number)}, names(number), names(number)[:processed])


def stages(number, wide):
    calls = names(number * wide)
    every = [{"parallel": calls[at : at + wide]} for at in range(0, len(calls), wide)]
    return opened({"sequence": every}, calls)


def chains(*lengths):
    every = [names(length, letter) for length, letter in zip(lengths, "abcdefghijkl", strict=False)]
    return opened({"parallel": [{"sequence": chain} for chain in every]}, [call for chain in every for call in chain])


def sampled(path):
    """Points along an SVG path of absolute moves, lines and curves."""
    at = None
    for command, text in re.findall(r"([MLCQ])([^MLCQ]*)", path):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+(?:e-?\d+)?", text)]
        stops = list(zip(numbers[::2], numbers[1::2], strict=True))
        if command == "M":
            at = stops[0]
            continue
        curve = [at, *stops]
        for n in range(1, 60):
            t, points = n / 60, curve
            while len(points) > 1:
                points = [((1 - t) * a + t * c, (1 - t) * b + t * d) for (a, b), (c, d) in pairwise(points)]
            yield points[0]
        at = stops[-1]


def behind(shown):
    """The edges that run behind a node, or through a frame, that they do not join."""
    boxes = [*shown.nodes, *(band for band in shown.bands if band.kind == "frame")]
    for edge in shown.edges:
        for x, y in sampled(edge.path):
            for box in boxes:
                within = box.x < x < box.x + box.width and box.y < y < box.y + box.height
                if within and box.id not in (edge.source, edge.target):
                    yield edge.id, box.id


SHAPES = {
    "5 in any order": parallel(5),
    "60 in any order": parallel(60),
    "60 in any order, half done": parallel(60, 30),
    "stages": stages(4, 10),
    "chains": chains(1, 2, 3, 4, 5),
    "a long way round": opened({"parallel": ["x", {"sequence": names(9)}, "y"]}, ["x", "y", *names(9)]),
    "one of 20": opened({"choice": names(20)}, names(20)),
}


@pytest.mark.parametrize("record", [*SHAPES.values(), *map(ek.load, sorted(stories()))])
def test_no_edge_runs_behind_what_it_does_not_join(record):
    assert sorted(set(behind(scene(record)))) == []


@pytest.mark.parametrize(("number", "columns"), [(6, 1), (7, 2), (60, 10), (500, 42)])
def test_calls_in_any_order_are_framed_where_they_wrap(number, columns):
    """Widgets page: nobody may read an order where there is none."""
    shown = scene(parallel(number))
    calls = [node for node in shown.nodes if node.kind == "call"]
    assert len({node.x for node in calls}) == columns
    frames = [band for band in shown.bands if band.kind == "frame"]
    if columns == 1:
        assert (frames, {node.frame for node in calls}) == ([], {""})
        return
    (frame,) = frames
    assert (frame.label, {node.frame for node in calls}) == ("any order", {frame.id})
    assert all(f"any order: {number} calls" in node.name for node in calls)
    assert all(frame.x < node.x and node.x + node.width < frame.x + frame.width for node in calls)
    assert all(frame.y < node.y and node.y + node.height < frame.y + frame.height for node in calls)
    # The frame is led to and away from, once: no call seems to come before another.
    assert [(edge.source, edge.target) for edge in shown.edges] == [("start", frame.id), (frame.id, "tip:b")]


def test_alternatives_are_not_called_any_order():
    (frame,) = (band for band in scene(SHAPES["one of 20"]).bands if band.kind == "frame")
    assert frame.label == "one of"


def test_stages_of_many_are_frames_in_a_row():
    shown = scene(stages(50, 10))
    assert len(shown.edges) == 51
    frames = [band for band in shown.bands if band.kind == "frame"]
    assert [frame.label for frame in frames] == ["any order"] * 50
    assert all(one.x + one.width < then.x for one, then in pairwise(frames))


@pytest.mark.parametrize("record", [*SHAPES.values(), ek.load("laptop"), ek.load("tender-award")])
def test_a_ghost_moves_nothing_and_hides_no_edge(record):
    before = scene(record)
    for target in every_target(record):
        event = event_of(target.step)
        if not hasattr(event, "request"):
            continue
        try:
            shown = ghost(record, derive(record, event.request))
        except ek.KitError:
            continue
        places = {node.id: (node.x, node.y) for node in shown.nodes}
        assert {node.id: (node.x, node.y) for node in before.nodes}.items() <= places.items()
        solid = tuple(edge for edge in shown.edges if edge.change in ("kept", "added"))
        gone = ("copied", "removed")  # a tip that goes is no more in the way; calls that are given up stay
        there = tuple(node for node in shown.nodes if node.change not in gone or node.state == "given up")
        bands = tuple(band for band in shown.bands if band.change != "copied")
        assert sorted(set(behind(replace(shown, edges=solid, nodes=there, bands=bands)))) == []
        assert {edge.change for edge in solid if edge.source.startswith("frame:")} <= {"kept", "added"}
