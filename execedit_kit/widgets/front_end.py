"""The desk's script as it travels: with every widget that is shown, so without comments and needless blanks."""

from __future__ import annotations

from pathlib import Path

from rjsmin import jsmin

STATIC = Path(__file__).with_name("static")


def script(name: str) -> str:
    """Return a hand-written script, token for token the same program.

    rjsmin knows neither a template in a template nor a regular expression behind ``=>``; a test compares the tokens.
    """
    return str(jsmin((STATIC / name).read_text(encoding="utf-8")))
