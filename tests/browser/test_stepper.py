"""The stepper in a real browser: every way to step, what is said and shown, and that nothing moves or leaves."""

import re

import pytest
from playwright.sync_api import expect

import execedit_kit as ek
from execedit_kit.widgets.stepper import PruningStepper, open_stepper
from execedit_kit.widgets.stepper_view import LEGEND, MARKS, MARKS_SAID, Score, caption, looked_at, mark, matches, state


def emergency(**options):
    return PruningStepper(ek.load("release-emergency"), **options)


def runbook(rule="two-plans", **options):
    return PruningStepper(ek.load("incident-runbook"), ek.fork_choice("case", rule=rule), **options)


def node(view, id):
    return view.locator(f'[data-node-id="{id}"]')


def button(view, name):
    return view.get_by_role("button", name=name, exact=True)


def reached(stage, stepper, number):
    stage.until(lambda: stepper.round == number)


def agrees(view, stepper):
    """The page shows exactly what Python says of every node, and of the round."""
    shown = view.evaluate(
        """root => Object.fromEntries([...root.querySelectorAll("[data-node-id]")].map(el => [el.dataset.nodeId,
        [el.dataset.state, el.dataset.mark ?? "", el.dataset.off === undefined]]))"""
    )
    scene, now = stepper._scene, stepper._view()
    assert shown == {n.id: [state(scene, n, now), mark(n, now), matches(scene, n, now)] for n in scene.nodes}
    assert view.locator(".eks-caption").text_content() == caption(scene, now)
    heard = [] if view.locator(".eks-looking").is_hidden() else view.locator(".eks-looking > *").all_text_contents()
    assert tuple(heard) == looked_at(scene, now)


def places(view):
    return view.evaluate(
        """root => [...root.querySelectorAll(".eks-picture .eks-box, .eks-picture .eks-way")].map(el => {
        const box = el.getBoundingClientRect(), svg = el.ownerSVGElement.getBoundingClientRect();
        return [box.x - svg.x, box.y - svg.y, box.width, box.height].map(Math.round).join()})"""
    )


def test_buttons_step_and_the_page_agrees_with_python(stage):
    stepper = emergency()
    view = stage.show(stepper)
    agrees(view, stepper)
    for name, number in [
        ("Next round", 1),
        ("Next round", 2),
        ("Previous round", 1),
        ("Last round", 2),
        ("First round", 0),
    ]:
        button(view, name).click()
        reached(stage, stepper, number)
        agrees(view, stepper)
    assert button(view, "First round").get_attribute("aria-disabled") == "true"
    button(view, "Previous round").click(force=True)
    assert stepper.round == 0


def test_keys_step_from_wherever_the_focus_is(stage):
    stepper = runbook()
    view = stage.show(stepper)
    view.get_by_role("slider").focus()
    for key, number in [("ArrowRight", 1), ("End", 3), ("ArrowLeft", 2), ("Home", 0)]:
        stage.page.keyboard.press(key)
        reached(stage, stepper, number)
        agrees(view, stepper)
    node(view, "n1").focus()
    stage.page.keyboard.press("ArrowRight")
    reached(stage, stepper, 1)
    button(view, "Next round").focus()
    stage.page.keyboard.press("End")
    reached(stage, stepper, 3)


def test_the_slider_has_a_tick_for_each_round_with_its_exact_size(stage):
    stepper = runbook()
    view = stage.show(stepper)
    ticks = view.locator(".eks-tick:visible")
    assert ticks.all_text_contents() == ["B₀3", "B₁2", "B₂1", "B₃0"]
    ticks.nth(2).click()
    reached(stage, stepper, 2)
    slider = view.get_by_role("slider", name="Round")
    assert slider.get_attribute("aria-valuenow") == "2"
    assert slider.get_attribute("aria-valuetext") == "Round 2 of 3: B₂ has 1 pair"
    stage.drag(ticks.nth(2), ticks.nth(0))
    reached(stage, stepper, 0)


