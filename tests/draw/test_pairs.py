"""Two records side by side: what was erased is struck out, and whether they can still be told apart is said."""

import pytest

from execedit_kit.draw.pairs import pair
from execedit_kit.explore.erase import DROPPED, TITLES
from execedit_kit.explore.pairs import page_pair


@pytest.mark.parametrize("dropped", DROPPED)
def test_what_was_erased_is_struck_out_and_the_two_become_one(dropped):
    shown = page_pair(dropped)
    whole, without = pair(shown), pair(shown, dropped)
    assert whole.html.count("<svg") == without.html.count("<svg") == 2
    assert "<s>" not in whole.html
    assert f"<s>{dropped}: {TITLES[dropped]}</s>" in without.html
    assert "With nothing erased the two are different." in repr(whole)
    assert f"With {dropped} erased the two are indistinguishable." in repr(without)
    for situation in (shown.one, shown.other):
        assert situation.outcome in repr(without)


def test_names_are_text_and_no_markup():
    assert "<script" not in pair(page_pair("P"))._repr_html_().replace("</script", "")
