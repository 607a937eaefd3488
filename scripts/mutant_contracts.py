# SPDX-License-Identifier: Apache-2.0
"""What those around a unit read of it: its contract. A mutant that keeps it is one that no run can show, if the whole design looks at
nothing else. Two proofs:

  leaf    the unit beside itself with the mutant: whatever comes in, what the contract names of the outputs is the same, so that the
          mutant is the unit with something else in the bits that are left open
  around  the same of the module around the unit, with the mutant in the unit, and the contract of that module
  whole   the design beside itself with anything in those bits, of all instances and in each clock: what may be read of its outputs is
          the same

and, for a contract that says what its unit is never asked or always given, that it is so: with the whole, or of the one module around
it, whatever comes into that, for such a reason may be found there in no time.

A row that is missing proves less; with one too many the proof of the whole fails.

Registers of which only one side has something else than the other are hard on a proof: it has to find out itself when nobody looks at
them. AGREED says when, and then it is proved along with the rest: what both sides always agree on inside. Such a row is never an
assumption; with a wrong one nothing is proved."""
import dataclasses
import fnmatch
import hashlib
import json
import pathlib
import re

import mutant_proofs
import mutant_seen
from mutant_netlists import OUT, ROOT, SELECT_BITS, ToolError, Unit, plain_name


@dataclasses.dataclass(frozen=True)
class Contract:
    """rows: (outputs, what has to be 1 for them to be read), which is a port, a net of `nets`, both with a bit for the same share of the
    outputs' bits, or an expression of one bit. nets: Verilog over the unit's ports; [port] is [width - 1:0] of that port. always: an
    expression over its inputs and nets that is 1 in every clock, which is proved of the module `within`, or with the whole. given: (input,
    expression that it always equals), over inputs and outputs that are read in any case; proved as `always` is, and leaf() drives the
    input with it."""
    rows: tuple = ()
    nets: str = ""
    always: str = ""
    within: str = ""
    given: tuple = ()
    up: tuple = ()  # of AGREED alone: (instance of a module that has a row, net that this row names), of_INSTANCE_NET


# The module around the units of a folder under rtl/.
AROUND = {"sync": "ws_sync", "bar": "ws_bar"}
# By unit, beside what the names of all other outputs say: x_valid_o is for the other outputs x_*_o.
CONTRACTS = {
    "ws_sync": Contract((("grp_[!v]*_o", "|grp_valid_o"), ("exit_busy_lanes_o", "exit_busy_o"))),
    # Nothing lives before a CTA has begun, who is blocked lives, and a warp of which lanes are blocked here sends nothing more. Of 4 lanes
    # and 4 warps: of others it is not so, and the proof of the whole fails.
    "ws_bar": Contract(nets="""
  reg begun;
  wire [start_i] start = start_i & {1{!(|away_o)}};
  always @(posedge clk_i) begun <= rst_ni && (begun || |start);
  wire [grp_lanes_i] away = away_o[grp_warp_i*4+:4];
  wire [grp_key_i] key_bits = {{7{grp_op_i[3] || !grp_valid_i}}, 5'h1f};  // a count""", given=(
        ("live_i", "(live_i | away_o) & {16{begun}}"),
        ("grp_valid_i", "grp_valid_i && (begun || |start) && !(|away) && |grp_lanes_i"),
        ("start_i", "start"),
        ("grp_key_i", "grp_key_i & key_bits"))),
    "ws_shfl_net": Contract((("res_[dp]_o", "res_lanes_o"),)),
    "ws_shfl_sel": Contract((("res_[dp]_o", "res_lanes_o"),)),
    "ws_sync_table": Contract((("rdata_o", "re_i"),), """
  reg [we_i] stale;  // read in the clock in which it was written
  always @(posedge clk_i) stale <= wwarp_i == next_rwarp_i ? we_i : 0;""", always="!(re_i && |stale)", within="ws_sync"),
    "ws_mbar_next": Contract((("word_o", "status_o == 10'd0"),)),
    "ws_mbar_put": Contract((("word_o vld_o seen_o", "write_o"), ("error_o", "!pass_i")),
                            always="{2'd0, init_i} + {2'd0, inval_i} + {2'd0, wait_i} + {2'd0, check_i} < 3'd2"),
    "ws_mbar_pipe": Contract((
        ("read_slot_o", "read_o"), ("write_*_o", "write_o"), ("warp_o fn_o", "merge_o || suspend_o || late_o || defer_o"),
        ("lanes_o short_o", "merge_o || suspend_o || late_o"), ("tag_o", "merge_o || suspend_o"), ("x_o", "suspend_o"), ("piece_o", "merge_o || late_o"),
        ("value_o bit_o", "merge_o"), ("base_o before_o each_o", "merge_o && value_o"), ("counts_o", "1'b0"), ("late_cta_o", "late_o"),
        ("defer_lanes_o", "defer_o"))),
    "ws_smem": Contract((("copy_raw_*_o", "copy_raw_o"), ("ls_rsp_raw_o ls_rsp_rdata_o", "ls_rsp_en_o"))),
}
# By module: nets inside it, registers above all, and what has to be 1 for them to be the same on both sides of a proof; `always`: what is
# 1 in each clock of the unit without a mutant, all bits of a net or an expression of one. Its `nets` are in tb/formal/agreed_MODULE.vh.
AGREED = {
    "ws_bar": Contract((
        ("b_kind_q b_all_q b_want_q", "b_asks && !b_bad_id_q && !b_bad_count_q"), ("b_bad_count_q", "b_asks && !b_bad_id_q"), ("b_bad_id_q", "b_asks"),
        ("b_sum_q", "b_asks && !b_bad_id_q && !b_bad_count_q && |b_kind_q"), ("acc_q", "adds"), ("cta_q", "begun"), ("act", "exam || |b_sel_q")),
                       always="states", up=(("barriers", "b_act"), ("barriers", "act_q"))),
    "ws_bar_table": Contract((("wrote_act_q", "b_again_q"), ("dirty_q", "not_here"), ("act_q", "begun"))),
    "ws_bar_clb": Contract((("owed_q", "pays"),), always="owes"),
}
ALWAYS = "contract_always"  # a net of that name, which none of rtl/ has
DIGESTED = "class Ports:"  # from here on a change of this file means that the proofs are made again