def test_a_click_on_a_node_goes_to_the_round_in_which_it_falls_and_says_why(stage):
    stepper = runbook()
    view = stage.show(stepper)
    restore = next(n for n in stepper._scene.nodes if n.prefix == ("isolate",))
    node(view, restore.id).click()
    reached(stage, stepper, restore.falls)
    assert stepper.selection == restore.id
    assert restore.reason in view.locator(".eks-looking").text_content()
    assert node(view, restore.id).evaluate("el => el === document.activeElement")
    node(view, "n0").press("Enter")
    reached(stage, stepper, 3)


def test_the_list_is_in_step_with_the_picture(stage):
    stepper = runbook()
    view = stage.show(stepper)
    for number in range(4):
        stepper.round = number
        stage.flush()
        items = view.locator(".eks-item")
        said = [removed.said for removed in stepper._scene.rounds[number].removals]
        assert [text.split(" ", 0)[0].removeprefix(f"✕{number}") for text in items.all_text_contents()] == said
        agrees(view, stepper)
    items.first.click()
    stage.until(lambda: stepper.selection == "n0")


@pytest.mark.parametrize("make", [emergency, runbook, lambda: runbook("plan-noted")])
def test_positions_never_change(stage, make):
    stepper = make()
    view = stage.show(stepper)
    first = places(view)
    assert len(first) > 8
    for number in range(stepper.last_round + 1):
        stepper.round = number
        stage.flush()
        assert places(view) == first
    stepper.filter = stepper._scene.results[0].name
    stepper.compare = [0, stepper.last_round]
    stage.flush()
    assert places(view) == first


def test_one_element_for_each_node_survives_every_round(stage):
    stepper = emergency()
    view = stage.show(stepper)
    node(view, "n2").evaluate("el => { el.mine = true; }")
    node(view, "n2").focus()
    stage.page.keyboard.press("ArrowRight")
    reached(stage, stepper, 1)
    assert node(view, "n2").evaluate("el => el.mine && el === document.activeElement")


def test_play_goes_to_the_end_and_stops(stage):
    stepper = emergency(speed=0.1)
    rounds = []
    stepper.observe(lambda change: rounds.append(change["new"]), "round")
    view = stage.show(stepper)
    other = stage.show(stepper)
    view.get_by_role("slider").focus()
    stage.page.keyboard.press("Space")
    other.get_by_role("button", name="Pause").wait_for()
    stage.until(lambda: stepper.round == 2 and not stepper.playing)
    assert rounds == [1, 2]
    assert view.get_by_role("button", name="Play", exact=True).count() == 1


def test_pause_in_another_view_stops_it_and_closing_does_too(stage):
    stepper = runbook(speed=30)
    one, two = stage.show(stepper), stage.show(stepper)
    button(one, "Play").click()
    button(two, "Pause").click()
    stage.until(lambda: not stepper.playing)
    assert stepper.round == 0
    button(one, "Play").click()
    stage.until(lambda: stepper.playing)
    stage.close(one)
    stage.until(lambda: not stepper.playing)


def test_speed(stage):
    stepper = emergency()
    view = stage.show(stepper)
    button(view, "Faster").click()
    stage.until(lambda: stepper.speed == 1)
    button(view, "Slower").click()
    button(view, "Slower").click()
    stage.until(lambda: stepper.speed == 3)
    assert view.locator(".eks-speed").text_content() == "3 s"


def test_filter_by_result_keeps_what_can_still_reach_it(stage):
    stepper = emergency(round=1)
    view = stage.show(stepper)
    chip = view.get_by_role("button", name="only x∥z: 0 pairs")
    chip.click()
    stage.until(lambda: stepper.filter == "x∥z")
    agrees(view, stepper)
    assert view.locator(".eks-item").count() == 0  # in this round it is x∥y that is lost
    assert view.locator(".eks-tick").nth(0).text_content() == "B₀2filtered: 1"
    stage.page.keyboard.press("Escape")
    stage.until(lambda: stepper.filter == "")
    assert view.locator(".eks-item").count() == 1


def test_two_rounds_compared(stage):
    stepper = runbook()
    view = stage.show(stepper)
    view.get_by_role("button", name="Compare").click()
    stage.until(lambda: stepper.compare == [0, 0])
    stage.page.keyboard.press("End")
    stage.until(lambda: stepper.compare == [0, 3])
    assert view.locator(".eks-caption").text_content() == "B₀ → B₃: 3 → 0 pairs, 3 removed"
    assert view.locator(".eks-item").count() == 3
    agrees(view, stepper)
    view.get_by_role("button", name="Compare").click()
    stage.until(lambda: stepper.compare == [])


