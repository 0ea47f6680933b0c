"""SARIF 2.1.0, held against its schema."""

import json
from pathlib import Path

import jsonschema
import pytest

from execedit_kit.restart.check.checked import check
from execedit_kit.restart.check.limits import Limits
from execedit_kit.restart.check.sarif import sarif
from execedit_kit.restart.plan import plan, read_plan

HERE = Path(__file__).parent
SCHEMA = json.loads((HERE / "sarif-2.1.0-rtm.5.json").read_text(encoding="utf-8"))
PLANTED = HERE.parents[1] / "data" / "plans" / "planted"
SOURCE = """const at = Date.now(); // restart-check: ignore clock -- shown to nobody
const é = "é", drawn = Math.random();
tool("ask_human", { question: `Run ${drawn}?` });
return at; // restart-check: ignore stale
"""


def log():
    results = [
        check(plan(SOURCE, name="folder/a plan.js")),
        check(read_plan(PLANTED / "two-hours.js"), "witness", limits=Limits(worlds=1)),
        check(plan("", name="empty.ts")),
    ]
    return sarif(results)


def test_it_obeys_the_schema():
    jsonschema.Draft4Validator(SCHEMA).validate(log())
    jsonschema.Draft4Validator(SCHEMA).validate(sarif([]))


def test_the_schema_would_notice():
    broken = log()
    broken["runs"][0]["results"][0]["level"] = "grave"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft4Validator(SCHEMA).validate(broken)


def test_it_says_what_the_check_says():
    first, second, third, *others = log()["runs"][0]["results"]
    assert [first["ruleId"], second["ruleId"], third["ruleId"]] == ["random", "suppression", "clock"]
    rules = log()["runs"][0]["tool"]["driver"]["rules"]
    assert all(rules[one["ruleIndex"]]["id"] == one["ruleId"] for one in log()["runs"][0]["results"])
    assert others[-1]["ruleId"] == "witness"
    place = first["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": "folder/a%20plan.js"}, "region": {"startLine": 2, "startColumn": 24}}
    assert third["suppressions"] == [{"kind": "inSource", "justification": "shown to nobody"}]
    assert second["level"] == "error"
    assert [step["location"]["physicalLocation"]["region"]["startLine"] for step in _steps(first)] == [2, 2, 3, 3]
    assert others[-1]["message"]["text"].startswith("breaks in the fixed world: questions: 2 paused, 5 restarted")


def _steps(result):
    return result["codeFlows"][0]["threadFlows"][0]["locations"]
