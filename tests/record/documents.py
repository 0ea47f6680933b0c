"""Documents that the tests change in one place, and what reading them says."""

import copy
import json

import pytest

import execedit_kit as ek
from execedit_kit.check.replay import read_record
from execedit_kit.record.build import read_edit
from execedit_kit.record.files import read_with

SMALL = {
    "format": "execution-record/1",
    "actions": {"a": {}, "b": {}},
    "policy": {"any": True},
    "workflow": {"branch": "b0", "contract": {"sequence": ["a", "b"]}},
}

# Every field and every form of the format, in one record whose history is allowed.
FULL = {
    "format": "execution-record/1",
    "domain": "everything",
    "authority": "owner",
    "actions": {
        **{name: {"label": name} for name in ("a", "b", "c", "d", "e", "f", "h", "i", "j", "l", "m", "done")},
        "asked": {"label": "q", "request": {"to": ["x", 1, 2.5, None, True], "note": "ä"}},
        "plain": {},
    },
    "calls": {"ca": "a", "cb": "b", "again": "a", "ask": "asked", "extra": "plain"},
    "authorized": ["done"],
    "policy": {
        "all": [
            {"any": True},
            {"at_most": ["a", 2]},
            {"before": ["a", "b"]},
            {"exclusive": ["l", "m"]},
            {"never": "forbidden"},
            {"regex": "(a|b|c|d|e|f|h|i|j|l|q|done|plain)*"},
            {
                "automaton": {
                    "start": 0,
                    "moves": [[0, x, 0] for x in "abcdefhijlq"] + [[0, "done", 0], [0, "plain", 0]],
                }
            },
            {"all": []},
        ]
    },
    "rules": {
        "two": {"kind": "fork_choice", "left": "l", "right": "extra", "authority": "alice"},
        "both": {"kind": "fork_parallel", "left": None, "right": {"sequence": ["l"]}},
        "back": {"kind": "restore_replace"},
        "beside": {"kind": "restore_live"},
        "pick": {"kind": "merge_select", "join": "extra"},
        "wait": {"kind": "merge_join", "join": {}},
    },
    "workflow": {
        "sequence": [
            {
                "parallel": [
                    {"branch": "b1", "contract": {"sequence": ["ca", "cb"], "authority": "alice"}},
                    {
                        "choice": [
                            {"branch": "b2", "contract": {"parallel": ["c", "again"]}},
                            {"branch": "b3", "contract": {"choice": ["d", {"sequence": ["e", {"authority": "x"}]}]}},
                        ],
                        "group": "g2",
                    },
                ],
                "group": "g1",
            },
            {
                "join": [
                    {
                        "choice": [{"branch": "b4", "contract": None}, {"branch": "b5", "contract": "f"}],
                        "group": "g3",
                        "selected": "right",
                    },
                    {
                        "branch": "b6",
                        "contract": {
                            "results": {
                                "one": {"calls": ["h", "i"], "order": [["h", "i"]], "authority": "bob"},
                                "two": {"calls": ["j", "ask"]},
                            },
                            "authority": "carol",
                        },
                    },
                ]
            },
        ]
    },
    "history": [
        {"checkpoint": "k", "branch": "b1"},
        {"call": "ca"},
        {"dispatch": "a"},
        {"settle": "a", "value": {"paid": 3}},
        {"edit": {"fork_choice": {"branch": "b1", "rule": "two"}}},
        {"edit": {"merge_select": {"group": "g#1", "winner": "right", "signed_by": ["alice"]}}},
        {"call": "again"},
    ],
}


def changed(document, path, value):
    """The document with the value at a path replaced; a key that is new is added."""
    made = copy.deepcopy(document)
    at = made
    for part in path[:-1]:
        at = at[part]
    if path:
        at[path[-1]] = value
        return made
    return value


def without(document, path):
    """The document without the value at a path."""
    made = copy.deepcopy(document)
    at = made
    for part in path[:-1]:
        at = at[part]
    del at[path[-1]]
    return made


def paths(value, at=()):
    """Every path in a value, the root's included."""
    yield at
    if isinstance(value, dict | list):
        for key, child in value.items() if isinstance(value, dict) else enumerate(value):
            yield from paths(child, (*at, key))


def get(value, path):
    for part in path:
        value = value[part]
    return value


def read(document):
    """Read a document as from a file: a value, or its text."""
    text = document if isinstance(document, str | bytes) else json.dumps(document)
    return read_with(read_record, text if isinstance(text, bytes) else text.encode(), "record.json")


def ask(document):
    """Read an edit request as from a file."""
    return read_with(read_edit, json.dumps(document).encode(), "edit.json")


def mistake(document, reader=read):
    """What is wrong with a document; it must be one line, and name its file."""
    with pytest.raises(ek.MalformedRecord) as caught:
        reader(document)
    error = caught.value
    assert len(str(error).splitlines()) == 1
    assert str(error).startswith(("record.json", "edit.json"))
    return error


def rendered(document):
    """The document's text with every value on a line of its own, and the line of every path."""
    lines, where = [], {}

    def write(value, path, before, after):
        where[path] = len(lines) + 1
        if not isinstance(value, dict | list) or not value:
            lines.append(before + json.dumps(value) + after)
            return
        pairs = list(value.items() if isinstance(value, dict) else enumerate(value))
        lines.append(before + ("{" if isinstance(value, dict) else "["))
        for n, (key, child) in enumerate(pairs):
            name = f"{json.dumps(key)}: " if isinstance(value, dict) else ""
            write(child, (*path, key), name, "," if n < len(pairs) - 1 else "")
        lines.append(("}" if isinstance(value, dict) else "]") + after)

    write(document, (), "", "")
    return "\n".join(lines), where


def line_of(where, place):
    """The line of a place, or of as much of it as the document has."""
    while place not in where:
        place = place[:-1]
    return where[place]


def placed(document, reader=read):
    """The mistake in a document, whose line is where its path says."""
    text, where = rendered(document)
    error = mistake(text) if reader is read else mistake(document, reader)
    assert error.line == (line_of(where, error.at) if reader is read else 1)
    return error