def test_predict_hides_what_comes_takes_a_guess_and_scores_it(stage):
    stepper = emergency()
    view = stage.show(stepper)
    view.get_by_role("button", name="Predict").click()
    stage.until(lambda: stepper.predict)
    assert view.locator(".eks-tick:visible").all_text_contents() == ["B₀2", "?"]
    assert "rejected" not in view.aria_snapshot()
    assert view.locator(".eks-why").is_hidden()
    node(view, "n1").click()
    node(view, "n3").click()
    stage.until(lambda: stepper.guess == ["n1", "n3"])
    node(view, "n3").click()
    stage.until(lambda: stepper.guess == ["n1"])
    assert stepper.round == 0
    agrees(view, stepper)
    assert "falls" not in node(view, "n1").get_attribute("aria-label")
    view.get_by_role("button", name="See what falls").click()
    reached(stage, stepper, 1)
    assert stepper.score == Score(1, 0, 0)
    assert node(view, "n1").get_attribute("data-mark") == "right"
    agrees(view, stepper)
    stage.page.keyboard.press("ArrowRight")  # nothing chosen
    reached(stage, stepper, 2)
    assert stepper.score == Score(1, 1, 0)
    assert "Foreseen: 1 of 2." in view.locator(".eks-ask").text_content()
    view.get_by_role("button", name="See what falls").click()
    view.get_by_text("this is the fixed point").wait_for()
    agrees(view, stepper)
    assert view.locator(".eks-verdict:visible").text_content() == "rejected"
    view.get_by_role("button", name="Begin again").click()
    stage.until(lambda: stepper.guesses == {} and stepper.round == 0)


def test_the_table_says_all_and_hides_what_is_still_to_be_guessed(stage):
    stepper = emergency()
    view = stage.show(stepper)
    view.get_by_text("Table of the picture").click()
    rows = view.locator(".eks-table tbody tr")
    rows.nth(4).wait_for()
    assert rows.count() == 5
    assert rows.nth(1).text_content().startswith("prefix x1x∥yafter x, result")
    stepper.predict = True
    stage.flush()
    assert rows.nth(1).text_content() == "prefix x?"


def test_two_views_agree(stage):
    stepper = emergency()
    one, two = stage.show(stepper), stage.show(stepper, signal=False)
    button(one, "Next round").click()
    reached(stage, stepper, 1)
    two.get_by_text("Round 1 of 2").first.wait_for()
    agrees(one, stepper)
    agrees(two, stepper)
    node(two, "n2").click()
    stage.until(lambda: stepper.selection == "n2")
    assert node(one, "n2").get_attribute("data-selected") == ""
    stage.close(two)
    stage.close(one)
    assert stage.page.evaluate("id => stage.listeners(id)", stage._id(stepper)) == 0
    again = stage.show(stepper)
    agrees(again, stepper)


def test_it_works_with_no_kernel(stage):
    stepper = runbook()
    one, two = stage.show(stepper), stage.show(stepper)
    stage.page.evaluate("id => { stage.models[id].ask = async () => {}; }", stage._id(stepper))
    one.get_by_role("slider").focus()
    stage.page.keyboard.press("End")
    for view in (one, two):
        view.get_by_text("nothing remains: rejected").first.wait_for()
        assert view.locator('[data-node-id][data-state="now"]').count() == 1
    node(one, "n1").click()
    one.get_by_text("Round 2 of 3").first.wait_for()
    one.get_by_role("button", name="Predict").click()
    one.get_by_role("button", name="Compare").wait_for()
    stage.page.evaluate(
        "id => { stage.models[id].save_changes = () => { throw new Error('dead'); }; }", stage._id(stepper)
    )
    stage.page.keyboard.press("Home")
    one.get_by_text("What falls in round 1?").wait_for()
    assert one.get_by_role("alert").count() == 0
    assert stepper.round == 0  # nothing came through
    assert not stepper.predict


