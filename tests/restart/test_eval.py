"""The eval: every plan has its row, what cannot run is counted, equal runs give equal bytes."""

import json
from pathlib import Path

import pytest

from execedit_kit.restart import evaluate as room
from execedit_kit.restart.corpus import read_corpus
from execedit_kit.restart.evaluate import Settings, evaluate, row
from execedit_kit.restart.limits import Budget
from execedit_kit.restart.receipt import read_receipt, receipt, receipt_lines, unconfirmed

PLANS = Path(__file__).parents[2] / "data" / "plans"
RECEIPT = PLANS.parent / "receipts" / "corpus.json"
QUICK = Settings(durable=False, levels=("text", "flow"))
PLAIN = 'const [issue] = tool("list_issues", {});\nreturn tool("ask_human", { question: `Close ${issue.id}?` });\n'
CLOCK = 'const start = Date.now();\ntool("ask_human", { question: "Go?" });\nreturn String(start);\n'
THROWS = 'tool("list_issues", {});\nthrow new Error("not today");\n'
LOOPS = "for (;;) {}\n"


@pytest.fixture
def folder(tmp_path):
    plans = {"mine/plain.js": PLAIN, "mine/clock.ts": CLOCK, "deadline/throws.js": THROWS}
    plans["deadline/broken.js"] = "let ="
    for name, text in plans.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    (tmp_path / "mine" / "notes.txt").write_text("no plan")
    (tmp_path / "deadline" / "latin.js").write_bytes(b'return "\xe9";')
    return tmp_path


def test_a_plan_whose_restarts_need_too_much_is_rejected_and_breaks_nothing(tmp_path):
    (tmp_path / "mine").mkdir()
    asks = "for (let q = 0; q < 20; q++) tool('ask_human', { question: `${q}` });"
    (tmp_path / "mine" / "long.js").write_text(f"for (let i = 0; i < 1e5; i++); {asks}")
    (found,) = rows_of(tmp_path, Settings(durable=False, levels=("text",), budget=Budget(total=1_000_000_000)))
    assert found["rejected"]["reason"] == "too much work"
    assert found["rejected"]["text"].startswith("restarted, its executions together ran more than 1,000,000,000")
    assert found["rejected"]["text"].endswith("(post)")
    assert "breaks" not in found


def rows_of(folder, settings=QUICK):
    return [row(entry, settings) for entry in read_corpus(folder)]


def test_plans_come_by_task_the_known_tasks_first(folder):
    found = [f"{entry.task}/{entry.name}" for entry in read_corpus(folder)]
    assert found == ["deadline/broken.js", "deadline/latin.js", "deadline/throws.js", "mine/clock.ts", "mine/plain.js"]


def test_what_cannot_run_is_counted_with_its_reason_and_stops_nothing(folder):
    made = receipt(QUICK, [], rows_of(folder))
    reasons = {one["name"]: one["rejected"]["reason"] for one in made.document["rejected"]}
    assert reasons == {"broken.js": "malformed", "latin.js": "malformed", "throws.js": "throws"}
    assert [one["name"] for one in made.plans] == ["clock.ts", "plain.js"]
    tasks = {one["task"]: (one["plans"], one["broke"], one["rejected"]) for one in made.document["tasks"]}
    assert tasks == {"deadline": (0, 0, 3), "mine": (2, 1, 0), "all": (2, 1, 3)}
    assert "rejected: deadline/throws.js: Error: not today" in receipt_lines(made)


def test_a_row_says_what_differs_under_each_design_and_what_each_level_found(folder):
    clock = rows_of(folder)[3]
    assert (clock["breaks"], clock["differs"]) == (True, ["summary"])
    assert clock["designs"]["post"] == ["summary"]
    assert clock["designs"]["recorded clock"] == []
    assert clock["paused"]["questions"] == clock["restarted"]["questions"] == ("Go?",)
    assert [one["line"] for one in clock["checks"]["flow"]["findings"]] == [1]
    assert clock["checks"]["text"]["flagged"]


