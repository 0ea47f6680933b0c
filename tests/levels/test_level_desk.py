"""The level desk without a browser: it follows the desk, ticks off, gives stars, and its progress travels."""

import json
import shutil
from pathlib import Path

import pytest
import traitlets

from execedit_kit.record.errors import KitError
from execedit_kit.widgets.level_desk import LevelDesk
from execedit_kit.widgets.levels import MalformedLevel
from execedit_kit.widgets.levels_progress import MalformedToken, Reached, Saved, read_token
from execedit_kit.widgets.levels_steps import step_of

FOLDER = Path(__file__).parents[2] / "data" / "levels"
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))


@pytest.fixture(scope="module")
def shared():
    return LevelDesk()


def by_hand(page, moves):
    """Make the moves on the desk as a view does: a message for each."""
    for move in moves:
        if move.kind == "undo":
            page.desk._receive(None, {"type": "jump", "at": page.desk.at - move.back}, None)
            continue
        page.desk._receive(None, {"type": "propose", "step": step_of(move.step)}, None)
        if page.desk.predicting and move.guess:
            page.desk._receive(None, {"type": "guess", "guess": move.guess}, None)
        elif page.desk.predicting and move.kind == "step":
            page.desk.predicting = False
        if move.kind == "step":
            page.desk._receive(None, {"type": "apply"}, None)
        assert page.desk.error == ""


@pytest.mark.parametrize("name", NAMES)
def test_a_level_is_solved_by_hand_and_shown_and_begun_anew(shared, name):
    shared.level = name
    assert not shared.judged.solved
    assert name not in shared.progress
    by_hand(shared, shared.playing.solutions[0].moves)
    assert shared.judged.stars == 3
    assert shared.progress[name] == [3, shared.playing.par]
    shared.reset()
    assert not shared.judged.solved
    shared.show_me()
    assert shared.judged.solved
    assert shared.judged.stars == 1
    assert shared.progress[name][0] == 3, "what was better stays"


@pytest.mark.parametrize("name", NAMES)
def test_a_near_miss_by_hand_does_not_solve(shared, name):
    shared.level = name
    for miss in shared.playing.near_misses:
        shared.reset()
        by_hand(shared, miss.moves)
        assert {c.name for c in shared.judged.conditions if not c.met} == set(miss.misses)


def test_conditions_tick_off_as_the_desk_moves():
    page = LevelDesk(level="03-a-way-back")
    page.desk.call("xr")
    page.desk.checkpoint("mine", "b0")
    assert "1 of 2 met" in page._goal.value
    page.desk.undo()
    assert "0 of 2 met" in page._goal.value
    page.desk.redo()
    page.desk.call("xa")
    assert "2 of 2 met" in page._goal.value
    assert "immutable copy" in page._said.value, "the explanation comes after success"
    assert page._buttons["next"].button_style == "success"


def test_hints_come_one_by_one_and_cost_a_star():
    page = LevelDesk(level="04-two-suppliers")
    assert page._said.value == ""
    page._buttons["hint"].click()
    assert page.playing.hints[0] in page._said.value
    assert page.playing.hints[1] not in page._said.value
    for _ in range(5):
        page.hint()
    assert page._buttons["hint"].disabled
    page.desk.fork_choice("b0", rule="suppliers")
    assert page.judged.stars == 2


def test_more_steps_than_par_cost_a_star():
    page = LevelDesk(level="04-two-suppliers")
    page.desk.checkpoint("needless", "b0")
    page.desk.fork_choice("b0", rule="suppliers")
    assert (page.judged.steps, page.judged.stars) == (2, 2)
    page.reset()
    page.desk.fork_choice("b0", rule="suppliers")
    assert page.progress["04-two-suppliers"] == [3, 1]


def test_the_levels_own_question_is_put_to_the_desk():
    page = LevelDesk(level="09-less-is-not-safer")
    assert page._questions.children[1:] == (page._question, page._ask)
    page._question.value = 1
    page._ask.click()
    assert page.desk.pending["preview"]["verdict"] == "invalid"
    assert page.judged.conditions[0].met
    page.level = "04-two-suppliers"
    assert page._questions.children == ()