def test_an_exception_in_python_is_shown_in_the_strip(stage):
    stepper = emergency()
    view = stage.show(stepper)
    stage.page.evaluate(
        "id => { const m = stage.models[id]; m.set('round', 7); m.save_changes(); }", stage._id(stepper)
    )
    view.get_by_text("there is no round 7: the rounds are 0 to 2").wait_for()
    stage.until(lambda: stepper.round == 0)
    agrees(view, stepper)
    button(view, "Dismiss the error").click()
    stage.until(lambda: stepper.error == "")
    assert view.get_by_role("alert").count() == 0


def test_what_remains_is_shown_at_the_end(stage):
    stepper = runbook("plan-noted")
    view = stage.show(stepper)
    view.get_by_role("button", name="What remains").click()
    stage.until(lambda: stepper.rules and stepper.round == 1)
    assert view.locator(".eks-picture").is_hidden()
    assert view.locator(".eks-rules .eks-node").count() == stepper.answer.automaton.states
    assert view.get_by_role("img", name="state 0, start").count() == 1
    assert view.locator(".eks-says").text_content().startswith("The automaton that remains: 10 states, 13 moves")
    stage.page.keyboard.press("Home")
    stage.until(lambda: stepper.round == 0)
    assert view.locator(".eks-picture").is_visible()


def test_large_numbers_are_exact_and_large_pictures_grouped(stage):
    chains = [[f"{chain}{n}" for n in range(7)] for chain in "abcde"]
    record = ek.record(
        actions=[call for chain in chains for call in chain],
        workflow={"branch": "b", "contract": {"parallel": [{"sequence": chain} for chain in chains]}},
        policy={"all": []},
    )
    stepper = PruningStepper(record)
    view = stage.show(stepper)
    assert len(str(stepper.sizes[0])) >= 20
    assert view.locator(".eks-size").text_content() == f"{stepper.sizes[0]:,}"
    assert "drawn as one" in view.locator(".eks-says").text_content()
    assert "32,768 states in 36 groups" in view.locator(".eks-says").text_content()
    group = next(n for n in stepper._scene.nodes if n.depth == 1)
    node(view, group.id).click()
    assert "5 states, 5 prefixes." in view.locator(".eks-looking").text_content()


def test_zoom_is_the_views_own_and_a_plain_wheel_scrolls_the_page(stage):
    stepper = emergency()
    view = stage.show(stepper)
    svg = view.locator(".eks-picture")
    wide = svg.bounding_box()["width"]
    button(view, "Zoom in").click()
    assert svg.bounding_box()["width"] > wide
    button(view, "Show all of it").click()
    assert round(svg.bounding_box()["width"]) == round(wide)
    stage.page.mouse.move(*stage.centre(svg))
    stage.page.mouse.wheel(0, 200)
    stage.page.wait_for_function("window.scrollY > 0")
    assert round(svg.bounding_box()["width"]) == round(wide)


def test_all_of_it_fits_a_stage_with_a_height_of_its_own(stage):
    stepper = runbook()
    view = stage.show(stepper)
    stage.page.add_style_tag(content=".ek-stepper .eks-stage { height: 120px; min-height: 0; max-height: none; }")
    button(view, "Show all of it").click()
    picture, room = view.locator(".eks-picture").bounding_box(), view.locator(".eks-stage").bounding_box()
    assert 60 < picture["height"] <= room["height"]


def test_it_opens_on_the_verdict_and_shows_another(stage):
    stepper = open_stepper(ek.check(ek.load("release-emergency")))
    view = stage.show(stepper)
    assert node(view, "n1").get_attribute("data-selected") == ""
    stepper.show(runbook().answer)
    stage.flush()
    view.get_by_text("Round 0 of 3").first.wait_for()
    agrees(view, stepper)
    stepper.show(ek.check(ek.load("laptop"), ek.fork_choice("nope")))
    stage.flush()
    assert "Nothing is pruned" in view.text_content()
    assert view.locator("[data-stop]").count() >= 1


def test_legend_and_marks_say_what_the_picture_says(stage):
    stepper = runbook(predict=True)
    view = stage.show(stepper)
    words = view.locator(".eks-legend li").all_text_contents()
    assert words == [*(said for _, said in LEGEND), MARKS_SAID]
    first = next(n for n in stepper._scene.nodes if n.falls == 1 and n.own)
    along = next(n for n in stepper._scene.nodes if n.falls == 1 and not n.own)
    stays = next(n for n in stepper._scene.nodes if n.falls != 1)
    for chosen in (along, stays):
        node(view, chosen.id).click()
    view.get_by_role("button", name="See what falls").click()
    reached(stage, stepper, 1)
    agrees(view, stepper)
    for one, worth in ((first, "missed"), (along, "along"), (stays, "wrong")):
        assert node(view, one.id).locator(".eks-guess").text_content() == MARKS[worth]
    assert MARKS["along"] != MARKS["right"], "a follower is not foreseen"


