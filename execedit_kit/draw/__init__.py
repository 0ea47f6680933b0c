"""Pictures: pure functions, a value in, a graph or a figure out.

>>> import execedit_kit as ek
>>> record = ek.load("laptop")
>>> picture = ek.draw.dag(record)
>>> answer = ek.check(record, ek.fork_choice("b0", rule="suppliers"))
>>> picture = ek.draw.automaton(answer)

`dag`, `automaton` and `state_graph` return a :class:`graphviz.Digraph`, `rounds` and `timeline` a Matplotlib figure;
each shows itself at the end of a notebook cell, and takes ``dark=True``.
"""

from execedit_kit.draw.automaton import automaton
from execedit_kit.draw.dag import dag
from execedit_kit.draw.engine import CannotDraw, Picture
from execedit_kit.draw.files import draw_to_file
from execedit_kit.draw.rounds import rounds
from execedit_kit.draw.states import state_graph
from execedit_kit.draw.timeline import timeline

__all__ = ["CannotDraw", "Picture", "automaton", "dag", "draw_to_file", "rounds", "state_graph", "timeline"]
