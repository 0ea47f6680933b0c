"""The form of a frozen plan: its header and its run, read strictly (restart lab, section 4)."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BeforeValidator, Field, TypeAdapter

from execedit_kit.record.document_base import Document
from execedit_kit.record.document_errors import validated
from execedit_kit.record.errors import MalformedRecord

T = TypeVar("T")
Count = Annotated[int, Field(ge=0)]
# JSON has lists where these values have tuples.
Listed = Annotated[T, BeforeValidator(lambda value: tuple(value) if isinstance(value, list) else value)]


class Header(Document):
    """Everything of a frozen plan but its memory."""

    format: str
    engine: str
    kit: str
    call: Listed[tuple[str, Listed[tuple[int, ...]]]]
    room: Count
    pointer: Count
    fuel: Count
    run: str
    question: str


class _Event(Document):
    kind: str
    at: int
    execution: Annotated[int, Field(ge=1)]
    name: str
    arguments: dict[str, Any]
    result: Any
    cached: bool


class _Ended(Document):
    reason: str
    text: str
    line: int | None


class _Issue(Document):
    id: int
    title: str
    author: str
    labels: list[str]
    comments: int


class _World(Document):
    issues: list[_Issue]
    answers: dict[Annotated[str, Field(pattern=r"^-?\d{1,18}$")], str]
    start: str
    delays: list[int]
    seed: int


class _Run(Document):
    plan: Listed[tuple[str, Literal["js", "ts"], str]]
    world: _World
    budget: dict[Literal["instructions", "total", "memory", "source", "message", "calls", "questions"], int]
    clock: int
    closed: list[int]
    events: list[_Event]
    questions: Count
    calls: Count
    refusals: dict[str, str]
    waiting: str | None
    ended: _Ended | None


_HEADER, _RUN = TypeAdapter(Header), TypeAdapter(_Run)


def read_header(head: bytes, made_with: dict[str, str]) -> Header | None:
    """Return a header, or ``None`` when something else made it.

    Raises
    ------
    MalformedRecord
        With the place in the header.
    """
    value = _json(head)
    if isinstance(value, dict) and any(value.get(name) != wanted for name, wanted in made_with.items()):
        return None
    return validated(_HEADER, value)


def read_run(text: str) -> dict[str, Any]:
    """Return a run as JSON, of the right form.

    Raises
    ------
    MalformedRecord
        With the place in the run.
    """
    value = _json(text)
    validated(_RUN, value)
    assert isinstance(value, dict)
    return value


def _json(text: str | bytes) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise MalformedRecord(f"not JSON: {error}") from None
