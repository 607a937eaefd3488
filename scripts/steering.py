#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many operations random traffic needs until every bin of functional coverage was hit: steered by the bins still empty, steered
by any bin (blind), and not steered. One line a test; of several seeds the median, the least and the most.

steering.py [--lanes 32] [--seeds 5] [--n 50000] [--write-readme]     --write-readme: the table into tb/cosim/README.md
"""
import argparse
import pathlib
import re
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
README = ROOT / "tb/cosim/README.md"
BEGIN, END = "<!-- steering:begin -->", "<!-- steering:end -->"
LINE = re.compile(r"^(\w+_cover) .*  bins (\d+)/(\d+)(?: after (\d+) operations)?$", re.M)
WAYS = (("on", "steered"), ("blind", "blind"), ("off", "not steered"))


def measure(lanes, seed, way, n):
    """{test: (bins hit, bins, operations or None)}"""
    done = subprocess.run([ROOT / f"build/ws_sim_{lanes}", "--test=*_cover", f"--seed={seed}", f"--n={n}", f"--steer={way}"],
                          cwd=ROOT, capture_output=True, text=True, check=False)
    found = {test: (int(hit), int(bins), int(after) if after else None) for test, hit, bins, after in LINE.findall(done.stdout)}
    if not found:
        sys.exit(f"steering.py: ws_sim_{lanes} --steer={way} said no bins:\n{done.stdout}{done.stderr}")
    return found


def cell(results, n):
    """Of one test and way, over the seeds."""
    whole = [after for _, _, after in results if after]
    if len(whole) == len(results):
        return f"{int(statistics.median(whole)):,} ({min(whole):,} to {max(whole):,})"
    hit, bins = min((hit, bins) for hit, bins, _ in results)
    some = f"{len(whole)} of {len(results)} seeds whole, " if whole else ""
    return f"{some}{1000 * hit // bins / 10} % or more after {n:,}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lanes", type=int, default=32, choices=(4, 8, 16, 32))
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--n", type=int, default=50000)
    parser.add_argument("--write-readme", action="store_true")
    args = parser.parse_args()
    if subprocess.run([ROOT / "scripts/build.sh", f"ws_sim_{args.lanes}"], cwd=ROOT, check=False).returncode != 0:
        return 1
    runs = {way: [measure(args.lanes, seed, way, args.n) for seed in range(1, args.seeds + 1)] for way, _ in WAYS}
    rows = [f"| {args.lanes} lanes, seeds 1 to {args.seeds} | bins | " + " | ".join(name for _, name in WAYS) + " |", "|---" * 5 + "|"]
    for test, (_, bins, _) in runs["on"][0].items():
        cells = (cell([run[test] for run in runs[way]], args.n) for way, _ in WAYS)
        rows.append(f"| `{test}` | {bins:,} | " + " | ".join(cells) + " |")
    print("\n".join(rows))
    if args.write_readme:
        head, rest = README.read_text(encoding="utf-8").split(BEGIN)
        README.write_text(head + BEGIN + "\n" + "\n".join(rows) + "\n" + END + rest.split(END)[1], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
