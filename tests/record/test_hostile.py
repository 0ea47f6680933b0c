"""Documents made to break a reader: each is read, or refused with its place; none hangs or is half understood."""

import json

import pytest

import execedit_kit as ek
from execedit_kit.record.build import read_edit
from execedit_kit.record.files import read_with
from execedit_kit.record.json_text import DEEPEST
from tests.record.documents import FULL, SMALL, ask, changed, get, mistake, paths, placed, read, rendered

VALUES = [None, True, 1, "", [], {}]
TEXT, WHERE = rendered(FULL)


def is_within(document, at):
    """Whether a place lies in the document, but for its last part, which may be missing or unknown."""
    try:
        get(document, at[:-1])
    except (KeyError, IndexError, TypeError):
        return False
    return True


@pytest.mark.parametrize("value", VALUES, ids=json.dumps)
def test_any_value_anywhere_is_understood_or_placed(value):
    for path in paths(FULL):
        document = changed(FULL, path, value)
        text, where = rendered(document)
        try:
            record = read(text)
        except ek.MalformedRecord:
            error = mistake(text)
            assert is_within(document, error.at), (path, error)
            at = error.at
            while at not in where:
                at = at[:-1]
            assert error.line == where[at], (path, error)
            # A wrong type is told at its own place, or below it; only names have effects elsewhere.
            if not isinstance(get(FULL, path), str):
                assert error.at[: len(path)] == path[: len(error.at)] or error.at[0] in (
                    "workflow",
                    "history",
                    "authorized",
                    "calls",
                    "rules",
                ), (path, error)
        else:
            assert read(json.dumps(record.document())) == record


MAPS = {("actions",), ("calls",), ("rules",)}


def is_map(path):
    """Whether the keys of an object are names, or the object may hold anything."""
    return path in MAPS or path[-1:] == ("results",) or "request" in path[1:] or "value" in path


def test_a_field_too_many_is_named_wherever_it_stands():
    count = 0
    for path in paths(FULL):
        if isinstance(get(FULL, path), dict) and not is_map(path):
            count += 1
            error = placed(changed(FULL, (*path, "zzz"), {}))
            assert error.at in ((*path, "zzz"), path), path
            assert "zzz" in error.reason
    assert count > 60


def test_a_key_that_stands_twice_is_named_wherever_it_stands():
    for path in paths(FULL):
        value = get(FULL, path)
        if isinstance(value, dict) and value:
            line = WHERE[path] - 1
            lines = TEXT.split("\n")
            key = next(iter(value))
            lines.insert(line + 1, f"{json.dumps(key)}: 0,")
            error = mistake("\n".join(lines))
            assert error.at == (*path, key)
            assert error.line == line + 3
            assert error.reason == f"the key {key!r} stands twice in one object"


def test_text_that_stops_anywhere_is_refused():
    text = json.dumps(SMALL, indent=1).encode()
    for end in range(len(text)):
        error = mistake(text[:end])
        assert error.reason.startswith("not JSON: "), end
        assert error.line in (None, text.count(b"\n", 0, end) + 1), end


def test_any_byte_that_is_changed_is_read_or_placed():
    text = json.dumps(SMALL).encode()
    for at in range(len(text)):
        for byte in b'\x00\x80\xff"{}[],:\\0 \n':
            hurt = text[:at] + bytes([byte]) + text[at + 1 :]
            try:
                read(hurt)
            except ek.MalformedRecord:
                mistake(hurt)


# Nesting


def nested(levels, inner, *keys):
    text = json.dumps(inner)
    begin = "".join("[" if key is None else f'{{"{key}": ' for key in keys)
    end = "".join("]" if key is None else "}" for key in reversed(keys))
    return begin * levels + text + end * levels


def holding(path, text):
    return json.dumps(changed(SMALL, path, "HERE")).replace('"HERE"', text)


