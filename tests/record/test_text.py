"""JSON text is read strictly, and every mistake has its line."""

import json

import pytest

import execedit_kit as ek
from execedit_kit.record.json_text import DEEPEST, canonical_json, line_of, parse_json, plain
from tests.record.documents import FULL, SMALL, changed, get, mistake, paths, read, rendered
from tests.record.documents import line_of as line_in

TEXT, WHERE = rendered(FULL)


def test_every_path_has_its_line():
    for path in paths(FULL):
        assert line_of(TEXT.encode(), path) == WHERE[path], path
    assert line_of(TEXT.encode(), ("history", 99, "call")) == WHERE["history",]
    assert line_of(TEXT.encode(), ("history", 0, "calls")) == WHERE["history", 0]
    assert line_of(TEXT.encode(), ("nothing", "here")) == 1


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_windows_line_ends_and_a_byte_order_mark_change_nothing(newline, mark):
    text = mark + TEXT.replace("\n", newline).encode()
    assert read(text) == read(FULL)
    bad, where = rendered(changed(FULL, ("history", 2, "dispatch"), 5))
    error = mistake(mark + bad.replace("\n", newline).encode())
    assert (error.path, error.line) == ("$.history[2].dispatch", where["history", 2, "dispatch"])


NOT_JSON = [
    (b"", None, "the document is empty"),
    (b" \r\n\t", None, "the document is empty"),
    (b'{"a": 1,\n "b"', 2, "the text ends too early: expecting ':' delimiter (column 5)"),
    (b'{"a": "b', 1, "the text ends too early: unterminated string starting (column 7)"),
    (b"[1,\n2,\n]", 3, "expecting value (column 1)"),
    (b"{'a': 1}", 1, "expecting property name enclosed in double quotes (column 2)"),
    (b"{a: 1}", 1, "expecting property name"),
    (b'{"a": 1 // no\n}', 1, "expecting ',' delimiter (column 9)"),
    (b"{} {}", 1, "there is more text after the end of the document (column 4)"),
    (b'{"a": \x00}', 1, "expecting value (column 7)"),
    (b'{"a": "\x00"}', 1, "invalid control character (column 8)"),
    (b'{"a": "\n"}', 1, "invalid control character (column 8)"),
    (b'{"a": "\\x"}', 1, "invalid \\escape"),
    (b'{"a": 01}', 1, "expecting ',' delimiter"),
    (b'{"a": +1}', 1, "expecting value"),
    (b'{"a": .5}', 1, "expecting value"),
    (b'{"a": True}', 1, "expecting value"),
    (b'{"a": undefined}', 1, "expecting value"),
    (b"\x00" * 100, 1, "expecting value"),
    (b"format: execution-record/1\n", 1, "expecting value"),
]


@pytest.mark.parametrize(("text", "line", "says"), NOT_JSON, ids=[str(text)[:30] for text, _, _ in NOT_JSON])
def test_what_is_not_json(text, line, says):
    error = mistake(text)
    assert error.at == ()
    assert error.line == line
    assert error.reason.startswith("not JSON: ")
    assert says in error.reason


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (b'{"a":\n"\xff"}', 2),
        (b"\xff\xfe{\x00}\x00", 1),
        ('{"a": "ä"}'.encode("latin-1"), 1),
        ('{"a": "ä"}'.encode("utf-16"), 1),
        (b'{"a": "\xed\xa0\x80"}', 1),
        (b'{\n\n"a": "\xc0\x80"}', 3),
    ],
)
def test_what_is_not_utf_8(text, line):
    error = mistake(text)
    assert (error.reason, error.line) == ("the file is not UTF-8 text", line)


