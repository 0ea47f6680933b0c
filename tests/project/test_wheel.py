"""The built package works on its own, without the checkout."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def python(*arguments, cwd, **environment):
    """What this Python says; it is also the message of a failure."""
    done = subprocess.run(
        [sys.executable, *arguments], cwd=cwd, env=os.environ | environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Where the wheel, built from the source distribution, is installed."""
    folder = tmp_path_factory.mktemp("wheel")
    python("-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT), cwd=folder)
    (wheel,) = folder.glob("*.whl")
    target = folder / "installed"
    offline = ["--quiet", "--no-deps", "--no-index"]
    python("-m", "pip", "install", *offline, "--target", str(target), str(wheel), cwd=folder)
    return target


def outside(installed, *arguments):
    """What Python says away from the checkout, with the installed package first on its path."""
    return python(*arguments, cwd=installed.parent, PYTHONPATH=str(installed)).strip()


def files(folder):
    """Every file below, but hidden ones."""
    found = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
    return {path for path in found if not any(part.startswith(".") for part in path.parts)}


def test_it_is_imported_from_where_it_was_installed(installed):
    where = outside(installed, "-c", "import execedit_kit as ek; print(ek.__file__)")
    assert installed in Path(where).parents


def test_its_examples_come_with_it(installed):
    names = outside(installed, "-c", "import execedit_kit as ek; print(*ek.examples().name)").split()
    assert "laptop" in names
    outside(installed, "-c", "import execedit_kit as ek; ek.load('laptop')")


def test_it_carries_its_types_and_all_of_the_data(installed):
    package = installed / "execedit_kit"
    assert (package / "py.typed").is_file()
    assert files(package / "_data") == files(ROOT / "data")


def test_its_command_comes_with_it(installed):
    assert "check" in outside(installed, "-m", "execedit_kit", "--help")
    assert [path.stem for path in installed.glob("*/execedit*") if path.parent.name in ("bin", "Scripts")]
