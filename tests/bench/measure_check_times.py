"""Measure the paper's workloads in fresh processes and write data/measured/check_times.csv: `make measure`."""

import csv
import io
import os
import platform
import statistics
import subprocess
import sys
from math import factorial
from pathlib import Path

from tqdm import tqdm

from execedit_kit.record.files import write_text

ROOT = Path(__file__).parents[2]
SAMPLES = 5
RESULTS = [2, 4, 8, 16, 32, 64, 128, 512, 4096]
CALLS = [3, 4, 5, 6, 8, 10, 12, 14, 16]

CHILD = """
import sys, time
import execedit_kit as ek
from tests.support import workloads

record = getattr(workloads, sys.argv[1])(int(sys.argv[2]))
start = time.perf_counter()
ek.check(record)
print(1000 * (time.perf_counter() - start))
"""


def sample(make, size):
    """Milliseconds of one check in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", CHILD, make, str(size)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def main():
    asked = [
        *(("accepted", "shared_accepted", n, n) for n in RESULTS),
        *(("rejected", "shared_rejected", n, n) for n in RESULTS),
        *(("unordered completions", "unordered", w, factorial(w)) for w in CALLS),
    ]
    machine = f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}"
    rows = [["workload", "size", "ms", "python", "machine"]]
    for workload, make, n, size in tqdm(asked, unit="size"):
        times = [sample(make, n) for _ in range(SAMPLES)]
        rows.append([workload, size, f"{statistics.median(times):.3f}", platform.python_version(), machine])
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    write_text(ROOT / "data" / "measured" / "check_times.csv", written.getvalue())


if __name__ == "__main__":
    main()
