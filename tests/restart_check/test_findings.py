"""What a finding says: where, what, why, by which way, and what it takes the host to be."""

import json
import subprocess
import sys

import pytest

from execedit_kit.record.errors import LimitError
from execedit_kit.restart.check import finding as kinds
from execedit_kit.restart.check.checked import check
from execedit_kit.restart.check.limits import Limits
from execedit_kit.restart.plan import MalformedPlan, plan

ASK = 'tool("ask_human", { question: "Shall I go on?" });\n'


def found(source, level="flow", **options):
    return check(plan(source, **options), level).findings


def test_a_finding_names_its_place_and_its_way_in_the_plans_own_names():
    source = (
        'const läuft = "é", began = Date.now();\n'
        "const late = () => Date.now() - began > 7200000;\n" + ASK + "if (late()) tool('log', { message: 'late' });\n"
    )
    first = found(source)[0]
    assert (first.kind, first.line, first.column) == ("clock", 1, 28)
    assert first.source == 'const läuft = "é", began = Date.now();'
    assert first.why == (
        "The clock is read (Date.now()) before a question that may still come, so a restart reads it again, later: "
        "it decides whether a line is logged (line 4)."
    )
    assert [place.line for place in first.path] == [1, 1, 4, 4]
    assert first.path[1].text == "began = …"
    assert first.path[-1].text == "decides whether a line is logged"
    assert first.assumption == kinds.CLOCK


@pytest.mark.parametrize(
    ("source", "kind", "assumption", "words"),
    [
        (f"const name = Math.random();\n{ASK}return name;", "random", kinds.RANDOM, "a restart draws anew"),
        (
            "const ids = tool('list_issues', {}).map((i) => i.id);\ntool('close_issue', { id: ids[0] });\n"
            f"{ASK}return tool('list_issues', {{}}).length;",
            "stale",
            kinds.CACHED,
            'tool("list_issues") is read again after line 2 may have changed it',
        ),
        (f"{ASK}{ASK}return 1;", "repeat", kinds.KEYED, "“Shall I go on?” may come again after line 1"),
        (
            f"tool('log', {{ message: 'x' }});\n{ASK}tool('log', {{ message: 'x' }});",
            "repeat",
            kinds.KEYED,
            "a line is logged with the same arguments “x”",
        ),
        (
            f"{ASK}return performance.now();",
            "clock",
            kinds.CLOCK,
            "a restart counts from its own start: it reaches the summary",
        ),
    ],
)
def test_each_kind_has_its_reason_and_its_assumption(source, kind, assumption, words):
    (one,) = found(source)
    assert (one.kind, one.assumption) == (kind, assumption)
    assert words in one.why


def test_one_place_is_one_finding_however_much_it_reaches():
    source = f"const at = new Date().toISOString();\ntool('log', {{ message: at }});\n{ASK}return at;"
    (one,) = found(source)
    assert one.why.endswith("it reaches a log line (line 2), and 1 more thing that can be seen.")


