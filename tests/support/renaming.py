"""A document under other names: every action, call, label, branch, group, checkpoint, rule, result and authority."""

import re

import execedit_kit as ek
from execedit_kit.check.replay import read_record
from tests.support.reference import tokens


class Names:
    """A consistent renaming of the names that people chose; what the format adds to a name stays.

    Parameters
    ----------
    new : dict[str, str]
        Old name → new name, one for each thing of any kind.
    """

    def __init__(self, new):
        self.new = new

    def __call__(self, name):
        """Rename a name, or the part of it that somebody chose: ``c1#2L`` is the second edit's copy of ``c1``."""
        chosen, mark, rest = name.partition("#")
        return self.new.get(chosen, chosen) + mark + rest

    def each(self, names):
        return [self(name) for name in names]

    def record(self, document):
        made = dict(document)
        made["actions"] = {
            self(name): {**action, **({"label": self(action["label"])} if "label" in action else {})}
            for name, action in document["actions"].items()
        }
        made["calls"] = {self(call): self(action) for call, action in document.get("calls", {}).items()}
        made["policy"] = self.policy(document["policy"])
        made["workflow"] = self.workflow(document["workflow"])
        made["rules"] = {self(name): self.rule(rule) for name, rule in document.get("rules", {}).items()}
        if "authorized" in document:
            made["authorized"] = self.each(document["authorized"])
        if "authority" in document:
            made["authority"] = self(document["authority"])
        if "history" in document:
            made["history"] = [self.event(event) for event in document["history"]]
        return made

    def contract(self, written):
        if written is None or isinstance(written, str):
            return written if written is None else self(written)
        made = {}
        for field, value in written.items():
            if field == "authority":
                made[field] = self(value)
            elif field == "results":
                made[field] = {self(name): self.result(result) for name, result in value.items()}
            else:
                made[field] = [self.contract(part) for part in value]
        return made

    def result(self, written):
        made = {}
        if "calls" in written:
            made["calls"] = self.each(written["calls"])
        if "order" in written:
            made["order"] = [self.each(pair) for pair in written["order"]]
        if "authority" in written:
            made["authority"] = self(written["authority"])
        return made

    def workflow(self, written):
        made = dict(written)
        for field, value in written.items():
            if field in ("branch", "group"):
                made[field] = self(value)
            elif field == "contract":
                made[field] = self.contract(value)
            elif field != "selected":
                made[field] = [self.workflow(part) for part in value]
        return made

    def rule(self, written):
        made = dict(written)
        for side in ("left", "right", "join"):
            if side in written:
                made[side] = self.contract(written[side])
        if "authority" in written:
            made["authority"] = self(written["authority"])
        return made

    def policy(self, written):
        ((form, value),) = written.items()
        match form:
            case "any":
                return written
            case "all":
                return {form: [self.policy(part) for part in value]}
            case "words":
                return {form: [self.each(word) for word in value]}
            case "regex":
                return {form: " ".join(token if token in "()|*+?" else self(token) for token in tokens(value))}
            case "automaton":
                return {form: {**value, "moves": [[p, self(label), q] for p, label, q in value["moves"]]}}
            case "at_most":
                return {form: [self(value[0]), value[1]]}
            case "never":
                return {form: self(value)}
        return {form: self.each(value)}

    def edit(self, written):
        ((kind, request),) = written.items()
        made = {name: self(value) if isinstance(value, str) else self.each(value) for name, value in request.items()}
        return {kind: {**made, **({"winner": request["winner"]} if "winner" in request else {})}}

    def event(self, written):
        if "edit" in written:
            return {"edit": self.edit(written["edit"])}
        return {field: value if field == "value" else self(value) for field, value in written.items()}


CHOSEN = re.compile(r"(?:[bcdGkor]\d+|b|o|p|twin|owner|alice|bob|[abc])")


def words_in(value):
    """Every word of every string in a document."""
    if isinstance(value, dict):
        return words_in([*value, *value.values()])
    if isinstance(value, list):
        return set().union(*map(words_in, value))
    return set(re.split(r"[\s()|*+?#]+", value)) if isinstance(value, str) else set()


def other_names(document, dice):
    """New names for whatever was chosen, in another alphabetical order and of every kind of letter.

    The default authority need not be in the document, so that its name stays.
    """
    old = sorted(name for name in words_in(document) if CHOSEN.fullmatch(name) and name != "owner")
    numbers = dice.some(range(len(old)), len(old))
    kinds = ["n{}", "Ω{}", "{}z", "call-{}", "a.b/{}", "é{}", "{}", "A{}B"]
    return Names({name: kinds[n % len(kinds)].format(n + 10) for name, n in zip(old, numbers, strict=True)})


def under_other_names(question, dice):
    """Ask a question twice: the renaming, the document under its new names, and the answers to the old and the new."""
    names = other_names({**question.document, "edit": question.edit}, dice)
    edit = None if question.edit is None else names.edit(question.edit)
    renamed = names.record(question.document)
    return names, renamed, ek.check(question.record, question.edit), ek.check(read_record(renamed), edit)
