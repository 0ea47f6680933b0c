"""Several processes hammer one file; afterwards every answer any of them was given has to follow from one order.

The order is the history. Each answer names the record version that it made or was judged on. So it is explained when

- the events that were acknowledged are exactly the rows of the history, each once;
- a refusal, a retry or an offer that came too late is what the ideal machine answers at that version;
- the versions respect time: what was answered before something else was asked has no later version.

Run it as ``python -m tests.runtime.hammer --processes 8 --events 60``.
"""

import argparse
import json
import os
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random

from execedit_kit.edits.asking import extend
from execedit_kit.record.build import read_edit, read_step
from execedit_kit.record.json_text import canonical_json
from execedit_kit.runtime import ideal
from execedit_kit.runtime.runtime import Runtime
from execedit_kit.runtime.tokens import genuine
from tests.runtime.client import Client
from tests.runtime.torture import matches
from tests.support.runtimes import authorities, lasting, public_keys, quick_folder


def hammer(path, processes, events, seed):
    """Return what every process tried and was answered, with when, and how each of them ended."""
    children = []
    for number in range(processes):
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(reading)
            _work(path, events, f"{seed} {number}", writing)
        os.close(writing)
        children.append((pid, os.fdopen(reading, "rb")))
    said = [[json.loads(line) for line in pipe] for _, pipe in children]
    for pid, pipe in children:
        pipe.close()
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0, "a process ended with an error"
    return said


def _work(path, events, seed, pipe):
    status = 1
    try:
        with os.fdopen(pipe, "wb") as out, Runtime.open(path) as runtime:
            client = Client(runtime, Random(seed))
            for _ in range(events):
                tried = client.choose()
                asked = time.monotonic()
                answer = client.do(tried)
                line = {"tried": tried, "answer": answer, "asked": asked, "answered": time.monotonic()}
                out.write(json.dumps(line).encode() + b"\n")
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def explain(path, said):
    """Explain every answer by one order. Returns how often what was answered."""
    with Runtime.open(path) as runtime:
        assert runtime.audit()
        rows = [row.event for row in runtime._session.rows()]
        key, final = runtime._session.key, runtime.record()
    machines = _machines(rows)
    assert machines[-1].record == final
    counts, made = Counter(), {}
    for lines in said:
        before = 0
        for line in lines:
            answer, tried = line["answer"], line["tried"]
            version = answer["version"]
            assert version >= before, f"a process was answered {version} after {before}"
            before = version
            counts[answer["answer"] + (f": {answer['reason']}" if answer["reason"] else "")] += 1
            if answer["event"] is None:
                _explained(machines[version], tried, answer, key)
                continue
            assert version not in made, f"two events made record version {version}"
            made[version] = answer["event"]
            assert matches(answer["event"], rows[version])
            if answer["answer"] == "Used":
                # A reuse links the return that is stored at that moment.
                done = machines[version].record.processed[-1]
                assert answer["value"] == json.loads(machines[version].record.returns.get(done.action, "null"))
    imported = rows[0]["create"]["imported"]
    assert sorted(made) == list(range(imported + 1, len(rows))), "an event nobody was told of, or lost"
    _in_time(said)
    return counts


def _machines(rows):
    """The ideal machine after every row."""
    made = rows[0]["create"]
    record, known = lasting(), frozenset(authorities(lasting()))
    machine = ideal.start("file", record, made["rule_version"], known)
    machines = [None] * made["imported"] + [machine]
    for row in rows[made["imported"] + 1 :]:
        machine = _after(machine, row)
        machines.append(machine)
    return machines


def _after(machine, row):
    if "call" in row:
        call = row["call"]
        action = machine.record.registration.actions[machine.record.calls[call]]
        answer, after = ideal.use(machine, call, ideal.tokens(machine)[call], json.loads(action.request_json))
    elif "dispatch" in row:
        answer, after = ideal.dispatch(machine)
        assert answer.action == row["dispatch"]
    elif "settle" in row:
        answer, after = ideal.settle(machine, row["settle"], row["value"])
        assert not answer.again
    elif "checkpoint" in row:
        event = read_step(row)
        answer, after = ideal.checkpoint(machine, event.name, event.branch)
    elif "extend" in row:
        answer, after = ideal.install(machine, ideal.prepare(machine, extend(**row["extend"])))
    else:
        ((kind, fields),) = row["edit"].items()
        signers = fields.pop("signed_by", [])
        edit = read_edit({kind: fields})
        wanted = ideal.removal(machine, edit) if signers else None
        signatures = frozenset(ideal.Signature(name, wanted) for name in signers)
        answer, after = ideal.install(machine, ideal.prepare(machine, edit, signatures))
    assert answer, f"{row} was committed, and is {answer} in the ideal machine"
    return after


def _explained(machine, tried, answer, key):
    """What changed nothing has to be what the ideal machine answers there."""
    what = tried["what"]
    if what == "use":
        claims = genuine(key, tried["token"])
        token = None if claims is None else ideal.Token("file", claims.call, claims.rule_version)
        wanted, _ = ideal.use(machine, tried["call"], token, tried["request"])
    elif what == "retry":
        wanted, _ = ideal.retry(machine, tried["call"], tried["request"])
    elif what == "dispatch":
        wanted, _ = ideal.dispatch(machine)
    elif what == "settle":
        wanted, _ = ideal.settle(machine, tried["action"], tried["value"])
    elif what == "checkpoint":
        wanted, _ = ideal.checkpoint(machine, tried["name"], tried["branch"])
    elif answer["answer"] == "NoCommit" or answer["reason"] == "signature":
        return  # what had moved is for the test of the ideal machine; here, nothing was committed
    else:
        edit = extend(**tried["additions"]) if what == "extend" else read_edit(tried["edit"])
        wanted, _ = ideal.install(machine, ideal.prepare(machine, edit))
    said = (type(wanted).__name__, wanted.record_version, getattr(wanted, "reason", None))
    assert said == (answer["answer"], answer["version"], answer["reason"]), (tried, answer, wanted)
    assert canonical_json(getattr(wanted, "value", None)) == canonical_json(answer["value"])


def _in_time(said):
    """No answer has an older version than one that was given before it was asked."""
    lines = [line for each in said for line in each]
    asked = sorted(lines, key=lambda line: line["asked"])
    newest, answered = 0, iter(sorted(lines, key=lambda line: line["answered"]))
    earlier = next(answered)
    for line in asked:
        while earlier["answered"] < line["asked"]:
            newest = max(newest, earlier["answer"]["version"])
            earlier = next(answered)
        version = line["answer"]["version"]
        assert version > newest or (version == newest and line["answer"]["event"] is None)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--processes", type=int, default=8)
    parser.add_argument("--events", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    with quick_folder() as folder:
        path = Path(folder) / "domain.ek"
        Runtime.create(path, lasting(), keys=public_keys(lasting())).close()
        said = hammer(path, arguments.processes, arguments.events, arguments.seed)
        counts = explain(path, said)
    longest = max(line["answered"] - line["asked"] for each in said for line in each)
    json.dump({"answers": counts, "longest": longest}, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
