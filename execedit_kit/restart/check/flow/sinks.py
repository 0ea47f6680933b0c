"""The tools: what calls of them show to the outside, how they are known, and what the cache makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from execedit_kit.restart.check.flow.collections import Collections
from execedit_kit.restart.check.flow.machine import Repeated
from execedit_kit.restart.check.flow.values import NO_TAINTS, Taints, Thing, Value, joined
from execedit_kit.restart.check.limits import Limits
from execedit_kit.restart.check.source import Node, Source
from execedit_kit.restart.tools import IDEMPOTENCY_KEY


@dataclass(frozen=True)
class Tool:
    """What the check has to know about a tool (restart lab, section 2).

    Parameters
    ----------
    kind : str
        ``ask``, ``read`` or ``effect``.
    comes : str
        What the outside sees happen at a call, as a clause.
    says : tuple[tuple[str, str], ...]
        What the outside sees of its arguments, as phrases.
    changes : bool
        A read may give something else after it.
    gives : tuple[tuple[str, str | None], ...]
        Fields of its result; a text where it is always the same.
    """

    kind: str
    comes: str
    says: tuple[tuple[str, str], ...] = ()
    changes: bool = False
    gives: tuple[tuple[str, str | None], ...] = ()


TOOLS = {
    "list_issues": Tool("read", "the list is read"),
    "ask_human": Tool("ask", "a question is asked", (("question", "the question"),), changes=True),
    "close_issue": Tool(
        "effect",
        "an issue is closed",
        (("id", "which issue is closed"), ("comment", "the comment of a closing")),
        changes=True,
        gives=(("id", None), ("state", "closed")),
    ),
    "escalate_issue": Tool(
        "effect",
        "an issue is escalated",
        (("id", "which issue is escalated"), ("reason", "the reason of an escalation")),
        gives=(("id", None), ("state", "escalated")),
    ),
    "schedule_close": Tool(
        "effect",
        "a closing is scheduled",
        (("id", "which closing is scheduled"), ("at", "the time of a scheduled closing")),
        gives=(("id", None), ("state", "scheduled"), ("at", None)),
    ),
    "log": Tool("effect", "a line is logged", (("message", "a log line"),)),
}
_UNKNOWN = Tool("effect", "a tool is called", changes=True)
Key = tuple[tuple[str, frozenset[int]], ...]
KEY = IDEMPOTENCY_KEY
_FIELDS = ("id", "title", "author", "comments")


class Sinks(Collections):
    """Calls of tools."""

    def __init__(self, plan: Source, limits: Limits, *, reads_cached: bool = True) -> None:
        super().__init__(plan, limits)
        self.reads_cached = reads_cached
        self.calls: dict[int, tuple[str, Node, Key]] = {}
        self.kept_before: dict[int, frozenset[tuple[int, int]]] = {}
        self.changers: dict[int, tuple[Tool, Node]] = {}

    def call_tool(self, arguments: Sequence[Value], node: Node) -> Value:
        """Follow a call of ``tool``; where the name may be several, each of them."""
        first = arguments[0] if arguments else self.undefined
        given = arguments[1] if len(arguments) > 1 else self.undefined
        first, given = self.primitive(first, node, "toString"), self._for_json(given, node, 0)
        names: list[str | None] = []
        for symbol in sorted(first.symbols):
            value = self.symbols.value(symbol) if self.symbols.is_const(symbol) else None
            names.append(value if isinstance(value, str) else None)
        names = sorted(set(names), key=str) or [None]
        self.reach(first.taints, "argument", node, "which tool is called")
        if len(names) == 1:
            return self._perform(names[0], given, node)
        ends, results, before = [], [], self.st
        for name in names:
            self.st = before.copy()
            results.append(self._perform(name, given, node))
            ends.append(self.st)
        after = joined(ends, self.symbols.unknown, first.taints)
        assert after is not None or before.dead
        self.st = after or before
        return self.join(*results).tainted(first.taints)

    def _perform(self, name: str | None, given: Value, node: Node) -> Value:
        if self.st.dead:
            return self.fresh(node)
        tool = TOOLS.get(name or "", _UNKNOWN)
        self._snapshot(node)
        if tool.kind == "read":
            return self._read(str(name), given, node)
        named = any((ref, KEY) in self.st.cells for ref in given.refs)
        self._show_arguments(tool, given, node, named)
        self.reach(self.st.pc, "decides", node, f"whether {tool.comes}")
        if tool.kind == "ask" or tool is _UNKNOWN:
            self.st.aged |= self.st.reads
            self.unstable |= self.st.reads
            self.st.asked = self.asks = True
            self.st.since = frozenset((self.number("question", node.id, self.context),))
        self._compare(name or "tool", given, node)
        if tool.changes:
            self.st.changed |= {(key, node.id) for key in self.st.known}
            self.changers[node.id] = (tool, node)
        return self._result(tool, given, node)

    def _snapshot(self, node: Node) -> None:
        """A call may be refused: then an error goes up from here."""
        if self.catchers:
            self.catchers[-1].append((self.error(self.fresh(node, tag="refused"), node), self.st.copy()))

    def _show_arguments(self, tool: Tool, given: Value, node: Node, named: bool) -> None:
        said = dict(tool.says)
        self.reach(given.taints, "argument", node, "the arguments of a call")
        for ref in sorted(given.refs):
            for field, held in self.fields(ref):
                own = named and field != KEY
                what = said.get(field, "the arguments of a call")
                self.reach(self.within_things(held), "argument", node, what, named=own)
            self.reach(self.shape(ref), "argument", node, "the arguments of a call")

    def _read(self, name: str, given: Value, node: Node) -> Value:
        if not self.reads_cached:
            return self._issues(node, self.source("live", node, f'tool("{name}")').taints)
        nothing = not given.refs and given.symbols == self.undefined.symbols
        known_by = [self.symbols.op("object ")] if nothing else sorted(self.structure(given))
        key = self.symbols.op(f"read {name}", *known_by[:1])
        changed = [self.changers[place] for known, place in sorted(self.st.changed) if known == key]
        taints = NO_TAINTS
        if key in self.st.known and changed:
            tool, where = changed[0]
            asks = all(one.kind == "ask" for one, _ in changed)
            tool, where = next(((t, n) for t, n in changed if t.kind != "ask"), (tool, where))
            because = f"wait {where.line}" if asks else f"change {where.line}"
            taints = self.source("stale", node, f'tool("{name}")', because).taints
        self.st.known |= {key}
        return self._issues(node, taints)

    def _issues(self, node: Node, taints: Taints) -> Value:
        root = self.symbols.intern(("root", "issues"))
        item = self.symbols.item(root, ("any",))
        cells = {name: Value(taints, frozenset(), frozenset((self.symbols.field(item, name),))) for name in _FIELDS}
        labels = frozenset((self.symbols.field(item, "labels[]"),))
        cells["labels"] = self.collection("array", node, Value(taints, frozenset(), labels), tag="labels")
        issue = self.make(Thing("object"), "issue", node.id, cells=cells)
        held = Value(taints, issue.refs, frozenset((item,)))
        made = self.collection("array", node, held, tag="issues", root=root)
        for ref in made.refs:
            self.touched(ref, node, taints)
        return made.tainted(taints)

    def _compare(self, name: str, given: Value, node: Node) -> None:
        """See whether an earlier call may have the same key."""
        parts: list[tuple[str, frozenset[int]]] = []
        for ref in sorted(given.refs):
            given_fields = [(field, held) for field, held in self.fields(ref) if not self._left_out(held)]
            parts.extend((field, self.structure(held)) for field, held in given_fields)
        if not given.refs:
            parts.append(("", given.symbols))
        key = tuple(parts)
        number = self.number("key", name, key, node.id)
        self.calls[number] = (name, node, key)
        self.kept_before[number] = self.kept_before.get(number, frozenset()) | self.st.kept
        if self.generic:
            return
        of_the_name = [other for other in sorted(self.st.keys) if self.calls[other][0] == name]
        self.tick(node, len(of_the_name))
        told = self._shown_key(given)
        for other in of_the_name:
            _, first, theirs = self.calls[other]
            own, others = ([part for part in one if part[0] == KEY] for one in (key, theirs))
            for named, mine, its in ((False, key, theirs), (True, tuple(own), tuple(others))):
                pair = (node.id, first.id, named)
                if (mine or not named) and pair not in self.repeated and self._may_match(mine, its, other):
                    self.repeated[pair] = Repeated(name, first, node, told, named)
        self.st.keys |= {number}

    def _left_out(self, value: Value) -> bool:
        """Say whether a field is surely ``undefined``: it is no part of a key."""
        return not value.refs and value.symbols == self.undefined.symbols

    def carries_key(self, node: Node) -> bool:
        """Say whether every call at a place carries a key of its own."""
        return all(any(name == KEY for name, _ in key) for _, where, key in self.calls.values() if where is node)

    def _may_match(self, one: Key, other: Key, earlier: int) -> bool:
        if [name for name, _ in one] != [name for name, _ in other]:
            return False
        pairs = zip(one, other, strict=True)
        return all(
            any(self.symbols.may_equal(a, b) and not self._exclusive(a, b, earlier) for a in mine for b in theirs)
            for (_, mine), (_, theirs) in pairs
        )

    def _exclusive(self, now: int, then: int, earlier: int) -> bool:
        """Say whether what is now taken out of a collection was put there only where the earlier call did not come."""
        collection = self.symbols.taken_from(now)
        for symbol in self.symbols.stem(then) if collection is not None else ():
            kept = (collection, symbol)
            if kept in self.keys_when_kept:
                return earlier not in self.keys_when_kept[kept] and kept not in self.kept_before[earlier]
        return False

    def _shown_key(self, given: Value) -> str:
        shown: list[str] = []
        for ref in sorted(given.refs):
            shown.extend(self.shown(held) for field, held in self.fields(ref) if held.symbols and field != "id")
        return shown[0] if shown else ""

    def _result(self, tool: Tool, given: Value, node: Node) -> Value:
        if tool.kind == "ask":
            return self.fresh(node, tag="answer")
        if not tool.gives:
            return self.const(None) if tool is not _UNKNOWN else self.fresh(node)
        cells = {name: self.fresh(node, tag=name) if text is None else self.const(text) for name, text in tool.gives}
        for ref in sorted(given.refs):
            if (ref, "id") in self.st.cells:
                cells["id"] = self.st.cells[ref, "id"]
        return self.make(Thing("object"), "result", node.id, cells=cells)
