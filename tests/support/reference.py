"""The model read once more: documents in, answers out, by listing everything, and nothing from the package.

The literal check of the package shares its contracts, workflows, policies and edits with the exact pass; a mistake in
those is invisible to a comparison of the two. This page shares only the words of the model and of the format.
"""

import re
from collections import defaultdict
from dataclasses import dataclass, replace

# ---------------------------------------------------------------- contracts


@dataclass(frozen=True)
class Result:
    calls: frozenset = frozenset()
    before: frozenset = frozenset()
    authorities: frozenset = frozenset()

    def minimal(self):
        return {x for x in self.calls if not any(a in self.calls for a, b in self.before if b == x)}

    def without(self, call):
        return replace(self, calls=self.calls - {call}, before=frozenset(p for p in self.before if call not in p))

    def sequences(self):
        if not self.calls:
            yield ()
        for call in sorted(self.minimal()):
            for rest in self.without(call).sequences():
                yield (call, *rest)

    def after(self, calls):
        """The result without these calls, or None when none of its sequences begins with them."""
        at = self
        for call in calls:
            if call not in at.minimal():
                return None
            at = at.without(call)
        return at


def beside(p, q, between=()):
    return Result(p.calls | q.calls, p.before | q.before | set(between), p.authorities | q.authorities)


def one_after_the_other(p, q):
    return beside(p, q, {(a, b) for a in p.calls for b in q.calls})


def calls_of(contract):
    return frozenset().union(*(result.calls for result in contract))


def extendable(contract):
    """Whether some complete sequence is properly extended by another: by listing both."""
    every = {z for result in contract for z in result.sequences()}
    return any(z[:n] in every for z in every for n in range(len(z)))


def required_by(contract, authority):
    return [r if r.authorities else replace(r, authorities=frozenset({authority})) for r in contract]


def contract_of(written, authority=None):
    """The contract; every part that names no authority is required by the innermost one around it."""
    if written is None:
        return [Result()]  # nothing to do is required by nobody where it stands beside something
    inner = authority if isinstance(written, str) else written.get("authority", authority)

    def filled(made):
        return made if inner is None else required_by(made, inner)

    if isinstance(written, str):
        return filled([Result(frozenset({written}))])
    if "results" in written:
        return filled(
            [
                Result(
                    frozenset(part.get("calls", ())),
                    frozenset(map(tuple, part.get("order", ()))),
                    frozenset({part["authority"]} if "authority" in part else ()),
                )
                for part in written["results"].values()
            ]
        )
    form = next((f for f in ("sequence", "parallel", "choice") if f in written), None)
    first, *rest = [contract_of(part, inner) for part in written[form]] if form and written[form] else [[Result()]]
    made = first
    for part in rest:
        if form == "choice":
            made = made + part
        else:
            combine = beside if form == "parallel" else one_after_the_other
            made = [combine(p, q) for p in made for q in part]
    return filled(made) if "authority" in written else made


# ---------------------------------------------------------------- policies


def allowed(policy, word):
    """Whether a word is in the language of a policy document."""
    ((form, value),) = policy.items()
    match form:
        case "any":
            return True
        case "all":
            return all(allowed(part, word) for part in value)
        case "words":
            return not word or any(tuple(listed[: len(word)]) == tuple(word) for listed in value)
        case "automaton":
            states = {value["start"]}
            for label in word:
                states = {target for source, by, target in value["moves"] if source in states and by == label}
            return bool(states)
        case "regex":
            at = parsed(value)
            for label in word:
                at = None if at is None else derivative(at, label)
            return at is not None
        case "at_most":
            return list(word).count(value[0]) <= value[1]
        case "before":
            return all(value[0] in word[:n] for n, label in enumerate(word) if label == value[1])
        case "exclusive":
            return len(set(word) & set(value)) <= 1
        case "never":
            return value not in word
    raise AssertionError(form)


def tokens(pattern):
    """The labels and signs of a regular expression."""
    return re.findall(r"[()|*+?]|[^\s()|*+?]+", pattern)


