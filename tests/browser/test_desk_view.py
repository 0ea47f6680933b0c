"""The desk in a real browser: previews, views, errors, focus, accessibility, sizes."""

import json

import pytest

import execedit_kit as ek
from execedit_kit.widgets import desk_state
from execedit_kit.widgets.desk import EditDesk
from execedit_kit.widgets.scene import scene
from tests.browser.desk_gestures import button, node, zone

FORK = {"fork_choice": {"branch": "b0", "rule": "suppliers"}}


def shown(view, verdict):
    return view.locator(f'[data-testid="answer"] [data-verdict="{verdict}"]')


def hold_over(stage, view, picked, place):
    """Drag a node over another without letting go."""
    x, y = stage.centre(node(view, picked))
    stage.drag(node(view, picked), (x + 10, y + 10), drop=False)
    stage.page.mouse.move(*stage.centre(node(view, place)), steps=8)


def chain(calls, processed):
    names = [f"a{n}" for n in range(calls)]
    return ek.record(
        actions=names,
        workflow={"branch": "b", "contract": {"sequence": names}},
        policy={"any": True},
        history=[{"call": name} for name in names[:processed]],
    )


# Verdicts before letting go.


def test_the_verdict_and_the_ghost_come_before_letting_go(stage):
    desk = EditDesk("laptop-forked")
    view = stage.show(desk)
    hold_over(stage, view, "tip:b0#1L", "flag:k")
    stage.page.mouse.move(*stage.centre(zone(view, "restore_live")), steps=4)
    ghost = node(view, "call:xa#2k")
    ghost.wait_for()
    assert ghost.get_attribute("data-change") == "added"
    assert ghost.locator(".ek-badge").text_content() == "↺ already authorized"
    zone(view, "restore_live").locator('[data-verdict="accepted"]').wait_for()
    zone(view, "restore_replace").locator('[data-verdict="invalid"]').wait_for()
    assert "restore k beside b0#1L" in view.get_by_test_id("foot").text_content()
    stage.page.mouse.move(*stage.centre(zone(view, "restore_replace")), steps=4)
    view.locator('[data-id="call:xpL#1L"][data-change="removed"]').wait_for()
    stage.page.keyboard.press("Escape")
    ghost.wait_for(state="detached")
    assert (desk.at, desk.pending, stage.messages(desk, "propose")) == (0, {}, [])


def test_pointing_at_an_enabled_call_says_what_it_would_do(stage):
    desk = EditDesk("laptop-forked")
    view = stage.show(desk)
    node(view, "call:xpL#1L").hover()
    view.get_by_test_id("chip").locator('[data-verdict="accepted"]').wait_for()
    assert "authorizes pay_L" in view.get_by_test_id("foot").text_content()
    assert node(view, "call:xpL#1L").get_attribute("data-state") == "new"
    stage.page.mouse.move(5, 5)
    view.get_by_test_id("chip").wait_for(state="detached")
    assert node(view, "call:xpL#1L").get_attribute("data-state") == "enabled"


def test_rejected_keeps_the_ghost_and_names_what_falls(stage):
    desk = EditDesk("laptop-tight")
    view = stage.show(desk)
    desk.propose(FORK)
    stage.flush()
    shown(view, "rejected").wait_for()
    assert node(view, "call:xa").get_attribute("data-first") == "", "already now: after what happened last"
    assert view.locator("[data-first]").count() == 1
    assert node(view, "call:xpR#1R").get_attribute("data-doomed") == ""
    assert node(view, "call:xpL#1L").get_attribute("data-doomed") is None
    assert "Cannot be finished: b0#1R" in view.get_by_test_id("answer").text_content()
    assert "the policy allows only pL, not pR" in view.get_by_test_id("answer").text_content()
    view.get_by_role("button", name="Apply").click(force=True)  # it says that it is disabled
    view.get_by_test_id("question").get_by_role("button", name="Why?").click()
    stage.until(lambda: desk.why_requested)
    assert desk.why_requested == {"step": FORK, "at": 0, "number": 1}
    assert desk.at == 0


def test_invalid_looks_different_and_says_which_rule_it_broke(stage):
    desk = EditDesk("tender-award")
    view = stage.show(desk)
    desk.propose(ek.merge_select("tender", "left"))
    stage.flush()
    shown(view, "invalid").wait_for()
    assert "It breaks the model's rule on: signature" in view.get_by_test_id("answer").text_content()
    style = """el => { const { borderStyle, color } = getComputedStyle(el);
      return [borderStyle, color, el.querySelector('.ek-shape').getAttribute('d')]; }"""
    looks = [shown(view, "invalid").evaluate(style)]
    for record, step, verdict in (("laptop", FORK, "accepted"), ("laptop-tight", FORK, "rejected")):
        desk.load(record)
        desk.propose(step)
        stage.flush()
        looks.append(shown(view, verdict).evaluate(style))
    for part in range(3):
        assert len({look[part] for look in looks}) == 3
    view.get_by_test_id("json").get_by_text(json.dumps(FORK)).wait_for()


