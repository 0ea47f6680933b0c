"""Forged answers: random changes anywhere in a document, then repairs wherever the verifier says what is right."""

import copy
import json
import re

from execedit_kit.record.json_text import canonical_json

SCALARS = [None, True, False, 0, 1, 2, -1, 1.0, "", "0", "1", "new", "reuse", "o", [], {}]
RIGHT = re.compile(r"right (?:is|are) (.+)$")


def places(value, path=()):
    """Every place in a JSON value."""
    yield path
    if isinstance(value, dict):
        for key, child in value.items():
            yield from places(child, (*path, key))
    elif isinstance(value, list):
        for n, child in enumerate(value):
            yield from places(child, (*path, n))


def found(value, path):
    for part in path:
        value = value[part]
    return value


def changed(answer, dice, others):
    """The answer with one change: something dropped, doubled, moved, replaced by something near or from elsewhere."""
    made = copy.deepcopy(answer)
    every = [path for path in places(made) if path]
    path = dice.choice(every)
    home, key = found(made, path[:-1]), path[-1]
    old = home[key]
    match dice.choice(["drop", "double", "swap", "near", "scalar", "elsewhere", "other", "insert"]):
        case "drop":
            del home[key]
        case "double" if isinstance(home, list):
            home.insert(dice.randrange(len(home) + 1), copy.deepcopy(old))
        case "swap":
            keys = list(home) if isinstance(home, dict) else range(len(home))
            other = dice.choice(list(keys))
            home[key], home[other] = home[other], home[key]
        case "near":
            home[key] = near(old, dice)
        case "scalar":
            home[key] = copy.deepcopy(dice.choice(SCALARS))
        case "elsewhere":
            alike = [p for p in every if type(found(made, p)) is type(old)]
            home[key] = copy.deepcopy(found(made, dice.choice(alike)))
        case "other":
            other = dice.choice(others)
            if path[0] in other:
                top = path[: dice.randrange(1, len(path) + 1)]
                try:
                    home[key] = copy.deepcopy(found(other, top))
                except (KeyError, IndexError, TypeError):
                    made[path[0]] = copy.deepcopy(other[path[0]])
        case _:
            alike = dice.choice([p for p in every if isinstance(found(made, p), list)] or [()])
            target = found(made, alike)
            if isinstance(target, list):
                target.insert(0, copy.deepcopy(dice.choice(target) if target else dice.choice(SCALARS)))
            else:
                target["extra"] = dice.choice(SCALARS)
    return made


def near(value, dice):
    """Something that is almost the same."""
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int | float):
        return dice.choice([value + 1, value - 1, float(value), str(value), value == 1, -value])
    if isinstance(value, str):
        return dice.choice([value + "#1L", value.partition("#")[0], value.upper(), value[:-1], [value], value + " "])
    if isinstance(value, list):
        return dice.choice([value[1:], value[:-1], value[::-1], [*value, *value[:1]], [value]])
    return dict(list(value.items())[1:])


def repaired(answer, verification):
    """The answer with what the verifier says is right, or None when it does not say."""
    said = RIGHT.search(verification.reason)
    if said is None or not verification.at:
        return None
    try:
        right = json.loads(said[1])
        made = copy.deepcopy(answer)
        found(made, verification.at[:-1])[verification.at[-1]] = right
    except (ValueError, KeyError, IndexError, TypeError):
        return None
    return None if canonical_json(made) == canonical_json(answer) else made
