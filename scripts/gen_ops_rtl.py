# SPDX-License-Identifier: Apache-2.0
"""The Verilog of gen_ops.py: codes and numbers, classes of operations, packed records."""
import optable
from optable import NOTE, UNIT_CLASSES, by_unit, total

HEAD = ["// SPDX-License-Identifier: Apache-2.0", f"// {NOTE}"]


def gen_ops(data, ops):
    lines = [*HEAD, "// Codes of the units, of the operations of built units, and of their statuses; bits of FAMILIES; numbers of the ports. Include",
             "// inside a module."]
    lines += [f"localparam [3:0] WS_UNIT_{name} = 4'd{unit['code']};" for name, unit in data["units"].items() if unit["built"]]
    lines += [f"localparam [11:0] WS_OP_{op['c']} = 12'h{op['code']:03x}; // {op['name']}" for op in ops if op["built"]]
    for name, value in optable.statuses():
        if optable.said_by(name):
            lines.append(f"localparam [9:0] WS_ST_{name} = 10'h{value:03x};")
    lines += [f"localparam WS_FAMILY_{name.upper()} = {row['bit']}; // {row['about']}" for name, row in optable.families().items()]
    lines += [f"localparam [15:0] WS_FAMILIES = 16'h{optable.all_families():04x}; // those that there are",
              f"localparam [15:0] WS_FAMILIES_ALWAYS = 16'h{optable.always():04x}; // no block is without",
              f"localparam [15:0] WS_FAMILIES_MEMORY = 16'h{optable.with_key('memory'):04x}; // those that use shared memory"]
    lines += [f"localparam WS_PORT_{name} = {k};" for k, name in enumerate(optable.ports())]
    lines += [f"localparam WS_PORT_REFUSED = WS_PORT_{optable.default_port()}; // of what is refused, broken or unknown",
              f"localparam WS_PORTS = {len(optable.ports())}; // as `WS_PORTS of ws_layout.vh"]
    for key, about in (("flows", "each group that goes in comes out there"), ("results", "no group goes in"), ("alike", "d is the same in all lanes"), ("high", "d_hi is not always 0"),
                       ("gated", "d is 0 while it is not taken")):
        bits = "".join(str(int(bool(row.get(key)))) for row in reversed(optable.ports().values()))
        lines.append(f"localparam [WS_PORTS-1:0] WS_PORTS_{key.upper()} = {len(bits)}'b{bits}; // {about}")
    return "\n".join(lines) + "\n"


def test(terms, x, width):
    return " || ".join(f"({x} & {width}'h{mask:0{width // 4}x}) == {width}'h{value:0{width // 4}x}" for mask, value in terms)


def function(name, takes, body, gives="", about=""):
    return [f"function {gives}{name}({takes});" + (f"  // {about}" if about else ""), *(f"  {line}" for line in body), "endfunction"]


def by_case(name, cases, default):
    return ["case (op[11:8])", *(f"  WS_UNIT_{unit}: {name} = {value};" for unit, value in cases), f"  default: {name} = {default};", "endcase"]


