"""Keeping to it: the rules in force, tokens, one journal of what happened, and recovery after any stop.

>>> import tempfile
>>> import execedit_kit as ek
>>> from execedit_kit.runtime import Runtime
>>> folder = tempfile.TemporaryDirectory()
>>> with Runtime.create(folder.name + "/laptop.ek", ek.load("laptop")) as runtime:
...     installed = runtime.install(runtime.prepare(ek.fork_choice("b0", rule="suppliers")))
...     paid = runtime.use("xpL#1L", installed.tokens["xpL#1L"])
...     again = runtime.use("xpR#1R", installed.tokens["xpR#1R"])
>>> paid.mode, again.reason
('new', 'not enabled')
>>> folder.cleanup()
"""

from execedit_kit.runtime.answers import (
    Busy,
    Checkpointed,
    Damaged,
    Denied,
    Failed,
    Installed,
    NoCommit,
    NotARuntime,
    Prepared,
    Sent,
    Settled,
    Stored,
    Used,
)
from execedit_kit.runtime.runtime import Runtime
from execedit_kit.runtime.signatures import SignatureRequest

__all__ = [
    "Busy",
    "Checkpointed",
    "Damaged",
    "Denied",
    "Failed",
    "Installed",
    "NoCommit",
    "NotARuntime",
    "Prepared",
    "Runtime",
    "Sent",
    "Settled",
    "SignatureRequest",
    "Stored",
    "Used",
]
