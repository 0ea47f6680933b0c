"""Findings in a file, so that a search can be stopped and gone on with."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from execedit_kit.explore.findings import Finding, Findings
from execedit_kit.record.errors import KitError, MalformedRecord
from execedit_kit.record.files import read_bytes, read_with, write_text

FORMAT = "explore-state/1"


def write_state(path: Path, found: Findings) -> None:
    """Write the findings whole, or leave what was there."""
    written = {
        **_head(found),
        "next": found.next,
        "checked": found.checked,
        "counts": [[*key, number] for key, number in sorted(found.counts.items())],
        "found": [finding.document() for finding in found.found],
    }
    write_text(path, json.dumps(written, ensure_ascii=False, indent=1) + "\n")


def read_state(path: Path, fresh: Findings) -> Findings:
    """Return the findings to go on from; `fresh` when there is no file yet.

    Raises
    ------
    KitError
        When the file belongs to another search.
    MalformedRecord
        When it is no such file.
    """
    if not path.exists():
        return fresh

    def made(value: Any) -> Findings:
        if not isinstance(value, dict) or value.get("format") != FORMAT:
            raise MalformedRecord(f"not the state of a search ({FORMAT})")
        for name, wanted in _head(fresh).items():
            if value.get(name) != wanted:
                there = json.dumps(value.get(name), ensure_ascii=False)
                said = f"is {there[:200]}, not {json.dumps(wanted)}" if not isinstance(wanted, dict) else "differs"
                raise KitError(f"{path} is the state of another search: its {name} {said}")
        try:
            return replace(
                fresh,
                next=int(value["next"]),
                checked=int(value["checked"]),
                counts={(edit, truth, says): number for edit, truth, says, number in value["counts"]},
                found=tuple(map(Finding.read, value["found"])),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise MalformedRecord(f"not the whole state of a search: {error}") from None

    return read_with(made, read_bytes(str(path)), str(path))


def _head(found: Findings) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "name": found.name,
        "scope": found.scope.document(),
        "directions": list(found.directions),
        "first": found.first,
    }
