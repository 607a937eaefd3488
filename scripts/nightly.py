#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make nightly: what takes hours, one after the other: the regression with its long streams and the proofs, mutants where
they are there, the netlist, four states, bench, synth. A line a step, its log in build/nightly/<time>/, last the line
"N passed, N failed". A step that fails does not keep the next ones from running; a step that did not run counts as failed.
Exit status 0 only if nothing failed.

nightly.py [--jobs N] [--minutes M] [STEP...]   --minutes: for the regression
"""
import argparse
import datetime
import os
import pathlib
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHOWN = 15  # last lines of a step that failed
GRACE_S = 120  # for an interrupted step to write its report


def steps(args):
    regress = ["scripts/regress.py", "-i", "nightly", "--jobs", str(args.jobs)]
    if args.minutes:
        regress += ["--minutes", str(args.minutes)]
    yield "regress", ["sh", "-c", 'scripts/setup.sh regress && exec "$@"', "sh", *regress]
    if (ROOT / "scripts/mutants.py").exists():
        yield "mutants", ["make", "mutants"]
    yield "exhaustive", ["make", "exhaustive"]
    yield "gate", ["make", "sim", "TEST=*", "LANES=4", "DUT=gate", "N=2000"]
    yield "fourstate", ["make", "fourstate"]
    yield "bench", ["make", "bench"]
    yield "synth", ["make", "synth"]


def run(command, log):
    """(exit status, interrupted)"""
    with open(log, "w", encoding="utf-8") as out:
        process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                                   start_new_session=True)
        try:
            return process.wait(), False
        except KeyboardInterrupt:
            os.killpg(process.pid, signal.SIGTERM)
            try:
                return process.wait(GRACE_S), True
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return process.wait(), True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--minutes", type=float)
    parser.add_argument("names", nargs="*", help="only these steps")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    plan = list(steps(args))
    unknown = set(args.names) - {name for name, _ in plan}
    if unknown:
        parser.error(f"no step {min(unknown)}; steps: {' '.join(name for name, _ in plan)}")
    plan = [step for step in plan if not args.names or step[0] in args.names]
    folder = ROOT / "build/nightly" / datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%d-%H%M%S")
    folder.mkdir(parents=True)
    passed, stopped = 0, False
    for name, command in plan:
        if stopped:
            print(f"not run  {name}")
            continue
        log = folder / f"{name}.log"
        start = time.monotonic()
        status, stopped = run(command, log)
        passed += status == 0 and not stopped
        word = "stopped" if stopped else "ok" if status == 0 else "FAIL"
        print(f"{word:<8} {name:<10} {time.monotonic() - start:7.0f} s  {log.relative_to(ROOT)}", flush=True)
        if word != "ok":
            print("\n".join("     | " + line[:200] for line in log.read_text(errors="replace").splitlines()[-SHOWN:]), flush=True)
    print(f"{passed} passed, {len(plan) - passed} failed")
    return 130 if stopped else 0 if passed == len(plan) else 1


if __name__ == "__main__":
    sys.exit(main())