@pytest.mark.parametrize("form", ["svg", "png", "pdf"])
def test_what_is_shown_can_be_saved(stage, form):
    stepper = emergency(round=1)
    view = stage.show(stepper)
    with stage.page.expect_download() as caught:
        view.get_by_role("button", name=f"Save what is shown as {form.upper()}").click()
    assert caught.value.suggested_filename == f"pruning-round-1.{form}"
    data = caught.value.path().read_bytes()
    assert data.startswith({"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF"}[form])
    if form == "svg":
        assert data.decode() == stepper.svg()
    expect(view.locator(".eks-saving")).to_contain_text(f"Saved as pruning-round-1.{form}.")


def test_a_picture_that_cannot_be_made_is_said(stage, monkeypatch):
    stepper = emergency()
    view = stage.show(stepper)
    monkeypatch.setattr(stepper, "svg", lambda dark: 1 / 0)
    view.get_by_role("button", name="Save what is shown as SVG").click()
    expect(view.get_by_role("alert")).to_contain_text("No picture could be made: division by zero")


@pytest.mark.parametrize("page_options", [{"reduced_motion": "reduce"}])
def test_in_a_tall_picture_what_falls_is_brought_into_sight(stage):
    names = [f"y{n}" for n in range(40)]
    record = ek.record(
        actions=["x", *names],
        workflow={"branch": "b", "contract": {"parallel": ["x", {"choice": names}]}},
        policy={"words": [["y0", "x"], *(["x", name] for name in names[1:])]},
    )
    stepper = PruningStepper(record)
    view = stage.show(stepper)
    falls = next(n for n in stepper._scene.nodes if n.falls == 1 and n.own)
    inside = """(el) => {
        const [box, room] = [el, el.closest(".eks-stage")].map((one) => one.getBoundingClientRect());
        return box.top >= room.top && box.bottom <= room.bottom; }"""
    assert not node(view, falls.id).locator(".eks-box").evaluate(inside)
    before = stage.page.evaluate("window.scrollY")
    view.get_by_role("slider").focus()
    stage.page.keyboard.press("ArrowRight")
    reached(stage, stepper, 1)
    assert node(view, falls.id).locator(".eks-box").evaluate(inside)
    assert stage.page.evaluate("window.scrollY") == before, "the page itself stays"


@pytest.mark.parametrize("page_options", [{"viewport": {"width": 330, "height": 800}, "reduced_motion": "reduce"}])
def test_the_tick_of_the_round_is_brought_into_sight(stage):
    stepper = runbook()
    view = stage.show(stepper)
    last = view.locator(".eks-tick[data-round='3']")
    expect(last).not_to_be_in_viewport(ratio=1)
    stepper.round = 3
    stage.flush()
    expect(last).to_be_in_viewport(ratio=1)


# Access.


def test_one_tab_stop_and_every_stop_keeps_the_hosts_shortcuts_away(stage):
    stepper = emergency()
    view = stage.show(stepper)
    stage.page.locator("#before").focus()
    stage.page.keyboard.press("Tab")
    assert view.get_by_role("slider").evaluate("el => el === document.activeElement")
    stage.page.keyboard.press("Tab")
    assert stage.page.locator("#after").evaluate("el => el === document.activeElement")
    stage.page.keyboard.press("Shift+Tab")
    assert view.get_by_role("slider").evaluate("el => el === document.activeElement")
    focusable = "a[href], button, input, select, textarea, summary, [tabindex]"
    bare = f"root => [...root.querySelectorAll('{focusable}')].filter(el => el.dataset.lmSuppressShortcuts !== 'true')"
    assert view.evaluate(f"{bare}.length".replace("root => ", "root => (") + ")") == 0


