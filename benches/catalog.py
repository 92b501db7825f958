#!/usr/bin/env python3
"""Reading a library of skills: kitbag beside the reference library, in one run on one machine.

    cargo build --release && cargo build --release -p kitbag-testkit --example generate
    python3 -m venv target/bench-venv && target/bench-venv/bin/pip install skills-ref==0.1.1
    target/bench-venv/bin/python benches/catalog.py [--write]

Prints a Markdown table; --write puts it into docs/benchmarks.md. Times are the median of five whole processes with the files in
the page cache; for the reference library the interpreter's start is not counted.
"""
import argparse
import datetime
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent.parent
KITBAG = HERE / "target/release/kitbag"
GENERATE = HERE / "target/release/examples/generate"
MARKS = ("<!-- benches/catalog.py -->", "<!-- end -->")
ENVIRONMENT = {"PATH": os.environ["PATH"], "HOME": "/nonexistent"}


def process(arguments, runs=5):
    """Median seconds and largest resident megabytes of a process."""
    times, peak = [], 0
    for _ in range(runs):
        start = time.perf_counter()
        child = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
        _, status, usage = os.wait4(child.pid, 0)
        times.append(time.perf_counter() - start)
        if os.waitstatus_to_exitcode(status) != 0:
            sys.exit(f"{arguments} failed")
        peak = max(peak, usage.ru_maxrss)
    return statistics.median(times), peak / 1024


def reference(root):
    """Seconds in which the reference library reads the properties of every skill (name and description only)."""
    from skills_ref import read_properties

    directories = sorted(path.parent for path in pathlib.Path(root).glob("*/SKILL.md"))
    times = []
    for _ in range(3):
        start = time.perf_counter()
        for directory in directories:
            read_properties(directory)
        times.append(time.perf_counter() - start)
    return statistics.median(times), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure(count):
    with tempfile.TemporaryDirectory() as root:
        subprocess.run([GENERATE, root, str(count)], check=True)
        ours = process([KITBAG, "list", "--root", root])
        as_json = process([KITBAG, "list", "--json", "--root", root])
        strict = process([KITBAG, "check", "--strict", root])
        theirs = reference(root)
    return ours, as_json, strict, theirs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--sizes", type=int, nargs="+", default=[100, 1_000, 10_000])
    arguments = parser.parse_args()
    rows = [
        f"Measured on {datetime.date.today()}, {os.cpu_count()} cores.",
        "",
        "| skills | `kitbag list` (bodies, sections, tools) | `kitbag list --json` | `kitbag check --strict` | skills-ref (frontmatter only) | skills-ref / `list` |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for count in arguments.sizes:
        ours, as_json, strict, theirs = measure(count)
        cell = lambda pair: f"{pair[0] * 1000:,.0f} ms, {pair[1]:,.0f} MB"
        rows.append(f"| {count:,} | {cell(ours)} | {cell(as_json)} | {cell(strict)} | {cell(theirs)} | {theirs[0] / ours[0]:.1f}× |")
    table = "\n".join(rows)
    print(table)
    if arguments.write:
        page = HERE / "docs/benchmarks.md"
        before, rest = page.read_text().split(MARKS[0])
        after = rest.split(MARKS[1], 1)[1]
        page.write_text(f"{before}{MARKS[0]}\n{table}\n{MARKS[1]}{after}")


if __name__ == "__main__":
    main()
