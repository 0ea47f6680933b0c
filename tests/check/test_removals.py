"""A removal's prefix was there until its round, and an edit that makes no group takes no group's name."""

import execedit_kit as ek


def test_a_prefix_that_falls_passes_nothing_that_fell_before():
    words = ["w x", "x y a c", "y x a c", "x y b a", "y x b a"]
    record = ek.record(
        actions=list("xywabc"),
        policy={"words": [word.split() for word in words]},
        workflow={
            "branch": "b",
            "contract": {
                "results": {"p1": {"calls": list("xyab")}, "p2": {"calls": list("xyac")}, "o": {"calls": list("xw")}}
            },
        },
    )
    answer = ek.check(record)
    first = {removal.prefix for removal in answer.removals if removal.round == 1}
    later = [removal.prefix for removal in answer.removals if removal.round > 1]
    assert first
    assert later
    assert not [prefix for prefix in later for n in range(len(prefix)) if prefix[: n + 1] in first]


def test_only_an_edit_that_makes_a_group_needs_its_name():
    record = ek.record(
        actions=["x", "y"],
        policy={"any": True},
        workflow={
            "group": "g#1",
            "parallel": [{"branch": "b", "contract": "x"}, {"branch": "c", "contract": "y"}],
        },
    )
    assert ek.check(record, ek.merge_join("g#1"))
    assert ek.check(record, ek.fork_choice("b")).broken == "name"