REFUSED = [
    ('{"a": 1,\n"b": {"c": 2,\n"d": 3, "c": 4}}', 3, "$.b.c", "the key 'c' stands twice in one object"),
    ('[{}, {"a": 1, "\\u0061": 2}]', 1, "$[1].a", "the key 'a' stands twice in one object"),
    ('{"a": [1,\nNaN]}', 2, "$.a[1]", "NaN is not a JSON number"),
    ('{"a": {"b": Infinity}}', 1, "$.a.b", "Infinity is not a JSON number"),
    ("[-Infinity]", 1, "$[0]", "-Infinity is not a JSON number"),
    ("NaN", 1, "$", "NaN is not a JSON number"),
    ('{"a": [1, 1e999]}', 1, "$.a[1]", "the number is too large"),
    ('{"a": -1e999}', 1, "$.a", "the number is too large"),
    ('{"a": ' + "9" * 5_000 + "}", 1, "$.a", "the number is too large"),
    ('{"a": ["\\ud83d\\ude00", "x\\ud800"]}', 1, "$.a[1]", "the text has half a surrogate pair"),
    ('{"a": {"\\uDC00": 1}}', 1, "$.a", "the text has half a surrogate pair"),
    ('{"big": ' + "1" * 3_000 + ', "a": 1, "a": 2}', 1, "$.a", "stands twice"),
    ('["[", "{", "\\"", {"]": "}", "x": NaN}]', 1, "$[3].x", "NaN"),
]


@pytest.mark.parametrize(("text", "line", "path", "says"), REFUSED, ids=[text[:30] for text, *_ in REFUSED])
def test_json_that_a_record_may_not_hold(text, line, path, says):
    error = mistake(text)
    assert (error.line, error.path) == (line, path)
    assert says in error.reason


@pytest.mark.parametrize(
    "text",
    [
        '"\\ud83d\\ude00"',
        '"\\\\ud800"',
        '["\\\\\\\\ud800"]',
        "1e308",
        "-0.0",
        "1E-999",
        "0." + "1" * 5_000,
        "1" * 4_000,
        "[" * DEEPEST + "]" * DEEPEST,
        '{"a": ["ä", "\\u0000"]}',
        '{"": {"": ""}}',
    ],
    ids=lambda text: text[:20],
)
def test_json_that_it_may(text):
    assert parse_json(text.encode()) == json.loads(text)
    assert plain(json.loads(text)) == json.loads(text)


@pytest.mark.parametrize("levels", [DEEPEST + 1, 10_000, 400_000])
@pytest.mark.parametrize(("begin", "end"), [("[", "]"), ('{"a":', "}"), ('{"a":[', "]}")])
def test_nesting_without_end_is_refused_where_it_begins_to_be_too_much(levels, begin, end):
    for text in (begin * levels + "0" + end * levels, begin * levels):
        if len(begin) < 3 or levels < 10_000:
            error = mistake(text)
            if not error.reason.startswith("not JSON"):
                assert error.reason == "nested more than 500 levels deep"
                assert len(error.at) == DEEPEST
                assert error.line == 1


def test_more_values_than_can_be_read_are_refused():
    assert mistake("[" + "1," * 1_000_000 + "1]").reason.startswith("the document has more than 1,000,000 values")
    text = json.dumps(changed(SMALL, ("actions", "a", "request"), "," * 2_000_000 + '"[' * 9))
    assert ek.check(read(text)).verdict == "accepted"


def test_a_document_past_the_limit_is_not_read():
    with pytest.raises(ek.LimitError, match=r"^f\.json is longer than that: the limit is 9 bytes"):
        parse_json(b'{"a":    1}', "f.json", limits=ek.Limits(bytes=9))
    assert parse_json(b'{"a":  1}', "f.json", limits=ek.Limits(bytes=9)) == {"a": 1}


def test_equal_values_have_one_canonical_text():
    assert canonical_json({"b": [1, None], "a": "ä"}) == '{"a":"ä","b":[1,null]}'
    assert canonical_json(1) != canonical_json(1.0) != canonical_json(True)


def test_a_key_is_found_whatever_it_holds():
    for name in ('"', "\\", "a b", "ä", "🛒", "\0", "]", "{"):
        document = changed(SMALL, ("calls",), {"x": "a", name: "nothing"})
        text, where = rendered(document)
        error = mistake(text)
        assert error.at == ("calls", name)
        assert error.line == line_in(where, error.at) == where["calls", name]
        assert get(document, error.at) == "nothing"