def test_a_stale_preview_never_wins(stage):
    desk = EditDesk("laptop-forked")
    view = stage.show(desk)
    stage.hold(desk)
    node(view, "call:xpL#1L").hover()
    stage.until(lambda: len(stage.messages(desk, "preview")) == 1)
    node(view, "call:xpR#1R").hover()
    stage.until(lambda: len(stage.messages(desk, "preview")) == 2)
    stage.release(desk, newest_first=True)
    view.get_by_test_id("foot").get_by_text("process xpR#1R").wait_for()
    assert node(view, "call:xpR#1R").get_attribute("data-state") == "new"
    assert node(view, "call:xpL#1L").get_attribute("data-state") == "impossible"  # what R would mean for L


def test_a_preview_of_an_older_record_never_wins(stage):
    desk = EditDesk("laptop-forked")
    view = stage.show(desk)
    stage.hold(desk)
    node(view, "call:xpL#1L").hover()
    stage.until(lambda: len(stage.messages(desk, "preview")) == 1)
    desk.call("xpL#1L")
    stage.flush()  # behind what is held
    stage.release(desk, newest_first=True)
    view.get_by_test_id("live").get_by_text("Applied: process xpL#1L").wait_for()
    view.get_by_test_id("chip").wait_for(state="detached")


# Questions.


def test_rules_signatures_and_arms_are_asked_for(stage):
    desk = EditDesk("tender-award")
    view = stage.show(desk)
    node(view, "tip:north").focus()
    button(view, "merge_select").click()
    question = view.get_by_test_id("question")
    assert question.get_by_label("inspection").is_checked()
    question.get_by_label("no rule").check()
    stage.until(lambda: desk.pending["step"] == {"merge_select": {"group": "tender", "winner": "left"}})
    assert "gives up award_south→roof_south" in question.get_by_role("group", name="Signatures").text_content()
    question.get_by_label("council signs").check()
    shown(view, "accepted").wait_for()
    assert desk.pending["step"]["merge_select"]["signed_by"] == ["council"]
    question.get_by_label("council signs").uncheck()
    shown(view, "invalid").wait_for()
    stage.page.keyboard.press("Escape")
    question.wait_for(state="detached")


def test_the_arm_of_a_merge_is_changed_with_left_and_right(stage):
    desk = EditDesk("laptop-forked")
    view = stage.show(desk)
    node(view, "tip:b0#1L").focus()
    stage.page.keyboard.press("m")
    stage.page.keyboard.press("s")
    view.locator('[data-part="question"] :focus').wait_for()
    for key, side in (("ArrowRight", "right"), ("ArrowLeft", "left")):
        stage.page.keyboard.press(key)
        stage.until(lambda side=side: desk.pending["step"]["merge_select"]["winner"] == side)


def test_the_flag_gets_a_name(stage):
    desk = EditDesk("laptop")
    view = stage.show(desk)
    node(view, "tip:b0").focus()
    stage.page.keyboard.press("k")
    field = view.get_by_label("Name of the flag")
    for name, why in (("", "give the checkpoint a name"), ("k", "there is a checkpoint 'k' already")):
        field.fill(name)
        view.get_by_test_id("mistake").get_by_text(why).wait_for()
        assert field.get_attribute("aria-invalid") == "true"
        assert view.get_by_test_id("mistake").get_attribute("id") == field.get_attribute("aria-describedby")
        field.press("Enter")
        view.get_by_test_id("live").get_by_text(f"Not applied: {why}").wait_for()
        assert (desk.at, field.input_value()) == (0, name)
        assert view.get_by_test_id("json").count() == 0  # there is no step to copy
    field.fill("monday")
    node(view, "flag:monday").wait_for()
    field.press("Enter")
    stage.until(lambda: desk.at == 1)
    assert desk.steps[0]["step"] == {"checkpoint": "monday", "branch": "b0"}


