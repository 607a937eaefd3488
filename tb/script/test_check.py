#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of ws_check: one mode per test, the files it reads stand in check/.

  verdicts   every statement of verdicts.tsv, behind verdicts.ptx, is accepted or refused as the assembler does
  examples   every line of examples.tsv gets the answer that stands beside it
  messages   each *.wsv prints exactly the diagnostics that stand in it as `//! COL: SEVERITY: TEXT` above their line
  cases      statements one or two steps away from legal ones (ptx_cases.py) are accepted or refused as oracle_ptx.py says
  ptxas      the verdicts of ptxas on 40,000 of them, which check/ptxas.txt keeps, but for differences that ptxas.py has a reason for
  mutants    scripts with bytes changed, cut and repeated: the checker answers 0 or 2, and never crashes or hangs
"""
import argparse
import pathlib
import random
import subprocess
import sys

import oracle_ptx
import ptx_cases
import ptxas as assembler

HERE = pathlib.Path(__file__).resolve().parent / "check"


def check(args, text):
    """Exit status and lines of stderr without the file name."""
    data = text if isinstance(text, bytes) else text.encode()
    try:
        run = subprocess.run([args.check, "-"], input=data, capture_output=True, timeout=120)
    except subprocess.TimeoutExpired:
        return "no answer in 120 s", []
    err = run.stderr.decode(errors="replace").splitlines()
    return run.returncode, [line[2:] if line.startswith("-:") else line for line in err]


def check_lines(args, context, lines):
    """The answers to many lines behind one context, from one run: list of diagnostics per line, without positions."""
    context = context.rstrip("\n") + "\n"
    first = context.count("\n") + 1
    _, err = check(args, context + "\n".join(lines) + "\n")
    found = [[] for _ in lines]
    for text in err:
        number, _, rest = text.partition(":")
        if number.isdigit() and 0 <= int(number) - first < len(lines):
            found[int(number) - first].append(rest.partition(": ")[2])
    return found


def alone(args, context, line):
    """The same for one line; a status other than 0 and 2 counts as a diagnostic of its own."""
    status, err = check(args, context.rstrip("\n") + "\n" + line + "\n")
    return [e.split(": ", 1)[-1] for e in err] + ([] if status in (0, 2) else [f"error: status {status}"])


def verdicts(args):
    declarations = (HERE / "verdicts.ptx").read_text()
    rows = [line.split("\t") for line in (HERE / "verdicts.tsv").read_text().splitlines() if not line.startswith("#")]
    bad = 0
    for (verdict, statement), err in zip(rows, check_lines(args, declarations, [s for _, s in rows])):
        if ("REJ" if any(e.startswith("error") for e in err) else "OK") != verdict:
            err = alone(args, declarations, statement)
            got = "REJ" if any(e.startswith("error") for e in err) else "OK"
            if got != verdict:
                bad += 1
                print(f"{statement}\n  assembler {verdict}, ws_check {got}", *[f"\n  {e}" for e in err])
    return len(rows), bad


def as_expected(kind, text, err):
    errors = any(e.startswith("error") for e in err)
    want = {"ok": "", "note": "note: ", "warn": "warning: ", "error": "error: "}[kind]
    return (errors == (kind == "error") and (not want or any(e.startswith(want) for e in err))
            and (not text or any(text[0] in e for e in err)) and (kind != "ok" or not err))


def examples(args):
    bad = count = 0
    blocks = []
    for number, line in enumerate((HERE / "examples.tsv").read_text().splitlines(), 1):
        if line.startswith("decl\t"):
            blocks.append((line[5:], []))
        elif line and not line.startswith("#"):
            blocks[-1][1].append((number, *line.split("\t")))
    for context, rows in blocks:
        count += len(rows)
        for (number, kind, statement, *text), err in zip(rows, check_lines(args, context, [r[2] for r in rows])):
            if not as_expected(kind, text, err):
                err = alone(args, context, statement)
                if not as_expected(kind, text, err):
                    bad += 1
                    print(f"examples.tsv:{number}: {statement}\n  expected {kind} {' '.join(text)}", *[f"\n  got {e}" for e in err or ['ok']])
    return count, bad


def messages(args):
    bad = count = 0
    for path in sorted(HERE.glob("*.wsv")):
        lines = path.read_text().splitlines()
        want, pending = [], []
        for number, line in enumerate(lines, 1):
            if line.startswith("//! "):
                pending.append(line[4:])
            elif pending:
                want += [f"{number}:{text}" for text in pending]
                pending = []
        want += [f"{len(lines) + 1}:{text}" for text in pending]
        status, err = check(args, path.read_text())
        count += 1
        expect = 2 if any(": error: " in w for w in want) else 0
        if err != want or status != expect:
            bad += 1
            print(f"{path.name}: status {status}, expected {expect}")
            for text in [w for w in want if w not in err]:
                print(f"  missing    {text}")
            for text in [e for e in err if e not in want]:
                print(f"  unexpected {text}")
    return count, bad


def cases(args):
    """The forms themselves, then what is made of them; 40,000 take ten seconds."""
    declarations = (HERE / "cases.ptx").read_text()
    names = oracle_ptx.declared(declarations)
    statements = [ptx_cases.text_of(*form) for form in ptx_cases.forms()]
    count = args.n or 40000
    print(f"seed {args.seed}")
    statements += ptx_cases.cases(count, args.seed)
    bad = accepted = 0
    for statement, err in zip(statements, check_lines(args, declarations, statements)):
        want = oracle_ptx.takes(statement, names)
        accepted += want
        if want == any(e.startswith("error") for e in err):
            err = alone(args, declarations, statement)
            if want == any(e.startswith("error") for e in err):
                bad += 1
                print(f"{statement}\n  the rules say {'OK' if want else 'REJ'}, ws_check {'REJ' if want else 'OK'}", *[f"\n  {e}" for e in err])
    print(f"{accepted} of {len(statements)} accepted")
    return len(statements) if accepted > count // 20 else 0, bad


def ptxas(args):
    statements, (about, kept) = ptx_cases.cases(40000, 1), assembler.kept()
    if about != assembler.digest(statements) or len(kept) != len(statements):
        print("check/ptxas.txt is about other statements than ptx_cases.py makes; tb/script/ptxas.py --write asks ptxas anew")
        return len(statements), 1
    declarations = (HERE / "cases.ptx").read_text()
    bad = reasons = 0
    for statement, verdict, err in zip(statements, kept, check_lines(args, declarations, statements)):
        takes = not any(e.startswith("error") for e in err)
        if verdict == assembler.NONE or takes == (verdict == assembler.YES):
            continue
        if assembler.reason(statement, verdict):
            reasons += 1
            continue
        bad += 1
        print(f"{statement}\n  ptxas {'OK' if verdict == assembler.YES else 'REJ'}, ws_check {'OK' if takes else 'REJ'}", *[f"\n  {e}" for e in err])
    print(f"{kept.count(assembler.YES)} accepted by ptxas, {kept.count(assembler.NONE)} without a verdict, {reasons} differences with a reason")
    return len(statements) if reasons < len(statements) // 50 else 0, bad


def mutants(args):
    args.n = args.n or 200
    rng = random.Random(args.seed)
    print(f"seed {args.seed}")
    seeds = [p.read_bytes() for p in sorted(HERE.glob("*.wsv"))]
    seeds.append((HERE / "verdicts.ptx").read_bytes() + b"\n".join(
        line.split("\t")[1].encode() for line in (HERE / "verdicts.tsv").read_text().splitlines() if "\t" in line))
    pieces = [b";", b"{", b"}", b"[", b"]", b"(", b"|", b"_", b"@", b"!", b".", b"::", b"/*", b"#define A A A\n", b"0x", b"-",
              b"\0", b"\xff", b"1e999", b"99999999999999999999999999999999999999999", b"r<70000>", b".reg .b32 ", b"?", b"~", b"%tid.x",
              b".machine lanes=4;", b"(" * 300, b"-" * 5000, b"a+", b"\n", b",", b".set.b32 a, {", b"0f", b"WARP_SZ", b"{a, 1, _, a, a, a, a, a, a, a, a}", b"[a + 1]"]
    bad = 0
    for number in range(args.n):
        data = bytearray(rng.choice(seeds))
        begin = rng.randrange(len(data))
        data = data[begin:begin + rng.choice([20, 200, 3000])]
        for _ in range(rng.choice([0, 1, 3, 20])):
            at = rng.randrange(len(data) + 1)
            what = rng.randrange(4)
            if what == 0:
                data[at:at] = rng.choice(pieces)
            elif what == 1:
                del data[at:at + rng.randrange(1, 12)]
            elif what == 2 and at < len(data):
                data[at] = rng.randrange(256)
            else:
                data[at:at] = data[max(0, at - 30):at]
        status, err = check(args, bytes(data))
        silent = status == 2 and not any("error: " in e for e in err)
        if status not in (0, 2) or silent:
            bad += 1
            print(f"mutant {number}: status {status}{' without an error' if silent else ''}", *[f"\n  {e}" for e in err[-12:]])
            pathlib.Path(f"mutant_{number}.wsv").write_bytes(bytes(data))
    return args.n, bad


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=["verdicts", "examples", "messages", "cases", "ptxas", "mutants"])
    parser.add_argument("--check", required=True, help="path of ws_check")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-n", type=int, default=0, help="cases: 40000, mutants: 200")
    args = parser.parse_args()
    count, bad = globals()[args.mode](args)
    print(f"{args.mode}: {count} checked, {bad} wrong")
    return 1 if bad or not count else 0


if __name__ == "__main__":
    sys.exit(main())