def test_a_verdict_is_hidden_until_the_guess_where_the_goal_is_to_predict():
    page = LevelDesk(level="20-predict")
    assert page.desk.predicting
    page.ask(2)
    assert page.desk.pending["preview"]["verdict"] == "hidden"
    assert not any(condition.met for condition in page.judged.conditions)
    page.desk._receive(None, {"type": "guess", "guess": "rejected"}, None)
    assert [condition.met for condition in page.judged.conditions] == [False, True, False, False, False, False]
    page.desk.cancel()
    page.desk.predicting = False
    page.ask(1)
    page.desk.cancel()
    page.desk.predicting = True
    page.ask(1)
    page.desk._receive(None, {"type": "guess", "guess": "accepted"}, None)
    assert not page.judged.conditions[0].met, "a guess after the answer is none"


def test_a_refused_call_is_an_answer_too():
    page = LevelDesk(level="02-enabled-is-not-allowed")
    page.desk._receive(None, {"type": "apply", "step": {"call": "x"}}, None)
    assert page.judged.conditions[0].met
    assert page.desk.at == 0


def test_another_record_on_the_desk_is_not_judged():
    page = LevelDesk(level="04-two-suppliers")
    page.desk.load("laptop-tight")
    assert "another record" in page._trouble.value
    assert page.progress == {}
    page._buttons["reset"].click()
    assert page._trouble.value == ""
    page.desk.fork_choice("b0", rule="suppliers")
    assert page.judged.solved


def test_why_opens_the_stepper():
    page = LevelDesk(level="05-one-forbidden-ending")
    page.desk._receive(None, {"type": "why", "step": {"fork_choice": {"branch": "b0", "rule": "suppliers"}}}, None)
    (stepper,) = page._why.children
    assert type(stepper).__name__ == "PruningStepper"
    page.reset()
    assert page._why.children == ()


def test_the_picker_and_next_open_levels():
    page = LevelDesk()
    assert page.level == "01-first-calls"
    page._picker.value = "05-one-forbidden-ending"
    assert (page.level, page.desk.record) == ("05-one-forbidden-ending", page.playing.start)
    page._buttons["next"].click()
    assert page.level == page._picker.value == "06-both-at-once"
    page.level = NAMES[-1]
    assert page._buttons["next"].disabled
    page.next()
    assert page.level == NAMES[-1]
    with pytest.raises(traitlets.TraitError, match="there is no level"):
        page.level = "99-none"


def test_progress_travels_in_the_widgets_state_and_in_a_token():
    page = LevelDesk()
    page.show_me()
    page.next()
    state = json.loads(json.dumps(page.get_state(["level", "progress", "token"])))
    assert state["progress"] == {"01-first-calls": [1, 2]}
    assert page._keep.value == state["token"], "it can be read in a saved page"
    assert state["token"] in page.account()
    fresh = LevelDesk(token=state["token"])
    assert (fresh.level, fresh.progress) == (page.level, page.progress)
    other = LevelDesk(level="04-two-suppliers")
    other.desk.fork_choice("b0", rule="suppliers")
    other._bring.value = f"  {state['token']}\n"
    other._take.click()
    assert other.progress == {"01-first-calls": [1, 2], "04-two-suppliers": [3, 1]}
    assert other.level == "02-enabled-is-not-allowed"


def test_the_better_result_stays():
    saved = Saved().solved("a", 2, 5).solved("a", 3, 7).solved("a", 1, 4)
    assert saved.reached["a"] == Reached(3, 4)
    assert read_token(saved.opened("a").token, ["a"]) == saved.opened("a")
    assert read_token(saved.opened("a").token, ["b"]) == Saved()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "not a token",
        "ÄÖ",
        "e30",
        Saved().solved("a", 3, 1).token[:-6],
        "A" * 30_000,
        Saved().solved("a", 9, 1).token,
    ],
)
def test_a_damaged_token_is_one_line_and_changes_nothing(text):
    with pytest.raises(MalformedToken) as caught:
        read_token(text, ["a"])
    assert "\n" not in str(caught.value)
    page = LevelDesk()
    page._bring.value = text
    page._take.click()
    assert "That did not work" in page._trouble.value
    assert page.progress == {}


