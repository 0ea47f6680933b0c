"""The nodes of a record's picture: calls, checkpoints, groups, and what stands for many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from execedit_kit.draw.calls import CallState
from execedit_kit.draw.labels import (
    Line,
    listed,
    named,
    shown,
)
from execedit_kit.draw.past import Done, Flag, Past
from execedit_kit.draw.scene import Scene
from execedit_kit.draw.theme import NAME, SMALL, TINY
from execedit_kit.draw.view import View
from execedit_kit.record.numbers import count
from execedit_kit.record.workflow import Choice, Parallel

_NAMES_IN_A_BOX = 8
_SHORT = 16
_ERASED = "rounded,filled,dotted"


def done_box(scene: Scene, step: Done, label: str) -> str:
    """Draw a processed call."""
    theme = scene.theme
    scene.key(step.mode)
    said = f"{step.number} · new" if step.mode == "new" else f"{step.number} ↺ reuse"
    status = Line(said, theme.ink, struck="E" in scene.erased)
    lines = [*named(step.call, theme.ink), *_said(scene, step.call, step.action, label, status, "R")]
    style = "rounded,filled" if step.mode == "new" else "rounded,filled,dashed"
    kept = "E" not in scene.erased
    title = f"{step.call}: processed as number {step.number} in {step.branch}, {step.mode}; action {step.action}"
    return scene.box(
        lines,
        title=f"{title}, label {label}",
        style=style if kept else _ERASED,
        fillcolor=theme.done if kept and step.mode == "new" else theme.box,
        color=theme.done_line if kept else theme.line,
        penwidth="1.6",
    )


def flag_box(scene: Scene, flag: Flag) -> str:
    """Draw a checkpoint where it was taken."""
    scene.key("flag")
    return scene.box(
        [
            Line(f"⚑ {text}" if not n else text, scene.theme.ink, SMALL, bold=True)
            for n, text in enumerate(_lines(flag))
        ],
        title=f"checkpoint {flag.name} of branch {flag.branch}",
        shape="cds" if scene.direction == "LR" else "box",
        style="filled",
        margin="0.12,0.05",
        fillcolor=scene.theme.flag,
        color=scene.theme.flag_line,
        penwidth="1.2",
    )


def _lines(flag: Flag) -> list[str]:
    return [line.text for line in named(flag.name, "")]


def call_box(scene: Scene, view: View, call: str, results: str = "") -> str:
    """Draw a call that has not been processed. `results` says to which of several results it belongs."""
    theme, state = scene.theme, view.states[call]
    fill, colour, pen = theme.box, theme.line, 1.0
    enabled = state.state == "enabled"
    scene.key("next" if enabled else "waits")
    said = f"{'▶ next' if enabled else '○ waits'} {'· new' if state.mode == 'new' else '↺ reuse'}"
    status = Line(said, theme.ink if enabled else theme.muted, SMALL, struck=bool(scene.erased & {"P", "E"}))
    lines = [*named(call, theme.ink), *_said(scene, call, state.action, state.label, status, "I")]
    derived = view.derivation
    if derived is not None and call in derived.calls:
        scene.key("edit")
        fill, colour = theme.edit, theme.edit_line
        original = derived.copies.get(call)
        lines.append(Line(f"+ copy of {shown(original)}" if original else "+ added by the rule", theme.muted, TINY))
    if enabled:
        pen = 2.4
        colour = theme.ink if fill == theme.box else colour
    if state.mode == "reuse":
        scene.key("reuse")
    if results:
        lines.append(Line(results, theme.muted, TINY))
    if call in view.prefix:
        scene.key("prefix")
        lines.append(Line(f"prefix, {_nth(view.prefix.index(call) + 1)}", theme.ink, SMALL, bold=True))
        colour, pen = theme.no_line, 2.4
    elif call in view.missing:
        scene.key("missing")
        lines.append(Line("✕ not any more", theme.ink, SMALL, bold=True))
        colour, fill, pen = theme.no_line, theme.no, 2.4
    return scene.box(
        lines,
        title=_told(state),
        style="rounded,filled" if state.mode == "new" else "rounded,filled,dashed",
        fillcolor=fill,
        color=colour,
        penwidth=f"{pen:g}",
    )


def _said(scene: Scene, call: str, action: str, label: str, status: Line, part: str) -> list[Line]:
    """Return action, label and status, one below the other; in one line where time goes downwards, to save height.

    `part` is the part of the record that says which action it is.
    """
    if part in scene.erased:
        struck = named(action, scene.theme.muted, size=SMALL, bold=False, struck=True)
        return [*struck, *named(label, scene.theme.muted, size=SMALL, bold=False), status]
    if call == action == label:
        return [status]
    text = shown(action) if label == action else f"{shown(action)} · {shown(label)}"
    if scene.direction == "TB" and len(text) <= _SHORT:
        return [replace(status, text=f"{text} · {status.text}")]
    return [*named(text, scene.theme.muted, size=SMALL, bold=False), status]


def _told(state: CallState) -> str:
    return f"{state.call}: {state.state}, now {state.mode}; action {state.action}, label {state.label}"


def _nth(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def struck_box(scene: Scene, calls: Sequence[str], why: str, mark: str) -> str:
    """Draw calls that will not happen, as one box of struck-out names."""
    theme = scene.theme
    scene.key(mark)
    lines = [Line(f"✕ {text}" if not n else text, theme.muted, SMALL) for n, text in enumerate(why.split("\n"))]
    for call in calls[:_NAMES_IN_A_BOX]:
        lines += named(call, theme.muted, size=SMALL + 1, bold=False, struck=True)
    if len(calls) > _NAMES_IN_A_BOX:
        lines.append(Line(f"and {len(calls) - _NAMES_IN_A_BOX:,} more", theme.muted, SMALL))
    return scene.box(
        lines,
        title=f"{why}: {listed(calls, 40)}",
        style="rounded,filled,dashed",
        fillcolor=theme.lane,
        color=theme.no_line if mark == "removed" else theme.line,
    )


def nothing_left(scene: Scene) -> str:
    """Draw the end of a branch that has no calls left."""
    return scene.box(
        [Line("nothing left to do", scene.theme.muted, SMALL)],
        style="rounded,filled,dotted",
        fillcolor=scene.theme.box,
    )


def group_node(scene: Scene, tree: Choice | Parallel) -> str:
    """Draw a named group: a diamond of which one arm happens, or a bar whose arms both happen."""
    ink, muted, struck = scene.theme.ink, scene.theme.muted, "P" in scene.erased
    name = shown(tree.group)
    name = name if len(name) <= 14 else f"{name[:8]}…{name[-5:]}"
    if struck:  # its shape would tell what kind of group it was
        kind = "both" if isinstance(tree, Parallel) else "one of"
        lines = [Line(kind, ink, SMALL, bold=True, struck=True), Line(name, muted, TINY, struck=True)]
        return scene.box(lines, title=f"group {tree.group}", style=_ERASED, fillcolor=scene.theme.box)
    if isinstance(tree, Parallel):
        lines = [Line("both", ink, SMALL, bold=True), Line(name, muted, TINY)]
        return scene.bar(lines, title=f"group {tree.group}: both arms happen")
    chosen = "" if tree.selected == "open" else f"; the {tree.selected} arm is chosen"
    lines = [Line("one of", ink, SMALL, bold=True), Line(name, muted, TINY)]
    return scene.diamond(
        lines,
        title=f"group {tree.group}: one arm happens{chosen}",
        fillcolor=scene.theme.box,
        color=ink,
        penwidth="1.4",
    )


def small_diamond(scene: Scene) -> str:
    """Draw where the results of one contract part."""
    return scene.diamond(
        [Line("one of", scene.theme.ink, TINY, struck="P" in scene.erased)],
        title="the results of this branch differ here",
        fillcolor=scene.theme.box,
        color=scene.theme.line,
    )


def many_box(scene: Scene, what: str, *, following: Iterable[str] = (), notes: Iterable[str] = ()) -> str:
    """Draw one box that stands for many calls or branches, and say what is in it."""
    theme = scene.theme
    scene.key("summary")
    following = list(following)
    lines = [Line(f"▤ {what}", theme.ink, NAME, bold=True)]
    if following:
        lines += named(f"▶ next: {listed(following, 6)}", theme.muted, size=SMALL, bold=False)
    for note in notes:
        lines += named(note, theme.muted, size=SMALL, bold=False)
    return scene.box(lines, title=what, style="filled", fillcolor=theme.lane, color=theme.ink, peripheries="2")


def many_past(scene: Scene, steps: Sequence[Past]) -> str:
    """Draw one box that stands for many past steps."""
    done = [step for step in steps if isinstance(step, Done)]
    flags = [step.name for step in steps if isinstance(step, Flag)]
    new = sum(step.mode == "new" for step in done)
    notes = [f"{new:,} new, {len(done) - new:,} reuse"]
    if done:
        notes.append(f"numbers {done[0].number:,} to {done[-1].number:,}")
    if flags:
        notes.append(f"⚑ {listed(flags, 4)}")
    return many_box(scene, f"{count(len(done), 'call')} processed", notes=notes)