def test_requests_are_sent_and_settled_from_the_strip(stage):
    desk = EditDesk("laptop")
    view = stage.show(desk)
    view.get_by_role("button", name="Send reserve").click()
    view.get_by_role("button", name="Settle reserve").click()
    view.get_by_label("What it returned").fill('{"ok": true}')
    stage.until(lambda: desk.pending and desk.pending["step"]["value"] == {"ok": True})
    view.get_by_role("button", name="Apply").click()
    stage.until(lambda: desk.at == 2)
    assert [step["step"] for step in desk.steps] == [
        {"dispatch": "reserve"},
        {"settle": "reserve", "value": {"ok": True}},
    ]
    view.locator('.ek-entry[data-state="settled"]').wait_for()


def test_predict_hides_the_verdict_until_a_guess_is_made(stage):
    desk = EditDesk("laptop-tight")
    view = stage.show(desk)
    view.get_by_role("button", name="Predict").click()
    stage.until(lambda: desk.predicting)
    node(view, "tip:b0").focus()
    button(view, "fork_choice").click()
    shown(view, "hidden").wait_for()
    assert "rejected" not in json.dumps(desk.pending)
    assert view.locator("[data-first]").count() == 0
    view.get_by_test_id("question").locator('[data-guess="accepted"]').click()
    shown(view, "rejected").wait_for()
    assert view.get_by_test_id("guess").text_content() == "✕ You guessed accepted."
    assert view.get_by_test_id("score").text_content() == "Predictions: 0 of 1 right"
    view.get_by_test_id("question").get_by_label("no rule").check()
    view.get_by_test_id("question").locator('[data-guess="accepted"]').click()
    shown(view, "accepted").wait_for()
    assert view.get_by_test_id("score").text_content() == "Predictions: 1 of 2 right"
    view.get_by_role("button", name="Apply").click()
    stage.until(lambda: desk.at == 1)


def test_predict_gives_no_hint_of_a_signature_before_the_guess(stage):
    """A box of signatures would say that the edit is invalid without them."""
    desk = EditDesk("tender-award", predict=True)
    view = stage.show(desk)
    node(view, "tip:north").focus()
    button(view, "merge_select").click()
    question = view.get_by_test_id("question")
    shown(view, "hidden").wait_for()
    assert question.get_by_role("group", name="Signatures").count() == 0
    assert "council" not in question.text_content() + json.dumps(desk.pending)
    question.locator('[data-guess="invalid"]').click()
    shown(view, "invalid").wait_for()
    question.get_by_label("council signs").click()
    shown(view, "hidden").wait_for()  # another step, another guess
    question.get_by_label("no rule").click()
    stage.until(lambda: "rule" not in desk.pending["step"]["merge_select"])
    assert desk.pending["step"]["merge_select"]["signed_by"] == ["council"]
    question.locator('[data-guess="accepted"]').click()
    shown(view, "accepted").wait_for()
    assert question.get_by_label("council signs").is_checked()


# Edit list.


def test_undo_redo_and_jump(stage):
    desk = EditDesk("laptop")
    view = stage.show(desk)
    desk.fork_choice("b0", rule="suppliers")
    desk.call("xpL#1L")
    stage.flush()
    node(view, "call:xpL#1L").focus()
    for keys, at in (("Control+z", 1), ("Control+z", 0), ("Control+Shift+z", 1), ("Control+Shift+z", 2)):
        stage.page.keyboard.press(keys)
        stage.until(lambda at=at: desk.at == at)
    view.get_by_role("button", name="as opened").click()
    stage.until(lambda: desk.at == 0)
    view.get_by_role("button", name="process xpL#1L (undone)").click()
    stage.until(lambda: desk.at == 2)
    view.get_by_role("button", name="Undo", exact=True).click()
    stage.until(lambda: desk.at == 1)


CLIPBOARDS = {
    "forbidden": "undefined",  # what a page over plain http has
    "refused": "{ writeText: () => Promise.reject(new Error('no')) }",
    "granted": "{ writeText: (text) => { window.written = text; return Promise.resolve(); } }",
}


def clipboard(stage, kind, *, command=True):
    stage.page.evaluate(f"Object.defineProperty(navigator, 'clipboard', {{ value: {CLIPBOARDS[kind]} }})")
    if not command:
        stage.page.evaluate("() => { document.execCommand = () => false; }")


def pasted(stage):
    """What Ctrl+V brings."""
    stage.page.evaluate(
        "() => { const el = document.createElement('textarea'); el.id = 'paste'; document.body.append(el); }"
    )
    stage.page.locator("#paste").focus()
    stage.page.keyboard.press("Control+v")
    return stage.page.locator("#paste").input_value()


