"""TypeScript that does something when it runs does what it does elsewhere, or is refused by name; the rest goes."""

import pytest

from execedit_kit import restart


def returned(source):
    run = restart.run_paused(restart.plan(source, name="t.ts"))
    assert run.finished, run.ended
    return run.ended.text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("enum A { X = 1 << 2, Y = X | 1 } return [A.X, A.Y, A[4]].join();", "4,5,X"),
        ('enum A { X = "x".length as any, Y } return [A.X, A.Y, A[1]].join();', "1,2,X"),
        ("enum A { X = 1 } enum A { Y = 2, Z = X + Y } return [A.X, A.Y, A.Z].join();", "1,2,3"),
        ("const enum F { A = 1, B = A << 1, Both = A | B } return `${F.Both}`;", "3"),
        ('enum A { X = 1 } enum B { P = A.X, Q = A["X"] + 1, R } return [B.P, B.Q, B.R, B[1]].join();', "1,2,3,P"),
        ('enum A { X = "q", Y = X, Z = `${X}!` } return [A.Y, A.Z, Object.keys(A)].join();', "q,q!,X,Y,Z"),
        ('enum A { "a-b" = 3, default, new } return [A["a-b"], A.default, A.new, A[4]].join();', "3,4,5,default"),
        ("enum A { A = 1, B = A + 1, C } return [A.B, A.C].join();", "2,3"),
        ("enum A { X = -1, Y, Z = ~X } return [A.X, A.Y, A.Z, A[-1]].join();", "-1,0,0,X"),
        ("enum A { X, /* y */ Y, // z\n  Z = (1 + 2) * 3, } return [A.X, A.Y, A.Z].join();", "0,1,9"),
        ("enum A { X = Math.max(1, 2), Y = [1].map((n: number) => n).length } return [A.X, A.Y].join();", "2,1"),
        (
            "function f() { enum Q { Z = 1 } return Q.Z; } { enum Q { Z = 2 } } return `${f()} ${typeof Q}`;",
            "1 undefined",
        ),
        ("{ enum Q { Z = 1 } enum Q { W = Z + 1 } return [Q.Z, Q.W].join(); }", "1,2"),
        ("enum A{X}enum B{Y=A.X+5}return [A.X,B.Y].join();", "0,5"),
        ("enum A {} declare enum B { X } return typeof A + typeof B;", "objectundefined"),
        ("class B { constructor(override readonly x: number = 3) {} } return `${new B().x}`;", "3"),
        (
            "declare namespace N { const x: number } declare module 'm' { export const y: 1 } return typeof N;",
            "undefined",
        ),
        ("const a = [1, 2] as const\n[3].forEach(() => 0)\nreturn `${a.length}`", "2"),
        ("let n = 0; const a = n as any // none\n(function () { n = 5 })()\nreturn `${n}`", "5"),
        ("const f = (x: any) => ((x as any)\n(2)); return `${f((n: number) => n)}`;", "2"),
    ],
)
def test_what_does_something_when_it_runs_does_it(source, text):
    assert returned(source) == text


def test_an_enum_moves_no_line():
    source = "enum A {\n  X = 1 << 1,\n\n  Y = X as\n    number,\n  Z\n}\nnull.x;"
    plan = restart.plan(source, name="t.ts")
    assert plan.javascript.count("\n") == source.count("\n")
    assert restart.run_paused(plan).ended.line == 8


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("\nenum A { X = 'a', Y }", "t.ts:2:19: a member of an enum after a text needs a value: Y = …"),
        ("enum A { X = ('a' + 1) as any, Y }", "t.ts:1:32: a member of an enum after a text needs a value"),
        ("declare const enum A { X = 1 }", "t.ts:1:1: this TypeScript is not supported: declare const enum"),
        ("class A { accessor x = 1 }", "t.ts:1:11: this TypeScript is not supported: accessor fields"),
        ("return String.raw<any>`x`;", "t.ts:1:8: this TypeScript is not supported: types of a template's tag"),
        ("namespace N { export type T = number }", "t.ts:1:1: namespaces are not supported"),
        ("class A { @dec x = 1 }", "t.ts:1:11: decorators are not supported"),
        ("import type { X } from 'y';", "t.ts:1:1: a plan is the body of a function: it has no import"),
        ("import x = require('y');", "t.ts:1:1: a plan is the body of a function: it has no import"),
        ("enum A { X, X }", "t.ts:1: a syntax error: invalid redefinition of lexical identifier"),
    ],
)
def test_what_is_not_supported_is_refused_by_name(source, message):
    with pytest.raises(restart.MalformedPlan) as caught:
        restart.plan(source, name="t.ts")
    assert str(caught.value).startswith(message)


def test_a_count_from_what_is_no_number_is_an_error_and_no_wrong_value():
    ended = restart.run_paused(restart.plan("enum A { X = String(1) as any, Y }", name="t.ts")).ended
    assert ended.text.startswith("TypeError: a member of an enum after one that is no number needs a value: Y")
