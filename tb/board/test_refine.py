#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of ecp5_refine, which places an ECP5's image once more: of a random legal placement it makes another legal one with shorter wires, the same one
for the same seed; wires go around a crowd of others; what it may not move stays; input that makes no sense is refused and nothing is written. One line a test, then the count.

test_refine.py [PROGRAM]    build/ecp5_refine
"""
import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import ecp5_space
from checks import check, end

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build/ecp5_refine")
INPUTS = {"TRELLIS_COMB": ("A", "B", "C", "D", "FCI"), "TRELLIS_FF": ("DI", "M", "CE", "LSR", "CLK"), "DP16KD": ("ADA0", "CLKA"), "TRELLIS_RAMW": ("A0",)}


def cell(kind, bel, connections, **parameters):
    inputs = INPUTS[kind]
    return {"type": kind, "parameters": parameters, "attributes": {"NEXTPNR_BEL": bel},
            "port_directions": {port: "input" if port in inputs else "output" for port in connections}, "connections": connections}


def random_design(seed):
    """A placed netlist: each LUT reads its neighbours in a ring, every third with a flop in its slot; lone flops, with one of five enables and of three resets
    or none; a carry chain, a memory of LUTs and block RAMs; all far from each other, but legal."""
    draw, cells, clock = random.Random(seed), {}, [1]
    tiles = [(x, y) for x in range(20, 60) for y in range(22, 34) if y not in (22, 34)]
    draw.shuffle(tiles)
    luts = 240
    for i in range(0, luts, 4):
        x, y = tiles.pop()
        reset = draw.choice(([], [901], [902], [903]))
        for k in range(4):
            n, enable = i + k, [911 + draw.randrange(5)]
            bel = f"X{x}/Y{y}/SLICE{'ABCD'[k]}"
            cells[f"lut{n}"] = cell("TRELLIS_COMB", bel + ".K0", {"A": [100 + (n - 1) % luts], "B": [100 + (n - 2) % luts], "F": [100 + n if n % 3 else 400 + n]}, MODE="LOGIC")
            if not n % 3:
                cells[f"flop{n}"] = cell("TRELLIS_FF", bel + ".FF0", {"DI": [400 + n], "CE": enable, "LSR": reset, "CLK": clock, "Q": [100 + n]}, CEMUX="CE")
            cells[f"lone{n}"] = cell("TRELLIS_FF", bel + ".FF1", {"M": [100 + n], "CE": enable, "LSR": reset, "CLK": clock, "Q": [1000 + n]}, CEMUX="CE")
    x, y = tiles.pop()
    for k in range(6):
        cells[f"carry{k}"] = cell("TRELLIS_COMB", f"X{x}/Y{y}/SLICE{'ABCD'[k // 2]}.K{k % 2}", {"A": [100 + k], "FCI": [700 + k], "FCO": [701 + k], "F": [720 + k]}, MODE="CCU2")
        cells[f"sum{k}"] = cell("TRELLIS_FF", f"X{x}/Y{y}/SLICE{'ABCD'[k // 2]}.FF{k % 2}", {"DI": [720 + k], "LSR": [901], "CLK": clock, "Q": [740 + k]}, CEMUX="1")
    x, y = tiles.pop()
    cells["ramw"] = cell("TRELLIS_RAMW", f"X{x}/Y{y}/SLICEC.RAMW", {"A0": [100], "WDO0": [760]})
    for k in range(4):
        cells[f"memory{k}"] = cell("TRELLIS_COMB", f"X{x}/Y{y}/SLICE{'AB'[k // 2]}.K{k % 2}", {"A": [110], "F": [770 + k]}, MODE="DPRAM")
        cells[f"beside{k}"] = cell("TRELLIS_COMB", f"X{x}/Y{y}/SLICE{'CD'[k // 2]}.K{k % 2}", {"A": [770 + k], "F": [780 + k]}, MODE="RAMW_BLOCK" if k < 2 else "LOGIC")
    cells["kept"] = cell("TRELLIS_FF", f"X{x}/Y{y}/SLICED.FF0", {"M": [771], "CLK": clock, "Q": [790]}, CEMUX="1")
    for k in range(6):
        cells[f"block{k}"] = cell("DP16KD", f"X{4 + 9 * k + 2 * (k % 3)}/Y{22 if k % 2 else 46}/EBR{k % 3}", {"ADA0": [100 + 40 * k], "CLKA": clock, "DOA0": [800 + k]})
        cells[f"reads{k}"] = cell("TRELLIS_COMB", f"X{80 - 9 * k}/Y{49 if k % 2 else 14}/SLICEA.K1", {"A": [800 + k], "F": [810 + k]}, MODE="LOGIC")
    for k in range(40):
        x, y = tiles.pop()
        cells[f"empty {k}"] = cell("TRELLIS_COMB", f"X{x}/Y{y}/SLICED.K0", {"F": []})
    for k in range(5):
        cells[f"enable{k}"] = cell("TRELLIS_COMB", f"X{40 + k}/Y40/SLICEA.K0", {"A": [100 + k], "F": [911 + k]}, MODE="LOGIC")
    return {"modules": {"top": {"attributes": {"top": "1"}, "cells": cells, "netnames": {}}}}


def cells_of(design):
    return design["modules"]["top"]["cells"]


def place(c):
    x, y, bel = c["attributes"]["NEXTPNR_BEL"].split("/")
    return int(x[1:]), int(y[1:]), bel


def wires(design):
    ends = collections.defaultdict(list)
    for c in cells_of(design).values():
        for port, bits in c["connections"].items():
            for bit in bits if port != "CLK" else []:
                ends[bit].append(place(c)[:2])
    return sum(max(p[k] for p in at) - min(p[k] for p in at) for at in ends.values() for k in (0, 1))


def legal(design):
    """What is wrong with a placement; None if nothing is."""
    slices, tiles, used = collections.defaultdict(set), collections.defaultdict(set), set()
    for name, c in cells_of(design).items():
        x, y, bel = place(c)
        if (x, y, bel) in used:
            return f"two cells at {x} {y} {bel}"
        used.add((x, y, bel))
        if c["type"] == "TRELLIS_FF":
            slices[x, y, bel[:6]].add((tuple(c["connections"].get("CE", ())), tuple(c["connections"].get("LSR", ()))))
            tiles[x, y].update([tuple(c["connections"].get("LSR", ()))] if c["connections"].get("LSR") else [])
        first = place(cells_of(design)["carry0"])
        if name.startswith("carry") and (x, y) != first[:2]:
            return f"{name} is not in the tile of its chain"
        lut = {"flop": "lut", "sum": "carry"}.get(name.rstrip("0123456789"))
        if lut and place(cells_of(design)[lut + name.lstrip("flopsum")]) != (x, y, bel.replace("FF", "K")):
            return f"{name} is not beside its LUT"
    return next((f"{kind} {at} has {len(what)} controls" for kind, groups in (("slice", slices), ("tile", tiles)) for at, what in groups.items() if len(what) > 1), None)


def refine(design, *args, program=PROGRAM):
    """Exit status, what was said, the design after it."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "placed.json"
        file.write_text(design if isinstance(design, str) else json.dumps(design))
        done = subprocess.run([sys.executable, ROOT / "scripts/ecp5_refine.py", file, program, *args], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=100, check=False)
        text = file.read_text()
        return done.returncode, done.stdout, text if isinstance(design, str) else json.loads(text)


