"""The command line as a program: pipes, terminals, odd files, and documents that would like to hang it."""

import contextlib
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.cli.conftest import HANGS, PROGRAM
from tests.record.documents import SMALL, changed
from tests.support.program import hears_interrupts

MODULE = (sys.executable, "-m", "execedit_kit")
FORK = '{"fork_choice": {"branch": "b0", "rule": "suppliers"}}'
ROOT = Path(__file__).parents[2]
LAPTOP = (ROOT / "data" / "records" / "laptop.json").read_bytes()
LARGEST = 100 * 2**20


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--help",),
        ("--version",),
        ("check", "--help"),
        ("check", "laptop", "--edit", FORK),
        ("check", "release-emergency", "--json"),
        ("check", "laptop", "--edit", "{}"),
        ("check",),
        ("nothing",),
        ("schema",),
    ],
    ids=" ".join,
)
def test_the_module_is_the_command(arguments, program):
    assert program(*arguments, command=MODULE) == program(*arguments)


def test_it_runs_from_any_folder_and_through_pipes(shell, tmp_path):
    codes, out, errors = shell("$K schema | head -1; $K check laptop --json | $K check - ", cwd=tmp_path)
    assert (codes, out) == ([0, 3], "{\n")
    assert errors.startswith("execedit: -:1: $.verdict: unknown field 'verdict'")
    codes, out, errors = shell(
        f"cat {ROOT}/data/records/laptop.json | $K check - --edit '{FORK}' --json | grep -c B", cwd=tmp_path
    )
    assert codes[:2] == [0, 0]


@pytest.mark.parametrize(
    ("command", "code"),
    [("check laptop", 0), ("check release-emergency", 1), ("check release-emergency --json", 1), ("schema", 0)],
)
def test_a_reader_that_has_gone_does_not_change_the_answer(command, code, shell):
    assert shell(f"$K {command} | true") == ([code, 0], "", "")


def test_a_reader_that_has_seen_enough_ends_a_list_quietly(shell, tmp_path):
    cases = [{"name": f"{n}", "record": SMALL, "expect": {"verdict": "accepted"}} for n in range(3_000)]
    (tmp_path / "cases.json").write_text(json.dumps(cases), encoding="utf-8")
    codes, out, errors = shell("$K check --cases cases.json | head -1", cwd=tmp_path)
    assert (codes, errors) == ([3, 0], "")
    assert json.loads(out)["name"] == "0"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full disk to write to")
def test_a_full_disk_is_one_line(shell):
    for command in ("check laptop", "check laptop --json", "schema"):
        assert shell(f"$K {command} > /dev/full") == ([3], "", "execedit: no space left on device")


def test_closed_streams(shell):
    assert shell("$K check release-emergency >&-") == ([1], "", "")
    assert shell("$K check - <&-") == ([3], "", "execedit: -: standard input is closed")
    assert shell("$K check nothing.json 2>&-") == ([3], "", "")
    cases = f"$K check --cases {ROOT.parent}/shared/cases/worked.json"
    if (ROOT.parent / "shared").exists():
        assert shell(f"{cases} >&-") == ([0], "", "")
        assert shell(f"{cases} 2>&- >/dev/null") == ([0], "", "")


def test_a_terminal_with_few_signs(program):
    environment = {"PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"}
    assert "result 'x||y' can no longer be finished" in program("check", "release-emergency", env=environment).out
    assert json.loads(program("check", "release-emergency", "--json", env=environment).out)["verdict"] == "rejected"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "koi8-r", "utf-16", "utf-8"])
def test_any_terminal(encoding, execedit):
    for arguments, code in ((("release-emergency",), 1), (("laptop", "--edit", FORK), 0)):
        done = execedit("check", *arguments, encoding=encoding)
        assert done.code == code
        assert done.out.splitlines()[0].startswith(("rejected: after x, result 'x", "accepted: 2 safe"))
    answer = json.loads(execedit("check", "release-emergency", "--json", encoding=encoding).out)
    assert answer["proof"]["blocked"][0]["missing"] == ["x∥y"]
    assert json.loads(execedit("schema", encoding=encoding).out)["title"] == "execution-record/1"
    document = json.dumps(changed(SMALL, ("actions", "größe 支払い 🛒"), 1))
    assert "expected an object, not 1" in execedit("check", "-", stdin=document, encoding=encoding).mistake


