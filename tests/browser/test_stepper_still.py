"""A notebook with stored widgets, made a page by nbconvert: it holds each picture, and shows it with no network."""

import subprocess
import sys

import nbformat
import pytest

pytest.importorskip("playwright", reason="a browser test needs playwright")
from nbclient import NotebookClient
from playwright.sync_api import expect

CELLS = (
    "import execedit_kit as ek",
    "ek.EditDesk('laptop')",
    "ek.PruningStepper(ek.load('release-emergency'), round=1)",
    "ek.Workbench('laptop-tight')",
    "ek.LevelDesk()",
    "import ipywidgets\nipywidgets.IntSlider()",
)
SHOWN = ("school-purchase", "rejected", "school-purchase", "school-purchase")
PREPROCESSOR = "execedit_kit.widgets.still.StillPictures"


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The page, made by the command that the kit names."""
    folder = tmp_path_factory.mktemp("still")
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    NotebookClient(notebook, store_widget_state=True, timeout=120).execute()
    assert notebook.metadata.widgets, "the state of the widgets is stored"
    nbformat.write(notebook, folder / "page.ipynb")
    command = [sys.executable, "-m", "nbconvert", "--to", "html", f"--HTMLExporter.preprocessors={PREPROCESSOR}"]
    subprocess.run([*command, "page.ipynb"], cwd=folder, check=True, capture_output=True, timeout=120)
    return folder / "page.html"


def opened(browser, page):
    """The page in a browser that reaches nothing."""
    context = browser.new_context(offline=True)
    made = context.new_page()
    made.goto(page.as_uri(), wait_until="domcontentloaded")
    return made


def test_offline_each_widget_is_a_picture_with_its_account(browser, page):
    made = opened(browser, page)
    stills = made.locator(".execedit-still")
    expect(stills).to_have_count(4)
    for number, words in enumerate(SHOWN):
        picture = stills.nth(number).locator("svg").first
        expect(picture).to_be_visible()
        assert picture.bounding_box()["height"] > 100
        assert words in picture.text_content() or words in picture.inner_html()
        stills.nth(number).get_by_text("In words").click()
        expect(stills.nth(number).locator("pre")).to_be_visible()
    made.context.close()


def test_the_picture_makes_room_for_the_widget_once_that_is_there(browser, page):
    made = opened(browser, page)
    still = made.locator(".execedit-still").first
    expect(still).to_be_visible()
    output = made.locator(".jp-OutputArea", has=still)
    output.locator(".jupyter-widgets").first.evaluate("el => { el.innerHTML = '<div class=ek-desk>live</div>'; }")
    expect(still).to_be_hidden()
    expect(made.locator(".execedit-still").nth(1)).to_be_visible()
    made.context.close()