def placements():
    for seed in range(1, 5):
        before = random_design(seed)
        assert legal(before) is None, legal(before)
        status, said, after = refine(before, "--moves", "300", "--seed", str(seed))
        check(f"design {seed}: a placement came", status == 0, said)
        slow = [float(ns) for ns in re.findall(r"^(?:step 135,|step 150,|after) .* slowest path ([\d.]+) ns", said, re.M)]
        check(f"design {seed}: as fast as the fastest of the last steps", len(slow) == 3 and slow[2] <= min(slow), slow)
        check(f"design {seed}: it is legal", legal(after) is None, legal(after))
        check(f"design {seed}: its wires are less than half as long", wires(after) * 2 < wires(before), (wires(before), wires(after)))
        stay = ("ramw", "memory", "kept")
        check(f"design {seed}: what held places free is gone", not any(name.startswith("empty ") for name in cells_of(after)))
        stays = [name for name, c in cells_of(before).items() if name.rstrip("0123456789") in stay and place(c) != place(cells_of(after)[name])]
        check(f"design {seed}: what may not move has not", not stays, stays)
        check(f"design {seed}: the carry chain stands elsewhere", place(cells_of(before)["carry0"]) != place(cells_of(after)["carry0"]))
        sites = [{place(c) for c in cells_of(d).values() if c["type"] == "DP16KD"} for d in (before, after)]
        check(f"design {seed}: block RAMs stand elsewhere, also where none was", sites[1] - sites[0] and sites[1] <= set(ecp5_space.BLOCKS), sites)
        again, other = refine(before, "--moves", "300", "--seed", str(seed))[2], refine(before, "--moves", "300", "--seed", "77")[2]
        check(f"design {seed}: the same for the same seed, another for another", again == after and other != after)


