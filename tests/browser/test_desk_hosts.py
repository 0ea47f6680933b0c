"""The desk in JupyterLab, Notebook and Voilà: draw an edit, see the verdict, keep the cell, show again."""

import pytest

from tests.browser.desk_gestures import node, zone
from tests.browser.harness.hosts import host, run_cell, write_notebook, write_voila_template

CELLS = (
    "from execedit_kit.widgets.desk import EditDesk\ndesk = EditDesk('laptop')\ndesk",
    "desk",
    "print('made:', desk.to_json())",
)
MADE = 'made: [{"fork_choice": {"branch": "b0", "rule": "suppliers"}}]'


def draw(page, desk):
    """Pull the tip into space, choose, see the verdict before applying."""
    tip = node(desk, "tip:b0")
    tip.scroll_into_view_if_needed()
    box = tip.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 110, steps=8)
    desk.get_by_test_id("foot").locator('[data-verdict="accepted"]').first.wait_for()
    page.mouse.up()
    zone(desk, "fork_choice").click()
    desk.locator('[data-testid="answer"] [data-verdict="accepted"]').wait_for()
    desk.get_by_role("button", name="Apply").click()
    desk.locator('[data-id="call:xpL#1L"][data-change="kept"]').wait_for()


@pytest.mark.slow
@pytest.mark.parametrize(("module", "path"), [("jupyterlab", "lab/tree"), ("notebook", "notebooks")])
def test_in_a_notebook(module, path, tmp_path, open_page):
    write_notebook(tmp_path / "desk.ipynb", *CELLS)
    with host(module, tmp_path) as address:
        page = open_page(address)
        page.goto(f"{address}/{path}/desk.ipynb")
        cells = page.locator(".jp-Notebook .jp-Cell")
        cells.nth(2).wait_for()
        page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').first.wait_for()
        run_cell(page, cells.nth(0))
        desk = cells.nth(0).locator(".ek-desk")
        desk.wait_for()
        draw(page, desk)
        desk.get_by_role("button", name="Fit", exact=True).click()  # the page is narrow
        for id in ("group:g#1", "tip:b0#1R", "tip:b0#1L"):
            node(desk, id).click()
            page.keyboard.press("d")
            page.keyboard.press("d")
            assert page.evaluate("() => document.activeElement.dataset.id") == id
            page.keyboard.press("Escape")
        desk.get_by_role("button", name="as opened").focus()
        page.keyboard.press("d")
        page.keyboard.press("d")
        assert cells.count() == len(CELLS)
        run_cell(page, cells.nth(1))
        again = cells.nth(1).locator(".ek-desk")
        node(again, "call:xpL#1L").wait_for()
        run_cell(page, cells.nth(2))
        cells.nth(2).locator(".jp-OutputArea-output", has_text=MADE).wait_for()
        # Outside the desk the same keys still do what the host says: the test can tell.
        cells.nth(1).locator(".cm-content").click()
        page.keyboard.press("Escape")
        page.locator(".jp-Notebook.jp-mod-commandMode").wait_for()
        page.keyboard.type("dd")  # the host forgets the first key after a second: two commands may come too late
        page.wait_for_function(
            "n => document.querySelectorAll('.jp-Notebook .jp-Cell').length === n", arg=len(CELLS) - 1
        )


@pytest.mark.slow
def test_in_voila(tmp_path, open_page):
    write_notebook(tmp_path / "desk.ipynb", *CELLS[:2])
    template = write_voila_template(tmp_path)
    with host("voila", tmp_path, f"--template={template}", "desk.ipynb") as address:
        page = open_page(address)
        page.goto(address)
        desks = page.locator(".ek-desk")
        desks.nth(1).wait_for()
        draw(page, desks.nth(0))
        node(desks.nth(1), "call:xpL#1L").wait_for()
        assert page.locator(".jp-InputArea:visible").count() == 0
