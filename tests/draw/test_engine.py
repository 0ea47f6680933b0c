"""The layout program is found, its failures are one sentence, and every format can be made."""

import os
import shutil
import stat
import subprocess
import sys
import sysconfig

import pytest

import execedit_kit as ek
from execedit_kit.draw import engine
from execedit_kit.draw.engine import CannotDraw, Picture, layout_program, render


def test_a_system_dot_comes_first(tmp_path, monkeypatch):
    dot = tmp_path / ("dot.exe" if os.name == "nt" else "dot")
    dot.write_text("#!/bin/sh\n")
    dot.chmod(dot.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert layout_program() == dot


def test_graphviz_pure_is_found_without_a_path(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    program = layout_program()
    assert program.stem == "graphviz-pure"
    assert program.parent.samefile(sysconfig.get_path("scripts"))


def test_a_new_process_without_a_path_draws(tmp_path):
    code = "import execedit_kit as ek; print(len(ek.draw.dag(ek.load('laptop')).svg()))"
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PATH": str(tmp_path)}, capture_output=True, text=True
    )
    assert int(done.stdout) > 1000, done.stderr


def test_without_any_program_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setattr(engine.shutil, "which", lambda name, path=None: None)
    with pytest.raises(CannotDraw, match="install Graphviz, or the Python package graphviz-pure") as caught:
        ek.draw.dag(ek.load("laptop")).svg()
    assert isinstance(caught.value, ek.KitError)


def test_a_program_that_fails_is_quoted(program):
    with pytest.raises(CannotDraw, match="could not draw this"):
        engine.run("digraph { no such thing", "json")


def test_a_program_that_cannot_run_is_named(monkeypatch, tmp_path):
    broken = tmp_path / "dot"
    broken.write_text("no program")
    broken.chmod(0o755)
    monkeypatch.setattr(engine, "layout_program", lambda: broken)
    with pytest.raises(CannotDraw, match="cannot be run"):
        engine.run("digraph {}", "json")


def test_a_program_that_does_not_finish_is_stopped(monkeypatch, tmp_path):
    slow = tmp_path / "slow"
    slow.write_text(f"#!{sys.executable}\nimport time; time.sleep(30)\n")
    slow.chmod(0o755)
    monkeypatch.setattr(engine, "layout_program", lambda: slow)
    monkeypatch.setattr(engine, "SECONDS", 0.2)
    with pytest.raises(CannotDraw, match="did not finish"):
        engine.run("digraph {}", "json")


@pytest.mark.parametrize(("format", "begins"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
@pytest.mark.parametrize("dark", [False, True])
def test_every_format_can_be_made_and_is_the_same_twice(format, begins, dark, program):
    picture = ek.draw.dag(ek.check(ek.load("laptop-paid"), ek.restore_live("b0#1R", "k")), dark=dark)
    data = render(picture, format)
    assert data.startswith(begins)
    assert data == render(picture, format)


def test_a_picture_is_a_graphviz_graph(program):
    import graphviz

    picture = ek.draw.dag(ek.load("laptop"))
    assert isinstance(picture, graphviz.Digraph)
    assert picture.source.startswith("digraph {")
    assert picture.pipe(format="svg").startswith(b"<?xml")
    assert picture.pipe(format="svg", encoding="utf-8").startswith("<?xml")
    assert b"xr" in picture.pipe(format="plain")
    assert picture._repr_mimebundle_().keys() == {"image/svg+xml", "text/plain"}


def test_a_picture_made_by_hand_can_be_drawn_too(program):
    picture = Picture("two nodes")
    picture.edge("a", "b", label="plain text")
    svg = picture.svg()
    assert ">a</text>" in svg
    assert ">plain text</text>" in svg


def test_painting_leaves_nothing_behind(program, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for format in ("svg", "png", "pdf"):
        render(ek.draw.dag(ek.load("laptop")), format)
    assert list(tmp_path.iterdir()) == []


def test_dot_is_not_needed():
    """The suite draws on a machine that has no system dot; where there is one, it is used as well."""
    assert layout_program().name.startswith("dot" if shutil.which("dot") else "graphviz-pure")
