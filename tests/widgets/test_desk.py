"""EditDesk without a browser: traits, messages, the Python calls, export."""

import json
import xml.etree.ElementTree as ElementTree

import pytest
import tree_sitter_javascript
from tree_sitter import Language, Parser

import execedit_kit as ek
from execedit_kit.widgets import desk_model, desk_state
from execedit_kit.widgets.desk import EditDesk
from execedit_kit.widgets.desk_model import every_target, picks
from execedit_kit.widgets.front_end import STATIC, script
from execedit_kit.widgets.scene import scene

FORK = {"fork_choice": {"branch": "b0", "rule": "suppliers"}}


@pytest.fixture
def desk():
    return EditDesk("laptop")


def tell(desk, **message):
    """What a view sends, and what the desk sends back."""
    sent = []
    desk.send = lambda content, buffers=None: sent.append(json.loads(json.dumps(content)))
    desk._receive(desk, message, [])
    return sent


# Traits.


def test_every_trait_is_json_and_agrees_with_the_record(desk):
    desk.propose(FORK)
    names = desk_state.DeskState.class_own_traits(sync=True)
    state = {name: getattr(desk, name) for name in names}
    assert {"document", "scene", "steps", "targets", "picks", "pending", "standing"} <= set(state)
    assert json.loads(json.dumps(state)) == state
    assert desk.document == ek.load("laptop").document()
    assert desk.scene == json.loads(json.dumps(scene(desk.record).document()))
    assert desk.standing["verdict"] == "accepted"
    assert desk.policy == "one of: r a pL s | r a pR s"


@pytest.mark.parametrize(
    "name", sorted(set(ek.examples().index)) if False else ["laptop", "laptop-forked", "order-split"]
)
def test_lighting_up_needs_no_kernel(name):
    desk = EditDesk(name)
    everything = tuple(every_target(desk.record))
    assert [target["step"] for target in desk.targets] == [target.step for target in everything]
    ids = {node["id"] for node in (*desk.scene["nodes"], *desk.scene["ends"])} | {"ground", "flag+"}
    assert set(desk.picks) <= ids
    picked = {pick["target"] for those in desk.picks.values() for pick in those}
    assert picked == set(range(len(everything)))  # everything legal can be reached from some node
    assert {place for those in desk.picks.values() for pick in those for place in pick["on"]} <= ids
    assert picks(desk.record, everything).keys() == desk.picks.keys()


@pytest.mark.parametrize("wrong", [{"colour": "red"}, {"recrod": 1}])
def test_an_unknown_keyword_raises(wrong):
    with pytest.raises(TypeError):
        EditDesk("laptop", **wrong)
    with pytest.raises(TypeError):
        EditDesk("laptop").fork_choice("b0", **wrong)


def test_a_record_may_come_in_any_form(tmp_path):
    record = ek.load("laptop")
    ek.save(record, tmp_path / "own.json")
    for opened in (record, record.document(), "laptop", tmp_path / "own.json", str(tmp_path / "own.json")):
        assert EditDesk(opened).record == record
    with pytest.raises(ek.MalformedRecord, match="did you mean 'laptop'"):
        EditDesk("labtop")


# The Python calls.


def test_a_whole_story_is_played_undone_and_done_again(desk):
    desk.fork_choice("b0", rule="suppliers")
    desk.call("xpL#1L")
    desk.checkpoint("paid", "b0#1L")
    desk.dispatch("reserve")
    desk.settle("reserve", {"ok": True})
    desk.call("xsL#1L")
    desk.restore_live("b0#1L", "paid")
    assert desk.at == len(desk.steps) == 7
    last = desk.record
    for _ in range(9):
        desk.undo()
    assert (desk.at, desk.record) == (0, ek.load("laptop"))
    for _ in range(9):
        desk.redo()
    assert (desk.at, desk.record) == (7, last)
    desk.jump(2)
    desk.call("xsL#1L")
    assert [step["words"] for step in desk.steps][1:] == ["process xpL#1L", "process xsL#1L"]
    assert desk.status.startswith("Applied: process xsL#1L. Now accepted:")


