# SPDX-License-Identifier: Apache-2.0
"""Is a mutant the unit itself, or at least nothing that a run can show? A miter of the unit, or of the whole design, and all
mutants that are asked about goes to ABC, once for each of them, with the select tied to its number. What mutants.py asks when
no test fails."""
import re
import subprocess

import mutant_seen
from mutant_netlists import MEMORY, OUT, ROOT, SELECT_BITS, ToolError, run, yosys

ABC_S = 60  # for one question to ABC
QUICK_S = 9  # the same before the tests are run that take longer; about the whole design, beside some seconds to find equal registers
WHOLE_S = 300  # the same about the whole design
EQUAL_S = 1800  # of a question that is asked once, to find equal registers first: ten minutes of ws_mbar with the banks outside
NETLIST_S = 600  # for a miter
CONFLICTS = 100000  # of one question whether two gates are equal
FEW_LATCHES = 256  # of both sides: with so many all states that can be reached may be gone through
ADD_SELECT = f"select {{}}\nadd -input mutsel {SELECT_BITS}\nselect -clear\n"  # which the side without mutants has to have too


def prove(unit, mutants, pool, whole=False, limit=ABC_S):
    """Whether the unit can be told from each mutant at its ports, or in the whole design at what may be read of its outputs, from
    registers at 0, by inputs of any length: {mutant: "different", "equivalent" or "undecided"}. The contents of shared memory are
    unknown, and what goes into them has to be the same. A bank itself cannot be asked about so in the whole design: its mutants
    are left out of the answer."""
    if not mutants or (whole and unit.name == MEMORY[0]):
        return {}
    try:
        both = miter(unit, mutants, whole)
    except subprocess.TimeoutExpired:
        return dict.fromkeys(mutants, "undecided")
    except ToolError:  # mutants of one cell, each inverted by another, can close a loop that no single one has
        if len(mutants) == 1:
            raise
        half = len(mutants) // 2
        return {**prove(unit, mutants[:half], pool, whole, limit), **prove(unit, mutants[half:], pool, whole, limit)}
    question = ask_whole if whole else ask
    return dict(zip(mutants, pool.map(lambda m: question(both, m.number, limit), mutants)))


def miter(unit, mutants, whole):
    """The unit, or the whole design, beside itself with the mutants, as an AIG."""
    path = unit.folder / "proof" / f"{'whole_' * whole}{mutants[0].number}"
    path.parent.mkdir(exist_ok=True)
    source, module, read = unit.base, unit.module, ""
    if whole:
        path.with_suffix(".v").write_text(mutant_seen.module(unit.top, *unit.whole))
        source, module, read = unit.block, "seen", f"read_verilog -Irtl {path}.v\n"
    changes = "".join(f"mutate -ctrl mutsel {SELECT_BITS} {m.number} {m.options}\n" for m in mutants)
    return Aig(both(path, module, memories(unit, source), [(read, "", ADD_SELECT.format(module)), (read, changes, "")]))


# Yosys' commands that make gates of one module, with registers at 0.
GATES = ("memory_map\nasync2sync\nopt -full -nodffe -nosdff\nsetundef -undriven -init -zero\ndffunmap\ntechmap\ndffunmap\n"
         "dfflegalize -cell $_DFF_P_ 0\nabc -g AND -fast\naigmap\n")


def both(path, module, source, sides):
    """The miter of two sides of a netlist as an AIG: of each what is read beside it, what is done to it, and at last to the one module that
    is left of it."""
    commands, patterns = source
    scripts = [f"{commands}{read}hierarchy -top {module}\nproc\n{changes}techmap -map tb/formal/first_of.v\n{flat(patterns)}{last}" for read, changes, last in sides]
    yosys(scripts[0] + "design -stash plain\n" + scripts[1] + f"rename {module} gate\ndesign -stash gate\ndesign -copy-from plain {module}\n"
          "design -copy-from gate gate\n"
          + "".join(f"design -copy-from plain {name}\nexpose -evert {module}/t:{name} gate/t:{name}\n" for name in patterns)
          + "setattr -mod -unset keep_hierarchy *\n"
          f"miter -equiv -flatten {module} gate both\nhierarchy -top both\n{GATES}write_aiger -zinit -symbols {path}.aig\n",
          str(path.relative_to(OUT)), NETLIST_S)
    return path.with_suffix(".aig")


