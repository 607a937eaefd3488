#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make synth: area and depth of each unit, mapped by Yosys for the ECP5, or for the iCE40, beside goal and known bound.

synth.py [LANES=32] [--jobs 2] [--timeout 3600] [--flow ice40|ecp5] [--write-readme] [UNIT...]

Prints a Markdown table, writes build/synth/report.json; --write-readme also puts the table between the markers
<!-- synth:begin --> and <!-- synth:end --> of rtl/area.md. Exit 1 if Yosys failed or ran out of time, 0 if a goal is missed.

LUT4: LUT sites used. ECP5: LUT4 cells, 2 for each CCU2C (an adder slice), 6 for each TRELLIS_DPR16X4 (16x4 bits of
distributed RAM: four LUTs and the slice of two that its write port takes). carry: SB_CARRY or CCU2C.
depth: most LUTs between registers or ports; a carry chain and a RAM read count as one.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

import optable
import pages

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "synth"
FLOWS = {"ice40": ("iCE40", "synth_ice40"), "ecp5": ("ECP5", "synth_ecp5 -nowidelut")}
DEPTH_GOAL = 7

# What the collector is told of the ports of the units.
COLLECT = {key.upper(): sum(bool(row.get(key)) << k for k, row in enumerate(optable.ports().values())) for key in ("alike", "high", "gated")}

# label, module, parameters, LUT4 goal and bound at 32 lanes, is it a combinational leaf, remark
UNITS = [
    ("shfl, crossbar", "ws_shfl", {"FORM": 0}, 20000, 12288, False, ""),
    ("  index calculation", "ws_shfl_route", {}, None, None, True, ""),
    ("  crossbar", "ws_shfl_xbar", {}, None, None, True, "the unit saves the last select of d: synchronous reset"),
    ("shfl, butterfly", "ws_shfl", {"FORM": 1}, 8500, 6144, False, ""),
    ("  butterfly", "ws_shfl_bfly", {}, None, None, True, ""),
    ("vote, elect, activemask", "ws_vote", {}, 170, 110, False, ""),
    ("  function", "ws_vote_fn", {}, None, None, True, ""),
    ("redux, integer and f32", "ws_redux", {}, 5800, 6200, False, ""),
    ("match.all", "ws_match_all", {}, 1570, 750, False, "b32 and b64 in one; bound of b32 alone"),
    ("match.any", "ws_match_any", {"BITS": 4}, 2200, 1500, False, "4 bits a clock"),
    ("mbarrier, 4 warps", "ws_mbar", {"WARPS": 4}, 12000, None, False, "8 waiters; goal with copies and shared memory"),
    ("  transition of an object", "ws_mbar_next", {}, 350, 200, True, ""),
    ("  waiters", "ws_mbar_wait", {"WARPS": 4}, None, None, False, ""),
    ("atomics, 8 ALUs, 4 warps", "ws_atom", {"WARPS": 4}, 12000, None, False, "with one adder of each kind of float, a pair of halves"),
    ("atomics elsewhere, 4 warps", "ws_atom_far", {"WARPS": 4}, None, None, False, "lanes in global memory and other CTAs"),
    ("atomics of other CTAs", "ws_atom_guest", {}, None, None, False, ""),
    ("copies", "ws_async", {"WARPS": 4}, None, None, False, "8 copies"),
    ("shared memory", "ws_smem", {}, None, None, False, "32 banks and the sideband in block RAM"),
    ("barriers, 4 warps", "ws_bar", {"WARPS": 4}, 800, None, False, ""),
    ("  transition of a barrier", "ws_bar_next", {"WPS": 4}, None, None, True, ""),
    ("atom: arithmetic", "ws_atom_alu", {}, 3900, None, False, "128 bits, all functions, one float sum at a time; goal that of one adder of each kind"),
    ("  float adder, serial", "ws_atom_serial", {}, None, None, False, "all formats, one sum in 27 clocks"),
    ("  integers, 8 slices", "ws_atom_int", {"SLICES": 8}, 1200, None, True, "150 a slice"),
    ("  float adder f32", "ws_atom_fadd", {"EXP": 8, "FRAC": 23}, 700, None, False, ""),
    ("  float adder f16, bf16", "ws_atom_fadd", {"EXP": 8, "FRAC": 10, "HALF": 1}, 400, None, False, "one; a pair has two"),
    ("  float adder f64", "ws_atom_fadd", {"EXP": 11, "FRAC": 52}, 1800, None, False, ""),
    ("  min, max of two halves", "ws_atom_fminmax", {}, None, None, True, ""),
    ("rendezvous, 4 warps", "ws_sync", {"WARPS": 4}, 9000, None, False, ""),
    ("collect", "ws_collect", COLLECT, 2000, None, False, "by itself: status and what lanes named of every port, of which the units leave most at 0"),
    ("bus: operands of all lanes", "ws_operands", {}, None, None, False, "registers, and a RAM to read them back"),
    ("bus: completion FIFO", "ws_completion", {"DEPTH": 8}, None, None, False, "8 entries"),
    ("bus: registers, 4 warps", "ws_regs", {"WARPS": 4}, None, None, False, ""),
    ("bus: counters", "ws_bus_counters", {}, None, None, False, "6 of 64 bits, and what they were at the last snap"),
    ("bus: global memory", "ws_gmem", {}, None, None, False, "4 KiB"),
    ("bus: global memory with atomics", "ws_gmem", {"ATOM": 1}, None, None, False, "4 KiB, with the arithmetic of atom"),
    ("bus: course of an access", "ws_bus_access", {"WARPS": 4}, None, None, False, ""),
    ("bus: channels", "ws_axil", {}, None, None, False, ""),
    ("serial: bridge to a bus", "ws_serial", {}, None, None, False, "goal of the three: 400 together"),
    ("serial: receiver", "ws_uart_rx", {}, None, None, False, "12 clocks a bit"),
    ("serial: sender", "ws_uart_tx", {}, None, None, False, "12 clocks a bit"),
    ("whole block, 4 warps", "ws_top", {"WARPS": 4, "SHFL_FORM": 1}, 56000, None, False, "butterfly, 8 ALUs, 32 banks; goal with its bus"),
]

