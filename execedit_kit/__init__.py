"""Is this edit of an agent's execution safe? Exactly, not by guess.

>>> import execedit_kit as ek
>>> answer = ek.check(ek.load("laptop"), ek.fork_choice("b0", rule="suppliers"))
>>> answer.verdict, answer.safe_executions
('accepted', 2)
"""

from typing import TYPE_CHECKING, Any

from execedit_kit import draw
from execedit_kit.check.answer import Accepted, Invalid, Rejected, check
from execedit_kit.check.definition import define
from execedit_kit.check.replay import advance
from execedit_kit.draw import tables
from execedit_kit.draw.display import show_pictures
from execedit_kit.draw.tables import examples
from execedit_kit.edits.asking import (
    call,
    checkpoint,
    dispatch,
    extend,
    fork_choice,
    fork_parallel,
    merge_join,
    merge_select,
    restore_live,
    restore_replace,
    settle,
)
from execedit_kit.library import load, record, save
from execedit_kit.proof.verify import verify
from execedit_kit.record.errors import KitError, LimitError, MalformedRecord, RefusedStep
from execedit_kit.record.limits import Limits

__version__ = "0.1.0"
__all__ = [
    "Accepted",
    "EditDesk",
    "Invalid",
    "KitError",
    "LevelDesk",
    "LimitError",
    "Limits",
    "MalformedRecord",
    "PruningStepper",
    "RefusedStep",
    "Rejected",
    "RestartDesk",
    "Workbench",
    "advance",
    "call",
    "check",
    "checkpoint",
    "define",
    "dispatch",
    "draw",
    "examples",
    "extend",
    "fork_choice",
    "fork_parallel",
    "load",
    "merge_join",
    "merge_select",
    "record",
    "restore_live",
    "restore_replace",
    "save",
    "settle",
    "tables",
    "verify",
]

if TYPE_CHECKING:
    from execedit_kit.widgets.desk import EditDesk
    from execedit_kit.widgets.level_desk import LevelDesk
    from execedit_kit.widgets.restart_desk import RestartDesk
    from execedit_kit.widgets.stepper import PruningStepper
    from execedit_kit.widgets.workbench import Workbench

show_pictures()


def __getattr__(name: str) -> Any:
    """Import a widget when it is first asked for: the command line needs none."""
    from importlib import import_module

    homes = {
        "EditDesk": "desk",
        "LevelDesk": "level_desk",
        "PruningStepper": "stepper",
        "RestartDesk": "restart_desk",
        "Workbench": "workbench",
    }
    if name not in homes:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"execedit_kit.widgets.{homes[name]}"), name)
