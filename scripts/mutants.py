#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make mutants: would the tests notice a wrong gate? Mutants of each unit, run against the tests.

mutants.py [UNIT=name,...] [N=300] [SEED=1] [--jobs 2] [--tests PATTERNS] [--write-readme]

A mutant is the unit with one bit of one cell inverted, stuck, or inverted while another bit is 0 or 1, chosen by Yosys so
that all cells, wires and lines are hit. Those of a unit are one build of the whole block. Each is run against the
tests of its family, then against all, until one fails. One that no short run finds is asked about: is it the unit, at its
ports, for all inputs (ABC)? What is not equivalent runs all tests, those of its family ten times as long, and those of a cluster.

  killed      a test failed                       equivalent  proved to be no change of the unit, or of one of two modules around it
  survived    differs at the unit's ports, and no test failed: a hole in the tests, or inputs that the block never gives
  undecided   no test failed, and no proof within a minute

Prints a line a unit and each survivor as a line of source. Exit 1 if one survived, 2 if it could not be found out.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

import mutant_netlists
from mutant_netlists import OUT, ROOT, ToolError, Unit

STRUCT = {"LANES": 4, "WARPS": 4, "SHFL_FORM": 0, "MATCH_BITS": 4, "WAITERS": 4, "COPIES": 4, "STRUCT": 1, "WATCHDOG": 1}
OTHERS = {  # other parameters than those
    "ws_vote": {"LANES": 8}, "ws_vote_fn": {"LANES": 8}, "ws_redux": {"LANES": 8}, "ws_mbar_rank": {"LANES": 16},
    "ws_match_serial": {"LANES": 8}, "ws_match_all": {"LANES": 8}, "ws_match_rows": {"STRUCT": 0},
    "ws_shfl_route": {"LANES": 8}, "ws_shfl_net": {"SHFL_FORM": 1}, "ws_shfl_bfly": {"SHFL_FORM": 1, "LANES": 8},
    "ws_net": {"CTAS": 2}, "ws_bar_cluster": {"CTAS": 2},
}
TESTS = {  # by folder under rtl/: those of the family, tried first
    "sync": "rendezvous_* codes_* bar_* *_random", "vote": "vote_* elect* activemask*", "shfl": "shfl_*", "redux": "redux_*",
    "match": "match_*",
    "mbar": "mbar_*", "smem": "mbar_*", "cluster": "mbar_*", "bar": "bar_*", "collect": "warp_random mbar_random vote_ballot",
}
WIDE = "warp_random mbar_random bar_random block_random"  # everything at once
# Cells, which are in every unit, files that only wire, and the bus, which these tests do not run.
SMALL = ("rtl/common/", "rtl/ws_", "rtl/cluster/ws_cluster", "rtl/bus/")
SHORT, LONG = 2000, 20000  # operations of a random test
RUN_S = 600  # of processor time, for one call of the tests: then the simulator has no end
BEGIN, END = "<!-- mutants:begin -->", "<!-- mutants:end -->"
VERDICTS = ("killed", "survived", "equivalent", "undecided")


def command(words, log, env=None):
    """Runs a step of a build."""
    with open(log, "a", encoding="utf-8") as out:
        out.write(shlex.join(words) + "\n")
        out.flush()
        status = subprocess.run(words, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                                env=env, check=False).returncode
    if status:
        lines = [line for line in log.read_text(errors="replace").splitlines() if re.search("error|Error", line)]
        raise ToolError(f"{words[0]} failed, see {log.relative_to(ROOT)}\n" + "\n".join(lines[:5]))


def build(unit, sv, cluster, jobs):
    """The lockstep bench on the block with the mutants; `cluster`: on two of them."""
    work = unit.folder / ("cluster" if cluster else "block")
    work.mkdir(exist_ok=True)
    log = work / "build.log"
    log.write_text("")
    values = {"SLOTS": 1, "CTAS": 1, "HOP": 4, **unit.params, **({"CTAS": 2} if cluster else {})}
    command(["cmake", "-S", "tb/cosim/verilated", "-B", str(work), "-DWS_NAME=mutant", "-DWS_TRACE=OFF", f"-DWS_REPLACE={sv}",
             "-DCMAKE_CXX_COMPILER_LAUNCHER=" + ("ccache" if any(os.access(f"{d}/ccache", os.X_OK) for d in os.get_exec_path()) else "")]
            + [f"-DWS_{k}={v}" for k, v in values.items()], log)
    command(["cmake", "--build", str(work), "-j", str(jobs)], log)
    bench = work / "bench"
    tests = ROOT / "build/tb/cosim"
    command(["cc", "-O2", "-std=c11", "-D_GNU_SOURCE", "-DWS_OPS=ws_dut_mutant", "-Icmodel", "-Itb/cosim", "tb/cosim/main.c",
             str(tests / "libws_cosim_tests.a"), str(tests / "libws_cosim.a"), str(work / "libws_dut_mutant.a"),
             str(ROOT / "build/cmodel/libwarpsync.a"), "-lcmocka", "-lstdc++", "-lm", "-lpthread", "-o", str(bench)], log)
    return bench


