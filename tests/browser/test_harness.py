"""The harness itself: what it lets through, and that it fails when it should."""

import anywidget
import pytest
import traitlets

from tests.browser.harness import find as module

ESM = """
export default { render({ model, el, signal }) {
  const button = document.createElement("button");
  const draw = () => { button.textContent = `count ${model.get("count")}`; };
  button.onclick = () => model.send({ type: "more", by: 2 });
  model.on("change:count", draw);
  if (signal) signal.addEventListener("abort", () => model.off("change:count", draw));
  el.append(button); draw();
} };
"""


class Counter(anywidget.AnyWidget):
    _esm = ESM
    _css = ""
    count = traitlets.Int(0).tag(sync=True)

    def __init__(self):
        super().__init__()
        self.on_msg(lambda _, content, __: setattr(self, "count", self.count + content["by"]))


def test_a_click_reaches_python_and_comes_back_to_both_views(stage):
    counter = Counter()
    one, two = stage.show(counter), stage.show(counter, signal=False)
    one.get_by_role("button").click()
    stage.until(lambda: counter.count == 2)
    two.get_by_role("button", name="count 2").wait_for()
    assert stage.messages(counter) == [{"type": "more", "by": 2}]
    counter.count = 7
    stage.flush()
    one.get_by_role("button", name="count 7").wait_for()


def test_held_replies_come_in_the_order_asked_for(stage):
    counter = Counter()
    button = stage.show(counter).get_by_role("button")
    stage.hold(counter)
    button.click()
    button.click()
    stage.until(lambda: counter.count == 4)
    assert button.text_content() == "count 0"
    stage.release(counter, newest_first=True)
    assert button.text_content() == "count 2"  # the older reply came last


def test_a_request_off_the_machine_is_noticed_and_blocked(stage):
    stage.show(Counter())
    assert (
        stage.page.evaluate("() => fetch('https://example.org/').then(() => 'got through', () => 'blocked')")
        == "blocked"
    )
    assert stage.off_machine == ["https://example.org/"]
    stage.off_machine.clear()
    stage.errors.clear()


def test_without_a_browser_a_test_is_skipped_and_fails_in_ci(monkeypatch):
    monkeypatch.setattr(module, "chromium", lambda: None)
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no Chromium"):
        module.browser_or_skip()
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="no Chromium"):
        module.browser_or_skip()
