"""Level files: the shape of one, and one clear line for every mistake in it."""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, ValidationError
from pydantic_core import ErrorDetails

from execedit_kit.check.replay import read_record
from execedit_kit.library import load
from execedit_kit.record.document import FORMAT
from execedit_kit.record.errors import KitError, MalformedRecord
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.widgets.levels_goal import Condition
from execedit_kit.widgets.levels_parts import Name, Part
from execedit_kit.widgets.levels_steps import step_key

Text: TypeAlias = Annotated[str, StringConstraints(min_length=1, strict=True, strip_whitespace=True)]
_FILE_NAME = re.compile(r"\d\d-[a-z0-9]+(-[a-z0-9]+)*")


class MalformedLevel(KitError):
    """A level file that cannot be read. The message is one line with the file, the field and the mistake."""


@dataclass(frozen=True, slots=True)
class Move:
    """One thing a player does in a solution or a near miss.

    Parameters
    ----------
    kind : str
        ``step`` applies a step, ``ask`` only looks at its verdict, ``undo`` takes steps back.
    step : str
        The step, as canonical JSON text.
    guess : str
        For ``ask``: the prediction made before.
    back : int
        For ``undo``: how many steps.
    """

    kind: Literal["step", "ask", "undo"]
    step: str = ""
    guess: str = ""
    back: int = 0


def _move(value: object) -> object:
    if not isinstance(value, dict):
        raise ValueError("expected a step, or a table with 'ask' or 'undo'")
    if "undo" in value:
        if set(value) != {"undo"} or type(value["undo"]) is not int or value["undo"] < 1:
            raise ValueError("expected { undo = NUMBER }")
        return Move("undo", back=value["undo"])
    if "ask" in value:
        guess = value.get("guess", "")
        if set(value) - {"ask", "guess"} or guess not in ("", "accepted", "rejected", "invalid"):
            raise ValueError('expected { ask = STEP, guess = "accepted", "rejected" or "invalid" }; guess is optional')
        return Move("ask", _key(value["ask"]), guess)
    return Move("step", _key(value))


def _key(value: object) -> str:
    if not isinstance(value, dict):
        raise ValueError("expected a step such as { call = NAME }")
    try:
        return step_key(value)
    except MalformedRecord as error:
        raise ValueError(str(error)) from None


Moves: TypeAlias = tuple[Annotated[Move, BeforeValidator(_move)], ...]
StepKey: TypeAlias = Annotated[str, BeforeValidator(_key)]


class Question(Part):
    """A question that the level offers beside the desk: a step to look at, and in what words."""

    say: Text
    step: StepKey


class Solution(Part):
    """A way to the goal. `beyond_par` says that it takes more steps than par."""

    title: Text
    moves: Moves
    beyond_par: Annotated[bool, Field(strict=True)] = False


class NearMiss(Part):
    """A way that almost gets there, and the conditions that it misses."""

    title: Text
    moves: Moves
    misses: Annotated[tuple[Name, ...], Field(min_length=1)]


