"""An answer that is changed in one place is refused, and the first thing that is wrong is named."""

import copy
import json

import pytest

import execedit_kit as ek
from execedit_kit.proof.verify import verify
from tests.proof.truth import document, is_true
from tests.support.shapes import record
from tests.support.workloads import shared_rejected, unordered


def pomset(last, **authority):
    return {"calls": ["a", "b", last], "order": [["a", last], ["b", last]], **authority}


# After b a only y is allowed, so that p is lost there; the other order is safe for both.
BACK = ek.record(
    actions=["a", "b", "y", "z"],
    policy={"words": [["a", "b", "y"], ["a", "b", "z"], ["b", "a", "y"]]},
    workflow={"branch": "b", "contract": {"results": {"o": pomset("y"), "p": pomset("z", authority="alice")}}},
    history=[{"checkpoint": "k", "branch": "b"}],
)
REPLACE = ek.restore_replace("b", "k", signed_by=["owner", "alice"])
# b is authorized already: the copies of a and b are reuses.
LATER = ek.advance(BACK, ek.call("a"))
REUSE = ek.restore_replace("b", "k", signed_by=["owner", "alice"])
PLANS = shared_rejected(3)
THREE = record(
    {"branch": "b", "contract": {"results": {n: {"calls": ["x", "y", n]} for n in ("o", "p", "q")}}},
    policy={
        "words": [["x", "y", "o"], ["x", "y", "p"], ["x", "y", "q"], ["y", "x", "o"], ["y", "x", "p"], ["o", "x", "y"]]
    },
)
UNSIGNED = ek.restore_replace("b", "k", signed_by=["owner"])
QUESTIONS = {
    "accepted": (BACK, REPLACE),
    "reuse": (LATER, REUSE),
    "rejected": (PLANS, None),
    "three": (THREE, None),
    "invalid": (BACK, UNSIGNED),
}
ANSWERS = {name: document(ek.check(*question)) for name, question in QUESTIONS.items()}


def put(*path):
    """Put a value at a path, or take away what is there when the value is left out."""
    *path, value = path

    def change(answer):
        at = answer
        for part in path[:-1]:
            at = at[part]
        at[path[-1]] = value(at[path[-1]]) if callable(value) else value

    return change


def drop(*path):
    def change(answer):
        at = answer
        for part in path[:-1]:
            at = at[part]
        del at[path[-1]]

    return change


def at(*path):
    """Do something to the list or object at a path."""
    *path, do = path

    def change(answer):
        found = answer
        for part in path:
            found = found[part]
        do(found)

    return change


def both(*changes):
    def change(answer):
        for one in changes:
            one(answer)

    return change


def swap(one, other):
    def change(items):
        items[one], items[other] = items[other], items[one]

    return change


MOVES = ("automaton", "moves")
BLOCKED = ("proof", "blocked")
LISTED = ("proof", "executions")
COPIES = ("coverage", "checkpoint")

