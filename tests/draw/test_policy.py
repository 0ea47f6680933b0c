"""A policy drawn: every state and label that can come, the state of the log lit, and a part of it when it is large."""

import re

import execedit_kit as ek
from execedit_kit.draw.engine import render
from execedit_kit.draw.policy import MOST_STATES, policy


def lit(picture):
    """The titles of the nodes that say that they are the present one."""
    return re.findall(r"<title>(state \d+, where the log has led)</title>", picture)


def drawn(record, **options):
    return render(policy(record.registration.policy, record.labels, **options), "svg").decode()


def test_every_state_is_there_and_the_one_of_the_log_is_lit():
    picture = drawn(ek.load("laptop"))  # r a, then pL s or pR s
    assert len(re.findall(r"<title>state \d+", picture)) == 5
    assert lit(picture) == ["state 2, where the log has led"]
    for label in ("r", "a", "pL", "pR", "s"):
        assert f">{label}<" in picture
    start = drawn(ek.record(actions=["x"], workflow={"branch": "b", "contract": "x"}, policy={"words": [["x"]]}))
    assert lit(start) == ["state 0, where the log has led"]


def test_a_large_policy_shows_the_way_of_the_log_and_what_comes_next():
    names = [f"x{n}" for n in range(12)]
    record = ek.record(
        actions=names,
        workflow={"branch": "b", "contract": {"sequence": names}},
        policy={"all": [{"at_most": [name, 1]} for name in names]},
        history=[{"call": "x0"}, {"call": "x1"}],
    )
    picture = drawn(record, dark=True)
    assert "too large to draw whole" in picture
    assert len(lit(picture)) == 1
    assert 3 <= len(re.findall(r"<title>state \d+", picture)) <= MOST_STATES
    assert ">x11<" in picture
