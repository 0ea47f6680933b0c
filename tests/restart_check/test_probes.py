"""Small plans about one thing each: the truth is what happens when they run, and the flow level must say the same."""

import tomllib
from itertools import islice
from pathlib import Path

import pytest

from execedit_kit.restart.check.checked import check
from execedit_kit.restart.check.witness import find_witness
from execedit_kit.restart.check.worlds import trials
from execedit_kit.restart.plan import read_plan
from execedit_kit.restart.world import World

HERE = Path(__file__).parent
PROBES = HERE / "probes"
SAID = tomllib.loads((HERE / "probes.toml").read_text(encoding="utf-8"))
TRUTH = {**dict.fromkeys(SAID["breaks"], True), **dict.fromkeys(SAID["never"], False)}
KNOWN = SAID["known"]
# A plan said to break must break in one of all worlds; one said never to is tried in the first few here,
# and in all of them by `make bench`.
FIRST = 5


def test_every_probe_is_listed_once():
    assert {path.name for path in PROBES.iterdir()} == set(TRUTH)
    assert len(TRUTH) == len(SAID["breaks"]) + len(SAID["never"]) >= 60
    assert set(KNOWN) <= set(TRUTH)


@pytest.mark.parametrize("name", sorted(TRUTH))
def test_the_truth_is_what_happens(name):
    worlds = None if TRUTH[name] else islice(trials(World()), FIRST)
    found = find_witness(read_plan(PROBES / name), worlds=worlds)
    assert (found.trial is not None) == TRUTH[name], str(found)
    assert not found.reason


@pytest.mark.parametrize("name", sorted(TRUTH))
def test_the_flow_level_says_what_happens(name):
    checked = check(read_plan(PROBES / name))
    whys = [finding.why for finding in checked.findings]
    assert checked.flagged == (TRUTH[name] != (name in KNOWN)), whys
