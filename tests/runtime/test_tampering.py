"""A file that somebody changed by hand is refused, and the refusal says what differs."""

import contextlib
import json
import shutil
import sqlite3
from random import Random

import pytest

import execedit_kit as ek
from execedit_kit.runtime import journal
from execedit_kit.runtime.answers import Damaged, NotARuntime, RuntimeFileError
from execedit_kit.runtime.runtime import Runtime
from execedit_kit.runtime.schema import TABLES

TRIGGERS = ["history_is_never_updated", "history_is_never_deleted", "history_only_grows"]


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "laptop.ek"
    with Runtime.create(path, ek.load("laptop")) as runtime:
        assert runtime.install(runtime.prepare(ek.fork_choice("b0", rule="suppliers")))
        assert runtime.use("xpL#1L", runtime.tokens()["xpL#1L"])
        assert runtime.dispatch()
        assert runtime.settle("reserve", {"paid": 7})
    return path


def by_hand(path, *statements, freely=True):
    """Change the file; `freely` takes the triggers away first and puts them back afterwards."""
    connection = sqlite3.connect(path, isolation_level=None)
    if freely:
        for name in TRIGGERS:
            connection.execute(f"DROP TRIGGER {name}")
    for statement, *arguments in statements:
        connection.execute(statement, arguments)
    if freely:
        for trigger in TABLES.split("CREATE TRIGGER")[1:]:
            connection.executescript("CREATE TRIGGER" + trigger)
    connection.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE history SET at = 2000 WHERE seq = 3",
        "DELETE FROM history WHERE seq = 7",
        "INSERT OR REPLACE INTO history VALUES (3, '{\"call\":\"xr\"}', 0, x'00')",
        "INSERT INTO history VALUES (3, '{}', 0, x'00')",
        "INSERT INTO history VALUES (99, '{}', 0, x'00')",
    ],
)
def test_the_history_is_append_only(path, statement):
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        by_hand(path, (statement,), freely=False)
    Runtime.open(path).close()


