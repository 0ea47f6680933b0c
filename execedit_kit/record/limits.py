"""How much work one question may cost. Hitting a limit is an error, never an answer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds on one check.

    Parameters
    ----------
    states : int
        States of the state graph (processed calls, compatible results, policy state).
    seconds : float
        Wall-clock seconds for exploring the graph, and again for each pass over it.
    results : int
        Results of a contract, after composition.
    pairs : int
        (result, sequence) pairs that the literal definition may list.
    policy_states : int
        States of one compiled policy automaton.
    bytes : int
        Size of a document that is read.
    evidence_values : int
        JSON values in the evidence of an answer that is written.
    """

    states: int = 2_000_000
    seconds: float = 300.0
    results: int = 100_000
    pairs: int = 50_000
    policy_states: int = 50_000
    bytes: int = 16 * 2**20
    evidence_values: int = 500_000


DEFAULT_LIMITS = Limits()
