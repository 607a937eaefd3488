#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Do three simulators give the same results? One random test of a family, with the same seed, on

  model    the C model, which also records what stood at the ports
  O3, O0   the RTL built by Verilator with all of its optimisation, and with none; both beside the model, in lockstep
  Icarus   the RTL in a simulator that shares nothing with Verilator, played from the record (tb/gate/fourstate.v)

Each prints a hash of all outputs of all cycles, of a payload only what counts.

hashes.py FAMILY.TEST|planted [N=25000] [SEED=1]   planted: a line of the RTL that Icarus alone has has to be noticed

Needs build/ws_sim_4 and ws_sim_4_o0, or those of a cluster, and is what `make hashes` runs of every test. Exit 0: all the same; 1:
something differed, or did not run; 2: wrong call.
"""
import fcntl
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import children  # noqa: E402
import families  # noqa: E402
import fourstate  # noqa: E402

OUT = ROOT / "build/hashes"
LIMIT_S = 2 * 3600
LINE = re.compile(r"^\S+ +seed \d+ +(\d+) operations +(\d+) cycles .* (PASS|FAIL)\b.*  hash ([0-9a-f]{16})$", re.M)
PLAYED = re.compile(r"^(\d+) cycles, hash ([0-9a-fx]{16})$", re.M)
PLANTED = ("ws_vote_fn.v", "answer = |yes;", "answer = |yes[LANES/2-1:0];")


class Trouble(Exception):
    """Its text says what did not run."""


def bench(build, words):
    """(operations, cycles, hash) of a test in the C bench."""
    done = children.run_in_thread([str(ROOT / f"build/ws_sim_{build}"), "--hash", "--faildir=", *words], LIMIT_S, cwd=ROOT)
    found = LINE.search(done.said)
    if done.why or not found or found.group(3) != "PASS":
        raise Trouble(f"ws_sim_{build} {' '.join(words)}: {done.why or 'no hash'}\n{done.said[-1500:]}")
    return int(found.group(1)), int(found.group(2)), found.group(4)


def compiled(build):
    """The program for Icarus, made anew only if a file of the RTL is newer."""
    OUT.mkdir(parents=True, exist_ok=True)
    with open(OUT / f"{build}.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = OUT / f"{build}.vvp"
        newest = max(path.stat().st_mtime for folder in ("rtl", "tb/gate") for path in (ROOT / folder).rglob("*") if path.is_file())
        if not made.exists() or made.stat().st_mtime < newest:
            fourstate.compiled(ROOT / "rtl", 0, OUT, **fourstate.BENCHES[build].params).replace(made)
    return made


def hashes(build, test, n, seed, program):
    """(operations, cycles, {simulator: hash})"""
    words = [f"--test={test}", f"--n={n}", f"--seed={seed}"]
    record = OUT / f"{test}_{seed}_{program.stem}.txt"
    found = {}
    try:
        ops, cycles, found["model"] = bench(build, words + ["--dut=model", f"--stimulus={record}"])
        for name, one in (("O3", build), ("O0", f"{build}_o0")):
            *_, found[name] = bench(one, words)
        done = children.run_in_thread(["vvp", "-n", str(program), "+hash", f"+stimulus={record}"], LIMIT_S, cwd=ROOT)
        played = PLAYED.search(done.said)
        if done.why or not played or int(played.group(1)) != cycles:
            raise Trouble(f"Icarus, {test}: {done.why or 'not all cycles were played'}\n{done.said[-1500:]}")
        found["Icarus"] = played.group(2)
    finally:
        record.unlink(missing_ok=True)
    return ops, cycles, found


def planted(seed):
    """Whether a line that is other for Icarus alone is noticed."""
    rtl = OUT / "planted/rtl"
    shutil.rmtree(rtl.parent, ignore_errors=True)
    shutil.copytree(ROOT / "rtl", rtl)
    name, old, new = PLANTED
    path = next(rtl.rglob(name))
    text = path.read_text()
    if text.count(old) != 1:
        raise Trouble(f"nothing was planted in {name}, the text to replace is gone")
    path.write_text(text.replace(old, new))
    _, _, found = hashes("4", "vote_any", 500, seed, fourstate.compiled(rtl, 0, OUT / "planted"))
    if {name for name, value in found.items() if value != found["O3"]} != {"Icarus"}:
        raise Trouble(f"a line changed for Icarus alone was not noticed: {found}")
    print("same hash but for Icarus, whose RTL has another line")


def main(words):
    name = words[0] if words else ""
    values = {"N": 25000, "SEED": 1}
    for word in words[1:]:
        key, _, value = word.partition("=")
        if key not in values or not value.isdigit():
            name = ""
            break
        values[key] = int(value)
    family, _, test = name.partition(".")
    row = families.named(family)
    if name != "planted" and (not row or test not in row.random):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        if name == "planted":
            planted(values["SEED"])
            return 0
        ops, cycles, found = hashes(row.build, test, values["N"], values["SEED"], compiled(row.build))
    except Trouble as trouble:
        print(f"FAIL {trouble}")
        return 1
    if len(set(found.values())) > 1:
        print(f"FAIL {test}, seed {values['SEED']}: the hashes differ: " + ", ".join(f"{k} {v}" for k, v in found.items()))
        return 1
    print(f"same hash {found['model']}: {test}, {ops} operations, {cycles} cycles, {', '.join(found)}")
    return 0


if __name__ == "__main__":
    children.stop_threads_too()
    sys.exit(main(sys.argv[1:]))