def spread(name, width, by, shares):
    """Verilog: `by` for each bit of a net; with `shares` it has so many bits, each for its share of them."""
    if shares is None:
        return f"{{{width}{{{by}}}}}"
    if width % shares:
        raise ToolError(f"mutant_contracts.py: {name} has no share for each bit of {by}")
    return "{" + ", ".join(f"{{{width // shares}{{{by}[{k}]}}}}" for k in reversed(range(shares))) + "}"


def own_nets(text):
    """The widths of the nets that a contract has of its own."""
    return {m[2]: int(m[1]) + 1 for m in re.finditer(r"(?:wire|reg) \[(\d+):0\] (\w+)", text)}


class Ports:
    """A unit's ports and which bits of its outputs are read."""

    def __init__(self, unit):
        text = unit.block.with_suffix(".json").read_text()
        ports = json.loads(text)["modules"][unit.module]["ports"]
        contract = CONTRACTS.get(unit.name, Contract())
        self.widths = {name: len(port["bits"]) for name, port in ports.items()}
        self.ways = {name: port["direction"] for name, port in ports.items()}
        self.always, self.within = contract.always, contract.within
        self.given = dict(contract.given)
        # 1 in every clock: what is to be proved
        self.claim = " && ".join(filter(None, [contract.always, *(f"{name} == ({value})" for name, value in self.given.items())]))
        self.nets = re.sub(r"\[(\w+)\]", lambda m: f"[{self.widths[m[1]] - 1}:0]" if m[1] in self.widths else m[0], contract.nets)
        self.shares = {**self.widths, **own_nets(self.nets)}
        self.by = {}  # port: what has to be 1
        own = [pattern for patterns, _ in contract.rows for pattern in patterns.split()]
        for name in ports:
            for other in fnmatch.filter(ports, name.removesuffix("valid_o") + "*_o") if name.endswith("_valid_o") else []:
                if not other.endswith(("valid_o", "ready_o")) and not any(fnmatch.fnmatchcase(other, pattern) for pattern in own):
                    self.row(other, name)
        for patterns, by in contract.rows:
            for pattern in patterns.split():
                self.row(pattern, by)
        self.check(unit.name)

    def check(self, unit):
        """Nothing is given that is none of the unit's inputs, or that depends on what both sides of a proof may have otherwise."""
        for name, value in self.given.items():
            if self.ways.get(name) != "input":
                raise ToolError(f"mutant_contracts.py: {unit} has no input {name} that can be given")
        text = " ".join([self.nets, self.always, *self.given.values()]) if self.given else self.always
        for name in [name for name, way in self.ways.items() if way == "output" and re.search(rf"\b{name}\b", text)]:
            if name in self.by or self.always:
                raise ToolError(f"mutant_contracts.py: what {unit} is given, or never asked, depends on {name}, which is not always read")

    def row(self, pattern, by):
        for name in fnmatch.filter(self.widths, pattern):
            if self.ways[name] == "output":
                self.by.setdefault(name, []).append(by)

    def mask(self, name):
        """Verilog: the bits of a port that are read."""
        return " & ".join(spread(name, self.widths[name], by, self.shares.get(by)) for by in self.by[name])

    def around(self, module, lines, pins):
        """A module with the unit's ports, and the unit in it."""
        ports = [f"  {self.ways[name]} wire [{width - 1}:0] {name}" for name, width in self.widths.items()]
        nets = [f"  wire [{self.widths[name] - 1}:0] of_{name};" for name in pins]
        connected = ", ".join(f".{name}({'of_' * (name in pins)}{name})" for name in self.widths)
        return "\n".join(["`default_nettype none", f"module {module} (", ",\n".join(ports), ");", *nets, self.nets, *lines,
                          f"  unit dut ({connected});", "endmodule", "`default_nettype wire", ""])

    def leaf(self):
        """`seen`: the unit, of whose outputs only what is read comes out, and nothing once `always` has not been so."""
        lines = []
        if self.always and "clk_i" in self.widths:
            lines = ["  reg broken_q;", f"  wire broken = broken_q || !({self.always});", "  always @(posedge clk_i) broken_q <= broken;"]
        elif self.always:
            lines = [f"  wire broken = !({self.always});"]
        pins = [name for name, way in self.ways.items() if way == "output" and (self.always or name in self.by)]
        for name in pins:
            masks = ([self.mask(name)] if name in self.by else []) + [f"{{{self.widths[name]}{{!broken}}}}"] * bool(self.always)
            lines.append(f"  assign {name} = of_{name} & {' & '.join(masks)};")
        lines += [f"  assign of_{name} = {value};" for name, value in self.given.items()]
        return self.around("seen", lines, [*pins, *self.given])

    def whole(self, changed, always):
        """`outer`, which stands in the unit's place; `changed`: and has anything where nobody is to look. `always`: with a net that says
        whether what is never to be asked is not, or is to say so."""
        lines = []
        if always:
            lines.append(f"  (* keep *) wire {ALWAYS} = {f'!(!({self.claim}))' if changed else 1};")
        for name in self.by:
            lines.append(f"  wire [{self.widths[name] - 1}:0] any_{name};")
            lines.append(f"  anything #(.WIDTH({self.widths[name]})) a_{name} (.Y(any_{name}));" if changed else f"  assign any_{name} = 0;")
            lines.append(f"  assign {name} = of_{name} ^ (any_{name} & ~({self.mask(name)}));")
        return self.around("outer", lines, list(self.by))


