"""Both orders of what can race with an installation; the record pairs E and C (model, section 7), enforced."""

from dataclasses import replace

import pytest

import execedit_kit as ek
from execedit_kit.library import stories
from execedit_kit.record.build import read_edit
from execedit_kit.record.errors import KitError
from execedit_kit.runtime.answers import Denied, Installed, NoCommit, Used
from execedit_kit.runtime.runtime import Runtime

FORK = ek.fork_choice("b0", rule="suppliers")


def domain(contract, words, **fields):
    calls = fields.pop("calls", {})
    actions = sorted({*calls.values()} or {letter for word in words for letter in word})
    return ek.record(
        actions=actions, calls=calls, policy={"words": words}, workflow={"branch": "b", "contract": contract}, **fields
    )


def pair_e():
    """ForkChoice into C and X, both action d; checkpoint X's branch; process c (new)."""
    record = ek.record(
        actions=["d"],
        calls={"c": "d", "x": "d"},
        policy={"words": [["d"]]},
        workflow={"branch": "r", "contract": None},
        rules={"fork": {"kind": "fork_choice", "left": "c", "right": "x"}},
    )
    return ek.advance(
        record, ek.fork_choice("r", rule="fork"), ek.checkpoint("k", "r#1R"), ek.call("c#1L")
    ), ek.restore_replace("r#1L", "k")


@pytest.mark.parametrize("dispatched", [False, True])
def test_pair_e_installed_before_and_not_after_a_dispatch(tmp_path, dispatched):
    record, edit = pair_e()
    with Runtime.create(tmp_path / "e.ek", record) as runtime:
        prepared = runtime.prepare(edit)
        assert prepared
        if dispatched:
            assert runtime.dispatch().action == "d"
        answer = runtime.install(prepared)
        if dispatched:
            assert isinstance(answer, NoCommit)
            assert answer.moved == ("record",)
            assert '{"dispatch":"d"}' in answer.why
        else:
            assert isinstance(answer, Installed)
        assert runtime.audit()


@pytest.mark.parametrize("version", [1, 2])
def test_pair_c_installed_only_under_the_rule_version_it_was_checked_under(tmp_path, version):
    record = ek.load("laptop")
    with Runtime.create(tmp_path / "first.ek", record) as first:
        prepared = first.prepare(FORK)
    with Runtime.create(tmp_path / "second.ek", record, rule_version=version) as second:
        answer = second.install(prepared)
        if version == 1:
            assert isinstance(answer, Installed)
        else:
            assert answer.moved == ("rule version",)
            assert second.record() == record


def test_a_call_before_an_installation_stops_it_and_after_it_is_judged_by_the_new_rules(tmp_path):
    for first in ("call", "install"):
        with Runtime.create(tmp_path / f"{first}.ek", ek.load("laptop")) as runtime:
            assert runtime.install(runtime.prepare(FORK))
            token = runtime.tokens()["xpL#1L"]
            prepared = runtime.prepare(ek.fork_choice("b0#1L"))
            assert prepared
            if first == "call":
                assert isinstance(runtime.use("xpL#1L", token), Used)
                assert isinstance(runtime.install(prepared), NoCommit)
            else:
                assert isinstance(runtime.install(prepared), Installed)
                assert runtime.use("xpL#1L", token).reason == "stale"
            assert runtime.audit()


@pytest.mark.parametrize("what", ["reuse", "checkpoint", "settle", "dispatch", "extend", "edit"])
def test_whatever_moves_makes_an_answer_stale(tmp_path, what):
    record = domain({"sequence": ["x", "y", "z"]}, [["d", "e"]], calls={"x": "d", "y": "d", "z": "e"})
    with Runtime.create(tmp_path / "moves.ek", record) as runtime, Runtime.open(tmp_path / "moves.ek") as other:
        assert runtime.use("x", runtime.tokens()["x"])
        assert runtime.dispatch()
        prepared = runtime.prepare(ek.fork_choice("b"))
        done = {
            "reuse": lambda: other.use("y", other.tokens()["y"]),
            "checkpoint": lambda: other.checkpoint("k", "b"),
            "settle": lambda: other.settle("d", 1),
            "dispatch": lambda: other.use("y", other.tokens()["y"]) and other.settle("d", 1),
            "extend": lambda: other.extend(policy={"any": True}),
            "edit": lambda: other.install(other.prepare(ek.fork_parallel("b"))),
        }[what]()
        assert done
        answer = runtime.install(prepared)
        assert isinstance(answer, NoCommit)
        moved = {"extend": ("record", "rule version", "policy version"), "edit": ("record", "rule version")}
        assert answer.moved == moved.get(what, ("record",))
        assert runtime.record() == other.record()


