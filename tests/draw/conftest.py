"""Pictures are laid out by graphviz-pure and, where a machine has one, by the system's dot: the same tests run twice.

A clean machine has no system dot. There the tests run once, and the report's head says why.
"""

import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from execedit_kit.draw import engine

SYSTEM = shutil.which("dot")
PROGRAMS = ["graphviz-pure", *(["dot"] if SYSTEM else [])]


def pytest_report_header():
    """Say with which programs the pictures are tested."""
    return [] if SYSTEM else ["tests/draw: with graphviz-pure only: there is no system dot on the PATH to test with"]


@pytest.fixture
def pure(monkeypatch):
    """The program of graphviz-pure, found as on a machine without a system dot; it lays out whatever is drawn."""
    which = shutil.which
    monkeypatch.setattr(
        engine.shutil, "which", lambda name, path=None: None if name == "dot" else which(name, path=path)
    )
    return engine.layout_program()


@pytest.fixture(params=PROGRAMS)
def program(request, monkeypatch):
    """Each layout program that is here, used for whatever the test draws."""
    if request.param == "dot":
        return Path(SYSTEM)
    return request.getfixturevalue("pure")


class Seen:
    """What a reader finds in an SVG."""

    def __init__(self, svg):
        self.svg = svg
        self.root = ElementTree.fromstring(svg)
        named = {tag: list(self.root.iter(f"{{http://www.w3.org/2000/svg}}{tag}")) for tag in ("text", "title", "path")}
        self.texts = [one.text for one in named["text"]]
        self.titles = [one.text for one in named["title"]]
        self.struck = [one.text for one in named["text"] if one.get("text-decoration") == "line-through"]
        self.paths = named["path"]
        self.words = self.root.get("aria-label")
        self.text = "\n".join(self.texts)

    def has(self, *texts):
        """Whether each stands somewhere in a line."""
        missing = [text for text in texts if text not in self.text]
        assert not missing, f"{missing} not in:\n{self.text}"
        return True


@pytest.fixture
def seen():
    """Read what is in a picture or in its SVG."""
    return lambda picture: Seen(picture if isinstance(picture, str) else picture.svg())
