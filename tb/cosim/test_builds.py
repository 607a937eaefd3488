#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/builds.py: a build's name and the words of `make sim` are the same thing, every parameter of the RTL is one of a build, and what
is no build is refused with a reason. Last the line "N passed, N failed"."""
import dataclasses
import itertools
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import boards  # noqa: E402
import builds  # noqa: E402
import optable  # noqa: E402
import test as all_tests  # noqa: E402
from regression import listfile  # noqa: E402

OURS = {"TAG_W"}  # the bench's tags are 8 bits wide
NOT_WORDS = {"CNT_START": "CARRY", "FIFO_DEPTH": "FIFO", "GMEM_BYTES": "GMEM"}
BUS_FIXED = {"SLOTS", "MATCH_BITS", "TICK_NS", "TICK_DIV", "BUILD"}  # of the bench of the bus
# What CMake is told of some builds, written out.
TOLD = (
    ("4", "LANES 4 SHFL_FORM 0 CTAS 1 HOP 4 WARPS 4 SLOTS 1 MATCH_BITS 4 WAITERS 4 COPIES 4 ALUS 8 BANKS 32 BEAT 4 WATCHDOG 1 FAMILIES 65535 TICK_NS 10 STRUCT 0"),
    ("32", "LANES 32 SHFL_FORM 0 CTAS 1 HOP 4 WARPS 4 SLOTS 1 MATCH_BITS 4 WAITERS 8 COPIES 8 ALUS 8 BANKS 32 BEAT 32 WATCHDOG 1 FAMILIES 65535 TICK_NS 10 STRUCT 0"),
    ("8_waves", "LANES 8 SHFL_FORM 0 CTAS 1 HOP 4 WARPS 4 SLOTS 1 MATCH_BITS 4 WAITERS 8 COPIES 8 ALUS 8 BANKS 32 BEAT 8 WATCHDOG 1 FAMILIES 65535 TICK_NS 10 STRUCT 0 TRACE"),
    ("4_w32_s2_cov", "LANES 4 SHFL_FORM 0 CTAS 1 HOP 4 WARPS 32 SLOTS 2 MATCH_BITS 4 WAITERS 64 COPIES 8 ALUS 8 BANKS 32 BEAT 4 WATCHDOG 1 FAMILIES 65535 TICK_NS 10 STRUCT 0 COVERAGE"),
    ("32_w32", "LANES 32 SHFL_FORM 0 CTAS 1 HOP 4 WARPS 32 SLOTS 1 MATCH_BITS 4 WAITERS 64 COPIES 8 ALUS 8 BANKS 32 BEAT 32 WATCHDOG 1 FAMILIES 65535 TICK_NS 10 STRUCT 0"),
    ("4_c2_o0", "LANES 4 SHFL_FORM 0 CTAS 2 HOP 4 WARPS 4 SLOTS 1 MATCH_BITS 4 WAITERS 4 COPIES 4 ALUS 8 BANKS 32 BEAT 4 WATCHDOG 1 FAMILIES 65535 TICK_NS 10 STRUCT 0 OPTIMISE 0"),
    ("4_c2_gate", "LANES 4 SHFL_FORM 0 CTAS 2 HOP 4 WARPS 4 SLOTS 1 MATCH_BITS 4 WAITERS 4 COPIES 4 ALUS 8 BANKS 32 BEAT 4 WATCHDOG 1 FAMILIES 65535 TICK_NS 10 STRUCT 1 GATE"),
    ("4_bus", "LANES 4 SHFL_FORM 0 WARPS 4 WAITERS 4 COPIES 4 ALUS 8 BANKS 32 BEAT 4 WATCHDOG 1 FAMILIES 65535 COUNTERS 1 FIFO 4 GMEM 1024 STRUCT 0 CNT_START 0"),
    ("32_beat8", "LANES 32 SHFL_FORM 0 CTAS 1 HOP 4 WARPS 4 SLOTS 1 MATCH_BITS 4 WAITERS 8 COPIES 8 ALUS 8 BANKS 32 BEAT 8 WATCHDOG 1 FAMILIES 65535 TICK_NS 10 STRUCT 0"),
    ("8_bus", "LANES 8 SHFL_FORM 0 WARPS 4 WAITERS 8 COPIES 8 ALUS 8 BANKS 32 BEAT 8 WATCHDOG 1 FAMILIES 65535 COUNTERS 1 FIFO 8 GMEM 4096 STRUCT 0 CNT_START 0"),
    ("4_carry_bus", "LANES 4 SHFL_FORM 0 WARPS 4 WAITERS 4 COPIES 4 ALUS 8 BANKS 32 BEAT 4 WATCHDOG 1 FAMILIES 65535 COUNTERS 1 FIFO 4 GMEM 1024 STRUCT 0 CNT_START 9223372036854775708"),
    ("hx8k_bus", "LANES 4 SHFL_FORM 1 WARPS 1 WAITERS 8 COPIES 8 ALUS 8 BANKS 32 BEAT 4 WATCHDOG 0 FAMILIES 11 COUNTERS 0 FIFO 2 GMEM 256 STRUCT 1 CNT_START 0"),
)
REFUSED = (
    ("", "LANES=5", "LANES=5: it is 4, 8, 16 or 32"), ("", "WARPS=3", "WARPS=3: it is"), ("", "LANES=x", "LANES=x: it is"),
    ("", "WARPS=2 SLOTS=4", "SLOTS=4: there are not more CTAs than warps"), ("", "CTAS=2 SLOTS=2", "SLOTS=2: with CTAS=2"),
    ("", "CTAS=2 FAMILIES=shfl", "FAMILIES=shfl: a cluster"), ("", "FAMILIES=16", "FAMILIES=16: it is"), ("", "FAMILIES=bar,tensor", "FAMILIES=bar,tensor: it is"),
    ("", "BANKS=4", "BANKS=4: each ALU has banks of its own, ALUS=8"), ("", "LANES=8 BEAT=16", "BEAT=16: it is at most LANES=8"), ("", "BEAT=3", "BEAT=3: it is 4, 8, 16 or 32"), ("", "BEAT=4 WARPS=8", "BEAT=4: it is at most LANES=32"),
    ("", "HOP=2", "HOP=2: clusters have it"), ("", "CTAS=2 HOP=256", "HOP=256: it is 1 to 255"), ("", "COPIES=3", "COPIES=3: it is"),
    ("", "DUT=gate LANES=8", "DUT=gate: netlists are made with LANES=4"), ("", "DUT=rtl", "DUT=rtl: it is gate"), ("", "LANE=4", "LANE=4: what is that?"),
    ("", "FIFO=4", "FIFO=4: tests of the bus"), ("", "BOARD=hx8k", "BOARD=hx8k: tests of the bus"),
    ("", "LANES=\uff14", "LANES=\uff14: it is"), ("", "LANES=0x", "LANES=0x: it is"), ("--bus", "CARRY=1 COUNTERS=0", "CARRY=1: with COUNTERS=0"),
    ("--bus", "BOARD=hx8k DUT=gate", "DUT=gate: of BOARD=hx8k"), ("--bus", "BOARD=hx8k WARPS=4", "WARPS=4: with BOARD=hx8k it is 1"),
    ("--bus", "CTAS=2", "CTAS=2: tests of the bus"), ("--bus", "GMEM=100", "GMEM=100: it is a power of two"), ("--bus", "DUT=gate", "DUT=gate: netlists"),
    ("--bus", "BOARD=icestick", "which board? Say BOARD=ulx3s|ulx3s32|hx8k|icebreaker"), ("--bus", "BOARD=hx8k WARPS=2", "WARPS=2: with BOARD=hx8k it is 1"),
)
NO_NAMES = ("", "5", "4_x9", "4_w", "4_w3", "4_w4", "4_s2_w8", "4_bfly_bfly", "4_gate_w8", "bus", "hx8k", "hx9k_bus", "4_c2_onlyshfl", "4_t20", "4_dog1")


def here(bench, words):
    return builds.asked(bench, words.split())


def listed():
    """Names that the list of regressions and make test use."""
    groups = listfile.read(ROOT / "tb/regress/regress.list")
    names = {build for rows in groups.values() for row in rows if row.seeded for build in row.builds} - {"serial"}
    return sorted(names | {all_tests.bench(tests, words).removeprefix("ws_sim_") for tests, words, _ in all_tests.SIMULATIONS})


def there_and_back(name):
    made = builds.parse(name)
    again = here(made.bench, made.words())
    assert made.name() == name, f"{name} is called {made.name()}"
    assert again == dataclasses.replace(made, end=()), f"{name}: its words are {made.words()}, and these ask for {again.name()}"
    return made


def every_value(bench):
    """Each value of each parameter alone, and each two parameters together, there and back."""
    for parameter in (p for p in builds.ALL.values() if bench in p.on):
        for value in parameter.values:
            around = {"CTAS": 2} if parameter.word == "HOP" else {"WARPS": 8} if parameter.word == "SLOTS" else {"ALUS": 4} if parameter.word == "BANKS" and value < 8 else {}
            made = there_and_back(builds.build(bench, {**around, parameter.word: value}).name())
            wanted = f"CNT_START {builds.CARRIES_SOON * value}" if parameter.word == "CARRY" else f"{parameter.word} {value}"
            assert f" {wanted} " in f" {made.cmake()} ", f"{made.name()}: CMake is not told {wanted}"
    for one, two in itertools.combinations((p for p in builds.ALL.values() if bench in p.on), 2):
        try:
            made = builds.build(bench, {one.word: one.values[-1], two.word: two.values[-1]})
        except builds.NoBuild:
            continue
        there_and_back(made.name())


def parameters_of(path, ours, spelled, fixed):
    """What a top has is a word of `make sim`, and the other way round."""
    text = (ROOT / path).read_text(encoding="utf-8")
    top = set(re.findall(r"^ *parameter +(?:\[[^]]*\] +)?(\w+)", text[text.index("module "):text.index(") (")], re.M))
    named = {spelled.get(name, name) for name in top if not name.endswith(("WARP_W", "ROW_W", "MSG_W"))} - fixed
    assert named == ours, f"{path} has {sorted(named - ours)} beside what scripts/builds.py has, and not {sorted(ours - named)}"


def refused(flag, words, says):
    done = subprocess.run([ROOT / "scripts/builds.py", *flag.split(), *words.split()], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and done.stderr.startswith(says) and not done.stdout, f"{flag} {words}: exit {done.returncode}, {done.stdout}{done.stderr}"


def no_name(name):
    done = subprocess.run([ROOT / "scripts/builds.py", "--words", name], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and done.stderr.startswith(f"{name}: "), f"{name}: exit {done.returncode}, {done.stdout}{done.stderr}"


def told(name, wanted):
    """The line for CMake."""
    done = subprocess.run([ROOT / "scripts/builds.py", "--cmake", name], capture_output=True, text=True, check=True)
    words = subprocess.run([ROOT / "scripts/builds.py", "--words", name], capture_output=True, text=True, check=True).stdout.strip()
    line = f"{name}|{'bus' if '_bus' in name else 'block'}|{wanted}|{words}"
    assert done.stdout.strip() == line, f"CMake is told {done.stdout.strip()} and not {line}"


def defaults_of(bench, path):
    """What the function takes that CMake calls, where nobody says, is what is said here."""
    row = re.search(r"^  set\(values (.*)\)$", (ROOT / path).read_text(encoding="utf-8"), re.M)[1].split()
    theirs = {key: int(value) for key, value in zip(row[::2], row[1::2])}
    ours = {word: value for word, value in builds.defaults(bench, {}).items() if word != "CARRY"}
    for word, value in ours.items():
        assert theirs.get(word) == value, f"{word} is {value} by default, and {theirs.get(word)} in {path}"


def make_knows():
    """The Makefile hands on every word."""
    row = re.search(r"^PARAMETERS = (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)[1].split()
    assert sorted(row) == sorted([*builds.ALL, "DUT", "BOARD"]), f"the Makefile hands on {sorted(set(row) ^ {*builds.ALL, 'DUT', 'BOARD'})} or not"


def as_it_was():
    """What nobody says is as it is by default, also where the words say so."""
    assert here("block", "").name() == "32" and here("block", "LANES= WARPS=4 STRUCT=0 DUT=both BOARD=").name() == "32"
    assert here("block", "LANES=04 CARRY=0").name() == "4" and here("bus", "CTAS=1 TICK_NS=10").name() == "32_bus"
    assert here("block", "LANES=4 WAITERS=4").name() == "4" and here("block", "LANES=8 WAITERS=4").name() == "8_wait4"
    assert here("block", "LANES=4 FAMILIES=0x12").name() == "4_onlybar" and here("block", "LANES=4 FAMILIES=bar,shfl").name() == "4_onlyshflbar" and here("block", f"FAMILIES={optable.all_families()}").name() == "32" and here("bus", "LANES=32 BOARD=hx8k").name() == "hx8k_bus"


def board(name):
    """What a board's top gives to its block is what its build has."""
    made, table = builds.of_board(name), boards.board(name)["parameters"]
    for key, value in table.items():
        word = NOT_WORDS.get(key, key)
        assert word not in builds.ALL or made.value(word) == value, f"{name}: {word} is {made.value(word)} and not {value}"
    there_and_back(made.name())


