#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make mutants: would the tests notice a wrong gate? Mutants of each unit, run against the tests of its family.

mutants.py [UNIT=name,...] [N=100] [SEED=1] [--jobs 2] [--tests PATTERNS] [--long]

A mutant is the unit with one bit of one cell inverted, stuck, or inverted while another bit is 0 or 1. Yosys chooses them so that
all cells, wires and lines are hit; another seed chooses others. The mutants of up to three units are one build of the block.

  killed      a test failed
  equivalent  proved to be no change at the unit's own ports, by one call of ABC
  undecided   neither: a hole in the tests, an input that the block never gives, or an output that nobody reads

Prints a line a unit, and the line of source of what is undecided. --long runs ten times the operations. Exit 0: in each unit 90 % of
the mutants that are not equivalent were killed; 1: not so; 2: it could not be found out.
"""
import argparse
import collections
import concurrent.futures
import functools
import hashlib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import time

import builds
import digest
import evidence
import families
import mutant_benches
import mutant_proofs
import settings
from mutant_netlists import MOST, OUT, ROOT, ToolError, Unit

STRUCT = {"LANES": 4, "WARPS": 4, "SHFL_FORM": 0, "MATCH_BITS": 4, "WAITERS": 4, "COPIES": 4, "STRUCT": 1, "WATCHDOG": 1, "CTAS": 1}
OTHERS = {  # other parameters than those
    "ws_vote": {"LANES": 8}, "ws_vote_fn": {"LANES": 8}, "ws_redux": {"LANES": 8}, "ws_mbar_rank": {"LANES": 16}, "ws_mbar_quads": {"LANES": 8},
    "ws_match_serial": {"LANES": 8}, "ws_match_all": {"LANES": 8}, "ws_match_rows": {"STRUCT": 0},
    "ws_shfl_route": {"LANES": 8}, "ws_shfl_net": {"SHFL_FORM": 1}, "ws_shfl_bfly": {"SHFL_FORM": 1, "LANES": 8},
    "ws_net": {"CTAS": 4}, "ws_bar_cluster": {"CTAS": 2},  # of two CTAs no two send to the same
    "ws_bus_counters": {"CNT_START": builds.CARRIES_SOON},  # bits that carry only after years
}
SIZES = {  # by bench: the same for all units but for what stands in OTHERS
    "cosim": STRUCT, "serial": {},
    "bus": {"LANES": 4, "WARPS": 4, "SHFL_FORM": 0, "WAITERS": 4, "COPIES": 4, "STRUCT": 1, "WATCHDOG": 1},
}
MBAR = "mbar_[!e]* mbar_errors mbar_expect*"
TESTS = {  # by folder of rtl/ that has others than those of its family: the longest are left out; then those of everything at once
    "sync": "rendezvous_[!e]* rendezvous_exit* match_*_b64 codes_* bar_*",
    "mbar": f"{MBAR} smem_*", "async": f"smem_* {MBAR}", "smem": f"smem_* {MBAR}",
    "bus": "bus_*", "serial": "serial_*",
    "collect": "vote_ballot shfl_idx match_*_b64 redux_add codes_unknown rendezvous_refused mbar_golden mbar_*err* mbar_joined mbar_cp_async_late",
}
CLUSTER = "cluster_* mbar_remote_*"  # those of units that have several CTAs
SMALL = ("rtl/common/", "rtl/ws_", "rtl/cluster/ws_cluster", "rtl/bus/ws_bus.v", "rtl/bus/ws_gmem_atom.v")  # cells, which are in every unit, files that only wire, and what no bench of the block builds
VERDICTS = ("killed", "equivalent", "undecided")
FEW, SHORT, LONG = 300, 2000, 20000  # operations of a random test
RUN_S = 600  # of processor time, for one call of the tests: then the simulator has no end
NONE_RUN = "nothing was run"
GROUP = 3  # units in a build: more make it slow, fewer make more of them
FIRST = 4  # tests that are tried first, those that have killed most
DEFAULT_N, GOAL = 100, 90


def say(text):
    print(f"  {text}", file=sys.stderr, flush=True)


def command(words, log):
    """Runs a step of a build."""
    with open(log, "a", encoding="utf-8") as out:
        out.write(shlex.join(words) + "\n")
        out.flush()
        status = subprocess.run(words, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, check=False).returncode
    if status:
        lines = [line for line in log.read_text(errors="replace").splitlines() if re.search("error|Error", line)]
        raise ToolError(f"{words[0]} failed, see {log.relative_to(ROOT)}\n" + "\n".join(lines[:5]))


class Group:
    """Units with the same parameters: their mutants are in one build, of which each run is one mutant of one unit."""

    def __init__(self, units, args):
        self.units, self.args, self.of = units, args, units[0].bench
        self.pool = concurrent.futures.ThreadPoolExecutor(args.jobs)
        self.folder = OUT / ("bench_" + hashlib.sha256(" ".join(unit.label for unit in units).encode()).hexdigest()[:8])

    @functools.cached_property
    def bench(self):
        """The lockstep bench on the block with the mutants."""
        say(f"{' '.join(unit.name for unit in self.units)}: building")
        cache = self.folder / "CMakeCache.txt"
        home = re.search(r"^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)", cache.read_text() if cache.exists() else "", re.M)
        if home and ROOT not in pathlib.Path(home[1]).resolve().parents:  # the project was moved since
            shutil.rmtree(self.folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        log = self.folder / "build.log"
        log.write_text("")
        command(["cmake", "-S", f"tb/{self.of.name}/verilated", "-B", str(self.folder), "-DWS_NAME=mutant", "-DWS_TRACE=OFF",
                 "-DWS_REPLACE=" + ";".join(str(unit.write()) for unit in self.units),
                 "-DCMAKE_CXX_COMPILER_LAUNCHER=" + (shutil.which("ccache") or "")] + self.of.cmake(self.units[0].params), log)
        command(["cmake", "--build", str(self.folder), "-j", str(self.args.jobs)], log)
        bench = self.folder / "bench"
        command(["cc", "-O2", "-std=c11", f"-DWS_OPS={self.of.dut}_mutant", f"-DWS_BENCH={self.of.bench}", "-Icmodel",
                 "tb/lib/main.c", *(str(ROOT / "build" / library) for library in self.of.libraries),
                 str(self.folder / f"lib{self.of.dut}_mutant.a"), str(ROOT / "build/cmodel/libwarpsync.a"), "-lcmocka", "-lstdc++", "-lm", "-lpthread", "-o", str(bench)], log)
        return bench

    def hunt(self, unit, operations):
        """Runs the tests on the mutants of a unit that have no verdict, those first that killed most of the others."""
        patterns = tests_of(unit, self.args)
        self.check_plain(patterns, operations)
        killers = collections.Counter(by for verdict, by in unit.verdicts.values() if verdict == "killed")

        def one(mutant):
            first = [test for test, _ in killers.most_common(FIRST) if " " not in test]
            test = failing(self.bench, f"{unit.name}:{mutant.number}", [*first, *patterns.split()], operations, self.args.seed)
            if test:
                killers[test] += 1
                unit.verdicts[mutant] = ("killed", test)

        list(self.pool.map(one, unit.left()))

    @functools.cache
    def check_plain(self, patterns, operations):
        """No mutant, no failure: else nothing that follows means anything."""
        test = failing(self.bench, "", patterns.split(), operations, self.args.seed)
        if test == NONE_RUN:
            raise ToolError(f"none of {patterns} is a test of this build")
        if test:
            raise ToolError(f"{test} fails without a mutant, if make test passes a smaller N may help")

    def prove(self, unit):
        for mutant, found in mutant_proofs.prove(unit, unit.left(), self.pool).items():
            if found == "equivalent":
                unit.verdicts[mutant] = ("equivalent", "proof")

    def judge(self):
        steps = [("a few operations", lambda unit: self.hunt(unit, FEW)), ("proofs", self.prove), ("more operations", lambda unit: self.hunt(unit, SHORT))]
        for text, step in steps + [("long runs", lambda unit: self.hunt(unit, LONG))] * self.args.long:
            for unit in self.units:
                if unit.left():
                    say(f"{unit.name}: {len(unit.left())} left for {text}")
                    start = time.monotonic()
                    step(unit)
                    unit.seconds += time.monotonic() - start
        for unit in self.units:
            unit.verdicts.update({mutant: ("undecided", "") for mutant in unit.left()})


def tests_of(unit, args):
    folder = pathlib.Path(unit.file).parts[1]
    family = families.named(families.tested_as(folder))
    return args.tests or (CLUSTER if unit.params.get("CTAS", 1) > 1 else f"{TESTS.get(folder) or family.tests} {unit.bench.tests}")


def failing(bench, chosen, patterns, operations, seed):
    """The first test that fails on a mutant, UNIT:NUMBER, None if all pass; of no mutant NONE_RUN if the build has none of the tests."""
    ran = False
    for pattern in patterns:
        call = [str(bench), f"--test={pattern}", "--stop", "--faildir=", f"--n={operations}", f"--seed={seed}"]
        done = subprocess.run(["sh", "-c", f'ulimit -t {RUN_S}; exec "$@"', "sh", *call], cwd=bench.parent, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                              env={**os.environ, "WS_MUTANT": chosen}, check=False)
        if done.returncode == 2 and NONE_RUN in done.stderr:  # a block without what this test needs
            continue
        ran = True
        if done.returncode == 2:
            raise ToolError(f"{shlex.join(call)}: {done.stderr.strip()}")
        if done.returncode:
            name = re.search(r"^(\S+) +seed.*FAIL", done.stdout, re.M)
            return name.group(1) if name else f"{pattern} (simulator stopped)"
    return None if ran or chosen else NONE_RUN


def units():
    """{unit: its parameters}, in the order of rtl/files.f."""
    files = {pathlib.Path(file).stem: file for file in mutant_benches.unit_files() if not file.startswith(SMALL)}
    return {name: {**SIZES[mutant_benches.bench_of(file).name], **OTHERS.get(name, {})} for name, file in files.items()}


def groups(names):
    """The names in lists of units that make one build."""
    alike = collections.defaultdict(list)
    params_of = units()
    for name in names:
        file = next(file for file in mutant_benches.unit_files() if pathlib.Path(file).stem == name)
        alike[mutant_benches.bench_of(file).name, *params_of[name].items()].append(name)
    return [members[k:k + GROUP] for members in alike.values() for k in range(0, len(members), GROUP)]


def report(unit, args, sources):
    """Prints and keeps what was found of a unit; whether enough were killed."""
    counts = collections.Counter(verdict for verdict, _ in unit.verdicts.values())
    left = [[m.place, m.what(), m.source()] for m in unit.mutants if unit.verdicts[m][0] == "undecided"]
    lanes = unit.params.get("LANES", 0)
    print(f"{unit.name:<18} {lanes or '-':>2} lanes  {len(unit.mutants):4} mutants  " + "  ".join(f"{counts[v]:4} {v}" for v in VERDICTS) + f"  {unit.seconds:6.0f} s", flush=True)
    for place, what, line in left:
        print(f"  {place}: {what}\n      {line}", flush=True)
    if not args.tests and digest.Tree().mutants(unit.name) == sources:
        evidence.record(f"mutants {unit.name}", sources, True, f"seed {args.seed}", unit.seconds, n=len(unit.mutants), lanes=lanes, **{v: counts[v] for v in VERDICTS}, left=left)
    return 100 * counts["killed"] >= GOAL * (len(unit.mutants) - counts["equivalent"])


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--tests", help="only these tests, patterns with blanks between; nothing is kept")
    parser.add_argument("--long", action="store_true", help="ten times the operations for what is left at the end")
    parser.add_argument("words", nargs="*", metavar="UNIT=, N=, SEED=")
    args = parser.parse_args()
    args.units, args.n, args.seed = list(units()), DEFAULT_N, 1
    for word in args.words:
        key, _, value = word.partition("=")
        if key not in ("UNIT", "N", "SEED"):
            parser.error(f"{word}: what is that? UNIT= N= SEED= are known")
        try:
            if value:
                setattr(args, {"UNIT": "units"}.get(key, key.lower()), value.split(",") if key == "UNIT" else settings.number(key, value))
        except settings.Wrong as why:
            parser.error(str(why))
    unknown = set(args.units) - set(units())
    if unknown:
        parser.error(f"no such unit: {' '.join(sorted(unknown))}; there are: {' '.join(units())}")
    if args.n > MOST:
        parser.error(f"N must be at most {MOST}, not {args.n}; take another SEED for others")
    return args


def main():
    args = options()
    OUT.mkdir(parents=True, exist_ok=True)
    try:
        command(["scripts/build.sh", *(bench.target for bench in mutant_benches.BENCHES)], OUT / "build.log")
    except ToolError as error:
        print(error, file=sys.stderr)
        return 2
    broken, few, params = 0, 0, units()
    for members in groups(args.units):
        tree = digest.Tree()
        sources = {name: tree.mutants(name) for name in members}
        try:
            group = Group([Unit(name, params[name]) for name in members], args)
            for unit in group.units:
                unit.prepare(args.n, args.seed)
            group.judge()
        except (ToolError, subprocess.TimeoutExpired) as error:
            print(f"{' '.join(members)}: not found out: {error}", flush=True)
            broken += 1
            continue
        few += sum(not report(unit, args, sources[unit.name]) for unit in group.units)
    return 2 if broken else 1 if few else 0


if __name__ == "__main__":
    sys.exit(main())
