"""A full disk, a file that may only be read, a folder that is not there: said to people, and nothing changed."""

import contextlib
import os
import resource
import sqlite3
import subprocess

import pytest

import execedit_kit as ek
from execedit_kit.record.errors import KitError
from execedit_kit.runtime import schema
from execedit_kit.runtime.answers import Failed
from execedit_kit.runtime.runtime import Runtime
from tests.runtime.test_stops import EVENTS, path  # noqa: F401
from tests.support.runtimes import lasting, public_keys


@contextlib.contextmanager
def files_no_larger_than(size):
    """What a process writes past this size fails, as on a disk without room."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextlib.contextmanager
def only_read(runtime):
    runtime._session._connection.execute("PRAGMA query_only = ON")
    yield
    runtime._session._connection.execute("PRAGMA query_only = OFF")


TROUBLES = {
    "no room": lambda runtime: files_no_larger_than(1024),
    "only read": only_read,
}


@pytest.mark.parametrize("trouble", TROUBLES)
@pytest.mark.parametrize("event", EVENTS)
def test_an_event_that_cannot_be_written_changes_nothing_and_is_possible_later(path, event, trouble):  # noqa: F811
    with Runtime.open(path) as runtime:
        before, wanted = runtime.head, runtime.record()
        with TROUBLES[trouble](runtime):
            for _ in range(2):
                with pytest.raises(Failed, match="nothing was changed") as refused:
                    EVENTS[event](runtime)
                assert str(path) in str(refused.value)
            assert runtime.retry("a", {"do": "a"})
            assert runtime.head == before
            assert runtime.record() == wanted
        assert EVENTS[event](runtime)
        assert runtime.audit()


@pytest.mark.parametrize("size", [*range(0, 40_000, 2500)])
def test_a_domain_is_created_whole_or_not_at_all(tmp_path, size):
    """However much room there is: a file that is there is whole."""
    path = tmp_path / "domain.ek"  # noqa: F811
    with files_no_larger_than(size):
        try:
            Runtime.create(path, lasting(), keys=public_keys(lasting())).close()
        except Failed as error:
            assert str(path) in str(error)  # noqa: PT017
            assert ".part" not in str(error)  # noqa: PT017
            assert list(tmp_path.iterdir()) == []
            return
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]
    with Runtime.open(path) as runtime:
        assert runtime.audit()


def test_some_room_is_enough_and_some_is_not(tmp_path):
    """Or else the test above would try nothing."""
    with files_no_larger_than(1024), pytest.raises(Failed, match="nothing"):
        Runtime.create(tmp_path / "small.ek", lasting())
    with files_no_larger_than(2**20):
        Runtime.create(tmp_path / "large.ek", lasting()).close()


def a_small_disk(folder, size):
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}k", "tmpfs", str(folder)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        pytest.skip(f"no disk can be mounted here: {error}")
    if done.returncode:
        pytest.skip(f"no disk can be mounted here: {done.stderr.strip()}")


@pytest.fixture
def small_disk(tmp_path):
    folder = tmp_path / "disk"
    folder.mkdir()
    a_small_disk(folder, 160)
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_disk_that_becomes_full_and_has_room_again(small_disk):
    path = small_disk / "domain.ek"  # noqa: F811
    with Runtime.create(path, lasting(), keys=public_keys(lasting())) as runtime:
        filler = small_disk / "filler"
        with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(1024))
        acknowledged, number = runtime.head, 0
        with pytest.raises(Failed, match="nothing was changed"):  # noqa: PT012
            for number in range(1000):
                assert runtime.extend(actions={f"action {number}": {"request": "x" * 500}})
                acknowledged = runtime.head
        assert runtime.head == acknowledged
        with pytest.raises(Failed):
            Runtime.create(small_disk / "other.ek", lasting())
        assert {entry.name for entry in small_disk.iterdir()} >= {"filler", "domain.ek"}
        assert not [entry for entry in small_disk.iterdir() if "part" in entry.name or "other" in entry.name]
        filler.unlink()
        assert runtime.extend(actions={f"action {number}": {}})
        assert runtime.audit()
    Runtime.open(path, at_least=acknowledged).close()


def test_a_domain_needs_a_folder(tmp_path):
    with pytest.raises(Failed, match=r"there is no folder '.*nowhere' to make it in; make the folder first") as refused:
        Runtime.create(tmp_path / "nowhere" / "domain.ek", ek.load("laptop"))
    assert ".part" not in str(refused.value)
    (tmp_path / "file").write_text("")
    with pytest.raises(Failed, match="there is no folder"):
        Runtime.create(tmp_path / "file" / "domain.ek", ek.load("laptop"))


def test_who_comes_second_is_told_of_the_file_and_not_of_a_part(tmp_path, monkeypatch):
    path, link = tmp_path / "domain.ek", os.link  # noqa: F811

    def late(temporary, name):
        path.write_text("somebody else's")
        link(temporary, name)

    monkeypatch.setattr(schema.os, "link", late)
    with pytest.raises(FileExistsError, match="is there already") as refused:
        Runtime.create(path, ek.load("laptop"))
    assert ".part" not in str(refused.value)
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]
    assert path.read_text() == "somebody else's"


@pytest.mark.parametrize("step", ["connect", "link", "open"])
def test_a_creation_that_the_system_refuses_leaves_nothing(tmp_path, monkeypatch, step):
    def refuse(*_, **__):
        raise sqlite3.OperationalError("disk I/O error") if step == "connect" else PermissionError(1, "Not permitted")

    monkeypatch.setattr(schema.sqlite3 if step == "connect" else schema.os, step, refuse)
    with pytest.raises(KitError, match=r"domain\.ek: ") as refused:
        Runtime.create(tmp_path / "domain.ek", ek.load("laptop"))
    monkeypatch.undo()
    assert ".part" not in str(refused.value)
    assert list(tmp_path.iterdir()) == []


NOBODY = 65534


def as_nobody(what):
    """Do something in a process without the rights of root, for whom every file can be written; return what it says."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            if os.getuid() == 0:
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            try:
                said = repr(what())
            except KitError as error:
                said = f"{type(error).__name__}: {error}"
            except BaseException as error:
                said = f"raw {error!r}"
            os.write(writing, said.encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read().decode()
    os.waitpid(pid, 0)
    return said


def opened_and_written(path):  # noqa: F811
    with Runtime.open(path) as runtime:
        return runtime.dispatch()


def test_a_file_that_may_only_be_read_says_so(path):  # noqa: F811
    folder = path.parent
    folder.chmod(0o755)
    path.chmod(0o444)
    said = as_nobody(lambda: opened_and_written(path))
    assert said.startswith("Failed: "), said
    assert "nothing was changed" in said
    assert "writ" in said
    folder.chmod(0o777)
    said = as_nobody(lambda: opened_and_written(path))
    assert said.startswith("Failed: "), said
    assert "may only be read" in said
    for part in path.parent.iterdir():
        part.chmod(0o666)
    assert as_nobody(lambda: opened_and_written(path)).startswith("Sent(")
    path.chmod(0o600)
    said = as_nobody(lambda: opened_and_written(path))
    assert said.startswith("Sent(" if os.getuid() else "Failed: "), said


def test_a_folder_that_may_not_be_written_or_entered_says_so(path):  # noqa: F811
    folder = path.parent
    path.chmod(0o666)
    folder.chmod(0o555)
    said = as_nobody(lambda: Runtime.create(folder / "other.ek", ek.load("laptop")))
    assert said.startswith("Failed: "), said
    assert "permission denied" in said
    assert ".part" not in said
    said = as_nobody(lambda: opened_and_written(path))
    assert said.startswith("Failed: "), said
    folder.chmod(0o000)
    said = as_nobody(lambda: Runtime.create(folder / "other.ek", ek.load("laptop")))
    assert said.startswith("Failed: "), said
    said = as_nobody(lambda: opened_and_written(path))
    assert said.split(":")[0] in ("NotARuntime", "Failed"), said
    folder.chmod(0o755)
