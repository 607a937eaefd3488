// SPDX-License-Identifier: Apache-2.0
// What the rendezvous must know of an operation code. Pure. All of it is generated from scripts/ops.toml; C twins: sync_legal and
// ws_op_* of the same names.
//
// legal_o      one bit, that of its unit, if it is in the table of built operations, else none: their OR is left to the stage behind; deprecated vote (PTX 9.7.13.8) only under the legacy profile. The codes of a family
//              that FAMILIES leaves out are as unknown as those of a unit that does not exist
// immediate_o  never waits here: activemask, deprecated vote and the mbarrier family, whose participants are the issue
// gathers_o    has no membermask, all live lanes of the warp take part: barrier and barrier.cluster
// aligned_o    gathers, and the lanes should come in one request
// reports_o    a group reports members that have exited (CV_EXITED_MEMBER): elect and bar.warp.sync
// port_o       the port of its unit, one bit; of an unknown code the one that answers refused lanes
`default_nettype none
`include "ws_layout.vh"
module ws_sync_decode #(
    parameter [15:0] FAMILIES = 16'hffff  // as in ws_top
) (
    input  wire [         11:0] op_i,
    input  wire                 legacy_i,
    output wire [         15:0] legal_o,
    output wire                 immediate_o,
    output wire                 gathers_o,
    output wire                 aligned_o,
    output wire                 reports_o,
    output wire [`WS_PORTS-1:0] port_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"

  // The code, with 0, which is no unit, in place of a unit that is not built.
  localparam [15:0] UNITS = ws_units_of(FAMILIES);
  wire [11:0] op = {UNITS[op_i[11:8]] ? op_i[11:8] : 4'd0, op_i[7:0]};

  genvar g;
  generate
    for (g = 0; g < 16; g = g + 1) begin : unit
      localparam [3:0] UNIT = g;
      if (UNITS[g]) begin : built
        wire [11:0] mine = {UNIT, op_i[7:0]};
        assign legal_o[g] = op_i[11:8] == UNIT && (ws_op_is_legacy(mine) ? legacy_i : ws_op_is_built(mine));
      end else begin : absent
        assign legal_o[g] = 1'b0;
      end
    end
  endgenerate

  assign immediate_o = ws_op_immediate(op);
  assign gathers_o   = FAMILIES[WS_FAMILY_BAR] && ws_op_gathers(op);
  assign aligned_o   = FAMILIES[WS_FAMILY_BAR] && ws_op_is_aligned(op);
  assign reports_o   = ws_op_is_reports(op);
  assign port_o      = ws_op_port(op) & ws_ports_of(FAMILIES);
endmodule
`default_nettype wire
