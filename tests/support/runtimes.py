"""Domains to run and things to try in them: records, keys, edits that mostly fit, requests that mostly match."""

import hashlib
import json
import os
import tempfile
from functools import cache
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import execedit_kit as ek
from execedit_kit.record.workflow import Branch, branches, current
from tests.support.generate import EDITS, Dice, question, request

MOST_CALLS = 9
MEMORY = Path("/dev/shm")


def quick_folder():
    """A folder that goes away, in memory where there is such a place: what a killed process wrote stays there too."""
    in_memory = MEMORY.is_dir() and os.access(MEMORY, os.W_OK)
    return tempfile.TemporaryDirectory(dir=MEMORY if in_memory else None)


def private_key(authority):
    """An authority's key: always the same one."""
    return Ed25519PrivateKey.from_private_bytes(hashlib.sha256(authority.encode()).digest())


def authorities(record):
    """Everybody who requires a result of the record, now or through a rule."""
    contracts = [branch.contract for branch in branches(record.workflow)]
    for rule in record.registration.rules.values():
        contracts += [part for part in (rule.left, rule.right, rule.join) if part is not None]
    names = {name for contract in contracts for result in contract.results for name in result.authorities}
    return sorted(names | {record.registration.authority})


def public_keys(record):
    return {name: private_key(name).public_key() for name in authorities(record)}


@cache
def generated(seed):
    """A small record that can be started, drawn by its seed."""
    dice = Dice.of(f"runtime {seed}")
    while True:
        record = question(dice, dice.one_of(EDITS)).record
        if ek.check(record) and 2 <= len(record.calls) <= 2 * MOST_CALLS:
            return record


@cache
def lasting():
    """A domain in which there is always something to do: three short branches, and rules that add to forks."""
    actions = {name: {"request": {"do": name}} for name in "abcdef"}
    return ek.record(
        domain="lasting",
        actions=actions,
        policy={"all": [{"before": ["a", "b"]}, {"exclusive": ["e", "f"]}]},
        rules={
            "more": {"kind": "fork_parallel", "left": "c", "right": "d"},
            "either": {"kind": "fork_choice", "left": "e", "right": "f"},
            "then": {"kind": "merge_join", "join": "c"},
        },
        workflow={
            "parallel": [
                {"branch": "one", "contract": {"sequence": ["a", "b"]}},
                {"branch": "two", "contract": {"choice": ["c", "d"]}},
            ],
            "group": "both",
        },
        history=[ek.checkpoint("k0", "one").document(), ek.checkpoint("k1", "two").document()],
    )


def canonical(record, call):
    """The canonical request of a call's action."""
    return json.loads(record.registration.actions[record.calls[call]].request_json)


def edit_to_try(dice, record):
    """An edit that mostly fits the record, without signatures; ``None`` when the record is large enough."""
    remaining = sum(len(branch.contract.calls) for branch in branches(record.workflow))
    kinds = EDITS if remaining < MOST_CALLS else ("merge_select", "merge_join")
    asked = request(dice, record, dice.one_of(kinds))
    (fields,) = asked.values()
    fields.pop("signed_by", None)
    return asked


def branch_to_try(dice, record):
    here = [node.name for node in current(record.workflow) if isinstance(node, Branch)]
    return dice.one_of([*here, *here, "nowhere"])


def extension_to_try(dice, record):
    """More of something; now and then what is there already."""
    number = dice.number(0, 3)
    name = f"extra{len(record.registration.actions) + (number > 0)}"
    additions = [
        {"actions": {name: {}}},
        {"actions": {name: {"label": "x"}}, "rules": {f"r{name}": {"kind": "fork_parallel", "left": name}}},
        {"policy": {"any": True}},
        {"policy": {"never": next(iter(record.registration.actions.values())).label}},
        {"actions": {next(iter(record.registration.actions)): {}}},
    ]
    return dice.one_of(additions)
