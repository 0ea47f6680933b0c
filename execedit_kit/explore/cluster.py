"""The same search on many processes or machines, with dask.distributed (extra ``cluster``).

The work units are numbered ranges of the canonical order. They are put together in that order, whichever worker has
finished which and however often: workers, restarts and their order change nothing in what is found. A unit whose worker
is killed is given to another.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

from execedit_kit.explore.aim import Aim
from execedit_kit.explore.findings import Findings, Part
from execedit_kit.explore.scope import Scope
from execedit_kit.explore.search import ranges, search_range
from execedit_kit.record.errors import KitError

if TYPE_CHECKING:
    from distributed import Client

UNIT = 400
"""Registrations in one range: what neighbours share is derived once on each worker, so that ranges are not short."""
_AHEAD = 4
"""Units that wait for each worker, so that none of them waits for us."""
_PATIENCE = 30.0
"""Seconds to wait for a scheduler, or for a worker when there is none."""
_MOST_FAILURES = 20
"""How often a unit's worker may die before the search is given up."""


def on_cluster(
    aim: Aim, scheduler: str | Client | None = None, *, workers: int = 2, unit: int = UNIT
) -> Callable[[Findings], Iterator[Part]]:
    """Return where :func:`~execedit_kit.explore.search.search` gets its ranges from: pass it as ``parts``.

    Parameters
    ----------
    aim : Aim
        What is searched for.
    scheduler : str | Client | None
        The address of a scheduler, or a client of one; by default workers are started here, reachable from this
        machine only, and stopped at the end.
    workers : int
        How many to start here.
    unit : int
        Registrations in one range.

    Raises
    ------
    KitError
        When dask is not installed, nobody answers at the address or has workers, or the scheduler is lost on the way;
        also when a unit's workers are killed again and again.
    """
    if unit < 1 or workers < 1:
        raise KitError(f"a search takes at least one worker and one registration a range, not {workers} and {unit}")
    return lambda found: _parts(aim, found, scheduler, workers, unit)


def _parts(aim: Aim, found: Findings, scheduler: Any, workers: int, unit: int) -> Iterator[Part]:
    try:
        dask, distributed = (cast(Any, import_module(name)) for name in ("dask", "distributed"))
    except ImportError:
        raise KitError("dask is not installed: pip install 'execedit-kit[cluster]'") from None
    with ExitStack() as stack:
        stack.enter_context(_quiet())
        stack.enter_context(dask.config.set({"distributed.scheduler.allowed-failures": _MOST_FAILURES}))
        client = scheduler
        if scheduler is None:
            local = distributed.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                host="127.0.0.1",
                dashboard_address=None,
                memory_limit=0,
                silence_logs=logging.CRITICAL,  # what goes wrong is raised
                preload=["execedit_kit.explore.worker"],
            )
            client = stack.enter_context(distributed.Client(stack.enter_context(local)))
        elif isinstance(scheduler, str):
            try:
                client = stack.enter_context(distributed.Client(scheduler, timeout=_PATIENCE))
            except (OSError, ValueError) as error:
                raise KitError(f"no scheduler answers at {scheduler}: {error}") from None
        yield from _in_order(distributed, client, aim, found, unit)


def _in_order(distributed: Any, client: Any, aim: Aim, found: Findings, unit: int) -> Iterator[Part]:
    left = ranges(found, unit)
    waiting: list[Any] = []

    def more(number: int) -> None:
        for begin, end in islice(left, number):
            waiting.append(client.submit(_unit, aim, found.scope, begin, end, found.first, pure=False))

    try:
        _some_worker(client)
        more(_AHEAD * len(client.scheduler_info(n_workers=-1)["workers"]))
        while waiting:
            part = _result(distributed, client, waiting[0])
            del waiting[0]
            more(1)
            yield part
    except distributed.KilledWorker as error:
        raise KitError(f"a range of the search is given up: {error}") from None
    except (CancelledError, distributed.comm.CommClosedError) as error:
        raise KitError(f"the scheduler of the search, {client.scheduler.address}, is lost: {error}") from None
    finally:
        with suppress(Exception):  # there may be nobody left to tell
            client.cancel(waiting)


def _result(distributed: Any, client: Any, future: Any) -> Part:
    """Wait for a part for as long as there is a worker, or one comes."""
    while not future.done():
        try:
            distributed.wait(future, timeout=_PATIENCE)
        except TimeoutError:
            _some_worker(client)
    return cast(Part, future.result())


def _some_worker(client: Any) -> None:
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError:
        address = client.scheduler.address
        raise KitError(f"the scheduler at {address} has no worker, and none came for {_PATIENCE:g} seconds") from None


@contextmanager
def _quiet() -> Iterator[None]:
    """Let the client's log say nothing: what goes wrong is raised."""
    log = logging.getLogger("distributed.client")
    level = log.level
    log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        log.setLevel(level)


def _unit(aim: Aim, scope: Scope, begin: int, end: int, keep: int) -> Part:
    return search_range(aim, scope, begin, end, keep)