def test_the_same_file_gives_the_same_bytes_in_every_process():
    program = (
        "import json, sys\n"
        "from execedit_kit.restart.check.checked import check\nfrom execedit_kit.restart.plan import plan\n"
        "print(json.dumps(check(plan(sys.stdin.read())).document()))"
    )
    source = (
        "const log = (text) => tool('log', { message: `${new Date().toISOString()} ${text}` });\n"
        "const board = { a: Date.now(), b: Math.random(), c: { d: performance.now() } };\n"
        "for (const issue of tool('list_issues', {})) {\n"
        "  log(issue.id); const answer = tool('ask_human', { question: `Close ${issue.labels[0]}?` });\n"
        "  if (answer === 'yes') tool('close_issue', { id: issue.id }); else log(JSON.stringify(board));\n"
        "}\nreturn tool('list_issues', {}).length;"
    )
    outs = {
        subprocess.run(
            [sys.executable, "-c", program],
            input=source,
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(outs) == 1
    assert len(json.loads(outs.pop())["findings"]) >= 4


def test_what_costs_too_much_is_a_limit_and_not_an_answer():
    nested = "".join(f"for (const a{n} of tool('list_issues', {{}})) {{" for n in range(12)) + ASK + "}" * 12
    with pytest.raises(LimitError, match=r"too intricate.*--max-steps"):
        check(plan(nested), limits=Limits(steps=20_000))
    with pytest.raises(LimitError, match="--max-depth"):
        check(plan("(" * 10 + "f(" * 400 + ")" * 400 + ")" * 10))


@pytest.mark.parametrize(
    "source",
    [
        "const a = [" + "Date.now()," * 20_000 + "];",
        "".join(f"if (Date.now() > {n}) x = {n};" for n in range(8_000)),
        "x = x + Date.now();" * 8_000,
        "tool('log', { message: String(Date.now()) });" * 4_000,
        "tool('log', { message: 'a' + x++ });" * 4_000,
        "with ({ x: Date.now() }) { x = x + 1; }" * 4_000,
    ],
)
def test_long_plans_cost_steps_by_the_work_they_are(source):
    """Steps that grow with what was read before count for more: else the limit would come after minutes."""
    with pytest.raises(LimitError, match=r"too intricate.*--max-steps"):
        check(plan(f"let x = 0; {source}"))


def test_a_plan_may_nest_and_recurse_as_deeply_as_the_limits_allow():
    deep = "const f = (n) => " + "".join(f"n === {n} ? {n} : (" for n in range(60)) + "Date.now()" + ")" * 60 + ";\n"
    assert found(f"{deep}const t = f(100);\n{ASK}return t;")
    assert found(f"const f = (n) => (n > 0 ? f(n - 1) : Date.now());\nconst t = f(500);\n{ASK}return t;")
    wide = "".join(f"const f{n} = (x) => f{n + 1}(x);\n" for n in range(35)) + "const f35 = (x) => x;\n"
    assert found(f"{wide}const t = f0(Date.now());\n{ASK}return t;")


@pytest.mark.parametrize(
    "source",
    ["let x = ;", "foo(", "const a = {b: };", "import x from 'y';", b"\xff\xfe", "return `${", "class {"],
)
def test_what_cannot_be_parsed_has_a_place(source):
    with pytest.raises(MalformedPlan) as error:
        check(plan(source))
    assert error.value.line == 1
    assert str(error.value).startswith("plan.js:1:")


@pytest.mark.parametrize(
    "source",
    [
        "",
        "// nothing",
        ";;;",
        "return",
        "label: { break label; }",
        "while (true) { }",
        "for (;;) { tool('ask_human', { question: 'x' }) }",
        "const f = () => f(); f();",
        "function* g() { while (true) yield 1; } [...g()];",
        "throw 1;",
        "try { throw 1 } catch { } finally { }",
        "new (class { constructor() { return {} } })();",
        "tool();tool(1);tool('x', 1, 2);tool(...x);",
        "undefinedFunction()(1)[2].x = 3;",
        "delete a.b; void 0; typeof x; a?.b?.[c]?.(d);",
        "let a = [,,1,...b]; let {c = 1, ...d} = a; [a, ...d] = [c];",
        "var x = x; { function x() {} } x();",
        "switch (1) { }",
        "class A extends null {} class B extends undefinedThing {} new B();",
        "a = b = c; a ||= b; a &&= c; a ??= d; a++; --b;",
        "const { a: { b: [c = d] = [] } = {} } = {};",
        "x: for (const a in b) { continue x; }",
        "if (a) ; else ;",
        "do ; while (a)",
        "async function f() { for await (const x of y) { } } f();",
        "`${`${`${1}`}`}`; /a/.test(b); a`b`; a, b;",
        "({ m() { super.x } }); new.target; import('x');",
        "const o = { get a() { return this.a }, set a(x) { this.a = x } }; o.a = o.a;",
        "Promise.resolve().then(); new Promise(); new Map(1); new Set(2); Object.entries(); [].reduce(); [].map();",
        "Reflect.apply(); Function.prototype.call.call(); eval(x); new Function(); Symbol(); Object.create(null).x;",
    ],
)
def test_no_plan_however_odd_brings_the_check_down(source):
    for level in ("text", "flow"):
        check(plan(source), level)
