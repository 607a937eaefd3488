#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make ladder: what of the stages V1, V2 and V3 each family has reached, from what the other verbs have left under build/, and what
was found before on the same sources (tb/found/).

ladder.py [--from FOLDER...] [--write-readme]   --from: other folders like build/, the newest result counts
                                                --write-readme: into README.md and tb/found/

Nothing is run here. A result counts for the RTL that it was made with, and for no other: what was not run on today's rtl/ is "not
run", never met. What tests show, points, coverage and bins, counts for the bench that it was made with too
(results.bench_digest()). What was found before counts while the plan, proofs, tests and units asked for are the same too, and where build/ has
nothing that says more, and nothing that is wrong. Exit 0: every family has reached the stage that families.py claims for it, or nothing is claimed, which is said; 1: one
has not; 2: wrong call, or families.py names a proof, folder or plan that is not there.
"""
import argparse
import collections
import dataclasses
import fnmatch
import functools
import hashlib
import json
import os
import pathlib
import signal
import sys

import families
import found as kept
import known
import mutant_found
import mutants
import results
from regression import testplan

ROOT = results.ROOT
BEGIN, END = "<!-- ladder:begin -->", "<!-- ladder:end -->"
STAGES = ("V1", "V2", "V3")
SOAK_OPS, HASH_OPS, MUTANTS = 10**9, 10**5, 300  # mutants of a unit


@dataclasses.dataclass
class Cell:
    """Whether a criterion is met; None: not run, or only a part of it."""
    met: bool | None
    text: str
    date: str = ""
    share: float = 0.0  # of what it takes: of two that found nothing wrong, the one with more says more
    wrong: bool = False  # something was seen to fail


NOT_RUN = Cell(None, "not run")
NOTHING = Cell(True, "-", "", 1.0)


class Found:
    """All results of today's RTL."""

    def __init__(self, folders):
        self.rtl, self.bench, self.folders = results.rtl_digest(), results.bench_digest(), folders
        self.lint, self.gate, self.functional = self.newest("lint"), self.newest("gate"), self.newest("functional", self.bench)
        self.soak, self.hashes, self.proofs, self.mutants = {}, {}, {}, {}
        for folder in folders:
            for name, into in (("soak", self.soak), ("hashes", self.hashes)):
                data = results.load(name, folder / "results") or {"families": {}}
                for family, row in data["families"].items():
                    self.take(into, family, row, data["rtl"] == self.rtl and not results.outdone(row, into.get(family)))
            for name, proof in ((results.load("formal", folder / "results") or {}).get("proofs") or {}).items():
                self.take(self.proofs, name, proof, proof["rtl"] == self.rtl and proof["script"] == script_digest(name))
        for unit in mutants.units():
            row = mutants.known([folder / "mutants" for folder in folders], unit)
            if row:
                self.mutants[unit] = row
        self.runs = sorted(self.regressions(), key=lambda run: run["started"])

    @staticmethod
    def take(into, name, row, valid):
        if valid and (name not in into or row["date"] > into[name]["date"]):
            into[name] = row

    def newest(self, name, bench=None):
        """`bench`: what it was found with, if that counts."""
        rows = [results.load(name, folder / "results") for folder in self.folders]
        return max((row for row in rows if row and row["rtl"] == self.rtl and bench in (None, row.get("bench"))), key=lambda row: row["date"], default=None)

    def regressions(self):
        for folder in self.folders:
            for path in folder.glob("regress/*/summary.json"):
                if path.parent.is_symlink():
                    continue
                run = json.loads(path.read_text())
                if (run.get("rtl"), run.get("bench")) == (self.rtl, self.bench):
                    yield run | {"folder": path.parent, "date": run["started"][:16]}


def script_digest(name):
    script = ROOT / "tb/formal" / f"prove_{name}.sh"
    return results.proof_digest(script) if script.exists() else ""


