"""What a user's function says of a question: yes or no, and nothing that only looks like it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from execedit_kit.check.answer import Accepted, Invalid, Rejected
from execedit_kit.record.errors import KitError


def name_of(function: Callable[..., Any], otherwise: str) -> str:
    """Return what a function is called."""
    return str(getattr(function, "__name__", otherwise))


def says(function: Callable[..., Any], *asked: Any) -> bool:
    """Return what a function says; an answer of the check counts as whether it is accepted.

    Raises
    ------
    KitError
        When it is neither: a function that forgets to return would else be searched as if it said no.
    """
    said = function(*asked)
    if isinstance(said, bool | np.bool_ | Accepted | Rejected | Invalid):
        return bool(said)
    hint = "does every way through it return something?" if said is None else "bool(...) makes it one"
    raise KitError(f"{name_of(function, 'the function')} returned {type(said).__name__}, not True or False; {hint}")
