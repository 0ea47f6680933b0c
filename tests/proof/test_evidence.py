"""The evidence: equal records give equal bytes, other names change nothing but names, and its size has a bound."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import execedit_kit as ek
from execedit_kit.check.replay import read_record
from execedit_kit.proof.form import LISTED
from execedit_kit.proof.verify import verify
from execedit_kit.record.json_text import canonical_json
from tests.proof.truth import document, handed
from tests.support.generate import KINDS
from tests.support.renaming import under_other_names
from tests.support.shapes import record
from tests.support.strategies import examples, questions, thrown
from tests.support.workloads import shared_rejected, unordered


def test_equal_records_give_equal_bytes():
    for _, asked, answer in handed():
        again = ek.check(read_record(json.loads(json.dumps(asked))), answer.edit)
        assert canonical_json(again.document()) == canonical_json(answer.document())


def places(answer):
    """An answer without names and numbers that hang on them: where each call, result and authority stands."""
    made = document(answer)
    del made["record"], made["why"]
    made.pop("edit", None)
    for part in made.get("coverage", {}).values():
        for entry in part.values():
            entry["authorities"] = len(entry["authorities"])
    number = {}

    def numbered(value):
        """Names in the order in which they are met. What is a name and what the format's word looks the same."""
        if isinstance(value, dict):
            return [[numbered(key), numbered(child)] for key, child in value.items()]
        if isinstance(value, list):
            return list(map(numbered, value))
        return number.setdefault(value, f"name {len(number)}") if isinstance(value, str) else value

    return numbered(made)


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@examples(25)
def test_other_names_change_nothing_but_names(kind, data):
    question = data.draw(questions(kind))
    _, renamed, before, after = under_other_names(question, thrown(data.draw))
    assert places(before) == places(after)
    assert verify(renamed, document(after))


def test_rejections_are_listed_up_to_a_bound():
    for results, listed in ((LISTED, True), (LISTED + 1, False)):
        asked = shared_rejected(results)
        answer = document(ek.check(asked))
        assert answer["rounds"] == [results, 1, 0]
        assert ("executions" in answer["proof"]) == listed
        assert verify(asked, answer)


def test_accepted_evidence_lists_no_executions():
    answer = document(ek.check(unordered(8)))
    assert answer["safe_executions"] == 40_320
    assert len(answer["automaton"]["moves"]) == 8 * 2**7
    assert answer["proof"] == {"blocked": []}


def test_the_account_is_as_large_as_the_edited_region():
    """However many results stand beside it: what covers a result is named once, not with each of its combinations."""
    beside = {"branch": "many", "contract": {"parallel": [{"choice": [f"a{n}", f"b{n}"]} for n in range(4)]}}
    here = {"branch": "b", "contract": {"choice": ["x", "y"]}}
    asked = record({"parallel": [here, beside], "group": "g"})
    answer = document(ek.check(asked, ek.fork_choice("b")))
    assert answer["results"] == 4 * 2**4
    assert answer["coverage"]["left copy"]["x"]["covered_by"] == ["b#1L: x"]
    assert sum(map(len, answer["coverage"].values())) == answer["required"] == 4


def test_a_limit_stops_evidence_and_says_how_to_go_on():
    limits = ek.Limits(evidence_values=1_000)
    large = ek.check(unordered(8), limits=limits)
    with pytest.raises(ek.LimitError) as hit:
        large.document()
    assert str(hit.value) == (
        "longer evidence (--no-evidence leaves it out): the limit is 1,000 evidence values; "
        "raise it with Limits(evidence_values=...) or --max-evidence-values"
    )
    assert large.document(evidence=False)["safe_executions"] == 40_320
    assert ek.check(unordered(4), limits=limits).document()["automaton"]["states"] == 16
    tangled = record(
        {"branch": "b", "contract": {"parallel": [*"abcdefg", {"choice": ["x", "y"]}]}}, policy={"never": "y"}
    )
    with pytest.raises(ek.LimitError):
        ek.check(tangled, limits=limits).document()


def test_an_answer_without_evidence_is_not_confirmed():
    asked = ek.load("laptop")
    found = verify(asked, ek.check(asked).document(evidence=False))
    assert not found
    assert "missing" in found.reason