class Agreement:
    """What both sides of a proof are to agree on inside one module: one around it with outputs that say so."""

    def __init__(self, module, modules):
        self.module, contract, body = module, AGREED[plain_name(module)], modules[module]
        self.widths = {name: len(port["bits"]) for name, port in body["ports"].items()}
        self.ways = {name: port["direction"] for name, port in body["ports"].items()}
        self.nets = {name: len(net["bits"]) for name, net in body["netnames"].items() if name.isidentifier() and name not in body["ports"]}
        self.rows, self.always = contract.rows, contract.always
        self.text = contract.nets or (ROOT / f"tb/formal/agreed_{plain_name(module)}.vh").read_text()
        self.up = {}
        for cell, net in contract.up:
            inner = modules.get(body["cells"].get(cell, {}).get("type"), {"ports": {}, "netnames": {}})
            if net in inner["ports"] or net not in inner["netnames"]:  # a port is connected already
                raise ToolError(f"mutant_contracts.py: {plain_name(module)} has no {cell} with a net {net} inside")
            self.up[f"of_{cell}_{net}"] = (cell, net, len(inner["netnames"][net]["bits"]))
        self.nets.update({name: width for name, (*_, width) in self.up.items()})
        text = " ".join([*(word for row in self.rows for word in row), self.always, self.text])
        self.shown = [name for name in self.nets if re.search(rf"\b{name}\b", text)]
        unknown = [name for names, _ in self.rows for name in names.split() if name not in self.nets]
        if unknown:
            raise ToolError(f"mutant_contracts.py: {plain_name(module)} has no nets {' '.join(unknown)}")

    def around(self, changed):
        """The module around it."""
        ports = ",\n".join([*(f"  {self.ways[name]} wire [{width - 1}:0] {name}" for name, width in self.widths.items()),
                            *(f"  output wire [{self.nets[name] - 1}:0] {name}" for name in self.shown)])
        pins = ", ".join(f".{name}({name})" for name in [*self.widths, *self.shown])
        lines = [self.text, f"  inner_{plain_name(self.module)} body ({pins});"]
        shares = {**self.nets, **own_nets(self.text)}
        for names, by in self.rows:
            for name in names.split():
                mask = spread(name, self.nets[name], by, shares.get(by))
                lines.append(f"  (* keep *) wire [{self.nets[name] - 1}:0] agreed_{name} = {name} & {mask};")
        if self.always:
            if self.always.isidentifier() and self.always not in shares:
                raise ToolError(f"mutant_contracts.py: {plain_name(self.module)}: the width of {self.always} is not known, it wants a declaration of its own")
            width = shares.get(self.always, 1)
            lines.append(f"  (* keep *) wire [{width - 1}:0] agreed_always = {f'~{width}{chr(39)}d0' if changed else self.always};")
        return "\n".join(["`default_nettype none", f"module agreed_{plain_name(self.module)} (", ports, ");", *lines, "endmodule",
                          "`default_nettype wire", ""])

    def commands(self, path, changed):
        """Yosys' commands that put it there."""
        name = plain_name(self.module)
        source = path.with_name(f"{path.name}.{name}_{int(changed)}.v")
        source.write_text(self.around(changed))
        pattern = re.sub(r"\W", "?", self.module)
        ups = "".join(f"cd {self.module}\nadd -wire {up} {width}\nconnect -port {cell} {net} {up}\ncd ..\n" for up, (cell, net, width) in self.up.items())
        return (f"{ups}expose {' '.join(f'{pattern}/w:{net}' for net in self.shown)}\nchtype -set agreed_{name} t:{pattern}\n"
                f"read_verilog -Irtl {source}\nchtype -set {self.module} agreed_{name}/t:inner_{name}\n")