MUTATIONS = [
    # the answer itself
    ("the digest of another record", "accepted", put("record", "sha256:" + "0" * 64), "$.record"),
    ("the digest in capitals", "accepted", put("record", str.upper), "$.record"),
    ("an unknown verdict", "accepted", put("verdict", "safe"), "$.verdict"),
    ("a verdict that is no text", "accepted", put("verdict", ["accepted"]), "$.verdict"),
    ("no verdict", "accepted", drop("verdict"), "$.verdict"),
    ("accepted, now rejected", "accepted", put("verdict", "rejected"), "$.rule_version"),
    ("rejected, now accepted", "rejected", put("verdict", "accepted"), "$"),
    ("accepted, now invalid", "accepted", put("verdict", "invalid"), "$.results"),
    ("invalid, now rejected", "invalid", put("verdict", "rejected"), "$"),
    ("an unknown field", "accepted", put("certain", True), "$.certain"),
    ("no reason", "accepted", put("why", ""), "$.why"),
    # the edit
    ("another edit", "accepted", put("edit", {"restore_live": {"branch": "b", "checkpoint": "k"}}), "$.results"),
    ("no edit", "accepted", drop("edit"), "$.required"),
    ("the edit is null", "accepted", put("edit", None), "$.edit"),
    ("no such branch", "accepted", put("edit", "restore_replace", "branch", "b9"), "$.verdict"),
    ("a signature less", "accepted", at("edit", "restore_replace", "signed_by", list.pop), "$.verdict"),
    (
        "the signature that was missing",
        "invalid",
        put("edit", "restore_replace", "signed_by", ["owner", "alice"]),
        "$.verdict",
    ),
    ("an edit written otherwise", "invalid", put("edit", "restore_replace", "rule", None), "$.edit"),
    ("two edits in one", "invalid", put("edit", "fork_choice", {"branch": "b"}), "$.edit"),
    # the counts
    ("a result more", "accepted", put("results", 3), "$.results"),
    ("the results as text", "accepted", put("results", "2"), "$.results"),
    ("true for one", "rejected", put("rounds", 1, True), "$.rounds[1]"),
    ("a whole number with a point", "accepted", put("rounds", 0, 3.0), "$.rounds[0]"),
    ("a round less", "rejected", at("rounds", lambda r: r.pop(1)), "$.rounds[1]"),
    ("a round more", "accepted", at("rounds", lambda r: r.append(2)), "$.rounds"),
    ("another number of pairs", "accepted", put("rounds", 0, 4), "$.rounds[0]"),
    ("no rounds", "accepted", put("rounds", []), "$.rounds"),
    ("an execution more", "accepted", put("safe_executions", 3), "$.safe_executions"),
    ("a prefix less", "accepted", put("partial_executions", 4), "$.partial_executions"),
    ("another size of the automaton", "accepted", put("automaton_states", 5), "$.automaton_states"),
    ("states of the rules of a rejected edit", "rejected", put("automaton_states", 1), "$.automaton_states"),
    ("a required result less", "accepted", put("required", 3), "$.required"),
    ("a satisfied result", "accepted", put("satisfied", 2), "$.satisfied"),
    ("a removed result less", "accepted", put("removed", 1), "$.removed"),
    ("the rule version of another record", "accepted", put("rule_version", {"old": 1, "new": 2}), "$.rule_version.old"),
    ("the same rule version twice", "accepted", put("rule_version", "new", 0), "$.rule_version.new"),
    # the automaton
    ("a move deleted", "accepted", at(*MOVES, list.pop), "$.automaton.moves"),
    (
        "an unsafe move added",
        "accepted",
        at(*MOVES, lambda m: m.append([0, "b#1k", "b", "new", 2])),
        "$.automaton.moves[4]",
    ),
    (
        "a call that is not there",
        "accepted",
        at(*MOVES, lambda m: m.append([0, "q", "b", "new", 2])),
        "$.automaton.moves[4]",
    ),
    ("a move twice", "accepted", at(*MOVES, lambda m: m.append(m[0])), "$.automaton.moves[4]"),
    (
        "a second move by one call",
        "accepted",
        at(*MOVES, lambda m: m.append([2, "y#1k", "y", "new", 0])),
        "$.automaton.moves[4]",
    ),
    (
        "a move after the end",
        "accepted",
        at(*MOVES, lambda m: m.append([3, "a#1k", "a", "new", 0])),
        "$.automaton.moves[4]",
    ),
    (
        "a move from nowhere",
        "accepted",
        at(*MOVES, lambda m: m.append([4, "a#1k", "a", "new", 0])),
        "$.automaton.moves[4]",
    ),
    ("a move to nowhere", "accepted", put(*MOVES, 2, 4, 9), "$.automaton.moves[2]"),
    ("a move to another state", "accepted", put(*MOVES, 1, 4, 0), "$.automaton.moves"),
    ("another call", "accepted", put(*MOVES, 3, 1, "b#1k"), "$.automaton.moves"),
    ("another action", "accepted", put(*MOVES, 0, 2, "b"), "$.automaton.moves[0]"),
    ("new for reuse", "reuse", put(*MOVES, 0, 3, "new"), "$.automaton.moves[0]"),
    ("reuse for new", "accepted", put(*MOVES, 0, 3, "reuse"), "$.automaton.moves[0]"),
    ("a mode that is none", "accepted", put(*MOVES, 0, 3, "maybe"), "$.automaton.moves[0][3]"),
    ("a mark dropped", "accepted", put("automaton", "marked", []), "$.automaton.marked"),
    ("a mark added", "accepted", put("automaton", "marked", [2, 3]), "$.automaton.marked"),
    ("a mark twice", "accepted", put("automaton", "marked", [3, 3]), "$.automaton.marked"),
    ("a mark on no state", "accepted", put("automaton", "marked", [3, 4]), "$.automaton.marked"),
    ("a state that is not reached", "accepted", put("automaton", "states", 5), "$.automaton.states"),
    (
        "a state twice",
        "accepted",
        both(
            put("automaton", "states", 5),
            put("automaton_states", 5),
            put("automaton", "marked", [3, 4]),
            put(*MOVES, 3, 4, 4),
        ),
        "$.automaton.states",
    ),
    ("no states", "accepted", put("automaton", {"states": 0, "marked": [], "moves": []}), "$.automaton"),
    ("no automaton", "accepted", drop("automaton"), "$"),
    # the target and the account of required results
    ("the target of the record as it was", "accepted", put("target", "branch", "b"), "$.target.branch"),
    (
        "a result of the target less",
        "accepted",
        drop("target", "contract", "results", "o"),
        "$.target.contract.results.o",
    ),
    (
        "an order less",
        "accepted",
        at("target", "contract", "results", "o", "order", list.pop),
        "$.target.contract.results.o.order",
    ),
    (
        "an order that follows",
        "reuse",
        at("target", "contract", "results", "o", "order", lambda o: o.reverse()),
        "$.target",
    ),
    ("another call in the target", "accepted", put("target", "contract", "results", "o", "calls", 0, "a"), "$.target"),
    ("the target emptied", "accepted", put("target", {}), "$.target.branch"),
    ("what covers swapped", "accepted", at(*COPIES, lambda c: c.update(o=c["p"], p=c["o"])), "$.coverage.checkpoint.o"),
    ("nothing covers", "accepted", put(*COPIES, "o", "covered_by", []), "$.coverage.checkpoint.o.covered_by"),
    (
        "more covers",
        "accepted",
        put(*COPIES, "o", "covered_by", ["b#1k: o", "b#1k: p"]),
        "$.coverage.checkpoint.o.covered_by",
    ),
    ("a required result forgotten", "accepted", drop(*COPIES, "p"), "$.coverage.checkpoint.p"),
    (
        "a required result invented",
        "accepted",
        put(*COPIES, "q", ANSWERS["accepted"]["coverage"]["checkpoint"]["o"]),
        "$.coverage.checkpoint.q",
    ),
    ("a part forgotten", "accepted", drop("coverage", "current branch"), '$.coverage["current branch"]'),
    (
        "removed, now satisfied",
        "accepted",
        put("coverage", "current branch", "o", "account", "satisfied"),
        '$.coverage["current branch"].o.account',
    ),
    (
        "another authority",
        "accepted",
        put("coverage", "current branch", "p", "authorities", ["owner"]),
        '$.coverage["current branch"].p.authorities',
    ),
    # blocked states
    ("a blocked state dropped", "accepted", at(*BLOCKED, list.pop), "$.proof.blocked"),
    ("the first removal dropped", "rejected", at(*BLOCKED, lambda b: b.pop(0)), "$.proof.blocked"),
    ("the start dropped", "rejected", at(*BLOCKED, list.pop), "$.proof.blocked"),
    ("no blocked states", "accepted", put(*BLOCKED, []), "$.proof.blocked"),
    ("evidence emptied", "rejected", put("proof", {}), "$.proof"),
    ("no evidence", "rejected", drop("proof"), "$"),
    (
        "a safe state as blocked",
        "accepted",
        at(*BLOCKED, lambda b: b.append({"path": ["a#1k"], "round": 1, "missing": ["p"]})),
        "$.proof.blocked",
    ),
    (
        "a complete state as blocked",
        "accepted",
        at(*BLOCKED, lambda b: b.append({"path": ["a#1k", "b#1k", "z#1k"], "round": 1, "missing": ["p"]})),
        "$.proof.blocked",
    ),
    ("a round shifted up", "rejected", put(*BLOCKED, 0, "round", 2), "$.proof.blocked"),
    ("a round shifted down", "rejected", put(*BLOCKED, 1, "round", 1), "$.proof.blocked[1].missing"),
    (
        "every round shifted",
        "rejected",
        both(put(*BLOCKED, 0, "round", 2), put(*BLOCKED, 1, "round", 3)),
        "$.proof.blocked",
    ),
    ("a round of 0", "rejected", put(*BLOCKED, 0, "round", 0), "$.proof.blocked[0].round"),
    ("a round that never comes", "rejected", put(*BLOCKED, 0, "round", 10**30), "$.proof.blocked[0].round"),
    ("a round that is true", "rejected", put(*BLOCKED, 0, "round", True), "$.proof.blocked[0].round"),
    ("the wrong missing result", "rejected", put(*BLOCKED, 0, "missing", ["o1"]), "$.proof.blocked[0].missing"),
    ("a missing result too many", "rejected", put(*BLOCKED, 0, "missing", ["o0", "o1"]), "$.proof.blocked[0].missing"),
    ("a missing result too few", "rejected", put(*BLOCKED, 1, "missing", ["o1"]), "$.proof.blocked[1].missing"),
    ("a missing result twice", "rejected", put(*BLOCKED, 0, "missing", ["o0", "o0"]), "$.proof.blocked[0].missing[1]"),
    ("nothing missing", "rejected", put(*BLOCKED, 0, "missing", []), "$.proof.blocked[0].missing"),
    ("a missing result that is none", "rejected", put(*BLOCKED, 0, "missing", ["o9"]), "$.proof.blocked[0].missing[0]"),
    (
        "a result that was given up before",
        "three",
        put(*BLOCKED, 0, "missing", ["nothing"]),
        "$.proof.blocked[0].missing[0]",
    ),
    ("a path that the policy forbids", "rejected", put(*BLOCKED, 0, "path", ["x", "y0"]), "$.proof.blocked[0].path[1]"),
    ("a path of unknown calls", "rejected", put(*BLOCKED, 0, "path", ["q"]), "$.proof.blocked[0].path[0]"),
    ("a path that repeats a call", "rejected", put(*BLOCKED, 0, "path", ["x", "x"]), "$.proof.blocked[0].path[1]"),
    ("a path against the order", "accepted", put(*BLOCKED, 0, "path", ["y#1k"]), "$.proof.blocked[0].path[0]"),
    ("a path to another state", "accepted", put(*BLOCKED, 0, "path", ["a#1k"]), "$.proof.blocked"),
    ("a state twice", "rejected", at(*BLOCKED, lambda b: b.append(b[0])), "$.proof.blocked[2].path"),
    # listed removals
    ("a removal dropped", "rejected", at(*LISTED, list.pop), "$.proof.executions"),
    (
        "a removal twice",
        "rejected",
        put(*LISTED, 1, ANSWERS["rejected"]["proof"]["executions"][0]),
        "$.proof.executions[1]",
    ),
    ("a removal's round", "rejected", put(*LISTED, 0, "round", 2), "$.proof.executions[0].round"),
    ("a removal's prefix", "rejected", put(*LISTED, 0, "prefix", []), "$.proof.executions[0].prefix"),
    ("a prefix of another sequence", "rejected", put(*LISTED, 0, "prefix", ["y0"]), "$.proof.executions[0].prefix"),
    (
        "a prefix longer than the sequence",
        "rejected",
        put(*LISTED, 0, "prefix", ["x", "y1", "x"]),
        "$.proof.executions[0].prefix",
    ),
    ("a removal's missing result", "rejected", put(*LISTED, 0, "missing", "o1"), "$.proof.executions[0].missing"),
    ("a removal of another result", "rejected", put(*LISTED, 0, "result", "o2"), "$.proof.executions[0].result"),
    ("a removal of half a sequence", "rejected", at(*LISTED, 0, "calls", list.pop), "$.proof.executions[0].result"),
    (
        "a removal of a forbidden sequence",
        "rejected",
        put(*LISTED, 0, "calls", ["y1", "x"]),
        "$.proof.executions[0].calls[0]",
    ),
    ("no removals", "rejected", put(*LISTED, []), "$.proof.executions"),
    ("the removals are left out", "rejected", drop(*LISTED), "$.proof.executions"),
    ("the removals are null", "rejected", put(*LISTED, None), "$.proof.executions"),
    ("removals of an accepted edit", "accepted", put(*LISTED, []), "$.proof.executions"),
    # evidence of something else
    ("the proof of another record", "rejected", put("proof", ANSWERS["three"]["proof"]), "$.proof.blocked[0].path[0]"),
    ("the automaton of another moment", "reuse", put("automaton", ANSWERS["accepted"]["automaton"]), "$.automaton"),
    ("the whole answer of another moment", "reuse", lambda a: a.update(ANSWERS["accepted"]), "$.record"),
]


