"""The commands ``restart-check`` and ``restart-eval`` (restart lab, sections 5 and 6)."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Any, NoReturn, TextIO

import click
from tqdm import tqdm

from execedit_kit.cli_program import MALFORMED, complain, encoding, mistake, printed, run_program
from execedit_kit.cli_text import clean, for_terminal
from execedit_kit.library import data_folder
from execedit_kit.record.errors import KitError, LimitError, MalformedRecord
from execedit_kit.record.files import STANDARD_INPUT, read_bytes
from execedit_kit.record.limits import Limits as DocumentLimits
from execedit_kit.restart.check.checked import LEVELS, Checked, Level, check
from execedit_kit.restart.check.limits import DEFAULT_LIMITS, Limits
from execedit_kit.restart.check.report import report
from execedit_kit.restart.check.sarif import sarif
from execedit_kit.restart.corpus import NoPlans, left_out, read_corpus, read_drafts, shown
from execedit_kit.restart.evaluate import Row, Settings, evaluate
from execedit_kit.restart.limits import Budget
from execedit_kit.restart.plan import LANGUAGES, MalformedPlan, plan
from execedit_kit.restart.planted import Refused, gate, read_planted
from execedit_kit.restart.processes import terminated_as_interrupted
from execedit_kit.restart.receipt import Receipt, receipt, receipt_lines
from execedit_kit.restart.replay import DESIGNS, POST, Design

CLEAN, FLAGGED = 0, 1
DONE, REFUSED = 0, 1
STANDARD_OUTPUT = "-"
# Files that are left out are said one by one, up to so many; the receipt has them all.
_SAID = 10
_LANGUAGES = {"javascript": "js", "typescript": "ts", "js": "js", "ts": "ts"}
_DESIGNS = {name.replace(" ", "-"): design for name, design in DESIGNS.items()}
_LIMITS: tuple[tuple[str, type, str], ...] = (
    ("bytes", int, "Largest plan that is read."),
    ("depth", int, "Deepest nesting of a plan."),
    ("steps", int, "Most steps of following a plan's values."),
    ("worlds", int, "Most worlds of the witness level."),
    ("seconds", float, "Longest trying of worlds, for each plan."),
)
# No file is read that could not be held in memory, and no count is larger than what a machine counts in.
_MOST = {"bytes": 1 << 30}


def _limits(command: Callable[..., None]) -> Callable[..., None]:
    for name, kind, what in reversed(_LIMITS):
        command = click.option(
            f"--max-{name}",
            f"max_{name}",
            type=click.FloatRange(min=0, min_open=True)
            if kind is float
            else click.IntRange(1, _MOST.get(name, sys.maxsize)),
            metavar="N",
            default=getattr(DEFAULT_LIMITS, name),
            show_default=True,
            help=what,
        )(command)
    return command


@click.command("restart-check", context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="execedit-kit")
@click.argument("plans", metavar="PLAN...", nargs=-1, required=True)
@click.option("--level", type=click.Choice(LEVELS), default="flow", show_default=True, help="How closely to look.")
@click.option(
    "--design", type=click.Choice(list(_DESIGNS)), default="post", show_default=True, help="How the host replays."
)
@click.option(
    "--language", type=click.Choice(list(_LANGUAGES)), help="Needed for a file that does not end in .js or .ts."
)
@click.option("--explain", is_flag=True, help="Show the path of each finding and what it assumes of the host.")
@click.option("--json", "form", flag_value="json", help="Print the results as JSON.")
@click.option("--sarif", "form", flag_value="sarif", help="Print the results as SARIF 2.1.0.")
@_limits
def restart_check(
    plans: tuple[str, ...],
    level: Level,
    design: str,
    language: str | None,
    explain: bool,
    form: str | None,
    **limits: Any,
) -> None:
    """Say whether restarting each PLAN (.js or .ts, - for standard input) may change what it does.

    A line is not looked at after a comment that names the kind and gives a reason:
    // restart-check: ignore clock -- only for the console

    \b
    Levels:
      text     patterns in lines
      flow     follows values from what is read to what is visible
      witness  flow, then runs the plan both ways in many worlds

    \b
    Exit:
      0 clean, 1 flagged, 3 a plan that cannot be read, a limit or usage

    \b
    Example:
      restart-check data/plans/planted/two-hours.js
    """  # noqa: D301 - click reads the escape
    bounds = Limits(**{name.removeprefix("max_"): value for name, value in limits.items()})
    results: list[Checked] = []
    failed = False
    for answer in _checked(plans, level, _DESIGNS[design], language, bounds):
        if isinstance(answer, str):
            _complain(answer)
            failed = True
            continue
        results.append(answer)
        if form is None:
            named = replace(answer, plan=replace(answer.plan, name=clean(answer.plan.name)))
            printed("\n".join(clean(line) for line in report(named, explain=explain).split("\n")))
            if sys.stdout is not None and sys.stdout.closed:
                raise SystemExit(MALFORMED)  # whoever read the answers has gone
    if form == "json":
        printed(json.dumps([one.document() for one in results], indent=2))
    elif form == "sarif":
        printed(json.dumps(sarif(results), indent=2))
    if failed:
        raise SystemExit(MALFORMED)
    raise SystemExit(FLAGGED if any(one.flagged for one in results) else CLEAN)


def _checked(
    names: tuple[str, ...], level: Level, design: Design, language: str | None, limits: Limits
) -> Iterator[Checked | str]:
    """Yield what each plan's check says, or why there is none: that stops no other."""
    if names.count(STANDARD_INPUT) > 1:
        raise click.UsageError("standard input can be read once")
    watched = _is_terminal(sys.stderr) and not _is_terminal(sys.stdout)
    for name in tqdm(names, unit="plan", leave=False, disable=not watched):
        said = "standard input" if name == STANDARD_INPUT else shown(name)
        try:
            yield _check(name, said, level, design, language, limits)
        except (LimitError, MalformedPlan) as error:
            yield str(error)
        except Exception as error:
            yield f"{said}: {mistake(error)}"


