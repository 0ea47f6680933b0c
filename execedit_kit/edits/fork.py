"""ForkChoice and ForkParallel: (copy_L C ▷ E_L) ⊕ or ∥ (copy_R C ▷ E_R)."""

from __future__ import annotations

from execedit_kit.edits.copying import NewNames, rule_of
from execedit_kit.edits.derivation import RequiredResult
from execedit_kit.edits.required import kept
from execedit_kit.record.contract import Contract, sequence
from execedit_kit.record.events import ForkChoice, ForkParallel
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.limits import Limits
from execedit_kit.record.workflow import Branch, Choice, Parallel, Workflow, current_branch

Shape = tuple[Workflow, Workflow, list[RequiredResult]]


def fork(record: ExecutionRecord, request: ForkChoice | ForkParallel, names: NewNames, limits: Limits) -> Shape:
    """Return the forked branch, the group that replaces it, and both copies' required results."""
    branch = current_branch(record.workflow, request.branch)
    rule = rule_of(record, request)

    def copy(mark: str, part: str, adds: Contract | None) -> tuple[Branch, list[RequiredResult]]:
        contract = names.copy(branch.contract, mark)
        if adds is not None:
            contract = sequence(contract, names.added(adds, mark), limits=limits)
        name = names.branch(branch.name, mark, branch.name)
        return Branch(name, contract), kept(part, branch.contract, contract, name)

    left, from_left = copy("L", "left copy", rule.left)
    right, from_right = copy("R", "right copy", rule.right)
    shape = Choice if isinstance(request, ForkChoice) else Parallel
    return branch, shape(left, right, group=names.group()), from_left + from_right