def checks():
    words = {p.word for p in builds.ALL.values() if builds.ON_BLOCK in p.on}
    yield "parameters of ws_top", lambda: parameters_of("rtl/ws_top.v", words - {"CTAS", "HOP"}, {}, OURS)
    yield "parameters of ws_cluster", lambda: parameters_of("rtl/cluster/ws_cluster.v", words - {"FAMILIES"}, {}, OURS)
    on_bus = {p.word for p in builds.ALL.values() if builds.ON_BUS in p.on}
    yield "parameters of ws_bus", lambda: parameters_of("rtl/bus/ws_bus.v", on_bus, NOT_WORDS, BUS_FIXED)
    yield "values on the block", lambda: every_value(builds.ON_BLOCK)
    yield "values on the bus", lambda: every_value(builds.ON_BUS)
    yield "defaults", as_it_was
    yield "defaults of ws_dut", lambda: defaults_of(builds.ON_BLOCK, "tb/cosim/verilated.cmake")
    yield "defaults of ws_bus_sim", lambda: defaults_of(builds.ON_BUS, "tb/bus/CMakeLists.txt")
    yield "the Makefile", make_knows
    for name, wanted in TOLD:
        yield f"CMake's {name}", lambda name=name, wanted=wanted: told(name, wanted)
        yield f"build {name}", lambda name=name: there_and_back(name)
    for name in boards.table():
        yield f"board {name}", lambda name=name: board(name)
    yield "names that are used", lambda: [there_and_back(name) for name in listed()]
    for row in REFUSED:
        yield " ".join(row[:2]).strip(), lambda row=row: refused(*row)
    for name in NO_NAMES:
        yield f"no build '{name}'", lambda name=name: no_name(name)


def main():
    passed = failed = 0
    for name, check in checks():
        try:
            check()
            passed += 1
        except (AssertionError, builds.NoBuild, listfile.BadList, subprocess.CalledProcessError) as why:
            failed += 1
            print(f"FAIL {name}: {why}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