def test_no_language_set(program):
    for environment in ({"LC_ALL": "C", "PYTHONUTF8": "0"}, {"LANG": "nothing"}):
        assert program("check", "release-emergency", env=environment).code == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes")
def test_a_pipe_with_and_without_a_writer(program, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert program("check", pipe).mistake == f"{pipe}: nobody writes to this pipe"
    for data, code in ((LAPTOP + b" " * 1_000_000, 0), (b"{", 3)):
        writer = threading.Thread(target=pipe.write_bytes, args=(data,))
        writer.start()
        done = program("check", "pipe", cwd=tmp_path)
        writer.join()
        assert done.code == code


def test_files_that_are_none(program, tmp_path):
    assert program("check", tmp_path).mistake == f"{tmp_path}: is a directory"
    assert program("check", "/dev/null").mistake == "/dev/null: not JSON: the document is empty"
    assert "--max-bytes" in program("check", "/dev/zero").mistake
    assert program("check", tmp_path / "no").mistake == f"{tmp_path / 'no'}: no such file or directory"
    (tmp_path / "loop").symlink_to("loop")
    assert "too many levels of symbolic links" in program("check", tmp_path / "loop").mistake
    name = os.fsencode(tmp_path) + b"/\xff.json"
    Path(os.fsdecode(name)).write_bytes(b"{")
    assert program(*("check", os.fsdecode(name))).code == 3


def test_two_shells_may_ask_at_once(shell):
    codes, out, _ = shell("diff <($K check laptop) <($K check <(cat data/records/laptop.json))", cwd=ROOT)
    assert (codes, out) == ([0], "")


def test_an_interrupt_is_one_line():
    process = subprocess.Popen(
        [PROGRAM, "check", "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=hears_interrupts
    )
    try:
        process.stdin.write(b"{")
        process.stdin.flush()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(2)
        process.send_signal(2)
        _, errors = process.communicate(timeout=HANGS)
    finally:
        process.kill()
    assert process.returncode == 3
    assert errors.split() == [b"execedit:", b"interrupted"]


# Size


# A small process between us and the command: the largest memory of a child includes what its parent had.
MEASURE = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], capture_output=True)
sys.stdout.buffer.write(done.stdout)
sys.stderr.buffer.write(done.stderr)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * (1 if sys.platform == "darwin" else 1024))
sys.exit(done.returncode)
"""


def peak(arguments, write):
    """Run the command with much on its standard input; return exit code, output, error and largest memory in bytes."""
    process = subprocess.Popen(
        [sys.executable, "-c", MEASURE, PROGRAM, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with contextlib.suppress(BrokenPipeError):
        write(process.stdin)
    out, errors = process.communicate(timeout=HANGS)
    *answer, memory = out.decode().splitlines()
    return process.returncode, "".join(answer), errors.decode(), int(memory)


def large(stream):
    """A record of 100 MiB: well-formed, with one long request."""
    head, tail = json.dumps(changed(SMALL, ("actions", "a", "request"), ["HERE"])).split('"HERE"')
    stream.write(head.encode())
    piece = b'"' + b"x" * 1_000 + b'",'
    for _ in range(LARGEST // len(piece) // 1_000 + 1):
        stream.write(piece * 1_000)
    stream.write(b"0" + tail.encode())


def test_a_hundred_megabytes_from_standard_input_and_from_a_file(tmp_path):
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        large(file)
    assert path.stat().st_size > LARGEST
    for arguments, write in ((["check", "-"], large), (["check", str(path)], lambda stream: None)):
        code, out, errors, memory = peak(arguments, write)
        assert (code, out) == (3, "")
        assert errors == (
            f"execedit: {arguments[1]} is longer than that: the limit is 16,777,216 bytes; "
            "raise it with Limits(bytes=...) or --max-bytes\n"
        )
        assert memory < 300 * 2**20


def mebibytes(begin, piece, end, size=15):
    """A document of so many MiB, of one piece over and over."""
    number = size * 2**20 // len(piece)
    return (begin + piece * number + end).encode()


BEGIN = '{"format": "execution-record/1", "actions": {"a": {"request": '
END = '}}, "policy": {"any": true}, "workflow": {"branch": "b", "contract": "a"}}'
HUGE = {
    "many lists": (BEGIN + "[", "[],", "0]" + END),
    "many numbers": (BEGIN + "[", "1,", "0]" + END),
    "many objects": (BEGIN + "[", '{"a":1},', "0]" + END),
    "many equal keys": (BEGIN + "{", '"a":1,', '"a":1}' + END),
    "one long text": (BEGIN + '"', "x", '"' + END),
    "one long escaped text": (BEGIN + '"', "\\n", '"' + END),
    "one long torn text": (BEGIN + '"', "\\ud83d\\ude00", '\\ud83d"' + END),
    "deep": (BEGIN, "[", END),
    "many quotes": (BEGIN, '""', END),
    "spaces": (BEGIN, " ", "1" + END),
    "zeros": ("", "\0", ""),
    "a long number": (BEGIN, "9", END),
    "a long fraction": (BEGIN + "0.", "9", END),
}


@pytest.mark.parametrize("name", HUGE)
def test_fifteen_megabytes_of_anything(name, execedit):
    done = execedit("check", "-", stdin=mebibytes(*HUGE[name]))
    if done.code == 3:
        assert len(done.mistake) < 600
    else:
        assert name in ("one long text", "one long escaped text", "spaces", "a long fraction")


def contract(value, calls, **fields):
    return {**changed(SMALL, ("workflow", "contract"), value), "actions": {call: {} for call in calls}, **fields}


CALLS = [f"c{n}" for n in range(2_000)]
POLICIES = {
    "expression that explodes": ({"regex": "(a|b)* a " + " ".join(["(a|b)"] * 25)}, 3),
    "10,000 parentheses": ({"regex": "(" * 10_000 + "a b" + ")" * 10_000}, 3),
    "1,000 parentheses": ({"regex": "(" * 1_000 + "a b" + ")*" * 1_000}, 3),
    "100 parentheses": ({"regex": "(" * 100 + "a b" + ")*" * 100}, 0),
    "99 parentheses, eight times": ({"regex": ("(" * 99 + "a" + "|b a)*" * 99 + " ") * 8}, 0),
    "2,000 alternatives": ({"regex": "a b | " + " | ".join(f"x{n}" for n in range(2_000))}, 0),
    "2,400 that may be left out": ({"regex": "a? " * 2_400}, 3),
    "open parentheses": ({"regex": "(" * 100_000}, 3),
    "200,000 stars": ({"regex": "a" + "*" * 200_000 + "b"}, 3),
    "2,000 stars": ({"regex": "a" + "*" * 2_000 + "b"}, 0),
    "at most a billion": ({"at_most": ["a", 10**9]}, 3),
    "at most 10 ** 3000": ({"at_most": ["a", 10**3000]}, 3),
    "a word of 1,000 labels": ({"words": [["a", "b"] * 500]}, 0),
    "a word of 10,000 labels": ({"words": [["a", "b"] * 5_000]}, 3),
    "forty words of 1,600 labels": ({"all": [{"words": [["a", "b"] * 800]}] * 40}, 3),
    "a word of 200,000 labels": ({"words": [["a", "b"] * 100_000]}, 3),
    "100,000 words": ({"words": [["a", "b", f"x{n % 100}", f"y{n // 100}"] for n in range(100_000)]}, 0),
    "all of 40": ({"all": [{"at_most": [f"x{n}", 5]} for n in range(40)]}, 0),
    "all of 40 that matter": ({"all": [{"at_most": ["ab"[n % 2], n + 1]} for n in range(40)]}, 0),
    "all of 20,000": ({"all": [{"any": True}] * 20_000}, 0),
    "all of 2,000 expressions": ({"all": [{"regex": "(a|b)*"}] * 2_000}, 0),
    "all of 20 long expressions": ({"all": [{"regex": "a? " * 2_000}] * 20}, 3),
    "100,000 moves in a row": ({"automaton": {"start": 0, "moves": [[n, "a", n + 1] for n in range(100_000)]}}, 3),
    "100,000 moves in a knot": (
        {"automaton": {"start": 0, "moves": [[n % 300, "ab"[n % 2], n * 7919 // 300 % 300] for n in range(100_000)]}},
        0,
    ),
    "100,000 moves, subsets": (
        {"automaton": {"start": 0, "moves": [[n % 1000, "a", n * 7919 // 1000 % 1000] for n in range(100_000)]}},
        1,
    ),
    "exclusive of 9,000": ({"exclusive": [f"x{n}" for n in range(9_000)]}, 0),
    "exclusive of 90,000": ({"exclusive": [f"x{n}" for n in range(90_000)]}, 3),
    "200,000 labels": ({"words": [[f"x{n}"] for n in range(200_000)]}, 3),
}


@pytest.mark.parametrize("name", POLICIES)
def test_policies_that_would_like_to_hang(name, execedit):
    policy, code = POLICIES[name]
    done = execedit("check", "-", stdin=json.dumps(changed(SMALL, ("policy",), policy)).encode())
    assert done.code == code
    if code == 3:
        assert len(done.mistake) < 600


CONTRACTS = {
    "2,000 in sequence": (contract({"sequence": CALLS}, CALLS), 0),
    "2,000 to choose from": (contract({"choice": CALLS}, CALLS), 0),
    "2,000 in any order": (contract({"parallel": CALLS}, CALLS), 3),
    "2 ** 1000 results": (
        contract({"parallel": [{"choice": CALLS[n : n + 2]} for n in range(0, 2_000, 2)]}, CALLS),
        3,
    ),
    "1,000 before 1,000": (
        contract({"sequence": [{"parallel": CALLS[:1_000]}, {"parallel": CALLS[1_000:]}]}, CALLS),
        3,
    ),
    "a cycle of 2,000": (
        contract(
            {
                "results": {
                    "o": {"calls": CALLS, "order": [[a, b] for a, b in zip(CALLS, CALLS[1:] + CALLS[:1], strict=True)]}
                }
            },
            CALLS,
        ),
        3,
    ),
}


@pytest.mark.parametrize("name", CONTRACTS)
def test_contracts_that_would_like_to_hang(name, execedit):
    document, code = CONTRACTS[name]
    done = execedit("check", "-", "--max-states", "20000", stdin=json.dumps(document).encode())
    assert done.code == code
    if code == 3:
        assert len(done.mistake) < 600


def test_two_hundred_levels_of_workflow_from_end_to_end(program, tmp_path):
    tree = '{"branch": "b0", "contract": "c0"}'
    for n in range(1, 200):
        tree = f'{{"choice": [{tree}, {{"branch": "b{n}", "contract": "c{n}"}}], "group": "g{n}"}}'
    document = json.dumps({**SMALL, "actions": {f"c{n}": {} for n in range(200)}, "workflow": "HERE"})
    path = tmp_path / "deep.json"
    path.write_text(document.replace('"HERE"', tree), encoding="utf-8")
    answer = json.loads(program("check", path, "--json").out)
    assert (answer["verdict"], answer["safe_executions"]) == ("accepted", 200)
    answer = json.loads(program("check", path, "--edit", '{"fork_choice": {"branch": "b0"}}', "--json").out)
    assert (answer["verdict"], answer["safe_executions"]) == ("accepted", 201)
    text = program("check", path, "--edit", '{"fork_parallel": {"branch": "b0"}}').out
    assert text.startswith("accepted: 201 safe executions for 200 results; every pair that obeys the policy is safe")
    path.write_text(document.replace('"HERE"', tree.replace('"b0"', '"b1"')), encoding="utf-8")
    assert "two branches are called 'b1'" in program("check", path).mistake


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal to look at")
def test_a_list_shows_its_progress_on_a_terminal_and_only_there(tmp_path):
    import fcntl
    import pty
    import select
    import struct
    import termios

    cases = [{"name": f"{n}", "record": SMALL} for n in range(3)]
    (tmp_path / "cases.json").write_text(json.dumps(cases), encoding="utf-8")
    command = [PROGRAM, "check", "--cases", str(tmp_path / "cases.json")]
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, timeout=HANGS, check=False)
    seen = os.read(ours, 100_000) if select.select([ours], [], [], 0)[0] else b""
    os.close(theirs)
    os.close(ours)
    assert done.returncode == 0
    assert [json.loads(line)["name"] for line in done.stdout.splitlines()] == ["0", "1", "2"]
    assert b"case" in seen
    quiet = subprocess.run(command, capture_output=True, timeout=HANGS, check=False)
    assert (quiet.stdout, quiet.stderr) == (done.stdout, b"")
