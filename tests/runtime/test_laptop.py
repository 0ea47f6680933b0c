"""The laptop order enforced: section 5 event by event, with what each refuses and that a refusal changes nothing."""

import pytest

import execedit_kit as ek
from execedit_kit.record.json_text import DEEPEST
from execedit_kit.runtime.answers import Denied, Installed, NoCommit, Sent, Settled, Stored, Used
from execedit_kit.runtime.runtime import Runtime

FORK = ek.fork_choice("b0", rule="suppliers")


@pytest.fixture
def runtime(tmp_path):
    with Runtime.create(tmp_path / "laptop.ek", ek.load("laptop")) as runtime:
        yield runtime
        assert runtime.audit()


@pytest.fixture
def forked(runtime):
    assert runtime.install(runtime.prepare(FORK))
    return runtime


def test_a_document_starts_a_runtime_whose_record_it_is(runtime):
    assert runtime.record() == ek.load("laptop")


def test_an_installation_gives_every_remaining_call_a_token(runtime):
    answer = runtime.install(runtime.prepare(FORK))
    assert isinstance(answer, Installed)
    assert answer.tokens == runtime.tokens()
    assert set(answer.tokens) == {"xpL#1L", "xsL#1L", "xpR#1R", "xsR#1R"}
    assert runtime.record() == ek.advance(ek.load("laptop"), FORK)


def test_a_second_payment_is_denied(forked):
    tokens = forked.tokens()
    assert forked.use("xpL#1L", tokens["xpL#1L"]) == Used("xpL#1L", "pay_L", "new", "queued", None, 5)
    before = forked.head
    for call in ("xpL#1L", "xpR#1R"):
        denied = forked.use(call, tokens[call])
        assert isinstance(denied, Denied)
        assert not denied
    assert forked.use("xpL#1L", tokens["xpL#1L"]).reason == "processed"
    assert forked.use("xpR#1R", tokens["xpR#1R"]).reason == "not enabled"
    assert forked.head == before


def test_requests_are_sent_in_order_and_settled_once(forked):
    assert forked.settle("reserve", 7).reason == "not sent"
    assert forked.dispatch() == Sent("reserve", None, 5)
    assert forked.settle("reserve", 7) == Settled("reserve", 7, 6)
    assert forked.settle("reserve", 7) == Settled("reserve", 7, 6, again=True)
    assert forked.settle("reserve", 8).reason == "settled"
    assert forked.dispatch().action == "approve"
    assert forked.dispatch().reason == "queue"
    assert forked.retry("xr") == Stored("xr", "reserve", "returned", 7, 7)
    assert forked.retry("xa") == Stored("xa", "approve", "sent", None, 7)
    assert forked.retry("xpL#1L").reason == "not processed"
    assert forked.retry("xr", {"other": "request"}).reason == "request"


def test_after_an_installation_old_tokens_fail_and_a_retry_finds_its_return(forked):
    old = forked.tokens()
    assert forked.use("xpR#1R", old["xpR#1R"])
    forked.dispatch(), forked.dispatch(), forked.dispatch()
    assert forked.settle("pay_R", "receipt")
    live = forked.install(forked.prepare(ek.restore_live("b0#1R", "k")))
    assert isinstance(live, Installed)
    assert forked.use("xsR#1R", old["xsR#1R"]).reason == "stale"
    assert forked.retry("xpR#1R").value == "receipt"
    reuse = forked.use("xa#2k", live.tokens["xa#2k"])
    assert (reuse.action, reuse.mode, reuse.status) == ("approve", "reuse", "sent")


def test_anything_that_moved_since_the_check_stops_the_installation(runtime):
    prepared = runtime.prepare(FORK)
    assert runtime.dispatch()
    stopped = runtime.install(prepared)
    assert isinstance(stopped, NoCommit)
    assert stopped.moved == ("record",)
    assert '{"dispatch":"reserve"}' in stopped.why
    assert runtime.install(runtime.prepare(FORK))
    assert runtime.install(prepared).moved == ("record", "rule version")


@pytest.mark.parametrize("name", [None, "", 5, True, [], "\ud800"])
def test_a_checkpoint_has_a_name_that_a_history_can_hold(runtime, name):
    before = runtime.head
    with pytest.raises(ek.MalformedRecord):
        runtime.checkpoint(name, "b0")
    assert runtime.head == before


def test_a_return_is_a_value_that_a_history_can_hold(runtime):
    """Inside its event a value lies one level deeper; the deepest that is taken comes back."""
    deepest = 0
    for _ in range(DEEPEST - 1):
        deepest = [deepest]
    action = runtime.dispatch().action
    before = runtime.head
    with pytest.raises(ek.MalformedRecord, match="nested"):
        runtime.settle(action, [deepest])
    assert runtime.head == before
    assert runtime.settle(action, deepest)