def refusals():
    good = random_design(1)
    nowhere = json.loads(json.dumps(good))
    cells_of(nowhere)["block0"]["attributes"]["NEXTPNR_BEL"] = "X5/Y22/EBR0"
    apart = json.loads(json.dumps(good))
    cells_of(apart)["lut0"]["attributes"]["NEXTPNR_BEL"] = "X70/Y70/SLICEA.K0"
    twice = json.loads(json.dumps(good))
    cells_of(twice)["lone1"]["attributes"] = cells_of(twice)["lone0"]["attributes"]
    for what, design, program, text in (("a flop without its LUT", apart, PROGRAM, "flop0 has no LUT beside it"), ("two cells at one place", twice, PROGRAM, "two cells at one place"),
                                        ("a block RAM where there is none", nowhere, PROGRAM, "there is no block RAM at (5, 22, 'EBR0')"),
                                        ("half a file", json.dumps(good)[:900], PROGRAM, "placed.json: "), ("no program", good, "build/none", "No such file or directory: 'build/none'")):
        status, said, after = refine(design, program=program)
        check(f"{what}: refused, the file as it was", status == 1 and text in said and after == design, (status, said[-300:]))
    for what, args, given, text in (("no design", ("1", "1", "26"), "", "a number is missing"), ("a column too many", ("1", "1", "26"), "4 4 1 0  0 4 0 0 -1 -1 -1 1", "4 is not from 0 to 3"),
                                    ("no moves", ("0", "1", "26"), "", "MOVES at least 1"), ("no pins", ("1", "1", "0"), "", "PINS more than 0"), ("a slot too many", ("1", "1", "26"), "4 4 1 0  1 0 0 8 -1 -1 -1 1", "8 is not from -1 to 7")):
        done = subprocess.run([PROGRAM, *args], input=given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60, check=False)
        check(f"ecp5_refine, {what}: refused", done.returncode == 1 and text in done.stdout, done)


def slowest(role):
    """Nanoseconds of the slowest path, from a flop through two carry cells, 18 tiles apart, to a flop; the second cell reads the first by `role`."""
    cells = "1 2 2 0 -1 -1 -1 0  2 2 3 0 -1 0 -1 0  2 20 3 0 -1 1 -1 0  1 20 4 0 -1 -1 -1 0"
    given = f"30 8 4 3  {cells}  2 0 0 1 1  2 1 0 2 {role}  2 2 0 3 2  0"
    done = subprocess.run([PROGRAM, "1", "1", "26"], input=given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60, check=False)
    found = re.search(r"before .* slowest path ([\d.]+) ns", done.stdout)
    return float(found[1]) if found else done.stdout


