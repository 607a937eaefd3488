# SPDX-License-Identifier: Apache-2.0
"""What those around a unit read of it, and it of them: its contract. A mutant that keeps it is one that no run can show, if the whole
design looks at nothing else. Two proofs, by induction over the clocks together one:

  leaf    the unit beside itself with the mutant: whatever the contract leaves open of the inputs differs, and what it names of the
          outputs is the same
  whole   the design beside itself with anything in those bits of the unit's outputs that the contract leaves open: what may be read of
          the design's outputs is the same, and what the contract names of the unit's inputs; in all instances at once

A row that is missing proves less; with one too many the proof of the whole fails."""
import dataclasses
import fnmatch
import hashlib
import json
import re

import mutant_proofs
import mutant_seen
from mutant_netlists import OUT, SELECT_BITS, yosys


@dataclasses.dataclass(frozen=True)
class Contract:
    """rows: (ports, what has to be 1 for them to be read), which is a port, a net of `nets`, both with a bit for the same share of the
    ports' bits, or an expression of one bit. nets: Verilog over the unit's ports; [port] is [width - 1:0] of that port. always: an
    expression of what the unit is given that is 1 in every clock of the design. inputs: rows for inputs count too; not if some go
    on into shared memory, of which all is compared."""
    rows: tuple = ()
    nets: str = ""
    always: str = ""
    inputs: bool = True


# By unit, beside what the names of all ports say: x_valid_i and x_valid_o are for the other ports x_*_i, x_*_o.
CONTRACTS = {
    "ws_shfl_net": Contract((("res_[dp]_o", "res_lanes_o"),)),
    "ws_shfl_sel": Contract((("res_[dp]_o", "res_lanes_o"),)),
    "ws_sync_table": Contract((("rdata_o", "kept"), ("wdata_i", "we_i")), """
  reg [we_i] stale;  // read in the clock in which it was written
  always @(posedge clk_i) stale <= wwarp_i == next_rwarp_i ? we_i : 0;
  wire [we_i] kept = ~stale;"""),
    "ws_mbar_next": Contract((("word_o", "status_o == 10'd0"),), always="(&dtx_i[25:22] || !(|dtx_i[25:22])) && (!inc_i || arr_i < 25'd16)"),  # of 4 lanes
    "ws_mbar_put": Contract((("word_o vld_o seen_o", "write_o"), ("error_o", "!pass_i")),
                            always="{2'd0, init_i} + {2'd0, inval_i} + {2'd0, wait_i} + {2'd0, check_i} < 3'd2"),
    "ws_mbar_pipe": Contract((
        ("job_i", "job_valid_i"), ("read_slot_o", "read_o"), ("write_*_o", "write_o"), ("warp_o fn_o", "merge_o || suspend_o || late_o || defer_o"),
        ("lanes_o short_o", "merge_o || suspend_o || late_o"), ("tag_o", "merge_o || suspend_o"), ("x_o", "suspend_o"), ("piece_o", "merge_o || late_o"),
        ("value_o bit_o", "merge_o"), ("base_o before_o each_o", "merge_o && value_o"), ("counts_o", "1'b0"), ("late_cta_o", "late_o"),
        ("defer_lanes_o", "defer_o"))),
    "ws_mbar_result": Contract((
        ("warp_i tag_i fn_i lanes_i piece_i short_i value_i bit_i", "merge_i"), ("base_i before_i each_i", "merge_i && value_i"), ("counts_i", "1'b0"),
        ("res_d_hi_o res_p_o", "res_lanes_o"))),
    "ws_mbar": Contract(inputs=False),
    "ws_mbar_memory": Contract((("raw_*_o", "raw_o"), ("ls_rsp_raw_o ls_rsp_rdata_o", "ls_rsp_en_o")), inputs=False),
    "ws_smem": Contract((("copy_raw_*_o", "copy_raw_o"), ("ls_rsp_raw_o ls_rsp_rdata_o", "ls_rsp_en_o")), inputs=False),
    "ws_mbar_wait": Contract((("flip_slot_i flip_hit_o", "flip_valid_i"),)),
}


READ = "contract_reads_"  # of nets, that no net of rtl/ has