@pytest.mark.parametrize("what", ["json", "python", "token"])
@pytest.mark.parametrize("place", ["list", "question"])
def test_steps_and_the_step_in_question_are_copied(stage, what, place):
    desk = EditDesk("laptop")
    view = stage.show(desk)
    if place == "list":
        desk.fork_choice("b0", rule="suppliers")
        wanted = {"json": desk.to_json(), "python": desk.to_python(), "token": desk.token}[what]
    else:
        desk.propose(FORK)
        python = "ek.fork_choice('b0', rule='suppliers')"
        wanted = {"json": json.dumps(FORK), "python": python, "token": desk.token}[what]
    stage.flush()
    clipboard(stage, "forbidden")
    copy = view.locator(f'[data-part="{place}"] [data-export="{what}"]')
    copy.click()
    view.get_by_test_id("copied").get_by_text("Copied.").wait_for()
    assert view.get_by_test_id("exported").input_value() == wanted
    assert copy.evaluate("el => el === document.activeElement")
    assert pasted(stage) == wanted


@pytest.mark.parametrize(
    ("kind", "command", "note"),
    [("granted", False, "Copied."), ("refused", True, "Copied."), ("forbidden", False, "Press Ctrl+C to copy it")],
)
def test_copying_always_says_what_came_of_it(stage, kind, command, note):
    desk = EditDesk("laptop")
    desk.propose(FORK)
    view = stage.show(desk)
    clipboard(stage, kind, command=command)
    view.get_by_role("button", name="Copy the step in question as JSON").click()
    view.get_by_test_id("copied").get_by_text(note).wait_for()
    view.get_by_test_id("live").get_by_text(note).wait_for()
    if kind == "granted":
        assert stage.page.evaluate("() => window.written") == json.dumps(FORK)
    if not command and kind == "forbidden":
        stage.page.keyboard.press("Control+c")  # it is selected
        assert pasted(stage) == json.dumps(FORK)


# Views and hosts.


def test_two_views_of_one_desk_agree_and_show_again(stage):
    desk = EditDesk("laptop")
    one, two = stage.show(desk), stage.show(desk, signal=False)
    node(one, "tip:b0").focus()
    button(one, "fork_choice").click()
    for view in (one, two):
        shown(view, "accepted").wait_for()
        node(view, "call:xpL#1L").wait_for()
    two.get_by_role("button", name="Apply").click()
    one.locator('[data-id="call:xpL#1L"][data-change="kept"]').wait_for()
    content = "view => [...view.querySelectorAll('.ek-node')].map(el => [el.dataset.id, el.dataset.state])"
    assert one.evaluate(content) == two.evaluate(content)
    hatches = "view => view.querySelector('pattern').id"
    assert one.evaluate(hatches) != two.evaluate(hatches)
    stage.close(one)
    stage.close(two)
    assert stage.page.evaluate("() => Object.values(stage.models).map(m => m.listeners.length)") == [0]
    again = stage.show(desk)
    node(again, "call:xpL#1L").wait_for()
    assert again.locator(".ek-jump[aria-current]").text_content() == "fork b0 into one of two, rule suppliers"


def test_esc_drops_a_question_whose_answer_is_still_on_its_way(stage):
    desk = EditDesk("laptop")
    view = stage.show(desk)
    stage.hold(desk)
    node(view, "tip:b0").focus()
    for key in ("f", "c", "Escape"):
        stage.page.keyboard.press(key)
    stage.until(lambda: stage.messages(desk, "propose"))
    stage.release(desk)
    stage.until(lambda: desk.pending == {} and stage.messages(desk, "cancel"))
    assert view.get_by_test_id("question").count() == 0
    assert node(view, "tip:b0").evaluate("el => el === document.activeElement")


@pytest.mark.parametrize("quicker", [lambda desk: desk.checkpoint("now", "b0"), lambda desk: desk.propose(FORK)])
def test_what_is_dragged_is_let_go_when_somebody_else_was_quicker(stage, quicker):
    """Another view, or a cell, moved the record or put a question meanwhile."""
    desk = EditDesk("laptop")
    view = stage.show(desk)
    x, y = stage.centre(node(view, "tip:b0"))
    stage.drag(node(view, "tip:b0"), (x + 40, y + 90), drop=False)
    view.locator("[data-held]").first.wait_for()
    quicker(desk)
    asked = dict(desk.pending)
    stage.flush()
    view.locator("[data-held]").first.wait_for(state="detached")
    stage.page.mouse.move(x + 60, y + 110, steps=4)
    stage.page.mouse.up()
    assert (desk.pending, desk.error, stage.messages(desk, "propose")) == (asked, "", [])


