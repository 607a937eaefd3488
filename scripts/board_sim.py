#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make board-sim: a board without the board: its very top in Verilator, the serial line on a pseudo-terminal, wsctl against it.

board_sim.py BOARD=ulx3s|ulx3s32|hx8k|icebreaker [CMD='selftest'] [NETLIST=1] [NOISE=N] [SEED=1] [SKEW=PPM] [LEDS=1] [TIMEOUT=MS]
  CMD      what wsctl is told, with its arguments; `serve` prints the pseudo-terminal's name and stays
  NETLIST  1: what Yosys makes of the top, and not the RTL; in Yosys' own models of the cells, or for the ECP5 in those of tb/gate
  NOISE    one byte in N, in each direction, gets lost or has a bit turned over
  SKEW     this end of the line is slower by so many millionths; below 0 faster
  LEDS     1: prints the lights when they change
  README   1: puts what is printed into the READMEs of rtl/fpga and fw that have a place for this command
  TIMEOUT  milliseconds that wsctl waits for an answer: a simulation is slower than a board

Exit status: that of wsctl, which is printed if it is not 0, for make makes a 2 of all; 1 if nothing can be built or the simulation ends by
itself, 2 wrong call, 130 interrupted.
"""
import fcntl
import hashlib
import os
import pathlib
import shlex
import signal
import subprocess
import sys

import boards
import fpga
import gate
import pages
from boards import ROOT, Wrong

BENCH = ROOT / "tb/board"
FLAGS = ("--cc -Wno-fatal --exe --build -j 2 -O3 -fno-const-bit-op-tree -fno-dfg -fno-localize --default-language 1364-2005 --x-assign unique --x-initial unique "
         "--output-split 20000 --output-split-cfuncs 20000 --prefix Vboard").split()
KNOWN = {"BOARD": "", "CMD": "selftest", "NETLIST": "0", "NOISE": "0", "SEED": "1", "SKEW": "0", "LEDS": "0", "README": "0", "TIMEOUT": "5000"}
CELLS = {"ice40": pathlib.Path("/usr/share/yosys/ice40/cells_sim.v"), "ecp5": ROOT / "tb/gate/ecp5_cells.v"}
# The PLL is that of cells.v; the models of the ECP5 know no contents at power-on.
CHANGED = {"ice40": "chtype -set ws_pll_core t:SB_PLL40_CORE\nchtype -set ws_pll_pad t:SB_PLL40_PAD\n", "ecp5": gate.OPEN}
READMES = (boards.FOLDER / "README.md", ROOT / "fw/README.md")
BUILD_S = 3600
GRACE_S = 10
NO_LINE, ENDS_S = 3, 2  # wsctl's status when the line is lost; how long the simulation may take to end then


def netlist(name, about):
    """Verilog of what Yosys makes of the top: bits, for in vectors a simulator sees loops through carry chains; the PLL as the model of it."""
    folder = boards.OUT / name
    folder.mkdir(parents=True, exist_ok=True)
    boards.check_table(about)
    fpga.synthesize(about, about["set"], folder)
    source, made = folder / "netlist.json", folder / "netlist.v"
    if not made.exists() or made.stat().st_mtime < source.stat().st_mtime:
        (folder / "netlist.ys").write_text(f"read_json netlist.json\nsplitnets\n{CHANGED[about['family']]}write_verilog -noattr netlist.part.v\n", encoding="utf-8")
        fpga.run("netlist", [fpga.tool("yosys"), "-q", "-s", "netlist.ys"], folder, 600)
        (folder / "netlist.part.v").replace(made)  # so that one half written is never taken for the whole
    return made


def simulation(name, about, gate):
    """Builds it; the path of the program."""
    folder = ROOT / "build/board" / (name + ("_netlist" if gate else ""))
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if gate:
            # Bits unset at power-on are 0 in an iCE40, anything in the models of the ECP5. Warnings are for sources that people wrote.
            verilog = [netlist(name, about), CELLS[about["family"]], BENCH / "cells.v"]
            extra, sizes = ["-Wno-fatal", "-Wno-lint", "-Wno-style", "-DNO_ICE40_DEFAULT_ASSIGNMENTS", "-DWS_NETLIST", "--bbox-unsup"], []
        else:
            sizes = [f"-G{key}={value}" for key, value in about["set"].items()]
            verilog, extra = [ROOT / "rtl/lint.vlt", *(ROOT / source for source in boards.sources(about)), BENCH / "cells.v"], []
        bench = [*sorted(BENCH.glob("*.cpp")), *sorted(BENCH.glob("*.h")), ROOT / "tb/verilated/instance.h"]
        headers = sorted((ROOT / "rtl").rglob("*.vh"))
        command = ["verilator", *FLAGS, *extra, f"-I{ROOT}/rtl", "--top-module", about["top"], *sizes, "--Mdir", str(folder), "-o", "ws_board_sim",
                   "-CFLAGS", f"-O2 -std=c++17 -DWS_PREFIX=Vboard -DWS_BOARD_{about.get('like', name)}=1 -I{BENCH} -I{ROOT}/tb/verilated",
                   *(str(path) for path in verilog), *(str(path) for path in bench if path.suffix == ".cpp")]
        stamp, program = folder / "stamp", folder / "ws_board_sim"
        made_from = hashlib.sha256(repr(command).encode())
        for path in [*verilog, *bench, *headers]:
            made_from.update(path.read_bytes())
        if not program.exists() or not stamp.exists() or stamp.read_text(encoding="utf-8") != made_from.hexdigest():
            stamp.unlink(missing_ok=True)
            fpga.run("verilator", command, folder, BUILD_S)
            stamp.write_text(made_from.hexdigest(), encoding="utf-8")
    return program


def start(program, about, given):
    """The running simulation and the name of its pseudo-terminal."""
    parameters = about["parameters"]
    command = [program, f"--clock={parameters['CLK_HZ']}", f"--baud={parameters['BAUD']}", f"--noise={given['NOISE']}", f"--seed={given['SEED']}",
               f"--skew={given['SKEW']}"] + ["--leds"] * (given["LEDS"] != "0")
    board = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, start_new_session=True)
    port = board.stdout.readline().strip()
    if not port:
        raise Wrong(f"the simulation ended with status {board.wait()} before it had a port")
    return board, port


def end(board):
    """Stops it; its last line."""
    board.terminate()
    try:
        return board.communicate(timeout=GRACE_S)[0].strip()
    except subprocess.TimeoutExpired:
        board.kill()
        return "the simulation did not stop, and was killed"


def control(port, about, given):
    """wsctl's exit status, and what it printed where that is wanted."""
    command = [ROOT / "build/wsctl", f"--port={port}", f"--baud={about['parameters']['BAUD']}", f"--timeout-ms={given['TIMEOUT']}", *shlex.split(given["CMD"])]
    if given["README"] == "0":
        return subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode, ""
    done = subprocess.run(command + ["--quiet"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


def put_into_readme(given, log):
    """Where a README has `<!-- board-sim COMMAND:begin -->`."""
    word = shlex.split(given["CMD"])[0]
    place = f"board-sim {word}"
    typed = " ".join(["make board-sim", *(f"{name}={shlex.quote(given[name])}" for name in ("BOARD", "CMD", "NETLIST", "NOISE") if given[name] != KNOWN[name])])
    places = [path for path in READMES if pages.marks(place)[0] in path.read_text(encoding="utf-8")]
    if not places:
        raise Wrong(f"README=1: no README has a place for what {word} prints")
    for path in places:
        pages.fill(path, **{place: ["```", f"$ {typed}", *log.splitlines(), "```"]})


def gone(board):
    """Whether the simulation has ended, or ends now: its end of the line closes a little earlier."""
    try:
        return board.wait(ENDS_S) is not None
    except subprocess.TimeoutExpired:
        return False


def session(program, about, given):
    board, port = start(program, about, given)
    status, log = 130, ""
    try:
        if given["CMD"] == "serve":
            print(f"{port}: {about['name']}, {about['parameters']['BAUD']} baud; build/wsctl --port={port} --timeout-ms={given['TIMEOUT']} info; "
                  "Ctrl-C ends it", flush=True)
            board.wait()
            raise Wrong("the simulation ended by itself")
        status, log = control(port, about, given)
        if board.poll() is not None or (status == NO_LINE and gone(board)):
            raise Wrong(f"the simulation ended by itself with status {board.returncode}")
    except KeyboardInterrupt:
        pass
    finally:
        last = end(board)
    print(f"{log}board-sim: {last}", flush=True)
    if status not in (0, 130):
        print(f"board-sim: wsctl ended with status {status}", flush=True)
    if log and status == 0:
        put_into_readme(given, f"{log}board-sim: {last}\n")
    return status


def parse(words):
    given = dict(KNOWN)
    for word in words:
        name, is_given, value = word.partition("=")
        if name not in KNOWN or not is_given:
            raise Wrong(f"{word}: what is that? " + " ".join(f"{name}=" for name in KNOWN))
        given[name] = value or given[name]
    for name in ("NETLIST", "NOISE", "SEED", "SKEW", "LEDS", "README", "TIMEOUT"):
        if not given[name].removeprefix("-" if name == "SKEW" else "").isdigit():
            raise Wrong(f"{name}={given[name]}: it is a number")
    try:
        words = shlex.split(given["CMD"])
    except ValueError as why:
        raise Wrong(f"CMD={given['CMD']}: {str(why).lower()}") from None
    if not words:
        raise Wrong("CMD: it is a command of wsctl, or serve")
    return given, boards.board(given["BOARD"])


def main():
    if len(sys.argv) == 2 and sys.argv[1] in ("-h", "--help"):
        print(__doc__)
        return 0
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        given, about = parse(sys.argv[1:])
    except Wrong as why:
        print(f"board-sim: {why}", file=sys.stderr)
        return 2
    try:
        return session(simulation(given["BOARD"], about, given["NETLIST"] not in ("", "0")), about, given)
    except Wrong as why:
        print(f"board-sim: {why}", file=sys.stderr)
        return 1
    except OSError as why:
        print(f"board-sim: {why}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main())
