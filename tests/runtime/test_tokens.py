"""Tokens: forged, stale, replayed, cross-domain, for another request: all denied, and nothing changes."""

import base64
import json
from dataclasses import replace

import pytest

import execedit_kit as ek
from execedit_kit.runtime.runtime import Runtime
from execedit_kit.runtime.tokens import Claims, claimed, genuine, mint

REQUEST = {"amount": 5, "to": "L"}


def purchase(domain="purchase", request=REQUEST):
    return ek.record(
        domain=domain,
        actions={"pay": {"request": request}, "ship": {}, "scrap": {}},
        calls={"again": "pay"},
        policy={"words": [["pay", "ship"]]},
        workflow={"branch": "b", "contract": {"sequence": ["pay", "ship", "again"]}},
    )


@pytest.fixture
def runtime(tmp_path):
    with Runtime.create(tmp_path / "purchase.ek", purchase()) as runtime:
        yield runtime
        assert runtime.audit()


def other(folder, **changes):
    with Runtime.create(folder / "other.ek", purchase(**changes)) as runtime:
        return runtime.tokens()


def changed_claim(token, place, value):
    """The token with one claim changed, and its seal as it was."""
    prefix, body, seal = token.split(".")
    claims = json.loads(base64.urlsafe_b64decode(body + "=="))
    claims[place] = value
    body = base64.urlsafe_b64encode(json.dumps(claims, separators=(",", ":")).encode()).decode().rstrip("=")
    return ".".join((prefix, body, seal))


def forgeries(token):
    prefix, body, seal = token.split(".")
    return [
        "",
        "pay",
        None,
        7,
        b"ek1",
        ["ek1"],
        token.encode(),
        token + "A",
        token[:-1],
        token.upper(),
        token + "\n",
        " " + token,
        token.replace("ek1", "ek2"),
        f"{prefix}.{body}",
        f"{prefix}.{body}.",
        f"{prefix}..{seal}",
        f"{prefix}.{body}.{seal}.{seal}",
        f"{prefix}.{body}=.{seal}",
        f"{prefix}.{body}.{seal}=",
        f"{prefix}.{body}.{seal[::-1]}",
        f"{prefix}.{body}.{seal[:-1]}{'A' if seal[-1] != 'A' else 'E'}",
        changed_claim(token, 2, "ship"),
        changed_claim(token, 3, "ship"),
        changed_claim(token, 4, "sha256:0"),
        changed_claim(token, 5, 2),
        changed_claim(token, 5, True),
        changed_claim(token, 5, 1.0),
        changed_claim(token, 2, None),
        "ek1." + "A" * 100_000 + ".AA",
        "é\ud800",
        "ek1." + base64.urlsafe_b64encode(b"[" * 50_000).decode() + ".AA",
        mint(bytes(32), claimed(token)),
        mint(b"", claimed(token)),
    ]


def test_no_forged_token_is_taken(runtime):
    before, token = runtime.head, runtime.tokens()["pay"]
    for forged in forgeries(token):
        denied = runtime.use("pay", forged, REQUEST)
        assert not denied
        assert denied.reason == "forged", forged
    assert runtime.head == before
    assert runtime.use("pay", token, REQUEST)


def test_a_token_of_another_domain_or_file_is_out_of_scope(runtime, tmp_path):
    before = runtime.head
    for number, changes in enumerate(({}, {"domain": "another"})):
        (tmp_path / str(number)).mkdir()
        denied = runtime.use("pay", other(tmp_path / str(number), **changes)["pay"], REQUEST)
        assert denied.reason == "scope"
    token = runtime.tokens()["pay"]
    for place in (0, 1):
        assert runtime.use("pay", changed_claim(token, place, "elsewhere"), REQUEST).reason == "scope"
    assert runtime.head == before


