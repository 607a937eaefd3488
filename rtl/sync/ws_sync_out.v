// SPDX-License-Identifier: Apache-2.0
// The way from the rendezvous to the units: groups that were found to be complete or refused, and lanes that are to wait, in the
// order in which they were found. C twin: cmodel/when/out.c.
//
// A push in t is shown in t+2 if nothing stands before it: the read of its operands takes a clock. It stays until its unit is ready, and
// what is behind it waits: one that is read next, and SPARES behind it. room_o, a register, says that two of these are free: a push needs it in
// its clock or in the one before. With three of them nothing is lost where a unit waits for a clock. grp_valid_o is a strobe, raised only
// where grp_ready_i is 1.
// A push with store_i is no group: in the clock in which its lanes' operands stand at the outputs of the memory store_o is 1, and nothing is
// read, since they are kept then.
`default_nettype none
`include "ws_layout.vh"
module ws_sync_out #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
    parameter ADDR_W = 5,
    parameter PARTS  = LANES > 8 ? LANES / 8 : 1  // derived, not to be set
) (
    input  wire                   clk_i,
    input  wire                   rst_ni,
    // what was found
    input  wire                   push_i,
    input  wire                   offer_i,      // there may be a push in this clock
    output wire                   room_o,
    input  wire                   store_i,
    input  wire                   several_i,    // of a store: its lanes carry several keys
    input  wire                   blocks_i,     // its unit blocks the lanes of such a group
    input  wire [  `WS_PORTS-1:0] port_i,
    input  wire [ `WS_HEAD_W-1:0] head_i,
    input  wire [           11:0] key_i,
    input  wire [     ADDR_W-1:0] addr_i,       // of the operands
    // memory of operands; look: what is read next has come, and stands in the place look_slot_o
    output wire                   look_o,
    output wire [     ADDR_W-2:0] look_slot_o,   // without the highest bit of the address
    output wire [      PARTS-1:0] read_o,        // for every 8 lanes once, each near their memories
    output wire [PARTS*ADDR_W-1:0] read_addr_o,
    output wire [PARTS*WARP_W-1:0] read_warp_o,
    // lanes that are to wait
    output wire                   store_o,
    output wire                   several_o,
    // group to a unit
    output wire [  `WS_PORTS-1:0] grp_valid_o,
    input  wire [  `WS_PORTS-1:0] grp_ready_i,
    input  wire [      LANES-1:0] grp_took_i,   // of a group that a unit takes in parts: the lanes it takes in this clock, all of them before it leaves
    input  wire [  `WS_PORTS-1:0] grp_parts_i,  // static: ports whose unit takes a group in parts
    output wire [  `WS_PORTS-1:0] grp_stands_o,  // where a group stands, taken or not
    output wire [ `WS_HEAD_W-1:0] grp_head_o,
    output wire [           11:0] grp_key_o,
    // what is inside
    output wire                   empty_o,
    output wire [      WARPS-1:0] busy_o,       // warps with a group or a store
    output reg  [WARPS*LANES-1:0] going_o,      // lanes that their unit will block
    output wire [WARPS*LANES-1:0] gone_o        // such lanes, in the clock after they have reached it
);
  `include "ws_ops.vh"
  localparam HEAD_W = `WS_HEAD_W;
  localparam INFO_W = HEAD_W + 3 + WS_PORTS + 12;  // {store, blocks, several, port, key, head}
  localparam ALL_W = INFO_W + ADDR_W;
  localparam SPARES = 3;

  reg next_valid_q, last_valid_q;
  reg [SPARES-1:0] spares_q;                // those that hold something: the lowest bits
  reg [SPARES*ALL_W-1:0] all_q;             // the oldest one lowest
  reg [ALL_W-1:0] next_q;
  wire [ALL_W-1:0] in = {addr_i, store_i, blocks_i, several_i, port_i, key_i, head_i};
  wire [SPARES:0] held = {1'b0, spares_q};  // the one behind the last one holds nothing
  wire [(SPARES+1)*ALL_W-1:0] all = {in, all_q};
  wire spare_valid = spares_q[0];
  wire [ALL_W-1:0] spare = all_q[ALL_W-1:0];
  reg [INFO_W-1:0] last_q;
  reg last_parts_q;  // its unit takes it in parts
  reg [WARPS-1:0] last_sel_q;  // the warp of last_q, as a bit, if its unit blocks the lanes
  reg [WS_PORTS-1:0] stands_q;  // its port, if it is a group: a register a port, for each unit takes its operands by it
  wire [WS_PORTS-1:0] last_port = last_q[HEAD_W+12+:WS_PORTS], next_port = next_q[HEAD_W+12+:WS_PORTS];

  assign store_o = last_valid_q && last_q[INFO_W-1];
  assign several_o = last_q[INFO_W-3];
  assign grp_stands_o = stands_q;
  assign grp_valid_o = grp_stands_o & grp_ready_i;
  assign {grp_key_o, grp_head_o} = last_q[HEAD_W+11:0];
  assign empty_o = !next_valid_q && !last_valid_q;  // nothing is spare then

  // Decided PARTS + 1 times, for what hangs on it stands all over the chip: each 8 lanes read by their own copy, what is here goes by the last one.
  // They stay apart because ws_sync_leaves keeps its hierarchy.
  wire [PARTS:0] leave, move, place;
  wire leaves = leave[PARTS], moves = move[PARTS];
  wire unused = &{1'b0, leave};
  genvar g;

  generate
    for (g = 0; g <= PARTS; g = g + 1) begin : copy
      ws_sync_leaves #(
          .PORTS(WS_PORTS)
      ) up (
          .port_i (last_port),
          .ready_i(grp_ready_i),
          .free_i (next_valid_q && !last_valid_q),
          .goes_i (next_valid_q && !last_q[INFO_W-1]),
          .clear_i(!next_valid_q || !last_valid_q),
          .group_i(!last_q[INFO_W-1]),
          .store_i(store_o),
          .leaves_o(leave[g]),
          .moves_o(move[g]),
          .place_o(place[g])
      );
    end
    for (g = 0; g < PARTS; g = g + 1) begin : where  // a register of each copy, too
      reg [ADDR_W+WARP_W-1:0] at_q;
      always @(posedge clk_i) if (place[g]) at_q <= spare_valid ? {spare[INFO_W+:ADDR_W], spare[`WS_HEAD_WARP]} : {addr_i, head_i[`WS_HEAD_WARP]};
      assign {read_addr_o[g*ADDR_W+:ADDR_W], read_warp_o[g*WARP_W+:WARP_W]} = at_q;
    end
  endgenerate

  assign look_o = place[PARTS];
  assign read_o = move[PARTS-1:0];
  assign room_o = !spares_q[SPARES-2];
  assign look_slot_o = spare_valid ? spare[INFO_W+:ADDR_W-1] : addr_i[ADDR_W-2:0];

  always @(posedge clk_i)
    if (!rst_ni) begin
      spares_q     <= {SPARES{1'b0}};
      next_valid_q <= 1'b0;
      last_valid_q <= 1'b0;
      stands_q     <= {WS_PORTS{1'b0}};
    end else begin
      if (moves) last_valid_q <= 1'b1;
      else if (leaves) last_valid_q <= 1'b0;
      if (moves) stands_q <= next_port & {WS_PORTS{!next_q[INFO_W-1]}};
      else if (leaves) stands_q <= {WS_PORTS{1'b0}};
      // Nothing is spare unless something is next. moves, known last, selects.
      next_valid_q <= moves ? spare_valid || push_i : next_valid_q || push_i;
      spares_q <= moves ? held[SPARES:1] | (spares_q & {SPARES{push_i}}) : spares_q | ({spares_q[SPARES-2:0], next_valid_q} & {SPARES{push_i}});
    end

  integer k;
  always @(posedge clk_i) begin
    if (moves) last_q <= next_q[INFO_W-1:0];
    if (moves) last_parts_q <= |(next_port & grp_parts_i);
    if (moves) last_sel_q <= next_q[INFO_W-2] && !next_q[INFO_W-1] ? only(next_q[`WS_HEAD_WARP]) : {WARPS{1'b0}};
    if (look_o) next_q <= spare_valid ? spare : in;
    // A place holds a group from then on only if that is pushed and does not go further.
    for (k = 0; k < SPARES; k = k + 1)
      if (spares_q[k] ? moves : offer_i) all_q[k*ALL_W+:ALL_W] <= held[k+1] ? all[(k+1)*ALL_W+:ALL_W] : in;
  end

  // ------------------------------------------------------------------------------------------------- what is inside

  function [WARPS-1:0] only(input [WARP_W-1:0] warp);
    integer w;
    for (w = 0; w < WARPS; w = w + 1) only[w] = warp == w[WARP_W-1:0];
  endfunction
  // Registers, for much hangs on them: of each warp how many there are, and its lanes that will be blocked.
  wire [WARPS-1:0] come = push_i ? only(head_i[`WS_HEAD_WARP]) : {WARPS{1'b0}};
  // Whether what is at the units leaves comes late: it selects.
  wire [WARPS-1:0] last_warp = last_valid_q ? only(last_q[`WS_HEAD_WARP]) : {WARPS{1'b0}};
  wire [WARPS-1:0] last_sel = last_valid_q ? last_sel_q : {WARPS{1'b0}};
  reg [WARPS-1:0] gone_q;
  reg [LANES-1:0] lanes_q;

  generate
    for (g = 0; g < WARPS; g = g + 1) begin : warp
      reg [2:0] count_q;
      wire [2:0] more = count_q + {2'd0, come[g]}, fewer = come[g] ? count_q : count_q - 3'd1;
      wire [2:0] count;
      wire [LANES-1:0] goes = come[g] && blocks_i && !store_i ? head_i[`WS_HEAD_LANES] : {LANES{1'b0}};
      wire [LANES-1:0] stays = going_o[g*LANES+:LANES] & ~(last_sel[g] ? last_q[`WS_HEAD_LANES] : {LANES{1'b0}});
      wire [LANES-1:0] part = going_o[g*LANES+:LANES] & ~(last_sel[g] ? grp_took_i : {LANES{1'b0}});

      ws_late #(
          .W(3)
      ) counts (
          .late_i(leaves),
          .yes_i (last_warp[g] ? fewer : more),
          .no_i  (more),
          .word_o(count)
      );
      assign busy_o[g] = |count_q;
      assign gone_o[g*LANES+:LANES] = gone_q[g] ? lanes_q : {LANES{1'b0}};
      always @(posedge clk_i)
        if (!rst_ni) begin
          count_q <= 3'd0;
          going_o[g*LANES+:LANES] <= {LANES{1'b0}};
        end else begin
          count_q <= count;
          going_o[g*LANES+:LANES] <= leaves ? stays | goes : part | goes;
        end
    end
  endgenerate

  // Those of a group that goes in parts have been in grp_took_i before it leaves.
  wire took = |grp_took_i;
  always @(posedge clk_i) gone_q <= rst_ni && (took || (leaves && !last_parts_q)) ? last_sel : {WARPS{1'b0}};

  always @(posedge clk_i) lanes_q <= took ? grp_took_i : grp_head_o[`WS_HEAD_LANES];  // gone or not
endmodule
`default_nettype wire
