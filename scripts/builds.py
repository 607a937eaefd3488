#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The builds of the benches. A build is its name, and the name says its parameters: lanes, then a mark for each parameter that is not as
it is by default, in the order of PARAMETERS. `4_w16_s4` has 4 lanes, 16 warps and 4 CTAs, `32_bfly` the butterfly. At the end `_waves`,
`_cov` or `_o0`: with tracing, with coverage, without Verilator's optimisation. `hx8k_bus` is the block as it is on that board, on the bus.

builds.py [--bus] WORD=VALUE...   the name of the build that these words of `make sim` ask for
builds.py --words NAME...         of each the words that ask for it
builds.py --cmake NAME...         for CMake a line a build: NAME|block or bus|PARAMETER VALUE ... OPTION ...|words; leaves out what is none

Exit 2 if there is no such build; says why.
"""
import dataclasses
import re
import sys

import boards
import optable

ON_BLOCK, ON_BUS = "block", "bus"
ENDS = {"waves": "TRACE", "cov": "COVERAGE", "o0": "OPTIMISE 0"}  # how it is compiled: no words of make


class NoBuild(Exception):
    """What is wrong, for a person."""


@dataclasses.dataclass(frozen=True)
class Parameter:
    word: str  # of make
    mark: str  # in a name; with a number behind it, if there is no `value`
    default: int
    values: tuple  # the ones it may have
    said: str  # how these are said to a person
    value: int = None  # that the mark alone stands for
    on: tuple = (ON_BLOCK, ON_BUS)  # benches that have it


def powers(first, last):
    return tuple(1 << k for k in range(32) if first <= 1 << k <= last)


EVERY, ALWAYS = optable.all_families(), optable.always()
ALL_FAMILIES = (1 << optable.FAMILY_BITS) - 1  # bits that are no family's mean nothing, so that this is all, whatever there is
FAMILIES = (*(n for n in range(EVERY) if n & ~EVERY == 0 and n & ALWAYS == ALWAYS), ALL_FAMILIES)
NETLISTS = (1, 2)  # CTAS of which scripts/gate.py has been tried
CARRIES_SOON = 2**63 - 100  # counters that carry into their last bit after a hundred events

LANES = Parameter("LANES", "", 32, powers(4, 32), "4, 8, 16 or 32")
PARAMETERS = (
    Parameter("SHFL_FORM", "bfly", 0, (0, 1), "0 (crossbar) or 1 (butterfly)", value=1),
    Parameter("CTAS", "c", 1, tuple(range(1, 9)), "1 to 8", on=(ON_BLOCK,)),
    Parameter("HOP", "hop", 4, tuple(range(1, 256)), "1 to 255", on=(ON_BLOCK,)),
    Parameter("WARPS", "w", 4, powers(1, 32), "1, 2, 4, 8, 16 or 32"),
    Parameter("SLOTS", "s", 1, powers(1, 8), "1, 2, 4 or 8", on=(ON_BLOCK,)),
    Parameter("MATCH_BITS", "match", 4, powers(4, 32), "4, 8, 16 or 32", on=(ON_BLOCK,)),
    Parameter("WAITERS", "wait", 8, tuple(range(2, 65)), "2 to 64"),
    Parameter("COPIES", "copy", 8, powers(2, 64), "2, 4, 8, 16, 32 or 64"),
    Parameter("ALUS", "alus", 8, powers(4, 32), "4, 8, 16 or 32"),
    Parameter("BANKS", "banks", 32, powers(4, 32), "4, 8, 16 or 32"),
    Parameter("BEAT", "beat", 32, powers(4, 32), "4, 8, 16 or 32"),
    Parameter("WATCHDOG", "dog", 1, (0, 1), "0 or 1"),
    Parameter("FAMILIES", "only", ALL_FAMILIES, FAMILIES, f"some of {', '.join(optable.families())}, with commas between, or {ALL_FAMILIES}, all of them"),
    Parameter("TICK_NS", "t", 10, (10, 1000), "10 or 1000, of which there are tests", on=(ON_BLOCK,)),
    Parameter("COUNTERS", "count", 1, (0, 1), "0 or 1", on=(ON_BUS,)),
    Parameter("FIFO", "fifo", 8, powers(2, 64), "2, 4, 8, 16, 32 or 64", on=(ON_BUS,)),
    Parameter("GMEM", "gmem", 4096, powers(256, 65536), "a power of two from 256 to 65536", on=(ON_BUS,)),
    Parameter("CARRY", "carry", 0, (0, 1), "1 (counters on the bus begin short of a carry into their last bit) or 0", value=1, on=(ON_BUS,)),
    Parameter("STRUCT", "struct", 0, (0, 1), "1 (the structure that is synthesized) or 0 (simulates fast)", value=1),
)
ALL = {parameter.word: parameter for parameter in (LANES, *PARAMETERS)}


def defaults(bench, given):
    """What each parameter is where nobody says; at 4 lanes tables are small, so that tests fill them."""
    found = {p.word: p.default for p in ALL.values() if bench in p.on}
    lanes, warps = given.get("LANES", LANES.default), given.get("WARPS", ALL["WARPS"].default)
    found["BEAT"] = lanes
    if warps == 32:
        found["WAITERS"] = 64
    elif lanes == 4:
        found |= {"WAITERS": 4, "COPIES": 4}
    if bench == ON_BUS and lanes == 4:
        found |= {"FIFO": 4, "GMEM": 1024}
    return found


@dataclasses.dataclass(frozen=True)
class Build:
    bench: str
    given: tuple  # (word, value) of what is not as by default
    board: str = ""  # whose block it is
    gate: bool = False  # the netlist of synthesis
    end: tuple = ()  # of ENDS

    def values(self):
        """All parameters of the bench; a netlist is of what is synthesized."""
        return {**defaults(self.bench, dict(self.given)), **dict(self.given), **({"STRUCT": 1} if self.gate else {})}

    def value(self, word):
        return self.values().get(word)

    def name(self):
        marks = [p.mark if p.value is not None else f"{p.mark}{spelled(p.word, self.value(p.word), '')}" for p in PARAMETERS if p.word in dict(self.given)]
        at = len(marks) - (marks[-1:] == ["struct"])
        marks[at:at] = ["bus"] * (self.bench == ON_BUS)
        return "_".join([self.board or str(self.value("LANES")), *(marks if not self.board else ["bus"]), *["gate"] * self.gate, *self.end])

    def words(self):
        if self.board:
            return f"BOARD={self.board}"
        more = [f"{word}={spelled(word, value, ',')}" for word, value in self.given if word != "LANES"]
        return " ".join([f"LANES={self.value('LANES')}", *more, *["DUT=gate"] * self.gate])

    def cmake(self):
        """Of ws_dut() and ws_bus_sim()."""
        values = self.values()
        if "CARRY" in values:
            values["CNT_START"] = CARRIES_SOON * values.pop("CARRY")
        return " ".join([f"{key} {value}" for key, value in values.items()] + ["GATE"] * self.gate + [ENDS[end] for end in self.end])


def spelled(word, value, between):
    """A value as words and names have it: of families their names, without those that no block is without unless there are no others."""
    if word != "FAMILIES" or value not in FAMILIES[:-1]:
        return str(value)
    return between.join(optable.family_names(value & ~ALWAYS) or optable.family_names(value))


def known(word, value):
    """A number as it is in `values`: all families are all, however they are said."""
    return ALL_FAMILIES if word == "FAMILIES" and value & EVERY == EVERY else value


def build(bench, values, **more):
    """The build with these values, {word: number}; NoBuild if there is none."""
    values = {word: known(word, value) for word, value in values.items()}
    for word, value in values.items():
        if bench not in ALL[word].on and value != ALL[word].default:
            raise NoBuild(f"{word}={value}: " + ("tests of the bus, TEST='bus_*', have it" if bench == ON_BLOCK else "tests of the bus, TEST='bus_*', do not have it"))
        if value not in ALL[word].values:
            raise NoBuild(f"{word}={spelled(word, value, ',')}: it is {ALL[word].said}")
    usual = defaults(bench, values)
    whole = {**usual, **values}
    made = Build(bench, tuple((word, values[word]) for word in ALL if word in values and word in usual and values[word] != usual[word]), **more)
    if whole.get("CARRY") and not whole.get("COUNTERS"):
        raise NoBuild("CARRY=1: with COUNTERS=0 there is nothing that counts")
    if whole["BANKS"] < whole["ALUS"]:
        raise NoBuild(f"BANKS={whole['BANKS']}: each ALU has banks of its own, ALUS={whole['ALUS']}")
    if whole["BEAT"] > whole["LANES"] or (whole["BEAT"] < whole["LANES"] and whole["WARPS"] * whole["LANES"] > 32 * whole["BEAT"]):
        raise NoBuild(f"BEAT={whole['BEAT']}: it is at most LANES={whole['LANES']}, and a warp of fewer lanes than these is several of at most 32 warps, WARPS={whole['WARPS']}")
    if bench == ON_BLOCK:
        ctas, slots = whole["CTAS"], whole["SLOTS"]
        if slots > whole["WARPS"]:
            raise NoBuild(f"SLOTS={slots}: there are not more CTAs than warps, WARPS={whole['WARPS']}")
        if ctas > 1 and slots > 1:
            raise NoBuild(f"SLOTS={slots}: with CTAS={ctas} it is 1, a CTA an instance")
        if ctas > 1 and whole["FAMILIES"] != ALL_FAMILIES:
            raise NoBuild(f"FAMILIES={spelled('FAMILIES', whole['FAMILIES'], ',')}: a cluster, CTAS={ctas}, has all families")
        if ctas == 1 and "HOP" in dict(made.given):
            raise NoBuild(f"HOP={whole['HOP']}: clusters have it, CTAS=2 to 8")
    if made.gate and (bench == ON_BUS or whole["LANES"] != 4 or whole["CTAS"] not in NETLISTS or set(dict(made.given)) - {"LANES", "CTAS"}):
        raise NoBuild("DUT=gate: netlists are made with LANES=4, of one CTA or with CTAS=2, the other parameters as they are by default")
    return made


def of_board(name, **more):
    """The block of rtl/fpga/boards.toml, with the parameters that it has there."""
    try:
        table = boards.board(name)["parameters"]
    except boards.Wrong as why:
        raise NoBuild(str(why)) from None
    have = {**boards.defaults((boards.FOLDER / "ws_board.v").read_text(encoding="utf-8"), table), **table, "STRUCT": 1}
    have |= {"FIFO": have["FIFO_DEPTH"], "GMEM": have["GMEM_BYTES"]}
    return build(ON_BUS, {word: have[word] for word, p in ALL.items() if ON_BUS in p.on and word in have}, board=name, **more)


def asked(bench, words):
    """The build that words of make ask for, WORD=VALUE each; one without a value says nothing."""
    values, gate, board = {}, False, ""
    for word in words:
        key, _, text = word.partition("=")
        if key not in (*ALL, "DUT", "BOARD"):
            raise NoBuild(f"{word}: what is that?")
        if not text:
            continue
        if key == "DUT":
            if text not in ("gate", "both"):
                raise NoBuild(f"{word}: it is gate (the netlist of synthesis), or left away")
            gate = text == "gate"
        elif key == "BOARD":
            board = text
        elif key == "FAMILIES" and optable.family_set(text):
            values[key] = optable.family_set(text)
        elif not re.fullmatch(r"[0-9]+|0x[0-9a-fA-F]+", text):
            raise NoBuild(f"{word}: it is {ALL[key].said}")
        else:
            values[key] = int(text, 16 if text.startswith("0x") else 10)
    if not board:
        return build(bench, values, gate=gate)
    if bench != ON_BUS:
        raise NoBuild(f"BOARD={board}: tests of the bus, TEST='bus_*', run on the block of a board")
    own = of_board(board)
    if gate:
        raise NoBuild(f"DUT=gate: of BOARD={board} there is no netlist for this bench; make board-sim NETLIST=1 has one")
    for key, value in values.items():
        if key == "LANES" and value == LANES.default:
            continue  # nobody said so: make gives it in any case
        if own.value(key) is None or known(key, value) != own.value(key):
            raise NoBuild(f"{key}={value}: with BOARD={board} " + ("there is none" if own.value(key) is None else f"it is {own.value(key)}"))
    return own


def parse(name):
    """The build of a name."""
    marks = name.split("_")
    end = tuple(mark for mark in marks if mark in ENDS)
    first, *marks = [mark for mark in marks if mark not in ENDS]
    bench = ON_BUS if "bus" in marks else ON_BLOCK
    gate, marks = "gate" in marks, [mark for mark in marks if mark not in ("bus", "gate")]
    try:
        if re.fullmatch("[0-9]+", first):
            found = build(bench, dict([("LANES", int(first)), *map(read, marks)]), gate=gate, end=end)
        elif bench == ON_BUS and not marks and not gate:
            found = of_board(first, end=end)
        else:
            raise NoBuild("lanes stand first")
    except NoBuild as why:
        raise NoBuild(f"{name}: no build of a bench: {why}; builds are like 32, 4_bfly, 4_c8, 8_w32, 4_w16_s4_match8, hx8k_bus") from None
    if found.name() != name:
        raise NoBuild(f"{name}: this build is called {found.name()}")
    return found


def read(mark):
    """(word, value) of one mark of a name."""
    for p in PARAMETERS:
        if p.value is not None and mark == p.mark:
            return p.word, p.value
        if p.word == "FAMILIES" and (found := re.fullmatch(rf"{p.mark}((?:{'|'.join(optable.families())})+)", mark)):
            return p.word, optable.family_set(",".join(re.findall("|".join(optable.families()), found[1])))
        if p.value is None and (found := re.fullmatch(rf"{p.mark}([0-9]+)", mark)):
            return p.word, int(found[1])
    raise NoBuild(f"'{mark}' is no mark of a parameter")


def lines(names):
    """For CMake; a name of another day is no reason to build nothing."""
    for name in names:
        try:
            made = parse(name)
            yield f"{name}|{made.bench}|{made.cmake()}|{made.words()}"
        except NoBuild as why:
            print(why, file=sys.stderr)


def main(words):
    try:
        if words[:1] in (["--help"], ["-h"]):
            print(__doc__)
        elif words[:1] == ["--cmake"]:
            print(*lines(words[1:]), sep="\n")
        elif words[:1] == ["--words"]:
            print(*(parse(name).words() for name in words[1:]), sep="\n")
        else:
            bench = ON_BUS if words[:1] == ["--bus"] else ON_BLOCK
            print(asked(bench, words[bench == ON_BUS:]).name())
    except NoBuild as why:
        print(why, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
