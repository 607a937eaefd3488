# SPDX-License-Identifier: Apache-2.0
"""A unit's ports by its contract, and the modules around it that stand in the proofs of mutant_contracts.py, as Verilog."""
import fnmatch
import json
import re

import mutant_rows
from mutant_agreed import own_nets, spread
from mutant_netlists import ToolError
from mutant_rows import Contract

ALWAYS = "contract_always"  # a net of that name, which none of rtl/ has
WORDS = {"wire", "reg", "always", "posedge", "function", "endfunction", "input"}  # of Verilog, in nets


class Ports:
    """A unit's ports and which bits of its outputs are read."""

    def __init__(self, unit, contract=None):
        """`contract`: in place of the unit's own."""
        text = unit.block.with_suffix(".json").read_text()
        ports = json.loads(text)["modules"][unit.module]["ports"]
        contract = contract or mutant_rows.CONTRACTS.get(unit.name, Contract())
        self.widths = {name: len(port["bits"]) for name, port in ports.items()}
        self.ways = {name: port["direction"] for name, port in ports.items()}
        self.always, self.within, self.ended, self.content = contract.always, contract.within, contract.ended, contract.content
        self.swept = contract.swept
        self.given = dict(contract.given)
        # what is to be proved, each of it 1 in every clock
        self.asked = [*filter(None, [contract.always]), *(f"{name} == ({value})" for name, value in self.given.items())]
        self.nets = re.sub(r"\[(\w+)\]", lambda m: f"[{self.widths[m[1]] - 1}:0]" if m[1] in self.widths else m[0], contract.nets)
        self.inner, self.outer = contract.within if contract.within and not self.claim else "", contract.outer
        self.shares = {**self.widths, **own_nets(self.nets), **own_nets(contract.looked), **own_nets(contract.shown)}
        self.looked, self.shown, self.along = contract.looked, contract.shown, contract.along
        # {port: what has to be 1}
        self.reads, self.shows = self.matched(contract.reads, "input"), self.matched(contract.shows, "output")
        own = [pattern for patterns, _ in contract.rows for pattern in patterns.split()]
        named = [(other, name) for name in ports if name.endswith("_valid_o") for other in fnmatch.filter(ports, name.removesuffix("valid_o") + "*_o")
                 if not other.endswith(("valid_o", "ready_o")) and not any(fnmatch.fnmatchcase(other, pattern) for pattern in own)]
        self.by = self.matched([*named, *contract.rows], "output")
        for name in self.by:  # and by what its mask is read by
            for other in [other for other in self.by if other != name and any(re.search(rf"\b{other}\b", by) for by in self.by[name])]:
                self.by[name] += [by for by in self.by[other] if by not in self.by[name]]
        self.check(unit.name)

    @property
    def claim(self):
        """All of it."""
        return " && ".join(self.asked)

    def check(self, unit):
        """Nothing is given that is none of the unit's inputs, or that depends on what both sides of a proof may have otherwise."""
        for name, value in self.given.items():
            if self.ways.get(name) != "input":
                raise ToolError(f"mutant_rows.py: {unit} has no input {name} that can be given")
        for name in self.outputs(" ".join(self.given.values())):
            if name in self.by or self.always:
                raise ToolError(f"mutant_rows.py: what {unit} is given depends on {name}, which is not always read")
        for name in self.outputs(self.always):
            if name in self.by or "clk_i" not in self.widths:
                raise ToolError(f"mutant_rows.py: what {unit} is never asked depends on {name}, which is not always read")

    def outputs(self, text):
        """Those that an expression depends on."""
        text = self.reached(text)
        return [name for name, way in self.ways.items() if way == "output" and re.search(rf"\b{name}\b", text)]

    def reached(self, text):
        """An expression, and the statements of `nets` that it depends on."""
        def names(part):
            return set(re.findall(r"(?<![\w'])[A-Za-z_]\w*", part)) - self.widths.keys() - WORDS

        parts, more = self.nets.split(";"), True
        while more:
            more = [part for part in parts if names(part) & names(text)]
            parts, text = [part for part in parts if part not in more], " ".join([text, *more])
        return text

    def matched(self, rows, way):
        """{port of that way: what rows say of it}."""
        found = {}
        for patterns, by in rows:
            for pattern in patterns.split():
                for name in fnmatch.filter(self.widths, pattern):
                    if self.ways[name] == way:
                        found.setdefault(name, []).append(by)
        return found

    def mask(self, name, rows=None):
        """Verilog: the bits of a port that are read, or what other rows say of it."""
        return " & ".join(spread(name, self.widths[name], by, self.shares.get(by)) for by in (rows or self.by)[name])

    def around(self, module, lines, pins, nets=None, inside="unit", more=()):
        """A module with the unit's ports, and the unit in it. `more`: outputs that the unit has not, (name, width)."""
        ports = [f"  {self.ways[name]} wire [{width - 1}:0] {name}" for name, width in self.widths.items()]
        ports += [f"  output wire [{width - 1}:0] {name}" for name, width in more]
        wires = [f"  wire [{self.widths[name] - 1}:0] of_{name}{'' if name in pins else f' = {name}'};" for name in dict.fromkeys([*pins, *self.given])]
        connected = ", ".join(f".{name}({'of_' * (name in pins)}{name})" for name in self.widths)
        return "\n".join(["`default_nettype none", f"module {module} (", ",\n".join(ports), ");", *wires, self.nets if nets is None else nets,
                          *lines, f"  {inside} dut ({connected});", "endmodule", "`default_nettype wire", ""])

    def masks(self):
        """`masks`: which bits of the inputs are read."""
        ports = [f"  input wire [{width - 1}:0] {name}" for name, width in self.widths.items() if self.ways[name] == "input"]
        ports += [f"  output wire [{self.widths[name] - 1}:0] of_{name}" for name in self.reads]
        return "\n".join(["`default_nettype none", "module masks (", ",\n".join(ports), ");", self.looked,
                          *(f"  assign of_{name} = {self.mask(name, self.reads)};" for name in self.reads), "endmodule", "`default_nettype wire", ""])

    def looks(self, changed):
        """`seen`: the unit with what it is given, and where it does not look, anything, if `changed`. And which bits those are, before and
        after, which has to be the same whatever comes in."""
        lines, inputs = [], [name for name, way in self.ways.items() if way == "input"]
        given = {name: self.given.get(name, name) for name in {**self.given, **self.reads}}
        for name in self.reads:
            width = self.widths[name]
            lines.append(f"  wire [{width - 1}:0] any_{name}, mine_{name}, read_{name};")
            lines.append(f"  anything #(.WIDTH({width})) a_{name} (.Y(any_{name}));" if changed else f"  assign any_{name} = 0;")
            lines.append(f"  wire [{width - 1}:0] other_{name} = {name} ^ (any_{name} & ~read_{name});")
        for name, value in given.items():
            lines.append(f"  wire [{self.widths[name] - 1}:0] given_{name} = {value};")
            lines.append(f"  assign of_{name} = given_{name}{f' ^ (any_{name} & ~mine_{name})' if name in self.reads else ''};")
        for instance, at, out, names in (("mine", "given_", "mine_", given), ("first", "", "read_", ()), ("again", "other_", "again_", self.reads)):
            pins = [f".{name}({at * (name in names)}{name})" for name in inputs] + [f".of_{name}({out}{name})" for name in self.reads]
            lines.append(f"  masks {instance} ({', '.join(pins)});")
        more = [(f"again_{name}", self.widths[name]) for name in self.reads]
        return self.masks() + self.around("seen", lines, [*given], more=more)

    def blind(self, module, inside):
        """`module`, in the unit's place: the unit, `inside`, with 0 where it does not look."""
        lines = [f"  assign of_{name} = {name} & {self.mask(name, self.reads)};" for name in self.reads]
        return self.around(module, lines, [*self.reads], self.looked, inside)

    def dim(self, module, inside):
        """The same with 0 in place of what it never shows."""
        lines = [f"  assign {name} = of_{name} & {self.mask(name, self.shows)};" for name in self.shows]
        return self.around(module, lines, [*self.shows], self.shown, inside)

    def bright(self):
        """`seen`: the unit, which says when it shows what it never does."""
        shown = ", ".join(f"{name} & ~({self.mask(name, self.shows)})" for name in self.shows)
        lines = [f"  (* keep *) wire contract_0_broken = |{{{shown}}};"]
        return self.around("seen", lines, [], self.shown)

    def leaf(self, inside="unit", content=None):
        """`seen`: the unit, `inside`, of whose outputs only what is read comes out, and nothing once `always` has not been so: of an output that
        this depends on nothing from the next clock on, so that both sides of a proof are told the same. `content`: for banks with CONTENT."""
        lines, own, nets, always = [], self.outputs(self.always), self.nets, self.always
        for name in own:
            nets, always = (re.sub(rf"\b{name}\b", f"of_{name}", text) for text in (nets, always))
        if self.always and "clk_i" in self.widths:
            lines = ["  reg broken_q;", f"  wire broken = broken_q || !({always});", "  always @(posedge clk_i) broken_q <= broken;"]
        elif self.always:
            lines = [f"  wire broken = !({self.always});"]
        steps = content.steps if content else {}
        pins = [name for name, way in self.ways.items() if way == "output" and (self.always or name in self.by or name in steps)]
        for name in pins:
            masks = ([self.mask(name)] if name in self.by else []) + [f"{{{self.widths[name]}{{!broken{'_q' * (name in own)}}}}}"] * bool(self.always)
            masks += [f"{{{self.widths[name]}{{{content.fine}}}}}"] if content and content.fine and name in self.by else []
            lines.append(f"  assign {name} = {' & '.join([f'of_{name}', *masks])};")
        lines += [f"  assign of_{name} = {value};" for name, value in self.given.items()]
        return self.around("seen", [*lines, content.choice() if content else ""], [*pins, *self.given], nets, inside)

    def claims(self):
        """`outer`, which stands in the unit's place, with anything where nobody is to look, and says when it is asked what it never is."""
        broken = [f"  (* keep *) wire contract_{k}_broken = !({asked});" for k, asked in enumerate(self.asked)]
        return self.around("outer", [*broken, *self.left_open(True)], list(self.by))

    def opened(self):
        """`opened`, which stands in the unit's place, with anything where nobody is to look; the unit is `below` in it."""
        return self.around("opened", self.left_open(True), list(self.by), inside="below")

    def left_open(self, changed):
        """Lines of `outer`: the outputs, with anything where nobody is to look, if `changed`."""
        lines = []
        for name in self.by:
            lines.append(f"  wire [{self.widths[name] - 1}:0] any_{name};")
            lines.append(f"  anything #(.WIDTH({self.widths[name]})) a_{name} (.Y(any_{name}));" if changed else f"  assign any_{name} = 0;")
            lines.append(f"  assign {name} = of_{name} ^ (any_{name} & ~({self.mask(name)}));")
        return lines

    def whole(self, changed, always):
        """`outer`, which stands in the unit's place; `changed`: and has anything where nobody is to look. `always`: with a net that says
        whether what is never to be asked is not, or is to say so."""
        lines = [f"  (* keep *) wire {ALWAYS} = {f'!(!({self.claim}))' if changed else 1};"] if always else []
        return self.around("outer", [*lines, *self.left_open(changed)], list(self.by))
