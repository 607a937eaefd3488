// SPDX-License-Identifier: Apache-2.0
// Family unit of vote, activemask, elect and bar.warp.sync: a register in front of ws_vote_fn and one behind it.
//
// Latency 2 clocks (IN, OUT), one group per clock. Results as in ws_vote_fn; d is the same for all lanes of the group.
// Each stage may load when it is empty or its content is taken in the same cycle. Reset clears the valid bits only.
`default_nettype none
module ws_vote #(
    parameter LANES  = 32,  // 4, 8, 16 or 32
    parameter META_W = 16   // bits that travel with the group
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    // From ws_sync
    input  wire              grp_valid_i,
    output wire              grp_ready_o,
    input  wire [META_W-1:0] grp_meta_i,
    input  wire [       7:0] grp_fn_i,
    input  wire [ LANES-1:0] grp_lanes_i,
    input  wire [ LANES-1:0] grp_pred_i,    // complement already applied
    input  wire              grp_poison_i,  // the group ended with an error: all results 0
    // To ws_collect
    output wire              res_valid_o,
    input  wire              res_ready_i,
    output reg  [META_W-1:0] res_meta_o,
    output reg  [ LANES-1:0] res_lanes_o,
    output reg  [ LANES-1:0] res_d_o,
    output reg  [ LANES-1:0] res_p_o
);
  generate
    if (LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32) begin : g_illegal
      ws_vote_illegal_LANES illegal ();
    end
  endgenerate

  wire in_valid, in_load, out_ready, out_load;
  reg [META_W-1:0] in_meta_q;
  reg [7:0] in_fn_q;
  reg [LANES-1:0] in_lanes_q, in_pred_q;
  reg in_poison_q;
  wire [LANES-1:0] fn_d, fn_p;

  ws_stage u_in (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .valid_i(grp_valid_i),
      .ready_o(grp_ready_o),
      .valid_o(in_valid),
      .ready_i(out_ready),
      .load_o (in_load)
  );

  always @(posedge clk_i)
    if (in_load) begin
      in_meta_q   <= grp_meta_i;
      in_fn_q     <= grp_fn_i;
      in_lanes_q  <= grp_lanes_i;
      in_pred_q   <= grp_pred_i;
      in_poison_q <= grp_poison_i;
    end

  ws_vote_fn #(
      .LANES(LANES)
  ) u_fn (
      .fn_i    (in_fn_q),
      .poison_i(in_poison_q),
      .lanes_i (in_lanes_q),
      .pred_i  (in_pred_q),
      .d_o     (fn_d),
      .p_o     (fn_p)
  );

  ws_stage u_out (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .valid_i(in_valid),
      .ready_o(out_ready),
      .valid_o(res_valid_o),
      .ready_i(res_ready_i),
      .load_o (out_load)
  );

  always @(posedge clk_i)
    if (out_load) begin
      res_meta_o  <= in_meta_q;
      res_lanes_o <= in_lanes_q;
      res_d_o     <= fn_d;
      res_p_o     <= fn_p;
    end
endmodule
`default_nettype wire
