"""A bare name at the end of a cell shows the picture, and importing the kit loads nothing for it."""

import subprocess
import sys

import pytest

import execedit_kit as ek
from execedit_kit.draw import engine

VALUES = {
    "record": lambda: ek.load("laptop"),
    "accepted": lambda: ek.check(ek.load("laptop"), ek.fork_choice("b0", rule="suppliers")),
    "rejected": lambda: ek.check(ek.load("release-emergency")),
    "invalid": lambda: ek.check(ek.load("laptop"), ek.fork_choice("b0", rule="vendors")),
    "rules": lambda: ek.check(ek.load("laptop"), ek.fork_choice("b0", rule="suppliers")).automaton,
}


@pytest.mark.parametrize("name", VALUES)
def test_it_shows_itself_as_a_picture_with_words(name, seen):
    bundle = VALUES[name]()._repr_mimebundle_(include=None, exclude=None)
    assert bundle.keys() == {"image/svg+xml", "text/plain"}
    assert seen(bundle["image/svg+xml"]).texts
    assert bundle["text/plain"]


def test_a_notebook_would_show_it():
    from IPython.core.formatters import DisplayFormatter

    data, _ = DisplayFormatter().format(ek.load("laptop"))
    assert data["image/svg+xml"].startswith("<svg")
    assert data["text/plain"].startswith("execution record 'school-purchase': 2 calls processed: xr (new), xa (new)")


def test_without_a_layout_program_the_words_are_left(monkeypatch):
    monkeypatch.setattr(engine.shutil, "which", lambda name, path=None: None)
    bundle = VALUES["accepted"]()._repr_mimebundle_()
    assert bundle.keys() == {"text/plain"}
    assert "✓ accepted" in bundle["text/plain"]
    assert "no picture: pictures need a layout program" in bundle["text/plain"]


def test_the_definition_is_a_table_of_its_pairs():
    bundle = ek.define(ek.load("release-emergency"))._repr_mimebundle_()
    assert "✕ rejected: rounds 2 → 1 → 0" in bundle["text/html"]
    assert "x∥z" in bundle["text/html"]
    assert bundle["text/html"].count("✓") == 3
    assert bundle["text/plain"] == "✕ rejected: rounds 2 → 1 → 0"


def test_a_long_definition_is_cut_and_says_so():
    html = ek.define(ek.load("packing-list"))._repr_mimebundle_()["text/html"]
    assert "… and 680 more pairs" in html


def test_a_definition_past_its_limit_says_so():
    bundle = ek.define(ek.load("packing-list"), limits=ek.Limits(pairs=10))._repr_mimebundle_()
    assert "the limit is 10 pairs" in bundle["text/plain"]


def test_names_are_made_safe_for_html():
    record = ek.record(actions=["<b>&"], workflow={"branch": "b", "contract": "<b>&"}, policy={"any": True})
    assert "&lt;b&gt;&amp;" in ek.define(record)._repr_mimebundle_()["text/html"]


def test_importing_the_kit_loads_no_drawing_library():
    code = "import sys, execedit_kit; print([m for m in ('matplotlib', 'pandas', 'IPython') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


def test_the_kernel_stays_free_of_pictures():
    code = (
        "import sys; sys.modules['execedit_kit'] = type(sys)('execedit_kit');"
        f"sys.modules['execedit_kit'].__path__ = {list(ek.__path__)!r};"
        "import execedit_kit.check.replay; print([m for m in sys.modules if 'draw' in m and 'execedit' in m])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"
