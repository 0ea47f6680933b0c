"""Tokens: self-contained, limited, and checked before anything is believed."""

import base64
import json
import zlib

import pytest

import execedit_kit as ek
from execedit_kit.widgets import token
from execedit_kit.widgets.desk import EditDesk


def packed(value):
    return base64.urlsafe_b64encode(zlib.compress(json.dumps(value).encode())).decode().rstrip("=")


def held(**changed):
    return {"format": token.FORMAT, "record": ek.load("laptop").document(), "steps": [], "at": 0} | changed


def test_a_token_brings_back_record_steps_and_position():
    desk = EditDesk("laptop")
    desk.fork_choice("b0", rule="suppliers")
    desk.call("xpL#1L")
    desk.undo()
    again = EditDesk.from_token(f"  {desk.token}\n")
    assert (again.record, again.steps, again.at) == (desk.record, desk.steps, 1)
    assert again.token == desk.token
    assert set(desk.token) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


def test_a_token_brings_back_the_question():
    desk = EditDesk("laptop")
    desk.propose(ek.restore_live("b0", "k"))
    again = EditDesk.from_token(desk.token, predict=True)
    assert again.pending["step"] == desk.pending["step"]
    assert again.pending["preview"]["verdict"] == "hidden"
    assert again.token == desk.token


def test_a_question_that_cannot_be_asked_is_said_on_the_desk_that_opens():
    desk = EditDesk.from_token(packed(held(question={"fork_choice": {"brnach": "b0"}})))
    assert (desk.pending, desk.title) == ({}, "school-purchase")
    assert "unknown field 'brnach'" in desk.error


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a part of the token was lost"),
        ("hello world", "this is no desk token"),
        ("abcd", "this is no desk token"),
        (packed(held())[:-8], "a part of it was lost|a part of the token was lost"),
        (packed({"format": "other"}), "something other than edit-desk/1"),
        (packed([]), "something other than edit-desk/1"),
        (packed(held(at="0")), r"\$\.at: expected int"),
        (packed(held(at=True)), r"\$\.at: expected int"),
        (packed(held(more=1)), "unknown field 'more'"),
        (packed(held(question=[])), r"\$\.question: expected dict"),
        (packed(held(record={"format": "execution-record/1"})), "the field 'actions' is missing"),
        (packed(held(steps=[{"call": "nobody"}])), r"\$\.steps\[0\]: .*nobody"),
        (packed(held(steps=[{"fork_choice": {"brnach": 1}}])), r"\$\.steps\[0\]\.fork_choice"),
        ("A" * (token.LONGEST + 1), "200,000 are allowed"),
        (base64.urlsafe_b64encode(zlib.compress(b" " * (5 * 2**20))).decode(), "unpacks to more than"),
    ],
)
def test_a_bad_token_is_refused_with_its_reason(text, said):
    with pytest.raises(ek.MalformedRecord, match=said):
        EditDesk.from_token(text)


def test_what_is_too_large_for_a_token_says_so():
    with pytest.raises(ek.MalformedRecord, match="save it as a file"):
        token.to_token(token.Held({"noise": [hash((n, "x")) for n in range(60_000)]}, [], 0))
