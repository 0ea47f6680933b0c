"""Erase any part of what is kept, and two records that need opposite answers become one (model, section 7)."""

from dataclasses import replace

import pytest

import execedit_kit as ek
from execedit_kit.check.replay import read_record
from execedit_kit.explore.erase import DROPPED, TITLES, erased
from execedit_kit.explore.pairs import from_an_empty_start, page_pair, smallest_pair
from execedit_kit.explore.scope import Scope
from execedit_kit.explore.situation import Situation, prepare
from execedit_kit.explore.size import Size
from execedit_kit.record.workflow import branches
from tests.support.renaming import Names

OUTCOMES = {
    "P": ("accepted", "invalid"),
    "I": ("accepted", "rejected"),
    "E": ("installed", "no commit"),
    "C": ("installed", "no commit"),
    "R": ("accepted", "rejected"),
}


@pytest.mark.parametrize("dropped", DROPPED)
def test_the_pair_of_the_page(dropped):
    pair = page_pair(dropped)
    assert (pair.one.outcome, pair.other.outcome) == OUTCOMES[dropped]
    assert pair.holds
    assert from_an_empty_start(pair.one)
    assert from_an_empty_start(pair.other)
    assert TITLES[dropped]


@pytest.mark.parametrize("dropped", DROPPED)
def test_no_other_erasure_makes_the_pair_one(dropped):
    """But that of R, which is a part of what I and E keep."""
    pair = page_pair(dropped)
    equal = {part for part in DROPPED if erased(pair.one, part) == erased(pair.other, part)}
    assert equal == ({"R", "I", "E"} if dropped == "R" else {dropped})


FEW = Size(calls=2, actions=2, labels=1, results=2, events=2, policy_states=2)


@pytest.mark.parametrize(
    ("dropped", "scope", "sizes"),
    [
        ("P", Scope(total=7), (6, 6)),
        ("I", Scope(replace(FEW, events=0), total=9), (8, 9)),
        ("E", Scope(total=7), (6, 7)),
        ("C", Scope(total=5), (5, 5)),
        ("R", Scope(replace(FEW, events=1)), (9, 10)),
    ],
)
def test_the_search_finds_a_smallest_pair(dropped, scope, sizes):
    pair = smallest_pair(dropped, scope)
    assert pair.holds
    assert tuple(sorted(size.total for size in pair.sizes)) == sizes
    assert (pair.one.outcome, pair.other.outcome) == OUTCOMES[dropped]


def test_the_two_of_r_differ_in_nothing_but_the_link():
    """Names are chosen so: what can still happen refers to the same actions, and the log to another."""
    pair = smallest_pair("R", Scope(replace(FEW, events=1)))
    one, other = pair.one.record, pair.other.record
    assert one.registration.rules.keys() == other.registration.rules.keys()
    assert one.calls["y"] == other.calls["y"]
    assert one.log != other.log
    assert [one.label(action) for action in one.log] == [other.label(action) for action in other.log]


def test_nothing_smaller_is_a_pair():
    assert smallest_pair("I", Scope(total=8)) is None
    assert smallest_pair("P", Scope(total=5)) is None
    assert smallest_pair("R", Scope(total=9)) is None
    assert smallest_pair("E", Scope(total=5)) is None
    assert smallest_pair("C", Scope(total=4)) is None


def test_from_an_empty_start_everything_comes_by_legal_steps():
    pair = smallest_pair("P", Scope(total=7), among=from_an_empty_start)
    assert pair.holds
    assert from_an_empty_start(pair.one)
    assert from_an_empty_start(pair.other)


@pytest.mark.parametrize("dropped", [None, *DROPPED])
@pytest.mark.parametrize("name", ["pair-r-same-action", "pair-e-dispatched", "laptop-paid"])
def test_names_do_not_matter(dropped, name):
    record = ek.load(name)
    document = record.document()
    old = [*document["actions"], *document["calls"], *(a.get("label", n) for n, a in document["actions"].items())]
    names = Names({one: f"n{n}" for n, one in enumerate(sorted(set(old), reverse=True))})
    renamed = read_record(names.record(document))
    ask = ek.fork_choice(next(branches(record.workflow)).name)
    assert renamed.digest != record.digest
    assert erased(Situation(renamed, ask), dropped) == erased(Situation(record, ask), dropped)


def test_an_answer_is_installed_only_when_nothing_has_moved():
    record = ek.load("pair-e-queued")
    now = prepare(record, ek.restore_replace("b#1L", "k"))
    assert now.outcome == "installed"
    sent = ek.advance(record, ek.dispatch("d"))
    assert Situation(sent, now.edit, 1, now.prepared).outcome == "no commit"
    assert Situation(record, now.edit, 2, now.prepared).outcome == "no commit"
    assert Situation(record, ek.restore_replace("b#1L", "nowhere"), 1, now.prepared).outcome == "no commit"
    assert not Situation(record, ek.restore_replace("b#1L", "nowhere")).positive


def test_there_is_no_sixth_part():
    with pytest.raises(ek.KitError, match="there is no part 'X'"):
        page_pair("X")
