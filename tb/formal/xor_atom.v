// SPDX-License-Identifier: Apache-2.0
// In place of the arithmetic of atomics, for proofs of where operands and words go: what an element becomes is r ^ s ^ t, bit by bit, with the
// latencies of the real ones. So each operand counts in each bit, once. What the real ones make of them: prove_atom_int.sh, prove_atom_wide.sh ...
`default_nettype none
module ws_atom_int #(
    parameter SLICES = 4,
    parameter T_ZERO = 0
) (
    input  wire [         21:0] ctl_i,
    input  wire [SLICES*32-1:0] r_i, s_i, t_i,
    input  wire [ SLICES*2-1:0] stay_i,
    output reg  [SLICES*32-1:0] a_o,
    output wire [SLICES*32-1:0] b_o,
    output wire [ SLICES*4-1:0] sel_o
);
  assign {b_o, sel_o} = 0;  // the result is a
  integer i;
  always @(*)
    for (i = 0; i < SLICES * 2; i = i + 1)  // a half stays in a cas of 16 bits
      a_o[i*16+:16] = ctl_i[5] && stay_i[i] ? r_i[i*16+:16] : r_i[i*16+:16] ^ s_i[i*16+:16] ^ t_i[i*16+:16];
endmodule

module ws_atom_fadd #(
    parameter         EXP  = 8,
    parameter         FRAC = 23,
    parameter         HALF = 0,
    parameter         W    = HALF != 0 ? 16 : 1 + EXP + FRAC,
    parameter [W-1:0] NAN  = 0
) (
    input  wire         clk_i, rst_ni, valid_i, ftz_i, bf_i,
    input  wire [W-1:0] x_i, y_i,
    output wire         valid_o,
    output wire [W-1:0] z_o
);
  `include "atom/ws_atom_fn.vh"
  localparam N = ATOM_FLOAT_CLKS;
  reg [N-1:0] valid_q;
  reg [N*W-1:0] flow_q;
  always @(posedge clk_i) begin
    valid_q <= rst_ni ? {valid_q[N-2:0], valid_i} : 0;
    flow_q <= {flow_q[(N-1)*W-1:0], valid_i ? x_i ^ y_i : {W{1'b0}}};
  end
  assign valid_o = valid_q[N-1];
  assign z_o = flow_q[(N-1)*W+:W] & {W{valid_o}};
endmodule
`default_nettype wire