AGREES = "select -assert-min 1 w:*.agreed_*\nexpose w:*.agreed_*\n"


def agreements(unit):
    """Those of the unit and the modules in it."""
    modules = json.loads(unit.block.with_suffix(".json").read_text())["modules"]
    text = unit.base.read_text()
    return [Agreement(name, modules) for name in modules if plain_name(name) in AGREED and stands_in(name, text)]


def stands_in(module, text):
    """Whether a netlist in RTLIL has a module."""
    return f"\nmodule {module if module.startswith('$') else chr(92) + module}\n" in text


def leaf(unit, ports, mutants):
    """The miter of the first proof, of the unit or of one around that of the mutants; `mutsel` chooses the mutant."""
    path = unit.folder / "proof" / f"leaf_{mutants[0].number}"
    path.parent.mkdir(exist_ok=True)
    source = path.with_suffix(".v")
    source.write_text(ports.leaf())
    read = f"read_verilog -Irtl {source}\nchtype -set {unit.module} t:unit\n"
    changes = "".join(f"mutate -ctrl mutsel {SELECT_BITS} {m.number} {m.options}\n" for m in mutants)
    agreed = agreements(unit)
    reads = [read + "".join(one.commands(path, changed) for one in agreed) for changed in (False, True)]
    last = AGREES if agreed else ""
    sides = [(reads[0], "", last + mutant_proofs.ADD_SELECT.format("seen")), (reads[1], changes, last)]
    return mutant_proofs.Aig(mutant_proofs.both(path, "seen", mutant_proofs.memories(unit, unit.base), sides))


