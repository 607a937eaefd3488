#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make nightly: all evidence anew, the most outdated first. What failed comes before what was never looked at, that before what was found
on other sources, and last comes what is of today's sources, the oldest first. Each step leaves its rows in the store (evidence.py) as it
ends: the night can be stopped at any time, and the next call goes on behind it. Steps that keep one processor busy run --jobs at a time.

nightly.py [--jobs N] [--minutes M] [--list] [STEP...]
  --minutes   default 360; a step begins only if it takes no longer than what is left, by the time that it took last
  --list      the steps in order, with what is known of them and the time that they take; "*": beside others; runs nothing
  STEP        only steps whose names begin so, "proof" or "soak vote" say

A line a step, its log in build/nightly/. Exit 0: nothing failed; 1: something did; 130: stopped.
"""
import argparse
import collections
import contextlib
import dataclasses
import datetime
import os
import pathlib
import re
import signal
import statistics
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
BESIDE = ("proof", "netlist", "image", "board")  # kinds of steps that keep one processor busy
GUESS_S = {"lint": 600, "proof": 120, "mutants": 60, "points": 180, "coverage": 600, "functional": 960, "soak": 60, "hashes": 240,
           "space": 600, "netlist": 240, "fourstate": 600, "check": 150}  # where none of the kind has run; of mutants a unit
EVERYTHING = ("rtl", "cmodel", "tb", "fw", "scripts", "CMakeLists.txt")  # that the long steps of test.py may depend on
FIGURES = {  # what is no verdict of a family: command, and folders that it reads
    "fourstate": (["make", "fourstate"], ("rtl", "tb/gate")), "bench": (["make", "bench"], ("rtl", "cmodel", "tb/cosim")), "synth": (["make", "synth"], ("rtl",)),
    **{f"image {board}": (["make", "fpga", f"BOARD={board}"], ("rtl",)) for board in ("hx8k", "ulx3s", "ulx3s32")},
    **{f"netlist of {board}": (["make", "board-sim", f"BOARD={board}", "NETLIST=1"], ("rtl", "tb/board", "fw")) for board in ("icebreaker", "hx8k", "ulx3s", "ulx3s32")},
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

    def beside(self):
        """Whether others may run beside it."""
        return self.name.split()[0] in BESIDE

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
        self.kinds = collections.defaultdict(list)  # {first word of a step: how long such steps took here}
        for what, rows in self.store.rows.items():
            if what.startswith(TIME):
                self.kinds[what.removeprefix(TIME).split()[0]].append(rows[-1]["seconds"])
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
        """How long a step takes: as the last time here, else as long as its rows say, else as others of its kind, else a guess."""
        here, kind = self.store.rows.get(TIME + name), name.split()[0]
        if here or seconds:
            return here[-1]["seconds"] if here else seconds
        return statistics.mean(self.kinds[kind]) if self.kinds[kind] else GUESS_S.get(kind, 600)

    def steps(self):
        yield from sorted((step for step in self.all() if step.name not in self.ran), key=Step.order)

    def all(self):
        tree, names = self.tree, [family.name for family in families.FAMILIES]
        yield self.step("lint", ["python3", "scripts/lint.py"], {f"lint {name}": lint.of_family(tree, name) for name in names})
        for path in sorted((ROOT / "tb/formal").glob("prove_*.sh")):
            name = path.stem.removeprefix("prove_")
            yield self.step(f"proof {name}", ["python3", "scripts/formal.py", "--jobs", "1", name], {f"proof {name}": tree.proof(name)})
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


class Run:
    """A step that is under way."""

    def __init__(self, step, until):
        self.step, self.until, self.start = step, until, time.monotonic()
        self.log = LOGS / f"{re.sub(r'[^A-Za-z0-9]+', '_', step.name)[:80]}.log"
        self.process, self.status, self.why = None, None, ""  # why: what befell it, or why there is no status
        try:
            with open(self.log, "w", encoding="utf-8") as out:
                self.process = subprocess.Popen(step.command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, start_new_session=True)
        except OSError as error:
            self.why = f"could not be started: {error}"

    def ended(self):
        if self.process and self.process.poll() is None and time.monotonic() > self.until:
            self.end("the time is over")
        elif self.process and not self.why:
            self.status = self.process.poll()
        return bool(self.why) or self.status is not None

    def end(self, why):
        """All of it, with time to write down what had ended."""
        self.why = why
        os.killpg(self.process.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(GRACE_S)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def keep(self):
        """Puts down what is known of it now, prints it, and returns "ok", "FAIL", "stopped" or "the time is over"."""
        step, seconds = self.step, time.monotonic() - self.start
        if step.figure and self.status is not None:
            evidence.record(step.name, step.figure, self.status == 0, seconds=seconds)
        for what in step.timed() if self.why != "stopped" else ():  # what did not end in time is taken to need twice of it
            evidence.record(what, "", self.status == 0, seconds=seconds / len(step.timed()) if self.status is not None else 2 * seconds)
        word = self.why if self.why in ("stopped", "the time is over") else "ok" if self.status == 0 else "FAIL"
        print(f"{word:<8} {step.name:<30} {seconds:6.0f} s  {os.path.relpath(self.log, ROOT)}", flush=True)
        if word == "FAIL":
            said = self.log.read_text(errors="replace").splitlines()[-SHOWN:]
            print("\n".join("     | " + line[:200] for line in [*said, self.why or f"exit status {self.status}"]), flush=True)
        return word


def hours(steps, jobs):
    return sum(step.seconds / (jobs if step.beside() else 1) for step in steps) / 3600


def show(steps, jobs):
    for step in steps:
        print(f"{step.rank:<8} {step.date or '-':<17} {step.seconds / 60:6.1f} min {'*' if step.beside() else ' '} {step.name}")
    kinds = collections.Counter()
    for step in steps:
        kinds[step.name.split()[0]] += step.seconds / 60
    print(", ".join(f"{kind} {minutes:.0f}" for kind, minutes in kinds.most_common()) + " min")
    print(f"{len(steps)} steps, {hours(steps, jobs):.1f} hours by the time that each, or others of its kind, took last")


def night(jobs, minutes, names, steps_of):
    """Exit status; steps_of: the steps as they are now, most outdated first."""
    until, ran, runs, asked = time.monotonic() + 60 * minutes, set(), [], []
    words = collections.Counter()
    before = {number: signal.signal(number, lambda number, _frame: asked.append(number)) for number in children.STOPS}
    LOGS.mkdir(parents=True, exist_ok=True)
    try:
        while True:
            for run in [run for run in runs if asked or run.ended()]:
                if asked and not run.ended():
                    run.end("stopped")
                words[run.keep()] += 1
                runs.remove(run)
            if asked or not runs and words["the time is over"]:
                break
            step = None
            if len(runs) < jobs and all(run.step.beside() for run in runs) and not words["the time is over"]:
                steps = [step for step in steps_of(jobs, ran) if not names or step.name.startswith(tuple(names))]
                step = next((step for step in steps if step.seconds <= until - time.monotonic()), None)
                if step is None and not runs:
                    behind = [one for one in steps if one.rank != "fresh"]
                    print(f"{words['ok']} passed, {words['FAIL']} failed" + (f"; {len(behind)} steps are left that are not fresh, some {hours(behind, jobs):.1f} hours" if behind else ""))
                    return 1 if words["FAIL"] else 0
            if step and not asked and (step.beside() or not runs):  # who needs the whole machine waits until it is free, and all others behind it
                ran |= {step.name, *step.name.split()[1:]}
                print(f"{time.strftime('%H:%M')}    {step.name} ({step.rank}; some {step.seconds / 60:.1f} min)", flush=True)
                runs.append(Run(step, until))
            else:
                while not asked and not any(run.ended() for run in runs):
                    time.sleep(0.05)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    print(f"{words['ok']} passed, {words['FAIL']} failed; make nightly goes on from here")
    return 130 if asked else 1 if words["FAIL"] else 0


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
        show([step for step in steps(args.jobs) if not args.names or step.name.startswith(tuple(args.names))], args.jobs)
        return 0
    return night(args.jobs, args.minutes, args.names, steps)


if __name__ == "__main__":
    sys.exit(main())
