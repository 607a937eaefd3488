// SPDX-License-Identifier: Apache-2.0
// Unit of match.any: for each lane of a group, the lanes of the group that hold the same 32- or 64-bit value.
//
//   operands -> IN keys -> BITS of every key a clock -> all pairs of lanes compared, and-ed over the clocks -> OUT
//               step n-1, n-2, ... 0
//
// b64: 64 bits are compared, else the low 32. d is LANES rows of LANES bits; the row of a lane outside the group means nothing.
// Constant time, whatever the keys: an operation stays in IN for n = 32/BITS or 64/BITS clocks, the last of which loads OUT;
// latency n + 1, one group per n clocks. IN may load when it is empty or taken in the same cycle.
// Reset clears the valid bits and the steps only.
`default_nettype none
`include "ws_layout.vh"
module ws_match_any #(
    parameter LANES  = 32,  // 4, 8, 16 or 32
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
    parameter BITS   = 4,   // bits of a key compared per clock: 4, 8, 16 or 32. Area grows in proportion
    parameter STRUCT = 0    // 0: one wide compare when OUT loads, simulates fast; 1: the serial compare, for synthesis
) (
    input  wire                  clk_i,
    input  wire                  rst_ni,
    // group, from the rendezvous
    input  wire                  grp_valid_i,
    output wire                  grp_ready_o,
    input  wire [`WS_HEAD_W-1:0] grp_head_i,
    input  wire [          11:0] grp_key_i,
    input  wire [  LANES*64-1:0] grp_addr_i,
    input  wire [  LANES*64-1:0] grp_a_i,
    input  wire [  LANES*32-1:0] grp_b_i,
    input  wire [  LANES*32-1:0] grp_c_i,
    input  wire [     LANES-1:0] grp_pred_i,
    // result, to the collector
    output wire                  res_valid_o,
    input  wire                  res_ready_i,
    output wire                  res_more_o,
    output wire [`WS_HEAD_W-1:0] res_head_o,
    output wire [  LANES*32-1:0] res_d_o,
    output wire [  LANES*32-1:0] res_d_hi_o,
    output wire [     LANES-1:0] res_p_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"

  generate
    if (LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32) begin : g_illegal_lanes
      ws_match_any_illegal_LANES illegal ();
    end
    if (BITS != 4 && BITS != 8 && BITS != 16 && BITS != 32) begin : g_illegal_bits
      ws_match_any_illegal_BITS illegal ();
    end
    if (STRUCT != 0 && STRUCT != 1) begin : g_illegal_struct
      ws_match_any_illegal_STRUCT illegal ();
    end
  endgenerate

  // A group that comes here has no status: what is refused or broken goes to vote. So tag, warp and the type are all that goes along
  // with its lanes.
  localparam META_W = 1 + TAG_W + WARP_W;
  wire [11:0] grp_op = grp_head_i[`WS_HEAD_OP];
  wire [LANES-1:0] grp_lanes = grp_head_i[`WS_HEAD_LANES];
  wire grp_b64 = match_is_b64(grp_op[7:0]);
  wire [META_W-1:0] grp_meta = {grp_b64, grp_head_i[`WS_HEAD_TAG], grp_head_i[`WS_HEAD_WARP]};
  wire unused = &{1'b0, grp_head_i, grp_op[11:8], grp_key_i, grp_addr_i, grp_b_i, grp_c_i, grp_pred_i};
  reg [META_W-1:0] out_meta_q;
  reg [LANES-1:0] out_lanes_q;
  wire [LANES*LANES-1:0] rows;

  reg in_valid;
  wire out_ready, out_load;
  reg [META_W-1:0] in_meta_q;
  reg [LANES-1:0] in_lanes_q;
  localparam STEPS = 64 / BITS;
  localparam [STEPS-1:0] FIRST64 = {1'b1, {STEPS - 1{1'b0}}}, FIRST32 = FIRST64 >> STEPS / 2;
  reg [STEPS-1:0] in_step_q;  // one bit: how many steps come after this one; none while IN has never been loaded
  wire in_last = in_step_q[0];

  ws_ready ready (
      .room_i     (!in_valid || (in_last && !res_valid_o)),
      .follows_i  (in_last),
      .res_ready_i(res_ready_i),
      .ready_o    (grp_ready_o)
  );

  always @(posedge clk_i)
    if (!rst_ni) in_valid <= 1'b0;
    else in_valid <= grp_valid_i || (in_valid && !(in_last && out_ready));

  ws_stage u_out (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .valid_i(in_valid && in_last),
      .ready_o(out_ready),
      .valid_o(res_valid_o),
      .ready_i(res_ready_i),
      .load_o (out_load)
  );

  always @(posedge clk_i)
    if (!rst_ni) in_step_q <= {STEPS{1'b0}};
    else if (grp_valid_i) in_step_q <= grp_b64 ? FIRST64 : FIRST32;
    else if (in_valid && !in_last) in_step_q <= in_step_q >> 1;

  always @(posedge clk_i) begin
    if (grp_valid_i) begin
      in_meta_q  <= grp_meta;
      in_lanes_q <= grp_lanes;
    end
    if (out_load) begin
      out_meta_q  <= in_meta_q;
      out_lanes_q <= in_lanes_q;
    end
  end

  generate
    if (STRUCT == 0) begin : g_plain
      ws_match_rows #(
          .LANES(LANES)
      ) u_rows (
          .clk_i  (clk_i),
          .load_i (grp_valid_i),
          .b64_i  (grp_b64),
          .a_i    (grp_a_i),
          .lanes_i(in_lanes_q),
          .take_i (out_load),
          .d_o    (rows)
      );
    end else begin : g_serial
      ws_match_serial #(
          .LANES(LANES),
          .BITS (BITS)
      ) u_serial (
          .clk_i  (clk_i),
          .load_i (grp_valid_i),
          .b64_i  (grp_b64),
          .a_i    (grp_a_i),
          .lanes_i(in_lanes_q),
          .step_i (in_step_q),
          .take_i (out_load),
          .d_o    (rows)
      );
    end
  endgenerate

  assign res_more_o = 1'b0;
  assign res_head_o[`WS_HEAD_STATUS] = WS_ST_OK;
  assign res_head_o[`WS_HEAD_OPND] = {LANES{1'b0}};
  assign res_head_o[`WS_HEAD_LANES] = out_lanes_q;
  assign res_head_o[`WS_HEAD_OP] = out_meta_q[META_W-1] ? WS_OP_MATCH_ANY_B64 : WS_OP_MATCH_ANY_B32;
  assign {res_head_o[`WS_HEAD_TAG], res_head_o[`WS_HEAD_WARP]} = out_meta_q[TAG_W+WARP_W-1:0];
  assign res_d_hi_o = {LANES * 32{1'b0}};
  assign res_p_o = {LANES{1'b0}};

  genvar g;
  generate
    for (g = 0; g < LANES; g = g + 1) begin : g_d
      assign res_d_o[g*32+:32] = {{32 - LANES{1'b0}}, rows[g*LANES+:LANES]};
    end
  endgenerate
endmodule
`default_nettype wire
