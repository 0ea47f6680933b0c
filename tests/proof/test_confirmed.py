"""Whatever the check answers, the verifier confirms from the documents alone."""

import json
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import execedit_kit as ek
from execedit_kit.check.replay import read_record
from execedit_kit.library import stories
from execedit_kit.proof.verify import verify
from tests.proof.truth import document, handed, is_true, said
from tests.support.generate import KINDS
from tests.support.shapes import record
from tests.support.strategies import examples, questions
from tests.support.workloads import shared_accepted, shared_rejected, unordered

HANDED = list(handed())


def confirmed(asked, answer):
    written = document(answer)
    found = verify(asked, written)
    assert found, found
    assert found.reason.startswith(answer.verdict)
    return written


@pytest.mark.parametrize(("asked", "answer"), [case[1:] for case in HANDED], ids=[case[0] for case in HANDED])
def test_handed_cases(asked, answer):
    assert is_true(answer.record, confirmed(asked, answer))


def test_there_are_all_the_handed_cases():
    assert len(HANDED) == 228
    assert {answer.verdict for *_, answer in HANDED} == {"accepted", "rejected", "invalid"}


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@examples(40)
def test_drawn_questions(kind, data):
    question = data.draw(questions(kind))
    confirmed(question.document, ek.check(question.record, question.edit))


def shuffled(value, random):
    """The same document with the keys of its objects in another order, which says nothing."""
    if isinstance(value, dict):
        keys = list(value)
        random.shuffle(keys)
        return {key: shuffled(value[key], random) for key in keys}
    return [shuffled(child, random) for child in value] if isinstance(value, list) else value


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data(), random=st.randoms(use_true_random=False))
@examples(25)
def test_the_order_of_keys_says_nothing(kind, data, random):
    question = data.draw(questions(kind))
    same = shuffled(question.document, random)
    answer, again = ek.check(question.record, question.edit), ek.check(read_record(same), question.edit)
    assert answer.digest == again.digest
    assert said(document(answer), answer) == said(document(again), answer)
    confirmed(same, answer)
    confirmed(question.document, again)


def test_joined_names_that_are_spelled_alike_do_not_depend_on_the_order_of_keys():
    """``a`` before ``b→c`` and ``a→b`` before ``c``: which of them is the second is a matter of what they join."""
    first = {"a": {"calls": ["a"]}, "a→b": {"calls": ["a2", "b"], "order": [["a2", "b"]]}}
    then = {"c": {"calls": ["c"]}, "b→c": {"calls": ["b2", "c2"], "order": [["b2", "c2"]]}}
    answers = []
    for one, other in product((first, backwards(first)), (then, backwards(then))):
        asked = {
            "format": "execution-record/1",
            "actions": {call: {} for call in ("a", "a2", "b", "b2", "c", "c2")},
            "policy": {"words": [["a", "c"], ["a2", "b", "c"], ["a2", "b", "b2", "c2"]]},
            "workflow": {"branch": "b0", "contract": {"sequence": [{"results": one}, {"results": other}]}},
        }
        answers.append((asked, ek.check(read_record(asked))))
    assert {frozenset(answer.graph.problem.results) for _, answer in answers} == {
        frozenset({"a→c", "a→b→c", "a→b→c (2)", "a→b→b→c"})
    }
    for _, answer in answers:
        assert "already now, result 'a→b→c' can no longer be finished" in answer.why
        for asked, _ in answers:
            confirmed(asked, answer)


def backwards(keys):
    return dict(reversed(keys.items()))


def test_shipped_records_and_their_questions():
    for name, story in stories().items():
        asked = ek.load(name)
        for question in [{}, *story.get("questions", ())]:
            if "edit" in question or not question:
                edit = question.get("edit")
                confirmed(asked, ek.check(asked, json.loads(edit) if isinstance(edit, str) else edit))


@pytest.mark.parametrize(
    ("asked", "rounds"),
    [
        (shared_accepted(300), "300 of 300"),
        (shared_rejected(300), "300, 1, 0"),
        (unordered(9), "362,880 of 362,880"),
        (record({"branch": "b", "contract": None}), "1 of 1"),
    ],
)
def test_workloads(asked, rounds):
    answer = ek.check(asked)
    confirmed(asked, answer)
    assert rounds in str(verify(asked, answer))


def test_an_edit_that_a_history_holds_is_derived_again():
    asked = ek.load("laptop")
    for edit in (ek.fork_choice("b0", rule="suppliers"), ek.restore_live("b0#1L", "k"), ek.merge_join("g#2")):
        answer = ek.check(asked, edit)
        confirmed(asked.document(), answer)
        if not answer:
            break
        asked = ek.advance(asked, edit)
        confirmed(asked, ek.check(asked))
    assert asked.edits >= 1


TREE = {"branch": "b", "contract": {"sequence": ["x", "y"]}}
EXTENSIONS = [
    {},
    {"actions": {"z": {}}, "calls": {"z1": "z"}, "rules": {"s": {"kind": "merge_join", "join": "z1"}}},
    {"policy": {"any": True}},
    {"policy": {"all": [{"at_most": ["x", 1]}, {"before": ["x", "y"]}]}},
    {"policy": {"words": [["x"]]}},
    {"policy": {"words": [["y"]]}},
    {"actions": {"x": {}}},
    {"calls": {"x#1L": "x"}},
    {"rules": {"r": {"kind": "merge_join"}}},
    {"workflow": TREE},
    {"authority": "alice"},
    {"actions": {"y#1L": {}}, "rules": {"s": {"kind": "merge_join", "join": "y#1L"}}},
]


