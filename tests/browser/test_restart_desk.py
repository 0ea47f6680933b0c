"""RestartDesk in a real browser: what is asked by hand reaches Python, and what Python says is what is seen."""

import pytest
from playwright.sync_api import expect

from execedit_kit.widgets.restart_desk import RestartDesk

FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]"
REACHES_THE_HOST = f"""root => [...root.querySelectorAll({FOCUSABLE!r})]
    .filter(el => el.dataset.lmSuppressShortcuts !== "true").map(el => el.outerHTML.slice(0, 90))"""


@pytest.fixture
def desk():
    return RestartDesk("two-hours")


WATCH = """el => { window.seen = [];
    new MutationObserver(() => seen.push(el.textContent)).observe(el, { childList: true }); }"""
SMALL = """root => [...root.querySelectorAll("button, select, input, summary")].filter(el => el.offsetParent)
    .map(el => el.getBoundingClientRect()).filter(box => box.width < 24 || box.height < 24).length"""
FAINT = """root => {
    const part = (v) => ((v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    const light = (el) => {
      const [r, g, b] = getComputedStyle(el).fill.match(/[\\d.]+/g).map(Number);
      return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
    };
    return [...root.querySelectorAll("[data-mark]")].filter((el) => {
      const [a, b] = [light(el.querySelector("text")), light(el.querySelector(".ekr-box"))];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
    }).map((el) => el.textContent);
  }"""


def button(view, name, **options):
    return view.get_by_role("button", name=name, **options)


def agrees(view, desk):
    """The page shows exactly what Python says."""
    scene = desk.result["scene"]
    shown = view.evaluate(
        """root => [...root.querySelectorAll("[data-mark]")].map(el => [el.dataset.mark,
        el.querySelector("text").textContent, el.dataset.lit !== undefined, el.dataset.cached !== undefined])"""
    )
    assert shown == [[m["id"], f"{m['sign']} {m['text']}", m["lit"], m["cached"]] for m in scene["marks"]]
    assert view.locator(".ekr-verdict").get_attribute("data-verdict") == desk.verdict
    assert view.locator(".ekr-clock").all_text_contents() == [moment["clock"] for moment in scene["moments"]]
    said = view.get_by_role("region", name="The check").locator(".ekr-finding > span").all_text_contents()
    assert said == [finding["says"] for finding in desk.result["findings"]]
    assert view.locator("textarea").input_value() == desk.source


def test_it_opens_with_the_worked_example(stage, desk):
    view = stage.show(desk)
    agrees(view, desk)
    expect(view.locator(".ekr-verdict")).to_contain_text("breaks")
    expect(view.get_by_text("questions: 2 paused, 5 restarted").first).to_be_visible()
    assert view.locator("[data-lit]").count() == 2
    expect(view.get_by_role("status")).to_have_text("breaks. questions: 2 paused, 5 restarted, and 3 more")


def test_a_shipped_plan_and_a_design_are_chosen(stage, desk):
    view = stage.show(desk)
    view.get_by_label("Plan", exact=True).select_option("miss/asks-for-the-hour.js")
    stage.until(lambda: desk.differences == ("questions: 8 paused, 6 restarted",))
    expect(view.locator(".ekr-verdict")).to_contain_text("breaks")
    agrees(view, desk)
    view.get_by_label("Replay", exact=True).select_option("position keys")
    expect(view.locator(".ekr-verdict")).to_contain_text("does not break here")
    agrees(view, desk)
    assert button(view, "Go to the first difference").is_hidden()


def test_answers_start_and_delay_are_set_by_hand(stage, desk):
    view = stage.show(desk)
    one = button(view, "Close 127, Add a dark theme? no")
    assert one.get_attribute("aria-pressed") == "false"
    one.click()
    stage.until(lambda: desk.world.answers[127] == "yes")
    expect(button(view, "Close 127, Add a dark theme? yes")).to_have_attribute("aria-pressed", "true")
    view.get_by_label("Starts (UTC)").fill("2026-03-10 08:00")
    view.get_by_label("Starts (UTC)").press("Tab")
    view.get_by_label("Answers after (min)").fill("1")
    view.get_by_label("Answers after (min)").press("Enter")
    stage.until(lambda: desk.world.delays == (1,))
    expect(view.locator(".ekr-verdict")).to_contain_text("does not break here")
    agrees(view, desk)
    button(view, "The fixed world").click()
    expect(view.locator(".ekr-verdict")).to_have_attribute("data-verdict", "breaks")
    assert desk.world.answers[127] == "no"


