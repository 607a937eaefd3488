#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make test DUT=gate: every co-simulation test of one CTA at 4 lanes, and of a cluster of two, on the netlists that synthesis wrote
(gate.py), in lockstep with the model. Last line: "N passed, N failed".

gate_test.py [N=20000] [SEED=1] [TEST='*']
  N     operations of a random test
  TEST  patterns, with blanks between: these alone
A run that has not ended after four hours (WS_LIMIT_S=seconds in the environment: another limit) is ended, and has failed.
"""
import argparse
import fnmatch
import pathlib
import re
import sys
import time

import children
import digest
import evidence
import families
import settings
import testnames
from regression import inventory

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMIT_S = 4 * 3600
RESULT = re.compile(r"^(\S+) +seed \d+ +(\d+) operations +(\d+) cycles .* (PASS|FAIL)\b")


def main(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    values = settings.take(parser, words, {"N": "20000", "SEED": "1", "TEST": "*"})
    if any(testnames.main([pattern]) for pattern in values["TEST"].split()):
        return 2
    tests, tree, start = {}, digest.Tree(), time.monotonic()
    lists = {ctas: listed(ctas) for ctas in (1, 2)}
    whole = [(False, why) for _, why in lists.values() if why]  # of each run: whether it came to its end, and what is wrong
    for ctas, (names, _) in lists.items():
        for pattern in values["TEST"].split():
            if some := fnmatch.filter(names, pattern):
                whole.append(run(ctas, values, tests, pattern, some))
    if not whole:
        print(f"TEST={values['TEST']}: no test of either netlist is called so; make list shows them", file=sys.stderr)
        return 2
    keep({name for names, _ in lists.values() for name in names}, tests, tree, time.monotonic() - start)
    good = sum(test["ok"] for test in tests.values())
    for why in (why for ended, why in whole if why and not ended):
        print(f"FAIL {why}")
    broken = sum(not ended or bool(why) for ended, why in whole)
    print(f"{good} passed, {max(len(tests) - good, broken)} failed")
    return 1 if broken else 0


def keep(names, tests, tree, seconds):
    """For the ladder, the families all of whose tests ran."""
    now = digest.Tree()
    for family in families.FAMILIES:
        mine = {name for pattern in family.tests.split() for name in fnmatch.filter(names, pattern)}
        wrong = sorted(name for name in mine & tests.keys() if not tests[name]["ok"])
        if mine and mine <= tests.keys() and tree.run(family.name) == now.run(family.name):
            evidence.record(f"netlist {family.name}", now.run(family.name), not wrong, seconds=seconds, tests=len(mine), wrong=wrong)


def listed(ctas):
    """Names of the tests that a build can run, and why it could not be asked. That of one CTA lists all, and of the others what they need: (CTAS=2)."""
    command = ["scripts/sim.sh", "--list", "LANES=4", f"CTAS={ctas}", "DUT=gate"]
    done = children.run(command, LIMIT_S, stderr=None, cwd=ROOT)
    if done.why:
        return [], done.late or f"{' '.join(command)}: {done.why}"
    return [line.split("\t")[0].strip() for line in done.said.splitlines() if "\t" in line and not inventory.NEEDS.search(line)], ""


def run(ctas, values, tests, pattern, names):
    """Adds what the tests of a build say; whether it came to its end and to all of these names, and what is wrong."""
    command = ["scripts/sim.sh", f"TEST={pattern}", "LANES=4", f"CTAS={ctas}", "DUT=gate", f"N={values['N']}", f"SEED={values['SEED']}"]

    def result(line):
        print(line, end="", flush=True)
        if found := RESULT.match(line):
            tests[found.group(1)] = {"ok": found.group(4) == "PASS", "ops": int(found.group(2)), "cycles": int(found.group(3)), "ctas": ctas}
    done = children.run(command, LIMIT_S, result, stderr=None, cwd=ROOT)
    missing = sorted(set(names) - tests.keys())
    why = done.late or (f"{' '.join(command)}: {done.why}" if done.why else "")
    if missing:
        why = f"{why or ' '.join(command)}; without a result: {' '.join(missing)}"
    return not done.late and done.status in (0, 1) and not missing, why


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