def parsed(pattern):
    """A regular expression as a tree: (), a label, ("|" or ".", left, right), ("*", body). None is the empty set."""
    rest = tokens(pattern)

    def union():
        made = series()
        while rest[:1] == ["|"]:
            rest.pop(0)
            made = ("|", made, series())
        return made

    def series():
        made = ()
        while rest and rest[0] not in "|)":
            made = (".", made, repeated())
        return made

    def repeated():
        token = rest.pop(0)
        made = token
        if token == "(":
            made = union()
            assert rest.pop(0) == ")"
        while rest and rest[0] in ("*", "+", "?"):
            sign = rest.pop(0)
            made = {"*": ("*", made), "+": (".", made, ("*", made)), "?": ("|", (), made)}[sign]
        return made

    made = union()
    assert not rest, pattern
    return made


def may_be_empty(regex):
    if regex == () or isinstance(regex, str):
        return regex == ()
    match regex[0]:
        case "*":
            return True
        case "|":
            return may_be_empty(regex[1]) or may_be_empty(regex[2])
        case _:
            return may_be_empty(regex[1]) and may_be_empty(regex[2])


def derivative(regex, label):
    """What may follow a label: Brzozowski's derivative, with None for the empty set, so that it is never hidden."""
    if regex == () or isinstance(regex, str):
        return () if regex == label else None
    match regex[0]:
        case "*":
            first = derivative(regex[1], label)
            return None if first is None else (".", first, regex)
        case "|":
            return either(derivative(regex[1], label), derivative(regex[2], label))
        case _:
            first = derivative(regex[1], label)
            through = None if first is None else (".", first, regex[2])
            return either(through, derivative(regex[2], label) if may_be_empty(regex[1]) else None)


def either(left, right):
    return ("|", left, right) if left is not None and right is not None else right if left is None else left


# ---------------------------------------------------------------- workflows


@dataclass(frozen=True)
class Leaf:
    name: str
    contract: tuple


@dataclass(frozen=True)
class Node:
    form: str
    left: object
    right: object
    group: str | None = None
    selected: str = "open"


def tree_of(written, authority):
    if "branch" in written:
        return Leaf(written["branch"], tuple(required_by(contract_of(written["contract"], authority), authority)))
    form = next(f for f in ("choice", "parallel", "sequence", "join") if f in written)
    left, right = (tree_of(part, authority) for part in written[form])
    return Node(form, left, right, written.get("group"), written.get("selected") or "open")


def parts_of(tree):
    """The parts that count: a selected choice has one."""
    if tree.form == "choice" and tree.selected != "open":
        return [tree.left if tree.selected == "left" else tree.right]
    return [tree.left, tree.right]


def meaning(tree):
    if isinstance(tree, Leaf):
        return list(tree.contract)
    first, *rest = map(meaning, parts_of(tree))
    if not rest:
        return first
    if tree.form == "choice":
        return first + rest[0]
    combine = one_after_the_other if tree.form == "sequence" else beside
    return [combine(p, q) for p in first for q in rest[0]]


def finished(tree):
    return all(not result.calls for result in meaning(tree))


def current(tree):
    """Branches and named groups that an edit may name."""
    if isinstance(tree, Leaf):
        return [tree]
    if tree.form == "sequence":
        return current(tree.right if finished(tree.left) else tree.left)
    own = [tree] if tree.form in ("choice", "parallel") else []
    return own + [node for part in parts_of(tree) for node in current(part)]


def leaves(tree):
    return [tree] if isinstance(tree, Leaf) else leaves(tree.left) + leaves(tree.right)


def swap(tree, old, new):
    if tree is old:
        return new
    if isinstance(tree, Leaf):
        return tree
    return replace(tree, left=swap(tree.left, old, new), right=swap(tree.right, old, new))


