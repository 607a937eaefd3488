#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table of clocks: what a GPU needs, as cycles.cu has measured it, beside what ops.toml promises of the RTL.

cycles.py [--gpu FILE [--replace]] [--write-readme]
  --gpu FILE      takes build/silicon/scripts/cycles.tsv of a run of make silicon into captured/
  --replace       also where others were measured already
  --write-readme  puts the table between the cycles marks of README.md
"""
import argparse
import pathlib
import re
import sys

import captured

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import optable  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
MEASURED = HERE / "captured" / "cycles.tsv"
MARKS = "<!-- cycles:begin -->\n", "<!-- cycles:end -->"
# name in cycles.tsv, what the GPU runs, name of the row in ops.toml
ROWS = (("mad.lo.u32", "`mad.lo.u32`, for comparison", None),
        ("shfl.sync", "`shfl.sync.idx.b32`", "shfl.sync"),
        ("vote.sync", "`setp`, `vote.sync.ballot.b32`", "vote.sync"),
        ("match.any.sync", "`match.any.sync.b32`", "match.any.sync"),
        ("match.all.sync", "`match.all.sync.b32`", "match.all.sync"),
        ("redux.sync", "`redux.sync.add.u32`", "redux.sync"),
        ("bar.sync", "`bar.sync`, 4 warps in the chain, 32 in the streams", "bar.sync"),
        ("mbarrier.arrive", "`and`, `add`, `mbarrier.arrive`, all lanes at one object", "mbarrier.arrive"),
        ("mbarrier.try_wait", "`and`, `add`, `mbarrier.try_wait.parity`, `selp`, phase over", "mbarrier.try_wait"),
        ("atom.shared.add", "`atom.shared.add.u32`, each lane at a word of its own", "atom.add"),
        ("atom.shared.add, one word", "`atom.shared.add.u32`, all lanes at one word", "atom.add"))
NO_UNIT = "no unit yet"


def read_gpu(text):
    """Who measured, {instruction: (clocks in a chain, warp instructions a clock)}."""
    lines = text.splitlines()
    if not lines or not lines[0].startswith("# "):
        raise ValueError("the first line does not say which GPU")
    found = {}
    for line in lines[1:]:
        name, *figures = line.split("\t")
        if len(figures) != 2 or not all(re.fullmatch(r"\d+\.\d+", figure) for figure in figures):
            raise ValueError(f"'{line}': a line is NAME, CLOCKS, RATE")
        found[name] = figures
    if found.keys() != {name for name, _, _ in ROWS}:
        raise ValueError("not the instructions of this table: " + " ".join(sorted(found.keys() ^ {name for name, _, _ in ROWS})))
    return lines[0][2:], found


def promised():
    """{name: (latency, throughput)} of the RTL; the first row of a name."""
    return {row["name"]: (row.get("latency", NO_UNIT), row.get("throughput", NO_UNIT)) for row in reversed(optable.load()["row"])}


def table(measured):
    rtl = promised()
    who, gpu = read_gpu(measured) if measured else (None, {})
    lines = [f"GPU: {who}." if who else "**No GPU has been measured yet.** RTL: 32 lanes, from acceptance to response when nothing competes.", "",
             "| instruction | GPU: clocks, chain | GPU: warps/clk and SM, streams | RTL: clocks | RTL: throughput |", "|---|---|---|---|---|"]
    for name, text, row in ROWS:
        chain, rate = gpu.get(name, ("not measured", "not measured"))
        latency, throughput = rtl[row] if row else ("", "")
        lines.append(f"| {text} | {chain} | {rate} | {latency} | {throughput} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gpu", type=pathlib.Path, metavar="FILE")
    parser.add_argument("--replace", action="store_true")
    parser.add_argument("--write-readme", action="store_true")
    args = parser.parse_args()
    if args.replace and not args.gpu:
        parser.error("--replace is of --gpu")
    try:
        if args.gpu:
            text = args.gpu.read_text(encoding="ascii")
            read_gpu(text)
            with captured.alone(MEASURED.parent):
                captured.put(MEASURED.parent, {MEASURED.name: text.encode("ascii")}, args.replace)
        made = table(MEASURED.read_text(encoding="ascii") if MEASURED.exists() else "")
    except (OSError, ValueError, captured.Bad) as error:
        sys.exit(f"cycles.py: {args.gpu or MEASURED}: {error}")
    print(made, end="")
    if args.write_readme:
        readme = HERE / "README.md"
        readme.write_text(captured.with_table(readme.read_text(encoding="utf-8"), made, MARKS), encoding="utf-8")


if __name__ == "__main__":
    main()
