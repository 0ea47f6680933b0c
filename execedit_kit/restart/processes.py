"""Processes that end with what they work for, however it ends: done, interrupted, terminated or killed (section 6)."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from threading import Thread, current_thread, main_thread
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")


@contextmanager
def deaf() -> Iterator[None]:
    """Let processes that are started meanwhile not hear an interrupt from the terminal: their parent ends them."""
    if not hasattr(signal, "pthread_sigmask"):  # nor is there a terminal that interrupts a group
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def terminated_as_interrupted() -> Iterator[None]:
    """Let a request to terminate raise ``KeyboardInterrupt``, so that what was begun is cleaned up."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before or signal.SIG_DFL)


def end_with_parent(clean: Callable[[], None]) -> None:
    """End this process when the one that started it is gone, after ``clean``; a killed parent can tell nobody."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        try:
            clean()
        finally:
            os._exit(1)

    Thread(target=watch, daemon=True).start()


def pooled(
    work: Callable[[T], R], things: Mapping[int, T], workers: int, prepare: Callable[..., None], *given: Any
) -> Generator[tuple[int, R], None, None]:
    """Do work on numbered things in processes of their own, and yield each with its number.

    A process that dies takes the others of the pool with it: what was not done then is left out. The processes end
    when the iteration does, also when it is given up.
    """
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), prepare, given)
    try:
        waiting: dict[Future[R], int] = {}
        try:
            with deaf():
                for number, thing in things.items():
                    waiting[pool.submit(work, thing)] = number
        except BrokenProcessPool:
            pass
        for future, number in waiting.items():
            try:
                done = future.result()
            except BrokenProcessPool:
                continue
            yield number, done
    except BaseException:
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
