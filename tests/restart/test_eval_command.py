"""`restart-eval`: a receipt and a table, or one line that says why there is none."""

import json
import shutil

import pytest

from execedit_kit import cli_restart, library
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
