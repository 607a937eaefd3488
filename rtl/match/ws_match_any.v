// SPDX-License-Identifier: Apache-2.0
// Family unit of match.any: for each lane of a group, the lanes of the group that hold the same 32- or 64-bit value.
//
//   operands -> IN keys -> BITS of every key a clock -> all pairs of lanes compared, and-ed over the clocks -> OUT
//               count n, n-1, ... 1
//
// fn[1]: compare 64 bits, else the low 32. d is LANES rows of LANES bits; the row of a lane outside the group means nothing.
// Constant time, whatever the keys: an operation stays in IN for n = 32/BITS or 64/BITS clocks, the last of which loads OUT;
// latency n + 1, one group per n clocks. IN may load when it is empty or taken in the same cycle.
// Reset clears the valid bits and the counter only.
`default_nettype none
module ws_match_any #(
    parameter LANES  = 32,  // 4, 8, 16 or 32
    parameter META_W = 16,  // bits that travel with the group
    parameter BITS   = 4,   // bits of a key compared per clock: 4, 8, 16 or 32. Area grows in proportion
    parameter STRUCT = 0    // 0: one wide compare when OUT loads, simulates fast; 1: the serial compare, for synthesis
) (
    input  wire                   clk_i,
    input  wire                   rst_ni,
    // From ws_sync
    input  wire                   grp_valid_i,
    output wire                   grp_ready_o,
    input  wire [     META_W-1:0] grp_meta_i,
    input  wire [            7:0] grp_fn_i,
    input  wire [      LANES-1:0] grp_lanes_i,
    input  wire [   LANES*64-1:0] grp_a_i,
    // To ws_collect
    output wire                   res_valid_o,
    input  wire                   res_ready_i,
    output reg  [     META_W-1:0] res_meta_o,
    output reg  [      LANES-1:0] res_lanes_o,
    output wire [LANES*LANES-1:0] res_d_o
);
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

  wire in_valid, in_load, out_ready, out_load;
  reg [META_W-1:0] in_meta_q;
  reg [LANES-1:0] in_lanes_q;
  reg [4:0] in_count_q;  // steps to go, this one included; 0 while IN has never been loaded
  wire in_last = in_count_q == 5'd1;
  wire grp_b64 = grp_fn_i[1];
  wire unused_fn = &{1'b0, grp_fn_i[7:2], grp_fn_i[0]};

  localparam [31:0] STEPS32 = 32 / BITS, STEPS64 = 64 / BITS;

  ws_stage u_in (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .valid_i(grp_valid_i),
      .ready_o(grp_ready_o),
      .valid_o(in_valid),
      .ready_i(out_ready && in_last),
      .load_o (in_load)
  );
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
    if (!rst_ni) in_count_q <= 5'd0;
    else if (in_load) in_count_q <= grp_b64 ? STEPS64[4:0] : STEPS32[4:0];
    else if (in_valid && !in_last) in_count_q <= in_count_q - 5'd1;

  always @(posedge clk_i) begin
    if (in_load) begin
      in_meta_q  <= grp_meta_i;
      in_lanes_q <= grp_lanes_i;
    end
    if (out_load) begin
      res_meta_o  <= in_meta_q;
      res_lanes_o <= in_lanes_q;
    end
  end

  generate
    if (STRUCT == 0) begin : g_plain
      ws_match_rows #(
          .LANES(LANES)
      ) u_rows (
          .clk_i  (clk_i),
          .load_i (in_load),
          .b64_i  (grp_b64),
          .a_i    (grp_a_i),
          .lanes_i(in_lanes_q),
          .take_i (out_load),
          .d_o    (res_d_o)
      );
    end else begin : g_serial
      ws_match_serial #(
          .LANES(LANES),
          .BITS (BITS)
      ) u_serial (
          .clk_i  (clk_i),
          .load_i (in_load),
          .b64_i  (grp_b64),
          .a_i    (grp_a_i),
          .lanes_i(in_lanes_q),
          .count_i(in_count_q),
          .take_i (out_load),
          .d_o    (res_d_o)
      );
    end
  endgenerate
endmodule
`default_nettype wire