def gen_class(data, ops):
    built = {name: unit for name, unit in data["units"].items() if unit["built"]}
    lines = [*HEAD, "// Classes of operations, of op, the whole code, or of fn, the low eight bits of a code of the unit. C twins of the same names in",
             "// ws_ops.h. Include inside a module, behind ws_ops.vh."]
    takes = "input [11:0] op"
    legal = by_unit([op for op in ops if op["built"]], True)
    lines += function("ws_op_is_built", takes, by_case("ws_op_is_built", [(unit, test(terms, "op[7:0]", 8)) for unit, terms in legal], "1'b0"),
                      about="an operation of a unit that can be built")
    for name, unit, covers, about in optable.classes():
        if unit:
            full = f"{unit.lower()}_is_{name}"
            lines += function(full, "input [7:0] fn", [f"{full} = {test(covers[0][1], 'fn', 8)};"], about=about)
        else:
            full = f"ws_op_is_{name}"
            lines += function(full, takes, by_case(full, [(of, test(terms, "op[7:0]", 8)) for of, terms in covers], "1'b0"), about=about)
    for key, about in UNIT_CLASSES.items():
        tests = [f"op[11:8] == WS_UNIT_{unit}" for unit in optable.units_with(key)]
        more = ["ws_op_is_alone(op)"] if key == "immediate" else []
        lines += function(f"ws_op_{key}", takes, [f"ws_op_{key} = {' || '.join(more + tests)};"], about=about)
    body = [f"ws_op_port = {{WS_PORTS{{1'b0}}}};", "case (op[11:8])"]
    for name, unit in built.items():
        body.append(f"  WS_UNIT_{name}:")
        first, *others = unit["ports"]
        for port, terms in optable.port_covers(name):
            body.append(f"  if ({test(terms, 'op[7:0]', 8)}) ws_op_port[WS_PORT_{port}] = 1'b1;")
            body.append("  else")
        body[-1] += f" ws_op_port[WS_PORT_{first}] = 1'b1;"
        assert len(others) == len(optable.port_covers(name))
    body += ["  default: ws_op_port[WS_PORT_REFUSED] = 1'b1;", "endcase"]
    lines += function("ws_op_port", takes, ["begin", *(f"  {line}" for line in body), "end"], "[WS_PORTS-1:0] ", "one bit, where its groups go")
    body = ["ws_units_of = 16'd0;", *(f"ws_units_of[WS_UNIT_{name}] = families[WS_FAMILY_{unit['family'].upper()}];" for name, unit in built.items())]
    lines += function("ws_units_of", "input [15:0] families", ["begin", *(f"  {line}" for line in body), "end"], "[15:0] ", "one bit a unit")
    body = ["ws_ports_of = {WS_PORTS{1'b0}};",
            *(f"ws_ports_of[WS_PORT_{name}] = families[WS_FAMILY_{row['family'].upper()}];" for name, row in optable.ports().items())]
    lines += function("ws_ports_of", "input [15:0] families", ["begin", *(f"  {line}" for line in body), "end"], "[WS_PORTS-1:0] ", "one bit a port")
    return "\n".join(lines) + "\n"


BEAT_RECORDS = ("head", "msg")  # those of a unit that takes beats
BEAT_WIDTH = {"LANES": "BEAT", "WARP_W": "`WS_BEAT_WARP_W"}


def layout(name, fields):
    """The fields of a record, from the low end up, and its width."""
    lines, below = [], []
    for field, width in reversed(fields):
        lines.append(f"`define WS_{name}_{field.upper()} {total(below)}+:{width}")
        below.append(width)
    return [*lines, f"`define WS_{name}_W {total(below)}"]


def gen_layout(_data, _ops):
    lines = [*HEAD, "// What the header of a module needs. Include before the module. `WS_PORTS: ports of the units. `WS_HAS_<FAMILY>: its bit of FAMILIES.",
             "// Packed records: `WS_<RECORD>_W is the width, `WS_<RECORD>_<FIELD> selects a field of a vector that holds one, with LANES, WARP_W",
             "// and TAG_W of the module. `WS_BEAT_<RECORD>: the same of a beat of BEAT lanes (common/ws_beats.v), of which the warp is WS_BEAT_WARP_W wide.",
             "`ifndef WS_LAYOUT_VH", "`define WS_LAYOUT_VH", f"`define WS_PORTS {len(optable.ports())}"]
    lines.append("`define WS_BEAT_WARP_W (LANES == BEAT ? WARP_W : $clog2(WARPS * LANES / BEAT))")
    lines += [f"`define WS_HAS_{name.upper()} (1 << {row['bit']})" for name, row in optable.families().items()]
    for name, fields in optable.layouts().items():
        lines += layout(name.upper(), fields)
    for name in BEAT_RECORDS:
        lines += layout(f"BEAT_{name.upper()}", [(field, BEAT_WIDTH.get(width, width)) for field, width in optable.layouts()[name]])
    lines.append("`endif")
    return "\n".join(lines) + "\n"
