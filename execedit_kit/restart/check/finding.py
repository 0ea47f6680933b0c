"""What a check says: findings, and the assumption about the host that each rests on (restart lab, section 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["clock", "random", "stale", "repeat", "suppression"]
KINDS: tuple[Kind, ...] = ("clock", "random", "stale", "repeat", "suppression")
CLOCK = "clock not recorded"
RANDOM = "randomness not recorded"
CACHED = "reads cached, by name and arguments"
LIVE = "reads not cached"
KEYED = "calls known by name and arguments"
ALWAYS = "none"


@dataclass(frozen=True)
class Place:
    """One step of a path: a line, and what happens there."""

    line: int
    text: str

    def document(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {"line": self.line, "text": self.text}


@dataclass(frozen=True)
class Finding:
    """One line that makes a restart differ.

    Parameters
    ----------
    kind : str
        ``clock``, ``random``, ``stale``, ``repeat``; ``suppression`` for a comment that suppresses nothing or without a
        reason.
    line, column : int
        Where, from 1.
    source : str
        The line.
    why : str
        One sentence in the plan's own names.
    path : tuple[Place, ...]
        From what is read to what is visible.
    assumption : str
        What must hold of the host for this to matter.
    """

    kind: Kind
    line: int
    column: int
    source: str
    why: str
    path: tuple[Place, ...]
    assumption: str

    def document(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {
            "kind": self.kind,
            "line": self.line,
            "column": self.column,
            "source": self.source,
            "why": self.why,
            "path": [place.document() for place in self.path],
            "assumption": self.assumption,
        }
