#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make soak: random operations, RTL against model in every cycle, seed after seed, until each family has seen enough.

soak.py [TEST=family|'pattern*'] [OPS=1e9] [MINUTES=60] [--jobs 2] [--n 500000]
soak.py --keep    no run: what the ledger has of a family goes into tb/found/soak.jsonl, if that is more than what is there

OPS: of each family. What is done stands in build/soak/ledger, a line a run, so that the next call goes on with new seeds; it
begins anew when the families' RTL or model is another, with what tb/found/ has of these sources. A family goes on until its first
difference; a run that failed is repeated first of all by the next call, and its family goes on if it passes then. MINUTES: no run begins
after that.

Last line: families that have enough and no difference, families with a difference or not a single run, families that have not
enough yet. Exit 0: none of the second kind; 1: some; 2: wrong call; 130: interrupted, what had ended counts.
"""
import argparse
import dataclasses
import fcntl
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

import families
import found
import results
import settings

ROOT = results.ROOT
LEDGER = ROOT / "build" / "soak" / "ledger"
BUILDS = {"4": ("4", "32"), "4_c2": ("4_c2", "4_c8")}  # for each build of families.py: the ones that take turns here
ALONE = 7  # of eight rounds: on builds with the family alone, which run twice as fast; the eighth is on the whole block
SHOW_S = 60  # between two reports
LIMIT_S = 7200  # of one run
DONE = re.compile(r"^\S+ +seed \d+ +(\d+) operations +(\d+) cycles .* (PASS|FAIL)\b", re.M)


def builds_of(family):
    """The builds that take turns."""
    whole = BUILDS[family.build]
    return tuple(f"{build}_only{family.alone}" for build in whole) * ALONE + whole if family.alone else whole


def digest():
    """Of the two sides that are compared."""
    return f"{results.rtl_digest()} {results.model_digest()}"


@dataclasses.dataclass
class Run:
    """One seed of one test on one build: a line of the ledger."""
    family: str
    test: str
    build: str
    seed: int
    n: int
    ops: int = 0
    cycles: int = 0
    seconds: float = 0.0
    state: str = "runs"  # pass, fail
    date: str = ""
    last: int = 0  # in a line that stands for several runs: all seeds from `seed` to this

    def runs(self):
        return max(self.last - self.seed, 0) + 1

    def command(self):
        return [str(ROOT / f"build/ws_sim_{self.build}"), f"--test={self.test}", f"--seed={self.seed}", f"--n={self.n}",
                f"--faildir={LEDGER.parent}"]

    def repeat(self):
        lanes, *more = self.build.split("_")
        more = [word.replace("only", " FAMILIES=").replace("c", " CTAS=") for word in more]
        return f"make sim TEST={self.test} SEED={self.seed} N={self.n} LANES={lanes}" + "".join(more)


class Ledger:
    """What has been done on these sources. Lines are only ever added; the last one may be cut off."""

    def __init__(self, path, sources):
        self.path, self.runs = path, []
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines() if path.exists() else []
        if not lines or lines[0] != f"sources {sources}":
            if lines:
                print("the families' RTL or model has changed: counting begins anew")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"sources {sources}\n", encoding="utf-8")
            for row in found.load("soak"):
                if row.pop("sources") == sources:
                    self.add(Run(**row))
            return
        for number, line in enumerate(lines[1:], 2):
            try:
                self.runs.append(Run(**json.loads(line)))
            except (ValueError, TypeError):
                print(f"{path}:{number}: no line of a ledger; that run does not count", file=sys.stderr)
        if path.read_bytes()[-1:] != b"\n":
            with open(path, "a", encoding="utf-8") as out:
                out.write("\n")

    def add(self, run):
        self.runs.append(run)
        with open(self.path, "a", encoding="utf-8") as out:
            out.write(json.dumps(dataclasses.asdict(run)) + "\n")

    def ops(self, family):
        return sum(run.ops for run in self.runs if run.family == family and run.state == "pass")

    def failed(self, family):
        """Runs whose last try failed."""
        last = {(run.test, run.build, run.seed, run.n): run for run in self.runs if run.family == family}
        return [run for run in last.values() if run.state == "fail"]

    def count(self, family):
        return sum(run.runs() for run in self.runs if run.family == family)

    def short(self, family):
        """Its runs that passed, seeds that follow each other in one line."""
        lines = []
        for run in sorted((run for run in self.runs if run.family == family and run.state == "pass"), key=lambda r: (r.test, r.build, r.n, r.seed)):
            at = lines[-1] if lines else None
            if at and (at.test, at.build, at.n, at.last + 1) == (run.test, run.build, run.n, run.seed):
                at.last, at.ops, at.cycles, at.seconds, at.date = run.last or run.seed, at.ops + run.ops, at.cycles + run.cycles, at.seconds + run.seconds, max(at.date, run.date)
            else:
                lines.append(dataclasses.replace(run, last=run.last or run.seed))
        return lines


class Soak:
    def __init__(self, asked, ledger, goal, n):
        self.asked, self.ledger, self.goal, self.n = asked, ledger, goal, n
        self.turn = {family.name: ledger.count(family.name) for family, _ in asked}
        self.seed = {}
        for run in ledger.runs:
            key = run.test, run.build
            self.seed[key] = max(run.seed, run.last, self.seed.get(key, 0))
        self.again = [Run(r.family, r.test, r.build, r.seed, r.n) for family, _ in asked for r in ledger.failed(family.name)]
        self.running = {}  # process: (Run, start, log)

    def next(self):
        """The next run: of the family that has done least, its tests and builds in turn. None if there is nothing to do."""
        if self.again:
            return self.again.pop(0)
        ops = {f.name: self.ledger.ops(f.name) + sum(run.n for run, *_ in self.running.values() if run.family == f.name) for f, _ in self.asked}
        left = [one for one in self.asked if ops[one[0].name] < self.goal and not self.ledger.failed(one[0].name)]
        if not left:
            return None
        family, tests = min(left, key=lambda one: ops[one[0].name])
        turn = self.turn[family.name]
        self.turn[family.name] += 1
        builds = builds_of(family)
        test, build = tests[turn % len(tests)], builds[turn // len(tests) % len(builds)]
        self.seed[test, build] = self.seed.get((test, build), 0) + 1
        return Run(family.name, test, build, self.seed[test, build], self.n)

    def begin(self, run):
        log = open(LEDGER.parent / f"{run.test}_{run.build}.log", "w+", encoding="utf-8", errors="replace")
        process = subprocess.Popen(run.command(), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True)
        self.running[process] = run, time.monotonic(), log

    def poll(self):
        """Runs that have ended."""
        for process, (run, start, log) in list(self.running.items()):
            late = time.monotonic() - start > LIMIT_S
            if process.poll() is None and not late:
                continue
            if late:
                process.kill()
                process.wait()
            del self.running[process]
            log.seek(0)
            text = log.read()
            log.close()
            found = DONE.search(text)
            good = process.returncode == 0 and found and found.group(3) == "PASS"
            run.ops, run.cycles = (int(found.group(1)), int(found.group(2))) if found else (0, 0)
            run.state, run.seconds, run.date = "pass" if good else "fail", round(time.monotonic() - start, 1), results.now()
            self.ledger.add(run)
            yield run, text + (f"\nno end within {LIMIT_S} s" if late else "")

    def stop(self):
        for process, (*_, log) in self.running.items():
            process.kill()
            process.wait()
            log.close()
        self.running.clear()


def report(soak, since, began):
    """A line a family: operations so far, the rate of this call, the first difference."""
    minutes = (time.monotonic() - began) / 60
    for family, _ in soak.asked:
        done = soak.ledger.ops(family.name)
        rate = (done - since[family.name]) / (60 * minutes) if minutes else 0
        left = f"{(soak.goal - done) / rate / 3600:8.1f} h to go" if rate and done < soak.goal else ""
        runs = soak.ledger.count(family.name)
        failed = soak.ledger.failed(family.name)
        word = f"DIFFERS: {failed[0].repeat()}" if failed else "reached" if done >= soak.goal else left
        print(f"{family.name:<11} {done:15,} operations  {100 * done / soak.goal:7.3f} %  {runs:6} runs  {rate / 1000:7.1f} k/s  {word}")
    print(flush=True)


def keep(soak, rtl):
    """For the ladder: all families, whatever this call was asked for."""
    rows = {}
    for family in families.FAMILIES:
        runs = [run for run in soak.ledger.runs if run.family == family.name]
        if runs:
            rows[family.name] = {"ops": soak.ledger.ops(family.name), "runs": soak.ledger.count(family.name), "failed": [r.repeat() for r in soak.ledger.failed(family.name)],
                                 "tests": sorted({run.test for run in runs}), "builds": sorted({run.build for run in runs}),
                                 "date": max(run.date for run in runs)}
    results.save("soak", {"families": rows}, rtl)


def remember(ledger, sources):
    """Into tb/found/: of each family what is known of these sources, here or there, whichever is more."""
    lines = []
    for family in families.FAMILIES:
        there = [row for row in found.load("soak") if (row["sources"], row["family"]) == (sources, family.name)]
        here = [{"sources": sources, **dataclasses.asdict(run)} for run in ledger.short(family.name)]
        lines += max(there, here, key=lambda rows: sum(row["ops"] for row in rows))
    found.save("soak", lines)


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--n", type=int, default=500000, help="operations of a run")
    parser.add_argument("--keep", action="store_true", help="runs nothing: puts what is done into tb/found/")
    parser.add_argument("words", nargs="*", metavar="TEST=, OPS=, MINUTES=")
    args = parser.parse_intermixed_args()
    values = settings.take(parser, args.words, {"TEST": "", "OPS": "1e9", "MINUTES": ""})
    numbers = {}
    for key in ("OPS", "MINUTES"):
        try:
            numbers[key] = float(values[key] or "inf")
        except ValueError:
            parser.error(f"{key}={values[key]}: it is a number, 1e9 say")
        if not numbers[key] > 0 or (key == "OPS" and numbers[key] == float("inf")):
            parser.error(f"{key}={values[key]}: it is above 0, and has an end")
    if args.n < 1000:
        parser.error("--n is at least 1000")
    return args, values["TEST"], int(numbers["OPS"]), numbers["MINUTES"]


def go_on(soak, jobs, minutes, since, rtl):
    began = shown = time.monotonic()
    empty = False
    while not empty or soak.running:
        while not empty and len(soak.running) < jobs:
            run = None if time.monotonic() - began > 60 * minutes else soak.next()
            empty = run is None
            if run:
                soak.begin(run)
        for run, text in soak.poll():
            if run.state == "fail":
                print(f"FAIL {run.repeat()}\n" + "\n".join("     | " + line[:200] for line in text.splitlines()[-30:]), flush=True)
            keep(soak, rtl)
            empty = False
        if time.monotonic() - shown > SHOW_S:
            report(soak, since, began)
            shown = time.monotonic()
        time.sleep(0.2)
    report(soak, since, began)


def verdict(soak):
    """The last line, and the exit status."""
    bad = [f.name for f, _ in soak.asked if soak.ledger.failed(f.name) or not soak.ledger.ops(f.name)]
    passed = [f.name for f, _ in soak.asked if f.name not in bad and soak.ledger.ops(f.name) >= soak.goal]
    left = len(soak.asked) - len(bad) - len(passed)
    print(f"{len(passed)} passed, {len(bad)} failed" + (f", {left} without a difference and below {soak.goal:,} operations" if left else ""))
    return 1 if bad else 0


def main():
    args, pattern, goal, minutes = options()
    asked = families.chosen(pattern)
    if args.keep:
        remember(Ledger(LEDGER, digest()), digest())
        return 0
    LEDGER.parent.mkdir(parents=True, exist_ok=True)
    lock = open(LEDGER.with_suffix(".lock"), "w", encoding="utf-8")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        print(f"another make soak writes to {LEDGER.relative_to(ROOT)}", file=sys.stderr)
        return 1
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    builds = sorted({f"ws_sim_{name}" for family, _ in asked for name in builds_of(family)})
    if subprocess.run(["scripts/build.sh", *builds], cwd=ROOT, check=False).returncode:
        return 1
    rtl = results.rtl_digest()
    soak = Soak(asked, Ledger(LEDGER, digest()), goal, min(args.n, goal))
    since = {family.name: soak.ledger.ops(family.name) for family, _ in asked}
    print(f"{goal:,} operations of each family; ledger {LEDGER.relative_to(ROOT)}", flush=True)
    try:
        go_on(soak, max(1, args.jobs), minutes, since, rtl)
    except KeyboardInterrupt:
        soak.stop()
        print("interrupted; what had ended is in the ledger")
        return 130
    finally:
        soak.stop()
        keep(soak, rtl)
    return verdict(soak)


if __name__ == "__main__":
    sys.exit(main())
