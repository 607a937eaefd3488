// SPDX-License-Identifier: Apache-2.0
// Whether the unit of a group blocks its lanes: they are shown as blocked on their way there. Pure.
`default_nettype none
`include "ws_layout.vh"
module ws_sync_blocks (
    input  wire [          11:0] op_i,
    input  wire [ `WS_PORTS-1:0] port_i,   // one bit
    output wire                  blocks_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  assign blocks_o = (port_i[WS_PORT_BAR] && (op_i[11:8] == WS_UNIT_BAR ? !bar_is_arrive(op_i[7:0]) : cluster_is_wait(op_i[7:0]))) ||
                    (port_i[WS_PORT_MBAR] && mbar_is_try_wait(op_i[7:0]));
endmodule
`default_nettype wire
