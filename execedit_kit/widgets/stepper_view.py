"""What of the stepper's scene is shown: the round, a comparison, a filter, a guess; and what that makes of each node.

The front-end has the same few rules in JavaScript, so that it needs no kernel; a browser test holds the two together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from execedit_kit.record.numbers import count
from execedit_kit.widgets.stepper_values import Node, Removed, StepperScene

HIDDEN = "your guess first"
LEGEND = (
    ("there", "still there"),
    ("now", "✕ falls in this round"),
    ("along", "goes along"),
    ("gone", "fell before"),
    ("kept", "remains: W†"),
    ("whole", "complete"),
    ("reuse", "↺ reuse"),
)
"""Look → what it says; the last two are a double frame and a dashed arrow."""
MARKS = {"guess": "?", "right": "✓", "missed": "!", "wrong": "○", "along": "~"}
MARKS_SAID = "guesses: ? chosen, ✓ foreseen, ! not foreseen, ~ goes along, ○ stays"
State: TypeAlias = Literal["there", "kept", "now", "along", "gone", "stub"]
Guessed: TypeAlias = Literal["", "guess", "right", "missed", "wrong", "along"]


@dataclass(frozen=True, slots=True)
class View:
    """What is shown.

    Parameters
    ----------
    round : int
        The round.
    compare : tuple[int, int] | None
        Two rounds, the earlier first, instead of one.
    filter : str
        A result, or empty for all.
    selection : str
        The id of the node looked at.
    predict : bool
        Whether the viewer guesses what falls next, so that nothing of a later round shows.
    guess : tuple[str, ...]
        The ids chosen so far.
    guesses : Mapping[int, tuple[str, ...]]
        Round → what was guessed to fall in it.
    rules : bool
        Whether the automaton that remains is shown instead.
    """

    round: int = 0
    compare: tuple[int, int] | None = None
    filter: str = ""
    selection: str = ""
    predict: bool = False
    guess: tuple[str, ...] = ()
    guesses: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    rules: bool = False

    @property
    def span(self) -> tuple[int, int]:
        """The rounds after the first and up to the second are what falls now."""
        return self.compare or (self.round - 1, self.round)


@dataclass(frozen=True, slots=True)
class Score:
    """How well it was guessed what falls: of what fell itself, how much was chosen, and what was chosen and stayed."""

    right: int
    missed: int
    wrong: int

    def __str__(self) -> str:
        """Return it as a sentence."""
        wrong = f", {self.wrong} guessed that stayed" if self.wrong else ""
        return f"{self.right} of {self.right + self.missed} foreseen{wrong}"


def score(scene: StepperScene, guesses: Mapping[int, tuple[str, ...]]) -> Score:
    """Count over all guesses. What goes along with what falls is neither right nor wrong."""
    right = missed = wrong = 0
    for number, guess in guesses.items():
        marks = [guessed(node, number, guess) for node in scene.nodes]
        right, missed = right + marks.count("right"), missed + marks.count("missed")
        wrong += marks.count("wrong")
    return Score(right, missed, wrong)


def guessed(node: Node, number: int, guess: tuple[str, ...]) -> Guessed:
    """Say what a guess for a round was worth at a node."""
    chosen = node.id in guess
    if node.falls == number and node.own:
        return "right" if chosen else "missed"
    if not chosen:
        return ""
    return "along" if node.falls == number else "wrong"


def mark(node: Node, view: View) -> Guessed:
    """Return the mark at a node: chosen for the next round, or what the guess for this one was worth."""
    if not view.predict:
        return ""
    if view.round in view.guesses and not view.guess:
        return guessed(node, view.round, view.guesses[view.round])
    return "guess" if node.id in view.guess else ""


def state(scene: StepperScene, node: Node, view: View) -> State:
    """Say what has become of a node."""
    low, high = view.span
    if node.stub:
        return "stub"
    if not node.falls or node.falls > high:
        done = high == scene.last and not node.falls and not (view.predict and scene.last + 1 not in view.guesses)
        return "kept" if done else "there"
    if node.falls > low:
        return "now" if node.own else "along"
    return "gone"


def matches(scene: StepperScene, node: Node, view: View) -> bool:
    """Whether a node is still compatible with the result that is filtered for."""
    return not view.filter or any(scene.results[i].name == view.filter for i in node.compatible)


def looked_at(scene: StepperScene, view: View) -> tuple[str, ...]:
    """Say of the node that is selected what it is, whether it falls and why, and what it stands for; sentences."""
    node = next((one for one in scene.nodes if one.id == view.selection), None)
    if node is None:
        return ()
    ended = view.round == scene.last and not hidden(scene, view)
    facts = [node.name]
    if node.falls and (not view.predict or node.falls <= known(view)):
        facts.append(f"{'Falls' if node.own else 'Goes along'} in round {node.falls}: {node.reason}.")
    elif node.stub:
        facts.append(f"{node.reason}." if node.reason else "Nothing goes on from here that can be finished.")
    elif not view.predict or ended:
        facts.append("Never falls.")
    facts.append(f"{'Complete' if node.complete else 'Compatible'}: {_results(scene, node.compatible)}.")
    if scene.kind == "groups":
        prefixes = f", {_prefixes(node.prefixes)}" if node.prefixes else ""
        facts.append(f"{count(int(node.states), 'state')}{prefixes}.")
        if node.prefix:
            facts.append(f"{'After' if node.states == '1' else 'One of them: after'} {', '.join(node.prefix)}.")
    into = [edge for edge in scene.edges if edge.target == node.id and edge.call]
    if len(into) == 1:
        facts.append(f"{into[0].call}: action {into[0].action}, {into[0].mode}.")
    return tuple(facts)


def _results(scene: StepperScene, positions: tuple[int, ...]) -> str:
    names = ", ".join(scene.results[i].short for i in positions[:4])
    return f"{names} and {len(positions) - 4} more" if len(positions) > 4 else names


def removals(scene: StepperScene, view: View) -> Iterator[Removed]:
    """Yield what falls in the rounds shown and, under a filter, makes that result impossible."""
    low, high = view.span
    for step in scene.rounds:
        if low < step.number <= high:
            for removed in step.removals:
                if not view.filter or any(scene.results[i].name == view.filter for i in removed.missing):
                    yield removed


def caption(scene: StepperScene, view: View) -> str:
    """Say which round it is, and its exact size."""
    low, high = view.span
    now = scene.rounds[high]
    if scene.verdict == "invalid":
        return scene.why
    if view.compare:
        before = scene.rounds[low]
        gone = int(before.size) - int(now.size)
        return (
            f"{b(low)} → {b(high)}: {grouped(before.size)} → {pairs(now.size)}, "
            f"{grouped(str(gone)) if gone else 'none'} removed"
        )
    of = "" if view.predict else f" of {scene.last}"
    round_ = f"Round {high}{of}: " if scene.last or view.predict else ""
    return f"{round_}{b(high)} has {pairs(now.size)}{end(scene, view)}"


def hidden(scene: StepperScene, view: View) -> bool:
    """Whether the verdict is still to be guessed."""
    return view.predict and bool(scene.nodes) and not (view.round == scene.last and scene.last + 1 in view.guesses)


def end(scene: StepperScene, view: View) -> str:
    """Say, in the last round, that nothing falls any more."""
    if view.round != scene.last or hidden(scene, view):
        return ""
    if scene.rounds[-1].size == "0":
        return "; nothing remains: rejected"
    more = " any more" if scene.last else ""
    return f"; nothing falls{more}: W† has {_prefixes(scene.remaining)}"


def _prefixes(digits: str) -> str:
    return f"{int(digits):,} prefix{'' if digits == '1' else 'es'}"


def known(view: View) -> int:
    """Return the last round of which anything may show while what falls is guessed."""
    return max([view.round, *view.guesses])


def pairs(size: str) -> str:
    """Return a size with its noun."""
    return count(int(size), "pair")


def grouped(size: str) -> str:
    """Return digits in groups of three."""
    return f"{int(size):,}"


def b(number: int) -> str:
    """Return the name of a round's set, such as B₁."""
    return "B" + str(number).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


def account(scene: StepperScene, view: View) -> str:
    """Return the whole pruning as plain text, or what may be known of it while it is guessed."""
    guessing = hidden(scene, view)
    lines = [f"{HIDDEN if guessing else scene.verdict}: {scene.edit}", *([] if guessing else [scene.why]), scene.says]
    if scene.note:
        lines.append(scene.note)
    for step in scene.rounds if scene.nodes else ():
        if guessing and step.number > known(view):
            break
        lines.append(f"{b(step.number)}: {pairs(step.size)}")
        lines += [f"  ✕ {removed.said}" for removed in step.removals]
        if step.more:
            lines.append(f"  … and {step.more:,} more")
    return "\n".join(lines)