def test_what_is_refused_or_asked_moves_nothing(tmp_path):
    """Denials, retries, a settlement that stands already, answers that were only prepared: the offer is still good."""
    with Runtime.create(tmp_path / "still.ek", ek.load("laptop")) as runtime:
        assert runtime.dispatch()
        assert runtime.settle("reserve", 1)
        prepared = runtime.prepare(FORK)
        assert runtime.settle("reserve", 1).again
        assert not runtime.settle("reserve", 2)
        assert not runtime.use("xr", "no token")
        assert not runtime.checkpoint("k", "b0")
        assert runtime.retry("xr").value == 1
        assert runtime.prepare(ek.fork_parallel("b0"))
        assert isinstance(runtime.install(prepared), Installed)


def test_accepted_then_stale_then_rejected_without_a_new_authorization(tmp_path):
    """The model's case 4: a reuse is processed between check and installation, and the new check rejects."""
    before = ek.load("stale-before")
    after = ek.load("stale-after")
    edits = [read_edit(one["edit"]) for one in stories()["stale-before"]["questions"] if "edit" in one]
    edit = next(one for one in edits if ek.check(before, one) and ek.check(after, one).verdict == "rejected")
    (missing,) = after.history[len(before.history) :]
    with Runtime.create(tmp_path / "stale.ek", before) as runtime:
        prepared = runtime.prepare(edit)
        assert prepared
        used = runtime.use(missing.call, runtime.tokens()[missing.call])
        assert used.mode == "reuse"
        assert isinstance(runtime.install(prepared), NoCommit)
        assert runtime.record() == after
        again = runtime.prepare(edit)
        assert again.answer.verdict == "rejected"
        assert runtime.install(again).reason == "not accepted"


def test_an_offer_that_says_something_else_than_the_check_is_not_installed(tmp_path):
    with Runtime.create(tmp_path / "offer.ek", ek.load("laptop")) as runtime:
        prepared, other = runtime.prepare(FORK), runtime.prepare(ek.fork_parallel("b0"))
        before = runtime.head
        forged = replace(prepared, answer=replace(other.answer, edit=FORK))
        assert runtime.install(forged).moved == ("fixed point",)
        elsewhere = replace(prepared, answer=ek.check(ek.load("laptop-paid")))
        assert isinstance(runtime.install(elsewhere), NoCommit)
        assert isinstance(runtime.install(replace(prepared, answer=ek.check(runtime.record()))), Denied)
        assert runtime.head == before
        assert runtime.install(prepared)


def test_what_is_installed_is_what_was_checked_again(tmp_path):
    """Python holds 1.0 and 1 for equal, and the file, which names the rules by the digest of their text, does not."""
    with Runtime.create(tmp_path / "offer.ek", ek.load("laptop")) as runtime:
        prepared = runtime.prepare(FORK)
        rules = prepared.answer.automaton
        likeness = replace(rules, states=float(rules.states))
        assert likeness == rules
        vars(prepared.answer)["automaton"] = likeness
        assert runtime.install(prepared)
        assert runtime.audit()


def test_only_a_safe_record_starts_a_runtime(tmp_path):
    with pytest.raises(ek.RefusedStep, match="rejected"):
        Runtime.create(tmp_path / "rejected.ek", ek.load("release-emergency"))
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(tmp_path):
    path = tmp_path / "there.ek"
    path.write_text("there")
    with pytest.raises(FileExistsError):
        Runtime.create(path, ek.load("laptop"))
    assert path.read_text() == "there"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("version", [-1, 1.0, True, "1", 2**60])
def test_a_rule_version_is_a_number(tmp_path, version):
    with pytest.raises(KitError):
        Runtime.create(tmp_path / "version.ek", ek.load("laptop"), rule_version=version)


def test_only_its_owner_reads_the_file(tmp_path):
    Runtime.create(tmp_path / "mine.ek", ek.load("laptop")).close()
    assert (tmp_path / "mine.ek").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("name", ek.examples()["name"].unique())
def test_every_shipped_record_starts_a_runtime_and_comes_back(tmp_path, name):
    record = ek.load(name)
    if not ek.check(ek.record(**_without_history(record))):
        return
    with Runtime.create(tmp_path / "shipped.ek", record) as runtime:
        assert runtime.record() == record
        assert runtime.audit()
        assert len(runtime.trail()) == 1 + len(record.history)


def _without_history(record):
    document = record.document()
    return {key: value for key, value in document.items() if key not in ("format", "history")}


def test_answers_name_what_is_registered_in_the_order_it_was_written_in(tmp_path):
    record = ek.load("order-split")
    nowhere = ek.fork_parallel("b0", rule="nowhere")
    with Runtime.create(tmp_path / "order.ek", record) as runtime:
        assert runtime.prepare(nowhere).answer.why == ek.check(record, nowhere).why
        assert list(runtime.record().registration.rules) == list(record.registration.rules)