DEEP = [
    (("workflow", "contract"), "a", ("sequence", None)),
    (("workflow", "contract"), "a", ("parallel", None)),
    (("workflow", "contract"), "a", ("choice", None)),
    (("policy",), {"any": True}, ("all", None)),
    (("actions", "a", "request"), 0, ("x", None)),
    (("actions", "a", "request"), 0, (None,)),
    (("workflow",), {"branch": "b0", "contract": "a"}, ("join", None)),
    (("workflow",), {"branch": "b0", "contract": "a"}, ("choice", None)),
    (("rules",), {"kind": "fork_choice", "left": "a"}, ("r",)),
    (("history",), {"call": "a"}, (None, "edit")),
    (("history",), 0, ("settle",)),
    (("calls",), "a", ("x",)),
    (("domain",), "a", (None,)),
]
DEEP_IDS = [f"{'.'.join(path)}-{keys[0]}" for path, _, keys in DEEP]


@pytest.mark.parametrize("levels", [DEEPEST, 10_000, 100_000])
@pytest.mark.parametrize(("path", "inner", "keys"), DEEP, ids=DEEP_IDS)
def test_deep_nesting_is_refused_with_its_place(path, inner, keys, levels):
    error = mistake(holding(path, nested(levels, inner, *keys)))
    assert error.reason == "nested more than 500 levels deep"
    assert error.at[: len(path)] == path
    assert error.line == 1
    assert len(str(error)) < 250


@pytest.mark.parametrize(("path", "inner", "keys"), DEEP[:6], ids=DEEP_IDS[:6])
def test_what_is_nested_less_deeply_works(path, inner, keys):
    levels = (DEEPEST - 10) // len(keys)
    record = read(holding(path, nested(levels, inner, *keys)))
    assert ek.check(record).verdict == "accepted"
    assert read(json.dumps(record.document())) == record


def test_a_deep_edit_is_refused():
    for levels in (1_000, 100_000):
        with pytest.raises(ek.MalformedRecord, match="nested more than 500 levels deep"):
            read_with(read_edit, nested(levels, {}, "fork_choice", "branch").encode(), "edit.json")


def deep_workflow(levels, kind):
    """A workflow nested to the left, so that its first branch is the deepest."""
    tree = '{"branch": "b0", "contract": "c0"}'
    for n in range(1, levels):
        group = f', "group": "g{n}"' if kind in ("choice", "parallel") else ""
        tree = f'{{"{kind}": [{tree}, {{"branch": "b{n}", "contract": "c{n}"}}]{group}}}'
    return tree


def deep_record(levels, kind, **fields):
    document = {**SMALL, "actions": {f"c{n}": {} for n in range(levels)}, "workflow": "HERE", **fields}
    return json.dumps(document).replace('"HERE"', deep_workflow(levels, kind))


@pytest.mark.parametrize("kind", ["sequence", "choice"])
def test_two_hundred_levels_of_workflow_work_from_end_to_end(kind, tmp_path):
    """Checked, checkpointed, forked inside, gone on with, saved and loaded."""
    record = read(deep_record(200, kind))
    assert ek.check(record).safe_executions == (1 if kind == "sequence" else 200)
    answer = ek.check(record, ek.fork_choice("b0"))
    assert (answer.verdict, answer.results) == ("accepted", 2 if kind == "sequence" else 201)
    record = ek.advance(record, ek.checkpoint("k", "b0"), ek.fork_choice("b0"), ek.call("c0#1R"))
    if kind == "sequence":
        record = ek.advance(record, ek.restore_live("b1", "k"), ek.call("c0#2k"), ek.merge_join("g#2"), ek.call("c1"))
        assert [step.mode for step in record.processed] == ["new", "reuse", "new"]
    ek.save(record, tmp_path / "deep.json")
    assert ek.load(tmp_path / "deep.json") == record


@pytest.mark.parametrize("kind", ["parallel", "join"])
def test_two_hundred_levels_under_one_another_work_where_the_order_is_given(kind):
    text = deep_record(200, kind, policy={"words": [[f"c{n}" for n in range(200)]]})
    record = read(text)
    assert ek.check(record).safe_executions == 1
    assert ek.check(record, ek.fork_choice("b0")).verdict == "accepted"


def test_the_deepest_workflow_that_is_read_and_the_first_that_is_not():
    assert ek.check(read(deep_record(250, "sequence"))).safe_executions == 1
    assert mistake(deep_record(251, "sequence")).reason == "nested more than 500 levels deep"
    answer = ek.check(read(deep_record(250, "sequence")), ek.fork_choice("b0"))
    assert answer.verdict == "invalid"
    assert answer.why.endswith("a workflow nested 251 deep; at most 250 levels can be handled")


