"""One browser for a worker, one fresh context for a test."""

import pytest

from tests.browser.harness import Stage, browser_or_skip, launch
from tests.browser.harness.hosts import Visits


@pytest.fixture(scope="session")
def browser():
    browser_or_skip()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = launch(playwright)
        yield opened
        opened.close()


@pytest.fixture
def page_options():
    """What a test (or a parametrization) wants of the page, as Playwright's options of a context."""
    return {}


@pytest.fixture
def stage(browser, page_options):
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **page_options})
    made = Stage(context)
    yield made
    context.close()
    assert made.off_machine == [], "requests left the machine"
    assert made.errors == [], "the page had errors"


@pytest.fixture
def open_page(browser):
    """Open a page of a local server: ``open_page(address)``; a request to elsewhere is blocked, and is a failure."""
    visits = Visits(browser)
    yield visits.open
    visits.close()
    assert visits.away == [], "requests left the machine"