class Ports:
    """A unit's ports and which of their bits are read."""

    def __init__(self, unit):
        text = unit.block.with_suffix(".json").read_text()
        ports = json.loads(text)["modules"][unit.module]["ports"]
        contract = CONTRACTS.get(unit.name, Contract())
        self.widths = {name: len(port["bits"]) for name, port in ports.items()}
        self.ways = {name: port["direction"] for name, port in ports.items()}
        self.always = contract.always
        self.nets = re.sub(r"\[(\w+)\]", lambda m: f"[{self.widths[m[1]] - 1}:0]" if m[1] in self.widths else m[0], contract.nets)
        self.shares = {**self.widths, **{m[2]: int(m[1]) + 1 for m in re.finditer(r"(?:wire|reg) \[(\d+):0\] (\w+)", self.nets)}}
        self.by = {}  # port: what has to be 1
        for name in ports:
            valid = re.fullmatch(r"(\w+)_valid(_[io])", name)
            if valid:
                self.row(f"{valid[1]}_*{valid[2]}", name)
        for patterns, by in contract.rows:
            for pattern in patterns.split():
                self.row(pattern, by)
        if not contract.inputs:
            self.by = {name: by for name, by in self.by.items() if self.ways[name] == "output"}

    def row(self, pattern, by):
        for name in fnmatch.filter(self.widths, pattern):
            if not name.endswith(("valid_i", "valid_o", "ready_i", "ready_o")):
                self.by.setdefault(name, []).append(by)

    def mask(self, name):
        """Verilog: the bits of a port that are read."""
        def spread(by):
            if by not in self.shares:
                return f"{{{self.widths[name]}{{{by}}}}}"
            return "{" + ", ".join(f"{{{self.widths[name] // self.shares[by]}{{{by}[{k}]}}}}" for k in reversed(range(self.shares[by]))) + "}"
        return " & ".join(spread(by) for by in self.by[name])

    def open(self, way):
        return [name for name in self.by if self.ways[name] == way]

    def around(self, module, instance, lines, pins, more=()):
        """A module with the unit's ports and `more` around it."""
        ports = [f"  {self.ways[name]} wire [{width - 1}:0] {name}" for name, width in self.widths.items()]
        nets = [f"  wire [{self.widths[name] - 1}:0] {pin};" for name, pin in pins.items()]
        connected = ", ".join(f".{name}({pins.get(name, name)})" for name in self.widths)
        return "\n".join([f"module {module} (", ",\n".join([*ports, *more]), ");", *nets, self.nets, *lines,
                          f"  {instance} dut ({connected});", "endmodule", ""])

    def leaf(self, changed):
        """`seen`: the unit, of whose outputs only what is read comes out; `changed`: and into which anything goes where it does not look."""
        free = [f"  input wire [{self.widths[name] - 1}:0] free_{name}" for name in self.open("input")]
        outputs = self.open("output")
        lines = [f"  assign {name} = of_{name} & {self.mask(name)};" for name in outputs]
        if self.always:  # from the first clock on in which it is not so nothing counts
            outputs = [name for name, way in self.ways.items() if way == "output"]
            lines = [f"  wire broken = !({self.always});"] if "clk_i" not in self.widths else [
                "  reg broken_q;", f"  wire broken = broken_q || !({self.always});", "  always @(posedge clk_i) broken_q <= broken;"]
            lines += [f"  assign {name} = of_{name} & {{{self.widths[name]}{{!broken}}}}" + (f" & {self.mask(name)};" if name in self.by else ";") for name in outputs]
        pins = {name: f"of_{name}" for name in outputs}
        if changed:
            pins |= {name: f"of_{name}" for name in self.open("input")}
            lines += [f"  assign of_{name} = {name} ^ (free_{name} & ~({self.mask(name)}));" for name in self.open("input")]
        return self.around("seen", "unit", lines, pins, free)

    def whole(self, changed):
        """`outer`, which stands in the unit's place: what it reads as nets, and `changed`: anything where nobody is to look."""
        lines = [f"  (* keep *) wire [{self.widths[name] - 1}:0] {READ}{name} = {name}" + (f" & {self.mask(name)};" if name in self.by else ";")
                 for name, way in self.ways.items() if way == "input"]
        if self.always:
            lines.append(f"  (* keep *) wire {READ}always = {f'!(!({self.always}))' if changed else 1};")
        pins = {name: f"of_{name}" for name in self.open("output")}
        for name in pins:
            lines.append(f"  wire [{self.widths[name] - 1}:0] any_{name};")
            lines.append(f"  anything #(.WIDTH({self.widths[name]})) a_{name} (.Y(any_{name}));" if changed else f"  assign any_{name} = 0;")
            lines.append(f"  assign {name} = of_{name} ^ (any_{name} & ~({self.mask(name)}));")
        return self.around("outer", "unit", lines, pins)


