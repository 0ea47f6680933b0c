"""A frozen plan whose digest holds and whose body does not: all of that is said to be damaged, and nothing else."""

import base64
import hashlib
import json
import random
import zlib
from contextlib import suppress
from dataclasses import replace

import pytest

from execedit_kit import restart
from execedit_kit.restart.freeze import Damaged, Frozen

SOURCE = 'const a = tool("ask_human", { question: "how?" });\ntool("log", { message: a });\nreturn a;\n'


@pytest.fixture(scope="module")
def frozen():
    return restart.start(restart.plan(SOURCE))


def resealed(frozen, change):
    """The bytes after a change of header and memory, with a digest that holds."""
    head, _, packed = frozen.to_bytes().partition(b"\n")[2].partition(b"\n")
    header = json.loads(head)
    changed = change(header, packed)
    body = changed if isinstance(changed, bytes) else json.dumps(header).encode() + b"\n" + packed
    return hashlib.sha256(body).hexdigest().encode() + b"\n" + body


def put(name, value):
    return lambda header, packed: header.update({name: value})


def in_run(*path, value):
    def change(header, packed):
        at = run = json.loads(header["run"])
        for part in path[:-1]:
            at = at[part]
        at[path[-1]] = value
        header["run"] = json.dumps(run)

    return change


def packed_as(make):
    return lambda header, packed: json.dumps(header).encode() + b"\n" + make(packed)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda header, packed: b"no JSON\n" + packed, "not JSON"),
        (lambda header, packed: b"[" * 100_000 + b"\n" + packed, "not JSON"),
        (lambda header, packed: b"[]\n" + packed, "expected an object"),
        (lambda header, packed: header.pop("room") and None, r"the field 'room' is missing"),
        (put("more", 1), "unknown field 'more'"),
        (put("call", "eval"), r"\$\.call"),
        (put("call", ["eval"]), r"\$\.call"),
        (put("call", ["eval", ["x"]]), r"\$\.call\[1\]\[0\]"),
        (put("fuel", -1), r"\$\.fuel"),
        (put("pointer", "1"), r"\$\.pointer"),
        (put("question", None), r"\$\.question"),
        (put("question", "why?"), "does not wait for the answer to its question"),
        (put("run", "{"), "not JSON"),
        (put("run", "[]"), "expected an object"),
        (in_run("clock", value="noon"), r"\$\.clock"),
        (in_run("plan", value=["a", "py", ""]), r"\$\.plan\[1\]"),
        (in_run("plan", 2, value="~"), "run cannot be read"),
        (in_run("plan", 2, value=base64.b85encode(b"let =").decode()), "run cannot be read"),
        (in_run("world", "start", value="once"), "run cannot be read"),
        (in_run("world", "delays", value=[]), "run cannot be read"),
        (in_run("budget", value={"time": 1}), "run cannot be read"),
        (in_run("budget", "memory", value=1), "run cannot be read"),
        (in_run("events", 0, value={}), r"\$\.events\[0\]"),
        (in_run("waiting", value=None), "does not wait"),
        (in_run("ended", value={"reason": "finished", "text": "x", "line": None}), "does not wait"),
        (packed_as(lambda packed: b""), "cut off"),
        (packed_as(lambda packed: b"no zlib"), "cannot be unpacked"),
        (packed_as(lambda packed: packed[:-9]), "cut off"),
        (packed_as(lambda packed: packed + b"more"), "cut off"),
        (packed_as(lambda packed: zlib.compress(bytes(200 << 20), 1)), "larger than its budget"),
        (put("kit", "0.0.1"), "another version of the kit"),
        (put("engine", "sha256:0"), "another engine"),
    ],
)
def test_a_body_of_another_form_is_damaged(frozen, change, said):
    with pytest.raises(Damaged, match=said):
        Frozen.from_bytes(resealed(frozen, change))


def test_resealing_alone_changes_nothing(frozen):
    again = Frozen.from_bytes(resealed(frozen, lambda header, packed: None))
    assert again == frozen
    assert restart.resume(again).ended.text == restart.resume(frozen).ended.text


@pytest.mark.parametrize(
    "change",
    [
        lambda image: replace(image, memory=b""),
        lambda image: replace(image, memory=image.memory[:-1]),
        lambda image: replace(image, memory=bytes(200 << 20)),
        lambda image: replace(image, room=-1),
        lambda image: replace(image, call=("nothing", ())),
        lambda image: replace(image, call=("memory", ())),
        lambda image: replace(image, call=(image.call[0], ())),
        lambda image: replace(image, fuel=1 << 80),
        lambda image: replace(image, pointer=1 << 80),
        lambda image: replace(image, room=1 << 31),
    ],
)
def test_a_memory_that_does_not_go_on_is_damaged(frozen, change):
    with pytest.raises(Damaged, match=r"does not go on|none that an isolate"):
        restart.resume(replace(frozen, image=change(frozen.image)))


@pytest.mark.parametrize("run", ["", "{}", "null", "[1]"])
def test_a_run_that_is_none_is_damaged(frozen, run):
    with pytest.raises(Damaged):
        restart.resume(replace(frozen, run=run))


def test_whatever_single_bits_of_the_memory_turn_it_goes_on_or_is_damaged(frozen):
    draw = random.Random(1)
    for _ in range(25):
        memory = bytearray(frozen.image.memory)
        for _ in range(20):
            memory[draw.randrange(len(memory))] ^= 1 << draw.randrange(8)
        with suppress(Damaged):
            restart.resume(replace(frozen, image=replace(frozen.image, memory=bytes(memory))))
