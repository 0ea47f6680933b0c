"""The JavaScript engine that plans run in: QuickJS as quickjs-rs ships it, made able to leave its stack and come back.

``guest.wasm.gz`` is the WebAssembly guest of quickjs-rs after Binaryen's *asyncify* pass on its one import
``env.host_call``. The pass lets a program that has called out write its whole stack into its own memory and, later, be
rebuilt from it. A memory image then holds everything a waiting program is, whatever its shape, so it can go on in
another process (section 4 of the restart lab). :mod:`execedit_kit.restart.engine.build` makes the file anew.
"""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from pathlib import Path

import wasmtime

FILE = Path(__file__).with_name("guest.wasm.gz")
# Wasmtime allows no more; a recursion of some hundred calls fits.
_STACK = 2 << 20


@cache
def guest_bytes() -> bytes:
    """Return the WebAssembly module."""
    return gzip.decompress(FILE.read_bytes())


@cache
def digest() -> str:
    """Return ``sha256:…`` of the module: what a frozen program, and a receipt, say they were made with."""
    return "sha256:" + hashlib.sha256(guest_bytes()).hexdigest()


@cache
def compiled() -> tuple[wasmtime.Engine, wasmtime.Module]:
    """Return the module, compiled once a process; wasmtime keeps the machine code in the user's cache where it may."""
    try:
        return _compile(cached=True)
    except wasmtime.WasmtimeError:
        return _compile(cached=False)


def _compile(*, cached: bool) -> tuple[wasmtime.Engine, wasmtime.Module]:
    config = wasmtime.Config()
    config.consume_fuel = True
    config.max_wasm_stack = _STACK
    if cached:
        config.cache = True
    engine = wasmtime.Engine(config)
    return engine, wasmtime.Module(engine, guest_bytes())