CHANGES = {
    "an event": (
        "UPDATE history SET event = replace(event, 'xpL', 'xpR') WHERE seq = 5",
        "row 5 of the history, or one before it, was changed",
    ),
    "the registration": (
        "UPDATE history SET event = replace(event, 'pay_L', 'pay_X') WHERE seq = 0",
        "row 0 of the history, or one before it, was changed",
    ),
    "the time of an event": ("UPDATE history SET at = 2000 WHERE seq = 2", "row 2 of the history"),
    "a digest": ("UPDATE history SET digest = zeroblob(32) WHERE seq = 4", "row 4 of the history"),
    "an event's type": ("UPDATE history SET event = CAST(event AS BLOB) WHERE seq = 4", "row 4 .* another type"),
    "an event put twice": (
        "UPDATE history SET event = (SELECT event FROM history WHERE seq = 7) WHERE seq = 2",
        "row 2 of the history",
    ),
    "a row in the middle gone": ("DELETE FROM history WHERE seq = 4", "row 4 of the history is missing"),
    "the last row gone": ("DELETE FROM history WHERE seq = 7", "cut short: it ends at row 6, and the head says 7"),
    "every row gone": ("DELETE FROM history", "the history is missing"),
    "a row more": ("INSERT INTO history VALUES (8, '{}', 0, x'00')", "row 8 of the history"),
    "the head gone": ("DELETE FROM head", "the head is missing"),
    "the head's place": ("UPDATE head SET seq = 6", "rows after its head, from 7 on"),
    "the head's digest": ("UPDATE head SET digest = zeroblob(32)", "the head names another last row"),
    "the head's state": ("UPDATE head SET state = 0", "seal does not hold"),
    "the head's seal": ("UPDATE head SET seal = zeroblob(32)", "seal does not hold"),
    "the head's type": ("UPDATE head SET seal = 'a'", "the head holds a value of another type"),
    "the key": ("UPDATE secret SET value = zeroblob(32)", "the head or the key was changed"),
    "the key gone": ("DELETE FROM secret", "the head or the key was changed"),
    "a second secret": ("INSERT INTO secret VALUES ('other', x'00')", "'secret' holds something else"),
    "an entry gone": ("DELETE FROM entries WHERE call = 'xsL#1L'", "'entries' has no call 'xsL#1L'"),
    "an entry more": (
        "INSERT INTO entries VALUES ('xpL#1L', 2, 'pay_L', '')",
        "has call 'xpL#1L', of which the history knows nothing",
    ),
    "an entry's version": ("UPDATE entries SET version = 1", "version is 1, and the history leads to 2"),
    "an entry's action": ("UPDATE entries SET action = 'pay_L'", "action is 'pay_L', and the history leads to 'ship'"),
    "an entry's request": ("UPDATE entries SET request = 'sha256:'", "request is 'sha256:'"),
    "the active version closed": (
        "UPDATE versions SET closed = 5 WHERE version = 2",
        "'versions', version 2: closed is 5, and the history leads to None",
    ),
    "a version gone": ("DELETE FROM versions WHERE version = 1", "has no version 1"),
    "an automaton": (
        "UPDATE versions SET automaton = replace(automaton, 'xpR', 'xpL') WHERE version = 2",
        "'versions', version 2: automaton is",
    ),
    "an authorization gone": ("DELETE FROM authorizations WHERE action = 'approve'", "has no action 'approve'"),
    "an authorization more": (
        "INSERT INTO authorizations VALUES ('pay_R', 3, 'queued', NULL)",
        "has action 'pay_R', of which the history knows nothing",
    ),
    "an authorization sent": (
        "UPDATE authorizations SET status = 'sent' WHERE action = 'pay_L'",
        "status is 'sent', and the history leads to 'queued'",
    ),
    "a return": ("UPDATE authorizations SET value = '8' WHERE action = 'reserve'", "value is '8'"),
    "the order of the log": (
        "UPDATE authorizations SET position = 2 - position",
        "position is 0, and the history leads to 2",
    ),
    "a table more": ("CREATE TABLE more (x)", "'more' was added"),
    "an index more": ("CREATE INDEX more ON history (at)", "'more' was added"),
    "an index gone": ("DROP INDEX one_active_version", "'one_active_version' is missing"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_hand_edited_file_is_refused_with_what_differs(path, what):
    statement, difference = CHANGES[what]
    by_hand(path, (statement,))
    with pytest.raises(Damaged, match=difference) as refused:
        Runtime.open(path)
    assert str(path) in str(refused.value)
    assert refused.value.differences


def test_the_file_as_written_is_opened(path):
    """What is refused above is refused for the change, and not for the way of making it."""
    by_hand(path)
    Runtime.open(path).close()


def test_a_second_active_version_is_refused_by_the_database_itself(path):
    with pytest.raises(sqlite3.IntegrityError, match="one_active_version"):
        by_hand(path, ("UPDATE versions SET closed = NULL",), freely=False)


@pytest.mark.parametrize("trigger", TRIGGERS)
def test_a_missing_trigger_is_noticed(path, trigger):
    by_hand(path, (f"DROP TRIGGER {trigger}",), freely=False)
    with pytest.raises(Damaged, match=f"'{trigger}' is missing"):
        Runtime.open(path)


def forged(path, seq, event):
    """Rewrite a row and seal the chain anew, as somebody can who has read the key."""
    connection = sqlite3.connect(path, isolation_level=None)
    rows, head, key = list(journal.rows(connection)), journal.head(connection), journal.secret(connection)
    connection.close()
    digest, changes = journal.NOTHING_BEFORE, []
    for row in rows:
        text = event(row.event) if row.seq == seq else row.event_json
        digest = journal.chained(digest, row.seq, text, row.at)
        changes.append(("UPDATE history SET event = ?, digest = ? WHERE seq = ?", text, digest, row.seq))
    seal = journal.sealed(key, head.seq, digest, head.state)
    by_hand(path, *changes, ("UPDATE head SET digest = ?, seal = ?", digest, seal))


FORGERIES = [
    (5, {"call": "xsL#1L"}, "row 5 of the history cannot have happened: .*no move"),
    (5, {"call": "nowhere"}, "row 5 of the history cannot have happened"),
    (6, {"dispatch": "approve"}, "row 6 .* the oldest queued request is 'reserve'"),
    (7, {"settle": "pay_L", "value": 1}, "row 7 .* has not been sent"),
    (4, {"edit": {"fork_choice": {"branch": "b0"}}, "rules": "sha256:"}, "the rules that the history names"),
    (4, {"edit": {"fork_choice": {"branch": "b9"}}}, "row 4 .* no branch 'b9'"),
    (4, {"edit": {"fork_choice": {"branch": "b0", "rule": "suppliers", "signed_by": ["school"]}}}, "signatures"),
    (4, {"extend": {"policy": {"never": "s"}}}, "row 4 .* invalid"),
    (4, {"extend": 7}, "row 4 of the history cannot have happened"),
    (4, {"unknown": "event"}, "row 4 of the history cannot have happened"),
    (4, [], "row 4 of the history cannot have happened"),
    (0, {"create": {}}, "the first row of the history creates no domain"),
    (0, 7, "the first row of the history creates no domain"),
]


@pytest.mark.parametrize(("seq", "event", "why"), FORGERIES)
def test_not_even_the_key_makes_true_what_cannot_have_happened(path, seq, event, why):
    forged(path, seq, lambda _: json.dumps(event))
    with pytest.raises(Damaged, match=why):
        Runtime.open(path)


def test_text_that_is_no_json_is_no_event(path):
    forged(path, 6, lambda _: "{" * 100_000)
    with pytest.raises(Damaged, match="row 6"):
        Runtime.open(path)


def copied(path, folder):
    """Copy a database with whatever stands beside it."""
    folder.mkdir()
    for part in path.parent.glob(f"{path.name}*"):
        shutil.copy(part, folder / part.name)
    return folder / path.name


def test_a_file_put_back_from_an_older_copy_is_noticed_by_who_kept_a_head(path, tmp_path):
    """Nothing inside a file can tell that the whole of it is old; a head kept elsewhere can."""
    old = copied(path, tmp_path / "old")
    with Runtime.open(path) as runtime:
        early = runtime.head
        assert runtime.dispatch()
        late = runtime.head
    Runtime.open(path, at_least=early).close()
    Runtime.open(path, at_least=late).close()
    Runtime.open(old, at_least=early).close()
    with pytest.raises(Damaged, match="an older or another file"):
        Runtime.open(old, at_least=late)


def test_an_older_write_ahead_log_changes_nothing_or_is_noticed(path, tmp_path):
    runtime = Runtime.open(path)
    assert runtime.dispatch()
    old = copied(path, tmp_path / "old")
    log = old.with_name(old.name + "-wal").read_bytes()
    assert log
    assert runtime.dispatch()
    head = runtime.head
    runtime.close()
    wal = path.with_name(path.name + "-wal")
    assert not wal.exists()  # all of it is in the file itself now
    wal.write_bytes(log)
    try:
        opened = Runtime.open(path, at_least=head)
    except RuntimeFileError:
        return
    assert opened.head == head


@pytest.mark.parametrize("seed", range(150))
def test_any_change_of_any_value_is_refused_or_was_none(path, seed):
    random = Random(seed)
    connection = sqlite3.connect(path)
    columns = {
        table: [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        for table in ("secret", "history", "head", "versions", "entries", "authorizations")
    }
    table = random.choice(sorted(columns))
    column = random.choice(columns[table])
    key = columns[table][0]
    row = random.choice([row[0] for row in connection.execute(f"SELECT {key} FROM {table}")])
    (was,) = connection.execute(f"SELECT {column} FROM {table} WHERE {key} = ?", (row,)).fetchone()
    connection.close()
    value = random.choice([None, 0, 1, -1, 2.5, "", "é", "\x00", b"", b"\xff\xfe", 2**62, "[]", '{"call":"xr"}'])
    try:
        by_hand(path, (f"UPDATE {table} SET {column} = ? WHERE {key} = ?", value, row))
    except sqlite3.IntegrityError:
        return
    if value == was and type(value) is type(was):
        Runtime.open(path).close()
        return
    with pytest.raises(Damaged):
        Runtime.open(path)


@pytest.mark.parametrize("seed", range(80))
def test_a_broken_file_is_refused_or_is_what_it_was(path, seed):
    with Runtime.open(path) as runtime:
        wanted = runtime.record()
    random, data = Random(seed), bytearray(path.read_bytes())
    match seed % 4:
        case 0:
            data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        case 1:
            del data[random.randrange(len(data)) :]
        case 2:
            place = random.randrange(len(data))
            data[place : place + 512] = random.randbytes(512)
        case 3:
            place = random.randrange(100, 200)
            data[place] = random.randrange(256)
    path.write_bytes(data)
    with contextlib.suppress(RuntimeFileError), Runtime.open(path) as runtime:
        assert runtime.record() == wanted


@pytest.mark.parametrize("content", [b"", b"x", b"SQLite format 3\x00", b"{}" * 5000])
def test_what_is_no_runtime_is_not_opened(tmp_path, content):
    path = tmp_path / "file.ek"
    path.write_bytes(content)
    with pytest.raises(NotARuntime):
        Runtime.open(path)
    assert path.read_bytes() == content


def test_another_database_is_not_opened(tmp_path):
    path = tmp_path / "other.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE t (a)")
    connection.close()
    for nothing in (path, tmp_path, tmp_path / "missing.ek"):
        with pytest.raises(NotARuntime):
            Runtime.open(nothing)
