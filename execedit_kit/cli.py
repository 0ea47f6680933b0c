"""The command line: ``execedit check``, ``verify``, ``draw`` (format, section 3)."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn, TextIO

import click
from tqdm import tqdm

from execedit_kit.check.answer import check
from execedit_kit.check.replay import read_record
from execedit_kit.cli_explore import explore_command
from execedit_kit.cli_program import complain, encoding, printed, run_program
from execedit_kit.cli_restart import restart_check, restart_eval
from execedit_kit.cli_text import answer_text, clean
from execedit_kit.library import load, load_with
from execedit_kit.proof.question import Question
from execedit_kit.proof.verify import verify
from execedit_kit.record.build import read_edit
from execedit_kit.record.document_errors import shown
from execedit_kit.record.errors import LimitError, MalformedRecord
from execedit_kit.record.events import EditRequest
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.files import STANDARD_INPUT, read_bytes, read_with
from execedit_kit.record.json_text import canonical_json
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits
from execedit_kit.record.schema import SCHEMA_FILE

ACCEPTED, REJECTED, INVALID, MALFORMED = 0, 1, 2, 3
CONFIRMED, NOT_CONFIRMED = 0, 1
_EXIT = {"accepted": ACCEPTED, "rejected": REJECTED, "invalid": INVALID}


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(package_name="execedit-kit")
@click.pass_context
def execedit(context: click.Context) -> None:
    """Edit a running execution and know, exactly, whether it can still end well.

    \b
    Example:
      execedit check laptop --edit '{"fork_choice": {"branch": "b0", "rule": "suppliers"}}'
    """  # noqa: D301 - click reads the escape
    if context.invoked_subcommand is None:
        click.echo(context.get_help(), err=True)
        raise SystemExit(MALFORMED)


def _limits(command: Callable[..., None]) -> Callable[..., None]:
    for name, kind, what in (
        ("bytes", int, "Largest document that is read."),
        ("evidence_values", int, "Most JSON values of an answer's evidence."),
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
            metavar="N",
            default=default,
            show_default=True,
            help=what,
        )
        command = option(command)
    return command


@execedit.command("check", short_help="Say whether a RECORD's execution can still end well.")
@click.argument("record", required=False)
@click.option("--edit", metavar="JSON-or-FILE", help="The edit to check; without it, the workflow as it stands.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as a check-answer/1 document.")
@click.option("--evidence/--no-evidence", default=True, help="With --json: with its evidence (the default) or not.")
@click.option("--cases", metavar="FILE", help="Check a list of cases; one answer a line, as JSON.")
@_limits
def check_command(
    record: str | None, edit: str | None, as_json: bool, evidence: bool, cases: str | None, **limits: Any
) -> None:
    """Say whether a RECORD's execution can still end well, as it stands or after an edit.

    RECORD is a file, the name of a shipped record, or - for standard input.

    \b
    Exit:
      0 accepted, 1 rejected, 2 invalid, 3 malformed input, a limit or usage
      with --cases: 0 all as expected, 1 some differ, 3

    \b
    Example:
      execedit check laptop --edit '{"fork_choice": {"branch": "b0", "rule": "suppliers"}}'
    """  # noqa: D301 - click reads the escape
    bounds = Limits(**{name.removeprefix("max_"): value for name, value in limits.items()})
    if (record is None) == (cases is None):
        raise click.UsageError("give a RECORD, or --cases FILE (and not both)")
    if cases is not None:
        if edit is not None or as_json:
            raise click.UsageError("--cases takes no --edit and no --json: its answers are JSON already")
        raise SystemExit(_cases(cases, bounds))
    answer = check(*_question(str(record), edit, bounds), limits=bounds)
    printed(_json(answer.document(evidence=evidence)) if as_json else answer_text(answer))
    raise SystemExit(_EXIT[answer.verdict])


@execedit.command("verify", short_help="Confirm an ANSWER to a RECORD without the checker.")
@click.argument("record")
@click.argument("answer")
@_limits
def verify_command(record: str, answer: str, **limits: Any) -> None:
    """Confirm an ANSWER, with its evidence, from the RECORD and the answer alone: without the checker.

    RECORD is a file or the name of a shipped record; ANSWER is what check --json printed; - is standard input.
    What is wrong first is named, with its place in the answer. Every field is confirmed but "why", which is for people.
    That each step of the record's history was allowed by the rules then in force is taken from the record.

    \b
    Exit:
      0 confirmed, 1 not confirmed, 3 malformed input, a limit or usage

    \b
    Example:
      execedit check laptop --json > answer.json && execedit verify laptop answer.json
    """  # noqa: D301 - click reads the escape
    bounds = Limits(**{name.removeprefix("max_"): value for name, value in limits.items()})
    if record == answer == STANDARD_INPUT:
        raise click.UsageError("RECORD and ANSWER cannot both be standard input")
    question = load_with(lambda value: Question.of(value, limits=bounds), record, limits=bounds)
    data = read_bytes(answer, limits=bounds)
    found = read_with(lambda value: verify(question, value, limits=bounds), data, answer, limits=bounds)
    printed(clean(str(found)))
    raise SystemExit(CONFIRMED if found else NOT_CONFIRMED)


@execedit.command("draw")
@click.argument("record")
@click.option("--edit", metavar="JSON-or-FILE", help="The edit to draw onto the record, with its verdict.")
@click.option("-o", "--output", required=True, metavar="FILE", help="Where to: .svg, .png or .pdf.")
@click.option("--dark", is_flag=True, help="On a dark ground.")
@_limits
def draw_command(record: str, edit: str | None, output: str, dark: bool, **limits: Any) -> None:
    """Draw a RECORD's DAG, with an edit drawn onto it and its verdict.

    \b
    Example:
      execedit draw laptop --edit '{"fork_choice": {"branch": "b0", "rule": "suppliers"}}' -o laptop.svg
    """  # noqa: D301 - click reads the escape
    from execedit_kit.draw.files import draw_to_file  # pictures are slow to import

    bounds = Limits(**{name.removeprefix("max_"): value for name, value in limits.items()})
    read, request = _question(record, edit, bounds)
    draw_to_file(read if request is None else check(read, request, limits=bounds), Path(output), dark=dark)


@execedit.command("figures")
@click.option("-o", "--output", metavar="DIR", help="The folder to write into; made when missing.")
@click.option("--only", metavar="NAME", multiple=True, help="Only this figure; may be given again.")
@click.option("--list", "listed", is_flag=True, help="Only list the figures: name, title, whose numbers.")
@click.option("--dark", is_flag=True, help="On a dark ground.")
def figures_command(output: str | None, only: tuple[str, ...], listed: bool, dark: bool) -> None:
    """Write every figure of the sources and of this kit: SVG, PDF and PNG, each with its data as CSV.

    The same kit writes the same bytes each time.

    \b
    Example:
      execedit figures -o figures --only check-times
    """  # noqa: D301 - click reads the escape
    from execedit_kit.figures.write import named, write_figures  # pictures are slow to import

    chosen = named(only)
    if listed:
        printed("\n".join(f"{figure.name}: {figure.title} ({figure.source})" for figure in chosen))
        return
    if output is None:
        raise click.UsageError("give the folder to write into: -o DIR")
    progress = tqdm(chosen, unit="figure", leave=False, disable=not _is_terminal(sys.stderr))
    for figure in progress:
        progress.set_postfix_str(figure.name)
        for _ in write_figures(output, [figure], dark=dark):
            pass
    many = "1 figure" if len(chosen) == 1 else f"{len(chosen)} figures"
    printed(f"{many} in {output}, as SVG, PDF and PNG with its data as CSV")


for _elsewhere in (explore_command, restart_check, restart_eval):
    execedit.add_command(_elsewhere)


@execedit.command("schema")
def schema_command() -> None:
    """Print the JSON Schema of a record.

    \b
    Example:
      execedit schema > execution-record-1.schema.json
    """  # noqa: D301 - click reads the escape
    printed(SCHEMA_FILE.read_text(encoding="utf-8").rstrip())


def _question(record: str, edit: str | None, limits: Limits) -> tuple[ExecutionRecord, EditRequest | None]:
    """Read what is asked about."""
    if record == edit == STANDARD_INPUT:
        raise click.UsageError("RECORD and --edit cannot both be standard input")
    return load(record, limits=limits), _edit(edit, limits)


def _edit(text: str | None, limits: Limits) -> EditRequest | None:
    """Read ``--edit``: JSON when it looks like JSON, else a file."""
    if text is None:
        return None
    if not text.strip():
        raise click.UsageError("--edit is empty; give JSON or a file")
    if text.lstrip()[0] in '{["':
        return read_with(read_edit, text.encode(errors="surrogateescape"), "--edit", limits=limits)
    return read_with(read_edit, read_bytes(text, limits=limits), text, limits=limits)


def _cases(name: str, limits: Limits) -> int:
    def listed(value: Any) -> list[dict[str, Any]]:
        if not isinstance(value, list):
            raise MalformedRecord(f"expected a list of cases, not {shown(value)}")
        for n, case in enumerate(value):
            if not isinstance(case, dict) or not isinstance(case.get("name"), str) or "record" not in case:
                raise MalformedRecord("a case is an object with a name and a record", (n,))
            unknown = set(case) - {"name", "record", "edit", "expect"}
            if unknown:
                raise MalformedRecord(f"unknown field {min(unknown)!r}", (n, min(unknown)))
            if not isinstance(case.get("expect", {}), dict):
                raise MalformedRecord(f"expected an object, not {shown(case['expect'])}", (n, "expect"))
        return value

    differ = 0
    read = read_with(listed, read_bytes(name, limits=limits), name, limits=limits)
    progress = _is_terminal(sys.stderr) and not _is_terminal(sys.stdout)
    for case in tqdm(read, unit="case", leave=False, disable=not progress):
        try:
            answer = {"name": case["name"], **_case(case, limits)}
        except LimitError as error:
            raise LimitError(f"case {case['name']!r}: {error.what}", error.limit, error.value) from None
        printed(_json(answer))
        if sys.stdout is not None and sys.stdout.closed:
            return MALFORMED  # whoever read the answers has gone
        for field, wanted in case.get("expect", {}).items():
            if field not in answer or canonical_json(answer[field]) != canonical_json(wanted):
                differ = 1
                found = _json(answer[field]) if field in answer else "missing"
                complain(f"{case['name']}: {field} is {found}, expected {_json(wanted)}")
    return differ


def _case(case: Mapping[str, Any], limits: Limits) -> dict[str, Any]:
    try:
        record = read_record(case["record"], limits=limits)
    except MalformedRecord as error:
        return {"verdict": "malformed", "why": str(error)}
    try:
        edit = None if case.get("edit") is None else read_edit(case["edit"])
    except MalformedRecord as error:
        return {"verdict": "malformed", "why": str(MalformedRecord(error.reason, ("edit", *error.at)))}
    return check(record, edit, limits=limits).document(evidence=False)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=not encoding(sys.stdout).startswith("utf"))


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def main() -> NoReturn:
    """Run the command line; every mistake is one line on standard error and exit code 3."""
    run_program(execedit, "execedit")
