"""pyproject.toml, environment.yml and CONTRIBUTING.md name the same libraries."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
DECLARED = PROJECT["dependencies"] + EXTRAS["dev"] + EXTRAS["cluster"]

# conda-forge's name, where it is not PyPI's
CONDA = {"graphviz": "python-graphviz", "build": "python-build", "playwright": "playwright-python"}


def bounds(requirements):
    """Canonical name → version bound."""
    parsed = [Requirement(text) for text in requirements]
    return {canonicalize_name(each.name): str(each.specifier) for each in parsed}


def conda_environment():
    """The libraries of environment.yml (under PyPI's names), and its Python bound."""
    listed = yaml.safe_load((ROOT / "environment.yml").read_text())["dependencies"]
    (from_pip,) = [each["pip"] for each in listed if isinstance(each, dict)]
    from_conda = bounds(each for each in listed if isinstance(each, str))
    assert from_conda.pop("pip") == ""
    python = from_conda.pop("python")
    pypi = {conda: name for name, conda in CONDA.items()}
    assert "--editable ." in from_pip
    named = {pypi.get(name, name): bound for name, bound in from_conda.items()}
    return named | bounds(each for each in from_pip if not each.startswith("-")), python


def test_conda_names_the_same_libraries_with_the_same_bounds():
    libraries, python = conda_environment()
    assert libraries == bounds(DECLARED)
    assert python == PROJECT["requires-python"]


@pytest.mark.parametrize("text", DECLARED)
def test_a_library_has_a_lower_bound_and_no_other(text):
    assert [each.operator for each in Requirement(text).specifier] == [">="]


def test_every_library_has_its_line_in_contributing():
    section = (ROOT / "CONTRIBUTING.md").read_text().split("\n## Dependencies\n")[1].split("\n## ")[0]
    lines = re.findall(r"^\| ([\w-]+) \| \S.* \|$", section, re.MULTILINE)
    assert sorted(set(lines) - {"library"}) == sorted(bounds(DECLARED))
