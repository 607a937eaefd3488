#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make test DUT=gate: every co-simulation test of one CTA at 4 lanes, and of a cluster of two, on the netlists that synthesis wrote
(gate.py), in lockstep with the model. gate_test.py [N=20000] [SEED=1]     N: operations of a random test. Last line: "N passed, N failed"."""
import re
import subprocess
import sys

import results

RESULT = re.compile(r"^(\S+) +seed \d+ +(\d+) operations +(\d+) cycles .* (PASS|FAIL)\b")


def main(words):
    values = {"N": "20000", "SEED": "1"}
    for word in words:
        key, _, value = word.partition("=")
        if key not in values or (value and not value.isdigit()):
            print(f"{word}: N= and SEED= are known, and are numbers", file=sys.stderr)
            return 2
        values[key] = value or values[key]
    rtl, tests = results.rtl_digest(), {}
    whole = [run(ctas, values, tests) for ctas in (1, 2)]
    # A run that was cut off says nothing about the tests it did not come to.
    if all(ended for ended, _ in whole):
        results.save("gate", {"tests": tests, "n": int(values["N"]), "seed": int(values["SEED"])}, rtl)
    good = sum(test["ok"] for test in tests.values())
    broken = sum(not ended or status != 0 for ended, status in whole)  # of the two runs
    print(f"{good} passed, {max(len(tests) - good, broken)} failed")
    return 1 if broken else 0


def run(ctas, values, tests):
    """Adds what the tests of a build say; whether it came to its end, and its exit status."""
    command = ["scripts/sim.sh", "TEST=*", "LANES=4", f"CTAS={ctas}", "DUT=gate", f"N={values['N']}", f"SEED={values['SEED']}"]
    last = ""
    with subprocess.Popen(command, cwd=results.ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, errors="replace") as process:
        for line in process.stdout:
            print(line, end="", flush=True)
            last = line
            found = RESULT.match(line)
            if found:
                tests[found.group(1)] = {"ok": found.group(4) == "PASS", "ops": int(found.group(2)), "cycles": int(found.group(3)), "ctas": ctas}
    return bool(re.match(r"\d+ passed, \d+ failed\b", last)), process.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