def test_a_refused_step_raises_and_changes_nothing(desk):
    with pytest.raises(ek.RefusedStep, match="invalid"):
        desk.fork_choice("b0", rule="vendors")
    with pytest.raises(ek.RefusedStep):
        desk.call("xpL")
    assert (desk.at, desk.steps, desk.error) == (0, [], "")


def test_save_and_load_round_trip(desk, tmp_path):
    desk.fork_choice("b0", rule="suppliers")
    desk.save(tmp_path / "forked.json")
    other = EditDesk("refund")
    other.load(tmp_path / "forked.json")
    assert other.record == desk.record
    assert other.steps == []


def test_python_and_json_make_the_same_record(desk):
    for opened in (desk, EditDesk(ek.load("laptop"))):
        opened.fork_choice("b0", rule="suppliers")
        opened.call("xpL#1L")
        made = {}
        exec(opened.to_python(), made)
        assert made["record"] == opened.record
        again = ek.advance(ek.load("laptop"), *(desk_state.event_of(step) for step in json.loads(opened.to_json())))
        assert again == opened.record


# Messages.


def test_a_preview_is_answered_with_its_number_and_changes_nothing(desk):
    (answer,) = tell(desk, type="preview", view="v", seq=7, step=FORK)
    assert (answer["type"], answer["view"], answer["seq"]) == ("preview", "v", 7)
    assert answer["preview"]["verdict"] == "accepted"
    added = {node["id"] for node in answer["preview"]["ghost"]["nodes"] if node["change"] == "added"}
    assert {"call:xpL#1L", "call:xsR#1R", "group:g#1"} <= added
    assert "call:xr" not in added
    assert (desk.at, desk.pending) == (0, {})


def test_the_view_and_python_make_the_same_step(desk):
    tell(desk, type="propose", step={"fork_choice": {"branch": "b0", "rule": "suppliers", "signed_by": []}})
    tell(desk, type="apply")
    other = EditDesk("laptop")
    other.fork_choice("b0", rule="suppliers")
    assert desk.steps == other.steps
    assert desk.token == other.token
    for message, at in (("undo", 0), ("redo", 1)):
        tell(desk, type=message)
        assert desk.at == at
    tell(desk, type="jump", at=0)
    assert desk.at == 0
    tell(desk, type="load", record=ek.load("refund").document())
    assert desk.title == EditDesk("refund").title


@pytest.mark.parametrize("name", ["laptop", "laptop-paid", "tender-award"])
def test_what_was_accepted_is_applied_without_asking_anew(desk, monkeypatch, name):
    """A check may take seconds: the one behind the verdict that is seen is the one that counts."""
    desk.load(name)
    for target in desk.targets:
        if desk.propose(target["step"]).verdict != "accepted":
            continue
        wanted = ek.advance(desk.record, desk_state.event_of(target["step"]))
        with monkeypatch.context() as patched:
            patched.setattr(desk_model, "advance", None)
            tell(desk, type="apply")
        assert (desk.error, desk.record) == ("", wanted)
        desk.undo()


def test_what_is_not_accepted_becomes_the_question(desk):
    desk.load("laptop-tight")
    tell(desk, type="apply", step=FORK)
    assert desk.at == 0
    assert desk.pending["preview"]["verdict"] == "rejected"
    tell(desk, type="apply")
    assert (desk.at, desk.error) == (0, "")
    tell(desk, type="why", step=FORK)
    tell(desk, type="why")
    assert desk.why_requested == {"step": None, "at": 0, "number": 2}
    tell(desk, type="cancel")
    assert desk.pending == {}


def test_a_checkpoint_needs_a_name_that_no_other_has(desk):
    """Typing goes on beside the mistake; it is never replaced by a name that was not typed."""
    asked = {"checkpoint": "k0", "branch": "b0"}
    tell(desk, type="propose", step=asked)
    assert desk.pending["mistake"] is None
    wrong = {"": "give the checkpoint a name", "k": "there is a checkpoint 'k' already; choose another name"}
    for name, why in wrong.items():
        tell(desk, type="propose", step=asked | {"checkpoint": name})
        assert desk.pending["mistake"] == {"text": name, "why": why}
        assert desk.pending["preview"]["verdict"] != "accepted"
        tell(desk, type="apply")
        assert (desk.at, desk.error) == (0, "")
    tell(desk, type="propose", step=asked | {"checkpoint": "monday"})
    assert desk.pending["mistake"] is None
    tell(desk, type="apply")
    assert [step["step"] for step in desk.steps] == [asked | {"checkpoint": "monday"}]


