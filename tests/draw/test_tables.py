"""The tables: their columns, and what they say of the laptop order."""

import pandas as pd
import pytest

import execedit_kit as ek

FORK = ek.fork_choice("b0", rule="suppliers")


def rows(frame):
    return frame.astype(object).where(frame.notna(), None).values.tolist()


def test_calls_of_a_record():
    table = ek.tables.calls(ek.load("laptop"))
    assert list(table.columns) == ["call", "action", "label", "state", "mode", "branch", "number"]
    assert rows(table)[:3] == [
        ["xr", "reserve", "r", "processed", "new", "b0", 1],
        ["xa", "approve", "a", "processed", "new", "b0", 2],
        ["xpL", "pay_L", "pL", "outside", "new", None, None],
    ]


def test_calls_in_every_state():
    table = ek.tables.calls(ek.load("laptop-paid")).set_index("call")
    assert table.state["xpR#1R"] == "processed"
    assert table.state["xsR#1R"] == "enabled"
    assert table.state["xpL#1L"] == "lost"
    assert set(ek.tables.calls(ek.load("laptop-forked")).state) == {"processed", "enabled", "waiting", "outside"}


def test_calls_of_an_answer_say_what_the_edit_made():
    table = ek.tables.calls(ek.check(ek.load("laptop"), ek.restore_live("b0", "k"))).set_index("call")
    assert table.made_by_edit["xa#1k"] == "xa"
    assert table["mode"]["xa#1k"] == "reuse"
    table = ek.tables.calls(ek.check(ek.load("laptop"), FORK)).set_index("call")
    assert table.made_by_edit["xpL#1L"] == "added"
    assert pd.isna(table.made_by_edit["xr"])


def test_results():
    table = ek.tables.results(ek.check(ek.load("laptop"), FORK))
    assert list(table.columns) == ["result", "calls", "order", "authorities", "branch"]
    assert table.calls.tolist() == [["xpL#1L", "xsL#1L"], ["xpR#1R", "xsR#1R"]]
    assert table.order.tolist() == [["xpL#1L < xsL#1L"], ["xpR#1R < xsR#1R"]]
    assert table.authorities.tolist() == [["school"], ["school"]]
    assert table.branch.tolist() == [["b0#1L"], ["b0#1R"]]
    assert len(ek.tables.results(ek.load("laptop"))) == 1


def test_rounds():
    table = ek.tables.rounds(ek.check(ek.load("release-emergency")))
    assert list(table.columns) == ["round", "size", "removed", "prefix", "missing", "reason"]
    assert table["size"].tolist() == [2, 1, 0]
    assert table.removed.tolist() == [0, 1, 1]
    assert table.prefix.tolist() == [None, ["x"], []]
    assert "the policy allows only z" in table.reason[1]


def test_huge_rounds_stay_exact():
    calls = [f"c{n}" for n in range(14)]
    contract = {"sequence": [{"parallel": calls[:7]}, {"parallel": calls[7:]}]}
    record = ek.record(actions=calls, workflow={"branch": "b", "contract": contract}, policy={"any": True})
    assert ek.tables.rounds(ek.check(record))["size"].tolist() == [5040**2]


def test_rounds_of_an_invalid_edit_are_refused_in_one_sentence():
    with pytest.raises(ek.KitError, match="is invalid"):
        ek.tables.rounds(ek.check(ek.load("laptop"), ek.fork_choice("b0", rule="vendors")))


def test_executions():
    answer = ek.check(ek.load("laptop-paid"), ek.restore_live("b0#1R", "k"))
    table = ek.tables.executions(answer)
    assert list(table.columns) == ["calls", "modes", "labels", "results"]
    assert table.modes.tolist() == [["new", "reuse"], ["reuse", "new"]]
    assert table.labels.tolist() == [["s"], ["s"]]
    assert len(ek.tables.executions(answer, limit=1)) == 1
    assert ek.tables.executions(ek.check(ek.load("release-emergency"))).empty


def test_log():
    table = ek.tables.log(ek.load("laptop"))
    assert list(table.columns) == ["action", "label", "call", "request", "value"]
    assert rows(table) == [["reserve", "r", "xr", "queued", None], ["approve", "a", "xa", "queued", None]]
    assert set(ek.tables.log(ek.load("invoice-payment")).request) == {"returned", "earlier"}


def test_checkpoints():
    table = ek.tables.checkpoints(ek.check(ek.load("laptop"), FORK))
    assert list(table.columns) == ["checkpoint", "branch", "after", "progress", "calls", "results"]
    assert rows(table) == [["k", "b0", 1, ["xr"], ["xa"], 1]]


def test_required():
    table = ek.tables.required(ek.check(ek.load("laptop-forked"), ek.merge_select("g#1", "left", signed_by=["school"])))
    assert list(table.columns) == ["part", "result", "account", "authorities", "covered_by"]
    assert table.account.tolist() == ["still required", "removed"]
    assert ek.tables.required(ek.check(ek.load("laptop"), ek.fork_choice("b0", rule="vendors"))).empty


def test_workflow():
    table = ek.tables.workflow(ek.load("laptop-paid"))
    assert rows(table) == [
        ["g#1", "choice", "right", None, None],
        ["b0#1L", "branch", None, 1, 2],
        ["b0#1R", "branch", None, 1, 1],
    ]


def test_examples():
    assert list(ek.examples().columns) == ["name", "title", "ask", "edit", "verdict", "teaches"]
    assert "laptop" in set(ek.examples().name)