def around(unit):
    """The module around a unit, with the same parameters; None if there is no row for it, or it is not in there."""
    name = AROUND.get(pathlib.Path(unit.file).parts[1], unit.name)
    if name == unit.name:
        return None
    outer = Unit(name, unit.params, f"_around_{unit.name}")
    outer.read()
    return outer if stands_in(unit.module, outer.base.read_text()) else None


def holds(unit, ports):
    """The second proof, made once for the same design and contract: equivalent, different or undecided."""
    path = unit.folder / "proof" / "contract"
    path.parent.mkdir(exist_ok=True)
    with_whole = ports.claim and not ports.within
    texts = [ports.whole(changed, always) for changed in (False, True) for always in (False, True)] + [mutant_seen.module(unit.top, *unit.whole)]
    how = [pathlib.Path(script.__file__).read_text() for script in (mutant_proofs, mutant_seen)] + [pathlib.Path(__file__).read_text().partition(DIGESTED)[2]]
    digest = hashlib.sha256("\0".join([unit.block.name, unit.module, ports.within, *texts, *how]).encode()).hexdigest()
    known = OUT / f"contract_{unit.name}_{digest[:16]}.json"  # the same for all units in a module
    if known.exists():
        return json.loads(known.read_text())["found"]
    found = same(unit, ports, path, "seen", with_whole)
    if ports.within and found == "equivalent":
        found = never(unit, ports)
    if found != "undecided":  # another time there may be more of it
        known.with_suffix(".new").write_text(json.dumps({"found": found}) + "\n")
        known.with_suffix(".new").rename(known)
    return found


def never(unit, ports):
    """Whether the module around the unit never asks it what the contract says that it is never asked, whatever comes in."""
    modules = json.loads(unit.block.with_suffix(".json").read_text())["modules"]
    module, = (name for name in modules if plain_name(name) == ports.within)
    path = unit.folder / "proof" / "never"
    path.parent.mkdir(exist_ok=True)
    return same(unit, ports, path, module, True)


def same(unit, ports, path, module, always):
    """Whether a module beside itself, with anything in the bits that are left open, does the same: the whole design in what may be read of
    its outputs; one module around the unit in that alone which says that what is never to be asked is not."""
    show = f"select -assert-min 1 w:*.{ALWAYS}\nexpose w:*.{ALWAYS}\n" if always else ""
    if module != "seen":
        show += f"delete -output o:* w:*.{ALWAYS} %d\n"
    sides = []
    for name, changed in (("plain", False), ("changed", True)):
        source = path.with_suffix(f".{name}.v")
        source.write_text(ports.whole(changed, always) + (mutant_seen.module(unit.top, *unit.whole) if module == "seen" else ""))
        sides.append((f"rename {unit.module} unit\nread_verilog -Irtl {source}\nrename outer {unit.module}\n"
                      "chtype -set $anyseq t:anything\n", "", f"{show}opt_clean\n" * bool(always)))
    aig = mutant_proofs.both(path, module, mutant_proofs.memories(unit, unit.block), sides)
    return mutant_proofs.answer(mutant_proofs.abc(f"read_aiger {aig}; strash; lcorr; pdr -T {mutant_proofs.WHOLE_S}", aig, 2 * mutant_proofs.WHOLE_S))


def prove(unit, mutants, pool, limit, outer=None):
    """Which mutants nobody can tell from the unit by what the contract lets him read, or, with `outer`, by that of the module around it:
    {mutant: "equivalent" or "undecided"}, and what came out about the contract itself, "" if there is none. Where that does not hold
    nothing is said of any mutant."""
    keeper = outer or unit
    ports = Ports(keeper)
    if not mutants or not ports.by:
        return {}, ""
    asked = leaf(keeper, ports, mutants)
    found = dict(zip(mutants, pool.map(lambda m: mutant_proofs.ask(asked, m.number, limit), mutants)))
    if "equivalent" not in found.values():
        return {}, ""
    contract = holds(keeper, ports)
    good = contract == "equivalent"
    return {m: "equivalent" for m, verdict in found.items() if good and verdict == "equivalent"}, contract
