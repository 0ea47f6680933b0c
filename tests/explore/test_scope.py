"""A scope holds every question of its sizes once, whatever things are called, and any range of it by its number."""

from itertools import islice
from random import Random

import pytest

import execedit_kit as ek
from execedit_kit.check.replay import read_record
from execedit_kit.explore.naive import NAIVE
from execedit_kit.explore.policies import policies
from execedit_kit.explore.question import Question
from execedit_kit.explore.scope import Scope
from execedit_kit.explore.search import confirm
from execedit_kit.explore.size import Size, size_of
from execedit_kit.record.workflow import Branch, Choice, Parallel, current, enabled
from tests.explore.forms import form, words

TINY = Scope(Size(calls=2, actions=2, labels=2, results=2, events=2, policy_states=2), total=8)


@pytest.fixture(scope="module")
def tiny():
    return [instance.question for instance in TINY.instances()]


def test_sizes_are_in_order_and_are_what_they_say(tiny):
    sizes = [instance.size for instance in TINY.instances()]
    assert sizes == sorted(sizes, key=lambda size: size.key)
    assert all(size_of(question) == size for question, size in zip(tiny, sizes, strict=True))
    assert set(sizes) <= set(TINY.sizes())


def test_no_two_questions_differ_by_names_only(tiny):
    forms = {form(question.document()) for question in tiny}
    assert len(forms) == len(tiny) > 3_000


def test_every_question_is_there_under_some_names(tiny):
    """Questions drawn by another way, and renamed, are all met again."""
    forms = {form(question.document()) for question in tiny}
    drawn = [drawn_question(Random(n)) for n in range(2_000)]
    small = [question for question in drawn if question is not None and size_of(question) in TINY.sizes()]
    assert len(small) > 150
    assert len({size_of(question) for question in small}) > 12
    for question in small:
        assert form(question.document()) in forms, question.document()


def test_of_each_registration_every_history_and_edit_is_asked():
    """All histories and edits of a third of the registrations, under all names of their calls."""
    for base in islice(TINY.bases(), 0, None, 3):
        asked = {form(instance.question.document()) for instance in base.instances(TINY)}
        assert {form(question.document()) for question in every_question(base.record(), base.size.events)} == asked


def test_any_range_is_made_by_its_numbers():
    whole = [(i.number, i.question.document()) for i in TINY.instances(0, 700)]
    for first, last in [(0, 1), (17, 400), (399, 400), (650, 700)]:
        part = [(i.number, i.question.document()) for i in TINY.instances(first, last)]
        assert part == [one for one in whole if first <= one[0] < last]
    assert list(TINY.instances(len(TINY))) == []
    for number in (0, 3, 200, len(TINY) - 1):
        size = TINY.size_at(number)
        assert TINY.end_of(size) > number
        assert size == TINY.sizes()[-1] or TINY.size_at(TINY.end_of(size)).key > size.key
    assert TINY.size_at(len(TINY)) is None


def test_a_record_is_the_one_that_its_document_says(tiny):
    for question in Random(1).sample(tiny, 150):
        read = read_record(question.record.document())
        assert read == question.record
        for name in ("workflow", "calls", "processed", "log", "policy_state", "checkpoints", "edits", "origins"):
            assert getattr(read, name) == getattr(question.record, name), name
        assert read.registration.policy.tables == question.record.registration.policy.tables
        assert ek.check(read), "what has happened so far is accepted"


@pytest.mark.parametrize("stale", [False, True])
def test_the_verdict_in_numbers_is_that_of_the_check_and_of_the_definition(stale):
    scope = TINY if stale else Scope(total=9)
    dice = Random(f"verdicts {stale}")
    met = set()
    for first in (dice.randrange(len(scope)) for _ in range(120 if stale else 40)):
        for instance in islice(scope.instances(first, first + 12, stale=stale), dice.randrange(9), 200, 40):
            question = instance.question
            confirm(question, instance.truth)
            met.add(instance.truth)
            if not stale:
                for checker in NAIVE:
                    assert checker.decide(instance) == checker.accepts(question), (checker.name, question.document())
    assert met == {"accepted", "rejected", "invalid"}


@pytest.mark.parametrize(("labels", "states"), [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2)])
def test_policies_are_all_languages_that_need_so_many_states(labels, states):
    listed = [words(rows) for n in range(1, states + 1) for rows in policies(labels, n)]
    assert len(set(listed)) == len(listed), "no language twice"
    dice = Random(f"{labels} {states}")
    for _ in range(300):
        rows = tuple(tuple(dice.randint(-1, states - 1) for _ in range(labels)) for _ in range(states))
        assert words(rows) in set(listed)


# ---------------------------------------------------------------- the same questions, drawn by another way


