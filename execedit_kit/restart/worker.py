"""A process that runs parts of paused plans: one order a line in, one reply a line out (see ``elsewhere``)."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from execedit_kit.record.files import write_bytes
from execedit_kit.restart import freeze


def main() -> None:
    """Carry out orders until there are no more.

    An order is ``{"run": …, "freeze": file}`` (begin) or ``{"thaw": file, "freeze": file}`` (go on).
    """
    for line in sys.stdin.buffer:
        order = json.loads(line)
        if "thaw" in order:
            part = freeze.resume(freeze.Frozen.from_bytes(Path(order["thaw"]).read_bytes()))
        else:
            run = freeze.Paused.from_json(order["run"])
            part = freeze.start(run.plan, run.world, budget=run.budget)
        reply: dict[str, object] = {"process": os.getpid()}
        if isinstance(part, freeze.Frozen):
            write_bytes(Path(order["freeze"]), part.to_bytes())
        else:
            reply["ended"] = part.to_json()
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
