"""The picture of an execution record, and of an edit drawn onto it with its verdict."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise

from execedit_kit.check.answer import Answer
from execedit_kit.draw.boxes import (
    call_box,
    done_box,
    flag_box,
    group_node,
    many_box,
    many_past,
    nothing_left,
    small_diamond,
    struck_box,
)
from execedit_kit.draw.calls import excluded
from execedit_kit.draw.engine import Picture
from execedit_kit.draw.frame import Foot, head, in_words
from execedit_kit.draw.labels import (
    Line,
    listed,
    named,
    shown,
    stack,
)
from execedit_kit.draw.past import Done, Past, place
from execedit_kit.draw.scene import Direction, Exit, Scene
from execedit_kit.draw.shape import Beside, OneOf, Plain, Shape, Steps, Tangle, shape
from execedit_kit.draw.summary import MOST_NODES, Plan, plan, shorten
from execedit_kit.draw.theme import NAME, TINY, theme
from execedit_kit.draw.view import View, view
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.numbers import count
from execedit_kit.record.workflow import Branch, Choice, Join, Parallel, Workflow, branches, enabled
from execedit_kit.record.workflow import Sequence as Then

_MANY_SINGLE = 6
LONGEST = 1000.0
"""Points; a picture that would be longer from left to right goes from top to bottom."""


def dag(
    value: ExecutionRecord | Answer,
    *,
    dark: bool = False,
    direction: Direction | None = None,
    most: int = MOST_NODES,
    erased: frozenset[str] = frozenset(),
) -> Picture:
    """Draw a record, or the edit of an answer onto its record.

    Parameters
    ----------
    value : ExecutionRecord | Accepted | Rejected | Invalid
        What to draw.
    dark : bool
        Whether on a dark ground.
    direction : {"LR", "TB"}, optional
        Whether time goes to the right or downwards; left out, whichever is easier to read.
    most : int
        How many nodes are drawn one by one; beyond that the largest parts are drawn as one box each, which says so.
    erased : frozenset[str]
        Parts of the record that are struck out: P, I, E, R (model, section 7); C is not in the picture.

    Returns
    -------
    Picture
        A :class:`graphviz.Digraph`.
    """
    seen = view(value)
    colours = theme(dark)
    drawn = _Drawing(Scene(colours, direction or "LR", erased=erased), seen, plan(seen, most))
    drawn.all()
    if direction is None and drawn.scene.extent() > LONGEST:
        drawn = _Drawing(Scene(colours, "TB", erased=erased), seen, drawn.plan)
        drawn.all()
    scene = drawn.scene
    wide = max(430.0, min(scene.extent(), LONGEST)) if scene.direction == "LR" else 560.0
    notes = drawn.notes()
    foot = Foot(seen.record, colours, wide, tuple(scene.used), notes, erased).label()
    words = "\n".join([in_words(value), *notes])
    return scene.picture(words, head=head(value, colours, wide, struck="E" in erased), foot=foot)


class _Drawing:
    """Draws a view onto a scene, from the past to the future."""

    def __init__(self, scene: Scene, seen: View, boxed: Plan) -> None:
        self.scene = scene
        self.view = seen
        self.plan = boxed
        self.flags: dict[str, str] = {}
        self.first: dict[str, tuple[str, str]] = {}
        self._followed = 0
        self._lost = seen.lost

    def all(self) -> None:
        """Draw everything."""
        self.tree(self.view.tree, self.chain(self.view.before, []))
        for branch, checkpoint in self.view.restored():
            if checkpoint in self.flags and branch in self.first:
                self.scene.key("copy")
                node, lane = self.first[branch]
                self.scene.arrow(self.flags[checkpoint], node, "copy", lhead=lane)

    def notes(self) -> tuple[str, ...]:
        """Say what is not in the picture."""
        notes = []
        gone = excluded(self.view.record)
        if gone:
            notes.append(f"no longer in the workflow: {listed(gone)}")
        if self.plan.hidden:
            notes.append(
                f"▤ Summarised: {count(self.plan.hidden, 'call')} of "
                f"{len(self.view.states):,} are not drawn one by one; tables.calls(record) lists them all."
            )
        return tuple(notes)

    def tree(self, node: Workflow, exits: Sequence[Exit]) -> list[Exit]:
        """Draw a workflow after `exits`, and return where it ends."""
        if id(node) in self.plan.trees:
            return self.boxed_tree(node, exits)
        here = place(node)
        steps = self.view.past.get(here, ()) if here is not None else ()
        own: tuple[Past, ...] = ()
        if isinstance(node, Branch):
            own = tuple(step for step in steps if step.branch == node.name)
            steps = tuple(step for step in steps if step.branch != node.name)
        exits = self.chain(steps, exits, shortened=here in self.plan.pasts)
        derived = self.view.derivation
        if derived is None or node is not derived.after:
            return self.inner(node, own, exits)
        title = Line(f"+ edit {derived.number}", self.scene.theme.ink, NAME, bold=True)
        self.scene.open(
            stack([title]),
            style="rounded,dashed",
            color=self.scene.theme.edit_line,
            penwidth="2",
            labeljust="l",
            margin="8",
        )
        ends = self.inner(node, own, exits)
        removed = self.view.removed
        if removed is not None:
            signed = frozenset().union(*(one.authorities for one in derived.required if one.account == "removed"))
            self.gone(removed, exits, "removed", f"removed, signed by\n{listed(sorted(signed), 3)}")
        self.scene.close()
        return ends

    def inner(self, node: Workflow, own: tuple[Past, ...], exits: Sequence[Exit]) -> list[Exit]:
        """Draw a node without what happened before it was made."""
        if isinstance(node, Branch):
            return self.branch(node, own, exits)
        if isinstance(node, Then):
            self._followed += 1
            ends = self.tree(node.left, exits)
            self._followed -= 1
            if isinstance(node.left, Parallel | Join) and len(ends) > 1:
                bar = self.scene.bar(
                    [Line("join", self.scene.theme.ink, TINY, bold=True)], title="both must be finished"
                )
                self.scene.connect(ends, [bar])
                ends = [Exit(bar)]
            return self.tree(node.right, ends)
        if isinstance(node, Join):
            left = len(self.scene)
            ends = self.tree(node.left, exits)
            self.scene.pairs.append((f"n{left}", f"n{len(self.scene)}"))
            return [*ends, *self.tree(node.right, exits)]
        start = group_node(self.scene, node)
        self.scene.connect(exits, [start])
        ends = []
        first = []
        for side in ("left", "right"):
            first.append(f"n{len(self.scene)}")
            arm: Workflow = getattr(node, side)
            if isinstance(node, Choice) and node.selected not in ("open", side):
                self.gone(arm, [Exit(start)], "lost", "not chosen")
            else:
                ends += self.tree(arm, [Exit(start)])
        self.scene.pairs.append((first[0], first[1]))
        return ends

    def branch(self, branch: Branch, own: tuple[Past, ...], exits: Sequence[Exit]) -> list[Exit]:
        """Draw the lane of a branch: what it has done, then what it has still to do."""
        results = len(branch.contract.results)
        lane = self.lane(branch.name, f"{results:,} results" if results > 1 else "")
        at = len(self.scene)
        exits = self.steps(own, exits, shortened=("branch", branch.name) in self.plan.pasts)
        if branch.name in self.plan.contracts:
            what = f"{count(len(branch.contract.calls), 'call')} to do"
            following = [call for call, name in enabled(self.view.tree) if name == branch.name]
            box = many_box(self.scene, what, following=following, notes=[count(results, "result")])
            self.scene.connect(exits, [box])
            exits = [Exit(box)]
        elif branch.contract.finished and own and self._followed:
            pass
        elif branch.contract.finished:
            end = nothing_left(self.scene)
            self.scene.connect(exits, [end])
            exits = [Exit(end)]
        else:
            parts = shape(branch.contract)
            assert parts is not None  # the plan boxes what is too large
            exits = self.shape(parts, exits)
        self.first.setdefault(branch.name, (f"n{at}", lane))
        self.scene.close()
        return list(exits)

    def lane(self, name: str, said: str = "") -> str:
        """Open the lane of a branch and return its name."""
        theme = self.scene.theme
        lines = [
            *named(name, theme.ink, struck="P" in self.scene.erased),
            *([Line(said, theme.muted, TINY)] if said else []),
        ]
        derived = self.view.derivation
        new = derived is not None and name in derived.origins
        return self.scene.open(
            stack(lines, "LEFT"),
            style="rounded,filled",
            fillcolor=theme.lane,
            color=theme.edit_line if new else theme.edge,
            labeljust="l",
            margin="7",
        )

    def chain(self, steps: Sequence[Past], exits: Sequence[Exit], *, shortened: bool = False) -> list[Exit]:
        """Draw past steps in the lanes of the branches they happened in."""
        exits = list(exits)
        for branch, those in groupby(steps, key=lambda step: step.branch):
            lane = self.lane(branch)
            self.first.setdefault(branch, (f"n{len(self.scene)}", lane))
            exits = self.steps(tuple(those), exits, shortened=shortened)
            self.scene.close()
        return exits

    def steps(self, steps: tuple[Past, ...], exits: Sequence[Exit], *, shortened: bool = False) -> list[Exit]:
        """Draw past steps one after the other."""
        between: tuple[Past, ...] = ()
        if shortened:
            steps, between, last = shorten(steps)
            ends = self.steps(steps, exits)
            if between:
                box = many_past(self.scene, between)
                self.scene.connect(ends, [box])
                ends = [Exit(box)]
            return self.steps(last, ends)
        for step in steps:
            if isinstance(step, Done):
                node = done_box(self.scene, step, self.view.record.label(step.action))
            else:
                node = self.flags[step.name] = flag_box(self.scene, step)
            self.scene.connect(exits, [node])
            exits = [Exit(node)]
        return list(exits)

    def shape(self, parts: Shape, exits: Sequence[Exit]) -> list[Exit]:
        """Draw what a contract still asks for."""
        match parts:
            case Plain():
                return self.plain(parts, exits)
            case Tangle():
                return self.tangle(parts, exits)
            case Steps(inner):
                for part in inner:
                    exits = self.shape(part, exits)
                return list(exits)
            case Beside(inner):
                return self.parts(inner, exits, "in any order")
            case OneOf(inner):
                start = small_diamond(self.scene)
                self.scene.connect(exits, [start])
                return self.parts(inner, [Exit(start)], "of which one happens")

    def parts(self, parts: Sequence[Shape], exits: Sequence[Exit], said: str) -> list[Exit]:
        """Draw parts beside each other; those that are single calls, when many, in one frame that says so."""
        ends: list[Exit] = []
        single = [part.calls[0] for part in parts if isinstance(part, Plain) and len(part.calls) == 1]
        if len(single) > _MANY_SINGLE:
            ends = [self.framed(single, exits, f"{len(single)} calls {said}")]
            parts = [part for part in parts if not (isinstance(part, Plain) and len(part.calls) == 1)]
        first = []
        for part in parts:
            first.append(f"n{len(self.scene)}")
            ends += self.shape(part, exits)
        self.scene.pairs += [pair for pair in pairwise(first) if f"n{len(self.scene)}" not in pair]
        return ends

    def framed(self, calls: Sequence[str], exits: Sequence[Exit], said: str) -> Exit:
        """Draw many calls in a frame that one arrow enters and one leaves."""
        title = Line(said, self.scene.theme.muted, TINY)
        frame = self.scene.open(stack([title], "LEFT"), style="rounded,dashed", color=self.scene.theme.line, margin="6")
        start, end = self.scene.grid([call_box(self.scene, self.view, call) for call in calls], frame)
        self.scene.close()
        self.scene.connect(exits, [start])
        return Exit(end)

    def plain(self, parts: Plain, exits: Sequence[Exit]) -> list[Exit]:
        """Draw calls in a partial order."""
        if not parts.calls:
            return list(exits)
        nodes = {call: call_box(self.scene, self.view, call) for call in parts.calls}
        later, earlier = {then for _, then in parts.order}, {first for first, _ in parts.order}
        first_calls = [node for call, node in nodes.items() if call not in later]
        self.scene.connect(exits, first_calls)
        for first, then in parts.order:
            self.scene.arrow(nodes[first], nodes[then])
        return [Exit(node) for call, node in nodes.items() if call not in earlier]

    def tangle(self, parts: Tangle, exits: Sequence[Exit]) -> list[Exit]:
        """Draw results that share calls: each call with the results it belongs to."""
        nodes = {}
        for call, results in parts.members:
            said = ""
            if len(results) < parts.results:
                which = "result" if len(results) == 1 else "results"
                said = f"in {which} {listed(map(str, results), 4)} of {parts.results}"
            nodes[call] = call_box(self.scene, self.view, call, said)
        later, earlier = {then for _, then, _ in parts.order}, {first for first, _, _ in parts.order}
        self.scene.connect(exits, [node for call, node in nodes.items() if call not in later])
        for first, then, always in parts.order:
            if not always:
                self.scene.key("sometimes")
            self.scene.arrow(nodes[first], nodes[then], "next" if always else "sometimes")
        return [Exit(node) for call, node in nodes.items() if call not in earlier]

    def gone(self, tree: Workflow, exits: Sequence[Exit], mark: str, why: str) -> None:
        """Draw branches that will not happen."""
        for branch in branches(tree):
            self.lane(branch.name)
            steps = self.view.past.get(("branch", branch.name), ()) if mark == "lost" else ()
            at = self.steps(steps, [Exit(one.node, "lost") for one in exits])
            box = struck_box(self.scene, branch.contract.calls, why, mark)
            self.scene.connect([Exit(one.node, "lost") for one in at], [box])
            self.scene.close()

    def boxed_tree(self, node: Workflow, exits: Sequence[Exit]) -> list[Exit]:
        """Draw many branches as one box."""
        inside = list(branches(node))
        calls = sum(len(branch.contract.calls) for branch in inside if branch.name not in self._lost)
        following = [call for call, _ in enabled(node)] if not isinstance(node, Branch) else []
        notes = [count(calls, "call") + " to do"]
        where = place(node)
        if where is not None:
            notes.insert(0, f"{where[0]} {shown(where[1])}")
        box = many_box(
            self.scene, count(len(inside), "branch").replace("branchs", "branches"), notes=notes, following=following
        )
        self.scene.connect(exits, [box])
        return [Exit(box)]
