"""Random questions beyond a scope are legal, the same from the same seed, and lead to counterexamples to shrink."""

from random import Random

import execedit_kit as ek
from execedit_kit.check.replay import read_record
from execedit_kit.explore.aim import ACCEPTS_UNSAFE, disagreement
from execedit_kit.explore.naive import naive
from execedit_kit.explore.sample import LARGE, drawn, sample
from execedit_kit.explore.search import confirm
from execedit_kit.explore.shrink import shrink
from execedit_kit.explore.size import size_of


def test_what_is_drawn_is_a_legal_record_within_the_bounds():
    sizes = set()
    for n in range(60):
        for instance in list(drawn(Random(n), LARGE))[::7]:
            question = instance.question
            assert read_record(question.record.document()) == question.record
            confirm(question, instance.truth)
            size = size_of(question)
            assert (size.calls, size.actions, size.labels) <= (LARGE.calls, LARGE.actions, LARGE.labels)
            assert size.events <= LARGE.events
            sizes.add(size)
    assert max(size.total for size in sizes) > 18
    assert max(size.calls for size in sizes) > 4


def test_the_same_seed_gives_the_same_sample():
    aim = disagreement("label-identity")
    assert sample(aim, draws=60) == sample(aim, draws=60)
    assert sample(aim, draws=60, seed=1).counts != sample(aim, draws=60).counts


def test_a_random_counterexample_shrinks_to_about_the_smallest():
    found = sample(disagreement("log-only", [ACCEPTS_UNSAFE]), draws=1_200)
    assert found.found
    first = found.found[0]

    def keeps(question):
        return (
            question.edit is not None
            and naive("log-only").accepts(question)
            and not ek.check(question.record, question.edit)
        )

    shrunk = shrink(first.question, keeps)
    assert shrunk.minimal
    assert shrunk.size.total <= first.size.total
    assert shrunk.size.total >= 6
