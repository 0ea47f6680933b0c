"""Every form of policy allows exactly its language, closed under truncation; a mistake in a pattern is placed."""

import itertools
import random
import re

import pytest

import execedit_kit as ek
from execedit_kit.record.errors import LimitError, PolicySyntax
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits
from execedit_kit.record.policy import compile_policy
from execedit_kit.record.policy_language import (
    AtMost,
    Before,
    Exclusive,
    Never,
    Paths,
    Regex,
    Words,
    refuse_large,
)
from execedit_kit.record.regex import refuse_broken

LABELS = "abc"


def language(*constraints, labels=LABELS, longest=4):
    policy = compile_policy(constraints, labels)
    return {word for n in range(longest + 1) for word in itertools.product(labels, repeat=n) if policy.allows(word)}


def words_where(allowed, longest=4):
    return {
        word
        for n in range(longest + 1)
        for word in itertools.product(LABELS, repeat=n)
        if all(allowed("".join(word[:k])) for k in range(n + 1))
    }


def prefixes(*words):
    return {tuple(word[:n]) for word in words for n in range(len(word) + 1)}


FORMS = [
    (Words((("a", "b", "c"), ("a", "c"), ())), prefixes("abc", "ac")),
    (Words(()), {()}),
    (Words(((),)), {()}),
    (Regex("a (b | c)? a"), prefixes("aba", "aca", "aa")),
    (Regex(""), {()}),
    (Regex("()"), {()}),
    (Regex("( ) a ()*"), prefixes("a")),
    (Regex("((a))"), prefixes("a")),
    (Regex("a(b)c|c"), prefixes("abc", "c")),
    (Regex("\ta\n b "), prefixes("ab")),
    (Regex("(a b)*"), words_where(lambda w: re.fullmatch("(ab)*a?", w))),
    (Regex("(a b)+ c"), words_where(lambda w: re.fullmatch("(ab)*(a?|abc)", w) and w != "c")),
    (Regex("a**"), words_where(lambda w: set(w) <= {"a"})),
    (Regex("(a? b?)*"), words_where(lambda w: set(w) <= {"a", "b"})),
    (Paths(0, ((0, "a", 1), (0, "a", "x"), (1, "b", 0), ("x", "c", "x"))), None),
    (Paths("0", ((0, "a", 1),)), {()}),
    (AtMost("a", 2), words_where(lambda w: w.count("a") <= 2)),
    (AtMost("a", 0), words_where(lambda w: "a" not in w)),
    (Before("a", "b"), words_where(lambda w: "b" not in w or "a" in w[: w.find("b")])),
    (Before("a", "a"), words_where(lambda w: "a" not in w)),
    (Exclusive(("a", "b")), words_where(lambda w: not {"a", "b"} <= set(w))),
    (Exclusive(("a", "b", "a", "c")), words_where(lambda w: len(set(w)) <= 1)),
    (Exclusive(()), words_where(lambda w: True)),
    (Never("c"), words_where(lambda w: "c" not in w)),
]


@pytest.mark.parametrize(("constraint", "expected"), FORMS, ids=[str(form)[:60] for form, _ in FORMS])
def test_a_form_allows_exactly_its_language(constraint, expected):
    if expected is None:
        nondeterministic = re.compile("(ab)*a?|(ab)*ac*")
        expected = words_where(nondeterministic.fullmatch)
    assert language(constraint) == expected


def test_no_constraint_allows_everything():
    assert len(language()) == sum(3**n for n in range(5))


@pytest.mark.parametrize("pair", [*itertools.combinations(range(0, len(FORMS), 2), 2)], ids=str)
def test_several_forms_allow_what_all_of_them_do(pair):
    one, two = (FORMS[n][0] for n in pair)
    assert language(one, two) == language(one) & language(two)


def pattern(dice, depth):
    """A random expression."""
    kind = dice.random()
    if depth == 0 or kind < 0.3:
        return dice.choice(LABELS)
    if kind < 0.55:
        return " ".join(pattern(dice, depth - 1) for _ in range(dice.randint(2, 3)))
    if kind < 0.8:
        return f"({'|'.join(pattern(dice, depth - 1) for _ in range(dice.randint(2, 3)))})"
    return f"({pattern(dice, depth - 1)}){dice.choice('*+?')}"