def test_the_same_plans_give_the_same_bytes_and_a_receipt_reads_back(folder, tmp_path):
    one, again = (receipt(QUICK, [], rows_of(folder)) for _ in range(2))
    assert one.to_text() == again.to_text()
    one.write(tmp_path / "r.json")
    assert read_receipt(tmp_path / "r.json").document == json.loads(one.to_text())


@pytest.mark.parametrize("at", ["check", "run_paused", "run_restarted"])
@pytest.mark.parametrize("error", [KeyError("x\udcff"), RecursionError(), MemoryError(), AssertionError()])
def test_what_goes_wrong_inside_the_kit_for_one_plan_is_named_counted_and_stops_nothing(
    at, error, folder, monkeypatch, tmp_path
):
    real = getattr(room, at)

    def failing(plan, *arguments, **options):
        if plan.name.endswith("plain.js"):
            raise error
        return real(plan, *arguments, **options)

    monkeypatch.setattr(room, at, failing)
    made = receipt(QUICK, [], rows_of(folder))
    (defective,) = (one for one in made.document["rejected"] if one["name"] == "plain.js")
    assert defective["rejected"]["reason"] == "defect"
    text = defective["rejected"]["text"]
    assert text.startswith(f"a defect of the kit for this plan, please report it: {type(error).__name__}")
    assert "(test_eval.py, line " in text
    assert made.document["defects"] == 1
    assert [one["name"] for one in made.plans] == ["clock.ts"]
    made.write(tmp_path / "r.json")
    assert read_receipt(tmp_path / "r.json").document == json.loads(made.to_text())


def test_two_processes_give_the_rows_of_one_and_paused_plans_are_durable(folder):
    (folder / "mine" / "endless.js").write_text(LOOPS)
    entries = read_corpus(folder)
    durable = Settings(levels=("flow",))
    there = [made for _, made in sorted(evaluate(entries, durable, workers=2), key=lambda one: one[0])]
    here = [row(entry, Settings(durable=False, levels=("flow",))) for entry in entries]
    finished = [made for made in there if "rejected" not in made]
    assert {made.pop("freeze") for made in finished} == {"durable"}
    assert {made.pop("freeze") for made in here if "rejected" not in made} == {"in-process"}
    assert there == here


def test_the_shipped_receipt_is_that_of_the_shipped_plans():
    made = read_receipt(RECEIPT)
    entries = read_corpus(PLANS / "corpus")
    assert len(entries) >= 100
    assert [(one["task"], one["name"], one["digest"]) for one in made.plans] == [
        (entry.task, entry.name, entry.plan.digest) for entry in entries
    ]
    assert len(made.document["planted"]) == 20
    assert sum(one["breaks"] for one in made.document["planted"]) == 13
    assert {one["freeze"] for one in made.plans} == {"durable"}


def test_the_shipped_receipt_says_what_this_kit_finds():
    """One plan of each task is run again; `make receipt` writes all of them anew."""
    kept = {(one["task"], one["name"]): one for one in read_receipt(RECEIPT).plans}
    first = {entry.task: entry for entry in reversed(read_corpus(PLANS / "corpus"))}
    for task, entry in first.items():
        made, known = row(entry, QUICK), kept[task, entry.name]
        for levels in (made["checks"], known["checks"]):
            levels.pop("witness", None)
        assert json.loads(json.dumps(made | {"freeze": "durable"})) == known


def test_plain_approvals_never_break_and_the_flow_level_misses_nothing():
    made = read_receipt(RECEIPT)
    assert [one["name"] for one in made.plans if one["task"] == "plain-approvals" and one["breaks"]] == []
    assert [one["name"] for one in made.plans if one["breaks"] and not one["checks"]["flow"]["flagged"]] == []
    # Every alarm breaks in the fixed world or in a witness world; what is neither would be named here.
    assert [one["name"] for one in unconfirmed(made.plans)] == []


def test_the_text_level_does_on_the_planted_plans_what_the_posts_checker_did():
    planted = read_receipt(RECEIPT).document["planted"]
    alarms = {one["name"] for one in planted if one["checks"]["text"]["flagged"]}
    broken = {one["name"] for one in planted if one["breaks"]}
    assert broken <= alarms
    assert len(alarms - broken) == 3
