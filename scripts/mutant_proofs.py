# SPDX-License-Identifier: Apache-2.0
"""Is a mutant the unit itself? A miter of the unit and all mutants that are asked about goes to ABC, once for each of them, with
the select tied to its number. What mutants.py asks when no test fails."""
import re
import subprocess

from mutant_netlists import OUT, SELECT_BITS, ToolError, run, yosys

MEMORY = "ws_smem_bank"  # 16 KiB of flip-flops in a proof: instead, the same unknown contents on both sides
ABC_S = 60  # for one question to ABC
QUICK_S = 9  # the same before the tests are run that take longer
AROUND_S = 25  # the same about a module around the unit


def prove(unit, mutants, pool, module=None, limit=ABC_S):
    """Whether the unit can be told from each mutant at its ports, or at those of a module around it, from registers at 0, by
    inputs of any length: {mutant: "different", "equivalent" or "undecided"}. The contents of shared memory are unknown, and what
    goes into them has to be the same."""
    if not mutants:
        return {}
    try:
        both = miter(unit, mutants, module, max(10 * limit, 60))
    except subprocess.TimeoutExpired:
        return dict.fromkeys(mutants, "undecided")
    except ToolError:  # mutants of one cell, each inverted by another, can close a loop that no single one has
        if len(mutants) == 1:
            raise
        half = len(mutants) // 2
        return {**prove(unit, mutants[:half], pool, module, limit), **prove(unit, mutants[half:], pool, module, limit)}
    return dict(zip(mutants, pool.map(lambda m: ask(both, m.number, limit), mutants)))


def miter(unit, mutants, module, limit):
    """The unit, or the module, beside itself with the mutants, as an AIG."""
    aig = unit.folder / "proof" / (f"around_{mutants[0].number}.aig" if module else f"{mutants[0].number}.aig")
    apart = unit.name != MEMORY
    source, module = (unit.block, module) if module else (unit.base, unit.module)
    flat = ("setattr -mod -unset keep_hierarchy *\nsetattr -mod -unset top *\n"
            + (f"setattr -mod -set keep_hierarchy 1 {MEMORY}\n" if apart else "") + "flatten\nopt_clean\n")
    changes = "".join(f"mutate -ctrl mutsel {SELECT_BITS} {m.number} {m.options}\n" for m in mutants)
    yosys(f"read_rtlil {source}\nhierarchy -top {module}\ndesign -save plain\n{changes}{flat}design -stash mutant\n"
          f"design -load plain\n{flat}select {module}\nadd -input mutsel {SELECT_BITS}\nselect -clear\n"
          f"design -copy-from mutant -as gate {module}\n"
          + (f"expose -evert {module}/t:{MEMORY} gate/t:{MEMORY}\n" if apart else "") +
          "setattr -mod -unset keep_hierarchy *\n"
          f"miter -equiv -flatten {module} gate both\nhierarchy -top both\nmemory_map\nasync2sync\n"
          "opt -full -nodffe -nosdff\nsetundef -undriven -init -zero\ndffunmap\ntechmap\ndffunmap\n"
          f"dfflegalize -cell $_DFF_P_ 0\nabc -g AND -fast\naigmap\nwrite_aiger -zinit -symbols {aig}\n",
          str(aig.relative_to(OUT).with_suffix("")), limit)
    return Aig(aig)


def ask(both, number, limit):
    """ABC's verdict on one mutant."""
    aig = both.path.with_name(f"{both.path.stem}_{number}.aig")
    aig.write_bytes(both.tied("in_mutsel", number))
    read = f"read_aiger {aig}; strash; "
    if not both.latches:
        verdict = answer(abc(read + "ifraig; dprove; iprove", aig, limit))
    else:  # a difference within some clocks is found fast; else an invariant
        verdict = answer(abc(read + f"scorr; dc2; bmc3 -F 40 -T {limit // 6}", aig, limit))
        if verdict != "different":
            verdict = answer(abc(read + f"scorr; dc2; pdr -T {limit * 11 // 12}", aig, limit))
    aig.unlink()
    return verdict


def abc(commands, aig, limit):
    try:
        return run(["berkeley-abc", "-c", commands], aig.with_suffix(".abc"), limit)
    except subprocess.TimeoutExpired:
        return ""


def answer(text):
    """What ABC said. Without an answer in it: undecided."""
    if re.search(r"was asserted in frame|(?<!UN)SATISFIABLE", text):
        return "different"
    return "equivalent" if re.search(r"UNSATISFIABLE|Networks are equivalent|Property proved", text) else "undecided"


class Aig:
    """A file in AIGER's binary format, in which inputs can be tied."""

    def __init__(self, path):
        self.path = path
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
