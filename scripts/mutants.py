#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make mutants: would the tests notice a wrong gate? Mutants of each unit, run against the tests.

mutants.py [UNIT=name,...] [N=300] [SEED=1] [--jobs 2] [--tests PATTERNS] [--resume | --resume-proofs] [--short | --runs] [--proofs] [--step WORDS] [--write-readme]

A mutant is the unit with one bit of one cell inverted, stuck, or inverted while another bit is 0 or 1, chosen by Yosys so
that all cells, wires and lines are hit. Those of several units are one build of the whole block. Each is run against the
tests of its family, then the wide random ones, until one fails. One that no short run finds is asked about: is it the unit, at
its ports, for all inputs (ABC)? Or if not, is it the module around it, or the whole design, as far as its outputs may be
read? What is not equivalent runs all tests, then those of its family ten times as long and on a block without the other families,
those of time on one with longer ticks, those of counters on one in which they carry, then all on a cluster. A question about a
unit that has a quick answer comes before the short runs.

  killed      a test failed                       equivalent  proved to be no change of the unit, or nothing that a run of all families shows
  survived    differs at the unit's ports, and no test failed: a hole in the tests, or inputs that the block never gives
  argued      the same, and mutants_argued.toml says why the block never gives such inputs
  undecided   no test failed, and no proof within a minute
  open        no short run found it, and the others are still to come