def family_of(file):
    """rtl/mbar/ws_mbar.v belongs to mbar, rtl/ws_top.v to ""."""
    parts = pathlib.PurePosixPath(file).parts
    return parts[-2] if len(parts) > 2 else ""


# ---------------------------------------------------------------------------------------------------------- criteria
# Each takes what was found and a family.


@functools.cache
def plan():
    return testplan.read(ROOT / "tb/testplan")


def newest_of(runs, point, tests):
    """The newest regression that ran all tests of a point, or in which one of them failed; else the newest that ran some. One that
    was made when the plan named other tests for it says nothing."""
    partly = None
    for run in reversed(runs):
        if run.get("asked", {}).get(point) != tests:
            continue
        *_, share, some, count = run.get("points", {}).get(point, [0] * 5)
        if some and (some == count or round(share * count) < some):
            return run
        partly = partly or (run if some else None)
    return partly


def proofs_of(found, patterns):
    """The last run of each proof that such names of a plan mean, None where there is none of these sources: a point that proofs alone show
    has no need of a regression."""
    names = sorted(path.stem.removeprefix("prove_") for path in (ROOT / "tb/formal").glob("prove_*"))
    return [found.proofs.get(name) for pattern in patterns for name in fnmatch.filter(names, pattern.removeprefix("proof."))]


def planned(found, family, stages):
    """Planned points that are met. The plan of today says which there are."""
    points = [p for p in plan() if p["family"] in family.plan and p["stage"] in stages]
    met = ran = 0
    dates = []
    for point in points:
        if all(test.startswith("proof.") for test in point["tests"]):
            rows = proofs_of(found, point["tests"])
            if any(rows):
                ran += all(rows)
                met += all(row and row["ok"] for row in rows)
                dates.append(min(row["date"] for row in rows if row))
            continue
        last = newest_of(found.runs, point["id"], point["tests"])
        if last:
            *_, share, some, count = last["points"][point["id"]]
            ran += some == count
            met += share == 1.0
            dates.append(last["date"])
    if not dates:
        return NOT_RUN
    text = f"{met} of {len(points)}" + (f", {len(points) - ran} not run" if ran < len(points) else "")
    return Cell(met == len(points), text, min(dates), met / len(points), met < ran)


def lint(found, family):
    if not found.lint or found.lint["script"] != lint_asked(family):
        return NOT_RUN
    good = found.lint["failed"] == 0
    return Cell(good, f"{found.lint['checks']} checks", found.lint["date"], float(good), not good)


def covered(found, family, kinds, goal):
    """The best of the regressions that counted."""
    best = None
    for run in found.runs:
        try:
            counted = json.loads((run["folder"] / "coverage.json").read_text())
            files = counted["kinds"]
        except (OSError, ValueError, KeyError):
            continue
        if counted.get("wrong"):  # exclusions that do not fit what was reached
            continue
        sums = {kind: [0, 0] for kind in kinds}
        for file, row in files.items():
            if family_of(file) in family.rtl:
                for kind in kinds:
                    sums[kind] = [a + b for a, b in zip(sums[kind], row[kind])]
        worst = min((hit / total for hit, total in sums.values() if total), default=0)
        if best is None or worst >= best[0]:
            best = worst, sums, run["date"]
    if not best or not best[1]["line"][1]:  # of no line of it is known whether it ran
        return NOT_RUN
    met = all(100 * hit >= goal * total for hit, total in best[1].values())
    return Cell(met, " / ".join(share(pair) for pair in best[1].values()) + " %", best[2], best[0])


def share(pair):
    """Rounded down: 100 is said only of all."""
    return f"{1000 * pair[0] // pair[1] / 10:g}" if pair[1] else "-"


def functional(found, family):
    """make functional names its families after these, or after their folder."""
    rows = found.functional["families"] if found.functional else {}
    row = next((rows[name] for name in (family.name, *family.rtl) if name in rows), None)
    if not row:
        return NOT_RUN
    return Cell(row["hit"] == row["bins"], f"{row['hit']:,} of {row['bins']:,}", found.functional["date"], row["hit"] / row["bins"])


