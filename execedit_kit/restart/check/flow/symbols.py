"""Symbols: what stands for a value, so that the keys of two calls can be compared without knowing them.

A symbol is a number; its meaning is a tuple. Equal meanings are one symbol, so "surely the same value" is ``==``, and
:meth:`Symbols.may_equal` says whether two different symbols might still denote one value. What is unknown on both sides
is taken to be different: two reads of the world seldom agree, and a key must agree whole.
"""

from __future__ import annotations

import math
from collections import defaultdict
from typing import Any

Meaning = tuple[Any, ...]
Root = tuple[int, tuple[str, ...]]

MOST = 6  # symbols that one value may have before it is taken as unknown
_LONGEST = 60
# Fields in which issues are often alike, and operators of which few results are possible.
_COMMON = {"author", "labels", "comments", "state", "length"}
_FEW = {"===", "<", "<=", "!", "%", "member", "length", ".includes", ".startsWith", ".endsWith", ".test", "instanceof"}
_FEW |= {"Math.floor()", "Math.ceil()", "Math.round()", "Math.trunc()", "Math.sign()"}
_NONE: frozenset[Root] = frozenset()


class Undefined:
    """JavaScript's ``undefined``."""

    def __repr__(self) -> str:
        return "undefined"


UNDEFINED = Undefined()
Primitive = str | float | bool | None | Undefined


