// SPDX-License-Identifier: Apache-2.0
// The way from the rendezvous to the units: groups that were found to be complete or refused, and lanes that are to wait, in the
// order in which they were found. C twin: cmodel/when/out.c.
//
// A push in t, which needs room_o, is shown in t+2 if nothing stands before it: the read of its operands takes a clock. It stays until
// its unit is ready, and what is behind it waits; room_o is a register. grp_valid_o is a strobe, raised only where grp_ready_i is 1.
// A push with store_i is no group: in the clock in which its lanes' operands stand at the outputs of the memory store_o is 1, and nothing is
// read, since they are kept then.
`default_nettype none
`include "ws_layout.vh"
module ws_sync_out #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
    parameter ADDR_W = 5
) (
    input  wire                   clk_i,
    input  wire                   rst_ni,
    // what was found
    input  wire                   push_i,
    input  wire                   offer_i,      // there may be a push in this clock
    output wire                   room_o,
    input  wire                   store_i,
    input  wire                   several_i,    // of a store: its lanes carry several keys
    input  wire [  `WS_PORTS-1:0] port_i,
    input  wire [ `WS_HEAD_W-1:0] head_i,
    input  wire [           11:0] key_i,
    input  wire [     ADDR_W-1:0] addr_i,       // of the operands
    output wire                   blocks_o,     // its unit blocks the lanes of such a group
    // memory of operands; look: what is read next has come, and stands in the place look_slot_o
    output wire                   look_o,
    output wire [     ADDR_W-2:0] look_slot_o,   // without the highest bit of the address
    output wire                   read_o,
    output wire [     ADDR_W-1:0] read_addr_o,
    output wire [     WARP_W-1:0] read_warp_o,
    // lanes that are to wait
    output wire                   store_o,
    output wire                   several_o,
    // group to a unit
    output wire [  `WS_PORTS-1:0] grp_valid_o,
    input  wire [  `WS_PORTS-1:0] grp_ready_i,
    output wire [  `WS_PORTS-1:0] grp_stands_o,  // where a group stands, taken or not
    output wire [ `WS_HEAD_W-1:0] grp_head_o,
    output wire [           11:0] grp_key_o,
    // what is inside
    output wire                   empty_o,
    output reg  [      WARPS-1:0] busy_o,       // warps with a group or a store
    output reg  [WARPS*LANES-1:0] going_o,      // lanes that their unit will block
    output wire [WARPS*LANES-1:0] gone_o        // such lanes, in the clock after they have reached it
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  localparam HEAD_W = `WS_HEAD_W;
  localparam INFO_W = HEAD_W + 3 + WS_PORTS + 12;  // {store, blocks, several, port, key, head}
  localparam ALL_W = INFO_W + ADDR_W;

  reg spare_valid_q, next_valid_q, last_valid_q;
  reg [ALL_W-1:0] spare_q, next_q;
  reg [INFO_W-1:0] last_q;
  reg [WARPS-1:0] last_sel_q;  // the warp of last_q, as a bit, if its unit blocks the lanes
  wire [ALL_W-1:0] in = {addr_i, store_i, blocks_o, several_i, port_i, key_i, head_i};
  wire [WS_PORTS-1:0] last_port = last_q[HEAD_W+12+:WS_PORTS];

  assign store_o = last_valid_q && last_q[INFO_W-1];
  assign several_o = last_q[INFO_W-3];
  assign grp_stands_o = last_valid_q && !store_o ? last_port : {WS_PORTS{1'b0}};
  assign grp_valid_o = grp_stands_o & grp_ready_i;
  assign {grp_key_o, grp_head_o} = last_q[HEAD_W+11:0];
  assign empty_o = !next_valid_q && !last_valid_q;  // nothing is spare then

  wire unit_ready, moves;
  wire leaves = store_o || unit_ready;

  ws_sync_leaves #(
      .PORTS(WS_PORTS)
  ) up (
      .port_i (last_port),
      .ready_i(grp_ready_i),
      .valid_i(last_valid_q),
      .store_i(last_q[INFO_W-1]),
      .next_i (next_valid_q),
      .ready_o(unit_ready),
      .moves_o(moves)
  );

  assign room_o = !spare_valid_q;
  assign look_o = !next_valid_q || moves;
  assign look_slot_o = spare_valid_q ? spare_q[INFO_W+:ADDR_W-1] : addr_i[ADDR_W-2:0];
  assign read_o = moves;
  assign read_addr_o = next_q[INFO_W+:ADDR_W];
  assign read_warp_o = next_q[`WS_HEAD_WARP];

  always @(posedge clk_i)
    if (!rst_ni) begin
      spare_valid_q <= 1'b0;
      next_valid_q  <= 1'b0;
      last_valid_q  <= 1'b0;
    end else begin
      if (moves) last_valid_q <= 1'b1;
      else if (leaves) last_valid_q <= 1'b0;
      if (!next_valid_q || moves) begin
        next_valid_q  <= spare_valid_q || push_i;
        spare_valid_q <= 1'b0;
      end else if (push_i) spare_valid_q <= 1'b1;
    end

  always @(posedge clk_i) begin
    if (moves) last_q <= next_q[INFO_W-1:0];
    if (moves) last_sel_q <= next_q[INFO_W-2] && !next_q[INFO_W-1] ? only(next_q[`WS_HEAD_WARP]) : {WARPS{1'b0}};
    if (!next_valid_q || moves) next_q <= spare_valid_q ? spare_q : in;
    if (offer_i && !spare_valid_q) spare_q <= in;  // it holds a group from then on only if that is pushed and does not go to next_q
  end

  // ------------------------------------------------------------------------------------------------- what is inside

  // The unit of this operation blocks the lanes: they are shown as blocked on their way there.
  function blocks;
    input [11:0] op;
    input [WS_PORTS-1:0] port;
    blocks = (port[WS_PORT_BAR] && (op[11:8] == WS_UNIT_BAR ? !bar_is_arrive(op[7:0]) : cluster_is_wait(op[7:0]))) ||
             (port[WS_PORT_MBAR] && mbar_is_try_wait(op[7:0]));
  endfunction

  assign blocks_o = blocks(head_i[`WS_HEAD_OP], port_i);

  function [WARPS-1:0] only(input [WARP_W-1:0] warp);
    integer w;
    for (w = 0; w < WARPS; w = w + 1) only[w] = warp == w[WARP_W-1:0];
  endfunction
  function [WARPS*LANES-1:0] lanes_of(input [WARP_W-1:0] warp, input [LANES-1:0] lanes);
    integer w;
    for (w = 0; w < WARPS; w = w + 1) lanes_of[w*LANES+:LANES] = warp == w[WARP_W-1:0] ? lanes : {LANES{1'b0}};
  endfunction

  reg [WARPS-1:0] gone_q, left;
  integer w;
  reg [LANES-1:0] lanes_q;

  always @(*) begin
    busy_o  = {WARPS{1'b0}};
    going_o = {WARPS * LANES{1'b0}};
    left    = {WARPS{1'b0}};
    if (spare_valid_q) begin
      busy_o = only(spare_q[`WS_HEAD_WARP]);
      if (spare_q[INFO_W-2] && !spare_q[INFO_W-1]) going_o = lanes_of(spare_q[`WS_HEAD_WARP], spare_q[`WS_HEAD_LANES]);
    end
    if (next_valid_q) begin
      busy_o = busy_o | only(next_q[`WS_HEAD_WARP]);
      if (next_q[INFO_W-2] && !next_q[INFO_W-1]) going_o = going_o | lanes_of(next_q[`WS_HEAD_WARP], next_q[`WS_HEAD_LANES]);
    end
    if (last_valid_q) begin
      busy_o = busy_o | only(last_q[`WS_HEAD_WARP]);
      if (leaves) left = last_sel_q;
      for (w = 0; w < WARPS; w = w + 1) if (last_sel_q[w]) going_o[w*LANES+:LANES] = going_o[w*LANES+:LANES] | last_q[`WS_HEAD_LANES];
    end
  end

  genvar g;
  generate
    for (g = 0; g < WARPS; g = g + 1) begin : warp
      assign gone_o[g*LANES+:LANES] = gone_q[g] ? lanes_q : {LANES{1'b0}};
    end
  endgenerate

  always @(posedge clk_i) gone_q <= rst_ni ? left : {WARPS{1'b0}};

  always @(posedge clk_i) if (|left) lanes_q <= grp_head_o[`WS_HEAD_LANES];
endmodule
`default_nettype wire
