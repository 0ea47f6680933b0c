"""Does a level keep its words? For teachers: ``python -m execedit_kit.widgets.levels_faults FOLDER``.

A level file can be read and still be wrong: a solution that does not solve, a near miss that misses something else, a
way with fewer steps than par. Each such fault is one line that names the file and the place in it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from os import PathLike

from execedit_kit.record.errors import KitError
from execedit_kit.record.numbers import count
from execedit_kit.widgets.desk_model import Timeline
from execedit_kit.widgets.levels import Level, MalformedLevel, Progress, judge, levels, play
from execedit_kit.widgets.levels_read import Move
from execedit_kit.widgets.levels_search import fewest_steps

# How deep the search for a shorter way goes: further down it takes minutes.
DEEPEST = 2


def faults(level: Level) -> Iterator[str]:
    """Yield what is wrong with a level, each as one line with file, field and fault."""
    if judge(level, Timeline((level.start,))).solved:
        yield f"{level.name}.toml: goal: it is met before anything is done"
    for n, solution in enumerate(level.solutions):
        yield from _of_solution(level, n, solution.moves, beyond_par=solution.beyond_par)
    for n, miss in enumerate(level.near_misses):
        place = f"{level.name}.toml: near_misses[{n}]"
        progress = _played(level, miss.moves)
        if isinstance(progress, str):
            yield f"{place}.{progress}"
            continue
        unmet = {one.name for one in progress.conditions if not one.met}
        if unmet != set(miss.misses):
            missed = ", ".join(sorted(unmet)) or "nothing: it solves the level"
            yield f"{place}.misses: it says {', '.join(miss.misses)}, and misses {missed}"
    shorter = fewest_steps(level, min(level.par - 1, DEEPEST))
    if shorter is not None:
        yield f"{level.name}.toml: par: it says {level.par}, and there is a way with {shorter}"


def _of_solution(level: Level, number: int, moves: tuple[Move, ...], *, beyond_par: bool) -> Iterator[str]:
    place = f"{level.name}.toml: solutions[{number}]"
    progress = _played(level, moves)
    if isinstance(progress, str):
        yield f"{place}.{progress}"
    elif not progress.solved:
        yield f"{place}.moves: not yet met afterwards: {'; '.join(progress.missing)}"
    elif number == 0 and progress.steps != level.par:
        yield f"{place}.moves: the first solution takes {count(progress.steps, 'step')}, and par is {level.par}"
    elif (progress.steps > level.par) != beyond_par:
        said = "needs" if progress.steps > level.par else "must not have"
        takes = f"it takes {count(progress.steps, 'step')} with par {level.par}"
        yield f"{place}.beyond_par: {takes}, so it {said} beyond_par = true"
    elif judge(level, *play(level, moves[:-1])).solved:
        yield f"{place}.moves: the goal is met before the last move"


def _played(level: Level, moves: tuple[Move, ...]) -> Progress | str:
    """Return how far moves lead, or the first that is refused and why."""
    for n in range(1, len(moves) + 1):
        try:
            play(level, moves[:n])
        except KitError as error:
            return f"moves[{n - 1}]: refused: {error}"
    return judge(level, *play(level, moves))


def main(folder: str | PathLike[str] | None = None) -> int:
    """Print the faults of every level in a folder, and return how a program should end: 0 without any."""
    try:
        found = levels(folder)
    except MalformedLevel as error:
        print(error)
        return 1
    wrong = [fault for level in found for fault in faults(level)]
    for fault in wrong:
        print(fault)
    if not wrong:
        print(f"{count(len(found), 'level')}, and each keeps its words")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
