#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The test of mutants.py, on two units in one build: the tests kill what is not equivalent, ABC calls nothing equivalent that a test has
killed, a bench that does not look at the units kills nothing, and what is left then is undecided. And the tests that it asks for exist.

test_mutants.py [--new]   --new: if it passed on the same sources with the same tools it is not run again
"""
import argparse
import fnmatch
import os
import subprocess
import sys

import test_long  # which knows where the scripts are
import digest  # noqa: E402
import evidence  # noqa: E402
import mutant_benches  # noqa: E402
import mutants  # noqa: E402
from mutant_netlists import OUT, ToolError, Unit  # noqa: E402

UNITS, COUNT, FEW = ("ws_vote_fn", "ws_vote"), 30, 4
READ = ("rtl", "cmodel", "tb/cosim", "tb/lib", "tb/verilated", "tb/formal/first_of.v", "CMakeLists.txt", "tb/regress/test_mutants.py", *(f"scripts/{path.name}" for path in sorted((test_long.ROOT / "scripts").glob("mutant*"))))
TOOLS = ("yosys -V", "dpkg-query -W -f ${Version} berkeley-abc", "verilator --version", "c++ --version", "cc --version", "cmake --version")


def check(good, text):
    print(f"{'ok  ' if good else 'FAIL'} {text}", flush=True)
    return bool(good)


def with_verdict(unit, wanted):
    return [mutant for mutant in unit.mutants if unit.verdicts.get(mutant, ("",))[0] == wanted]


def judged():
    """The units after all steps."""
    units = [Unit(name, mutants.units()[name], "_test") for name in UNITS]
    for unit in units:
        unit.prepare(COUNT, 1)
    group = mutants.Group(units, argparse.Namespace(jobs=os.cpu_count(), n=COUNT, seed=1, tests="", long=False))
    group.judge()
    return group


def tried():
    yield check(all(missing_tests().values()), f"each of the benches has the tests that are asked for {' '.join(name for name, there in missing_tests().items() if not there)}")
    group = judged()
    some = []
    for unit in group.units:
        dead, same, left = (with_verdict(unit, verdict) for verdict in mutants.VERDICTS)
        yield check(len(dead) > COUNT // 2 and len(dead) + len(same) + len(left) == COUNT, f"{unit.name}: {len(dead)} killed, {len(same)} equivalent, {len(left)} undecided")
        some += same
        unit.mutants, unit.verdicts = dead[:FEW] + same[:1], {}
    yield check(some, "some are equivalent")
    group.args.tests = "mbar_init"  # it does not look at the units
    group.judge()
    for unit in group.units:
        verdicts = [unit.verdicts[mutant][0] for mutant in unit.mutants]
        yield check(verdicts[:FEW] == ["undecided"] * FEW and set(verdicts[FEW:]) <= {"equivalent"},
                    f"{unit.name}: a bench that does not look kills none, and ABC calls none equivalent that a test has killed: they are undecided")
    try:
        group.args.tests = "no_such_test"
        group.hunt(group.units[0], 10)
        yield check(False, "tests that are not there are an error")
    except ToolError as error:
        yield check("no_such_test" in str(error), "tests that are not there are an error")


def missing_tests():
    """{bench: whether each pattern that a unit of it asks for names a test}"""
    names = {}
    for bench in mutant_benches.BENCHES:
        program = mutants.ROOT / {"cosim": "build/ws_sim_4", "bus": "build/ws_sim_4_bus", "serial": "build/ws_sim_serial"}[bench.name]
        listed = subprocess.run([program, "--list"], capture_output=True, text=True, check=True).stdout
        names[bench.name] = [line.split("\t")[0].strip() for line in listed.splitlines()]
    args = argparse.Namespace(tests="")
    there = {bench: True for bench in names}
    for name, params in mutants.units().items():
        unit = argparse.Namespace(params=params, file=next(file for file in mutant_benches.unit_files() if file.endswith(f"/{name}.v")))
        unit.bench = mutant_benches.bench_of(unit.file)
        there[unit.bench.name] &= all(fnmatch.filter(names[unit.bench.name], pattern) for pattern in mutants.tests_of(unit, args).split())
    return there


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--new", action="store_true", help="if it passed on the same sources with the same tools it is not run again")
    what, sources = f"{evidence.CHECK}mutants", digest.Tree().check(READ, TOOLS)
    before = evidence.Store(here=True).passed(what, sources)
    if parser.parse_args().new and before and not os.environ.get("FRESH"):
        print(f"on the same sources with the same tools, {before['date']}:\n{before['passed']} passed, 0 failed")
        return 0
    OUT.mkdir(parents=True, exist_ok=True)
    mutants.command(["scripts/build.sh", "ws_sim_4", "ws_sim_4_bus", "ws_sim_serial", *(bench.target for bench in mutant_benches.BENCHES)], OUT / "build.log")
    results = list(tried())
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    if all(results) and sources:
        evidence.record(what, sources, True, passed=len(results))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
