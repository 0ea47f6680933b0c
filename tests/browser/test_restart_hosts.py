"""RestartDesk in JupyterLab: run it, keep the cell whatever is pressed, and show it again."""

import pytest

pytest.importorskip("playwright", reason="a browser test needs playwright")
from playwright.sync_api import expect

from tests.browser.harness.hosts import host, run_cell, write_notebook

CELLS = (
    "import execedit_kit as ek\ndesk = ek.RestartDesk('two-hours')\ndesk",
    "desk",
    "print('design', desk.setup['design'], desk.verdict)",
)


@pytest.mark.slow
def test_in_jupyterlab(tmp_path, open_page):
    write_notebook(tmp_path / "restart.ipynb", *CELLS)
    with host("jupyterlab", tmp_path) as address:
        page = open_page(address)
        page.goto(f"{address}/lab/tree/restart.ipynb")
        cells = page.locator(".jp-Notebook .jp-Cell")
        cells.nth(2).wait_for()
        page.locator('[data-status="idle"]').first.wait_for()
        run_cell(page, cells.nth(0))
        one = cells.nth(0).locator(".ek-restart")
        expect(one.locator(".ekr-verdict")).to_contain_text("breaks")
        for stop in ('[data-mark="p1"]', '[data-act="level"] >> nth=1', ".ekr-legend button"):
            one.locator(stop).click()
            page.keyboard.press("d")
            page.keyboard.press("d")
        assert cells.count() == len(CELLS)
        one.get_by_label("Replay", exact=True).select_option("recorded clock")
        expect(one.locator(".ekr-verdict")).to_contain_text("does not break here")
        run_cell(page, cells.nth(1))
        expect(cells.nth(1).locator(".ekr-verdict")).to_contain_text("does not break here")
        run_cell(page, cells.nth(2))
        cells.nth(2).locator(".jp-OutputArea-output", has_text="recorded clock does not break here").wait_for()
