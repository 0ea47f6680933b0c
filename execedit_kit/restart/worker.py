"""A process that runs parts of paused plans: one order a line in, one reply a line out (see ``elsewhere``).

It ends when nobody gives orders any more, because its standard input is then at its end.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from execedit_kit.record.files import write_bytes
from execedit_kit.restart import freeze
from execedit_kit.restart.defect import defect


def main() -> None:
    """Carry out orders until there are no more.

    An order is ``{"run": …, "freeze": file}`` (begin) or ``{"thaw": file, "freeze": file}`` (go on). What goes wrong
    here is the reply ``{"failed": …}``, and the next order is carried out all the same.
    """
    for line in sys.stdin.buffer:
        try:
            reply = _carried_out(json.loads(line))
        except Exception as error:
            reply = {"failed": defect(error)}
        try:
            sys.stdout.write(json.dumps({"process": os.getpid(), **reply}) + "\n")
            sys.stdout.flush()
        except BrokenPipeError:
            os._exit(0)  # who gave the order has gone, and nothing is left to say about it


def _carried_out(order: dict[str, Any]) -> dict[str, object]:
    if "thaw" in order:
        part = freeze.resume(freeze.Frozen.from_bytes(Path(order["thaw"]).read_bytes()))
    else:
        run = freeze.Paused.from_json(order["run"])
        part = freeze.start(run.plan, run.world, budget=run.budget)
    if isinstance(part, freeze.Frozen):
        write_bytes(Path(order["freeze"]), part.to_bytes())
        return {}
    return {"ended": part.to_json()}


if __name__ == "__main__":
    main()
