"""`make agree`: the literal definition and the exact pass on a million generated instances, tallied by seed.

A seed draws one record (nested workflows, shared labels, every form of policy: see ``tests/support/generate``). It is
asked as it stands and with the drawn edit, and then with further edits of every kind. Each of these is asked again
under policies that allow only some of the words which the target spells, so that there is something to prune; the
history must be legal under them too. For each instance the verdict and the size of every round must be the same.

Ranges of seeds are numbered; a range is written to the tally when it is whole, so that a run stopped at any moment goes
on where the tally ends. The first disagreement stops the run and is printed with its seed.
"""

import argparse
import csv
import io
import json
import sys
from collections import Counter
from dataclasses import replace
from importlib.metadata import version
from itertools import islice
from pathlib import Path

from frozendict import frozendict
from tqdm import tqdm

import execedit_kit as ek
from execedit_kit.check.definition import define
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.files import write_text
from execedit_kit.record.policy import Policy, Table
from execedit_kit.record.policy_language import Words
from tests.support.generate import EDITS, KINDS, Dice, question, request

TALLY = Path(__file__).parents[2] / "data" / "agree" / "tally.csv"
RANGE = 500
VARIANTS = 6
WANTED = 1_000_000
PAIRS = ek.Limits(pairs=60)
"""What the definition may list; larger instances are counted under `unlisted`, and as no agreement."""
VERDICTS = ("accepted", "rejected", "invalid")
COUNTED = [
    f"{kind} {verdict}" for kind in ("none", *EDITS) for verdict in VERDICTS if (kind, verdict) != ("none", "invalid")
]
COLUMNS = ["first_seed", "last_seed", "kit", "agreed", "pruned", "unlisted", *COUNTED]


class Differ(Exception):
    """The definition and the exact pass say two things."""


def instances(seed):
    """Yield a seed's record with the edits to ask of it, none twice, and then under other policies."""
    dice = Dice.of(f"agree {seed}")
    drawn = question(dice, KINDS[seed % len(KINDS)])
    asked = {"null": None, json.dumps(drawn.edit): drawn.edit}
    for kind in EDITS:
        edit = request(dice, drawn.record, kind)
        asked.setdefault(json.dumps(edit), edit)
    for edit in asked.values():
        yield drawn.record, edit
    for edit in asked.values():
        words = spelled(drawn.record, edit)
        for _ in range(VARIANTS if words else 0):
            record = under(drawn.record, {word for word in sorted(words) if dice.number(0, 1)})
            if record is not None:
                yield record, edit


def spelled(record, edit):
    """The words of labels that the edited workflow spells after the log, whatever the policy; none when invalid."""
    try:
        definition = define(record, edit, limits=PAIRS)
        every = [z for result in definition.contract.results for z in islice(result.linearizations(), PAIRS.pairs + 1)]
    except ek.KitError:
        return set()
    if len(every) > PAIRS.pairs:
        return set()
    steps = (dict.fromkeys(definition.actions[call] for call in z) for z in every)
    return {(*record.labels, *(record.label(d) for d in actions if d not in record.log)) for actions in steps}


def under(record, words):
    """The same history under the policy of these words, or None where it would not have been legal."""
    words = sorted(words | {record.labels})
    number = {(): 0}
    moves = [{}]
    for word in words:
        for n in range(1, len(word) + 1):
            if word[:n] not in number:
                number[word[:n]] = len(moves)
                moves[number[word[: n - 1]]][word[n - 1]] = len(moves)
                moves.append({})
    table = Table(tuple(map(frozendict, moves)))
    registered = record.registration
    policy = Policy(registered.policy.labels, (table,), ((Words(tuple(words)), table),))
    text = json.dumps({**json.loads(registered.text), "policy": {"words": words}}, ensure_ascii=False)
    try:
        return ek.advance(ExecutionRecord.start(replace(registered, policy=policy, text=text)), *record.history)
    except ek.RefusedStep:
        return None


def compared(record, edit):
    """What an instance counts as, after both have answered alike; ``unlisted`` when there is too much to list."""
    answer = ek.check(record, edit)
    kind = "none" if edit is None else next(iter(edit))
    if answer.verdict == "invalid":
        try:
            define(record, edit)
        except ek.KitError:
            return (f"{kind} invalid",)
        raise Differ("the exact pass calls invalid what the definition can ask about")
    definition = define(record, edit, limits=PAIRS)
    try:
        literal = tuple(map(len, definition.rounds))
    except ek.LimitError:
        return ("unlisted",)
    if literal != answer.rounds or definition.accepted != bool(answer):
        raise Differ(f"rounds {list(literal)} by the definition, {list(answer.rounds)} by the exact pass")
    return (f"{kind} {answer.verdict}", *["pruned"] * (len(literal) > 1))


def range_tally(first, last):
    """The row of a range of seeds, both included."""
    counted = Counter()
    for seed in range(first, last + 1):
        for record, edit in instances(seed):
            try:
                counted.update(compared(record, edit))
            except Differ as error:
                question = json.dumps({"record": record.document(), "edit": edit}, ensure_ascii=False)
                raise Differ(f"seed {seed}: {error}\n{question}") from None
    agreed = sum(counted[name] for name in COUNTED)
    row = {"first_seed": first, "last_seed": last, "kit": version("execedit-kit"), "agreed": agreed}
    return row | {name: counted[name] for name in ("pruned", "unlisted", *COUNTED)}


def tallied(path=TALLY):
    """The rows that are there."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def written(rows, path=TALLY):
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, text.getvalue())


def main(arguments=None):
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--instances", type=int, default=WANTED, help="how many to reach, those tallied included")
    options.add_argument("--tally", type=Path, default=TALLY, help="the table to go on with")
    chosen = options.parse_args(arguments)
    rows = tallied(chosen.tally)
    agreed = sum(int(row["agreed"]) for row in rows)
    with tqdm(total=chosen.instances, initial=agreed, unit="instance", disable=not sys.stderr.isatty()) as progress:
        try:
            while agreed < chosen.instances:
                first = int(rows[-1]["last_seed"]) + 1 if rows else 0
                rows.append(range_tally(first, first + RANGE - 1))
                written(rows, chosen.tally)
                agreed += rows[-1]["agreed"]
                progress.update(rows[-1]["agreed"])
        except KeyboardInterrupt:
            print("stopped; the tally is as the last whole range left it", file=sys.stderr)
        except Differ as error:
            print(f"DISAGREEMENT at {error}", file=sys.stderr)
            return 1
    print(f"{agreed:,} instances agree, in {len(rows):,} ranges of seeds ({chosen.tally.name})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
