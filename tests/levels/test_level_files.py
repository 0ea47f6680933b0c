"""A mistake in a level file is one clear line with file and field."""

import pytest

from execedit_kit.widgets.desk_model import Timeline
from execedit_kit.widgets.levels import MalformedLevel, WrongStart, judge, levels
from execedit_kit.widgets.levels_read import read_level

GOOD = """
title = "T"
teaches = "x"
brief = "Do it."
start = "laptop"
par = 1
hints = ["a hint"]
explanation = "Because."

[goal.forked]
done = { operation = "fork_choice", rule = "suppliers" }

[[solutions]]
title = "S"
moves = [{ fork_choice = { branch = "b0", rule = "suppliers" } }]

[[near_misses]]
title = "N"
moves = [{ fork_choice = { branch = "b0" } }]
misses = ["forked"]
"""
DONE = 'done = { operation = "fork_choice", rule = "suppliers" }'
MISTAKES = [
    ('title = "T"\n', "", "title: this field is missing"),
    ("par = 1", 'par = "1"', "par: input should be a valid integer"),
    ("par = 1", "par = -1", "par: input should be greater than or equal to 0"),
    ("par = 1", "par = 1\npars = 2", "pars: there is no field called 'pars'"),
    ('hints = ["a hint"]', "hints = []", "hints: tuple should have at least 1 item"),
    ('start = "laptop"', 'start = "laptpo"', "start: laptpo: there is no file and no shipped record of that name"),
    ('start = "laptop"', "start = '{'", "start: not JSON"),
    ('start = "laptop"', "start = { actions = { } }", "start: "),
    (DONE, "", "goal.forked: expected exactly one of done, asked, turned"),
    (DONE, f"{DONE}\nfinished = true", "goal.forked: expected exactly one of"),
    (
        DONE,
        'done = { operation = "fork" }',
        "goal.forked.done.operation[0]: input should be 'call', 'checkpoint', 'fork_choice'",
    ),
    (
        DONE,
        'done = { rule = "supplier" }',
        "goal.forked.done.rule: there is no rule in the start record called 'supplier'; did",
    ),
    (DONE, 'done = { rules = "suppliers" }', "goal.forked.done.rules: there is no field called 'rules'"),
    (DONE, 'done = { times = "two" }', 'goal.forked.done.times: expected a number, or words such as "at least 2"'),
    (DONE, 'asked = { rule = "suppliers" }', "goal.forked.asked.verdict: this field is missing"),
    (DONE, 'asked = { verdict = "refused" }', "goal.forked.asked.verdict: input should be 'accepted'"),
    (DONE, 'asked = { verdict = "invalid", broken = "rule" }', "goal.forked.asked.broken: input should be 'branch'"),
    (
        DONE,
        'still = { can = ["pay_Q"] }',
        "goal.forked.still.can: there is no action in the start record called 'pay_Q'",
    ),
    (DONE, 'log = { has = "xa" }', "goal.forked.log.has: there is no action in the start record called 'xa'"),
    (DONE, "standing = { safe_executions = -2 }", "goal.forked.standing.safe_executions: expected a number"),
    (DONE, 'finished = "yes"', "goal.forked.finished: input should be a valid boolean"),
    ('rule = "suppliers" } }]\n\n[[near', 'rules = "suppliers" } }]\n\n[[near', "solutions[0].moves[0]: "),
    (
        'moves = [{ fork_choice = { branch = "b0" } }]',
        "moves = [{ undo = 0 }]",
        "near_misses[0].moves[0]: expected { undo = NUMBER }",
    ),
    (
        'moves = [{ fork_choice = { branch = "b0" } }]',
        'moves = [{ ask = { call = "xa" }, guess = "maybe" }]',
        "near_misses[0].moves[0]: expected { ask = STEP, guess =",
    ),
    (
        'misses = ["forked"]',
        'misses = ["forkd"]',
        "near_misses[0].misses: there is no condition of the goal called 'forkd'; did you mean 'forked'?",
    ),
    ('title = "T"', "title = ", "not TOML: "),
]


def written(tmp_path, text, name="07-mine.toml"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_the_file_without_a_mistake_is_read(tmp_path):
    level = read_level(written(tmp_path, GOOD))
    assert (level.name, level.par) == ("07-mine", 1)
    assert levels(tmp_path) == (level,)


@pytest.mark.parametrize(("old", "new", "line"), MISTAKES, ids=[line for _, _, line in MISTAKES])
def test_a_mistake_is_one_line_with_file_and_field(tmp_path, old, new, line):
    assert GOOD.count(old) == 1
    with pytest.raises(MalformedLevel) as caught:
        read_level(written(tmp_path, GOOD.replace(old, new)))
    assert str(caught.value).startswith(f"07-mine.toml: {line}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["mine.toml", "7-mine.toml", "07-Mine.toml", "07-mine.json", "07 mine.toml"])
def test_a_file_has_a_number_and_a_name(tmp_path, name):
    with pytest.raises(MalformedLevel, match="NN-some-name"):
        read_level(written(tmp_path, GOOD, name))


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(MalformedLevel, match=r"^07-mine\.toml: no such file"):
        read_level(tmp_path / "07-mine.toml")
    path = tmp_path / "08-bytes.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(MalformedLevel, match=r"^08-bytes\.toml: not TOML"):
        read_level(path)


def test_a_folder_without_levels(tmp_path):
    with pytest.raises(MalformedLevel, match="no level file"):
        levels(tmp_path)


def test_another_record_is_not_judged():
    first, second = levels()[:2]
    with pytest.raises(WrongStart, match="reset the level"):
        judge(first, Timeline((second.start,)))
