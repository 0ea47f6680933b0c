"""The stepper's scene holds exactly what the answer and the literal definition say, and is laid out once."""

import dataclasses
import json
import shutil

import pytest
from hypothesis import HealthCheck, given, settings

import execedit_kit as ek
from execedit_kit.check.definition import define, prefixes
from execedit_kit.draw import engine
from execedit_kit.library import stories
from execedit_kit.widgets import stepper_layout
from execedit_kit.widgets.stepper_graph import MOST_PREFIXES
from execedit_kit.widgets.stepper_scene import short_names, stepper_scene
from tests.support.strategies import questions

CASES = [
    pytest.param(name, question.get("edit"), id=f"{name}: {question['ask']}")
    for name, story in stories().items()
    for question in story["questions"]
    if question["verdict"] != "invalid"
]


def unordered(calls, policy=None):
    names = [f"c{n}" for n in range(calls)]
    return ek.record(
        actions=names,
        workflow={"branch": "b", "contract": {"parallel": names}},
        policy=policy or {"all": []},
    )


def held(scene, answer):
    """What must hold of any scene of an answer."""
    assert tuple(int(step.size) for step in scene.rounds) == answer.rounds
    assert scene.remaining == str(answer.partial_executions)
    for step, exact in zip(scene.rounds, answer.steps(), strict=True):
        assert step.number == exact.number
        said = [(r.round, r.prefix, r.reason, tuple(scene.results[i].name for i in r.missing)) for r in step.removals]
        assert said == [(r.round, r.prefix, r.reason, r.missing) for r in exact.removals]
        assert step.more == 0
        if step.by_result:
            assert len(step.by_result) == len(scene.results)
            assert sum(map(int, step.by_result)) == int(step.size)
        nodes = {node.id: node for node in scene.nodes}
        for removed in step.removals:
            assert removed.nodes
            assert all(nodes[node].falls == step.number and nodes[node].own for node in removed.nodes)
    by_id = {node.id: node for node in scene.nodes}
    assert len(by_id) == len(scene.nodes)
    for edge in scene.edges:
        ends = [by_id[edge.source].falls, by_id[edge.target].falls]
        assert edge.falls == min((end for end in ends if end), default=0)


def literal(scene, defined):
    """The trie is exactly the prefixes of pairs, round by round."""
    rounds = [{z for _, sequence in pairs for z in prefixes(sequence)} for pairs in defined.rounds]
    if not rounds[0]:
        assert all(node.stub for node in scene.nodes)
        return
    calls = [{tuple(call for call, _ in z) for z in there} for there in rounds]
    assert sorted(node.prefix for node in scene.nodes) == sorted(calls[0])
    for node in scene.nodes:
        there = [node.prefix in those for those in calls]
        assert there == [not 0 < node.falls <= k for k in range(len(calls))], node.name
    for number in range(1, len(rounds)):
        before = {(result, z) for result, sequence in defined.rounds[number - 1] for z in prefixes(sequence)}
        missing = {
            tuple(call for call, _ in z): {o for o in defined.compat(z) if (o, z) not in before}
            for z in rounds[number - 1]
        }
        own = {n.prefix for n in scene.nodes if n.falls == number and n.own}
        assert own == {z for z, lost in missing.items() if lost}
        for node in scene.nodes:
            if node.prefix in own:
                assert {scene.results[i].name for i in node.missing} == missing[node.prefix]
    for pairs, step in zip(defined.rounds, scene.rounds, strict=True):
        for result, size in zip(scene.results, step.by_result, strict=False):
            assert int(size) == sum(name == result.name for name, _ in pairs)
    for node in scene.nodes:
        z = next(z for z in rounds[0] if tuple(call for call, _ in z) == node.prefix)
        assert {scene.results[i].name for i in node.compatible} == defined.compat(z)
        assert node.complete == any(sequence == z for _, sequence in defined.pairs)


@pytest.mark.parametrize(("name", "edit"), CASES)
@pytest.mark.parametrize("kind", [None, "trie", "states", "groups"])
def test_a_scene_says_what_the_answer_says(name, edit, kind):
    record = ek.load(name)
    answer = ek.check(record, edit)
    if kind == "trie" and answer.rounds[0] > 100:
        kind = None
    scene = stepper_scene(answer, kind=kind)
    held(scene, answer)
    if scene.kind == "trie":
        literal(scene, define(record, edit))
    sent = json.loads(json.dumps(scene.document()))
    whole = json.loads(json.dumps(dataclasses.asdict(scene)))
    assert {**sent, "edges": [], "rules": None} == {**whole, "edges": [], "rules": None}
    assert sent["edges"] == [{k: v for k, v in edge.items() if k != "points"} for edge in whole["edges"]]


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(questions("fork_choice"))
def test_generated_records(question):
    document = question.document
    record = ek.record(**{key: value for key, value in document.items() if key != "format"})
    answer = ek.check(record, question.edit)
    if answer.verdict == "invalid" or answer.rounds[0] > 60:
        return
    scene = stepper_scene(answer)
    held(scene, answer)
    if scene.kind == "trie":
        literal(scene, define(record, question.edit))


def test_sizes_of_any_length_are_exact_digits():
    calls = [[f"{chain}{n}" for n in range(10)] for chain in "abc"]
    record = ek.record(
        actions=[call for chain in calls for call in chain],
        workflow={"branch": "b", "contract": {"parallel": [{"sequence": chain} for chain in calls]}},
        policy={"all": []},
    )
    scene = stepper_scene(ek.check(record))
    assert scene.kind == "groups"
    assert scene.rounds[0].size == "5550996791340"
    wide = stepper_scene(ek.check(unordered(16)))
    assert wide.rounds[0].size == "20922789888000"
    assert sum(int(node.states) for node in wide.nodes) == 65_536
    assert [int(node.prefixes) for node in wide.nodes][:4] == [1, 16, 240, 3360]
    assert "65,536 states in 17 groups" in wide.says
    assert "drawn as one" in wide.says


