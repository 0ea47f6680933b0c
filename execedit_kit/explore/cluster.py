"""The same search on many processes or machines, with dask.distributed (extra ``cluster``).

The work units are numbered ranges of the canonical order. They are put together in that order, whichever worker has
finished which and however often: workers, restarts and their order change nothing in what is found. A unit whose worker
is killed is given to another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
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
_PATIENCE = "30s"
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
        When dask is not installed, or nobody answers at the address.
    """
    return lambda found: _parts(aim, found, scheduler, workers, unit)


def _parts(aim: Aim, found: Findings, scheduler: Any, workers: int, unit: int) -> Iterator[Part]:
    try:
        dask, distributed = (cast(Any, import_module(name)) for name in ("dask", "distributed"))
    except ImportError:
        raise KitError("dask is not installed: pip install 'execedit-kit[cluster]'") from None
    with ExitStack() as stack:
        stack.enter_context(dask.config.set({"distributed.scheduler.allowed-failures": _MOST_FAILURES}))
        client = scheduler
        if scheduler is None:
            local = distributed.LocalCluster(
                n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, memory_limit=0
            )
            client = stack.enter_context(distributed.Client(stack.enter_context(local)))
        elif isinstance(scheduler, str):
            try:
                client = stack.enter_context(distributed.Client(scheduler, timeout=_PATIENCE))
            except (OSError, ValueError) as error:
                raise KitError(f"no scheduler answers at {scheduler}: {error}") from None
        yield from _in_order(client, aim, found, unit)


def _in_order(client: Any, aim: Aim, found: Findings, unit: int) -> Iterator[Part]:
    left = ranges(found, unit)
    waiting: list[Any] = []

    def more(number: int) -> None:
        for begin, end in islice(left, number):
            waiting.append(client.submit(_unit, aim, found.scope, begin, end, found.first, pure=False))

    try:
        more(_AHEAD * max(1, len(client.scheduler_info(n_workers=-1)["workers"])))
        while waiting:
            part = waiting.pop(0).result()
            more(1)
            yield part
    finally:
        client.cancel(waiting)


def _unit(aim: Aim, scope: Scope, begin: int, end: int, keep: int) -> Part:
    return search_range(aim, scope, begin, end, keep)