def failing(bench, number, patterns, operations, seed):
    """The first test that fails on mutant `number`, None if all pass."""
    for pattern in patterns.split():
        call = [str(bench), f"--test={pattern}", "--stop", "--faildir=", f"--n={operations}", f"--seed={seed}"]
        done = subprocess.run(["sh", "-c", f'ulimit -t {RUN_S}; exec "$@"', "sh", *call], cwd=bench.parent, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                              env={**os.environ, "WS_MUTANT": str(number)}, check=False)
        if done.returncode == 2:
            raise ToolError(f"{shlex.join(call)}: {done.stderr.strip()}")
        if done.returncode:
            name = re.search(r"^(\S+) +seed.*FAIL", done.stdout, re.M)
            return name.group(1) if name else f"{pattern} (simulator stopped)"
    return None


def check_plain(bench, what, patterns, operations, seed):
    """No mutant, no failure: else nothing that follows means anything."""
    test = failing(bench, 0, patterns, operations, seed)
    if test:
        raise ToolError(f"{what}: {test} fails without a mutant; a smaller N may help, if make test passes")


def judge(unit, args, say):
    """Verdicts on all mutants of a unit: a list of (mutant, verdict, by what)."""
    start = time.monotonic()
    unit.read()
    unit.choose(args.n, args.seed)
    sv = unit.write()
    say(f"{unit.name}: {len(unit.mutants)} mutants; building")
    bench = build(unit, sv, False, args.jobs)
    family = args.tests or TESTS[pathlib.Path(unit.file).parts[1]]
    verdicts = {}
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        def rest():
            return [m for m in unit.mutants if m not in verdicts]

        def hunt(bench, patterns, operations, seed):
            """Runs tests on those without a verdict."""
            mutants = rest()
            if mutants:
                check_plain(bench, unit.name, patterns, operations, seed)
            tests = pool.map(lambda m: failing(bench, m.number, patterns, operations, seed), mutants)
            verdicts.update({m: ("killed", test) for m, test in zip(mutants, tests) if test})

        hunt(bench, family, SHORT, args.seed)
        left = rest()
        say(f"{unit.name}: {len(verdicts)} killed by the tests of its family, {len(left)} to be proved, {time.monotonic() - start:.0f} s")
        asked = dict(zip(left, pool.map(unit.prove, left)))
        verdicts.update({m: ("equivalent", "proof") for m, found in asked.items() if found == "equivalent"})
        if not args.tests:
            say(f"{unit.name}: {len(rest())} left for all tests, {time.monotonic() - start:.0f} s")
            hunt(bench, f"{WIDE} *", SHORT, args.seed)
            say(f"{unit.name}: {len(rest())} left for proofs of what is around, {time.monotonic() - start:.0f} s")
            for module in unit.around:
                left = rest()
                found = pool.map(unit.prove, left, [module] * len(left))
                verdicts.update({m: ("equivalent", f"proof in {module}") for m, answer in zip(left, found) if answer == "equivalent"})
            say(f"{unit.name}: {len(rest())} left for long runs, {time.monotonic() - start:.0f} s")
            hunt(bench, f"{family} {WIDE}", LONG, args.seed + 1)
            if rest() and unit.params.get("CTAS", 1) == 1:
                say(f"{unit.name}: {len(rest())} left for a cluster, {time.monotonic() - start:.0f} s")
                hunt(build(unit, sv, True, args.jobs), "*", LONG, args.seed)
        left = rest()
    verdicts.update({m: ("undecided" if asked[m] == "undecided" else "survived", "") for m in left})
    return [(m, *verdicts[m]) for m in unit.mutants], time.monotonic() - start


def report(unit, args, verdicts, seconds):
    """Prints the unit's line and its survivors, and keeps them for the table."""
    counts = {v: sum(found == v for _, found, _ in verdicts) for v in VERDICTS}
    lanes = unit.params["LANES"]
    print(f"{unit.name:<18} {lanes:>2} lanes  {len(verdicts):4} mutants  " + "  ".join(f"{n:4} {v}" for v, n in counts.items())
          + f"  {seconds:6.0f} s", flush=True)
    for mutant, found, _ in verdicts:
        if found in ("survived", "undecided"):
            print(f"  {mutant.place}: {found}, mutant {mutant.number}: {mutant.what()}\n      {mutant.source()}", flush=True)
    kept = {"unit": unit.name, "source": source(unit.name), "n": args.n, "seed": args.seed, "lanes": lanes,
            "seconds": round(seconds), **counts,
            "mutants": [{"number": m.number, "place": m.place, "what": m.what(), "verdict": v, "by": by, "options": m.options}
                        for m, v, by in verdicts]}
    (OUT / f"{unit.name}.json").write_text(json.dumps(kept, indent=1) + "\n")
    return counts


