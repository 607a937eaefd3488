#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Places an image of an LFE5U-85F once more, between nextpnr's placing and its routing: shorter wires, faster paths, no crowds.

ecp5_refine.py PLACED PROGRAM [--moves N] [--seed N] [--pins N]
  PLACED    what nextpnr has written after placing; it is changed
  PROGRAM   ecp5_refine, which does the work; its source says how
  --moves   tries for each cell (6000); the time it takes grows with them
  --pins    of a tile, from which on there are too many (26.5); fewer where nets are long, for these use up the wires of the tiles between

nextpnr's placers leave wires half as long again once they have made a placement legal: flops that share a slice have to share their enable. LUTs,
flops, block RAMs and carry chains change places here; memories of LUTs and what stands in their tiles stay. Exit 1 with a reason if that cannot be done.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys

import ecp5_space

COLUMNS, ROWS = 126, 96  # of tiles
LUT, FLOP, CARRY, MEMORY, BLOCK, OTHER = range(6)
DRIVES, LOGIC, REGISTER, ENABLE, CHAIN = range(5)
MODES = {"LOGIC": LUT, "CCU2": CARRY, "DPRAM": MEMORY}
CLOCKS = ("CLK", "WCK", "CLKA", "CLKB")


class Design:
    """What ecp5_refine reads of a placed design."""

    def __init__(self, top):
        self.cells = top["cells"]
        self.index = {name: i for i, name in enumerate(self.cells)}
        self.places = {name: self.place(cell) for name, cell in self.cells.items()}
        self.at = {place: name for name, place in self.places.items()}
        blocks = {place for name, place in self.places.items() if self.cells[name]["type"] == "DP16KD"}
        if blocks - set(ecp5_space.BLOCKS):
            raise ValueError(f"there is no block RAM at {min(blocks - set(ecp5_space.BLOCKS))}")
        self.free = [site for site in ecp5_space.BLOCKS if site not in blocks]
        # Tiles with memories of LUTs: their flops' clock and reset are shared with the writing.
        self.kept = {place[:2] for name, place in self.places.items() if self.cells[name]["type"] == "TRELLIS_RAMW" or self.kind(name) == MEMORY}
        self.groups = collections.defaultdict(dict)
        self.chains = self.find_chains()

    @staticmethod
    def place(cell):
        x, y, bel = cell["attributes"]["NEXTPNR_BEL"].split("/")
        return int(x[1:]), int(y[1:]), bel

    def kind(self, name):
        cell = self.cells[name]
        if cell["type"] == "TRELLIS_COMB":
            return MODES.get(cell["parameters"].get("MODE", "LOGIC"), OTHER)
        return {"TRELLIS_FF": FLOP, "DP16KD": BLOCK}.get(cell["type"], OTHER)

    def slot(self, name):
        found = re.fullmatch(r"SLICE([A-D])\.(?:K|FF)([01])", self.places[name][2])
        if found:
            return "ABCD".index(found[1]) * 2 + int(found[2])
        return ecp5_space.BLOCKS.index(self.places[name]) if self.kind(name) == BLOCK else -1

    def beside(self, name, bel):
        """The cell in the same slot that is the other of LUT and flop."""
        x, y, own = self.places[name]
        return self.at.get((x, y, own.split(".")[0] + bel + own[-1]))

    def mate(self, name):
        """Of a LUT the flop that takes its output inside the slot, of such a flop the LUT."""
        if self.cells[name]["type"] == "TRELLIS_COMB":
            flop = self.beside(name, ".FF")
            return flop if flop and self.mate(flop) == name else None
        inside = self.cells[name]["connections"].get("DI") if self.kind(name) == FLOP else None
        lut = self.beside(name, ".K") if inside else None
        if inside and (not lut or self.cells[lut]["connections"]["F"] != inside):
            raise ValueError(f"{name} has no LUT beside it")
        return lut

    def find_chains(self):
        """Which chain a carry cell is of; chains that share a tile with a memory of LUTs have none, for they stay."""
        after, heads, chains = {}, [], {}
        for name, cell in self.cells.items():
            if self.kind(name) == CARRY:
                into = cell["connections"].get("FCI")
                after[tuple(into) if into else name] = name
                heads += [name] if not into else []
        driven = {bit for name in after.values() for bit in self.cells[name]["connections"].get("FCO", ())}
        heads += [name for bits, name in after.items() if isinstance(bits, tuple) and bits[0] not in driven]
        for number, head in enumerate(heads):
            chain = [head]
            while (bits := tuple(self.cells[chain[-1]]["connections"].get("FCO", ()))) and bits in after:
                chain.append(after[bits])
            if not any(self.places[name][:2] in self.kept for name in chain):
                chains.update(dict.fromkeys(chain, number))
        return chains

    def number(self, what, key):
        """The same for the same key."""
        return self.groups[what].setdefault(key, len(self.groups[what]))

    def movable(self, name):
        mate, kind = self.mate(name), self.kind(name)
        if kind == BLOCK:
            return True
        if kind not in (LUT, FLOP) or name.startswith("$PACKER_"):
            return False
        if mate and (self.kind(mate) not in (LUT, FLOP) or mate.startswith("$PACKER_")):
            return False
        return self.places[name][:2] not in self.kept or (kind == LUT and not mate)

    def cell(self, name):
        x, y, _ = self.places[name]
        controls, reset, mate = -1, -1, self.mate(name)
        if self.kind(name) == CARRY:
            controls = self.chains.get(name, -1)
        elif self.kind(name) == FLOP:
            own = {**self.cells[name]["parameters"], **{port: tuple(bits) for port, bits in self.cells[name]["connections"].items()}}
            resets = [own.get(key) for key in ("LSR", "LSRMUX", "SRMODE")]
            controls = self.number("controls", (*resets, *(own.get(key) for key in ("CE", "CEMUX", "CLK", "CLKMUX", "GSR"))))
            reset = self.number("resets", tuple(resets)) if own.get("LSR") else -1
        return (self.kind(name), x, y, self.slot(name), self.index[mate] if mate else -1, controls, reset, int(self.movable(name)))

    def role(self, name, port):
        kind = self.kind(name)
        if kind == FLOP and port in ("CE", "LSR"):
            return ENABLE
        if port == "FCI":
            return CHAIN
        return LOGIC if kind in (LUT, CARRY) or (kind == MEMORY and port in "ABCD") else REGISTER

    def nets(self):
        """Of each net that is no clock and no constant: its pins, that which drives first."""
        drivers, sinks = {}, collections.defaultdict(list)
        for name, cell in self.cells.items():
            for port, bits in cell["connections"].items():
                for bit in bits:
                    if cell["port_directions"][port] != "output":
                        if port not in CLOCKS:
                            sinks[bit].append((self.index[name], self.role(name, port)))
                    elif cell["type"] != "DCCA" and not name.startswith("$PACKER_"):
                        drivers[bit] = (self.index[name], DRIVES)
        return [[drivers[bit], *sinks[bit]] for bit in sinks if bit in drivers]

    def open_places(self):
        for y in ecp5_space.ROWS:
            for x in ecp5_space.COLUMNS:
                if y not in ecp5_space.MEMORY_ROWS:
                    yield from ((x, y, slot, kind) for slot in range(8) for kind in (LUT, FLOP) if kind == LUT or (x, y) not in self.kept)

    def text(self):
        nets, places = self.nets(), list(self.open_places())
        # A place for a block RAM where none is stands there as one without pins, behind all cells: so it can be exchanged.
        free = [(BLOCK, x, y, ecp5_space.BLOCKS.index((x, y, bel)), -1, -1, -1, 1) for x, y, bel in self.free]
        lines = [(COLUMNS, ROWS, len(self.cells) + len(free), len(nets)), *(self.cell(name) for name in self.cells), *free]
        lines += [(len(net), *(number for pin in net for number in pin)) for net in nets]
        return "\n".join(" ".join(map(str, line)) for line in [*lines, (len(places),), *places]) + "\n"

    def take(self, text):
        """Gives cells the places that ecp5_refine has found."""
        names = list(self.cells)
        for line in text.splitlines():
            index, x, y, slot = map(int, line.split())
            if index >= len(names):
                continue
            cell = self.cells[names[index]]
            if cell["type"] == "DP16KD":
                x, y, bel = ecp5_space.BLOCKS[slot]
            else:
                bel = f"SLICE{'ABCD'[slot // 2]}.{'FF' if cell['type'] == 'TRELLIS_FF' else 'K'}{slot % 2}"
            cell["attributes"]["NEXTPNR_BEL"] = f"X{x}/Y{y}/{bel}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("placed", type=pathlib.Path)
    parser.add_argument("program")
    parser.add_argument("--moves", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pins", type=float, default=26.5)
    args = parser.parse_args()
    try:
        whole = json.loads(args.placed.read_text(encoding="utf-8"))
        top = ecp5_space.top_of(whole)
        ecp5_space.clear(top)
        design = Design(top)
        done = subprocess.run([args.program, str(args.moves), str(args.seed), str(args.pins)], input=design.text(), stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            raise ValueError(f"{args.program} failed with status {done.returncode}")
        design.take(done.stdout)
        args.placed.write_text(json.dumps(whole), encoding="utf-8")
    except (OSError, ValueError, KeyError) as why:
        print(f"ecp5_refine.py: {args.placed}: {why}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
