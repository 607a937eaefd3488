#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The test of mutants.py itself, on two small units in one build: the tests kill each mutant that is no proved equivalent; the
proof never calls one equivalent that a test has killed; a bench that does not look at the unit kills none; what was found out
is taken over by the next run; a list of argued survivors that names none is an error; and the tests it asks for exist. Of a
third unit: what it holds while it is empty is proved to be nothing that a run can show, by its contract and about the whole
design, and nothing that a test kills is. A unit with other parameters has the same mutants. What proves is tested by test_mutant_proofs.py.

test_mutants.py [--new]   --new: if it passed on the same files with the same tools it is not run again
"""
import argparse
import fnmatch
import json
import pathlib
import subprocess
import sys
import tempfile

import known
import mutant_benches
import mutant_contracts
import mutant_proofs
import mutant_seen
import mutants
from mutant_netlists import OUT, ToolError, Unit

UNITS, COUNT = ("ws_vote_fn", "ws_shfl_route"), 40
READ = ("rtl", "cmodel", "tb/cosim", "tb/lib", "tb/verilated", "tb/formal", "CMakeLists.txt", *(f"scripts/{path.name}" for path in sorted(pathlib.Path(__file__).parent.glob("*mutant*"))),
        *(f"scripts/{name}" for name in ("boards.py", "build.sh", "builds.py", "families.py", "found.py", "known.py")))
TOOLS = ("yosys -V", "dpkg-query -W -f ${Version} berkeley-abc", "verilator --version", "c++ --version", "cc --version",
         "cmake --version", "dpkg-query -W -f ${Version} libcmocka-dev")


def check(good, text):
    print(f"{'ok  ' if good else 'FAIL'} {text}", flush=True)
    return bool(good)


def prepared(args):
    units = [Unit(name, {**mutants.STRUCT, **mutants.OTHERS[name]}, "_test") for name in UNITS]
    for unit in units:
        unit.prepare(args.n, args.seed)
    return units


def verdict(unit, wanted):
    return [m for m in unit.mutants if unit.verdicts.get(m, ("",))[0] == wanted]


def argued(row, entries):
    """What mutants.argue says about a list."""
    kept = mutants.ARGUED
    with tempfile.NamedTemporaryFile("w", suffix=".toml", dir=OUT) as file:
        file.write(entries)
        file.flush()
        mutants.ARGUED = pathlib.Path(file.name)
        wrong = mutants.argue(row)
    mutants.ARGUED = kept
    return wrong


def staged(args):
    """Mutants of the stages of a unit, some of which load garbage while they are empty."""
    unit = Unit("ws_vote", {**mutants.STRUCT, **mutants.OTHERS["ws_vote"]}, "_test")
    unit.prepare(mutants.MOST, 1)
    unit.mutants = [m for m in unit.mutants if m.place.startswith("rtl/common/ws_stage.v")]
    group = mutants.Group([unit], args)
    mutants.judge(group, args)
    killed = verdict(unit, "killed")
    kept, contract = mutant_contracts.prove(unit, [*killed, *unit.left()], group.pool, mutant_proofs.QUICK_S)
    found = mutant_proofs.prove(unit, [*killed[:5], *unit.left()], group.pool, True, mutant_proofs.QUICK_S)
    return [
        check(killed and unit.left(), f"stages of {unit.name}: {len(killed)} killed, {len(unit.left())} that no test kills"),
        check(contract == "equivalent" and set(kept) == set(unit.left()), "those, and no others, keep the contract of the unit, which holds"),
        check(all(found[m] == "equivalent" for m in unit.left()), "those differ only where nobody reads"),
        check(all(found[m] == "undecided" for m in killed[:5]), "in the whole design none is called equivalent that a test kills"),
    ]


def resized(group):
    """The same changes in a unit with other parameters."""
    unit = group.units[0]
    other, killed = unit.like(LANES=4), verdict(unit, "killed")
    here, there = ([(m.number, m.place, m.mode, m.port, m.bit) for m in one.mutants] for one in (unit, other))
    bench = group.bench(LANES=4)
    dead = [m for m in other.mutants if mutants.failing(bench, f"{unit.name}:{m.number}", ["vote_*", "elect*"], mutants.FEW, 1)]
    numbers = {m.number for m in dead}
    return [
        check(unit.like(TICK_NS=1000) is unit and other.module != unit.module, f"{unit.name} with 4 lanes is another netlist, with longer ticks it is the same"),
        check(set(there) < set(here), f"it has {len(there)} of the {len(here)} mutants, those of bits that it has, at the same places"),
        check(numbers and numbers <= {m.number for m in killed}, f"of these {len(dead)} are killed there, none of them one that is equivalent with 8 lanes"),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--new", action="store_true", help="if it passed on the same files with the same tools it is not run again")
    at = known.place(READ, TOOLS, ("mutants",)) if parser.parse_args().new else None
    if before := known.recall(at):
        print(f"on the same files with the same tools, {before[1]}:\n{before[0]} passed, 0 failed")
        return 0
    results = tried()
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    if all(results):
        known.keep(at, str(len(results)))
    return 0 if all(results) else 1


def proofs_kept(again, group, args):
    """The next run that takes over what was proved and nothing else."""
    args.resume = "proofs"
    for unit in again:
        mutants.resume(unit, args)
    dead = [{m.number for m in verdict(unit, "killed")} for unit in group.units]
    results = [check([{m.number for m in unit.left()} for unit in again] == dead, "or only what was proved")]
    proves, asked = (mutant_proofs.prove, mutant_contracts.prove), []
    try:
        mutant_proofs.prove = lambda unit, which, *rest: asked.extend(which) or {}
        mutant_contracts.prove = lambda unit, which, *rest: asked.extend(which) or ({}, "")
        for known_dead, text in ((True, "and asks no proof of what a test has killed in this design"), (False, "but does of what one has killed in another")):
            asked.clear()
            for unit in again:
                unit.different = unit.different if known_dead else set()
            mutants.judge(mutants.Group(again, args), argparse.Namespace(**{**vars(args), "proofs": True}))
            results.append(check(bool(asked) != known_dead and set(asked) <= {m for unit in again for m in unit.left()}, text))
    finally:
        mutant_proofs.prove, mutant_contracts.prove = proves
    kept = [json.loads((OUT / f"{unit.label}.json").read_text()) for unit in again]
    results.append(check(not any(row["ended"] for row in kept), "a short run is none that went to its end"))
    results.append(check(all(mutant_seen.module(unit.top, *unit.whole) for unit in again), "a unit that was taken over can be asked about in the whole"))
    return results


def tried():
    OUT.mkdir(parents=True, exist_ok=True)
    mutants.command(["scripts/build.sh", "ws_cosim_tests"], OUT / "build.log")
    args = argparse.Namespace(n=COUNT, seed=7, jobs=1, tests="", short=True, runs=False, proofs=False, step="", resume="all")
    group = mutants.Group(prepared(args), args)
    mutants.judge(group, args)
    results = []
    for unit in group.units:
        killed, same = verdict(unit, "killed"), verdict(unit, "equivalent")
        proofs = mutant_proofs.prove(unit, killed, group.pool)
        blind = [mutants.failing(group.bench(), f"{unit.name}:{m.number}", ["mbar_init"], 100, 1) for m in killed]
        results += [
            check(len(unit.mutants) == COUNT, f"{unit.name}: {len(unit.mutants)} mutants of {COUNT}"),
            check(len(killed) + len(same) == COUNT, f"{len(killed)} killed, {len(same)} equivalent, nothing else"),
            check(len(killed) > COUNT // 2, "most are killed"),
            check(len(proofs) == len(killed) and set(proofs.values()) == {"different"}, "the proof calls none equivalent that a test kills"),
            check(all(m.place.startswith(unit.file[:9]) and m.source() for m in unit.mutants), "each has its line of source"),
            check(not any(blind), "a test that does not use the unit kills none"),
        ]
    first, second = group.units
    other = mutants.failing(group.bench(), f"{first.name}:{verdict(first, 'killed')[0].number}", ["shfl_idx"], 100, 1)
    results.append(check(other is None, "a mutant of one unit is none of the other in the same build"))
    again = prepared(args)
    for unit in again:
        mutants.resume(unit, args)
    results.append(check([{m.number: v for m, v in u.verdicts.items()} for u in again]
                         == [{m.number: v for m, v in u.verdicts.items()} for u in group.units], "the next run takes over all verdicts"))
    results += proofs_kept(again, group, args)
    row = {"unit": "ws_x", "mutants": [{"line": "a = b", "what": "bit 0", "verdict": "survived"}, {"line": "c", "what": "d", "verdict": "killed"}]}
    entry = '[[argued]]\nunit = "ws_x"\nline = "a = b"\nwhat = ["bit 0"]\nwhy = "w"\n'
    results.append(check(argued(row, entry) == [] and row["mutants"][0]["verdict"] == "argued", "a survivor that is listed counts as argued"))
    two = {**row, "mutants": 2 * [{"line": "a = b", "what": "bit 0", "verdict": "survived"}]}
    results.append(check("2 survivors of ws_x are" in " ".join(argued(two, entry)), "an entry that two survivors match is an error"))
    wrong = argued(row, entry.replace("a = b", "c").replace("bit 0", "d"))
    results.append(check(len(wrong) == 1 and "no survivor of ws_x" in wrong[0], "an entry about one that a test kills is an error"))
    try:
        group.check_plain(group.bench(), "nothing_like_it", 100, 1)
        results.append(check(False, "a pattern without a test is an error"))
    except ToolError as error:
        results.append(check("nothing_like_it" in str(error), "a pattern without a test is an error"))
    try:
        mutants.judge(group, argparse.Namespace(**{**vars(args), "step": "no such step"}))
        results.append(check(False, "a step that is none is an error"))
    except ToolError as error:
        results.append(check("none is called that: a few operations, quick proofs, short runs, proofs by contract" in str(error), "a step that is none is an error, with those that are"))
    listed = subprocess.run([group.bench(), "--list"], capture_output=True, text=True, check=True).stdout
    names = [line.split("\t")[0].strip() for line in listed.splitlines()]
    own = {bench.name for bench in mutant_benches.BENCHES} - {"cosim"}  # whose tests the bench of these units has not
    for folder, patterns in {**mutants.TESTS, "everything at once": group.of.tests}.items():
        if folder in own:
            continue
        none = [pattern for pattern in patterns.split() if not fnmatch.filter(names, pattern)]
        results.append(check(not none, f"each pattern of {folder} names a test{': not ' + ' '.join(none) if none else ''}"))
    call = subprocess.run([sys.executable, mutants.__file__, "UNIT=ws_nothing"], capture_output=True, text=True, check=False)
    results.append(check(call.returncode == 2 and "no such unit: ws_nothing" in call.stderr, "an unknown unit is named"))
    results += staged(args)
    results += resized(group)
    return results


if __name__ == "__main__":
    sys.exit(main())