def times():
    wire, carry = slowest(1), slowest(4)
    check("a sum that another chain adds comes over a wire", isinstance(wire, float) and isinstance(carry, float) and 2 < wire - carry < 4, (wire, carry))


def crowd(nets, *moves):
    """What is said of a design, and the row to which a LUT went that is between two others, 39 tiles apart in row 9; so many nets go the same way."""
    across = [f"{kind} {x} {y} {slot} -1 -1 -1 0" for x in (0, 39) for y in range(8, 12) for slot in range(8) for kind in (0, 1)]
    cells = [*across, "0 20 9 0 -1 -1 -1 1", "5 0 9 -1 -1 -1 -1 0", "5 39 9 -1 -1 -1 -1 0"]
    half, lut = len(across) // 2, len(across)
    wires = [f"2 {n % half} 0 {half + n % half} 2" for n in range(nets)] + [f"2 {lut + 1} 0 {lut} 1", f"2 {lut} 0 {lut + 2} 2"]
    places = [f"{x} {y} 0 0" for x in range(1, 39) for y in range(4, 24)]
    given = "\n".join((f"40 24 {len(cells)} {len(wires)}", *cells, *wires, str(len(places)), *places))
    done = subprocess.run([PROGRAM, *moves, "1", "99"], input=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    found = re.search(rf"^{lut} \d+ (\d+) 0$", done.stdout, re.M)
    return done.stderr, int(found[1]) if found else done.stdout


def crowds():
    said, row = crowd(640, "20000")
    # 640 nets and the two of the LUT in four rows: 40 tiles, of which a net 39 long takes 39 / 40 each; the LUT's go 39 together.
    found = re.search(r"^before .* at most ([\d.]+) across and ([\d.]+) down", said, re.M)
    check("wires side by side: as many as nets want", found and 156 <= float(found[1]) <= 157 and float(found[2]) == 0, said)
    check("a net goes around where there are too many wires", row not in range(8, 12), row)
    check("it goes straight where there are few", crowd(40, "20000")[1] == 9)


def pulled(seed):
    """Nanoseconds of the slowest path of a design in which a LUT belongs beside the block RAM that it reads and the flop behind it, and three other
    inputs pull it 39 tiles away; 64 connections from another block RAM, nearly as slow, cannot be mended."""
    far = [f"1 39 {y} {slot} -1 -1 -1 0" for y in range(12, 20) for slot in range(8)]
    cells = ["0 39 9 0 -1 -1 -1 1", "4 0 9 0 -1 -1 -1 0", "1 0 10 0 -1 -1 -1 0", *(f"1 39 {y} 0 -1 -1 -1 0" for y in (9, 10, 11)), "4 0 12 0 -1 -1 -1 0", *far]
    wires = ["2 1 0 0 1", "2 0 0 2 2", "2 3 0 0 1", "2 4 0 0 1", "2 5 0 0 1", f"{1 + len(far)} 6 0 " + " ".join(f"{7 + n} 2" for n in range(len(far)))]
    places = [f"{x} 9 0 0" for x in range(1, 39)]
    given = "\n".join((f"40 24 {len(cells)} {len(wires)}", *cells, *wires, str(len(places)), *places))
    done = subprocess.run([PROGRAM, "20000", seed, "99"], input=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    found = re.search(r"^after .* slowest path ([\d.]+) ns", done.stderr, re.M)
    return float(found[1]) if found else done.stderr


def slow_connections():
    """11.6 to 11.8 ns; 12.8 to 13.3 where the slowest connections weigh no more than others."""
    for seed in "123":
        ns = pulled(seed)
        check(f"seed {seed}: the slowest connections outweigh wires", isinstance(ns, float) and ns < 12.3, ns)


check("an 85F has 208 block RAMs, in its corners too", len(set(ecp5_space.BLOCKS)) == 208 and {(4, 22, "EBR0"), (64, 46, "EBR3"), (69, 70, "EBR0"), (120, 82, "EBR3")} <= set(ecp5_space.BLOCKS))
placements()
times()
crowds()
slow_connections()
refusals()
sys.exit(end())
