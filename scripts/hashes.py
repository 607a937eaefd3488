#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make hashes: do three simulators give the same results? The random tests of each family at 4 lanes, on

  model    the C model, which also records what stood at the ports
  O3, O0   the RTL built by Verilator with all of its optimisation, and with none; both beside the model, in lockstep
  Icarus   the RTL in a simulator that shares nothing with Verilator, played from the record (tb/gate/fourstate.v)

Each prints a hash of all outputs of all cycles, of a payload only what counts. Prints a line a family, and the tests whose
hashes differ. Last, a line of the RTL is changed for Icarus alone, which has to be noticed.

hashes.py [TEST=family|'pattern*'] [N=100000] [SEED=1] [--jobs 2]     N: operations of a family
Exit 0: all the same; 1: something differed, or did not run; 2: wrong call.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import sys

import children
import families
import fourstate
import results
import settings

ROOT = results.ROOT
OUT = ROOT / "build" / "hashes"
LIMIT_S = 4 * 3600
LINE = re.compile(r"^\S+ +seed \d+ +(\d+) operations +(\d+) cycles .* (PASS|FAIL)\b.*  hash ([0-9a-f]{16})$", re.M)
PLAYED = re.compile(r"^(\d+) cycles, hash ([0-9a-fx]{16})$", re.M)
PLANTED = ("vote/ws_vote_fn.v", "answer = |yes;", "answer = |yes[LANES/2-1:0];")


class Trouble(Exception):
    """Its text says what did not run."""


def timed(command):
    """Exit status, output, seconds of processor time."""
    seconds = children.limit(LIMIT_S)
    with children.group(list(map(str, command)), seconds, cwd=ROOT) as (process, late):
        text = process.stdout.read()
    if late.is_set():
        text += children.too_late(command[0], seconds) + "\n"
    return process.returncode, text, process.usage.ru_utime + process.usage.ru_stime


def run_bench(build, words):
    """(operations, cycles, hash, seconds, what was wrong) of a test in the C bench."""
    status, text, seconds = timed([ROOT / "build" / f"ws_sim_{build}", "--hash", "--faildir=", *words])
    found = LINE.search(text)
    if not found:
        raise Trouble(f"ws_sim_{build} {' '.join(words)}: exit status {status} and no hash\n{text[-1500:]}")
    wrong = "" if status == 0 and found.group(3) == "PASS" else f"ws_sim_{build} {' '.join(words)}: failed\n{text[-1500:]}"
    return int(found.group(1)), int(found.group(2)), found.group(4), seconds, wrong


def one(family, test, n, seed, program):
    """What a test gave: operations, cycles, the hash and the seconds of each simulator, and what is wrong."""
    words = [f"--test={test}", f"--n={n}", f"--seed={seed}"]
    record = OUT / f"{test}.txt"
    hashes, seconds, wrong = {}, {}, []
    try:
        ops, cycles, hashes["model"], seconds["model"], said = run_bench(family.build, words + ["--dut=model", f"--stimulus={record}"])
        wrong += [said] if said else []
        for name, build in (("O3", family.build), ("O0", f"{family.build}_o0")):
            *_, hashes[name], seconds[name], said = run_bench(build, words)
            wrong += [said] if said else []
        status, text, seconds["Icarus"] = timed(["vvp", "-n", program, "+hash", f"+stimulus={record}"])
        found = PLAYED.search(text)
        if status or not found:
            raise Trouble(f"Icarus, {test}: exit status {status}\n{text[-1500:]}")
        hashes["Icarus"] = found.group(2)
        if int(found.group(1)) != cycles:
            wrong.append(f"Icarus played {found.group(1)} of {cycles} cycles")
    except Trouble as trouble:
        return {"ops": 0, "cycles": 0, "hashes": hashes, "seconds": seconds, "wrong": [*wrong, str(trouble)]}
    finally:
        record.unlink(missing_ok=True)
    if len(set(hashes.values())) > 1:
        wrong.insert(0, f"{test}, seed {seed}, {n} operations: the hashes differ: " + ", ".join(f"{k} {v}" for k, v in hashes.items()))
    return {"ops": ops, "cycles": cycles, "hashes": hashes, "seconds": seconds, "wrong": wrong}