def test_expressions_mean_what_they_mean_elsewhere():
    """Against Python's own: a word is allowed when some word of the expression begins with it."""
    dice = random.Random(7)
    longest = 3
    for _ in range(300):
        text = pattern(dice, 2)
        whole = re.compile(text.replace(" ", ""))
        full = [
            w
            for n in range(longest + 5)
            for w in map("".join, itertools.product(LABELS, repeat=n))
            if whole.fullmatch(w)
        ]
        begun = {tuple(word[:n]) for word in full for n in range(min(len(word), longest) + 1)}
        assert language(Regex(text), longest=longest) >= begun, text
        policy = compile_policy([Regex(text)], LABELS)
        for word in language(Regex(text), longest=longest) - begun:
            # A longer word may be needed; then the automaton must go on.
            assert any(policy.allows((*word, *rest)) for rest in itertools.product(LABELS, repeat=longest)), (
                text,
                word,
            )


@pytest.mark.parametrize("label", ["*", "(", ")", "|", "+", "?", "&", "^", "{", ".", "ε", "a b", "größe", "🛒", "\0"])
def test_a_label_is_no_operator(label):
    """An action may have any label, and the operators of every expression still are what they are."""
    policy = compile_policy([Regex("(a | b)* a b?")], ["a", "b", label])
    assert policy.allows(["a", "b", "a", "b"])
    assert not policy.allows([label])
    assert not policy.allows(["a", label])


def test_labels_of_signs_that_are_operators_elsewhere():
    assert compile_policy([Regex("a&b ^ [x] {2} . \\w ε")], []).labels == ("a&b", "^", "[x]", "{2}", ".", "\\w", "ε")
    assert language(Regex("a^b"), labels=["a^b", "a", "b"], longest=2) == {(), ("a^b",)}


BROKEN = [
    ("(", "this '(' is never closed (column 1)"),
    ("a (b (c)", "this '(' is never closed (column 3)"),
    (")", "there is no '(' for this ')' (column 1)"),
    ("a b)", "there is no '(' for this ')' (column 4)"),
    ("*", "nothing stands before this '*' that it could repeat (column 1)"),
    ("a | *", "nothing stands before this '*' that it could repeat (column 5)"),
    ("a (? b)", "nothing stands before this '?' that it could repeat (column 4)"),
    ("(+)", "nothing stands before this '+' that it could repeat (column 2)"),
    ("a |", "nothing stands after this '|'; write (…)? for what may be left out (column 3)"),
    ("(a | ) b", "nothing stands after this '|'; write (…)? for what may be left out (column 4)"),
    ("| a", "nothing stands before this '|'; write (…)? for what may be left out (column 1)"),
    ("a || b", "nothing stands before this '|'; write (…)? for what may be left out (column 4)"),
]


@pytest.mark.parametrize(("text", "says"), BROKEN, ids=[text for text, _ in BROKEN])
def test_a_pattern_that_cannot_be_read_says_where(text, says):
    with pytest.raises(PolicySyntax) as caught:
        refuse_broken(text)
    assert str(caught.value) == f"the regular expression {text!r} cannot be read: {says}"


def test_a_long_pattern_is_shown_around_its_mistake():
    with pytest.raises(PolicySyntax, match=re.escape("'… x x x x x x x x x ) y y y y y y y y y y…' cannot")):
        refuse_broken("x " * 500 + ") " + "y " * 500)


def test_the_mistake_is_placed_in_the_policy():
    with pytest.raises(ek.MalformedRecord) as caught:
        ek.record(
            actions=["a"],
            workflow={"branch": "b", "contract": "a"},
            policy={"all": [{"any": True}, {"all": [{"regex": "a |"}]}]},
        )
    assert caught.value.path == "$.policy.all[1].all[0].regex"


# What is too large is refused, and before it is built


@pytest.mark.parametrize(
    "constraint",
    [
        Regex("(a|b)* a " + " ".join(["(a|b)"] * 25)),
        Paths(0, tuple((n, "a", n + 1) for n in range(100_000))),
        Paths(0, tuple((n, x, m) for n in range(26) for x in "ab" for m in (n + 1, 0) if x == "a" or m)),
    ],
    ids=["expression", "path", "subsets"],
)
def test_an_automaton_past_the_limit_is_refused(constraint):
    with pytest.raises(LimitError, match="policy states"):
        compile_policy([constraint], "ab", limits=Limits(policy_states=5_000))


def test_counting_past_the_limit_is_refused():
    with pytest.raises(LimitError, match=r"a policy that counts to 1,000,000,000: the limit is 50,000 policy states"):
        refuse_large([AtMost("a", 10**9)], "a", DEFAULT_LIMITS)
    refuse_large([AtMost("a", 49_999)], "a", DEFAULT_LIMITS)


