"""The values of the stepper's scene: what stands where, in which round it falls, and why. All frozen."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from execedit_kit.record.execution import Mode
from execedit_kit.widgets.stepper_graph import Kind


@dataclass(frozen=True, slots=True)
class Name:
    """A result: its name, and a short one that still tells it from the others."""

    name: str
    short: str


@dataclass(frozen=True, slots=True)
class Node:
    """A prefix, a state or a group of states, where it stands in every round.

    Parameters
    ----------
    id : str
        Stable.
    x, y, width, height : float
        Its box, in pixels.
    lines, details : tuple[str, ...]
        What is written in it, large and small.
    name : str
        What it is, in words.
    prefix : tuple[str, ...]
        The prefix it stands for, or a shortest one that leads there.
    depth : int
        How many calls it is from the start.
    falls : int
        The round in which it falls; 0 for never.
    own : bool
        Whether it falls itself; else it goes along with what fell before or after it.
    stub : bool
        On no pair of B₀: what the policy allows there cannot be finished.
    complete : bool
        Whether its results are complete there.
    compatible, missing : tuple[int, ...]
        Positions in the scene's results.
    reason : str
        Why it falls, as a sentence; empty when it does not.
    states, prefixes : str
        How many of them it stands for, as digits; empty when not counted.
    """

    id: str
    x: float
    y: float
    width: float
    height: float
    lines: tuple[str, ...]
    details: tuple[str, ...]
    name: str
    prefix: tuple[str, ...]
    depth: int
    falls: int
    own: bool
    stub: bool
    complete: bool
    compatible: tuple[int, ...]
    missing: tuple[int, ...]
    reason: str
    states: str
    prefixes: str


@dataclass(frozen=True, slots=True)
class Edge:
    """An arrow: a call with its action and whether it is new or a reuse; between groups, how many moves it stands for.

    Parameters
    ----------
    id, source, target : str
        Its own id and those of its ends.
    path : str
        The line, as an SVG path.
    points, head : tuple
        The same as Bézier points, and the triangle at its end.
    label : str
        Its call in words.
    shown : bool
        Whether the label is written there always, or only for what is looked at.
    x, y : float
        Where the label's middle is.
    falls : int
        The round in which it goes; 0 for never.
    """

    id: str
    source: str
    target: str
    call: str
    action: str
    mode: Mode
    count: str
    path: str
    points: tuple[tuple[float, float], ...]
    head: tuple[tuple[float, float], ...]
    label: str
    shown: bool
    x: float
    y: float
    falls: int


@dataclass(frozen=True, slots=True)
class Removed:
    """One removal of the proof, as :class:`execedit_kit.check.steps.Removal` has it, and the nodes it is shown at.

    `said` is the reason with the results' short names.
    """

    round: int
    prefix: tuple[str, ...]
    missing: tuple[int, ...]
    reason: str
    said: str
    nodes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A round.

    Parameters
    ----------
    number : int
        0 for B₀.
    size : str
        |B_number| as digits.
    by_result : tuple[str, ...]
        How many of these pairs each result has, as digits; empty where there are too many states to count.
    removals : tuple[Removed, ...]
        What falls in this round, in order.
    more : int
        How many more removals there are than are listed.
    """

    number: int
    size: str
    by_result: tuple[str, ...]
    removals: tuple[Removed, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class Rules:
    """The automaton that remains, or only its size when it is too large to draw. Marked states are ``complete``."""

    states: str
    moves: str
    says: str
    width: float = 0
    height: float = 0
    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()


@dataclass(frozen=True, slots=True)
class StepperScene:
    """All of it. `document` is what travels to the browser.

    Parameters
    ----------
    kind : Kind
        ``trie``, ``states`` or ``groups``.
    says : str
        What the picture shows, in a sentence.
    note : str
        What has to be said besides: why B₀ is empty.
    verdict, why, edit : str
        Of the answer.
    remaining : str
        |W†| as digits.
    """

    kind: Kind
    says: str
    note: str
    verdict: str
    why: str
    edit: str
    remaining: str
    width: float
    height: float
    results: tuple[Name, ...]
    rounds: tuple[Step, ...]
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    rules: Rules | None

    @property
    def last(self) -> int:
        """The number of the last round."""
        return len(self.rounds) - 1

    def document(self) -> dict[str, Any]:
        """Return the scene as JSON values; lines once, as paths."""
        document = asdict(self)
        for edge in (*document["edges"], *((document["rules"] or {}).get("edges", ()))):
            del edge["points"]
        return document