@pytest.mark.parametrize("additions", EXTENSIONS, ids=json.dumps)
def test_extensions(additions):
    """Another reading of A ⊆ A⁺, and of what may be added."""
    rules = {"r": {"kind": "fork_choice", "left": "p"}}
    asked = record(TREE, policy={"words": [["x", "y"]]}, rules=rules, history=[ek.call("x"), ek.fork_choice("b")])
    answer = ek.check(asked, ek.extend(**additions))
    written = confirmed(asked, answer)
    assert is_true(asked, written)
    if answer:
        assert written["rule_version"] == {"old": 1, "new": 2}


@pytest.mark.parametrize(
    ("policy", "verdict"),
    [
        ({"words": [["x", "y"], ["y"]]}, "invalid"),
        ({"words": [["x", "y", "x"], ["y", "y"]]}, "accepted"),
        ({"before": ["x", "y"]}, "invalid"),
    ],
)
def test_a_word_is_lost_late_or_at_once(policy, verdict):
    asked = record({"branch": "b", "contract": "x"}, policy={"words": [["x", "y", "x"], ["y"]]}, actions={"y": {}})
    answer = ek.check(asked, ek.extend(policy=policy))
    assert answer.verdict == verdict
    confirmed(asked, answer)


def test_a_rule_that_adds_two_ways_to_do_nothing():
    rules = {"two": {"kind": "fork_choice", "left": {"results": {"o": {}, "p": {}}}}}
    asked = record({"branch": "b", "contract": "x"}, rules=rules)
    answer = ek.check(asked, ek.fork_choice("b", rule="two"))
    assert answer.results == 3
    confirmed(asked, answer)


def test_a_larger_policy_that_saves_and_one_that_does_not():
    tight = record({"branch": "b", "contract": {"choice": ["x", "y"]}}, policy={"never": "y"})
    for policy, verdict in (({"any": True}, "accepted"), ({"at_most": ["y", 0]}, "rejected")):
        answer = ek.check(tight, ek.extend(policy=policy))
        assert answer.verdict == verdict
        confirmed(tight, answer)


def test_a_record_whose_objects_are_in_another_order_is_the_same_record():
    """Results stand in an object, which has no order; the digest knows none either."""
    for _, asked, answer in HANDED:
        turned = json.loads(json.dumps(asked, sort_keys=True))
        assert verify(turned, document(answer))


def test_values_and_documents_are_alike():
    asked = ek.load("laptop")
    answer = ek.check(asked)
    for one in (asked, asked.document()):
        for other in (answer, answer.document(), document(answer)):
            assert verify(one, other)


@pytest.mark.parametrize("answer", [{}, [], {"format": "check-answer/2"}, {"verdict": "accepted"}, {"format": []}])
def test_what_is_no_answer_is_malformed(answer):
    with pytest.raises(ek.MalformedRecord):
        verify(ek.load("laptop"), answer)


@pytest.mark.parametrize(
    "history",
    [
        [{"call": "xa"}],
        [{"call": "nothing"}],
        [{"checkpoint": "k", "branch": "b9"}],
        [{"checkpoint": "k", "branch": "b0"}, {"checkpoint": "k", "branch": "b0"}],
        [{"edit": {"fork_choice": {"branch": "b9"}}}],
        [{"edit": {"restore_replace": {"branch": "b0", "checkpoint": "k"}}}],
    ],
)
def test_a_history_that_cannot_have_happened_is_malformed(history):
    asked = {**ek.load("laptop").document(), "history": history}
    answer = {**ek.check(ek.load("laptop")).document()}
    for refuse in (read_record, lambda value: verify(value, answer)):
        with pytest.raises(ek.MalformedRecord) as error:
            refuse(asked)
        assert error.value.at == ("history", len(history) - 1)


def test_a_history_against_the_policy_is_malformed():
    asked = record({"branch": "b", "contract": {"parallel": ["x", "y"]}}, policy={"before": ["x", "y"]})
    with pytest.raises(ek.MalformedRecord) as error:
        verify({**asked.document(), "history": [{"call": "y"}]}, ek.check(asked))
    assert error.value.at == ("history", 0)


def test_an_extension_that_is_no_object_is_no_edit():
    asked = ek.load("laptop")
    for additions, place in (
        (3, ()),
        ({"actions": 3}, ("actions",)),
        ({"calls": None}, ("calls",)),
        ({"calls": {"x": "nothing"}}, ("calls", "x")),
        ({"policy": {"regex": "("}}, ("policy", "regex")),
    ):
        found = verify(asked, {**document(ek.check(asked)), "edit": {"extend": additions}})
        assert found.at == ("edit", "extend", *place)


def test_a_limit_confirms_nothing_and_refutes_nothing():
    asked = unordered(6)
    answer = ek.check(asked)
    assert verify(asked, answer, limits=ek.Limits(states=64))
    for limits in (ek.Limits(states=63), ek.Limits(seconds=1e-9)):
        with pytest.raises(ek.LimitError):
            verify(asked, answer, limits=limits)
    many = record({"branch": "b", "contract": {"parallel": [{"choice": ["x", "y"]}, {"choice": ["z", "w"]}]}})
    with pytest.raises(ek.LimitError):
        verify(many, ek.check(many), limits=ek.Limits(results=3))