@pytest.mark.parametrize(("name", "which", "change", "place"), MUTATIONS, ids=[f"{m[1]}: {m[0]}" for m in MUTATIONS])
def test_it_is_refused_where_it_is_wrong(name, which, change, place):
    asked, _ = QUESTIONS[which]
    forged = copy.deepcopy(ANSWERS[which])
    change(forged)
    assert json.dumps(forged) != json.dumps(ANSWERS[which])
    assert not is_true(asked, forged)
    found = verify(asked, forged)
    assert not found
    said = str(found)
    assert said.startswith(f"not confirmed: {place}")
    assert said.removeprefix(f"not confirmed: {place}")[:1] in (":", ".", "["), said
    assert "\n" not in said


def rejection(asked, **fields):
    """A rejection of the workflow as it stands, made by hand."""
    counts = dict.fromkeys(
        ("safe_executions", "partial_executions", "automaton_states", "required", "satisfied", "removed"), 0
    )
    head = {"format": "check-answer/1", "verdict": "rejected", "record": asked.digest, "why": "no"}
    return {**head, **counts, **fields}


ONE = record({"branch": "b", "contract": "x"})


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        (
            {"rounds": [1], "safe_executions": 1, "partial_executions": 2, "proof": {"blocked": [], "executions": []}},
            "blocked",
        ),
        (
            {"rounds": [1], "proof": {"blocked": [{"path": [], "round": 1, "missing": ["x"]}], "executions": []}},
            "blocked[0].missing",
        ),
        (
            {
                "rounds": [1, 0],
                "proof": {
                    "blocked": [
                        {"path": [], "round": 1, "missing": ["x"]},
                        {"path": ["x"], "round": 1, "missing": ["x"]},
                    ],
                    "executions": [{"result": "x", "calls": ["x"], "round": 1, "prefix": [], "missing": "x"}],
                },
            },
            "blocked[1]",
        ),
    ],
    ids=["nothing is blocked", "only the start is", "what is complete is"],
)
def test_what_is_safe_cannot_be_rejected(fields, place):
    forged = rejection(ONE, results=1, **fields)
    assert str(verify(ONE, forged)).startswith(f"not confirmed: $.proof.{place}: ")


