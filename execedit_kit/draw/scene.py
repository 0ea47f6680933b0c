"""A picture before it is laid out: nodes, arrows and frames, written down as a Graphviz graph at the end.

Every label is an HTML-like table that was measured here, so that no machine's faces make text leave its box.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, TypeAlias

import graphviz

from execedit_kit.draw.engine import Picture
from execedit_kit.draw.labels import Line, cell, shown, stack, table
from execedit_kit.draw.layout import HEAD
from execedit_kit.draw.theme import FONT, NAME, SMALL, TINY, Theme

Direction: TypeAlias = Literal["LR", "TB"]
ArrowKind: TypeAlias = Literal["next", "sometimes", "lost", "copy"]

_MANY = 6
"""Arrows between two sets of calls; more of them meet in a point."""


@dataclass(frozen=True, slots=True)
class Exit:
    """Where arrows may start: a node, and the kind of arrow that leaves it."""

    node: str
    kind: ArrowKind = "next"


@dataclass
class _Frame:
    name: str
    attributes: dict[str, str]
    nodes: list[str] = field(default_factory=list)
    frames: list[_Frame] = field(default_factory=list)


@dataclass
class Scene:
    """Collects a picture.

    Parameters
    ----------
    theme : Theme
        Its colours.
    direction : Direction
        Whether time goes to the right or downwards.
    used : dict[str, None]
        The marks that the key must explain.
    pairs : list[tuple[str, str]]
        Nodes of which the first should stand above the second, or left of it when time goes downwards.
    erased : frozenset[str]
        The parts of a record (model, section 7) that are struck out.
    """

    theme: Theme
    direction: Direction = "LR"
    used: dict[str, None] = field(default_factory=dict)
    pairs: list[tuple[str, str]] = field(default_factory=list)
    erased: frozenset[str] = frozenset()
    _attributes: dict[str, dict[str, str]] = field(default_factory=dict)
    _sizes: dict[str, tuple[float, float]] = field(default_factory=dict)
    _enter: dict[str, str] = field(default_factory=dict)
    _leave: dict[str, str] = field(default_factory=dict)
    _ports: dict[str, str] = field(default_factory=dict)
    _titles: dict[str, str] = field(default_factory=dict)
    _arrows: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)
    _frames: int = 0
    _open: list[_Frame] = field(default_factory=lambda: [_Frame("", {})])

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self._attributes)

    def key(self, mark: str) -> None:
        """Note that a mark is used, so that the key explains it."""
        self.used[mark] = None

    def node(self, label: str, size: tuple[float, float], *, title: str = "", **attributes: str) -> str:
        """Add a node with a finished label and return its name."""
        name = f"n{len(self._attributes)}"
        self._attributes[name] = {"label": label, **attributes}
        self._sizes[name] = size
        if title:
            self._titles[name] = title
        self._open[-1].nodes.append(name)
        return name

    def box(self, lines: Sequence[Line], *, title: str = "", **attributes: str) -> str:
        """Add a node of a few lines in a rounded box."""
        size = (max(line.width for line in lines) + 16, sum(line.size * 1.2 + 2 for line in lines) + 8)
        usual = {"shape": "box", "style": "rounded,filled", "margin": "0.09,0.05"}
        return self.node(stack(lines), size, title=title, **{**usual, **attributes})

    def diamond(self, lines: Sequence[Line], *, title: str = "", **attributes: str) -> str:
        """Add a node of one or two lines in a diamond."""
        wide = max(line.width for line in lines)
        high = sum(line.size * 1.2 for line in lines)
        size = (wide * 1.45 + 18, high * 1.9 + 14)
        shape = {"shape": "diamond", "style": "filled", "margin": "0", "fixedsize": "true"}
        inches = {"width": f"{size[0] / 72:.3f}", "height": f"{size[1] / 72:.3f}"}
        return self.node(stack(lines), size, title=title, **{**shape, **inches, **attributes})

    def ring(self, lines: Sequence[Line], *, title: str = "", **attributes: str) -> str:
        """Add a node of a line or two in a circle."""
        across = max(26.0, max(line.width for line in lines) + 6, sum(line.size * 1.5 for line in lines) + 4)
        inches = f"{across / 72:.3f}"
        shape = {"style": "filled", "margin": "0", "fixedsize": "true", "width": inches, "height": inches}
        return self.node(stack(lines, CELLPADDING=0), (across, across), title=title, **{**shape, **attributes})

    def words(self, lines: Sequence[Line], more: int = 0) -> str:
        """Return lines as the label of an arrow, and how many are left out."""
        rest = [Line(f"and {more:,} more", self.theme.muted, TINY)] if more > 0 else []
        blank = cell("", WIDTH=5)
        return f"<{table([*([blank, line.cell(), blank] for line in (*lines, *rest)), [cell('', HEIGHT=3)]])}>"

    def bar(self, lines: Sequence[Line], *, title: str = "", colour: str = "") -> str:
        """Add a heavy bar across the direction of time, with words beside it."""
        ink = colour or self.theme.ink
        words = table([[line.cell()] for line in lines])
        wide = max(line.width for line in lines)
        if self.direction == "LR":
            side = cell("", WIDTH=round(max(wide - 6, 2) / 2))
            bar = cell("", PORT="bar", BGCOLOR=ink, WIDTH=6, HEIGHT=46, FIXEDSIZE="TRUE")
            rows = [[cell(words, COLSPAN=3)], [side, bar, side]]
            size = (wide + 6, 46 + 12.0 * len(lines))
        else:
            blank = cell("", WIDTH=round(wide + 6), ROWSPAN=3)
            beside = cell(words, WIDTH=round(wide + 6), ROWSPAN=3)
            above = cell("", WIDTH=64, HEIGHT=8)
            bar = cell("", PORT="bar", BGCOLOR=ink, WIDTH=64, HEIGHT=6, FIXEDSIZE="TRUE")
            rows = [[blank, above, beside], [bar], [above]]
            size = (2 * wide + 80, 20)
        name = self.node(f"<{table(rows)}>", size, title=title, shape="plain")
        self._ports[name] = "bar"
        return name

    def point(self) -> str:
        """Add a point in which arrows meet."""
        return self.node("", (4, 4), shape="point", width="0.06", color=self.theme.line, fillcolor=self.theme.line)

    def open(self, label: str, **attributes: str) -> str:
        """Begin a frame around the nodes that follow, and return its name."""
        self._frames += 1
        frame = _Frame(f"cluster_{self._frames}", {"label": label, "penwidth": "1", **attributes})
        self._open[-1].frames.append(frame)
        self._open.append(frame)
        return frame.name

    def close(self) -> None:
        """End the innermost frame."""
        self._open.pop()

    def arrow(self, tail: str, head: str, kind: ArrowKind = "next", label: str = "", **attributes: str) -> None:
        """Draw an arrow; one that says what comes before what is part of the workflow."""
        if kind == "next" and "P" in self.erased:
            kind = "lost"
        looks = {
            "next": {},
            "sometimes": {"style": "dashed"},
            "lost": {"style": "dotted", "arrowhead": "none", "penwidth": "1.2"},
            "copy": {
                "style": "dashed",
                "color": self.theme.edit_line,
                "constraint": "false",
                "arrowhead": "vee",
                "penwidth": "1.2",
            },
        }[kind]
        if label:
            looks = {**looks, "label": label}
        self._arrows.append((tail, head, {**looks, **attributes}))

    def connect(self, exits: Sequence[Exit], heads: Sequence[str]) -> None:
        """Draw arrows from all exits to all heads; through a point where they would be many."""
        if len(exits) > 1 and len(heads) > 1 and len(exits) * len(heads) > _MANY:
            meeting = self.point()
            for exit_ in exits:
                self.arrow(exit_.node, meeting, exit_.kind, arrowhead="none")
            exits = [Exit(meeting)]
        for exit_ in exits:
            for head in heads:
                clipped = {"ltail": self._leave.get(exit_.node, ""), "lhead": self._enter.get(head, "")}
                self.arrow(exit_.node, head, exit_.kind, **{end: frame for end, frame in clipped.items() if frame})

    def grid(self, nodes: Sequence[str], frame: str) -> tuple[str, str]:
        """Set unordered nodes of a frame in rows, and return those at which one arrow enters and one leaves it."""
        rows = max(3, round((len(nodes) / 2) ** 0.5)) if self.direction == "LR" else 6
        for before, after in zip(nodes, nodes[rows:], strict=False):
            self.arrow(before, after, style="invis")
        self.pairs += pairwise(nodes[:rows])
        self._enter[nodes[0]] = self._leave[nodes[-1]] = frame
        return nodes[0], nodes[-1]

    def extent(self) -> float:
        """Return about how long the picture is in the direction of time, in points."""
        along = 0 if self.direction == "LR" else 1
        following: dict[str, list[str]] = {}
        for tail, head, looks in self._arrows:
            if looks.get("constraint") != "false":
                following.setdefault(tail, []).append(head)
        rank = dict.fromkeys(self._attributes, 0)
        longest: dict[int, float] = {}
        for name in self._order(following):
            longest[rank[name]] = max(longest.get(rank[name], 0), self._sizes[name][along])
            for head in following.get(name, ()):
                rank[head] = max(rank[head], rank[name] + 1)
        return sum(longest.values()) + 28.0 * (len(longest) - 1)

    def _order(self, following: Mapping[str, Sequence[str]]) -> list[str]:
        waiting = dict.fromkeys(self._attributes, 0)
        for heads in following.values():
            for head in heads:
                waiting[head] += 1
        ready = [name for name, before in waiting.items() if not before]
        for name in ready:
            for head in following.get(name, ()):
                waiting[head] -= 1
                if not waiting[head]:
                    ready.append(head)
        return ready

    def plain_picture(self, title: str, notes: Sequence[str]) -> Picture:
        """Return the picture with a title above it and small notes below it."""
        colours = self.theme
        first = Line(title, colours.ink, NAME, bold=True)
        below = [Line(note, colours.muted, TINY) for note in notes]
        wide = max(line.width for line in (first, *below))
        if self.direction == "LR":
            wide = max(wide, self.extent())
        filler = [cell("", WIDTH=round(wide), HEIGHT=8)]
        head = table([[first.cell("LEFT")], filler])
        foot = table([filler, *([line.cell("LEFT")] for line in below)])
        return self.picture("\n".join([title, *notes]), head=f"<{head}>", foot=f"<{foot}>" if notes else "")

    def picture(self, words: str, *, head: str = "", foot: str = "") -> Picture:
        """Return the picture as a Graphviz graph, with a head above it and a foot below it."""
        mirrored = graphviz.Digraph()
        self._write(mirrored, head, foot, -1)
        titles = {name: shown(text) for name, text in self._titles.items()}
        graph = Picture(words, theme=self.theme, titles=titles, pairs=self.pairs, mirrored=mirrored.source)
        self._write(graph, head, foot, 1)
        return graph

    def _write(self, graph: graphviz.Digraph, head: str, foot: str, way: Literal[1, -1]) -> None:
        colours = self.theme
        graph.graph_attr.update(
            rankdir=self.direction,
            bgcolor=colours.card,
            fontname=FONT,
            nodesep="0.22" if self.direction == "LR" else "0.25",
            ranksep="0.34" if self.direction == "LR" else "0.2",
            labelloc="b",
            labeljust="l",
            compound="true",
        )
        if foot:
            graph.graph_attr["label"] = foot
        graph.node_attr.update(
            fontname=FONT,
            fontsize=f"{SMALL:g}",
            color=colours.line,
            fontcolor=colours.ink,
            height="0",
            width="0",
        )
        graph.edge_attr.update(
            fontname=FONT, fontsize=f"{TINY:g}", color=colours.line, fontcolor=colours.muted, arrowsize="0.6"
        )
        outer = self._open[0]
        if head:
            around = {"label": head, "penwidth": "0", "margin": "0"}
            outer = _Frame("", {}, frames=[_Frame(HEAD, around, outer.nodes, outer.frames)])
        self._frame(graph, outer, way)
        for tail, head_, looks in self._arrows[::way]:
            graph.edge(self._end(tail, out=True), self._end(head_, out=False), **looks)

    def _end(self, name: str, *, out: bool) -> str:
        port = self._ports.get(name)
        if port is None:
            return name
        return f"{name}:{port}:{('e' if out else 'w') if self.direction == 'LR' else ('s' if out else 'n')}"

    def _frame(self, graph: graphviz.Digraph, frame: _Frame, way: Literal[1, -1]) -> None:
        for name in frame.nodes[::way]:
            graph.node(name, **self._attributes[name])
        for inner in frame.frames[::way]:
            part = graphviz.Digraph(name=inner.name)
            part.graph_attr.update({"labelloc": "t", "bgcolor": "transparent", **inner.attributes})
            self._frame(part, inner, way)
            graph.subgraph(part)