def proved(found, units, unbounded):
    """Units all of whose proofs hold. A unit without a proof counts as not proved."""
    if not units:
        return NOTHING
    good, dates, wrong = 0, [], False
    for proofs in units.values():
        rows = [found.proofs.get(name) for name in proofs]
        dates += [row["date"] for row in rows if row]
        wrong = wrong or any(row and not row["ok"] for row in rows)
        good += bool(rows) and all(row and row["ok"] and (not unbounded or all("unbounded" in said for said in row["said"])) for row in rows)
    asked = any(units.values())
    if asked and not dates:
        return NOT_RUN
    return Cell(good == len(units), f"{good} of {len(units)}", min(dates, default=""), good / len(units), wrong)


def functions(found, family):
    """The list in families.py, and each module without a clock that is not in it."""
    units = dict(family.functions)
    for folder in family.rtl:
        for path in (ROOT / "rtl" / folder).glob("*.v"):
            if "clk_i" not in path.read_text() and path.stem not in units:
                units[path.stem] = ()
    return proved(found, units, False)


def machines(found, family):
    """The list in families.py, and each module with registers that no family has in it."""
    return proved(found, family.machines | {unit: () for unit in families.unnamed(ROOT, family)}, True)


def negatives(found, family):
    """Of each proof of the family, that it notices a planted bug."""
    names = families.proofs(family)
    rows = [found.proofs[name] for name in sorted(names) if name in found.proofs]
    if not rows:
        return NOT_RUN if names else Cell(None, "no proof")
    good = sum(row.get("negative", False) for row in rows)
    return Cell(good == len(names), f"{good} of {len(names)}", min(row["date"] for row in rows), good / len(names), good < len(rows))


def units_of(family):
    """That there are mutants of."""
    return [path.stem for path in (pathlib.PurePosixPath(f) for f in mutants.mutant_benches.unit_files())
            if path.stem in mutants.units() and family_of(path) in family.rtl]


def killed(found, family, goal):
    """Of the mutants that are not proved equivalent, in all units of the family. One that is only argued away was not killed."""
    names = units_of(family)
    if not names:
        return NOTHING
    rows = [found.mutants[name] for name in names if name in found.mutants]
    if not rows:
        return NOT_RUN
    for row in rows:
        mutants.argue(row)
    verdicts = sum((collections.Counter(mutant_found.counts(row)) for row in rows), collections.Counter())
    dead, all_of = verdicts["killed"], verdicts.total() - verdicts["equivalent"]
    whole = len(rows) == len(names) and all(row["n"] >= MUTANTS for row in rows)
    text = f"{dead:,} of {all_of:,}" + (f" in {len(rows)} of {len(names)} units" if len(rows) < len(names) else "")
    met = 100 * dead >= goal * all_of if whole else None
    return Cell(met, text, min(r["date"] for r in rows), dead / max(all_of, 1) * len(rows) / len(names), verdicts["survived"] + verdicts["undecided"] > 0)


def soaked(found, family):
    row = found.soak.get(family.name)
    if not row:
        return NOT_RUN
    without = sorted(set(family.random) - set(row["tests"]))
    met = not row["failed"] and not without and row["ops"] >= SOAK_OPS
    text = f"{row['ops']:.2g}" + (", DIFFERS" if row["failed"] else "") + "".join(f", without {name}" for name in without)
    return Cell(met, text, row["date"], min(1.0, row["ops"] / SOAK_OPS), bool(row["failed"]))


