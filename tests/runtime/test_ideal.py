"""The runtime and the ideal machine, driven together: everything that an agent can see is the same.

Two handles on one file stand for two processes, so that everything races with everything; a handle is closed and
opened again at any moment; tokens, offers and signatures are kept and used when they are stale.
"""

from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, precondition, rule

import execedit_kit as ek
from execedit_kit.record.build import read_edit
from execedit_kit.runtime import ideal
from execedit_kit.runtime.answers import Denied, Installed, NoCommit, Prepared
from execedit_kit.runtime.runtime import Runtime
from tests.support.generate import Dice
from tests.support.runtimes import (
    authorities,
    branch_to_try,
    canonical,
    edit_to_try,
    extension_to_try,
    generated,
    private_key,
    public_keys,
    quick_folder,
)
from tests.support.strategies import examples

MOST_PAIRS = 300
STORIES = ("laptop", "laptop-forked", "release-alone", "order-split", "pair-e-queued", "stale-before", "tender-award")


def seen(answer):
    """What an answer says, without sentences and without the text of tokens."""
    match answer:
        case Denied(reason, _, version):
            return "denied", reason, version
        case NoCommit(moved, _, version):
            return "no commit", moved, version
        case Installed(version, _, record_version):
            return "installed", version, record_version
    return answer


