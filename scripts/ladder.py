#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make ladder: what of the stages V1, V2 and V3 each family has reached, from the store of evidence (evidence.py). Runs nothing.

ladder.py [--write-readme]   --write-readme: what is in build/found.jsonl into tb/found/, both tables into tb/README.md

A cell shows what was measured on today's sources; "stale" if it was measured on other ones, "missing" if it was not, in part or in
whole; ">" where a goal is not met. A stage is reached by measured cells alone. Exit 0: no claim of families.py is contradicted by what was
measured; 1: one is; 2: wrong call, or families.py names a proof, folder or plan that is not there.
"""
import argparse
import dataclasses
import fnmatch
import os
import pathlib
import signal
import sys

import digest
import evidence
import families
import lint
import mutants
import pages
from regression import leaves, testplan

ROOT = pathlib.Path(__file__).resolve().parent.parent
README = ROOT / "tb/README.md"
STAGES = ("V1", "V2", "V3")
SOAK_OPS, HASH_OPS, MUTANTS = 10**8, 10**5, 100  # mutants of a unit


@dataclasses.dataclass
class Cell:
    met: bool | None  # None: stale, missing, or measured in part
    text: str
    date: str = ""


NOTHING = Cell(True, "-")


class Found:
    """What is known of today's sources."""

    def __init__(self, store=None, tree=None):
        self.store, self.tree = store or evidence.Store(), tree or digest.Tree()
        self.points = testplan.read(ROOT / "tb/testplan")

    def look(self, kind, name, sources):
        return self.store.look(f"{kind} {name}", sources)

    def proofs(self, names):
        return [self.look("proof", name, self.tree.proof(name)) for name in names]


def cell(known, judge):
    """`judge` gives (met, text) where all is of today's sources, or something failed."""
    waiting = [one.state for one in known if one.state != "fresh"]
    date = min((one.date for one in known if one.date), default="")
    if waiting and not any(one.failed for one in known):
        text = "missing" if "missing" in waiting else "stale"
        return Cell(None, text + (f" ({len(waiting)} of {len(known)})" if len(waiting) < len(known) else ""), date)
    return Cell(*judge([one for one in known if one.state == "fresh"]), date)


# ---------------------------------------------------------------------------------------------------------- criteria
# Each takes what was found and a family.


def planned(found, family, stages):
    points = [point for point in found.points if point["family"] in family.plan and point["stage"] in stages]
    ids = {point["id"] for point in leaves.asked(family.name, points)}
    known = [found.look("points", family.name, leaves.of_points(found.tree, family.name, found.points))] if ids else []
    names = [path.stem.removeprefix("prove_") for path in (ROOT / "tb/formal").glob("prove_*.sh")]
    shown = {point["id"]: found.proofs([name for test in point["tests"] for name in fnmatch.filter(names, test.removeprefix("proof."))])
             for point in points if point["id"] not in ids}

    def judge(fresh):
        met = {one for known in fresh[:1] if ids for one in known.row["met"]} & ids
        met -= {one for known in fresh[:1] if ids for row in known.rows for one in row["wrong"]}
        met |= {one for one, proofs in shown.items() if proofs and all(proof.state == "fresh" and not proof.failed for proof in proofs)}
        return len(met) == len(points), f"{len(met)} of {len(points)}"
    # A point that another stage asks for says nothing of this one.
    known = [evidence.Known(one.state, tuple({**row, "ok": not ids & set(row["wrong"])} for row in one.rows)) for one in known]
    return cell(known + [proof for proofs in shown.values() for proof in proofs], judge)


def linted(found, family):
    return cell([found.look("lint", family.name, lint.of_family(found.tree, family.name))], lambda fresh: (not fresh[0].row["failed"], f"{fresh[0].row['checks']} checks"))


def share(pair):
    """Rounded down: 100 is said only of all."""
    return f"{1000 * pair[0] // pair[1] / 10:g}" if pair[1] else "-"


def covered(found, family, kinds, goal):
    def judge(fresh):
        pairs = [fresh[0].row[kind] for kind in kinds]
        return all(100 * hit >= goal * total for hit, total in pairs), " / ".join(map(share, pairs)) + " %"
    return cell([found.look("coverage", family.name, found.tree.tests(family.name))], judge)