def test_a_class_has_levels_of_its_own(tmp_path):
    text = (FOLDER / "04-two-suppliers.toml").read_text(encoding="utf-8")
    text = text.replace('title = "Two suppliers"', 'title = "<b>Ours</b> & yours"')
    (tmp_path / "01-ours.toml").write_text(text, encoding="utf-8")
    page = LevelDesk(folder=tmp_path)
    assert list(page.levels) == ["01-ours"]
    assert "&lt;b&gt;Ours" in page._brief.value
    shutil.copy(FOLDER / "README.md", tmp_path / "02-broken.toml")
    with pytest.raises(MalformedLevel, match=r"^02-broken\.toml: not TOML"):
        LevelDesk(folder=tmp_path)


def test_an_unknown_level_is_answered_with_the_known_ones():
    with pytest.raises(KitError, match="there is no level '4'; there are: 01-first-calls"):
        LevelDesk(level="4")


# Where progress lasts.


def solved(page):
    """Solve the fourth level."""
    page.level = "04-two-suppliers"
    page.desk.fork_choice("b0", rule="suppliers")
    return page


def test_what_a_browser_had_kept_is_gone_on_from():
    before = solved(LevelDesk())
    assert before._keeper.token == before.token
    page = LevelDesk()
    page._keeper.found = before._keeper.token
    assert page.progress == {"04-two-suppliers": [3, 1]}
    assert page.level == "04-two-suppliers"
    assert page._keeper.token == page.token, "and kept on"


def test_what_is_better_stays_and_what_was_begun_stays_open():
    page = LevelDesk(level="05-one-forbidden-ending")
    page._keeper.found = solved(LevelDesk()).token
    assert page.level == "05-one-forbidden-ending", "it was asked for by name"
    assert list(page.progress) == ["04-two-suppliers"]
    begun = LevelDesk()
    begun.desk.call("xr")
    begun._keeper.found = solved(LevelDesk()).token
    assert (begun.level, begun.desk.at) == ("01-first-calls", 1)


def test_a_damaged_store_is_said_and_replaced():
    page = LevelDesk()
    page._keeper.found = "no token"
    assert "That did not work" in page._trouble.value
    solved(page)
    assert read_token(page._keeper.token, NAMES).reached


def test_each_list_of_levels_has_a_store_of_its_own(tmp_path):
    shutil.copy(FOLDER / "04-two-suppliers.toml", tmp_path / "01-ours.toml")
    stores = {LevelDesk(folder=folder)._keeper.levels for folder in (None, FOLDER, tmp_path)}
    assert len(stores) == 2


def test_a_file_keeps_it_too(tmp_path):
    file = tmp_path / "progress.txt"
    solved(LevelDesk(file=file))
    again = LevelDesk(file=file)
    assert again.progress == {"04-two-suppliers": [3, 1]}
    assert again.level == "04-two-suppliers"
    assert "in the file progress.txt" in again._kept.value
    assert list(tmp_path.iterdir()) == [file], "nothing half-written lies about"


def test_a_file_of_something_else_is_named_and_left_alone(tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("my notes", encoding="utf-8")
    with pytest.raises(MalformedToken, match=r"^notes\.txt: "):
        LevelDesk(file=file)
    assert file.read_text(encoding="utf-8") == "my notes"
    with pytest.raises(MalformedToken, match=f"^{tmp_path.name}: this file of progress cannot be read"):
        LevelDesk(file=tmp_path)


def test_starting_over_asks_first_and_forgets_all_of_it(tmp_path):
    page = solved(LevelDesk(file=tmp_path / "progress.txt"))
    page._over.click()
    assert page.progress, "it asks first"
    page._over.click()
    page._over.click()
    page._sure.click()
    assert (page.progress, page.level) == ({}, "01-first-calls")
    assert read_token(page._keeper.token, NAMES).reached == {}
    assert LevelDesk(file=tmp_path / "progress.txt").progress == {}


def test_where_it_is_kept_is_said():
    page = LevelDesk()
    assert "Nothing keeps your progress" in page._kept.value
    page._keeper.keeps = True
    assert "kept in this browser" in page._kept.value


def test_a_notebook_without_widgets_still_reads():
    page = LevelDesk(level="04-two-suppliers")
    data, _ = page._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["image/svg+xml"].startswith("<svg")
    assert data["text/plain"].startswith("Level 04-two-suppliers: Two suppliers")
