"""A client that tries random events on a runtime, and says what it tries and what it was answered as JSON.

It keeps tokens and offers for a while, so that some are stale by the time they are used.
"""

from execedit_kit.edits.asking import extend
from execedit_kit.edits.derivation import InvalidEdit
from execedit_kit.runtime.answers import Sent, Settled
from tests.support.generate import Dice
from tests.support.runtimes import branch_to_try, canonical, edit_to_try, extension_to_try, private_key

EVENTS = ["use"] * 16 + ["dispatch"] * 3 + ["settle"] * 3 + ["install"] * 3 + ["retry", "checkpoint", "wrong", "extend"]


class Client:
    """One process's handle on a file, and what it tries.

    Parameters
    ----------
    runtime : Runtime
        Open in this process.
    random : random.Random
        Whose dice decide.
    """

    def __init__(self, runtime, random):
        self.runtime = runtime
        self.dice = Dice(random.randint)
        self.tokens = runtime.tokens()
        self.offers = []

    def choose(self):
        """Return what to try next: ``what``, its arguments, and the event that the history would hold, if any.

        What only the transaction decides (which request is the oldest) is ``None`` in the event.
        """
        dice = self.dice
        what = dice.one_of(EVENTS)
        allowed = self.runtime.allowed()
        if not dice.rarely(4):
            self.tokens = self.runtime.tokens()
        record = self.runtime.record()  # last, so that it knows every call of the others
        if what in ("use", "wrong"):
            calls = list(allowed) if what == "use" and not dice.rarely(5) else list(self.tokens)
            if not calls:
                return self._edit(record)
            call = dice.one_of(calls)
            tried = {"call": call, "token": self.tokens.get(call, "none"), "request": canonical(record, call)}
            if what == "use":
                return {"what": "use", **tried, "event": {"call": call}}
            wrong = dice.one_of([{"request": {"wrong": 1}}, {"token": tried["token"][:-4] + "AAAA"}, {"token": ""}])
            return {"what": "use", **tried, **wrong, "event": None}
        if what == "retry":
            call = dice.one_of([step.call for step in record.processed] or list(record.calls))
            return {"what": what, "call": call, "request": canonical(record, call), "event": None}
        if what == "dispatch":
            return {"what": what, "event": {"dispatch": None}}
        if what == "settle":
            action = dice.one_of([*record.sent, *record.registration.actions])
            value = {"done": dice.number(0, 1)}
            return {"what": what, "action": action, "value": value, "event": {"settle": action, "value": value}}
        if what == "checkpoint":
            name, branch = f"k{dice.number(2, 40)}", branch_to_try(dice, record)
            return {"what": what, "name": name, "branch": branch, "event": {"checkpoint": name, "branch": branch}}
        if what == "extend":
            additions = extension_to_try(dice, record)
            return {"what": what, "additions": additions, "event": {"extend": additions}}
        return self._edit(record)

    def _edit(self, record):
        kept = self.dice.number(0, len(self.offers) - 1) if self.offers and self.dice.rarely(3) else None
        edit = edit_to_try(self.dice, record) if kept is None else self.offers[kept].answer.edit.document()
        return {"what": "install", "edit": edit, "kept": kept, "event": {"edit": edit}}

    def do(self, tried):
        """Try it. Returns the kind of the answer, the record version it names, and the event that it acknowledges."""
        answer = getattr(self, f"_{tried['what']}")(tried)
        event = tried["event"] if answer else None
        if isinstance(answer, Sent):
            event = {"dispatch": answer.action}
        if isinstance(answer, Settled) and answer.again:
            event = None
        said = {"reason": getattr(answer, "reason", None), "value": getattr(answer, "value", None)}
        return {"answer": type(answer).__name__, "version": answer.record_version, "event": event, **said}

    def _use(self, tried):
        return self.runtime.use(tried["call"], tried["token"], tried["request"])

    def _retry(self, tried):
        return self.runtime.retry(tried["call"], tried["request"])

    def _dispatch(self, tried):
        return self.runtime.dispatch()

    def _settle(self, tried):
        return self.runtime.settle(tried["action"], tried["value"])

    def _checkpoint(self, tried):
        return self.runtime.checkpoint(tried["name"], tried["branch"])

    def _extend(self, tried):
        return self.runtime.install(self.runtime.prepare(extend(**tried["additions"])))

    def _install(self, tried):
        if tried["kept"] is None:
            try:
                asked = self.runtime.removal(tried["edit"])
                signatures = {name: asked.sign(private_key(name)) for name in asked.authorities}
            except InvalidEdit:
                signatures = {}
            prepared = self.runtime.prepare(tried["edit"], signatures=signatures)
            if prepared:
                self.offers = [*self.offers[-3:], prepared]
        else:
            prepared = self.offers[tried["kept"]]
        # A signature is for the record as it stood: when another process was faster, there is nothing to install.
        return prepared if not hasattr(prepared, "answer") else self.runtime.install(prepared)
