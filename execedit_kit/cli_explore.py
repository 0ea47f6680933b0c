"""``execedit explore``: search for counterexamples to a naive checker (format, section 3)."""

from __future__ import annotations

import errno
import json
import math
import os
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import click

from execedit_kit.cli_program import printed
from execedit_kit.record.errors import KitError
from execedit_kit.record.events import EDITS, EditKind
from execedit_kit.record.files import write_text

FOUND, NONE_IN_SCOPE, STOPPED = 0, 1, 3
_DIRECTIONS = ("accepts-unsafe", "refuses-safe", "both")


@click.command("explore", short_help="Search for the smallest counterexample to a naive checker.")
@click.option(
    "--naive",
    "name",
    metavar="NAME",
    help="The naive checker; without it, all of them that are asked once (not no-recheck).",
)
@click.option("--direction", type=click.Choice(_DIRECTIONS), default="both", show_default=True, help="Which mistake.")
@click.option(
    "--size",
    "total",
    type=click.IntRange(min=4),
    metavar="N",
    default=9,
    show_default=True,
    help="The largest total of calls, actions, labels, results, events and policy states.",
)
@click.option("--calls", type=click.IntRange(min=1), metavar="N", default=3, show_default=True, help="The most calls.")
@click.option(
    "--results", type=click.IntRange(min=1), metavar="N", default=3, show_default=True, help="The most results."
)
@click.option(
    "--edit", "kinds", type=click.Choice(list(EDITS)), multiple=True, help="Only this edit; may be given again."
)
@click.option(
    "--first", type=click.IntRange(min=1), metavar="N", default=1, show_default=True, help="How many to find."
)
@click.option("--seconds", type=click.FloatRange(min=0, min_open=True), metavar="N", help="Stop after so long.")
@click.option("--state", metavar="FILE", help="Keep what is found here, and go on from here the next time.")
@click.option(
    "--workers", type=click.IntRange(min=1), metavar="N", help="Search on so many processes (extra: cluster)."
)
@click.option("--scheduler", metavar="ADDRESS", help="Search on the Dask cluster with this scheduler.")
@click.option("-o", "--output", metavar="FILE", help="Write the findings as JSON; each has a record and an edit.")
@click.option("--list", "listed", is_flag=True, help="Only list the naive checkers: who does this, what it forgets.")
def explore_command(
    name: str | None,
    direction: str,
    total: int,
    calls: int,
    results: int,
    kinds: tuple[str, ...],
    first: int,
    seconds: float | None,
    state: str | None,
    workers: int | None,
    scheduler: str | None,
    output: str | None,
    listed: bool,
) -> None:
    """Search for the smallest counterexample to a naive checker.

    Records and edits are gone through by size, none twice up to renaming. What is found first is smallest.

    \b
    Exit:
      0 found, 1 none in scope, 3 stopped before the end (what was found is shown), or usage

    \b
    Example:
      execedit explore --naive label-identity --direction accepts-unsafe -o found.json
    """  # noqa: D301 - click reads the escape
    from execedit_kit.explore.aim import DIRECTIONS, disagreement
    from execedit_kit.explore.catalogue import SHIPPED, every_direction  # a search needs more than the other commands
    from execedit_kit.explore.naive import NAIVE
    from execedit_kit.explore.scope import EVERY_KIND, Scope
    from execedit_kit.explore.search import search

    if listed:
        printed("\n\n".join(f"{one.name}: {one.title}\n  {one.paragraph}" for one in NAIVE))
        return
    if workers is not None and scheduler is not None:
        raise click.UsageError("--workers starts a cluster here, --scheduler names one: give one of them")
    if seconds is not None and math.isnan(seconds):
        raise click.UsageError("--seconds is a number")
    if output is not None:
        _can_be_written(output)
        if state is not None and Path(output).resolve() == Path(state).resolve():
            raise click.UsageError("--output and --state are two files")
    asked = DIRECTIONS if direction == "both" else (direction,)
    every = (one for one in NAIVE if not one.stale)
    aim = every_direction(every, asked) if name is None else disagreement(name, asked)
    most = replace(SHIPPED.most, calls=calls, actions=calls, labels=calls, results=results)
    scope = Scope(most, total, cast(tuple[EditKind, ...], kinds) or EVERY_KIND)
    parts = None
    if workers is not None or scheduler is not None:
        from execedit_kit.explore.cluster import on_cluster

        parts = on_cluster(aim, scheduler, workers=workers or 1)
    found = search(aim, scope, first=first, seconds=seconds, state=state, parts=parts)
    if output is not None:
        written: dict[str, Any] = {
            "format": "explore-findings/1",
            "naive": found.name,
            "scope": scope.document(),
            "exhausted": found.exhausted,
            "questions": found.checked,
            "found": [finding.document() for finding in found.found],
        }
        write_text(Path(output), json.dumps(written, ensure_ascii=False, indent=1) + "\n")
    if not found.found and found.interrupted:
        further = "the same --state FILE" if state is not None else "--state FILE"
        raise KitError(
            f"stopped after {found.checked:,} questions with nothing found; every total up to {found.exhausted} is "
            f"exhausted ({further} goes on from where it stopped)"
        )
    printed(_text(found, shown=output is None))
    raise SystemExit(STOPPED if found.interrupted else FOUND if found.found else NONE_IN_SCOPE)


def _can_be_written(name: str) -> None:
    """Say what is wrong with a file's name before a long search, and not after it."""
    path = Path(name)
    if path.is_dir():
        wrong = errno.EISDIR
    elif not path.parent.is_dir():
        wrong = errno.ENOENT
    elif not os.access(path if path.exists() else path.parent, os.W_OK):
        wrong = errno.EACCES
    else:
        return
    raise OSError(wrong, os.strerror(wrong), name)


def _text(found: Any, *, shown: bool) -> str:
    lines = [str(found)]
    if found.interrupted:
        lines.append("stopped before the end of the scope; these are what there is")
    if shown:
        for finding in found.found:
            lines += ["", f"{finding.direction}: {finding.says}, exactly {finding.truth}"]
            lines.append(json.dumps(finding.question.document(), ensure_ascii=False))
    return "\n".join(lines)
