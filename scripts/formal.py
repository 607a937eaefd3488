#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make formal: runs every proof tb/formal/prove_NAME.sh, and each once more with --negative, where it plants bugs in the design and
succeeds only if all are found. A proof prints lines PROVED NAME ..., and exits 0. Each line has to say that cases of interest occur: else
the proof may be about nothing, with assumptions that contradict each other, and fails. At the end a table of what was proved. A program
that says `# when: formal` takes too long for make test, `# when: nightly` for make formal.

formal.py [--jobs N] [--when test|formal|nightly] [--new] [NAME...] | --write-readme

--new: what passed here before on the same sources is not run again, and the line says when it was; FRESH=1 runs it all.
--write-readme runs nothing: it puts what is known of each proof into tb/formal/README.md.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import sys
import time

import children
import digest
import evidence
import pages
import settings

ROOT = pathlib.Path(__file__).resolve().parent.parent
README = ROOT / "tb/formal/README.md"
LIMIT_S = 600
WHEN = ("test", "formal", "nightly")
PROVED = re.compile(r"PROVED (\S+) (.*) \((.*?),? ?(\d+) s\)$")
OCCURS = re.compile(r"\beach (of (?!0|1 )\d+ cases|case) occurs, \d+ s\)$")
BOUNDS = "inputs|clocks|unbounded|settings|state|occurs"  # words of what a proof covers; what comes before names the tools


def prove(proof, negative):
    """(ok, text, seconds) of one run."""
    command = [str(proof)] + (["--negative"] if negative else [])
    start = time.monotonic()
    try:
        done = children.run_in_thread(command, LIMIT_S, cwd=ROOT)
        ok, text = not done.why, done.late or done.said.strip()
    except OSError as error:
        ok, text = False, str(error)
    wanted = "planted bug found" if negative else "PROVED "
    if ok and wanted not in text:
        ok, text = False, f"exit status 0 but no line with {wanted!r}\n" + text
    bare = [line for line in text.splitlines() if line.startswith("PROVED ") and not OCCURS.search(line)]
    if ok and bare:
        ok, text = False, "no cases are shown to occur (an output `reached`, tb/formal/README.md), so that it may be proved of nothing:\n" + "\n".join(bare)
    return ok, text, time.monotonic() - start


def when(proof):
    """The first of WHEN in which the program runs."""
    named = re.search(r"^# when: (\w+)$", proof.read_text(encoding="utf-8"), re.M)
    if named and named[1] not in WHEN:
        sys.exit(f"{proof.name}: '# when: {named[1]}' is none of {' '.join(WHEN)}")
    return named[1] if named else WHEN[0]


def rows(program, text, bugs):
    """[name, what, bounds, tool, seconds, planted bugs found, when] of each line PROVED."""
    for line in text.splitlines():
        if line.startswith("PROVED "):
            match = PROVED.match(line)
            if not match:
                sys.exit(f"{program.name}: not of the form 'PROVED NAME what (tool, bounds, N s)': {line}")
            name, what, scope, seconds = match.groups()
            parts = [part.strip() for part in scope.split(",") if part.strip()]
            tools = [part for part in parts if not re.search(rf"\b({BOUNDS})\b", part)]
            bounds = [part for part in parts if part not in tools]
            yield [name, what, ", ".join(bounds) or "all inputs", ", ".join(tools) or "Yosys", seconds, str(bugs), when(program)]


def show(table):
    heads = ["name", "what", "bounds", "tool", "s", "planted", "when"]
    widths = [max(len(row[k]) for row in [heads] + table) for k in range(len(heads))]
    for row in [heads] + table:
        print("  ".join(cell.rjust(width) if k in (4, 5) else cell.ljust(width)
                        for k, (cell, width) in enumerate(zip(row, widths))).rstrip())


