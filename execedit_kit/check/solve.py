"""Solve a problem: explore one state at a time, or whole levels at a time when the graph is wide."""

from __future__ import annotations

from execedit_kit.check.fixed_point import NarrowGraph
from execedit_kit.check.graph import Graph, Wide, explore
from execedit_kit.check.problem import Problem
from execedit_kit.check.wide import WideGraph
from execedit_kit.check.wide_explore import fits


def solve(problem: Problem) -> Graph:
    """Return the state graph with its fixed point. The two ways give the same graph; only their speed differs.

    Raises
    ------
    LimitError
        When there are more states, or it takes longer, than the problem's limits allow.
    """
    if not fits(problem):
        return NarrowGraph(explore(problem))
    try:
        return NarrowGraph(explore(problem, narrow=True))
    except Wide:
        return WideGraph(problem)
