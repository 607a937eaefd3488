// SPDX-License-Identifier: Apache-2.0
// What a request passes before it is judged: the port's register, its code, its lanes' keys. C twin: cmodel/when/front.c.
//
//   R0  the port's register, with the key of each lane; the operands go straight to ws_sync_operands, place put_slot_o
//   R1  the properties of the code; union and intersection of the keys, the lanes that stand in their own mask
//   R2  do all lanes carry one key?
//   H   the head, with one word for "all lanes carry one key", until pop_i; others wait behind it in a queue
//
// A request accepted in t is the head from t+4 on if none stands before it. One a clock. Nothing overtakes, R0 to R2 never stall:
// at most DEPTH requests are inside, and the queue holds them all. req_ready_o is a register: 1 if one more has room in the next
// clock, whether or not the head leaves in this one, and ws_sync_keys holds less than two requests; 1 after reset.
`default_nettype none
`include "ws_layout.vh"
module ws_sync_front #(
    parameter        LANES    = 32,
    parameter        WARPS    = 4,
    parameter        WARP_W   = 2,
    parameter        TAG_W    = 8,
    parameter        KEY_W    = 32,        // as in ws_sync_key
    parameter        SLOT_W   = 4,         // the ring has 2**SLOT_W entries, more than DEPTH + 2
    parameter        DEPTH    = 8,         // requests inside, power of two
    parameter [15:0] FAMILIES = 16'hffff,
    parameter        PARTS    = LANES > 8 ? LANES / 8 : 1  // derived, not to be set
) (
    input  wire                   clk_i,
    input  wire                   rst_ni,
    input  wire                   cfg_legacy_i,
    // request
    input  wire                   req_valid_i,
    output reg                    req_ready_o,
    input  wire [      TAG_W-1:0] req_tag_i,
    input  wire [     WARP_W-1:0] req_warp_i,
    input  wire [           11:0] req_op_i,
    input  wire [      LANES-1:0] req_lanes_i,
    input  wire [LANES*LANES-1:0] req_mask_i,
    input  wire [   LANES*64-1:0] req_a_i,
    input  wire [   LANES*32-1:0] req_b_i,
    output wire [      PARTS-1:0] put_o,         // the request at the port is accepted: once for every 8 lanes, each near their memories
    output reg  [     SLOT_W-1:0] put_slot_o,    // the place in the ring where its operands go
    output reg                    came_o,        // one was accepted in the clock before, and stands in R0
    // the head
    output reg                    valid_o,
    input  wire                   pop_i,
    output wire [     SLOT_W-1:0] slot_o,
    output wire [      TAG_W-1:0] tag_o,
    output wire [     WARP_W-1:0] warp_o,
    output wire [           11:0] op_o,
    output wire                   legal_o,      // of ws_sync_decode, as the next five
    output wire                   immediate_o,
    output wire                   gathers_o,
    output wire                   aligned_o,
    output wire                   reports_o,
    output wire [  `WS_PORTS-1:0] port_o,
    output wire [      LANES-1:0] lanes_o,
    output wire [      LANES-1:0] may_o,        // of the lanes those that may take part: the code is legal, and they stand in their own mask
    output wire [      KEY_W-1:0] key_o,        // union of what the lanes carry
    output reg  [      LANES-1:0] mask_o,       // ... of their masks; of an operation that gathers all lanes
    output wire                   one_key_o,    // they carry the same
    // the keys of the oldest request whose lanes carry several, inside or not, until keys_pop_i
    input  wire                   keys_pop_i,
    output wire [LANES*KEY_W-1:0] keys_o,
    // its warp, and what the state of that warp was a clock before
    input  wire [WARPS*LANES-1:0] live_i,
    input  wire [WARPS*LANES-1:0] wait_i,
    output wire [      WARPS-1:0] sel_o,        // one-hot
    output reg  [      LANES-1:0] live_o,
    output reg  [      LANES-1:0] wait_o,
    // the request behind the head: there is one, it waits and its lanes carry several keys, its warp
    output wire                   next_valid_o,
    output wire                   next_several_o,
    output wire [      WARPS-1:0] next_sel_o,
    // requests inside
    output reg  [            3:0] count_o,
    output wire [      WARPS-1:0] inside_o      // of each warp there is one
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  localparam ADR_W = $clog2(DEPTH);
  localparam [3:0] FULL = DEPTH;
  localparam HEAD_W = SLOT_W + TAG_W + WARP_W + 12 + 5 + `WS_PORTS + LANES;
  localparam ALL_W = HEAD_W + LANES + KEY_W + 1 + WARPS;  // {one_key, key, may, head}; above them the warp once more, as a bit
  // Bits of it that are not always 0: the others are no registers behind the queue.
  localparam GATHERS = FAMILIES[WS_FAMILY_BAR];
  localparam [ALL_W-1:0] USED = {
    {WARPS + 1 + KEY_W + LANES + SLOT_W + TAG_W{1'b1}}, {WARP_W{WARPS > 1}}, {14{1'b1}}, GATHERS, GATHERS, 1'b1, ws_ports_of(FAMILIES), {LANES{1'b1}}
  };
  genvar g;

  // ------------------------------------------------------------------------------------------ how many are inside

  wire       take;
  ws_sync_accept counts (
      .valid_i (req_valid_i),
      .ready_i (req_ready_o),
      .accept_o(take)
  );
  generate
    for (g = 0; g < PARTS; g = g + 1) begin : part
      ws_sync_accept operands (
          .valid_i (req_valid_i),
          .ready_i (req_ready_o),
          .accept_o(put_o[g])
      );
    end
  endgenerate
  wire       keys_full;
  wire [3:0] count_more = count_o + {3'd0, take};
  wire [3:0] count_same = count_o - {3'd0, !take};

  always @(posedge clk_i)
    if (!rst_ni) begin
      count_o     <= 4'd0;
      req_ready_o <= 1'b1;
    end else begin
      count_o     <= pop_i ? count_same : count_more;  // pop_i, known last, selects
      req_ready_o <= count_more < FULL && !keys_full;
    end

  generate
    for (g = 0; g < WARPS; g = g + 1) begin : warp
      reg  [3:0] count_q;
      wire       comes = take && req_warp_i == g[WARP_W-1:0];
      wire       goes = pop_i && warp_o == g[WARP_W-1:0];
      assign inside_o[g] = |count_q;
      always @(posedge clk_i)
        if (!rst_ni) count_q <= 4'd0;
        else if (comes && !goes) count_q <= count_q + 4'd1;
        else if (goes && !comes) count_q <= count_q - 4'd1;
    end
  endgenerate

  // ------------------------------------------------------------------------------------------------------------ R0

  reg [ TAG_W-1:0] r0_tag_q;
  reg [WARP_W-1:0] r0_warp_q;
  reg [      11:0] r0_op_q;
  reg [ LANES-1:0] r0_lanes_q;
  reg [SLOT_W-1:0] r0_slot_q;

  always @(posedge clk_i)
    if (!rst_ni) begin
      came_o     <= 1'b0;
      put_slot_o <= {SLOT_W{1'b0}};
    end else begin
      came_o <= take;
      if (take && |req_lanes_i) put_slot_o <= put_slot_o + 1'b1;  // a request of no lanes leaves its place to the next
    end

  // What stands here counts with came_o alone, so it loads what is at the port, accepted or not.
  always @(posedge clk_i)
    if (req_valid_i) begin
      r0_tag_q   <= req_tag_i;
      r0_warp_q  <= req_warp_i;
      r0_op_q    <= req_op_i;
      r0_lanes_q <= req_lanes_i;
      r0_slot_q  <= put_slot_o;
    end

  // The key of each lane is formed at the port: one register holds it in place of one for masks and one for what barriers name. That of a lane
  // which is none of the request's is 0, by the synchronous reset of its register.
  wire [LANES*32-1:0] req_a;
  wire [LANES*KEY_W-1:0] req_key;
  reg [LANES*KEY_W-1:0] r0_key_q;

  generate
    for (g = 0; g < LANES; g = g + 1) begin : lane
      assign req_a[g*32+:32] = req_a_i[g*64+:32];
      always @(posedge clk_i)
        if (req_valid_i && !req_lanes_i[g]) r0_key_q[g*KEY_W+:KEY_W] <= {KEY_W{1'b0}};
        else if (req_valid_i) r0_key_q[g*KEY_W+:KEY_W] <= req_key[g*KEY_W+:KEY_W];
    end
  endgenerate
  wire unused = &{1'b0, req_a_i};

  ws_sync_key #(
      .LANES(LANES),
      .KEY_W(KEY_W)
  ) keys (
      .gathers_i(GATHERS && ws_op_gathers(req_op_i)),
      .op_i     (req_op_i),
      .mask_i   (req_mask_i),
      .a_i      (req_a),
      .b_i      (req_b_i),
      .key_o    (req_key)
  );

  wire [15:0] legal;
  wire immediate, gathers, aligned, reports;
  wire [`WS_PORTS-1:0] port;

  ws_sync_decode #(
      .FAMILIES(FAMILIES)
  ) decode (
      .op_i       (r0_op_q),
      .legacy_i   (cfg_legacy_i),
      .legal_o    (legal),
      .immediate_o(immediate),
      .gathers_o  (gathers),
      .aligned_o  (aligned),
      .reports_o  (reports),
      .port_o     (port)
  );

  // ------------------------------------------------------------------------------------------------------------ R1

  localparam FLAGS = LANES + `WS_PORTS;  // {legal, immediate, gathers, aligned, reports}
  reg r1_valid_q, r2_valid_q;
  reg [HEAD_W-1:0] r1_q, r2_q;
  reg [15:0] r1_legal_q;
  integer k;
  wire [KEY_W-1:0] any, all;
  wire [LANES-1:0] member;
  reg [KEY_W-1:0] r1_any_q, r1_all_q, r2_any_q;
  reg [LANES-1:0] r1_member_q, r2_member_q;
  reg [WARPS-1:0] r2_sel_q;
  reg r2_one_q;

  ws_sync_agree #(
      .LANES(LANES),
      .KEY_W(KEY_W)
  ) agree (
      .lanes_i (r0_lanes_q),
      .key_i   (r0_key_q),
      .member_o(member),
      .any_o   (any),
      .all_o   (all)
  );

  always @(posedge clk_i)
    if (came_o) begin
      r1_legal_q  <= legal;
      r1_q        <= {r0_slot_q, r0_tag_q, r0_warp_q, r0_op_q, 1'b0, immediate, gathers, aligned, reports, port, r0_lanes_q};
      r1_any_q    <= any;
      r1_all_q    <= all;
      r1_member_q <= member;
    end

  // ------------------------------------------------------------------------------------------------------------ R2

  wire one;

  ws_sync_one #(
      .KEY_W(KEY_W)
  ) agreed (
      .gathers_i(r1_q[FLAGS+2]),
      .any_i    (r1_any_q),
      .all_i    (r1_all_q),
      .one_o    (one)
  );

  always @(posedge clk_i)
    if (!rst_ni) {r1_valid_q, r2_valid_q} <= 2'b00;
    else {r1_valid_q, r2_valid_q} <= {came_o, r1_valid_q};

  always @(posedge clk_i)
    if (r1_valid_q) begin
      r2_q          <= r1_q;
      r2_q[FLAGS+4] <= |r1_legal_q;
      r2_any_q      <= r1_any_q;
      r2_one_q      <= one;
      r2_member_q   <= r1_member_q;
      for (k = 0; k < WARPS; k = k + 1) r2_sel_q[k] <= r1_q[FLAGS+17+:WARP_W] == k[WARP_W-1:0];
    end

  wire [2:0] r2_flags = r2_q[FLAGS+2+:3];
  wire [LANES-1:0] r2_may = r2_q[LANES-1:0] & {LANES{r2_flags[2]}} & (r2_member_q | {LANES{|r2_flags[1:0]}});
  wire [ALL_W-1:0] r2_all = {r2_sel_q, r2_one_q, r2_any_q, r2_may, r2_q};

  ws_sync_keys #(
      .W     (LANES * KEY_W),
      .SLOT_W(SLOT_W)
  ) several (
      .clk_i     (clk_i),
      .rst_ni    (rst_ni),
      .put_i     (came_o),
      .put_slot_i(r0_slot_q),
      .put_keys_i(r0_key_q),
      .several_i (r2_valid_q && r2_flags[2] && !r2_flags[1] && !r2_one_q),
      .slot_i    (r2_q[HEAD_W-1-:SLOT_W]),
      .pop_i     (keys_pop_i),
      .full_o    (keys_full),
      .keys_o    (keys_o)
  );

  // -------------------------------------------------------------------------------------------------- queue and head

  (* no_rw_check *) reg [ALL_W-1:0] queue[0:DEPTH-1];
  reg [ADR_W-1:0] in_q, out_q;
  reg [3:0] queued_q;
  reg [ALL_W-1:0] head_q;
  reg empty;  // the queue is
  wire move = !valid_o || pop_i;
  wire queue_in = r2_valid_q && !(move && empty);
  wire queue_out = move && !empty;

  always @(posedge clk_i)
    if (!rst_ni) begin
      in_q     <= {ADR_W{1'b0}};
      out_q    <= {ADR_W{1'b0}};
      queued_q <= 4'd0;
      empty    <= 1'b1;
      valid_o  <= 1'b0;
    end else begin
      if (queue_in) in_q <= in_q + 1'b1;
      if (queue_out) out_q <= out_q + 1'b1;
      empty    <= !move ? empty && !r2_valid_q : empty || (queued_q == 4'd1 && !r2_valid_q);
      queued_q <= !move ? queued_q + {3'd0, r2_valid_q} : empty ? 4'd0 : queued_q - {3'd0, !r2_valid_q};
      if (move) valid_o <= next_valid_o;
    end

  always @(posedge clk_i) begin
    if (queue_in) queue[in_q] <= r2_all;
    if (move && next_valid_o) {mask_o, head_q} <= {next_mask, next};
  end

  // The state is read for both requests that may be the head in the next clock.
  wire [ALL_W-1:0] next = (empty ? r2_all : queue[out_q]) & USED;
  wire [LANES-1:0] next_mask = next[HEAD_W+LANES+:LANES] | {LANES{next[FLAGS+2]}};  // of one that gathers all
  wire [WARPS-1:0] next_sel = next[ALL_W-1-:WARPS];
  wire [LANES-1:0] next_live, next_wait, same_live, same_wait;
  assign next_valid_o = !empty || r2_valid_q;
  assign next_several_o = next[FLAGS+4] && !next[FLAGS+3] && !next[HEAD_W+LANES+KEY_W];
  assign next_sel_o = next_sel;

  ws_pick #(.N(WARPS), .W(LANES)) pick_nl (.sel_i(next_sel), .words_i(live_i), .word_o(next_live));
  ws_pick #(.N(WARPS), .W(LANES)) pick_nw (.sel_i(next_sel), .words_i(wait_i), .word_o(next_wait));
  ws_pick #(.N(WARPS), .W(LANES)) pick_sl (.sel_i(sel_o),    .words_i(live_i), .word_o(same_live));
  ws_pick #(.N(WARPS), .W(LANES)) pick_sw (.sel_i(sel_o),    .words_i(wait_i), .word_o(same_wait));

  always @(posedge clk_i) begin
    live_o <= move ? next_live : same_live;
    wait_o <= move ? next_wait : same_wait;
  end

  assign {sel_o, one_key_o, key_o, may_o, slot_o, tag_o, warp_o, op_o, legal_o, immediate_o, gathers_o, aligned_o, reports_o, port_o, lanes_o} = head_q;
endmodule
`default_nettype wire
