"""Records and answers as pandas DataFrames."""

from __future__ import annotations

from typing import TYPE_CHECKING

from execedit_kit.library import stories

if TYPE_CHECKING:
    import pandas as pd


def examples() -> pd.DataFrame:
    """Return the shipped records: one row a question, with the verdict it teaches.

    Returns
    -------
    DataFrame
        Columns ``name``, ``title``, ``ask``, ``edit``, ``verdict``, ``teaches``.
    """
    import pandas as pd

    rows = [
        {
            "name": name,
            "title": story["title"],
            "ask": question["ask"],
            "edit": question.get("edit"),
            "verdict": question["verdict"],
            "teaches": question["teaches"],
        }
        for name, story in stories().items()
        for question in story["questions"]
    ]
    return pd.DataFrame(rows)
