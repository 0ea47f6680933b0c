"""A file that is no plan is answered with its place; TypeScript loses its types and no line."""

import pytest

from execedit_kit import restart
from execedit_kit.record.errors import KitError


@pytest.mark.parametrize(
    ("source", "name", "message"),
    [
        (b"const a = 1;\nconst b = (;\n", "x.js", "x.js:2:9: a syntax error"),
        (b"return 1;\n}\n", "x.js", "x.js:2:1: a syntax error at '}'"),
        (b"if (1) {\n", "x.js", "x.js:"),
        (b"ok();\n  '\xff';\n", "x.js", "x.js:2:4: this is not UTF-8"),
        (b"import x from 'y';\n", "x.js", "x.js:1:1: a plan is the body of a function: it has no import"),
        (b"\nexport const x = 1;\n", "x.ts", "x.ts:2:1: a plan is the body of a function: it has no export"),
        (b"const x: = 1;\n", "x.ts", "x.ts:1:"),
        (b"namespace N { export const x = 1; }\n", "x.ts", "x.ts:1:1: namespaces are not supported"),
        (b"@d class A {}\n", "x.ts", "x.ts:1:1: decorators are not supported"),
        (
            b"x" * 300_000,
            "x.js",
            "x.js: a plan of 300,000 bytes: the limit is 262,144; raise it with Budget(source=...)",
        ),
    ],
)
def test_a_mistake_is_named_with_its_place(source, name, message):
    with pytest.raises(restart.MalformedPlan) as caught:
        restart.plan(source, name=name)
    assert str(caught.value).startswith(message)
    assert isinstance(caught.value, KitError)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("source", "name", "message"),
    [
        ("let a;\n\nlet a;", "x.js", "x.js:3: a syntax error: invalid redefinition of lexical identifier"),
        ("yield 1;", "x.js", "x.js:1: a syntax error: expecting ';'"),
        ("\nfunction f(): void { await 1; }", "x.ts", "x.ts:2: a syntax error: expecting ';'"),
        ("'use strict';\nwith (a) {}", "x.js", "x.js:2: a syntax error: invalid keyword: with"),
        ("for (const x of []) {\n  break out;\n}", "x.js", "x.js:2: a syntax error: break/continue label not found"),
        ("const a = /a/;\nconst b = /(/;", "x.js", "x.js:2:11: a syntax error: expecting ')'"),
        ("class A { #a; #a }", "x.js", "x.js:1: a syntax error: private class field is already defined"),
    ],
)
def test_what_the_engine_cannot_compile_is_no_plan(source, name, message):
    with pytest.raises(restart.MalformedPlan) as caught:
        restart.plan(source, name=name)
    assert str(caught.value) == message


def test_nothing_runs_when_a_plan_is_read():
    assert restart.run_paused(restart.plan("globalThis.seen = 1; return 'x';")).finished
    assert restart.run_paused(restart.plan("return `${globalThis.seen}`;")).ended.text == "undefined"
    restart.plan("for (;;);")


def test_a_source_that_the_engine_has_no_room_for_is_refused_by_the_run_and_harms_no_other():
    plan = restart.plan(f"return {'(' * 20_000}1{')' * 20_000};")
    assert restart.run_paused(plan).ended.reason in ("too deep", "throws")
    with pytest.raises(restart.MalformedPlan):
        restart.plan("let b; let b;")


def test_a_line_that_names_an_interpreter_is_a_comment():
    for start in ("#!/usr/bin/env node\n", "\ufeff#!/usr/bin/env -S node --x\r\n"):
        for name in ("x.js", "x.ts"):
            run = restart.run_paused(restart.plan(start + "\nnull.x;", name=name))
            assert (run.ended.reason, run.ended.line) == ("throws", 3)


