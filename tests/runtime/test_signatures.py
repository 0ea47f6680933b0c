"""Removals need the signatures of exactly those who lose something, under exactly this removal, as things stand now."""

import json
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

import execedit_kit as ek
from execedit_kit.edits.derivation import InvalidEdit
from execedit_kit.record.errors import KitError
from execedit_kit.runtime.answers import Damaged, Denied, NoCommit
from execedit_kit.runtime.runtime import Runtime
from execedit_kit.runtime.signatures import holds, public_key, removal
from tests.runtime.test_tampering import forged
from tests.support.runtimes import private_key

SELECT = ek.merge_select("g", "left")


def two(domain="two"):
    return ek.record(
        domain=domain,
        authority="school",
        actions=["a", "b", "c"],
        policy={"any": True},
        workflow={
            "choice": [
                {"branch": "left", "contract": "a"},
                {"branch": "right", "contract": {"choice": [{"sequence": ["b"], "authority": "alice"}, "c"]}},
            ],
            "group": "g",
        },
    )


def keys(*names):
    return {name: private_key(name).public_key() for name in names}


@pytest.fixture
def runtime(tmp_path):
    with Runtime.create(tmp_path / "two.ek", two(), keys=keys("alice", "school", "bob")) as runtime:
        yield runtime
        assert runtime.audit()


def by(runtime, *names, edit=SELECT):
    request = runtime.removal(edit)
    return {name: request.sign(private_key(name)) for name in names}


def test_what_is_asked_for_names_everything_it_covers(runtime):
    request = runtime.removal(SELECT)
    assert request.authorities == ("alice", "school")
    assert request.record == runtime.record().digest
    said = json.loads(request.message.partition(b"\n")[2])
    assert said["domain"] == "two"
    assert (said["policy_version"], said["rule_version"]) == (1, 1)
    assert json.loads(said["edit_json"]) == {"merge_select": {"group": "g", "winner": "left"}}
    assert [authorities for _, _, authorities in said["removed"]] == [["alice"], ["school"]]
    assert runtime.removal(SELECT.document()) == request


def test_with_every_signature_the_removal_is_installed(runtime):
    prepared = runtime.prepare(SELECT, signatures=by(runtime, "alice", "school"))
    assert runtime.install(prepared)
    assert runtime.record().history[-1].request.signed_by == ("alice", "school")
    assert set(runtime.tokens()) == {"a"}


@pytest.mark.parametrize("names", [(), ("alice",), ("school",)])
def test_without_one_of_them_the_edit_is_invalid(runtime, names):
    prepared = runtime.prepare(SELECT, signatures=by(runtime, *names))
    assert prepared.answer.broken == "signature"
    before = runtime.head
    assert runtime.install(prepared).reason == "not accepted"
    assert runtime.head == before


def test_a_bare_claim_is_refused(runtime):
    claimed = replace(SELECT, signed_by=("alice", "school"))
    assert ek.check(runtime.record(), claimed)  # in a file, a what-if
    for signatures in ({}, by(runtime, "alice", "school")):
        assert runtime.prepare(claimed, signatures=signatures).reason == "signature"


def test_nobody_else_signs(runtime):
    assert "requires none" in runtime.prepare(SELECT, signatures=by(runtime, "alice", "school", "bob")).why
    assert "no key of 'eve'" in runtime.prepare(SELECT, signatures=by(runtime, "alice", "school", "eve")).why
    swapped = dict(zip(("school", "alice"), by(runtime, "alice", "school").values(), strict=True))
    assert runtime.prepare(SELECT, signatures=swapped).reason == "signature"


@pytest.mark.parametrize("signature", [b"", bytes(64), b"x" * 63, "text", None, 7])
def test_what_is_no_signature_does_not_hold(runtime, signature):
    signatures = {**by(runtime, "alice", "school"), "alice": signature}
    assert "does not hold" in runtime.prepare(SELECT, signatures=signatures).why


