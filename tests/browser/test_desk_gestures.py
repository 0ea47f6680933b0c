"""Every operation by pointer, keys, toolbar and Python gives the same step, and nothing that stays moves."""

import json

import pytest

from execedit_kit.widgets.desk import EditDesk
from tests.browser.desk_gestures import GESTURES

# In the scene: the view may pan, so that a ghost is seen.
PLACES = """view => Object.fromEntries([...view.querySelectorAll('.ek-node')].map(el =>
  [el.dataset.id, el.getAttribute('transform')]))"""


WAYS = [("pointer", {}), ("touch", {"has_touch": True}), ("keys", {}), ("toolbar", {}), ("python", {})]


@pytest.mark.parametrize(("way", "page_options"), WAYS, ids=[way for way, _ in WAYS])
@pytest.mark.parametrize("gesture", GESTURES, ids=lambda gesture: gesture.operation)
def test_the_same_step_however_it_is_made(stage, page_options, gesture, way):
    desk = EditDesk(gesture.record)
    view = stage.show(desk)
    before = view.evaluate(PLACES)
    if way == "python":
        gesture.by_python(stage, desk)
        stage.flush()
    else:
        getattr(gesture, f"by_{way}")(stage, view)
    stage.until(lambda: desk.at == 1)
    (made,) = desk.steps
    assert made["step"] == gesture.step
    assert json.loads(made["json"]) == gesture.step
    assert desk.error == ""
    view.locator(".ek-jump[aria-current]", has_text=made["words"]).wait_for()
    after = view.evaluate(PLACES)
    moved = {id for id, place in before.items() if id in after and after[id] != place}
    assert moved == set()
    if way in ("pointer", "touch", "keys"):
        stage.until(lambda: view.evaluate("view => view.contains(document.activeElement)"))


@pytest.mark.parametrize(("tip", "winner"), [("order#1L#2L", "left"), ("order#1L#2R", "right")])
def test_a_choice_within_a_parallel_group_is_selected_by_keys(stage, tip, winner):
    """The tip could also be joined with the other arm of the group around it, which is what M lights first."""
    desk = EditDesk("order-split")
    view = stage.show(desk)
    view.locator(f'[data-id="tip:{tip}"]').focus()
    stage.page.keyboard.press("m")
    stage.page.keyboard.press("s")
    stage.until(lambda: desk.pending)
    assert desk.pending["step"] == {"merge_select": {"group": "g#2", "winner": winner}}