def both(unit, path, sides):
    """The two sides, modules `seen` made by a script each, as an AIG."""
    patterns = mutant_proofs.memories(unit)
    scripts = [f"{side}hierarchy -top seen\nproc\n{changes}{mutant_proofs.flat(patterns)}{last}" for side, changes, last in sides]
    yosys(scripts[0] + "design -stash plain\n" + scripts[1] + "rename seen gate\ndesign -stash gate\ndesign -copy-from plain seen\n"
          "design -copy-from gate gate\n" + "".join(f"design -copy-from plain {name}\nexpose -evert seen/t:{name} gate/t:{name}\n" for name in patterns)
          + mutant_proofs.to_aig("seen", path), str(path.relative_to(OUT)), mutant_proofs.NETLIST_S)
    return path.with_suffix(".aig")


def leaf(unit, ports, mutants):
    """The miter of the first proof, in which `mutsel` chooses the mutant."""
    path = unit.folder / "proof" / f"leaf_{mutants[0].number}"
    path.parent.mkdir(exist_ok=True)
    sides = []
    for name, changed in (("plain", False), ("changed", True)):
        source = path.with_suffix(f".{name}.v")
        source.write_text(ports.leaf(changed))
        changes = "".join(f"mutate -ctrl mutsel {SELECT_BITS} {m.number} {m.options}\n" for m in mutants) if changed else ""
        last = "" if changed else f"select seen\nadd -input mutsel {SELECT_BITS}\nselect -clear\n"
        sides.append((f"read_rtlil {unit.base}\nread_verilog -Irtl {source}\nchtype -set {unit.module} t:unit\n", changes, last))
    return mutant_proofs.Aig(both(unit, path, sides))


def holds(unit, ports):
    """The second proof, made once for the same design and contract: equivalent, different or undecided."""
    path = unit.folder / "proof" / "contract"
    path.parent.mkdir(exist_ok=True)
    texts = [ports.whole(False), ports.whole(True), mutant_seen.module(unit.top, *unit.whole)]
    digest = hashlib.sha256("\0".join([unit.block.name, unit.module, *texts]).encode()).hexdigest()
    known = path.with_suffix(".json")
    if known.exists() and json.loads(known.read_text())["digest"] == digest:
        return json.loads(known.read_text())["found"]
    sides = []
    for name, text in (("plain", texts[0]), ("changed", texts[1])):
        source = path.with_suffix(f".{name}.v")
        source.write_text(text + texts[2])
        sides.append((f"read_rtlil {unit.block}\nrename {unit.module} unit\nread_verilog -Irtl {source}\nrename outer {unit.module}\n"
                      "chtype -set $anyseq t:anything\n", "", f"select -assert-min {text.count(READ)} w:*.{READ}*\nexpose w:*.{READ}*\nopt_clean\n"))
    aig = both(unit, path, sides)
    found = mutant_proofs.answer(mutant_proofs.abc(f"read_aiger {aig}; strash; lcorr; pdr -T {mutant_proofs.WHOLE_S}", aig, 2 * mutant_proofs.WHOLE_S))
    known.write_text(json.dumps({"digest": digest, "found": found}) + "\n")
    return found


def prove(unit, mutants, pool, limit):
    """Which mutants nobody can tell from the unit by what the contract lets him read: {mutant: "equivalent" or "undecided"}, and what
    came out about the contract itself, "" if there is none. Where that does not hold nothing is said of any mutant."""
    ports = Ports(unit)
    if not mutants or not ports.by:
        return {}, ""
    asked = leaf(unit, ports, mutants)
    found = dict(zip(mutants, pool.map(lambda m: mutant_proofs.ask(asked, m.number, limit), mutants)))
    if "equivalent" not in found.values():
        return {}, ""
    contract = holds(unit, ports)
    good = contract == "equivalent"
    return {m: "equivalent" for m, verdict in found.items() if good and verdict == "equivalent"}, contract
