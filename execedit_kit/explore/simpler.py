"""One step simpler: every way to take one thing away from a question, or to make two things one.

The steps work on documents, so that they apply to any record; a step may lead to something malformed, which whoever
tries it then finds out. Names that later edits have made follow when an edit is taken out of the history.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any, TypeAlias

from execedit_kit.record.json_text import canonical_json

Written: TypeAlias = dict[str, Any]
"""A question as JSON: ``record``, ``edit``, ``later``."""
Change: TypeAlias = Callable[[Written], None]

_OPERATORS = ("choice", "parallel", "sequence", "join")
_EDIT_NUMBER = re.compile(r"#(\d+)([LRkJ]?)")


def simpler(question: Written) -> Iterator[tuple[str, Written]]:
    """Yield (what is done, the question after it), large steps first."""
    seen = {canonical_json(question)}
    for what, change in _changes(question):
        made = copy.deepcopy(question)
        change(made)
        text = canonical_json(made)
        if text not in seen:
            seen.add(text)
            yield what, made


def _changes(question: Written) -> Iterator[tuple[str, Change]]:
    record = question["record"]
    history = record.get("history", [])
    for n in range(len(question.get("later", ()))):
        yield "drop a later event", lambda q, n=n: q["later"].pop(n)  # type: ignore[misc]
    if history:
        yield "drop the history", lambda q: q["record"].pop("history")
    for n in range(len(history)):
        if "edit" in history[n]:
            yield "ask an earlier edit", lambda q, n=n: _ask_earlier(q, n)  # type: ignore[misc]
    for n in reversed(range(len(history))):
        if "edit" in history[n]:
            yield "drop an edit", lambda q, n=n: _drop_edit(q, n, strip=True)  # type: ignore[misc]
            yield "drop an edit", lambda q, n=n: _drop_edit(q, n, strip=False)  # type: ignore[misc]
        else:
            yield "drop an event", lambda q, n=n: q["record"]["history"].pop(n)  # type: ignore[misc]
    for name in record.get("rules", {}):
        yield "drop a rule", lambda q, name=name: _drop_rule(q, name)  # type: ignore[misc]
    yield from _tree_changes(record["workflow"], ("record", "workflow"))
    for call in _calls(record):
        yield "drop a call", lambda q, call=call: _drop_call(q, call)  # type: ignore[misc]
    for name, rule in record.get("rules", {}).items():
        for side in ("left", "right", "join"):
            if side in rule:
                place = ("record", "rules", name)
                yield "drop a side of a rule", lambda q, p=place, s=side: _at(q, p).pop(s)  # type: ignore[misc]
                yield from _contract_changes(rule[side], (*place, side))
    yield from _policy_changes(record["policy"], ("record", "policy"))
    actions = list(record.get("actions", {}))
    for one, other in combinations(actions, 2):
        yield "make two actions one", lambda q, a=one, b=other: _merge_actions(q, a, b)  # type: ignore[misc]
    labels = list(dict.fromkeys(_label(record, action) for action in actions))
    for one, other in combinations(labels, 2):
        yield "make two labels one", lambda q, a=one, b=other: _merge_labels(q, a, b, True)  # type: ignore[misc]
        yield "give an action another label", lambda q, a=one, b=other: _merge_labels(q, a, b, False)  # type: ignore[misc]
    for n in range(len(record.get("authorized", ()))):
        yield "drop an authorization", lambda q, n=n: q["record"]["authorized"].pop(n)  # type: ignore[misc]
    yield "drop what is not used", _drop_unused
    yield from _field_changes(question)


def _field_changes(question: Written) -> Iterator[tuple[str, Change]]:
    record = question["record"]
    for name in ("domain", "authority", "authorized", "rules"):
        if name in record:
            yield f"drop {name}", lambda q, name=name: q["record"].pop(name)  # type: ignore[misc]
    for action, what in record.get("actions", {}).items():
        if "request" in what:
            yield "drop a request", lambda q, a=action: q["record"]["actions"][a].pop("request")  # type: ignore[misc]
    if question.get("edit") is not None:
        ((kind, asked),) = question["edit"].items()
        for name in ("rule", "signed_by"):
            if name in asked:
                yield f"drop {name}", lambda q, k=kind, name=name: q["edit"][k].pop(name)  # type: ignore[misc]
        for n in range(len(asked.get("signed_by", ()))):
            yield "drop a signature", lambda q, k=kind, n=n: q["edit"][k]["signed_by"].pop(n)  # type: ignore[misc]


def _tree_changes(tree: Any, place: tuple[Any, ...]) -> Iterator[tuple[str, Change]]:
    if "branch" in tree:
        yield from _contract_changes(tree["contract"], (*place, "contract"))
        return
    operator = next(name for name in _OPERATORS if name in tree)
    for part in tree[operator]:
        yield "keep one arm", lambda q, part=part: _put(q, place, copy.deepcopy(part))  # type: ignore[misc]
    if "selected" in tree:
        yield "open a choice", lambda q: _at(q, place).pop("selected")
    for n, part in enumerate(tree[operator]):
        yield from _tree_changes(part, (*place, operator, n))


def _contract_changes(written: Any, place: tuple[Any, ...]) -> Iterator[tuple[str, Change]]:
    if written is None:
        return
    yield "drop a contract", lambda q: _put(q, place, None)
    if isinstance(written, str):
        return
    if "authority" in written:
        yield "drop an authority", lambda q: _at(q, place).pop("authority")
    for operator in ("sequence", "parallel", "choice"):
        parts = written.get(operator, ())
        for n, part in enumerate(parts):
            yield "keep one part", lambda q, part=part: _put(q, place, copy.deepcopy(part))  # type: ignore[misc]
            yield "drop a part", lambda q, o=operator, n=n: _at(q, place)[o].pop(n)  # type: ignore[misc]
        if operator == "sequence" and parts:
            yield "forget an order", lambda q: _put(q, place, {**_rest(written), "parallel": written["sequence"]})
        for n, part in enumerate(parts):
            yield from _contract_changes(part, (*place, operator, n))
    if len(results := written.get("results", {})) == 1:
        ((name, result),) = results.items()
        if len(result.get("calls", ())) == 1 and set(result) | set(written) <= {"calls", "order", "results"}:
            yield "write a call alone", lambda q, c=result["calls"][0]: _put(q, place, c)  # type: ignore[misc]
    for name, result in results.items():
        inside = (*place, "results", name)
        yield "drop a result", lambda q, name=name: _at(q, place)["results"].pop(name)  # type: ignore[misc]
        if "authority" in result:
            yield "drop an authority", lambda q, p=inside: _at(q, p).pop("authority")  # type: ignore[misc]
        for call in result.get("calls", ()):
            yield "drop a call of a result", lambda q, p=inside, c=call: _drop_from_result(_at(q, p), c)  # type: ignore[misc]
        if result.get("order") == []:
            yield "drop an empty order", lambda q, p=inside: _at(q, p).pop("order")  # type: ignore[misc]
        for n in range(len(result.get("order", ()))):
            yield "drop an order", lambda q, p=inside, n=n: _at(q, p)["order"].pop(n)  # type: ignore[misc]


def _rest(written: Written) -> Written:
    return {name: value for name, value in written.items() if name == "authority"}


def _policy_changes(written: Any, place: tuple[Any, ...]) -> Iterator[tuple[str, Change]]:
    if written == {"any": True}:
        return
    yield "allow everything", lambda q: _put(q, place, {"any": True})
    ((form, value),) = written.items()
    match form:
        case "all":
            for n, part in enumerate(value):
                yield "drop a constraint", lambda q, n=n: _at(q, place)["all"].pop(n)  # type: ignore[misc]
                yield "keep one constraint", lambda q, part=part: _put(q, place, copy.deepcopy(part))  # type: ignore[misc]
                yield from _policy_changes(part, (*place, "all", n))
        case "words":
            for n, word in enumerate(value):
                yield "drop a word", lambda q, n=n: _at(q, place)["words"].pop(n)  # type: ignore[misc]
                for i in range(len(word)):
                    yield "shorten a word", lambda q, n=n, i=i: _at(q, place)["words"][n].pop(i)  # type: ignore[misc]
        case "automaton":
            states = list(dict.fromkeys([value["start"], *(q for move in value["moves"] for q in (move[0], move[2]))]))
            for one, other in combinations(states, 2):
                yield "make two states one", lambda q, a=one, b=other: _merge_states(_at(q, place), a, b)  # type: ignore[misc]
            for n in range(len(value["moves"])):
                yield "drop a move", lambda q, n=n: _at(q, place)["automaton"]["moves"].pop(n)  # type: ignore[misc]
        case "exclusive":
            for n in range(len(value)):
                yield "drop a label", lambda q, n=n: _at(q, place)["exclusive"].pop(n)  # type: ignore[misc]
        case "at_most":
            if value[1]:
                yield "allow one less", lambda q: _at(q, place).update(at_most=[value[0], value[1] - 1])


def _at(question: Any, place: tuple[Any, ...]) -> Any:
    for part in place:
        question = question[part]
    return question


def _put(question: Any, place: tuple[Any, ...], value: Any) -> None:
    _at(question, place[:-1])[place[-1]] = value


def _calls(record: Written) -> list[str]:
    found: dict[str, None] = {}

    def walk(written: Any) -> None:
        if isinstance(written, str):
            found[written] = None
        elif isinstance(written, dict):
            for result in written.get("results", {}).values():
                found.update(dict.fromkeys(result.get("calls", ())))
            for operator in ("sequence", "parallel", "choice"):
                for part in written.get(operator, ()):
                    walk(part)

    for contract in _contracts(record):
        walk(contract)
    return list(found)


def _contracts(record: Written) -> Iterator[Any]:
    def leaves(tree: Any) -> Iterator[Any]:
        if "branch" in tree:
            yield tree["contract"]
        for operator in _OPERATORS:
            for part in tree.get(operator, ()):
                yield from leaves(part)

    yield from leaves(record["workflow"])
    for rule in record.get("rules", {}).values():
        yield from (rule[side] for side in ("left", "right", "join") if side in rule)


def _drop_call(question: Written, call: str) -> None:
    record = question["record"]

    def without(written: Any) -> Any:
        if written == call:
            return None
        if not isinstance(written, dict):
            return written
        for result in written.get("results", {}).values():
            _drop_from_result(result, call)
        return {
            name: [without(part) for part in value] if name in ("sequence", "parallel", "choice") else value
            for name, value in written.items()
        }

    def leaves(tree: Any) -> None:
        if "branch" in tree:
            tree["contract"] = without(tree["contract"])
        for operator in _OPERATORS:
            for part in tree.get(operator, ()):
                leaves(part)

    leaves(record["workflow"])
    for rule in record.get("rules", {}).values():
        for side in ("left", "right", "join"):
            if side in rule:
                rule[side] = without(rule[side])
    record.get("calls", {}).pop(call, None)
    for holder, name in ((record, "history"), (question, "later")):
        if name in holder:
            holder[name] = [event for event in holder[name] if event.get("call", "").partition("#")[0] != call]
    _drop_unused(question)


def _drop_from_result(result: Written, call: str) -> None:
    """Take a call out of a result; what was before it stays before what was after it."""
    if call not in result.get("calls", ()):
        return
    order = result.get("order", [])
    before = [a for a, b in order if b == call]
    after = [b for a, b in order if a == call]
    result["calls"] = [other for other in result["calls"] if other != call]
    result["order"] = [pair for pair in order if call not in pair] + [[a, b] for a in before for b in after]


def _drop_rule(question: Written, name: str) -> None:
    question["record"]["rules"].pop(name)
    requests = [event["edit"] for event in question["record"].get("history", ()) if "edit" in event]
    for request in [*requests, *([question["edit"]] if question.get("edit") else [])]:
        (asked,) = request.values()
        if asked.get("rule") == name:
            asked.pop("rule")


def _drop_edit(question: Written, position: int, *, strip: bool) -> None:
    """Take an edit out of the history; later ones move up, and names that it made lose its mark, or keep it."""
    history = question["record"]["history"]
    dropped = 1 + sum("edit" in event for event in history[:position])

    def renumbered(match: re.Match[str]) -> str:
        number = int(match[1])
        if number == dropped:
            return "" if strip else match[0]
        return f"#{number - (number > dropped)}{match[2]}"

    def renamed(value: Any) -> Any:
        if isinstance(value, str):
            return _EDIT_NUMBER.sub(renumbered, value)
        if isinstance(value, list):
            return [renamed(part) for part in value]
        return {name: renamed(part) for name, part in value.items()} if isinstance(value, dict) else value

    question["record"]["history"] = history[:position] + renamed(history[position + 1 :])
    for name in ("edit", "later"):
        if question.get(name) is not None:
            question[name] = renamed(question[name])


def _ask_earlier(question: Written, position: int) -> None:
    """Ask an edit of the history, at its moment."""
    history = question["record"].pop("history")
    question["edit"] = history[position]["edit"]
    question.pop("later", None)
    if position:
        question["record"]["history"] = history[:position]


def _drop_unused(question: Written) -> None:
    """Drop calls that stand nowhere, and actions that nothing refers to."""
    record = question["record"]
    there = _calls(record)
    known = record.get("calls", {})
    record["calls"] = {call: action for call, action in known.items() if call in there}
    used = {known.get(call, call) for call in there} | set(record.get("authorized", ()))
    used |= {event[kind] for event in record.get("history", ()) for kind in ("dispatch", "settle") if kind in event}
    record["actions"] = {name: what for name, what in record["actions"].items() if name in used}


def _label(record: Written, action: str) -> str:
    label: str = record["actions"][action].get("label", action)
    return label


def _merge_actions(question: Written, kept: str, lost: str) -> None:
    record = question["record"]
    calls = record.get("calls", {})
    for call in _calls(record):
        if calls.get(call, call) == lost:
            calls[call] = kept
    record["calls"] = calls
    record["actions"].pop(lost)
    if "authorized" in record:
        record["authorized"] = list(dict.fromkeys(kept if d == lost else d for d in record["authorized"]))
    for event in record.get("history", ()):
        for kind in ("dispatch", "settle"):
            if event.get(kind) == lost:
                event[kind] = kept


def _merge_labels(question: Written, kept: str, lost: str, of_policy: bool) -> None:
    record = question["record"]
    for name, action in record["actions"].items():
        if action.get("label", name) == lost:
            action["label"] = kept

    def renamed(written: Any) -> Any:
        if isinstance(written, dict):
            return {
                form: {**value, "moves": [[p, kept if label == lost else label, q] for p, label, q in value["moves"]]}
                if form == "automaton"
                else " ".join(kept if token == lost else token for token in re.findall(r"[()|*+?]|[^\s()|*+?]+", value))
                if form == "regex"
                else renamed(value)
                for form, value in written.items()
            }
        if isinstance(written, list):
            return [renamed(part) for part in written]
        return kept if written == lost else written

    if of_policy:
        record["policy"] = renamed(record["policy"])


def _merge_states(policy: Written, kept: Any, lost: Any) -> None:
    automaton = policy["automaton"]

    def one(state: Any) -> Any:
        return kept if state == lost else state

    moves = [[one(p), label, one(q)] for p, label, q in automaton["moves"]]
    automaton["start"] = one(automaton["start"])
    automaton["moves"] = [move for n, move in enumerate(moves) if move not in moves[:n]]