def functional(found, family):
    def judge(fresh):
        hit, bins = fresh[0].row["hit"], fresh[0].row["bins"]
        return hit == bins, f"{hit:,} of {bins:,}"
    return cell([found.look("functional", family.name, found.tree.tests(family.name))], judge)


def proved(found, units, unbounded):
    """Units all of whose proofs hold. A unit without a proof is not proved."""
    if not units:
        return NOTHING

    def judge(_fresh):
        good = 0
        for names in units.values():
            rows = [known.row if known.state == "fresh" else {} for known in found.proofs(names)]
            good += bool(rows) and all(row.get("holds") and (not unbounded or all("unbounded" in said for said in row["said"])) for row in rows)
        return good == len(units), f"{good} of {len(units)}"
    return cell(found.proofs(sorted({name for names in units.values() for name in names})), judge)


def functions(found, family):
    """The list in families.py, and each module without a clock that is not in it."""
    units = {path.stem: () for folder in family.rtl for path in (ROOT / "rtl" / folder).glob("*.v") if "clk_i" not in path.read_text()}
    return proved(found, {**units, **family.functions}, False)


def machines(found, family):
    """The list in families.py, and each module with registers that no family has in it."""
    return proved(found, family.machines | {unit: () for unit in families.unnamed(ROOT, family)}, True)


def negatives(found, family):
    """Of each proof of the family, that it notices a planted bug."""
    names = sorted(families.proofs(family))

    def judge(fresh):
        good = sum(known.row["notices"] for known in fresh)
        return good == len(names), f"{good} of {len(names)}"
    return cell(found.proofs(names), judge) if names else Cell(False, "no proof")


def units_of(family):
    """That there are mutants of."""
    paths = [pathlib.PurePosixPath(file) for file in mutants.mutant_benches.unit_files()]
    return [path.stem for path in paths if path.stem in mutants.units() and "/".join(path.parts[1:-1]) in family.rtl]


def killed(found, family, goal):
    """Of the mutants that are not proved equivalent, in all units of the family, of all seeds."""
    def judge(fresh):
        sums = {key: sum(row[key] for known in fresh for row in known.rows) for key in ("n", "killed", "equivalent", "undecided")}
        asked = sums["n"] - sums["equivalent"]
        enough = all(sum(row["n"] for row in known.rows) >= MUTANTS for known in fresh)
        met = 100 * sums["killed"] >= goal * asked
        return (met if enough or not met else None), f"{sums['killed']:,} of {asked:,}"
    names = units_of(family)
    return cell([found.look("mutants", name, found.tree.mutants(name)) for name in names], judge) if names else NOTHING


def soaked(found, family):
    def judge(fresh):
        rows = fresh[0].rows
        ops, wrong = sum(row["ops"] for row in rows), [one for row in rows for one in row["wrong"]]
        without = sorted(set(family.random) - {test for row in rows for test in row["tests"]})
        met = False if wrong else None if without or ops < SOAK_OPS else True
        return met, f"{ops:.2g}" + (f", DIFFERS: {wrong[0]}" if wrong else "") + "".join(f", without {name}" for name in without)
    return cell([found.look("soak", family.name, found.tree.run(family.name))], judge)


def hashed(found, family):
    def judge(fresh):
        rows = fresh[0].rows
        ops, wrong = sum(row["ops"] for row in rows), [row for row in rows if not row["ok"]]
        return (False if wrong else True if ops >= HASH_OPS else None), f"{ops:,}" + (", DIFFERENT" if wrong else "")
    return cell([found.look("hashes", family.name, found.tree.run(family.name))], judge)


def gated(found, family):
    def judge(fresh):
        row = fresh[0].row
        return row["ok"], f"{row['tests'] - len(row['wrong'])} of {row['tests']} tests"
    return cell([found.look("netlist", family.name, found.tree.run(family.name))], judge)


