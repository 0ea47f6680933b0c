"""Two records side by side: what was erased is struck out, and whether they can still be told apart is said."""

import re

import pytest

from execedit_kit.draw.dag import dag
from execedit_kit.draw.pairs import gone, pair
from execedit_kit.draw.theme import LIGHT
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


STRUCK = {
    "P": {"one of", "g#1", "b#1L", "▶ next · new"},
    "I": {"d"},
    "E": {"1 · new", "d", "a", "1 call processed, 1 action authorized, 1 checkpoint, 1 edit"},
    "C": set(),
    "R": {"d"},
}


@pytest.mark.parametrize("dropped", DROPPED)
def test_it_is_struck_out_in_the_pictures_too(dropped):
    """Only what stands for the erased part; what is not chosen is struck out in any case."""
    shown = page_pair(dropped)
    whole, without = (dag(shown.one.record, erased=erased).svg() for erased in (frozenset(), gone(dropped)))
    always = struck(whole)
    assert struck(without) - always >= STRUCK[dropped]
    assert (struck(without) == always) == (dropped == "C")
    assert struck(without) - always <= STRUCK[dropped] | {"b#1R", "→ append only; requests: ○ to be sent"}
    version = "<s>rule version 2; the answer&#x27;s: 2</s>"
    assert (version in pair(shown, dropped).html) == (dropped == "C")


def test_what_is_struck_out_does_not_tell_by_its_shape():
    """A diamond and a bar would say which group is a choice; a filled box, which call was processed."""
    erased = gone("P")
    one, other = (
        dag(situation.record, erased=erased).svg() for situation in (page_pair("P").one, page_pair("P").other)
    )
    assert one.replace("one of", "both").count("<polygon") == other.count("<polygon")
    done = page_pair("E").one.record
    assert dag(done).svg().count(LIGHT.done) > dag(done, erased=gone("E")).svg().count(LIGHT.done)


def struck(svg):
    return set(re.findall(r'text-decoration="line-through"[^>]*>([^<]+)<', svg))


def test_names_are_text_and_no_markup():
    assert "<script" not in pair(page_pair("P"))._repr_html_().replace("</script", "")
