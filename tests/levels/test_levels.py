"""Every level file keeps its words: solutions solve, near misses miss, par is the fewest, nothing is for free."""

import re
import tomllib
from pathlib import Path

import pytest

from execedit_kit.widgets.desk_model import Timeline, preview
from execedit_kit.widgets.levels import judge, levels, play
from execedit_kit.widgets.levels_read import read_level
from execedit_kit.widgets.levels_search import fewest_steps, options
from execedit_kit.widgets.levels_steps import Asked, outcome, step_of

FOLDER = Path(__file__).parents[2] / "data" / "levels"
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))
LEVELS = {name: read_level(FOLDER / f"{name}.toml") for name in NAMES}
ALL = [pytest.param(level, id=name) for name, level in LEVELS.items()]
SOLUTIONS = [
    pytest.param(level, solution, id=f"{name}: {solution.title}")
    for name, level in LEVELS.items()
    for solution in level.solutions
]
NEAR_MISSES = [
    pytest.param(level, miss, id=f"{name}: {miss.title}")
    for name, level in LEVELS.items()
    for miss in level.near_misses
]
EDITS = {"fork_choice", "fork_parallel", "restore_replace", "restore_live", "merge_select", "merge_join"}
# How deep the search for a shorter way goes; levels of a higher par are shown to need more than this.
DEEPEST = 2


def test_the_levels_are_read_in_the_order_of_their_numbers():
    assert [level.name for level in levels()] == NAMES
    assert [name[:2] for name in NAMES] == [f"{n:02}" for n in range(1, len(NAMES) + 1)]
    assert len(NAMES) >= 14


def test_together_they_use_every_edit_and_every_kind_of_condition():
    steps = [move.step for level in LEVELS.values() for s in level.solutions for move in s.moves if move.kind == "step"]
    assert {next(iter(step_of(step))) for step in steps} >= EDITS
    kinds = {kind for level in LEVELS.values() for _, c in level.goal for kind in c.model_dump(exclude_none=True)}
    assert kinds - {"say"} == {
        *("done", "asked", "turned", "standing", "log", "still"),
        *("shape", "processed", "checkpoint", "finished"),
    }


@pytest.mark.parametrize("level", ALL)
def test_a_level_says_what_a_student_needs(level):
    assert 60 <= len(level.explanation.split()) <= 120
    assert 2 <= len(level.hints) <= 4
    for text in (level.title, level.teaches, level.brief, level.explanation, *level.hints):
        assert "\n" not in text, "one paragraph"
        assert "  " not in text
    for _, condition in level.goal:
        assert condition.words().strip()
        assert condition.part.words().strip()


@pytest.mark.parametrize(("level", "solution"), SOLUTIONS)
def test_a_solution_reaches_the_goal_within_par(level, solution):
    progress = judge(level, *play(level, solution.moves))
    assert progress.missing == ()
    assert progress.solved
    assert (progress.steps > level.par) == solution.beyond_par
    assert progress.stars == (2 if solution.beyond_par else 3)


@pytest.mark.parametrize("level", ALL)
def test_the_first_solution_takes_exactly_par(level):
    assert judge(level, *play(level, level.solutions[0].moves)).steps == level.par


@pytest.mark.parametrize(("level", "solution"), SOLUTIONS)
def test_no_solution_works_before_its_last_move(level, solution):
    assert not judge(level, *play(level, solution.moves[:-1])).solved


@pytest.mark.parametrize(("level", "miss"), NEAR_MISSES)
def test_a_near_miss_misses_what_it_says(level, miss):
    progress = judge(level, *play(level, miss.moves))
    assert {condition.name for condition in progress.conditions if not condition.met} == set(miss.misses)
    assert progress.stars == 0
    assert len(progress.missing) == len(miss.misses)


@pytest.mark.parametrize("level", ALL)
def test_doing_nothing_is_not_enough(level):
    progress = judge(level, Timeline((level.start,)))
    assert not progress.solved
    assert progress.missing


@pytest.mark.parametrize("level", ALL)
def test_no_shorter_way_is_found(level):
    assert fewest_steps(level, min(level.par - 1, DEEPEST)) is None


@pytest.mark.parametrize("level", [level for level in ALL if level.values[0].par <= DEEPEST])
def test_the_search_finds_par_by_itself(level):
    """So the test above does not pass because the search finds nothing."""
    assert fewest_steps(level, level.par) == level.par


@pytest.mark.parametrize("level", ALL)
def test_a_judgement_sees_the_verdicts_that_the_desk_previews(level):
    keys = {*options(level, level.start), *(move.step for s in level.solutions for move in s.moves if move.step)}
    for key in keys:
        seen = preview(level.start, step_of(key))
        answer = outcome(level.start, key)
        assert (answer.verdict, answer.broken) == (seen.verdict, seen.broken)
        assert tuple(map(str, answer.rounds)) == seen.rounds


@pytest.mark.parametrize(("level", "solution"), SOLUTIONS)
def test_undone_steps_do_not_count(level, solution):
    timeline, asked = play(level, solution.moves)
    back = judge(level, timeline.jump(0), asked)
    asks = {name for name, c in level.goal if c.asked or c.turned}
    there = judge(level, Timeline((level.start,)))
    unmet = {c.name for c in there.conditions if not c.met} - asks
    assert {c.name for c in back.conditions if not c.met} == unmet


def test_the_example_in_the_teachers_page_is_a_level(tmp_path):
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```toml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    path = tmp_path / "01-example.toml"
    path.write_text(example, encoding="utf-8")
    level = read_level(path)
    assert judge(level, *play(level, level.solutions[0].moves)).stars == 3
    (miss,) = level.near_misses
    progress = judge(level, *play(level, miss.moves))
    assert {c.name for c in progress.conditions if not c.met} == set(miss.misses)
    assert fewest_steps(level, 1) == 1


def test_the_teachers_page_lists_every_condition_and_field():
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    from execedit_kit.widgets.levels_goal import Condition

    for name, field in Condition.model_fields.items():
        assert f"`{name}`" in page
        for part in getattr(field.annotation, "__args__", ()):
            for inner in getattr(part, "model_fields", {}):
                assert re.search(rf"`{inner}\b", page), (name, inner)


def test_the_files_hold_plain_text_only():
    for name in NAMES:
        text = (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
        assert tomllib.loads(text)
        assert "\t" not in text
        assert not re.search(r"https?://", text)


def test_a_guess_counts_once():
    level = LEVELS["20-predict"]
    step = {"fork_parallel": {"branch": "b0", "rule": "both"}}
    wrong_then_right = [Asked.of((), step, "accepted"), Asked.of((), step, "rejected")]
    met = {c.name: c.met for c in judge(level, Timeline((level.start,)), wrong_then_right).conditions}
    assert not met["parallel"]
    met = {c.name: c.met for c in judge(level, Timeline((level.start,)), wrong_then_right[1:]).conditions}
    assert met["parallel"]
