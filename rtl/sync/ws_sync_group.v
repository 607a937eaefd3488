// SPDX-License-Identifier: Apache-2.0
// The group of one waiting lane. Pure; C twins: sync_group_of, sync_blame.
//
// A group is the set of waiting lanes with the same operation code and the same membermask. It is complete when no live
// lane of the mask is missing. blame_o says why lanes are missing, for a group that is given up: a missing lane waits
// with the same operation and another mask, else one waits with another operation, else they have not come.
// All outputs are 0 while valid_i is 0.
// STRUCT 1 keeps the compares of two bits apart, one LUT4 each: left alone, a synthesizer makes half as much again of
// them. Same function.
`default_nettype none
module ws_sync_group #(
    parameter LANES  = 32,
    parameter STRUCT = 0
) (
    input  wire                   valid_i,
    input  wire [      LANES-1:0] lane_i,     // one-hot
    // entries of the warp
    input  wire [   LANES*12-1:0] op_i,
    input  wire [LANES*LANES-1:0] mask_i,
    // sets to judge by
    input  wire [      LANES-1:0] wait_i,
    input  wire [      LANES-1:0] live_i,
    // of the lane
    output reg  [           11:0] op_o,
    output reg  [      LANES-1:0] mask_o,
    // its group
    output wire [      LANES-1:0] lanes_o,
    output wire [      LANES-1:0] missing_o,
    output wire [            9:0] blame_o
);
  `include "ws_ops.vh"

  wire [LANES-1:0] same_op, same_mask;
  integer i;

  always @(*) begin
    op_o   = 12'd0;
    mask_o = {LANES{1'b0}};
    if (valid_i)
      for (i = 0; i < LANES; i = i + 1)
        if (lane_i[i]) begin
          op_o   = op_o | op_i[i*12+:12];
          mask_o = mask_o | mask_i[i*LANES+:LANES];
        end
  end

  generate
    if (STRUCT == 0) begin : plain
      reg [LANES-1:0] o, m;
      assign same_op = o;
      assign same_mask = m;
      always @(*) begin
        o = {LANES{1'b0}};
        m = {LANES{1'b0}};
        if (valid_i)
          for (i = 0; i < LANES; i = i + 1) begin
            o[i] = op_i[i*12+:12] == op_o;
            m[i] = mask_i[i*LANES+:LANES] == mask_o;
          end
      end
    end else begin : pairs
      genvar g, k;
      for (g = 0; g < LANES; g = g + 1) begin : lane
        (* keep *) wire [5:0] op_twos;
        (* keep *) wire [LANES/2-1:0] mask_twos;
        for (k = 0; k < 6; k = k + 1) begin : op
          assign op_twos[k] = op_i[g*12+2*k+:2] == op_o[2*k+:2];
        end
        for (k = 0; k < LANES / 2; k = k + 1) begin : mask
          assign mask_twos[k] = mask_i[g*LANES+2*k+:2] == mask_o[2*k+:2];
        end
        assign same_op[g] = valid_i && &op_twos;
        assign same_mask[g] = &mask_twos;
      end
    end
  endgenerate

  wire [LANES-1:0] peers = wait_i & same_op;

  assign lanes_o = peers & same_mask;
  assign missing_o = mask_o & live_i & ~lanes_o;
  assign blame_o = |(missing_o & peers) ? WS_ST_CV_MASK_MISMATCH :
                   |(missing_o & wait_i) ? WS_ST_CV_QUAL_MISMATCH : WS_ST_CV_MISSING;
endmodule
`default_nettype wire
