"""The planted plans gate every eval: what one does both ways is held against what is known of it."""

import re
import shutil
import tomllib
from pathlib import Path

import pytest

from execedit_kit.restart import planted as room
from execedit_kit.restart.corpus import NoPlans, read_entry
from execedit_kit.restart.evaluate import Settings, row
from execedit_kit.restart.planted import COUNTED, Refused, gate, outcome_digest, read_planted

PLANTED = Path(__file__).parents[2] / "data" / "plans" / "planted"
QUICK = Settings(durable=False, levels=(), designs=())
PLAIN = 'return tool("ask_human", { question: "Go?" });\n'


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch):
    """Rows are made here; that processes make the same is a test of the eval."""

    def rows(entries, settings, *, workers):
        yield from ((number, row(entry, settings)) for number, entry in enumerate(entries))

    monkeypatch.setattr(room, "evaluate", rows)


@pytest.fixture
def planted(tmp_path):
    """Two planted plans: one that breaks and one that does not."""
    listed = (PLANTED / "planted.toml").read_text()
    kept = [part for part in re.split(r"(?m)^(?=\[)", listed) if part.startswith(('["two-h', '["clock-unused'))]
    (tmp_path / "planted.toml").write_text("".join(kept))
    for name in ("two-hours.js", "clock-unused.js"):
        shutil.copy(PLANTED / name, tmp_path)
    return tmp_path


def edit(file, old, new):
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


def test_plans_that_do_what_is_known_pass_with_what_was_expected(planted):
    broken, fine = gate(read_planted(planted), QUICK)
    assert (broken["name"], broken["expected"]["breaks"]) == ("two-hours.js", True)
    assert broken["expected"]["paused"] == {"questions": 2, "closed": 1, "escalated": 3, "scheduled": 0, "log": 0}
    assert broken["expected"]["outcome"] == outcome_digest(broken)
    assert (fine["expected"]["breaks"], fine["expected"]["differs"]) == (False, [])


def test_the_shipped_list_says_how_much_of_everything_each_plan_does_both_ways():
    for name, known in tomllib.loads((PLANTED / "planted.toml").read_text()).items():
        made = row(read_entry(PLANTED / name, known["task"]), QUICK)
        for way in ("paused", "restarted"):
            assert known[way] == {what: len(made[way][what]) for what in COUNTED}, name
        assert known["outcome"] == outcome_digest(made), name


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("two-hours.js", "2 *", "3 *", "has questions: 3 when paused, but it is known that there are 2"),
        ("two-hours.js", "tool(", "throw 1; tool(", "was rejected: "),
        ("two-hours.js", "const", "const const", "was rejected: 1:"),
        (
            "clock-unused.js",
            "return `",
            "return `${now} ",
            "differs in summary, but it is known that it does not break",
        ),
        ("clock-unused.js", "return", "return 'x' +", "as many things as is known of it, but not the same"),
        ("planted.toml", '"escalated", ', "", "differs in questions, closed, escalated, summary, but it is known that"),
        ("planted.toml", "log = 0", "log = 1", "has log: 0 when paused, but it is known that there are 1"),
        ("planted.toml", "escalated = 0", "escalated = 9", "has escalated: 0 when restarted"),
    ],
)
def test_a_planted_plan_that_does_something_else_refuses_the_eval(planted, name, old, new, said):
    edit(planted / name, old, new)
    with pytest.raises(Refused, match=re.escape(said)):
        gate(read_planted(planted), QUICK)


def emptied(top):
    for path in top.iterdir():
        path.unlink()
    (top / "planted.toml").touch()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda top: (top / "new.js").write_text(PLAIN), "new.js is not listed"),
        (lambda top: (top / "two-hours.js").unlink(), "two-hours.js is listed and not there"),
        (lambda top: (top / "planted.toml").write_text("= nonsense"), "planted.toml"),
        (lambda top: (top / "planted.toml").unlink(), "no such file"),
        (emptied, "a gate needs planted plans that break and planted plans that do not"),
        (
            lambda top: edit(top / "planted.toml", "breaks = true", "breaks = false"),
            "contradicts itself: breaks is false",
        ),
        (lambda top: edit(top / "planted.toml", "breaks = false", "breaks = true"), "and differs lists nothing"),
        (lambda top: edit(top / "planted.toml", '"escalated"', '"mood"'), "two-hours.js needs task, breaks, differs"),
        (lambda top: edit(top / "planted.toml", '"escalated"', "[]"), "two-hours.js needs task, breaks, differs"),
        (lambda top: edit(top / "planted.toml", "log = 0", "logs = 0"), "with the numbers of questions, closed"),
        (lambda top: edit(top / "planted.toml", "outcome =", "# outcome ="), "outcome and reason"),
        (lambda top: edit(top / "planted.toml", '["two-hours.js"]', '"two-hours.js" = 1\n[x]'), "x is"),
    ],
)
def test_the_list_must_be_that_of_the_folder_and_able_to_notice_something(change, said, planted):
    change(planted)
    with pytest.raises(NoPlans, match=said):
        read_planted(planted)
