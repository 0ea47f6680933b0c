"""The stepper from Python: rounds, removals, guesses, pictures, and what it refuses."""

import re
import xml.etree.ElementTree as ET

import pytest
import traitlets

import execedit_kit as ek
from execedit_kit.draw.theme import DARK, LIGHT
from execedit_kit.widgets.stepper import PruningStepper, open_stepper
from execedit_kit.widgets.stepper_view import LEGEND, MARKS_SAID, Score, View, caption, state


@pytest.fixture
def stepper():
    return PruningStepper(ek.load("release-emergency"))


@pytest.fixture
def accepted():
    return PruningStepper(ek.load("incident-runbook"), ek.fork_choice("case", rule="plan-noted"))


def states(stepper):
    return {node.name: state(stepper._scene, node, stepper._view()) for node in stepper._scene.nodes}


def test_stepping_goes_to_the_ends_and_no_further(stepper):
    assert (stepper.round, stepper.last_round, stepper.sizes) == (0, 2, (2, 1, 0))
    stepper.previous()
    assert stepper.round == 0
    stepper.next()
    assert [removal.prefix for removal in stepper.removals] == [("x",)]
    stepper.last()
    stepper.next()
    assert stepper.round == 2
    assert [removal.prefix for removal in stepper.removals] == [()]
    stepper.first()
    assert stepper.removals == ()


def test_what_becomes_of_each_node(stepper, accepted):
    assert set(states(stepper).values()) == {"there"}
    stepper.next()
    assert states(stepper) == {
        "the empty prefix": "there",
        "prefix x": "now",
        "prefix x, z": "along",
        "prefix y": "there",
        "prefix y, x": "there",
    }
    stepper.next()
    assert states(stepper)["prefix x"] == "gone"
    assert states(stepper)["prefix y"] == "along"
    accepted.last()
    assert list(states(accepted).values()).count("kept") == 19 == accepted.answer.partial_executions


def test_two_rounds_compared_show_what_falls_between(stepper):
    stepper.compare = [0, 2]
    assert caption(stepper._scene, stepper._view()) == "B₀ → B₂: 2 → 0 pairs, 2 removed"
    assert "gone" not in states(stepper).values()
    assert list(states(stepper).values()).count("now") == 2


def test_captions(stepper, accepted):
    assert caption(stepper._scene, View(1)) == "Round 1 of 2: B₁ has 1 pair"
    assert caption(stepper._scene, View(2)) == "Round 2 of 2: B₂ has 0 pairs; nothing remains: rejected"
    assert caption(accepted._scene, View(1)).endswith("nothing falls any more: W† has 19 prefixes")


def test_guesses_are_scored_against_what_falls_itself(stepper):
    assert stepper.foresee(["x"], ["x", "z"]) == Score(1, 0, 0)  # x z goes along
    assert stepper.round == 1
    assert stepper.foresee(["y"]) == Score(1, 1, 0)  # y goes along with the start, which was not foreseen
    assert str(stepper.score) == "1 of 2 foreseen"
    assert stepper.foresee() == Score(1, 1, 0)  # nothing falls any more
    assert stepper.round == 2
    with pytest.raises(ValueError, match="no such prefix in the picture: q"):
        stepper.foresee(["q"])


def test_a_wrong_guess_counts(stepper):
    assert stepper.foresee(["y"]) == Score(0, 1, 1)
    assert str(stepper.score) == "0 of 1 foreseen, 1 guessed that stayed"


def test_predicting_hides_later_rounds_from_the_picture(stepper):
    stepper.predict = True
    assert ">B₀  2<" in stepper.svg()
    assert "B₁" not in stepper.svg()
    assert "of 2" not in stepper.svg()
    for text in (stepper.svg(), stepper.account()):
        assert "your guess first" in text
        assert "rejected" not in text
        assert "longer be finished" not in text
    for _ in range(3):
        stepper.foresee()
    assert "✕ rejected" in stepper.svg()
    assert stepper.account().startswith("rejected")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"round": 3}, "there is no round 3: the rounds are 0 to 2"),
        ({"compare": [0]}, "two rounds are compared, not 1"),
        ({"filter": "q"}, "there is no result 'q'"),
        ({"selection": "n99"}, "there is no node 'n99'"),
        ({"guess": ["n99"]}, "there is no node 'n99'"),
        ({"guesses": {"7": []}}, "nothing falls in a round 7"),
        ({"speed": 0}, "a round is shown for 0.1 to 60 seconds"),
    ],
)
def test_what_is_not_there_is_refused_in_python_and_shown_in_the_strip(stepper, change, reason):
    ((name, value),) = change.items()
    before = getattr(stepper, name)
    with pytest.raises(traitlets.TraitError, match=re.escape(reason)):
        setattr(stepper, name, value)
    stepper.set_state(change)
    assert reason in stepper.error
    assert getattr(stepper, name) == before


