# SPDX-License-Identifier: Apache-2.0
"""The whole design as those outside see it: a module `seen` around the top, in which an output bit that nobody may read is 0.
A mutant that this cannot tell from the design is one that no run can show. What may be read is what the benches compare
(tb/cosim/lockstep.c), and what rtl/README.md promises. A row that is missing proves less; one too many would prove too much.
Whatever comes in, but for messages of other CTAs, which carry what a ws_top sends, an access to shared memory that waits, which stays the
same, and answers on AXI4-Lite, which keep to it."""
import fnmatch

import mutant_rows

# By top: outputs, and the other outputs whose bits have to be 1 for theirs to be read. A bit of those is for the same share of
# the bits of these: a bit of valid for what comes from its CTA, a bit of lanes for what its lane gets.
BLOCK = (
    ("rsp_*_o", "rsp_valid_o"), ("rsp_[dp]_o rsp_d_hi_o", "rsp_lanes_o"), ("rsp_d_hi_o", "wide"),
    ("ls_rsp_*_o", "ls_rsp_valid_o"), ("ls_rsp_raw_o ls_rsp_rdata_o", "ls_rsp_en_o"),
    ("gm_addr_o gm_bytes_o", "gm_valid_o"), ("net_dest_o net_msg_o", "net_valid_o"), ("err_*_o", "err_valid_o"),
)
LITE = tuple((f"axil_{channel}*_o", f"axil_{channel}valid_o") for channel in ("aw", "w", "b", "ar", "r"))
READ = {"ws_top": BLOCK, "ws_cluster": BLOCK, "ws_bus": LITE, "ws_serial": (("tx_byte_o", "tx_valid_o"), *LITE),
        "ws_uart_rx": (("byte_o", "valid_o"),), "ws_uart_tx": (), "ws_axil_manager": LITE}
# By top: inputs, and the nets and the expression of what of them comes in; MSG_W: its width. An operation that goes to another CTA has
# one lane at least (of WARPS from 4 on; proved of 4 lanes), and is an expect_tx, a complete_tx, or an arrive without result, dropping or
# with bytes; test_mutant_proofs.py proves that no other is sent. An access to shared memory that has to wait asks the same banks until it is
# taken, but for a reset (rtl/README.md, Handshake). The bridge of the serial line is answered by AXI4-Lite: prove_axil.sh shows that the
# bus answers nothing that was not asked, and no EXOKAY, prove_serial.sh that who has asked is ready.
GIVEN = {"ws_top": {"net_msg_i": ("  wire [7:0] sent = net_msg_i[37] ? {4'h2, net_msg_i[35], 2'b10, net_msg_i[32]} : {7'h1, net_msg_i[32]};\n"
                                  "  wire lane = net_msg_i[40] || net_msg_i[MSG_W-6:41] == 0;\n", "{net_msg_i[MSG_W-1:41], lane, sent, net_msg_i[31:0]}"),
                    "ls_en_i": (mutant_rows.HELD, "held_en")},
         "ws_serial": {name: (mutant_rows.ANSWERS * (name == "axil_bvalid_i"), value) for name, value in mutant_rows.ANSWERED}}
NEVER_MASKED = ("*valid_o", "*ready_o")


def masks(top, name):
    """The outputs that say whether one is read."""
    if any(fnmatch.fnmatchcase(name, pattern) for pattern in NEVER_MASKED):
        return []
    return [by for patterns, by in READ[top] for pattern in patterns.split() if fnmatch.fnmatchcase(name, pattern)]


def module(top, instance, ports):
    """Verilog of `seen`; `instance`: the top as the netlist calls it, `ports`: Yosys' JSON of its ports."""
    widths = {name: len(port["bits"]) for name, port in ports.items()}
    outputs = [name for name, port in ports.items() if port["direction"] == "output"]
    lines = ["module seen ("]
    lines.append(",\n".join(f"  {port['direction']} wire [{widths[name] - 1}:0] {name}" for name, port in ports.items()))
    lines.append(");\n`include \"ws_ops.vh\"")
    given = GIVEN.get(top, {})
    lines += [f"  wire [{widths[name] - 1}:0] of_{name};" for name in [*outputs, *given]]
    lines += [f"{nets}  assign of_{name} = {value};".replace("MSG_W", str(widths[name])) for name, (nets, value) in given.items()]
    pins = ", ".join(f".{name}({'of_' * (name in outputs or name in given)}{name})" for name in ports)
    lines.append(f"  \\{instance}  dut ({pins});")
    if "rsp_op_o" in outputs:  # operations that give 64 bits: ws_dut_wide in tb/cosim/dut.h
        widths["wide"] = widths["rsp_op_o"] // 12
        lines.append(f"  wire [{widths['wide'] - 1}:0] of_wide;")
        for cta in range(widths["wide"]):
            code = f"of_rsp_op_o[{cta * 12}+:12]"
            lines.append(f"  assign of_wide[{cta}] = ({code} & ~12'hb) == WS_OP_MBAR_ARRIVE && ({code} & 12'h3) != 12'h3;")
    for name in outputs:
        spread = [", ".join(f"{{{widths[name] // widths[by]}{{of_{by}[{k}]}}}}" for k in reversed(range(widths[by]))) for by in masks(top, name)]
        lines.append(f"  assign {name} = of_{name}" + "".join(f" & {{{bits}}}" for bits in spread) + ";")
    return "\n".join(lines) + "\nendmodule\n"
