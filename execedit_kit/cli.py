"""The command line: ``execedit check``, ``execedit draw`` (format, section 3)."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from execedit_kit.check.answer import Accepted, Answer, Invalid, check
from execedit_kit.check.replay import read_record
from execedit_kit.library import load
from execedit_kit.record.build import read_edit
from execedit_kit.record.errors import KitError, MalformedRecord
from execedit_kit.record.events import EditRequest
from execedit_kit.record.files import read_bytes, read_with
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits

ACCEPTED, REJECTED, INVALID, MALFORMED = 0, 1, 2, 3
_EXIT = {"accepted": ACCEPTED, "rejected": REJECTED, "invalid": INVALID}
T = TypeVar("T")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="execedit-kit")
def execedit() -> None:
    """Edit a running execution and know, exactly, whether it can still end well."""


def _limits(command: Callable[..., None]) -> Callable[..., None]:
    for name, kind, what in (
        ("bytes", int, "Largest document that is read."),
        ("policy_states", int, "Most states of one policy automaton."),
        ("results", int, "Most results of a contract."),
        ("seconds", float, "Longest check."),
        ("states", int, "Most states of the state graph."),
    ):
        default = getattr(DEFAULT_LIMITS, name)
        option = click.option(
            f"--max-{name.replace('_', '-')}",
            f"max_{name}",
            type=click.FloatRange(min=0, min_open=True) if kind is float else click.IntRange(min=1),
            default=default,
            show_default=True,
            help=what,
        )
        command = option(command)
    return command


@execedit.command("check")
@click.argument("record", required=False)
@click.option("--edit", metavar="JSON-or-FILE", help="The edit to check; without it, the workflow as it stands.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as a check-answer/1 document.")
@click.option("--evidence/--no-evidence", default=True, help="With --json: with its evidence (the default) or not.")
@click.option("--cases", metavar="FILE", help="Check a list of cases; one answer a line, as JSON.")
@_limits
def check_command(
    record: str | None, edit: str | None, as_json: bool, evidence: bool, cases: str | None, **limits: Any
) -> None:
    r"""Answer whether a RECORD may be edited: exit 0 accepted, 1 rejected, 2 invalid, 3 malformed or usage.

    RECORD is a file, the name of a shipped record, or - for standard input.

    \b
    Example:
      execedit check laptop --edit '{"fork_choice": {"branch": "b0", "rule": "suppliers"}}'
    """
    bounds = Limits(**{name.removeprefix("max_"): value for name, value in limits.items()})
    if (record is None) == (cases is None):
        raise click.UsageError("give a RECORD, or --cases FILE (and not both)")
    if cases is not None:
        if edit is not None or as_json:
            raise click.UsageError("--cases takes no --edit and no --json: its answers are JSON already")
        raise SystemExit(_cases(cases, bounds))
    answer = check(load(str(record), limits=bounds), _edit(edit, bounds), limits=bounds)
    if as_json:
        _print(json.dumps(answer.document(evidence=evidence), ensure_ascii=False))
    else:
        _print(_for_people(answer))
    raise SystemExit(_EXIT[answer.verdict])


@execedit.command("draw")
@click.argument("record")
@click.option("--edit", metavar="JSON-or-FILE", help="The edit to draw onto the record, with its verdict.")
@click.option("-o", "--output", required=True, metavar="FILE", help="Where to: .svg, .png or .pdf.")
@click.option("--dark", is_flag=True, help="On a dark ground.")
@_limits
def draw_command(record: str, edit: str | None, output: str, dark: bool, **limits: Any) -> None:
    r"""Draw a RECORD's DAG, with an edit drawn onto it and its verdict.

    \b
    Example:
      execedit draw laptop --edit '{"fork_choice": {"branch": "b0", "rule": "suppliers"}}' -o laptop.svg
    """
    from execedit_kit.draw.files import draw_to_file  # pictures are slow to import

    bounds = Limits(**{name.removeprefix("max_"): value for name, value in limits.items()})
    read = load(record, limits=bounds)
    request = _edit(edit, bounds)
    draw_to_file(read if request is None else check(read, request, limits=bounds), Path(output), dark=dark)


def _edit(text: str | None, limits: Limits) -> EditRequest | None:
    """Read ``--edit``: JSON when it looks like JSON, else a file."""
    if text is None:
        return None
    if text.lstrip().startswith("{"):
        return read_with(read_edit, text.encode(errors="surrogateescape"), "--edit", limits=limits)
    return read_with(read_edit, read_bytes(text, limits=limits), text, limits=limits)


def _for_people(answer: Answer) -> str:
    lines = [str(answer)]
    if not isinstance(answer, Invalid):
        rounds = " → ".join(f"{size:,}" for size in answer.rounds)
        lines.append(f"rounds: {rounds} (pairs of a result and a complete sequence)")
    if isinstance(answer, Accepted):
        lines.append(f"rules in force: {answer.document(evidence=False)['automaton_states']:,} states")
        derived = answer.derivation
        if derived is not None:
            parts = [
                f"{derived.count(account)} {account}"
                for account in ("still required", "satisfied", "removed")
                if derived.count(account)
            ]
            lines.append(f"required results: {', '.join(parts)}")
    lines.append(f"record: {answer.digest}")
    return "\n".join(lines)


def _cases(name: str, limits: Limits) -> int:
    def listed(value: Any) -> list[dict[str, Any]]:
        if not isinstance(value, list):
            raise MalformedRecord("a list of cases is expected")
        for n, case in enumerate(value):
            if not isinstance(case, dict) or not isinstance(case.get("name"), str) or "record" not in case:
                raise MalformedRecord("a case is an object with a name and a record", (n,))
            unknown = set(case) - {"name", "record", "edit", "expect"}
            if unknown:
                raise MalformedRecord(f"unknown field {min(unknown)!r}", (n,))
            if not isinstance(case.get("expect", {}), dict):
                raise MalformedRecord("expect is an object", (n, "expect"))
        return value

    differ = 0
    for case in read_with(listed, read_bytes(name, limits=limits), name, limits=limits):
        answer = {"name": case["name"], **_case(case, limits)}
        _print(json.dumps(answer, ensure_ascii=False))
        for field, wanted in case.get("expect", {}).items():
            if answer.get(field) != wanted:
                differ = 1
                click.echo(f"{case['name']}: {field} is {answer.get(field)!r}, expected {wanted!r}", err=True)
    return differ


def _case(case: Mapping[str, Any], limits: Limits) -> dict[str, Any]:
    try:
        record = read_record(case["record"], limits=limits)
        edit = None if case.get("edit") is None else read_edit(case["edit"])
    except MalformedRecord as error:
        return {"verdict": "malformed", "why": str(error)}
    return check(record, edit, limits=limits).document(evidence=False)


def _print(text: str) -> None:
    click.echo(text)


def main() -> NoReturn:
    """Run the command line; every mistake is one line on standard error and exit code 3."""
    try:
        execedit.main(standalone_mode=False)
    except click.exceptions.Exit as done:
        raise SystemExit(done.exit_code) from None
    except click.ClickException as error:
        _fail(error.format_message())
    except click.Abort:
        _fail("interrupted")
    except KitError as error:
        _fail(str(error))
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(MALFORMED) from None
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    raise SystemExit(ACCEPTED)


def _fail(message: str) -> NoReturn:
    click.echo("execedit: " + " ".join(message.split()), err=True)
    raise SystemExit(MALFORMED)