def test_a_token_is_for_one_call(runtime):
    tokens, before = runtime.tokens(), runtime.head
    assert runtime.use("pay", tokens["again"], REQUEST).reason == "call"
    assert runtime.use("nowhere", tokens["pay"], REQUEST).reason == "call"
    assert runtime.use("ship", tokens["pay"]).reason == "call"
    assert runtime.head == before


REQUESTS = [None, {}, {"amount": 5}, {**REQUEST, "amount": 50}, {**REQUEST, "x": 1}, [REQUEST]]


@pytest.mark.parametrize("request_made", REQUESTS)
def test_a_token_is_for_one_request(runtime, request_made):
    before = runtime.head
    assert runtime.use("pay", runtime.tokens()["pay"], request_made).reason == "request"
    assert runtime.head == before


def test_the_canonical_request_has_no_order_of_keys(runtime):
    assert runtime.use("pay", runtime.tokens()["pay"], {"to": "L", "amount": 5})


def test_what_is_no_json_is_a_mistake_of_the_caller(runtime):
    before = runtime.head
    with pytest.raises(ek.MalformedRecord):
        runtime.use("pay", runtime.tokens()["pay"], {"amount": object()})
    with pytest.raises(ek.MalformedRecord):
        runtime.settle("pay", float("nan"))
    assert runtime.head == before


def test_a_token_is_used_once(runtime):
    tokens = runtime.tokens()
    assert runtime.use("pay", tokens["pay"], REQUEST)
    before = runtime.head
    assert runtime.use("pay", tokens["pay"], REQUEST).reason == "processed"
    assert runtime.head == before
    assert "pay" not in runtime.tokens()


def test_a_token_waits_for_its_turn(runtime):
    tokens = runtime.tokens()
    assert runtime.use("ship", tokens["ship"]).reason == "not enabled"
    assert runtime.use("pay", tokens["pay"], REQUEST)
    assert runtime.use("ship", tokens["ship"])
    assert runtime.use("again", tokens["again"], REQUEST).mode == "reuse"


def test_a_token_obeys_the_rules_in_force(tmp_path):
    """Enabled by the workflow and allowed by the policy; but then not every result could be finished any more."""
    words = [["x", "y"], ["x", "z"], ["y", "x"]]
    contract = {"results": {"first": {"calls": ["x", "y"]}, "second": {"calls": ["x", "z"]}}}
    record = ek.record(
        actions=["x", "y", "z"], policy={"words": words[:2]}, workflow={"branch": "b", "contract": contract}
    )
    with Runtime.create(tmp_path / "rules.ek", record) as runtime:
        before, tokens = runtime.head, runtime.tokens()
        assert set(tokens) == {"x", "y", "z"}
        assert runtime.allowed() == ("x",)
        assert runtime.use("y", tokens["y"]).reason == "rules"
        assert runtime.head == before
        assert runtime.use("x", tokens["x"])


def test_every_token_is_stale_after_an_installation(runtime):
    tokens = runtime.tokens()
    assert runtime.extend(actions={"refund": {}})
    before = runtime.head
    for call, token in tokens.items():
        assert runtime.use(call, token, REQUEST if call != "ship" else None).reason == "stale"
    assert runtime.head == before
    assert runtime.use("pay", runtime.tokens()["pay"], REQUEST)


def test_what_is_registered_and_nowhere_in_the_workflow_has_no_token(runtime):
    assert set(runtime.tokens()) == {"pay", "ship", "again"}


def test_equal_claims_give_equal_tokens_and_any_other_claim_another():
    key, claims = bytes(range(32)), Claims("i", "d", "c", "a", "r", 1)
    assert genuine(key, mint(key, claims)) == claims
    names = ("issuer", "domain", "call", "action", "request")
    others = [replace(claims, rule_version=2), *(replace(claims, **{name: "x"}) for name in names)]
    assert len({mint(key, each) for each in (claims, *others)}) == 7
    assert genuine(bytes(32), mint(key, claims)) is None
