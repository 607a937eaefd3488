#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make exhaustive: every run that tries a whole space, with the number of cases that it says it tried. RTL against model at the
lane counts given; the transition of a barrier in the model, which a proof ties to the RTL (make formal). Last the line
"N passed, N failed". Exit status 0 only if nothing failed and each run said how many cases it had.

exhaustive.py [NAME...]   only these rows
A run that has not ended after two hours (WS_LIMIT_S=seconds in the environment: another limit) is ended, and has failed; what it had
found counts.
"""
import argparse
import pathlib
import re
import sys
import time

import children

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMIT_S = 7200
BENCHES = (("32", ["*_exhaustive"]), ("32_bfly", ["shfl_exhaustive"]), ("16", ["shfl_exhaustive"]), ("8", ["shfl_exhaustive"]),
           ("4", ["*_exhaustive"]))
RESULT = re.compile(r"^(\w+_exhaustive) +seed \d+ +(\d+) operations +\d+ cycles +(\d+) k/s  (PASS|FAIL)(?:  (\d+) cases: (.*))?$", re.M)
SHOWN = 10  # lines of a run that failed
BARRIER = re.compile(r"(\d+) warps: \d+ situations, (\d+) cases")


def benches(names):
    for build, patterns in BENCHES:
        program = ROOT / f"build/ws_sim_{build}"
        for pattern in patterns:
            done = children.run([program, f"--test={pattern}"], LIMIT_S, cwd=ROOT)
            found = RESULT.findall(done.said)
            for test, operations, rate, verdict, cases, space in found:
                if not names or test in names:
                    good = verdict == "PASS" and cases
                    seconds = int(operations) / 1000 / max(1, int(rate))
                    yield test, build, int(cases or 0), space or "does not say how many cases", good, seconds
            if done.why or not found:
                yield pattern, build, 0, done.late or "\n".join([done.why, *done.said.splitlines()[-SHOWN:]]), False, 0.0


def barrier():
    start = time.monotonic()
    done = children.run([ROOT / "build/tb/unit/test_bar"], LIMIT_S, cwd=ROOT)
    found = BARRIER.findall(done.said)
    cases = sum(int(count) for _, count in found)
    yield ("unit.bar", "model", cases, done.late or "situations of up to 4 warps at a barrier x every arrival and exit",
           not done.why and cases, time.monotonic() - start)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    args = parser.parse_args()
    built = children.run([ROOT / "scripts/build.sh", "ws_model", *(f"ws_sim_{build}" for build, _ in BENCHES)], LIMIT_S, stderr=None, cwd=ROOT)
    if built.why:
        print(f"nothing was run: {built.late or 'scripts/build.sh: ' + built.why}", file=sys.stderr)
        return 1
    passed = failed = 0
    print(f"{'run':<24}{'on':<10}{'cases':>12}  {'result':<8}{'seconds':>8}  space")
    for source in (benches(args.names), barrier() if not args.names or "unit.bar" in args.names else ()):
        for name, build, cases, space, good, seconds in source:
            passed, failed = passed + bool(good), failed + (not good)
            print(f"{name:<24}{build:<10}{cases:>12,}  {'ok' if good else 'FAIL':<8}{seconds:>8.1f}  {space}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
