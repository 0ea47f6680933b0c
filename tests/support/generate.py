"""Whole questions, drawn: a record with a legal history, and an edit to ask about it.

Everything is drawn as documents, from dice that Hypothesis throws (see ``strategies``) or a seeded generator. A history
is built step by step through ``advance``, so that it is legal. Most policies are drawn last, from the words of labels
that the history and the asked edit could spell: some of those words are left out, so that the pruning has something
to do.
"""

import json
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

import execedit_kit as ek
from execedit_kit.check.replay import read_record
from execedit_kit.record.build import read_edit
from execedit_kit.record.workflow import Branch, Choice, Parallel, branches, current, enabled, groups
from tests.support import reference

FORKS = ("fork_choice", "fork_parallel")
RESTORES = ("restore_replace", "restore_live")
MERGES = ("merge_select", "merge_join")
EDITS = (*FORKS, *RESTORES, *MERGES)
KINDS = ("tangle", "none", *EDITS)
AUTHORITIES = ("owner", "alice", "bob")
ANY = {"any": True}
MOST_PAIRS = 250  # a history leads to no workflow with more
MOST_WORDS = 120  # a policy lists no more


@dataclass(frozen=True)
class Question:
    """A record with its history, and the edit that is asked as JSON, or None."""

    record: object = field(repr=False)
    edit: dict | None

    @property
    def document(self):
        return self.record.document()

    def __repr__(self):
        """Print what can be pasted into a file of cases."""
        return json.dumps({"record": self.document, "edit": self.edit})

    def _repr_pretty_(self, printer, cycle):
        printer.text(repr(self))


class Dice:
    """Where every choice comes from. Small numbers and first options are the simple ones.

    Parameters
    ----------
    number : Callable[[int, int], int]
        Draws an integer between two, both included.
    """

    def __init__(self, number):
        self.number = number

    @classmethod
    def of(cls, seed):
        return cls(Random(seed).randint)

    def one_of(self, options):
        return options[self.number(0, len(options) - 1)]

    def rarely(self, n):
        """True once in n."""
        return self.number(0, n - 1) == n - 1

    def several(self, options, least=0, most=4):
        """Some options, each as often as it likes."""
        return [self.one_of(options) for _ in range(self.number(least, most))]

    def some(self, options, least=0, most=None):
        """Some different options, in any order."""
        left = list(options)
        number = self.number(least, len(left) if most is None else min(most, len(left)))
        return [left.pop(self.number(0, len(left) - 1)) for _ in range(number)]

    def words(self, words):
        """About half of these words, three in four, or all of them."""
        least = self.one_of([2, 2, 1, 0])
        return {word for word in sorted(words) if self.number(0, 3) >= least}


# ---------------------------------------------------------------- contracts and workflows


class Calls:
    """Calls as they are made up, each with its action."""

    def __init__(self, dice, actions):
        self.dice, self.actions, self.known, self.of_rules = dice, actions, {}, {}

    def fresh(self):
        unused = [action for action in self.actions if action not in self.known.values()]
        action = self.dice.one_of(unused if unused and not self.dice.rarely(4) else self.actions)
        # Now and then the call that an action's own name stands for.
        name = action if action not in self.known and self.dice.rarely(6) else f"c{len(self.known)}"
        self.known[name] = action
        return name

    def shared(self):
        """Return a function that takes calls of rules, each at most once, fresh ones, and now and then any other."""
        taken = set()

        def take():
            left = [call for call in (self.known if self.dice.rarely(12) else self.of_rules) if call not in taken]
            call = self.dice.one_of(left) if left and self.dice.rarely(2) else self.fresh()
            taken.add(call)
            self.of_rules[call] = self.known[call]
            return call

        return take

    def declared(self):
        implicit = self.dice.rarely(2)
        return {call: action for call, action in self.known.items() if not (implicit and call == action)}


def split(dice, budget, least):
    """Split a number of calls over two parts."""
    if budget > 1 and not dice.rarely(6):
        least = 1
    left = dice.number(least, budget - least)
    return left, budget - left


def contract(dice, take, budget, deep=2):
    """A contract over exactly `budget` calls; with none, there is nothing to do."""
    if budget == 0:
        return dice.one_of([None, None, {}, {"results": {"o": {}}}, {"results": {"o": {}, "p": {}}}])
    forms = ["call"] * 6 if budget == 1 else ["results"] * (budget + 1)
    if deep:
        forms += ["sequence", "parallel"] + (["choice"] if budget > 1 else ["results"])
    form = dice.one_of(forms)
    if form == "call":
        return take()
    if form == "results":
        written = {"results": results(dice, [take() for _ in range(budget)])}
    else:
        parts = split(dice, budget, 1 if form == "choice" else 0)
        written = {form: [contract(dice, take, part, deep - 1) for part in parts]}
    if dice.rarely(6):
        written["authority"] = dice.one_of(AUTHORITIES)
    return written


