"""The class page in Voilà: no code, offline; a level solved with the mouse, the next one opened, progress shown."""

import shutil
from pathlib import Path

import pytest

from tests.browser.harness import browser_or_skip, launch
from tests.browser.harness.hosts import host, write_voila_template

NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "05-levels.ipynb"


@pytest.fixture
def open_page():
    """Open a page on which every request to elsewhere is blocked, and is a failure."""
    browser_or_skip()
    from playwright.sync_api import sync_playwright

    away = []
    with sync_playwright() as playwright:
        browser = launch(playwright)
        context = browser.new_context(viewport={"width": 1280, "height": 900})

        def opened(address):
            def answer(route):
                if route.request.url.startswith((f"{address}/", "data:", "blob:")):
                    return route.continue_()
                away.append(route.request.url)
                return route.abort()

            context.route("**/*", answer)
            page = context.new_page()
            page.set_default_timeout(60_000)
            page.goto(address)
            return page

        yield opened
        browser.close()
    assert away == [], "requests left the machine"


@pytest.mark.slow
def test_the_class_page_is_played_without_code(tmp_path, open_page):
    pytest.importorskip("voila")
    shutil.copy(NOTEBOOK, tmp_path / "levels.ipynb")
    template = write_voila_template(tmp_path)
    with host("voila", tmp_path, f"--template={template}", "levels.ipynb") as address:
        page = open_page(address)
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
        page.get_by_role("button", name="Ask", exact=True).click()
        goal.get_by_text("1 of 2 met").wait_for()
        page.get_by_role("button", name="Show me").click()
        page.get_by_role("alert").get_by_text("Solved in 2 steps").wait_for()
        page.get_by_role("button", name="Keep your progress").click()
        kept = page.get_by_role("textbox", name="Keep").input_value()
        assert len(kept) > 40
