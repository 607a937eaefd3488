# SPDX-License-Identifier: Apache-2.0
"""Mutants of one unit as netlists: Yosys makes them, all in one copy of the unit behind a select, and ABC says which of them
are the unit itself. What mutants.py runs the tests on."""
import hashlib
import json
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "mutants"
CELLS = ("ws_stage", "ws_pick", "ws_inflight")  # belong to the unit that they stand in
MEMORY = "ws_smem_bank"  # 16 KiB of flip-flops in a proof: instead, the same unknown contents on both sides
SELECT_BITS = 16
LEVELS = 2  # of modules around a unit
ABC_S = 60  # for one question to ABC


class ToolError(Exception):
    """A tool failed, which says nothing about the mutants."""


class Mutant:
    """One change of one bit of one cell; the options of Yosys' mutate, and where in the source it stands."""

    def __init__(self, number, options, cells):
        self.number, self.options = number, options
        get = {k: v for k, v in re.findall(r"-(mode|cell|port|portbit|ctrlbit) (\S+)", options)}
        self.cell, self.mode, self.port, self.bit, self.other = (get.get(k) for k in ("cell", "mode", "port", "portbit", "ctrlbit"))
        cell = cells.get(self.cell, {})
        self.kind = cell.get("type", "?")
        places = [place for place in cell.get("attributes", {}).get("src", "").split("|") if re.search(r":[1-9]", place)]
        own = re.search(r"\$(rtl/\S+?:\d+)\$", self.cell)
        self.place = own.group(1) if own else re.match(r"[^:]*:\d+", narrowest(places)).group(0) if places else "?"

    def what(self):
        """The change in words."""
        change = {"inv": "inverted", "const0": "stuck at 0", "const1": "stuck at 1", "cnot0": f"inverted while bit {self.other} is 0",
                  "cnot1": f"inverted while bit {self.other} is 1"}.get(self.mode, self.mode)
        return f"bit {self.bit} of {self.port} of {self.kind.removeprefix('$')} {change}"

    def source(self):
        """The line of source."""
        name, _, line = self.place.partition(":")
        lines = (ROOT / name).read_text().splitlines() if line and (ROOT / name).exists() else []
        return lines[int(line) - 1].strip() if 0 < int(line or 0) <= len(lines) else ""


def narrowest(places):
    """Of src attributes, FILE:LINE.COLUMN-LINE.COLUMN, the one over the fewest lines and columns."""
    def size(place):
        numbers = [int(n) for n in re.findall(r"\d+", place.rpartition(":")[2])]
        return (numbers[2] - numbers[0], numbers[3] - numbers[1]) if len(numbers) == 4 else (0, 0)
    return min(places, key=size)


def run(command, log, limit):
    """Output of a command; TimeoutExpired after `limit` seconds."""
    try:
        done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace", timeout=limit, check=False)
    except FileNotFoundError as error:
        raise ToolError(f"{error.filename} is missing; make doctor says what to install") from error
    log.write_text(done.stdout)
    if done.returncode:
        raise ToolError(f"{command[0]} failed, {log.relative_to(ROOT)} ends with:\n" + "\n".join(done.stdout.strip().splitlines()[-5:]))
    return done.stdout


def yosys(script, name, limit=600):
    path = OUT / f"{name}.ys"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(script)
    run(["yosys", "-q", "-s", str(path)], path.with_suffix(".log"), limit)


def digest(text):
    """Of what goes into a netlist: a script and all of rtl/."""
    sources = [text.encode()] + [p.read_bytes() for p in sorted((ROOT / "rtl").rglob("*.v*"))]
    return hashlib.sha256(b"\0".join(sources)).hexdigest()[:16]


def rtl_files():
    """Files of rtl/files.f."""
    return [line.strip() for line in (ROOT / "rtl/files.f").read_text().splitlines() if line.strip().endswith(".v")]


