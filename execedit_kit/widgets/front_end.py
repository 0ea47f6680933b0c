"""The front-end files as they travel: with every widget that is shown, so without comments and needless blanks."""

from __future__ import annotations

import re
from pathlib import Path

STATIC = Path(__file__).with_name("static")
MOST_BYTES = 60_000
"""Of a widget's script and style sheet together."""

_COMMENT = re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*$", re.MULTILINE | re.DOTALL)
# Texts, templates (none inside another) and regular expressions stay as they are written.
_LITERAL = re.compile(
    r""""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|/(?![/*\s])(?:\\.|\[[^\]]*\]|[^/\\\n\[])+/[a-z]*(?=[.,);])"""
)


def front_end(name: str) -> str:
    """Return a hand-written script or style sheet, shorter but sign for sign the same program.

    Comments must stand on lines of their own, no literal may span lines, and a division has blanks around it.
    """
    text = _COMMENT.sub("", (STATIC / name).read_text(encoding="utf-8"))
    lines = (line.strip() for line in text.splitlines())
    kept = "\n".join(line for line in lines if line and not line.startswith("//"))
    if name.endswith(".css"):
        kept = re.sub(r"(?<=[{};:,>])\s+|\s+(?=[{}>])", "", re.sub(r'="([\w-]+)"\]', r"=\1]", kept))
        return kept.replace(";}", "}")
    made, at = [], 0
    for literal in _LITERAL.finditer(kept):
        made += [_squeezed(kept[at : literal.start()]), literal[0]]
        at = literal.end()
    return "".join([*made, _squeezed(kept[at:])])


def _squeezed(code: str) -> str:
    """Drop the blanks beside signs, and the line ends inside of lists."""
    code = re.sub(r" *([=*<>?:,;{}()\[\]&|!]|(?<![+-]) [+-] (?![+-])) *", lambda sign: sign[1].strip(), code)
    return re.sub(r"(?<=[,\[(])\n", "", code)
