"""Other processes: each part of a paused run between two questions is run in a process that did not freeze it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from execedit_kit.record.errors import KitError
from execedit_kit.restart import freeze
from execedit_kit.restart.freeze import Paused
from execedit_kit.restart.limits import Budget
from execedit_kit.restart.plan import Plan
from execedit_kit.restart.processes import deaf
from execedit_kit.restart.world import World


class ProcessEnded(KitError):
    """A process that ran a part of a plan ended before its time, and another did when it was tried once more."""


class ProcessFailed(KitError):
    """Something went wrong inside the kit in a process that ran a part of a plan."""


class Elsewhere:
    """Processes that run paused plans, taking turns: none goes on with what it froze itself.

    Parameters
    ----------
    folder : Path
        Where frozen plans wait as files.
    workers : int
        How many processes stand ready. ``0``: a fresh one for every part of a run, which ends after it.
    """

    def __init__(self, folder: Path, workers: int = 2) -> None:
        if workers == 1:
            raise ValueError("one process would go on with what it froze itself: take two or more, or 0 for fresh ones")
        self._folder = folder
        self._workers = workers
        self._waiting = [_spawn() for _ in range(workers)]
        self._fresh = workers == 0
        self._turn = 0
        self._files = 0
        self.processes: list[int] = []

    def run(self, plan: Plan, world: World, budget: Budget) -> Paused:
        """Run a plan to its end; :attr:`processes` then names the process of each of its parts.

        When a process dies under it, the plan is run once more from its beginning, in fresh processes.

        Raises
        ------
        ProcessEnded
            When a process dies again.
        ProcessFailed
            When the kit fails in one of them.
        """
        try:
            return self._run(plan, world, budget)
        except ProcessEnded:
            self.kill()
            self._waiting = [_spawn() for _ in range(self._workers)]
            return self._run(plan, world, budget)

    def _run(self, plan: Plan, world: World, budget: Budget) -> Paused:
        self.processes = []
        order: dict[str, Any] = {"run": freeze.Paused(plan, world, budget).to_json()}
        while True:
            self._files += 1
            there = self._folder / f"{self._files}.frozen"
            order["freeze"] = str(there)
            reply = self._ask(order)
            self.processes.append(reply["process"])
            if "thaw" in order:
                Path(order["thaw"]).unlink()
            if "ended" in reply:
                return Paused.from_json(reply["ended"])
            order = {"thaw": str(there)}

    def _ask(self, order: dict[str, Any]) -> dict[str, Any]:
        worker = _spawn() if self._fresh else self._waiting[self._turn]
        if not self._fresh:
            self._turn = (self._turn + 1) % len(self._waiting)
        assert worker.stdin is not None
        assert worker.stdout is not None
        try:
            worker.stdin.write(json.dumps(order).encode() + b"\n")
            worker.stdin.flush()
            line = worker.stdout.readline()
        except BrokenPipeError:
            line = b""
        finally:
            if self._fresh:
                _end(worker)
        if not line.endswith(b"\n"):
            raise ProcessEnded(f"the process that ran it ended: {_how(worker)}")
        reply: dict[str, Any] = json.loads(line)
        if "failed" in reply:
            raise ProcessFailed(reply["failed"])
        return reply

    def close(self) -> None:
        """End the processes."""
        for worker in self._waiting:
            _end(worker)
        self._waiting = []

    def kill(self) -> None:
        """End the processes at once, whatever they are at."""
        for worker in self._waiting:
            worker.kill()
        self.close()

    def abandon(self) -> None:
        """End the processes at once and leave their pipes alone: another thread may be waiting for a reply."""
        for worker in self._waiting:
            worker.kill()
            worker.wait()


@contextmanager
def elsewhere(workers: int = 2, folder: Path | None = None) -> Iterator[Elsewhere]:
    """Yield processes to run paused plans in, with a folder of their own; both are gone afterwards.

    Parameters
    ----------
    workers : int
        How many processes stand ready; see :class:`Elsewhere`.
    folder : Path | None
        Where that folder is made; among the system's temporary files when left out.
    """
    with TemporaryDirectory(prefix="frozen-plans-", dir=folder, ignore_cleanup_errors=True) as made:
        processes = Elsewhere(Path(made), workers)
        try:
            yield processes
        finally:
            processes.close()


def _how(worker: subprocess.Popen[bytes]) -> str:
    """Say how a process ended."""
    code = worker.wait()
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def _spawn() -> subprocess.Popen[bytes]:
    with deaf():
        return subprocess.Popen(
            [sys.executable, "-m", "execedit_kit.restart.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )


def _end(worker: subprocess.Popen[bytes]) -> None:
    assert worker.stdin is not None
    assert worker.stdout is not None
    with suppress(BrokenPipeError):  # it may be gone already
        worker.stdin.close()
    worker.stdout.close()
    worker.wait()
