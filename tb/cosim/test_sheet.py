#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What rtl/README.md says of statuses and latencies, against runs of the model with errors of every kind.

Statuses: an operation answers with none but those that scripts/ops.toml says of it, and each comes from an operation of each of its patterns.
Latencies: the least number of clocks from acceptance to response, of operations that a single lane issued where others count; of atomics
that are no vectors, in shared memory.
Last the line "N passed, N failed"."""
import collections
import fnmatch
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import optable  # noqa: E402

RUNS = (  # program, tests, operations
    ("ws_sim_4", "*_errors", 2000), ("ws_sim_4", "*_random", 6000), ("ws_sim_4", "*_cover", 6000), ("ws_sim_4", "rendezvous_*", 500), ("ws_sim_4", "bar_*", 500),
    ("ws_sim_4", "mbar_*", 500), ("ws_sim_4", "cluster_*", 500), ("ws_sim_4_c2", "mbar_remote_*", 4000), ("ws_sim_4_c2", "cluster_*", 500),
    ("ws_sim_4_c2", "atom_remote*", 1000), ("ws_sim_4_c2", "red_remote*", 1000), ("ws_sim_4", "codes_*", 500),
    ("ws_sim_4", "atom_*", 500), ("ws_sim_4", "red_*", 500), ("ws_sim_4", "match_*", 2000), ("ws_sim_4", "shfl_[udbi]*", 1000),
)
ISSUE = re.compile(r"^/\* +(\d+) \*/ (?:\.cta (\d+); )?\.warp (\d+); \.set\.pred g, (0x[0-9a-f]+);.* // tag (\d+)$")
FAR = re.compile(r"\.set\.b64 addr, \{?[^}]*\b0x1[0-9a-f]{8}\b")  # an address in global memory
ANSWER = re.compile(r"^/\* +(\d+) \*/ (?:\.cta (\d+); )?\.warp (\d+); \.expect\.status (\w+), (0x[0-9a-f]+);.*// tag (\d+): (.+)$")
REFUSED = ("DEC_ILLEGAL", "CV_LANE_EXITED", "CV_LANE_BUSY")  # that a code which is no operation gets


class Seen:
    """Of all runs: {status: names of operations}, {name: least clocks}, {name: least clocks of a single lane}."""

    def __init__(self):
        self.statuses, self.least, self.alone = collections.defaultdict(set), {}, {}

    def read(self, lines):
        issued = {}
        for line in lines:
            if not line.startswith("/*"):  # the end of a test
                issued = {}
            if found := ISSUE.match(line):
                clock, cta, warp, lanes, tag = found.groups()
                issued[cta, warp, tag] = (int(clock), int(lanes, 16), FAR.search(line)) if (cta, warp, tag) not in issued else None  # whose answer comes next nobody knows
            elif found := ANSWER.match(line):
                clock, cta, warp, status, lanes, tag, name = found.groups()
                self.statuses[status].add(name)
                begun = issued.pop((cta, warp, tag), None)
                near = begun and not begun[2] or re.search(r"\.v[248]\.", name)
                if begun and near and begun[1] == int(lanes, 16) and status == "OK":
                    self.note(name, int(clock) - begun[0], begun[1])

    def note(self, name, clocks, lanes):
        for into in (self.least, self.alone) if lanes & (lanes - 1) == 0 else (self.least,):
            into[name] = min(clocks, into.get(name, clocks))


def latency(op):
    """(clocks by scripts/ops.toml where each counted thing is one, whether something is counted)"""
    text = op["row"]["latency"].replace("log2(lanes)", "2")  # RUNS have 4 lanes
    for kind, value in ((kind, value) for value, kind in re.findall(r"(\d+) \((b\d+)\)", text)):
        if op["name"].endswith(kind):
            text = re.sub(r"\bn\b", value, text)
    first = text.split(",")[0]
    counted = re.search(r"[a-z]{2,}", first)
    if not re.fullmatch(r"\d+( \+ (\d+|\d+ x [a-z]+|[a-z ]+))*", first):
        sys.exit(f"{op['name']}: latency '{op['row']['latency']}' of scripts/ops.toml is no number, and no sum of numbers and of what is counted")
    terms = [re.sub(r"[a-z].*", "1", term) if not term[0].isdigit() else term for term in first.split(" + ")]
    total = sum(int(term.split(" x ")[0]) for term in terms)
    return total, bool(counted)


def runs():
    seen = Seen()
    for program, tests, n in RUNS:
        command = [ROOT / "build" / program, f"--test={tests}", f"--n={n}", "--dut=model", "--trace", "--no-stalls"]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=300, check=False)
        if done.returncode:
            sys.exit(f"{program} --test={tests} ended with status {done.returncode}:\n{done.stdout[-500:]}\n0 passed, 1 failed")
        seen.read(done.stdout.splitlines())
    return seen


def wrong_statuses(seen, ops):
    """A line or None for each thing that is said, and for each that was seen."""
    for name, _ in optable.statuses():
        may = optable.said_by(name)
        for op in sorted(seen.get(name, ())):
            if op in ops:
                yield None if may and may(ops[op]) else f"{op} answers {name}, which scripts/ops.toml does not say"
            else:
                yield None if name in REFUSED else f"{op}, which is no operation, answers {name}"
        for pattern in optable.load()["status"][name].get("by", []):
            some = pattern.startswith("@") or any(fnmatch.fnmatchcase(op, pattern) for op in seen.get(name, ()))
            yield None if some else f"no {pattern} answered {name}: scripts/ops.toml says that it may, or RUNS of {pathlib.Path(__file__).name} need a test"
    yield from (f"{name} is no status of scripts/ops.toml" for name in seen.keys() - dict(optable.statuses()).keys())


def wrong_latencies(seen, ops):
    for name, op in ops.items():
        told, counted = latency(op)
        got = (seen.alone if counted else seen.least).get(name)
        yield None if got == told else f"{name} answers after {got or 'no'} clocks, and scripts/ops.toml says '{op['row']['latency']}', which is {told} for one lane"


def main():
    seen = runs()
    ops = {op["name"]: op for op in optable.operations() if op["built"]}
    results = [*wrong_statuses(seen.statuses, ops), *wrong_latencies(seen, ops)]
    wrong = [line for line in results if line]
    print("".join(f"FAIL {line}\n" for line in wrong), end="")
    print(f"{len(results) - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
