"""One good and one bad document for every field and form of the format, the place of each mistake exact."""

import pytest

import execedit_kit as ek
from tests.record.documents import FULL, SMALL, ask, changed, placed, read, without

W = ("workflow",)
C = (*W, "contract")
P = ("policy",)


def contract(value, **fields):
    return {**changed(SMALL, C, value), **fields}


def policy(value):
    return changed(SMALL, P, value)


def history(*events):
    return changed(SMALL, ("history",), list(events))


def rule(value):
    return changed(SMALL, ("rules",), {"r": value})


def test_every_field_and_form_is_read():
    record = read(FULL)
    assert record.document() == FULL
    assert [step.mode for step in record.processed] == ["new", "reuse"]
    assert record.log == ("done", "a")
    assert ek.check(record).verdict == "accepted"


@pytest.mark.parametrize(
    "field", ["domain", "authority", "calls", "authorized", "rules", "history"], ids=lambda field: field
)
def test_what_may_be_left_out(field):
    assert field not in SMALL
    assert read(SMALL).registration.authority == "owner"


@pytest.mark.parametrize("field", ["format", "actions", "policy", "workflow"])
def test_what_may_not(field):
    error = placed(without(SMALL, (field,)))
    assert (error.path, error.reason) == ("$", f"the field '{field}' is missing")


