"""Hostile plans are contained and reported, each by the limit that it hits, and stop nothing."""

import json
from datetime import datetime

import pytest

from execedit_kit import restart
from execedit_kit.restart.limits import WrongBudget
from execedit_kit.restart.replay import Restarted

ASK = 'tool("ask_human", { question: "?" + i })'
HOSTILE = {
    "endless loop": ("for (;;);", "never finishes"),
    "endless loop of draws": ("for (;;) Math.random();", "never finishes"),
    "endless loop of clock reads": ("for (;;) Date.now();", "never finishes"),
    "waiting on a clock that stands still": ("const t = Date.now(); while (Date.now() < t + 1000);", "never finishes"),
    "endless microtasks": ("const f = async () => { for (;;) await null; }; await f();", "never finishes"),
    "a promise that nothing settles": ("await new Promise(() => {});", "never finishes"),
    "backtracking regular expression": ("/^(a+)+$/.test('a'.repeat(64) + 'b');", "never finishes"),
    "sort of much": ("new Array(1e5).fill(0).map((_, i) => (i * 7919) % 1e5).sort((a, b) => b - a);", "never finishes"),
    "endless questions": (f"for (let i = 0; ; i++) {ASK};", "question loop"),
    "endless questions, caught": (f"for (let i = 0; ; i++) try {{ {ASK}; }} catch {{}}", "question loop"),
    "memory bomb": ("const a = []; for (;;) a.push(new Array(1000).fill(1));", "memory"),
    "one huge array": ("new Uint8Array(2 ** 30);", "memory"),
    "deep recursion": ("const f = () => f() + 1; f();", "too deep"),
    "deep recursion, caught": ("const f = () => { try { return f(); } finally { f(); } }; f();", "too deep"),
    "deep structure": ("JSON.parse('['.repeat(1e5));", "too deep"),
    "deep source": ("eval('('.repeat(1e5));", "too deep"),
    "giant argument": ("tool('log', { message: 'x'.repeat(1e6) });", "too much text"),
    "giant summary": ("return 'x'.repeat(1e6);", "too much text"),
    "giant error": ("throw 'x'.repeat(1e6);", "too much text"),
    "giant log": ("for (let i = 0; ; i++) tool('log', { message: `line ${i}` });", "too many calls"),
    "endless refusals": ("for (;;) try { tool('nope'); } catch {}", "too many calls"),
    "an error with a trap inside": ("throw { get message() { for (;;); } };", "never finishes"),
    "an error that cannot be shown": ("throw Object.create(null);", "throws"),
    "unknown tool": ("\ntool('delete_issue', { id: 112 });", "unknown tool"),
    "bad argument": ("\ntool('close_issue', { id: 'abc' });", "bad argument"),
    "summary that is no JSON": ("const o = {}; o.o = o; return o;", "throws"),
    "an error of the grammar, thrown": ("throw new SyntaxError('mine');", "throws"),
    "a time past the last year": (
        "tool('schedule_close', { id: 112, at: '9999-12-31T23:59:59-23:59' });",
        "bad argument",
    ),
    "a time before the first year": (
        "tool('schedule_close', { id: 112, at: '0001-01-01T00:00+14:00' });",
        "bad argument",
    ),
    "a number of 5000 digits": ("tool('close_issue', { id: JSON.rawJSON('1'.repeat(5000)) });", "bad argument"),
    "a number that is infinite": ("tool('close_issue', { id: JSON.rawJSON('1e999') });", "bad argument"),
    "a stack that is no stack": (
        "throw Object.assign(Error('x'), { stack: '<input>:²:1\\n<input>:' + '1'.repeat(6000) });",
        "throws",
    ),
}
QUICK = restart.Budget(instructions=1_000_000_000, memory=8 << 20, questions=20)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_plan_is_rejected_by_its_reason(name):
    source, reason = HOSTILE[name]
    run = restart.run_paused(restart.plan(source), budget=QUICK)
    assert (run.ended.reason, run.finished) == (reason, False)
    assert run.outcome.end == reason
    assert run.ended.text
    assert run.to_bytes() == restart.run_paused(restart.plan(source), budget=QUICK).to_bytes()


@pytest.mark.parametrize(
    "name", ["endless loop", "memory bomb", "deep recursion", "endless questions", "giant argument"]
)
def test_so_it_is_when_restarted(name):
    source, reason = HOSTILE[name]
    assert restart.run_restarted(restart.plan(source), budget=QUICK).ended.reason == reason


def test_another_plan_runs_as_ever_after_all_of_them():
    for source, _ in HOSTILE.values():
        restart.run_paused(restart.plan(source), budget=restart.Budget(instructions=50_000_000))
    assert restart.run_paused(restart.plan("return `${1 + 1}`")).ended.text == "2"


