"""From values back to documents: contracts and workflows with everything written out."""

from __future__ import annotations

from typing import Any

from execedit_kit.record.contract import Contract, Result
from execedit_kit.record.workflow import Branch, Choice, Join, Parallel, Workflow


def contract_document(contract: Contract) -> dict[str, Any]:
    """Return a contract as its results."""
    return {"results": {result.name: _result(result) for result in contract.results}}


def _result(result: Result) -> dict[str, Any]:
    return {"calls": list(result.calls), "order": [list(pair) for pair in result.order]}


def workflow_document(tree: Workflow) -> dict[str, Any]:
    """Return a workflow with the remaining contract of every branch."""
    if isinstance(tree, Branch):
        return {"branch": tree.name, "contract": contract_document(tree.contract)}
    arms = [workflow_document(tree.left), workflow_document(tree.right)]
    if isinstance(tree, Choice):
        selected = {} if tree.selected == "open" else {"selected": tree.selected}
        return {"choice": arms, "group": tree.group, **selected}
    if isinstance(tree, Parallel):
        return {"parallel": arms, "group": tree.group}
    return {"join" if isinstance(tree, Join) else "sequence": arms}