def test_what_falls_at_once_cannot_fall_later():
    """Nothing comes before the start, so that no other claim gives this one away."""
    tight = record({"branch": "b", "contract": {"choice": ["x", "y"]}}, policy={"never": "y"})
    right = document(ek.check(tight))
    assert right["proof"]["blocked"] == [{"path": [], "round": 1, "missing": ["y"]}]
    forged = copy.deepcopy(right)
    forged["proof"]["blocked"][0]["round"] = 2
    forged["proof"]["executions"][0]["round"] = 2
    assert verify(tight, right)
    assert verify(tight, forged).at == ("proof", "blocked", 0, "round")


def test_what_is_rejected_cannot_be_accepted():
    """With the rules of what is left when the policy's no is overheard."""
    tight = record({"branch": "b", "contract": {"choice": ["x", "y"]}}, policy={"never": "y"})
    forged = document(ek.check(record({"branch": "b", "contract": {"choice": ["x", "y"]}})))
    forged["record"] = tight.digest
    for change in (
        put("results", 2),
        at(*MOVES, list.pop),
        put("rounds", [1]),
        put(*BLOCKED, [{"path": [], "round": 1, "missing": ["y"]}]),
    ):
        change(forged)
        assert verify(tight, forged).at == ("proof", "blocked")


