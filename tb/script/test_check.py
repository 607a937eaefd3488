#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of `ws_replay --check`: one mode per test, the files it reads stand in check/.

  verdicts   every statement of verdicts.tsv, behind verdicts.ptx, is accepted or refused as the assembler does
  examples   every line of examples.tsv gets the answer that stands beside it
  messages   each *.wsv prints exactly the diagnostics that stand in it as `//! COL: SEVERITY: TEXT` above their line
  mutants    scripts with bytes changed, cut and repeated: the checker answers 0 or 2, and never crashes or hangs
"""
import argparse
import pathlib
import random
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent / "check"


def check(args, text):
    """Exit status and lines of stderr without the file name."""
    data = text if isinstance(text, bytes) else text.encode()
    try:
        run = subprocess.run([args.replay, "--check", "-"], input=data, capture_output=True, timeout=20)
    except subprocess.TimeoutExpired:
        return "no answer in 20 s", []
    err = run.stderr.decode(errors="replace").splitlines()
    return run.returncode, [line[2:] if line.startswith("-:") else line for line in err]


def verdicts(args):
    declarations = (HERE / "verdicts.ptx").read_text()
    bad = count = 0
    for line in (HERE / "verdicts.tsv").read_text().splitlines():
        if line.startswith("#"):
            continue
        verdict, statement = line.split("\t")
        count += 1
        status, err = check(args, declarations + statement + "\n")
        got = {0: "OK", 2: "REJ"}.get(status, f"status {status}")
        if got != verdict:
            bad += 1
            print(f"{statement}\n  assembler {verdict}, ws_replay {got}", *[f"\n  {e}" for e in err])
    return count, bad


def examples(args):
    bad = count = 0
    context = ""
    for number, line in enumerate((HERE / "examples.tsv").read_text().splitlines(), 1):
        if line.startswith("#") or not line:
            continue
        kind, statement, *text = line.split("\t")
        if kind == "decl":
            context = statement
            continue
        count += 1
        status, err = check(args, context + "\n" + statement + "\n")
        want = {"ok": "", "note": "note: ", "warn": "warning: ", "error": "error: "}[kind]
        right = status == (2 if kind == "error" else 0) and (not want or any(want in e for e in err))
        right = right and (not text or any(text[0] in e for e in err)) and (kind != "ok" or not err)
        if not right:
            bad += 1
            print(f"examples.tsv:{number}: {statement}\n  expected {kind} {' '.join(text)}\n  got status {status}", *[f"\n  {e}" for e in err])
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


def mutants(args):
    rng = random.Random(args.seed)
    print(f"seed {args.seed}")
    seeds = [p.read_bytes() for p in sorted(HERE.glob("*.wsv"))]
    seeds.append((HERE / "verdicts.ptx").read_bytes() + b"\n".join(
        line.split("\t")[1].encode() for line in (HERE / "verdicts.tsv").read_text().splitlines() if "\t" in line))
    pieces = [b";", b"{", b"}", b"[", b"]", b"(", b"|", b"_", b"@", b"!", b".", b"::", b"/*", b"#define A A A\n", b"0x", b"-",
              b"\0", b"\xff", b"1e999", b"99999999999999999999999999999999999999999", b"r<70000>", b".reg .b32 ", b"?", b"~", b"%tid.x",
              b".machine lanes=4;", b"(" * 300, b"-" * 5000, b"a+", b"\n", b",", b".set.b32 a, {", b"0f", b"WARP_SZ"]
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
    parser.add_argument("mode", choices=["verdicts", "examples", "messages", "mutants"])
    parser.add_argument("--replay", required=True, help="path of ws_replay")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-n", type=int, default=300)
    args = parser.parse_args()
    count, bad = globals()[args.mode](args)
    print(f"{args.mode}: {count} checked, {bad} wrong")
    return 1 if bad or not count else 0


if __name__ == "__main__":
    sys.exit(main())
