"""A command run in this process: what a program of its own would have answered; and programs that are interrupted."""

import io
import signal
import sys

import pytest


def hears_interrupts():
    """Run before a program (``preexec_fn``): it would inherit that a shell lets its background ignore interrupts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def in_process(main, name, arguments, monkeypatch, *, stdin=b"", encoding="utf-8"):
    """Return the exit code, the output and the errors of a command's main function."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _ in range(2))
    with monkeypatch.context() as patched:
        patched.setattr(sys, "argv", [name, *map(str, arguments)])
        patched.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        patched.setattr(sys, "stdout", out)
        patched.setattr(sys, "stderr", err)
        with pytest.raises(SystemExit) as done:
            main()
    texts = []
    for stream in (out, err):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode(encoding))
    return done.value.code, *texts
