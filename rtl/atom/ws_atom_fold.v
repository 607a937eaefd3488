// SPDX-License-Identifier: Apache-2.0
// Combines neighbouring operands of a red LEVELS times: N become N >> LEVELS, each what the function makes of those below it that count. Pure.
`default_nettype none
module ws_atom_fold #(
    parameter N      = 8,  // operands, a power of two
    parameter LEVELS = 1   // 0: what comes goes
) (
    input  wire [              6:0] ctl_i,  // atom_fold_ctl of the function, ws_atom_fn.vh
    input  wire [            N-1:0] has_i,  // counts
    input  wire [         N*32-1:0] x_i,
    output wire [   (N>>LEVELS)-1:0] has_o,
    output wire [(N>>LEVELS)*32-1:0] y_o
);
  genvar k, j;
  generate
    for (k = 0; k <= LEVELS; k = k + 1) begin : level
      wire [(N>>k)*32-1:0] x;
      wire [(N>>k)-1:0] has;
    end
    assign level[0].x = x_i;
    assign level[0].has = has_i;
    for (k = 0; k < LEVELS; k = k + 1) begin : step
      for (j = 0; j < N >> (k + 1); j = j + 1) begin : pair
        ws_atom_node node (
            .ctl_i  (ctl_i),
            .has_r_i(level[k].has[2*j]),
            .has_s_i(level[k].has[2*j+1]),
            .r_i    (level[k].x[j*64+:32]),
            .s_i    (level[k].x[j*64+32+:32]),
            .has_o  (level[k+1].has[j]),
            .d_o    (level[k+1].x[j*32+:32])
        );
      end
    end
  endgenerate
  assign {has_o, y_o} = {level[LEVELS].has, level[LEVELS].x};
  wire unused = &{1'b0, ctl_i};
endmodule
`default_nettype wire