class Unit:
    """One module of the block in one configuration, and its mutants."""

    def __init__(self, name, params, label=""):
        self.name, self.params, self.label = name, params, name + label  # the label tells folders apart
        self.folder = OUT / self.label
        self.folder.mkdir(parents=True, exist_ok=True)
        self.base = self.folder / "base.il"
        self.file = next((f for f in rtl_files() if pathlib.Path(f).stem == name), None)
        if self.file is None:
            raise ToolError(f"no such unit: {name}; rtl/files.f names them")
        self.mutants = []

    def read(self):
        """The whole block as Yosys reads it, in which the unit keeps its parameters; the lines of source stay in it."""
        top = "ws_cluster" if self.params.get("CTAS", 1) > 1 else "ws_top"
        header = (ROOT / next(f for f in rtl_files() if f.endswith(f"/{top}.v"))).read_text()
        sizes = " ".join(f"-chparam {k} {v}" for k, v in self.params.items() if re.search(rf"parameter\s+{k}\b", header))
        inside = [cell for cell in CELLS if cell != self.name]
        script = (f"read_verilog -Irtl {' '.join(rtl_files())}\nhierarchy -check -top {top} {sizes}\nproc\nopt_clean\n"
                  f"setattr -mod -set keep_hierarchy 1 *\nsetattr -mod -unset keep_hierarchy {' '.join('*' + c for c in inside)}\n"
                  "flatten\nopt_clean\n")
        block = OUT / f"block_{digest(script)}"  # the same for many units
        if not block.with_suffix(".json").exists():
            yosys(script + f"write_rtlil {block}.il\nwrite_json {block}.new\n", block.name)
            block.with_suffix(".new").rename(block.with_suffix(".json"))
        modules = json.loads(block.with_suffix(".json").read_text())["modules"]
        mine = {k: m for k, m in modules.items() if k == self.name or k.endswith("\\" + self.name) or f"\\{self.name}\\" in k}
        if not mine:
            raise ToolError(f"{self.name} is not in {top} with {self.params}")
        # Of several sets of parameters the one with the most bits.
        self.module, body = max(mine.items(), key=lambda item: sum(len(bits) for cell in item[1]["cells"].values()
                                                                   for bits in cell["connections"].values()))
        self.cells = body["cells"]
        self.around = around(modules, self.module)
        self.ports = list(body["ports"])
        self.values = {k: int(v, 2) for k, v in body.get("parameter_default_values", {}).items()}
        self.block = block.with_suffix(".il")
        yosys(f"read_rtlil {self.block}\nhierarchy -top {self.module}\nwrite_rtlil {self.base}\n", f"{self.label}/base")

    def choose(self, count, seed):
        """Up to `count` mutants, spread over cells, wires and lines by Yosys. Clocks are left alone."""
        listed = self.folder / "list.txt"
        more = count + count // 4 + 20
        yosys(f"read_rtlil {self.base}\nmutate -list {more} -seed {seed} -module {self.module} -o {listed}\n", f"{self.label}/list")
        lines = [line.split(" ", 1)[1] for line in listed.read_text().splitlines() if not re.search(r"-port (CLK|clk_i|\S*_CLK)\b", line)]
        self.mutants = [Mutant(k + 1, line, self.cells) for k, line in enumerate(lines[:count])]

    def write(self):
        """UNIT.sv: a module of the unit's name and parameters, in it all mutants behind the number that ws_mutant() gives."""
        text = (ROOT / self.file).read_text()
        header = re.search(rf"^module {self.name}\b.*?^\);", text, re.M | re.S)
        if not header:
            raise ToolError(f"{self.file}: no module {self.name} whose ports end with a line );")
        commands = "\n".join(f"mutate -ctrl mutsel {SELECT_BITS} {m.number} {m.options}" for m in self.mutants)
        yosys(f"read_rtlil {self.base}\n{commands}\nsetattr -mod -unset keep_hierarchy *\nflatten\nopt_clean\n"
              f"rename {self.module} {self.name}__mutants\nwrite_verilog -noattr {self.folder}/mutants.v\n", f"{self.label}/mutants")
        plain = re.sub(rf"^module {self.name}\b", f"module {self.name}__plain", text, flags=re.M)
        same = " && ".join(f"{k} == {v}" for k, v in self.values.items()) or "1"
        ports = ", ".join(f".{p}({p})" for p in self.ports)
        sizes = ", ".join(f".{k}({k})" for k in self.values)
        path = self.folder / f"{self.name}.sv"
        new = (
            plain + (self.folder / "mutants.v").read_text() + 'import "DPI-C" function int ws_mutant();\n'
            + re.sub(r"\boutput reg\b", "output wire", header.group(0)) + f"""
  generate
    if ({same}) begin : chosen
      int which;
      initial which = ws_mutant();
      {self.name}__mutants unit (.mutsel(which[{SELECT_BITS - 1}:0]), {ports});
    end else begin : other
      {self.name}__plain {f'#({sizes}) ' if sizes else ''}unit ({ports});
    end
  endgenerate
endmodule
""")
        if not path.exists() or path.read_text() != new:  # the same again needs no build
            path.write_text(new)
        return path

    def prove(self, mutant, module=None):
        """Whether the unit can be told from the mutant at its ports, or at those of a module around it, from registers at 0, by
        inputs of any length: "different", "equivalent", "undecided". The contents of shared memory are unknown, and what goes
        into them has to be the same."""
        name = f"{self.label}/proof/{mutant.number}{'_around' if module else ''}"
        aig = OUT / f"{name}.aig"
        apart = self.name != MEMORY
        source, module = (self.block, module) if module else (self.base, self.module)
        flat = ("setattr -mod -unset keep_hierarchy *\nsetattr -mod -unset top *\n"
                + (f"setattr -mod -set keep_hierarchy 1 {MEMORY}\n" if apart else "") + "flatten\nopt_clean\n")
        try:
            yosys(f"read_rtlil {source}\nhierarchy -top {module}\ndesign -save plain\n"
                  f"mutate {mutant.options}\n{flat}design -stash mutant\n"
                  f"design -load plain\n{flat}design -copy-from mutant -as gate {module}\n"
                  + (f"expose -evert {module}/t:{MEMORY} gate/t:{MEMORY}\n" if apart else "") +
                  "setattr -mod -unset keep_hierarchy *\n"
                  f"miter -equiv -flatten {module} gate both\nhierarchy -top both\nmemory_map\nasync2sync\n"
                  "opt -full -nodffe -nosdff\nsetundef -undriven -init -zero\ndffunmap\ntechmap\ndffunmap\n"
                  f"dfflegalize -cell $_DFF_P_ 0\nabc -g AND -fast\naigmap\nwrite_aiger -zinit {aig}\n", name)
        except subprocess.TimeoutExpired:
            return "undecided"
        with aig.open("rb") as file:
            clocked = file.readline().split()[3] != b"0"
        read = f"read_aiger {aig}; strash; "
        if not clocked:
            verdict = answer(abc(read + "ifraig; dprove; iprove", aig))
        else:  # a difference within some clocks is found fast; else an invariant
            verdict = answer(abc(read + "scorr; dc2; bmc3 -F 40 -T 10", aig))
            if verdict != "different":
                verdict = answer(abc(read + f"scorr; dc2; pdr -T {ABC_S - 5}", aig))
        aig.unlink()
        return verdict


def around(modules, module):
    """The smallest module in which a module stands wherever it does, the one around that, ...; without the whole block."""
    inside = {}  # what a module is made of, itself included

    def content(name):
        if name not in inside:
            inside[name] = {name}.union(*(content(cell["type"]) for cell in modules[name]["cells"].values() if cell["type"] in modules))
        return inside[name]

    found = []
    while len(found) < LEVELS:
        users = {name for name in modules if any(cell["type"] == module for cell in modules[name]["cells"].values())}
        outer = [name for name in modules if name != module and users and users <= content(name)]
        if not outer or re.search(r"\bws_(top|cluster)\b", min(outer, key=lambda name: len(content(name)))):
            break
        module = min(outer, key=lambda name: len(content(name)))
        found.append(module)
    return found


def abc(commands, aig):
    try:
        return run(["berkeley-abc", "-c", commands], aig.with_suffix(".abc"), ABC_S)
    except subprocess.TimeoutExpired:
        return ""


def answer(text):
    """What ABC said. Without an answer in it: undecided."""
    if re.search(r"was asserted in frame|(?<!UN)SATISFIABLE", text):
        return "different"
    return "equivalent" if re.search(r"UNSATISFIABLE|Networks are equivalent|Property proved", text) else "undecided"