def test_a_source_is_edited_while_it_runs(stage, desk):
    view = stage.show(desk)
    source = view.get_by_label("The plan", exact=True).and_(view.locator("textarea"))
    source.fill("return tool('ask_human', { question: 'Shall I go on?' });")
    stage.until(lambda: desk.source.startswith("return tool"))
    expect(view.locator(".ekr-verdict")).to_contain_text("does not break here")
    agrees(view, desk)
    source.fill("const a = ;")
    stage.until(lambda: desk.verdict == "not a plan")
    expect(view.get_by_role("alert")).to_contain_text("two-hours.js (edited):1:")
    expect(view.locator(".ekr-verdict")).to_contain_text("not a plan")
    assert source.input_value() == "const a = ;"
    source.fill("return 1;")
    stage.until(lambda: desk.verdict == "does not break here")
    expect(view.get_by_role("alert")).to_be_hidden()


def test_an_edited_plan_is_ones_own_in_the_list_and_the_shipped_one_can_be_chosen_again(stage, desk):
    view = stage.show(desk)
    chosen = view.get_by_label("Plan", exact=True)
    shown = "el => el.selectedOptions[0].textContent"
    assert chosen.evaluate(shown) == "two-hours.js"
    view.locator("textarea").fill("return 'mine';")
    expect(view.locator(".ekr-verdict")).to_contain_text("does not break here")
    assert chosen.evaluate(shown) == "two-hours.js (edited), your own"
    chosen.select_option("planted/two-hours.js")
    stage.until(lambda: desk.verdict == "breaks")
    agrees(view, desk)
    assert chosen.evaluate(shown) == "two-hours.js"
    chosen.select_option("")
    stage.until(lambda: desk.setup["plan"] == "")
    expect(view.get_by_text("… running")).to_be_hidden()
    assert chosen.evaluate(shown) == "(your own)"
    agrees(view, desk)


def test_a_field_that_is_cleared_says_so_and_shows_what_is_run(stage, desk):
    view = stage.show(desk)
    start = view.get_by_label("Starts (UTC)")
    start.fill("")
    start.press("Tab")
    expect(view.get_by_role("alert")).to_contain_text("a start is a date and a time")
    assert start.input_value() == desk.setup["start"] == "2026-03-10 16:59"


def test_what_could_not_be_run_stands_under_no_older_verdict(stage, desk, monkeypatch):
    def fail(setup):
        raise ZeroDivisionError("mine")

    view = stage.show(desk)
    monkeypatch.setattr("execedit_kit.widgets.restart_desk.look", fail)
    view.locator("textarea").fill("return 'mine';")
    expect(view.locator(".ekr-verdict")).to_contain_text("could not be run")
    expect(view.get_by_role("alert")).to_contain_text("ZeroDivisionError: mine")
    assert view.locator("[data-mark]").count() == 0
    assert view.locator("textarea").input_value() == "return 'mine';"


def test_worlds_are_tried_and_one_is_applied_with_one_click(stage, desk):
    view = stage.show(desk)
    view.get_by_label("Plan", exact=True).select_option("planted/weekend.js")
    stage.until(lambda: desk.setup["plan"] == "planted/weekend.js")
    button(view, "Try all worlds").click()
    stage.until(lambda: bool(desk.worlds))
    expect(view.locator(".ekr-world")).to_have_count(len(desk.worlds["broken"]))
    assert desk.worlds["broken"]
    last = view.locator(".ekr-world").last
    said = last.text_content()
    last.click()
    stage.until(lambda: desk.verdict == "breaks" and desk.differences[0] in said)
    expect(view.locator(".ekr-verdict")).to_have_attribute("data-verdict", "breaks")
    agrees(view, desk)


def test_findings_lead_to_their_lines(stage, desk):
    view = stage.show(desk)
    assert view.locator(".ekr-gutter [data-flagged]").all_text_contents() == ["⚠ 2", "⚠ 7"]
    button(view, "line 7, clock").click()
    chosen = view.locator("textarea").evaluate("el => el.value.slice(el.selectionStart, el.selectionEnd)")
    assert chosen.strip() == desk.result["findings"][1]["source"]
    button(view, "text", exact=True).click()
    stage.until(lambda: desk.setup["level"] == "text")
    expect(view.get_by_text("(text level)")).to_be_visible()
    agrees(view, desk)


def test_while_a_newer_request_is_under_way_the_older_is_not_shown(stage, desk):
    view = stage.show(desk)
    stage.hold(desk)
    view.get_by_label("Replay", exact=True).select_option("recorded clock")
    stage.until(lambda: desk.setup["design"] == "recorded clock")
    view.get_by_label("Replay", exact=True).select_option("fresh reads")
    stage.until(lambda: desk.setup["design"] == "fresh reads")
    expect(view.get_by_text("… running")).to_be_visible()
    assert view.get_by_label("Replay", exact=True).input_value() == "fresh reads"
    view.locator(".ekr-verdict").evaluate(WATCH)
    stage.release(desk)
    expect(view.get_by_text("… running")).to_be_hidden()
    agrees(view, desk)
    assert stage.page.evaluate("seen") == []  # "does not break here" of the older one was never there


