"""What is asked wrongly is answered with one line and exit 3; help has an example."""

import json
import re

import pytest
from click.testing import CliRunner

from execedit_kit import cli
from execedit_kit.library import data_folder
from execedit_kit.record.schema import schema_text

COMMANDS = ["check", "draw", "explore", "figures", "schema", "verify"]
# Commands of their own, which are here too.
RESTART = ["restart-check", "restart-eval"]

USAGE = [
    (("chek",), "No such command 'chek'"),
    (("check",), "give a RECORD, or --cases FILE (and not both) (see execedit check --help)"),
    (("check", "laptop", "--cases", "cases.json"), "give a RECORD, or --cases FILE (and not both)"),
    (("check", "--cases", "cases.json", "--edit", "{}"), "--cases takes no --edit and no --json"),
    (("check", "--cases", "cases.json", "--json"), "--cases takes no --edit and no --json"),
    (("check", "laptop", "laptop"), "Got unexpected extra argument (laptop)"),
    (("check", "laptop", "--nothing"), "No such option"),
    (("check", "laptop", "--edit"), "Option '--edit' requires an argument"),
    (("check", "laptop", "--json=1"), "Option '--json' does not take a value"),
    (("check", "laptop", "--max-states", "0"), "Invalid value for '--max-states': 0 is not in the range x>=1"),
    (("check", "laptop", "--max-states", "many"), "Invalid value for '--max-states'"),
    (("check", "laptop", "--max-seconds", "0"), "Invalid value for '--max-seconds'"),
    (("check", "-", "--edit", "-"), "RECORD and --edit cannot both be standard input"),
    (("check", "--nothing", "laptop"), "No such option"),
    (("--nothing",), "No such option"),
    (("draw",), "Missing argument 'RECORD'"),
    (("draw", "laptop"), "Missing option '-o' / '--output'"),
    (("draw", "laptop", "-o"), "Option '-o' requires an argument"),
    (("draw", "nothing", "-o", "x.svg"), "nothing: there is no file and no shipped record of that name"),
    (("draw", "laptop", "-o", "x.doc"), "a picture's file name ends in .svg, .png or .pdf"),
    (("draw", "laptop", "--edit", "{", "-o", "x.svg"), "--edit:1: not JSON"),
    (("draw", "-", "--edit", "-", "-o", "x.svg"), "RECORD and --edit cannot both be standard input"),
    (("draw", "laptop", "laptop", "-o", "x.svg"), "Got unexpected extra argument (laptop)"),
    (("verify",), "Missing argument 'RECORD'"),
    (("verify", "laptop"), "Missing argument 'ANSWER'"),
    (("verify", "laptop", "nothing.json"), "nothing.json: no such file or directory"),
    (("verify", "-", "-"), "RECORD and ANSWER cannot both be standard input"),
    (("schema", "x"), "Got unexpected extra argument (x)"),
]


@pytest.mark.parametrize(("arguments", "says"), USAGE, ids=[" ".join(arguments) for arguments, _ in USAGE])
def test_a_mistake_is_one_line(arguments, says, execedit, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert says in execedit(*arguments).mistake
    assert list(tmp_path.iterdir()) == []


def test_a_usage_mistake_says_where_the_help_is(execedit):
    assert execedit("check").mistake.endswith("(see execedit check --help)")
    assert execedit("chek").mistake.endswith("(see execedit --help)")


def test_without_arguments_there_is_the_help_and_no_answer(execedit):
    done = execedit()
    assert done.code == 3
    assert done.out == ""
    assert done.err == execedit("--help").out
    assert re.search(r"\n  check +Say whether", done.err)


@pytest.mark.parametrize("option", ["-h", "--help"])
@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)], ids=" ".join)
def test_each_command_has_a_help_with_an_example(command, option, execedit):
    done = execedit(*command, option)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"Usage: execedit {' '.join(command)}")
    assert "\n  Example:\n    execedit " in done.out


def test_every_command_is_known_here():
    assert sorted(cli.execedit.commands) == sorted(COMMANDS + RESTART)