@pytest.mark.parametrize(
    ("constraints", "says"),
    [
        ([Words((tuple(f"x{n}" for n in range(100_001)),))], "have 100,002 labels; the most are 100,000"),
        (
            [Before("a", f"x{n}") for n in range(1_000)],
            "the policy's tables over 1,001 labels would have 2,002,000 entries",
        ),
        ([Never(f"x{n}") for n in range(2_000)], "would have 4,002,000 entries"),
        ([AtMost("a", 20_000)] * 60, "would have 1,200,060 entries"),
    ],
)
def test_tables_that_would_not_fit_are_refused(constraints, says):
    with pytest.raises(PolicySyntax, match=says):
        refuse_large(constraints, "a", DEFAULT_LIMITS)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (" ".join(f"x{n}" for n in range(5_001)), "has 5,001 labels and signs, and the most are 5,000"),
        ("(" * 101 + "a" + ")" * 101, "parentheses are nested more than 100 deep"),
    ],
)
def test_expressions_that_are_too_large_are_refused(text, says):
    with pytest.raises(PolicySyntax, match=says):
        refuse_broken(text)


def test_words_that_are_too_long_are_refused():
    with pytest.raises(PolicySyntax, match="too long or too many"):
        compile_policy([Words((tuple("ab" * 5_000),))], "ab")


# What is large and regular works


@pytest.mark.parametrize(
    ("constraint", "allowed", "forbidden"),
    [
        (Regex("(" * 100 + "a" + ")" * 100), "a", "aa"),
        (Regex("(" * 100 + "a" + ")*" * 100), "aaaa", "ab"),
        (Regex("a? " * 700 + "b"), "a" * 700 + "b", "a" * 701),
        (Regex("a" + "?*+" * 1_000), "aaa", "ab"),
        (Regex("a b " * 2_000), "ab" * 2_000, "ab" * 2_000 + "a"),
        (Words((tuple("ab" * 500),)), "ab" * 500, "ab" * 500 + "a"),
        (AtMost("a", 40_000), "ab" * 100, None),
        (Paths(0, tuple((n % 300, "ab"[n % 2], (n * 7919) // 300 % 300) for n in range(100_000))), "abab", None),
        (Paths(0, tuple((n, "a", n + 1) for n in range(40_000))), "a" * 40_000, "a" * 40_001),
    ],
    ids=["parentheses", "stars", "optional", "signs", "long expression", "long word", "count", "dense", "chain"],
)
def test_large_policies_work(constraint, allowed, forbidden):
    policy = compile_policy([constraint], "ab")
    assert policy.allows(allowed)
    assert forbidden is None or not policy.allows(forbidden)


def test_a_hundred_thousand_words():
    words = tuple(("a", "b", f"x{n % 100}", f"y{n // 100 % 100}", f"z{n // 10_000}") for n in range(100_000))
    policy = compile_policy([Words(words)], "ab")
    assert len(policy.tables[0].moves) == 6
    assert policy.allows(words[77_777])
    assert not policy.allows((*words[77_777], "a"))


def test_two_thousand_alternatives():
    policy = compile_policy([Regex("|".join(f"x{n}" for n in range(2_000)))], ["a"])
    assert policy.allows(["x1999"])
    assert not policy.allows(["x1", "x1"])


def test_forty_constraints_are_not_multiplied_out():
    labels = [f"x{n}" for n in range(40)]
    record = ek.record(
        actions={f"d{n}{i}": label for n, label in enumerate(labels) for i in range(2)},
        policy={"all": [{"at_most": [label, 2]} for label in labels]},
        workflow={"branch": "b", "contract": {"sequence": [f"d{n}{i}" for n in range(40) for i in range(2)]}},
    )
    assert sum(len(table.moves) for table in record.registration.policy.tables) < 2_000
    assert ek.check(record).safe_executions == 1
    tight = ek.record(
        actions={f"d{n}": label for n, label in enumerate(labels)},
        policy={"all": [{"at_most": [label, int(label != "x7")]} for label in labels]},
        workflow={"branch": "b", "contract": {"sequence": [f"d{n}" for n in range(40)]}},
    )
    answer = ek.check(tight)
    assert answer.rounds == (0,)
    assert answer.why.endswith("d7 would be next, but the policy allows no x7 at all")