LUTS = {"SB_LUT4": 1, "LUT4": 1, "CCU2C": 2, "TRELLIS_DPR16X4": 6}
CARRIES = {"SB_CARRY", "CCU2C"}
FLOPS = re.compile(r"SB_DFF|TRELLIS_FF")
RAMS = {"TRELLIS_DPR16X4": "DPR16X4", "DP16KD": "DP16KD", "SB_RAM40_4K": "RAM40_4K", "PDPW16KD": "PDPW16KD"}
BLOCK_RAMS = {"DP16KD", "PDPW16KD", "SB_RAM40_4K"}  # clocked on both sides
ARC = {"SB_LUT4": 1, "LUT4": 1, "CCU2C": 1, "TRELLIS_DPR16X4": 1}  # levels through a cell; others 0
FREE_INPUT = {("CCU2C", "CIN")}
CLOCKED_INPUT = {("TRELLIS_DPR16X4", port) for port in ("DI", "WAD", "WCK", "WRE")}


def sources():
    """Files of rtl/files.f that exist."""
    names = [line.strip() for line in (ROOT / "rtl/files.f").read_text().splitlines()]
    return [ROOT / n for n in names if n.endswith(".v") and (ROOT / n).exists()]


def parameters(path, wanted):
    """Those of the wanted parameters that the module in this file has."""
    have = re.findall(r"\bparameter\s+(?:\[[^\]]*\]\s*)?(\w+)", path.read_text())
    return {k: v for k, v in wanted.items() if k in have}


def run_yosys(script, log, limit):
    """None if it went well, else what went wrong."""
    with open(log, "w", encoding="utf-8") as out:
        job = subprocess.Popen(["nice", "yosys", "-q", "-s", script], stdin=subprocess.DEVNULL, stdout=out,
                               stderr=subprocess.STDOUT, start_new_session=True, cwd=ROOT)
        try:
            status = job.wait(limit)
        except subprocess.TimeoutExpired:
            os.killpg(job.pid, signal.SIGKILL)
            job.wait()
            return f"no result in {limit} s"
    if status:
        lines = [line for line in pathlib.Path(log).read_text(errors="replace").splitlines() if line.strip()]
        errors = [line for line in lines if "ERROR" in line] or lines or [f"exit status {status}"]
        return errors[-1][:160]
    return None