Prints a line a unit and each survivor as a line of source. Exit 1 if one survived, 2 if it could not be found out.
"""
import argparse
import collections
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import time
import tomllib

import builds
import families
import mutant_benches
import mutant_contracts
import mutant_found
import mutant_proofs
import optable
from mutant_found import VERDICTS, counts
from mutant_netlists import CELLS, MOST, OUT, ROOT, ToolError, Unit

STRUCT = {"LANES": 4, "WARPS": 4, "SHFL_FORM": 0, "MATCH_BITS": 4, "WAITERS": 4, "COPIES": 4, "STRUCT": 1, "WATCHDOG": 1, "CTAS": 1}
OTHERS = {  # other parameters than those
    "ws_vote": {"LANES": 8}, "ws_vote_fn": {"LANES": 8}, "ws_redux": {"LANES": 8}, "ws_mbar_rank": {"LANES": 16},
    "ws_match_serial": {"LANES": 8}, "ws_match_all": {"LANES": 8}, "ws_match_rows": {"STRUCT": 0},
    "ws_shfl_route": {"LANES": 8}, "ws_shfl_net": {"SHFL_FORM": 1}, "ws_shfl_bfly": {"SHFL_FORM": 1, "LANES": 8},
    "ws_net": {"CTAS": 4}, "ws_bar_cluster": {"CTAS": 2},  # of two CTAs no two send to the same
}
SIZES = {  # by bench: the same for all units but for what stands in OTHERS
    "cosim": STRUCT, "serial": {},
    "bus": {"LANES": 4, "WARPS": 4, "SHFL_FORM": 0, "WAITERS": 4, "COPIES": 4, "STRUCT": 1, "WATCHDOG": 1},
}
MBAR = "mbar_[!e]* mbar_errors mbar_expect*"
TESTS = {  # by folder under rtl/: those of the family, tried first, but for the longest; then those of everything at once
    "sync": "rendezvous_[!e]* rendezvous_exit* match_*_b64 codes_* bar_*", "vote": "vote_* elect* activemask*", "shfl": "shfl_*", "redux": "redux_*",
    "match": "match_*",
    "mbar": f"{MBAR} smem_*", "smem": f"smem_* {MBAR}", "bar": "bar_*",
    "bus": "bus_*", "serial": "serial_*",
    "collect": "vote_ballot shfl_idx match_*_b64 redux_add codes_unknown rendezvous_refused mbar_golden mbar_*err* mbar_joined mbar_cp_async_late",
}
CLUSTER = "cluster_* mbar_remote_*"  # those of units that have several CTAs
SMALL = ("rtl/common/", "rtl/ws_", "rtl/cluster/ws_cluster", "rtl/bus/ws_bus.v")  # cells, which are in every unit, and files that only wire
FEW, SHORT, LONG = 300, 2000, 20000  # operations of a random test
CARRY = builds.CARRIES_SOON  # what counters of 64 bits begin with in a bench that sees all their bits
RUN_S = 600  # of processor time, for one call of the tests: then the simulator has no end
NONE_RUN = "nothing was run"
BEGIN, END = "<!-- mutants:begin -->", "<!-- mutants:end -->"
LEFT = ("survived", "undecided", "open")
GROUP = 3  # units in a build: more make it slow, fewer make more of them
FIRST = 4  # tests that are tried first, those that have killed most
ARGUED = ROOT / "scripts/mutants_argued.toml"


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


class Group:
    """Units with the same parameters: their mutants are in one build, of which each run is one mutant of one unit."""

    def __init__(self, units, args):
        self.units, self.args, self.benches, self.of = units, args, {}, units[0].bench
        self.pool = concurrent.futures.ThreadPoolExecutor(args.jobs)
        name = hashlib.sha256(" ".join(unit.label for unit in units).encode()).hexdigest()[:8]
        self.folder = OUT / f"bench_{units[0].label}_{name}"

    def bench(self, **other):
        """The lockstep bench on the block with the mutants; `other`: parameters that it has otherwise, as CTAS or TICK_NS."""
        key = "_".join(f"{name.lower()}_{value}" for name, value in other.items()) or "block"
        if key not in self.benches:
            self.benches[key] = self.build(key, other)
        return self.benches[key]

    def build(self, key, other):
        say(f"{' '.join(unit.name for unit in self.units)}: building {' '.join(f'{name}={value}' for name, value in other.items())}")
        work = self.folder / key
        cache = work / "CMakeCache.txt"
        home = re.search(r"^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)", cache.read_text() if cache.exists() else "", re.M)
        if home and ROOT not in pathlib.Path(home[1]).resolve().parents:  # the project was moved since
            shutil.rmtree(work)
        work.mkdir(parents=True, exist_ok=True)
        log = work / "build.log"
        log.write_text("")
        values = self.of.cmake({**self.units[0].params, **other})
        ccache = any(os.access(f"{folder}/ccache", os.X_OK) for folder in os.get_exec_path())
        command(["cmake", "-S", f"tb/{self.of.name}/verilated", "-B", str(work), "-DWS_NAME=mutant", "-DWS_TRACE=OFF",
                 "-DWS_REPLACE=" + ";".join(str(unit.like(**other).write()) for unit in self.units),
                 "-DCMAKE_CXX_COMPILER_LAUNCHER=" + ("ccache" if ccache else "")] + values, log)
        command(["cmake", "--build", str(work), "-j", str(self.args.jobs)], log)
        bench = work / "bench"
        command(["cc", "-O2", "-std=c11", "-D_GNU_SOURCE", f"-DWS_OPS={self.of.dut}_mutant", "-Icmodel", "-Itb/cosim", f"-Itb/{self.of.name}",
                 *(f"-I{folder}" for folder in self.of.includes),
                 f"tb/{self.of.name}/main.c", *(str(ROOT / "build" / library) for library in self.of.libraries),
                 str(work / f"lib{self.of.dut}_mutant.a"), str(ROOT / "build/cmodel/libwarpsync.a"), "-lcmocka", "-lstdc++", "-lm", "-lpthread", "-o", str(bench)], log)
        return bench

    def hunt(self, unit, patterns, operations, seed, **other):
        """Runs tests on the mutants of a unit that have no verdict, those first that killed most of the others."""
        if not unit.left():
            return
        bench = self.bench(**other)
        self.check_plain(bench, patterns, operations, seed)
        killers = collections.Counter(by for verdict, by in unit.verdicts.values() if verdict == "killed" and not other)

        def one(mutant):
            first = [test for test, _ in killers.most_common(FIRST) if " " not in test]
            test = failing(bench, f"{unit.name}:{mutant.number}", [*first, *patterns.split()], operations, seed)
            if test:
                killers[test] += 1
                unit.verdicts[mutant] = ("killed", " ".join([test, *(f"{name}={value}" for name, value in other.items())]))

        list(self.pool.map(one, unit.left()))

    @functools.cache
    def check_plain(self, bench, patterns, operations, seed):
        """No mutant, no failure: else nothing that follows means anything."""
        test = failing(bench, "", patterns.split(), operations, seed)
        if test == NONE_RUN:
            raise ToolError(f"none of {patterns} is a test of this build")
        if test:
            raise ToolError(f"{test} fails without a mutant, if make test passes a smaller N may help")

    def prove(self, unit, whole=False, limit=mutant_proofs.ABC_S):
        """Asks whether mutants without a verdict are the unit; those that are known not to be, only about the whole design."""
        asked = [m for m in unit.left() if m not in unit.different and (whole or unit.asked.get(m) != "different")]
        for mutant, found in mutant_proofs.prove(unit, asked, self.pool, whole, limit).items():
            if not whole:
                unit.asked[mutant] = found
            if found == "equivalent":
                unit.verdicts[mutant] = ("equivalent", "proof in the whole" if whole else "proof")

    def by_contract(self, unit, limit=mutant_proofs.QUICK_S, around=False):
        """Asks whether mutants without a verdict keep what is read of the unit, or of the module around it."""
        asked = [m for m in unit.left() if m not in unit.different]
        outer = mutant_contracts.around(unit) if around and asked else None
        if not asked or (around and not outer):
            return
        found, contract = mutant_contracts.prove(unit, asked, self.pool, limit, outer)
        unit.verdicts.update({mutant: ("equivalent", f"proof by contract{' of ' + outer.name if outer else ''}") for mutant in found})
        if contract not in ("", "equivalent"):
            say(f"{(outer or unit).name}: its contract in mutant_rows.py: {contract}")


def say(text):
    print(f"  {text}", file=sys.stderr, flush=True)


def failing(bench, chosen, patterns, operations, seed):
    """The first test that fails on a mutant, UNIT:NUMBER, None if all pass; of no mutant NONE_RUN if the build has none of the tests."""
    ran = False
    for pattern in patterns:
        call = [str(bench), f"--test={pattern}", "--stop", "--faildir=", f"--n={operations}", f"--seed={seed}"]
        done = subprocess.run(["sh", "-c", f'ulimit -t {RUN_S}; exec "$@"', "sh", *call], cwd=bench.parent, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                              env={**os.environ, "WS_MUTANT": chosen}, check=False)
        if done.returncode == 2 and NONE_RUN in done.stderr:  # a block without what this test needs
            continue
        ran = True
        if done.returncode == 2:
            raise ToolError(f"{shlex.join(call)}: {done.stderr.strip()}")
        if done.returncode:
            name = re.search(r"^(\S+) +seed.*FAIL", done.stdout, re.M)
            return name.group(1) if name else f"{pattern} (simulator stopped)"
    return None if ran or chosen else NONE_RUN


def alone(unit):
    """FAMILIES of a block that is built for the unit's family alone, 0 if there is none: what others hide may be seen there."""
    folder = pathlib.Path(unit.file).parts[1]
    return next((optable.family_set(family.alone) for family in families.FAMILIES if folder in family.rtl and family.alone and unit.params.get("CTAS") == 1), 0)


