"""Pairs of records that need opposite answers, and become one when a part of what is kept is erased (section 7)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import count, groupby
from typing import TypeAlias

from execedit_kit.check.replay import read_record
from execedit_kit.explore.erase import DROPPED, Dropped, erased, live_calls
from execedit_kit.explore.question import Question
from execedit_kit.explore.scope import Scope
from execedit_kit.explore.situation import Situation, prepare
from execedit_kit.explore.size import Size, size_of
from execedit_kit.explore.walk import Instance
from execedit_kit.library import load
from execedit_kit.record.errors import KitError
from execedit_kit.record.events import EditRequest, MergeSelect, RestoreLive, RestoreReplace
from execedit_kit.record.execution import dispatch
from execedit_kit.record.workflow import finished


@dataclass(frozen=True)
class Pair:
    """Two situations.

    Parameters
    ----------
    dropped : {"P", "I", "E", "C", "R"}
        What must be erased for them to become one.
    one, other : Situation
        The first has the answer yes, the second no.
    """

    dropped: Dropped
    one: Situation
    other: Situation

    @property
    def holds(self) -> bool:
        """Whether they are different, equal after the erasure, and need opposite answers."""
        return (
            erased(self.one, None) != erased(self.other, None)
            and erased(self.one, self.dropped) == erased(self.other, self.dropped)
            and self.one.positive
            and not self.other.positive
        )

    @property
    def sizes(self) -> tuple[Size, Size]:
        """The sizes of the two records with what is asked."""
        one, other = (size_of(Question(situation.record, situation.edit)) for situation in (self.one, self.other))
        return one, other


def page_pair(dropped: Dropped) -> Pair:
    """Return the pair that the model gives for a part."""
    match dropped:
        case "P":
            records = load("pair-p-choice"), load("pair-p-parallel")
            edit: EditRequest = MergeSelect("g#1", "left", signed_by=("owner",))
        case "I":
            records = load("pair-i-one-action"), load("pair-i-two-actions")
            edit = RestoreLive("b#1L", "k")
        case "R":
            records = load("pair-r-same-action"), load("pair-r-other-action")
            edit = RestoreReplace("b#1L", "k")
        case "E":
            before, after = load("pair-e-queued"), load("pair-e-dispatched")
            first = prepare(before, RestoreReplace("b#1L", "k"))
            return Pair("E", first, Situation(after, first.edit, 1, first.prepared))
        case "C":
            record = load("pair-e-queued")
            first = prepare(record, RestoreReplace("b#1L", "k"))
            return Pair("C", first, Situation(record, first.edit, 2, first.prepared))
        case _:
            raise KitError(f"a record keeps {', '.join(DROPPED)}; there is no part {dropped!r}")
    return Pair(dropped, Situation(records[0], edit), Situation(records[1], edit))


def smallest_pair(
    dropped: Dropped,
    scope: Scope | None = None,
    *,
    install: bool | None = None,
    among: Callable[[Situation], bool] | None = None,
) -> Pair | None:
    """Find a smallest pair: no pair in the scope has a smaller larger record.

    Parameters
    ----------
    dropped : {"P", "I", "E", "C", "R"}
        What is erased.
    scope : Scope | None
        Where to search; the default scope when left out.
    install : bool | None
        Whether answers are to be installed, or edits to be checked; by default as in the model: installs for E and C.
    among : Callable[[Situation], bool] | None
        Which situations may be in the pair, such as :func:`from_an_empty_start`.

    Returns
    -------
    Pair | None
        ``None`` when the scope holds none.
    """
    where = Scope() if scope is None else scope
    asks = dropped in ("E", "C") if install is None else install
    met: dict[bytes, dict[bool, _Place]] = {}
    for place, positive, situation in _candidates(where, dropped, asks):
        if among is not None and not among(situation):
            continue
        key = blake2b(repr(erased(situation, dropped)).encode(), digest_size=16).digest()
        same = met.setdefault(key, {})
        same.setdefault(positive, place)
        if len(same) == 2:
            one, other = (next(_made(where, [same[yes]], asks))[2] for yes in (True, False))
            return Pair(dropped, one, _named_like(one, other) if dropped == "R" else other)
    return None


def _named_like(one: Situation, other: Situation) -> Situation:
    """Return a situation whose actions are called as in another: those that can still be asked for, by their calls.

    What differs after that is which action an entry of the log was. Where names cannot be made equal so, they stay.
    """
    theirs = other.record.calls
    alike = {
        theirs[call]: one.record.calls[call]
        for call in live_calls(other.record, other.edit.rule)
        if call in one.record.calls
    }
    actions = other.record.registration.actions
    free = (name for name in map("d{}".format, count()) if name not in alike.values())
    new = {name: alike.get(name) or next(free) for name in actions}
    if len(set(new.values())) < len(new):
        return other
    document = other.record.document()
    labelled = {name: {**action, "label": action.get("label", name)} for name, action in document["actions"].items()}
    document["actions"] = {new[name]: labelled[name] for name in sorted(labelled, key=new.__getitem__)}
    document["calls"] = {call: new[name] for call, name in other.record.registration.calls.items()}
    document["authorized"] = [new[name] for name in document.get("authorized", ())]
    history = document.get("history", [])
    document["history"] = [
        {field: new[value] if field in ("dispatch", "settle") else value for field, value in event.items()}
        for event in history
    ]
    return replace(other, record=read_record(document))


def from_an_empty_start(situation: Situation) -> bool:
    """Whether the record was started with nothing to do: everything in it came by edits."""
    return finished(situation.record.registration.workflow)


_Place: TypeAlias = tuple[int, int, int]
"""The number of a registration, the place of a question about it, and which of its situations."""
_Candidate: TypeAlias = tuple[_Place, bool, Situation]


def _candidates(scope: Scope, dropped: Dropped, install: bool) -> Iterator[_Candidate]:
    """Yield the situations that may be in a pair, with whether the answer is yes.

    Erasing is slow. Where it keeps the workflow, situations wait until another one with the same outline needs the
    opposite answer.
    """
    waiting: dict[Hashable, tuple[set[bool], list[_Place]]] = {}
    for base in scope.bases():
        if dropped == "R" and not base.size.events:
            continue  # nothing is authorized yet
        for n, instance in enumerate(base.instances(scope)):
            if dropped == "R" and not instance.log:
                continue  # nothing of it is erased
            for which, (positive, make) in enumerate(_situations(instance, install)):
                place = (base.number, n, which)
                if dropped not in ("I", "R"):
                    yield place, positive, make()
                    continue
                answers, places = waiting.setdefault(instance.outline, (set(), []))
                answers.add(positive)
                places.append(place)
                if len(answers) == 2:
                    yield from _made(scope, places, install)
                    places.clear()


def _made(scope: Scope, places: list[_Place], install: bool) -> Iterator[_Candidate]:
    """Make situations again, in the canonical order."""
    for number, group in groupby(sorted(places), key=lambda place: place[0]):
        wanted = {(n, which): (number, n, which) for _, n, which in group}
        for n, instance in enumerate(scope.instances(number, number + 1)):
            for which, (positive, make) in enumerate(_situations(instance, install)):
                if (n, which) in wanted:
                    yield wanted[n, which], positive, make()


def _situations(instance: Instance, install: bool) -> Iterator[tuple[bool, Callable[[], Situation]]]:
    """Yield whether the answer is yes, and the situation when it is wanted."""
    edit = instance.edit
    if edit is None:
        return
    if not install:
        yield instance.verdict == "accepted", lambda: Situation(instance.record, edit)
        return
    if instance.verdict != "accepted":
        return
    record = instance.record
    now = prepare(record, edit)
    yield True, lambda: now
    # After the check: a request is sent, or the same registration turns out to have been started anew.
    if record.queued:
        yield False, lambda: Situation(dispatch(record, record.queued[0]), edit, 1, now.prepared)
    yield False, lambda: Situation(record, edit, 2, now.prepared)
