"""Every notebook runs from top to bottom, opens like the others, and leads only to what exists."""

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


def read(path):
    return nbformat.read(path, as_version=4)


@pytest.mark.notebook
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_runs_from_top_to_bottom(path):
    notebook = read(path)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": path.parent}}).execute()
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            assert output.output_type != "error"
            assert output.get("name") != "stderr", output.text


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_opens_with_what_it_does_and_needs(path):
    first = read(path).cells[0]
    assert first.cell_type == "markdown"
    assert first.source.startswith("# ")
    for heading in ("**What you will do.**", "**What you will learn.**", "**What you need.**"):
        assert heading in first.source


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_is_a_readers_page(path):
    cells = read(path).cells
    for cell in cells:
        if cell.cell_type == "code":
            assert len(cell.source.splitlines()) <= 10, f"more than ten lines belong in the package:\n{cell.source}"
        else:
            for target in re.findall(r"\]\(([^)#]+)\)", cell.source):
                assert (path.parent / target).exists(), f"{target} does not exist"


def test_there_are_notebooks():
    assert "00-start" in {path.stem for path in NOTEBOOKS}
