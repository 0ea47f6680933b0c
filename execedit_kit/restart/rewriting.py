"""Rewriting a source in place: spaces over what goes, and text put in where it stood, so that no line moves."""

from __future__ import annotations

from functools import cached_property

from tree_sitter import Node


class Edits:
    """Changes to a source; positions are those of the source before all of them.

    Parameters
    ----------
    source : bytes
        The source.
    """

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.bytes = bytearray(source)
        self._put: list[tuple[int, bytes]] = []

    def blank(self, start: int, end: int) -> None:
        """Write spaces over a part; its lines stay."""
        for at in range(start, end):
            if self.bytes[at] not in b"\r\n":
                self.bytes[at] = 32

    def put(self, at: int, text: bytes) -> None:
        """Put a text in before a position."""
        self._put.append((at, text))

    @cached_property
    def fresh(self) -> bytes:
        """A name that the source does not use."""
        return next(name for n in range(len(self.source) + 1) if (name := b"_%d" % n) not in self.source)

    def done(self) -> bytes:
        """Return the source after the changes."""
        out = bytes(self.bytes)
        for at, text in sorted(self._put, key=lambda edit: edit[0], reverse=True):
            out = out[:at] + text + out[at:]
        return out


def text_of(node: Node | None) -> bytes:
    """Return the text of a node; that of none is empty."""
    return (node.text if node is not None else None) or b""
