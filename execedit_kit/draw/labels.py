"""Text in pictures: any name shown as it is, measured, broken into lines, and made safe for Graphviz."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape

from execedit_kit.draw.theme import BACKSLASH, FONT, LEFT_FONT, NAME, SMALL, Colour
from execedit_kit.edits.extend import Extend
from execedit_kit.record.events import EditRequest

LONGEST_LINE = 26
MOST_LINES = 3
GAP = "\N{NO-BREAK SPACE}" * 4

# Advance widths of DejaVu Sans in thousandths of an em: the widest of the usual sans-serif faces, so that text fits
# its box whichever of them a reader's machine has.
_WIDTHS = {
    char: width
    for width, chars in {
        290: "'ijlIJ",
        330: " ,.",
        350: "/:;\\|f",
        390: "-()[]t!r",
        500: '"*_`',
        540: "sz?c",
        590: "LFkvxy",
        640: "PTYaoeESbdghnpqu$0123456789{}",
        700: "KAVBRXZC",
        790: "UHNDG&OQ",
        850: "w#+<=>^~M",
        1000: "%mW@",
    }.items()
    for char in chars
}
_BOLD = 1.12


def shown(text: str) -> str:
    """Return a text with its invisible characters made visible, so that it can stand in one line of a picture."""
    if text.isascii() and text.isprintable():
        return text or "''"
    return "".join(map(_visible, text)) or "''"


def _visible(char: str) -> str:
    if char == "\n":
        return "↵"
    if ord(char) < 32:
        return chr(0x2400 + ord(char))
    kind = unicodedata.category(char)
    if kind in ("Cc", "Cs", "Cn", "Co", "Zl", "Zp"):
        return "\N{REPLACEMENT CHARACTER}"
    return "" if kind == "Cf" and char != "\N{ZERO WIDTH JOINER}" else char


def width(text: str, size: float = SMALL, *, bold: bool = False) -> float:
    """Return how wide a text is at most, in points."""
    ems = sum(_WIDTHS.get(char) or _unusual(char) for char in text)
    return ems / 1000 * size * (_BOLD if bold else 1)


def _unusual(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 1300 if ord(char) > 0xFFFF else 1000 if unicodedata.east_asian_width(char) in "WF" else 850


def lines_of(text: str, longest: int = LONGEST_LINE, most: int = MOST_LINES) -> list[str]:
    """Break a text into lines, after a space or a sign if possible; leave out the middle of a long one."""
    lines: list[str] = []
    rest = shown(text)
    while len(rest) > longest:
        if len(lines) == most - 1:
            return [*lines, "…" + rest[1 - longest :]]
        at = max(
            (n for n in range(longest // 2, longest + 1) if rest[n - 1] in " ,;→/.:_-" or rest[n] in "#(∥"),
            default=longest,
        )
        lines.append(rest[:at].rstrip())
        rest = rest[at:].lstrip()
    return [*lines, rest]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a label.

    Parameters
    ----------
    text : str
        As it is to be read; it is made safe when the label is written.
    size : float
        Of its font.
    bold, struck : bool
        How it is set.
    colour : Colour
        Ink, or muted.
    """

    text: str
    colour: Colour
    size: float = SMALL
    bold: bool = False
    struck: bool = False

    @property
    def width(self) -> float:
        """How wide it is at most."""
        return width(self.text, self.size, bold=self.bold)

    def cell(self, align: str = "CENTER", **attributes: object) -> str:
        """Return it as one cell of a Graphviz table, wide enough for any usual face."""
        return cell(self.markup(align), WIDTH=round(self.width), ALIGN=align, **attributes)

    def markup(self, align: str = "CENTER") -> str:
        """Return it as Graphviz markup."""
        text = escape(self.text).replace("\\", BACKSLASH) or " "
        if self.struck:
            text = f"<S>{text}</S>"
        if self.bold:
            text = f"<B>{text}</B>"
        face = LEFT_FONT if align == "LEFT" else FONT
        return f'<FONT FACE="{face}" POINT-SIZE="{self.size:g}" COLOR="{self.colour}">{text}</FONT>'


def named(text: str, colour: Colour, *, size: float = NAME, bold: bool = True, struck: bool = False) -> list[Line]:
    """Return a name as one or more lines."""
    return [Line(line, colour, size, bold, struck) for line in lines_of(text)]


def cell(inside: str, **attributes: object) -> str:
    """Return a cell of a Graphviz table."""
    return f"<TD{_written(attributes)}>{inside}</TD>"


def table(rows: Iterable[Iterable[str]], **attributes: object) -> str:
    """Return a Graphviz table of cells; without lines unless told."""
    usual: dict[str, object] = {"BORDER": 0, "CELLBORDER": 0, "CELLSPACING": 0, "CELLPADDING": 0}
    inside = "".join(f"<TR>{''.join(row)}</TR>" for row in rows)
    return f"<TABLE{_written({**usual, **attributes})}>{inside}</TABLE>"


def stack(lines: Iterable[Line], align: str = "CENTER", **attributes: object) -> str:
    """Return lines below each other, as an HTML-like label."""
    return f"<{table([[line.cell(align)] for line in lines], **{'CELLPADDING': 1, **attributes})}>"


def _written(attributes: Mapping[str, object]) -> str:
    return "".join(f' {name}="{value}"' for name, value in attributes.items())


def listed(names: Iterable[str], most: int = 8) -> str:
    """Return names in a row, the first few of many."""
    known = [shown(name) for name in names]
    more = len(known) - most
    return ", ".join(known) if more <= 0 else f"{', '.join(known[:most])} and {more:,} more"


def asked(edit: EditRequest | Extend | None) -> str:
    """Return an edit as it is asked for in Python, such as ``fork_choice('b0', rule='suppliers')``."""
    if edit is None:
        return "check of the workflow as it stands"
    [(kind, fields)] = edit.document().items()
    if isinstance(edit, Extend):
        return f"extend({', '.join(fields)})"
    own = [repr(value) for name, value in fields.items() if name not in ("rule", "signed_by")]
    named_ = [f"{name}={value!r}" for name, value in fields.items() if name in ("rule", "signed_by")]
    return shown(f"{kind}({', '.join(own + named_)})")
