# SPDX-License-Identifier: Apache-2.0
"""For bench.py: the same RTL in what one would use otherwise. Operations a second of processor time, without start-up, at 32 lanes:

  Icarus   tb/gate/fourstate.v plays the traffic of the same test, and compares every output in every cycle with what the model
           said; the model's own time is not in it
  cocotb   tb/compare/test_ws_top.py: whole warps with random operands of the same operation, each response checked against the C
           model through ctypes; no masks, no exits, no other port
"""
import os
import pathlib
import re
import statistics

import children
import fourstate

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "compare"
PYTHON = ROOT / "build" / "python" / "bench" / "bin"
LANES = 32
TESTS = ("shfl_bfly", "vote_ballot", "redux_add")
ICARUS_N = 200, 2000
COCOTB_N = {"verilator": 20000, "icarus": 1000}
LIMIT_S = 1800


class Absent(Exception):
    """Its text says what could not be measured, and why."""


def call(command, env=None):
    """Output and seconds of processor time of a command that has to succeed."""
    before = os.times()
    try:
        done = children.run(command, LIMIT_S, cwd=ROOT, env={**os.environ, **(env or {})})
    except OSError as error:
        raise Absent(str(error)) from None
    after = os.times()
    if done.why:
        raise Absent(done.late or f"{command[0]}: {done.why}\n" + "\n".join(done.said.splitlines()[-15:]))
    return done.said, after.children_user + after.children_system - before.children_user - before.children_system


def lockstep(test, n):
    """Our bench, beside which the others stand."""
    text, _ = call([f"build/ws_sim_{LANES}", f"--test={test}", f"--n={n}", "--no-stalls"])
    return 1000 * float(re.search(r" cycles +(\d+) k/s +PASS", text).group(1))


def icarus(test, program):
    """By two lengths, so that reading the design in is not in it."""
    sizes = []
    for n in ICARUS_N:
        record = OUT / f"{test}.txt"
        text, _ = call([f"build/ws_sim_{LANES}", f"--test={test}", f"--n={n}", "--no-stalls", "--dut=model", f"--stimulus={record}", "--faildir="])
        operations = int(re.search(r"(\d+) operations", text).group(1))
        _, seconds = call(["vvp", "-n", program, f"+stimulus={record}"])
        record.unlink()
        sizes.append((operations, seconds))
    return (sizes[1][0] - sizes[0][0]) / (sizes[1][1] - sizes[0][1])


def cocotb(simulator, test, library):
    if not (PYTHON / "cocotb-config").exists():
        raise Absent("cocotb is not in build/python/bench; scripts/setup.sh bench installs it, or says why not")
    folder = OUT / f"cocotb_{simulator}"
    text, _ = call(["make", "-C", "tb/compare", f"SIM={simulator}", f"OP={test}", f"N={COCOTB_N[simulator]}", f"LANES={LANES}", f"MODEL={library}",
                    f"SIM_BUILD={folder}", f"COCOTB_RESULTS_FILE={OUT}/results.xml"],
                   {"PATH": f"{PYTHON}:{os.environ['PATH']}", "MAKEFLAGS": "", "MFLAGS": ""})
    found = re.search(r"^RATE (\d+) operations ([\d.]+) seconds$", text, re.M)
    if not found or " FAIL=0 " not in text:
        raise Absent(f"cocotb with {simulator}, {test}: failed\n" + "\n".join(text.splitlines()[-25:]))
    return int(found.group(1)) / float(found.group(2))


def rows(repetitions, n):
    """Cells of the table, and what could not be measured: (rows, trouble)."""
    OUT.mkdir(parents=True, exist_ok=True)
    library = OUT / "libwarpsync.so"
    sources = [p for p in sorted((ROOT / "cmodel").rglob("*.c")) if p.stem != "example"]
    call(["cc", "-O2", "-shared", "-fPIC", f"-I{ROOT}/cmodel", "-o", library, *sources])
    program = fourstate.compiled(ROOT / "rtl", 0, OUT, LANES=LANES, WAITERS=8, COPIES=8)
    ways = (("this bench: Verilator, model in lockstep, every port in every cycle", lambda test: lockstep(test, n)),
            ("Icarus 11, the same checks of a recorded run", lambda test: icarus(test, program)),
            ("cocotb 1.8.1 with Verilator, responses checked", lambda test: cocotb("verilator", test, library)),
            ("cocotb 1.8.1 with Icarus 11, responses checked", lambda test: cocotb("icarus", test, library)))
    rates, trouble = {}, []
    for _ in range(repetitions):  # in turn, so that a disturbance of the machine falls on all of them
        for name, measure in ways:
            for test in TESTS:
                if (name, test) in rates and rates[name, test] is None:
                    continue
                try:
                    rates.setdefault((name, test), []).append(measure(test))
                except Absent as absent:
                    trouble.append(str(absent))
                    rates[name, test] = None
    ours = {test: statistics.median(rates[ways[0][0], test] or [0]) for test in TESTS}
    found = []
    for name, _ in ways:
        cells = [name]
        for test in TESTS:
            rate = rates[name, test] and statistics.median(rates[name, test])
            cells += [f"{rate:,.0f}", f"1/{ours[test] / rate:,.0f}" if name != ways[0][0] else "1"] if rate else ["not measured", ""]
        found.append(cells)
    return found, trouble


HEAD = ["the same RTL in", *(cell for test in TESTS for cell in (f"{test}, 1/s", "ratio"))]