class _Document(BaseModel):
    """A level file as it is written."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: Text
    teaches: Text
    brief: Text
    start: Annotated[str, Field(strict=True)] | dict[str, Any]
    par: Annotated[int, Field(strict=True, ge=0)]
    hints: Annotated[tuple[Text, ...], Field(min_length=1)]
    explanation: Text
    goal: Annotated[dict[Name, Condition], Field(min_length=1)]
    questions: tuple[Question, ...] = ()
    solutions: Annotated[tuple[Solution, ...], Field(min_length=1)]
    near_misses: Annotated[tuple[NearMiss, ...], Field(min_length=1)]


@dataclass(frozen=True)
class Level:
    """A level: where it starts, what is to be reached, and everything that is said along the way.

    Parameters
    ----------
    name : str
        The file's name without ``.toml``; levels are played in its order.
    title, teaches, brief, explanation : str
        What it is called, what one learns, what is told before and what after.
    start : ExecutionRecord
        The record it starts from.
    goal : tuple[tuple[str, Condition], ...]
        Named conditions, all of which must be met.
    par : int
        The fewest steps that get there.
    hints : tuple[str, ...]
        From a nudge to nearly all of it.
    questions : tuple[Question, ...]
        Questions offered beside the desk; they may be illegal steps, which the desk cannot draw.
    solutions, near_misses : tuple
        Ways that get there, and ways that do not.
    """

    name: str
    title: str
    teaches: str
    brief: str
    start: ExecutionRecord
    goal: tuple[tuple[str, Condition], ...]
    par: int
    hints: tuple[str, ...]
    explanation: str
    questions: tuple[Question, ...]
    solutions: tuple[Solution, ...]
    near_misses: tuple[NearMiss, ...]


def read_level(path: Path) -> Level:
    """Read a level file.

    Raises
    ------
    MalformedLevel
        With the file, the field and the first mistake, in one line.
    """
    where = path.name
    if path.suffix != ".toml" or not _FILE_NAME.fullmatch(path.stem):
        raise MalformedLevel(f"{where}: a level file is called NN-some-name.toml, in small letters and digits")
    try:
        value = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise MalformedLevel(f"{where}: {(error.strerror or str(error)).lower()}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise MalformedLevel(f"{where}: not TOML: {_line(str(error))}") from None
    try:
        written = _Document.model_validate(value)
    except ValidationError as error:
        raise MalformedLevel(f"{where}: {_sentence(error.errors()[0])}") from None
    try:
        start = _start(written.start)
    except KitError as error:
        raise MalformedLevel(f"{where}: start: {_line(str(error))}") from None
    for field, mistake in _mistakes(written, start):
        raise MalformedLevel(f"{where}: {field}: {mistake}")
    fields = {name: getattr(written, name) for name in type(written).model_fields}
    return Level(name=path.stem, **{**fields, "start": start, "goal": tuple(written.goal.items())})


def _start(value: str | Mapping[str, Any]) -> ExecutionRecord:
    if isinstance(value, str) and not value.lstrip().startswith("{"):
        return load(value)
    try:
        document = json.loads(value) if isinstance(value, str) else value
    except ValueError as error:
        raise MalformedRecord(f"not JSON: {error}") from None
    return read_record({"format": FORMAT, **document})


def _mistakes(written: _Document, start: ExecutionRecord) -> Iterator[tuple[str, str]]:
    """Yield names that the start record does not have, and missed conditions that the goal does not have."""
    registration = start.registration
    known: dict[str, Mapping[str, Any]] = {"actions": registration.actions, "rules": registration.rules}
    for name, condition in written.goal.items():
        for kind in type(condition).model_fields:
            part = getattr(condition, kind)
            if not isinstance(part, Part):
                continue
            for field, what in part.names.items():
                given = getattr(part, field) or ()
                for one in (given,) if isinstance(given, str) else given:
                    if one not in known[what]:
                        yield (
                            f"goal.{name}.{kind}.{field}",
                            _unknown(one, f"{what[:-1]} in the start record", known[what]),
                        )
    for n, miss in enumerate(written.near_misses):
        for one in miss.misses:
            if one not in written.goal:
                yield f"near_misses[{n}].misses", _unknown(one, "condition of the goal", written.goal)


def _unknown(name: str, what: str, known: Mapping[str, Any]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    return f"there is no {what} called {name!r}" + (f"; did you mean {near[0]!r}?" if near else "")


def _sentence(mistake: ErrorDetails) -> str:
    place = ""
    for part in mistake["loc"]:
        if isinstance(part, int):
            place += f"[{part}]"
        elif not part.endswith("]") and part not in ("str", "is-instance"):
            place += f".{part}" if place else part
    kind, name = mistake["type"], mistake["loc"][-1] if mistake["loc"] else ""
    if kind == "missing":
        return f"{place}: this field is missing"
    if kind == "extra_forbidden":
        return f"{place}: there is no field called {name!r}"
    message = mistake["msg"].removeprefix("Value error, ")
    return f"{place}: {_line(message[:1].lower() + message[1:])}"


def _line(text: str) -> str:
    return " ".join(text.split())