def test_a_move_to_a_state_that_stands_for_something_else():
    """Both orders of two calls lead to one state; one of them is led astray, to a state that others reach."""
    asked = unordered(3)
    right = document(ek.check(asked))
    moves = right["automaton"]["moves"]
    level = {target for source, *_, target in moves if source in {move[4] for move in moves if move[0] == 0}}
    assert len(level) == 3
    for n, (_, _, _, _, target) in enumerate(moves):
        for other in level - {target} if target in level else ():
            forged = copy.deepcopy(right)
            forged["automaton"]["moves"][n][4] = other
            found = verify(asked, forged)
            assert (found.confirmed, found.at[:2]) == (False, ("automaton", "moves"))


def test_many_removals_are_not_listed():
    """One hundred and twenty: a list of some of them, or of none, would say that there are no more."""
    edit = ek.restore_live("b", "k")
    right = document(ek.check(BACK, edit))
    assert right["rounds"] == [120, 0]
    assert "executions" not in right["proof"]
    forged = copy.deepcopy(right)
    forged["proof"]["executions"] = []
    assert verify(BACK, right)
    assert verify(BACK, forged).at == ("proof", "executions")


def test_there_are_many_kinds():
    assert len(MUTATIONS) == len({(which, name) for name, which, _, _ in MUTATIONS}) > 30