def test_what_is_typed_is_not_overwritten_by_an_older_answer(stage, desk):
    view = stage.show(desk)
    stage.hold(desk)
    view.get_by_label("Replay", exact=True).select_option("recorded clock")
    view.locator("textarea").fill("return 'mine';")
    stage.release(desk)
    stage.until(lambda: desk.source == "return 'mine';")
    expect(view.get_by_text("… running")).to_be_hidden()
    assert view.locator("textarea").input_value() == "return 'mine';"
    assert desk.setup["design"] == "recorded clock"


def test_two_views_agree_and_python_is_followed(stage, desk):
    one, two = stage.show(desk), stage.show(desk)
    one.get_by_label("Replay", exact=True).select_option("recorded clock")
    expect(two.locator(".ekr-verdict")).to_contain_text("does not break here")
    desk.change(plan="one-by-one", design="post")
    stage.flush()
    agrees(one, desk)
    agrees(two, desk)


def test_what_cannot_be_is_shown_in_the_strip_until_dismissed(stage, desk):
    view = stage.show(desk)
    view.get_by_label("Answers after (min)").fill("soon")
    view.get_by_label("Answers after (min)").press("Enter")
    expect(view.get_by_role("alert")).to_contain_text("delays are minutes")
    assert view.get_by_label("Answers after (min)").input_value() == "90"
    button(view, "Dismiss the error").click()
    expect(view.get_by_role("alert")).to_be_hidden()
    stage.until(lambda: desk.error == "")


def test_the_timelines_are_one_tab_stop_walked_with_arrows(stage, desk):
    view = stage.show(desk)
    assert view.locator('[data-mark][tabindex="0"]').count() == 1
    button(view, "Go to the first difference").click()
    focused = view.locator("[data-mark]:focus")
    expect(focused).to_have_attribute("aria-label", "19:59, paused, execution 1: escalates 139, first difference")
    for key, text in [
        ("ArrowDown", "! escalates 148"),
        ("ArrowUp", "! escalates 139"),
        ("ArrowLeft", "! closes 112"),
        ("Home", "≡ reads the list"),
    ]:
        stage.page.keyboard.press(key)
        assert focused.locator("text").text_content() == text
    assert view.locator('[data-mark][tabindex="0"]').count() == 1


def test_no_key_pressed_in_it_reaches_the_host(stage, desk):
    desk.try_worlds()
    view = stage.show(desk)
    expect(view.locator(".ekr-world").first).to_be_visible()
    assert view.evaluate(REACHES_THE_HOST) == []
    for place in (view.locator("[data-mark]").nth(3), button(view, "SVG"), view.locator(".ekr-world").first):
        place.click()
        near = "() => document.activeElement.closest('[data-lm-suppress-shortcuts]') !== null"
        assert stage.page.evaluate(near)


def test_marks_survive_a_change_of_the_answer(stage, desk):
    view = stage.show(desk)
    mark = view.locator('[data-mark="p1"]')
    mark.evaluate("el => { el.mine = true; }")
    mark.focus()
    desk.change(answers={153: "yes"})
    stage.flush()
    agrees(view, desk)
    assert mark.evaluate("el => el.mine && el === document.activeElement")


def test_the_table_says_it_all(stage, desk):
    view = stage.show(desk)
    view.get_by_text("As a table").click()
    rows = view.locator(".ekr-table tbody tr")
    assert rows.count() == len(desk.result["scene"]["marks"])
    assert rows.filter(has=stage.page.get_by_role("cell", name="yes", exact=True)).count() == 2


def test_a_picture_is_saved(stage, desk):
    view = stage.show(desk)
    for form, magic in (("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
        with stage.page.expect_download() as saving:
            button(view, f"Save as {form.upper()}").click()
        assert saving.value.suggested_filename == f"two-hours-restart.{form}"
        assert saving.value.path().read_bytes().startswith(magic)


def test_what_a_plan_says_is_text_not_markup(stage, desk):
    desk.change(source="tool('log', { message: '<img src=x onerror=alert(1)>' }); return '<b>x</b>';")
    view = stage.show(desk)
    assert view.locator("img, .ekr-list b").count() == 0
    agrees(view, desk)


def test_a_closed_view_leaves_nothing_behind(stage, desk):
    for signal in (True, False):
        view = stage.show(desk, signal=signal)
        stage.close(view)
    desk.change(design="recorded clock")
    stage.flush()


@pytest.mark.parametrize(
    "page_options",
    [{}, {"color_scheme": "dark"}, {"forced_colors": "active"}, {"viewport": {"width": 420, "height": 900}}],
    ids=["light", "dark", "forced", "narrow"],
)
def test_text_is_legible_and_targets_are_large(stage, desk):
    desk.try_worlds()
    view = stage.show(desk)
    assert view.evaluate(SMALL) == 0
    assert view.evaluate("root => root.firstChild.scrollWidth <= root.firstChild.clientWidth + 1")
    assert view.evaluate(FAINT) == []
