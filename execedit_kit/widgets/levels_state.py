"""Conditions on what stands: the check's answer, the log, what can still happen, the shape, the calls processed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from execedit_kit.check.answer import Accepted, Verdict
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.workflow import Branch, Choice, Join, Parallel, Workflow, current
from execedit_kit.widgets.levels_parts import Names, Number, Rounds, Situation, State
from execedit_kit.widgets.levels_steps import standing


class Standing(State):
    """What the check says of the workflow as it stands."""

    verdict: Verdict | None = None
    safe_executions: Number | None = None
    rounds: Rounds | None = None
    results: Number | None = None

    def holds(self, situation: Situation) -> bool:
        """Whether it is met."""
        answer = standing(situation.record)
        return (
            self.verdict in (None, answer.verdict)
            and (self.safe_executions is None or answer.safe_executions in self.safe_executions)
            and self.rounds in (None, answer.rounds)
            and (self.results is None or answer.results in self.results)
        )

    def now(self, situation: Situation) -> str:
        """Say what is there instead."""
        answer = standing(situation.record)
        number = answer.safe_executions
        said = f"now {answer.verdict}, {number:,} safe execution{'' if number == 1 else 's'}"
        return said if self.results is None else f"{said} of {answer.results:,} results"

    def words(self) -> str:
        """Say the condition as something to do."""
        parts: list[str] = [self.verdict] if self.verdict else []
        if self.safe_executions:
            one = self.safe_executions.low == 1 and self.safe_executions.high == 1
            parts.append(f"{self.safe_executions} safe execution{'' if one else 's'}")
        if self.rounds is not None:
            parts.append(f"rounds {' → '.join(map(str, self.rounds))}")
        if self.results:
            parts.append(f"{self.results} results")
        return f"the workflow as it stands: {', '.join(parts)}"


class Log(State):
    """The authorization log: each action once, in order, also what it held before the level began."""

    names: ClassVar[Mapping[str, str]] = dict.fromkeys(("has", "lacks", "exactly", "in_order"), "actions")
    has: Names = ()
    lacks: Names = ()
    exactly: Names | None = None
    in_order: Names = ()
    size: Number | None = None

    def holds(self, situation: Situation) -> bool:
        """Whether it is met."""
        log = situation.record.log
        rest = iter(log)
        return (
            set(self.has) <= set(log)
            and not set(self.lacks) & set(log)
            and (self.exactly is None or set(self.exactly) == set(log))
            and all(action in rest for action in self.in_order)
            and (self.size is None or len(log) in self.size)
        )

    def now(self, situation: Situation) -> str:
        """Say what is there instead."""
        return f"now {', '.join(situation.record.log) or 'empty'}"

    def words(self) -> str:
        """Say the condition as something to do."""
        parts = [f"has {', '.join(self.has)}"] if self.has else []
        if self.exactly is not None:
            parts.append(f"is exactly {', '.join(self.exactly) or 'empty'}, in any order")
        if self.in_order:
            parts.append(f"has {', then '.join(self.in_order)}")
        if self.lacks:
            parts.append(f"does not have {' or '.join(self.lacks)}")
        if self.size:
            parts.append(f"has {self.size} actions")
        return f"the authorization log {' and '.join(parts)}"


class Still(State):
    """What can happen from here on, over all safe executions."""

    names: ClassVar[Mapping[str, str]] = dict.fromkeys(("can", "cannot", "must"), "actions")
    can: Names = ()
    cannot: Names = ()
    must: Names = ()

    def holds(self, situation: Situation) -> bool:
        """Whether it is met."""
        possible, always = _future(situation.record)
        return set(self.can) <= possible and not set(self.cannot) & possible and set(self.must) <= always

    def now(self, situation: Situation) -> str:
        """Say what is there instead."""
        possible, _ = _future(situation.record)
        return f"still possible: {', '.join(sorted(possible)) or 'nothing'}"

    def words(self) -> str:
        """Say the condition as something to do."""
        parts = [f"{', '.join(self.can)} can still happen"] if self.can else []
        if self.must:
            parts.append(f"{', '.join(self.must)} will happen whatever is chosen")
        if self.cannot:
            parts.append(f"{', '.join(self.cannot)} cannot happen any more")
        return "; ".join(parts)


class Shape(State):
    """How many groups, branches, joins and checkpoints there are now."""

    choices: Number | None = None
    parallels: Number | None = None
    joins: Number | None = None
    branches: Number | None = None
    checkpoints: Number | None = None

    def holds(self, situation: Situation) -> bool:
        """Whether it is met."""
        there = _shape(situation.record)
        return all(getattr(self, name) is None or number in getattr(self, name) for name, number in there.items())

    def now(self, situation: Situation) -> str:
        """Say what is there instead."""
        there = _shape(situation.record)
        return "now " + ", ".join(f"{name} {there[name]}" for name in there if getattr(self, name) is not None)

    def words(self) -> str:
        """Say the condition as something to do."""
        named = {"choices": "open choices", "parallels": "parallel groups"}
        parts = [(named.get(name, name), getattr(self, name)) for name in type(self).model_fields]
        return "in the workflow: " + ", ".join(f"{number} {name}" for name, number in parts if number is not None)


class Processed(State):
    """The calls processed since the level began."""

    names: ClassVar[Mapping[str, str]] = {"reused": "actions"}
    new: Number | None = None
    reuses: Number | None = None
    reused: Names = ()

    def holds(self, situation: Situation) -> bool:
        """Whether it is met."""
        new, reused = self._split(situation)
        return (
            (self.new is None or len(new) in self.new)
            and (self.reuses is None or len(reused) in self.reuses)
            and set(self.reused) <= set(reused)
        )

    def _split(self, situation: Situation) -> tuple[list[str], list[str]]:
        steps = situation.record.processed[len(situation.records[0].processed) :]
        new = [step.action for step in steps if step.mode == "new"]
        return new, [step.action for step in steps if step.mode == "reuse"]

    def now(self, situation: Situation) -> str:
        """Say what is there instead."""
        new, reused = self._split(situation)
        return f"now {len(new)} new, {len(reused)} reused"

    def words(self) -> str:
        """Say the condition as something to do."""
        parts = [f"{self.new} new"] if self.new else []
        parts += [f"{self.reuses} by reuse"] if self.reuses else []
        parts += [f"{', '.join(self.reused)} by reuse"] if self.reused else []
        return f"calls processed since the start: {', '.join(parts)}"


class Kept(State):
    """A checkpoint that holds a certain moment."""

    names: ClassVar[Mapping[str, str]] = dict.fromkeys(("after", "before"), "actions")
    after: Names = ()
    before: Names = ()

    def holds(self, situation: Situation) -> bool:
        """Whether it is met."""
        record = situation.record
        for stored in record.checkpoints.values():
            past = {record.calls[call] for call in stored.progress}
            owed = {record.calls[call] for call in stored.contract.calls}
            if set(self.after) <= past and set(self.before) <= owed:
                return True
        return False

    def words(self) -> str:
        """Say the condition as something to do."""
        parts = [f"after {', '.join(self.after)}"] if self.after else []
        parts += [f"before {', '.join(self.before)}"] if self.before else []
        return f"a checkpoint {' and '.join(parts)}".strip()


def _future(record: ExecutionRecord) -> tuple[set[str], set[str]]:
    """Return the actions of some safe execution, and those of every one."""
    answer = standing(record)
    if not isinstance(answer, Accepted):
        return set(), set()
    moves = answer.automaton.transitions
    possible = {move.action for move in moves}

    def avoidable(action: str) -> bool:
        reached, waiting = {0}, [0]
        while waiting:
            state = waiting.pop()
            for move in moves:
                if move.source == state and move.action != action and move.target not in reached:
                    reached.add(move.target)
                    waiting.append(move.target)
        return bool(reached & answer.automaton.marked)

    return possible, {action for action in possible if not avoidable(action)}


def _shape(record: ExecutionRecord) -> dict[str, int]:
    nodes = list(current(record.workflow))
    open_choices = sum(isinstance(node, Choice) and node.selected == "open" for node in nodes)
    parallels = sum(isinstance(node, Parallel) for node in nodes)
    leaves = sum(not isinstance(node, Choice | Parallel) for node in nodes)
    return {
        "choices": open_choices,
        "parallels": parallels,
        "joins": _joins(record.workflow),
        "branches": leaves,
        "checkpoints": len(record.checkpoints),
    }


def _joins(tree: Workflow) -> int:
    if isinstance(tree, Branch):
        return 0
    return isinstance(tree, Join) + _joins(tree.left) + _joins(tree.right)
