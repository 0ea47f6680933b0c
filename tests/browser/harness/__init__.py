"""A real browser, a static page and the real Python widget: about a second for each test.

For a test of any of our anywidget classes::

    def test_it(stage):                       # the fixture of tests/browser/conftest.py
        widget = EditDesk("laptop")
        view = stage.show(widget)             # a Playwright locator of the view's root
        view.get_by_role("button", name="Checkpoint").click()
        stage.until(lambda: widget.at == 1)   # asserts on the Python side, without sleeping
        other = stage.show(widget)            # a second view of the same model
        stage.close(other)                    # what a host does when an output is cleared

- `stage.page` is Playwright's page; `stage.messages(widget)` lists what the front-end sent.
- What Python changes on its own arrives with `stage.flush()` (and with any message's reply).
- `stage.hold(widget)` keeps Python's replies back; `stage.release(widget, newest_first=True)` delivers them.
- `stage.drag(source, *stops, drop=True)` moves the real mouse in small steps; with `stage.pointer = Finger(stage.page)`
  (and a context that has touch) it is a finger.
- A fixture fails the test when a request left the machine, or when the page had an error.

For JupyterLab, Notebook and Voilà: ``host(module, folder)`` of `hosts.py` runs one, and the fixture
``open_page(address)`` opens a page of it that may speak with nothing else.

`browser_or_skip` says what happens where there is no Chromium: skipped with a reason, or failed when CI=true.
"""

from tests.browser.harness.find import browser_or_skip, chromium, launch
from tests.browser.harness.stage import Finger, Stage

__all__ = ["Finger", "Stage", "browser_or_skip", "chromium", "launch"]