def undefined(tree):
    """Whether some composition in the meaning is undefined: a call twice, or a sequence that can be extended."""
    calls = [call for leaf in leaves(tree) for call in calls_of(leaf.contract)]
    if len(calls) != len(set(calls)):
        return True

    def somewhere(node):
        if isinstance(node, Leaf):
            return extendable(node.contract)
        parts = parts_of(node)
        if node.form == "choice" and len(parts) == 2:
            empty = [any(not r.calls for r in meaning(part)) for part in parts]
            if any(empty) and not all(map(finished, parts)):
                return True
        return any(map(somewhere, parts))

    return somewhere(tree)


def process(tree, call):
    """The workflow after a call, or None when it is not enabled."""
    if isinstance(tree, Leaf):
        left = tuple(r.without(call) for r in tree.contract if call in r.minimal())
        return Leaf(tree.name, left) if left else None
    sides = ("left", "right")
    if tree.form == "sequence":
        sides = ("right",) if finished(tree.left) else ("left",)
    elif tree.form == "choice" and tree.selected != "open":
        sides = (tree.selected,)
    for side in sides:
        after = process(getattr(tree, side), call)
        if after is not None:
            chosen = side if tree.form == "choice" else tree.selected
            return replace(tree, **{side: after}, selected=chosen)
    return None


# ---------------------------------------------------------------- records and edits


@dataclass(frozen=True)
class State:
    document: dict
    tree: object
    actions: dict
    log: tuple
    checkpoints: dict
    edits: int = 0

    @property
    def authority(self):
        return self.document.get("authority", "owner")

    def label(self, action):
        return self.document["actions"][action].get("label") or action


class Invalid(Exception):
    """The edit has no derivation."""


class TooMuch(Exception):
    """More sequences than anybody wants to list."""


def replayed(document):
    """The state a document's history replays to, its steps taken on trust."""
    known = {name: name for name in document["actions"]} | document.get("calls", {})
    tree = tree_of(document["workflow"], document.get("authority", "owner"))
    state = State(document, tree, known, tuple(document.get("authorized", ())), {})
    for event in document.get("history", ()):
        state = stepped(state, event)
    return state


def stepped(state, event):
    if "call" in event:
        action = state.actions[event["call"]]
        log = state.log if action in state.log else (*state.log, action)
        return replace(state, tree=process(state.tree, event["call"]), log=log)
    if "checkpoint" in event:
        leaf = named(state.tree, event["branch"], None)
        return replace(state, checkpoints=state.checkpoints | {event["checkpoint"]: leaf})
    if "edit" in event:
        tree, made, _ = derived(state, event["edit"])
        return replace(state, tree=tree, actions=state.actions | made, edits=state.edits + 1)
    return state


def named(tree, branch, group):
    for node in current(tree):
        name = node.name if isinstance(node, Leaf) else node.group
        if isinstance(node, Leaf) == (group is None) and name == (branch if group is None else group):
            return node
    raise Invalid("not current")