def test_an_exception_is_shown_with_what_to_do(stage, monkeypatch):
    desk = EditDesk("laptop-forked")
    view = stage.show(desk)

    def broken(*_, **__):
        raise ZeroDivisionError("out of paper")

    monkeypatch.setattr(desk_state, "preview", broken)
    node(view, "call:xpL#1L").click()
    strip = view.get_by_test_id("error")
    strip.wait_for()
    assert "ZeroDivisionError: out of paper" in strip.text_content()
    assert "Nothing changed, and the desk can be used on" in strip.text_content()
    assert strip.get_attribute("role") == "alert"
    monkeypatch.undo()
    strip.get_by_role("button", name="Dismiss").click()
    strip.wait_for(state="detached")
    node(view, "call:xpL#1L").click()
    stage.until(lambda: desk.at == 1)


# Focus, wheel, accessibility.


def test_one_tab_stop_and_no_shortcut_of_the_host(stage):
    desk = EditDesk("laptop")
    desk.propose(FORK)
    view = stage.show(desk)
    view.get_by_role("button", name="Keys").click()
    stops = view.locator('[tabindex="0"], a[href], :is(button, input, textarea, select, summary):not([tabindex="-1"])')
    assert stops.count() == 1
    scrolls = "view => [...view.querySelectorAll('*')].filter(el => /auto|scroll/.test(getComputedStyle(el).overflowY))"
    assert view.evaluate(f"{scrolls}.filter(el => el.tabIndex !== -1 || !el.dataset.lmSuppressShortcuts).length") == 0
    focusable = ':is([tabindex], button, input, textarea, select, summary):not([data-lm-suppress-shortcuts="true"])'
    assert view.locator(focusable).count() == 0
    stage.page.locator("#before").focus()
    stage.page.keyboard.press("Tab")
    assert view.evaluate("view => view.contains(document.activeElement)")
    stage.page.keyboard.press("Escape")
    stage.page.keyboard.press("Tab")
    assert stage.page.evaluate("() => document.activeElement.id") == "after"


def test_a_click_takes_the_focus_itself(stage):
    view = stage.show(EditDesk("laptop"))
    for id in ("call:xr", "tip:b0", "flag:k"):
        node(view, id).click()
        stage.page.keyboard.press("Escape")
        assert stage.page.evaluate("() => document.activeElement.dataset.id") == id


def test_the_focus_stays_where_it_was(stage):
    desk = EditDesk("laptop")
    view = stage.show(desk)
    node(view, "call:xr").focus()
    desk.fork_choice("b0", rule="suppliers")
    stage.flush()
    node(view, "call:xpL#1L").wait_for()
    assert stage.page.evaluate("() => document.activeElement.dataset.id") == "call:xr"
    node(view, "call:xpL#1L").focus()
    desk.undo()
    stage.flush()
    node(view, "call:xpL#1L").wait_for(state="detached")
    assert view.evaluate("view => view.contains(document.activeElement)")  # it went somewhere, not to the page
    ring = "() => getComputedStyle(document.activeElement.querySelector('.ek-ring')).strokeWidth"
    assert stage.page.evaluate(ring) == "3px"


def test_arrows_follow_the_edges_and_f6_the_parts(stage):
    view = stage.show(EditDesk("laptop-forked"))
    node(view, "start").focus()
    walked = []
    for key in (
        "ArrowRight",
        "ArrowRight",
        "ArrowRight",
        "ArrowRight",
        "ArrowDown",
        "ArrowRight",
        "ArrowLeft",
        "ArrowLeft",
    ):
        stage.page.keyboard.press(key)
        walked.append(stage.page.evaluate("() => document.activeElement.dataset.id"))
    arm = ["call:xpL#1L", "call:xpR#1R", "call:xsR#1R", "call:xpR#1R", "group:g#1"]
    assert walked == ["call:xr", "call:xa", "group:g#1", *arm]
    parts = []
    for _ in range(4):
        stage.page.keyboard.press("F6")
        parts.append(stage.page.evaluate("() => document.activeElement.closest('[data-part]').dataset.part"))
    assert parts == ["list", "strip", "toolbar", "graph"]


def test_arrows_walk_into_a_frame_and_out_of_it_again(stage):
    """What stands in a frame has no order: every call of it comes right after what leads to the frame."""
    calls = [f"a{n}" for n in range(14)]
    desk = EditDesk(
        ek.record(actions=calls, workflow={"branch": "b", "contract": {"parallel": calls}}, policy={"any": True})
    )
    view = stage.show(desk)
    view.get_by_text("any order", exact=True).wait_for()
    node(view, "start").focus()
    walked = []
    for key in ("ArrowRight", "ArrowDown", "ArrowRight", "ArrowLeft", "ArrowLeft"):
        stage.page.keyboard.press(key)
        walked.append(stage.page.evaluate("() => document.activeElement.dataset.id"))
    assert walked == ["call:a0", "call:a1", "tip:b", "call:a10", "start"]
    view.get_by_role("button", name="Table").click()
    row = view.get_by_test_id("table").get_by_role("row", name="start")
    assert set(row.get_by_role("cell").last.text_content().split(", ")) == set(calls)


