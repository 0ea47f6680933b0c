"""What every command of the kit does alike: print on any terminal, answer a mistake with one line (format, 3)."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import NoReturn, TextIO

import click

from execedit_kit.cli_text import for_terminal, one_line
from execedit_kit.record.errors import KitError

MALFORMED = 3


def encoding(stream: TextIO | None) -> str:
    """Return a stream's encoding."""
    return (getattr(stream, "encoding", None) or "utf-8").lower()


def printed(text: str | bytes) -> None:
    """Print on standard output; when nobody reads it any more, be quiet: the exit code is still the answer."""
    try:
        click.echo(text if isinstance(text, bytes) else for_terminal(text, encoding(sys.stdout)))
    except BrokenPipeError:
        _close(sys.stdout)


def complain(message: str) -> None:
    """Print one line on standard error."""
    with contextlib.suppress(OSError):
        click.echo(for_terminal(one_line(message), encoding(sys.stderr)), err=True)


def _close(stream: TextIO) -> None:
    """Close a stream that nobody reads, so that nothing is said about it when Python ends."""
    with contextlib.suppress(OSError):
        stream.close()


def run_program(command: click.Command, name: str) -> NoReturn:
    """Run a command line; every mistake is one line on standard error and exit code 3."""
    try:
        command.main(prog_name=name, standalone_mode=False)
    except click.exceptions.Exit as done:
        raise SystemExit(done.exit_code) from None
    except click.ClickException as error:
        path = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else name
        _fail(name, f"{error.format_message().rstrip('.')} (see {path} --help)")
    except click.Abort:
        _fail(name, "interrupted")
    except Exception as error:
        _fail(name, mistake(error))
    raise SystemExit(0)


def mistake(error: Exception) -> str:
    """Return what an error says to a person; with EXECEDIT_DEBUG, one that is the kit's own is raised instead."""
    match error:
        case KitError():
            return str(error)
        case OSError():
            reason = (error.strerror or str(error)).lower()
            return f"{error.filename}: {reason}" if error.filename else reason
        case RecursionError():
            return "nested too deeply to be handled"
        case MemoryError():
            return "not enough memory to answer"
    if os.environ.get("EXECEDIT_DEBUG"):
        raise error
    what = f"{type(error).__name__}: {error} (EXECEDIT_DEBUG=1 shows where)"
    return f"internal error, please report it: {what}"


def _fail(name: str, message: str) -> NoReturn:
    complain(f"{name}: {message}")
    raise SystemExit(MALFORMED)
