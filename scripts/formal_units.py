#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does each proof that families.py names for a unit with state really speak of that unit? The netlist of the proof is made as the proof
makes it, up to where Yosys flattens it. A unit is in it if its module comes from rtl/ (not from what stands in its place in tb/formal)
and if `bad` depends on it: on a register of its own, if it has any in the form that is proved, else on its logic. Of CONTROL it has to
find that it is not so.

formal_units.py [--row MODULE=PROOF...]   --row: only these, instead of the rows of families.py and CONTROL

Exit 0: so it is for every row, and every module of rtl/files.f with registers has a row; 1: not so; 2: a netlist could not be made.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import families

ROOT = pathlib.Path(__file__).resolve().parent.parent
STATE = ("$dff", "$adff", "$sdff", "$dffe", "$adffe", "$sdffe", "$sdffce", "$aldff", "$aldffe", "$dffsr", "$mem", "$mem_v2")
CONTROL = (("ws_smem_bank", "smem_wait"), ("ws_smem", "async"), ("ws_shfl_net", "collect"))  # replaced by free_bank.v, sweep_smem.v; elsewhere
LIMIT_S = 600
CUT = "flatten\n"  # in aig.sh: up to here modules are modules
LOOK = """write_json $work/units.json
flatten
opt_clean
memory_collect
select -write $work/cone.txt o:bad %ci* t:* %i
END
if yosys -q -s "$work/run.ys" > "$work/yosys.log" 2>&1; then echo "NETLIST $work"; else echo "$name: Yosys failed"; tail -5 "$work/yosys.log"; fi
exit 0
"""


def paths_of(design, top):
    """{path of an instance: name of its module}, of all instances below the top."""
    found, todo = {}, [("", top)]
    while todo:
        path, module = todo.pop()
        for name, cell in design[module]["cells"].items():
            if cell["type"] in design:
                found[path + name] = cell["type"]
                todo.append((f"{path}{name}.", cell["type"]))
    return found


def units(work):
    """Names of the modules of rtl/ on which `bad` depends in the netlist that was left there."""
    design = json.loads((work / "units.json").read_text())["modules"]
    top = next(name for name, module in design.items() if int(module["attributes"].get("top", "0"), 2))
    paths = paths_of(design, top)
    stateful = {name for name, module in design.items() if any(cell["type"] in STATE or cell["type"].startswith("$mem") for cell in module["cells"].values())}
    of_rtl = {name: pathlib.PurePath(module["attributes"]["src"].split("|")[0].split(":")[0]) for name, module in design.items()}
    seen = {name: set() for name in design}  # what of a module is in the cone
    for line in (work / "cone.txt").read_text().splitlines():
        cell = line.partition("/")[2].removeprefix("$flatten").replace("\\", "")
        path = cell
        while path and path not in paths:
            path = path.rpartition(".")[0]
        if path:
            seen[paths[path]].add(cell[len(path) + 1:])
    for name, cells in seen.items():
        own = design[name]["cells"]
        registers = {cell for cell, row in own.items() if row["type"] in STATE}
        memories = set(design[name].get("memories", {}))
        met = (registers | memories) & cells if name in stateful else cells
        if met and "rtl" in of_rtl[name].parts:
            yield of_rtl[name].stem


def netlists(proof, where):
    """What a proof's netlists depend on; a message, if one could not be made."""
    try:
        done = subprocess.run([where / f"tb/formal/prove_{proof}.sh"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LIMIT_S, check=False)
    except subprocess.TimeoutExpired:
        return set(), f"prove_{proof}.sh: no netlist within {LIMIT_S} s"
    works = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("NETLIST ")]
    if done.returncode or not works or len(works) != len(done.stdout.splitlines()):
        return set(), f"prove_{proof}.sh: no netlist: {(done.stdout + done.stderr).strip() or 'it has made none with aig.sh'}"
    return {unit for work in works for unit in units(where / work)}, ""


def copy_tree(where):
    """rtl/ and tb/formal, with an aig.sh that stops where it has the modules."""
    for part in ("rtl", "tb/formal", "tb/gate"):
        shutil.copytree(ROOT / part, where / part)
    aig = where / "tb/formal/aig.sh"
    text = aig.read_text(encoding="utf-8")
    if text.count(CUT) != 1:
        sys.exit("tb/formal/aig.sh: there is no one line `flatten`, up to which the netlist is looked at")
    aig.write_text(text.split(CUT)[0] + LOOK, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--row", action="append", default=[], metavar="MODULE=PROOF")
    status, lines = look([(unit, (proof,)) for unit, _, proof in (row.partition("=") for row in parser.parse_args().row)])
    print("\n".join(lines))
    return status


def look(rows):
    """Exit status, and lines to print, of these rows, or of all and CONTROL."""
    wrong, failed, control = [], [], ()
    if not rows:
        control = CONTROL
        listed = {pathlib.PurePosixPath(line).stem for line in (ROOT / "rtl/files.f").read_text(encoding="utf-8").split()}
        rows = [(unit, named) for family in families.FAMILIES for unit, named in family.machines.items() if unit in listed]
        wrong = [f"families.py: {unit} has registers, and no row says what is proved of it" for unit in families.unnamed(ROOT)]
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        where = pathlib.Path(folder)
        copy_tree(where)
        proofs = sorted({proof for _, named in rows for proof in named} | {proof for _, proof in control})
        speaks_of = {}
        for proof in proofs:
            speaks_of[proof], message = netlists(proof, where)
            failed += [message] if message else []
    if failed:
        return 2, failed
    good = 0
    for unit, proof in [(unit, proof) for unit, named in rows for proof in named]:
        if unit in speaks_of[proof]:
            good += 1
        else:
            wrong.append(f"{unit}: prove_{proof}.sh says nothing of it: what it shows does not depend on a module {unit} of rtl/")
    for unit, proof in control:
        if unit in speaks_of[proof]:
            wrong.append(f"control: prove_{proof}.sh is taken to speak of {unit}, which it does not")
        else:
            good += 1
    return 1 if wrong else 0, [f"FAIL {line}" for line in wrong] + [f"{good} passed, {len(wrong)} failed"]


if __name__ == "__main__":
    sys.exit(main())
