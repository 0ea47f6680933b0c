"""What each worker that a search starts here does first."""

from __future__ import annotations

import signal


def dask_setup(worker: object) -> None:
    """Leave an interrupt, which a terminal sends to every process, to the search: it stops its workers itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