def judge(group, args):
    """Verdicts on all mutants of the units of a group; after each step those found so far are kept."""
    questions = [("proofs by contract", group.by_contract), ("quick proofs in the module around", lambda unit: group.by_contract(unit, around=True)),
                 ("quick proofs of the whole", lambda unit: group.prove(unit, True, mutant_proofs.QUICK_S)),
                 ("longer proofs by contract", lambda unit: group.by_contract(unit, mutant_proofs.ABC_S)),
                 ("proofs in the module around", lambda unit: group.by_contract(unit, mutant_proofs.ABC_S, True)), ("proofs", group.prove),
                 ("proofs of the whole", lambda unit: group.prove(unit, True, mutant_proofs.WHOLE_S)),
                 ("longest proofs in the module around", lambda unit: group.by_contract(unit, mutant_proofs.WHOLE_S, True))]
    family = {unit: args.tests or (CLUSTER if unit.params.get("CTAS", 1) > 1 else f"{TESTS[pathlib.Path(unit.file).parts[1]]} {unit.bench.tests}")
              for unit in group.units}
    runs = [("a few operations", lambda unit: group.hunt(unit, family[unit], FEW, args.seed)),
            ("quick proofs", lambda unit: group.prove(unit, limit=mutant_proofs.QUICK_S)),
            ("short runs", lambda unit: group.hunt(unit, family[unit], SHORT, args.seed))]
    slow = [("all tests", lambda unit: group.hunt(unit, "*", SHORT, args.seed)),
            ("long runs", lambda unit: group.hunt(unit, family[unit], LONG, args.seed + 1)),
            ("a block of its family alone", lambda unit: alone(unit) and group.hunt(unit, family[unit], SHORT, args.seed, FAMILIES=alone(unit))),
            ("limits of any length", lambda unit: unit.file.startswith("rtl/mbar/") and unit.params.get("CTAS") == 1
             and group.hunt(unit, args.tests or "mbar_*_long", SHORT, args.seed, TICK_NS=1000, FAMILIES=alone(unit))),
            ("counters that carry", lambda unit: unit.name == "ws_bus_counters" and group.hunt(unit, args.tests or "bus_*", SHORT, args.seed, CNT_START=CARRY)),
            ("a cluster", lambda unit: unit.params.get("CTAS") == 1 and group.hunt(unit, args.tests or "*", LONG, args.seed, CTAS=2))]
    if args.step:
        every = runs + questions + slow
        steps = [one for one in every if one[0] == args.step] or [one for one in every if args.step in one[0]]
        if not steps:
            raise ToolError(f"--step {args.step}: of the steps none is called that: {', '.join(text for text, _ in every)}")
    elif args.proofs:
        steps = questions[:3] if args.short else questions
    else:
        steps = runs + (questions if not args.short else []) + (slow if not args.tests and not args.short else [])
    if args.runs:
        steps = [(text, step) for text, step in steps if "proofs" not in text]
    for text, step in steps:
        for unit in group.units:
            if unit.left():
                say(f"{unit.name}: {len(unit.left())} left for {text}")
                start = time.monotonic()
                step(unit)
                unit.date = ""
                unit.seconds += time.monotonic() - start
                keep(unit, args)
    for unit in [] if args.short or args.proofs or args.runs or args.step else group.units:
        unit.verdicts.update({m: ("undecided" if unit.asked.get(m) == "undecided" else "survived", "") for m in unit.left()})
        unit.ended = not args.tests
        keep(unit, args)