CRITERIA = (
    ("V1", "planned points of V1", lambda found, family: planned(found, family, ("V1",))),
    ("V1", "lint: Verilator, Icarus, Yosys, no warning", linted),
    ("V2", "lines / branches / toggles ≥ 90 %", lambda found, family: covered(found, family, leaves.KINDS, 90)),
    ("V2", "all planned points", lambda found, family: planned(found, family, testplan.STAGES)),
    ("V2", "functions without state proved", functions),
    ("V2", "mutants killed ≥ 90 %", lambda found, family: killed(found, family, 90)),
    ("V3", "lines / branches 100 %, exclusions listed", lambda found, family: covered(found, family, ("line", "branch"), 100)),
    ("V3", "functional coverage 100 %", functional),
    ("V3", "properties of stateful units unbounded", machines),
    ("V3", "negative control of every proof", negatives),
    ("V3", "10^8 random operations", soaked),
    ("V3", "same hashes, 10^5: Icarus, -O0, -O3", hashed),
    ("V3", "netlist equal to RTL", gated),
)


def climbed(found):
    """{family: its cells, in the order of CRITERIA}"""
    return {family.name: [criterion(found, family) for _, _, criterion in CRITERIA] for family in families.FAMILIES}


def stage_of(cells):
    """The highest stage whose criteria, and those of the stages below, are all met."""
    reached = "-"
    for stage in STAGES:
        if not all(one.met for (own, *_), one in zip(CRITERIA, cells) if own == stage):
            break
        reached = stage
    return reached


def table(rows):
    """Markdown: a criterion a line, a family a column."""
    yield "| | | " + " | ".join(family.shown for family in families.FAMILIES) + " | date |"
    yield "|---|---|" + "---|" * (len(families.FAMILIES) + 1)
    yield "| | **reached** | " + " | ".join(stage_of(rows[family.name]) for family in families.FAMILIES) + " | |"
    for k, (stage, what, _) in enumerate(CRITERIA):
        cells = [rows[family.name][k] for family in families.FAMILIES]
        dates = sorted({one.date[:10] for one in cells if one.date})
        texts = [one.text + " **>**" * (one.met is False or one.met is None and one.text[:5] not in ("missi", "stale")) for one in cells]
        yield f"| {stage} | {what} | " + " | ".join(texts) + f" | {' to '.join(dates[:1] + dates[-1:] if len(dates) > 1 else dates)} |"


def of_mutants(found):
    """Markdown: a unit a line, of all seeds."""
    yield "| unit | lanes | mutants | killed | equivalent | undecided | where undecided |"
    yield "|---|---:|---:|---:|---:|---:|---|"
    for name, params in mutants.units().items():
        known = found.look("mutants", name, found.tree.mutants(name))
        if known.state != "fresh":
            yield f"| `{name}` | {params.get('LANES', '-')} | {known.state} | | | | |"
            continue
        sums = {key: sum(row[key] for row in known.rows) for key in ("n", *mutants.VERDICTS)}
        left = sorted({place.removeprefix("rtl/") for row in known.rows for place, _, _ in row["left"]})
        yield f"| `{name}` | {params.get('LANES', '-')} | " + " | ".join(f"{n:,}" for n in sums.values()) + f" | {' '.join(left)} |"


def climb(found, into_readme=False):
    missing = list(families.missing(ROOT))
    if missing:
        print("\n".join(missing), file=sys.stderr)
        return 2
    rows = climbed(found)
    lines = list(table(rows))
    print("\n".join(lines))
    if into_readme:
        evidence.keep()
        pages.fill("tb/README.md", ladder=lines, mutants=of_mutants(found))
    failed = 0
    for family in families.FAMILIES:
        against = [f"{what}: {one.text}" for (stage, what, _), one in zip(CRITERIA, rows[family.name]) if one.met is False and stage <= family.claim]
        if against:
            failed += 1
            print(f"FAIL {family.name}: {family.claim} is claimed; {'; '.join(against)}", file=sys.stderr)
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write-readme", action="store_true")
    return climb(Found(), parser.parse_args().write_readme)


if __name__ == "__main__":
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:  # of a table of which the first lines were wanted
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 128 + signal.SIGPIPE  # as of a program that it ends
    sys.exit(status)
