#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make stages: the slow stages of the ULX3S's image, worst first, from Yosys' netlist, and once they are there from nextpnr's places and delays.

stages.py BOARD=ulx3s [--netlist FILE] [--placed FILE] [--above NS] [--most N] [--paths]
  --netlist   another netlist for an ECP5 than build/fpga/BOARD/netlist.json
  --placed    where its cells are: what nextpnr has written; else build/fpga/BOARD/placed.json if it is newer than the netlist
  --above     stages that take longer; else those slower than the board's goal
  --most      so many lines (60)
  --paths     with the nets of each path, what each has to drive, and in which column and row what drives it is, if that is known

A line is a register where paths start, the module where they end, the slowest of these paths: its nanoseconds, the LUTs on it, how many
ends are too slow. Before place and route a wire is taken to cost 0.55 ns and 0.28 ns for each doubling of its loads; once cells have places,
0.36 ns and 0.12 ns for each tile that its ends are apart, as nextpnr takes it; after routing, ends have the arrival that nextpnr reports, and
the nets between are still those of the estimate. Exit 1 if there is no netlist.
"""
import argparse
import collections
import dataclasses
import itertools
import json
import math
import pathlib
import re
import sys

import boards
import ecp5_space

# Nanoseconds of an ECP5 of speed grade 6, as nextpnr has them.
LUT_NS, CARRY_NS, CHAIN_NS, MULTIPLIER_NS = 0.24, 0.45, 0.07, 3.0
STARTS = {"TRELLIS_FF": 0.52, "DP16KD": 5.83}
ENABLE_NS = 0.2  # more to a flop's enable or reset than to its data
WIRE_NS, DOUBLING_NS = 0.55, 0.28
NEAR_NS, TILE_NS = 0.36, 0.12  # of a wire between neighbours; more for each tile further
FREE = {("TRELLIS_FF", "CLK"), ("DP16KD", "CLKA"), ("DP16KD", "CLKB"), ("TRELLIS_DPR16X4", "WCK")}


@dataclasses.dataclass
class End:
    """An input of a register, and when its data arrives."""
    bit: int
    cell: str
    port: str
    ns: float


class Netlist:
    """Arrival at each net of a mapped netlist, and at each end."""

    def __init__(self, top, places=None):
        self.cells, self.feeds, self.loads = top["cells"], {}, collections.Counter()
        self.places, self.driver = places or {}, {}
        self.arrival, self.levels, self.slowest, self.starts = {}, {}, {}, set()
        self.names, self.outputs, self.sinks = self.name_nets(top["netnames"]), {}, []
        for name, cell in self.cells.items():
            self.add(name, cell)
        for bit in self.in_order():
            self.settle(bit)
        self.ends = [End(bit, name, port, self.at(bit, name) + (ENABLE_NS if port in ("CE", "LSR") else 0)) for bit, name, port in self.sinks]

    @staticmethod
    def name_nets(nets):
        """The shortest name that a person gave, else the tool's."""
        best = {}
        for name, net in nets.items():
            for index, bit in enumerate(net["bits"]):
                rank = (net.get("hide_name", 0), len(name), f"{name}[{index}]" if len(net["bits"]) > 1 else name)
                if isinstance(bit, int) and (bit not in best or rank < best[bit]):
                    best[bit] = rank
        return {bit: rank[2] for bit, rank in best.items()}

    def add(self, name, cell):
        kind, ports = cell["type"], cell["connections"]
        inputs = [(port, bit) for port, bits in ports.items() if cell["port_directions"][port] == "input" for bit in bits if isinstance(bit, int)]
        outputs = [(port, bit) for port, bits in ports.items() if cell["port_directions"][port] == "output" for bit in bits if isinstance(bit, int)]
        self.loads.update(bit for _, bit in inputs)
        register = kind in STARTS or kind == "TRELLIS_DPR16X4"
        if register:
            self.sinks += [(bit, name, port) for port, bit in inputs if (kind, port) not in FREE and port != "RAD"]
        for port, bit in outputs:
            self.outputs.setdefault(name, bit)
            self.driver[bit] = name
            if kind in STARTS:
                self.arrival[bit], self.levels[bit] = STARTS[kind], 0
                self.starts.add(bit)
            elif kind == "TRELLIS_DPR16X4":
                self.feeds[bit] = (LUT_NS, [(b, 0) for p, b in inputs if p == "RAD"])
            elif kind == "CCU2C":
                self.feeds[bit] = (0, [(b, CHAIN_NS if p == "CIN" else CARRY_NS) for p, b in inputs])
            elif kind == "LUT4" or kind.startswith("MULT"):
                self.feeds[bit] = (LUT_NS if kind == "LUT4" else MULTIPLIER_NS, [(b, 0) for _, b in inputs])

    def in_order(self):
        """Nets behind logic, each behind those that it depends on."""
        done = set()
        for root in self.feeds:
            stack = [(root, iter(self.feeds[root][1]))] if root not in done else []
            done.add(root)
            while stack:
                bit, pending = stack[-1]
                deeper = next((b for b, _ in pending if b in self.feeds and b not in done), None)
                if deeper is None:
                    stack.pop()
                    yield bit
                else:
                    done.add(deeper)
                    stack.append((deeper, iter(self.feeds[deeper][1])))

    def at(self, bit, cell):
        """When a net's value is at a cell."""
        ends = self.places.get(self.driver.get(bit)), self.places.get(cell)
        if None not in ends:
            apart = sum(max(abs(a - b) - 1, 0) for a, b in zip(*ends))
            return self.arrival.get(bit, 0) + NEAR_NS + TILE_NS * apart
        return self.arrival.get(bit, 0) + WIRE_NS + DOUBLING_NS * math.log2(1 + self.loads[bit])

    def settle(self, bit):
        delay, feeds = self.feeds[bit]
        arrivals = [((self.arrival.get(b, 0) if more == CHAIN_NS else self.at(b, self.driver[bit])) + more, b) for b, more in feeds]
        latest, self.slowest[bit] = max(arrivals, default=(0, None))
        self.arrival[bit] = latest + delay
        self.levels[bit] = self.levels.get(self.slowest[bit], 0) + 1

    def path(self, bit):
        """Nets of the slowest path to here, the first that of a register or port."""
        nets = [bit]
        while self.slowest.get(nets[-1]) is not None:
            nets.append(self.slowest[nets[-1]])
        return nets[::-1]

    def routed(self, report):
        """Takes the arrivals that nextpnr reports."""
        found = {(end["cell"], end["port"]): max(end["delay"]) for net in report for end in net["endpoints"]}
        pins = {"DI": ("DI", "M")}  # nextpnr may feed a flop from outside its tile's LUT
        for end in self.ends:
            told = [found[end.cell, pin] for pin in pins.get(end.port, (end.port,)) if (end.cell, pin) in found]
            end.ns = told[0] if told else end.ns

    def name(self, bit):
        return self.names.get(bit, str(bit))

    def where(self, bit):
        """The column and row of what drives a net."""
        place = self.places.get(self.driver.get(bit))
        return f"{place[0]}, {place[1]}" if place else ""


