#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make lint, make format: one line for each check; a failed check is followed by what the tool said.

lint.py [--format] [--top MODULE] [--new] [--short]   --top lints one module of rtl/ with its default parameters in the three tools.

--short: Yosys, the slowest, reads the sets of SHORT_YOSYS alone, and illegal parameters are tried in Icarus alone. --new: checks of RTL that passed before with the same rtl/ and the same tools are not run again; FRESH=1 runs them all.
"""
import argparse
import concurrent.futures
import os
import re
import sys
import time

import boards
import children
import digest
import evidence
import families
import optable
import style

SHOWN = 15  # lines of what a tool said
FILES = "rtl/files.f"
VERILATOR = "verilator --lint-only -Wall --default-language 1364-2005 -fno-const-bit-op-tree -fno-dfg -Irtl rtl/lint.vlt".split()
# Each pair of values of the first six parameters occurs in some row; 32 lanes in both shuffle forms. Rows with CTAS are
# for the cluster, those with FIFO_DEPTH for the block on a bus, GAP_CLKS, BAUD, CLK_HZ for the serial line, the others for one CTA.
SETS = (
    dict(LANES=32, WARPS=4, SHFL_FORM=0, STRUCT=0, WATCHDOG=0, MATCH_BITS=4),
    dict(LANES=32, WARPS=4, SHFL_FORM=1, STRUCT=1, WATCHDOG=1, MATCH_BITS=8, WAITERS=64, COPIES=64, SLOTS=4),
    dict(LANES=16, WARPS=8, SHFL_FORM=0, STRUCT=1, WATCHDOG=1, MATCH_BITS=16, TICK_NS=1000, SLOTS=8, ALUS=32),
    dict(LANES=8, WARPS=2, SHFL_FORM=1, STRUCT=0, WATCHDOG=0, MATCH_BITS=32, WAITERS=2, COPIES=2),
    dict(LANES=4, WARPS=1, SHFL_FORM=0, STRUCT=1, WATCHDOG=0, MATCH_BITS=4, TICK_NS=1, ALUS=4),
    dict(LANES=4, WARPS=4, STRUCT=1, ALUS=4, BANKS=4, SLOTS=2),
    dict(LANES=32, WARPS=4, ALUS=8, BANKS=8, BEAT=8),
    dict(LANES=8, WARPS=1, STRUCT=1, BEAT=4, ALUS=4, BANKS=8),
    dict(LANES=16, WARPS=8, BEAT=4, SLOTS=4),
    dict(LANES=4, WARPS=32, SHFL_FORM=1, STRUCT=0, WATCHDOG=1, MATCH_BITS=8, WAITERS=5, SLOTS=2),
    dict(LANES=4, WARPS=1, SHFL_FORM=1, STRUCT=1, FAMILIES=optable.always()),
    dict(LANES=4, WARPS=2, FAMILIES=optable.family_set("bar")),
    dict(LANES=8, WARPS=4, FAMILIES=optable.family_set("shfl,match,redux,mbar")),
    dict(CTAS=2, HOP=20, LANES=8, WARPS=2, BEAT=4),
    dict(CTAS=8, HOP=1, LANES=4, WARPS=1),
    dict(FIFO_DEPTH=8, LANES=16, WARPS=4, ALUS=4, BANKS=4, BEAT=4),
    dict(FIFO_DEPTH=64, GMEM_BYTES=65536, TICK_DIV=65535, LANES=8, WARPS=32, STRUCT=1, SLOTS=2, WATCHDOG=0),
    dict(FIFO_DEPTH=2, GMEM_BYTES=256, BUILD=7, LANES=4, WARPS=1, SHFL_FORM=1),
    dict(GAP_CLKS=1200000),
    dict(GAP_CLKS=2),
    dict(BAUD=115200),
    dict(CLK_HZ=25000000),
    dict(CNT_START="64'd9223372036854775708", LANES=4),
    dict(FIFO_DEPTH=2, COUNTERS=0, FAMILIES=optable.family_set("shfl,match,redux"), LANES=4, WARPS=1, SHFL_FORM=1, STRUCT=1, WATCHDOG=0),
    dict(FIFO_DEPTH=2, COUNTERS=0, FAMILIES=optable.family_set("shfl,redux"), LANES=4, WARPS=1, SHFL_FORM=1, STRUCT=1, WATCHDOG=0),
)
SHORT_YOSYS = (1, 11, 13, 16)  # of SETS: one CTA at 32 lanes, the cluster, the bus, the serial line
# Outside their range: elaboration has to stop at an instance of a module that does not exist and says why by its name,
# ..NAME_must_be_.. or ..illegal_NAME.
ILLEGAL = (dict(LANES=5), dict(LANES=64), dict(WARPS=3), dict(WARPS=64), dict(MATCH_BITS=5), dict(SHFL_FORM=2),
           dict(WAITERS=1), dict(COPIES=3), dict(ALUS=2), dict(BANKS=64), dict(BANKS=4, ALUS=8), dict(BEAT=3), dict(BEAT=16, LANES=8), dict(BEAT=4, WARPS=8), dict(TICK_NS=0), dict(CTAS=9), dict(HOP=256), dict(SLOTS=3), dict(SLOTS=16),
           dict(SLOTS=8, WARPS=4), dict(SLOTS=2, CTAS=2), dict(FIFO_DEPTH=3), dict(FIFO_DEPTH=128), dict(GMEM_BYTES=5000), dict(TICK_DIV=0), dict(GAP_CLKS=1), dict(BAUD=2000000), dict(BAUD=100), dict(BAUD=1400000),
           dict(FAMILIES=optable.all_families() & ~optable.always()), dict(FAMILIES=1 << optable.FAMILY_BITS), dict(COUNTERS=2))
OF_THE_TREE = ("rtl/files.f is complete", "clang-format", "style rules", "data sheet")  # what reads more than rtl/
READ, TOOLS = ("rtl", "scripts/lint.py"), ("verilator --version", "iverilog -V", "yosys -V")
CLUSTER = ("CTAS", "HOP")  # parameters that only the cluster has
LINE = {"GAP_CLKS": "ws_serial", "BAUD": "ws_uart_rx", "CLK_HZ": "ws_uart_tx"}  # which of the serial line a row is for
BUS = ("FIFO_DEPTH", "GMEM_BYTES", "TICK_DIV", "BUILD", "COUNTERS", "CNT_START")  # that only the block on a bus has


def rtl_files():
    with open(FILES, encoding="utf-8") as listing:
        names = [line.split("//")[0].split("#")[0].strip() for line in listing]
    return [name for name in names if name and name[0] not in "+-"]


def run(command):
    """Exit status and output of a command; a tool that is absent is a failure with its name."""
    try:
        done = children.run_in_thread(command, 900)
    except FileNotFoundError:
        return 127, f"{command[0]} is not installed; make doctor lists what is missing\n"
    return (124, f"{done.late}\n") if done.late else (done.status, done.said)


def verilator(params, top, extra=()):
    sizes = [f"-G{key}={value}" for key, value in params.items()]
    return run(VERILATOR + sizes + ["--top-module", top] + rtl_files() + list(extra))


def icarus(params, top, extra=()):
    sizes = [f"-P{top}.{key}={value}" for key, value in params.items()]
    status, text = run(["iverilog", "-g2005", "-Wall", "-tnull", "-Irtl", "-s", top] + sizes + rtl_files() + list(extra))
    return status or (1 if text.strip() else 0), text  # Icarus exits 0 on warnings


def yosys(params, top):
    sizes = "".join(f" -chparam {key} {value}" for key, value in params.items())
    script = f"read_verilog -Irtl {' '.join(rtl_files())}; hierarchy -check -top {top}{sizes}; proc; opt_clean; check -assert"
    return run(["yosys", "-q", "-p", script])


def later_language():
    """Many tools read .v files as SystemVerilog, whose words are no names then."""
    status, text = run(["iverilog", "-g2012", "-tnull", "-Irtl", "-s", "ws_bus"] + rtl_files())
    if status == 0:
        status, text = run(["verilator", "--lint-only", "-fno-const-bit-op-tree", "-fno-dfg", "-Irtl", "rtl/lint.vlt", "--top-module", "ws_bus"] + rtl_files())
    return status, text


def top_of(params):
    for key in set(params) & set(LINE):
        return LINE[key]
    return "ws_cluster" if set(params) & set(CLUSTER) else "ws_bus" if set(params) & set(BUS) else "ws_top"


def illegal(tools):
    for params in ILLEGAL:
        for tool in tools:
            status, text = tool(params, top_of(params))
            word = next(iter(params)).split("_")[-1]  # inside the units MATCH_BITS is BITS, SHFL_FORM is FORM
            if status == 0 or not re.search(rf"{word}_must_be|illegal_\w*{word}\b", text):
                return 1, f"{tool.__name__} must stop at {params} and name the parameter; it said:\n{text}"
    return 0, ""


def complete():
    """files.f names every RTL file, each once."""
    listed = rtl_files()
    on_disk = {str(p) for p in style.tree_files() if p.parts[0] == "rtl" and p.parts[1] != "fpga" and p.suffix == ".v" and not p.name.startswith("ws_example_")}
    wrong = [f"{FILES}: names {name} twice or it is not there" for name in listed if name not in on_disk or listed.count(name) > 1]
    wrong += [f"{FILES}: add {name}" for name in sorted(on_disk - set(listed))]
    return (1 if wrong else 0), "\n".join(wrong)


def c_files():
    for path in style.tree_files():
        if path.suffix in (".c", ".h", ".cpp"):
            with open(path, encoding="utf-8") as source:
                if not style.generated([next(source, "") for _ in range(3)]):
                    yield str(path)


def clang_format():
    status, text = run(["clang-format-14", "--dry-run", "-Werror"] + list(c_files()))
    places = re.findall(r"^(\S+?:\d+):\d+: error", text, re.M)
    first = {place.split(":")[0]: place for place in reversed(places)}
    return status, "\n".join(f"{place}: not formatted; make format does it" for place in first.values()) or text


def style_rules():
    bad = list(style.problems())
    return (1 if bad else 0), "\n".join(bad)


def data_sheet():
    return run(["python3", "scripts/gen_sheet.py", "--check"])


def board_checks():
    """Each board's top, with models of its vendor's cells; and that the table of boards says what the tops say."""
    for name, about in boards.table().items():
        more = ["rtl/fpga/ws_board.v", f"rtl/fpga/{about['top']}.v", "tb/board/cells.v"]
        yield f"verilator board {name}", lambda t=about["top"], m=more: verilator({}, t, ["tb/board/lint.vlt", *m])
        yield f"icarus    board {name}", lambda t=about["top"], m=more: icarus({}, t, m)
    yield "table of boards", boards.compare


def checks(top, short=False):
    """(name, function) of each check, the long ones first."""
    for number, params in enumerate(SETS if top == "ws_top" else ({},)):
        label = " ".join(f"{key}={value}" for key, value in params.items())
        module = top_of(params) if params else top
        if not short or number in SHORT_YOSYS:
            yield f"yosys     {label}", lambda p=params, m=module: yosys(p, m)
        yield f"verilator {label}", lambda p=params, m=module: verilator(p, m)
        yield f"icarus    {label}", lambda p=params, m=module: icarus(p, m)
    if top == "ws_top":
        yield "illegal parameters stop elaboration", lambda: illegal((icarus,) if short else (verilator, icarus))
        yield "read as SystemVerilog", later_language
        yield "rtl/files.f is complete", complete
        yield "clang-format", clang_format
        yield "style rules", style_rules
        yield "data sheet", data_sheet
        yield from board_checks()
        for name in ("ws_example_core", "ws_example_soc"):
            yield f"verilator {name}", lambda n=name: verilator({}, n, [f"rtl/{n}.v"])
            yield f"icarus    {name}", lambda n=name: icarus({}, n, [f"rtl/{n}.v"])


def remembered(name, check, tree, store, *words):
    """A check that reads rtl/ alone, not run again while that and the tools are as they were."""
    what, sources = f"{evidence.CHECK}lint {name}", tree.check(READ, TOOLS, name, *words)
    before = store.passed(what, sources)
    if before and sources and not os.environ.get("FRESH"):
        return 0, "", f" (on the same sources {before['date']})"
    status, text = check()
    if status == 0 and sources:
        evidence.record(what, sources, True)
    return status, text, ""


def of_family(tree, name):
    """What lint says of a family is said of the RTL around it too."""
    return digest.digest(tree.traffic(name), *tree.named([style.ROOT / "scripts/lint.py", style.ROOT / "rtl/lint.vlt"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--format", action="store_true", help="rewrite C and C++ with clang-format")
    parser.add_argument("--top", default="ws_top")
    parser.add_argument("--new", action="store_true", help="not what passed before on the same files")
    parser.add_argument("--short", action="store_true", help="the quick ones alone")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    os.chdir(style.ROOT)
    if args.format:
        status, text = run(["clang-format-14", "-i"] + list(c_files()))
        print(text, end="")
        return status
    failed, tree, store, start = 0, digest.Tree(), evidence.Store(here=True), time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        running = [(name, pool.submit(remembered, name, check, tree, store, *["short"] * args.short) if args.new and name not in OF_THE_TREE else pool.submit(lambda c=check: (*c(), "")))
                   for name, check in checks(args.top, args.short)]
        for name, future in running:
            status, text, before = future.result()
            print(f"{'FAIL' if status else 'ok  '} {name}{before}", flush=True)
            if status:
                failed += 1
                lines = text.strip().splitlines()
                print("\n".join("     " + line for line in lines[:SHOWN]))
                if len(lines) > SHOWN:
                    print(f"     ... {len(lines) - SHOWN} more lines")
    if args.top == "ws_top" and not args.short:
        now = digest.Tree()
        for name in (family.name for family in families.FAMILIES):
            if of_family(tree, name) == of_family(now, name):
                evidence.record(f"lint {name}", of_family(now, name), not failed, seconds=time.monotonic() - start, checks=len(running), failed=failed)
    print(f"{len(running) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    children.stop_threads_too()
    sys.exit(main())