def source(name):
    """Digest of the files that a unit is written in, without those of units inside it."""
    own = next(f for f in mutant_netlists.rtl_files() if pathlib.Path(f).stem == name)
    beside = (ROOT / own).parent.glob("*.vh")
    files = [ROOT / own, ROOT / "rtl/ws_ops.vh", *sorted(beside), *sorted((ROOT / "rtl/common").glob("*.v"))]
    return hashlib.sha256(b"\0".join(f.read_bytes() for f in files)).hexdigest()[:16]


def units():
    """Names of all units, in the order of rtl/files.f."""
    return [pathlib.Path(f).stem for f in mutant_netlists.rtl_files() if not f.startswith(SMALL)]


def table():
    """What the last runs on today's sources found, as lines of Markdown."""
    kept = [OUT / f"{name}.json" for name in units()]
    rows = [json.loads(path.read_text()) for path in kept if path.exists()]
    old = [row["unit"] for row in rows if row["source"] != source(row["unit"])]
    lines = ["| unit | lanes | mutants | killed | equivalent | survived | undecided |", "|---|---:|---:|---:|---:|---:|---:|"]
    rows.append({"unit": "all", "lanes": "", **{v: sum(row[v] for row in rows) for v in VERDICTS}})
    for row in rows:
        total = sum(row[v] for v in VERDICTS)
        figures = [total] + [row[v] for v in ("killed", "equivalent", "survived", "undecided")]
        lines.append(f"| `{row['unit']}` | {row['lanes']} | " + " | ".join(f"{n:,}" for n in figures) + " |")
    return lines, old


def write_readme():
    lines, old = table()
    if old:
        sys.exit(f"changed since they were run: {' '.join(old)}")
    readme = ROOT / "scripts/README.md"
    text = readme.read_text()
    if text.count(BEGIN) != 1 or text.count(END) != 1 or text.index(BEGIN) > text.index(END):
        sys.exit(f"scripts/README.md has no pair of lines {BEGIN} and {END}")
    head, rest = text.split(BEGIN)
    readme.write_text(head + BEGIN + "\n" + "\n".join(lines) + "\n" + END + rest.split(END)[1])


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--tests", help="only these tests, patterns with blanks between, short runs only")
    parser.add_argument("--write-readme", action="store_true", help="puts the table of the last runs into scripts/README.md, runs nothing")
    parser.add_argument("words", nargs="*", metavar="UNIT=, N=, SEED=")
    args = parser.parse_args()
    args.units, args.n, args.seed = units(), 300, 1
    for word in args.words:
        key, _, value = word.partition("=")
        if key == "UNIT":
            args.units = value.split(",") if value else args.units
        elif key in ("N", "SEED"):
            if value and not value.isdigit():
                parser.error(f"{word}: it is a number")
            if value:
                setattr(args, key.lower(), int(value))
        else:
            parser.error(f"{word}: what is that? UNIT= N= SEED= are known")
    unknown = set(args.units) - set(units())
    if unknown:
        parser.error(f"no such unit: {' '.join(sorted(unknown))}; there are: {' '.join(units())}")
    if not 1 <= args.n <= 300:
        parser.error(f"N={args.n}: it is 1 to 300, as many as one build carries; take another SEED for others")
    return args


def main():
    args = options()
    if args.write_readme:
        return write_readme()
    OUT.mkdir(parents=True, exist_ok=True)
    say = lambda text: print(f"  {text}", file=sys.stderr, flush=True)
    total = dict.fromkeys(VERDICTS, 0)
    broken = 0
    try:
        command(["scripts/build.sh", "ws_cosim_tests"], OUT / "build.log")
    except ToolError as error:
        print(error, file=sys.stderr)
        return 2
    for name in args.units:
        try:
            unit = Unit(name, {**STRUCT, **OTHERS.get(name, {})})
            counts = report(unit, args, *judge(unit, args, say))
        except (ToolError, subprocess.TimeoutExpired) as error:
            print(f"{name}: not found out: {error}", flush=True)
            broken += 1
            continue
        total = {v: total[v] + counts[v] for v in VERDICTS}
    if len(args.units) > 1:
        print(", ".join(f"{n} {v}" for v, n in total.items()))
    return 2 if broken else 1 if total["survived"] else 0


if __name__ == "__main__":
    sys.exit(main())
