#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The netlist of the whole block, or of a cluster of them, that make sim DUT=gate runs: ECP5 cells, as make synth maps them
(synth.py), at 4 lanes.

gate.py [--ctas N] [FILE]   writes FILE, default build/gate/ws_top.v or ws_cluster.v, unless it is that of today's rtl/ already
"""
import argparse
import hashlib
import pathlib
import sys

import builds
import synth

PARAMS = {word: builds.parse("4_gate").value(word) for word in ("LANES", "WARPS", "WAITERS", "COPIES", "STRUCT", "WATCHDOG")}
LIMIT_S = 3600
ABOVE = "bus"  # folder of what has the block inside it
# For Yosys: contents at power-on are left open.
OPEN = "".join(f"setparam -unset INITVAL_{k:02X} t:DP16KD\n" for k in range(64)) + "setparam -unset INITVAL t:TRELLIS_DPR16X4\n"


def sources():
    return [path for path in synth.sources() if path.parent.name != ABOVE]


def script(out, ctas):
    """For Yosys. Vectors become bits, else a simulator sees loops through carry chains."""
    top, params = ("ws_cluster", {**PARAMS, "CTAS": ctas}) if ctas > 1 else ("ws_top", PARAMS)
    sizes = " ".join(f"-chparam {k} {v}" for k, v in params.items())
    return (f"read_verilog -Irtl {' '.join(str(p.relative_to(synth.ROOT)) for p in sources())}\n"
            f"hierarchy -check -top {top} {sizes}\n{synth.FLOWS['ecp5'][1]} -top {top}\n"
            "setattr -mod -unset keep_hierarchy *\nflatten\nopt_clean\nsplitnets\n"
            f"{OPEN}write_verilog -noattr {out}.new\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ctas", type=int, default=1, choices=range(1, 9), metavar="N")
    parser.add_argument("file", type=pathlib.Path, nargs="?", metavar="FILE")
    args = parser.parse_args()
    out = (args.file or synth.ROOT / f"build/gate/{'ws_cluster' if args.ctas > 1 else 'ws_top'}.v").resolve()
    out.parent.mkdir(parents=True, exist_ok=True)
    text = script(out, args.ctas)
    headers = [path for path in sorted((synth.ROOT / "rtl").rglob("*.vh")) if path.parent.name != ABOVE]
    rtl = [path.read_bytes() for path in [*sources(), *headers]]
    digest = hashlib.sha256(b"\0".join([text.encode()] + rtl)).hexdigest()
    made = out.with_suffix(".sha256")
    if out.exists() and made.exists() and made.read_text() == digest:
        return 0
    made.unlink(missing_ok=True)
    run = out.with_suffix(".ys")
    run.write_text(text)
    error = synth.run_yosys(run, out.with_suffix(".log"), LIMIT_S)
    if error:
        print(f"no netlist: {error}; see {out.with_suffix('.log')}", file=sys.stderr)
        return 1
    pathlib.Path(f"{out}.new").rename(out)
    made.write_text(digest)
    return 0


if __name__ == "__main__":
    sys.exit(main())
