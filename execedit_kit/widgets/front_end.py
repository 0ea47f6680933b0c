"""The front-end files as they travel: with every widget that is shown, so without comments and indentation."""

from __future__ import annotations

import re
from pathlib import Path

STATIC = Path(__file__).with_name("static")
MOST_BYTES = 60_000
"""Of a widget's script and style sheet together."""


def front_end(name: str) -> str:
    """Return a hand-written script or style sheet, shorter but line for line the same program.

    Comments must stand on lines of their own, and no text of the program may begin or end a line.
    """
    text = (STATIC / name).read_text(encoding="utf-8")
    text = re.sub(r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*$", "", text, flags=re.MULTILINE | re.DOTALL)
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))