def derived(state, edit):
    """The target, the new calls with their actions, and the account (required, satisfied, removed)."""
    ((kind, request),) = edit.items()
    n = state.edits + 1
    made = {}
    rule = {"kind": kind}
    if "rule" in request:
        rule = state.document.get("rules", {}).get(request["rule"])
        if rule is None or rule["kind"] != kind:
            raise Invalid("rule")

    def fresh(contract, mark):
        for call in calls_of(contract):
            made[f"{call}#{n}{mark}"] = state.actions[call]

        def name(call):
            return f"{call}#{n}{mark}"

        return [
            Result(frozenset(map(name, r.calls)), frozenset((name(a), name(b)) for a, b in r.before), r.authorities)
            for r in contract
        ]

    def adds(side):
        default = rule.get("authority", state.authority)
        contract = required_by(contract_of(rule.get(side), default), default)
        if len(contract) == 1 and not contract[0].calls:
            return [Result()]  # what a rule does not add, nobody requires
        return fresh(contract, {"left": "L", "right": "R", "join": "J"}[side])

    def signed(contract):
        needed = frozenset().union(*(r.authorities or {state.authority} for r in contract))
        if not needed <= set(request.get("signed_by", ())):
            raise Invalid("signature")
        return len(contract)

    satisfied = removed = 0
    if kind in ("fork_choice", "fork_parallel"):
        old = named(state.tree, request["branch"], None)

        def copy(side, mark):
            contract, added = fresh(old.contract, mark), adds(side)
            if calls_of(contract) & calls_of(added):
                raise Invalid("composition")
            combined = (one_after_the_other(p, q) for p in contract for q in added)
            return Leaf(f"{old.name}#{n}{mark}", tuple(combined))

        new = Node(kind.removeprefix("fork_"), copy("left", "L"), copy("right", "R"), f"g#{n}")
        required = 2 * len(old.contract)
    elif kind in ("restore_replace", "restore_live"):
        old = named(state.tree, request["branch"], None)
        stored = state.checkpoints.get(request["checkpoint"])
        if stored is None:
            raise Invalid("checkpoint")
        new = Leaf(f"{stored.name}#{n}k", tuple(fresh(stored.contract, "k")))
        required = len(old.contract) + len(stored.contract)
        if kind == "restore_live":
            new = Node("parallel", old, new, f"g#{n}")
        elif finished(old):
            satisfied = len(old.contract)
        else:
            removed = signed(old.contract)
    else:
        old = named(state.tree, None, request["group"])
        required = len(meaning(old.left)) + len(meaning(old.right))
        if kind == "merge_select":
            winner = request["winner"]
            if old.form != "choice" or winner not in ("left", "right") or old.selected not in ("open", winner):
                raise Invalid("mode or winner")
            kept, lost = (old.left, old.right) if winner == "left" else (old.right, old.left)
            removed = signed(meaning(lost))
        else:
            if old.form != "parallel":
                raise Invalid("mode")
            kept = Node("join", old.left, old.right)
        new = Node("sequence", kept, Leaf(f"{old.group}#{n}J", tuple(adds("join"))))
    target = swap(state.tree, old, new)
    if undefined(target):
        raise Invalid("composition")
    return target, made, (required, satisfied, removed)


# ---------------------------------------------------------------- the check


@dataclass(frozen=True)
class Answer:
    verdict: str
    results: int = 0
    rounds: tuple = ()
    safe: frozenset = frozenset()
    partial: frozenset = frozenset()
    automaton_states: int = 0
    account: tuple = (0, 0, 0)


def answer(document, edit=None, *, most=4000):
    """The answer to an edit, by listing every pair of a result and a sequence."""
    state = replayed(document)
    tree, made, account = state.tree, {}, (0, 0, 0)
    if edit is not None:
        try:
            tree, made, account = derived(state, edit)
        except Invalid:
            return Answer("invalid")
    actions, contract = state.actions | made, meaning(tree)
    spelled = tuple(state.label(action) for action in state.log)
    compatible = defaultdict(set)
    pairs = set()
    listed = 0
    for n, result in enumerate(contract):
        for calls in result.sequences():
            listed += 1
            if listed > most:
                raise TooMuch
            log, word, steps = set(state.log), spelled, []
            compatible[()].add(n)
            for call in calls:
                new = actions[call] not in log
                log.add(actions[call])
                steps.append((call, "new" if new else "reuse"))
                word += (state.label(actions[call]),) * new
                compatible[tuple(steps)].add(n)
            if allowed(document["policy"], word):
                pairs.add((n, tuple(steps)))
    rounds = [pairs]
    while True:
        reached = defaultdict(set)
        for n, steps in rounds[-1]:
            for end in range(len(steps) + 1):
                reached[steps[:end]].add(n)
        kept = {
            (n, steps)
            for n, steps in pairs
            if all(compatible[steps[:end]] <= reached[steps[:end]] for end in range(len(steps) + 1))
        }
        if kept == rounds[-1]:
            break
        rounds.append(kept)
    futures = defaultdict(set)
    for _, steps in rounds[-1]:
        for end in range(len(steps) + 1):
            futures[steps[:end]].add(steps[end:])
    return Answer(
        "accepted" if rounds[-1] else "rejected",
        len(contract),
        tuple(map(len, rounds)),
        frozenset(rounds[-1]),
        frozenset(futures),
        len(set(map(frozenset, futures.values()))),
        account,
    )
