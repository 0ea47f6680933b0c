"""Each named exception has a value that breaks its rule, and nothing else."""

import inspect
import pickle

import pytest

import execedit_kit as ek
from execedit_kit.record import errors
from execedit_kit.record.contract import Contract, Result, choice, nothing, parallel, single
from execedit_kit.record.limits import Limits
from execedit_kit.record.policy import compile_policy
from execedit_kit.record.policy_language import Regex
from execedit_kit.record.workflow import Branch, Sequence, current_branch, current_group, process

AB = {"actions": ["a", "b"], "policy": {"any": True}}


def deep(levels):
    tree = Branch("b0", single("c0"))
    for n in range(1, levels):
        tree = Sequence(tree, Branch(f"b{n}", single(f"c{n}")))
    return tree


BROKEN = [
    (errors.EmptyContract, lambda: Contract.of([]), "at least one result"),
    (errors.EmptyContract, lambda: choice(), "at least one arm"),
    (errors.DuplicateName, lambda: Contract.of([Result.of("o", "a"), Result.of("o", "b")]), "the same name"),
    (errors.DuplicateName, lambda: Result.of("o", ["a", "a"]), "lists call 'a' twice"),
    (errors.CyclicOrder, lambda: Result.of("o", "ab", ["ab", "ba"]), "has a cycle: a < b < a"),
    (errors.CyclicOrder, lambda: Result.of("o", "a", ["aa"]), "has a cycle: a < a"),
    (errors.CallOutsideResult, lambda: Result.of("o", "a", ["ab"]), "names call 'b', which is not one of its calls"),
    (
        errors.ExtendableResult,
        lambda: Contract.of([Result.of("short", "a"), Result.of("long", "ab", ["ab"])]),
        "result 'short' can be extended into result 'long'",
    ),
    (errors.ExtendableResult, lambda: choice(nothing(), single("a")), "between doing nothing and doing something"),
    (errors.SharedCall, lambda: parallel(single("a"), single("a")), "call 'a' stands in two operands"),
    (errors.NestedTooDeep, lambda: deep(251), "nested 251 deep; at most 250"),
    (errors.PolicySyntax, lambda: compile_policy([Regex("a (")], "a"), "this '(' is never closed (column 3)"),
    (errors.UnknownName, lambda: current_branch(deep(2), "b9"), "there is no branch 'b9'; current are: b0"),
    (errors.UnknownName, lambda: current_branch(deep(2), "b1"), "branch 'b1' is not current"),
    (errors.UnknownName, lambda: current_group(deep(2), "g"), "there is no group 'g'; current are: none"),
    (errors.UnknownName, lambda: process(deep(2), "c1"), "call 'c1' is not enabled"),
    (errors.UnknownName, lambda: process(deep(2), "c9"), "there is no call 'c9' left in the workflow"),
    (
        errors.MalformedRecord,
        lambda: ek.record(**AB, workflow={"branch": "b", "contract": "c"}),
        "$.workflow.contract: call 'c' has no action: declare an action 'c', or name its action under calls",
    ),
    (
        errors.RefusedStep,
        lambda: ek.advance(ek.record(**AB, workflow={"branch": "b", "contract": "a"}), ek.call("b")),
        "there is no call 'b' left",
    ),
    (
        errors.LimitError,
        lambda: ek.check(
            ek.record(**AB, workflow={"branch": "b", "contract": {"parallel": ["a", "b"]}}), limits=Limits(states=3)
        ),
        "raise it with Limits(states=...) or --max-states",
    ),
]


@pytest.mark.parametrize(("kind", "make", "says"), BROKEN, ids=lambda value: getattr(value, "__name__", None))
def test_it_is_raised_and_says_what_is_wrong(kind, make, says):
    with pytest.raises(kind) as caught:
        make()
    assert type(caught.value) is kind
    assert says in str(caught.value)
    assert isinstance(caught.value, ek.KitError)


def test_an_action_that_nobody_declared_has_its_own_name_inside_a_document():
    from execedit_kit.record.build_workflow import Calls

    with pytest.raises(errors.UnknownAction, match="did you mean 'reserve'"):
        Calls({}, {"reserve": object()}).need("reserv")


def test_every_named_exception_has_such_a_value():
    named = {kind for _, kind in inspect.getmembers(errors, inspect.isclass) if kind.__module__ == errors.__name__}
    assert named - {kind for kind, _, _ in BROKEN} == {errors.KitError, errors.ModelError, errors.UnknownAction}


def test_just_inside_each_rule_is_fine():
    assert deep(250).depth == 250
    assert len(Contract.of([Result.of("short", "a"), Result.of("long", "ab", ["ba"])]).results) == 2
    assert Contract.of([Result.of("o", "ab"), Result.of("o'", "ab")]).enabled() == ("a", "b")
    assert choice(nothing(), nothing()).finished


@pytest.mark.parametrize(
    "error",
    [
        errors.LimitError("a check with more states", "states", 5),
        errors.MalformedRecord("no good", ("history", 2), "f.json", 7),
    ],
)
def test_an_error_survives_the_way_from_a_worker_process(error):
    back = pickle.loads(pickle.dumps(error))
    assert (type(back), str(back), vars(back)) == (type(error), str(error), vars(error))


@pytest.mark.parametrize(
    ("at", "path"),
    [
        ((), "$"),
        (("history", 2, "call"), "$.history[2].call"),
        (("actions", "pay now", "label"), '$.actions["pay now"].label'),
        (("calls", 'x"#1L'), '$.calls["x\\"#1L"]'),
        (("actions", "größe"), "$.actions.größe"),
        (("actions", ""), '$.actions[""]'),
        (tuple(range(100)), "$[0][1][2][3][4][5][6][7].…[96][97][98][99]"),
    ],
)
def test_a_place_is_written_as_a_json_path(at, path):
    assert errors.MalformedRecord("no", at).path == path


@pytest.mark.parametrize(
    ("source", "line", "text"),
    [(None, None, "$.a: no"), ("f.json", None, "f.json: $.a: no"), ("f.json", 3, "f.json:3: $.a: no")],
)
def test_file_and_line_come_first_where_they_are_known(source, line, text):
    assert str(errors.MalformedRecord("no", ("a",)).placed(source, line)) == text
    assert str(errors.MalformedRecord("no").placed(source, line)) == text.replace("$.a: ", "")