def test_every_control_can_be_reached_by_keys_alone(stage):
    stepper = runbook("plan-noted", round=1)
    view = stage.show(stepper)
    reached_ = set()
    view.get_by_role("slider").focus()
    here = "() => document.activeElement.dataset.nodeId ?? document.activeElement.textContent"
    for _ in range(6):
        stage.page.keyboard.press("F6")
        last = None
        while (now := stage.page.evaluate(here)) != last:
            reached_.add(now)
            last = now
            stage.page.keyboard.press("ArrowDown")
    stops = view.evaluate(
        "root => [...root.querySelectorAll('[data-stop]')].filter(el => !el.closest('[hidden]'))"
        ".map(el => el.dataset.nodeId ?? el.textContent)"
    )
    assert set(stops) <= reached_ | {view.get_by_role("slider").text_content()}


def test_arrow_keys_with_shift_go_along_the_arrows(stage):
    stepper = emergency()
    view = stage.show(stepper)
    node(view, "n0").focus()
    seen = []
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        stage.page.keyboard.press(f"Shift+{key}")
        seen.append(stage.page.evaluate("document.activeElement.dataset.nodeId"))
    assert seen == ["n1", "n2", "n4", "n3", "n1"]
    assert stepper.round == 0


def test_what_a_screen_reader_hears(stage):
    stepper = emergency()
    view = stage.show(stepper)
    heard = view.aria_snapshot().replace("'", "")
    for line in (
        '- group "Pruning, rejected: check of the workflow as it stands"',
        '- toolbar "Rounds"',
        '- button "Next round"',
        '- slider "Round"',
        '- group "Trie of the 5 prefixes of pairs of B₀"',
        '- button "prefix x; still there"',
        '- button "prefix y, x; still there; complete: x∥y"',
        '- group "Filter by result"',
        '- button "only x∥y: 1 pair"',
    ):
        assert line in heard, heard
    live = view.get_by_role("status")
    assert live.text_content() == ""
    button(view, "Next round").click()
    reached(stage, stepper, 1)
    said = live.text_content()
    assert said.startswith("Round 1 of 2: B₁ has 1 pair. after x, result ‘x∥y’ can no longer be finished")
    assert '- button "prefix x; falls in round 1"' in view.aria_snapshot()
    assert 'button "prefix x, z; goes along in round 1; complete: x∥z"' in view.aria_snapshot()


def test_targets_are_large_enough(stage):
    view = stage.show(runbook("plan-noted", round=1))
    for box in view.locator("button:visible, summary:visible, [data-node-id]:visible, .eks-tick:visible").all():
        found = box.bounding_box()
        assert min(found["width"], found["height"]) >= 24, box.evaluate("el => el.outerHTML.slice(0, 200)")


@pytest.mark.parametrize(
    "page_options", [{"forced_colors": "active", "color_scheme": scheme} for scheme in ("light", "dark")]
)
def test_forced_colours_keep_every_sign(stage):
    stepper = emergency(round=1)
    view = stage.show(stepper)
    look = "el => { const s = getComputedStyle(el); return [s.strokeDasharray, s.stroke]; }"
    fallen = node(view, "n1").locator(".eks-box").evaluate(look)
    there = node(view, "n3").locator(".eks-box").evaluate(look)
    assert fallen[0] != "none" == there[0]
    assert fallen[1] == there[1]  # told apart by the dash and the sign, not by a colour
    assert node(view, "n1").locator(".eks-fell").text_content() == "✕1"


@pytest.mark.parametrize("page_options", [{"reduced_motion": "reduce"}])
def test_reduced_motion_has_none(stage):
    view = stage.show(emergency())
    moving = "el => getComputedStyle(el).transitionDuration"
    assert node(view, "n1").locator(".eks-box").evaluate(moving) in ("0s", "")


def contrast(one, other):
    def light(colour):
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        r, g, b = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("page_options", [{"color_scheme": "light"}, {"color_scheme": "dark"}])
def test_text_and_marks_stand_out(stage):
    stepper = runbook(round=2)
    view = stage.show(stepper)
    stage.page.emulate_media(reduced_motion="reduce")
    colours = "el => { const s = getComputedStyle(el); return [s.fill, s.stroke]; }"
    ground = view.locator(".ek-stepper").evaluate("el => getComputedStyle(el).backgroundColor")
    for one in stepper._scene.nodes:
        fill, line = node(view, one.id).locator(".eks-box").evaluate(colours)
        assert contrast(node(view, one.id).locator(".eks-label").first.evaluate(colours)[0], fill) >= 4.5
        assert contrast(line, ground) >= 3
    for words in (".eks-why", ".eks-says", ".eks-caption", ".eks-set", ".eks-number"):
        ink = view.locator(words).first.evaluate("el => getComputedStyle(el).color")
        assert contrast(ink, ground) >= 4.5, words