@pytest.mark.parametrize("command", RESTART)
def test_a_command_of_the_restart_lab_has_its_help_here_too(command, execedit):
    done = execedit(command, "--help")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"Usage: execedit {command} ")
    assert f"\n  Example:\n    {command} " in done.out


def test_a_restart_check_is_the_same_here(execedit):
    planted = data_folder() / "plans" / "planted"
    assert execedit("restart-check", planted / "one-by-one.js").code == 0
    done = execedit("restart-check", "--json", planted / "two-hours.js")
    assert (done.code, done.err) == (1, "")
    assert json.loads(done.out)[0]["flagged"]
    done = execedit("restart-check", planted / "none.js")
    assert (done.code, done.out) == (3, "")
    assert done.err.startswith("execedit restart-check: ")
    assert execedit("restart-eval", "-o", "").mistake.startswith("-o is empty")


def test_the_examples_of_the_helps_work(shell, tmp_path):
    for name in COMMANDS:
        example = next(
            line.strip()
            for line in CliRunner().invoke(cli.execedit, [name, "--help"]).output.splitlines()
            if line.startswith("    execedit ")
        )
        codes, _, errors = shell(example.replace("execedit ", '"$K" '), cwd=tmp_path)
        assert (codes, errors) == ([0], ""), example


def test_check_help_tells_the_exit_codes(execedit):
    assert "0 accepted, 1 rejected, 2 invalid, 3 malformed input" in execedit("check", "--help").out


def test_version(execedit):
    done = execedit("--version")
    assert (done.code, done.out.split()[:2]) == (0, ["execedit,", "version"])


def test_schema_prints_the_schema(execedit):
    done = execedit("schema")
    assert (done.code, done.err) == (0, "")
    assert json.loads(done.out) == json.loads(schema_text())


def test_draw_writes_a_picture_and_says_nothing(execedit, tmp_path):
    path = tmp_path / "laptop.svg"
    fork = '{"fork_choice": {"branch": "b0", "rule": "suppliers"}}'
    for arguments in ((), ("--dark",), ("--edit", fork), ("--edit", '{"fork_choice": {"branch": "nothing"}}')):
        done = execedit("draw", "laptop", *arguments, "-o", path)
        assert (done.code, done.out, done.err) == (0, "", "")
        assert path.read_bytes().startswith((b"<svg", b"<?xml"))


def test_draw_that_cannot_be_written_is_one_line(execedit, tmp_path):
    assert "no such file or directory" in execedit("draw", "laptop", "-o", tmp_path / "no" / "x.svg").mistake


def test_a_mistake_of_our_own_is_no_answer(monkeypatch, capsys):
    """A crash would exit with 1, and 1 means rejected."""

    def broken(*arguments, **options):
        raise ZeroDivisionError("division by zero\nin two lines")

    monkeypatch.setattr(cli, "check", broken)
    monkeypatch.setattr("sys.argv", ["execedit", "check", "laptop"])
    with pytest.raises(SystemExit) as done:
        cli.main()
    assert done.value.code == 3
    assert capsys.readouterr().err == (
        "execedit: internal error, please report it: ZeroDivisionError: division by zero in two lines "
        "(EXECEDIT_DEBUG=1 shows where)\n"
    )
    monkeypatch.setenv("EXECEDIT_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        cli.main()


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (RecursionError(), "nested too deeply to be handled"),
        (MemoryError(), "not enough memory to answer"),
        (KeyboardInterrupt(), "interrupted"),
        (OSError(28, "No space left on device"), "no space left on device"),
        (OSError(28, "No space left on device", "x.svg"), "x.svg: no space left on device"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_may_always_happen_is_one_line(error, says, monkeypatch, capsys):
    def broken(*arguments, **options):
        raise error

    monkeypatch.setattr(cli, "check", broken)
    monkeypatch.setattr("sys.argv", ["execedit", "check", "laptop"])
    with pytest.raises(SystemExit) as done:
        cli.main()
    assert done.value.code == 3
    assert capsys.readouterr().err.strip() == f"execedit: {says}"
