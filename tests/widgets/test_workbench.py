"""The workbench: its parts are about the same record, and follow the desk."""

import re

import pytest

import execedit_kit as ek
from execedit_kit.check.in_force import rules_in_force
from execedit_kit.draw.theme import DARK, LIGHT
from execedit_kit.library import stories
from execedit_kit.widgets import workbench

PRUNING, RULES, TABLES, POLICY = range(4)


@pytest.fixture
def bench():
    return ek.Workbench("laptop")


def page(bench, tab):
    """What a tab says once it is opened."""
    bench._tabs.selected_index = tab
    return bench._tabs.children[tab].value


def test_everything_is_about_the_record_that_is_opened(bench):
    assert bench.stepper.answer.record == bench.desk.record
    assert "<svg" in page(bench, RULES)
    for call in ("xr", "xa"):
        assert f"<td>{call}</td>" in page(bench, TABLES)
    assert "NA" not in page(bench, TABLES), "what has no number is left blank"
    assert page(bench, POLICY).count("where the log has led</title>") == 2, "the policy's automaton, light and dark"
    for tab in (RULES, POLICY):
        assert page(bench, tab).count("<svg") == 2
        for ground in (LIGHT.card, DARK.card):
            assert f'fill="{ground}"' in page(bench, tab)
    assert "r a pL s" in page(bench, POLICY)
    assert "<b>r a</b>" in page(bench, POLICY)
    assert "<b>pL, pR</b>" in page(bench, POLICY)


def test_the_parts_follow_the_desk(bench):
    before = page(bench, RULES)
    bench.desk.fork_choice("b0", rule="suppliers")
    assert bench.stepper.answer.record == bench.desk.record
    after = page(bench, RULES)
    assert after != before
    assert "xpL#1L" in after
    bench.desk.call("xpL#1L")
    assert page(bench, RULES) != after, "the current state has moved"
    assert "<b>s</b>" in page(bench, POLICY)
    assert "<td>pay_L</td>" in page(bench, TABLES)
    bench.desk.jump(0)
    assert page(bench, RULES) == before


def test_why_opens_the_pruning_behind_the_edit_that_was_asked_about():
    bench = ek.Workbench("laptop-tight")
    page(bench, RULES)
    fork = ek.fork_choice("b0", rule="suppliers")
    bench.desk.why_requested = {"step": fork.document(), "at": 0, "number": 1}
    assert bench._tabs.selected_index == PRUNING
    assert bench.stepper.answer.edit == fork
    assert bench.stepper.sizes == (1, 0)
    assert bench.stepper.round == 1, "it opens where the rejection is decided"


def test_predicting_goes_for_all_of_it():
    bench = ek.Workbench("release-emergency", predict=True)
    assert bench.desk.predicting
    assert bench.stepper.predict
    assert bench.stepper.round == 0


def test_why_about_the_workflow_as_it_stands(bench):
    bench.desk.why_requested = {"step": None, "at": 0, "number": 1}
    assert bench.stepper.answer.edit is None


def test_a_limit_shows_where_it_was_hit_and_the_rest_goes_on():
    bench = ek.Workbench("laptop-tight", limits=ek.Limits(states=3))
    bench.desk.why_requested = {"step": ek.fork_parallel("b0").document(), "at": 0, "number": 1}
    assert page(bench, POLICY)
    wide = ek.record(
        actions=[f"x{n}" for n in range(4)],
        workflow={"branch": "b", "contract": {"parallel": [f"x{n}" for n in range(4)]}},
        policy={"any": True},
    )
    bench.desk.load(wide)
    assert "states" in bench.stepper.error
    assert 'role="alert"' in page(bench, RULES)
    assert "<td>x3</td>" in page(bench, TABLES)


def test_a_rejected_workflow_has_no_rules_in_force():
    assert "No rules are in force" in page(ek.Workbench("release-emergency"), RULES)


@pytest.mark.parametrize("name", stories())
def test_rules_in_force_are_the_rules_of_now(name):
    """Model, section 3: after an allowed prefix, the same automaton, moved."""
    record = ek.load(name)
    rules, state = rules_in_force(record)
    now = ek.check(record)
    if not now:
        assert rules.states == 0
        return
    pairs = [(state, 0)]
    for theirs, ours in pairs:
        moved = {call: move for (at, call), move in rules.moves.items() if at == theirs}
        expected = {call: move for (at, call), move in now.automaton.moves.items() if at == ours}
        assert {call: (m.action, m.mode) for call, m in moved.items()} == {
            call: (m.action, m.mode) for call, m in expected.items()
        }
        assert (theirs in rules.marked) == (ours in now.automaton.marked)
        pairs += [p for call in moved if (p := (moved[call].target, expected[call].target)) not in pairs]


def test_why_opens_the_tab_and_asks_for_the_pruning_to_be_looked_at(bench):
    page(bench, TABLES)
    bench.desk.why_requested = {"step": None, "at": 0, "number": 1}
    assert (bench._tabs.selected_index, bench.stepper.wanted) == (PRUNING, 1)


def test_while_the_pruning_is_worked_out_the_stepper_says_so(bench):
    seen = []
    bench.stepper.observe(lambda change: seen.append(change["new"]), "busy")
    bench.desk.fork_choice("b0", rule="suppliers")
    assert seen == [True, False]


def test_the_state_of_the_policy_moves_with_the_log(bench):
    def lit():
        return re.findall(r"<title>(state \d+), where the log has led", page(bench, POLICY))

    assert lit() == ["state 2"] * 2
    bench.desk.fork_choice("b0", rule="suppliers")
    bench.desk.call("xpL#1L")
    assert lit() == ["state 3"] * 2


def test_a_notebook_without_widgets_still_reads(bench):
    data, _ = bench._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["image/svg+xml"] == bench.desk.svg()
    assert data["text/plain"].startswith("EditDesk: school-purchase")
    assert "B₀: 1 pair" in data["text/plain"]
    assert repr(bench).startswith("<Workbench: <EditDesk 'school-purchase'")


def test_what_fails_inside_the_kit_is_shown_too(bench, monkeypatch):
    monkeypatch.setattr(workbench, "check", lambda *args, **kwargs: 1 / 0)
    monkeypatch.setattr(workbench, "rules_in_force", lambda *args, **kwargs: 1 / 0)
    bench.desk.fork_choice("b0", rule="suppliers")
    assert "failed inside the kit (ZeroDivisionError" in bench.stepper.error
    assert not bench.stepper.busy
    assert "failed inside the kit (ZeroDivisionError" in page(bench, RULES)