def keep(unit, args):
    """Writes down what is known of a unit, for the table and for --resume, and gives it."""
    mutants = [{"number": m.number, "place": m.place, "line": m.source(), "what": m.what(), "options": m.options,
                **dict(zip(("verdict", "by"), unit.verdicts.get(m, (unit.before.get(m, "open"), ""))))} for m in unit.mutants]
    kept = {"unit": unit.name, "source": source(unit.name), "around": surroundings(unit.name), "ended": unit.ended, "n": args.n, "seed": args.seed, "lanes": unit.params.get("LANES", 0),
            "seconds": round(unit.seconds), "date": unit.date or time.strftime("%Y-%m-%d %H:%M", time.gmtime()), **counts({"mutants": mutants}), "mutants": mutants}
    names = [unit.label]
    if unit.ended and (args.n, args.seed) == (MOST, 1):
        names.append(f"{unit.label}.ended")  # which no part of a later run overwrites
    for name in names:
        path = OUT / f"{name}.json"
        part = path.with_name(f"{name}.new")
        part.write_text(json.dumps(kept, indent=1) + "\n")
        part.rename(path)
    return kept


def resume(unit, args):
    """Takes over what was found out about the same mutants on the same sources: the proofs, and unless those alone are wanted the
    mutants that a test killed. What had survived all of it is asked again, and stays what it is if not all of it is asked now."""
    row = known([OUT], unit.name, unit.label, args.seed, each=True)
    if row:
        unit.verdicts, unit.before = mutant_found.take_over(row, unit.mutants)
        unit.seconds, unit.date = row["seconds"], row["date"] if unit.verdicts or unit.before else ""
    if args.resume == "proofs":
        dead = {m for m, (verdict, _) in unit.verdicts.items() if verdict == "killed"}
        unit.verdicts = {m: found for m, found in unit.verdicts.items() if m not in dead}
        unit.different = dead if row and row.get("around") == surroundings(unit.name) else set()