def alone(path, module, source, read, nets):
    """One netlist as an AIG with nothing but these nets of it as outputs; what is read beside it. Its memories answer anything."""
    commands, patterns = source
    yosys(f"{commands}{read}hierarchy -top {module}\nproc\ntechmap -map tb/formal/first_of.v\n{flat(patterns)}"
          + "".join(f"expose -evert {module}/t:{name}\n" for name in patterns)
          + f"cd {module}\nselect -assert-min 1 w:{nets}\nexpose w:{nets}\ndelete -output o:* w:{nets} %d\ncd ..\nhierarchy -top {module}\n"
          f"setattr -mod -unset keep_hierarchy *\nopt_clean\n{GATES}write_aiger -zinit -symbols {path}.aig\n", str(path.relative_to(OUT)), NETLIST_S)
    return path.with_suffix(".aig")


# What a bank of shared memory looks at (rtl/smem/ws_smem_bank.v), all other bits 0. test_mutants.py proves that it is so.
BANK = """
  assign of_ls_row_i = ls_row_i & {ROW_W{ls_read_i || ls_write_i}};
  assign of_ls_be_i = ls_be_i & {4{ls_write_i}};
  assign of_ls_wdata_i = ls_wdata_i & {{8{of_ls_be_i[3]}}, {8{of_ls_be_i[2]}}, {8{of_ls_be_i[1]}}, {8{of_ls_be_i[0]}}};
  assign of_bus_read_row_i = bus_read_row_i & {ROW_W{bus_read_i && !ls_read_i}};
  assign of_bus_write_row_i = bus_write_row_i & {ROW_W{(bus_write_i || bus_side_i) && !ls_write_i}};
  assign of_bus_wdata_i = bus_wdata_i & {32{bus_write_i && !ls_write_i}};
  assign of_bus_wside_i = bus_wside_i & {2{bus_side_i}};"""


ENDED = BANK.replace("bus_wside_i & {2", "bus_wside_i & {bus_wside_i[0], 1'b1} & {2")  # the same, and seen only where vld is 1


def bank_reads(module, inside, rows_w, looks=BANK):
    """Verilog of a bank that gives `inside`, a bank, only what that looks at."""
    text = (ROOT / "rtl/smem/ws_smem_bank.v").read_text()
    ports = re.search(r"\) \((.*?)^\);", text, re.M | re.S)[1]
    names = re.findall(r"(\w+),?\s*(?://.*)?$", ports, re.M)
    names = [name for name in names if name.endswith(("_i", "_o"))]
    masked = re.findall(r"assign of_(\w+)", looks)
    nets = "".join(re.sub(r"input +wire", "wire", line).replace(f" {name}", f" of_{name}").rstrip(",") + ";\n"
                   for name in masked for line in [re.search(rf"input +wire [^\n]*\b{name}\b", ports)[0]])
    pins = ", ".join(f".{name}({'of_' * (name in masked)}{name})" for name in names)
    return f"module {module} #(parameter ROW_W = {rows_w}) ({ports});\n{nets}{looks}\n  {inside} bank ({pins});\nendmodule\n"


def memories(unit, source, ended=False):
    """Of what a netlist has: Yosys' commands to read it, and patterns of the memories in it that stay outside; `ended`: and look at seen only
    where vld is 1."""
    text, commands, patterns = source.read_text(), f"read_rtlil {source}\n", []
    itself = [unit.module] if unit.name == MEMORY[0] and source == unit.block else []  # around it
    for k, name in enumerate([*unit.memories, *itself]):
        if f"\nmodule {name}\n" not in text:
            continue
        patterns.append(re.sub(r"\W", "?", name))
        if MEMORY[0] in name:
            rows = re.search(r"ROWS=s32'([01]+)", name)
            path = OUT / f"bank_{unit.label}_{k}.v"
            path.write_text(bank_reads("bank_reads", f"bank_{k}", (int(rows[1], 2) - 1).bit_length(), ENDED if ended else BANK))
            commands += f"rename {name} bank_{k}\nread_verilog -Irtl {path}\nrename bank_reads {name}\n"
            patterns[-1] = f"bank_{k}"
    return commands, patterns


def flat(patterns):
    """Yosys' commands that leave one module, and the memories, in which there is no mutant: it would be lost."""
    return ("".join(f"select -assert-none {name}/w:mutsel\n" for name in patterns) + "setattr -mod -unset keep_hierarchy *\nsetattr -mod -unset top *\n"
            + "".join(f"setattr -mod -set keep_hierarchy 1 {name}\n" for name in patterns) + "flatten\nopt_clean\n")


