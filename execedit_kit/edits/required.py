"""The account of required results: still required, satisfied, or removed with the right signatures."""

from __future__ import annotations

from collections.abc import Iterable

from execedit_kit.edits.derivation import InvalidEdit, RequiredResult
from execedit_kit.record.contract import Contract, Result


def kept(part: str, contract: Contract, target: Contract, branch: str | None = None) -> list[RequiredResult]:
    """Account for results that the target goes on with.

    Parameters
    ----------
    part : str
        Where the results stood.
    contract : Contract
        The required results.
    target : Contract
        The same results, each combined with whatever is added: all combinations, in order.
    branch : str | None
        The branch that holds `target`, when it is one branch.
    """
    prefix = "" if branch is None else f"{branch}: "
    names = [prefix + result.name for result in target.results]
    each = len(names) // len(contract.results)
    return [
        RequiredResult(part, result.name, "still required", result.authorities, tuple(names[n * each : (n + 1) * each]))
        for n, result in enumerate(contract.results)
    ]


def satisfied(part: str, contract: Contract) -> list[RequiredResult]:
    """Account for results all of whose calls are processed."""
    return [RequiredResult(part, r.name, "satisfied", r.authorities) for r in contract.results]


def removed(part: str, contract: Contract, signed_by: Iterable[str], default: str) -> list[RequiredResult]:
    """Account for results that the edit gives up.

    Parameters
    ----------
    signed_by : Iterable[str]
        Authorities whose signatures were verified.
    default : str
        The authority of results that nobody else requires.

    Raises
    ------
    InvalidEdit
        When an authority of a removed result has not signed.
    """

    def authorities(result: Result) -> frozenset[str]:
        return result.authorities or frozenset({default})

    missing = frozenset().union(*map(authorities, contract.results)) - set(signed_by)
    if missing:
        lost = next(result for result in contract.results if authorities(result) & missing)
        more = len(contract.results) - 1
        others = f" and {more} more" if more else ""
        raise InvalidEdit(
            "signature",
            f"the {part}'s result {lost.name!r}{others} would be removed without the signature of "
            f"{' and '.join(sorted(missing))}, who still requires it",
        )
    return [RequiredResult(part, r.name, "removed", authorities(r)) for r in contract.results]