def planted(seed):
    """A line that is other for Icarus has to be noticed. What is wrong, or nothing."""
    rtl = OUT / "planted" / "rtl"
    shutil.rmtree(rtl.parent, ignore_errors=True)
    shutil.copytree(ROOT / "rtl", rtl)
    name, old, new = PLANTED
    text = (rtl / name).read_text()
    if text.count(old) != 1:
        return f"nothing was planted in rtl/{name}, the text to replace is gone"
    (rtl / name).write_text(text.replace(old, new))
    found = one(next(f for f in families.FAMILIES if f.name == "vote"), "vote_any", 500, seed, fourstate.compiled(rtl, 0))
    differ = {name for name, value in found["hashes"].items() if value != found["hashes"].get("O3")}
    return "" if differ == {"Icarus"} else f"a line changed for Icarus alone was not noticed: {found}"


def table(rows):
    """Lines: a family, its operations, cycles, hash, and seconds of each simulator."""
    yield f"{'family':<11} {'operations':>10} {'cycles':>10}  {'hash':<16} {'model':>8} {'O3':>8} {'O0':>8} {'Icarus':>8}   seconds of processor time"
    for name, tests in rows.items():
        seconds = {sim: sum(t["seconds"].get(sim, 0) for t in tests.values()) for sim in ("model", "O3", "O0", "Icarus")}
        good = not any(t["wrong"] for t in tests.values())
        figure = combined(tests) if good else "DIFFERENT"
        icarus = f"{seconds['Icarus']:8.1f}" if all("Icarus" in t["hashes"] for t in tests.values()) else " not run"
        yield (f"{name:<11} {sum(t['ops'] for t in tests.values()):10,} {sum(t['cycles'] for t in tests.values()):10,}  {figure:<16} "
               f"{seconds['model']:8.1f} {seconds['O3']:8.1f} {seconds['O0']:8.1f} {icarus}")


def combined(tests):
    """One hash for those of several tests."""
    value = 0xcbf29ce484222325
    for test in tests.values():
        value = ((value ^ int(test["hashes"]["O3"], 16)) * 0x100000001b3) % 2**64
    return f"{value:016x}"


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("words", nargs="*", metavar="TEST=, N=, SEED=")
    args = parser.parse_intermixed_args()
    values = settings.take(parser, args.words, {"TEST": "", "N": "100000", "SEED": "1"})
    for key in ("N", "SEED"):
        if not values[key].isdigit() or int(values[key]) < 1:
            parser.error(f"{key}={values[key]}: it is a number from 1 up")
    return max(1, args.jobs), values["TEST"], int(values["N"]), int(values["SEED"])


def main():
    jobs, pattern, n, seed = options()
    asked = families.chosen(pattern)
    OUT.mkdir(parents=True, exist_ok=True)
    rtl = results.rtl_digest()
    builds = [f"ws_sim_{b}{o}" for b in sorted({"4"} | {f.build for f, _ in asked}) for o in ("", "_o0")]
    status, text = fourstate.run(["scripts/build.sh", *builds])
    if status:
        sys.exit(text)
    programs = {build: fourstate.compiled(ROOT / "rtl", 0, OUT, **fourstate.BENCHES[build].params) for build in {f.build for f, _ in asked}}
    rows, failed = {}, 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        todo = [(f, test, pool.submit(one, f, test, -(-n // len(f.random)), seed, programs[f.build])) for f, tests in asked for test in tests]
        for family, test, future in todo:
            found = rows.setdefault(family.name, {})[test] = future.result()
            for wrong in found["wrong"]:
                print(f"FAIL {wrong}", flush=True)
            failed += bool(found["wrong"])
    print("\n".join(table(rows)))
    wrong = planted(seed)
    print(f"FAIL {wrong}" if wrong else "ok   a line of the RTL that is other for Icarus alone is noticed")
    failed += bool(wrong)
    if not wrong:
        with results.only_one("hashes"):
            keep(rows, n, seed, rtl)
    print(f"{sum(len(tests) for tests in rows.values()) + 1 - failed} passed, {failed} failed")
    return 1 if failed else 0


def keep(rows, n, seed, rtl):
    """For the ladder, beside what earlier runs on the same RTL found."""
    old = results.load("hashes") or {}
    kept = dict(old["families"]) if old.get("rtl") == rtl else {}
    for family in families.FAMILIES:
        tests = rows.get(family.name, {})
        if set(tests) == set(family.random):
            row = {"date": results.now(), "n": n, "seed": seed, "ops": sum(t["ops"] for t in tests.values()),
                   "cycles": sum(t["cycles"] for t in tests.values()), "same": not any(t["wrong"] for t in tests.values()),
                   "simulators": sorted(set.intersection(*(set(t["hashes"]) for t in tests.values()))), "tests": tests}
            if not results.outdone(row, kept.get(family.name)):
                kept[family.name] = row
    results.save("hashes", {"families": kept}, rtl)


if __name__ == "__main__":
    children.stop_threads_too()
    sys.exit(main())
