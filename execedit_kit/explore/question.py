"""A question: a record, the edit that is asked, and what happens between the check and the install."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from execedit_kit.check.answer import Answer, check
from execedit_kit.check.replay import advance, read_record
from execedit_kit.record.build import read_edit, read_step
from execedit_kit.record.errors import MalformedRecord
from execedit_kit.record.events import EditRequest, Event
from execedit_kit.record.execution import ExecutionRecord


@dataclass(frozen=True)
class Question:
    """What is asked: may this edit be made of this record.

    Parameters
    ----------
    record : ExecutionRecord
        What happened.
    edit : EditRequest | None
        What is asked; ``None`` asks about the workflow as it stands.
    later : tuple[Event, ...]
        What happens after the check and before the install; mostly nothing.
    """

    record: ExecutionRecord
    edit: EditRequest | None
    later: tuple[Event, ...] = ()

    @property
    def at_install(self) -> ExecutionRecord:
        """The record as it is when the edit would be installed."""
        return advance(self.record, *self.later) if self.later else self.record

    def answer(self) -> Answer:
        """Return the exact answer, on the record as it is when the edit would be installed."""
        return check(self.at_install, self.edit)

    def document(self) -> dict[str, Any]:
        """Return the question as JSON: ``record``, ``edit`` and, where something happens in between, ``later``."""
        written: dict[str, Any] = {
            "record": self.record.document(),
            "edit": None if self.edit is None else self.edit.document(),
        }
        if self.later:
            written["later"] = [event.document() for event in self.later]
        return written

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Question:
        """Read what :meth:`document` wrote.

        Raises
        ------
        MalformedRecord
            With the place of the mistake.
        """
        unknown = set(written) - {"record", "edit", "later"}
        if unknown or "record" not in written:
            raise MalformedRecord("a question has a record, an edit and, where needed, what happens later")
        edit = written.get("edit")
        return cls(
            read_record(written["record"]),
            None if edit is None else read_edit(edit),
            tuple(read_step(event) for event in written.get("later", ())),
        )
