"""What went wrong inside the kit, for whoever mends it: one line, without a path of this machine."""

from __future__ import annotations

import traceback
from pathlib import PurePath


def defect(error: BaseException) -> str:
    """Return an error's kind and text, and the module and line that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({PurePath(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return text.encode("utf-8", "backslashreplace").decode() + place
