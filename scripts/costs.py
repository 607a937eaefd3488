#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What each parameter of ws_top costs: the whole block, mapped by Yosys for ECP5, with one parameter changed at a time.

costs.py [--write-readme] [--timeout 1800] [WORD=VALUE ...]   the rows of ROWS, or those with these values

Prints a Markdown table; --write-readme puts it between the costs markers of rtl/README.md. What was measured stays in
build/synth/costs.json and is taken from there while rtl/ and Yosys are as they were, so that a run that was stopped goes on.
Exit 1 if a row could not be measured.
"""
import argparse
import json
import sys

import digest
import optable
import synth

BASE = {"LANES": 8, "WARPS": 4}
KEPT = synth.OUT / "costs.json"
ALONE = {name: {**BASE, "FAMILIES": optable.family_set(name)} for name in optable.families()}
ROWS = [BASE, {"LANES": 4}, {"LANES": 16}, {"WARPS": 1}, {"WARPS": 2}, {"WARPS": 8}, {"WARPS": 16}, {"SLOTS": 2}, {"SLOTS": 4}, {"TAG_W": 32},
        {"SHFL_FORM": 1}, {"MATCH_BITS": 8}, {"MATCH_BITS": 32}, {"TICK_NS": 1000}, {"WAITERS": 2}, {"WAITERS": 16}, {"COPIES": 2}, {"COPIES": 16},
        {"WATCHDOG": 1}, *({"FAMILIES": row["FAMILIES"]} for row in ALONE.values())]


def said(row):
    """`WARPS` = 8, families by their names."""
    if row is BASE:
        return "all as by default, but " + ", ".join(f"`{key}` = {value}" for key, value in BASE.items())
    (key, value), = row.items()
    if key == "FAMILIES":
        names = [name for name in optable.family_names(value) if optable.family_set(name) != optable.always()]
        return "`FAMILIES`: vote" + "".join(f", {name}" for name in names)
    return f"`{key}` = {value}"


def measured(row, limit, kept, sources):
    """Its figures, as synth.measure gives them."""
    key = " ".join(f"{name}={value}" for name, value in sorted({**BASE, **row}.items()))
    if kept.get(key, {}).get("sources") != sources:
        wanted = {**BASE, **row}
        figures = synth.measure(("", "ws_top", wanted), "ecp5", wanted["LANES"], limit)
        kept[key] = {**figures, "sources": sources}
        if "error" not in figures:
            KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        print(f"  {key}: {figures.get('error') or format(figures['lut4'], ',') + ' LUT4'}, {figures['seconds']} s", file=sys.stderr, flush=True)
    return kept[key]


def table(rows, limit):
    """The table as lines of Markdown, and whether all is measured."""
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    sources = digest.Tree().check([*synth.sources(), *(synth.ROOT / "rtl").rglob("*.vh")], ("yosys -V",))
    base = measured(BASE, limit, kept, sources)
    lines = ["| block | LUT4 | to the first row | flops | block RAMs |", "|---|---|---|---|---|"]
    whole = True
    for row in rows:
        figures = measured(row, limit, kept, sources)
        if "error" in figures or "error" in base:
            whole = False
            lines.append(f"| {said(row)} | {figures.get('error', '')} | | | |")
            continue
        more = "" if row is BASE else f"{figures['lut4'] - base['lut4']:+,}".replace("-", "−")
        lines.append(f"| {said(row)} | {figures['lut4']:,} | {more} | {figures['flops']:,} | {figures['rams'].get('DP16KD', 0)} |")
    return lines, whole


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--timeout", type=int, default=1800, help="seconds for one run of Yosys")
    parser.add_argument("--write-readme", action="store_true")
    parser.add_argument("rows", nargs="*", metavar="WORD=VALUE")
    args = parser.parse_args()
    rows = [row for row in ROWS if not args.rows or any(f"{key}={value}" in args.rows for key, value in row.items())]
    if not rows or args.write_readme and args.rows:
        parser.error("--write-readme is for all rows" if rows else f"no such row; there are: {' '.join(said(row) for row in ROWS)}")
    synth.OUT.mkdir(parents=True, exist_ok=True)
    lines, whole = table(rows, args.timeout)
    print("\n".join(lines))
    if args.write_readme and whole:
        synth.put_into(synth.ROOT / "rtl/README.md", "costs", lines)
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main())