def test_what_is_drawn_depends_on_size():
    assert stepper_scene(ek.check(unordered(4))).kind == "trie"
    lattice = stepper_scene(ek.check(unordered(6)))
    assert lattice.kind == "states"
    assert len(lattice.nodes) == 64
    assert stepper_scene(ek.check(unordered(9))).kind == "groups"
    small = stepper_scene(ek.check(ek.load("release-emergency")))
    assert small.kind == "trie"
    assert len(small.nodes) == 5 < MOST_PREFIXES


def test_what_would_be_far_too_tall_is_grouped():
    """128 results that share a call: a fan of 127 arrows is nothing to look at, five groups are."""
    names = [f"y{n}" for n in range(128)]
    record = ek.record(
        actions=["x", *names],
        workflow={
            "branch": "b",
            "contract": {"results": {f"o{n}": {"calls": ["x", name]} for n, name in enumerate(names)}},
        },
        policy={"words": [["y0", "x"], *(["x", name] for name in names[1:])]},
    )
    answer = ek.check(record)
    scene = stepper_scene(answer)
    assert scene.kind == "groups"
    held(scene, answer)
    groups = {(node.depth, node.falls, node.own): node.states for node in scene.nodes}
    assert groups == {
        (0, 2, True): "1",
        (1, 1, True): "1",
        (1, 2, False): "1",
        (2, 1, False): "127",
        (2, 2, False): "1",
    }


def test_groups_keep_what_falls_apart_from_what_stays():
    names = [f"c{n}" for n in range(9)]
    record = ek.record(
        actions=[*names, "s", "t"],
        workflow={"branch": "b", "contract": {"parallel": [*names, {"choice": ["s", "t"]}]}},
        policy={"before": ["c0", "s"]},
    )
    record_two = ek.record(
        actions=[*names, "s", "t"],
        workflow={"branch": "b", "contract": {"parallel": [*names, {"choice": ["s", "t"]}]}},
        policy={"exclusive": ["c0", "s"]},
    )
    for one in (record, record_two):
        answer = ek.check(one)
        scene = stepper_scene(answer)
        assert scene.kind == "groups"
        assert tuple(int(step.size) for step in scene.rounds) == answer.rounds
        groups = {(node.depth, node.falls, node.own) for node in scene.nodes}
        assert len(groups) == len(scene.nodes)


def test_an_empty_start_shows_the_dead_ends_and_says_so():
    answer = ek.check(ek.load("laptop-constraints"), ek.fork_parallel("b0", rule="both-suppliers"))
    if answer.verdict == "invalid":
        question = next(q for q in stories()["laptop-constraints"]["questions"] if q.get("rounds") == [0])
        answer = ek.check(ek.load("laptop-constraints"), question["edit"])
    scene = stepper_scene(answer)
    assert [step.size for step in scene.rounds] == ["0"]
    assert scene.note.startswith("No complete sequence obeys the policy, so B₀ is empty")
    assert all(node.stub and node.falls == 0 for node in scene.nodes)
    assert scene.nodes[0].reason


def test_boxes_do_not_overlap_and_stay_inside():
    for name, edit in [("release-emergency", None), ("packing-list", None)]:
        scene = stepper_scene(ek.check(ek.load(name), edit))
        for node in scene.nodes:
            assert node.x >= 0 <= node.y
            assert node.x + node.width <= scene.width
            assert node.y + node.height <= scene.height
        for a in scene.nodes:
            for b in scene.nodes:
                if a is not b:
                    apart = (
                        a.x + a.width <= b.x or b.x + b.width <= a.x or a.y + a.height <= b.y or b.y + b.height <= a.y
                    )
                    assert apart, (a.name, b.name)


@pytest.mark.skipif(shutil.which("dot") is None, reason="no system Graphviz to compare with")
def test_the_same_answer_is_laid_out_the_same_by_both_programs(monkeypatch):
    answer = ek.check(ek.load("release-emergency"))
    first = stepper_scene(answer)
    monkeypatch.setattr(engine, "layout_program", lambda: shutil.which("graphviz-pure"))
    assert stepper_scene(answer) == first


def test_the_layout_program_is_told_every_size_and_no_text(monkeypatch):
    """So that no font moves anything."""
    sources = []

    def run(source, format):
        sources.append(source)
        return engine.run(source, format)

    monkeypatch.setattr(stepper_layout, "run", run)
    answer = ek.check(ek.load("packing-list"))
    assert stepper_scene(answer) == stepper_scene(answer)
    assert sources[: len(sources) // 2] == sources[len(sources) // 2 :]
    assert all("tent" not in source and "fixedsize=true" in source for source in sources)


def test_short_names_still_tell_results_apart():
    assert short_names(("a, b: x", "a, b: y")) == ("b: x", "b: y")
    assert short_names(("only",)) == ("only",)
    assert short_names(("a", "a, b")) == ("a", "a, b")
    long = "∥".join(f"c{n}" for n in range(30))
    assert short_names((long, "x" + long[1:])) == (long[:19] + "…" + long[-19:], "x" + long[1:19] + "…" + long[-19:])
    middle = long.replace("c15", "d15")
    assert short_names((long, middle)) == (long, middle)
