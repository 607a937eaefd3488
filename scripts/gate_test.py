#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make test DUT=gate: every co-simulation test of one CTA at 4 lanes, and of a cluster of two, on the netlists that synthesis wrote
(gate.py), in lockstep with the model. Last line: "N passed, N failed".

gate_test.py [N=20000] [SEED=1] [TEST='*']
  N     operations of a random test
  TEST  these alone; what an earlier call found of the others, on the same RTL, stays
"""
import fnmatch
import re
import subprocess
import sys

import results
from regression import inventory

RESULT = re.compile(r"^(\S+) +seed \d+ +(\d+) operations +(\d+) cycles .* (PASS|FAIL)\b")


def main(words):
    values = {"N": "20000", "SEED": "1", "TEST": "*"}
    for word in words:
        key, _, value = word.partition("=")
        if key not in values or (value and key != "TEST" and not value.isdigit()):
            print(f"{word}: N=, SEED= and TEST= are known, and the first two are numbers", file=sys.stderr)
            return 2
        values[key] = value or values[key]
    rtl, tests = results.rtl_digest(), {}
    asked = {ctas: fnmatch.filter(listed(ctas), values["TEST"]) for ctas in (1, 2)}
    whole = [run(ctas, values, tests, names) for ctas, names in asked.items() if names]
    if not whole:
        print(f"TEST={values['TEST']}: no test of either netlist is called so; make list shows them", file=sys.stderr)
        return 2
    # A run that was cut off says nothing about the tests it did not come to.
    if all(ended for ended, _ in whole):
        before = results.load("gate") if values["TEST"] != "*" else None
        others = before["tests"] if before and before["rtl"] == rtl else {}
        least = min(int(values["N"]), before["n"]) if others else int(values["N"])
        results.save("gate", {"tests": others | tests, "n": least, "seed": int(values["SEED"])}, rtl)
    good = sum(test["ok"] for test in tests.values())
    broken = sum(not ended or status != 0 for ended, status in whole)  # of the two runs
    print(f"{good} passed, {max(len(tests) - good, broken)} failed")
    return 1 if broken else 0


def listed(ctas):
    """Names of the tests that a build can run; that of one CTA lists all, and of the others what they need: (CTAS=2)."""
    command = ["scripts/sim.sh", "--list", "LANES=4", f"CTAS={ctas}", "DUT=gate"]
    done = subprocess.run(command, cwd=results.ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=False)
    return [line.split("\t")[0].strip() for line in done.stdout.splitlines() if "\t" in line and not inventory.NEEDS.search(line)]


def run(ctas, values, tests, names):
    """Adds what the tests of a build say; whether it came to its end and to all of these names, and its exit status."""
    command = ["scripts/sim.sh", f"TEST={values['TEST']}", "LANES=4", f"CTAS={ctas}", "DUT=gate", f"N={values['N']}", f"SEED={values['SEED']}"]
    with subprocess.Popen(command, cwd=results.ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, errors="replace") as process:
        for line in process.stdout:
            print(line, end="", flush=True)
            found = RESULT.match(line)
            if found:
                tests[found.group(1)] = {"ok": found.group(4) == "PASS", "ops": int(found.group(2)), "cycles": int(found.group(3)), "ctas": ctas}
    return process.returncode in (0, 1) and set(names) <= tests.keys(), process.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