def places(design):
    """{cell of Yosys' netlist: (column, row)}, from what nextpnr has written. It makes several cells of a carry cell or of a memory of LUTs."""
    found = {}
    for name, cell in design["cells"].items():
        bel = re.match(r"X(\d+)/Y(\d+)/", cell["attributes"].get("NEXTPNR_BEL", ""))
        if bel:
            found.setdefault(re.sub(r"\$(CCU2_COMB|DPR_COMB|RAMW)[^$]*$", "", name), (int(bel[1]), int(bel[2])))
    return found


def plain(name):
    """Without indices, so that the bits of a vector and the copies of an instance are one."""
    return re.sub(r"\d+", "#", re.sub(r"\[\d+\]", "", name))


def stages(netlist, above):
    """(slowest end, how many are too slow) by start and module of the end, worst first."""
    found = {}
    for end in netlist.ends:
        if end.ns > above:
            last = netlist.name(netlist.outputs.get(end.cell, end.bit))
            key = (plain(netlist.name(netlist.path(end.bit)[0])), plain(last.rpartition(".")[0]))
            worst, count = found.get(key, (end, 0))
            found[key] = (max(worst, end, key=lambda e: e.ns), count + 1)
    return sorted(found.items(), key=lambda stage: -stage[1][0].ns)


