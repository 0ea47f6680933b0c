"""The JSON Schema of ``execution-record/1``, shipped beside this file for tools that are not written in Python.

The schema says what the models of :mod:`execedit_kit.record.document` say: fields, types, forms. What needs the whole
record (a call's action is declared, an order has no cycle, a history is allowed …) no schema can say.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from execedit_kit.record.document import FORMAT, RECORD

SCHEMA_FILE = Path(__file__).with_name("execution-record-1.schema.json")


def record_schema() -> dict[str, Any]:
    """Return the schema (draft 2020-12), made from the models."""
    made = RECORD.json_schema(ref_template="#/$defs/{model}")
    shape = {key: _without_titles(value) for key, value in made.items() if key not in ("title", "description")}
    return {
        "$schema": GenerateJsonSchema.schema_dialect,
        "$id": "urn:execedit-kit:execution-record:1",
        "title": FORMAT,
        "description": (
            "An execution record: a registration followed by the history of what happened. The current workflow, the "
            "log, the progress and the checkpoints are what the history replays to."
        ),
        **shape,
    }


def schema_text() -> str:
    """Return the schema as it stands in the shipped file."""
    return json.dumps(record_schema(), ensure_ascii=False, indent=2) + "\n"


def _without_titles(value: Any) -> Any:
    """Drop the titles that pydantic makes of names; a field that is called ``title`` would stay."""
    if isinstance(value, list):
        return [_without_titles(child) for child in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _without_titles(child) for key, child in value.items() if not (key == "title" and isinstance(child, str))
    }
