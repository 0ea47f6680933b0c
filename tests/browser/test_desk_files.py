"""Files in and out of the desk, what takes long, and what is announced."""

import json

import pytest

import execedit_kit as ek
from execedit_kit.widgets.desk import EditDesk
from tests.browser.desk_gestures import button, node


def choose(stage, view, name, data):
    """Open a file through the browser's own dialog."""
    with stage.page.expect_file_chooser() as chooser:
        view.get_by_role("button", name="Open record").click()
    chooser.value.set_files([{"name": name, "mimeType": "application/json", "buffer": data}])


def test_a_record_goes_to_a_file_and_comes_back(stage):
    desk = EditDesk("laptop")
    view = stage.show(desk)
    desk.fork_choice("b0", rule="suppliers")
    stage.flush()
    with stage.page.expect_download() as download:
        view.get_by_role("button", name="Save record").click()
    assert download.value.suggested_filename == "school-purchase.json"
    saved = download.value.path().read_bytes()
    assert json.loads(saved) == desk.record.document()
    forked = desk.record
    desk.load("refund")
    stage.flush()
    choose(stage, view, "mine.json", saved)
    stage.until(lambda: desk.record == forked)
    view.get_by_test_id("live").get_by_text("Opened school-purchase").wait_for()
    node(view, "call:xpL#1L").wait_for()
    assert (desk.steps, desk.error) == ([], "")


def wrong(change):
    document = ek.load("laptop").document()
    change(document)
    return json.dumps(document, indent=1).encode()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'{"format":\n "execution-record/1",\n oops}', "mine.json was not opened. line 3: not JSON"),
        (wrong(lambda d: d["history"].append({"call": "xz"})), "$.history[3]"),
        (wrong(lambda d: d.pop("policy")), "'policy' is missing"),
        (b"[1, 2]", "mine.json was not opened."),
        (b"\x89PNG\r\n\x1a\n\x00", "not JSON"),
        (b"", "the document is empty"),
    ],
)
def test_a_bad_file_is_named_with_the_place_and_what_to_do(stage, data, said):
    desk = EditDesk("laptop")
    view = stage.show(desk)
    choose(stage, view, "mine.json", data)
    strip = view.get_by_test_id("error")
    strip.wait_for()
    for words in ("mine.json was not opened", said, "Nothing changed; correct the file"):
        assert words in strip.text_content()
    assert desk.record == ek.load("laptop")
    view.get_by_test_id("busy").wait_for(state="detached")


def test_a_file_that_no_browser_can_send_is_refused_here(stage):
    desk = EditDesk("laptop")
    view = stage.show(desk)
    choose(stage, view, "huge.json", b" " * 8_100_000)
    view.get_by_test_id("error").get_by_text("huge.json was not opened: it is larger").wait_for()
    assert stage.messages(desk, "load") == []


def test_what_takes_long_says_so_and_can_be_dropped(stage):
    desk = EditDesk("laptop")
    view = stage.show(desk)
    seen = "() => { window.questions = 0; new MutationObserver(() => { window.questions += document.querySelectorAll("
    stage.page.evaluate(
        seen + "'.ek-question').length; }).observe(document.body, { subtree: true, childList: true }); }"
    )
    node(view, "tip:b0").focus()
    assert view.get_by_test_id("busy").count() == 0
    stage.hold(desk)
    button(view, "fork_choice").click()
    view.get_by_test_id("busy").wait_for()
    view.get_by_test_id("live").get_by_text("Working. Esc drops the question.").wait_for()
    assert view.get_by_test_id("live").get_attribute("aria-live") == "polite"
    stage.page.keyboard.press("Escape")
    view.get_by_test_id("live").get_by_text("Dropped.").wait_for()
    stage.release(desk)
    view.get_by_test_id("busy").wait_for(state="detached")
    assert desk.pending == {}
    assert stage.page.evaluate("() => window.questions") == 0
    button(view, "fork_choice").click()  # the next one is asked as ever
    view.get_by_test_id("question").wait_for()


def test_what_is_quick_says_nothing_of_it(stage):
    desk = EditDesk("laptop")
    view = stage.show(desk)
    node(view, "tip:b0").focus()
    button(view, "fork_choice").click()
    view.get_by_test_id("question").wait_for()
    stage.page.evaluate("() => new Promise((done) => setTimeout(done, 350))")  # past the moment a sign would come
    assert view.get_by_test_id("busy").count() == 0


def test_the_keys_between_the_parts_are_announced(stage):
    view = stage.show(EditDesk("laptop"))
    desk = view.get_by_role("group", name="Edit desk: school-purchase")
    assert {"F6", "Shift+F6"} <= set(desk.get_attribute("aria-keyshortcuts").split())
    hint = view.locator(f"#{desk.get_attribute('aria-describedby')}")
    assert (
        hint.text_content() == "F6 and Shift+F6 go to the next and the previous part; the question mark lists all keys."
    )
    node(view, "start").focus()
    stage.page.keyboard.press("?")
    assert "F6, Shift+F6" in view.get_by_role("dialog", name="Keys").text_content()
