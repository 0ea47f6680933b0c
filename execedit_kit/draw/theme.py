"""Colours, sizes and fonts of every picture, on a light and on a dark card.

The hues are Okabe and Ito's, which stay apart for all common kinds of colour vision. No picture relies on them alone:
each is paired with a word, a sign, a dash or a weight. Text is always in ink or muted ink, never in a hue.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Colour: TypeAlias = str

FONT = "Helvetica,Arial,sans-serif"
LEFT_FONT = "Arial,Helvetica,sans-serif"
"""The same faces. Graphviz forgets whether a line of an HTML-like label stands left or in the middle; this is left."""
BACKSLASH = "\uf05c"
"""What stands for a backslash in a label, since programs differ in what they make of one; no name has this sign."""
NAME, SMALL, TINY = 11.0, 9.0, 8.0
"""Font sizes in points: names; what is said of them; keys and footnotes."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one picture.

    Parameters
    ----------
    card, edge : Colour
        The ground of the picture and the line around it.
    ink, muted, line : Colour
        Text, lesser text, and arrows.
    lane : Colour
        The ground of a branch.
    box : Colour
        The ground of a call that has not been processed.
    done, done_line : Colour
        A processed call.
    flag, flag_line : Colour
        A checkpoint.
    edit, edit_line : Colour
        What an edit makes.
    yes, yes_line, no, no_line, void, void_line : Colour
        Accepted, rejected and invalid.
    """

    card: Colour
    edge: Colour
    ink: Colour
    muted: Colour
    line: Colour
    lane: Colour
    box: Colour
    done: Colour
    done_line: Colour
    flag: Colour
    flag_line: Colour
    edit: Colour
    edit_line: Colour
    yes: Colour
    yes_line: Colour
    no: Colour
    no_line: Colour
    void: Colour
    void_line: Colour

    def verdict(self, name: str) -> tuple[Colour, Colour]:
        """Return ground and line of a verdict."""
        return {
            "accepted": (self.yes, self.yes_line),
            "rejected": (self.no, self.no_line),
        }.get(name, (self.void, self.void_line))


LIGHT = Theme(
    card="#fdfdfb",
    edge="#d5d6d2",
    ink="#17191c",
    muted="#565c63",
    line="#7b838b",
    lane="#f0f1f0",
    box="#ffffff",
    done="#cfe4f3",
    done_line="#0072b2",
    flag="#fbe6bd",
    flag_line="#b97f00",
    edit="#f8e6f0",
    edit_line="#b0598b",
    yes="#cdeee2",
    yes_line="#009e73",
    no="#fbdcc8",
    no_line="#d55e00",
    void="#e4e6e9",
    void_line="#565c63",
)

DARK = Theme(
    card="#1c1f23",
    edge="#41474e",
    ink="#f2f4f5",
    muted="#b3bac1",
    line="#8b949d",
    lane="#272b30",
    box="#1c1f23",
    done="#15415f",
    done_line="#56b4e9",
    flag="#51400f",
    flag_line="#e69f00",
    edit="#46293b",
    edit_line="#d98db8",
    yes="#0d4a39",
    yes_line="#1fc795",
    no="#5c2c0c",
    no_line="#ff8a3c",
    void="#3a4047",
    void_line="#b3bac1",
)


def theme(dark: bool) -> Theme:
    """Return the colours for a dark or a light card."""
    return DARK if dark else LIGHT


VERDICT_SIGNS = {"accepted": "✓", "rejected": "✕", "invalid": "⊘"}
