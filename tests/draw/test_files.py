"""Pictures in files, and the command that makes them."""

import subprocess
import sys
from pathlib import Path

import pytest

import execedit_kit as ek
from execedit_kit.draw.engine import CannotDraw
from execedit_kit.draw.files import draw_to_file

FIGURE = Path(__file__).parents[2] / "data" / "figures" / "readme.svg"
EDIT = '{"fork_choice": {"branch": "b0", "rule": "suppliers"}}'


@pytest.mark.parametrize(("name", "begins"), [("a.svg", b"<?xml"), ("b.PNG", b"\x89PNG"), ("c.pdf", b"%PDF")])
def test_the_name_says_the_format(name, begins, tmp_path):
    draw_to_file(ek.load("laptop"), tmp_path / name, dark=True)
    assert (tmp_path / name).read_bytes().startswith(begins)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_finished_picture_can_be_written_too(tmp_path):
    answer = ek.check(ek.load("laptop"), ek.fork_choice("b0", rule="suppliers"))
    draw_to_file(ek.draw.automaton(answer), str(tmp_path / "rules.svg"))
    assert "rules in force" in (tmp_path / "rules.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["a.gif", "svg", "a.svg.txt"])
def test_another_format_is_one_sentence(name, tmp_path):
    with pytest.raises(CannotDraw, match=r"ends in \.svg, \.png or \.pdf") as caught:
        draw_to_file(ek.load("laptop"), tmp_path / name)
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_what_was_there_stays_when_nothing_can_be_written(tmp_path):
    (tmp_path / "kept.svg").mkdir()
    with pytest.raises(OSError, match=r"kept\.svg"):
        draw_to_file(ek.load("laptop"), tmp_path / "kept.svg")
    with pytest.raises(FileNotFoundError):
        draw_to_file(ek.load("laptop"), tmp_path / "nowhere" / "a.svg")
    assert [path.name for path in tmp_path.iterdir()] == ["kept.svg"]


def test_the_command_draws(tmp_path):
    command = [sys.executable, "-m", "execedit_kit", "draw", "laptop", "--edit", EDIT, "-o"]
    done = subprocess.run([*command, str(tmp_path / "a.svg")], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "✓ accepted" in (tmp_path / "a.svg").read_text(encoding="utf-8")
    done = subprocess.run([*command, str(tmp_path / "a.bmp")], capture_output=True, text=True)
    assert done.returncode == 3
    assert done.stderr.count("\n") == 1


def test_the_figure_of_the_readme_is_what_the_kit_draws(pure, tmp_path):
    """When this fails on purpose: ``execedit draw laptop --edit '{…}' -o data/figures/readme.svg`` makes it anew."""
    answer = ek.check(ek.load("laptop"), {"fork_choice": {"branch": "b0", "rule": "suppliers"}})
    draw_to_file(answer, tmp_path / "readme.svg")
    assert (tmp_path / "readme.svg").read_bytes() == FIGURE.read_bytes()


def test_the_readme_shows_the_figure():
    assert "](data/figures/readme.svg)" in (FIGURE.parents[2] / "README.md").read_text(encoding="utf-8")