def depth(cells):
    """Most LUT levels between registers or ports, with the nets where the worst path starts and ends."""
    driver, arrival, came_from = {}, {}, {}
    for name, cell in cells.items():
        if FLOPS.match(cell["type"]) or cell["type"] in BLOCK_RAMS:
            continue
        for port, bits in cell["connections"].items():
            if cell["port_directions"].get(port) == "output":
                driver.update({bit: name for bit in bits if isinstance(bit, int)})
    feeds = {}
    for name in set(driver.values()):
        cell = cells[name]
        feeds[name] = [(bit, 0 if (cell["type"], port) in FREE_INPUT else ARC.get(cell["type"], 0))
                       for port, bits in cell["connections"].items()
                       if cell["port_directions"].get(port) == "input" and (cell["type"], port) not in CLOCKED_INPUT
                       for bit in bits if isinstance(bit, int)]
    for root in feeds:
        stack = [(root, iter(feeds[root]))]
        while stack:
            name, pending = stack[-1]
            if name in arrival:
                stack.pop()
                continue
            for bit, _ in pending:
                before = driver.get(bit)
                if before is not None and before not in arrival:
                    if any(before == on_path for on_path, _ in stack):
                        raise ValueError(f"combinational loop through {before}")
                    stack.append((before, iter(feeds[before])))
                    break
            else:
                best = max(((arrival[driver[b]] if b in driver else 0) + w, b) for b, w in feeds[name]) if feeds[name] else (0, None)
                arrival[name], came_from[name] = best
                stack.pop()
    if not arrival:
        return 0, "", ""
    worst = max(arrival, key=arrival.get)
    first = worst
    while came_from[first] in driver:
        first = driver[came_from[first]]
    return arrival[worst], first, worst


def map_unit(unit, flow, lanes, limit):
    """Maps one unit. The netlist's file, what went wrong or None, seconds."""
    module, wanted = unit[1], unit[2]
    by_name = {p.stem: p for p in sources()}
    if module not in by_name:
        return None, "not built yet", 0
    params = parameters(by_name[module], {"LANES": lanes, "STRUCT": 1, **wanted})
    tag = "_".join([flow, module, str(lanes)] + [f"{k}{v}" for k, v in wanted.items()])
    chparam = " ".join(f"-chparam {k} {v}" for k, v in params.items())
    script = OUT / f"{tag}.ys"
    script.write_text(
        f"read_verilog -Irtl {' '.join(str(p.relative_to(ROOT)) for p in sources())}\n"
        f"hierarchy -check -top {module} {chparam}\n{FLOWS[flow][1]} -top {module}\n"
        f"setattr -mod -unset keep_hierarchy *\nflatten\nopt_clean\nwrite_json {OUT}/{tag}.json\n")
    start = time.monotonic()
    error = run_yosys(script, OUT / f"{tag}.log", limit)
    return OUT / f"{tag}.json", error, round(time.monotonic() - start)


def top_of(netlist):
    return [m for m in json.loads(netlist.read_text())["modules"].values() if m.get("attributes", {}).get("top")][0]


def measure(unit, flow, lanes, limit):
    """One row's figures of one unit in one flow."""
    netlist, error, seconds = map_unit(unit, flow, lanes, limit)
    if error:
        return {"error": error, "seconds": seconds}
    top = top_of(netlist)
    netlist.unlink()
    types = [c["type"] for c in top["cells"].values()]
    try:
        levels, first, last = depth(top["cells"])
    except ValueError as loop:
        return {"error": str(loop), "seconds": seconds}
    rams = {name: types.count(t) for t, name in RAMS.items() if t in types}
    return {"lut4": sum(LUTS.get(t, 0) for t in types), "carry": sum(t in CARRIES for t in types),
            "flops": sum(bool(FLOPS.match(t)) for t in types), "rams": rams, "depth": levels,
            "path": [first, last], "seconds": seconds}


