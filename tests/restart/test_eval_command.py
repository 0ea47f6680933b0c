"""`restart-eval`: a receipt and a table, or one line that says why there is none."""

import json
import os
import shutil
import sys

import pytest

from execedit_kit import cli_restart, library
from execedit_kit.restart.evaluate import row
from tests.support.program import in_process

PLAIN = 'return tool("ask_human", { question: "Go?" });\n'


@pytest.fixture
def restart_eval(monkeypatch):
    def run(*arguments):
        done = in_process(cli_restart.eval_main, "restart-eval", arguments, monkeypatch)
        assert "Traceback" not in done[2]
        return done

    return run


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "plans" / "mine").mkdir(parents=True)
    (tmp_path / "plans" / "mine" / "plain.js").write_text(PLAIN)
    return tmp_path


def test_a_folder_of_ones_own_gets_a_receipt(restart_eval, folder):
    code, out, err = restart_eval(folder / "plans", "-o", folder / "receipt.json", "--in-process")
    assert (code, err) == (0, "")
    document = json.loads((folder / "receipt.json").read_text())
    assert [(one["task"], one["name"], one["breaks"]) for one in document["plans"]] == [("mine", "plain.js", False)]
    assert len(document["planted"]) == 20
    assert out.splitlines()[1].split()[:4] == ["mine", "1", "0", "0"]
    assert "missed by the flow level: none" in out


def test_a_planted_plan_that_misbehaves_refuses_and_writes_nothing(restart_eval, folder, monkeypatch):
    shutil.copytree(library.data_folder() / "plans" / "planted", folder / "data" / "plans" / "planted")
    (folder / "data" / "plans" / "planted" / "two-hours.js").write_text(PLAIN)
    monkeypatch.setattr(cli_restart, "data_folder", lambda: folder / "data")
    code, out, err = restart_eval(folder / "plans", "-o", folder / "receipt.json", "--in-process")
    assert (code, out) == (1, "")
    assert "planted plan two-hours.js does not break, but it is known that it differs in questions" in err
    assert not (folder / "receipt.json").exists()


def test_what_is_wrong_is_said_before_anything_is_run(restart_eval, folder):
    for arguments, said in (
        ((), "Missing option '-o'"),
        ((folder / "nothing", "-o", folder / "r.json"), "there is no such folder; plans stand in folders by task"),
        ((folder / "plans", "-o", folder / "no" / "r.json"), "there is no such folder to write the receipt into"),
    ):
        code, out, err = restart_eval(*arguments)
        assert (code, out) == (3, "")
        assert said in err
        assert len(err.splitlines()) == 1


@pytest.fixture
def quick(restart_eval, monkeypatch):
    """The command without its gate, with rows made in this process."""

    def rows(entries, settings, *, workers):
        yield from ((number, row(entry, settings)) for number, entry in enumerate(entries))

    monkeypatch.setattr(cli_restart, "gate", lambda *_, **__: [])
    monkeypatch.setattr(cli_restart, "evaluate", rows)
    return lambda *arguments: restart_eval(*arguments, "--in-process")


def test_a_receipt_may_go_to_standard_output_and_its_table_then_goes_to_standard_error(quick, folder):
    quick(folder / "plans", "-o", folder / "receipt.json")
    code, out, err = quick(folder / "plans", "-o", "-")
    assert code == 0
    assert out == (folder / "receipt.json").read_text()
    assert err.splitlines()[0].split()[:3] == ["task", "plans", "broke"]
    assert not (folder / "-").exists()


def test_a_receipt_that_could_not_be_written_is_refused_before_anything_is_run(restart_eval, folder, monkeypatch):
    monkeypatch.setattr(cli_restart, "gate", lambda *_, **__: pytest.fail("something was run"))
    monkeypatch.setattr(os, "access", lambda path, mode: not str(path).endswith("locked"))
    (folder / "locked").mkdir()
    for output, said in (
        ("", "-o is empty; name a file"),
        (folder, "this is a folder; name a file for the receipt"),
        (folder / "locked" / "r.json", "the receipt may not be written there"),
    ):
        code, out, err = restart_eval(folder / "plans", "-o", output)
        assert (code, out, len(err.splitlines())) == (3, "", 1)
        assert said in err


def test_a_plan_that_meets_a_defect_of_the_kit_is_said_at_the_end_and_the_receipt_is_written(
    quick, folder, monkeypatch
):
    (folder / "plans" / "mine" / "worse.js").write_text(PLAIN)
    room = sys.modules["execedit_kit.restart.evaluate"]
    real = room.check

    def failing(plan, *arguments, **options):
        if plan.name.endswith("worse.js"):
            raise KeyError("x")
        return real(plan, *arguments, **options)

    monkeypatch.setattr(room, "check", failing)
    code, out, err = quick(folder / "plans", "-o", folder / "receipt.json")
    assert code == 3
    assert err == "restart-eval: 1 of 2 plans met a defect of the kit; the receipt says which\n"
    assert "rejected: mine/worse.js: a defect of the kit for this plan, please report it: KeyError: 'x'" in out
    document = json.loads((folder / "receipt.json").read_text())
    assert (document["defects"], [one["name"] for one in document["plans"]]) == (1, ["plain.js"])


def test_files_that_look_like_plans_are_named_and_left_out(quick, folder):
    for number in range(12):
        (folder / "plans" / "mine" / f"x{number:02}.cjs").write_text(PLAIN)
    code, _, err = quick(folder / "plans", "-o", folder / "receipt.json")
    assert code == 0
    said = err.splitlines()
    assert (
        said[0] == "restart-eval: left out mine/x00.cjs: a plan's file name ends in .js, .mjs, .ts, .mts, not in .cjs"
    )
    assert (len(said), said[-1]) == (11, "restart-eval: left out 2 more; the receipt names them all")
    assert len(json.loads((folder / "receipt.json").read_text())["left_out"]) == 12


def test_the_folder_above_a_corpus_is_not_the_corpus(quick, folder):
    code, out, err = quick(library.data_folder() / "plans", "-o", folder / "receipt.json")
    assert (code, out) == (3, "")
    assert "the folders of tasks stand further down" in err


def test_names_and_messages_of_any_kind_are_one_line_each(quick, folder):
    (folder / "plans" / "mine" / "two\nlines.js").write_text(PLAIN)
    (folder / "plans" / "mine" / os.fsdecode(b"b\xff.js")).write_text(
        r'throw new Error("no\nrejected: forged/x.js: \u001b[31m");'
    )
    code, out, err = quick(folder / "plans", "-o", folder / "receipt.json")
    assert (code, err) == (0, "")
    (rejected,) = (line for line in out.splitlines() if line.startswith("rejected: "))
    assert rejected.startswith(r"rejected: mine/b\xff.js: Error: no\nrejected: forged/x.js: \x1b[31m")
    names = [one["name"] for one in json.loads((folder / "receipt.json").read_text())["plans"]]
    assert names == ["plain.js", "two\nlines.js"]


def test_an_emptied_folder_of_planted_plans_refuses(restart_eval, folder, monkeypatch):
    (folder / "data" / "plans" / "planted").mkdir(parents=True)
    (folder / "data" / "plans" / "planted" / "planted.toml").touch()
    monkeypatch.setattr(cli_restart, "data_folder", lambda: folder / "data")
    code, out, err = restart_eval(folder / "plans", "-o", folder / "receipt.json")
    assert (code, out) == (1, "")
    assert "a gate needs planted plans that break" in err
    assert not (folder / "receipt.json").exists()