def test_no_bit_of_a_signature_may_differ(signed_once):
    request, signature, key = signed_once
    for number in range(8 * len(signature)):
        changed = bytearray(signature)
        changed[number // 8] ^= 1 << number % 8
        assert not holds(key, bytes(changed), request.message)


@pytest.fixture(scope="module")
def signed_once():

    request = removal(two(), SELECT, "issuer", (1, 1))
    return request, request.sign(private_key("alice")), public_key(private_key("alice").public_key())


def test_a_signature_covers_every_part(signed_once):
    request, signature, key = signed_once
    assert holds(key, signature, request.message)
    changes = {
        "issuer": "other",
        "domain": "other",
        "policy_version": 2,
        "rule_version": 2,
        "record": "sha256:0",
        "edit_json": ek.merge_select("g", "right").document(),
        "removed": request.removed[:1],
    }
    assert set(changes) == set(request.__slots__)
    for name, value in changes.items():
        assert not holds(key, signature, replace(request, **{name: value}).message), name


def test_anything_that_moves_undoes_the_signatures(runtime):
    signatures = by(runtime, "alice", "school")
    prepared = runtime.prepare(SELECT, signatures=signatures)
    assert runtime.checkpoint("k", "left")
    assert "as it stands" in runtime.prepare(SELECT, signatures=signatures).why
    assert isinstance(runtime.install(prepared), NoCommit)


def test_another_domain_has_its_own_signatures(runtime, tmp_path):
    with Runtime.create(tmp_path / "other.ek", two(), keys=keys("alice", "school")) as other:
        assert other.record() == runtime.record()
        assert other.prepare(SELECT, signatures=by(runtime, "alice", "school")).reason == "signature"


def test_an_offer_that_was_signed_elsewhere_is_not_installed(runtime, tmp_path):
    """Another file with the same record and versions: the answer is the same, the signatures are not for this file."""
    with Runtime.create(tmp_path / "other.ek", two(), keys=keys("alice", "school")) as other:
        prepared = other.prepare(SELECT, signatures=by(other, "alice", "school"))
    before = runtime.head
    assert runtime.install(prepared).reason == "signature"
    assert runtime.install(replace(prepared, signatures={})).moved == ("fixed point",)
    assert runtime.head == before


def test_what_removes_nothing_needs_and_takes_no_signature(runtime):
    assert runtime.checkpoint("k", "left")
    assert runtime.use("a", runtime.tokens()["a"])
    done = ek.restore_replace("left", "k")
    assert runtime.removal(done).removed == ()
    assert runtime.prepare(done, signatures={"school": bytes(64)}).reason == "signature"
    fork = ek.fork_choice("left")
    assert "removes nothing" in runtime.prepare(fork, signatures={"school": bytes(64)}).why
    assert runtime.install(runtime.prepare(done))


def test_nobody_is_asked_about_an_edit_without_derivation(runtime):
    with pytest.raises(InvalidEdit):
        runtime.removal(ek.merge_select("nowhere", "left"))
    with pytest.raises(KitError):
        runtime.removal(ek.extend(actions={"d": {}}))


def test_keys_go_in_as_keys_bytes_or_text_and_stay(tmp_path):
    key = private_key("alice").public_key()
    pem = key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    for number, given in enumerate((key, key.public_bytes_raw(), pem, pem.decode())):
        with Runtime.create(tmp_path / f"{number}.ek", two(), keys={"alice": given, **keys("school")}) as runtime:
            assert runtime.install(runtime.prepare(SELECT, signatures=by(runtime, "alice", "school")))
    for wrong in (private_key("alice"), b"short", "text", None, 7):
        with pytest.raises(KitError):
            Runtime.create(tmp_path / "wrong.ek", two(), keys={"alice": wrong})
        assert not (tmp_path / "wrong.ek").exists()


def test_an_extension_brings_no_key_for_somebody_who_is_there(tmp_path):
    """Else whoever may extend could sign in the name of an authority whose key nobody registered."""
    rule = {"kind": "fork_choice", "left": "c", "authority": "dora"}
    for number, record in enumerate((two(), ek.advance(two(), ek.checkpoint("k", "right")))):
        with Runtime.create(tmp_path / f"{number}.ek", record) as runtime:
            for name in ("school", "alice"):
                denied = runtime.extend(actions={"d": {}}, keys={name: private_key("eve").public_key()})
                assert denied.reason == "key"
                assert f"{name!r} requires results already" in denied.why
                assert not runtime.prepare(SELECT, signatures={name: b"x" * 64})
            assert runtime.extend(rules={"r": {**rule, "left": "d"}}, actions={"d": {}}, keys=keys("dora"))
            denied = runtime.extend(actions={"f": {}}, keys={"dora": private_key("eve").public_key()})
            assert denied.reason == "key"


def test_an_extension_brings_authorities_with_their_keys(runtime):
    before = runtime.head
    assert runtime.extend(actions={"d": {}}, keys=keys("bob")).tokens
    assert isinstance(runtime.extend(actions={"e": {}}, keys={"bob": private_key("eve").public_key()}), Denied)
    assert isinstance(runtime.prepare(SELECT, keys=keys("carol")), Denied)
    rule = {"kind": "fork_parallel", "left": "d", "authority": "carol"}
    assert runtime.extend(rules={"r": rule}, keys=keys("carol"))
    assert runtime.install(runtime.prepare(ek.fork_parallel("left", rule="r")))
    assert runtime.checkpoint("k", "left#1L")
    edit = ek.restore_replace("left#1L", "k")
    assert runtime.removal(edit).authorities == ("carol", "school")
    assert runtime.install(runtime.prepare(edit, signatures=by(runtime, "carol", "school", edit=edit)))
    with Runtime.open(runtime._session.path, at_least=before) as again:
        assert again.record() == runtime.record()


def test_signatures_stand_in_the_history_and_are_verified_on_opening(tmp_path):
    path = tmp_path / "two.ek"
    with Runtime.create(path, two(), keys=keys("alice", "school")) as runtime:
        signatures = by(runtime, "alice", "school")
        assert runtime.install(runtime.prepare(SELECT, signatures=signatures))
        events = [row.event for row in runtime._session.rows()]
    assert events[1]["signatures"] == {name: signature.hex() for name, signature in signatures.items()}
    events[1]["signatures"]["alice"] = bytes(64).hex()
    forged(path, 1, lambda event: json.dumps(events[1]))
    with pytest.raises(Damaged, match="signature of 'alice' does not hold"):
        Runtime.open(path)


def test_who_signed_in_the_record_it_starts_from_is_taken_from_there(tmp_path):
    record = ek.advance(two(), replace(SELECT, signed_by=("alice", "school")))
    with Runtime.create(tmp_path / "two.ek", record) as runtime:
        assert runtime.record() == record
        assert runtime.rule_version == 2
        assert runtime.audit()
    Runtime.open(tmp_path / "two.ek").close()