def test_unknown_keywords_and_an_edit_without_a_record_raise(stepper):
    with pytest.raises(TypeError):
        PruningStepper(ek.load("release-emergency"), colour="red")
    with pytest.raises(TypeError, match="an edit goes with a record"):
        PruningStepper(stepper.answer, ek.fork_choice("b"))
    with pytest.raises(traitlets.TraitError):
        PruningStepper(stepper.answer, round=9)


def test_it_opens_from_any_verdict():
    rejected = open_stepper(ek.check(ek.load("release-emergency")))
    assert (rejected.round, rejected.selection) == (1, "n1")
    accepted = open_stepper(ek.check(ek.load("laptop"), ek.fork_choice("b0", rule="suppliers")))
    assert accepted.round == 0
    invalid = open_stepper(ek.check(ek.load("laptop"), ek.fork_choice("nope")))
    assert invalid.sizes == invalid.removals == ()
    assert "no branch" in invalid.account()
    assert "<svg" in invalid.svg()
    again = open_stepper(rejected.answer, round=2)
    assert again.round == 2
    assert open_stepper(rejected.answer, predict=True).round == 0


def test_another_answer_begins_from_the_start(stepper, accepted):
    stepper.last()
    stepper.filter = "x∥y"
    stepper.show(accepted.answer)
    assert (stepper.round, stepper.filter, stepper.last_round) == (0, "", 1)
    assert stepper.scene == accepted.scene


def test_the_picture_is_what_is_shown(stepper):
    seen = set()
    for number in range(3):
        stepper.round = number
        picture = stepper.svg()
        ET.fromstring(picture)
        assert picture.count("✕1<") + picture.count("✕1  ") >= (0, 3, 2)[number]
        assert f"Round {number} of 2" in picture
        seen.add(picture)
    assert len(seen) == 3
    assert LIGHT.card in stepper.svg()
    assert DARK.card in stepper.svg(dark=True)
    assert stepper.png().startswith(b"\x89PNG")
    assert stepper.pdf().startswith(b"%PDF")


def test_the_picture_has_the_legend_the_reason_and_what_is_looked_at(stepper):
    stepper.next()
    stepper.selection = "n1"
    picture = stepper.svg()
    for _, words in LEGEND:
        assert f">{words}<" in picture
    assert f">{stepper.scene['why'][:60]}" in picture
    assert "prefix x: Falls in round 1" in picture
    assert MARKS_SAID not in picture
    stepper.predict = True
    assert MARKS_SAID in stepper.svg()
    assert "Falls in round 2" not in stepper.svg()


def test_a_filter_is_named_in_the_picture(stepper):
    stepper.filter = "x∥z"
    stepper.next()
    assert "Filtered by result ‘x∥z’: 1 → 0 pairs" in stepper.svg()
    assert "✕1  " not in stepper.svg()  # in this round it is x∥y that is lost


def test_positions_in_the_picture_never_change(stepper):
    def places():
        return re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>(start|x|y|z)</text>', stepper.svg())

    first = places()
    assert len(first) == 5
    for number in (1, 2):
        stepper.round = number
        assert places() == first


def test_the_automaton_that_remains(accepted):
    accepted.last()
    accepted.rules = True
    automaton = accepted.answer.automaton
    drawn = accepted.scene["rules"]
    assert len(drawn["nodes"]) == automaton.states
    assert [n for n, node in enumerate(drawn["nodes"]) if node["complete"]] == sorted(automaton.marked)
    moves = [(int(e["source"][1:]), e["call"], e["action"], e["mode"], int(e["target"][1:])) for e in drawn["edges"]]
    assert moves == [(m.source, m.call, m.action, m.mode, m.target) for m in automaton.transitions]
    assert "The automaton that remains: 10 states, 13 moves" in accepted.svg()
    assert PruningStepper(ek.load("release-emergency")).scene["rules"] is None


def test_a_notebook_without_the_widget_still_reads(stepper):
    stepper.next()
    data, _ = stepper._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["image/svg+xml"].startswith("<svg")
    assert "B₁: 1 pair\n  ✕ after x, result ‘x∥y’ can no longer be finished" in data["text/plain"]


def test_the_front_end_is_one_small_file_that_fetches_nothing():
    for text in (str(PruningStepper._esm), str(PruningStepper._css)):
        assert len(text.encode()) < 60_000
        assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg)", text)
        assert "@import" not in text
        assert "url(" not in text
    assert "import " not in str(PruningStepper._esm)


def test_numbers_of_any_length_travel_as_digits():
    chains = [[f"{chain}{n}" for n in range(8)] for chain in "abcdef"]
    record = ek.record(
        actions=[call for chain in chains for call in chain],
        workflow={"branch": "b", "contract": {"parallel": [{"sequence": chain} for chain in chains[:5]]}},
        policy={"all": []},
    )
    stepper = PruningStepper(record)
    size = stepper.scene["rounds"][0]["size"]
    assert int(size) == stepper.sizes[0]
    assert len(size) >= 20
    assert f"{int(size):,}" in stepper.svg()
    assert f"{int(size):,}" in repr(stepper)