BAD = [
    # the record
    ([], "$", "expected an object, not []"),
    ("record", "$", 'expected an object, not "record"'),
    (changed(SMALL, ("format",), "execution-record/2"), "$.format", "expected 'execution-record/1'"),
    (changed(SMALL, ("domain",), 7), "$.domain", "expected a string, not 7"),
    (changed(SMALL, ("authority",), ""), "$.authority", "a name may not be empty"),
    (changed(SMALL, ("authority",), None), "$.authority", "expected a string, not null"),
    (changed(SMALL, ("workflw",), {}), "$.workflw", "unknown field 'workflw'"),
    (changed(without(SMALL, W), ("workflw",), {}), "$.workflw", "did you mean 'workflow'?"),
    # actions and calls
    (changed(SMALL, ("actions",), ["a", "b"]), "$.actions", 'expected an object, not ["a", "b"]'),
    (changed(SMALL, ("actions", "a"), "a"), "$.actions.a", 'expected an object, not "a"'),
    (changed(SMALL, ("actions", "a"), {"lable": "x"}), "$.actions.a.lable", "did you mean 'label'?"),
    (changed(SMALL, ("actions", "a"), {"label": 1}), "$.actions.a.label", "expected a string, not 1"),
    (changed(SMALL, ("actions", "a"), {"label": ""}), "$.actions.a.label", "a name may not be empty"),
    (changed(SMALL, ("actions", ""), {}), '$.actions[""]', "a name may not be empty"),
    (changed(SMALL, ("calls",), {"x": "aa"}), "$.calls.x", "did you mean 'a'?"),
    (changed(SMALL, ("calls",), {"x": None}), "$.calls.x", "expected a string, not null"),
    (changed(SMALL, ("authorized",), "a"), "$.authorized", 'expected a list, not "a"'),
    (changed(SMALL, ("authorized",), ["a", "z"]), "$.authorized[1]", "action 'z' is not declared"),
    (changed(SMALL, ("authorized",), ["b", "a", "b"]), "$.authorized[2]", "action 'b' is authorized twice"),
    (
        {
            **policy({"words": [["a", "b"]]}),
            "authorized": ["a", "b", "c"],
            "actions": {"a": {}, "b": {}, "c": {}},
        },
        "$.authorized[2]",
        "the policy forbids the log: after a b the policy allows nothing more, not c",
    ),
    # contracts
    (contract("c"), "$.workflow.contract", "call 'c' has no action"),
    (contract(""), "$.workflow.contract", "a name may not be empty"),
    (contract(7), "$.workflow.contract", "expected a contract: a call, null, or an object with one of the keys"),
    (contract(["a"]), "$.workflow.contract", 'not ["a"]'),
    (contract({"sequense": ["a"]}), "$.workflow.contract", "did you mean 'sequence'?"),
    (contract({"sequence": "a"}), "$.workflow.contract.sequence", "expected a list"),
    (contract({"sequence": ["a", "z"]}), "$.workflow.contract.sequence[1]", "call 'z' has no action"),
    (contract({"sequence": ["a", "a"]}), "$.workflow.contract.sequence", "call 'a' stands in two operands"),
    (contract({"parallel": ["a", {"choice": ["b", "a"]}]}), "$.workflow.contract.parallel", "call 'a' stands in two"),
    (contract({"parallel": [1]}), "$.workflow.contract.parallel[0]", "expected a contract"),
    (contract({"choice": []}), "$.workflow.contract.choice", "expected at least 1 item, not []"),
    (contract({"choice": ["a", None]}), "$.workflow.contract.choice", "between doing nothing and doing something"),
    (contract({"sequence": ["a"], "choice": ["b"]}), "$.workflow.contract.choice", "unknown field 'choice'"),
    (contract({"sequence": [], "authority": ""}), "$.workflow.contract.authority", "a name may not be empty"),
    (contract({"results": {}}), "$.workflow.contract.results", "expected at least 1 item, not {}"),
    (contract({"results": ["a"]}), "$.workflow.contract.results", "expected an object"),
    (contract({"results": {"o": ["a"]}}), "$.workflow.contract.results.o", "expected an object"),
    (contract({"results": {"": {}}}), '$.workflow.contract.results[""]', "a name may not be empty"),
    (contract({"results": {"o": {"calls": "a"}}}), "$.workflow.contract.results.o.calls", "expected a list"),
    (
        contract({"results": {"o": {"calls": ["a", "z"]}}}),
        "$.workflow.contract.results.o.calls[1]",
        "call 'z' has no action",
    ),
    (
        contract({"results": {"o": {"calls": ["a", "b", "a"]}}}),
        "$.workflow.contract.results.o.calls[2]",
        "result 'o' lists call 'a' twice",
    ),
    (
        contract({"results": {"o": {"calls": ["a"], "order": [["a", "b"]]}}}),
        "$.workflow.contract.results.o.order[0][1]",
        "names call 'b', which is not one of its calls",
    ),
    (
        contract({"results": {"o": {"calls": ["a"], "order": [["a"]]}}}),
        "$.workflow.contract.results.o.order[0]",
        'expected 2 items, not ["a"]',
    ),
    (
        contract({"results": {"o": {"calls": ["a", "b"], "order": [["a", "b"], ["b", "a"]]}}}),
        "$.workflow.contract.results.o.order",
        "has a cycle: ",
    ),
    (
        contract({"results": {"o": {"calls": ["a", "b"], "authority": 1}}}),
        "$.workflow.contract.results.o.authority",
        "expected a string",
    ),
    (
        contract({"results": {"short": {"calls": ["a"]}, "long": {"calls": ["a", "b"]}}}),
        "$.workflow.contract.results",
        "a complete sequence of result 'short' can be extended into result 'long'",
    ),
    # workflows
    (changed(SMALL, W, "a"), "$.workflow", "expected a workflow: an object with one of the keys branch, choice"),
    (changed(SMALL, W, {"brnch": "b", "contract": "a"}), "$.workflow", "did you mean 'branch'?"),
    (changed(SMALL, W, {"branch": "b"}), "$.workflow", "the field 'contract' is missing"),
    (changed(SMALL, (*W, "branch"), ""), "$.workflow.branch", "a name may not be empty"),
    (changed(SMALL, (*W, "group"), "g"), "$.workflow.group", "unknown field 'group'"),
    (changed(SMALL, W, {"choice": [SMALL["workflow"]], "group": "g"}), "$.workflow.choice", "expected 2 items"),
    (changed(FULL, (*W, "sequence"), [1, 2, 3]), "$.workflow.sequence", "expected 2 items, not [1, 2, 3]"),
    (without(FULL, (*W, "sequence", 0, "group")), "$.workflow.sequence[0]", "the field 'group' is missing"),
    (
        changed(FULL, (*W, "sequence", 0, "selected"), "left"),
        "$.workflow.sequence[0].selected",
        "unknown field 'selected'",
    ),
    (
        changed(FULL, (*W, "sequence", 1, "join", 0, "selected"), "both"),
        "$.workflow.sequence[1].join[0].selected",
        "expected 'left' or 'right', not \"both\"",
    ),
    (
        changed(FULL, (*W, "sequence", 1, "join", 1, "branch"), "b1"),
        "$.workflow.sequence[1].join[1].branch",
        "two branches are called 'b1'",
    ),
    (
        changed(FULL, (*W, "sequence", 1, "join", 0, "group"), "g1"),
        "$.workflow.sequence[1].join[0].group",
        "two groups are called 'g1'",
    ),
    (changed(FULL, (*W, "sequence", 1, "join", 1, "contract"), "c"), "$.workflow", "call 'c' stands in two operands"),
    (
        without(FULL, (*W, "sequence", 1, "join", 0, "selected")),
        "$.workflow",
        "between doing nothing and doing something",
    ),
    # policies
    (policy(None), "$.policy", "expected a policy: an object with one of the keys words, regex, automaton"),
    (policy({}), "$.policy", "not {}"),
    (policy({"word": [["a"]]}), "$.policy", "did you mean 'words'?"),
    (policy({"words": [["a"]], "any": True}), "$.policy.any", "unknown field 'any'; only these may stand here: words"),
    (policy({"words": ["a"]}), "$.policy.words[0]", 'expected a list, not "a"'),
    (policy({"words": [["a", ""]]}), "$.policy.words[0][1]", "a name may not be empty"),
    (policy({"regex": ["a"]}), "$.policy.regex", "expected a string"),
    (policy({"all": [{"any": True}, {"regex": "a )"}]}), "$.policy.all[1].regex", "there is no '(' for this ')'"),
    (policy({"automaton": []}), "$.policy.automaton", "expected an object"),
    (policy({"automaton": {"moves": []}}), "$.policy.automaton", "the field 'start' is missing"),
    (policy({"automaton": {"start": 0}}), "$.policy.automaton", "the field 'moves' is missing"),
    (policy({"automaton": {"start": 0.5, "moves": []}}), "$.policy.automaton.start", "a string or a whole number"),
    (policy({"automaton": {"start": True, "moves": []}}), "$.policy.automaton.start", "not true"),
    (policy({"automaton": {"start": 0, "moves": [[0, "a"]]}}), "$.policy.automaton.moves[0]", "an item is missing"),
    (
        policy({"automaton": {"start": 0, "moves": [[0, "a", 0], [0, "a", 0, 0]]}}),
        "$.policy.automaton.moves[1]",
        "expected 3 items",
    ),
    (policy({"automaton": {"start": 0, "moves": [[0, 1, 0]]}}), "$.policy.automaton.moves[0][1]", "expected a string"),
    (policy({"at_most": ["a"]}), "$.policy.at_most", "an item is missing at the end"),
    (policy({"at_most": ["a", -1]}), "$.policy.at_most[1]", "expected a whole number that is 0 or more, not -1"),
    (policy({"at_most": ["a", 1.5]}), "$.policy.at_most[1]", "expected a whole number, not 1.5"),
    (policy({"at_most": ["a", True]}), "$.policy.at_most[1]", "expected a whole number, not true"),
    (policy({"at_most": {"a": 1}}), "$.policy.at_most", "expected a list"),
    (policy({"before": ["a"]}), "$.policy.before", 'expected 2 items, not ["a"]'),
    (policy({"exclusive": "a"}), "$.policy.exclusive", "expected a list"),
    (policy({"never": ["a"]}), "$.policy.never", "expected a string"),
    (policy({"any": False}), "$.policy.any", "expected true, not "),
    (policy({"any": 1}), "$.policy.any", "expected true, not "),
    (policy({"all": {"any": True}}), "$.policy.all", "expected a list"),
    (policy({"all": [{"all": [{"any": True}, 3]}]}), "$.policy.all[0].all[1]", "expected a policy"),
    # rules
    (rule({}), "$.rules.r", "the field 'kind' is missing"),
    (rule({"kind": "fork"}), "$.rules.r.kind", "expected 'fork_choice', 'fork_parallel'"),
    (rule({"kind": "fork_choice", "left": 1}), "$.rules.r.left", "expected a contract"),
    (rule({"kind": "fork_choice", "right": "zz"}), "$.rules.r.right", "call 'zz' has no action"),
    (rule({"kind": "fork_choice", "join": "a"}), "$.rules.r.join", "may add left and right; it has no 'join'"),
    (rule({"kind": "merge_join", "left": "a"}), "$.rules.r.left", "may add join; it has no 'left'"),
    (rule({"kind": "restore_live", "right": "a"}), "$.rules.r.right", "may add nothing"),
    (rule({"kind": "fork_choice", "authority": []}), "$.rules.r.authority", "expected a string"),
    (changed(SMALL, ("rules",), []), "$.rules", "expected an object"),
    # events
    (history("a"), "$.history[0]", "expected an event: an object with one of the keys call, checkpoint"),
    (history({"calls": "a"}), "$.history[0]", "did you mean 'call'?"),
    (history({"call": 1}), "$.history[0].call", "expected a string"),
    (history({"call": "a", "branch": "b"}), "$.history[0].branch", "unknown field 'branch'"),
    (history({"checkpoint": "k"}), "$.history[0]", "the field 'branch' is missing"),
    (history({"dispatch": None}), "$.history[0].dispatch", "expected a string"),
    (history({"settle": "a"}), "$.history[0]", "the field 'value' is missing"),
    (history({"edit": "fork"}), "$.history[0].edit", "expected an edit: an object with one of the keys fork_choice"),
    (history({"edit": {"fork_choice": {}}}), "$.history[0].edit.fork_choice", "the field 'branch' is missing"),
    (changed(SMALL, ("history",), {"call": "a"}), "$.history", "expected a list"),
]


