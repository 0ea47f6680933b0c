"""Why: the pruning behind a verdict opens under the desk, asks to be looked at, and is closed when the record moves."""

import pytest

import execedit_kit as ek
from execedit_kit.widgets import why as why_module
from execedit_kit.widgets.stepper import PruningStepper
from execedit_kit.widgets.why import Why

FORK = {"fork_choice": {"branch": "b0", "rule": "suppliers"}}


@pytest.fixture
def desk():
    return ek.EditDesk("laptop-tight")


def asked(desk, step):
    """Ask as a view does."""
    desk._receive(None, {"type": "why", "step": step}, None)


def test_it_opens_where_the_rejection_is_decided_and_asks_to_be_looked_at(desk):
    place = Why(desk)
    assert place.children == ()
    asked(desk, FORK)
    (stepper,) = place.children
    assert isinstance(stepper, PruningStepper)
    assert (stepper.round, stepper.sizes, stepper.wanted) == (1, (1, 0), 1)
    assert stepper.answer.edit == ek.fork_choice("b0", rule="suppliers")


def test_asked_again_the_same_stepper_shows_the_other_answer(desk):
    place = Why(desk)
    asked(desk, FORK)
    (first,) = place.children
    desk.predicting = True
    asked(desk, None)
    assert place.children == (first,)
    assert first.answer.edit is None
    assert first.predict
    assert first.wanted == 2


def test_it_closes_when_the_desk_shows_another_record(desk):
    place = Why(desk)
    asked(desk, FORK)
    desk.fork_choice("b0")
    assert place.children == ()


def test_while_it_is_worked_out_it_says_so(desk, monkeypatch):
    place = Why(desk)
    seen = []

    def slow(*args, **kwargs):
        seen.append([child.value for child in place.children])
        return ek.check(*args, **kwargs)

    monkeypatch.setattr(why_module, "check", slow)
    asked(desk, FORK)
    assert seen == [['<p role="status">Working out the pruning …</p>']]


def test_a_limit_is_shown_on_the_desk_and_nothing_stays_open(desk):
    place = Why(desk, limits=ek.Limits(states=2))
    asked(desk, FORK)
    assert "states" in desk.error
    assert place.children == ()


def test_what_fails_inside_the_kit_is_shown_too(desk, monkeypatch):
    place = Why(desk)
    monkeypatch.setattr(why_module, "check", lambda *args, **kwargs: 1 / 0)
    asked(desk, FORK)
    assert "failed inside the kit (ZeroDivisionError" in desk.error
    assert place.children == ()


@pytest.mark.parametrize(
    ("contract", "call", "verdict"), [("sequence", "a", "rejected"), ("parallel", "a", "accepted")]
)
def test_a_refused_call_leads_to_the_pruning_of_the_workflow_as_it_stands(contract, call, verdict):
    """A call has no pruning of its own: what refuses it is what remains of the workflow."""
    record = ek.record(
        actions=["a", "b"],
        workflow={"branch": "x", "contract": {contract: ["a", "b"]}},
        policy={"words": [["b", "a"]]},
    )
    desk = ek.EditDesk(record)
    place = Why(desk)
    assert desk.propose(ek.call(call)).verdict == "rejected"
    asked(desk, {"call": call})
    assert desk.error == ""
    (stepper,) = place.children
    assert (stepper.answer.verdict, stepper.answer.edit) == (verdict, None)
