#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the scripts for boards, without Yosys and nextpnr: the clock that a PLL gives, what has to agree, what makes a build fail,
what program and board-sim refuse. One line a test, then the count."""
import io
import contextlib
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import types
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import board_sim
import boards
from checks import check, end
import fpga
import program
import stages

ICE = {"FEEDBACK_PATH": "SIMPLE", "DIVR": "0000", "DIVF": "0110111", "DIVQ": "101", "FILTER_RANGE": "001"}
ECP = {"FEEDBK_PATH": "CLKOP", "CLKI_DIV": "1", "CLKFB_DIV": "10", "CLKOP_DIV": "1100"}
LOOP = {"ICP_CURRENT": "12", "LPF_RESISTOR": "8", "MFG_ENABLE_FILTEROPAMP": "1 ", "MFG_GMCREF_SEL": "2"}  # as Yosys writes them
UART = "module $paramod$0a\\{}\n\n  parameter \\CLK_HZ {}\n  parameter \\BAUD 1000000\n\n  wire x\nend\n"
UARTS = UART.format("ws_uart_rx", 21000000) + UART.format("ws_uart_tx", 21000000)
FIT = {"utilization": {"ICESTORM_LC": {"used": 5000, "available": 5280}}, "fmax": {"clk": {"achieved": 22.5, "constraint": 21}}}


def why(function, *args):
    """The text of the Wrong that a call raises, or what it returns."""
    try:
        return function(*args)
    except boards.Wrong as wrong:
        return str(wrong)


def clock():
    for parameters, mhz in ((ICE, 21), ({**ICE, "DIVQ": "100"}, 42), ({**ICE, "DIVF": "0111111"}, 24)):
        got = why(boards.pll_hz, "SB_PLL40_PAD", parameters, 12e6, {})
        check(f"a PLL of iCE40 gives {mhz} MHz, as icepll says", got == mhz * 1e6, got)
    for parameters, mhz in ((ECP, 50), ({**ECP, "CLKFB_DIV": "100", "CLKOP_DIV": "110"}, 100),
                            ({**ECP, "CLKFB_DIV": "1", "CLKOP_DIV": "11000", "CLKOS_ENABLE": "ENABLED", "CLKOS_DIV": "101000"}, 15)):
        got = why(boards.pll_hz, "EHXPLLL", parameters, 25e6, LOOP)
        check(f"a PLL of ECP5 gives {mhz} MHz, as ecppll says", got == mhz * 1e6, got)
    for kind, parameters, text in (("SB_PLL40_PAD", {**ICE, "DIVF": "0001111"}, "oscillator would run at 192 MHz"),
                                   ("SB_PLL40_PAD", {**ICE, "DIVR": "0001"}, "phase detector would run at 6 MHz"),
                                   ("SB_PLL40_PAD", {**ICE, "FEEDBACK_PATH": "DELAY"}, "feedback is DELAY"),
                                   ("SB_PLL40_PAD", {**ICE, "FILTER_RANGE": "010"}, "FILTER_RANGE is 2, and has to be 1"),
                                   ("SB_PLL40_PAD", {key: text for key, text in ICE.items() if key != "FILTER_RANGE"}, "FILTER_RANGE is not said"),
                                   ("SB_PLL40_PAD", {**ICE, "DIVQ": "111"}, "DIVQ is 7"),
                                   ("EHXPLLL", {**ECP, "CLKOP_DIV": "100000"}, "oscillator would run at 1600 MHz")):
        got = why(boards.pll_hz, kind, parameters, 25e6 if kind == "EHXPLLL" else 12e6, LOOP)
        check(f"refuses a PLL whose {text}", text in str(got), got)
    for name in LOOP:
        got = why(boards.pll_hz, "EHXPLLL", ECP, 25e6, {key: text for key, text in LOOP.items() if key != name})
        check(f"refuses a PLL of ECP5 without {name}", f"{name} is not said" in str(got), got)
    got = why(boards.pll_hz, "EHXPLLL", ECP, 25e6, {**LOOP, "ICP_CURRENT": "0"})
    check("refuses a PLL of ECP5 without current in its loop", "ICP_CURRENT is 0, and has to be 12" in str(got), got)


def agreement():
    about = {**boards.board("icebreaker"), "top": "top", "oscillator_hz": 12e6}
    netlist = {"modules": {"top": {"cells": {"pll": {"type": "SB_PLL40_PAD", "parameters": ICE}, "lut": {"type": "SB_LUT4"}}}}}
    got = why(boards.check_clock, about, netlist, UARTS)
    check("the UART counts what the PLL gives", got == 21e6, got)
    got = why(boards.check_clock, about, netlist, UARTS.replace("rx\n\n  parameter \\CLK_HZ 21", "rx\n\n  parameter \\CLK_HZ 20"))
    check("notices a UART that counts on another clock", "the PLL gives 21 MHz, and ws_uart_rx counts on 20 MHz" in str(got), got)
    got = why(boards.check_clock, about, netlist, UART.format("ws_uart_rx", 21000000))
    check("notices a UART that is not there", "no CLK_HZ" in str(got), got)
    netlist["modules"]["top"]["cells"].pop("pll")
    got = why(boards.check_clock, about, netlist, UARTS)
    check("notices a top without PLL", "0 PLLs" in str(got), got)
    number, = re.findall(r"LINE_GAP_MS = (\d+)", (ROOT / "fw/host/line.h").read_text(encoding="utf-8"))
    share, = re.findall(r"\.GAP_CLKS\(CLK_HZ / ([\d */]+)\)", (boards.FOLDER / "ws_board.v").read_text(encoding="utf-8"))
    for name, board in boards.table().items():
        clocks, *more = (int(word) for word in share.split(" * "))
        clocks = math.prod(more, start=board["parameters"]["CLK_HZ"] // clocks)
        gap = 1000 * 2 ** math.ceil(math.log2(clocks)) / board["parameters"]["CLK_HZ"]
        check(f"{name}: half a command is dropped before a host has waited", 50 < gap < int(number), f"after {gap:.1f} ms, and a host waits {number}")
        check(f"{name}: the table says what the top says", why(boards.check_table, board) is None, why(boards.check_table, board))
        got = why(boards.check_table, {**board, "parameters": {**board["parameters"], "WARPS": 2}})
        check(f"{name}: notices another number of warps", "WARPS is" in str(got) and "2 in rtl/fpga/boards.toml" in str(got), got)
        got = why(boards.check_table, {**board, "parameters": {**board["parameters"], "COLOUR": 3}})
        check(f"{name}: notices a parameter that the top has not", "COLOUR is none" in str(got), got)
        check(f"{name}: a UART can divide its clock", abs(board["parameters"]["CLK_HZ"] / board["parameters"]["BAUD"] % 1) < 0.02)
    own, like = boards.board("ulx3s"), boards.board("ulx3s32")
    check("another image of a board is as the board but for what it sets", like["set"] and own["set"] == {} and like["top"] == own["top"] and
          like["parameters"] == {**own["parameters"], **like["set"]} != own["parameters"], like)


def entries():
    good = "[a]\ntop = 'ws'\n[a.parameters]\nLANES = 8\nFAMILIES = '{}'\n[b]\nlike = '{}'\n[b.parameters]\nLANES = 32\n"
    for families, like, text in (("shfl,bar", "a", ""), ("shfl,bar", "c", "b is like c, and there is no such board"), ("shfl,bra", "a", "a has FAMILIES shfl,bra; it is all, or some of")):
        with tempfile.TemporaryDirectory() as name, unittest.mock.patch.object(boards, "FOLDER", pathlib.Path(name)):
            (boards.FOLDER / "boards.toml").write_text(good.format(families, like))
            got = why(boards.table)
            check(f"refuses a table where {text}" if text else "takes a table of two images", text in got if text else got["b"]["parameters"]["LANES"] == 32, got)


def verdicts():
    about = boards.board("icebreaker")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "nextpnr.log").write_text("Info: \t         ICESTORM_LC:  6000/ 5280   113%\nInfo: \t        ICESTORM_RAM:    12/   30    40%\n")
        entry = {}
        got = fpga.judge(about, 21e6, folder, entry)
        check("a design that does not fit", got == "does not fit: 6,000 LC of 5,280" and entry["used"]["RAM"] == [12, 30], got)
        (folder / "pnr.json").write_text(json.dumps(FIT))
        (folder / "icetime.log").write_text("Total path delay: 40.00 ns (25.00 MHz)\n")
        got = fpga.judge(about, 21e6, folder, entry)
        check("a design that is fast enough", got is None and entry["fmax_mhz"] == 22.5, got)
        (folder / "icetime.log").write_text("Total path delay: 50.00 ns (20.00 MHz)\n")
        got = fpga.judge(about, 21e6, folder, entry)
        check("a design that is too slow for icetime", str(got).startswith("too slow: 20.00 MHz") and entry["fmax_mhz"] == 20, got)
        (folder / "icetime.log").unlink()
        got = fpga.judge(about, 24e6, folder, entry)
        check("a design that is too slow for its PLL", got == "too slow: 22.50 MHz after place and route, and the PLL gives 24 MHz", got)
        (folder / "pnr.json").write_text(json.dumps({**FIT, "fmax": {}}))
        got = fpga.judge(about, 21e6, folder, entry)
        check("a report without a clock", got == "nextpnr reports no clock", got)
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as name:
        for what, command, text in (("fails", ["sh", "-c", "echo 'ERROR: no luck'; exit 3"], "ERROR: no luck\nx failed with status 3"),
                                    ("hangs", ["sleep", "60"], "x: no end within 1 s")):
            with contextlib.redirect_stdout(io.StringIO()):
                got = why(fpga.run, "x", command, pathlib.Path(name), 1)
            check(f"a tool that {what}", text in str(got), got)


def row():
    about = {**boards.board("ulx3s"), "goal_lanes": 32, "goal_percent": 70, "goal_mhz": 100}
    entry = {"parameters": {"LANES": 32, "WARPS": 4}, "used": {"LUT": [60000, 80000], "RAM": [3, 4]}, "clock_mhz": 50.0, "fmax_mhz": 61.5,
             "took": {"yosys": {"seconds": 5}, "nextpnr": {"seconds": 6, "memory_mib": 1536}}}
    got = fpga.row(about, entry)
    check("missed goals are marked", "60,000 of 80,000 LUT, 75 % (goal 70 % **>**); 3 of 4 RAM | 50 | 61.5 | 100 **>** | 5 s, 6 s, 1.5 GiB" in got, got)
    got = fpga.row(about, {**entry, "fmax_mhz": 101.0, "used": {"LUT": [50000, 80000]}})
    check("goals that are met are not", "**>**" not in got, got)
    got = fpga.row(about, {**entry, "parameters": {"LANES": 16, "WARPS": 4}})
    check("too few lanes are marked", "| 16 × 4 (goal 32 lanes **>**) |" in got, got)


def page():
    page = (boards.FOLDER / "README.md").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as name, unittest.mock.patch.object(boards, "OUT", pathlib.Path(name)):
        lines = fpga.table(page)
        check("without reports the table of images stays", all(line in page for line in lines), lines)
        about = boards.board("hx8k")
        entry = {"parameters": about["parameters"], "used": {"LC": [6000, 7680]}, "clock_mhz": 60.0, "fmax_mhz": 61.5, "wrong": None, "tools": {"yosys": "Yosys 9.99"},
                 "took": {"yosys": {"seconds": 5}, "nextpnr": {"seconds": 6, "memory_mib": 1536}}}
        (boards.OUT / "hx8k").mkdir()
        (boards.OUT / "hx8k/report.json").write_text(json.dumps(entry), encoding="utf-8")
        got = fpga.table(page)
        changed = [k for k in range(len(lines)) if got[k] != lines[k]]
        check("a report changes its line, and the versions of its tools", len(got) == len(lines) and len(changed) == 2 and "61.5" in got[changed[0]] and
              "yosys Yosys 9.99" in got[changed[1]], got)
        for what, value in (("CLK_HZ", 50_000_000), ("FAMILIES", 1), ("LANES", 8)):
            got = fpga.kept({**about, "parameters": {**about["parameters"], what: value}}, page)
            check(f"a line of another {what} goes", "no image yet" in got and "no image yet" not in fpga.kept(about, page), got)
        (boards.OUT / "hx8k/report.json").write_text(json.dumps({**entry, "wrong": "too slow"}), encoding="utf-8")
        got = why(fpga.table, page)
        check("a build that failed is not for the table", "the last build of hx8k is not one for the table: too slow" in str(got), got)


def space():
    about = {**boards.board("ulx3s"), "whole_rows": 2}
    blocked = fpga.ecp5_space.places(2)
    tiles = {place.rsplit("/", 1)[0] for place in blocked}
    taken = {tile: {place[-4] for place in blocked if place.startswith(tile + "/")} for tile in ("X2/Y2", "X3/Y2")}
    check("with 1 no place stays empty", not fpga.ecp5_space.places(1))
    check("every second row of logic is whole, those with memories are not touched", len(blocked) == len(set(blocked)) and len(tiles) == 39 * 123 and
          not any(tile.endswith(("/Y3", "/Y10")) for tile in tiles))
    check("of the other rows' tiles a half stays empty", taken == {"X2/Y2": set("CD"), "X3/Y2": set("CD")} and len(blocked) == 39 * 123 * 4, taken)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        plain = {"modules": {"other": {"attributes": {}, "cells": {}}, "top": {"attributes": {"top": "0001"}, "cells": {"own": {"type": "LUT4"}}}}}
        (folder / "netlist.json").write_text(json.dumps(plain))
        fpga.ecp5_space.fill(folder / "netlist.json", folder / "spaced.json", 2)
        modules = json.loads((folder / "spaced.json").read_text())["modules"]
        cells = modules["top"]["cells"]
        check("the fillers stand in the top, beside what was there", not modules["other"]["cells"] and cells.pop("own") and
              sorted(c["attributes"]["BEL"] for c in cells.values()) == sorted(blocked))
        log, entry = folder / "place2.log", {}
        log.write_text(f"Info: \t        TRELLIS_COMB: {len(blocked) + 40000}/ 83640    93%\n")
        got = fpga.misfit(about, folder, entry)
        check("the fillers are not counted", got is None and entry["used"]["LUT"] == [40000, 83640], got)
        (folder / "nextpnr.log").write_text("Info: \t        TRELLIS_COMB: 40001/ 83640    48%\n")
        got = fpga.misfit(about, folder, entry)
        check("routing sees none", got is None and entry["used"]["LUT"] == [40001, 83640], got)
        (folder / "nextpnr.log").unlink()
        log.write_text(f"Info: \t        TRELLIS_COMB: {len(blocked) + 65000}/ 83640   100%\n")
        got = fpga.misfit(about, folder, entry)
        check("more than the places left take does not fit", got == "does not fit: 65,000 LUT of 64,452, for places stay empty in all rows but one of 2", got)


NEXTPNR = """#!/bin/sh
# Stands for nextpnr: notes that it was called; a placement's wires are as long as the line of its seed in `lengths` says.
while [ $# -gt 1 ]; do case $1 in --seed) seed=$2 ;; --write) placed=$2 ;; esac; shift; done
echo $seed >> called
if [ $seed = 9 ]; then echo "ERROR: no place for cell $seed"; exit 1; fi
echo "Info:   at iteration #5: temp = 0.000000, timing cost = 1, wirelen = 999999"
echo "Info:   at iteration #9: temp = 0.000000, timing cost = 1, wirelen = $(sed -n ${seed}p lengths)"
echo seed $seed > $placed
"""


def placements():
    """Which of several first placements of an ECP5 is taken, and when it stands for another run."""
    about = {**boards.board("ulx3s"), "whole_rows": 1}
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as name:
        folder = pathlib.Path(name)
        called, fake = folder / "called", folder / "nextpnr"
        fake.write_text(NEXTPNR)
        fake.chmod(0o755)
        (folder / "lengths").write_text("300\n100\n200\n")
        (folder / "pins.lpf").write_text("")
        netlist = folder / "netlist.json"
        netlist.write_text(json.dumps({"modules": {"top": {"attributes": {"top": "0001"}, "settings": {}, "cells": {}}}}))
        refine = folder / "refine.py"
        refine.write_text("import pathlib, sys\nplaced = pathlib.Path(sys.argv[1])\nplaced.write_text(placed.read_text() + ' '.join(sys.argv[3:5]))\n"
                          "print('after    wires 1, slowest path', 20 - 2 * int(sys.argv[4]) % 5, 'ns')\n")
        with unittest.mock.patch.multiple(fpga, tool=lambda name: str(fake), version=lambda *how: "1", nextpnr_ecp5=lambda: "nextpnr", REFINE=refine):
            def go(seeds=(1, 2, 3), **other):
                called.write_text("")
                with contextlib.redirect_stdout(io.StringIO()) as said:
                    got = why(fpga.placed, {**about, **other}, folder, ["--freq", "66"], seeds, "pins.lpf")
                return got, sorted(called.read_text().split()), said.getvalue()
            got, ran, said = go()
            check("each seed is placed, and what its wires came to is said", ran == ["1", "2", "3"] and "seed 1: 300, seed 2: 100, seed 3: 200; seed 2 is placed again" in said, said)
            check("that with the shortest wires is refined with each seed, and the fastest stays", got["seed"] == 2 and got["paths"] == {1: 18, 2: 16, 3: 19} and
                  (folder / "placed.json").read_text() == "seed 2\n--seed 2" and "seed 2 is routed" in said, (got, said))
            (folder / "place3.log").write_text("Info: \t        TRELLIS_COMB: 90000/ 83640    93%\n")
            got = fpga.misfit(about, folder, {})
            check("what does not fit is read from the log of any seed", got == "does not fit: 90,000 LUT of 83,640", got)
            check("each seed has a log from the log of any seed", {log.name for log in folder.glob("place*.log")} == {"place1.log", "place2.log", "place3.log"})
            check("the same once more is not placed again", go(route_mhz=50)[1] == [] and go()[0]["seed"] == 2)
            got, ran, said = go(seeds=[3])
            check("another seed alone is placed anew", (got["seed"], got["wires"], ran) == (3, {3: 200}, ["3"]), got)
            check("with other pins a tile as well", go(pins=19)[1] == ["1", "2", "3"])
            netlist.write_text(netlist.read_text() + " ")
            check("and of another netlist", go(pins=19)[1] == ["1", "2", "3"])
            got, ran, said = go(seeds=(1, 9))
            check("a seed that finds no placement is left out", got["wires"] == {1: 300} and "place9       failed" in said, said)
            check("what is spent does not stay", not list(folder.glob("placed[0-9]*")) and not list(folder.glob("refined*")) and not (folder / "spaced.json").exists())
            got = go(seeds=[9])[0]
            check("if none finds one the run ends with nextpnr's reason", "no place for cell 9" in str(got) and not (folder / "placed.stamp").exists(), got)
            fpga.set_router(netlist, folder / "routed.json", 61)
            check("the clock to route for goes into a copy", '"target_freq": "61000000' in (folder / "routed.json").read_text() and "target_freq" not in netlist.read_text())
            check("and the next run does not take what was left", go(seeds=(1, 3))[1] == ["1", "3"])


def call(script, *args, path=None):
    done = subprocess.run([sys.executable, ROOT / "scripts" / script, *args], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=60, check=False, env={**os.environ, **({"PATH": path} if path else {})})
    return done.returncode, done.stdout


def calls():
    for script, args, status, text in (("fpga.py", ["BOARD="], 2, "which board? Say BOARD=ulx3s|ulx3s32|hx8k|icebreaker"),
                                       ("fpga.py", ["BOARD=abc"], 2, "there is no abc"),
                                       ("fpga.py", ["BOARD=hx8k", "--set", "COLOUR=3"], 2, "NAME one of CLK_HZ"),
                                       ("fpga.py", ["BOARD=hx8k", "--set", "LANES=abc"], 2, "VALUE a number"),
                                       ("fpga.py", ["BOARD=hx8k", "--set", "LANES=08", "--whole-rows", "2"], 2, "--whole-rows is for boards"),
                                       ("program.py", ["BOARD=abc"], 2, "there is no abc"),
                                       ("board_sim.py", ["BOARD="], 2, "which board?"),
                                       ("board_sim.py", ["BOARD=hx8k", "NOISE=x"], 2, "NOISE=x: it is a number"),
                                       ("board_sim.py", ["BOARD=hx8k", "NOISY=1"], 2, "NOISY=1: what is that?"),
                                       ("fpga.py", ["BOARD=hx8k", "--whole-rows", "2"], 2, "--whole-rows is for boards with an ECP5, not for hx8k")):
        got = call(script, *args)
        check(f"{script} {' '.join(args)}: status {status}", got[0] == status and text in got[1], got)


def loading():
    about, out = boards.board("icebreaker"), boards.OUT
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as name:
        boards.OUT = pathlib.Path(name)
        folder = boards.OUT / "icebreaker"
        folder.mkdir()
        got = why(program.load, "icebreaker", about)
        check("program: no image yet", "make fpga BOARD=icebreaker makes it" in str(got), got)
        (folder / "image.bin").write_bytes(b"image")
        (folder / "report.json").write_text(json.dumps({"wrong": "too slow: ..."}))
        got = why(program.load, "icebreaker", about)
        check("program: an image that is too slow", "not to be used, it is too slow" in str(got), got)
        (folder / "report.json").write_text(json.dumps({"wrong": None, "parameters": {"BAUD": 9600}}))
        path = os.environ["PATH"]
        os.environ["PATH"] = name
        got = why(program.load, "icebreaker", about)
        check("program: no openFPGALoader", "openFPGALoader is missing: sudo apt-get install" in str(got), got)
        loader = pathlib.Path(name) / "openFPGALoader"
        for status, text in ((1, "is the board connected"), (0, "None")):
            loader.write_text(f"#!/bin/sh\nexit {status}\n")
            loader.chmod(0o755)
            with contextlib.redirect_stdout(io.StringIO()) as said:
                got = why(program.load, "icebreaker", about)
            check(f"program: openFPGALoader ends with status {status}", text in str(got), got)
        check("program: names the speed of this very image", "--baud=9600 selftest" in said.getvalue(), said.getvalue())
        loader.unlink()
        got = why(fpga.build, "icebreaker", {**about, "whole_rows": 1}, types.SimpleNamespace(set={}, synth_only=False, seed=1))
        check("fpga: without Yosys the last image stays", "yosys is missing" in str(got) and (folder / "image.bin").exists(), got)
        os.environ["PATH"] = path
    boards.OUT = out


def stopping():
    """A simulation that ends at once, and one that does not stop."""
    about, given = boards.board("icebreaker"), {**board_sim.KNOWN}
    got = why(board_sim.start, "false", about, given)
    check("board-sim: a simulation that ends before it has a port", "ended with status 1 before it had a port" in str(got), got)
    board_sim.GRACE_S, deaf = 1, subprocess.Popen(["sh", "-c", "trap '' TERM; echo; sleep 60 & wait; wait"], stdout=subprocess.PIPE, text=True)
    deaf.stdout.readline()
    got = board_sim.end(deaf)
    check("board-sim: a simulation that does not stop", "was killed" in got, got)


def flop(d, q, **more):
    ports = {"CLK": ["0"], "DI": [d], "Q": [q], **{port: [bit] for port, bit in more.items()}}
    return {"type": "TRELLIS_FF", "connections": ports, "port_directions": {port: "output" if port == "Q" else "input" for port in ports}}


def lut(z, **inputs):
    return {"type": "LUT4", "connections": {"Z": [z], **{port: [bit] for port, bit in inputs.items()}},
            "port_directions": {"Z": "output", **{port: "input" for port in inputs}}}


def slow():
    """Two LUTs from the flops a.q to b.d, one of them on the way back as well."""
    named = {"a.q": [1, 2], "b.d": [5], "hidden": [4]}
    top = {"cells": {"a0": flop(4, 1), "a1": flop(5, 2), "l0": lut(3, A=1, B=2), "l1": lut(4, A=3), "b0": flop(4, 5, CE=3)},
           "netnames": {name: {"bits": bits, "hide_name": name == "hidden"} for name, bits in named.items()}}
    netlist = stages.Netlist(top)
    wire = lambda loads: 0.55 + 0.28 * math.log2(1 + loads)
    two = 0.52 + wire(1) + 0.24 + wire(2) + 0.24 + wire(2)
    arrivals = {(end.cell, end.port): end.ns for end in netlist.ends}
    check("a path of two LUTs costs both and the wires, by their loads", math.isclose(arrivals["b0", "DI"], two), arrivals)
    check("an enable costs more than data", math.isclose(arrivals["b0", "CE"], 0.52 + wire(1) + 0.24 + wire(2) + 0.2), arrivals)
    check("a path goes back to its register", [netlist.name(bit) for bit in netlist.path(4)] in (["a.q[0]", "3", "hidden"], ["a.q[1]", "3", "hidden"]),
          netlist.path(4))
    found = stages.stages(netlist, 1.9)
    check("stages are by start and module, the worst first", [(key, end.cell, count) for key, (end, count) in found] ==
          [(("a.q", "a"), "a0", 1), (("a.q", "b"), "b0", 2)], found)
    netlist.routed([{"endpoints": [{"cell": "b0", "port": "M", "delay": [1.0, 7.5]}]}])
    check("what nextpnr reports of an end is taken", stages.stages(netlist, 7)[0][1][0].ns == 7.5)
    placed = {"cells": {name: {"attributes": {"NEXTPNR_BEL": bel}} for name, bel in
                        {"a0": "X2/Y2/FF0", "l0": "X12/Y2/K0", "l1$CCU2_COMB0": "X12/Y32/K0", "b0": "X12/Y31/FF0"}.items()}}
    arrivals = {(end.cell, end.port): end.ns for end in stages.Netlist(top, stages.places(placed)).ends}
    check("with places a wire costs the tiles between its ends", math.isclose(arrivals["b0", "DI"], 0.52 + 0.36 + 9 * 0.12 + 0.24 + 0.36 + 29 * 0.12 + 0.24 + 0.36),
          arrivals)
    leaf = {"attributes": {}, "ports": {"x": {"bits": [2]}, "y": {"bits": [7]}}, "netnames": {"y": {"bits": [7]}}, "cells": {"l": lut(7, A=2)}}
    user = {"type": "leaf", "connections": {"x": [3], "y": [4]}, "port_directions": {"x": "input", "y": "output"}}
    whole = {"attributes": {"top": "1"}, "cells": {**top["cells"], "l1": user}, "netnames": top["netnames"]}
    with tempfile.TemporaryDirectory() as name:
        file = pathlib.Path(name) / "netlist.json"
        file.write_text(json.dumps({"modules": {"top": whole, "leaf": leaf}}))
        ends = {(end.cell, end.port): end.ns for end in stages.Netlist(stages.image(file)).ends}
    check("a path goes through a leaf that keeps its hierarchy", math.isclose(ends["b0", "DI"], two), ends)
    program_said = subprocess.run([sys.executable, ROOT / "scripts/stages.py", "BOARD=icebreaker"], stderr=subprocess.PIPE, text=True, check=False)
    check("a board without an ECP5 is refused", program_said.returncode == 2 and "icetime" in program_said.stderr, program_said.stderr)


def main():
    (ROOT / "build").mkdir(exist_ok=True)
    for test in (clock, agreement, entries, verdicts, row, page, space, placements, slow, calls, loading, stopping):
        test()
    return end()


if __name__ == "__main__":
    sys.exit(main())
