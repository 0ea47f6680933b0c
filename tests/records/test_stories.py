"""Every teaching record has a story, and every question about it has exactly the answer the story gives."""

import json
import re
import tomllib
from pathlib import Path

import pytest

import execedit_kit as ek

FOLDER = Path(__file__).parents[2] / "data" / "records"
STORIES = tomllib.loads((FOLDER / "stories.toml").read_text(encoding="utf-8"))
NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))
QUESTIONS = [
    pytest.param(name, question, id=f"{name}: {question['ask']}")
    for name, story in STORIES.items()
    for question in story["questions"]
]
EDITS = {"fork_choice", "fork_parallel", "restore_replace", "restore_live", "merge_select", "merge_join"}
POLICIES = {"words", "regex", "automaton", "at_most", "before", "exclusive", "never", "any", "all"}
EVENTS = {"call", "checkpoint", "edit", "dispatch", "settle"}


def document(name):
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def fields(value):
    """Every field name that occurs anywhere in a document."""
    if isinstance(value, dict):
        return set(value).union(*map(fields, value.values()))
    return set().union(*map(fields, value)) if isinstance(value, list) else set()


def test_every_record_has_a_story_and_the_reverse():
    assert sorted(STORIES) == NAMES
    assert len(NAMES) > 30


@pytest.mark.parametrize("name", NAMES)
def test_a_story_is_complete(name):
    story = STORIES[name]
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)
    assert set(story) == {"title", "story", "source", "questions"}
    assert story["source"] in {"arXiv 2608.22928", "this kit"}
    assert story["title"].strip()
    assert "\n" not in story["story"], "one paragraph"
    assert 60 <= len(story["story"].split()) <= 120
    assert story["questions"]


@pytest.mark.parametrize(("name", "question"), QUESTIONS)
def test_a_question_is_complete(name, question):
    counts = set() if question["verdict"] == "invalid" else {"rounds", "safe_executions"}
    assert set(question) - {"edit"} == {"ask", "verdict", "teaches"} | counts
    for line in (question["ask"], question["teaches"]):
        assert line.strip()
        assert "\n" not in line


def test_no_two_questions_about_a_record_are_the_same():
    for name, story in STORIES.items():
        asked = [json.dumps(question.get("edit"), sort_keys=True) for question in story["questions"]]
        assert len(set(asked)) == len(asked), name


@pytest.mark.parametrize(("name", "question"), QUESTIONS)
def test_the_answer_is_the_one_the_story_gives(name, question):
    answer = ek.check(ek.load(name), question.get("edit"))
    assert answer.verdict == question["verdict"]
    if question["verdict"] != "invalid":
        assert list(answer.rounds) == question["rounds"]
        assert answer.safe_executions == question["safe_executions"]


@pytest.mark.parametrize("name", NAMES)
def test_a_record_reads_and_writes_as_the_same_record(name, tmp_path):
    record = ek.load(name)
    written = tmp_path / f"{name}.json"
    ek.save(record, written)
    assert ek.load(written) == record
    assert ek.load(FOLDER / f"{name}.json") == record


def test_the_records_show_every_edit_policy_and_event():
    edits = {kind for story in STORIES.values() for q in story["questions"] for kind in q.get("edit", {})}
    assert edits == EDITS
    policies = set().union(*(fields(document(name)["policy"]) for name in NAMES))
    assert policies >= POLICIES
    events = {field for name in NAMES for event in document(name).get("history", []) for field in event}
    assert events >= EVENTS
    assert any("authorized" in document(name) for name in NAMES)


def test_the_records_show_every_verdict_and_a_pruning_of_three_rounds():
    questions = [question for story in STORIES.values() for question in story["questions"]]
    assert {question["verdict"] for question in questions} == {"accepted", "rejected", "invalid"}
    longest = {v: max(len(q["rounds"]) for q in questions if q["verdict"] == v) for v in ("accepted", "rejected")}
    assert longest == {"accepted": 3, "rejected": 4}


def test_an_answer_can_turn_without_a_new_authorization():
    """The stale pair: one reuse apart, the same request, opposite answers."""
    before, after = document("stale-before"), document("stale-after")
    [step] = after["history"][len(before["history"]) :]
    actions = [after["calls"][event["call"]] for event in before["history"]]
    assert after["calls"][step["call"]] in actions, "the step between is a reuse"
    assert {**before, "history": None} == {**after, "history": None}
    request = {"fork_choice": {"branch": "plan", "rule": "plans"}}
    verdicts = [ek.check(ek.load(name), request).verdict for name in ("stale-before", "stale-after")]
    assert verdicts == ["accepted", "rejected"]


def test_the_same_verdict_can_belong_to_two_records():
    """The sent pair: a dispatch changes no verdict, but an answer names the record it was computed from."""
    request = {"restore_replace": {"branch": "b#1L", "checkpoint": "k"}}
    answers = [ek.check(ek.load(name), request) for name in ("pair-e-queued", "pair-e-dispatched")]
    assert [answer.verdict for answer in answers] == ["accepted", "accepted"]
    assert len({answer.digest for answer in answers}) == 2
