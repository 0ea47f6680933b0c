"""How much one check may cost. Hitting a limit is an error, never an answer."""

from __future__ import annotations

from dataclasses import dataclass

from execedit_kit.restart.limits import DEFAULT


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds on one check of one plan (restart lab, section 5).

    Parameters
    ----------
    bytes : int
        Size of the source.
    depth : int
        Levels of nesting in the source.
    steps : int
        Expressions and statements that the flow level may visit; a loop's body counts for each visit.
    worlds : int
        Worlds that the witness level may try.
    seconds : float
        Wall-clock seconds for trying them; when they are over the answer says how many were tried.
    """

    bytes: int = DEFAULT.source
    depth: int = 200
    steps: int = 400_000
    worlds: int = 60
    seconds: float = 60.0


DEFAULT_LIMITS = Limits()