def hashed(found, family):
    row = found.hashes.get(family.name)
    if not row:
        return NOT_RUN
    missing = {"O3", "O0", "Icarus"} - set(row["simulators"])
    text = f"{row['ops']:,}" + (", DIFFERENT" if not row["same"] else "") + "".join(f", without {name}" for name in sorted(missing))
    return Cell(row["same"] and not missing and row["ops"] >= HASH_OPS, text, row["date"], min(1.0, row["ops"] / HASH_OPS), not row["same"])


def gated(found, family):
    if not found.gate:
        return NOT_RUN
    tests = {n: t for n, t in found.gate["tests"].items() if any(fnmatch.fnmatchcase(n, p) for p in family.tests.split())}
    for run in found.runs:  # tests that are newer than the netlist's run
        for test, _, build in (name.rpartition(" ") for name in run.get("rates", {})):
            if build in ("4", "4_c2") and any(fnmatch.fnmatchcase(test, p) for p in family.tests.split()):
                tests.setdefault(test, {"ok": False, "ctas": 1, "new": True})
    good = sum(test["ok"] for test in tests.values())
    clusters = family.build == "4" or any(test["ctas"] > 1 for test in tests.values())  # a cluster's are not those of a CTA alone
    wrong = any(not test["ok"] and "new" not in test for test in tests.values())
    return Cell(bool(tests) and good == len(tests) and clusters, f"{good} of {len(tests)} tests" + ("" if clusters else ", of one CTA"),
                found.gate["date"], good / max(len(tests), 1), wrong)


# ------------------------------------------------------------------------------------------------- what a cell depends on
# But for the RTL of the families. What was found before counts while this is the same.


def netlist_asked(family):
    return [[p["id"], p["stage"], p["tests"]] for p in plan() if p["family"] in family.plan]


def lint_asked(_family):
    return known.files_digest("scripts/lint.py")


def points_asked(family):
    return [results.bench_digest(), *netlist_asked(family)]


def lines_asked(_family):
    return [results.bench_digest(), known.files_digest("tb/coverage")]


def bins_asked(_family):
    return results.bench_digest()


def proofs_asked(family):
    return {name: script_digest(name) for name in sorted(families.proofs(family))}


def machines_asked(family):
    return [family.machines, families.unnamed(ROOT, family), proofs_asked(family)]


def units_asked(family):
    return {name: mutants.source(name) for name in units_of(family)}


def model_asked(family):
    return [family.random, results.model_digest()]


CRITERIA = (
    ("V1", "planned points of V1", lambda r, f: planned(r, f, ("V1",)), points_asked),
    ("V1", "lint: Verilator, Icarus, Yosys, no warning", lint, lint_asked),
    ("V2", "lines / branches / toggles ≥ 90 %", lambda r, f: covered(r, f, ("line", "branch", "toggle"), 90), lines_asked),
    ("V2", "all planned points", lambda r, f: planned(r, f, testplan.STAGES), points_asked),
    ("V2", "functions without state proved", functions, proofs_asked),
    ("V2", "mutants killed ≥ 90 %", lambda r, f: killed(r, f, 90), units_asked),
    ("V3", "lines / branches 100 %, exclusions listed", lambda r, f: covered(r, f, ("line", "branch"), 100), lines_asked),
    ("V3", "functional coverage 100 %", functional, bins_asked),
    ("V3", "mutants killed 100 %", lambda r, f: killed(r, f, 100), units_asked),
    ("V3", "properties of stateful units unbounded", machines, machines_asked),
    ("V3", "negative control of every proof", negatives, proofs_asked),
    ("V3", "10^9 random operations", soaked, model_asked),
    ("V3", "same hashes, 10^5: Icarus, -O0, -O3", hashed, model_asked),
    ("V3", "netlist equal to RTL", gated, netlist_asked),
)


def name_of(criterion, family):
    """A cell of the table, as tb/found/ladder.jsonl calls it."""
    return f"{criterion[0]}, {criterion[1]}: {family.name}"


def asked(criterion, family):
    return hashlib.sha256(json.dumps([results.rtl_digest(), criterion[3](family)]).encode()).hexdigest()[:16]


