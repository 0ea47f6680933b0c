"""Every form of policy against what it says, on every short word (format, section 1)."""

import re
from itertools import product

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

import execedit_kit as ek
from execedit_kit.edits.extend import first_lost_word
from tests.support.generate import constraint
from tests.support.strategies import examples, thrown

LABELS = ["a", "b", "c"]
WORDS = [word for n in range(5) for word in product(LABELS, repeat=n)]
FORMS = ("words", "regex", "automaton", "at_most", "before", "exclusive", "never", "any", "all")


def compiled(policy, labels=LABELS):
    actions = {label: {} for label in labels}
    return ek.record(actions=actions, policy=policy, workflow={"branch": "b", "contract": None}).registration.policy


def says(policy, word):
    """What a policy says about a word, form by form, in a line each."""
    ((form, value),) = policy.items()
    text = "".join(word)
    return {
        "words": lambda: not word or any("".join(listed).startswith(text) for listed in value),
        "regex": lambda: bool(re.fullmatch(prefixes(value), text)),
        "automaton": lambda: bool(walked(value, word)),
        "at_most": lambda: text.count(value[0]) <= value[1],
        "before": lambda: value[1] not in text or value[0] in text[: text.index(value[1])],
        "exclusive": lambda: sum(label in text for label in set(value)) <= 1,
        "never": lambda: value not in text,
        "any": lambda: True,
        "all": lambda: all(says(part, word) for part in value),
    }[form]()


def walked(automaton, word):
    states = {automaton["start"]}
    for label in word:
        states = {target for source, by, target in automaton["moves"] if source in states and by == label}
    return states


def prefixes(pattern):
    """Python's own regular expression for the prefixes of the words of a pattern, by structure.

    Patterns here are written with a pair of parentheses around every union and every repeated part, so that structure
    can be read off without knowing precedence.
    """
    _, prefix, rest = read_series(list(re.sub(r"\s", "", pattern)))
    assert not rest
    return prefix


def read_series(signs):
    """Return (pattern, pattern of its prefixes, what is left) of parts that follow each other."""
    whole, prefix = "", ""
    while signs and signs[0] not in "|)":
        part, part_prefix, signs = read_part(signs)
        prefix = f"(?:{prefix}|{whole}{part_prefix})" if prefix else part_prefix
        whole += part
    return whole, prefix, signs


def read_part(signs):
    if signs[0] != "(":
        whole, prefix, signs = signs[0], f"{signs[0]}?", signs[1:]
    else:
        options = []
        while signs[0] in "(|":
            one, its_prefix, signs = read_series(signs[1:])
            options.append((one, its_prefix))
        signs = signs[1:]
        whole = "(?:" + "|".join(one for one, _ in options) + ")"
        prefix = "(?:" + "|".join(its_prefix for _, its_prefix in options) + ")"
    if signs and signs[0] in "*+?":
        repeated = f"(?:{whole}{signs[0]})"
        prefix = f"(?:{prefix})?" if signs[0] == "?" else f"(?:(?:{whole})*{prefix})"
        return repeated, prefix, signs[1:]
    return whole, prefix, signs


@st.composite
def policies(draw, form=None):
    """Draw a policy, of this form when one is asked for."""
    dice = thrown(draw)
    for _ in range(30):
        drawn = constraint(dice, LABELS)
        if form is None or form in drawn:
            return drawn
    return {"all": [drawn]} if form == "all" else draw(st.nothing())


@pytest.mark.parametrize("form", FORMS)
@given(data=st.data())
@examples(40)
def test_a_policy_allows_the_words_it_says(form, data):
    policy = data.draw(policies(form))
    made = compiled(policy)
    for word in WORDS:
        allowed = made.allows(word)
        assert allowed == says(policy, word), word
        if allowed:
            assert all(made.allows(word[:n]) for n in range(len(word))), "not closed under truncation"
        elif made.allows(word[:-1]):
            assert made.refusal(word[:-1], word[-1])


@given(left=policies(), right=policies())
@examples(120)
def test_a_lost_word_is_a_shortest_word_that_one_allows_and_the_other_does_not(left, right):
    old, new = compiled(left), compiled(right)
    lost = first_lost_word(old, new)
    short = [word for word in WORDS if says(left, word) and not says(right, word)]
    if short:
        event("a short word is lost")
        assert lost in short
        assert len(lost) == min(map(len, short))
    elif lost is not None:
        event("only longer words are lost")
        assert len(lost) > 4
        assert old.allows(lost)
        assert not new.allows(lost)


@given(policy=policies(), other=policies())
@examples(60)
def test_the_intersection_is_inside_both(policy, other):
    both = compiled({"all": [policy, other]})
    assert first_lost_word(both, compiled(policy)) is None
    assert first_lost_word(both, compiled(other)) is None
    assert first_lost_word(compiled({"all": [other, policy]}), both) is None


@pytest.mark.parametrize("number", [2, 3, 9])
def test_many_constraints_stay_a_list_and_mean_their_intersection(number):
    """Their product has (n + 1)^number states, so that it is not made."""
    labels = [f"l{i}" for i in range(number)]
    made = compiled({"all": [{"at_most": [label, 9]} for label in labels]}, labels)
    assert made.allows(labels * 9)
    for label in labels:
        assert not made.allows([*labels * 9, label])
        assert made.refusal(labels * 9, label) == f"the policy allows at most 9 × {label}, and it has happened 9 ×"
    assert sum(len(table.moves) for table in made.tables) < 1_000


@pytest.mark.parametrize(
    ("pattern", "allowed", "forbidden"),
    [
        ("a b c", ["", "a", "ab", "abc"], ["b", "ac", "abca"]),
        ("a | b c", ["a", "b", "bc"], ["ab", "ac", "c"]),
        ("a b | c", ["a", "ab", "c"], ["ac", "b", "cb"]),
        ("a b*", ["a", "abbbb"], ["b", "aba"]),
        ("a b+ c", ["a", "abb", "abbc"], ["ac", "abca"]),
        ("a b? c", ["ac", "abc"], ["abb", "acb"]),
        ("(a b)* c", ["abab", "ababc", "c", "aba"], ["aa", "ac", "ca"]),
        ("a (b | c)+", ["abcbc", "a"], ["aa"]),
        ("(a | b)(b | c)", ["ab", "bb", "bc"], ["aa", "ca", "abb"]),
        ("((a)*)*", ["aaa", ""], ["b"]),
        ("(a*)? b", ["aab", "b"], ["ba"]),
        ("a|b", ["a", "b"], ["ab"]),
    ],
)
def test_signs_bind_as_in_every_regular_expression(pattern, allowed, forbidden):
    made = compiled({"regex": pattern})
    for word in allowed:
        assert made.allows(word), word
    for word in forbidden:
        assert not made.allows(word), word


@pytest.mark.parametrize("pattern", ["a |* b", "(a", "a)", "* a", "a ( b", "| | a"])
def test_what_is_no_regular_expression_is_malformed(pattern):
    with pytest.raises(ek.MalformedRecord, match=r"policy.*cannot be read"):
        compiled({"regex": pattern})


def test_labels_may_be_of_several_letters_and_signs():
    made = compiled({"regex": "pay-L* (ship.now | {x})"}, ["pay-L", "ship.now", "{x}", "pay"])
    assert made.allows(["pay-L", "pay-L", "ship.now"])
    assert made.allows(["{x}"])
    assert not made.allows(["pay"])
    assert not made.allows(["ship.now", "pay-L"])
