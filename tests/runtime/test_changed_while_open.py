"""What somebody changes in a file under an open runtime, past it, is noticed at the next event or question."""

import shutil

import pytest

from execedit_kit.record.errors import KitError
from execedit_kit.runtime import session
from execedit_kit.runtime.answers import Damaged, Failed
from execedit_kit.runtime.runtime import Runtime
from tests.runtime.test_tampering import CHANGES, by_hand, path  # noqa: F401

UNDECODED = ("UPDATE history SET event = CAST(x'ff' AS TEXT) WHERE seq = 4", "UTF-8")
SWALLOWING = ("CREATE TRIGGER more BEFORE INSERT ON history BEGIN SELECT RAISE(IGNORE); END", "'more' was added")
EDITED = {
    **{what: CHANGES[what][0] for what in CHANGES},
    "text that is none": UNDECODED[0],
    "a trigger that swallows events": SWALLOWING[0],
    "a table gone": "DROP TABLE entries",
    "the head's table gone": "DROP TABLE head",
}


@pytest.mark.parametrize("what", EDITED)
@pytest.mark.parametrize("ask", ["dispatch", "record", "tokens"])
def test_a_hand_edit_between_two_events_is_noticed_at_the_next(path, what, ask):  # noqa: F811
    with Runtime.open(path) as runtime:
        by_hand(path, (EDITED[what],))
        for _ in range(2):
            with pytest.raises(Damaged, match="nothing was changed"):
                getattr(runtime, ask)()
        with pytest.raises(KitError):
            runtime.audit()


SEEN_IN_THE_TABLES = [
    "an entry gone",
    "an entry more",
    "an entry's version",
    "an entry's action",
    "the active version closed",
    "an authorization gone",
    "an authorization more",
    "an authorization sent",
    "a return",
    "the order of the log",
    "a table more",
    "an index gone",
    "a trigger that swallows events",
    "a table gone",
]


@pytest.mark.parametrize("what", SEEN_IN_THE_TABLES)
def test_a_hand_edit_after_an_event_of_somebody_else_is_noticed_too(path, what):  # noqa: F811
    with Runtime.open(path) as runtime, Runtime.open(path) as other:
        assert other.checkpoint("again", "b0#1L")
        by_hand(path, (EDITED[what],), freely=False)
        for _ in range(2):
            with pytest.raises(Damaged, match="nothing was changed"):
                runtime.dispatch()


def test_a_row_that_is_there_already_is_damage(path, monkeypatch):  # noqa: F811
    """Even where nothing was compared before: what the database itself refuses changes nothing."""
    with Runtime.open(path) as runtime:
        monkeypatch.setattr(session.Session, "_catch_up", lambda self: None)
        by_hand(path, ("INSERT INTO authorizations VALUES ('ship', 3, 'queued', NULL)",))
        with pytest.raises(Damaged, match="UNIQUE"):
            runtime.use("xsL#1L", runtime.tokens()["xsL#1L"])


def test_what_changes_nothing_by_hand_is_no_damage(path):  # noqa: F811
    with Runtime.open(path) as runtime:
        before = runtime.record()
        by_hand(path)  # triggers away and back
        by_hand(path, ("VACUUM",), freely=False)
        by_hand(path, ("UPDATE entries SET version = version",), freely=False)
        assert runtime.record() == before
        assert runtime.dispatch()
        assert runtime.audit()


def test_events_of_others_are_not_taken_for_hand_edits(path, monkeypatch):  # noqa: F811
    """The whole file is compared at opening, and not at every event of another process."""
    with Runtime.open(path) as runtime, Runtime.open(path) as other:
        monkeypatch.setattr(session, "verified", lambda *_, **__: pytest.fail("compared with no reason"))
        for number in range(20):
            first, second = (runtime, other) if number % 2 else (other, runtime)
            assert first.checkpoint(f"again {number}", "b0#1L")
            assert not second.use("xpR#1R", "no token")
            assert not second.settle("ship", 1)
            assert second.record() == first.record()
            if number == 10:
                second._session._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@pytest.mark.parametrize("part", ["", "-wal", "-shm"])
@pytest.mark.parametrize("how", ["removed", "replaced", "moved"])
def test_a_file_taken_away_under_an_open_runtime_takes_no_more_events(path, part, how):  # noqa: F811
    """What would be acknowledged would be in no file that anybody finds."""
    there = path.with_name(path.name + part)
    with Runtime.open(path) as runtime:
        wanted = runtime.record()
        if how == "replaced":
            copy = path.with_name("copy")
            shutil.copy(there, copy)
            copy.replace(there)
        elif how == "moved":
            there.rename(path.with_name("elsewhere"))
        else:
            there.unlink()
        for event in (runtime.dispatch, runtime.record, lambda: runtime.extend(actions={"z": {}})):
            with pytest.raises(Failed, match="moved, removed or replaced"):
                event()
    if (part, how) == ("", "replaced"):
        with Runtime.open(path) as opened:
            assert opened.record() == wanted


def test_a_relative_path_is_of_the_folder_it_was_opened_in(path, monkeypatch, tmp_path):  # noqa: F811
    monkeypatch.chdir(path.parent)
    with Runtime.open(path.name) as runtime:
        (tmp_path / "elsewhere").mkdir()
        monkeypatch.chdir(tmp_path / "elsewhere")
        assert runtime.dispatch()
        assert runtime.audit()
