"""The words and the markup around the desk of a level. Everything from a level file is escaped."""

from __future__ import annotations

from html import escape

from execedit_kit.widgets.desk_model import words
from execedit_kit.widgets.levels import Level, Progress
from execedit_kit.widgets.levels_progress import Reached, Saved
from execedit_kit.widgets.levels_read import Move
from execedit_kit.widgets.levels_steps import step_of

_STYLE = "max-width:52rem;line-height:1.5;color:inherit"
OTHER_RECORD = '<p role="alert"><b>The desk shows another record.</b> Press Reset to play this level.</p>'


def stars(number: int) -> str:
    """Return stars as text."""
    return "★" * number + "☆" * (3 - number)


def option(level: Level, reached: Reached | None) -> str:
    """Return a level's line in the picker."""
    number, _, _ = level.name.partition("-")
    done = f"{stars(reached.stars)} solved" if reached else "not solved yet"
    return f"{number} {level.title} · {done}"


def total(saved: Saved, number: int) -> str:
    """Return how far the player is over all levels."""
    got = sum(one.stars for one in saved.reached.values())
    return f"<span>{len(saved.reached)} of {number} solved, {got} of {3 * number} stars</span>"


def kept(browser: bool, file: str) -> str:
    """Return where progress is kept, and what to do to take it elsewhere."""
    where = "in this browser, for the next time you open this page or run this cell" if browser else ""
    if file:
        where += f"{', and ' if where else ''}in the file {escape(file)}"
    said = f"Your progress is kept {where}. " if where else "Nothing keeps your progress by itself here. "
    return (
        f'<p style="{_STYLE}">{said}To go on elsewhere, copy the line beside “Keep” and paste it into “Go on from” '
        "there.</p>"
    )


def brief(level: Level) -> str:
    """Return the title and what is told before."""
    return f'<div style="{_STYLE}"><h3>{escape(level.title)}</h3><p>{escape(level.brief)}</p></div>'


def goal(judged: Progress) -> str:
    """Return the conditions, ticked or not, with steps and par."""
    lines = "".join(
        f'<li style="list-style:none"><b aria-hidden="true">{"✓" if one.met else "○"}</b> '
        f"{escape(one.words)} <small>({'met' if one.met else escape(f'not yet; {one.now}' if one.now else 'not yet')})"
        "</small></li>"
        for one in judged.conditions
    )
    met = sum(one.met for one in judged.conditions)
    return (
        f'<div style="{_STYLE}" role="status" aria-label="Goal"><b>Goal</b>, {met} of {len(judged.conditions)} met'
        f'<ul style="margin:.2em 0;padding-left:.5em">{lines}</ul>'
        f"Steps: {judged.steps}, par: {judged.par}. Asking and undoing are free.</div>"
    )


def said(level: Level, judged: Progress, *, hints: int, shown: bool) -> str:
    """Return the hints taken, the solution shown, and after success the explanation."""
    parts = []
    if hints:
        lines = "".join(f"<li>{escape(hint)}</li>" for hint in level.hints[:hints])
        parts.append(f'<div role="status"><b>Hints</b><ol style="margin:.2em 0">{lines}</ol></div>')
    if shown:
        solution = level.solutions[0]
        lines = "".join(f"<li>{escape(move_words(move))}</li>" for move in solution.moves)
        title = f"<b>Shown</b>: {escape(solution.title)}"
        parts.append(f'<div role="status">{title}<ol style="margin:.2em 0">{lines}</ol></div>')
    if judged.solved:
        head = (
            f"{stars(judged.stars)} Solved in {judged.steps} step{'' if judged.steps == 1 else 's'}, par {judged.par}."
        )
        more = "" if judged.stars == 3 else f" {_one_more(judged, shown=shown)}"
        parts.append(
            '<div role="alert" style="border-left:4px solid currentColor;padding-left:.8em">'
            f"<b>{head}</b>{escape(more)}<p>{escape(level.explanation)}</p></div>"
        )
    return f'<div style="{_STYLE}">{"".join(parts)}</div>' if parts else ""


def _one_more(judged: Progress, *, shown: bool) -> str:
    if shown:
        return "Reset and find a way yourself for more stars."
    if judged.steps > judged.par:
        return f"There is a way with {judged.par}."
    return "Reset and do it without hints for the third star."


def move_words(move: Move) -> str:
    """Return a move in words."""
    if move.kind == "undo":
        return f"undo {move.back} step{'' if move.back == 1 else 's'}"
    if move.kind == "ask":
        guess = f", predicting {move.guess}" if move.guess else ""
        return f"ask: {words(step_of(move.step))}{guess}"
    return words(step_of(move.step))


def trouble(text: str) -> str:
    """Return what went wrong, for the strip above the desk."""
    return f'<p role="alert"><b>That did not work:</b> {escape(text)}. Nothing changed.</p>'


def account(level: Level, judged: Progress, saved: Saved) -> str:
    """Return all of it as plain text."""
    lines = [f"Level {level.name}: {level.title}", level.brief, ""]
    lines += [f"[{'x' if one.met else ' '}] {one.words}" for one in judged.conditions]
    lines += ["", f"Steps: {judged.steps}, par: {judged.par}", f"Progress token: {saved.token}"]
    return "\n".join(lines) + "\n"
