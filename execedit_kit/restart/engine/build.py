"""Make ``guest.wasm.gz`` from the installed quickjs-rs: ``python -m execedit_kit.restart.engine.build``.

Needs the development extra ``icpp-binaryen``, which bundles Binaryen's library. The same versions give the same bytes.
"""

from __future__ import annotations

import ctypes
import gzip
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from execedit_kit.restart.engine import FILE

# Mutable globals, sign extension, bulk memory and the like: all that compilers to WebAssembly assume today.
_FEATURES = 0x737


class _Written(ctypes.Structure):
    """What Binaryen returns when it writes a module."""

    _fields_ = (("binary", ctypes.c_void_p), ("size", ctypes.c_size_t), ("source_map", ctypes.c_char_p))


def _folder(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise SystemExit(f"{package} is not installed: install the development extra")
    return Path(spec.origin).parent


def _binaryen() -> Any:
    library = next((_folder("icpp_binaryen") / "lib").glob("libbinaryen.*"))
    binaryen = ctypes.CDLL(str(library))
    binaryen.BinaryenModuleRead.restype = ctypes.c_void_p
    binaryen.BinaryenModuleRead.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    binaryen.BinaryenModuleSetFeatures.argtypes = [ctypes.c_void_p, ctypes.c_uint32]
    binaryen.BinaryenModuleRunPasses.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_char_p), ctypes.c_uint32]
    binaryen.BinaryenModuleAllocateAndWrite.restype = _Written
    binaryen.BinaryenModuleAllocateAndWrite.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    return binaryen


def source() -> bytes:
    """Return the guest as the installed quickjs-rs ships it."""
    return (_folder("quickjs_rs") / "_guest.wasm").read_bytes()


def build() -> bytes:
    """Return the module that can leave its stack at ``env.host_call``."""
    binaryen = _binaryen()
    original = source()
    module = binaryen.BinaryenModuleRead(original, len(original))
    binaryen.BinaryenModuleSetFeatures(module, _FEATURES)
    binaryen.BinaryenSetOptimizeLevel(2)
    binaryen.BinaryenSetShrinkLevel(0)
    binaryen.BinaryenSetPassArgument(b"asyncify-imports", b"env.host_call")
    binaryen.BinaryenModuleRunPasses(module, (ctypes.c_char_p * 1)(b"asyncify"), 1)
    written = binaryen.BinaryenModuleAllocateAndWrite(module, None)
    return ctypes.string_at(written.binary, written.size)


if __name__ == "__main__":
    FILE.write_bytes(gzip.compress(build(), 9, mtime=0))
    print(FILE.name, FILE.stat().st_size, "bytes")
