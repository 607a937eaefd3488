#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make formal: runs every proof tb/formal/prove_NAME.sh or .py, and each once more with --negative, where the proof
plants bugs in the design and succeeds only if all are found. A proof prints lines PROVED NAME ..., and exits 0. Each line has to
say that cases of interest occur: else the proof may be about nothing, with assumptions that contradict each other, and fails. At
the end a table of what was proved. A program that says `# when: formal` takes too long for make test, `# when: nightly` for make
formal.

formal.py [--jobs N] [--when test|formal|nightly] [--new] [NAME...] | --write-readme

--new: what passed before with the same RTL, the same files of tb/formal and the same tools is not run again, and the line says when
it was; FRESH=1 runs it all. --write-readme runs nothing: it puts the last result of each proof into tb/formal/README.md, and says
which were not run on these sources.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import sys
import time

import children
import known
import results

ROOT = pathlib.Path(__file__).resolve().parent.parent
README = ROOT / "tb/formal/README.md"
BEGIN, END = "<!-- proofs:begin -->\n", "<!-- proofs:end -->\n"
LIMIT_S = 1800
WHEN = ("test", "formal", "nightly")
PROVED = re.compile(r"PROVED (\S+) (.*) \((.*?),? ?(\d+) s\)$")
READ = ("rtl", "tb/formal", "tb/gate", "scripts/formal.py")  # all that a proof can depend on, with the tools
TOOLS = ("yosys -V", "dpkg-query -W -f ${Version} berkeley-abc", "verilator --version", "iverilog -V")
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


def prove_new(proof, negative):
    """The same, but a pass is remembered: (ok, text, seconds, when it was or None)."""
    at = known.place(READ, TOOLS, (proof.name, negative))
    before = known.recall(at)
    if before:
        return True, before[0], 0.0, before[1]
    ok, text, seconds = prove(proof, negative)
    if ok:
        known.keep(at, text)
    return ok, text, seconds, None


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


def write_readme(proofs, rtl):
    """From the last run of each proof, if it was of these sources; else a row that says so."""
    kept, table = (results.load("formal") or {}).get("proofs", {}), []
    for name, program in proofs.items():
        row = kept.get(name, {})
        true = row.get("ok") and row.get("negative") and row.get("bugs") and row["rtl"] == rtl and row["script"] == results.proof_digest(program)
        if not true:
            print(f"{name}: not run on these sources")
        table += rows(program, "\n".join(row["said"]), row.get("bugs", 0)) if true else [[name, "not run on these sources", "", "", "", "", when(program)]]
    text = README.read_text(encoding="utf-8")
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        sys.exit(f"{README.relative_to(ROOT)} has no place between {BEGIN.strip()} and {END.strip()}")
    lines = ["| proof | what holds | bounds | s | bugs | in |", "|---|---|---|---:|---:|---|"]
    for name, what, bounds, _, seconds, bugs, run_in in table:
        cells = [cell.replace("|", "\\|") for cell in (name, what, bounds, seconds, bugs, run_in)]
        lines.append(f"| {' | '.join(cells)} |")
    head, rest = text.split(BEGIN)
    README.write_text(head + BEGIN + "\n".join(lines) + "\n" + END + rest.split(END)[1], encoding="utf-8")


def keep(name, negative, ok, text, script, rtl):
    """For the ladder: the last run of each proof, with what it was true of."""
    kept = (results.load("formal") or {}).get("proofs", {})
    if not negative:
        kept[name] = {"date": results.now(), "rtl": rtl, "script": script, "ok": ok,
                      "said": [line for line in text.splitlines() if line.startswith("PROVED ")]}
    elif name in kept:
        kept[name] |= {"negative": ok, "bugs": text.count("planted bug found")}
    results.save("formal", {"proofs": kept}, rtl)


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
        write_readme(proofs, results.rtl_digest())
        return 0
    names = args.names or [name for name in proofs if WHEN.index(when(proofs[name])) <= WHEN.index(args.when)]
    passed, failed, rtl = 0, 0, results.rtl_digest()
    script = {name: results.proof_digest(proofs[name]) for name in names}
    table, text_of = [], {}
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        one = prove_new if args.new else lambda *proof: (*prove(*proof), None)
        runs = [(name, negative, pool.submit(one, proofs[name], negative)) for name in names for negative in (False, True)]
        for name, negative, future in runs:
            ok, text, seconds, date = future.result()
            passed, failed = passed + ok, failed + (not ok)
            lines = text.splitlines()
            took = f"on the same files {date}" if date else f"{seconds:.1f} s"
            if not date:
                with results.only_one("formal"):
                    keep(name, negative, ok, text, script[name], rtl)
            if not ok:
                print(f"FAIL {name}{' --negative' if negative else ''} ({seconds:.1f} s)")
                print("\n".join("     " + line for line in lines[-30:]), flush=True)
            elif negative:
                bugs = text.count("planted bug found")
                print(f"ok   {name}: {bugs} planted bug{'s' * (bugs > 1)} found ({took})", flush=True)
                table += rows(proofs[name], text_of.get(name, ""), bugs)
            else:
                text_of[name] = text
                for line in lines:
                    if line.startswith("PROVED "):
                        print(f"ok   {line}", flush=True)
    if table:
        print()
        show(table)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    children.stop_threads_too()
    sys.exit(main())
