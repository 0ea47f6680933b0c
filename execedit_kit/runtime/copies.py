"""A process that is copied while it has files open.

SQLite's locks belong to a process, and what it remembers of them is copied with it: a copy would believe that it has
locks which only the original has, also on connections that it opens itself, and its events could be lost. So nothing
is open at the instant at which a process is copied, and the original opens its files again when it needs them.
"""

from __future__ import annotations

import os
import threading
import weakref
from typing import Protocol


class Kept(Protocol):
    """What holds a file open."""

    def let_go(self) -> None:
        """Wait for the other threads' turns, close the file, and keep them waiting."""

    def go_on(self) -> None:
        """Let the other threads go on."""


_kept: weakref.WeakSet[Kept] = weakref.WeakSet()
_turn = threading.local()  # several threads may copy the process at once


def keep(holder: Kept) -> None:
    """Have a file closed whenever this process is copied."""
    _kept.add(holder)


def _before() -> None:
    _turn.let_go = []
    for holder in sorted(_kept, key=id):  # in one order, so that two threads that copy do not wait for each other
        holder.let_go()
        _turn.let_go.append(holder)


def _after() -> None:
    for holder in _turn.let_go:
        holder.go_on()
    _turn.let_go = []


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before, after_in_parent=_after, after_in_child=_after)
