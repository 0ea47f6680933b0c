"""RestartDesk: a plan and its two runs side by side, paused and restarted (restart lab)."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Any

import anywidget
import traitlets as t

from execedit_kit.draw.moments import SIGNS
from execedit_kit.draw.timelines import LEGEND, Timelines, timelines
from execedit_kit.restart.check.checked import Checked, Level
from execedit_kit.restart.plan import MalformedPlan, Plan
from execedit_kit.restart.replay import DESIGNS, POST, Design
from execedit_kit.restart.run import Pair
from execedit_kit.restart.world import World
from execedit_kit.widgets.frame import in_words
from execedit_kit.widgets.front_end import STATIC
from execedit_kit.widgets.restart_scene import Looked, Worlds, account, look, try_worlds
from execedit_kit.widgets.restart_setup import CHOICES, SAYS, Setup, WrongSetup, changed, chosen, shipped

FIRST_PLAN = "planted/two-hours.js"
NO_PLAN, FAILED = "not a plan", "could not be run"


class RestartDesk(anywidget.AnyWidget):
    """Pick or edit a plan, run it paused and restarted, and see where the two part.

    Parameters
    ----------
    plan : str | Plan
        A shipped plan by its name (``"two-hours"``, ``"corpus/deadline/a-closure-timer.js"``), or a plan.
    world : World | None
        Where; the fixed world when left out.
    design : str | Design
        A replay design, of those that have a name.
    level : str
        Of the check: ``"flow"`` or ``"text"``.

    Raises
    ------
    KitError
        When there is no such plan, design or level.

    Examples
    --------
    >>> import execedit_kit as ek
    >>> desk = ek.RestartDesk("two-hours")
    >>> desk.verdict, desk.differences[0]
    ('breaks', 'questions: 2 paused, 5 restarted')
    >>> desk.change(design="recorded clock")
    >>> desk.verdict
    'does not break here'
    """

    _esm = STATIC / "restart.js"
    _css = STATIC / "restart.css"

    setup = t.Dict().tag(sync=True)
    """What the controls show."""
    result = t.Dict().tag(sync=True)
    """Both runs, what differs, and what the check says."""
    worlds = t.Dict().tag(sync=True)
    """What came of trying worlds for this plan and design; empty before."""
    choices = t.Dict().tag(sync=True)
    """What there is to choose from: plans by group, designs, levels, the legend."""
    error = t.Unicode("").tag(sync=True)
    """What went wrong; shown in a strip."""

    def __init__(
        self,
        plan: str | Plan = FIRST_PLAN,
        *,
        world: World | None = None,
        design: str | Design = POST.name,
        level: Level = "flow",
    ) -> None:
        if isinstance(plan, Plan):
            name = PurePath(plan.name).name
            begun = Setup(name, plan.text, plan.language, original=plan.text)
        else:
            begun = chosen(plan)
        design = design.name if isinstance(design, Design) and DESIGNS.get(design.name) == design else design
        self._setup = changed(begun, {"world": world, "design": design, "level": level})
        self._worlds: Worlds | None = None
        self._failed = ""
        self._looked: Looked | None = look(self._setup)
        super().__init__(setup=self._setup.document(), result=self._looked.document(), choices=_choices())
        self.on_msg(self._receive)

    @property
    def pair(self) -> Pair:
        """Both runs."""
        return self._there().pair

    @property
    def checked(self) -> Checked | None:
        """What the check says."""
        return self._there().checked

    @property
    def verdict(self) -> str:
        """``breaks``, ``does not break here``, ``does not finish``, ``not a plan``, or ``could not be run``."""
        if self._looked is not None:
            return self._looked.verdict
        return FAILED if self._failed else NO_PLAN

    @property
    def differences(self) -> tuple[str, ...]:
        """What differs, in words, the first thing first."""
        return self._looked.differences if self._looked is not None else ()

    @property
    def world(self) -> World:
        """Where it is run."""
        return self._setup.world

    @property
    def source(self) -> str:
        """The program."""
        return self._setup.source

    def change(self, **change: Any) -> None:
        """Change what is run, and run it: the same request as a view's.

        Parameters
        ----------
        **change
            Any of ``plan``, ``source``, ``language``, ``answers`` (``{112: "no"}``), ``start``
            (``"2026-03-10T08:00"``), ``delays`` (minutes), ``seed``, ``design``, ``level``, ``world``.

        Raises
        ------
        KitError
            When it cannot be; the desk stays as it was, except that a source that is no plan, or could not be run, is
            kept to be mended: no runs and no verdict of an earlier one stand beside it.
        """
        after = changed(self._setup, change)
        if after.source != self._setup.source or after.replay != self._setup.replay:
            self._worlds = None
        self._setup, self._looked, self._failed = after, None, ""
        try:
            self._looked = look(after)
        except Exception as error:
            self._failed = "" if isinstance(error, MalformedPlan) else in_words(error)
            self._show()
            self.error = self._failed or str(error)
            raise
        self._show()

    def try_worlds(self) -> Worlds:
        """Run the plan in every world of the witness level, and list those that break it."""
        self._worlds = try_worlds(self._setup)
        self._show()
        return self._worlds

    def apply(self, number: int) -> None:
        """Go to one of the worlds that :meth:`try_worlds` found, from 0."""
        broken = self._worlds.broken if self._worlds is not None else ()
        if not 0 <= number < len(broken):
            raise WrongSetup(f"there is no world {number}; {len(broken)} were found that break this plan")
        self.change(world=broken[number].trial.world)

    def svg(self, *, dark: bool = False) -> str:
        """Return the timelines as SVG."""
        return self._picture(dark).svg()

    def png(self, *, dark: bool = False) -> bytes:
        """Return the timelines as PNG."""
        return self._picture(dark).render("png")

    def pdf(self, *, dark: bool = False) -> bytes:
        """Return the timelines as PDF."""
        return self._picture(dark).render("pdf")

    def account(self) -> str:
        """Return everything that is shown as plain text."""
        if self._looked is None:
            return f"{self._setup.name}: {self._failed or self.error or NO_PLAN}"
        return account(self._looked, self._worlds)

    def __repr__(self) -> str:
        """Say what is there."""
        return f"<RestartDesk: {self._setup.name}, {self._setup.design}: {self.verdict}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        made = super()._repr_mimebundle_(**kwargs)
        data, metadata = made if isinstance(made, tuple) else (made or {}, {})
        still = {"image/svg+xml": self.svg()} if self._looked is not None else {}
        return {**data, "text/plain": self.account(), **still}, metadata

    def _there(self) -> Looked:
        if self._looked is None:
            raise WrongSetup(f"the source {'could not be run' if self._failed else 'is no plan'}, so there are no runs")
        return self._looked

    def _result(self) -> dict[str, Any]:
        if self._looked is not None:
            return self._looked.document()
        return {"verdict": FAILED, "says": self._failed} if self._failed else {}

    def _picture(self, dark: bool) -> Timelines:
        return timelines(self._there().pair, dark=dark)

    def _show(self) -> None:
        shown = {
            "error": "",
            "setup": self._setup.document(),
            "worlds": self._worlds.document() if self._worlds is not None else {},
            "result": self._result(),
        }
        failed: list[Exception] = []
        with self.hold_sync():
            for name, value in shown.items():
                try:
                    setattr(self, name, value)
                except Exception as error:  # somebody's observer: the rest is shown all the same
                    failed.append(error)
        if failed:
            raise failed[0]

    def _receive(self, _: Any, content: Any, buffers: Any) -> None:
        """Do what a view asks for, and tell it that it is done; what goes wrong is shown in the strip."""
        message: Mapping[str, Any] = content if isinstance(content, dict) else {}
        doers: dict[Any, Callable[[], object]] = {
            "change": lambda: self.change(**_asked(message)),
            "try": self.try_worlds,
            "apply": lambda: self.apply(int(message["world"])),
            "export": lambda: self._export(message),
            "dismiss": lambda: setattr(self, "error", ""),
        }
        kind = message.get("type")
        try:
            if not isinstance(kind, str) or kind not in doers:
                raise WrongSetup(f"the desk knows no message {message!r:.80}")
            doers[kind]()
        except Exception as error:
            self.error = in_words(error)
        self.send({"type": "done", "view": message.get("view"), "seq": message.get("seq")})

    def _export(self, message: Mapping[str, Any]) -> None:
        form, dark = message.get("form"), bool(message.get("dark"))
        makers: dict[Any, Callable[[], bytes]] = {
            "svg": lambda: self.svg(dark=dark).encode(),
            "png": lambda: self.png(dark=dark),
            "pdf": lambda: self.pdf(dark=dark),
        }
        if form not in makers:
            raise WrongSetup(f"a picture is made as {', '.join(makers)}, not {form!r:.20}")
        data = b64encode(makers[form]()).decode()
        name = f"{PurePath(self._setup.name).stem}-restart.{form}"
        self.send({"type": "exported", "view": message.get("view"), "form": form, "name": name, "data": data})


def _asked(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the change a view asks for; it cannot send a world but the fixed one."""
    change = message.get("change")
    if not isinstance(change, Mapping) or not change or change.get("world") is not None:
        raise WrongSetup(f"this is no change: {change!r:.60}")
    return dict(change)


def _choices() -> dict[str, Any]:
    return {
        "plans": [{"group": group, "plans": list(names)} for group, names in shipped().items()],
        "designs": [{"name": name, "says": SAYS.get(name, "")} for name in DESIGNS],
        "levels": list(CHOICES),
        "legend": [{"kind": kind, "sign": SIGNS[kind], "says": says} for kind, says in LEGEND],
    }
