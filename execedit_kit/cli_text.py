"""What the command line prints: answers for people, on any terminal."""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import islice

from execedit_kit.check.answer import Accepted, Answer, Execution, Invalid, Rejected
from execedit_kit.check.steps import Removal, removal
from execedit_kit.record.numbers import grouped

_SHOWN_EXECUTIONS = 4
_SHOWN_CALLS = 12
_SHOWN_ROUNDS = 6
_SHOWN_REMOVALS = 3
_LONGEST = 500
_PLAIN = {"→": "->", "∥": "||", "×": "x", "…": "...", "∅": "nothing", "⊕": "(+)"}


def answer_text(answer: Answer) -> str:
    """Return an answer for a person: verdict and reason first, then what they rest on."""
    rows: list[tuple[str, str]] = []
    match answer:
        case Accepted():
            rows += _ways(answer)
            rows.append(("rounds", _rounds(answer)))
            states = answer.document(evidence=False)["automaton_states"]
            rows.append(("rules", _counted(states, "state")))
        case Rejected():
            rows.append(("rounds", _rounds(answer)))
            rows += _removals(answer)
    if not isinstance(answer, Invalid) and answer.derivation is not None:
        derived = answer.derivation
        counts = ((derived.count(account), account) for account in ("still required", "satisfied", "removed"))
        rows.append(("required", ", ".join(f"{number:,} {account}" for number, account in counts if number)))
    rows.append(("record", answer.digest))
    lines, before = [clean(str(answer))], ""
    for name, text in rows:
        lines.append(f"  {'' if name == before else name:<8}  {clean(text)}")
        before = name
    return "\n".join(lines)


def _ways(answer: Accepted) -> Iterator[tuple[str, str]]:
    """Yield the first ways to go on; there may be very many."""
    ways = list(islice(answer.executions(), _SHOWN_EXECUTIONS + 1))
    for way in ways[:_SHOWN_EXECUTIONS]:
        yield "go on", _way(way)
    if len(ways) > _SHOWN_EXECUTIONS:
        yield "go on", "…"


def _way(way: Execution) -> str:
    calls = [call + (" (reuse)" if mode == "reuse" else "") for call, mode in zip(way.calls, way.modes, strict=True)]
    more = len(calls) - _SHOWN_CALLS
    return ", ".join(calls[:_SHOWN_CALLS]) + (f", … and {more:,} more" if more > 0 else "") or "nothing is left to do"


def _rounds(answer: Accepted | Rejected) -> str:
    """Say how many pairs obey the policy, and how many each round leaves."""
    sizes = [grouped(size) for size in answer.rounds]
    if len(sizes) > _SHOWN_ROUNDS:
        sizes = [*sizes[:3], "…", *sizes[-2:]]
    return f"{' → '.join(sizes)} {'pair' if sizes == ['1'] else 'pairs'} of a result and a sequence"


def _removals(answer: Rejected) -> Iterator[tuple[str, str]]:
    """Yield, for each round, the first prefixes that fall in it."""
    graph = answer.graph
    last = len(answer.rounds) - 1
    for number in range(1, last + 1):
        if 3 < number < last and last > _SHOWN_ROUNDS:
            continue
        alive = graph.on_pairs(number - 1)
        falling = [state for state in graph.fallen[number] if alive[state]]
        for state in falling[:_SHOWN_REMOVALS]:
            yield f"round {number}", _removal(removal(graph, state))
        if len(falling) > _SHOWN_REMOVALS:
            yield f"round {number}", f"… and {len(falling) - _SHOWN_REMOVALS:,} more"


def _removal(lost: Removal) -> str:
    prefix = ", ".join(lost.prefix) or "the start"
    names = ", ".join(repr(name) for name in lost.missing[:_SHOWN_REMOVALS])
    more = len(lost.missing) - _SHOWN_REMOVALS
    return f"{prefix} falls: no way left to finish {names}" + (f" and {_counted(more, 'more')}" if more > 0 else "")


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 or noun == "more" else "s")


def one_line(message: str) -> str:
    """Return a message as one line of bearable length, its beginning and end kept."""
    line = clean(" ".join(message.split()))
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 100]} … {line[-90:]}"


def clean(text: str) -> str:
    """Escape what a terminal would obey instead of showing: a name may hold anything."""
    if text.isprintable():
        return text
    return "".join(c if unicodedata.category(c)[0] != "C" and c not in "\u2028\u2029" else repr(c)[1:-1] for c in text)


def for_terminal(text: str, encoding: str | None) -> str:
    """Return text that an encoding can hold: a sign it has not is written in plainer ones, or escaped."""
    try:
        text.encode(encoding or "utf-8")
    except UnicodeEncodeError:
        return text.encode(encoding or "utf-8", "execedit-plain").decode(encoding or "utf-8")
    except LookupError:
        return text.encode("ascii", "execedit-plain").decode("ascii")
    return text


def _plainer(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    sign = error.object[error.start]
    escaped: Sequence[str] | str = _PLAIN.get(sign) or sign.encode("ascii", "backslashreplace").decode("ascii")
    return "".join(escaped), error.start + 1


codecs.register_error("execedit-plain", _plainer)
