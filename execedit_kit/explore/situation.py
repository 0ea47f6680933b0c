"""What is asked of a record as it is: may this be edited so, or may this earlier answer be installed now.

The install here is the small pure function that model, section 5 asks for: nothing may have moved since the check.
:mod:`execedit_kit.runtime` enforces the same durably.
"""

from __future__ import annotations

from dataclasses import dataclass

from execedit_kit.check.answer import check
from execedit_kit.record.events import EditRequest
from execedit_kit.record.execution import ExecutionRecord


@dataclass(frozen=True)
class Prepared:
    """An answer that was computed earlier.

    Parameters
    ----------
    record : ExecutionRecord
        The record that was checked.
    version : int
        The rule version in force then.
    """

    record: ExecutionRecord
    version: int


@dataclass(frozen=True)
class Situation:
    """A record now, and what is asked.

    Parameters
    ----------
    record : ExecutionRecord
        As it is.
    edit : EditRequest
        What is asked.
    first_version : int
        The rule version with which the record was started.
    prepared : Prepared | None
        The answer that shall be installed; ``None`` asks for a check.
    """

    record: ExecutionRecord
    edit: EditRequest
    first_version: int = 1
    prepared: Prepared | None = None

    @property
    def version(self) -> int:
        """The rule version in force."""
        return self.first_version + self.record.edits

    @property
    def outcome(self) -> str:
        """The exact answer: a verdict, or ``installed`` or ``no commit``."""
        verdict = check(self.record, self.edit).verdict
        if self.prepared is None:
            return verdict
        moved = self.prepared.record.digest != self.record.digest or self.prepared.version != self.version
        return "no commit" if moved or verdict != "accepted" else "installed"

    @property
    def positive(self) -> bool:
        """Whether the answer is yes."""
        return self.outcome in ("accepted", "installed")


def prepare(record: ExecutionRecord, edit: EditRequest, first_version: int = 1) -> Situation:
    """Compute an answer, and ask to install it at once."""
    return Situation(record, edit, first_version, Prepared(record, first_version + record.edits))
