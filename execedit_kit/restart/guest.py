"""One isolate: a WebAssembly instance of the engine, with everything it can reach given by the caller.

The guest sees one function that takes a text and returns a text, a clock, and nothing else: no file, no network, no
environment, no entropy. Its budget is counted in WebAssembly instructions, not in seconds, so that a program that
never ends is stopped at the same place on every machine. What stops it is a trap: no ``try`` or ``finally`` of the
program runs then.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import wasmtime

from execedit_kit.restart import engine
from execedit_kit.restart.limits import Budget, Exhausted

# Room for the stack of a program that waits; a deeper one ends as "too deep".
_STACK_ROOM = 1 << 18
_PAGE = 1 << 16
# What calling the host costs, in instructions.
_CROSSING = 150_000
_JS_ERROR = 1
_REWINDING = 2
_I32, _I64 = wasmtime.ValType.i32, wasmtime.ValType.i64


@dataclass(frozen=True)
class Image:
    """A waiting program: its memory and where in the engine it waits (restart lab, section 4).

    Parameters
    ----------
    call : tuple[str, tuple[int, ...]]
        The engine's function that was left, with its arguments.
    room : int
        Where in memory the stack was written.
    pointer : int
        The engine's stack pointer.
    fuel : int
        Instructions still allowed.
    memory : bytes
        The memory.
    """

    call: tuple[str, tuple[int, ...]]
    room: int
    pointer: int
    fuel: int
    memory: bytes


class Guest:
    """A running isolate. Close it when done; it is used by one thread at a time.

    Parameters
    ----------
    host : Callable[[str], str | None]
        Answers a message of the program; ``None`` asks it to leave its stack and wait. What it raises ends the program.
    clock : Callable[[], int]
        The time in milliseconds since 1970.
    budget : Budget
        Memory and instructions allowed.
    """

    def __init__(self, host: Callable[[str], str | None], clock: Callable[[], int], budget: Budget) -> None:
        self._host = host
        self._clock = clock
        self._budget = budget
        self._left = False
        self._reply = ""
        self._call: tuple[str, tuple[int, ...]] = ("", ())
        machine, module = engine.compiled()
        self._store = wasmtime.Store(machine)
        self._store.set_limits(memory_size=budget.memory + (8 << 20))
        self._store.set_fuel(budget.instructions)
        linker = wasmtime.Linker(machine)
        for home, name, arguments, function in self._imports():
            linker.define_func(home, name, wasmtime.FuncType(arguments, [_I32()]), function)
        linker.define_func("wasi_snapshot_preview1", "proc_exit", wasmtime.FuncType([_I32()], []), self._exit)
        self._exports = linker.instantiate(self._store, module).exports(self._store)
        self._memory = cast(wasmtime.Memory, self._exports["memory"])
        self._pointer = cast(wasmtime.Global, self._exports["__stack_pointer"])
        self._room = 0

    def _imports(self) -> list[tuple[str, str, list[wasmtime.ValType], Callable[..., Any]]]:
        wasi = "wasi_snapshot_preview1"
        nothing: Callable[..., int] = lambda *_: 0  # noqa: E731
        refused: Callable[..., int] = lambda *_: 8  # noqa: E731 (EBADF: there are no files)
        return [
            ("env", "host_call", [_I32()] * 5, self._called),
            ("env", "host_interrupt", [], self._polled),
            ("env", "host_module_normalize", [_I32()] * 5, nothing),
            ("env", "host_module_load", [_I32()] * 3, nothing),
            (wasi, "clock_time_get", [_I32(), _I64(), _I32()], self._time),
            (wasi, "random_get", [_I32(), _I32()], self._zeros),
            (wasi, "environ_get", [_I32()] * 2, nothing),
            (wasi, "environ_sizes_get", [_I32()] * 2, self._no_environment),
            (wasi, "fd_close", [_I32()], refused),
            (wasi, "fd_fdstat_get", [_I32()] * 2, refused),
            (wasi, "fd_seek", [_I32(), _I64(), _I32(), _I32()], refused),
            (wasi, "fd_write", [_I32()] * 4, refused),
        ]

    # What the guest calls.

    def _called(self, _name: int, _length: int, _this: int, count: int, arguments: int) -> int:
        if self._do("asyncify_get_state") == _REWINDING:
            self._do("asyncify_stop_rewind")
            return self._text_in(self._reply)
        if count != 1:
            return self._text_in('[1,""]')
        reply = self._host(self._text_out(self._word(arguments)))
        if reply is not None:
            return self._text_in(reply)
        self._left = True
        self._write(self._room, struct.pack("<II", self._room + 8, self._room + _STACK_ROOM))
        self._do("asyncify_start_unwind", self._room)
        return 0

    def _polled(self) -> int:
        self._charge()
        return 0

    def _charge(self) -> None:
        """Count a call of the host as the work it is: a loop of nothing else must end as soon as any other."""
        self._store.set_fuel(max(self._store.get_fuel() - _CROSSING, 0))

    def _time(self, _clock: int, _precision: int, out: int) -> int:
        self._charge()
        self._write(out, struct.pack("<Q", self._clock() * 1_000_000))
        return 0

    def _zeros(self, out: int, size: int) -> int:
        self._write(out, bytes(size))
        return 0

    def _no_environment(self, count: int, size: int) -> int:
        self._write(count, bytes(4))
        self._write(size, bytes(4))
        return 0

    def _exit(self, _code: int) -> None:
        raise Exhausted("memory")

    # What the caller asks of it.

    def start(self, source: str, host_name: str) -> bool:
        """Run a script that finds the host's function under a global name; ``False`` when it left to wait."""
        self._do("set_memory_limit", self._budget.memory)
        self._room = self._do("qjs_alloc", _STACK_ROOM)
        at, length = self._bytes_in(host_name.encode())
        function, everything = self._do("new_function", at, length), self._do("global_object")
        self._do("set_prop", everything, at, length, function)
        at, length = self._bytes_in(source.encode())
        self._call = ("eval_code", (at, length, self._do("qjs_alloc", 4)))
        return self._run()

    def resume(self, reply: str) -> bool:
        """Hand the answer to a program that left to wait; ``False`` when it left again."""
        self._reply = reply
        self._do("asyncify_start_rewind", self._room)
        return self._run()

    def _run(self) -> bool:
        """Carry on with the call that is open, then with every job that is queued."""
        while True:
            self._left = False
            result = self._do(self._call[0], *self._call[1])
            if self._left:
                self._do("asyncify_stop_unwind")
                return False
            if self._call[0] == "eval_code" and result == _JS_ERROR:
                raise Exhausted("memory")  # the script catches whatever a program throws; only room can be lacking
            if self._call[0] == "execute_pending_jobs" and result <= 0:
                return True
            self._call = ("execute_pending_jobs", ())

    def image(self) -> Image:
        """Return the whole waiting program as a value."""
        size = self._memory.data_len(self._store)
        memory = self._read(0, size)
        return Image(self._call, self._room, self._pointer.value(self._store), self._store.get_fuel(), memory)

    def restore(self, image: Image) -> None:
        """Become the waiting program of an image."""
        missing = len(image.memory) - self._memory.data_len(self._store)
        if missing > 0:
            self._memory.grow(self._store, -(-missing // _PAGE))
        self._write(0, image.memory)
        self._pointer.set_value(self._store, image.pointer)
        self._store.set_fuel(image.fuel)
        self._call, self._room = image.call, image.room

    @property
    def fuel(self) -> int:
        """Instructions still allowed."""
        return self._store.get_fuel()

    def refuel(self, instructions: int) -> None:
        """Allow that many instructions from here on."""
        self._store.set_fuel(instructions)

    def close(self) -> None:
        """Free the instance."""
        self._store.close()

    # Crossing the border.

    def _do(self, name: str, *arguments: int) -> int:
        function = cast(wasmtime.Func, self._exports[name])
        try:
            return cast(int, function(self._store, *arguments))
        except wasmtime.Trap as trap:
            if self._left:  # there was no room to write the stack to
                raise Exhausted("depth") from None
            raise Exhausted(_TRAPS.get(trap.trap_code, "depth")) from None

    def _bytes_in(self, data: bytes) -> tuple[int, int]:
        at = self._do("qjs_alloc", max(len(data), 1))
        if at == 0:
            raise Exhausted("memory")
        self._write(at, data)
        return at, len(data)

    def _text_in(self, text: str) -> int:
        at, length = self._bytes_in(text.encode())
        handle = self._do("new_string", at, length)
        self._do("qjs_free", at, max(length, 1))
        return handle

    def _text_out(self, handle: int) -> str:
        if self._do("get_string", handle) != 0:
            return ""
        length = self._do("qjs_last_len")
        if length > self._budget.message:
            raise Exhausted("message")
        data = self._read(self._do("qjs_last_ptr"), length)
        self._do("qjs_result_free")
        return data.decode("utf-8", "replace")

    def _word(self, at: int) -> int:
        return cast(int, struct.unpack("<i", self._read(at, 4))[0])

    def _read(self, at: int, length: int) -> bytes:
        return bytes(self._memory.read(self._store, at, at + length))

    def _write(self, at: int, data: bytes) -> None:
        self._memory.write(self._store, data, at)


_TRAPS: dict[object, str] = {
    wasmtime.TrapCode.OUT_OF_FUEL: "instructions",
    wasmtime.TrapCode.STACK_OVERFLOW: "depth",
    wasmtime.TrapCode.UNREACHABLE: "memory",
    wasmtime.TrapCode.MEMORY_OUT_OF_BOUNDS: "depth",
}