def argue(row):
    """Verdicts on survivors that ARGUED names become "argued"; what it names and is none, as text."""
    wrong = []
    for entry in tomllib.loads(ARGUED.read_text()).get("argued", []):
        if entry["unit"] == row["unit"]:
            for what in entry["what"]:
                mine = [m for m in row["mutants"] if m["line"] == entry["line"] and m["what"] == what and m["verdict"] in LEFT]
                if len(mine) == 1:
                    mine[0]["verdict"] = "argued"
                else:  # several cells of a line may have the same change
                    wrong.append(f"{ARGUED.relative_to(ROOT)}: {len(mine) or 'no'} survivor{'s' * (len(mine) > 1)} of {row['unit']} "
                                 f"{'are' if len(mine) > 1 else 'is'}: {what} in {entry['line']}")
    return wrong


def report(row):
    """Prints a unit's line and its survivors; what is wrong with ARGUED."""
    wrong = argue(row) if (row["n"], row["seed"]) == (MOST, 1) else []
    print(f"{row['unit']:<18} {row['lanes'] or '-':>2} lanes  {len(row['mutants']):4} mutants  "
          + "  ".join(f"{n:4} {v}" for v, n in counts(row).items() if n or v in VERDICTS[:4]) + f"  {row['seconds']:6.0f} s", flush=True)
    for m in row["mutants"]:
        if m["verdict"] in LEFT:
            print(f"  {m['place']}: {m['verdict']}, mutant {m['number']}: {m['what']}\n      {m['line']}", flush=True)
    for text in wrong:
        print(text, file=sys.stderr)
    return wrong


def source(name):
    """Digest of the files that a unit is written in: its own, what it includes, the cells that it uses; not units inside it."""
    own = ROOT / next(f for f in mutant_benches.unit_files() if pathlib.Path(f).stem == name)
    cells = [ROOT / f"rtl/common/{cell}.v" for cell in CELLS if re.search(rf"\b{cell}\b", own.read_text())]
    files = [own, *sorted(ROOT.glob("rtl/ws_[ocl]*.vh")), *sorted(own.parent.glob("*.vh")), *cells]
    return digest(files)


def surroundings(name):
    """Digest of all files of the bench of a unit: what is proved of the whole, or of a module around the unit, is proved of those."""
    files = [ROOT / f for f in mutant_benches.bench_of(next(f for f in mutant_benches.unit_files() if pathlib.Path(f).stem == name)).sources()]
    return digest([*files, *sorted({header for folder in (ROOT / "rtl", *(f.parent for f in files)) for header in folder.glob("*.vh")})])


def digest(files):
    return hashlib.sha256(b"\0".join(f.read_bytes() for f in files)).hexdigest()[:16]


def known(folders, name, label="", seed=1, each=False):
    """What is known of a unit, on today's sources."""
    return mutant_found.known(folders, label or name, source(name), surroundings(name), MOST, seed, each)


def units():
    """Names of all units, in the order of rtl/files.f."""
    return [pathlib.Path(f).stem for f in mutant_benches.unit_files() if not f.startswith(SMALL)]


def table():
    """What the last runs on today's sources found, as lines of Markdown, and the sums."""
    lines = ["| unit | lanes | mutants | " + " | ".join(VERDICTS) + " |", "|---|" + "---:|" * (len(VERDICTS) + 2)]
    total, wrong = collections.Counter(), []
    for name in units():
        row = known([OUT], name)
        if not row:
            lines.append(f"| `{name}` | | not run |" + " |" * len(VERDICTS))
            total["not run"] += 1
            continue
        wrong += argue(row) if row["mutants"] else []
        found = counts(row)
        total.update(found)
        lines.append(f"| `{name}` | {row['lanes'] or '-'} | {sum(found.values()):,} | " + " | ".join(f"{n:,}" for n in found.values()) + " |")
    if wrong:
        sys.exit("\n".join(wrong))
    lines.append(f"| **all** | | {sum(total[v] for v in VERDICTS):,} | " + " | ".join(f"{total[v]:,}" for v in VERDICTS) + " |")
    return lines, total


