"""The command: what it prints, its exit codes, pipes, mistakes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from execedit_kit import cli_restart
from tests.support.program import in_process

ROOT = Path(__file__).parents[2]
PLANTED = ROOT / "data" / "plans" / "planted"
PROGRAM = Path(sys.executable).with_name("restart-check")


@pytest.fixture
def restart_check(monkeypatch):
    """Run the command in this process: exit code, output, errors."""

    def run(*arguments, stdin=b""):
        done = in_process(cli_restart.check_main, "restart-check", arguments, monkeypatch, stdin=stdin)
        assert "Traceback" not in done[2]
        return done

    return run


def test_a_count_then_for_each_line_its_number_its_source_and_why(restart_check, monkeypatch):
    monkeypatch.chdir(PLANTED)
    code, out, err = restart_check("two-hours.js")
    assert (code, err) == (1, "")
    assert out.splitlines() == [
        "two-hours.js: 2 lines to look at (flow)",
        "  2  const began = Date.now();",
        "     The clock is read (Date.now()) before a question that may still come, so a restart reads it again, "
        "later: it decides whether an issue is escalated (line 8), and 2 more things that can be seen.",
        "  7  if (Date.now() - began > LIMIT) {",
        "     The clock is read (Date.now()) before a question that may still come, so a restart reads it again, "
        "later: it decides whether an issue is escalated (line 8), and 2 more things that can be seen.",
    ]


def test_explained_it_shows_the_way_and_the_assumption(restart_check):
    _, out, _ = restart_check("--explain", PLANTED / "two-hours.js")
    assert "       line 7: decides `if (Date.now() - began > LIMIT)`\n" in out
    assert "       assumes: clock not recorded\n" in out


def test_a_clean_plan_is_said_to_be(restart_check):
    code, out, _ = restart_check(PLANTED / "one-by-one.js")
    assert code == 0
    assert out.endswith("one-by-one.js: no lines to look at (flow)\n")


def test_levels_and_designs(restart_check):
    unused = PLANTED / "clock-unused.js"
    assert restart_check(unused)[0] == 0
    assert restart_check("--level", "text", unused)[0] == 1
    assert restart_check("--design", "recorded-clock", PLANTED / "two-hours.js")[0] == 0
    code, out, _ = restart_check("--level", "witness", "--max-worlds", "1", PLANTED / "two-hours.js")
    assert code == 1
    assert out.splitlines()[-1] == "  witness: breaks in the fixed world: questions: 2 paused, 5 restarted"


def test_several_files_as_json(restart_check):
    code, out, _ = restart_check("--json", PLANTED / "two-hours.js", PLANTED / "one-by-one.js")
    first, second = json.loads(out)
    assert code == 1
    assert [first["flagged"], second["flagged"]] == [True, False]
    assert set(first["findings"][0]) == {"kind", "line", "column", "source", "why", "path", "assumption"}
    assert restart_check("--json", PLANTED / "two-hours.js", PLANTED / "one-by-one.js")[1] == out


def test_as_sarif(restart_check):
    code, out, _ = restart_check("--sarif", PLANTED / "two-hours.js")
    assert code == 1
    assert json.loads(out)["version"] == "2.1.0"


def test_standard_input_needs_a_language(restart_check):
    source = (PLANTED / "stopwatch.ts").read_bytes()
    assert restart_check("-", "--language", "ts", stdin=source)[0] == 1
    code, out, err = restart_check("-", stdin=source)
    assert (code, out) == (3, "")
    assert err == "restart-check: standard input: say with --language whether this is JavaScript or TypeScript\n"


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("bad.js", b"let x = ;\n", "bad.js:1:"),
        ("bad.ts", b"const x: = 1;\nfoo(", "bad.ts:1:"),
        ("latin.js", "é".encode("latin-1"), "latin.js:1:1: this is not UTF-8"),
        ("plan.txt", b"", "plan.txt: say with --language"),
        (
            "big.js",
            b"// " + b"x" * 5_000_000,
            "the limit is 262,144 bytes; raise it with Limits(bytes=...) or --max-bytes",
        ),
    ],
)
def test_a_mistake_is_one_line_and_names_its_place(restart_check, tmp_path, monkeypatch, name, data, said):
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(data)
    code, out, err = restart_check(name)
    assert (code, out) == (3, "")
    assert len(err.splitlines()) == 1
    assert err.startswith("restart-check: ")
    assert said in err


def test_a_bad_file_stops_no_other(restart_check, tmp_path):
    bad = tmp_path / "bad.js"
    bad.write_text("let x = ;")
    code, out, err = restart_check(tmp_path / "none.js", bad, PLANTED / "two-hours.js")
    assert code == 3
    assert len(err.splitlines()) == 2
    assert "2 lines to look at" in out


@pytest.mark.parametrize("arguments", [[], ["--level", "deep", "x.js"], ["--max-steps", "0", "x.js"], ["-", "-"]])
def test_usage(restart_check, arguments):
    code, out, err = restart_check(*arguments)
    assert (code, out) == (3, "")
    assert err.endswith("(see restart-check --help)\n")


def test_what_a_file_holds_cannot_steer_the_terminal(restart_check, tmp_path):
    plan = tmp_path / "odd.js"
    plan.write_text('const a = "\x1b[31m" + Date.now();\ntool("ask_human", { question: "x" });\nreturn a;\n')
    assert "\x1b" not in restart_check(plan)[1]


@pytest.mark.skipif(not PROGRAM.exists(), reason="the program is not installed")
def test_the_program_in_a_pipe_that_nobody_reads():
    plans = " ".join(str(path) for path in sorted(PLANTED.glob("*.js")) * 3)
    done = subprocess.run(
        ["bash", "-c", f'"{PROGRAM}" --explain {plans} | head -1 > /dev/null; echo "${{PIPESTATUS[0]}}"'],
        capture_output=True,
        text=True,
        check=True,
        env={"PATH": os.environ["PATH"]},
    )
    assert done.stderr == ""
    assert done.stdout.strip() in ("1", "3")


def test_the_pre_commit_hook_is_the_command():
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert (hook["id"], hook["entry"], hook["language"]) == ("restart-check", "restart-check", "python")


def test_a_defect_of_the_kit_in_one_plan_stops_no_other(restart_check, monkeypatch):
    real = cli_restart.check

    def failing(made, *arguments, **options):
        if made.name.endswith("one-by-one.js"):
            raise KeyError("x")
        return real(made, *arguments, **options)

    monkeypatch.setattr(cli_restart, "check", failing)
    monkeypatch.delenv("EXECEDIT_DEBUG", raising=False)
    code, out, err = restart_check(PLANTED / "one-by-one.js", PLANTED / "two-hours.js")
    assert code == 3
    assert "2 lines to look at" in out
    assert len(err.splitlines()) == 1
    assert "one-by-one.js: internal error, please report it: KeyError: 'x'" in err


@pytest.mark.parametrize("form", [[], ["--json"], ["--sarif"], ["--explain"]])
def test_names_of_any_kind(restart_check, tmp_path, monkeypatch, form):
    monkeypatch.chdir(tmp_path)
    clock = 'const now = Date.now();\ntool("ask_human", { question: "x" });\nreturn `${now}`;\n'
    for name in (b"b\xff.js", b"two\nlines.js"):
        Path(os.fsdecode(name)).write_text(clock)
    code, out, err = restart_check(*form, os.fsdecode(b"b\xff.js"), "two\nlines.js")
    assert (code, err) == (1, "")
    if "--json" in form:
        assert [one["plan"] for one in json.loads(out)] == ["b\\xff.js", "two\nlines.js"]
    elif not form:
        assert [line for line in out.splitlines() if line.endswith("(flow)")] == [
            "b\\xff.js: 1 line to look at (flow)",
            "two\\nlines.js: 1 line to look at (flow)",
        ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([""], "restart-check: '': the name of a file may not be empty"),
        (["--max-bytes", "9" * 20, "x.js"], "Invalid value for '--max-bytes'"),
        (["--max-steps", "9" * 20, "x.js"], "Invalid value for '--max-steps'"),
    ],
)
def test_odd_arguments_are_one_line(restart_check, arguments, said):
    code, out, err = restart_check(*arguments)
    assert (code, out, len(err.splitlines())) == (3, "", 1)
    assert said in err
