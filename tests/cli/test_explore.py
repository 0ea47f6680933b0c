"""`execedit explore`: the smallest counterexample, none in the scope, or what is wrong in one line."""

import json

from execedit_kit.explore.naive import NAIVE, naive
from execedit_kit.explore.question import Question


def test_the_smallest_counterexample_is_printed_and_written(execedit, tmp_path):
    file = tmp_path / "found.json"
    asked = ["explore", "--naive", "trace-only", "--direction", "refuses-safe", "--size", "6"]
    done = execedit(*asked, "-o", file)
    assert (done.code, done.err) == (0, "")
    assert "refuses-safe: the smallest is of size 6: 1 call, 1 action" in done.out
    written = json.loads(file.read_text())
    assert (written["format"], written["naive"], written["exhausted"]) == ("explore-findings/1", "trace-only", 6)
    (finding,) = written["found"]
    question = Question.read({name: finding[name] for name in ("record", "edit")})
    assert question.answer().verdict == finding["truth"] == "accepted"
    assert not naive("trace-only").accepts(question)
    shown = execedit(*asked)
    assert json.loads(shown.out.splitlines()[-1]) == question.document()


def test_none_in_scope_is_exit_one(execedit):
    done = execedit("explore", "--naive", "each-result-alone", "--size", "6")
    assert (done.code, done.err) == (1, "")
    assert "accepts-unsafe: none up to a total of 6" in done.out
    assert "refuses-safe: none up to a total of 6" in done.out


def test_all_of_them_at_once(execedit):
    done = execedit("explore", "--size", "6", "--edit", "restore_replace", "--edit", "fork_parallel")
    assert done.code == 0
    assert "proposed-alone accepts-unsafe: the smallest is of size 6" in done.out
    assert "trace-only refuses-safe: the smallest is of size 6" in done.out
    assert "log-only accepts-unsafe: none up to a total of 6" in done.out


def test_a_search_goes_on_from_its_state(execedit, tmp_path):
    asked = ["explore", "--naive", "label-identity", "--size", "8", "--state", tmp_path / "state.json"]
    stopped = execedit(*asked, "--seconds", "0.000001")
    assert "stopped after" in stopped.mistake
    assert "--state FILE goes on" in stopped.mistake
    done = execedit(*asked)
    assert done.code == 1
    assert done.out == execedit("explore", "--naive", "label-identity", "--size", "8").out


def test_the_list_says_who_does_it_and_what_is_forgotten(execedit):
    done = execedit("explore", "--list")
    assert done.code == 0
    for one in NAIVE:
        assert one.title in done.out
    assert done.out.count("Forgotten:") == len(NAIVE)


def test_what_is_wrong_is_said_in_one_line(execedit, tmp_path):
    assert (
        "there is no naive checker 'trace'; did you mean 'trace-only'?"
        in execedit("explore", "--naive", "trace").mistake
    )
    assert "--size" in execedit("explore", "--size", "3").mistake
    both = execedit("explore", "--workers", "2", "--scheduler", "tcp://127.0.0.1:9").mistake
    assert "give one of them" in both
    (tmp_path / "state.json").write_text("{}")
    state = execedit("explore", "--naive", "log-only", "--state", tmp_path / "state.json").mistake
    assert "not the state of a search" in state
    missing = execedit("explore", "--naive", "trace-only", "--size", "6", "-o", tmp_path / "no" / "folder.json").mistake
    assert "no such file or directory" in missing


def test_it_explains_itself(execedit):
    done = execedit("explore", "--help")
    assert done.code == 0
    assert "execedit explore --naive label-identity --direction accepts-unsafe -o found.json" in done.out
    assert "0 found, 1 none in scope, 3" in done.out
