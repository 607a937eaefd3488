#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make formal: runs every proof tb/formal/prove_NAME.sh or .py, and each once more with --negative, where the proof
plants a bug in the design and succeeds only if the bug is found. A proof prints one line, PROVED NAME ..., and exits 0.

formal.py [--jobs N] [NAME...]
"""
import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import time

import results

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMIT_S = 1800


def prove(proof, negative):
    """(ok, text, seconds) of one run."""
    command = [str(proof)] + (["--negative"] if negative else [])
    start = time.monotonic()
    try:
        done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", timeout=LIMIT_S, check=False)
        ok, text = done.returncode == 0, done.stdout.strip()
    except subprocess.TimeoutExpired:
        ok, text = False, f"no result within {LIMIT_S} s"
    except OSError as error:
        ok, text = False, str(error)
    if ok and not negative and not any(line.startswith("PROVED ") for line in text.splitlines()):
        ok, text = False, "exit status 0 but no line PROVED ...\n" + text
    return ok, text, time.monotonic() - start


def keep(found, script, rtl):
    """For the ladder: the last run of each proof, with what it was true of."""
    kept = (results.load("formal") or {}).get("proofs", {})
    for name, negative, ok, said in found:
        if not negative:
            kept[name] = {"date": results.now(), "rtl": rtl, "script": script[name], "ok": ok, "said": said}
        else:
            kept[name]["negative"] = ok
    results.save("formal", {"proofs": kept}, rtl)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("names", nargs="*", help="only these proofs")
    args = parser.parse_args()
    proofs = {p.stem.removeprefix("prove_"): p for p in sorted((ROOT / "tb/formal").glob("prove_*")) if p.suffix in (".sh", ".py")}
    unknown = set(args.names) - set(proofs)
    if unknown or not proofs:
        print(f"no such proof: {' '.join(sorted(unknown))}; there are: {' '.join(proofs)}", file=sys.stderr)
        return 2
    names = args.names or list(proofs)
    passed, failed, found, rtl = 0, 0, [], results.rtl_digest()
    script = {name: results.proof_digest(proofs[name]) for name in names}
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        runs = [(name, negative, pool.submit(prove, proofs[name], negative)) for name in names for negative in (False, True)]
        for name, negative, future in runs:
            ok, text, seconds = future.result()
            passed, failed = passed + ok, failed + (not ok)
            lines = text.splitlines()
            found.append((name, negative, ok, [line for line in lines if line.startswith("PROVED ")]))
            if not ok:
                print(f"FAIL {name}{' --negative' if negative else ''} ({seconds:.1f} s)")
                print("\n".join("     " + line for line in lines[-30:]), flush=True)
            elif negative:
                print(f"ok   {name}: planted bug found ({seconds:.1f} s)", flush=True)
            else:
                for line in lines:
                    if line.startswith("PROVED "):
                        print(f"ok   {line}", flush=True)
    with results.only_one("formal"):
        keep(found, script, rtl)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
