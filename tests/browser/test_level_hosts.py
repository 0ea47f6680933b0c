"""The class page in Voilà and the notebook in Lab: played offline and without code; progress lasts in the browser."""

import shutil
from pathlib import Path

import pytest

from tests.browser.harness.hosts import host, run_cell, write_notebook, write_voila_template

NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "05-levels.ipynb"


@pytest.mark.slow
def test_the_class_page_is_played_without_code(tmp_path, open_page):
    pytest.importorskip("voila")
    from playwright.sync_api import expect

    shutil.copy(NOTEBOOK, tmp_path / "levels.ipynb")
    template = write_voila_template(tmp_path)
    with host("voila", tmp_path, f"--template={template}", "levels.ipynb") as address:
        page = open_page(address)
        complaints = []
        page.on("console", lambda line: line.type == "error" and complaints.append(line.text))
        page.goto(f"{address}/")
        goal = page.get_by_role("status", name="Goal")
        goal.get_by_text("0 of 2 met").wait_for()
        assert page.locator(".jp-CodeCell .jp-InputArea:visible").count() == 0
        for call in ("xr", "xa"):
            page.locator(f'[data-id="call:{call}"]').click()
            page.locator(f'.ek-desk [data-id="call:{call}"][data-state="new"]').wait_for()
        goal.get_by_text("2 of 2 met").wait_for()
        page.get_by_role("alert").get_by_text("Solved in 2 steps, par 2").wait_for()
        page.get_by_text("1 of 20 solved, 3 of 60 stars").wait_for()
        page.get_by_role("button", name="Next level").click()
        page.get_by_role("heading", name="Enabled is not allowed").wait_for()
        page.get_by_role("button", name="Hint (2 left)").click()
        page.get_by_role("button", name="Hint (1 left)").wait_for()
        ask = page.get_by_role("button", name="Ask", exact=True)
        assert ask.bounding_box()["height"] < 40
        ask.click()
        goal.get_by_text("1 of 2 met").wait_for()
        page.get_by_role("button", name="Show me").click()
        page.get_by_role("alert").get_by_text("Solved in 2 steps").wait_for()
        page.locator(".ek-picker select").select_option(index=4)
        page.locator('.ek-desk [data-id="tip:b0"]').focus()
        page.keyboard.press("f")
        page.keyboard.press("c")
        page.get_by_role("radio", name="suppliers").check()
        page.get_by_role("button", name="Why?").click()
        expect(page.get_by_role("slider", name="Round")).to_be_focused()
        expect(page.locator(".eks-caption")).to_be_in_viewport()
        page.locator(".ek-picker select").select_option(index=1)
        page.get_by_role("button", name="Keep your progress").click()
        kept = page.get_by_role("textbox", name="Keep").input_value()
        assert len(kept) > 40
        page.reload()
        page.get_by_role("heading", name="Enabled is not allowed").wait_for()
        page.get_by_text("2 of 20 solved, 4 of 60 stars").wait_for()
        page.get_by_role("button", name="Keep your progress").click()
        page.get_by_text("kept in this browser").wait_for()
        page.get_by_role("button", name="Start over").click()
        page.get_by_role("button", name="Yes, forget all of it").click()
        page.get_by_text("0 of 20 solved").wait_for()
        page.reload()
        page.get_by_role("heading", name="First calls").wait_for()
        page.get_by_text("0 of 20 solved").wait_for()
        ended = (tmp_path / "server.log").read_text().count("Kernel shutdown")
        assert ended == 2, "a page that is left ends its kernel"
        assert complaints == []


FITS = """([page, notebook]) => {
  const [one, all] = [page, notebook].map((el) => el.getBoundingClientRect());
  return one.height < all.height && page.scrollWidth <= page.clientWidth;
}"""
NAMED = "() => document.activeElement.textContent"


@pytest.mark.slow
@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, {"width": 1024, "height": 768}])
def test_in_lab_it_fits_one_screen_and_running_the_cell_again_keeps_the_progress(tmp_path, open_page, size):
    pytest.importorskip("jupyterlab")
    cell = "import execedit_kit as ek\nek.LevelDesk()"
    write_notebook(tmp_path / "levels.ipynb", cell, "1 + 1")
    with host("jupyterlab", tmp_path) as address:
        page = open_page(address)
        page.goto(f"{address}/lab/tree/levels.ipynb")
        page.set_viewport_size(size)
        cells = page.locator(".jp-Notebook .jp-Cell")
        cells.nth(1).wait_for()
        page.locator('[data-status="idle"]').first.wait_for()
        page.keyboard.press("Control+b")
        page.locator("#jp-left-stack").wait_for(state="hidden")
        run_cell(page, cells.nth(0))
        levels = cells.nth(0).locator(".ek-levels")
        levels.locator('[data-id="call:xr"]').wait_for()
        goal, desk = levels.get_by_role("status", name="Goal"), levels.locator(".ek-desk")
        assert goal.bounding_box()["x"] < desk.bounding_box()["x"], "the goal stands beside the desk"
        notebook = page.locator(".jp-WindowedPanel-outer").first
        assert page.evaluate(FITS, [levels.element_handle(), notebook.element_handle()])
        for call in ("xr", "xa"):
            levels.locator(f'[data-id="call:{call}"]').click()
            levels.locator(f'[data-id="call:{call}"][data-state="new"]').wait_for()
        levels.get_by_text("1 of 20 solved").wait_for()
        hint = levels.get_by_role("button", name="Hint (2 left)")
        hint.focus()
        page.keyboard.press("d")
        page.keyboard.press("d")
        assert page.evaluate(NAMED) == "Hint (2 left)"
        assert cells.count() == 2, "keys in the page are not the host's"
        cells.nth(0).locator(".cm-content").click()
        page.keyboard.press("Control+Enter")
        cells.nth(0).locator(".jp-InputPrompt", has_text="[2]").wait_for()
        levels.get_by_text("1 of 20 solved").wait_for()