def test_what_the_format_refuses_is_said_beside_its_field(desk):
    asked = {"settle": "reserve", "value": 1}
    desk.dispatch("reserve")
    tell(desk, type="propose", step=asked)
    tell(desk, type="propose", step=asked | {"value": "\ud800"})
    assert "half a surrogate pair" in desk.pending["mistake"]["why"]
    assert desk.error == ""
    tell(desk, type="propose", step={"call": 3})  # another question, and no field
    assert "expected a string" in desk.error


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ({"type": "dance"}, "the desk knows no message of type 'dance'"),
        ({}, "the desk knows no message of type 'None'"),
        (
            {"type": "apply", "step": {"fork_choice": {"brnach": "b0"}}},
            "unknown field 'brnach'; did you mean 'branch'?",
        ),
        ({"type": "preview", "view": "v", "seq": 1, "step": {"call": 3}}, "expected a string"),
        ({"type": "load", "record": {"format": "execution-record/1"}}, "Nothing changed"),
        ({"type": "load", "record": "refund"}, "not JSON"),  # a browser may not name files of this machine
        ({"type": "jump"}, "failed inside the kit (KeyError"),
        ({"type": "guess", "guess": "maybe"}, "a guess is one of accepted, rejected, invalid"),
    ],
)
def test_what_goes_wrong_is_shown_and_never_swallowed(desk, message, said):
    before = desk.record
    tell(desk, **message)
    assert said in desk.error
    assert "Nothing changed" in desk.error
    assert isinstance(desk.trouble, Exception)
    assert desk.record == before
    tell(desk, type="dismiss")
    assert desk.error == ""


def test_a_limit_says_how_to_raise_it():
    desk = EditDesk("packing-list", limits=ek.Limits(states=3))
    assert desk.standing["verdict"] == "unanswered"
    target = next(target for target in desk.targets if target["operation"] == "fork_choice")
    (answer,) = tell(desk, type="preview", view="v", seq=1, step=target["step"])
    assert (answer["preview"]["verdict"], desk.error) == ("unanswered", "")  # pointing is no mistake
    tell(desk, type="propose", step=target["step"])
    assert "EditDesk(record, limits=Limits(...))" in desk.error


def test_predict_mode_keeps_the_verdict_back(desk):
    desk = EditDesk("laptop-tight", predict=True)
    (answer,) = tell(desk, type="preview", view="v", seq=1, step=FORK)
    assert answer["preview"]["verdict"] == "hidden"
    tell(desk, type="apply", step=FORK)
    assert desk.pending["preview"]["verdict"] == "hidden"
    assert "rejected" not in json.dumps([desk.pending, answer]) + desk.svg() + desk.account()
    tell(desk, type="guess", guess="rejected")
    assert desk.guess == {"guess": "rejected", "verdict": "rejected", "right": True}
    tell(desk, type="guess", guess="accepted")  # the first guess counts
    assert desk.score == [1, 1]
    assert desk.pending["preview"]["verdict"] == "rejected"
    desk.predicting = False
    assert desk.guess == {}


def test_who_asked_with_a_number_is_told_when_it_is_done(desk):
    sent = tell(desk, type="propose", step=FORK, view="v", seq=4)
    assert sent == [{"type": "done", "view": "v", "seq": 4}]
    assert tell(desk, type="jump", at="x", view="v", seq=5) == [{"type": "done", "view": "v", "seq": 5}]
    assert desk.error


# Export.


def test_the_pictures_show_exactly_the_screen(desk):
    plain = desk.svg()
    desk.propose(FORK)
    ghost = desk.svg()
    texts = ["".join(node.itertext()) for node in ElementTree.fromstring(ghost)]
    for words in ("xpL#1L", "xsR#1R", "✓ accepted"):
        assert any(words in text for text in texts)
        assert words not in plain
    assert "href" not in ghost
    assert desk.svg(dark=True) != ghost
    assert desk.png().startswith(b"\x89PNG")
    assert desk.pdf(dark=True).startswith(b"%PDF")


