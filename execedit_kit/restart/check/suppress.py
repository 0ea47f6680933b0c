"""Comments that suppress a finding: ``// restart-check: ignore clock -- the reason`` (restart lab, section 5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from execedit_kit.restart.check.finding import ALWAYS, KINDS, Finding, Place
from execedit_kit.restart.check.source import Comment, Source

_MARK = re.compile(r"restart-check\s*:")
_IGNORE = re.compile(r"\s*ignore\s")
_SUPPRESSIBLE = tuple(kind for kind in KINDS if kind != "suppression")


@dataclass(frozen=True)
class Suppression:
    """A comment that suppresses.

    Parameters
    ----------
    comment : Comment
        The comment.
    line : int
        The line whose findings it suppresses: its own, or the next one with code when it stands alone.
    kinds : tuple[str, ...]
        What it suppresses.
    reason : str
        Why.
    """

    comment: Comment
    line: int
    kinds: tuple[str, ...]
    reason: str


@dataclass(frozen=True)
class Suppressed:
    """A finding that was suppressed, and the reason that was given."""

    finding: Finding
    reason: str


def apply(
    source: Source, findings: Sequence[Finding], *, unused: bool = True
) -> tuple[list[Finding], tuple[Suppressed, ...]]:
    """Take out what is suppressed, and add what is wrong with the suppressions.

    Parameters
    ----------
    source : Source
        The plan.
    findings : Sequence[Finding]
        What was found.
    unused : bool
        Whether a comment that suppresses nothing is itself a finding.
    """
    good, wrong = _read(source)
    kept: list[Finding] = []
    gone: list[Suppressed] = []
    used: set[Suppression] = set()
    for finding in findings:
        by = next((one for one in good if one.line == finding.line and finding.kind in one.kinds), None)
        if by is None:
            kept.append(finding)
        else:
            used.add(by)
            gone.append(Suppressed(finding, by.reason))
    if unused:
        wrong += [
            _wrong(
                source,
                one.comment,
                f"This suppresses nothing: no {' or '.join(one.kinds)} is found in line {one.line}.",
            )
            for one in good
            if one not in used
        ]
    return sorted([*kept, *wrong], key=lambda one: (one.line, one.column, one.kind)), tuple(gone)


def _read(source: Source) -> tuple[list[Suppression], list[Finding]]:
    good: list[Suppression] = []
    wrong: list[Finding] = []
    inside = {line for one in source.comments if one.beside is None for line in range(one.line, one.last + 1)}
    for comment in source.comments:
        mark = _MARK.search(comment.text)
        if mark is None:
            continue
        said = comment.text[mark.end() :].rstrip().removesuffix("*/")
        ignore = _IGNORE.match(f"{said} ")
        listed, _, given = said[ignore.end() :].partition("--") if ignore else ("", "", "")
        kinds, reason = tuple(" ".join(part.split()) for part in listed.split(",")), " ".join(given.split())
        strange = [kind for kind in kinds if kind not in _SUPPRESSIBLE]
        if strange:
            form = f"// restart-check: ignore {'|'.join(_SUPPRESSIBLE)} -- reason"
            what = f"There is no kind {strange[0][:40]!r}" if strange[0] else "This suppresses nothing"
            wrong.append(_wrong(source, comment, f"{what}: write {form}."))
        elif not reason:
            wrong.append(_wrong(source, comment, "This suppression gives no reason: add one after --."))
        else:
            good.append(Suppression(comment, _line_of(source, comment, inside), kinds, reason))
    return good, wrong


def _line_of(source: Source, comment: Comment, inside: set[int]) -> int:
    """Return the line of the code beside a comment, or the next one that is not `inside` comments."""
    if comment.beside is not None:
        return comment.beside
    for number in range(comment.last + 1, len(source.lines) + 1):
        if source.lines[number - 1].strip() and number not in inside:
            return number
    return comment.line


def _wrong(source: Source, comment: Comment, why: str) -> Finding:
    column = _column(source.lines, comment)
    places: Iterable[Place] = (Place(comment.line, " ".join(comment.text.split())),)
    return Finding("suppression", comment.line, column, source.line(comment.line), why, tuple(places), ALWAYS)


def _column(lines: Sequence[str], comment: Comment) -> int:
    found = lines[comment.line - 1].find(comment.text.split("\n")[0].strip())
    return max(found, 0) + 1
