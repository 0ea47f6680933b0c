"""Whatever is given to a public method: an answer, or an error for people that names the argument; never a traceback
from inside, and nothing changed."""

import pytest

import execedit_kit as ek
from execedit_kit.edits.extend import Extend
from execedit_kit.record.errors import KitError
from execedit_kit.record.events import ForkChoice, MergeSelect, RestoreReplace
from execedit_kit.runtime.answers import Denied, NoCommit, Prepared
from execedit_kit.runtime.runtime import Runtime
from tests.support.runtimes import private_key


def nested(make):
    value = make(None)
    for _ in range(2000):
        value = make(value)
    return value


class Unwilling:
    """Says nothing of itself, is equal to nothing and has no hash."""

    __hash__ = None

    def __repr__(self):
        raise ValueError("no")

    def __eq__(self, other):
        raise ValueError("no")


WRONG = {
    "nothing": None,
    "a list": [],
    "a mapping": {},
    "a number": 5,
    "truth": True,
    "no number": float("nan"),
    "without end": float("inf"),
    "below zero": -1,
    "bytes": b"x",
    "no text": "",
    "a name unknown": "nowhere",
    "zero": "\x00",
    "very long": "x" * 200_000,
    "half a pair": "\ud800",
    "deep lists": nested(lambda inner: [inner]),
    "deep mappings": nested(lambda inner: {"a": inner}),
    "a set": {1},
    "keys that are no text": {5: 5},
    "a class": Runtime,
    "an object": Unwilling(),
}

REQUEST = {"do": "b"}


def extension(runtime, given, what):
    return runtime.prepare({"extend": {what: given}})


ARGUMENTS = {
    "retry call": lambda runtime, given: runtime.retry(given, REQUEST),
    "retry request": lambda runtime, given: runtime.retry("a", given),
    "use call": lambda runtime, given: runtime.use(given, runtime.tokens()["b"], REQUEST),
    "use call and token": lambda runtime, given: runtime.use(given, given, REQUEST),
    "use token": lambda runtime, given: runtime.use("b", given, REQUEST),
    "use request": lambda runtime, given: runtime.use("b", runtime.tokens()["b"], given),
    "settle action": lambda runtime, given: runtime.settle(given, 1),
    "checkpoint name": lambda runtime, given: runtime.checkpoint(given, "nowhere"),
    "checkpoint branch": lambda runtime, given: runtime.checkpoint("k", given),
    "removal edit": lambda runtime, given: runtime.removal(given),
    "prepare edit": lambda runtime, given: runtime.prepare(given),
    "prepare signatures": lambda runtime, given: runtime.prepare(ek.fork_choice("l"), signatures=given or [given]),
    "prepare signature of": lambda runtime, given: runtime.prepare(drop(), signatures={"school": given}),
    "prepare keys": lambda runtime, given: runtime.prepare(ek.fork_choice("l"), keys=given or [given]),
    "prepare key of": lambda runtime, given: runtime.prepare(Extend('{"actions":{"z":{}}}'), keys={"new": given}),
    "prepare fork of": lambda runtime, given: runtime.prepare(ForkChoice(given)),
    "prepare rule of": lambda runtime, given: runtime.prepare(ForkChoice("l", rule=given or "nowhere")),
    "prepare winner of": lambda runtime, given: runtime.prepare(MergeSelect("g", given)),
    "prepare signers of": lambda runtime, given: runtime.prepare(RestoreReplace("l", "k", signed_by=given or [given])),
    "prepare additions of": lambda runtime, given: runtime.prepare(Extend(given)),
    "prepare extend": lambda runtime, given: runtime.prepare({"extend": given or [given]}),
    "prepare actions": lambda runtime, given: extension(runtime, given or [given], "actions"),
    "prepare calls": lambda runtime, given: extension(runtime, given or [given], "calls"),
    "prepare rules": lambda runtime, given: extension(runtime, given or [given], "rules"),
    "prepare policy": lambda runtime, given: extension(runtime, given or [given], "policy"),
    "prepare more": lambda runtime, given: extension(runtime, given, "nowhere"),
    "install prepared": lambda runtime, given: runtime.install(given),
    "install answer": lambda runtime, given: runtime.install(Prepared(given, 2, 1, 1, {}, {})),
    "install signatures": lambda runtime, given: runtime.install(offered(runtime, signatures=given or [given])),
    "install keys": lambda runtime, given: runtime.install(offered(runtime, keys=given or [given])),
    "install versions": lambda runtime, given: runtime.install(offered(runtime, record_version=given)),
    "extend keys": lambda runtime, given: runtime.extend(keys=given or [given], actions={"z": {}}),
    "extend actions": lambda runtime, given: runtime.extend(actions=given or [given]),
    "extend nowhere": lambda runtime, given: runtime.extend(nowhere=given),
    "sign key": lambda runtime, given: runtime.removal(ek.fork_choice("l")).sign(given),
}


