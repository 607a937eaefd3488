# SPDX-License-Identifier: Apache-2.0
"""What both sides of a proof always agree on inside: AGREED of mutant_rows.py, as outputs of the netlist.

Registers of which only one side has something else than the other are hard on a proof: it has to find out itself when nobody looks at
them. A row says when, and then it is proved along with the rest. It is never an assumption; with a wrong one nothing is proved."""
import hashlib
import json
import re

import mutant_rows
from mutant_netlists import ROOT, ToolError, plain_name
from mutant_rows import Contract


def spread(name, width, by, shares):
    """Verilog: `by` for each bit of a net; with `shares` it has so many bits, each for its share of them."""
    if shares is None:
        return f"{{{width}{{{by}}}}}"
    if width % shares:
        raise ToolError(f"mutant_rows.py: {name} has no share for each bit of {by}")
    return "{" + ", ".join(f"{{{width // shares}{{{by}[{k}]}}}}" for k in reversed(range(shares))) + "}"


def own_nets(text):
    """The widths of the nets that a contract has of its own."""
    return {m[2]: int(m[1]) + 1 for m in re.finditer(r"(?:wire|reg) \[(\d+):0\] (\w+)", text)}


def memories_of(body):
    """[(name, bits of a word, words)] of the memories in a module, by name."""
    return [(name, one["width"], one["size"]) for name, one in sorted(body.get("memories", {}).items(), key=lambda item: natural(item[0]))]