@pytest.mark.parametrize("which", QUESTIONS)
def test_what_they_change_is_confirmed(which):
    assert verify(QUESTIONS[which][0], ANSWERS[which])
    assert is_true(QUESTIONS[which][0], ANSWERS[which])


@pytest.mark.parametrize(
    ("which", "change"),
    [
        ("accepted", put("why", "another sentence")),
        ("accepted", at(*MOVES, lambda m: m.reverse())),
        ("accepted", at(*BLOCKED, lambda b: b.reverse())),
        ("rejected", at(*BLOCKED, lambda b: b.reverse())),
        ("rejected", at(*BLOCKED, 1, "missing", lambda m: m.reverse())),
        ("rejected", at(*LISTED, lambda e: e.reverse())),
        ("rejected", put(*LISTED, 2, "missing", "o2")),
        (
            "accepted",
            put(
                "automaton",
                {
                    "states": 4,
                    "marked": [1],
                    "moves": [
                        [0, "a#1k", "a", "new", 3],
                        [3, "b#1k", "b", "new", 2],
                        [2, "y#1k", "y", "new", 1],
                        [2, "z#1k", "z", "new", 1],
                    ],
                },
            ),
        ),
    ],
)
def test_what_says_the_same_is_confirmed(which, change):
    """The sentence is for people; sets have no order, states no names, and any path that leads to a state will do."""
    asked, _ = QUESTIONS[which]
    other = copy.deepcopy(ANSWERS[which])
    change(other)
    assert other != ANSWERS[which]
    assert verify(asked, other)
    assert is_true(asked, other)


@pytest.mark.parametrize("which", QUESTIONS)
def test_an_answer_to_another_record_is_refused(which):
    for name, (asked, _) in QUESTIONS.items():
        if asked != QUESTIONS[which][0]:
            found = verify(asked, ANSWERS[which])
            assert (found.confirmed, found.at) == (False, ("record",)), name