def test_the_label_of_a_long_lane_stays_in_view(stage):
    view = stage.show(EditDesk(chain(60, 30)))
    label, box = view.locator('[data-band="band:b"] text'), view.get_by_test_id("stage").bounding_box()
    assert node(view, "start").bounding_box()["x"] < box["x"]
    assert box["x"] < label.bounding_box()["x"] < box["x"] + box["width"]


def test_a_plain_wheel_scrolls_the_page_and_ctrl_zooms(stage):
    view = stage.show(EditDesk("laptop"))
    world = view.locator(".ek-world")
    before = world.get_attribute("transform")
    stage.page.mouse.move(*stage.centre(view.get_by_test_id("stage")))
    stage.page.mouse.wheel(0, 120)
    stage.until(lambda: stage.page.evaluate("() => scrollY") == 120)
    assert world.get_attribute("transform") == before
    stage.page.keyboard.down("Control")
    stage.page.mouse.wheel(0, -120)
    stage.page.keyboard.up("Control")
    stage.until(lambda: world.get_attribute("transform") != before)
    assert stage.page.evaluate("() => scrollY") == 120


def test_dragging_the_ground_pans(stage):
    view = stage.show(EditDesk("laptop"))
    x, y = stage.centre(view.get_by_test_id("stage"))
    before = node(view, "start").bounding_box()
    stage.drag((x, y), (x + 50, y + 20))
    stage.until(lambda: round(node(view, "start").bounding_box()["x"] - before["x"]) == 50)


def test_targets_are_large_enough(stage):
    desk = EditDesk("laptop")
    desk.propose(FORK)
    view = stage.show(desk)
    sizes = view.evaluate(
        """view => [...view.querySelectorAll('button, .ek-option, .ek-field input, .ek-node[data-pickable] .ek-ring')]
        .map(el => el.getBoundingClientRect()).filter(box => box.width).map(box => Math.min(box.width, box.height))"""
    )
    assert min(sizes) >= 24


def test_what_a_screen_reader_is_told(stage):
    view = stage.show(EditDesk("laptop"))
    tree = view.aria_snapshot()
    for line in (
        'group "Edit desk: school-purchase"',
        '- toolbar "Operations":',
        '- group "Workflow of school-purchase":',
        '- button "call xr, action reserve, branch b0, processed, new"',
        '- button "tip of branch b0, current"',
        '- button "checkpoint k of branch b0, after xr"',
        '- region "Edit list":',
        '- region "Authorizations, in order, for good":',
        "- status",
    ):
        assert line in tree
    node(view, "tip:b0").focus()
    button(view, "fork_choice").click()
    shown(view, "accepted").wait_for()
    tree = view.aria_snapshot()
    for line in (
        '- region "The step in question":',
        '- group "Rule":',
        'radio "suppliers left: xpL xsL; right: xpR xsR" [checked]',
        '- img "call xpL#1L, action pay_L, branch b0#1L, enabled, new, added by the edit"',
        'status: "fork b0 into one of two, rule suppliers: accepted. 2 safe executions',
    ):
        assert line in tree


def test_the_table_says_everything(stage):
    desk = EditDesk("laptop")
    desk.propose(FORK)
    view = stage.show(desk)
    view.get_by_role("button", name="Table").click()
    rows = view.get_by_test_id("table").get_by_role("row")
    names = {entry["name"] for entry in desk.scene["nodes"]} - {"tip of branch b0, current"}
    text = " ".join(rows.all_text_contents())
    assert all(name in text for name in names)
    assert "call xpR#1R, action pay_R, branch b0#1R, enabled, new" in text


def test_a_long_name_does_not_push_the_rest_of_the_table_away(stage):
    name = "n" * 200
    workflow = {"branch": "b", "contract": name}
    view = stage.show(EditDesk(ek.record(actions=[name], workflow=workflow, policy={"any": True})))
    view.get_by_role("button", name="Table").click()
    table = view.get_by_test_id("table").locator(".ek-table")
    table.get_by_role("columnheader", name="Leads to").wait_for()
    assert table.evaluate("el => el.scrollWidth <= el.clientWidth")


