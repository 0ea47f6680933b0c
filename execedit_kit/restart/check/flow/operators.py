"""Operators on values of which the symbols are known."""

from __future__ import annotations

import contextlib
import math
import operator
from collections.abc import Callable

from execedit_kit.restart.check.flow.symbols import UNDEFINED, Primitive, to_text, truth
from execedit_kit.restart.check.flow.texts import Texts
from execedit_kit.restart.check.flow.values import NO_TAINTS, Value, united
from execedit_kit.restart.check.source import Node

_NUMBERS: dict[str, Callable[[float, float], Primitive]] = {
    "-": operator.sub,
    "*": operator.mul,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_OF_SAME: dict[str, Primitive] = {"-": 0.0, "===": True, "!==": False, "<": False, ">": False, "<=": True, ">=": True}
_TURNED = {">": "<", ">=": "<="}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}


def number(text: str) -> Primitive:
    """Return a number as it is written; a big one as its text."""
    plain = text.replace("_", "").lower()
    with contextlib.suppress(ValueError, OverflowError):
        if plain[:2] in ("0x", "0o", "0b"):
            return float(int(plain.removesuffix("n"), 0))
        return float(plain.removesuffix("n"))
    return text


def unescaped(text: str) -> str:
    """Return what an escape in a text stands for."""
    body = text.removeprefix("\\")
    with contextlib.suppress(ValueError, OverflowError):
        if body[:1] == "u":
            return chr(int(body[1:].strip("{}"), 16))
        if body[:1] == "x":
            return chr(int(body[1:], 16))
    if body[:1] in ("\n", "\r"):
        return ""
    return _ESCAPES.get(body, body)


def binary(machine: Texts, sign: str, left: Value, right: Value, node: Node) -> Value:
    """Return what a binary operator makes of two primitives."""
    taints = united(left.taints, right.taints)
    if taints and len(left.symbols) == 1 and left.symbols == right.symbols and sign in _OF_SAME:
        return machine.const(_OF_SAME[sign])  # whatever was read, it was read once
    if sign == "+" and any(_is_text(machine, value) for value in (left, right)):
        return machine.op("text", [left, right], node, taints)
    found = set()
    if 0 < len(left.symbols) * len(right.symbols) <= 12 and not left.refs and not right.refs:
        for a in sorted(left.symbols):
            for b in sorted(right.symbols):
                found.add(_folded(machine, sign, a, b))
    if not found or len(found) > 6:
        return machine.fresh(node, taints, sign)
    return Value(taints, frozenset(), frozenset(found))


def _is_text(machine: Texts, value: Value) -> bool:
    meanings = [machine.symbols.meaning(one) for one in value.symbols]
    return bool(meanings) and all(m[0] == "text" or (m[0] == "const" and isinstance(m[2], str)) for m in meanings)


def _folded(machine: Texts, sign: str, a: int, b: int) -> int:
    symbols = machine.symbols
    if symbols.is_const(a) and symbols.is_const(b):
        result = _of_known(sign, symbols.value(a), symbols.value(b))
        if result is not None:
            return symbols.const(result)
    if sign in _TURNED:
        return symbols.op(_TURNED[sign], b, a)
    if sign in ("!==", "!="):
        return symbols.op("!", symbols.op("===", a, b))
    if sign in ("===", "=="):
        if a == b and symbols.meaning(a)[0] in ("item", "field"):
            return symbols.const(True)
        return symbols.op("===", a, b)
    return symbols.op(sign, a, b)


def _of_known(sign: str, a: Primitive, b: Primitive) -> Primitive:
    """Return the result for two known values; ``None`` where it is left open."""
    if sign in ("===", "!==", "==", "!="):
        loose = sign in ("==", "!=")
        nothing = (None, UNDEFINED)
        if loose and type(a) is not type(b) and not (a in nothing and b in nothing):
            return (sign == "!=") if a in nothing or b in nothing else None
        same = (a in nothing and b in nothing) if loose and a in nothing else type(a) is type(b) and a == b
        return same if sign in ("===", "==") else not same
    if sign == "+" and (isinstance(a, str) or isinstance(b, str)):
        return to_text(a) + to_text(b)
    if isinstance(a, str) and isinstance(b, str) and sign in ("<", "<=", ">", ">="):
        compare: Callable[[str, str], bool] = getattr(operator, {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}[sign])
        return compare(a, b)
    if not isinstance(a, float) or not isinstance(b, float) or math.isnan(a) or math.isnan(b):
        return None
    if sign == "+":
        return a + b
    if sign in ("/", "%"):
        if b == 0 or math.isinf(a):
            return None
        return a / b if sign == "/" else math.fmod(a, b)
    if sign == "**":
        with contextlib.suppress(OverflowError, ZeroDivisionError):
            power = a**b
            return power if isinstance(power, float) else None
        return None
    return _NUMBERS[sign](a, b) if sign in _NUMBERS else None


def unary(machine: Texts, sign: str, value: Value, node: Node) -> Value:
    """Return what a unary operator makes of a primitive."""
    sure, known = machine.known(value)
    if sure and isinstance(known, float) and sign in ("-", "+"):
        return machine.const(-known if sign == "-" else known).tainted(value.taints)
    if sign == "!" and sure:
        return machine.const(not truth(known)).tainted(value.taints)
    if sign == "!" and value.refs:
        return machine.op("!", [Value(NO_TAINTS, frozenset(), machine.identity(value))], node, value.taints)
    return machine.op(sign, [value], node)


def compared(machine: Texts, sign: str, left: Value, right: Value, node: Node) -> Value:
    """Return the comparison of values of which one may be an object: only which object it is counts."""
    for one, other in ((left, right), (right, left)):
        sure, known = machine.known(other)
        if one.refs and not one.symbols and sure and (known is None or known is UNDEFINED):
            return machine.const(sign in ("!==", "!="))
    taints = united(left.taints, right.taints)
    made = machine.op("===", [left, right], node, taints)
    return made if sign in ("===", "==") else machine.op("!", [made], node)


def present(machine: Texts, value: Value) -> bool | None:
    """Return whether a value is neither null nor undefined, if that is sure."""
    nothing = {machine.symbols.const(None), machine.symbols.const(UNDEFINED)}
    if not value.symbols:
        return True if value.refs else None
    if value.symbols <= nothing and not value.refs:
        return False
    if value.symbols & nothing:
        return None
    return True if all(machine.symbols.meaning(one)[0] in ("const", "text") for one in value.symbols) else None
