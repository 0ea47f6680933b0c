"""The three workloads of the paper (model, section 8), of any size."""

import execedit_kit as ek


def shared_accepted(n):
    """N results, result i = {x before y_i}; policy words x y_i: n executions."""
    results = {f"o{i}": {"calls": ["x", f"y{i}"], "order": [["x", f"y{i}"]]} for i in range(n)}
    return _record(n, results, [["x", f"y{i}"] for i in range(n)])


def shared_rejected(n):
    """The same calls without order; policy words y_0 x, and x y_i for i ≥ 1: n → 1 → 0."""
    results = {f"o{i}": {"calls": ["x", f"y{i}"]} for i in range(n)}
    return _record(n, results, [["y0", "x"], *(["x", f"y{i}"] for i in range(1, n))])


def unordered(w):
    """One result of w unordered calls, every order allowed: w! executions."""
    calls = [f"c{i}" for i in range(w)]
    return ek.record(
        actions=calls, policy={"any": True}, workflow={"branch": "b", "contract": {"results": {"o": {"calls": calls}}}}
    )


def _record(n, results, words):
    return ek.record(
        actions=["x", *(f"y{i}" for i in range(n))],
        policy={"words": words},
        workflow={"branch": "b", "contract": {"results": results}},
    )