CONTRAST = """view => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map((n) =>
      n / 255 <= 0.03928 ? n / 255 / 12.92 : ((n / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (el) => {
    for (let at = el; at; at = at.parentElement) {
      const box = at.matches('.ek-node')
        ? getComputedStyle(at.querySelector('.ek-box')).fill : getComputedStyle(at).backgroundColor;
      if (/^rgb\\(/.test(box)) return box;
    }
    return 'rgb(255, 255, 255)';
  };
  const poor = [];
  for (const el of view.querySelectorAll('*')) {
    const own = [...el.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own || el.matches(':disabled, title, style, .ek-live')) continue;
    const style = getComputedStyle(el);
    const [a, b] = [light(el.ownerSVGElement ? style.fill : style.color), light(ground(el))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) poor.push([el.textContent, ratio]);
  }
  return poor;
}"""


@pytest.mark.parametrize("page_options", [{"color_scheme": "light"}, {"color_scheme": "dark"}], ids=["light", "dark"])
@pytest.mark.parametrize("step", [FORK, ek.restore_live("b0", "k"), ek.fork_choice("b0", rule="vendors")])
def test_text_stands_out_from_its_ground(stage, step):
    desk = EditDesk("laptop-tight")
    desk.propose(step)
    view = stage.show(desk)
    assert view.evaluate(CONTRAST) == []


FORCED = [{"forced_colors": "active"}, {"forced_colors": "active", "color_scheme": "dark"}]


@pytest.mark.parametrize("page_options", FORCED, ids=["light", "dark"])
def test_forced_colours_are_respected(stage):
    desk = EditDesk("laptop")
    view = stage.show(desk)
    looks = "el => { const { color, borderStyle } = getComputedStyle(el); return [color, borderStyle]; }"
    assert button(view, "checkpoint").evaluate(looks) == button(view, "fork_choice").evaluate(
        looks
    )  # neither works yet
    assert button(view, "checkpoint").evaluate(looks) != view.get_by_role("button", name="Fit").evaluate(looks)
    node(view, "tip:b0").click()
    fill = "el => getComputedStyle(el.querySelector('.ek-box')).fill"
    system = """names => names.map(name => { const el = document.createElement('i'); el.style.color = name;
      document.body.append(el); const found = getComputedStyle(el).color; el.remove(); return found; })"""
    highlight, canvas = stage.page.evaluate(system, ["Highlight", "Canvas"])
    wanted = {"tip:b0": highlight, "flag:k": highlight, "call:xr": canvas}
    stage.until(lambda: {id: node(view, id).evaluate(fill) for id in wanted} == wanted)


@pytest.mark.parametrize("page_options", [{"reduced_motion": "reduce"}, {"reduced_motion": "no-preference"}])
def test_reduced_motion_is_respected(stage, page_options):
    view = stage.show(EditDesk("laptop"))
    seconds = node(view, "call:xr").locator(".ek-box").evaluate("el => getComputedStyle(el).transitionDuration")
    assert (seconds in ("0s", "0s, 0s")) == (page_options["reduced_motion"] == "reduce")


@pytest.mark.parametrize("page_options", [{"viewport": {"width": 640, "height": 400}}])
def test_at_200_per_cent_nothing_is_cut_off(stage):
    desk = EditDesk("laptop")
    desk.propose(FORK)
    view = stage.show(desk)
    shown(view, "accepted").wait_for()
    assert stage.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    view.get_by_role("button", name="Apply").click()
    stage.until(lambda: desk.at == 1)


@pytest.mark.parametrize(("calls", "processed"), [(5, 2), (60, 30), (500, 250)])
def test_records_of_any_size_can_be_used(stage, calls, processed):
    desk = EditDesk(chain(calls, processed))
    view = stage.show(desk)
    next_call = node(view, f"call:a{processed}")
    next_call.hover()
    view.get_by_test_id("foot").get_by_text(f"process a{processed}").wait_for()
    assert len(stage.messages(desk, "preview")) == 1
    assert view.locator(".ek-node").count() == calls + 2
    assert view.get_by_test_id("stage").evaluate("el => el.getBoundingClientRect().height") <= 470
    next_call.click()
    view.locator(f'[data-id="call:a{processed}"][data-state="new"][data-change="kept"]').wait_for()
    stage.until(lambda: desk.at == 1)
    # A hover says only what would differ, however large the record is.
    ghost = desk.propose({"call": f"a{processed + 1}"}).scene.over(scene(desk.record))
    assert len(ghost["nodes"]) <= 3