def drop():
    return ek.merge_select("g", "left")


def offered(runtime, **changes):
    prepared = runtime.prepare(ek.fork_choice("l"))
    fields = {name: getattr(prepared, name) for name in prepared.__dataclass_fields__}
    return Prepared(**{**fields, **changes})


@pytest.fixture(scope="module")
def runtime(tmp_path_factory):
    record = ek.record(
        actions={name: {"request": {"do": name}} for name in "abc"},
        policy={"any": True},
        authority="school",
        workflow={
            "choice": [
                {"branch": "l", "contract": {"sequence": ["a", "b"]}},
                {"branch": "r", "contract": "c"},
            ],
            "group": "g",
        },
    )
    path = tmp_path_factory.mktemp("arguments") / "domain.ek"
    with Runtime.create(path, record, keys={"school": private_key("school").public_key()}) as runtime:
        assert runtime.use("a", runtime.tokens()["a"], {"do": "a"})
        assert runtime.dispatch()
        yield runtime
        assert runtime.audit()


def asked(ask, *arguments):
    """What is said: by an error for people, or by an answer that counts as false."""
    try:
        answer = ask(*arguments)
    except KitError as error:
        return str(error)
    assert not answer
    assert isinstance(answer, Denied | NoCommit | Prepared), answer
    return answer.answer.why if isinstance(answer, Prepared) else str(answer)


@pytest.mark.parametrize("argument", ARGUMENTS)
@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_value_is_refused_for_people_and_changes_nothing(runtime, argument, wrong):
    before = runtime.head
    said = asked(ARGUMENTS[argument], runtime, WRONG[wrong])
    assert len(said) > 10
    assert len(said) < 1000 or "$" not in said  # an edit's own answer names what was asked, however long
    assert "Error" not in said
    assert runtime.head == before


NAMED = {
    "use call": ("a list", "call"),
    "retry call": ("a mapping", "call"),
    "settle action": ("a list", "action"),
    "checkpoint name": ("a list", "name"),
    "checkpoint branch": ("a number", "branch"),
    "use request": ("no number", "request"),
    "retry request": ("a set", "request"),
    "prepare signatures": ("a list", "signatures"),
    "prepare keys": ("a number", "keys"),
    "install prepared": ("nothing", "prepare"),
}


@pytest.mark.parametrize("argument", NAMED)
def test_the_refusal_names_the_argument(runtime, argument):
    wrong, name = NAMED[argument]
    with pytest.raises(KitError, match=name):
        ARGUMENTS[argument](runtime, WRONG[wrong])


RIGHT = [
    ("rule_version", "a number"),
    ("patience", "a number"),
    ("path", "a name unknown"),
    ("keys", "a mapping"),
    ("at_least", "nothing"),
]


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("argument", ["path", "record", "keys", "key of", "rule_version", "patience", "limits"])
def test_nothing_is_created_from_a_wrong_value(tmp_path, monkeypatch, argument, wrong):
    monkeypatch.chdir(tmp_path)
    given = WRONG[wrong]
    fields = {"path": tmp_path / "domain.ek", "record": ek.load("laptop"), argument: given}
    if argument == "key of":
        fields["keys"] = {"school": fields.pop(argument)}
    if (argument, wrong) in RIGHT:
        return
    with pytest.raises(KitError) as refused:
        Runtime.create(**fields)
    assert 10 < len(str(refused.value)) < 1000
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("argument", ["path", "at_least", "patience", "limits"])
def test_nothing_is_opened_with_a_wrong_value(runtime, argument, wrong):
    given = WRONG[wrong]
    if (argument, wrong) in RIGHT:
        return
    with pytest.raises(KitError) as refused:
        Runtime.open(**{"path": runtime._session.path, argument: given})
    assert 10 < len(str(refused.value)) < 1000


def test_what_was_denied_installs_nothing(runtime):
    denied = runtime.prepare(drop(), signatures={"school": b"forged"})
    assert isinstance(denied, Denied)
    assert runtime.install(denied) is denied