def ask(both, number, limit):
    """ABC's verdict on one mutant of a unit."""
    aig, read = one(both, number)
    if not both.latches:
        verdict = answer(abc(read + "ifraig; dprove; iprove", aig, limit))
    else:  # a difference within some clocks is found fast; else an invariant
        less = aig.with_suffix(".less.aig")
        less.unlink(missing_ok=True)  # of a run that was killed
        verdict, text = "undecided", abc(read + f"lcorr; scorr -C {CONFLICTS}; dc2; write_aiger {less}; bmc3 -F 40 -T {limit // 6}", aig, 2 * limit)
        if text:
            verdict = answer(text)
        if text and verdict != "different":
            verdict = answer(abc(f"read_aiger {less}; strash; pdr -T {limit * 11 // 12}", aig, limit))
        if text and verdict == "undecided" and both.latches <= FEW_LATCHES:  # a counter that counts to a thousand in another order
            verdict = answer(abc(f"read_aiger {less}; strash; reach -F 100000 -B 1000000 -T {limit // 3}", aig, limit))
        less.unlink(missing_ok=True)
        if verdict == "undecided" and both.clocks > 1:
            verdict = answer(abc(read + f"lcorr; scorr -C {CONFLICTS} -F {both.clocks}; pdr -T {limit // 6}", aig, 2 * limit))
    aig.unlink()
    return verdict


def ask_whole(both, number, limit):
    """The same in the whole design, never "different". Most of both sides is the same: equal registers are found first, and with
    more time equal gates."""
    aig, read = one(both, number)
    steps = f"lcorr; pdr -T {limit // 2}" if limit < ABC_S else f"lcorr; scorr; dc2; pdr -T {limit // 5}"
    verdict = answer(abc(read + steps, aig, ABC_S + limit))
    aig.unlink()
    return "equivalent" if verdict == "equivalent" else "undecided"


def one(both, number):
    """The miter with the select tied: its file, and the command that reads it."""
    aig = both.path.with_name(f"{both.path.stem}_{number}.aig")
    aig.write_bytes(both.tied("in_mutsel", number))
    return aig, f"read_aiger {aig}; strash; "


def abc(commands, aig, limit):
    try:
        return run(["berkeley-abc", "-c", commands], aig.with_suffix(".abc"), limit)
    except subprocess.TimeoutExpired:
        return ""


def answer(text):
    """What ABC said. Without an answer in it: undecided."""
    if re.search(r"was asserted in frame|(?<!UN)SATISFIABLE", text):
        return "different"
    return "equivalent" if re.search(r"UNSATISFIABLE|Networks are equivalent|Property proved|The miter is proved unreachable", text) else "undecided"


class Aig:
    """A file in AIGER's binary format, in which inputs can be tied; over how many clocks induction goes where one is not enough."""

    def __init__(self, path, clocks=1):
        self.path, self.clocks = path, clocks
        data = path.read_bytes()
        self.header, _, rest = data.partition(b"\n")
        fields = [int(n) for n in self.header.split()[1:]]
        self.inputs, self.latches, outputs, ands = fields[1:5]
        if any(fields[5:]):
            raise ToolError(f"{path}: only latches and outputs are expected, not {self.header.decode()}")
        *lines, rest = rest.split(b"\n", self.latches + outputs)
        self.lines = [[int(n) for n in line.split()] for line in lines]
        self.ands = []  # pairs of literals
        at = 0

        def delta():
            nonlocal at
            value = shift = 0
            while True:
                byte = rest[at]
                at += 1
                value |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    return value

        for k in range(ands):
            first = 2 * (self.inputs + self.latches + 1 + k) - delta()
            self.ands.append((first, first - delta()))
        names = re.findall(rb"^i(\d+) (.*)$", rest[at:], re.M)
        self.names = {name.decode().lstrip("\\"): int(k) for k, name in names}

    def tied(self, name, value):
        """The file with the bits of an input held at a value; the input stays, and nothing looks at it."""
        bits = {int(re.search(r"\[(\d+)\]$", text).group(1)): k for text, k in self.names.items() if text.startswith(name + "[")}
        if len(bits) != SELECT_BITS:
            raise ToolError(f"{self.path}: {name} has {len(bits)} bits of {SELECT_BITS}")
        constant = {1 + k: value >> bit & 1 for bit, k in bits.items()}

        def literal(n):
            return constant[n >> 1] ^ (n & 1) if n >> 1 in constant else n

        out = bytearray(self.header + b"\n")
        for first, *init in self.lines:
            out += " ".join(str(n) for n in (literal(first), *init)).encode() + b"\n"
        for k, pair in enumerate(self.ands):
            high, low = sorted((literal(n) for n in pair), reverse=True)
            for step in (2 * (self.inputs + self.latches + 1 + k) - high, high - low):
                while step > 127:
                    out.append(step & 127 | 128)
                    step >>= 7
                out.append(step)
        return bytes(out)
