"""A level that can be read and does not keep its words: each fault is one line with the file and the place."""

import subprocess
import sys

import pytest

from execedit_kit.widgets.levels import levels
from execedit_kit.widgets.levels_faults import faults, main
from execedit_kit.widgets.levels_read import read_level
from tests.levels.test_level_files import GOOD

FORK = 'moves = [{ fork_choice = { branch = "b0", rule = "suppliers" } }]'
MISS = 'moves = [{ fork_choice = { branch = "b0" } }]'
DONE = 'done = { operation = "fork_choice", rule = "suppliers" }'
BEFORE = '{ checkpoint = "k2", branch = "b0" }, '


def longer(moves, before=BEFORE):
    return moves.replace("[", f"[{before}", 1)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (FORK, MISS, "solutions[0].moves: not yet met afterwards: "),
        (FORK, longer(FORK), "solutions[0].moves: the first solution takes 2 steps, and par is 1"),
        (FORK, longer(FORK, '{ call = "xpL" }, '), "solutions[0].moves[0]: refused: there is no call 'xpL'"),
        (
            FORK,
            f'{FORK}\n[[solutions]]\ntitle = "L"\n{longer(FORK)}',
            "solutions[1].beyond_par: it takes 2 steps with par 1, so it needs beyond_par = true",
        ),
        (
            FORK,
            f'{FORK}\n[[solutions]]\ntitle = "L"\nbeyond_par = true\n{FORK}',
            "solutions[1].beyond_par: it takes 1 step with par 1, so it must not have beyond_par = true",
        ),
        (
            FORK,
            FORK.replace("}]", '}, { ask = { checkpoint = "k2", branch = "b0#1L" } }]'),
            "solutions[0].moves: the goal is met before the last move",
        ),
        (MISS, FORK, "near_misses[0].misses: it says forked, and misses nothing: it solves the level"),
        (MISS, longer(MISS, '{ call = "xpL" }, '), "near_misses[0].moves[0]: refused: "),
        ("par = 1", "par = 2", "solutions[0].moves: the first solution takes 1 step, and par is 2"),
        (DONE, "log = { size = 2 }", "goal: it is met before anything is done"),
    ],
)
def test_a_fault_is_one_line_with_file_and_place(tmp_path, old, new, line):
    assert GOOD.count(old) == 1
    path = tmp_path / "07-mine.toml"
    path.write_text(GOOD.replace(old, new), encoding="utf-8")
    found = list(faults(read_level(path)))
    assert any(one.startswith(f"07-mine.toml: {line}") for one in found), found
    assert not any("\n" in one for one in found)


def test_a_way_shorter_than_par_is_found(tmp_path):
    path = tmp_path / "07-mine.toml"
    text = GOOD.replace("par = 1", "par = 2").replace(FORK, longer(FORK))
    path.write_text(text, encoding="utf-8")
    assert list(faults(read_level(path))) == ["07-mine.toml: par: it says 2, and there is a way with 1"]


def test_the_shipped_levels_keep_their_words():
    assert [fault for level in levels() for fault in faults(level)] == []


def test_as_a_command_it_names_every_fault_and_fails(tmp_path, capsys):
    (tmp_path / "01-good.toml").write_text(GOOD, encoding="utf-8")
    assert main(tmp_path) == 0
    assert capsys.readouterr().out == "1 level, and each keeps its words\n"
    (tmp_path / "02-bad.toml").write_text(GOOD.replace(FORK, MISS), encoding="utf-8")
    assert main(tmp_path) == 1
    assert capsys.readouterr().out.startswith("02-bad.toml: solutions[0].moves: ")
    (tmp_path / "03-worse.toml").write_text("title =", encoding="utf-8")
    command = [sys.executable, "-m", "execedit_kit.widgets.levels_faults", str(tmp_path)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (1, "")
    assert ran.stdout.startswith("03-worse.toml: not TOML: ")
