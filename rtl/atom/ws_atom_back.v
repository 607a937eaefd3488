// SPDX-License-Identifier: Apache-2.0
// The way back of ws_atom_fan: each place gets the word of the ALU that it went to. Pure.
`default_nettype none
module ws_atom_back #(
    parameter N = 4,            // 2, 4, 8 or 16
    parameter W = 32,           // bits of a word
    parameter D = $clog2(N)     // derived, not to be set
) (
    input  wire [  N-1:0] valid_i,  // went
    input  wire [N*D-1:0] dest_i,
    input  wire [N*W-1:0] data_i,   // by ALU
    output wire [N*W-1:0] data_o    // by place; arbitrary where nothing went
);
  localparam STEPS = N > 4 ? D - 2 : 0;
  localparam F = N >> STEPS;
  genvar l, g, q;

  generate
    // Who went where, as in ws_atom_fan.
    for (l = 0; l <= STEPS; l = l + 1) begin : level
      wire [N-1:0] valid;
      wire [N*D-1:0] dest;
      wire [N*W-1:0] data;
    end
    assign {level[0].valid, level[0].dest} = {valid_i, dest_i};

    for (l = 0; l < STEPS; l = l + 1) begin : step
      for (g = 0; g < 2 << l; g = g + 1) begin : block  // the new ones
        for (q = 0; q < N >> (l + 1); q = q + 1) begin : wires
          localparam LOWER = g / 2 * (N >> l) + q, UPPER = LOWER + (N >> (l + 1)), TO = g * (N >> (l + 1)) + q, BIT = D - 2 - l;
          wire lower = level[l].valid[LOWER] && level[l].dest[LOWER*D+BIT] == g[0];
          wire upper = level[l].valid[UPPER] && level[l].dest[UPPER*D+BIT] == g[0];
          assign level[l+1].valid[TO] = lower || upper;
          assign level[l+1].dest[TO*D+:D] = upper ? level[l].dest[UPPER*D+:D] : level[l].dest[LOWER*D+:D];
        end
      end
      for (g = 0; g < 1 << l; g = g + 1) begin : home
        for (q = 0; q < N >> l; q = q + 1) begin : place
          localparam AT = g * (N >> l) + q, TO = 2 * g * (N >> (l + 1)) + q % (N >> (l + 1)), BIT = D - 2 - l;
          assign level[l].data[AT*W+:W] = level[l].dest[AT*D+BIT] ? level[l+1].data[(TO+(N>>(l+1)))*W+:W] : level[l+1].data[TO*W+:W];
        end
      end
    end

    for (g = 0; g < 1 << STEPS; g = g + 1) begin : last
      for (q = 0; q < F; q = q + 1) begin : place
        localparam AT = g * F + q;
        if (F == 4) begin : four
          ws_mux4 #(
              .W(W)
          ) mux (
              .sel_i({level[STEPS].dest[AT*D+D-1], level[STEPS].dest[AT*D]}),
              .a_i  (data_i[g*2*W+:W]),
              .b_i  (data_i[(g*2+1)*W+:W]),
              .c_i  (data_i[(g*2+(2<<STEPS))*W+:W]),
              .d_i  (data_i[(g*2+(2<<STEPS)+1)*W+:W]),
              .y_o  (level[STEPS].data[AT*W+:W])
          );
        end else begin : two
          assign level[STEPS].data[AT*W+:W] = level[STEPS].dest[AT*D] ? data_i[W+:W] : data_i[0+:W];
        end
      end
    end
  endgenerate
  assign data_o = level[0].data;
  wire unused = &{1'b0, level[STEPS].valid, level[STEPS].dest};
endmodule
`default_nettype wire