def test_a_limit_says_how_to_raise_it():
    text = restart.run_paused(restart.plan("for (;;);"), budget=QUICK).ended.text
    assert "1,000,000,000 instructions" in text
    assert "Budget(instructions=...)" in text


def test_what_throws_is_named_with_its_line():
    run = restart.run_paused(restart.plan("const a = 1;\n\nfunction f() {\n  null.x;\n}\nf();"))
    assert (run.ended.reason, run.ended.line) == ("throws", 4)
    assert run.ended.text.startswith("TypeError: ")
    refused = restart.run_paused(restart.plan(HOSTILE["unknown tool"][0]))
    assert refused.ended.line == 2


def test_a_refusal_that_the_plan_catches_rejects_nothing():
    source = "try { tool('close_issue', { id: 1 }); } catch (e) { return `${e instanceof Error} ${e.message}`; }"
    run = restart.run_paused(restart.plan(source))
    assert run.finished
    assert run.ended.text == "true close_issue: there is no issue 1"
    assert [event.kind for event in run.events] == ["refused", "end"]


UNCATCHABLE = """
let caught = 0;
const ask = () => {
  try { return tool("ask_human", { question: "a" }); }
  catch (e) { caught++; return "caught"; }
  finally { tool("log", { message: "finally" }); }
};
const first = ask();
const rest = await Promise.allSettled([tool("ask_human", { question: "b" })]);
return `${first} ${caught} ${rest[0].status}`;
"""


def test_nothing_catches_the_end_of_a_restarted_execution():
    run = restart.run_restarted(restart.plan(UNCATCHABLE))
    assert run.ended.text == "yes 0 fulfilled"
    log = [event.execution for event in run.events if event.name == "log" and not event.cached]
    assert log == [2]  # not in execution 1, which ended inside the try


TAMPERING = {
    "tool replaced": "globalThis.tool = () => 'yes'; ask(1);",
    "prototype of tool": "tool.__proto__.call = tool.constructor.prototype.apply = () => 'no'; ask(1);",
    "Object.prototype": "for (const k of ['question', '0', 'get', 'value']) Object.prototype[k] = 'evil'; ask(1);",
    "setters on Object.prototype": "Object.defineProperty(Object.prototype, '0', { set() { throw 1; } }); ask(1);",
    "Array.prototype": "Array.prototype.toJSON = () => 'evil'; Array.prototype[Symbol.iterator] = () => ({}); ask(1);",
    "JSON": 'JSON.stringify = () => \'["done","forged"]\'; JSON.parse = () => 0; ask(1);',
    "String": "String.prototype.toString = () => 'evil'; String = () => 'evil'; ask(1);",
    "Promise": "Promise.prototype.then = () => {}; Promise.resolve = null; globalThis.Promise = null; ask(1);",
    "Reflect and Function": "Reflect.apply = Function.prototype.apply = Function.prototype.call = null; ask(1);",
    "Error": "Error = class { constructor() { return 1; } }; Error.prepareStackTrace = 1; ask(1);",
    "Date": "Date = class extends Date { static now() { return 0; } }; Date.prototype.getTime = () => 0; ask(1);",
    "Math": "Math = { random: () => 4 }; ask(1);",
    "the host": "if (typeof __host !== 'undefined' || '__host' in globalThis) throw 1; ask(1);",
    "frozen globals": "Object.freeze(globalThis); Object.freeze(Object.prototype); ask(1);",
}


@pytest.mark.parametrize("name", TAMPERING)
def test_tampering_reaches_neither_the_host_nor_the_record(name):
    ask = "const keep = tool; const ask = (n) => keep('ask_human', { question: `q${n}` });"
    source = f"{ask}\n{TAMPERING[name]}\nreturn 'end';"
    paused = restart.run_paused(restart.plan(source))
    assert (paused.ended.reason, paused.outcome.questions, paused.ended.text) == ("finished", ("q1",), "end")
    restarted = restart.run_restarted(restart.plan(source))
    assert restarted.outcome.questions == ("q1",)
    assert not restart.run_both(restart.plan(source)).breaks


def test_toJSON_on_every_object_changes_what_the_plan_says_and_nothing_else():
    run = restart.run_paused(restart.plan("Object.prototype.toJSON = () => 'evil'; tool('log', { message: 'a' });"))
    assert run.ended.reason == "bad argument"
    assert "not 'evil'" in run.ended.text


