"""What README.md and CONTRIBUTING.md name exists, and nothing is tracked that should not be."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = {name: (ROOT / name).read_text() for name in ("README.md", "CONTRIBUTING.md")}
MADE_HERE = (".venv", "dist")  # by the Makefile, so not always there
LOCK_FILE = re.compile(r".*\.lock|.*-lock\.(json|ya?ml)|npm-shrinkwrap\.json")
MACHINE_PATH = re.compile(rb"(?<![\w.~-])/(?:root|home|work)/")


def blocks(page, language):
    """The fenced blocks of a page in this language."""
    return re.findall(rf"^```{language}\n(.*?)^```", PAGES[page], re.MULTILINE | re.DOTALL)


def commands():
    """Every command line of the pages, as (page, line): in sh blocks, and in the prose."""
    found = []
    for page, text in PAGES.items():
        lines = "".join(blocks(page, "sh")).splitlines()
        lines += re.findall(r"`((?:make|conda|\.venv/bin/\S+) [^`\n]+)`", text)
        found += [(page, line) for line in lines]
    return found


def paths():
    """Every relative path of the pages, as (page, path): links, and code that looks like one."""
    found = []
    for page, text in PAGES.items():
        links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", text)
        spans = re.findall(r"`((?:[\w.-]+/)+[\w.-]*|[\w-]+\.(?:md|toml|yml|ipynb|py|svg|json))`", text)
        found += [(page, path) for path in links + spans if "://" not in path]
    return found


def tracked():
    """The files of the repository, as git lists them."""
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("not a git checkout")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    return [path for name in os.fsdecode(listed).split("\0") if name and (path := ROOT / name).is_file()]


@pytest.mark.parametrize(("page", "line"), commands())
def test_a_named_command_exists(page, line):
    program, *rest = shlex.split(line, comments=True)
    if program == "make":
        targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
        assert [word for word in rest if "=" not in word and word not in targets] == []
    elif program == "conda":
        assert (ROOT / rest[rest.index("-f") + 1]).is_file()
    else:
        folder, _, name = program.rpartition("/")
        assert folder == ".venv/bin"
        assert shutil.which(name, path=Path(sys.executable).parent)


@pytest.mark.parametrize(("page", "path"), paths())
def test_a_named_path_exists(page, path):
    assert path.startswith(MADE_HERE) or (ROOT / path).exists()


def test_the_pages_name_something():
    """The two tests above are not empty."""
    assert len(commands()) > 5
    assert len(paths()) > 5


@pytest.mark.parametrize("example", blocks("README.md", "python"))
def test_an_example_in_python_runs(example):
    exec(example, {})


@pytest.mark.parametrize("line", [line for _, line in commands() if line.startswith(".venv/bin/execedit ")])
def test_an_example_of_the_command_runs(line):
    arguments = shlex.split(line)[1:]
    done = subprocess.run([sys.executable, "-m", "execedit_kit", *arguments], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_every_make_target_is_phony_and_explained():
    makefile = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"^(\w+):", makefile, re.MULTILINE))
    assert set(re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)[0].split()) == targets
    assert set(re.findall(r'@echo "make (\w+)', makefile)) == targets - {"help"}


def test_no_path_of_a_machine_is_tracked():
    assert [path for path in tracked() if MACHINE_PATH.search(path.read_bytes())] == []


def test_no_lock_file_is_tracked():
    assert [path for path in tracked() if LOCK_FILE.fullmatch(path.name)] == []


def test_notebooks_are_tracked_without_outputs():
    for path in tracked():
        if path.suffix == ".ipynb":
            for cell in json.loads(path.read_text())["cells"]:
                assert not cell.get("outputs"), path
                assert cell.get("execution_count") is None, path
