"""The tally of the agreement run is whole, and the run can fail."""

import csv
import os
import subprocess
import sys
from itertools import pairwise

import pytest

import execedit_kit as ek
from tests.explore import agree


def test_the_tally_is_of_ranges_without_gaps_and_counts_a_million():
    rows = agree.tallied()
    assert int(rows[0]["first_seed"]) == 0
    for before, after in pairwise(rows):
        assert int(after["first_seed"]) == int(before["last_seed"]) + 1
    for row in rows:
        assert int(row["agreed"]) == sum(int(row[name]) for name in agree.COUNTED)
        assert int(row["pruned"]) < int(row["agreed"])
    answered = sum(int(row[name]) for row in rows for name in agree.COUNTED if not name.endswith("invalid"))
    assert answered >= 1_000_000, "with a verdict, invalid edits not counted"
    for name in agree.COUNTED:
        assert sum(int(row[name]) for row in rows) > 1_000, name


def test_a_range_is_counted_the_same_again():
    """Whatever the process: the seed alone decides what is drawn."""
    said = "from tests.explore import agree; print(agree.range_tally(3, 9))"
    told = {
        subprocess.run(
            [sys.executable, "-c", said], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in "12"
    }
    assert len(told) == 1
    assert agree.range_tally(3, 9)["agreed"] > 20


@pytest.mark.slow
def test_the_tally_is_what_its_seeds_draw():
    first = agree.tallied()[0]
    again = agree.range_tally(int(first["first_seed"]), int(first["last_seed"]))
    assert {name: str(number) for name, number in again.items()} == {name: first[name] for name in again}


def test_a_run_goes_on_where_the_tally_ends(tmp_path, monkeypatch):
    monkeypatch.setattr(agree, "RANGE", 2)
    tally = tmp_path / "tally.csv"
    assert agree.main(["--instances", "30", "--tally", str(tally)]) == 0
    first = tally.read_text()
    assert agree.main(["--instances", "90", "--tally", str(tally)]) == 0
    assert tally.read_text().startswith(first)
    rows = list(csv.DictReader(tally.open()))
    assert [int(row["first_seed"]) for row in rows] == list(range(0, 2 * len(rows), 2))


@pytest.mark.parametrize("defect", ["a round too many", "the other verdict", "invalid"])
def test_a_defect_stops_the_run_and_is_printed(tmp_path, monkeypatch, capsys, defect):
    class Wrong:
        verdict = "invalid" if defect == "invalid" else "accepted"

        def __init__(self, answer):
            rounds = getattr(answer, "rounds", ())
            self.rounds = (*rounds, 0) if defect == "a round too many" else rounds
            self.yes = bool(answer) != (defect == "the other verdict")

        def __bool__(self):
            return self.yes

    exact = ek.check

    def check(record, edit):
        answer = exact(record, edit)
        return answer if answer.verdict == "invalid" or len(answer.rounds) < 2 else Wrong(answer)

    monkeypatch.setattr(agree.ek, "check", check)
    monkeypatch.setattr(agree, "RANGE", 20)
    tally = tmp_path / "tally.csv"
    assert agree.main(["--instances", "100000", "--tally", str(tally)]) == 1
    assert "DISAGREEMENT at seed" in capsys.readouterr().err