def write_readme(proofs):
    """What is known of each proof on today's sources; else a row that says so."""
    store, tree, table, other = evidence.Store(), digest.Tree(), [], []
    for name, program in proofs.items():
        known = store.look(f"proof {name}", tree.proof(name))
        good = known.state == "fresh" and known.row["ok"]
        state = "failed" if known.failed else known.state
        if not good:
            other.append(f"{name}: {state}")
        table += rows(program, "\n".join(known.row["said"]), known.row["bugs"]) if good else [[name, state, "", "", "", "", when(program)]]
    lines = ["| proof | what holds | bounds | s | bugs | in |", "|---|---|---|---:|---:|---|"]
    for name, what, bounds, _, seconds, bugs, run_in in table:
        cells = [cell.replace("|", "\\|") for cell in (name, what, bounds, seconds, bugs, run_in)]
        lines.append(f"| {' | '.join(cells)} |")
    pages.fill("tb/formal/README.md", proofs=lines)
    settings.only_lists()  # from here on
    print(*other, sep="\n", end="\n" * bool(other))


def known_before(name, sources):
    """The row of a proof that passed here on the same sources, with its planted bugs."""
    return None if os.environ.get("FRESH") else evidence.Store(here=True).passed(f"proof {name}", sources)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--when", choices=WHEN, default="formal", help="these and what takes less")
    parser.add_argument("--new", action="store_true", help="not what passed before on the same files")
    parser.add_argument("--write-readme", action="store_true", help="no run: the last results of all proofs into tb/formal/README.md")
    parser.add_argument("names", nargs="*", help="only these proofs, whatever they take")
    args = parser.parse_args()
    proofs = {p.stem.removeprefix("prove_"): p for p in sorted((ROOT / "tb/formal").glob("prove_*")) if p.suffix in (".sh", ".py")}
    unknown = set(args.names) - set(proofs)
    if unknown or not proofs:
        print(f"no such proof: {' '.join(sorted(unknown))}; there are: {' '.join(proofs)}", file=sys.stderr)
        return 2
    if args.write_readme:
        if args.names:
            parser.error("--write-readme runs no proof: no NAME with it")
        write_readme(proofs)
        return 0
    names = args.names or [name for name in proofs if WHEN.index(when(proofs[name])) <= WHEN.index(args.when)]
    passed, failed, table, tree = 0, 0, [], digest.Tree()
    before = {name: args.new and known_before(name, tree.proof(name)) for name in names}
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        runs = {name: [pool.submit(prove, proofs[name], negative) for negative in (False, True)] for name in names if not before[name]}
        for name in names:
            if row := before[name]:
                print(f"ok   {name}: {len(row['said'])} proved, {row['bugs']} planted bugs found (on the same sources {row['date']})", flush=True)
                passed += 2
                table += rows(proofs[name], "\n".join(row["said"]), row["bugs"])
                continue
            (holds, text, seconds), (notices, said, more) = [run.result() for run in runs[name]]
            good, bugs = holds and notices, said.count("planted bug found")
            lines = [line for line in text.splitlines() if line.startswith("PROVED ")]
            if tree.proof(name) == digest.Tree().proof(name):
                evidence.record(f"proof {name}", tree.proof(name), good, seconds=seconds + more, said=lines, bugs=bugs, holds=holds, notices=notices)
            passed, failed = passed + holds + notices, failed + (not holds) + (not notices)
            for ok, whole, word in ((holds, text, ""), (notices, said, " --negative")):
                if not ok:
                    print(f"FAIL {name}{word}\n" + "\n".join("     " + line for line in whole.splitlines()[-30:]), flush=True)
            if holds:
                print("".join(f"ok   {line}\n" for line in lines), end="")
            if notices:
                print(f"ok   {name}: {bugs} planted bug{'s' * (bugs > 1)} found ({seconds + more:.1f} s)", flush=True)
            if good:
                table += rows(proofs[name], text, bugs)
    if table:
        print()
        show(table)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    children.stop_threads_too()
    sys.exit(main())
