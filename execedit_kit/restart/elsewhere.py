"""Other processes: each part of a paused run between two questions is run in a process that did not freeze it."""

from __future__ import annotations

import json
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
from execedit_kit.restart.world import World


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
        self._waiting = [_spawn() for _ in range(workers)]
        self._fresh = workers == 0
        self._turn = 0
        self._files = 0
        self.processes: list[int] = []

    def run(self, plan: Plan, world: World, budget: Budget) -> Paused:
        """Run a plan to its end; :attr:`processes` then names the process of each of its parts."""
        self.processes = []
        order: dict[str, Any] = {"run": freeze.Paused(plan, world, budget, durable=True).to_json()}
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
        if not line:
            raise KitError("a process that runs plans has ended before its time")
        reply: dict[str, Any] = json.loads(line)
        return reply

    def close(self) -> None:
        """End the processes."""
        for worker in self._waiting:
            _end(worker)
        self._waiting = []


@contextmanager
def elsewhere(workers: int = 2) -> Iterator[Elsewhere]:
    """Yield processes to run paused plans in, with a folder of their own; both are gone afterwards."""
    with TemporaryDirectory(prefix="frozen-plans-") as folder:
        processes = Elsewhere(Path(folder), workers)
        try:
            yield processes
        finally:
            processes.close()


def _spawn() -> subprocess.Popen[bytes]:
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