def _check(name: str, said: str, level: Level, design: Design, language: str | None, limits: Limits) -> Checked:
    if not name:
        raise MalformedPlan("the name of a file may not be empty", "''")
    chosen = _LANGUAGES[language] if language is not None else LANGUAGES.get(PurePath(name).suffix)
    if chosen is None:
        raise MalformedPlan("say with --language whether this is JavaScript or TypeScript", said)
    try:
        data = read_bytes(name, limits=DocumentLimits(bytes=limits.bytes))
    except MalformedRecord as error:
        raise MalformedPlan(error.reason, said) from None
    if len(data) > limits.bytes:
        raise LimitError(f"{said}: the plan has more bytes than are read", "bytes", limits.bytes)
    made = plan(data, name=said, language=chosen, budget=Budget(source=limits.bytes))
    return check(made, level, design, limits=limits)


def _complain(message: str) -> None:
    complain(f"{click.get_current_context().command_path}: {message}")


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def check_main() -> NoReturn:
    """Run ``restart-check``."""
    run_program(restart_check, "restart-check")


@click.command("restart-eval", context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="execedit-kit")
@click.argument("plans", metavar="[PLANS]", required=False)
@click.option(
    "-o", "--output", required=True, metavar="RECEIPT", help="Where the receipt goes, as JSON; - for standard output."
)
@click.option(
    "--design", type=click.Choice(list(_DESIGNS)), default="post", show_default=True, help="What counts as broken."
)
@click.option("--workers", type=click.IntRange(min=1), default=2, show_default=True, help="Processes that run plans.")
@click.option("--in-process", is_flag=True, help="Let paused plans wait in the process: faster, and not durable.")
def restart_eval(plans: str | None, output: str, design: str, workers: int, in_process: bool) -> None:
    """Run every plan of a folder, <task>/<name>.js or .ts, paused and restarted; check each; write a receipt.

    Without PLANS, the kit's own corpus. The planted plans run first: when one does not do what is known of it, nothing
    else is run. A plan that cannot be run is counted with its reason and stops nothing; so is what a drafts folder
    beside PLANS lists in drafts.toml. Files that look like plans and stand elsewhere are named and left out; hidden
    folders are no tasks.

    \b
    Exit:
      0 done, 1 a planted plan misbehaves, 3 no plans, usage, a file that cannot be written,
      or (with a receipt) a plan that met a defect of the kit

    \b
    Example:
      restart-eval data/plans/corpus -o receipt.json
    """  # noqa: D301 - click reads the escape
    _writable(output)
    settings = Settings(design=_DESIGNS[design], durable=not in_process)
    shipped = data_folder() / "plans"
    folder = Path(plans) if plans is not None else shipped / "corpus"
    if plans == "":
        raise click.UsageError("PLANS is empty; name a folder, or leave it out for the kit's own corpus")
    entries = read_corpus(folder)
    drafts = read_drafts(folder)
    left = left_out(folder)
    for one in left[:_SAID]:
        _complain(f"left out {one.file}: {one.reason}")
    if len(left) > _SAID:
        _complain(f"left out {len(left) - _SAID:,} more; the receipt names them all")
    with terminated_as_interrupted():
        try:
            planted = read_planted(shipped / "planted")
            with _progress(len(planted), "planted") as progress:
                known = gate(planted, replace(settings, design=POST), workers=workers, done=progress.update)
        except (NoPlans, Refused) as error:
            _complain(f"{error}; nothing else was run")
            raise SystemExit(REFUSED) from None
        rows: dict[int, Row] = {}
        with closing(evaluate(entries, settings, workers=workers)) as running, _progress(len(entries)) as progress:
            for number, row in running:
                rows[number] = row
                progress.update()
        made = receipt(settings, known, [rows[number] for number in sorted(rows)], left_out=left, drafts=drafts)
        _write(made, output)
    if defects := made.document["defects"]:
        _complain(f"{defects:,} of {len(entries):,} plans met a defect of the kit; the receipt says which")
        raise SystemExit(MALFORMED)
    raise SystemExit(DONE)


def _progress(total: int, what: str | None = None) -> tqdm[Any]:
    return tqdm(total=total, desc=what, unit="plan", leave=False, disable=not _is_terminal(sys.stderr))


def _writable(output: str) -> None:
    """Refuse what no receipt can be written to, before anything is run."""
    target = Path(output)
    if not output:
        raise click.UsageError("-o is empty; name a file for the receipt, or - for standard output")
    if output == STANDARD_OUTPUT:
        return
    if target.is_dir():
        raise KitError(f"{shown(target)}: this is a folder; name a file for the receipt, such as receipt.json in it")
    if not target.parent.is_dir():
        raise KitError(f"{shown(target.parent)}: there is no such folder to write the receipt into")
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        raise KitError(f"{shown(target)}: the receipt may not be written there")


def _write(made: Receipt, output: str) -> None:
    """Write the receipt, and what it says to a person: on standard error when the receipt is on standard output."""
    lines = [clean(line) for line in receipt_lines(made)]
    if output == STANDARD_OUTPUT:
        printed(made.to_text().rstrip("\n").encode())
        for line in lines:
            click.echo(for_terminal(line, encoding(sys.stderr)), err=True)
        return
    made.write(output)
    printed("\n".join([*lines, f"receipt: {clean(shown(output))}"]))


def eval_main() -> NoReturn:
    """Run ``restart-eval``."""
    run_program(restart_eval, "restart-eval")
