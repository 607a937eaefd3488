#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make route: the clock of single units after place and route, each alone in an LFE5U-85F-6, so that a slow stage shows in minutes.

route.py [LANES=32] [--freq 100] [--seed 1] [--timeout 3000] UNIT...
  UNIT    a module of make synth

A unit stands between two shift registers: each of its inputs is a flop of one, each of its outputs goes into a flop of the other. Prints
a line a unit: LUT4 and depth as make synth has them, MHz, and of the worst path the share of logic and of wires, and its ends.
Writes build/route/UNIT/. Exit 1 if a tool failed or ran out of time; a clock that is missed is no failure.
"""
import argparse
import json
import subprocess
import sys

import fpga
import synth

OUT = synth.ROOT / "build" / "route"
FLOP = {"GSR": "DISABLED", "CEMUX": "1 ", "CLKMUX": "CLK", "LSRMUX": "LSR", "REGSET": "RESET", "SRMODE": "LSR_OVER_CE"}
CLOCK = "clk_i"
LOAD_OR_SHIFT = f"{0xcaca:016b}"  # C ? B : A


def between_registers(top):
    """The module with one clock and three pins: in, out, and when the outputs are taken."""
    fresh = 1 + max(bit for net in top["netnames"].values() for bit in net["bits"] if isinstance(bit, int))
    used = {bit for cell in top["cells"].values() for bits in cell["connections"].values() for bit in bits}
    clock = top["ports"][CLOCK]["bits"][0]
    pins = {"in": fresh, "load": fresh + 1}
    fresh += 2
    inputs = [bit for name, port in top["ports"].items() if port["direction"] == "input" and name != CLOCK for bit in port["bits"] if bit in used]
    outputs = [bit for port in top["ports"].values() if port["direction"] == "output" for bit in port["bits"] if isinstance(bit, int)]
    cells = dict(top["cells"])

    def cell(name, kind, parameters, connections, out):
        cells[name] = {"hide_name": 0, "type": kind, "parameters": parameters, "attributes": {},
                       "port_directions": {port: "output" if port == out else "input" for port in connections},
                       "connections": {port: [bit] for port, bit in connections.items()}}

    before = pins["in"]
    for n, bit in enumerate(inputs):
        cell(f"route_in_{n}", "TRELLIS_FF", FLOP, {"CLK": clock, "LSR": "0", "DI": before, "Q": bit}, "Q")
        before = bit
    before = "0"
    for n, bit in enumerate(outputs):
        cell(f"route_mux_{n}", "LUT4", {"INIT": LOAD_OR_SHIFT}, {"A": before, "B": bit, "C": pins["load"], "D": "0", "Z": fresh}, "Z")
        cell(f"route_out_{n}", "TRELLIS_FF", FLOP, {"CLK": clock, "LSR": "0", "DI": fresh, "Q": fresh + 1}, "Q")
        before, fresh = fresh + 1, fresh + 2
    ports = {CLOCK: {"direction": "input", "bits": [clock]}, "out": {"direction": "output", "bits": [before]},
             **{name: {"direction": "input", "bits": [bit]} for name, bit in pins.items()}}
    return {"creator": "route.py", "modules": {"route": {"attributes": {"top": f"{1:032b}"}, "ports": ports, "cells": cells, "netnames": top["netnames"]}}}


def worst(report):
    """(MHz, ns of logic, ns of wires, from, to) of the slowest clock path."""
    mhz = min(clock["achieved"] for clock in report["fmax"].values())
    path = [p for p in report["critical_paths"] if p["from"] == p["to"]][0]["path"]
    wires = sum(step["delay"] for step in path if step["type"] == "routing")
    logic = sum(step["delay"] for step in path if step["type"] != "routing")
    return mhz, logic, wires, path[0]["from"]["cell"], path[-1]["to"]["cell"]


def route(unit, lanes, args):
    """One unit's line."""
    label, module = unit[0].strip(), unit[1]
    folder = OUT / "_".join([module, str(lanes)] + [f"{k}{v}" for k, v in unit[2].items()])
    folder.mkdir(parents=True, exist_ok=True)
    netlist, error, _ = synth.map_unit(unit, "ecp5", lanes, args.timeout)
    if error:
        raise fpga.Wrong(f"{label}: {error}")
    top = synth.top_of(netlist)
    luts = sum(synth.LUTS.get(c["type"], 0) for c in top["cells"].values())
    levels = synth.depth(top["cells"])[0]
    (folder / "unit.json").write_text(json.dumps(between_registers(top)))
    command = [fpga.tool(fpga.nextpnr_ecp5()), "--85k", "--package", "CABGA381", "--speed", "6", "--freq", str(args.freq), "--seed", str(args.seed),
               "--router", "router2", "--timing-allow-fail", "--lpf-allow-unconstrained", "--json", "unit.json", "--report", "pnr.json"]
    with open(folder / "nextpnr.log", "w", encoding="utf-8") as log:
        try:
            status = subprocess.run(["nice", *command], cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                                    timeout=args.timeout, check=False).returncode
        except subprocess.TimeoutExpired:
            raise fpga.Wrong(f"{label}: nextpnr came to no end in {args.timeout} s") from None
    if status:
        raise fpga.Wrong(f"{label}: nextpnr failed; its log is {folder.relative_to(synth.ROOT)}/nextpnr.log")
    mhz, logic, wires, first, last = worst(json.loads((folder / "pnr.json").read_text()))
    return (f"{label} ({module}), {lanes} lanes: {luts:,} LUT4, depth {levels}, {mhz:.1f} MHz; "
            f"{logic:.1f} ns of logic and {wires:.1f} of wires from {first} to {last}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--freq", type=float, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=int, default=3000, help="seconds for one run of a tool")
    parser.add_argument("units", nargs="+", metavar="LANES=N or UNIT")
    args = parser.parse_args()
    lanes = int([w for w in (u.removeprefix("LANES=") for u in ["LANES=32", *args.units] if u.startswith("LANES=")) if w][-1])
    names = [w for w in args.units if "=" not in w]
    unknown = set(names) - {u[1] for u in synth.UNITS}
    if unknown or not names:
        parser.error(f"no such unit: {' '.join(sorted(unknown))}; there are: {' '.join(sorted({u[1] for u in synth.UNITS}))}")
    synth.OUT.mkdir(parents=True, exist_ok=True)
    failed = 0
    for unit in (u for u in synth.UNITS if u[1] in names):
        try:
            print(route(unit, lanes, args), flush=True)
        except fpga.Wrong as wrong:
            print(wrong, file=sys.stderr, flush=True)
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