def test_a_ghost_never_takes_the_focus_and_nothing_moves_under_the_pointer(stage):
    """The focused call goes into copies far longer than the view; only when it is let go may the view pan to them."""
    desk = EditDesk(chain(60, 30))
    view = stage.show(desk)
    call, world = node(view, "call:a31"), view.locator(".ek-world")
    before = world.get_attribute("transform")
    x, y = stage.centre(call)
    stage.drag(call, (x + 10, y + 100), drop=False)
    node(view, "call:a31#1L").wait_for()
    assert stage.page.evaluate("() => document.activeElement.dataset.id") == "call:a31"
    assert world.get_attribute("transform") == before
    stage.page.mouse.up()
    zone(view, "fork_choice").click()
    view.get_by_test_id("question").wait_for()
    stage.until(lambda: world.get_attribute("transform") != before)
    box = view.get_by_test_id("stage").bounding_box()
    assert 0 < node(view, "group:g#1").bounding_box()["x"] - box["x"] < 200  # it begins at the left side
    view.get_by_role("button", name="Apply").click()
    view.locator('[data-id="call:a31#1L"][data-change="kept"]').wait_for()
    assert view.evaluate("view => view.contains(document.activeElement)")


SEEN = """view => {
  const stage = view.querySelector('.ek-stage').getBoundingClientRect();
  const added = '[data-change="added"]:is(.ek-node, .ek-band)';
  const ghost = view.querySelectorAll(`${added} :is(.ek-box, rect, text), .ek-fate`);
  return [...ghost].map(el => el.getBoundingClientRect()).every(box => box.left >= stage.left && box.top >= stage.top
    && box.right <= stage.right && box.bottom <= stage.bottom);
}"""
PLACED = """view => Object.fromEntries([...view.querySelectorAll('.ek-node[data-change="kept"]')]
  .map(el => [el.dataset.id, el.getAttribute('transform')]))"""


@pytest.mark.parametrize("page_options", [{"viewport": {"width": 1280, "height": 800}}])
@pytest.mark.parametrize(
    ("record", "step"),
    [
        ("laptop-tight", FORK),
        ("laptop-paid", ek.restore_live("b0#1R", "k")),
        ("tender-award", ek.merge_select("tender", "left", rule="inspection", signed_by=["council"])),
        ("order-split", ek.merge_join("g#1")),
    ],
)
def test_a_ghost_comes_into_view_with_all_that_is_written_on_it(stage, record, step):
    """It is panned to by no more than that needs, and what stays keeps its place in the scene."""
    desk = EditDesk(record)
    view = stage.show(desk)
    x, y = stage.centre(view.get_by_test_id("stage"))
    stage.drag((x, y + 100), (x + 520, y + 330))  # away from the corner in which the ghost will be
    stage.until(lambda: node(view, "start").bounding_box()["x"] > x)
    before, world = view.evaluate(PLACED), view.locator(".ek-world")
    desk.propose(step)
    stage.flush()
    view.locator('[data-change="added"].ek-node').first.wait_for(state="attached")
    stage.until(lambda: view.evaluate(SEEN))
    after = view.evaluate(PLACED)
    assert {id: place for id, place in before.items() if id in after} == after
    assert view.get_by_role("button", name="More outside").count() == 0
    panned = world.get_attribute("transform")
    desk.cancel()
    stage.flush()
    desk.propose(step)
    stage.flush()
    view.locator('[data-change="added"].ek-node').first.wait_for(state="attached")
    assert world.get_attribute("transform") == panned  # it is in view already


def test_the_first_look_cuts_nothing_in_two(stage):
    view = stage.show(EditDesk(chain(60, 30)))
    left = view.get_by_test_id("stage").bounding_box()["x"]
    boxes = view.evaluate(
        "view => [...view.querySelectorAll('.ek-node .ek-box')].map(el => el.getBoundingClientRect().toJSON())"
    )
    assert [box for box in boxes if box["left"] < left < box["right"]] == []


def test_what_is_written_under_a_ghost_counts_as_outside(stage):
    desk = EditDesk("laptop-tight")
    view = stage.show(desk)
    desk.propose(FORK)
    stage.flush()
    fate = view.locator(".ek-fate").last
    fate.wait_for()
    stage_box, box = view.get_by_test_id("stage").bounding_box(), fate.bounding_box()
    x, _ = stage.centre(view.get_by_test_id("stage"))
    down = stage_box["y"] + stage_box["height"] - box["y"] - box["height"] + 4  # only the words are cut
    stage.drag((x, stage_box["y"] + 20), (x, stage_box["y"] + 20 + down))
    view.get_by_role("button", name="More outside").wait_for()