def results(dice, calls):
    """Results with random orders; one that extends another, or is extended, is left out."""
    made = {}
    # Sets of calls that differ a little: then the results go together for a while, and part.
    usual = max(1, len(calls) - dice.one_of([1, 1, 0, 2]))
    for n in range(dice.one_of([3, 2, 4, 3, 1] if len(calls) > 1 else [1, 1, 2])):
        size = usual if not dice.rarely(4) else dice.number(1, len(calls))
        own = dice.some(calls, size, size)
        order = [list(pair) for pair in combinations(own, 2) if dice.rarely(5)]
        if not reference.extendable(reference.contract_of({"results": {**made, "": {"calls": own, "order": order}}})):
            made[f"o{n}"] = {"calls": own if dice.rarely(2) else sorted(own), "order": order}
            if dice.rarely(4):
                made[f"o{n}"]["authority"] = dice.one_of(AUTHORITIES)
    if dice.rarely(7):
        made["twin"] = made["o0"]
    return made


def workflow(dice, calls, budget, deep, names, form=None, tangle=False):
    """A workflow tree; `form` is the form of its root."""
    inner = ["choice", "parallel", "sequence", "join"] if deep > 0 else []
    form = form or dice.one_of(["branch"] * (2 if budget > 1 else 8) + inner)
    if form == "branch" and tangle and budget:
        made = {"results": results(dice, [calls.fresh() for _ in range(budget)])}
        return {"branch": names("b"), "contract": made}
    if form == "branch":
        return {"branch": names("b"), "contract": contract(dice, calls.fresh, budget)}
    if form == "choice" and budget == 1:
        budget = 2  # an arm with nothing to do beside one with something is undefined
    parts = split(dice, budget, 1 if form == "choice" and budget else 0)
    written = {form: [workflow(dice, calls, part, deep - 1, names, None, tangle) for part in parts]}
    if form in ("choice", "parallel"):
        written["group"] = names("G")
    if form == "choice" and dice.rarely(4):
        written["selected"] = dice.one_of(["left", "right"])
    return written


def rule(dice, calls, kind):
    written = {"kind": kind}
    for side in {"fork": ("left", "right"), "merge": ("join",), "restore": ()}[kind.partition("_")[0]]:
        if not dice.rarely(3):
            written[side] = contract(dice, calls.shared(), dice.one_of([1, 0, 1, 2]), 1)
    if dice.rarely(4):
        written["authority"] = dice.one_of(AUTHORITIES)
    return written


def registration(dice, kind):
    """A record document that allows everything and in which nothing has happened."""
    actions = {}
    # A tangle: results that share most of their calls, and as many labels as there can be. Much to prune.
    tangle = not dice.rarely(3)
    letters = [None] if tangle else dice.one_of([[None], [*"abc", None], ["a", "b"]])
    for n in range(5 if tangle else dice.one_of([4, 5, 3, 2, 1])):
        label = dice.one_of(letters)
        actions[f"d{n}"] = {} if label is None else {"label": label}
        if dice.rarely(8):
            actions[f"d{n}"]["request"] = {"to": [n, None]}
    calls = Calls(dice, list(actions))
    counts = {}

    def names(letter):
        counts[letter] = counts.get(letter, -1) + 1
        return f"{letter}{counts[letter]}"

    form = None
    if kind in MERGES and dice.rarely(2):
        form = {"merge_select": "choice", "merge_join": "parallel"}[kind]
    if tangle:
        budget, deep = dice.one_of([3, 4, 2] if kind in FORKS else [4, 5, 3]), dice.one_of([0, 0, 1])
    else:
        budget, deep = dice.one_of([3, 2, 1, 4, 0] if kind in FORKS else [4, 3, 5, 2, 1, 0]), dice.number(0, 3)
    tree = workflow(dice, calls, budget, deep, names, form, tangle)
    rules = {}
    for n in range(dice.number(0, 2)):
        rules[f"r{n}"] = rule(dice, calls, kind if kind != "none" and not dice.rarely(4) else dice.one_of(EDITS))
    document = {"format": "execution-record/1", "actions": actions, "calls": calls.declared(), "policy": ANY}
    if dice.rarely(4):
        document["authority"] = dice.one_of(AUTHORITIES)
    if dice.rarely(4):
        document["authorized"] = dice.some(list(actions), 1, 2)
    return {**document, "rules": rules, "workflow": tree}


# ---------------------------------------------------------------- policies


def labels_of(document):
    return sorted({action.get("label", name) for name, action in document["actions"].items()})


