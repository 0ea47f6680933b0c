"""One form for all questions that differ by names only. It shares no code with the kit."""

import json
from itertools import permutations, product

LONGEST = 5  # two automata of three states differ on some word of at most so many labels


def form(question):
    """The least text over all renamings of calls, actions and labels."""
    record = question["record"]
    calls, actions = list(record["calls"]), list(record["actions"])
    labels = sorted({what["label"] for what in record["actions"].values()})
    every = product(
        permutations(range(len(calls))), permutations(range(len(actions))), permutations(range(len(labels)))
    )
    return min(
        described(question, dict(zip(calls, c, strict=True)), dict(zip(actions, d, strict=True)),
                  dict(zip(labels, a, strict=True)))
        for c, d, a in every
    )  # fmt: skip


def described(question, calls, actions, labels):
    record = question["record"]

    def call(name):
        chosen, mark, rest = name.partition("#")
        return f"c{calls[chosen]}{mark}{rest}"

    def event(written):
        return {"call": call(written["call"])} if "call" in written else written

    rules = {
        name: {side: contract(part, call) if side != "kind" else part for side, part in rule.items()}
        for name, rule in record.get("rules", {}).items()
    }
    return json.dumps(
        [
            sorted((actions[name], labels[what["label"]]) for name, what in record["actions"].items()),
            sorted((call(name), actions[action]) for name, action in record["calls"].items()),
            tree(record["workflow"], call),
            rules,
            language(record["policy"]["automaton"], labels),
            [event(written) for written in record.get("history", [])],
            question["edit"],
            [event(written) for written in question.get("later", [])],
        ],
        sort_keys=True,
    )


def contract(written, call):
    if written is None:
        return [[[], []]]
    if isinstance(written, str):
        return [[[call(written)], []]]
    return sorted(
        [sorted(map(call, result["calls"])), closure([(call(a), call(b)) for a, b in result.get("order", [])])]
        for result in written["results"].values()
    )


def closure(pairs):
    pairs = set(pairs)
    while more := {(a, d) for a, b in pairs for c, d in pairs if b == c} - pairs:
        pairs |= more
    return sorted(map(list, pairs))


def tree(written, call):
    if "branch" in written:
        return [written["branch"], contract(written["contract"], call)]
    operator = next(name for name in ("choice", "parallel", "sequence", "join") if name in written)
    return [operator, *(tree(part, call) for part in written[operator])]


def language(automaton, labels):
    """The allowed words of at most so many labels."""
    moves = {(q, labels[label]): to for q, label, to in automaton["moves"]}
    words = [([], automaton["start"])]
    found = []
    for word, state in words:
        found.append("".join(map(str, word)))
        if len(word) < LONGEST:
            words += [([*word, n], moves[state, n]) for n in labels.values() if (state, n) in moves]
    return sorted(found)


def words(rows, longest=LONGEST):
    """The words up to a length that a policy's table of moves allows, with labels by number."""
    found, ahead = set(), [((), 0)]
    for word, state in ahead:
        found.add(word)
        if len(word) < longest:
            ahead += [((*word, n), to) for n, to in enumerate(rows[state]) if to >= 0]
    return frozenset(found)
