"""What can be wrong, one named exception for each invariant.

Every message is one sentence for a person. A :class:`ModelError` is raised where a value is made and knows nothing
of files; reading a document turns it into :class:`MalformedRecord`, which names the place.
"""

from __future__ import annotations

import json

_LONGEST_PATH = 16


class KitError(Exception):
    """Base of everything this package raises on purpose."""


class ModelError(KitError):
    """A value that section 1 of the model does not allow."""


class EmptyContract(ModelError):
    """A contract without results."""


class DuplicateName(ModelError):
    """A name that stands for two things."""


class CyclicOrder(ModelError):
    """A result whose order is not a strict partial order."""


class CallOutsideResult(ModelError):
    """An order that mentions a call its result does not have."""


class ExtendableResult(ModelError):
    """A contract in which a complete sequence can be properly extended into another."""


class SharedCall(ModelError):
    """Operands of a partial constructor that share a call."""


class NestedTooDeep(ModelError):
    """A workflow or contract nested more deeply than can be handled."""


class UnknownAction(ModelError):
    """A call that refers to an action nobody declared."""


class PolicySyntax(ModelError):
    """A policy that cannot be compiled."""


class UnknownName(ModelError):
    """A name (branch, group, call, checkpoint, rule) that the record does not have, or has no more."""


class RefusedStep(ModelError):
    """A history step that policy, workflow or the rules in force refuse at its moment."""


class LimitError(KitError):
    """A limit was hit: the question was not answered.

    Parameters
    ----------
    what : str
        What there was too much of, as a sentence.
    limit : str
        Name of the field of :class:`~execedit_kit.record.limits.Limits` that stopped it.
    value : int | float
        The value it had.
    """

    def __init__(self, what: str, limit: str, value: float) -> None:
        self.what = what
        self.limit = limit
        self.value = value
        option = "" if limit == "pairs" else f" or --max-{limit.replace('_', '-')}"
        super().__init__(
            f"{what}: the limit is {value:,} {limit.replace('_', ' ')}; raise it with Limits({limit}=...){option}"
        )

    def __reduce__(self) -> tuple[type[LimitError], tuple[str, str, float]]:
        """Pickle by its parts (worker processes send errors back)."""
        return (LimitError, (self.what, self.limit, self.value))


class MalformedRecord(KitError):
    """A document that is not an execution record (or not an edit), with the place of the mistake.

    Parameters
    ----------
    reason : str
        What is wrong and, where it helps, what to do.
    at : tuple[str | int, ...]
        The keys and positions that lead to the mistake, such as ``("history", 2, "call")``.
    source : str | None
        File name, or ``None`` for a document that came from Python.
    line : int | None
        Line in the file, where known.
    """

    def __init__(
        self,
        reason: str,
        at: tuple[str | int, ...] = (),
        source: str | None = None,
        line: int | None = None,
    ) -> None:
        self.reason = reason
        self.at = at
        self.source = source
        self.line = line
        super().__init__(reason, at, source, line)

    @property
    def path(self) -> str:
        """The place as a JSON path, such as ``$.history[2].call``."""
        return json_path(self.at)

    def __str__(self) -> str:
        """``file:line: path: reason``, leaving out what is unknown."""
        place = ":".join(str(part) for part in (self.source, self.line) if part is not None)
        path = self.path if self.at else ""
        return ": ".join(part for part in (place, path, self.reason) if part)

    def placed(self, source: str | None, line: int | None) -> MalformedRecord:
        """Return the same mistake with its file and line."""
        return MalformedRecord(self.reason, self.at, source, line)


def json_path(parts: tuple[str | int, ...]) -> str:
    """Return a JSON path such as ``$.history[2].call``; names that are no identifiers are quoted, long paths cut."""
    path = "$"
    for part in parts if len(parts) <= _LONGEST_PATH else (*parts[:8], "…", *parts[-4:]):
        if isinstance(part, int):
            path += f"[{part}]"
        elif part.isidentifier() or part == "…":
            path += f".{part}"
        else:
            path += f"[{json.dumps(part, ensure_ascii=False)}]"
    return path
