"""Screenshots for the README, made from the widgets themselves: ``make pictures``."""

from pathlib import Path

from playwright.sync_api import expect, sync_playwright

import execedit_kit as ek
from tests.browser.harness import Stage, launch

FIGURES = Path(__file__).parents[2] / "data" / "figures"


def desk(stage):
    """A restore held over the flag: the copied approval wears 'already authorized', and the verdict is there."""
    widget = ek.EditDesk("laptop-paid")
    view = stage.show(widget)
    widget.propose(ek.restore_live("b0#1R", "k"))
    stage.flush()
    expect(view.get_by_text("↺ already authorized")).to_be_visible()
    view.screenshot(path=FIGURES / "desk.png", animations="disabled")


def main():
    """Make them all."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        context = browser.new_context(viewport={"width": 1360, "height": 700}, device_scale_factor=1.25)
        desk(Stage(context))
        context.close()
        browser.close()


if __name__ == "__main__":
    main()
