"""Results as SARIF 2.1.0, for editors and code hosts (restart lab, section 5)."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from execedit_kit.restart.check.checked import Checked
from execedit_kit.restart.check.finding import ALWAYS, Finding
from execedit_kit.restart.check.suppress import Suppressed

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_RULES = {
    "clock": "A reading of the clock reaches what is visible, and a restart reads it again.",
    "random": "A random value reaches what is visible, and a restart draws anew.",
    "stale": "A second reading of what can change is answered with the first.",
    "repeat": "A call may have the same name and arguments as an earlier one, and is answered in its place.",
    "suppression": "A comment suppresses without a reason, or suppresses nothing.",
    "witness": "A world was found in which a restart changes what the plan does.",
}


def sarif(results: Sequence[Checked]) -> dict[str, Any]:
    """Return the results of several plans as one SARIF log."""
    driver = {
        "name": "restart-check",
        "version": version("execedit-kit"),
        "rules": [{"id": rule, "shortDescription": {"text": text}} for rule, text in _RULES.items()],
    }
    listed = [result for checked in results for result in _results(checked)]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": listed}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _results(checked: Checked) -> list[dict[str, Any]]:
    found = [_result(checked, finding) for finding in checked.findings]
    suppressed = [_suppressed(checked, one) for one in checked.suppressed]
    return [*found, *suppressed, *([_witness(checked)] if checked.confirmed else [])]


def _result(checked: Checked, finding: Finding) -> dict[str, Any]:
    uri = _uri(checked.plan.name)
    said = {} if finding.assumption == ALWAYS else {"properties": {"assumption": finding.assumption}}
    steps = [
        {"location": {**_location(uri, place.line), "message": {"text": place.text or "here"}}}
        for place in finding.path
    ]
    return {
        **_rule(finding.kind),
        "level": "error" if finding.kind == "suppression" else "warning",
        "message": {"text": finding.why},
        "locations": [_location(uri, finding.line, finding.column)],
        "codeFlows": [{"threadFlows": [{"locations": steps}]}],
        **said,
    }


def _suppressed(checked: Checked, one: Suppressed) -> dict[str, Any]:
    return {
        **_result(checked, one.finding),
        "suppressions": [{"kind": "inSource", "justification": one.reason}],
    }


def _witness(checked: Checked) -> dict[str, Any]:
    return {
        **_rule("witness"),
        "kind": "fail",
        "level": "error",
        "message": {"text": str(checked.witness)},
        "locations": [_location(_uri(checked.plan.name), 1)],
    }


def _rule(name: str) -> dict[str, Any]:
    return {"ruleId": name, "ruleIndex": list(_RULES).index(name)}


def _location(uri: str, line: int, column: int | None = None) -> dict[str, Any]:
    region = {"startLine": line} if column is None else {"startLine": line, "startColumn": column}
    return {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}


def _uri(name: str) -> str:
    path = PurePath(name)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())