def drawn_question(dice):
    """A question within TINY, drawn as a document, with any names; or None."""
    names = [f"call{n}" for n in dice.sample(range(9), dice.randint(1, 2))]
    actions = [f"act{n}" for n in range(dice.randint(1, len(names)))]
    refer = [*actions, *(dice.choice(actions) for _ in names[len(actions) :])]
    labels = ["q", "p"][: dice.randint(1, len(actions))]
    spelled = [*labels, *(dice.choice(labels) for _ in actions[len(labels) :])]
    left = list(names)

    def contract(least=0):
        own = [left.pop() for _ in range(dice.randint(min(least, len(left)), len(left)))]
        if not own:
            return None
        if len(own) == 1:
            return {"results": {"o": {"calls": own}}}
        order = dice.choice([[], [own], [own[::-1]]])
        if dice.random() < 0.5:
            return {"results": {"o": {"calls": own, "order": order}}}
        return {"results": {"o": {"calls": own[:1]}, "p": {"calls": own[1:]}}}

    rule = dice.choice([None, "fork_choice", "fork_parallel", "merge_select", "merge_join"])
    rules = {}
    if rule is not None:
        sides = ["join"] if rule.startswith("merge") else dice.choice([["left"], ["right"]])
        made = {side: contract(1) for side in sides}
        if None in made.values():
            return None
        rules = {"r": {"kind": rule, **made}}
    root = dice.choice(["branch", "choice", "parallel", "sequence", "join"])
    leaves = [{"branch": f"b{n}", "contract": contract()} for n in range(1 if root == "branch" else 2)]
    if left:
        return None
    tree = (
        leaves[0] if root == "branch" else {root: leaves, **({"group": "g"} if root in ("choice", "parallel") else {})}
    )
    moves = [[q, label, to] for q in (0, 1) for label in labels if (to := dice.randint(-1, 1)) >= 0]
    try:
        record = ek.record(
            actions=dict(zip(actions, spelled, strict=True)),
            calls=dict(zip(names, refer, strict=True)),
            policy={"automaton": {"start": 0, "moves": moves}},
            rules=rules,
            workflow=tree,
        )
    except ek.MalformedRecord:
        return None
    used = False
    for _ in range(dice.randint(0, 2)):
        event, uses = dice.choice(steps(record))
        try:
            record = ek.advance(record, event)
        except ek.RefusedStep:
            continue
        used |= uses
    edits = [edit for edit, uses in steps(record) if hasattr(edit, "kind") and (used or uses or not rules)]
    if not edits or not ek.check(record):
        return None
    edit = dice.choice(edits)
    return Question(record, edit) if in_scope(record, edit) else None


def every_question(record, events, used=False):
    """Every question about every history that goes on from here by so many events."""
    if not ek.check(record):
        return
    used |= not record.registration.rules
    for event, uses in steps(record):
        is_edit = hasattr(event, "kind")
        if is_edit and not in_scope(record, event):
            continue
        if events:
            try:
                yield from every_question(ek.advance(record, event), events - 1, used or uses)
            except ek.RefusedStep:
                continue
        elif is_edit and (used or uses):
            yield Question(record, event)


def in_scope(record, edit):
    """Whether an edit has the mode that its group has, and a signature only where one is needed."""
    if getattr(edit, "signed_by", ()):
        plain = type(edit)(*(getattr(edit, name) for name in type(edit)._own), rule=edit.rule)
        answer = ek.check(record, plain)
        return answer.verdict == "invalid" and answer.broken in ("signature", "group mode")
    return edit.kind != "merge_select" or getattr(ek.check(record, edit), "broken", "") != "group mode"


def steps(record):
    """Every event that could happen, each with whether it uses the rule."""
    made = [(ek.call(name), False) for name, _ in enabled(record.workflow)]
    rules = {rule.kind: rule.name for rule in record.registration.rules.values()}

    def with_rule(ask, kind, *names):
        yield ask(*names), False
        if kind in rules:
            yield ask(*names, rule=rules[kind]), True

    for node in current(record.workflow):
        if isinstance(node, Branch):
            made.append((ek.checkpoint(f"k{len(record.checkpoints)}", node.name), False))
            made += [*with_rule(ek.fork_choice, "fork_choice", node.name)]
            made += [*with_rule(ek.fork_parallel, "fork_parallel", node.name)]
            for name in record.checkpoints:
                made += [(ek.restore_live(node.name, name), False), (ek.restore_replace(node.name, name), False)]
                made.append((ek.restore_replace(node.name, name, signed_by="owner"), False))
        elif isinstance(node, Choice):
            for side in ("left", "right"):
                for edit, uses in with_rule(ek.merge_select, "merge_select", node.group, side):
                    made += [(edit, uses), (ek.merge_select(node.group, side, rule=edit.rule, signed_by="owner"), uses)]
            made.append((ek.merge_join(node.group), False))
        elif isinstance(node, Parallel):
            made += [*with_rule(ek.merge_join, "merge_join", node.group)]
            made += [(ek.merge_select(node.group, side, signed_by="owner"), False) for side in ("left", "right")]
    return made
