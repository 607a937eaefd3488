#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make bench: how fast the bench and the model are, each figure beside its goal. Rates are thousands of operations per
second of processor time on one core, the median of several repetitions; tests run without stalls, waves and coverage. And how fast the
same RTL is in Icarus and under cocotb (compare.py).

Instructions a clock are counted by valgrind, in a short run and a longer one, so that the beginning of a run does not count. They are
the same on every machine with the same compiler.

bench.py [--repetitions N] [--n N] [--write-readme]
  --write-readme   puts the tables between the bench marks of tb/compare/README.md
A run that has not ended after half an hour (WS_LIMIT_S=seconds in the environment: another limit) is ended. Its row has holes, and the
exit status is 1.
"""
import argparse
import pathlib
import platform
import re
import statistics
import sys

import children
import compare
import pages

ROOT = pathlib.Path(__file__).resolve().parent.parent
GOAL_FAMILY, GOAL_MIX, GOAL_MODEL, GOAL_COST = 500, 150, 5000, 30
GOAL_CLOCK_FAMILY, GOAL_CLOCK_MIX = 6000, 10000  # instructions a clock
COUNTED = (600, 3000)  # operations of the two runs
LANES = 32
LIMIT_S = 1800
MISSED = " **>**"  # behind a figure that misses its goal, as in the other tables
# test, goal; match.any and copies are listed for themselves, since they take 8 and some 20 clocks an operation where the
# others take one. At barriers, warps wait for one another: some 4 clocks an operation.
TESTS = (("shfl_bfly", GOAL_FAMILY), ("shfl_idx", GOAL_FAMILY), ("vote_ballot", GOAL_FAMILY), ("match_all_b32", GOAL_FAMILY),
         ("match_any_b32", None), ("redux_add", GOAL_FAMILY), ("redux_f32", GOAL_FAMILY), ("elect", GOAL_FAMILY),
         ("mbar_stream", GOAL_FAMILY), ("bar_flow_random", GOAL_FAMILY), ("mbar_copy_random", None), ("warp_random", GOAL_MIX),
         ("mbar_random", GOAL_MIX), ("block_random", GOAL_MIX))
MIXES = ("warp_random", "mbar_random", "block_random")
COUNT = re.compile(r"Collected : (\d+)")
RESULT = re.compile(r"^\S+ +seed \d+ +(\d+) operations +(\d+) cycles +(\d+) k/s +(PASS|FAIL)", re.M)


class Failed(Exception):
    """Its text says which run, and why."""


def run(command):
    done = children.run(command, LIMIT_S, cwd=ROOT)
    if done.why:
        raise Failed(done.late or f"{' '.join(map(str, command))}: {done.why}\n{done.said}")
    return done.said


def simulate(test, dut, n):
    """(thousand operations, thousand cycles) a second of one run."""
    command = [f"build/ws_sim_{LANES}", f"--test={test}", f"--dut={dut}", f"--n={n}", "--no-stalls"]
    found = RESULT.search(said := run(command))
    if not found:
        raise Failed(f"{' '.join(command)}: no result\n{said}")
    operations, cycles, rate = (int(word) for word in found.groups()[:3])
    return rate, rate * cycles / operations


def instructions(test, dut):
    """Instructions a clock."""
    points = []
    for n in COUNTED:
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"build/ws_sim_{LANES}", f"--test={test}", f"--dut={dut}", f"--n={n}",
                   "--no-stalls"]
        said = run(command)
        ran, count = RESULT.search(said), COUNT.search(said)
        if not ran or not count:
            raise Failed(f"{' '.join(command)}: no result\n{said}")
        points.append((int(ran.group(2)), int(count.group(1))))
    (clocks, count), (more_clocks, more_count) = points
    return (more_count - count) / (more_clocks - clocks)


def first_line(command):
    return run(command).splitlines()[0].strip()


def machine():
    cpu = platform.machine()
    for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            cpu = line.split(":", 1)[1].strip()
            break
    return [f"{cpu}, one core; {first_line(['verilator', '--version'])}; {first_line(['c++', '--version'])}",
            f"{LANES} lanes, 4 warps, crossbar shuffle, no stalls; thousands of operations per second of processor time"]


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|---" + "|---:" * (len(head) - 1) + "|"]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def beside(rate, goal):
    """A rate, marked if it has a goal and misses it."""
    return f"{rate:,.0f}" + MISSED * (round(rate) < (goal or 0))


def bench_rows(repetitions, n, trouble):
    for test, goal in TESTS:
        try:
            yield bench_row(test, goal, repetitions, n)
        except Failed as failed:
            trouble.append(str(failed))
            yield [test] + ["-"] * 9


def bench_row(test, goal, repetitions, n):
    """Cells of a test's row."""
    # One after the other, so that a disturbance of the machine falls on all of them.
    samples = [[simulate(test, dut, n) for dut in ("both", "rtl", "model")] for _ in range(repetitions)]
    both, rtl, model = (statistics.median(sample[k][0] for sample in samples) for k in range(3))
    clocks = statistics.median(sample[0][1] for sample in samples)
    cost = 100 * (rtl / both - 1)
    counted, most = instructions(test, "rtl"), GOAL_CLOCK_MIX if test in MIXES else GOAL_CLOCK_FAMILY
    return [test, beside(both, goal), f"≥ {goal}" if goal else "", f"{clocks:,.0f}", f"{rtl:,.0f}", f"{cost:.0f} %" + MISSED * (round(cost) > GOAL_COST),
           f"≤ {GOAL_COST} %", f"{model:,.0f}", f"{counted:,.0f}" + MISSED * (counted > most), f"≤ {most:,}"]


def model_rows(repetitions, trouble):
    samples = {}
    try:
        for _ in range(repetitions):
            for line in run(["build/ws_bench_model"]).splitlines():
                name, rate = line.split("\t")
                samples.setdefault(name, []).append(float(rate) / 1000)
    except Failed as failed:
        trouble.append(str(failed))
    for name, rates in samples.items():
        core = name.startswith("core ")
        yield [f"`{name.removeprefix('core ')}`" + (" in ws_core, every port in every cycle" if core else ""),
               beside(statistics.median(rates), None if core else GOAL_MODEL), "" if core else f"≥ {GOAL_MODEL:,}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--n", type=int, default=200000)
    parser.add_argument("--write-readme", action="store_true")
    args = parser.parse_args()
    if args.repetitions < 1 or args.n < 1000:
        parser.error("--repetitions is at least 1, --n at least 1000")
    try:
        run(["scripts/build.sh", f"ws_sim_{LANES}", "ws_bench_model"])
        lines = machine() + [f"{MISSED.strip()} misses its goal", ""]
    except Failed as failed:
        sys.exit(f"error: {failed}")
    trouble = []
    lines += table(["test", "checked k/s", "goal", "k clocks/s", "RTL alone", "checking costs", "goal", "model and stimulus",
                    "RTL, instructions a clock", "goal"],
                   bench_rows(args.repetitions, args.n, trouble))
    lines += [""] + table(["C model alone", "k/s", "goal"], model_rows(args.repetitions, trouble))
    try:
        others, missing = compare.rows(min(3, args.repetitions), args.n)
    except (compare.Absent, SystemExit) as why:  # what is measured is shown in any case
        others, missing = [], [str(why)]
    lines += [""] + table(compare.HEAD, others)
    print("\n".join(lines))
    for text in trouble + missing:
        print(f"error: {text}", file=sys.stderr)
    if trouble or missing:
        return 1  # a table with holes is shown, not kept
    if args.write_readme:
        pages.fill("tb/compare/README.md", bench=lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