def climbed(found, before):
    """Each family's cells: what was found now, or before if that says more and nothing is wrong now."""
    rows = {}
    for family in families.FAMILIES:
        rows[family.name] = []
        for criterion in CRITERIA:
            cell, row = criterion[2](found, family), before.get(name_of(criterion, family))
            if row and row["asked"] == asked(criterion, family) and not cell.wrong and (cell.text == NOT_RUN.text or row["share"] > cell.share):
                cell = Cell(**{field.name: row[field.name] for field in dataclasses.fields(Cell)})
            rows[family.name].append(cell)
    return rows


def remember(rows):
    """Into tb/found/, what there is to remember."""
    kept.save("ladder", [{"cell": name_of(criterion, family), "asked": asked(criterion, family), **dataclasses.asdict(cell)}
                         for family in families.FAMILIES for criterion, cell in zip(CRITERIA, rows[family.name]) if cell.date])


def stage_of(cells):
    """The highest stage whose criteria, and those of the stages below, are all met."""
    reached = "-"
    for stage in STAGES:
        if not all(cell.met for (own, *_), cell in zip(CRITERIA, cells) if own == stage):
            break
        reached = stage
    return reached


def mark(cell):
    return cell.text if cell.met or cell.text == NOT_RUN.text else f"{cell.text} **>**"


def table(rows):
    """Markdown: a criterion a line, a family a column."""
    yield "| | | " + " | ".join(family.shown for family in families.FAMILIES) + " | date |"
    yield "|---|---|" + "---|" * (len(families.FAMILIES) + 1)
    yield "| | **reached** | " + " | ".join(stage_of(rows[f.name]) for f in families.FAMILIES) + " | |"
    for k, (stage, what, *_) in enumerate(CRITERIA):
        cells = [rows[f.name][k] for f in families.FAMILIES]
        dates = sorted({cell.date for cell in cells if cell.date})
        yield f"| {stage} | {what} | " + " | ".join(map(mark, cells)) + f" | {' to '.join(dates[:1] + dates[-1:] if len(dates) > 1 else dates)} |"


def write_readme(lines):
    path = ROOT / "README.md"
    text = path.read_text(encoding="utf-8")
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        sys.exit(f"README.md: {BEGIN} and {END} have to stand in it once")
    head, rest = text.split(BEGIN)
    path.write_text(head + BEGIN + "\n" + "\n".join(lines) + "\n" + END + rest.split(END)[1], encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="folders", action="append", type=pathlib.Path, default=[], metavar="FOLDER")
    parser.add_argument("--write-readme", action="store_true")
    args = parser.parse_args()
    for folder in args.folders:
        if not folder.is_dir():
            parser.error(f"--from {folder}: no such folder")
    return climb([ROOT / "build", *args.folders], args.write_readme)


def climb(folders, into_readme=False):
    missing = list(families.missing(ROOT))
    if missing:
        print("\n".join(missing), file=sys.stderr)
        return 2
    found = Found(folders)
    rows = climbed(found, {row["cell"]: row for row in kept.load("ladder")})
    lines = list(table(rows))
    if into_readme:
        write_readme(lines)
        remember(rows)
    print("\n".join(lines))
    failed = 0
    if not any(family.claim for family in families.FAMILIES):
        print("\nno stage is claimed for any family (families.py): this table is shown, nothing of it is checked")
    for family in families.FAMILIES:
        if family.claim and stage_of(rows[family.name]) < family.claim:
            failed += 1
            short = [f"{what}: {cell.text}" for (stage, what, *_), cell in zip(CRITERIA, rows[family.name]) if not cell.met and stage <= family.claim]
            print(f"FAIL {family.name}: {family.claim} is claimed; {'; '.join(short)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:  # of a table of which the first lines were wanted
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 128 + signal.SIGPIPE  # as of a program that it ends
    sys.exit(status)
