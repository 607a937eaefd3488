#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The test of mutants.py itself, on the smallest unit: the tests of the unit kill each mutant that is no proved equivalent;
the proof never calls one equivalent that a test has killed; and a bench that does not look at the unit kills none."""
import argparse
import subprocess
import sys

import mutants
from mutant_netlists import OUT, Unit

UNIT, COUNT = "ws_vote_fn", 40


def check(good, text):
    print(f"{'ok  ' if good else 'FAIL'} {text}", flush=True)
    return bool(good)


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    mutants.command(["scripts/build.sh", "ws_cosim_tests"], OUT / "build.log")
    unit = Unit(UNIT, mutants.STRUCT, "_test")
    args = argparse.Namespace(n=COUNT, seed=7, jobs=1, tests="")
    verdicts, _ = mutants.judge(unit, args, print)
    killed = [m for m, found, _ in verdicts if found == "killed"]
    same = [m for m, found, _ in verdicts if found == "equivalent"]
    proofs = [unit.prove(m) for m in killed]
    bench = unit.folder / "block" / "bench"
    blind = [mutants.failing(bench, m.number, "mbar_init", 100, 1) for m in killed]
    results = [
        check(len(verdicts) == COUNT, f"{len(verdicts)} mutants of {COUNT}"),
        check(len(killed) + len(same) == COUNT, f"{len(killed)} killed, {len(same)} equivalent, nothing else"),
        check(len(killed) > COUNT // 2, "most are killed"),
        check(set(proofs) == {"different"}, "the proof calls none equivalent that a test kills"),
        check(all(m.place.startswith("rtl/vote/") and m.source() for m in unit.mutants), "each has its line of source"),
        check(not any(blind), "a test that does not use the unit kills none"),
    ]
    wrong = subprocess.run([sys.executable, mutants.__file__, "UNIT=ws_nothing"], capture_output=True, text=True, check=False)
    results.append(check(wrong.returncode == 2 and "no such unit: ws_nothing" in wrong.stderr, "an unknown unit is named"))
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
