// SPDX-License-Identifier: Apache-2.0
// Completion FIFO of DEPTH entries. A response is stored in LANES clocks, lane by lane, so one RAM of 64 bits holds the results of
// all entries. While the FIFO is full the block waits. A lane that is not answered has the result 0; the upper half is 0 but for state
// tokens and atomics of 64 and 128 bits.
//
//   response ─► the lane of walk_q ─► word_q ─► RAM        all lanes to one register, and from there to the RAM: each in its own clock
//
// With its last lane a response is taken (kept_o); a clock later that lane is in the RAM, and the response counts as a completion (fill_o, full_o).
// look_i reads the oldest completion and the result of lane_i, which stand at the outputs from the next clock on; pop_i removes the
// completion. What is read while fill_o is 0 is arbitrary; only then is an entry read that is written in the same clock.
`default_nettype none
module ws_completion #(
    parameter LANES  = 32,
    parameter WARP_W = 2,
    parameter DEPTH  = 8,              // power of two, 2 to 64
    parameter LANE_W = $clog2(LANES),  // derived, not to be set
    parameter PTR_W  = $clog2(DEPTH)   // derived, not to be set
) (
    input  wire                clk_i,
    input  wire                rst_ni,
    // response of the block
    input  wire                rsp_valid_i,
    output wire                rsp_ready_o,
    input  wire [         7:0] rsp_tag_i,
    input  wire [  WARP_W-1:0] rsp_warp_i,
    input  wire [        11:0] rsp_op_i,
    input  wire [   LANES-1:0] rsp_lanes_i,
    input  wire [         9:0] rsp_status_i,
    input  wire [LANES*32-1:0] rsp_d_i,
    input  wire [LANES*32-1:0] rsp_d_hi_i,
    input  wire [   LANES-1:0] rsp_p_i,
    output wire                kept_o,        // is taken in this clock, and is a completion in the next but one
    // access
    input  wire                look_i,
    input  wire [         4:0] lane_i,
    input  wire                pop_i,
    output wire [     PTR_W:0] fill_o,
    output wire                full_o,
    output wire [         7:0] tag_o,
    output wire [  WARP_W-1:0] warp_o,
    output wire [        11:0] op_o,
    output wire [   LANES-1:0] lanes_o,
    output wire [         9:0] status_o,
    output wire [   LANES-1:0] pred_o,
    output wire [        31:0] d_o,
    output wire [        31:0] d_hi_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"

  localparam INFO_W = 8 + WARP_W + 12 + 10 + 2 * LANES;

  (* no_rw_check *) reg [63:0] result_mem[0:DEPTH*LANES-1];
  (* ram_style = "block", no_rw_check *) reg [INFO_W-1:0] info_mem[0:DEPTH-1];
  reg [63:0] result_q;
  reg [INFO_W-1:0] info_q;
  reg [PTR_W-1:0] head_q;
  reg [PTR_W:0] fill_q;     // entries that are taken
  reg [PTR_W:0] seen_q;     // completions: the same, a clock later
  reg kept_q;
  reg [LANE_W-1:0] walk_q;  // lane that is chosen next
  reg [LANES-1:0] lane_q;   // the same, a bit a lane: no decoder before the selection
  reg store_q;              // word_q is one, and has its place at_q
  reg [63:0] word_q;
  reg [PTR_W+LANE_W-1:0] at_q;
  reg [63:0] word;
  integer k;

  wire [PTR_W-1:0] tail = head_q + fill_q[PTR_W-1:0];
  wire wide = (rsp_op_i[11:8] == WS_UNIT_MBAR && mbar_is_token(rsp_op_i[7:0])) ||
      (rsp_op_i[11:8] == WS_UNIT_ATOM && (atom_is_wide(rsp_op_i[7:0]) || atom_is_quad(rsp_op_i[7:0]) || atom_is_vector(rsp_op_i[7:0])));
  wire full = fill_q[PTR_W];
  wire walk = rsp_valid_i && !full;

  always @(*) begin
    word = 64'd0;
    for (k = 0; k < LANES; k = k + 1)
      if (lane_q[k] && rsp_lanes_i[k]) word = word | {rsp_d_hi_i[k*32+:32], rsp_d_i[k*32+:32]};
  end

  always @(posedge clk_i)
    if (!rst_ni) begin
      head_q <= {PTR_W{1'b0}};
      {fill_q, seen_q} <= {2 * PTR_W + 2{1'b0}};
      {kept_q, store_q} <= 2'd0;
      walk_q <= {LANE_W{1'b0}};
      lane_q <= {{LANES - 1{1'b0}}, 1'b1};
    end else begin
      if (pop_i) head_q <= head_q + {{PTR_W - 1{1'b0}}, 1'b1};
      fill_q  <= fill_q + {{PTR_W{1'b0}}, kept_o} - {{PTR_W{1'b0}}, pop_i};
      seen_q  <= seen_q + {{PTR_W{1'b0}}, kept_q} - {{PTR_W{1'b0}}, pop_i};
      kept_q  <= kept_o;
      store_q <= walk;
      if (walk) begin
        walk_q <= walk_q + {{LANE_W - 1{1'b0}}, 1'b1};
        lane_q <= {lane_q[LANES-2:0], lane_q[LANES-1]};
      end
    end

  always @(posedge clk_i) begin
    if (walk) {at_q, word_q} <= {tail, walk_q, word[63:32] & {32{wide}}, word[31:0]};
    if (store_q) result_mem[at_q] <= word_q;
    if (look_i) result_q <= result_mem[{head_q, lane_i[LANE_W-1:0]}];
  end

  always @(posedge clk_i) begin
    if (kept_o) info_mem[tail] <= {rsp_tag_i, rsp_warp_i, rsp_op_i, rsp_status_i, rsp_lanes_i, rsp_p_i & rsp_lanes_i};
    if (look_i) info_q <= info_mem[head_q];
  end

  assign rsp_ready_o = !full && lane_q[LANES-1];
  assign kept_o = rsp_valid_i && rsp_ready_o;
  assign full_o = seen_q[PTR_W];
  assign fill_o = seen_q;
  assign {tag_o, warp_o, op_o, status_o, lanes_o, pred_o} = info_q;
  assign {d_hi_o, d_o} = result_q;
  wire unused = &{1'b0, lane_i};
endmodule
`default_nettype wire
