#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make nightly: all evidence anew, the most outdated first. What failed comes before what was never looked at, that before what was found
on other sources, and last comes what is of today's sources, the oldest first. Each step leaves its rows in the store (evidence.py) as it
ends: the night can be stopped at any time, and the next call goes on behind it.

nightly.py [--jobs N] [--minutes M] [--list] [STEP...]
  --minutes   default 360; a step begins only if it takes no longer than what is left, by the time that it took last
  --list      the steps in order, with what is known of them and the time that they take; runs nothing
  STEP        only steps whose names begin so, "proof" or "soak vote" say

A line a step, its log in build/nightly/. Exit 0: nothing failed; 1: something did; 130: stopped.
"""
import argparse
import collections
import dataclasses
import datetime
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

import children
import digest
import evidence
import families
import lint
import mutants
import settings
import test
from regression import leaves, testplan

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOGS = ROOT / "build/nightly"
MINUTES = 360
GRACE_S = 60  # for a step that is stopped, to write down what had ended
SHOWN = 15  # last lines of a step that failed
TIME = f"{evidence.CHECK}time of "  # begins `what` of how long a step took here
RANKS = ("failed", "missing", "stale", "fresh")
SOAK_OPS, PIECE = 10**8, 10**7  # random operations of a family, and of one step
GUESS_S = {"lint": 600, "proof": 120, "mutants": 60, "points": 180, "coverage": 600, "functional": 960, "soak": 60, "hashes": 240,
           "space": 600, "netlist": 240, "fourstate": 600, "check": 150}  # of a step that has never run, of mutants a unit
EVERYTHING = ("rtl", "cmodel", "tb", "fw", "scripts", "CMakeLists.txt")  # that the long steps of test.py may depend on
FIGURES = {  # what is no verdict of a family: command, and folders that it reads
    "fourstate": (["make", "fourstate"], ("rtl", "tb/gate")), "bench": (["make", "bench"], ("rtl", "cmodel", "tb/cosim")), "synth": (["make", "synth"], ("rtl",)),
    "image hx8k": (["make", "fpga", "BOARD=hx8k"], ("rtl",)), "image ulx3s": (["make", "fpga", "BOARD=ulx3s"], ("rtl",)),
    **{f"netlist of {board}": (["make", "board-sim", f"BOARD={board}", "NETLIST=1"], ("rtl", "tb/board", "fw")) for board in ("icebreaker", "hx8k", "ulx3s")},
    "board ulx3s": (["make", "board-sim", "BOARD=ulx3s"], ("rtl", "tb/board", "fw")),
}


@dataclasses.dataclass
class Step:
    name: str
    command: list
    rank: str  # of RANKS
    date: str = ""
    seconds: float = 0
    figure: str = ""  # digest of what it leaves no row of by itself

    def timed(self):
        """What its time is remembered of: each of several units, each piece of a soak."""
        kind, *names = self.name.split()
        return [f"{TIME}{kind} {name}" for name in names] if kind == "mutants" else [TIME + (f"soak {names[0]}" if kind == "soak" else self.name)]

    def order(self):
        return RANKS.index(self.rank), self.date


class Night:
    """The steps, as the store has them now. `ran`: names of steps and units that had their turn."""

    def __init__(self, jobs, ran=frozenset()):
        self.ran = ran
        self.jobs, self.store, self.tree = f"{jobs}", evidence.Store(), digest.Tree()
        self.setup = ["sh", "-c", 'scripts/setup.sh regress >&2 && exec build/python/regress/bin/python scripts/regress.py --jobs "$@"', "sh", self.jobs, "--items"]

    def step(self, name, command, sources, figure=False):
        """`sources`: {what: digest} of the rows that it leaves; the most outdated of them says when it has its turn."""
        known = {what: self.store.look(what, one) for what, one in sources.items()}
        again = [row["part"].split()[1] for one in known.values() for row in one.failed if row["part"].startswith("seed ")]
        if again and command[:len(self.setup)] == self.setup:  # what failed is run again first
            command = [*command, "--base-seed", again[0]]
        ranks = ["failed" if one.failed else one.state for one in known.values()]
        seconds = max((row["seconds"] for one in known.values() for row in one.rows), default=0)
        return Step(name, command, min(ranks, key=RANKS.index), min(one.date for one in known.values()), self.took(name, seconds),
                    next(iter(sources.values())) if figure else "")

    def took(self, name, seconds=0):
        """How long a step takes: as the last time here, else as long as its rows say, else a guess."""
        here = self.store.rows.get(TIME + name)
        return here[-1]["seconds"] if here else seconds or GUESS_S.get(name.split()[0], 600)

    def steps(self):
        yield from sorted((step for step in self.all() if step.name not in self.ran), key=Step.order)

    def all(self):
        tree, names = self.tree, [family.name for family in families.FAMILIES]
        yield self.step("lint", ["python3", "scripts/lint.py"], {f"lint {name}": lint.of_family(tree, name) for name in names})
        for path in sorted((ROOT / "tb/formal").glob("prove_*.sh")):
            name = path.stem.removeprefix("prove_")
            yield self.step(f"proof {name}", ["python3", "scripts/formal.py", "--jobs", self.jobs, name], {f"proof {name}": tree.proof(name)})
        yield from self.mutants()
        points = testplan.read(ROOT / "tb/testplan")
        for area in leaves.areas():
            tests = sorted({test.split("/")[0] for point in leaves.asked(area, points) for test in point["tests"] if not test.startswith("proof.")})
            if tests:
                yield self.step(f"points {area}", self.setup + tests, {f"points {area}": leaves.of_points(tree, area, points)})
        yield self.step("coverage", self.setup + ["coverage", "--cov"], {f"coverage {name}": tree.tests(name) for name in [*names, "bus", "serial"]})
        yield self.step("functional", self.setup + ["functional", "--functional"], {f"functional {name}": tree.tests(name) for name in names})
        for family in families.FAMILIES:
            yield from self.soak(family.name, tree.run(family.name))
            yield self.step(f"hashes {family.name}", self.setup + [f"hash.{family.name}.*"], {f"hashes {family.name}": tree.run(family.name)})
            yield self.step(f"netlist {family.name}", ["python3", "scripts/gate_test.py", f"TEST={family.tests}", "N=5000"], {f"netlist {family.name}": tree.run(family.name)})
        spaces = [what for what in self.store.rows if what.startswith("space ")]
        yield self.step("space", self.setup + ["exhaustive"], {what: leaves.of_space(tree, what.split()[1]) for what in spaces} or {"space": ""})
        for name, (command, folders) in FIGURES.items():
            yield self.step(name, command, {name: tree.check(folders, ())}, True)
        for step in test.long_steps():
            yield self.step(f"{evidence.CHECK}{step.name}", ["python3", "scripts/test.py", "--jobs", self.jobs, step.name], {f"{evidence.CHECK}{step.name}": tree.check(EVERYTHING, ())}, True)

    def mutants(self):
        """Units with the same parameters in one step, the most outdated together, with other mutants each night."""
        each = {name: self.step(f"mutants {name}", [], {f"mutants {name}": self.tree.mutants(name)}) for name in mutants.units() if name not in self.ran}
        order = sorted(each, key=lambda name: each[name].order())
        for fresh in (False, True):
            for members in mutants.groups([name for name in order if (each[name].rank == "fresh") == fresh]):
                parts = [each[name] for name in members]
                first = min(parts, key=Step.order)
                yield Step("mutants " + " ".join(members), ["python3", "scripts/mutants.py", "--jobs", self.jobs, f"UNIT={','.join(members)}", f"SEED={datetime.date.today():%Y%m%d}"],
                           first.rank, first.date, sum(part.seconds for part in parts) + 60)

    def soak(self, name, sources):
        """A family's random operations in pieces; while something differs only that again, with its seed."""
        known = self.store.look(f"soak {name}", sources)
        command = self.setup + [f"soak.{name}"]
        seconds = self.took(f"soak {name}", max((row["seconds"] / row["ops"] * PIECE / int(self.jobs) for row in known.rows if row["ops"] >= PIECE), default=0))
        if known.failed:
            row = known.failed[0]
            yield Step(f"soak {name} again", command + ["--base-seed", row["part"].split()[1]], "failed", row["date"], seconds)
            return
        dates = sorted(row["date"] for row in known.rows if row["ok"])
        done = sum(row["ops"] for row in known.rows if row["ok"]) // PIECE
        for k in range(SOAK_OPS // PIECE):
            rank, date = (known.state, dates[min(k, len(dates) - 1)]) if k < done else ("missing" if known.state == "fresh" else known.state, known.date)
            yield Step(f"soak {name} {k + 1}", command, rank, date, seconds)


def end(process):
    """All of it, with time to write down what had ended."""
    os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(GRACE_S)
    except subprocess.TimeoutExpired:
        pass
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def run(step, log, limit):
    """(exit status, what befell it: "", "stopped", "the time is over" or why there is no status)"""
    asked, begun = [], []

    def stop(number, _frame):
        asked.append(number)
        if begun:  # else there may be a child whose number nobody has yet
            raise KeyboardInterrupt

    before = {number: signal.signal(number, stop) for number in children.STOPS}
    try:
        with open(log, "w", encoding="utf-8") as out:
            process = subprocess.Popen(step.command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            begun.append(process)
            if asked:
                raise KeyboardInterrupt
            return process.wait(limit), ""
        except (subprocess.TimeoutExpired, KeyboardInterrupt):
            begun.clear()
            end(process)
            return None, "stopped" if asked else "the time is over"
    except OSError as error:
        return None, f"could not be started: {error}"
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def show(steps):
    for step in steps:
        print(f"{step.rank:<8} {step.date or '-':<17} {step.seconds / 60:6.1f} min  {step.name}")
    kinds = collections.Counter()
    for step in steps:
        kinds[step.name.split()[0]] += step.seconds / 60
    print(", ".join(f"{kind} {minutes:.0f}" for kind, minutes in kinds.most_common()) + " min")
    print(f"{len(steps)} steps, {sum(step.seconds for step in steps) / 3600:.1f} hours by the time that each took last")


def night(jobs, minutes, names, steps_of):
    """Exit status; steps_of: the steps as they are now, most outdated first."""
    began, ran, count, failed = time.monotonic(), set(), 0, 0
    LOGS.mkdir(parents=True, exist_ok=True)
    while True:
        left = 60 * minutes - (time.monotonic() - began)
        steps = [step for step in steps_of(jobs, ran) if not names or step.name.startswith(tuple(names))]
        step = next((step for step in steps if step.seconds <= left), None)
        if step is None:
            behind = [one for one in steps if one.rank != "fresh"]
            print(f"{count - failed} passed, {failed} failed" + (f"; {len(behind)} steps are left that are not fresh, some {sum(one.seconds for one in behind) / 3600:.1f} hours" if behind else ""))
            return 1 if failed else 0
        count += 1
        ran |= {step.name, *step.name.split()[1:]}
        print(f"{time.strftime('%H:%M')}    {step.name} ({step.rank}; some {step.seconds / 60:.1f} min)", flush=True)
        log = LOGS / f"{re.sub(r'[^A-Za-z0-9]+', '_', step.name)[:80]}.log"
        start = time.monotonic()
        status, why = run(step, log, left)
        seconds = time.monotonic() - start
        if step.figure and status is not None:
            evidence.record(step.name, step.figure, status == 0, seconds=seconds)
        for what in step.timed() if why != "stopped" else ():  # what did not end in time is taken to need twice of it
            evidence.record(what, "", status == 0, seconds=seconds / len(step.timed()) if status is not None else 2 * seconds)
        word = why if why in ("stopped", "the time is over") else "ok" if status == 0 else "FAIL"
        print(f"{word:<8} {step.name:<30} {seconds:6.0f} s  {os.path.relpath(log, ROOT)}", flush=True)
        if word == "FAIL":
            failed += 1
            said = log.read_text(errors="replace").splitlines()[-SHOWN:]
            print("\n".join("     | " + line[:200] for line in [*said, why or f"exit status {status}"]), flush=True)
        if why in ("stopped", "the time is over"):
            print(f"{count - failed - 1} passed, {failed} failed; make nightly goes on from here")
            return 130 if why == "stopped" else 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("names", nargs="*", metavar="STEP")
    args = parser.parse_args()
    for number in children.STOPS:  # SIGINT is ignored by what a shell starts in the background
        signal.signal(number, signal.default_int_handler)
    os.chdir(ROOT)

    def steps(jobs, ran=frozenset()):
        return Night(jobs, ran).steps()
    if args.list:
        settings.only_lists()
        show([step for step in steps(args.jobs) if not args.names or step.name.startswith(tuple(args.names))])
        return 0
    try:
        return night(args.jobs, args.minutes, args.names, steps)
    except KeyboardInterrupt:
        print("stopped between two steps; make nightly goes on from here")
        return 130


if __name__ == "__main__":
    sys.exit(main())