def constraint(dice, labels, deep=1):
    """A policy of any form over these labels."""
    form = dice.one_of(
        ["any", "at_most", "before", "exclusive", "never", "words", "regex", "automaton"] + ["all", "all"] * deep
    )
    match form:
        case "any":
            return ANY
        case "at_most":
            return {"at_most": [dice.one_of(labels), dice.number(0, 3)]}
        case "before":
            return {"before": [dice.one_of(labels), dice.one_of(labels)]}
        case "exclusive":
            return {"exclusive": dice.several(labels, 0, 3)}
        case "never":
            return {"never": dice.one_of(labels)}
        case "words":
            return {"words": [dice.several(labels) for _ in range(dice.number(0, 5))]}
        case "regex":
            return {"regex": regex(dice, labels, 3)}
        case "automaton":
            states = [0, 1, "two"]
            moves = [[dice.one_of(states), dice.one_of(labels), dice.one_of(states)] for _ in range(dice.number(0, 7))]
            return {"automaton": {"start": 0, "moves": moves}}
    return {"all": [constraint(dice, labels, deep - 1) for _ in range(dice.number(0, 4))]}


def regex(dice, labels, deep):
    form = dice.one_of(["label", "series", "union", "*", "+", "?"] if deep else ["label"])
    if form == "label":
        return dice.one_of(labels)
    if form in "*+?":
        return f"({regex(dice, labels, deep - 1)}){form}"
    left, right = regex(dice, labels, deep - 1), regex(dice, labels, deep - 1)
    return f"{left} {right}" if form == "series" else f"({left} | {right})"


def spelled_log(document):
    return [document["actions"][name].get("label", name) for name in document.get("authorized", ())]


def asked_words(document, edit, most=2 * MOST_PAIRS):
    """The words of labels that the asked workflow could spell after the log; none for an invalid edit."""
    state = reference.replayed(document)
    tree, made = state.tree, {}
    if edit is not None:
        try:
            tree, made, _ = reference.derived(state, edit)
        except reference.Invalid:
            return []
    actions = state.actions | made
    found, listed = set(), 0
    for result in reference.meaning(tree):
        for calls in result.sequences():
            listed += 1
            if listed > most:
                raise reference.TooMuch
            new = [action for action in dict.fromkeys(actions[call] for call in calls) if action not in state.log]
            found.add((*map(state.label, state.log), *map(state.label, new)))
    return sorted(found)


def listing(words):
    return {"words": [list(word) for word in sorted(words)]}


def written_down(dice, words):
    """The policy of these words, written in one form or another."""
    form = dice.one_of(["words", "automaton", "regex", "all"])
    if form == "automaton":
        states = sorted({word[:n] for word in words for n in range(len(word) + 1)} | {()})
        number = {word: n for n, word in enumerate(states)}
        moves = [[number[word[:-1]], word[-1], number[word]] for word in states if word]
        return {"automaton": {"start": 0, "moves": moves}}
    if form == "regex" and words and all(words):
        return {"regex": " | ".join(" ".join(word) for word in sorted(words))}
    return {"all": [listing(words), ANY]} if form == "all" else listing(words)


# ---------------------------------------------------------------- requests and histories


def request(dice, record, kind):
    """A request for an edit of a kind; mostly with names, rules and signatures that fit."""

    def pick(fitting, others):
        return dice.one_of(fitting if fitting and not dice.rarely(14) else [*others, "nowhere"])

    here = list(current(record.workflow))
    if kind in MERGES:
        mode = Choice if kind == "merge_select" else Parallel
        asked = {"group": pick([n.group for n in here if type(n) is mode], [g.group for g in groups(record.workflow)])}
    else:
        every = [branch.name for branch in branches(record.workflow)]
        asked = {"branch": pick([n.name for n in here if isinstance(n, Branch)], every)}
    if kind in RESTORES:
        asked["checkpoint"] = pick(list(record.checkpoints), [])
    if kind == "merge_select":
        group = next((n for n in here if isinstance(n, Choice) and n.group == asked["group"]), None)
        either = group is None or group.selected == "open"
        asked["winner"] = pick(["left", "right"] if either else [group.selected], ["left", "right"])
    rules = record.registration.rules
    fitting = [name for name, rule in rules.items() if rule.kind == kind]
    named = pick([None, *fitting, *fitting], list(rules))
    if named is not None:
        asked["rule"] = named
    if kind in ("merge_select", "restore_replace"):
        asked["signed_by"] = dice.some(AUTHORITIES) if dice.rarely(5) else list(AUTHORITIES)
    return {kind: asked}


