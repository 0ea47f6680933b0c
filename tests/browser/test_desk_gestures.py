"""Every operation by pointer, keys, toolbar and Python gives the same step, and nothing that stays moves."""

import json

import pytest

from execedit_kit.widgets.desk import EditDesk
from tests.browser.desk_gestures import GESTURES

PLACES = """view => Object.fromEntries([...view.querySelectorAll('.ek-node')].map(el => {
  const { x, y } = el.querySelector('.ek-box').getBoundingClientRect();
  return [el.dataset.id, [x, y].map(Math.round)];
}))"""


@pytest.mark.parametrize("way", ["pointer", "keys", "toolbar", "python"])
@pytest.mark.parametrize("gesture", GESTURES, ids=lambda gesture: gesture.operation)
def test_the_same_step_however_it_is_made(stage, gesture, way):
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
    if way in ("pointer", "keys"):
        stage.until(lambda: view.evaluate("view => view.contains(document.activeElement)"))