def natural(name):
    """For sorting: lane[9] before lane[10]."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)]


def identifier(name):
    """What a net is called in a row: block_0_net for block[0].net, of a generate loop."""
    return re.sub(r"\W+", "_", name)


def nets_of(body, contract):
    """The widths of the nets inside a module that AGREED can name."""
    nets = {identifier(name): len(net["bits"]) for name, net in body["netnames"].items() if name[0] not in "$_" and name not in body["ports"]}
    return {**nets, "words": sum(width * size for _, width, size in memories_of(body))} if contract.words else nets


class Agreement:
    """What both sides of a proof are to agree on inside one module: one around it with outputs that say so."""

    def __init__(self, module, modules, inside=""):
        """`inside`: the unit of AGREED_IN that the rows are for."""
        agreed = mutant_rows.AGREED_IN[inside] if inside else mutant_rows.AGREED
        self.module, contract, body = module, agreed[plain_name(module)], modules[module]
        self.widths = {name: len(port["bits"]) for name, port in body["ports"].items()}
        self.ways = {name: port["direction"] for name, port in body["ports"].items()}
        self.rows, self.always = contract.rows, contract.always
        more = ROOT / f"tb/formal/agreed_{plain_name(module)}{'_in_' * bool(inside)}{inside}.vh"
        self.text = contract.nets + (more.read_text() if more.exists() or not contract.nets else "")
        self.memories = memories_of(body) if contract.words else []
        self.nets, self.up = nets_of(body, contract), {}
        self.called = {identifier(name): name for name in body["netnames"] if name[0] not in "$_" and name != identifier(name)}
        for cell, net in contract.up:
            inner = modules.get(body["cells"].get(cell, {}).get("type"))
            width = inner and nets_of(inner, agreed.get(plain_name(body["cells"][cell]["type"]), Contract())).get(net)
            if not width:  # a port is connected already
                raise ToolError(f"mutant_rows.py: {plain_name(module)} has no {cell} with a net {net} inside")
            self.up[f"of_{cell.replace('.', '_')}_{net}"] = (cell, net, width)
        self.nets.update({name: width for name, (*_, width) in self.up.items()})
        text = " ".join([*(word for row in self.rows for word in row), self.always, self.text])
        self.shown = [name for name in self.nets if re.search(rf"\b{name}\b", text)]
        self.rows_nets = {**self.nets, **own_nets(self.text)}
        unknown = [name for names, _ in self.rows for name in names.split() if name not in self.rows_nets]
        if unknown:
            raise ToolError(f"mutant_rows.py: {plain_name(module)} has no nets {' '.join(unknown)}")

    def around(self, changed, label, alone=False):
        """The module around it; `label` is in the names of both. `alone`: it says when what is always so is not, and that is all."""
        ports = ",\n".join([*(f"  {self.ways[name]} wire [{width - 1}:0] {name}" for name, width in self.widths.items()),
                            *(f"  output wire [{self.nets[name] - 1}:0] {name}" for name in self.shown)])
        pins = ", ".join(f".{name}({name})" for name in [*self.widths, *self.shown])
        lines = [self.text, f"  inner_{label} body ({pins});"]
        shares = self.rows_nets
        for names, by in [] if alone else self.rows:
            for name in names.split():
                mask = spread(name, shares[name], by, shares.get(by))
                lines.append(f"  (* keep *) wire [{shares[name] - 1}:0] agreed_{name} = {name} & {mask};")
        if self.always:
            if self.always.isidentifier() and self.always not in shares:
                raise ToolError(f"mutant_rows.py: {plain_name(self.module)}: the width of {self.always} is not known, it wants a declaration of its own")
            width = shares.get(self.always, 1)
            lines.append(f"  (* keep *) wire [{width - 1}:0] agreed_broken = ~({self.always});" if alone else
                         f"  (* keep *) wire [{width - 1}:0] agreed_always = {f'~{width}{chr(39)}d0' if changed else self.always};")
        return "\n".join(["`default_nettype none", f"module agreed_{label} (", ports, ");", *lines, "endmodule",
                          "`default_nettype wire", ""])

    def commands(self, path, changed, alone=False):
        """Yosys' commands that put it there."""
        name = f"{plain_name(self.module)}_{hashlib.sha256(self.module.encode()).hexdigest()[:8]}"  # there may be several, of other parameters
        source = path.with_name(f"{path.name}.{name}_{int(changed)}.v")
        source.write_text(self.around(changed, name, alone))
        pattern = re.sub(r"\W", "?", self.module)
        ups = f"cd {self.module}\n" + "".join(f"rename {self.called[net]} {net}\n" for net in self.shown if net in self.called) + "cd ..\n"
        ups += "".join(f"cd {self.module}\nadd -wire {up} {width}\nconnect -port {cell} {net} {up}\ncd ..\n" for up, (cell, net, width) in self.up.items())
        if self.memories:
            words = [(f"{memory}[{k}]", f"word_{m}_{k}") for m, (memory, _, size) in enumerate(self.memories) for k in range(size)]
            ups += (f"cd {self.module}\nmemory_collect\nmemory_map\n" + "".join(f"rename {old} {new}\n" for old, new in words)
                    + f"add -wire words {self.nets['words']}\nconnect -set words {','.join(new for _, new in reversed(words))}\ncd ..\n")
        return (f"{ups}expose {' '.join(f'{pattern}/w:{net}' for net in self.shown)}\nchtype -set agreed_{name} t:{pattern}\n"
                f"read_verilog -Irtl {source}\nchtype -set {self.module} agreed_{name}/t:inner_{name}\n")


AGREES = "select -assert-min 1 w:*.agreed_*\nexpose w:*.agreed_*\n"


def agreements(unit, whole=False, rows=""):
    """Those of the unit and the modules in it, or of the whole design; `rows`: the name in AGREED_IN, if not the unit's."""
    modules = json.loads(unit.block.with_suffix(".json").read_text())["modules"]
    rows = rows or unit.name
    text, inside = (unit.block if whole else unit.base).read_text(), rows if rows in mutant_rows.AGREED_IN else ""
    agreed = mutant_rows.AGREED_IN.get(rows, mutant_rows.AGREED)
    if inside and any(unit.params.get(size, 4) != 4 for size in ("LANES", "WARPS")):
        return []
    return [Agreement(name, modules, inside) for name in modules if plain_name(name) in agreed and stands_in(name, text)]


def stands_in(module, text):
    """Whether a netlist in RTLIL has a module."""
    return f"\nmodule {module if module.startswith('$') else chr(92) + module}\n" in text
