"""What may be confirmed: an answer that says what the check says, apart from its sentence and the order of sets.

The checker's graph tells which paths lead to one state; the verifier has no part in this.
"""

import json
from pathlib import Path

import execedit_kit as ek
from execedit_kit.check.replay import read_record
from execedit_kit.edits.extend import Extend
from execedit_kit.record.build import read_edit
from execedit_kit.record.json_text import canonical_json

CASES = Path(__file__).parents[1] / "cases"


def document(answer):
    """An answer as it is read from a file."""
    return json.loads(json.dumps(answer.document()))


def handed():
    """Every handed case that has an answer: (name, record document, answer)."""
    for path in sorted(CASES.glob("*.json")):
        for case in json.loads(path.read_text(encoding="utf-8")):
            try:
                record = read_record(case["record"])
                yield case["name"], case["record"], ek.check(record, case.get("edit"))
            except ek.MalformedRecord:
                continue


def asked(record, edit):
    """The check's answer to an edit as it stands in an answer; None when it is no edit."""
    if edit is None:
        return ek.check(record)
    try:
        if isinstance(edit, dict) and list(edit) == ["extend"]:
            return ek.check(record, Extend(canonical_json(edit["extend"])))
        return ek.check(record, read_edit(edit))
    except ek.MalformedRecord:
        return None


def is_true(record, claimed):
    """Whether a document says what the check says about its own edit."""
    right = asked(record, claimed.get("edit"))
    return right is not None and said(claimed, right) == said(document(right), right)


def said(claimed, answer):
    """What a document claims, as text: without its sentence, sets sorted, paths as the states they lead to.

    Where several prefixes or results prove a removal, each that does is as good.
    """
    made = json.loads(json.dumps(claimed))
    made["why"] = bool(isinstance(made.get("why"), str) and made["why"])
    try:
        if "coverage" in made:
            for part in made["coverage"].values():
                for entry in part.values():
                    entry["authorities"].sort()
                    entry["covered_by"].sort()
        if "automaton" in made:
            made["automaton"] = numbered(made["automaton"])
        if "proof" in made:
            for item in made["proof"]["blocked"]:
                item["path"] = state(answer.graph, item["path"])
                item["missing"].sort()
            made["proof"]["blocked"].sort(key=canonical_json)
            for item in made["proof"].get("executions", ()):
                at = state(answer.graph, item["prefix"])
                assert item["calls"][: len(item["prefix"])] == item["prefix"]
                assert answer.graph.round(at) == item["round"]
                assert item["missing"] in answer.graph.problem.names(answer.graph.missing(at))
                item["prefix"] = item["missing"] = "true"
            made["proof"].get("executions", []).sort(key=canonical_json)
    except (AssertionError, AttributeError, KeyError, TypeError, ValueError, StopIteration):
        return f"no answer: {canonical_json(claimed)}"
    return canonical_json(made)


def state(graph, path):
    at = 0
    for name in path:
        call = graph.problem.calls.index(name)
        at = next(target for other, _, target in graph.edges(at) if other == call)
    return at


def numbered(automaton):
    """The same automaton with its states numbered by the names of calls."""
    number = {0: 0}
    moves = sorted(automaton["moves"], key=lambda move: move[1])
    for source in (ahead := [0]):
        for move in moves:
            if move[0] == source and move[4] not in number:
                number[move[4]] = len(number)
                ahead.append(move[4])
    made = [[number[source], *how, number[target]] for source, *how, target in moves]
    marked = sorted(number[q] for q in automaton["marked"])
    return {**automaton, "marked": marked, "moves": sorted(made, key=canonical_json)}