def report(netlist, above, most, paths):
    found = stages(netlist, above)
    print(f"{'ns':>6} {'LUTs':>4} {'ends':>6}  from -> module (register)")
    for (start, module), (end, count) in found[:most]:
        last = netlist.name(netlist.outputs.get(end.cell, end.bit)).rpartition(".")[2]
        print(f"{end.ns:6.1f} {netlist.levels.get(end.bit, 0):4d} {count:6d}  {start} -> {module} ({last}.{end.port})")
        if paths:
            print("".join(f"{netlist.where(bit):>20}{netlist.loads[bit]:6d}  {netlist.name(bit)}\n" for bit in netlist.path(end.bit)), end="")
    slow = sum(count for _, (_, count) in found)
    print(f"{slow:,} of {len(netlist.ends):,} ends are later than {above:g} ns, in {len(found):,} stages" + (f"; the worst {most}" if len(found) > most else ""))


def image(path):
    """The module that is the image, with the leaves that keep their hierarchy dissolved in it, as nextpnr does."""
    design = json.loads(path.read_text(encoding="utf-8"))
    top = ecp5_space.top_of(design)
    fresh = itertools.count(1 + max((bit for net in top["netnames"].values() for bit in net["bits"] if isinstance(bit, int)), default=0))
    cells, nets = {}, dict(top["netnames"])

    def dissolve(module, prefix, outer):
        """Adds a module's cells; outer: {its net: the top's}."""
        def mapped(bits):
            return [outer.setdefault(bit, next(fresh)) if isinstance(bit, int) and outer is not None else bit for bit in bits]

        for name, cell in module["cells"].items():
            ports = {port: mapped(bits) for port, bits in cell["connections"].items()}
            leaf = design["modules"].get(cell["type"], {})
            if leaf.get("cells"):
                inside = {bit: to for port, about in leaf["ports"].items() for bit, to in zip(about["bits"], ports.get(port, []))}
                dissolve(leaf, f"{prefix}{name}.", inside)
            else:
                cells[prefix + name] = {**cell, "connections": ports}
        if outer is not None:
            nets.update({prefix + name: {**net, "bits": mapped(net["bits"])} for name, net in module["netnames"].items()})

    dissolve(top, "", None)
    return {**top, "cells": cells, "netnames": nets}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("board", metavar="BOARD=NAME")
    parser.add_argument("--netlist", type=pathlib.Path)
    parser.add_argument("--placed", type=pathlib.Path)
    parser.add_argument("--above", type=float)
    parser.add_argument("--most", type=int, default=60)
    parser.add_argument("--paths", action="store_true")
    args = parser.parse_args()
    try:
        name = args.board.removeprefix("BOARD=")
        about = boards.board(name)
    except boards.Wrong as why:
        parser.error(str(why))
    if about["family"] != "ecp5":
        parser.error(f"{name} has no ECP5: icetime reports its slowest path, in build/fpga/{name}/icetime.log")
    path = args.netlist or boards.OUT / name / "netlist.json"
    if not path.exists():
        print(f"{path} is missing: make fpga BOARD={name} ARGS=--synth-only makes it", file=sys.stderr)
        return 1
    placed, routed = args.placed or path.parent / "placed.json", path.parent / "pnr.json"
    if args.placed or (not args.netlist and placed.exists() and placed.stat().st_mtime > path.stat().st_mtime):
        netlist, how = Netlist(image(path), places(image(placed))), "estimated with the places of its cells"
    else:
        netlist, how = Netlist(image(path)), "estimated before place and route"
    if not args.netlist and routed.exists() and routed.stat().st_mtime > path.stat().st_mtime:
        told = json.loads(routed.read_text(encoding="utf-8")).get("detailed_net_timings")
        if told:
            netlist.routed(told)
            how = "arrivals after place and route"
    print(f"{about['name']}: {how}")
    report(netlist, args.above or 1000 / about["goal_mhz"], args.most, args.paths)
    return 0


if __name__ == "__main__":
    sys.exit(main())
