"""B† is a fixed point, the largest one, and grows with the policy (section 3)."""

from collections import defaultdict
from itertools import combinations
from random import Random

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

import execedit_kit as ek
from execedit_kit.check.replay import read_record
from execedit_kit.edits.extend import first_lost_word
from tests.support import literal
from tests.support.generate import EDITS, constraint, question
from tests.support.strategies import examples, sample, thrown

LABELS = ["d0", "d1", "d2", "a", "b"]


def supports_itself(pairs, compatible):
    """Whether every prefix z of a pair has, for every result compatible with z, a pair in the set that extends z."""
    reached = defaultdict(set)
    for result, sequence in pairs:
        for end in range(len(sequence) + 1):
            reached[sequence[:end]].add(result)
    return all(compatible(z) <= results for z, results in reached.items())


def pairs_of(answer):
    """B† as the exact answer lists it."""
    return {(result, z) for z, results in literal.listed(answer).items() for result in results} if answer else set()


def memo(compat):
    known = {}

    def compatible(z):
        if z not in known:
            known[z] = compat(z)
        return known[z]

    return compatible


def pruned(kinds, number, most):
    """Questions of the fixed sample in which something is pruned: (question, definition, answer)."""
    found = []
    for asked in (asked for kind in kinds for asked in sample(kind, number)):
        answer = ek.check(asked.record, asked.edit)
        if answer.verdict != "invalid" and len(answer.rounds) > 1 and answer.rounds[0] <= most:
            found.append((literal.defined(asked.record, asked.edit), answer))
    return found


def test_every_set_that_supports_itself_is_inside():
    """Every subset of B₀ is tried: B† is the union of those that support themselves, and supports itself too."""
    questions = pruned(["tangle", "none", "fork_choice"], 250, 10)
    assert sum(bool(answer) for _, answer in questions) > 10
    assert sum(not answer for _, answer in questions) > 30
    for definition, answer in questions:
        compatible, pairs = memo(definition.compat), sorted(definition.pairs)
        subsets = (chosen for size in range(len(pairs) + 1) for chosen in combinations(pairs, size))
        union = set().union(*(chosen for chosen in subsets if supports_itself(chosen, compatible)))
        assert union == pairs_of(answer)
        assert supports_itself(union, compatible)


def test_adding_pairs_to_the_largest_set_never_supports_itself():
    """The same for larger B₀, of which some subsets are tried."""
    dice = Random(1)
    questions = pruned(["tangle", *EDITS], 150, 300)
    assert len(questions) > 100
    for definition, answer in questions:
        largest, compatible = pairs_of(answer), memo(definition.compat)
        assert supports_itself(largest, compatible)
        others = sorted(definition.pairs - largest)
        for _ in range(10):
            more = dice.sample(others, dice.randint(1, len(others)))
            assert not supports_itself(largest.union(more), compatible)


@st.composite
def tightened(draw, kind):
    """Draw a question under the intersection of two policies, and the first of the two alone."""
    dice = thrown(draw)
    larger = constraint(dice, LABELS)
    return question(dice, kind, {"all": [larger, constraint(dice, LABELS)]}), larger


@pytest.mark.parametrize("kind", ["none", *EDITS])
@given(data=st.data())
@examples(40)
def test_a_larger_policy_leaves_more(kind, data):
    question, larger = data.draw(tightened(kind))
    record = question.record
    wide = read_record({**record.document(), "policy": larger})  # its history is legal still
    before, after = ek.check(record, question.edit), ek.check(wide, question.edit)
    assert (before.verdict == "invalid") == (after.verdict == "invalid")
    extension = ek.check(record, ek.extend(policy=larger))
    assert extension.verdict != "invalid"
    assert extension.rounds == ek.check(wide).rounds
    if before:
        event("accepted")
        assert after
        assume(after.rounds[0] <= 2_000)
        small, large = literal.listed(before), literal.listed(after)
        assert all(results <= large[z] for z, results in small.items())
    if ek.check(record):
        extended = ek.advance(record, ek.extend(policy=larger))
        assert ek.check(extended, question.edit).verdict == after.verdict
        assert read_record(extended.document()) == extended
    lost = first_lost_word(wide.registration.policy, record.registration.policy)
    back = ek.check(wide, ek.extend(policy=record.document()["policy"]))
    assert (back.verdict == "invalid") == (lost is not None)
    if lost is not None:
        event("a word is lost")
        assert back.broken == "policy"
        assert " ".join(lost) in back.why