@pytest.mark.parametrize("page_options", [{"viewport": {"width": 640, "height": 400}}])
def test_at_twice_the_size_nothing_is_cut_off(stage):
    """640 × 400 is what 1280 × 800 leaves at 200 %."""
    stepper = runbook(round=1)
    view = stage.show(stepper)
    wide = view.locator(".ek-stepper").evaluate("el => [el.scrollWidth, el.clientWidth]")
    assert wide[0] <= wide[1]
    button(view, "Next round").click()
    reached(stage, stepper, 2)


# Asked for: "why?".

FOCUSED = "el => el === document.activeElement"


def test_asked_for_it_comes_into_sight_with_the_focus_and_says_what_it_shows(stage):
    stepper = open_stepper(ek.check(ek.load("release-emergency")))
    view = stage.show(stepper)
    assert view.get_by_role("slider").evaluate(FOCUSED) is False, "nobody asked"
    stage.page.evaluate("document.querySelector('main').style.paddingTop = '1200px'")
    stage.page.locator("#before").focus()
    stepper.come_into_sight()
    stage.flush()
    expect(view.get_by_role("slider")).to_be_focused()
    expect(view.locator(".ek-stepper")).to_be_in_viewport(ratio=0.99)
    live = view.locator(".eks-live")
    expect(live).to_contain_text("Pruning, rejected: check of the workflow as it stands. Round 1 of 2")
    expect(live).to_contain_text("after x, result ‘x∥y’ can no longer be finished")
    stage.until(lambda: stepper.wanted == 0)
    stage.page.locator("#before").focus()
    stepper.next()
    stage.flush()
    expect(view.locator(".eks-caption")).to_contain_text("Round 2")
    assert stage.page.locator("#before").evaluate(FOCUSED), "it takes the focus once for each time it is asked for"


def test_asked_for_while_hidden_it_waits_until_it_is_seen(stage):
    stepper = emergency()
    view = stage.show(stepper)
    view.evaluate("el => { el.style.display = 'none'; }")
    stepper.come_into_sight()
    stage.flush()
    assert stepper.wanted == 1
    view.evaluate("el => { el.style.display = ''; }")
    expect(view.get_by_role("slider")).to_be_focused()


def test_an_invalid_edit_asked_about_takes_the_focus_too(stage):
    stepper = open_stepper(ek.check(ek.load("laptop"), ek.fork_choice("nope")))
    stepper.come_into_sight()
    view = stage.show(stepper)
    expect(view.locator(".eks-note")).to_be_focused()


@pytest.mark.parametrize(
    ("page_options", "behavior"),
    [({"reduced_motion": "reduce"}, "auto"), ({"reduced_motion": "no-preference"}, "smooth")],
)
def test_it_glides_into_sight_only_where_motion_is_welcome(stage, behavior):
    stepper = emergency()
    view = stage.show(stepper)
    stage.page.evaluate(
        "() => { Element.prototype.scrollIntoView = function (options) { window.scrolled = options; }; }"
    )
    stepper.come_into_sight()
    stage.flush()
    expect(view.get_by_role("slider")).to_be_focused()
    assert stage.page.evaluate("window.scrolled") == {"block": "nearest", "inline": "nearest", "behavior": behavior}


def test_what_takes_long_is_said(stage):
    stepper = emergency()
    view = stage.show(stepper)
    busy = view.get_by_text("Working out the pruning")
    expect(busy).to_be_hidden()
    stepper.busy = True
    stage.flush()
    expect(busy).to_be_visible()
    assert view.locator(".ek-stepper").get_attribute("aria-busy") == "true"
    stepper.show(runbook().answer)
    stage.flush()
    expect(view.get_by_text("Working out the pruning")).to_be_hidden()
