"""From the pointer's arrival over a legal drop to the verdict on the screen, in the real browser.

`make bench` prints p50 and p95 and keeps them in `.benchmarks/desk-latency.json`. The page is the static one of the
browser tests: real events, the real Python desk, and one process boundary between them, as between kernel and browser.
"""

import json
import statistics
from pathlib import Path

import pytest

import execedit_kit as ek
from execedit_kit.widgets import layout, scene
from execedit_kit.widgets.desk import EditDesk
from tests.browser.conftest import browser, page_options, stage  # noqa: F401

SAMPLES = 40
SAVED = Path(__file__).parents[2] / ".benchmarks" / "desk-latency.json"

# The clock starts with the event that brings the pointer over the drop, and stops when the frame with a verdict is out.
MEASURE = """([place, shown]) => { window.measured = new Promise(done => {
  let start = 0;
  const root = document.querySelector('.ek-desk');
  const place_ = [...root.querySelectorAll('[data-id]')].find(el => el.dataset.id === place);
  const box = place_.getBoundingClientRect();
  const over = (event) => {
    if (start || event.clientX < box.left || event.clientX > box.right || event.clientY < box.top
      || event.clientY > box.bottom) return;
    start = event.timeStamp;
  };
  window.addEventListener('pointermove', over, true);
  const look = () => {
    if (!start || !root.querySelector(shown)) return requestAnimationFrame(look);
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      window.removeEventListener('pointermove', over, true);
      done(performance.now() - start);
    };
    channel.port2.postMessage(0);  // after this frame's paint
  };
  requestAnimationFrame(look);
}); }"""


def joined_128():
    """Two branches of 16 and 8 results; waiting for both makes 128."""

    def branch(name, steps):
        return {"branch": name, "contract": {"sequence": [{"choice": [f"{name}{n}l", f"{name}{n}r"]} for n in steps]}}

    actions = [f"{name}{n}{side}" for name, steps in (("a", 4), ("b", 3)) for n in range(steps) for side in "lr"]
    record = ek.record(
        actions=actions,
        workflow={"parallel": [branch("a", range(4)), branch("b", range(3))], "group": "g"},
        policy={"all": [{"at_most": ["a0l", 1]}, {"exclusive": ["a0l", "a0r"]}]},
    )
    assert ek.check(record).results == 128
    return record


CASES = {
    "laptop": ("laptop", "tip:b0", "flag:k", '[data-zone] [data-verdict="accepted"]', 100),
    "128 results": (joined_128(), "tip:a", "tip:b", '[data-testid="chip"][data-verdict="accepted"]', 250),
}


@pytest.mark.parametrize("look", ["first", "again"])
@pytest.mark.parametrize("case", CASES)
def test_from_pointer_to_verdict(stage, benchmark, capsys, case, look):  # noqa: F811
    record, picked, place, shown, target = CASES[case]
    desk = EditDesk(record)
    view = stage.show(desk)
    source, drop = (view.locator(f'[data-id="{id}"]') for id in (picked, place))
    times = []

    def hover():
        if look == "first":  # nothing is remembered, on either side
            desk._seen.clear()
            layout.layout.cache_clear()
            scene.scene.cache_clear()
            stage.page.evaluate("() => Object.values(stage.models)[0].emit('change:scene')")
        x, y = stage.centre(source)
        stage.drag(source, (x + 12, y - 12), drop=False)
        view.locator("[data-held]").first.wait_for()
        stage.page.evaluate(MEASURE, [place, shown])
        stage.page.mouse.move(*stage.centre(drop))
        times.append(stage.page.evaluate("() => window.measured"))
        stage.page.keyboard.press("Escape")
        stage.page.mouse.up()
        view.locator(".ek-over").wait_for(state="detached")

    hover()
    times.clear()
    benchmark.pedantic(hover, rounds=SAMPLES, iterations=1)
    p50, p95 = statistics.median(times), statistics.quantiles(times, n=20)[18]
    found = {"samples": len(times), "p50 ms": round(p50, 1), "p95 ms": round(p95, 1), "target p95 ms": target}
    benchmark.extra_info.update(found)
    with capsys.disabled():
        print(f"\npointer over a legal drop → verdict painted, {case}, {look} look: {found}")
    SAVED.parent.mkdir(exist_ok=True)
    known = json.loads(SAVED.read_text()) if SAVED.exists() else {}
    SAVED.write_text(json.dumps(known | {f"{case}, {look} look": found}, indent=2) + "\n")
