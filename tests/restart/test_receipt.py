"""A receipt that is read back is one in every field, and its counts are those of its rows."""

import copy
import json
from pathlib import Path

import pytest

from execedit_kit.restart.corpus import Draft, Entry, LeftOut
from execedit_kit.restart.evaluate import Settings, row
from execedit_kit.restart.plan import plan
from execedit_kit.restart.receipt import MalformedReceipt, read_receipt, receipt, receipt_lines

RECEIPT = Path(__file__).parents[2] / "data" / "receipts" / "corpus.json"
QUICK = Settings(durable=False, levels=("text", "flow"))
CLOCK = 'const start = Date.now();\ntool("ask_human", { question: "Go?" });\nreturn String(start);\n'
FORGES = r'throw new Error("no\nrejected: forged/x.js: \u001b[31m" + "x".repeat(9000));'


@pytest.fixture(scope="module")
def made():
    entries = [Entry("mine", "clock.js", plan(CLOCK)), Entry("mine", "forges.js", plan(FORGES))]
    return receipt(
        QUICK,
        [],
        [row(entry, QUICK) for entry in entries],
        left_out=[LeftOut("mine/a.cjs", "its ending")],
        drafts=[Draft("mine", "endless.js", "it never ends")],
    )


def test_it_says_what_decided_what_was_found_and_what_was_not_run(made):
    document = made.document
    assert {
        "execedit-kit",
        "engine",
        "wasmtime",
        "tree-sitter",
        "tree-sitter-javascript",
        "tree-sitter-typescript",
    } == set(document["versions"])
    assert document["check_limits"] == {"bytes": 262_144, "depth": 200, "steps": 400_000, "worlds": 60, "seconds": 600}
    assert document["left_out"] == [{"file": "mine/a.cjs", "reason": "its ending"}]
    assert document["drafts"] == [{"task": "mine", "name": "endless.js", "reason": "it never ends"}]


def test_what_a_plan_throws_is_one_line_of_bearable_length(made):
    lines = receipt_lines(made)
    (rejected,) = (line for line in lines if line.startswith("rejected: "))
    assert len(rejected) < 400
    assert "draft: mine/endless.js: it never ends" in lines
    assert lines[-1] == "left out: 1 file"


def put(*path, value):
    def change(document):
        at = document
        for part in path[:-1]:
            at = at[part]
        at[path[-1]] = value

    return change


def drop(*path):
    def change(document):
        at = document
        for part in path[:-1]:
            at = at[part]
        del at[path[-1]]

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda document: document.clear(), "this is no restart-receipt/1; restart-eval writes one"),
        (put("format", value="restart-receipt/0"), "this is no restart-receipt/1"),
        (put("format", value=[]), "this is no restart-receipt/1"),
        (put("more", value=1), r"\$\.more: unknown field 'more'"),
        (drop("tasks"), "the field 'tasks' is missing"),
        (put("tasks", value=[]), r"\$\.tasks: expected 2 rows of counts, not 0"),
        (put("tasks", 0, "broke", value=0), r"\$\.tasks\[0\]: these are not the counts of the rows"),
        (put("tasks", 0, value="mine"), r"\$\.tasks\[0\]: expected an object"),
        (put("defects", value=1), r"\$\.defects: this is not the number"),
        (put("design", value="none"), r"\$\.design: expected one of the designs post"),
        (put("designs", value=[]), r"\$\.designs: "),
        (put("levels", value=["deep"]), r"\$\.levels\[0\]: "),
        (put("levels", value=["text"]), r"\$\.plans\[0\]\.checks: expected one entry for each of the levels"),
        (drop("plans", 0, "checks", "flow"), r"\$\.plans\[0\]\.checks: expected one entry"),
        (
            drop("plans", 0, "checks", "flow", "flagged"),
            r"\$\.plans\[0\]\.checks\.flow: the field 'flagged' is missing",
        ),
        (put("plans", 0, "breaks", value=1), r"\$\.plans\[0\]\.breaks: "),
        (put("plans", 0, "breaks", value=False), r"\$\.plans\[0\]\.breaks: a plan breaks exactly when"),
        (put("plans", 0, "differs", value=["log"]), r"\$\.plans\[0\]\.differs: expected what differs under"),
        (put("plans", 0, "differs", value=["mood"]), r"\$\.plans\[0\]\.differs\[0\]: "),
        (drop("plans", 0, "designs", "post"), r"\$\.plans\[0\]\.designs: expected one entry"),
        (drop("plans", 0, "paused", "log"), r"\$\.plans\[0\]\.paused: the field 'log' is missing"),
        (put("rejected", 0, "rejected", "line", value="1"), r"\$\.rejected\[0\]\.rejected\.line: "),
        (put("plans", value={}), r"\$\.plans: expected a list"),
        (put("plans", 0, value=None), r"\$\.plans\[0\]: "),
        (put("left_out", value=["a"]), r"\$\.left_out\[0\]: "),
    ],
)
def test_what_is_no_receipt_is_refused_with_the_place(made, change, said, tmp_path):
    document = json.loads(made.to_text())
    change(document)
    file = tmp_path / "r.json"
    file.write_text(json.dumps(document))
    with pytest.raises(MalformedReceipt, match=said):
        read_receipt(file)


@pytest.mark.parametrize("text", ["", "[]", "null", "{", '{"format": "restart-receipt/1"}', "[" * 9999])
def test_a_file_that_is_none_is_refused_by_name(text, tmp_path):
    file = tmp_path / "r.json"
    file.write_text(text)
    with pytest.raises(MalformedReceipt, match=r"r\.json"):
        read_receipt(file)
    with pytest.raises(MalformedReceipt, match="no such file"):
        read_receipt(tmp_path / "none.json")


def test_half_a_pair_of_utf_16_is_written_as_its_escape(made, tmp_path):
    document = copy.deepcopy(dict(made.document))
    document["plans"][0]["differences"] = ["\ud83d"]
    type(made)(document).write(tmp_path / "r.json")
    assert read_receipt(tmp_path / "r.json").plans[0]["differences"] == ["\\ud83d"]


def test_the_shipped_receipt_is_read():
    assert len(read_receipt(RECEIPT).by_task()) == 6
