"""The stepper in JupyterLab, Notebook and Voilà: step, keep the cell, show again, and go on when the kernel is gone."""

import re

import pytest

pytest.importorskip("playwright", reason="a browser test needs playwright")
from playwright.sync_api import TimeoutError, expect

from tests.browser.harness.hosts import host, write_notebook, write_voila_template

CELLS = (
    "import execedit_kit as ek\nfrom execedit_kit.widgets.stepper import open_stepper\n"
    "stepper = open_stepper(ek.check(ek.load('release-emergency')))\nstepper",
    "stepper",
    "print('round', stepper.round)",
)


KILL = """async () => {
  const headers = { "X-XSRFToken": document.cookie.match(/_xsrf=([^;]*)/)[1] };
  const sessions = await (await fetch("/api/sessions")).json();
  const ended = await Promise.all(sessions.map(s => fetch(`/api/sessions/${s.id}`, { method: "DELETE", headers })));
  return ended.map(answer => answer.status);
}"""


def run(page, cell):
    """Run a cell; a key that came before the kernel did is pressed again."""
    prompt = cell.locator(".jp-InputPrompt")
    for _ in range(12):
        if page.locator(".jp-Dialog").count():
            page.keyboard.press("Enter")  # the host asks for a kernel, with the right one chosen
            page.locator(".jp-Dialog").wait_for(state="detached")
        cell.locator(".cm-content").click()
        page.keyboard.press("Shift+Enter")
        try:
            prompt.filter(has_text=re.compile(r"[*\d]")).wait_for(timeout=5_000)
        except TimeoutError:
            continue
        return
    raise AssertionError("the cell did not run")


@pytest.mark.slow
@pytest.mark.parametrize(("module", "path"), [("jupyterlab", "lab/tree"), ("notebook", "notebooks")])
def test_in_a_notebook(module, path, tmp_path, open_page):
    write_notebook(tmp_path / "stepper.ipynb", *CELLS)
    with host(module, tmp_path) as address:
        page = open_page(address)
        page.goto(f"{address}/{path}/stepper.ipynb")
        cells = page.locator(".jp-Notebook .jp-Cell")
        cells.nth(2).wait_for()
        page.locator('[data-status="idle"]').first.wait_for()
        run(page, cells.nth(0))
        one = cells.nth(0).locator(".ek-stepper")
        one.get_by_text("Round 1 of 2").first.wait_for()
        for stop in (
            '[data-node-id="n2"]',
            ".eks-item",
            ".eks-slider",
            '[data-act="previous"]',
            ".eks-chip >> nth=0",
        ):
            one.locator(stop).click()
            page.keyboard.press("d")
            page.keyboard.press("d")
            assert page.evaluate("() => document.activeElement.hasAttribute('data-stop')")
        assert cells.count() == len(CELLS)
        one.get_by_role("slider").focus()
        page.keyboard.press("End")
        one.get_by_text("nothing remains: rejected").first.wait_for()
        run(page, cells.nth(1))
        two = cells.nth(1).locator(".ek-stepper")
        two.get_by_text("nothing remains: rejected").first.wait_for()
        run(page, cells.nth(2))
        cells.nth(2).locator(".jp-OutputArea-output", has_text="round 2").wait_for()
        assert page.evaluate(KILL) == [204]
        two.get_by_role("slider").focus()
        page.keyboard.press("Home")
        for view in (one, two):
            view.get_by_text("Round 0 of 2: B₀ has 2 pairs").first.wait_for()
        one.locator('[data-node-id="n1"]').click()
        two.locator('[data-node-id="n1"][data-state="now"]').wait_for()
        assert one.get_by_role("alert").count() == 0


@pytest.mark.slow
def test_in_voila(tmp_path, open_page):
    write_notebook(tmp_path / "stepper.ipynb", *CELLS[:2])
    template = write_voila_template(tmp_path)
    with host("voila", tmp_path, f"--template={template}", "stepper.ipynb") as address:
        page = open_page(address)
        page.goto(address)
        views = page.locator(".ek-stepper")
        views.nth(1).wait_for()
        views.nth(0).get_by_role("button", name="Next round").click()
        for n in (0, 1):
            views.nth(n).get_by_text("nothing remains: rejected").first.wait_for()


BENCH = (
    "import execedit_kit as ek\nbench = ek.Workbench('laptop-tight')",
    "bench",
    "print('asked', bench.stepper.answer.edit)",
)
THEME = "config/lab/user-settings/@jupyterlab/apputils-extension/themes.jupyterlab-settings"
FITS = """([workbench, notebook]) => {
  const [one, all] = [workbench, notebook].map((el) => el.getBoundingClientRect());
  return one.height < all.height && workbench.scrollWidth <= workbench.clientWidth;
}"""
GROUND = "el => getComputedStyle(el).fill"


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1024, 768)])
def test_the_workbench_fits_one_screen_in_dark_lab_and_why_is_seen(tmp_path, open_page, width, height):
    write_notebook(tmp_path / "bench.ipynb", *BENCH)
    (tmp_path / THEME).parent.mkdir(parents=True)
    (tmp_path / THEME).write_text('{"theme": "JupyterLab Dark"}')
    with host("jupyterlab", tmp_path) as address:
        page = open_page(address, viewport={"width": width, "height": height}, reduced_motion="reduce")
        page.goto(f"{address}/lab/tree/bench.ipynb")
        cells = page.locator(".jp-Notebook .jp-Cell")
        cells.nth(2).wait_for()
        page.locator('[data-status="idle"]').first.wait_for()
        page.locator("#jp-left-stack").wait_for(state="attached")
        page.keyboard.press("Control+b")
        page.locator("#jp-left-stack").wait_for(state="hidden")
        run(page, cells.nth(0))
        run(page, cells.nth(1))
        bench = cells.nth(1).locator(".ek-workbench")
        desk, tabs = bench.locator(".ek-desk"), bench.locator(".widget-tab")
        tabs.locator(".ek-stepper").wait_for()
        places = [place.bounding_box() for place in (desk, tabs)]
        assert places[0]["x"] + places[0]["width"] <= places[1]["x"], "side by side"
        notebook = page.locator(".jp-WindowedPanel-outer").first
        assert page.evaluate(FITS, [bench.element_handle(), notebook.element_handle()])
        for name in ("Rules in force", "Policy"):
            tabs.get_by_role("tab", name=name).click()
            card = tabs.locator("svg[role=img]:visible > rect").first
            card.wait_for()
            assert max(map(int, re.findall(r"\d+", card.evaluate(GROUND))[:3])) < 64, "a dark card in a dark Lab"
        desk.locator('[data-id^="tip:"]').last.focus()
        page.keyboard.press("f")
        page.keyboard.press("c")
        desk.get_by_role("radio", name="suppliers").check()
        desk.get_by_role("button", name="Why?").click()
        expect(tabs.get_by_role("slider", name="Round")).to_be_focused()
        expect(tabs.locator(".eks-caption")).to_be_in_viewport()
        run(page, cells.nth(2))
        cells.nth(2).locator(".jp-OutputArea-output", has_text="asked ForkChoice").wait_for()
