"""Early errors: what the engine itself refuses before a plan's first line runs (restart lab, sections 4 and 5).

One isolate a process compiles the sources of all plans and runs none of them. It has left its stack and waits, as a
paused plan does; each source is an answer to it.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from threading import Lock

from execedit_kit.restart.guest import Guest
from execedit_kit.restart.limits import DEFAULT, Exhausted

# Lines that the engine puts before the body of a function made from text.
LINES_BEFORE = 2
_COMPILER = """(() => {
  const host = globalThis.__host;
  const { parse, stringify } = JSON;
  const AsyncFunction = (async () => {}).constructor;
  let said = "null";
  for (;;) {
    const source = parse(host(said));
    said = "null";
    try { new AsyncFunction(source); } catch (error) { said = stringify([error.name, error.message, error.stack]); }
  }
})();"""
_PLACE = re.compile(r"<input>:(\d+)")


class _Compiler:
    """The isolate, made when it is first needed, and made anew after a source that used it up."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._guest: Guest | None = None
        self._said = ""

    def said(self, source: str) -> str:
        """Return what the engine says of a source; nothing when that takes more than a plan may use up."""
        with self._lock:
            guest = self._guest or self._begun()
            self._guest = None
            try:
                guest.refuel(DEFAULT.instructions)
                guest.resume(json.dumps(source))
            except Exhausted:
                guest.close()
                return "null"
            self._guest = guest
            return self._said

    def _begun(self) -> Guest:
        guest = Guest(self._keep, lambda: 0, DEFAULT)
        guest.start(_COMPILER, "__host")
        return guest

    def _keep(self, said: str) -> None:
        self._said = said


_compiler = _Compiler()


@lru_cache(maxsize=256)
def early_error(source: str) -> tuple[str, int | None] | None:
    """Return what the engine says of the body of a function that it cannot compile, and the line from 1; else ``None``.

    The engine's columns are those of what it wrote last, not of what is wrong; they are left out. Of a regular
    expression it knows no line.
    """
    said = json.loads(_compiler.said(source))
    if said is None or said[0] != "SyntaxError":
        return None  # no memory or no stack for it is a limit of the run that meets it
    place = _PLACE.search(said[2])
    return said[1], int(place.group(1)) - LINES_BEFORE if place else None
