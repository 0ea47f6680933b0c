"""A folder of plans: what is run, what is left out and why, and the drafts beside it."""

import os
from pathlib import Path

import pytest

from execedit_kit.restart.corpus import Draft, NoPlans, left_out, read_corpus, read_drafts

PLANS = Path(__file__).parents[2] / "data" / "plans"
PLAIN = 'return tool("ask_human", { question: "Go?" });\n'


def put(top, *names):
    for name in names:
        path = Path(os.fsdecode(os.fsencode(top) + b"/" + os.fsencode(name)))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(PLAIN)


def names(top):
    return [f"{entry.task}/{entry.name}" for entry in read_corpus(top)]


def test_whatever_looks_like_a_plan_is_run_or_left_out_with_a_reason(tmp_path):
    put(tmp_path, "mine/plain.js", "mine/a.cjs", "mine/b.JS", "mine/c.tsx", "mine/sub/x.js", "top.js", "mine/.x.js")
    put(tmp_path, ".drafts/z.js", ".git/objects/y.js", "mine/folder.js/w.ts")
    (tmp_path / "mine" / "notes.md").write_text("no plan")
    (tmp_path / "mine" / "lost.js").symlink_to("nowhere")
    (tmp_path / "mine" / "link.js").symlink_to("plain.js")
    os.mkfifo(tmp_path / "mine" / "pipe.js")
    assert names(tmp_path) == ["mine/link.js", "mine/plain.js"]
    ending = "a plan's file name ends in .js"
    wanted = {
        ".drafts": "hidden",
        "mine/.x.js": "hidden",
        "mine/a.cjs": ending,
        "mine/b.JS": ending,
        "mine/c.tsx": ending,
        "mine/folder.js": "it is a folder",
        "mine/folder.js/w.ts": "deeper than <task>/<name>",
        "mine/lost.js": "a link that leads nowhere",
        "mine/pipe.js": "no regular file",
        "mine/sub/x.js": "deeper than <task>/<name>",
        "top.js": "in no folder of a task",
    }
    found = {one.file: one.reason for one in left_out(tmp_path)}
    assert list(found) == sorted(wanted)
    assert [file for file, reason in found.items() if wanted[file] not in reason] == []


def test_the_shipped_folder_leaves_nothing_out():
    assert left_out(PLANS / "corpus") == ()


def test_a_folder_of_a_corpus_is_told_from_the_corpus():
    with pytest.raises(NoPlans, match=r"stand further down, in .*corpus: say .*corpus"):
        read_corpus(PLANS)


def test_where_there_are_no_plans_it_says_where_they_belong(tmp_path):
    with pytest.raises(NoPlans, match="no such folder"):
        read_corpus(tmp_path / "missing")
    with pytest.raises(NoPlans, match="no <task>/<name>"):
        read_corpus(tmp_path)
    put(tmp_path, "plan.js")
    with pytest.raises(NoPlans, match="directly in it"):
        read_corpus(tmp_path)


def test_names_that_are_no_utf_8_are_escaped(tmp_path):
    put(tmp_path, b"mine/b\xff.js", b"t\xe9/a.js", b"mine/c\xff.cjs")
    assert names(tmp_path) == ["mine/b\\xff.js", "t\\xe9/a.js"]
    assert [one.file for one in left_out(tmp_path)] == ["mine/c\\xff.cjs"]


def test_a_plan_that_is_too_large_is_said_to_be_as_large_as_it_is(tmp_path):
    put(tmp_path, "mine/big.js")
    (tmp_path / "mine" / "big.js").write_bytes(b" " * 5_000_000)
    (entry,) = read_corpus(tmp_path)
    assert entry.reason == "a plan of 5,000,000 bytes: the limit is 262,144"


def test_drafts_beside_a_folder_are_read_with_their_reasons(tmp_path):
    put(tmp_path, "corpus/mine/plain.js")
    assert read_drafts(tmp_path / "corpus") == ()
    put(tmp_path, "drafts/mine/endless.js")
    listed = tmp_path / "drafts" / "drafts.toml"
    listed.write_text('["mine/endless.js"]\nreason = "it never ends"\n')
    assert read_drafts(tmp_path / "corpus") == (Draft("mine", "endless.js", "it never ends"),)
    for text, said in (
        ("", "mine/endless.js is not listed"),
        ('["mine/endless.js"]\n', "needs a reason"),
        ('"mine/endless.js" = 1\n', "needs a reason"),
        ('["mine/endless.js"]\nreason = "x"\n["mine/gone.js"]\nreason = "y"\n', "gone.js is listed and not there"),
        ("= nonsense", "drafts.toml"),
    ):
        listed.write_text(text)
        with pytest.raises(NoPlans, match=said):
            read_drafts(tmp_path / "corpus")


def test_the_shipped_drafts_are_read():
    assert read_drafts(PLANS / "corpus") == ()