def test_a_name_is_no_markup():
    record = ek.record(
        actions=["<b>&$x$"], workflow={"branch": "b", "contract": "<b>&$x$"}, policy={"any": True}, domain="<i>"
    )
    ElementTree.fromstring(EditDesk(record).svg())
    assert EditDesk(record).png()


def test_without_a_front_end_it_still_reads(desk):
    desk.fork_choice("b0", rule="suppliers")
    data, _ = desk._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    ElementTree.fromstring(data["image/svg+xml"])
    text = data["text/plain"]
    assert "call xpL#1L, action pay_L, branch b0#1L, enabled, new" in text
    assert "1. fork b0 into one of two, rule suppliers" in text
    assert "Authorized: reserve (queued), approve (queued)" in text


@pytest.mark.parametrize(("part", "most"), [("_esm", 60_000), ("_css", 20_000)])
def test_the_front_end_is_small(desk, part, most):
    """Widgets page: it travels with every instance; each `_esm` under 60 KB."""
    assert len(getattr(desk, part).encode()) < most


@pytest.mark.parametrize("part", ["_esm", "_css"])
def test_the_front_end_fetches_nothing_and_writes_no_markup(desk, part):
    text = getattr(desk, part)
    forbidden = ("import ", "@import", "fetch(", "XMLHttpRequest", "https://", "url(http", "innerHTML", "anywidget.exp")
    assert [word for word in forbidden if word in text] == []
    assert text.count("http://") == text.count("http://www.w3.org/2000/svg")


def tokens(text):
    """The tokens of a JavaScript program, with texts, templates and regular expressions sign by sign."""
    tree = Parser(Language(tree_sitter_javascript.language())).parse(text.encode())
    assert not tree.root_node.has_error

    def walk(node):
        if node.type == "comment":
            return
        if node.type in ("string", "template_string", "regex") or not node.children:
            yield node.type, node.text.decode()
        for child in node.children if node.type not in ("string", "template_string", "regex") else ():
            yield from walk(child)

    return [token for token in walk(tree.root_node) if token != (";", ";")]  # some stand for a line's end


def test_what_travels_is_the_program_that_was_written():
    written = (STATIC / "desk.js").read_text(encoding="utf-8")
    assert len(script("desk.js")) < len(written)
    assert tokens(script("desk.js")) == tokens(written)


def test_why_opens_the_pruning_under_the_desk():
    """Widgets page: rejected, one click opens the stepper there."""
    desk = EditDesk("laptop-tight")
    desk_and_why = desk._with_why
    assert desk_and_why.children[0] is desk
    under = desk_and_why.children[1]
    assert under.children == ()
    fork = ek.fork_choice("b0", rule="suppliers")
    desk._receive(None, {"type": "why", "step": fork.document()}, None)
    (stepper,) = under.children
    assert stepper.answer.edit == fork
    desk.checkpoint("k2", "b0")
    assert under.children == (), "another record: the question is over"


def test_a_live_restore_parts_into_the_copy_and_the_branch_that_goes_on():
    """Both arms of the group are drawn, in the ghost as when it is in force."""
    restore = ek.restore_live("b0#1R", "k")
    desk = EditDesk("laptop-paid")
    seen = desk.propose(restore)
    for shown in (seen.scene, scene(ek.advance(desk.record, restore))):
        arms = {edge.target for edge in shown.edges if edge.source == "group:g#2"}
        assert arms == {"call:xa#2k", "call:xsR#1R"}


@pytest.mark.parametrize("seen", ["at", "selection", "pending"])
def test_what_fails_while_it_observes_is_shown_and_stops_nothing(seen):
    desk = EditDesk("laptop")

    def fails(_):
        raise RuntimeError("no such column")

    desk.observe(fails, seen)
    if seen == "selection":
        desk.set_state({"selection": "tip:b0"})  # as a view does
    else:
        desk._receive(None, {"type": "propose", "step": {"fork_parallel": {"branch": "b0"}}}, None)
        desk._receive(None, {"type": "apply"}, None)
        assert (desk.at, desk.pending, desk.document) == (1, {}, desk.record.document())
    assert desk.error.startswith(f"What observes '{seen}' failed (RuntimeError: no such column).")
    assert isinstance(desk.trouble, RuntimeError)
