// SPDX-License-Identifier: Apache-2.0
// From N places to N ALUs, one word each. Pure.
//
// In a step places q and q + N / 2 have one wire to each half of the ALUs, and so on within the halves, until four are left, which
// reach any of four. Two that need one wire do not come together (ws_atom_meet). The steps go by the bits of dest_i from the second highest one
// on; with the highest and the lowest one, an ALU is chosen at the end.
`default_nettype none
module ws_atom_fan #(
    parameter N = 4,            // 2, 4, 8 or 16
    parameter W = 32,           // bits of a word
    parameter D = $clog2(N)     // derived, not to be set
) (
    input  wire [  N-1:0] valid_i,
    input  wire [N*D-1:0] dest_i,   // as above
    input  wire [N*W-1:0] data_i,
    input  wire           both_i,   // whatever comes goes to two ALUs: that of dest_i, and the one whose lowest bit of dest_i differs
    output wire [  N-1:0] valid_o,  // by ALU; without it the word is arbitrary
    output wire [N*W-1:0] data_o
);
  localparam STEPS = N > 4 ? D - 2 : 0;
  localparam F = N >> STEPS;
  genvar l, g, q, a;

  generate
    for (l = 0; l <= STEPS; l = l + 1) begin : level
      wire [N-1:0] valid;
      wire [N*D-1:0] dest;
      wire [N*W-1:0] data;
    end
    assign {level[0].valid, level[0].dest, level[0].data} = {valid_i, dest_i, data_i};

    for (l = 0; l < STEPS; l = l + 1) begin : step
      for (g = 0; g < 2 << l; g = g + 1) begin : block  // the new ones
        for (q = 0; q < N >> (l + 1); q = q + 1) begin : wires
          localparam LOWER = g / 2 * (N >> l) + q, UPPER = LOWER + (N >> (l + 1)), TO = g * (N >> (l + 1)) + q, BIT = D - 2 - l;
          wire lower = level[l].valid[LOWER] && level[l].dest[LOWER*D+BIT] == g[0];
          wire upper = level[l].valid[UPPER] && level[l].dest[UPPER*D+BIT] == g[0];
          assign level[l+1].valid[TO] = lower || upper;
          assign level[l+1].dest[TO*D+:D] = upper ? level[l].dest[UPPER*D+:D] : level[l].dest[LOWER*D+:D];
          assign level[l+1].data[TO*W+:W] = upper ? level[l].data[UPPER*W+:W] : level[l].data[LOWER*W+:W];
        end
      end
    end

    for (g = 0; g < 1 << STEPS; g = g + 1) begin : last
      for (a = 0; a < F; a = a + 1) begin : alu
        localparam AT = g * F, TO = (a / 2 << (STEPS + 1)) + g * 2 + a % 2;
        if (F == 4) begin : four
          wire [3:0] hit;
          for (q = 0; q < 4; q = q + 1) begin : places
            assign hit[q] = level[STEPS].valid[AT+q] && level[STEPS].dest[(AT+q)*D+D-1] == a[1] && (both_i || level[STEPS].dest[(AT+q)*D] == a[0]);
          end
          assign valid_o[TO] = |hit;
          ws_mux4 #(
              .W(W)
          ) mux (
              .sel_i({hit[3] || hit[2], hit[3] || hit[1]}),
              .a_i  (level[STEPS].data[AT*W+:W]),
              .b_i  (level[STEPS].data[(AT+1)*W+:W]),
              .c_i  (level[STEPS].data[(AT+2)*W+:W]),
              .d_i  (level[STEPS].data[(AT+3)*W+:W]),
              .y_o  (data_o[TO*W+:W])
          );
        end else begin : two
          wire upper = level[STEPS].valid[AT+1] && (both_i || level[STEPS].dest[(AT+1)*D] == a[0]);
          assign valid_o[TO] = upper || (level[STEPS].valid[AT] && (both_i || level[STEPS].dest[AT*D] == a[0]));
          assign data_o[TO*W+:W] = upper ? level[STEPS].data[(AT+1)*W+:W] : level[STEPS].data[AT*W+:W];
        end
      end
    end
  endgenerate
  wire unused = &{1'b0, level[STEPS].dest};
endmodule
`default_nettype wire
