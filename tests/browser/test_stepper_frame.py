"""What stands around the widgets: the keeper of progress, and the sheet that keeps the host's shortcuts away."""

import pytest

pytest.importorskip("playwright", reason="a browser test needs playwright")

from execedit_kit.widgets.frame import Sheet
from execedit_kit.widgets.levels_keeper import Keeper

MARKED = "() => [...document.querySelectorAll('.ek-frame button')].every(b => b.dataset.lmSuppressShortcuts)"
STORE = "() => Object.entries(localStorage)"


def test_the_browser_keeps_the_token_and_gives_it_to_the_next_page(stage):
    first = Keeper(["01-a", "02-b"])
    stage.show(first)
    stage.until(lambda: first.keeps)
    assert first.found == ""
    first.token = "abc"
    stage.flush()
    assert stage.page.evaluate(STORE) == [[f"execedit-levels/{first.levels}", "abc"]]
    again, other = Keeper(["01-a", "02-b"]), Keeper(["01-a"])
    stage.show(again)
    stage.until(lambda: again.found == "abc")
    stage.show(other)
    stage.until(lambda: other.keeps)
    assert other.found == "", "another list of levels has a place of its own"


def test_what_another_page_of_the_browser_reached_arrives(stage):
    keeper = Keeper(["01-a"])
    view = stage.show(keeper)
    stage.until(lambda: keeper.keeps)
    tell = """key => window.dispatchEvent(new StorageEvent("storage", { key, newValue: "from elsewhere" }))"""
    stage.page.evaluate(tell, "something else")
    stage.page.evaluate(tell, f"execedit-levels/{keeper.levels}")
    stage.until(lambda: keeper.found == "from elsewhere")
    stage.close(view)
    assert stage.page.evaluate("id => stage.listeners(id)", stage._id(keeper)) == 0


def test_a_browser_that_keeps_nothing_says_so(stage):
    stage.show(Keeper(["02-b"]))
    stage.page.evaluate("() => { Storage.prototype.getItem = () => { throw new Error('denied'); }; }")
    keeper = Keeper(["01-a"])
    keeper.keeps = True
    stage.show(keeper)
    stage.until(lambda: not keeper.keeps)


def test_in_a_frame_whatever_takes_the_focus_keeps_the_hosts_shortcuts_away(stage):
    sheet = Sheet()
    view = stage.show(sheet)
    bare = """view => [...view.parentElement.querySelectorAll("button, [tabindex]")]
        .filter(el => el.dataset.lmSuppressShortcuts !== "true").length"""
    add = """view => { const made = document.createElement("button"); view.parentElement.append(made); }"""
    view.evaluate(add)
    assert view.evaluate(bare) == 1
    view.evaluate("view => view.parentElement.classList.add('ek-frame')")
    stage.page.wait_for_function(MARKED)
    view.evaluate(add)
    stage.page.wait_for_function(MARKED)
    stage.close(view)


def test_what_scrolls_in_a_frame_keeps_them_away_too(stage):
    """A browser lets the keyboard into whatever scrolls, without any mark in the markup."""
    view = stage.show(Sheet())
    view.evaluate("""view => {
        const page = document.createElement("div");
        page.style = "height: 40px; overflow: auto";
        page.innerHTML = "<p style='height: 400px'>long</p>";
        view.parentElement.classList.add("ek-frame");
        view.parentElement.append(page);
    }""")
    stage.page.wait_for_function("() => document.querySelector('.ek-frame')")
    stage.page.locator("#before").focus()
    stage.page.keyboard.press("Tab")
    assert stage.page.evaluate("() => document.activeElement.style.overflow") == "auto"
    stage.page.wait_for_function("() => document.activeElement.dataset.lmSuppressShortcuts === 'true'")


@pytest.mark.parametrize("host_is_light", ["true", "false"])
@pytest.mark.parametrize(
    ("page_options", "shown"),
    [({"forced_colors": "active", "color_scheme": scheme}, scheme) for scheme in ("light", "dark")],
    ids=["light", "dark"],
)
def test_pictures_follow_forced_colours_rather_than_the_hosts_theme(stage, page_options, shown, host_is_light):
    view = stage.show(Sheet())
    pictures = "".join(f'<div class="ek-picture ek-{kind}">{kind}</div>' for kind in ("light", "dark"))
    view.evaluate("(view, html) => { view.parentElement.innerHTML = `<div class=ek-page>${html}</div>`; }", pictures)
    stage.page.evaluate("light => { document.body.dataset.jpThemeLight = light; }", host_is_light)
    seen = [one.text_content() for one in stage.page.locator(".ek-picture").all() if one.is_visible()]
    assert seen == [shown]
