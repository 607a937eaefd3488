#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What each parameter of ws_top costs at 8 lanes and 4 warps, mapped by Yosys for ECP5: of the whole block, or of the one unit that has it.

costs.py [--write-readme] [--kept] [--timeout 1800] | --today

Prints a Markdown table; --write-readme puts it between the costs markers of rtl/README.md. What was measured stays in
build/synth/costs.json and is taken from there while rtl/ and Yosys are as they were, so that a run that was stopped goes on; --kept
measures nothing and leaves out what is not there. --today prints the digest of the RTL, which the table ends with.
Exit 1 if a row could not be measured.
"""
import argparse
import json
import sys

import digest
import optable
import pages
import synth

BASE = {"LANES": 8, "WARPS": 4}
KEPT = synth.OUT / "costs.json"
ALONE = sorted({optable.family_set(name) for name in optable.families()}, key=lambda bits: (bits != optable.always(), bits))
ROWS = [BASE, *({"FAMILIES": bits} for bits in ALONE), {"WARPS": 1}, {"WARPS": 8}, {"SLOTS": 2}, {"BEAT": 4}, {"LANES": 4}]  # of the whole block
UNITS = [  # of one unit, which alone has the parameter: that of ws_top, its values, module, its name for it
    ("SHFL_FORM", (0, 1), "ws_shfl", "FORM"), ("MATCH_BITS", (4, 8, 16, 32), "ws_match_any", "BITS"), ("WAITERS", (8, 2, 16, 64), "ws_mbar_wait", "ENTRIES"),
    ("COPIES", (8, 2, 16, 64), "ws_mbar_copy", "ENTRIES"), ("TICK_NS", (10, 1, 1000), "ws_mbar_wait", "TICK_NS"), ("ALUS", (8, 4, 16), "ws_atom", "ALUS"), ("WATCHDOG", (0, 1), "ws_sync", "WATCHDOG")]


def said(row):
    """`WARPS` = 8, families by their names."""
    if row is BASE:
        return "all as by default, but " + ", ".join(f"`{key}` = {value}" for key, value in BASE.items())
    (key, value), = row.items()
    if key == "FAMILIES":
        names = [name for name in optable.family_names(value) if optable.family_set(name) != optable.always()]
        return "`FAMILIES`: vote" + "".join(f", {name}" for name in names)
    return f"`{key}` = {value}"


class Kept:
    """What was measured on the same RTL by the same Yosys; what is missing is measured."""

    def __init__(self, limit):
        self.limit = limit
        self.rows = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
        self.sources = digest.Tree().check([*synth.sources(), *(synth.ROOT / "rtl").rglob("*.vh")], ("yosys -V",))

    def figures(self, wanted, module="ws_top"):
        """As synth.measure gives them."""
        key = " ".join([*[module] * (module != "ws_top"), *(f"{name}={value}" for name, value in sorted(wanted.items()))])
        if self.rows.get(key, {}).get("sources") != self.sources:
            if not self.limit:
                return {"error": ""}
            found = synth.measure(("", module, wanted), "ecp5", wanted["LANES"], self.limit)
            self.rows[key] = {**found, "sources": self.sources}
            if "error" not in found:
                KEPT.write_text(json.dumps(self.rows, indent=1) + "\n", encoding="utf-8")
            print(f"  {key}: {found.get('error') or format(found['lut4'], ',') + ' LUT4'}, {found['seconds']} s", file=sys.stderr, flush=True)
        return self.rows[key]


def cells(figures, base):
    if "error" in figures or "error" in base:
        return f"{figures.get('error', 'no first row')} | | | "
    more = "" if figures is base else f"{figures['lut4'] - base['lut4']:+,}".replace("-", "−")
    return f"{figures['lut4']:,} | {more} | {figures['flops']:,} | {figures['rams'].get('DP16KD', 0)}"


def table(kept):
    """The table as lines of Markdown, and whether all is measured."""
    base = kept.figures(BASE)
    found = [base]
    lines = ["| what | LUT4 | more than by default | flops | block RAMs |", "|---|---|---|---|---|"]
    for row in ROWS:
        found.append(kept.figures({**BASE, **row}))
        lines += [f"| {said(row)} | {cells(found[-1], base)} |"] * (found[-1].get("error") != "")
    for name, values, module, its in UNITS:
        first = kept.figures({**BASE, its: values[0]}, module)
        for value in values:
            found.append(kept.figures({**BASE, its: value}, module))
            lines += [f"| `{module}`, `{name}` = {value} | {cells(found[-1], first)} |"] * (found[-1].get("error") != "")
    lines += ["", f"Measured on the RTL with digest `{kept.sources[:12]}`; `scripts/costs.py --today` prints that of this one."]
    return lines, not any(figures.get("error") for figures in found)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--timeout", type=int, default=1800, help="seconds for one run of Yosys")
    parser.add_argument("--kept", action="store_true")
    parser.add_argument("--today", action="store_true")
    parser.add_argument("--write-readme", action="store_true")
    args = parser.parse_args()
    if args.today:
        print(Kept(0).sources[:12])
        return 0
    synth.OUT.mkdir(parents=True, exist_ok=True)
    lines, whole = table(Kept(0 if args.kept else args.timeout))
    print("\n".join(lines))
    if args.write_readme and whole:
        pages.fill("rtl/README.md", costs=lines)
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main())