def put(readme, lines):
    """Replaces what stands between the marks in a README."""
    text = readme.read_text()
    if text.count(BEGIN) != 1 or text.count(END) != 1 or text.index(BEGIN) > text.index(END):
        sys.exit(f"{readme.relative_to(ROOT)} has no pair of lines {BEGIN} and {END}")
    head, rest = text.split(BEGIN)
    readme.write_text(head + BEGIN + "\n" + "\n".join(lines) + "\n" + END + rest.split(END)[1])


def write_readme():
    mutant_found.remember(filter(None, (mutant_found.best([OUT], name, source(name), surroundings(name), MOST) for name in units())))
    lines, total = table()
    put(ROOT / "scripts/README.md", lines)
    text = f"{sum(total[v] for v in VERDICTS):,} mutants: " + ", ".join(f"{total[v]:,} {v}" for v in VERDICTS if total[v])
    put(ROOT / "README.md", [f"{text}{'; units not run: ' + str(total['not run']) if total['not run'] else ''}."])


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--tests", help="only these tests, patterns with blanks between, short runs only")
    before = parser.add_mutually_exclusive_group()
    before.add_argument("--resume", action="store_const", const="all", help="keeps what earlier runs on the same sources killed or proved")
    before.add_argument("--resume-proofs", dest="resume", action="store_const", const="proofs", help="keeps what was proved, and runs all tests again")
    parser.add_argument("--short", action="store_true", help="no long runs and proofs: what no short one kills or settles stays open")
    parser.add_argument("--runs", action="store_true", help="no proofs, only runs: what survives them stays open")
    parser.add_argument("--proofs", action="store_true", help="no tests: asks only what can be proved, with --short in seconds; the rest stays open")
    parser.add_argument("--step", default="", metavar="WORDS", help="only the step of that name, 'counters that carry' say, or those with these words in their names; the rest stays open")
    parser.add_argument("--group", type=int, default=GROUP, metavar="UNITS", help="units in one build, at most")
    parser.add_argument("--write-readme", action="store_true", help="puts the last runs into tb/found/, their table into scripts/README.md, runs nothing")
    parser.add_argument("words", nargs="*", metavar="UNIT=, N=, SEED=")
    args = parser.parse_args()
    args.units, args.n, args.seed = units(), MOST, 1
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
    if args.runs and (args.short or args.proofs):
        parser.error("--runs goes without --short and --proofs")
    if not 1 <= args.n <= MOST:
        parser.error(f"N={args.n}: it is 1 to {MOST}; take another SEED for others")
    return args


def main():
    args = options()
    if args.write_readme:
        return write_readme()
    OUT.mkdir(parents=True, exist_ok=True)
    try:
        command(["scripts/build.sh", *(bench.target for bench in mutant_benches.BENCHES)], OUT / "build.log")
    except ToolError as error:
        print(error, file=sys.stderr)
        return 2
    alike, broken, rows = collections.defaultdict(list), 0, []
    files = {pathlib.Path(file).stem: file for file in mutant_benches.unit_files()}
    for name in args.units:
        bench = mutant_benches.bench_of(files[name]).name
        params = {**SIZES[bench], **OTHERS.get(name, {})}
        alike[bench, *params.items()].append((name, params))
    for members in [members[k:k + args.group] for members in alike.values() for k in range(0, len(members), args.group)]:
        try:
            group = []
            for name, params in members:
                group.append(Unit(name, params))
                group[-1].prepare(args.n, args.seed)
                if args.resume:
                    resume(group[-1], args)
            judge(Group(group, args), args)
        except (ToolError, subprocess.TimeoutExpired) as error:
            print(f"{' '.join(name for name, _ in members)}: not found out: {error}", flush=True)
            broken += 1
            continue
        rows += [keep(unit, args) for unit in group]
        broken += sum(len(report(row)) for row in rows[-len(group):])
    total = sum((collections.Counter(counts(row)) for row in rows), collections.Counter())
    if len(args.units) > 1:
        print(", ".join(f"{total[v]} {v}" for v in VERDICTS))
    return 2 if broken else 1 if total["survived"] else 0


if __name__ == "__main__":
    sys.exit(main())
