"""A record that is saved and loaded is the same record, whatever its names; a file is written whole or not at all."""

import copy
import errno
import json
import os
import stat
from pathlib import Path

import pytest

import execedit_kit as ek
from execedit_kit.record import files
from tests.record.documents import FULL, SMALL, changed, get, paths, read, without

UNUSUAL = [
    "größe",
    "支払い",
    "🛒",
    "e\u0301 and é",
    "two words",
    " leading and trailing ",
    'with "quotes"',
    "it's",
    "back\\slash",
    "b0#1L",
    "#",
    "a→b∥c",
    "new\nline",
    "tab\t",
    "nul\0",
    "null",
    "$.policy",
    "<call>",
    "__proto__",
    "x" * 3_000,
]


def test_every_shipped_record_survives(tmp_path):
    for name in ek.examples()["name"].unique():
        record = ek.load(name)
        ek.save(record, tmp_path / f"{name}.json")
        again = ek.load(str(tmp_path / f"{name}.json"))
        assert (again, again.digest, again.document()) == (record, record.digest, record.document())


def test_every_field_survives_and_keeps_its_order(tmp_path):
    record = read(FULL)
    ek.save(record, tmp_path / "full.json")
    assert json.loads((tmp_path / "full.json").read_bytes()) == FULL
    assert list(ek.load(tmp_path / "full.json").document()) == list(FULL)


@pytest.mark.parametrize("name", UNUSUAL, ids=lambda name: ascii(name)[:20])
def test_unusual_names_survive(name, tmp_path):
    record = ek.record(
        domain=name,
        authority=name,
        actions={name: name, "b": {}},
        calls={f"{name}2": name},
        policy={"words": [[name, "b"]]},
        rules={name: {"kind": "fork_choice", "left": f"{name}2", "authority": name}},
        workflow={
            "parallel": [
                {"branch": name, "contract": {"results": {name: {"calls": [name], "authority": name}}}},
                {"branch": "b", "contract": "b"},
            ],
            "group": name,
        },
        history=[
            {"checkpoint": name, "branch": name},
            {"call": name},
            {"dispatch": name},
            {"settle": name, "value": {name: name}},
            {"edit": {"restore_replace": {"branch": name, "checkpoint": name, "signed_by": [name]}}},
        ],
    )
    ek.save(record, tmp_path / "record.json")
    again = ek.load(tmp_path / "record.json")
    assert again == record
    assert again.document() == record.document()
    assert again.calls[f"{name}#1k"] == name
    assert ek.check(again).document() == ek.check(record).document()


def test_a_file_may_have_any_name(tmp_path):
    record = read(SMALL)
    for name in ("größe 支払い.json", "laptop", " ", "'\"", "#1", "-", "x" * 255, "new\nline"):
        ek.save(record, tmp_path / name)
        assert ek.load(tmp_path / name) == record
    assert len(list(tmp_path.iterdir())) == 8


def test_going_on_is_saved_too(tmp_path):
    record = ek.advance(read(SMALL), ek.call("a"), ek.dispatch("a"), ek.settle("a", (1, 2)), ek.checkpoint("k", "b0"))
    ek.save(record, tmp_path / "record.json")
    again = ek.load(tmp_path / "record.json")
    assert again == record
    assert (again.processed, again.log, again.sent, again.returns, again.checkpoints) == (
        record.processed,
        record.log,
        record.sent,
        record.returns,
        record.checkpoints,
    )


def test_defaults_are_not_written_down():
    assert read(SMALL).document() == SMALL
    assert read(changed(SMALL, ("history",), [])).document() == SMALL


# The digest


def reversed_keys(value):
    if isinstance(value, dict):
        return {key: reversed_keys(child) for key, child in reversed(list(value.items()))}
    return [reversed_keys(child) for child in value] if isinstance(value, list) else value


def test_the_digest_does_not_depend_on_key_order_or_layout():
    digest = read(FULL).digest
    assert read(reversed_keys(FULL)).digest == digest
    assert read(json.dumps(FULL, indent=7, ensure_ascii=False)).digest == digest
    assert digest.startswith("sha256:")
    assert len(digest) == 7 + 64


