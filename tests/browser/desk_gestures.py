"""The eight operations, each in every input way: what to do on the page, and what step must come of it."""

from collections.abc import Callable
from dataclasses import dataclass

import execedit_kit as ek
from tests.browser.harness import Finger

PARALLEL = ek.record(
    actions=["x", "y", "z"],
    workflow={
        "parallel": [{"branch": "one", "contract": "x"}, {"branch": "two", "contract": "y"}],
        "group": "g",
    },
    rules={"after": {"kind": "merge_join", "join": "z"}},
    policy={"any": True},
)


def node(view, id):
    return view.locator(f'[data-id="{id}"]')


def zone(view, operation):
    return view.locator(f'[data-zone][data-operation="{operation}"]')


def button(view, operation):
    return view.locator(f'[role="toolbar"] [data-operation="{operation}"]')


def apply(view):
    view.get_by_role("button", name="Apply").click()


@dataclass(frozen=True)
class Gesture:
    """One operation on one record.

    `pick` is what the pointer picks up (a node, or None for the flag of the toolbar), `drop` where it lets go (a node,
    or a distance in pixels for free space), `keys` the keys pressed on the selected node, `sign` who signs.
    """

    operation: str
    record: object
    step: dict
    select: str
    pick: str | None
    drop: object
    keys: tuple[str, ...]
    python: Callable
    zones: bool = False
    sign: tuple[str, ...] = ()

    def by_touch(self, stage, view):
        stage.pointer = Finger(stage.page)
        return self.by_pointer(stage, view, press=lambda place: place.tap())

    def by_pointer(self, stage, view, press=lambda place: place.click()):
        if self.operation == "call":
            return press(node(view, self.pick))
        source = button(view, "checkpoint") if self.pick is None else node(view, self.pick)
        if isinstance(self.drop, tuple):
            x, y = stage.centre(source)
            stage.drag(source, (x + self.drop[0], y + self.drop[1]))
        else:
            # What is lit only while something is held (a group's end) is looked for after the first move.
            x, y = stage.centre(source)
            stage.drag(source, (x + 10, y + 10), drop=False)
            stage.pointer.move(*stage.centre(node(view, self.drop)), steps=8)
            if self.zones:
                stage.pointer.move(*stage.centre(zone(view, self.operation)), steps=8)
            stage.pointer.up()
        if isinstance(self.drop, tuple):
            press(zone(view, self.operation))
        self._sign(view)
        return apply(view)

    def by_keys(self, stage, view):
        node(view, self.select).focus()
        for key in self.keys:
            if key == "question":
                view.locator('[data-part="question"] :focus').wait_for()
            elif key == "signed":
                view.locator('[data-testid="answer"] [data-verdict="accepted"]').wait_for()
            else:
                stage.page.keyboard.press(key)
        return

    def by_toolbar(self, stage, view):
        node(view, self.select).focus()
        button(view, self.operation).click()
        if self.operation != "call":
            self._sign(view)
            apply(view)

    def by_python(self, stage, desk):
        self.python(desk)

    def _sign(self, view):
        for name in self.sign:
            view.get_by_label(f"{name} signs").check()
            view.locator('[data-testid="answer"] [data-verdict="accepted"]').wait_for()


GESTURES = (
    Gesture(
        "call", "laptop-forked", {"call": "xpL#1L"}, "call:xpL#1L", "call:xpL#1L", None,
        ("Enter",), lambda desk: desk.call("xpL#1L"),
    ),
    Gesture(
        "checkpoint", "laptop", {"checkpoint": "k0", "branch": "b0"}, "tip:b0", None, "tip:b0",
        ("k", "question", "Enter"), lambda desk: desk.checkpoint("k0", "b0"),
    ),
    Gesture(
        "fork_choice", "laptop", {"fork_choice": {"branch": "b0", "rule": "suppliers"}}, "tip:b0", "tip:b0", (60, 120),
        ("f", "c", "question", "Enter"), lambda desk: desk.fork_choice("b0", rule="suppliers"),
    ),
    Gesture(
        "fork_parallel", "laptop", {"fork_parallel": {"branch": "b0"}}, "tip:b0", "tip:b0", (60, 120),
        ("f", "p", "question", "Enter"), lambda desk: desk.fork_parallel("b0"),
    ),
    Gesture(
        "restore_replace", "laptop", {"restore_replace": {"branch": "b0", "checkpoint": "k"}}, "tip:b0", "tip:b0",
        "flag:k", ("r", "r", "question", "Enter"), lambda desk: desk.restore_replace("b0", "k"), zones=True,
    ),
    Gesture(
        "restore_live", "laptop", {"restore_live": {"branch": "b0", "checkpoint": "k"}}, "tip:b0", "tip:b0",
        "flag:k", ("r", "l", "question", "Enter"), lambda desk: desk.restore_live("b0", "k"), zones=True,
    ),
    Gesture(
        "merge_select", "tender-award",
        {"merge_select": {"group": "tender", "winner": "left", "rule": "inspection", "signed_by": ["council"]}},
        "tip:north", "tip:north", "end:tender",
        ("m", "s", "question", "ArrowDown", "ArrowDown", "Space", "signed", "Enter"),
        lambda desk: desk.merge_select("tender", "left", rule="inspection", signed_by=["council"]), sign=("council",),
    ),
    Gesture(
        "merge_join", PARALLEL, {"merge_join": {"group": "g", "rule": "after"}}, "tip:one", "tip:one", "tip:two",
        ("m", "j", "question", "Enter"), lambda desk: desk.merge_join("g", rule="after"),
    ),
)  # fmt: skip
