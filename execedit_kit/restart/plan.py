"""A plan: the source of a small program, as a value (restart lab, sections 1 and 4)."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from os import PathLike, fspath
from pathlib import PurePath

from execedit_kit.record.errors import KitError, MalformedRecord
from execedit_kit.record.files import read_bytes
from execedit_kit.record.limits import Limits
from execedit_kit.restart import syntax
from execedit_kit.restart.limits import DEFAULT, Budget

LANGUAGES = {".js": "js", ".mjs": "js", ".ts": "ts", ".mts": "ts"}


class MalformedPlan(KitError):
    """A file that is no plan: it cannot be read, is no UTF-8, is too large, or breaks the grammar.

    Parameters
    ----------
    reason : str
        What is wrong.
    source : str
        The file, or the plan's name.
    line, column : int | None
        The place, counted from 1.
    limit : str | None
        The limit that was hit, where one was.
    """

    def __init__(
        self, reason: str, source: str, line: int | None = None, column: int | None = None, limit: str | None = None
    ) -> None:
        self.reason = reason
        self.source = source
        self.line = line
        self.column = column
        self.limit = limit
        super().__init__(reason, source, line, column, limit)

    def __str__(self) -> str:
        """``file:line:column: reason``."""
        place = ":".join(str(part) for part in (self.source, self.line, self.column) if part is not None)
        return f"{place}: {self.reason}"


@dataclass(frozen=True)
class Plan:
    """A plan that can be run: its grammar has been checked, and the engine has compiled it.

    Parameters
    ----------
    name : str
        What reports call it.
    language : str
        ``"js"`` or ``"ts"``.
    source : bytes
        The file's bytes.

    Raises
    ------
    MalformedPlan
        When it is not UTF-8, or no program.
    """

    name: str
    language: str
    source: bytes

    def __post_init__(self) -> None:
        """Check the grammar."""
        if self.language not in ("js", "ts"):
            raise MalformedPlan("a plan is JavaScript (.js) or TypeScript (.ts)", self.name)
        try:
            self.source.decode("utf-8")
        except UnicodeDecodeError as error:
            line = self.source.count(b"\n", 0, error.start) + 1
            column = error.start - (self.source.rfind(b"\n", 0, error.start) + 1) + 1
            raise MalformedPlan("this is not UTF-8; save the file in that encoding", self.name, line, column) from None
        mistake = syntax.mistake(self.source, self.language) or syntax.early_mistake(self.source, self.language)
        if mistake is not None:
            raise MalformedPlan(mistake.reason, self.name, mistake.line, mistake.column)

    @property
    def text(self) -> str:
        """The source, as its author wrote it."""
        return self.source.decode("utf-8").removeprefix("\ufeff")

    @cached_property
    def javascript(self) -> str:
        """What the engine runs: without types, each line where it was."""
        return syntax.javascript(self.source, self.language)

    @property
    def digest(self) -> str:
        """``sha256:…`` of the source."""
        return "sha256:" + hashlib.sha256(self.source).hexdigest()


def plan(source: str | bytes, *, name: str = "plan.js", language: str | None = None, budget: Budget = DEFAULT) -> Plan:
    """Return the plan of a source text; the language is that of the name's ending unless it is given.

    Raises
    ------
    MalformedPlan
        When it is no plan, or too large.
    """
    data = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else bytes(source)
    if len(data) > budget.source:
        raise MalformedPlan(
            f"a plan of {len(data):,} bytes: the limit is {budget.source:,}; raise it with Budget(source=...)",
            name,
            limit="source",
        )
    return Plan(name, language or LANGUAGES.get(PurePath(name).suffix, "js"), data)


def read_plan(path: str | PathLike[str], *, budget: Budget = DEFAULT) -> Plan:
    """Return the plan in a file (``-``: standard input).

    Raises
    ------
    MalformedPlan
        When it cannot be read or is no plan.
    """
    name = fspath(path)
    try:
        data = read_bytes(name, limits=Limits(bytes=budget.source))
    except MalformedRecord as error:
        raise MalformedPlan(error.reason, name) from None
    if PurePath(name).suffix not in LANGUAGES and name != "-":
        raise MalformedPlan("a plan's file name ends in .js or .ts", name)
    return plan(data, name=name, budget=budget)
