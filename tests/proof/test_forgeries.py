"""No forgery is confirmed: whatever is changed, what the verifier confirms is what the check says.

EXECEDIT_FORGERIES sets how many forgeries of each handed case are tried.
"""

import os
from random import Random

import pytest

import execedit_kit as ek
from execedit_kit.proof.question import Question
from execedit_kit.proof.verify import verify
from execedit_kit.record.json_text import canonical_json
from tests.proof.forging import changed, repaired
from tests.proof.truth import document, handed, is_true
from tests.support.generate import KINDS
from tests.support.strategies import sample

EACH = int(os.environ.get("EXECEDIT_FORGERIES", "20"))
REPAIRS = 12
HANDED = [(record, answer, document(answer)) for _, record, answer in handed()]


def tried(question, record, answer, others, dice):
    """Forge an answer, and repair it as long as the verifier says how. Returns what was confirmed, if anything."""
    forged = answer
    for _ in range(dice.choice([1, 1, 1, 2, 3])):
        forged = changed(forged, dice, others)
    for _ in range(REPAIRS):
        try:
            verification = verify(question, forged)
        except ek.MalformedRecord:
            return None
        if verification:
            assert is_true(record, forged), f"confirmed: {canonical_json(forged)}"
            return forged
        forged = repaired(forged, verification)
        if forged is None:
            return None
    return None


@pytest.mark.parametrize("part", range(8))
def test_forged_answers_to_the_handed_cases(part):
    confirmed = 0
    for n, (asked, answer, written) in list(enumerate(HANDED))[part::8]:
        question, dice = Question.of(asked), Random(f"forge {n}")
        others = [written, *(other for *_, other in dice.sample(HANDED, 3))]
        for _ in range(EACH):
            confirmed += tried(question, answer.record, written, others, dice) is not None
    assert confirmed > 0, "some changes mean nothing, and some repairs mend all: the test can tell"


@pytest.mark.parametrize("kind", KINDS)
def test_forged_answers_to_drawn_questions(kind):
    """Answers with more states and rounds."""
    asked = [(q, ek.check(q.record, q.edit)) for q in sample(kind, 12 * EACH // 10)]
    written = [document(answer) for _, answer in asked]
    for n, (question, _) in enumerate(asked):
        dice = Random(f"{kind} {n}")
        others = [written[n], *dice.sample(written, 3)]
        for _ in range(10):
            tried(Question.of(question.document), question.record, written[n], others, dice)
