#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make fourstate: does anything undefined reach an output? Verilator has two states; Icarus has X.

fourstate.py [TEST='*'] [SEED=1] [N=300] [STRUCT=0|1] [--jobs 2]

Each test of one CTA, and of a cluster of two, runs on the model at 4 lanes, and what stood at the ports is played into the RTL under
Icarus (tb/gate/fourstate.v): registers start at X, and X stands at each input that means nothing. Every output that counts has to
be what the model says. Both structures, unless STRUCT chooses one. Last, a reset is taken away, which has to be noticed.
Exit 0: nothing undefined; 1: something was; 2: wrong call.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

import settings

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "fourstate"
BUILDS = {"4": {}, "4_c2": {"CTAS": 2}}  # of the bench, with the parameters of fourstate.v
LONG = ("redux_exhaustive", "rendezvous_exhaustive", "mbar_exhaustive")  # a million cycles together, whatever N is; by name they run
PLANTED = ("common/ws_stage.v", r"if \(!rst_ni\) valid_o <= 1'b0;\s*else ", "")
LIMIT_S = 1800
SHOW_S = 60  # between two lines that say how far it is


def bench(build):
    return ROOT / "build" / f"ws_sim_{build}"


def run(command, cwd=ROOT):
    """Exit status and output."""
    try:
        done = subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace", timeout=LIMIT_S, check=False)
    except FileNotFoundError:
        sys.exit(f"{command[0]} is not installed; make doctor lists what is missing")
    except subprocess.TimeoutExpired:
        return 1, f"{command[0]} did not end within {LIMIT_S} s"
    return done.returncode, done.stdout


def compiled(rtl, struct, out=OUT, **params):
    """The bench in Icarus on the RTL in folder `rtl`."""
    out.mkdir(parents=True, exist_ok=True)
    program = out / f"{rtl.parent.name}_{struct}{''.join(f'_{value}' for value in params.values())}.vvp"
    names = [line.strip() for line in (ROOT / "rtl/files.f").read_text().splitlines() if line.strip().endswith(".v")]
    status, text = run(["iverilog", "-g2005", "-Wall", f"-I{rtl}", "-s", "fourstate", f"-Pfourstate.STRUCT={struct}",
                        *(f"-Pfourstate.{key}={value}" for key, value in params.items()), "-o", str(program),
                        "-Itb/gate", "tb/gate/fourstate.v", "tb/gate/played_cluster.v"] + [str(rtl.parent / name) for name in names])
    if status:
        sys.exit(f"iverilog failed:\n{text}")
    return program


def tests(pattern, n, seed):
    """Records of all tests that the pattern names: (name, build, file)."""
    found = []
    for build in BUILDS:
        status, text = run([str(bench(build)), "--list"])
        if status:
            sys.exit(text)
        names = [line.split("\t")[0].strip() for line in text.splitlines() if not re.search(r"\((CTAS|SLOTS|WARPS|TICK_NS)=", line)]
        found += [(name, build) for name in names if re.fullmatch(re.escape(pattern).replace(r"\*", ".*").replace(r"\?", "."), name)]
    if pattern == "*":
        found = [(name, build) for name, build in found if name not in LONG]
    if not found:
        print(f"TEST={pattern}: no test of one CTA or of two is called so; make list shows them", file=sys.stderr)
        sys.exit(2)
    for name, build in found:
        yield name, build, OUT / f"{name}_{build}_{seed}_{n}.txt"


def one(test, n, seed, programs):
    """What is wrong with a test, "" if nothing; and how many cycles it had. None: it has nothing to play."""
    name, build, file = test
    status, text = run([str(bench(build)), f"--test={name}", "--dut=model", f"--n={n}", f"--seed={seed}", f"--stimulus={file}", "--faildir="])
    if status:
        return f"the model alone fails:\n{text}", 0
    if not file.stat().st_size:
        file.unlink()
        return None, 0
    cycles = 0
    for program in programs[build]:
        status, text = run(["vvp", "-n", str(program), f"+stimulus={file}"])
        found = re.search(r"^(\d+) cycles, nothing undefined$", text, re.M)
        if status or not found:
            return f"{program.stem}, exit status {status}:\n{text[-2000:]}", 0
        cycles += int(found.group(1))
    file.unlink()
    return "", cycles


def planted():
    """A reset that is missing has to be noticed."""
    rtl = OUT / "planted" / "rtl"
    shutil.rmtree(rtl.parent, ignore_errors=True)
    shutil.copytree(ROOT / "rtl", rtl)
    name, old, new = PLANTED
    text = (rtl / name).read_text()
    if not re.search(old, text):
        return f"nothing was planted in rtl/{name}, the text to replace is gone"
    (rtl / name).write_text(re.sub(old, new, text))
    wrong, _ = one(("vote_ballot", "4", OUT / "planted.txt"), 50, 1, {"4": [compiled(rtl, 0)]})
    return "" if wrong and "undefined" in wrong else f"a register without a reset was not noticed: {wrong}"


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("words", nargs="*", metavar="TEST=, SEED=, N=, STRUCT=")
    args = parser.parse_args()
    values = settings.take(parser, args.words, {"TEST": "*", "SEED": "1", "N": "300", "STRUCT": ""})
    for key in ("SEED", "N"):
        if not values[key].isdigit():
            parser.error(f"{key}={values[key]}: it is a number")
    if values["STRUCT"] not in ("", "0", "1"):
        parser.error(f"STRUCT={values['STRUCT']}: it is 0 or 1")
    return args, values


def main():
    args, values = options()
    OUT.mkdir(parents=True, exist_ok=True)
    names = [bench(build).name for build in BUILDS]
    if run(["scripts/build.sh", *names])[0]:
        sys.exit(f"{' '.join(names)} could not be built; scripts/build.sh {' '.join(names)} says why")
    programs = {build: [compiled(ROOT / "rtl", struct, **params) for struct in values["STRUCT"] or "01"] for build, params in BUILDS.items()}
    passed = failed = total = 0
    shown = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        todo = list(tests(values["TEST"], values["N"], values["SEED"]))
        for done, ((name, *_), (wrong, cycles)) in enumerate(zip(todo, pool.map(lambda test: one(test, values["N"], values["SEED"], programs), todo))):
            if time.monotonic() - shown > SHOW_S:
                print(f"{done} of {len(todo)} tests, {failed} failed, {total:,} cycles", flush=True)
                shown = time.monotonic()
            if wrong:
                print(f"FAIL {name}: {wrong}", flush=True)
                failed += 1
            elif wrong is not None:
                passed += 1
                total += cycles
    print(f"{total:,} cycles under Icarus, seed {values['SEED']}, {values['N']} operations of each random test")
    wrong = planted()
    print(f"FAIL {wrong}" if wrong else "ok   a register without a reset is noticed")
    print(f"{passed + (not wrong)} passed, {failed + bool(wrong)} failed")
    return 1 if failed or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
