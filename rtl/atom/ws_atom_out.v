// SPDX-License-Identifier: Apache-2.0
// Words of the ALUs to the lanes that went there by ws_atom_in. Pure. lo_o: the word, of 64 bits the low one, and hi_o the high one.
`default_nettype none
module ws_atom_out #(
    parameter CL  = 8,               // lanes
    parameter S   = 8,               // ALUs
    parameter W   = 32,              // bits of a word
    parameter G   = $clog2(S),       // derived, not to be set
    parameter WAY = CL + S / 2 + S * G // derived
) (
    input  wire [ WAY-1:0] way_i,
    input  wire [ S*W-1:0] word_i,  // by ALU
    output wire [CL*W-1:0] lo_o,    // by lane; arbitrary of those that did not go
    output wire [CL*W-1:0] hi_o
);
  localparam P = S / 2, D = G - 1;
  wire [S-1:0] valid;  // half 1, half 0
  wire [S*D-1:0] dest;
  wire [S*W-1:0] in, out;
  wire [P*W-1:0] hi;
  wire [P-1:0] swap;
  wire [CL-1:0] by_one;
  genvar i, h;
  assign {by_one, swap, valid, dest} = way_i;

  `include "atom/ws_atom_where.vh"

  generate
    for (i = 0; i < S; i = i + 1) begin : alu
      localparam AT = {31'd0, half_of(i)} * P + {{32 - D{1'b0}}, place_of(i)};
      assign in[AT*W+:W] = word_i[i*W+:W];
    end
    for (h = 0; h < 2; h = h + 1) begin : halves
      ws_atom_back #(
          .N(P),
          .W(W)
      ) back (
          .valid_i(valid[h*P+:P]),
          .dest_i (dest[h*P*D+:P*D]),
          .data_i (in[h*P*W+:P*W]),
          .data_o (out[h*P*W+:P*W])
      );
    end
    for (i = 0; i < P; i = i + 1) begin : pair
      assign hi[i*W+:W] = swap[i] ? out[i*W+:W] : out[(P+i)*W+:W];
    end
    for (i = 0; i < CL; i = i + 1) begin : lane
      assign lo_o[i*W+:W] = by_one[i] ? out[(P+i%P)*W+:W] : out[i%P*W+:W];
      assign hi_o[i*W+:W] = hi[i%P*W+:W];
    end
  endgenerate
  wire unused = &{1'b0, hi};  // of fewer lanes than P
endmodule
`default_nettype wire