def test_a_plan_is_read_from_a_file(tmp_path):
    file = tmp_path / "a.js"
    file.write_bytes("\ufeffreturn 'é';\r\n".encode())
    plan = restart.read_plan(file)
    assert (plan.language, restart.run_paused(plan).ended.text) == ("js", "é")
    assert plan.digest.startswith("sha256:")
    with pytest.raises(restart.MalformedPlan, match="no such file"):
        restart.read_plan(tmp_path / "b.js")
    (tmp_path / "c.py").write_text("")
    with pytest.raises(restart.MalformedPlan, match=r"ends in \.js or \.ts"):
        restart.read_plan(tmp_path / "c.py")
    (tmp_path / "big.js").write_bytes(b"/" * 5_000_000)
    with pytest.raises(restart.MalformedPlan, match="the limit is") as caught:
        restart.read_plan(tmp_path / "big.js")
    assert caught.value.limit == "source"


TYPES = """
interface Issue { id: number; title: string }
type Answer = "yes" | "no";
declare const unknown: string;
enum Kind { A, B = 5, C, D = "d" }
const enum Flag { On = 1 }
abstract class Base<T extends object> {
  protected abstract name(): string;
  declare ghost: number;
  static readonly made: string[] = [];
  public kept?: T;
  private count!: number;
  constructor(private readonly at: number, public label?: string) { this.count = this.at; }
  get total(): number { return this.count!; }
}
class Child extends Base<{ a: 1 }> implements Iterable<number> {
  constructor(n: number) {
    super(n, "child");
  }
  override name(): string { return `${this.label}` }
  *[Symbol.iterator](): Generator<number> { yield* [this.total]; }
}
function over(x: string): string;
function over(x: number): number;
function over(x: any): any { return x; }
function isIssue(this: void, x: unknown): x is Issue { return typeof x === "object" && x !== null; }
const make = <T,>(x: T, ...rest: T[]): {
  x: T;
  rest: T[];
} => ({ x, rest });
const list = [1, 2].map((n: number): string => String(n)) as ReadonlyArray<string>;
const shape = { a: 1 } satisfies Record<string, number>;
const child = new Child(3)!;
let later!: string;
later = over("l") as any as string;
const m = new Map<string, Answer>([["k", "yes"]]);
const fn: (a?: number) => void = async function <U>(a?: number): Promise<void> {};
for (const [k, v] of m as Map<string, Answer>) list.concat(k, v);
const where = ((new Error("x") as Error).stack ?? "").length > 0;
(child as { label?: string }).label!.length;
return [Kind.A, Kind[0], Kind.C, Kind[6], Kind.D, Flag.On, ...child, child.name(), later, make<number>(1, 2).rest[0],
  list[1], shape.a, isIssue({}), m.get("k")!, where].join();
"""


def test_types_are_taken_out_and_what_runs_stays():
    run = restart.run_paused(restart.plan(TYPES, name="t.ts"))
    assert run.ended.text == "0,A,6,C,d,1,3,child,l,2,2,1,true,yes,true", run.ended


def test_no_line_moves():
    plan = restart.plan(TYPES + "\n(null as any).x;", name="t.ts")
    assert plan.javascript.count("\n") == plan.text.count("\n")
    source = """interface A {
  a: number;
}
const f = (a: A): {
  b: number;
} => {
  return tool("none", a!);
};
f(null!);
"""
    run = restart.run_paused(restart.plan(source, name="t.ts"))
    assert (run.ended.reason, run.ended.line) == ("unknown tool", 7)


def test_a_type_that_went_joins_no_two_statements():
    source = (
        "let n = 1\ninterface A { a: 1 }\n(function () { n = 2 })()\ntype B = A\n[3].forEach((x) => (n += x))\nreturn n"
    )
    assert restart.run_paused(restart.plan(source, name="t.ts")).ended.text == "5"


def test_what_looks_like_a_type_in_a_text_stays():
    source = (
        'const s = "x as string: number!"; const o = { as: 1, type: 2, enum: 3 }; return s + o.as + o.type + o.enum;'
    )
    assert restart.run_paused(restart.plan(source, name="t.ts")).ended.text == "x as string: number!123"