def history(dice, record, kind, words=None):
    """The record after a legal history, drawn step by step.

    With `words`, the policy is these words and grows: whenever the next step needs more of them, some are added.
    """
    steps = [None] * dice.one_of([0, 0, 0, 1, 2, 3, 5] if kind == "none" else [0, 0, 1, 2, 3, 5])
    if kind in RESTORES and not dice.rarely(8):
        steps = ["checkpoint", *["call"] * dice.one_of([1, 2, 0]), *steps]
    if kind in MERGES and not dice.rarely(8):
        steps.append("fork_choice" if kind == "merge_select" else "fork_parallel")
    for step in steps:
        here = list(current(record.workflow))
        if step in FORKS and any(isinstance(n, Choice if step == "fork_choice" else Parallel) for n in here):
            continue
        calls = [call for call, _ in enabled(record.workflow)]
        if step == "call" and not calls:
            continue
        if step is None:
            options = ["call"] * 4 * bool(calls) + ["checkpoint", "edit"]
            options += ["dispatch"] * bool(record.queued) + ["settle"] * bool(record.sent)
            step = dice.one_of(options)
        if step == "edit":
            step = dice.one_of(EDITS)
        if words is not None and not ek.check(record):
            record = grown(dice, record, None, words)
        match step:
            case "call":
                event = ek.call(dice.one_of(calls))
            case "checkpoint":
                name = f"k{len(record.checkpoints)}"
                event = ek.checkpoint(name, dice.one_of([n.name for n in here if isinstance(n, Branch)]))
            case "dispatch":
                event = ek.dispatch(record.queued[0])
            case "settle":
                event = ek.settle(dice.one_of(record.sent), dice.one_of([None, 1, {"ok": ["é", 2.5]}]))
            case _:
                asked = request(dice, record, step)
                if words is not None:
                    record = grown(dice, record, asked, words)
                event = read_edit(asked)
                answer = ek.check(record, event)
                if not answer or answer.rounds[0] > MOST_PAIRS:
                    continue
        try:
            record = ek.advance(record, event)
        except ek.RefusedStep:
            continue
    return record


def grown(dice, record, edit, words):
    """Return the record under a larger policy, which accepts the edit when it is valid."""
    document = record.document()
    more = asked_words(document, edit)
    for added in (dice.words(more), dice.words(more), dice.words(more), more):
        if len(words | set(added)) > MOST_WORDS:
            raise reference.TooMuch
        larger = read_record({**document, "policy": listing(words | set(added))})
        if ek.check(larger, edit):
            words |= set(added)
            return larger
    return record


def question(dice, kind, policy=None):
    """A record and a request for an edit of this kind ("none" and "tangle": the workflow as it stands).

    `policy` is the form of policy to use, a document; by default one is drawn.
    """
    if kind == "tangle":
        return tangle(dice)
    document = registration(dice, kind)
    if policy is None and not dice.rarely(6):
        try:
            return focused(dice, document, kind)
        except reference.TooMuch:
            pass
    document["policy"] = policy or constraint(dice, labels_of(document))
    while policy is None and kind in (*RESTORES, *MERGES) and not dice.rarely(5) and not lively(document):
        document["policy"] = constraint(dice, labels_of(document))
    while not reference.allowed(document["policy"], spelled_log(document)):
        document["authorized"].pop()
    record = history(dice, read_record(document), kind)
    return Question(record, None if kind == "none" else request(dice, record, kind))


def lively(document):
    """Whether the policy allows the log and lets something happen."""
    allowed = reference.allowed(document["policy"], spelled_log(document))
    return allowed and bool(ek.check(read_record(document)))


def tangle(dice):
    """A question about the workflow as it stands, in which much is pruned: half the words of entangled results."""
    actions = [f"d{n}" for n in range(6)]
    calls = Calls(dice, actions)
    made = {"results": results(dice, [calls.fresh() for _ in range(dice.one_of([4, 5, 3]))])}
    if dice.rarely(3):
        made = {dice.one_of(["parallel", "sequence", "choice"]): [made, contract(dice, calls.fresh, 1)]}
    document = {
        "format": "execution-record/1",
        "actions": {action: {} for action in actions},
        "calls": calls.declared(),
        "policy": ANY,
        "workflow": {"branch": "b", "contract": made},
    }
    words = asked_words(document, None, 5000)
    document["policy"] = listing({(), *(word for word in sorted(words) if dice.rarely(2))})
    return Question(read_record(document), None)


def focused(dice, document, kind):
    """A question whose policy is some of the words that its workflows could spell."""
    words = {tuple(spelled_log(document))}
    if dice.rarely(3):
        words |= dice.words(asked_words(document, None))
    record = history(dice, read_record({**document, "policy": listing(words)}), kind, words)
    edit = None if kind == "none" else request(dice, record, kind)
    words |= dice.words(asked_words(record.document(), edit))
    if len(words) > MOST_WORDS:
        raise reference.TooMuch
    return Question(read_record({**record.document(), "policy": written_down(dice, words)}), edit)