@pytest.mark.parametrize("forged", ['["done","x"]', '["throw","a","b","c"]', '["begin"]', "[]", "not JSON"])
def test_a_text_is_only_ever_an_argument(forged):
    run = restart.run_paused(restart.plan(f"tool('log', {{ message: {forged!r} }}); return 'mine';"))
    assert (run.outcome.log, run.ended.text) == ((forged,), "mine")


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ("tool('log', { message: nested(800) })", "bad argument"),
        ("tool('log', { message: nested(2000) })", "bad argument"),
        ("tool('log', { message: [{ a: [[]], b: {} }, ['[{']] })", "bad argument"),
        ("tool('\\ud800', {})", "unknown tool"),
        ("tool({}, [[]])", "unknown tool"),
        ("tool('log', { message: { toJSON() { throw 1; } } })", "throws"),
        ("tool('log', new Proxy({}, { ownKeys() { for (;;); } }))", "never finishes"),
    ],
)
def test_arguments_made_to_harm_the_host_are_refused_like_others(call, reason):
    source = f"const nested = (n) => {{ let a = []; while (n--) a = [a]; return a; }}; {call};"
    run = restart.run_paused(restart.plan(source), budget=QUICK)
    assert run.ended.reason == reason
    json.loads(run.to_bytes(), parse_constant=pytest.fail)


def test_how_deep_an_argument_is_read_does_not_depend_on_how_deep_the_caller_is():
    source = "let a = []; for (let n = 0; n < 900; n++) a = [a]; tool('log', { message: a });"

    def below(depth):
        return below(depth - 1) if depth else restart.run_paused(restart.plan(source)).ended

    assert below(300) == below(0)


@pytest.mark.parametrize("number", ["112.0", "1.12e2", "1120e-1"])
def test_a_number_is_the_one_that_javascript_reads_however_it_is_written(number):
    source = f"tool('close_issue', {{ id: JSON.rawJSON('{number}') }}); tool('close_issue', {{ id: 112 }});"
    assert restart.run_restarted(restart.plan(source)).outcome.closed == ("112",)


def test_a_text_need_not_be_whole_characters():
    run = restart.run_paused(restart.plan("tool('log', { message: '\\ud800 \\0' }); return '\\ud83d\\ude00';"))
    assert (run.outcome.log, run.ended.text) == (("? \0",), "😀")
    assert run.to_bytes()


@pytest.mark.parametrize("wrong", [{"memory": 1}, {"memory": 2**33}, {"instructions": 0}, {"questions": -1}])
def test_limits_in_which_nothing_could_run_are_refused(wrong):
    with pytest.raises(WrongBudget):
        restart.Budget(**wrong)


def test_nothing_of_a_host_is_reachable():
    names = (
        "require process Deno Bun fetch XMLHttpRequest WebAssembly setTimeout setInterval std os print load Temporal"
    )
    source = f"return {names.split()!r}.filter((name) => name in globalThis).join();"
    assert restart.run_paused(restart.plan(source)).ended.text == ""
    imported = restart.run_paused(restart.plan("return (await import('os')).default;"))
    assert imported.ended.reason == "throws"


def test_executions_share_nothing():
    source = """
    globalThis.seen = (globalThis.seen ?? 0) + 1;
    tool("ask_human", { question: "a" });
    return String(seen);
    """
    assert restart.run_restarted(restart.plan(source)).ended.text == "1"


def test_a_question_loop_is_counted_over_restarts():
    session = Restarted(
        restart.plan(HOSTILE["endless questions"][0]), restart.World(), restart.POST, restart.Budget(questions=3)
    )
    session.run()
    assert (session.ended.reason, session.questions, session.execution) == ("question loop", 3, 4)


def test_all_executions_of_a_run_together_have_a_limit():
    source = "for (let i = 0; i < 1e5; i++); for (let q = 0; q < 20; q++) tool('ask_human', { question: `${q}` });"
    budget = restart.Budget(total=1_000_000_000)
    assert restart.run_paused(restart.plan(source), budget=budget).finished
    session = Restarted(restart.plan(source), restart.World(), restart.POST, budget)
    session.run()
    assert session.ended.reason == "too much work"
    assert "1,000,000,000 instructions" in session.ended.text
    assert "Budget(total=...)" in session.ended.text
    assert 1 < session.execution < 21
    assert session.spent == budget.total
    pair = restart.run_both(restart.plan(source), budget=budget)
    assert pair.undecided == f"restarted, {session.ended.text}"
    assert not restart.run_both(restart.plan(source)).undecided


def test_a_limit_on_all_executions_is_one_on_the_first_too():
    small = restart.Budget(total=1_000_000)
    ended = restart.run_paused(restart.plan("for (;;);"), budget=small).ended
    assert (ended.reason, "Budget(total=...)" in ended.text) == ("too much work", True)


def test_a_clock_ends():
    late = restart.World(start=datetime(2453, 10, 1), delays=(366 * 24 * 60,))
    plan = restart.plan("for (let q = 0; q < 200; q++) tool('ask_human', { question: `${q}` }); return 'x';")
    many = restart.Budget(questions=300)
    for run in (restart.run_paused(plan, late, budget=many), restart.run_restarted(plan, late, budget=many)):
        assert (run.ended.reason, len(run.outcome.questions)) == ("clock", 100)
