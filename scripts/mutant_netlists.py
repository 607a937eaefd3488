# SPDX-License-Identifier: Apache-2.0
"""The mutants of one unit as a netlist: Yosys makes them, all in one copy of the unit behind a select."""
import fcntl
import hashlib
import json
import pathlib
import re
import subprocess

from mutant_benches import ROOT, bench_of, unit_files, verilog

OUT = ROOT / "build" / "mutants"
CELLS = ("ws_stage", "ws_late", "ws_pick", "ws_inflight")  # belong to the unit that they stand in
SELECT_BITS = 16
MOST = 300  # mutants of a unit in one netlist
MEMORY = ("ws_smem_bank", "ws_smem_banks")  # 16 KiB of registers in a proof


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


class Unit:
    """One module in one configuration, its bench, and its mutants."""

    def __init__(self, name, params, label=""):
        self.name, self.params, self.label = name, params, name + label  # the label tells folders apart
        self.folder = OUT / self.label
        self.folder.mkdir(parents=True, exist_ok=True)
        self.base = self.folder / "base.il"
        self.file = next((f for f in unit_files() if pathlib.Path(f).stem == name), None)
        if self.file is None:
            raise ToolError(f"no such unit: {name}; rtl/files.f names them")
        self.bench = bench_of(self.file)
        self.mutants, self.verdicts, self.seconds = [], {}, 0  # mutant: (verdict, by what)

    def left(self):
        """Mutants without a verdict."""
        return [m for m in self.mutants if m not in self.verdicts]

    def prepare(self, count, seed):
        """Reads the unit and chooses its mutants."""
        self.read()
        self.choose(count, seed)

    def read(self):
        """The whole block as Yosys reads it, in which the unit keeps its parameters; the lines of source stay in it."""
        top, files = self.bench.top(self.name, self.params), self.bench.sources()
        sizes = self.bench.of_top(self.params, (ROOT / next(f for f in files if f.endswith(f"/{top}.v"))).read_text())
        inside = [cell for cell in CELLS if cell != self.name]
        script = (f"read_verilog -Irtl {' '.join(files)}\nhierarchy -check -top {top} {sizes}\nproc\nopt_clean\n"
                  f"setattr -mod -set keep_hierarchy 1 *\nsetattr -mod -unset keep_hierarchy {' '.join('*' + c for c in inside)}\n"
                  "flatten\nopt_clean\n")
        block = OUT / f"block_{digest(script)}"  # the same for many units
        with open(block.with_suffix(".lock"), "w", encoding="utf-8") as lock:  # and for whoever asks for it meanwhile
            fcntl.flock(lock, fcntl.LOCK_EX)
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
        self.inside = {cell["type"]: {k: int(v, 2) for k, v in modules[cell["type"]].get("parameter_default_values", {}).items()}
                       for cell in self.cells.values() if cell["type"] in modules}
        self.ports = list(body["ports"])
        self.values = {k: int(v, 2) for k, v in body.get("parameter_default_values", {}).items()}
        yosys(f"read_rtlil {block}.il\nhierarchy -top {self.module}\nwrite_rtlil {self.base}\n", f"{self.label}/base")
        text = self.base.read_text()
        there = [name for name in modules if name != self.module and f"\nmodule {name}\n" in text.replace("\\ws", "ws")]
        self.memories = next(filter(None, ([name for name in there if plain_name(name) == memory] for memory in MEMORY)), [])

    def choose(self, count, seed):
        """The first `count` of the mutants that a seed gives, spread over cells, wires and lines by Yosys: a larger count goes on
        with others. Clocks and the enables of memory ports that only read are left alone."""
        listed = self.folder / "list.txt"
        more = MOST + MOST // 4 + 20
        yosys(f"read_rtlil {self.base}\nmutate -list {more} -seed {seed} -module {self.module} -o {listed}\n", f"{self.label}/list")
        found = [Mutant(0, line.split(" ", 1)[1], self.cells) for line in listed.read_text().splitlines()]
        self.mutants = [m for m in found if not re.fullmatch(r"CLK|clk_i|\w*_CLK", m.port) and (m.kind[:6], m.port) != ("$memrd", "EN")][:count]
        for k, mutant in enumerate(self.mutants):
            mutant.number = k + 1

    def write(self):
        """UNIT.sv: a module of the unit's name and parameters, in it all mutants behind the number that ws_mutant() gives."""
        text = (ROOT / self.file).read_text()
        header = re.search(rf"^module {self.name}\b.*?^\);", text, re.M | re.S)
        if not header:
            raise ToolError(f"{self.file}: no module {self.name} whose ports end with a line );")
        commands = "\n".join(f"mutate -ctrl mutsel {SELECT_BITS} {m.number} {m.options}" for m in self.mutants)
        netlist = self.folder / "mutants.v"
        # Nets are split: a vector one bit of which feeds a mutant of another would be a loop to Verilator.
        yosys(f"read_rtlil {self.base}\n{commands}\nsplitnets -driver -ports {self.module}/o:*\nsplitnets -driver {self.module}\n"
              f"rename {self.module} {self.name}__mutants\nselect {self.name}__mutants\n"
              f"write_verilog -noattr -selected {netlist}\n", f"{self.label}/mutants")
        netlist = self.with_sources(netlist.read_text())
        split = re.findall(r"^  output (?:\[\d+:\d+\] )?\\((\w+)\[[\d:]+\]) ;", netlist, re.M)
        pins = ", ".join([f".\\{part} ({part})" for part, _ in split]
                         + [f".{p}({p})" for p in self.ports if p not in {name for _, name in split}])
        plain = re.sub(rf"^module {self.name}\b", f"module {self.name}__plain", text, flags=re.M)
        same = " && ".join(f"{k} == {verilog(v)}" for k, v in self.values.items()) or "1"
        ports = ", ".join(f".{p}({p})" for p in self.ports)
        sizes = ", ".join(f".{k}({k})" for k in self.values)
        path = self.folder / f"{self.name}.sv"
        new = (
            '`begin_keywords "1364-2005"\n' + plain + netlist + "`end_keywords\n"
            + re.sub(r"\boutput reg\b", "output wire", header.group(0)) + f"""
  import "DPI-C" function int ws_mutant(input string unit);
  generate
    if ({same}) begin : chosen
      int which;
      initial which = ws_mutant("{self.name}");
      {self.name}__mutants unit (.mutsel(which[{SELECT_BITS - 1}:0]), {pins});
    end else begin : other
      {self.name}__plain {f'#({sizes}) ' if sizes else ''}unit ({ports});
    end
  endgenerate
endmodule
""")
        if not path.exists() or path.read_text() != new:  # the same again needs no build
            path.write_text(new)
        return path

    def with_sources(self, text):
        """A netlist whose instances are of the modules as rtl/ has them; those may have mutants in the same build."""
        for module, values in self.inside.items():
            name, sizes = plain_name(module), ", ".join(f".{k}({v})" for k, v in values.items())
            text = text.replace(f"  \\{module} ", f"  {name} #({sizes}) ")
        return text


def plain_name(module):
    """ws_x of Yosys' $paramod\\ws_x\\LANES=4 or $paramod$12ab\\ws_x."""
    return module.split("\\")[1] if module.startswith("$") else module
