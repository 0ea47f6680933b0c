"""Kill processes at random instants while they work on one file, and look at what they leave.

A single-threaded parent warms everything up, makes a domain, and forks one to four children that open it and try
random events. Each child writes one line before an event (what it will try) and one after (what it was answered), so
that after a SIGKILL the parent knows what was acknowledged, and the one thing of each child that was not. Then:

- the five clauses of the invariant hold;
- the file goes on from where it was before: nothing acknowledged is lost, every row is somebody's, none is there twice;
- what nobody acknowledged is one whole event of a killed child, or is not there.

Run it as ``python -m tests.runtime.torture --kills 10000``; the same seed tries the same events, at other instants.
"""

import argparse
import json
import os
import select
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

from tqdm import tqdm

from execedit_kit.runtime.runtime import Runtime
from tests.runtime.client import Client
from tests.support.runtimes import lasting, public_keys, quick_folder

ROUNDS_PER_FILE = 12
PATIENCE = 60.0  # seconds after which a silent child is a deadlock


class Broken(AssertionError):
    """What a kill broke."""


class Child:
    """A forked process that works until it is killed."""

    def __init__(self, path, seed):
        reading, writing = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(reading)
            work(path, seed, writing)
        os.close(writing)
        self.pipe = reading
        self.text = b""

    def wait_until_it_tries(self, number):
        """Wait until it has begun that many events."""
        while (b"\n" + self.text).count(b"\n>") < number:
            ready, _, _ = select.select([self.pipe], [], [], PATIENCE)
            more = os.read(self.pipe, 65536) if ready else b""
            if not more:
                raise Broken(f"a child said nothing for {PATIENCE} s, or ended by itself: {self.text!r}")
            self.text += more

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)

    def end(self):
        """Return what was answered, and what was tried last without an answer."""
        while more := os.read(self.pipe, 65536):
            self.text += more
        os.close(self.pipe)
        _, status = os.waitpid(self.pid, 0)
        if not os.WIFSIGNALED(status):
            raise Broken(f"a child ended by itself: {self.text[-2000:].decode()}")
        answers, tried = [], None
        for line in self.text.decode(errors="replace").split("\n")[:-1]:
            if line[0] == ">":
                tried = json.loads(line[1:])
            elif line[0] == "<":
                answers.append((tried, json.loads(line[1:])))
                tried = None
        return answers, tried


def work(path, seed, pipe):
    """The child: try one random event after the other."""
    try:
        client = Client(Runtime.open(path), Random(seed))
        while True:
            tried = client.choose()
            os.write(pipe, b">" + json.dumps(tried).encode() + b"\n")
            answer = client.do(tried)
            os.write(pipe, b"<" + json.dumps(answer).encode() + b"\n")
    except BaseException as error:  # whatever it is, the parent has to know
        os.write(pipe, f"!{type(error).__name__}: {error}\n".encode())
    os._exit(1)


def rows(path):
    """The history in the file, and the audit of the file."""
    with Runtime.open(path) as runtime:
        audit = runtime.audit()
        if not audit:
            raise Broken(f"the invariant does not hold:\n{audit}")
        return [row.event for row in runtime._session.rows()]


def compare(before, after, ended):
    """What the children say and what the file says."""
    if after[: len(before)] != before:
        raise Broken("the history does not go on from where it was")
    acknowledged = {}
    for answers, _ in ended:
        for _, answer in answers:
            if answer["event"] is None:
                continue
            version = answer["version"]
            if version in acknowledged:
                raise Broken(f"two answers for record version {version}: {acknowledged[version]} and {answer['event']}")
            acknowledged[version] = answer["event"]
    open_ends = [tried["event"] for _, tried in ended if tried is not None and tried["event"] is not None]
    for version, event in acknowledged.items():
        if version >= len(after):
            raise Broken(f"lost: {event} was acknowledged as record version {version}")
        if not matches(event, after[version]):
            raise Broken(f"record version {version} was acknowledged as {event} and is {after[version]}")
    for version in range(len(before), len(after)):
        if version not in acknowledged:
            found = next((event for event in open_ends if matches(event, after[version])), None)
            if found is None:
                raise Broken(f"record version {version} is {after[version]}, which nobody tried")
            open_ends.remove(found)
    return len(after) - len(before), len(acknowledged)


def matches(event, row):
    """Whether a row is that event. A row holds more: the digest of its rules, and who signed an edit."""
    kind, wanted = next(iter(event.items()))
    if kind not in row:
        return False
    if kind == "edit":
        return unsigned(row["edit"]) == unsigned(wanted)
    return wanted is None or all(row.get(name) == value for name, value in event.items())


def unsigned(edit):
    ((kind, fields),) = edit.items()
    return {kind: {name: value for name, value in fields.items() if name != "signed_by"}}


def torture(kills, seed, minutes, *, quiet=False):
    """Kill that many children, or as many as there is time for. Returns how often what was seen."""
    counts, random, until = Counter(), Random(seed), time.monotonic() + 60 * minutes
    every = 0.1 if sys.stderr.isatty() else 20.0
    with tqdm(total=kills, unit=" kills", disable=quiet, mininterval=every) as bar:
        while counts["kills"] < kills and time.monotonic() < until:
            with quick_folder() as folder:
                counts["files"] += 1
                one_file(Path(folder) / "domain.ek", random, counts, kills, bar)
    return counts


def one_file(path, random, counts, kills, bar):
    Runtime.create(path, lasting(), keys=public_keys(lasting())).close()
    before = rows(path)
    for _ in range(ROUNDS_PER_FILE):
        if counts["kills"] >= kills:
            break
        children = [Child(path, random.random()) for _ in range(random.choice([1, 2, 3, 4]))]
        try:
            if random.random() < 0.9:
                children[0].wait_until_it_tries(random.choice([1, 1, 2, 3, 5, 8]))
            time.sleep(random.random() * random.choice([0.001, 0.002, 0.004, 0.02]))
        finally:
            for child in children:
                child.kill()
        ended = [child.end() for child in children]
        after = rows(path)
        grown, acknowledged = compare(before, after, ended)
        before = after
        counts["kills"] += len(children)
        counts["events"] += grown
        counts["acknowledged"] += acknowledged
        counts["committed, not acknowledged"] += grown - acknowledged
        counts["refused"] += sum(answer["event"] is None for answers, _ in ended for _, answer in answers)
        counts["killed in an event"] += sum(tried is not None for _, tried in ended)
        bar.update(len(children))
        if len(before) > 250:
            break


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=60, help="stop after this time, with an error")
    parser.add_argument("--json", action="store_true", help="print the counts as JSON, and no progress")
    arguments = parser.parse_args()
    started = time.monotonic()
    counts = torture(arguments.kills, arguments.seed, arguments.minutes, quiet=arguments.json)
    seconds = f"{time.monotonic() - started:.0f} s"
    print(json.dumps(counts) if arguments.json else ", ".join(f"{n:,} {what}" for what, n in counts.items()))
    if counts["kills"] < arguments.kills:
        sys.exit(f"only {counts['kills']:,} kills in {seconds}; nothing was broken by them")
    print(f"Nothing was broken, in {seconds}.", file=sys.stderr)


if __name__ == "__main__":
    main()
