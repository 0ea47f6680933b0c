"""What RestartDesk runs: a plan's source, a world, a replay design and a level of the check, changed by requests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path, PurePath
from typing import Any

from execedit_kit.library import data_folder
from execedit_kit.record.errors import KitError
from execedit_kit.restart.check.checked import LEVELS, Level
from execedit_kit.restart.corpus import in_order
from execedit_kit.restart.limits import DEFAULT
from execedit_kit.restart.plan import LANGUAGES, MalformedPlan
from execedit_kit.restart.replay import DESIGNS, POST, Design
from execedit_kit.restart.world import ISSUES, World

CHOICES: tuple[Level, ...] = tuple(level for level in LEVELS if level != "witness")
"""The levels to choose from; worlds are tried on request."""
SAYS = {
    "post": "as in the post: cache keyed by name and arguments, the clock moves",
    "recorded clock": "readings of the clock are handed back",
    "recorded randomness": "random draws are handed back",
    "fresh reads": "the list is read anew",
    "position keys": "the n-th call gets the n-th result",
    "explicit keys": "calls may carry a key of their own",
    "everything recorded": "position keys, clock and randomness recorded",
}


class WrongSetup(KitError):
    """A request that cannot be carried out; the message says why."""


@dataclass(frozen=True)
class Setup:
    """What is run, and where.

    Parameters
    ----------
    plan : str
        The shipped plan it began with, such as ``"planted/two-hours.js"``, or the file of one's own; may be empty.
    source : str
        The program.
    language : str
        ``"js"`` or ``"ts"``.
    world : World
        Where.
    design : str
        The name of a replay design.
    level : str
        Of the check.
    original : str
        The source that has the plan's name; when another is run, it is called edited.
    """

    plan: str
    source: str
    language: str = "js"
    world: World = field(default_factory=World)
    design: str = POST.name
    level: Level = "flow"
    original: str = ""

    @property
    def edited(self) -> bool:
        """Whether it began with a shipped plan and is that no more."""
        return bool(self.plan) and self.source != self.original

    @property
    def name(self) -> str:
        """What the plan is called."""
        called = PurePath(self.plan).name or f"plan.{self.language}"
        return f"{called} (edited)" if self.edited else called

    @property
    def replay(self) -> Design:
        """The replay design itself."""
        return DESIGNS[self.design]

    def document(self) -> dict[str, Any]:
        """Return it as JSON: what the controls show."""
        open_ones = {issue.id for issue in self.world.issues}
        return {
            "plan": self.plan,
            "name": self.name,
            "edited": self.edited,
            "source": self.source,
            "language": self.language,
            "answers": [
                {
                    "id": issue.id,
                    "title": issue.title,
                    "answer": self.world.answers.get(issue.id, "no"),
                    "open": issue.id in open_ones,
                }
                for issue in ISSUES
            ],
            "start": f"{self.world.start:%Y-%m-%d %H:%M}",
            "delays": ", ".join(map(str, self.world.delays)),
            "seed": self.world.seed,
            "design": self.design,
            "level": self.level,
        }


@cache
def shipped() -> Mapping[str, tuple[str, ...]]:
    """Return the shipped plans: the group they are shown in → their names, such as ``"planted/two-hours.js"``."""
    top = data_folder() / "plans"
    tasks = in_order(path.name for path in (top / "corpus").iterdir() if path.is_dir())
    folders = {"planted": "planted", "the post's miss, rebuilt": "miss"}
    folders |= {task.replace("-", " "): f"corpus/{task}" for task in tasks}
    return {
        group: tuple(
            path.relative_to(top).as_posix() for path in sorted((top / folder).rglob("*")) if path.suffix in LANGUAGES
        )
        for group, folder in folders.items()
    }


def named(name: str) -> str:
    """Return the full name of a shipped plan; its file's name is enough where there is one such.

    Raises
    ------
    WrongSetup
        When there is none, or more than one.
    """
    every = [one for group in shipped().values() for one in group]
    fitting = [one for one in every if name == one or one.endswith(f"/{name}") or PurePath(one).stem == name]
    if name in fitting or len(fitting) == 1:
        return name if name in fitting else fitting[0]
    more = f"; there are {', '.join(fitting)}" if fitting else "; for example 'planted/two-hours.js' is shipped"
    raise WrongSetup(f"no one shipped plan is called {name!r}{more}")


def chosen(name: str, before: Setup | None = None) -> Setup:
    """Return a setup with a shipped plan in it; world, design and level stay."""
    full = named(name)
    path: Path = data_folder() / "plans" / full
    try:
        source = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise WrongSetup(f"{full} cannot be read: {error}") from None
    fresh = Setup(full, source, LANGUAGES[path.suffix], original=source)
    if before is None:
        return fresh
    return replace(before, plan=full, source=source, language=fresh.language, original=source)


def changed(setup: Setup, change: Mapping[str, Any]) -> Setup:
    """Return the setup after a request, the same from a view and from Python.

    Parameters
    ----------
    setup : Setup
        Before.
    change : Mapping[str, Any]
        Any of ``plan``, ``source``, ``language``, ``answers`` (issue → answer, added to those there are), ``start``,
        ``delays``, ``seed``, ``design``, ``level``, ``world`` (all of it; ``None`` is the fixed one).

    Raises
    ------
    WrongSetup, KitError
        When it cannot be.
    """
    for name, value in change.items():
        setup = _with(setup, name, value)
    return setup


def _with(setup: Setup, name: str, value: Any) -> Setup:
    world = setup.world
    match name, value:
        case "plan", "":
            return replace(setup, plan="", original="")
        case "plan", str():
            return chosen(value, setup)
        case "source", str():
            if len(value) > DEFAULT.source:
                raise MalformedPlan(
                    f"a plan of {len(value):,} characters: the limit is {DEFAULT.source:,}", setup.name, limit="source"
                )
            return replace(setup, source=value)
        case "language", "js" | "ts":
            return replace(setup, language=value, plan="" if value != setup.language else setup.plan)
        case "answers", Mapping():
            known = {str(issue.id): issue.id for issue in world.issues}
            wrong = next((number for number in value if str(number) not in known), None)
            if wrong is not None:
                raise WrongSetup(f"there is no issue {wrong} in this world; there are {', '.join(known) or 'none'}")
            given = {known[str(number)]: str(answer) for number, answer in value.items()}
            return replace(setup, world=replace(world, answers={**world.answers, **given}))
        case "start", str() | datetime():
            return replace(setup, world=replace(world, start=_start(value)))
        case "delays", str() | int() | list() | tuple():
            return replace(setup, world=replace(world, delays=_delays(value)))
        case "seed", int():
            return replace(setup, world=replace(world, seed=value))
        case "design", str() if value in DESIGNS:
            return replace(setup, design=value)
        case "design", _:
            raise WrongSetup(f"there is no replay design {value!r}; there are {', '.join(DESIGNS)}")
        case "level", str() if value in CHOICES:
            return replace(setup, level=value)
        case "level", _:
            raise WrongSetup(f"there is no level {value!r} here; there are {', '.join(CHOICES)}")
        case "world", World() | None:
            return replace(setup, world=value or World())
    raise WrongSetup(f"{name} cannot be set to {value!r:.60}")


def _start(value: str | datetime) -> datetime:
    try:
        start = datetime.fromisoformat(value) if isinstance(value, str) else value
    except ValueError:
        raise WrongSetup(f"a start is a date and a time, such as 2026-03-10 16:59, not {value!r:.40}") from None
    return start if start.tzinfo else start.replace(tzinfo=UTC)


def _delays(value: Any) -> tuple[int, ...]:
    parts = (
        value.replace(";", ",").split(",") if isinstance(value, str) else [value] if isinstance(value, int) else value
    )
    try:
        return tuple(int(part) if isinstance(part, str) else part for part in parts)
    except (TypeError, ValueError):
        raise WrongSetup(f"delays are minutes, such as 90, or 1, 1440, 1; not {value!r:.40}") from None
