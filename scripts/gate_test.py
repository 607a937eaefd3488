#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make test DUT=gate: every co-simulation test of one CTA at 4 lanes, and of a cluster of two, on the netlists that synthesis wrote
(gate.py), in lockstep with the model. Last line: "N passed, N failed".

gate_test.py [N=20000] [SEED=1] [TEST='*']
  N     operations of a random test
  TEST  these alone; what an earlier call found of the others, on the same RTL, stays
A run that has not ended after four hours (WS_LIMIT_S=seconds in the environment: another limit) is ended, and has failed.
"""
import fnmatch
import re
import sys

import children
import results
from regression import inventory

LIMIT_S = 4 * 3600
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
    lists = {ctas: listed(ctas) for ctas in (1, 2)}
    whole = [(False, why) for _, why in lists.values() if why]  # of each run: whether it came to its end, and what is wrong
    for ctas, (names, _) in lists.items():
        if names := fnmatch.filter(names, values["TEST"]):
            whole.append(run(ctas, values, tests, names))
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
    for why in (why for ended, why in whole if why and not ended):
        print(f"FAIL {why}")
    broken = sum(not ended or bool(why) for ended, why in whole)
    print(f"{good} passed, {max(len(tests) - good, broken)} failed")
    return 1 if broken else 0


def listed(ctas):
    """Names of the tests that a build can run, and why it could not be asked. That of one CTA lists all, and of the others what they need: (CTAS=2)."""
    command = ["scripts/sim.sh", "--list", "LANES=4", f"CTAS={ctas}", "DUT=gate"]
    done = children.run(command, LIMIT_S, stderr=None, cwd=results.ROOT)
    if done.why:
        return [], done.late or f"{' '.join(command)}: {done.why}"
    return [line.split("\t")[0].strip() for line in done.said.splitlines() if "\t" in line and not inventory.NEEDS.search(line)], ""


def run(ctas, values, tests, names):
    """Adds what the tests of a build say; whether it came to its end and to all of these names, and what is wrong."""
    command = ["scripts/sim.sh", f"TEST={values['TEST']}", "LANES=4", f"CTAS={ctas}", "DUT=gate", f"N={values['N']}", f"SEED={values['SEED']}"]

    def result(line):
        print(line, end="", flush=True)
        if found := RESULT.match(line):
            tests[found.group(1)] = {"ok": found.group(4) == "PASS", "ops": int(found.group(2)), "cycles": int(found.group(3)), "ctas": ctas}
    done = children.run(command, LIMIT_S, result, stderr=None, cwd=results.ROOT)
    missing = sorted(set(names) - tests.keys())
    why = done.late or (f"{' '.join(command)}: {done.why}" if done.why else "")
    if missing:
        why = f"{why or ' '.join(command)}; without a result: {' '.join(missing)}"
    return not done.late and done.status in (0, 1) and not missing, why


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