def other(value):
    """A value of the same kind that is not the same."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, str):
        return value + "'"
    return value + 1 if isinstance(value, int | float) else None


def test_the_digest_changes_with_every_change_that_is_still_a_record():
    digests = {read(FULL).digest: "as it is"}
    for path in paths(FULL):
        value = get(FULL, path)
        variants = [without(FULL, path)] if path else []
        if other(value) is not None:
            variants.append(changed(FULL, path, other(value)))
        if isinstance(value, list) and len(value) > 1 and value[::-1] != value:
            variants.append(changed(FULL, path, value[::-1]))
        for variant in variants:
            try:
                record = read(variant)
            except ek.MalformedRecord:
                continue
            assert record.document() == variant
            assert digests.setdefault(record.digest, path) == path, path
    assert len(digests) > 40


def test_equal_records_are_equal_values():
    one, two = read(SMALL), read(reversed_keys(SMALL))
    assert one == two
    assert hash(one) == hash(two)
    assert one != read(changed(SMALL, ("domain",), "d"))
    assert one != "record"
    assert copy.copy(one) == one


# Files


def test_what_was_there_stays_when_it_cannot_be_written(tmp_path, monkeypatch):
    path = tmp_path / "record.json"
    path.write_text("before", encoding="utf-8")

    def full(handle):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(OSError, match="No space left on device") as caught:
        ek.save(read(SMALL), path)
    assert caught.value.filename == str(path)
    assert path.read_text(encoding="utf-8") == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_an_interruption_leaves_nothing_behind(tmp_path, monkeypatch):
    def interrupted(self, target):
        raise KeyboardInterrupt

    monkeypatch.setattr(files.Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        ek.save(read(SMALL), tmp_path / "record.json")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("folder", ["missing", "file"])
def test_a_folder_that_is_none(folder, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(OSError, match="directory") as caught:
        ek.save(read(SMALL), tmp_path / folder / "record.json")
    assert caught.value.filename == str(tmp_path / folder / "record.json")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written(tmp_path):
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(PermissionError):
            ek.save(read(SMALL), tmp_path / "record.json")
        assert list(tmp_path.iterdir()) == []
    finally:
        tmp_path.chmod(0o700)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a folder that not even root may write")
def test_a_folder_that_nobody_may_write():
    with pytest.raises(OSError, match=r"record\.json"):
        ek.save(read(SMALL), "/proc/record.json")


def test_a_file_that_may_not_be_written_stays(tmp_path, monkeypatch):
    path = tmp_path / "record.json"
    path.write_text("before", encoding="utf-8")
    monkeypatch.setattr(files.os, "access", lambda path, mode: False)
    with pytest.raises(PermissionError):
        ek.save(read(SMALL), path)
    assert path.read_text(encoding="utf-8") == "before"


def test_a_folder_is_not_written_over(tmp_path):
    with pytest.raises(IsADirectoryError):
        ek.save(read(SMALL), tmp_path)


def test_permissions_are_those_of_any_file_and_are_kept(tmp_path):
    (tmp_path / "any").write_text("", encoding="utf-8")
    path = tmp_path / "record.json"
    ek.save(read(SMALL), path)
    assert path.stat().st_mode == (tmp_path / "any").stat().st_mode
    path.chmod(0o640)
    ek.save(read(SMALL), path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "folder").mkdir()
    link = tmp_path / "link.json"
    link.symlink_to(tmp_path / "folder" / "record.json")
    ek.save(read(SMALL), link)
    assert link.is_symlink()
    assert ek.load(tmp_path / "folder" / "record.json") == read(SMALL)


def test_a_device_stays_a_device():
    ek.save(read(SMALL), "/dev/null")
    assert Path("/dev/null").is_char_device()


def test_a_name_is_a_file_before_it_is_a_shipped_record(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert ek.load("laptop").registration.domain == "school-purchase"
    (tmp_path / "laptop").mkdir()
    assert ek.load("laptop").registration.domain == "school-purchase"
    (tmp_path / "laptop").rmdir()
    ek.save(read(changed(SMALL, ("domain",), "mine")), "laptop")
    assert ek.load("laptop").registration.domain == "mine"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("laptpo", "laptpo: there is no file and no shipped record of that name; did you mean 'laptop'?"),
        ("?", "?: there is no file and no shipped record of that name; shipped is, for example, 'laptop'"),
        ("nothing.json", "nothing.json: no such file or directory"),
        ("no/thing", "no/thing: no such file or directory"),
        ("", "no file is named"),
        ("nul\0.json", "'nul\\x00.json': no file can have such a name"),
        ('{"format": "execution-record/1"}', "a record is given by the name of its file, not as JSON; - reads"),
        ("x" * 5_000, "there is no file and no shipped record of that name"),
        ("x/" * 5_000, "file name too long"),
    ],
    ids=lambda text: text[:20],
)
def test_a_record_that_is_not_there(name, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ek.MalformedRecord) as caught:
        ek.load(name)
    assert says in str(caught.value)