@pytest.mark.parametrize(("document", "path", "says"), BAD, ids=[f"{path}-{says[:40]}" for _, path, says in BAD])
def test_a_bad_document_is_told_where_and_why(document, path, says):
    error = placed(document)
    assert error.path == path
    assert says in error.reason


GOOD_EDITS = [
    {"fork_choice": {"branch": "b"}},
    {"fork_parallel": {"branch": "b", "rule": "r"}},
    {"restore_replace": {"branch": "b", "checkpoint": "k", "signed_by": ["x", "y"]}},
    {"restore_live": {"branch": "b", "checkpoint": "k", "rule": "r"}},
    {"merge_select": {"group": "g", "winner": "left", "rule": "r", "signed_by": ["x"]}},
    {"merge_join": {"group": "g"}},
]
BAD_EDITS = [
    (None, "$", "expected an edit"),
    ([], "$", "expected an edit"),
    ({}, "$", "expected an edit"),
    ({"fork_choise": {"branch": "b"}}, "$", "did you mean 'fork_choice'?"),
    ({"fork_choice": "b"}, "$.fork_choice", "expected an object"),
    ({"fork_choice": {"brnch": "b"}}, "$.fork_choice.brnch", "did you mean 'branch'?"),
    ({"fork_choice": {"branch": "b"}, "merge_join": {"group": "g"}}, "$.merge_join", "unknown field 'merge_join'"),
    ({"fork_parallel": {"branch": ""}}, "$.fork_parallel.branch", "a name may not be empty"),
    ({"restore_replace": {"branch": "b"}}, "$.restore_replace", "the field 'checkpoint' is missing"),
    ({"restore_live": {"branch": "b", "checkpoint": 1}}, "$.restore_live.checkpoint", "expected a string"),
    ({"merge_select": {"group": "g"}}, "$.merge_select", "the field 'winner' is missing"),
    (
        {"merge_select": {"group": "g", "winner": "left", "signed_by": "x"}},
        "$.merge_select.signed_by",
        'expected a list, not "x"',
    ),
    ({"merge_join": {"group": "g", "rule": 3}}, "$.merge_join.rule", "expected a string"),
    ({"merge_join": {"group": "g", "winner": "left"}}, "$.merge_join.winner", "unknown field 'winner'"),
]


@pytest.mark.parametrize("edit", GOOD_EDITS, ids=lambda edit: next(iter(edit)))
def test_an_edit_request_is_read_and_written(edit):
    assert ask(edit).document() == edit


@pytest.mark.parametrize(("edit", "path", "says"), BAD_EDITS, ids=[str(edit)[:50] for edit, _, _ in BAD_EDITS])
def test_a_bad_edit_request_is_told_where_and_why(edit, path, says):
    error = placed(edit, ask)
    assert error.path == path
    assert says in error.reason


def test_the_number_of_further_mistakes_is_told():
    document = changed(changed(SMALL, ("actions", "a"), 1), ("actions", "b"), 2)
    assert placed(document).reason == "expected an object, not 1 (and 1 more)"


def test_a_request_may_be_any_json():
    for request in (None, True, 0, -1.5, "", "text", [], [[]], {}, {"label": 1, "": [None]}):
        assert read(changed(SMALL, ("actions", "a", "request"), request)).document()["actions"]["a"] == {
            "request": request
        }


def test_an_action_is_labelled_with_its_own_name_unless_it_says_otherwise():
    record = read(changed(SMALL, ("actions", "b", "label"), "beta"))
    assert [record.label(action) for action in ("a", "b")] == ["a", "beta"]
