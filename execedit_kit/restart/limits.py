"""What one plan may use up. Every limit has a name, and a run that hits one is rejected by that name."""

from __future__ import annotations

from dataclasses import dataclass

from execedit_kit.record.errors import KitError

# What the engine itself takes, with room to spare; and what its addresses reach.
_LEAST, _MOST = 4 << 20, 2 << 30


class WrongBudget(KitError):
    """Limits in which nothing could run."""


@dataclass(frozen=True)
class Budget:
    """Limits of a run (restart lab, section 4).

    Parameters
    ----------
    instructions : int
        WebAssembly instructions of one execution of the plan, a few billion a second. Seconds would differ from one
        machine to the next, and with them which plans are rejected.
    total : int
        Instructions of all executions of one run together: a restarted run has one more than it has questions.
    memory : int
        Bytes of the plan's heap.
    source : int
        Bytes of its source.
    message : int
        Bytes of one call's arguments, of a summary, of an error.
    calls : int
        Calls of ``tool`` in one execution.
    questions : int
        Questions to the person in one run.
    """

    instructions: int = 3_000_000_000
    total: int = 12_000_000_000
    memory: int = 32 << 20
    source: int = 256 << 10
    message: int = 64 << 10
    calls: int = 2_000
    questions: int = 100

    def __post_init__(self) -> None:
        """Refuse what nothing could run in."""
        if min(vars(self).values()) < 1 or not _LEAST <= self.memory <= _MOST:
            raise WrongBudget(f"limits are above 0, and memory is {_LEAST:,} to {_MOST:,} bytes")


DEFAULT = Budget()


class Exhausted(Exception):
    """A limit was hit inside the isolate; it never leaves the room, a run turns it into its rejection.

    Parameters
    ----------
    limit : str
        A field of :class:`Budget`, ``"depth"`` for the engine's stack, or ``"clock"`` for the end of its time.
    """

    def __init__(self, limit: str) -> None:
        self.limit = limit
        super().__init__(limit)
