"""What the runtime answers, and the named ways in which a file can be refused (model, section 5).

A refusal is a value that counts as false, like an answer of the check: nothing changed. What is raised is for the
operator: a file that is not as it was written, or that stays locked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from execedit_kit.check.answer import Answer
from execedit_kit.record.errors import KitError
from execedit_kit.record.execution import Mode

Status: TypeAlias = Literal["authorized", "queued", "sent", "returned"]
Reason: TypeAlias = Literal[
    "forged",
    "scope",
    "stale",
    "call",
    "request",
    "processed",
    "not enabled",
    "rules",
    "not processed",
    "queue",
    "not sent",
    "settled",
    "checkpoint",
    "signature",
    "key",
    "not accepted",
]


@dataclass(frozen=True, slots=True)
class Denied:
    """Refused; nothing changed.

    Parameters
    ----------
    reason : Reason
        A code: why.
    why : str
        One sentence.
    record_version : int
        The version of the record on which it was judged.
    """

    reason: Reason
    why: str
    record_version: int

    def __bool__(self) -> bool:
        """Return false: nothing happened."""
        return False

    def __str__(self) -> str:
        """Return code and sentence."""
        return f"denied ({self.reason}): {self.why}"


@dataclass(frozen=True, slots=True)
class Used:
    """A call was processed.

    Parameters
    ----------
    call, action : str
        The call and the action it refers to.
    mode : Mode
        Whether the action was authorized by this call, or its authorization reused.
    status : Status
        How far the action's request is; ``"authorized"`` when that happened before this record.
    value : Any
        Its recorded return, once the status is ``"returned"``.
    record_version : int
        The record version this made.
    """

    call: str
    action: str
    mode: Mode
    status: Status
    value: Any
    record_version: int


@dataclass(frozen=True, slots=True)
class Stored:
    """What is stored for a processed call; asking changed nothing. See :class:`Used`."""

    call: str
    action: str
    status: Status
    value: Any
    record_version: int


@dataclass(frozen=True, slots=True)
class Sent:
    """The oldest queued request was marked as sent: now it is the caller's to send, once."""

    action: str
    request: Any
    record_version: int


@dataclass(frozen=True, slots=True)
class Settled:
    """An action's return stands, for good. `again` says that it stood already, so that nothing changed."""

    action: str
    value: Any
    record_version: int
    again: bool = False


@dataclass(frozen=True, slots=True)
class Checkpointed:
    """A branch's remaining contract and progress were stored under a name."""

    checkpoint: str
    branch: str
    record_version: int


@dataclass(frozen=True)
class Prepared:
    """The answer to an edit, not in force and visible to nobody; what it was computed on.

    Parameters
    ----------
    answer : Answer
        Of the check.
    record_version, rule_version, policy_version : int
        Of the record that was checked.
    signatures : Mapping[str, bytes]
        Authority → its verified signature under the removal.
    keys : Mapping[str, bytes]
        Authority → public key, for an extension that brings new authorities.
    """

    answer: Answer
    record_version: int
    rule_version: int
    policy_version: int
    signatures: Mapping[str, bytes] = field(repr=False)
    keys: Mapping[str, bytes] = field(repr=False)

    def __bool__(self) -> bool:
        """Whether it was accepted."""
        return bool(self.answer)


@dataclass(frozen=True, slots=True)
class Installed:
    """The edit or extension is in force; every older token is stale.

    Parameters
    ----------
    rule_version : int
        The version that is active now.
    tokens : Mapping[str, str]
        Remaining call → its new token.
    record_version : int
        The record version this made.
    """

    rule_version: int
    tokens: Mapping[str, str] = field(repr=False)
    record_version: int


@dataclass(frozen=True, slots=True)
class NoCommit:
    """Something moved between the check and the installation; nothing changed.

    Parameters
    ----------
    moved : tuple[str, ...]
        Of ``"record"``, ``"rule version"``, ``"policy version"``, ``"fixed point"``: what is not as it was.
    why : str
        One sentence.
    record_version : int
        The version of the record on which it was judged.
    """

    moved: tuple[str, ...]
    why: str
    record_version: int

    def __bool__(self) -> bool:
        """Return false: nothing happened."""
        return False

    def __str__(self) -> str:
        """Return the sentence."""
        return f"no commit: {self.why}"


class RuntimeFileError(KitError):
    """Base of what is wrong with a runtime's file.

    Parameters
    ----------
    path : str
        The file.
    reason : str
        What is wrong, and what to do.
    """

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"{path}: {reason}")


class NotARuntime(RuntimeFileError):
    """There is no such file, or it holds no policy domain."""


class Damaged(RuntimeFileError):
    """The file is not as the runtime wrote it: found when it is opened, or at the next event of who has it open.

    Parameters
    ----------
    differences : tuple[str, ...]
        What differs, a sentence each.
    """

    def __init__(self, path: str, differences: tuple[str, ...]) -> None:
        self.differences = differences
        more = f" (and {len(differences) - 1} more)" if len(differences) > 1 else ""
        super().__init__(path, f"not as the runtime wrote it: {differences[0]}{more}; nothing was changed")


class Busy(RuntimeFileError):
    """Other processes held the file for longer than this one was willing to wait; nothing happened."""


class Failed(RuntimeFileError):
    """It could not be done: a full disk, a file that may only be read or was taken away, no such folder.

    Nothing was changed, and what was open can go on when the reason is gone.
    """