class Together(RuleBasedStateMachine):
    tokens = Bundle("tokens")
    offers = Bundle("offers")
    signatures = Bundle("signatures")

    @initialize(story=st.none() | st.sampled_from(STORIES), seed=st.integers(0, 400), version=st.integers(0, 5))
    def begin(self, story, seed, version):
        record = generated(seed) if story is None else ek.load(story)
        self.folder = quick_folder()
        self.path = Path(self.folder.name) / "domain.ek"
        keys = public_keys(record)
        if seed % 3 == 0:
            keys.pop(authorities(record)[0])
        self.handles = [Runtime.create(self.path, record, keys=keys, rule_version=version), Runtime.open(self.path)]
        self.machine = ideal.start("here", record, version, frozenset(keys))
        # Another domain, whose tokens are genuine, elsewhere.
        other = Runtime.create(Path(self.folder.name) / "other.ek", record, keys=keys, rule_version=version)
        self.foreign = other.tokens()
        other.close()

    def teardown(self):
        if hasattr(self, "handles"):
            assert self.handles[0].audit()
            for handle in self.handles:
                handle.close()
            self.folder.cleanup()

    def both(self, which, name, *arguments, mapped=None):
        """Do the same here and there, and compare the answers."""
        real = getattr(self.handles[which], name)(*(arguments if mapped is None else mapped))
        wanted, self.machine = getattr(ideal, name)(self.machine, *arguments)
        assert seen(real) == seen(wanted)
        if isinstance(real, Installed):
            assert real.tokens == self.handles[which].tokens()
        return real

    # ---------------------------------------------------------------- what is given out

    @rule(target=tokens, which=st.integers(0, 1), data=st.data())
    def take_tokens(self, which, data):
        real, wanted = self.handles[which].tokens(), ideal.tokens(self.machine)
        assert real.keys() == wanted.keys()
        chosen = data.draw(st.lists(st.sampled_from(sorted(real)), max_size=4)) if real else []
        return multiple(*((real[call], wanted[call]) for call in chosen))

    @rule(target=tokens, data=st.data())
    def make_up_a_token(self, data):
        """What nobody issued: noise, a token of another domain, one with a letter changed."""
        if self.foreign and data.draw(st.booleans()):
            call = data.draw(st.sampled_from(sorted(self.foreign)))
            return self.foreign[call], ideal.Token("elsewhere", call, 1)
        real = self.handles[0].tokens()
        if not real or data.draw(st.booleans()):
            return data.draw(st.sampled_from(["", "ek1..", "ek1.W10.AA", "nonsense", None, 7, b"ek1"])), None
        text = real[data.draw(st.sampled_from(sorted(real)))]
        place = data.draw(st.integers(text.rindex(".") + 1, len(text) - 1))
        other = "A" if text[place] != "A" else "B"
        return text[:place] + other + text[place + 1 :], None

    # ---------------------------------------------------------------- events

    @rule(which=st.integers(0, 1), token=tokens, data=st.data())
    def use(self, which, token, data):
        real, wanted = token
        record = self.machine.record
        call = wanted.call if isinstance(wanted, ideal.Token) and data.draw(st.integers(0, 9)) else None
        if call not in record.calls:
            call = data.draw(st.sampled_from(sorted(record.calls)))
        request = canonical(record, call) if data.draw(st.integers(0, 9)) else {"something": "else"}
        self.both(which, "use", call, wanted, request, mapped=(call, real, request))

    @rule(which=st.integers(0, 1), data=st.data())
    def use_what_is_allowed(self, which, data):
        allowed = self.handles[which].allowed()
        if allowed:
            call = data.draw(st.sampled_from(allowed))
            token = self.handles[which].tokens()[call]
            request = canonical(self.machine.record, call)
            wanted = ideal.tokens(self.machine)[call]
            assert self.both(which, "use", call, wanted, request, mapped=(call, token, request))

    @rule(which=st.integers(0, 1), data=st.data())
    def retry(self, which, data):
        record = self.machine.record
        done = [step.call for step in record.processed]
        call = data.draw(st.sampled_from(done * 3 + sorted(record.calls)))
        request = canonical(record, call) if data.draw(st.integers(0, 5)) else 17
        self.both(which, "retry", call, request)

    @rule(which=st.integers(0, 1))
    def dispatch(self, which):
        self.both(which, "dispatch")

    @rule(which=st.integers(0, 1), data=st.data(), value=st.sampled_from([None, 1, {"ok": ["é", 2.5]}]))
    def settle(self, which, data, value):
        record = self.machine.record
        actions = [*record.sent, *sorted(record.registration.actions)]
        self.both(which, "settle", data.draw(st.sampled_from(actions)), value)

    @rule(which=st.integers(0, 1), seed=st.integers(0, 2**16))
    def checkpoint(self, which, seed):
        dice, record = Dice.of(seed), self.machine.record
        name = f"new{dice.number(0, 9)}"
        self.both(which, "checkpoint", name, branch_to_try(dice, record))

    # ---------------------------------------------------------------- edits and extensions

    @rule(target=signatures, which=st.integers(0, 1), seed=st.integers(0, 2**16))
    def sign(self, which, seed):
        """Every authority that is asked, or one of them, signs an edit of the record as it stands now."""
        edit = read_edit(edit_to_try(Dice.of(seed), self.machine.record))
        wanted = ideal.removal(self.machine, edit)
        if wanted is None or not wanted.removed:
            return multiple()
        asked = self.handles[which].removal(edit)
        assert asked.authorities == tuple(sorted({name for _, name in wanted.removed}))
        real = {name: asked.sign(private_key(name)) for name in asked.authorities}
        return edit, real, frozenset(ideal.Signature(name, wanted) for name in real)

    def offer(self, which, edit, real, wanted):
        made = self.handles[which].prepare(edit, signatures=real)
        offer = ideal.prepare(self.machine, edit, wanted)
        if isinstance(offer, Denied):
            assert seen(made) == seen(offer)
            return None
        assert isinstance(made, Prepared)
        assert made.answer.document() == offer.answer.document()
        return made, offer

    def small(self, edit):
        answer = ek.check(self.machine.record, edit)
        return answer.verdict == "invalid" or answer.rounds[0] <= MOST_PAIRS

    @rule(target=offers, which=st.integers(0, 1), seed=st.integers(0, 2**16))
    def prepare(self, which, seed):
        edit = read_edit(edit_to_try(Dice.of(seed), self.machine.record))
        offer = self.offer(which, edit, {}, frozenset()) if self.small(edit) else None
        return multiple() if offer is None else offer

    @rule(target=offers, which=st.integers(0, 1), signed=signatures)
    def prepare_signed(self, which, signed):
        offer = self.offer(which, *signed)
        return multiple() if offer is None else offer

    @rule(which=st.integers(0, 1), signed=signatures)
    def claim_signatures(self, which, signed):
        ((kind, fields),) = signed[0].document().items()
        edit = read_edit({kind: {**fields, "signed_by": sorted(signed[1])}})
        assert self.offer(which, edit, {}, frozenset()) is None

    @rule(target=offers, which=st.integers(0, 1), seed=st.integers(0, 2**16))
    def prepare_extension(self, which, seed):
        extension = ek.extend(**extension_to_try(Dice.of(seed), self.machine.record))
        return self.offer(which, extension, {}, frozenset())

    @rule(which=st.integers(0, 1), offer=offers)
    def install(self, which, offer):
        self.both(which, "install", offer[1], mapped=(offer[0],))

    @rule(which=st.integers(0, 1), seed=st.integers(0, 2**16))
    def edit_at_once(self, which, seed):
        """Prepare in one process and install in the other."""
        edit = read_edit(edit_to_try(Dice.of(seed), self.machine.record))
        offer = self.offer(which, edit, {}, frozenset()) if self.small(edit) else None
        if offer is not None:
            self.install(1 - which, offer)

    # ---------------------------------------------------------------- stops

    @rule(which=st.integers(0, 1), politely=st.booleans())
    def reopen(self, which, politely):
        if politely:
            self.handles[which].close()
        self.handles[which] = Runtime.open(self.path, at_least=self.handles[1 - which].head)

    @precondition(lambda self: hasattr(self, "handles"))
    @invariant()
    def is_the_same(self):
        for handle in self.handles:
            assert handle.record() == self.machine.record
            assert handle.rule_version == self.machine.rule_version


Together.TestCase.settings = settings(examples(60), stateful_step_count=30)
TestTogether = Together.TestCase