def below(frames, do):
    return do() if frames == 0 else below(frames - 1, do)


def test_deep_documents_are_read_from_deep_programs_too():
    text, deep = deep_record(200, "sequence"), holding(*[DEEP[0][0]], nested(200, "a", "sequence", None))
    assert below(300, lambda: ek.check(read(text))).verdict == "accepted"
    assert below(300, lambda: ek.check(read(deep))).verdict == "accepted"


# Size


def test_names_that_look_alike_are_found_quickly():
    names = [f"a{n}" for n in range(60_000)]
    document = {**SMALL, "actions": {name: {} for name in names}, "authorized": [*names, "a7"]}
    error = mistake(json.dumps({**document, "workflow": {"branch": "b", "contract": None}}))
    assert error.path == "$.authorized[60000]"
    assert error.reason == "action 'a7' is authorized twice"


def test_many_branches_are_read_quickly():
    def balanced(low, high):
        if high - low == 1:
            return {"branch": f"b{low}", "contract": f"c{low}"}
        middle = (low + high) // 2
        return {"sequence": [balanced(low, middle), balanced(middle, high)]}

    document = {**SMALL, "actions": {f"c{n}": {} for n in range(8_000)}, "workflow": balanced(0, 8_000)}
    assert len(read(document).calls) == 8_000
    twice = json.dumps(document).replace('"b7999"', '"b0"')
    assert mistake(twice).reason == "two branches are called 'b0'"


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (("policy",), {"words": [[1] * 300_000]}, "$.policy.words[0][0]: expected a string, not 1"),
        (("policy",), {"words": [1] * 300_000}, "$.policy.words[0]: expected a list, not 1"),
        (("history",), [{}] * 300_000, "$.history[0]: expected an event"),
        (("actions", "a"), {f"x{n}": 1 for n in range(300_000)}, "$.actions.a.x0: unknown field 'x0'"),
        (
            ("actions",),
            {f"x{n}": 1 for n in range(100_000)},
            "$.actions.x0: expected an object, not 1 (and 99,999 more)",
        ),
        (("authorized",), [""] * 300_000, "$.authorized[0]: a name may not be empty"),
        (("domain",), ["x" * 1_000_000], '$.domain: expected a string, not ["xxx'),
    ],
)
def test_a_hundred_thousand_mistakes_are_told_by_the_first(path, value, says):
    assert says in str(mistake(changed(SMALL, path, value)))


def test_a_long_cycle_is_one_mistake():
    calls = [f"c{n}" for n in range(10_000)]
    order = [[one, two] for one, two in zip(calls, [*calls[1:], "c0"], strict=True)]
    document = changed(SMALL, ("workflow", "contract"), {"results": {"o": {"calls": calls, "order": order}}})
    error = mistake({**document, "actions": {call: {} for call in calls}})
    assert error.path == "$.workflow.contract.results.o.order"


def test_more_results_than_can_be_composed_are_refused():
    calls = [f"c{n}" for n in range(40)]
    pairs = [{"choice": [one, two]} for one, two in zip(calls[::2], calls[1::2], strict=True)]
    with pytest.raises(ek.LimitError, match=r"^\$\.workflow\.contract\.parallel: a contract with 1,048,576 results"):
        read({**changed(SMALL, ("workflow", "contract"), {"parallel": pairs}), "actions": {call: {} for call in calls}})


def test_numbers_past_two_to_the_53_are_digits():
    chains = [[f"{x}{n}" for n in range(15)] for x in "abc"]
    record = ek.record(
        actions=[call for chain in chains for call in chain],
        policy={"any": True},
        workflow={"branch": "b", "contract": {"parallel": [{"sequence": chain} for chain in chains]}},
    )
    answer = ek.check(record)
    ways = 53_494_979_785_374_631_680
    assert answer.rounds == (ways,)
    document = json.loads(json.dumps(answer.document(evidence=False)))
    assert document["rounds"] == [str(ways)]
    assert document["safe_executions"] == str(ways)
    assert isinstance(document["partial_executions"], str)
    assert document["results"] == 1


def test_edits_of_any_shape_are_refused():
    for value in (*VALUES, "fork_choice", {"fork_choice": {"branch": "b0"}, "x": 1}):
        assert mistake(value, ask).path in ("$", "$.x")
