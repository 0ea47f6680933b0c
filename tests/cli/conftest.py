"""The command line, in this process and as a program of its own."""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from execedit_kit import cli
from tests.support.program import in_process

PROGRAM = str(Path(sys.executable).with_name("execedit"))
HANGS = 120  # seconds; nothing here comes near


@dataclass(frozen=True)
class Done:
    """What a command answered."""

    code: int
    out: str
    err: str

    @property
    def mistake(self):
        """The one line of a mistake."""
        assert self.code == 3, (self.code, self.out, self.err)
        assert self.out == ""
        return self.line

    @property
    def line(self):
        """The one line on standard error."""
        assert self.err.startswith("execedit: ")
        assert self.err.endswith("\n")
        assert len(self.err.splitlines()) == 1, self.err
        return self.err.removeprefix("execedit: ").removesuffix("\n")


def checked(done):
    """Whatever was asked: no traceback, no mistake of our own, no other exit code."""
    assert "Traceback" not in done.err + done.out
    assert "internal error" not in done.err
    assert "Exception ignored" not in done.err
    assert done.code in (0, 1, 2, 3)
    return done


class Hangs(BaseException):
    """It takes so long that it must have gone wrong."""


@contextmanager
def alarm():
    """Give up what hangs."""

    def give_up(number, frame):
        raise Hangs

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(HANGS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture
def execedit(monkeypatch):
    """Run the command line in this process."""

    def run(*arguments, stdin=b"", encoding="utf-8"):
        with alarm():
            return checked(
                Done(*in_process(cli.main, "execedit", arguments, monkeypatch, stdin=stdin, encoding=encoding))
            )

    return run


@pytest.fixture
def program():
    """Run the command line as a program of its own."""

    def run(*arguments, stdin=b"", command=(PROGRAM,), **options):
        environment = {"PATH": os.environ["PATH"], "PYTHONUTF8": "1", **options.pop("env", {})}
        done = subprocess.run(
            [*command, *map(str, arguments)],
            input=stdin,
            capture_output=True,
            timeout=HANGS,
            env=environment,
            check=False,
            **options,
        )
        encoding = environment.get("PYTHONIOENCODING", "utf-8").partition(":")[0]
        return checked(Done(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding)))

    return run


@pytest.fixture
def shell():
    """Run a line of bash; $K is the command. Returns each stage's exit code of the last pipe, output and errors."""

    def run(line, **options):
        done = subprocess.run(
            ["bash", "-c", f'K="{PROGRAM}"; {line}; echo "${{PIPESTATUS[@]}}" >&2'],
            capture_output=True,
            timeout=HANGS,
            check=False,
            **options,
        )
        *errors, codes = done.stderr.decode().splitlines()
        text = "\n".join(errors)
        for bad in ("Traceback", "internal error", "Exception ignored"):
            assert bad not in text
        return [int(code) for code in codes.split()], done.stdout.decode(), text

    return run
