"""RestoreReplace and RestoreLive: a copy of a checkpoint instead of a branch, or beside it."""

from __future__ import annotations

from execedit_kit.edits.copying import NewNames, rule_of
from execedit_kit.edits.derivation import InvalidEdit
from execedit_kit.edits.fork import Shape
from execedit_kit.edits.required import kept, removed, satisfied
from execedit_kit.record.events import RestoreLive, RestoreReplace
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.workflow import Branch, Parallel, current_branch


def restore(record: ExecutionRecord, request: RestoreReplace | RestoreLive, names: NewNames) -> Shape:
    """Return the branch, what replaces it, and the required results of the branch and the checkpoint."""
    branch = current_branch(record.workflow, request.branch)
    rule_of(record, request)
    stored = record.checkpoints.get(request.checkpoint)
    if stored is None:
        known = ", ".join(record.checkpoints) or "none"
        raise InvalidEdit("checkpoint", f"there is no checkpoint {request.checkpoint!r}; stored are: {known}")
    contract = names.copy(stored.contract, "k")
    restored = Branch(names.branch(stored.branch, "k", stored.name), contract)
    from_checkpoint = kept("checkpoint", stored.contract, contract, restored.name)
    if isinstance(request, RestoreLive):
        both = Parallel(branch, restored, group=names.group())
        return branch, both, kept("current branch", branch.contract, branch.contract, branch.name) + from_checkpoint
    if branch.contract.finished:
        from_branch = satisfied("current branch", branch.contract)
    else:
        default = record.registration.authority
        from_branch = removed("current branch", branch.contract, request.signed_by, default)
    return branch, restored, from_branch + from_checkpoint
