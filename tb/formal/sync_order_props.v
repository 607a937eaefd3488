// SPDX-License-Identifier: Apache-2.0
// What is proved of the two ends of the rendezvous: nothing is lost, doubled or overtaken. Each request, each group carries its number
// as its tag, and the numbers that come out are those that go in, one after the other.
`default_nettype none
`include "ws_layout.vh"

// ws_sync_front: from the port to the head. Nothing is held up either: a request is the head four clocks after it was accepted,
// or as soon as the one before has been judged.
module sync_front_order #(
    parameter LANES = 4,
    parameter DEPTH = 4  // of 8 the search takes too long; nothing but the width of counters differs
) (
    input  wire             clk_i,
    input  wire             valid,
    input  wire             warp,
    input  wire [LANES-1:0] lanes,
    input  wire             pop,
    output wire             bad,
    output wire [      2:0] reached
);
  `include "ws_ops.vh"
  reg started = 0;
  reg [3:0] in, out;  // numbers of the next request at the port, of the head
  reg [3:0] inside, late;
  wire ready, head, h_warp;
  wire [3:0] tag, count;
  wire [1:0] warps;

  ws_sync_front #(.LANES(LANES), .WARPS(2), .WARP_W(1), .TAG_W(4), .KEY_W(12), .DEPTH(DEPTH)) dut (
      .clk_i(clk_i), .rst_ni(started), .cfg_legacy_i(1'b0), .req_valid_i(valid), .req_ready_o(ready), .req_tag_i(in),
      .req_warp_i(warp), .req_op_i(WS_OP_BAR_WARP), .req_lanes_i(lanes), .req_mask_i({LANES * LANES{1'b0}}),
      .req_a_i({LANES * 64{1'b0}}), .req_b_i({LANES * 32{1'b0}}),
      .keys_pop_i(1'b0), .valid_o(head), .pop_i(pop && head), .tag_o(tag), .warp_o(h_warp), .count_o(count), .inside_o(warps));

  always @(posedge clk_i) begin
    started <= 1;
    if (!started) {in, out, inside, late} <= 0;
    else begin
      in <= in + (valid && ready);
      out <= out + (pop && head);
      inside <= inside + (valid && ready) - (pop && head);
      late <= inside == 0 || head ? 0 : late == 7 ? late : late + 1;
    end
  end

  assign bad = started && ((head && tag != out) || count != inside || inside > DEPTH || late > 3 || (head && !warps[h_warp]) ||
                           (inside == 0 && (head || warps != 0)));
  assign reached = {started && inside == DEPTH && !ready, started && head && tag == 15, started && late == 3};
endmodule

// ws_sync_keys: what is kept comes out in order, each once, and what is dropped on the way does not. Requests come as ws_sync_front lets them:
// one is accepted in the clock after full_o was 0, its keys are put in the next one, in the next place of the ring, and whether they are kept is
// said two clocks later. The oldest may be popped in any clock after that. One request, any one, has keys 1, and all others 0: so its keys show
// while it is the oldest, and at no other time.
module sync_keys_order #(
    parameter RAM = 1
) (
    input  wire       clk_i,
    input  wire       valid,
    input  wire       several,
    input  wire       mark,
    input  wire       pop,
    output wire       bad,
    output wire [3:0] reached
);
  reg started = 0;
  reg ready, marked, is_in;  // one has been marked; it is kept
  reg [2:0] here, marks;     // R2, R1, R0: there is a request, the marked one
  reg [2:0] r0_slot, r1_slot, r2_slot;
  reg [2:0] inside, ahead;   // kept; kept before the marked one
  reg fresh, read;           // the oldest has not been that for a clock, for two
  wire full, key;
  wire keeps = here[2] && several && started;
  wire goes = pop && inside != 0 && started;
  wire mark_now = mark && valid && ready && !marked;

  ws_sync_keys #(.W(1), .SLOT_W(3), .RAM(RAM)) dut (
      .clk_i(clk_i), .rst_ni(started), .put_i(here[0]), .put_slot_i(r0_slot), .put_keys_i(marks[0]), .several_i(keeps), .slot_i(r2_slot),
      .pop_i(goes), .full_o(full), .keys_o(key));

  always @(posedge clk_i) begin
    started <= 1;
    if (!started) {ready, marked, is_in, here, marks, r0_slot, r1_slot, r2_slot, inside, ahead, fresh, read} <= 0;
    else begin
      ready <= !full;
      here <= {here[1:0], valid && ready};
      marks <= {marks[1:0], mark_now};
      marked <= marked || mark_now;
      {r2_slot, r1_slot, r0_slot} <= {r1_slot, r0_slot, r0_slot + {2'd0, here[0]}};
      inside <= inside + keeps - goes;
      is_in <= (is_in && !(goes && ahead == 0)) || (keeps && marks[2]);
      if (keeps && marks[2]) ahead <= inside - goes;
      else if (goes && ahead != 0) ahead <= ahead - 1;
      fresh <= goes || inside == 0;
      read <= fresh || goes || inside == 0;
    end
  end

  assign bad = started && (inside > 5 || (inside != 0 && !fresh && !read && key != (is_in && ahead == 0)));
  assign reached = {started && inside == 5, started && inside == 2 && full, goes && fresh, started && inside != 0 && !fresh && !read && key && r0_slot == 2};
endmodule

// ws_sync_out: from what was found to the units. A strobe is raised only where its unit is ready, and if that is so what was found in t
// goes in t + 2 at the latest, or in the clock after the one before; a clock later behind lanes that are kept, since in that clock nothing
// is read.
module sync_out_order #(
    parameter LANES  = 4,
    parameter WARP_W = 1,
    parameter TAG_W  = 4
) (
    input  wire                   clk_i,
    input  wire                   push,
    input  wire                   store,
    input  wire [            2:0] port,
    input  wire                   warp,
    input  wire [  `WS_PORTS-1:0] ready,
    output wire                   bad,
    output wire [            3:0] reached
);
  `include "ws_ops.vh"
  reg started = 0;
  reg [3:0] in, out;
  reg [2:0] inside, late;
  reg room_q;      // there was room a clock ago, which a push may have seen
  reg [3:0] read;  // number of what was read last
  wire room, reads, stores, empty;
  wire [4:0] addr;
  wire [WS_PORTS-1:0] valid;
  wire [`WS_HEAD_W-1:0] head;
  wire [11:0] key;
  wire [1:0] busy;
  wire several;
  wire [2*LANES-1:0] gone;
  wire [2*LANES-1:0] going;
  wire comes = push && (room || room_q) && started;
  wire goes = |valid || stores;

  ws_sync_out #(.LANES(LANES), .WARPS(2), .WARP_W(WARP_W), .TAG_W(TAG_W), .ADDR_W(5)) dut (
      .clk_i(clk_i), .rst_ni(started), .push_i(comes), .offer_i(1'b1), .room_o(room), .store_i(store), .several_i(in[0]), .blocks_i(1'b0), .port_i(store ? 8'd0 : 8'd1 << port),
      .head_i({10'd0, 4'd0, 4'd0, WS_OP_BAR_SYNC, in, warp}), .key_i({8'd0, in}), .addr_i({store, in}), .read_o(reads),
      .read_addr_o(addr), .store_o(stores), .several_o(several), .grp_valid_o(valid), .grp_ready_i(ready), .grp_took_i(4'd0), .grp_parts_i({`WS_PORTS{1'b0}}), .grp_head_o(head),
      .grp_key_o(key), .empty_o(empty), .busy_o(busy), .going_o(going), .gone_o(gone));

  always @(posedge clk_i) begin
    started <= 1;
    room_q <= started && room;
    if (!started) {in, out, inside, late, read} <= 0;
    else begin
      in <= in + comes;
      out <= out + goes;
      inside <= inside + comes - goes;
      late <= goes || inside == 0 ? 0 : late == 7 ? late : late + 1;
      if (reads) read <= addr[3:0];
    end
  end

  wire [3:0] tag = head[`WS_HEAD_TAG];
  assign bad = started && ((goes && (tag != out || key != out || read != out)) || |(valid & ~ready) || (|valid && stores) || inside > 5 ||
                           empty != (inside == 0) || (goes && inside == 0) || (late > 1 && !goes && &ready) ||
                           (inside != 0 && busy == 0) || (stores && (several != out[0] || reads)));
  assign reached = {started && inside == 5 && !room, goes && tag == 15, started && stores, started && late == 3};
endmodule
`default_nettype wire
