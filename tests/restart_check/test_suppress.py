"""Comments that suppress: only with a kind and a reason, only what is there."""

import pytest

from execedit_kit.restart.check.checked import check
from execedit_kit.restart.plan import plan
from execedit_kit.restart.replay import DESIGNS

ASK = 'tool("ask_human", { question: "Shall I go on?" });\n'
READ = "const at = Date.now();"


def checked(first, **options):
    return check(plan(f"{first}\n{ASK}return `${{at}}`;"), **options)


@pytest.mark.parametrize(
    "source",
    [
        f"{READ} // restart-check: ignore clock -- shown to nobody",
        f"// restart-check: ignore clock -- shown to nobody\n{READ}",
        f"/* restart-check: ignore random, clock -- shown to nobody */\n\n// another comment\n{READ}",
        f"/* restart-check: ignore clock\n   -- shown to nobody */\n{READ}",
        f"/* restart-check: ignore clock -- shown to nobody */ {READ}",
        f"/* restart-check: ignore clock -- shown to nobody */ /* and */ // more\n{READ}",
        f"/* first */ /* restart-check: ignore clock -- shown to nobody */\n{READ}",
        f"/* restart-check: ignore clock\n   -- shown to nobody */ {READ} /* and\nmore */ let other = 1;",
    ],
)
def test_a_comment_with_a_reason_suppresses_its_line_or_the_next(source):
    found = checked(source)
    assert not found.flagged
    (gone,) = found.suppressed
    assert (gone.finding.kind, gone.reason) == ("clock", "shown to nobody")


@pytest.mark.parametrize(
    ("comment", "why"),
    [
        ("// restart-check: ignore clock", "This suppression gives no reason: add one after --."),
        ("// restart-check: ignore clock --", "This suppression gives no reason: add one after --."),
        ("// restart-check: ignore time -- x", "There is no kind 'time': write"),
        ("// restart-check: ignore", "This suppresses nothing: write"),
        ("// restart-check: off", "This suppresses nothing: write"),
    ],
)
def test_a_comment_without_a_reason_or_a_kind_suppresses_nothing_and_is_itself_found(comment, why):
    kinds = {finding.kind: finding for finding in checked(f"{READ} {comment}").findings}
    assert set(kinds) == {"clock", "suppression"}
    assert kinds["suppression"].why.startswith(why)
    assert kinds["suppression"].column == len(READ) + 2


def test_a_comment_that_suppresses_nothing_is_found():
    (found,) = checked(f"{READ.replace('Date.now()', '1')} // restart-check: ignore clock -- old").findings
    assert found.kind == "suppression"
    assert "no clock is found in line 1" in found.why


def test_a_long_comment_takes_no_longer_than_it_is_long():
    """A form matched by going back and forth took minutes for these."""
    for comment in (
        "ignore clock" + " " * 50_000 + "x",
        "ignore clock -- a" + " " * 50_000 + "b */ c",
        "ignore," * 9_000,
    ):
        assert {one.kind for one in checked(f"{READ} // restart-check: {comment}").findings} <= {"clock", "suppression"}


def test_another_kind_is_not_suppressed():
    found = checked(f"{READ} // restart-check: ignore random -- wrong")
    assert [finding.kind for finding in found.findings] == ["clock", "suppression"]


def test_where_the_host_makes_it_idle_a_comment_is_not_found_fault_with():
    source = f"{READ} // restart-check: ignore clock -- shown to nobody"
    assert not checked(source, design=DESIGNS["recorded clock"]).flagged


def test_a_text_that_looks_like_the_comment_suppresses_nothing():
    found = check(plan(f'{READ} const s = "// restart-check: ignore clock -- no";\n{ASK}return `${{at}}${{s}}`;'))
    assert [finding.kind for finding in found.findings] == ["clock"]
