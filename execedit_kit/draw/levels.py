"""A large graph in a few boxes: states that are equally far from the start are one box, with exact numbers."""

from __future__ import annotations

from dataclasses import dataclass, field

from execedit_kit.draw.labels import Line
from execedit_kit.draw.scene import Scene
from execedit_kit.draw.theme import NAME, SMALL, TINY
from execedit_kit.record.numbers import count

_MOST = 24


@dataclass
class Level:
    """The states that are equally far from the start.

    Parameters
    ----------
    name : str
        How far.
    states, finished : int
        How many there are, and in how many of them everything is finished.
    fallen : dict[int, int]
        Round → how many fall in it.
    moves : dict[int, tuple[int, int]]
        Level → moves to it: new ones and reuses.
    """

    name: str
    states: int = 0
    finished: int = 0
    fallen: dict[int, int] = field(default_factory=dict)
    moves: dict[int, tuple[int, int]] = field(default_factory=dict)

    def count_move(self, target: int, *, new: bool) -> None:
        """Count a move to another level."""
        fresh, reuse = self.moves.get(target, (0, 0))
        self.moves[target] = (fresh + new, reuse + (not new))


def draw_levels(scene: Scene, levels: list[Level], current: int | None = None) -> None:
    """Draw levels one after the other; of very many, the first and the last."""
    half = _MOST // 2
    many = len(levels) > _MOST
    shown_ = {n for n in range(len(levels)) if not many or n < half or n >= len(levels) - half or n == current}
    scene.direction = "TB"
    nodes: dict[int, str] = {}
    hidden: str | None = None
    for n, level in enumerate(levels):
        if n in shown_:
            nodes[n] = _level(scene, level, n == current)
            continue
        if hidden is None:
            inside = [one for m, one in enumerate(levels) if m not in shown_]
            states = sum(one.states for one in inside)
            text = f"… {count(len(inside), 'more level')} with {count(states, 'state')} …"
            hidden = scene.box([Line(text, scene.theme.muted)], fillcolor=scene.theme.lane)
        nodes[n] = hidden
    drawn: set[tuple[str, str]] = set()
    for n, level in enumerate(levels):
        for target, (fresh, reuse) in sorted(level.moves.items()):
            ends = (nodes[n], nodes[target])
            if ends[0] == ends[1] or ends in drawn:
                continue
            drawn.add(ends)
            exact = n in shown_ and target in shown_
            text = ", ".join(f"{number:,} {mode}" for number, mode in ((fresh, "new"), (reuse, "↺ reuse")) if number)
            scene.arrow(*ends, label=scene.words([Line(text, scene.theme.muted, TINY)]) if exact and text else "")


def _level(scene: Scene, level: Level, now: bool) -> str:
    theme = scene.theme
    lines = [Line(level.name, theme.muted, SMALL), Line(count(level.states, "state"), theme.ink, NAME, bold=True)]
    if level.finished:
        lines.append(Line(f"◎ {level.finished:,} finished", theme.ink, TINY))
    fallen = sorted(level.fallen.items())
    lines += [Line(f"✕ {number:,} fall in round {round_}", theme.ink, TINY) for round_, number in fallen[:4]]
    if len(fallen) > 4:
        lines.append(Line(f"✕ {sum(number for _, number in fallen[4:]):,} in later rounds", theme.ink, TINY))
    if now:
        lines.append(Line("● now", theme.ink, SMALL, bold=True))
    return scene.box(
        lines,
        style="rounded,filled",
        fillcolor=theme.flag if now else theme.no if fallen else theme.yes if level.finished else theme.box,
        color=theme.flag_line if now else theme.no_line if fallen else theme.yes_line if level.finished else theme.ink,
        penwidth="2" if now else "1",
    )