class Symbols:
    """All symbols of one analysis.

    ``("const", type, value)`` a known value · ``("item", root, filters, selector)`` something out of a collection ·
    ``("field", symbol, name)`` · ``("text", symbols…)`` pieces put together · ``("op", name, symbols…)`` what follows
    from its operands alone ·
    ``("fresh", place…)`` a value that this place made and nothing else is known of.

    A selector says which item: ``("iter", loop, context, pass)``, ``("taken", object, place, context)`` by ``shift``,
    ``("at", index)``, ``("pick", predicate)``, ``("key", key)``.
    """

    def __init__(self) -> None:
        self._meanings: list[Meaning] = []
        self._numbers: dict[Meaning, int] = {}
        self._from: dict[int, set[Root]] = defaultdict(set)
        self._negative: dict[int, bool] = {}
        self.unknown = self.intern(("fresh", "unknown"))
        # What a predicate is asked about.
        self.any_item = self.item(self.intern(("root", "any")), ("any",))

    def intern(self, meaning: Meaning) -> int:
        """Return the symbol of a meaning."""
        number = self._numbers.get(meaning)
        if number is None:
            number = self._numbers[meaning] = len(self._meanings)
            self._meanings.append(meaning)
        return number

    def meaning(self, symbol: int) -> Meaning:
        """Return what a symbol stands for."""
        return self._meanings[symbol]

    def const(self, value: Primitive) -> int:
        """Return the symbol of a known value."""
        if isinstance(value, float) and math.isnan(value):
            return self.intern(("const", "nan", None))
        return self.intern(("const", type(value).__name__, value))

    def is_const(self, symbol: int) -> bool:
        """Say whether the value is known."""
        return bool(self._meanings[symbol][0] == "const")

    def value(self, symbol: int) -> Primitive:
        """Return the known value."""
        _, kind, value = self._meanings[symbol]
        return math.nan if kind == "nan" else value

    def text(self, parts: list[int]) -> int:
        """Return the symbol of pieces put together; neighbouring known pieces become one."""
        flat: list[int] = []
        for part in parts:
            meaning = self._meanings[part]
            flat.extend(meaning[1:] if meaning[0] == "text" else (part,))
        joined: list[int] = []
        for part in flat:
            if joined and self.is_const(part) and self.is_const(joined[-1]):
                joined[-1] = self.const(to_text(self.value(joined[-1])) + to_text(self.value(part)))
            else:
                joined.append(part)
        if len(joined) == 1:
            only = joined[0]
            return self.const(to_text(self.value(only))) if self.is_const(only) else self.intern(("op", "text", only))
        if len(joined) > _LONGEST:
            return self.intern(("op", "long", *joined[-_LONGEST:]))
        return self.intern(("text", *joined))

    def item(self, root: int, selector: Meaning, filters: frozenset[int] = frozenset()) -> int:
        """Return the symbol of something out of a collection."""
        return self.intern(("item", root, tuple(sorted(filters)), self.intern(selector)))

    def field(self, base: int, name: str) -> int:
        """Return the symbol of a field; of what was picked by it, the value that it was picked for."""
        meaning = self._meanings[base]
        chosen = self._meanings[meaning[3]] if meaning[0] == "item" else meaning
        if chosen[0] == "pick" and self._meanings[chosen[1]][:2] == ("op", "==="):
            for one, other in (self._meanings[chosen[1]][2:], self._meanings[chosen[1]][:1:-1]):
                if self._meanings[one] == ("field", self.any_item, name):
                    return int(other)
        return self.intern(("field", base, name))

    def op(self, name: str, *operands: int) -> int:
        """Return the symbol of what follows from its operands."""
        return self.intern(("op", name, *operands))

    def is_picked(self, symbol: int) -> bool:
        """Say whether a symbol leads through an item of a collection: its path tells more than what is stored."""
        meaning = self._meanings[symbol]
        while meaning[0] == "field":
            meaning = self._meanings[meaning[1]]
        return bool(meaning[0] == "item")

    def comes_from(self, symbol: int, origins: frozenset[int]) -> None:
        """Note which other symbols an item or a field may be the value of."""
        for origin in origins:
            if origin != symbol:
                self._from[symbol] |= self.roots(origin)

    def roots(self, symbol: int) -> frozenset[Root]:
        """Return the collections that a value may come out of, each with the path of fields inside its item."""
        meaning = self._meanings[symbol]
        found = set(self._from.get(symbol, ()))
        if meaning[0] == "item":
            found.add((meaning[1], ()))
        elif meaning[0] == "field":
            found |= {(root, (*path, meaning[2])) for root, path in self.roots(meaning[1]) if len(path) < 6}
        return frozenset(found) if found else _NONE

    def stem(self, symbol: int) -> list[int]:
        """Return a value and the values that it is a field of, nearest first."""
        found = [symbol]
        while self._meanings[found[-1]][0] == "field":
            found.append(self._meanings[found[-1]][1])
        return found

    def taken_from(self, symbol: int) -> int | None:
        """Return the number of the array that a value comes out of, if it is one that the plan filled."""
        meaning = self._meanings[self.stem(symbol)[-1]]
        root = self._meanings[meaning[1]] if meaning[0] == "item" else ("none",)
        return int(root[1]) if root[0] == "array" else None

    def excludes(self, symbol: int) -> bool:
        """Say whether a predicate picks what is *not* in a collection: what it picks is new each time."""
        known = self._negative.get(symbol)
        if known is None:
            meaning = self._meanings[symbol]
            known = False
            if meaning[:2] == ("op", "!"):
                inner = self._meanings[meaning[2]]
                known = (inner[0] == "op" and inner[1] in ("member", "!!")) or self.excludes_inner(meaning[2])
            elif meaning[0] == "op" and meaning[1] in ("&&", "||", "and"):
                known = any(self.excludes(part) for part in meaning[2:])
            elif meaning[0] == "op" and meaning[1] in ("===", "==", "<"):
                known = self._absent(meaning[2:])
            self._negative[symbol] = known
        return known

    def excludes_inner(self, symbol: int) -> bool:
        """Say whether ``!`` before this makes it pick what is not in a collection."""
        meaning = self._meanings[symbol]
        return bool(meaning[:2] == ("op", "!")) and self.excludes(meaning[2])

    def _absent(self, operands: Meaning) -> bool:
        """``s.has(x) === false``, ``s.indexOf(x) === -1``, ``s.get(x) === undefined``."""
        known = [self.value(part) for part in operands if self.is_const(part)]
        looked = any(self._meanings[part][:2] == ("op", "member") for part in operands)
        return looked and any(value is False or value == -1 or value in (None, UNDEFINED, 0) for value in known)

    def may_equal(self, one: int, other: int) -> bool:
        """Say whether two symbols might denote one value."""
        if one == other:
            return one != self.unknown
        a, b = self._meanings[one], self._meanings[other]
        if a[0] == b[0] == "const":
            return False
        if (self._shared(a) and self._shared(b)) or self._one_moment(a, b):
            return True
        if a[0] == b[0] == "item" and self._same_item(a, b):
            return True
        if a[0] == b[0] == "field" and a[2] == b[2] and self.may_equal(a[1], b[1]):
            return True
        if a[0] == b[0] and a[0] in ("text", "op") and len(a) == len(b):
            pairs = list(zip(a[1:], b[1:], strict=True))
            if all(self.may_equal(x, y) if isinstance(x, int) else x == y for x, y in pairs):
                return True
            return bool(a[1] == "===" and self.may_equal(a[2], b[3]) and self.may_equal(a[3], b[2]))
        if self._left_open(a, b) or self._left_open(b, a):
            return True
        if "const" in (a[0], b[0]) or self._apart(one, other):
            return False
        return bool(self.roots(one) & self.roots(other))

    def _left_open(self, known: Meaning, other: Meaning) -> bool:
        """Say whether the other follows from known values alone, but has not been worked out: it may be anything."""
        return known[0] == "const" and other[0] in ("op", "text") and self._closed(other)

    def _closed(self, meaning: Meaning) -> bool:
        parts = [part for part in meaning[1:] if isinstance(part, int)]
        return meaning[0] == "const" or (
            meaning[0] in ("op", "text") and bool(parts) and all(self._closed(self._meanings[part]) for part in parts)
        )

    @staticmethod
    def _one_moment(a: Meaning, b: Meaning) -> bool:
        """Say whether two readings of the clock may have been made without a question between them."""
        return bool(a[0] == b[0] == "fresh" and a[-1] == b[-1] in ("clock", "timer")) and bool(set(a[-2]) & set(b[-2]))

    def _shared(self, meaning: Meaning) -> bool:
        """Say whether two different items may well have this in common: a label, a number of comments, a yes or no."""
        if meaning[0] == "field":
            return meaning[2] in _COMMON
        if meaning[0] == "item":
            root = self._meanings[meaning[1]]
            return bool(root[0] == "in") and self._shared(self._meanings[root[1]])
        if meaning[0] == "fresh":
            return bool(meaning[-1] == "answer")
        return bool(meaning[0] == "op") and (meaning[1] in _FEW or meaning[1].startswith(".get"))

    def _same_item(self, a: Meaning, b: Meaning) -> bool:
        if a[1] != b[1]:
            return False
        mine, theirs = set(a[2]), set(b[2])
        if any(self.excludes(one) for one in mine ^ theirs) or self._contradict(mine, theirs):
            return False
        return not self._selected_apart(a[3], b[3])

    def _contradict(self, mine: set[int], theirs: set[int]) -> bool:
        """Say whether what satisfies the one predicates cannot satisfy the others."""
        return any(self._opposite(one, other) or self._opposite(other, one) for one in mine for other in theirs)

    def _opposite(self, one: int, other: int) -> bool:
        a, b = self._meanings[one], self._meanings[other]
        if a[:2] == ("op", "!") and a[2] == other:
            return True
        if a[:2] != ("op", "===") or b[:2] != ("op", "===") or a[2] != b[2]:
            return False
        return self.is_const(a[3]) and self.is_const(b[3]) and bool(a[3] != b[3])

    def _selected_apart(self, one: int, other: int) -> bool:
        """Say whether two selectors surely pick different items."""
        if one == other:
            return False
        a, b = self._meanings[one], self._meanings[other]
        if a[0] != b[0]:
            return False
        if a[0] == "iter":
            return bool(a[1:3] == b[1:3])  # one loop, two passes
        if a[0] == "taken":
            return bool(a[1] == b[1])  # one queue, taken twice
        return not self.may_equal(a[1], b[1])

    def _apart(self, one: int, other: int) -> bool:
        """Say whether two paths run through items that surely differ (or are not both paths)."""
        a, b = self._meanings[one], self._meanings[other]
        while a[0] == b[0] == "field" and a[2] == b[2]:
            a, b = self._meanings[a[1]], self._meanings[b[1]]
        if a[0] == b[0] == "item" and a[1] == b[1]:
            return not self._same_item(a, b)
        if a[0] == b[0] == "item":
            mine, theirs = set(a[2]), set(b[2])
            if any(self.excludes(part) for part in mine ^ theirs) or self._contradict(mine, theirs):
                return True
            one_root, other_root = self._meanings[a[1]], self._meanings[b[1]]
            # Two collections that are different items of one: what is in the one is not in the other.
            return bool(one_root[0] == other_root[0] == "in") and self._apart(one_root[1], other_root[1])
        return False


def to_text(value: Primitive) -> str:
    """Return a known value as JavaScript writes it."""
    if isinstance(value, str):
        return value
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        if math.isfinite(value) and value == int(value) and abs(value) < 1e21:
            return str(int(value))
        return {"inf": "Infinity", "-inf": "-Infinity", "nan": "NaN"}.get(str(value), repr(value))
    return "undefined"


def truth(value: Primitive) -> bool:
    """Return whether a known value counts as true."""
    if isinstance(value, Undefined):
        return False
    return bool(value) and not (isinstance(value, float) and math.isnan(value))