def number(value):
    return f"{value:,}" if isinstance(value, int) else "-"


def table(results, lanes, versions):
    """The report as lines of Markdown."""
    lines = [f"{lanes} lanes. {versions}", ""]
    heads = ["unit", "goal", "bound", "LUT4", "carry", "flops", "RAM", "depth", "remark"]
    lines += ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    for unit, f in results:
        label, _, _, goal, bound, leaf, remark = unit
        goal, bound = (goal, bound) if lanes == 32 else (None, None)
        row = [("· " + label.strip() if leaf else label), number(goal), number(bound)]
        if "error" in f:
            row += ["-"] * 5 + ["; ".join(filter(None, (remark, f["error"])))]
        else:
            missed = goal is not None and f["lut4"] > goal
            rams = ", ".join(f"{n} {k}" for k, n in f["rams"].items()) or "0"
            row += [number(f["lut4"]) + (" **>**" if missed else ""), number(f["carry"]), number(f["flops"]), rams,
                    str(f["depth"]) + (" **>**" if f["depth"] > DEPTH_GOAL and not leaf else ""), remark]
        lines.append("| " + " | ".join(row) + " |")
    lines += ["", f"`· ` a combinational leaf by itself. **>** misses its goal; the goal of the depth is {DEPTH_GOAL} levels a stage. "
              "ECP5's LUT4 holds 2 for each carry cell and 6 for each DPR16X4."]
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=3600, help="seconds for one run of Yosys")
    parser.add_argument("--flow", choices=FLOWS, default="ecp5")
    parser.add_argument("--write-readme", action="store_true")
    parser.add_argument("units", nargs="*", metavar="LANES=N or UNIT", help="module names; default: all")
    args = parser.parse_args()
    lanes = [u.removeprefix("LANES=") for u in args.units if u.startswith("LANES=")]
    lanes = lanes[-1] if lanes and lanes[-1] else "32"
    if lanes not in ("4", "8", "16", "32"):
        parser.error(f"LANES={lanes}: it is 4, 8, 16 or 32")
    names = {u for u in args.units if not u.startswith("LANES=")}
    known = {u[1] for u in UNITS}
    if names - known:
        parser.error(f"no such unit: {' '.join(sorted(names - known))}; there are: {' '.join(sorted(known))}")
    if args.write_readme and (names or args.flow != "ecp5" or lanes != "32"):
        parser.error("--write-readme is for the whole table at 32 lanes")
    units = [u for u in UNITS if not names or u[1] in names]
    OUT.mkdir(parents=True, exist_ok=True)
    try:
        yosys = subprocess.run(["yosys", "-V"], capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        sys.exit("yosys is missing; make doctor says what to install")
    versions = f"{yosys.split(' (')[0]}, `{FLOWS[args.flow][1]}`, STRUCT = 1."

    figures = {}
    with concurrent.futures.ThreadPoolExecutor(max(1, min(args.jobs, 2))) as pool:
        jobs = {pool.submit(measure, u, args.flow, int(lanes), args.timeout): u for u in units}
        for job in concurrent.futures.as_completed(jobs):
            unit = jobs[job]
            got = figures[id(unit)] = job.result()
            text = got.get("error") or f"{got['lut4']:,} LUT4, depth {got['depth']}, {got['seconds']} s"
            print(f"  {unit[0].strip()} ({unit[1]}): {text}", file=sys.stderr, flush=True)
    results = [(u, figures[id(u)]) for u in units]
    lines = table(results, int(lanes), versions)
    print("\n".join(lines))
    report = [{"unit": u[0].strip(), "module": u[1], "parameters": u[2], "goal": u[3], "bound": u[4], **f} for u, f in results]
    (OUT / "report.json").write_text(json.dumps({"lanes": int(lanes), "tools": versions, "units": report}, indent=1) + "\n")
    if args.write_readme:
        pages.fill("rtl/area.md", synth=lines)
    failed = [f for _, f in results if f.get("error", "not built yet") != "not built yet"]
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
